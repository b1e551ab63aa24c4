// SPDX-License-Identifier: Apache-2.0
#pragma once

// The steps of laying one edition over its parent. Internal to overlay*.cpp:
//
//   overlay.cpp           the order of the steps; which items are read and inserted
//   overlay_account.cpp   what happens to the cases of the parent
//   overlay_lines.cpp     `remove` and `extend`
//   overlay_kept.cpp      whether the edition's account of those cases is true

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/language/editions/overlay.h"

namespace casebook::language {

/// A case block of the edition being laid over.
struct Block {
  TextFile* file = nullptr;
  const Node* node = nullptr;
  std::vector<std::string> labels;
  std::string section, section_title;
};

/// What the edition says of a case of its parent, or of some parts of it.
struct Account {
  std::string how;  // "same", "restates", "replaces", "drop"
  std::string now;  // the case's number in this edition
  const TextFile* file = nullptr;
  const Node* label = nullptr;  // where it says so

  bool keeps() const { return how == "same" || how == "restates"; }
  SourceRange range() const { return file->tree->range(*label); }
};

class Overlay {
 public:
  Overlay(Declarations& all_in, const EditionText& text_in, Diagnostics& diagnostics_in)
      : all(all_in), text(text_in), diagnostics(diagnostics_in), is_child(!all_in.files.empty()) {}

  void run();

 private:
  // ---- overlay.cpp
  void parse_files();
  void check_head();
  void read_blocks();
  void titles_once();
  void add_declarations();
  void add_cases();

  // ---- overlay_account.cpp: every part of the parent is kept, with its number of now, or goes
  void note_parent();
  void account();
  void account_for_blocks(const Block& block, const Node& overlay, const char* how);
  const Account* account_for(const TextFile& file, const Node& label, const char* how,
                             const std::string& now);
  void account_for_part(const Node& part, const Account& by, const std::string& label);
  void account_for_others(const TextFile& file, const Node& node);
  void account_for_rest();
  void number_anew();
  void take_away();
  const Account* account_of(size_t part) const;

  // ---- overlay_kept.cpp: what is said to be kept is there, and what is said to be gone is not
  void note_removed(const std::vector<Part>& with_all);
  void look_for_lost();
  void note_changes();

  // ---- overlay_lines.cpp
  void remove_lines();
  void extend_items();
  std::vector<Declaration*> claims_named(const TextFile& file, const Node& node);
  void remove_claim(const TextFile& file, const Node& node);
  void limit_claim(const Block& block, const Node& node);
  const Node* line_before(const TextFile& file, const Node& extend, const Declaration& d);
  Declaration* item_named(const TextFile& file, uint32_t token, std::initializer_list<NodeKind> kinds,
                          const char* what);

  SourceRange head_range() const {
    if (head != nullptr) return head_file->tree->range(*head);
    return {first_file != nullptr ? first_file->tree->file : text.name, {1, 1}, {1, 1}};
  }
  bool is_own(const TextFile* file) const {
    return std::find(own_files.begin(), own_files.end(), file) != own_files.end();
  }

  Declarations& all;
  const EditionText& text;
  Diagnostics& diagnostics;
  const bool is_child;

  std::vector<TextFile*> own_files;
  TextFile* first_file = nullptr;
  const Node* head = nullptr;
  const TextFile* head_file = nullptr;
  std::vector<Block> blocks;

  std::vector<CaseText> parent_cases;
  std::vector<Part> parts;                               // of the parent, as it cites them
  std::set<std::string> known;                           // every label of the parent
  std::map<std::string, Account> wholes;                 // the parent's label -> what became of it
  std::optional<Account> same_others;                    // `same others`, where that is said
  std::map<std::string, std::vector<Account>> in_parts;  // the same where parts are named
  std::map<size_t, Account> named;                       // index in `parts` -> what became of that one
  std::multiset<std::pair<std::string, std::string>>
      removed;  // label of now and Part::said of what `remove` took
  std::vector<std::unique_ptr<Declaration>> removed_claims;
  std::map<std::string, std::string> renames;  // the parent's label -> the number of now, where that is one
  std::vector<std::pair<size_t, std::unique_ptr<Declaration>>> taken;  // where it stood, and what
};

}  // namespace casebook::language
