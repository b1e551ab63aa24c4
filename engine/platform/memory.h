// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the memory of the process is kept.

namespace casebook::platform {

/// From now on keeps up to 256 MB that were freed, instead of giving them back to the system at once. For work that
/// asks for the same large blocks again and again, as each new context of Z3 does: without it most of the time went
/// into pages that the system had to clear anew. Does nothing where the C library is not glibc. Once is enough.
void keep_freed_memory();

}  // namespace casebook::platform
