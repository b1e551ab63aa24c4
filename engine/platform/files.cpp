// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/files.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "engine/platform is written for POSIX systems so far; this file is where another system is added"
#endif

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace casebook::platform {

namespace {

namespace fs = std::filesystem;

FileError from_errno(const std::string& path, int code, bool writing) {
  FileError error;
  error.path = path;
  const char* what = writing ? "cannot be written" : "cannot be read";
  switch (code) {
    case ENOENT:
    case ENOTDIR:
      error.problem = FileProblem::missing;
      error.reason = writing ? "cannot be written: its folder does not exist" : "does not exist";
      break;
    case EISDIR:
      error.problem = FileProblem::not_a_file;
      error.reason = "is a folder";
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      error.problem = FileProblem::not_allowed;
      error.reason = fmt::format(
          "{}: {}", what, code == EROFS ? "the file system is read-only" : "you do not have the permission");
      break;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      error.problem = FileProblem::disk_full;
      error.reason = fmt::format("{}: {}", what,
                                 code == ENOSPC   ? "the disk is full"
                                 : code == EDQUOT ? "your disk quota is used up"
                                                  : "the system allows no file so large");
      break;
    default:
      error.reason = fmt::format("{}: {}", what, std::strerror(code));
      break;
  }
  return error;
}

/// Closes when it goes out of scope. `close` by hand reports what closing says.
class File {
 public:
  explicit File(int handle) : handle_(handle) {}
  ~File() {
    if (handle_ >= 0) ::close(handle_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return handle_; }
  bool close() {
    const int handle = handle_;
    handle_ = -1;
    return ::close(handle) == 0;
  }

 private:
  int handle_;
};

bool write_all(int handle, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = ::write(handle, contents.data(), contents.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    contents.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// What a new file would be allowed: asking the mask means setting it, which no other thread of ours does.
mode_t mode_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

/// Written, on the disk, under another name in the same folder. Empty on failure, with errno set and nothing
/// left behind.
std::string written_beside(const fs::path& target, std::string_view contents) {
  std::string name = (target.parent_path() / ("." + target.filename().string() + ".new-XXXXXX")).string();
  File file(::mkstemp(name.data()));
  if (file.get() < 0) return {};
  const bool good = ::fchmod(file.get(), mode_of(target.string())) == 0 && write_all(file.get(), contents) &&
                    ::fsync(file.get()) == 0 && file.close();
  if (good) return name;
  const int code = errno;
  ::unlink(name.c_str());
  errno = code;
  return {};
}

void sync_folder(const fs::path& folder) {
  const File handle(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.get() >= 0)
    ::fsync(handle.get());  // the new name itself; some file systems refuse, and then nothing can be done
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, size_t most, FileError& error) {
  // Without waiting, so that a pipe somebody left in a folder cannot hang us before we see what it is.
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) {
    error = from_errno(path, errno, false);
    return std::nullopt;
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    error = from_errno(path, errno, false);
    return std::nullopt;
  }
  if (S_ISDIR(status.st_mode)) {
    error = from_errno(path, EISDIR, false);
    return std::nullopt;
  }
  if (!S_ISREG(status.st_mode)) {
    error = {FileProblem::not_a_file, path, "is not a regular file"};
    return std::nullopt;
  }
  std::string contents;
  // One byte more than allowed is asked for, so that a file which grows meanwhile is noticed too.
  contents.resize(std::min(static_cast<size_t>(std::max<off_t>(status.st_size, 0)), most) + 1);
  size_t used = 0;
  while (true) {
    const ssize_t got = ::read(file.get(), contents.data() + used, contents.size() - used);
    if (got < 0) {
      if (errno == EINTR) continue;
      error = from_errno(path, errno, false);
      return std::nullopt;
    }
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used > most) {
      error = {FileProblem::too_large, path, fmt::format("is larger than the limit of {} bytes", most)};
      return std::nullopt;
    }
    if (used == contents.size()) contents.resize(std::min(contents.size() * 2, most + 1));
  }
  contents.resize(used);
  return contents;
}

namespace {

// A pipe or a device is no file that a new one could take the place of: it is written to. A pipe that nobody
// reads is an error, not something to wait for; one that is read slowly is waited for.
bool write_straight(const std::string& path, std::string_view contents, FileError& error) {
  File file(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() >= 0 && ::fcntl(file.get(), F_SETFL, O_WRONLY) == 0 && write_all(file.get(), contents) &&
      file.close())
    return true;
  error = from_errno(path, errno, true);
  return false;
}

}  // namespace

bool replace_file(const std::string& path, std::string_view contents, FileError& error) {
  std::error_code ignored;
  fs::path target(path);
  if (fs::is_directory(target, ignored)) {
    error = from_errno(path, EISDIR, true);
    return false;
  }
  if (fs::is_symlink(target, ignored)) {
    const fs::path pointed = fs::weakly_canonical(target, ignored);
    if (!pointed.empty()) target = pointed;
  }
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
    return write_straight(target.string(), contents, error);
  const std::string beside = written_beside(target, contents);
  if (beside.empty()) {
    error = from_errno(path, errno, true);
    return false;
  }
  if (::rename(beside.c_str(), target.c_str()) != 0) {
    error = from_errno(path, errno, true);
    ::unlink(beside.c_str());
    return false;
  }
  sync_folder(target.parent_path());
  return true;
}

bool create_file(const std::string& path, std::string_view contents, FileError& error) {
  const fs::path target(path);
  std::error_code ignored;
  const auto exists = [&] {
    error = {FileProblem::other, path, "exists already"};
    return false;
  };
  if (fs::exists(fs::symlink_status(target, ignored))) return exists();
  const std::string beside = written_beside(target, contents);
  if (beside.empty()) {
    error = from_errno(path, errno, true);
    return false;
  }
  // A hard link, unlike a rename, fails when the name was taken meanwhile.
  const bool linked = ::link(beside.c_str(), target.c_str()) == 0;
  const int code = errno;
  const bool renamed = !linked && code != EEXIST && ::rename(beside.c_str(), target.c_str()) == 0;
  if (!renamed) ::unlink(beside.c_str());
  if (!linked && !renamed) {
    if (code == EEXIST) return exists();
    error = from_errno(path, code, true);
    return false;
  }
  sync_folder(target.parent_path());
  return true;
}

std::optional<std::string> path_inside(const std::string& root, const std::string& base,
                                       std::string_view relative, FileError& error) {
  const auto refuse = [&](std::string reason) {
    error = {FileProblem::outside, std::string(relative), std::move(reason)};
    return std::nullopt;
  };
  if (relative.empty()) return refuse("is an empty path");
  if (relative.size() > 1024) return refuse("is longer than 1024 bytes");
  if (relative.front() == '/')
    return refuse("is an absolute path; write it relative to the file that names it");
  const bool odd = std::any_of(relative.begin(), relative.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '\\' || c == ':' || c == 0x7F;
  });
  if (odd) return refuse("holds a character that paths here may not have (\\, : or a control character)");

  std::error_code code;
  const fs::path top = fs::canonical(root, code);
  if (code) return refuse("cannot be looked up: the game's folder does not exist");
  const auto inside = [&top](const fs::path& path) {
    const fs::path from_top = path.lexically_relative(top);
    return !from_top.empty() && *from_top.begin() != "..";
  };
  const fs::path start = fs::canonical(base, code);
  if (code) return refuse("cannot be looked up: its folder does not exist");
  if (!inside((start / fs::path(relative)).lexically_normal()))
    return refuse("leads out of the game's folder");
  const fs::path real = fs::weakly_canonical(start / fs::path(relative), code);
  if (code) return refuse("cannot be looked up: " + code.message());
  if (!inside(real)) return refuse("leads out of the game's folder through a symbolic link");
  return real.string();
}

std::optional<std::vector<std::string>> files_in(const std::string& folder, std::string_view ending,
                                                 FileError& error) {
  std::vector<std::string> names;
  std::error_code code;
  fs::directory_iterator it(folder, code);
  if (code) {
    error = from_errno(folder, code.value(), false);
    if (code.value() == ENOTDIR) error = {FileProblem::not_a_file, folder, "is not a folder"};
    return std::nullopt;
  }
  for (; it != fs::directory_iterator(); it.increment(code)) {
    std::error_code ignored;
    const std::string name = it->path().filename().string();
    if (name.ends_with(ending) && it->is_regular_file(ignored)) names.push_back(name);
    if (code) break;
  }
  if (code) {
    error = from_errno(folder, code.value(), false);
    return std::nullopt;
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace casebook::platform
