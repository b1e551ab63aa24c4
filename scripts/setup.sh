#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sees to it that the Debian packages which Casebook needs are there. The one list of them, with the reason of each,
# is the table below. Called by ./run and ./test; safe to call by hand, and as often as one likes.
set -eu

usage() {
  cat <<'HELP'
usage: scripts/setup.sh [--for run|test|slow|bench] [--no-install] [--list]

Checks that the Debian packages Casebook needs are installed, and installs those that are missing.

  --for run     what ./run needs: to build the programs (the default)
  --for test    what ./test needs besides
  --for slow    what ./test --slow needs besides
  --for bench   what scripts/bench needs (the preset `bench`); ./test --slow tries it, and so needs it too
  --no-install  never install anything; say what is missing and go on without it, or stop when nothing
                can be built without it
  --list        print every package with its reason and stop
  --help        this text

As root it installs; otherwise it prints the one line to type and stops. When only Qt or the font is missing,
./run can go on without the editor, and does.
Exit status: 0 all there (or enough to go on), 1 wrong usage, 2 something is missing or could not be installed.
HELP
}

# package | for | needed (nothing works without it) or useful (some tests are skipped without it) | reason
table='
g++                | run  | needed | compiles C++20 (g++ 12)
cmake              | run  | needed | configures the build
ninja-build        | run  | needed | runs the build
libfmt-dev         | run  | needed | fmt: text formatting
nlohmann-json3-dev | run  | needed | nlohmann-json: maps, positions and records are JSON
libcli11-dev       | run  | needed | CLI11: the command line
librapidcheck-dev  | run  | needed | RapidCheck: generated positions and games, and properties in the tests
qt6-base-dev       | run  | useful | Qt 6: the editor, PNG and PDF; without it pictures are SVG
fonts-dejavu-core  | run  | useful | DejaVu Sans, in which every text of a picture is set
libz3-dev          | run  | needed | Z3: proves of all positions what cannot be counted (verifier/symbolic)
pkg-config         | run  | needed | finds Z3, which has no CMake package of its own
libgtest-dev       | test | needed | GoogleTest: the test programs
libgmock-dev       | test | needed | GoogleMock: readable comparisons in tests
git                | test | useful | lists the tracked files for the tests of the tree itself
librsvg2-bin       | test | useful | rsvg-convert: a second eye on every SVG
poppler-utils      | test | useful | pdftoppm, pdftotext, pdfinfo: what a PDF really holds
clang-format-14    | test | useful | the format check
clang              | test | useful | the second compiler: same games under both, and libFuzzer
libclang-rt-14-dev | test | useful | run-time libraries of the sanitizers and of libFuzzer
clang-tidy         | slow | useful | the clang-tidy check
cvc5               | slow | useful | a second solver: reads a sample of what Z3 calls unsatisfiable
debootstrap        | slow | useful | makes the bare Debian root in which fresh-machine tries ./run and ./test
libbenchmark-dev   | bench | useful | Google Benchmark: tests/bench
valgrind           | bench | useful | scripts/bench counts instructions; memcheck looks at the optimised build
'

purpose=run
install=yes
while [ $# -gt 0 ]; do
  case $1 in
    --for)
      [ $# -ge 2 ] || { echo "setup: --for wants run, test, slow or bench" >&2; exit 1; }
      purpose=$2
      shift
      ;;
    --no-install) install=no ;;
    --list)
      echo "$table" | sed -e '/^$/d' -e 's/ *|[^|]*|[^|]*| */: /'
      exit 0
      ;;
    --help | -h) usage; exit 0 ;;
    *) echo "setup: unknown argument '$1'; try --help" >&2; exit 1 ;;
  esac
  shift
done
case $purpose in
  run) purposes=' run ' ;;
  test) purposes=' run test ' ;;
  slow) purposes=' run test slow bench ' ;;
  bench) purposes=' run bench ' ;;
  *) echo "setup: --for wants run, test, slow or bench, not '$purpose'" >&2; exit 1 ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "This machine has no dpkg, so packages are not looked for; the build takes what it finds. Debian 12 names them:"
  echo "$table" | sed -e '/^$/d' -e 's/ *|.*//' | tr '\n' ' '
  echo
  exit 0
fi

installed() { dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

missing=''
needed_missing=''
reasons=''
rest=$table
while [ -n "$rest" ]; do
  line=${rest%%
*}
  rest=${rest#"$line"}
  rest=${rest#
}
  [ -n "$line" ] || continue
  package=$(echo "$line" | cut -d'|' -f1 | tr -d ' ')
  group=$(echo "$line" | cut -d'|' -f2 | tr -d ' ')
  weight=$(echo "$line" | cut -d'|' -f3 | tr -d ' ')
  reason=$(echo "$line" | cut -d'|' -f4 | sed 's/^ *//')
  case $purposes in *" $group "*) ;; *) continue ;; esac
  installed "$package" && continue
  missing="$missing $package"
  [ "$weight" = needed ] && needed_missing="$needed_missing $package"
  reasons="$reasons$(printf '  %-19s %s' "$package" "$reason")
"
done

[ -n "$missing" ] || exit 0
command_line="apt-get install --yes --no-install-recommends$missing"

# go_on: without what is missing, when something can be built; else status 2.
go_on() {
  if [ -n "$needed_missing" ]; then
    echo "Nothing can be built without:$needed_missing" >&2
    exit 2
  fi
  case $purpose in
    run) echo "Going on without. This line installs them: sudo sh -c \"apt-get update && $command_line\"" ;;
    *) echo "Going on without; the tests that need them are skipped." ;;
  esac
  exit 0
}

if [ "$install" = no ]; then
  printf 'Not installed, and not installing because of --no-install:\n%s' "$reasons"
  go_on
fi

if [ "$(id -u)" != 0 ]; then
  if [ "$purpose" = run ] && [ -z "$needed_missing" ]; then
    printf 'These Debian packages are useful and not installed:\n%s' "$reasons"
    go_on
  fi
  printf 'These Debian packages are needed and not installed:\n%s' "$reasons" >&2
  printf 'Type this line, then try again (--no-install goes on without installing):\n\n' >&2
  printf '  sudo sh -c "apt-get update && %s"\n\n' "$command_line" >&2
  exit 2
fi

printf 'Installing these Debian packages:\n%s' "$reasons"
export DEBIAN_FRONTEND=noninteractive
# The package lists are fetched only when they do not know the packages, or know versions that are gone.
installs() {
  # shellcheck disable=SC2086
  if apt-get install --simulate --no-install-recommends $missing >/dev/null 2>&1; then
    $command_line && return 0
    echo "That did not work with the package lists of this machine; fetching them again (apt-get update)"
  else
    echo "Fetching the package lists first (apt-get update)"
  fi
  apt-get update && $command_line
}
if installs; then
  echo "Installed."
  exit 0
fi
echo "apt-get could not install them; its reason stands above. Is this machine offline, or its disk full?" >&2
[ "$purpose" != run ] || go_on
echo "Try again then, or with --no-install, which skips the tests that need what is missing." >&2
exit 2
