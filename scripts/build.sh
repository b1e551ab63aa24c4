#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configures and builds the release build in build/: scripts/build.sh [JOBS] [TARGET ...]. Shared by ./run and ./test.
# CASEBOOK_CONFIGURE may hold further arguments for the configuration.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
jobs=$1
shift
cd "$root"

# A tree that was moved or copied together with its build folder cannot be built further: start that folder afresh.
cache=build/CMakeCache.txt
if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
  echo "build/ belongs to another folder; configuring it afresh"
  rm -rf "$cache" build/CMakeFiles
fi

mkdir -p build
# shellcheck disable=SC2086
if ! cmake --preset release ${CASEBOOK_CONFIGURE-} >build/configure.log 2>&1; then
  cat build/configure.log >&2
  echo "The build could not be configured; the reason stands above and in build/configure.log" >&2
  exit 1
fi
if [ $# -gt 0 ]; then
  cmake --build build --parallel "$jobs" --target "$@"
else
  cmake --build build --parallel "$jobs"
fi
