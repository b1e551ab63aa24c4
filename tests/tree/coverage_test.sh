#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scripts/coverage adds up by folder what llvm-cov reports by file, and leaves heads, sums and rulers out.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/files.txt" <<'E2'
Filename                      Functions  Missed Functions  Executed       Lines      Missed Lines     Cover    Branches   Missed Branches     Cover
-----------------------------------------------------------------------------------------------------------------------------------------------
engine/base/rational.cpp             10                 1    90.00%         100                 5    95.00%          20                 4    80.00%
engine/base/fnv.h                     2                 0   100.00%          20                 1    95.00%           0                 0         -
verifier/odds/odds.cpp                4                 0   100.00%          80                20    75.00%          40                10    75.00%

Files which contain no functions:
engine/base/limits.h                  0                 0         -           0                 0         -           0                 0         -
-----------------------------------------------------------------------------------------------------------------------------------------------
TOTAL                                16                 1    93.75%         200                26    87.00%          60                14    76.67%
E2
"$root/scripts/coverage" --by-folder "$work/files.txt" >"$work/said.txt"
cat >"$work/wanted.txt" <<'E2'
| folder | lines | reached | branches | reached |
|---|--:|--:|--:|--:|
| engine/base | 120 | 95.0 % | 20 | 80.0 % |
| verifier/odds | 80 | 75.0 % | 40 | 75.0 % |
| all | 200 | 87.0 % | 60 | 76.7 % |
E2
diff "$work/wanted.txt" "$work/said.txt"
