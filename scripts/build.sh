#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configures and builds the release build in build/: scripts/build.sh JOBS [TARGET ...]. Shared by ./run and ./test.
# CASEBOOK_CONFIGURE may hold further arguments for the configuration; without them a first one leaves the tests out,
# whose libraries may not be here. It goes on with half a build, and takes away what a crash left broken in it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
jobs=$1
shift
cd "$root"
steps=1
. scripts/steps.sh

# Building the programs takes 120 MB, and the linker needs some room besides.
needed=200
mkdir -p build || { echo "The folder $root/build cannot be made; the reason stands above" >&2; exit 1; }
free=$(megabytes_free build)
if [ ! -x build/bin/casebook ] && [ -n "$free" ] && [ "$free" -lt $needed ]; then
  echo "The disk that holds $root/build has $free MB free, and a build needs $needed. Make room there and start again." >&2
  exit 1
fi

# What cmake keeps of the last time. In a moved or copied tree, after another generator and after a crash it is of no
# use: then the folder is configured afresh, and the settings of whoever configured it by hand are gone, which it says.
cache=build/CMakeCache.txt
afresh() {
  echo "$1: configuring it afresh, with the settings of the preset 'release'"
  rm -rf "$cache" build/CMakeFiles build/build.ninja build/.ninja_deps build/.ninja_log
}
if [ -f "$cache" ]; then
  if ! grep -q '^CMAKE_HOME_DIRECTORY:INTERNAL=' "$cache"; then
    afresh "build/ was left in the middle of configuring"
  elif ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    afresh "build/ belongs to another folder"
  elif ! grep -qx 'CMAKE_GENERATOR:INTERNAL=Ninja' "$cache"; then
    afresh "build/ was made for another generator than Ninja"
  fi
fi

configure() {
  settings=${CASEBOOK_CONFIGURE-}
  [ -n "$settings" ] || [ -f "$cache" ] || settings=-DCASEBOOK_TESTS=OFF
  # shellcheck disable=SC2086
  cmake --preset release $settings >build/configure.log 2>&1
}
if ! configure; then
  cat build/configure.log >&2
  say_if_full ||
    echo "The build could not be configured; the reason stands above and in build/configure.log" >&2
  exit 1
fi

build() {
  if [ $# -gt 0 ]; then
    cmake --build build --parallel "$jobs" --target "$@"
  else
    cmake --build build --parallel "$jobs"
  fi
}
# A crash of the machine leaves files that are empty or cut short, and ninja takes them for finished.
take_broken_away() {
  broken=0
  find build -type f \( -name '*.o' -o -name '*.a' -o -path 'build/bin/*' \) >build/objects.list
  while IFS= read -r file; do
    # What is whole is read without a complaint.
    [ ! -s "$file" ] || readelf --wide --sections "$file" 2>&1 >/dev/null | grep -q . || continue
    rm -f "$file"
    broken=$((broken + 1))
  done <build/objects.list
  rm -f build/objects.list
  [ $broken -gt 0 ]
}
# Ninja shows how many files are done of how many, and the seconds so far.
NINJA_STATUS=${NINJA_STATUS:-'[%f of %t, %e s] '}
export NINJA_STATUS
starts() { [ ! -e build/bin/casebook ] || build/bin/casebook --version >/dev/null 2>&1; }
built=no
if build "$@"; then built=yes; fi
if [ $built = yes ] && starts; then exit 0; fi
if say_if_full; then exit 1; fi
if take_broken_away; then
  echo "Files in build/ are broken, as after a crash: $broken. They are made again."
  built=no
  if build "$@"; then built=yes; fi
  if [ $built = yes ] && starts; then exit 0; fi
  if say_if_full; then exit 1; fi
fi
if [ $built = yes ]; then
  echo "build/bin/casebook was built and does not start. It says:" >&2
  build/bin/casebook --version >&2 || true
  exit 1
fi
echo "The build failed; the reason stands above. If it says that a compiler was killed, there was too little memory:" >&2
echo "try again with --jobs 1. If it names a file in build/, take that folder away (rm -rf build) and try again." >&2
exit 1
