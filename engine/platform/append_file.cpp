// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/append_file.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "engine/platform is written for POSIX systems so far; this file is where another system is added"
#endif

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace casebook::platform {

namespace {

void say(FileError& error, const std::string& path, int code) {
  error.path = path;
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
  const bool refused = code == EACCES || code == EPERM || code == EROFS;
  error.problem = full ? FileProblem::disk_full : refused ? FileProblem::not_allowed : FileProblem::other;
  error.reason = fmt::format("cannot be written: {}", code == ENOSPC   ? "the disk is full"
                                                      : code == EDQUOT ? "your disk quota is used up"
                                                      : code == EFBIG  ? "the system allows no file so large"
                                                      : code == EROFS  ? "the file system is read-only"
                                                      : refused        ? "you do not have the permission"
                                                                       : std::strerror(code));
}

/// What is new in a folder is there after a power cut only when the folder was written too.
void sync_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  (void)::fsync(handle);
  ::close(handle);
}

}  // namespace

std::unique_ptr<AppendFile> AppendFile::open(const std::string& path, size_t keep, FileError& error) {
  std::error_code code;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!std::filesystem::exists(folder, code)) {
    std::filesystem::create_directories(folder, code);
    if (!code) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, code);
  }
  const int handle = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (handle < 0) {
    say(error, path, errno);
    return nullptr;
  }
  if (::flock(handle, LOCK_EX | LOCK_NB) != 0) {
    const bool held = errno == EWOULDBLOCK;
    say(error, path, errno);
    if (held) {
      error.problem = FileProblem::not_allowed;
      error.reason = "is in use by another window";
    }
    ::close(handle);
    return nullptr;
  }
  struct stat status {};
  if (::fstat(handle, &status) != 0 ||
      (static_cast<size_t>(status.st_size) > keep && ::ftruncate(handle, static_cast<off_t>(keep)) != 0) ||
      ::lseek(handle, 0, SEEK_END) < 0) {
    say(error, path, errno);
    ::close(handle);
    return nullptr;
  }
  sync_folder(path);
  const size_t size = static_cast<size_t>(status.st_size) < keep ? static_cast<size_t>(status.st_size) : keep;
  return std::unique_ptr<AppendFile>(new AppendFile(path, handle, size));
}

AppendFile::~AppendFile() {
  if (handle_ >= 0) ::close(handle_);
}

bool AppendFile::append(std::string_view record, FileError& error) {
  std::string_view rest = record;
  int failed = handle_ < 0 ? EBADF : 0;
  while (failed == 0 && !rest.empty()) {
    const ssize_t written = ::write(handle_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) failed = errno;
    if (written > 0) rest.remove_prefix(static_cast<size_t>(written));
  }
  if (failed == 0 && ::fsync(handle_) != 0) failed = errno;
  if (failed == 0) {
    size_ += record.size();
    return true;
  }
  say(error, path_, failed);
  if (handle_ >= 0) {
    (void)!::ftruncate(handle_, static_cast<off_t>(size_));
    ::lseek(handle_, 0, SEEK_END);
  }
  return false;
}

void AppendFile::remove() {
  if (handle_ < 0) return;
  ::unlink(path_.c_str());
  ::close(handle_);
  handle_ = -1;
}

}  // namespace casebook::platform
