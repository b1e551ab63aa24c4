// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace casebook::platform {

void keep_freed_memory() {
#ifdef __GLIBC__
  static const bool done = [] {
    constexpr int kept = 256 << 20, of_its_own = 32 << 20;  // the second is the greatest that glibc takes
    return mallopt(M_TRIM_THRESHOLD, kept) == 1 && mallopt(M_MMAP_THRESHOLD, of_its_own) == 1;
  }();
  (void)done;
#endif
}

}  // namespace casebook::platform
