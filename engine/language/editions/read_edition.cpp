// SPDX-License-Identifier: Apache-2.0
// Reading an edition's folder and those of its parents. Nothing outside the game's folder and the folders of
// rulesets is opened.
#include <algorithm>
#include <filesystem>

#include "engine/base/limits.h"
#include "engine/base/nearest.h"
#include "engine/language/editions/edition_text.h"
#include "engine/language/syntax/syntax.h"
#include "engine/platform/files.h"

namespace casebook::language {
namespace {

struct Head {
  std::string parent;
  SourceRange range;
};

SourceRange whole_file(const std::string& name) {
  return {name, {1, 1}, {1, 1}};
}

/// The edition that the text extends, if it is the file with the head. Mistakes in it are for `resolve` to
/// report.
Head head_of(const std::string& name, const std::string& text) {
  Head head;
  if (text.find("extends") == std::string::npos) return head;
  Diagnostics ignored;
  const auto tree = parse(name, text, ignored);
  const Node* node = tree->child(*tree->root, NodeKind::edition_head);
  if (node == nullptr || !tree->has_word(*node, "extends")) return head;
  const uint32_t token = tree->token(*node, TokenKind::name, 1);
  if (token == SyntaxTree::npos) return head;
  head.parent = std::string(tree->token_text(token));
  head.range = tree->range_of_token(token);
  return head;
}

/// Names of folders beside it that hold rules, for "did you mean".
std::vector<std::string> editions_in(const std::filesystem::path& game) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(game, error), end; !error && it != end && names.size() < 200;
       it.increment(error)) {
    if (it->is_directory(error)) names.push_back(it->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Reader {
 public:
  /// `is_relative`: the folder was named from the current one, and so files are shown.
  Reader(Diagnostics& diagnostics, bool is_relative, std::span<const std::string> ruleset_folders)
      : diagnostics_(diagnostics), is_relative_(is_relative), ruleset_folders_(ruleset_folders) {}

  std::shared_ptr<EditionText> read(const std::filesystem::path& folder, const SourceRange& asked_at) {
    auto edition = std::make_shared<EditionText>();
    edition->name = folder.filename().string();
    edition->folder = folder.string();
    chain_.push_back(folder);
    platform::FileError error;
    const auto files = platform::files_in(folder.string(), ".rules", error);
    if (!files) {
      diagnostics_
          .error("E0223", asked_at,
                 "the edition \"" + edition->name + "\" cannot be read: its folder " + error.reason)
          .suggestion = nearest_name(edition->name, editions_in(folder.parent_path()));
      return nullptr;
    }
    const bool all_are_files = every_rules_is_a_file(folder, *files);
    if (files->empty() && !all_are_files) return nullptr;
    if (files->empty()) {
      diagnostics_
          .error("E0224", asked_at, "the folder of the edition \"" + edition->name + "\" has no rules")
          .expected = "files that end in .rules";
      return nullptr;
    }
    if (files->size() > limits::rules_files) {
      diagnostics_.error(
          "E0409", asked_at,
          "an edition has at most " + std::to_string(limits::rules_files) + " files (limit \"files\")");
      return nullptr;
    }
    Head head;
    bool readable = all_are_files;
    for (const std::string& file : *files) {
      const std::string shown = shown_name(folder / file);
      const auto path = platform::path_inside(folder.parent_path().string(), folder.string(), file, error);
      std::optional<std::string> text;
      if (path) text = platform::read_file(*path, limits::source_bytes, error);
      if (!text) {
        diagnostics_.error("E0223", whole_file(shown), "the file " + error.reason);
        readable = false;
        continue;
      }
      diagnostics_.sources().add(shown, *text);
      if (head.parent.empty()) head = head_of(shown, *text);
      edition->files.emplace_back(shown, std::move(*text));
    }
    if (!readable) return nullptr;
    if (!head.parent.empty() && !read_parent(folder, head, *edition)) return nullptr;
    return edition;
  }

 private:
  /// What has the name of a rules file and is none: a link that leads nowhere, a folder, a pipe. Rules would
  /// seem to be without it. Hidden ones are passed over: programs leave links of their own there.
  bool every_rules_is_a_file(const std::filesystem::path& folder, const std::vector<std::string>& files) {
    std::vector<std::string> others;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
      const std::string name = it->path().filename().string();
      if (name.ends_with(".rules") && !name.starts_with(".") &&
          !std::binary_search(files.begin(), files.end(), name))
        others.push_back(name);
    }
    std::sort(others.begin(), others.end());
    for (const std::string& name : others) {
      std::error_code ignored;
      const bool is_there = std::filesystem::exists(folder / name, ignored);
      diagnostics_
          .error("E0223", whole_file(shown_name(folder / name)),
                 is_there ? "the file is not a regular file" : "the file is a link that leads nowhere")
          .expected = "a text file, since its name ends in .rules";
    }
    return others.empty();
  }

  /// A path that can be opened from the current folder: relative if the folder was named so or lies inside
  /// it.
  std::string shown_name(const std::filesystem::path& file) const {
    std::error_code error;
    const std::filesystem::path here = std::filesystem::current_path(error);
    if (error) return file.generic_string();
    const std::filesystem::path near = file.lexically_proximate(here);
    const bool is_inside = !near.empty() && near.is_relative() && *near.begin() != "..";
    return (is_relative_ || is_inside ? near : file).generic_string();
  }

  bool read_parent(const std::filesystem::path& folder, const Head& head, EditionText& edition) {
    const auto path = parent_folder(folder, head);
    if (!path) return false;
    const auto seen = std::find(chain_.begin(), chain_.end(), *path);
    if (seen != chain_.end()) {
      std::string circle;
      for (auto it = seen; it != chain_.end(); ++it) circle += it->filename().string() + " extends ";
      diagnostics_.error("E0222", head.range,
                         "editions extend one another in a circle: " + circle + path->filename().string());
      return false;
    }
    if (chain_.size() >= limits::parents) {
      diagnostics_.error(
          "E0409", head.range,
          "an edition has at most " + std::to_string(limits::parents) + " parents (limit \"parents\")");
      return false;
    }
    edition.parent = read(*path, head.range);
    return edition.parent != nullptr;
  }

  /// A plain name is that of a folder beside the child; one with a `/` is an id.
  std::optional<std::filesystem::path> parent_folder(const std::filesystem::path& folder, const Head& head) {
    const std::filesystem::path game = folder.parent_path();
    platform::FileError error;
    if (head.parent.find('/') == std::string::npos) {
      if (const auto path = platform::path_inside(game.string(), game.string(), head.parent, error))
        return *path;
      diagnostics_.error("E0223", head.range,
                         "the edition \"" + head.parent + "\" cannot be read: " + error.reason);
      return std::nullopt;
    }
    std::error_code ignored;
    for (const std::string& rulesets : ruleset_folders_) {
      const auto path = platform::path_inside(rulesets, rulesets, head.parent, error);
      if (path && std::filesystem::is_directory(*path, ignored)) return *path;
    }
    diagnostics_.error("E0223", head.range, "no folder of rulesets has the edition \"" + head.parent + "\"")
        .expected =
        "an id such as those that `casebook show` takes, below one of the folders that "
        "`casebook --version` lists";
    return std::nullopt;
  }

  Diagnostics& diagnostics_;
  bool is_relative_;
  std::span<const std::string> ruleset_folders_;
  std::vector<std::filesystem::path> chain_;
};

}  // namespace

std::shared_ptr<EditionText> read_edition(const std::string& folder, Diagnostics& diagnostics,
                                          std::span<const std::string> ruleset_folders) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(folder, error).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  const bool is_relative = std::filesystem::path(folder).is_relative();
  return Reader(diagnostics, is_relative, ruleset_folders).read(path, whole_file(folder));
}

}  // namespace casebook::language
