#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What ./run and ./test do before they build: with missing packages, as root and not, and with wrong arguments.
# A dpkg-query of our own stands before the machine's, and knows the packages that we say; apt-get and id likewise.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/said.txt"; exit 1; }
said() { grep -qF -- "$1" "$work/said.txt" || fail "it does not say: $1"; }
# attempt STATUS COMMAND ...: the command ends with STATUS.
attempt() {
  expected=$1
  shift
  status=0
  PATH="$work/bin:$PATH" "$@" >"$work/said.txt" 2>&1 || status=$?
  [ "$status" = "$expected" ] || fail "'$*' ended with $status where $expected was expected"
}
program() { cat >"$work/bin/$1"; chmod +x "$work/bin/$1"; }

mkdir "$work/bin"
program dpkg-query <<'E2'
#!/bin/sh
for last; do :; done
case " $MISSING " in *" $last "*) exit 1 ;; esac
echo installed
E2
program id <<'E2'
#!/bin/sh
echo "$USER_NUMBER"
E2
program apt-get <<E2
#!/bin/sh
echo "\$*" >>"$work/apt.txt"
E2
export MISSING USER_NUMBER
cd /

# All there: silent, and nobody asks apt-get.
MISSING='' USER_NUMBER=1000
attempt 0 "$root/scripts/setup.sh" --for slow
[ ! -s "$work/said.txt" ] || fail "it speaks though nothing is missing"

# Not root: the one line to type, status 2, nothing installed; also through ./run and ./test.
MISSING='ninja-build libgtest-dev' USER_NUMBER=1000
attempt 2 "$root/scripts/setup.sh" --for test
said 'sudo sh -c "apt-get update && apt-get install --yes --no-install-recommends ninja-build libgtest-dev"'
said 'ninja-build         runs the build'
attempt 2 "$root/test"
said 'apt-get install --yes --no-install-recommends ninja-build libgtest-dev'
attempt 2 "$root/run"
said 'apt-get install --yes --no-install-recommends ninja-build"'
[ ! -e "$work/apt.txt" ] || fail "apt-get was called"

# Not root, and only the editor would be missing: ./run goes on without it, and says what to type.
MISSING='qt6-base-dev fonts-dejavu-core' USER_NUMBER=1000
attempt 0 "$root/scripts/setup.sh" --for run
said 'qt6-base-dev        Qt 6: the editor, PNG and PDF'
said 'Going on without. This line installs them: sudo sh -c "apt-get update && apt-get install'
attempt 2 "$root/scripts/setup.sh" --for test
[ ! -e "$work/apt.txt" ] || fail "apt-get was called"
MISSING='ninja-build libgtest-dev'

# --no-install: never, not even as root; it stops only when nothing can be built.
USER_NUMBER=0
attempt 2 "$root/scripts/setup.sh" --for run --no-install
said 'Nothing can be built without: ninja-build'
MISSING='clang-format-14'
attempt 0 "$root/scripts/setup.sh" --for test --no-install
said 'clang-format-14     the format check'
[ ! -e "$work/apt.txt" ] || fail "apt-get was called"

# Root: says what, then installs; the lists are not fetched when the packages are known.
attempt 0 "$root/scripts/setup.sh" --for test
said 'Installing these Debian packages:'
said 'clang-format-14     the format check'
grep -qx 'install --yes --no-install-recommends clang-format-14' "$work/apt.txt" || fail "nothing was installed"
! grep -q update "$work/apt.txt" || fail "the lists were fetched without need"

# Root, and the lists do not know the package: they are fetched first.
rm "$work/apt.txt"
program apt-get <<E2
#!/bin/sh
echo "\$*" >>"$work/apt.txt"
case \$* in *--simulate*) exit 100 ;; esac
E2
attempt 0 "$root/scripts/setup.sh" --for test
[ "$(tail -n 2 "$work/apt.txt" | head -n 1)" = update ] || fail "the lists were not fetched before installing"

# Root, offline: plain words and status 2; ./run goes on when only the editor would be missing.
program apt-get <<E2
#!/bin/sh
echo "Could not resolve the name of the archive"
exit 100
E2
attempt 2 "$root/scripts/setup.sh" --for test
said 'Could not resolve'
said 'apt-get could not install them; its reason stands above. Is this machine offline, or its disk full?'
attempt 2 "$root/test"
MISSING='ninja-build'
attempt 2 "$root/scripts/setup.sh" --for run
said 'Nothing can be built without: ninja-build'
MISSING='qt6-base-dev'
attempt 0 "$root/scripts/setup.sh" --for run
said 'Going on without.'
MISSING='clang-format-14'

# Wrong arguments say what is wrong, with status 1.
attempt 1 "$root/run" --fast
said "unknown argument '--fast'"
attempt 1 "$root/test" --jobs many
said "not 'many'"
attempt 1 "$root/test" --only
attempt 1 "$root/scripts/setup.sh" --for fun
for command in run test scripts/setup.sh; do
  attempt 0 "$root/$command" --help
  said "usage:"
done
