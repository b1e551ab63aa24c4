// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file that grows by whole records. Each record is on disk before the program goes on. Only one program
// holds the file at a time.

#include <memory>
#include <string>
#include <string_view>

#include "engine/platform/files.h"

namespace casebook::platform {

class AppendFile {
 public:
  /// Opens or makes it, with the folders above it (for this user alone), and keeps its first `keep` bytes.
  /// Null when that cannot be, or when another program holds it (`not_allowed`, `is in use`).
  static std::unique_ptr<AppendFile> open(const std::string& path, size_t keep, FileError& error);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// On the disk when this returns. When it fails nothing of the record stays, if that can be had.
  bool append(std::string_view record, FileError& error);
  /// Takes the file away and lets it go.
  void remove();
  const std::string& path() const { return path_; }

 private:
  AppendFile(std::string path, int handle, size_t size)
      : path_(std::move(path)), handle_(handle), size_(size) {}
  std::string path_;
  int handle_;
  size_t size_;
};

}  // namespace casebook::platform
