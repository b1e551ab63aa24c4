// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/file_lock.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "engine/platform is written for POSIX systems so far; this file is where another system is added"
#endif

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace casebook::platform {

bool is_held(const std::string& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return false;
  const bool held = ::flock(handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(handle);
  return held;
}

}  // namespace casebook::platform
