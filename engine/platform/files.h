// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads and replaces files. Only engine/platform knows how operating systems differ.
//
// A file is replaced as a whole or not at all. The new text is written to a file beside it, forced to disk,
// and renamed over the old one. After a full disk, a crash, or in a read-only folder the old file is
// unchanged.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace casebook::platform {

enum class FileProblem : unsigned char {
  missing,
  not_a_file,
  not_allowed,
  too_large,
  disk_full,
  outside,
  other
};

struct FileError {
  FileProblem problem = FileProblem::other;
  std::string path;
  /// Plain words that fit after a file's name: `does not exist`, `is a folder`, `cannot be written: the disk
  /// is full`.
  std::string reason;
};

/// The bytes of a regular file of at most `most` bytes.
std::optional<std::string> read_file(const std::string& path, size_t most, FileError& error);

/// Replaces or makes a file. A symbolic link stays one: what it points to is replaced. Permissions are kept.
bool replace_file(const std::string& path, std::string_view contents, FileError& error);

/// Makes a file that must not exist yet, by the same means.
bool create_file(const std::string& path, std::string_view contents, FileError& error);

/// The path of `relative` (written with `/`) below `base`, a folder inside `root`. Refused, with the problem
/// `outside`: absolute paths, drive letters, backslashes and control characters, `..` that leads out of
/// `root`, and symbolic links that do. The file need not exist.
std::optional<std::string> path_inside(const std::string& root, const std::string& base,
                                       std::string_view relative, FileError& error);

/// Names (not paths) of the regular files of a folder that end so, in byte order. An unreadable folder is an
/// error.
std::optional<std::vector<std::string>> files_in(const std::string& folder, std::string_view ending,
                                                 FileError& error);

}  // namespace casebook::platform
