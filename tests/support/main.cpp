// SPDX-License-Identifier: Apache-2.0
// Runs the tests of one program. The seed of RapidCheck is fixed, so that a run says the same everywhere, by ctest and
// by hand; RC_PARAMS=seed=... tries another.
#include <gmock/gmock.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
/// The cache of fonts is the library's own and lives to the end of the program.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\n";
}
#endif

int main(int argc, char** argv) {
  ::setenv("RC_PARAMS", "seed=1", 0);
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
