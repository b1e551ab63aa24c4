// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rules in force for a scenario, and what they declare: everything that the editor offers to paint,
// type and choose. When the rules have errors, the last good ones stay in force.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/board/data.h"
#include "engine/program/program.h"

namespace casebook::editor {

enum class ValueSort : unsigned char { boolean, number, member, set, maybe, location, path };

/// What a value may be.
struct ValueType {
  ValueSort sort = ValueSort::boolean;
  std::string kind;                  // of a member, set or maybe: `terrain`, `hex`, `unit`
  std::vector<std::string> choices;  // members that the rules name; empty for kinds that data fill
  std::string measure;               // of numbers
  std::string least, most, step;     // of numbers, as text: `1/2`
  bool or_never = false;
};

/// A given: what map, order of battle, schedule and scenario may say.
struct Attribute {
  std::string name, phrase;     // the phrase of texts, or empty
  std::vector<std::string> of;  // kinds of its arguments: `hex`; `hexside`; `unit`; several; none
  ValueType type;
  bool needed = false;   // data must say: there is no default
  std::string fallback;  // the default as text
  std::string case_label, case_title;
};

struct StateOf {
  std::string name;
  std::vector<std::string> of;
  ValueType type;
  std::string case_label;
};

struct OpenKind {
  std::string name;
  bool on_map = false;
  std::string case_label;
};

struct SwitchOf {
  std::string name, title;  // as files write it; the title of an option, the question of a reading
  bool reading = false;
  std::vector<std::string> values;  // of a reading; of an option `no`, `yes`
  std::string fallback;
  std::vector<std::string> reasons;  // of a reading, one a value
  std::vector<std::string> needs, excludes;
  std::string case_label;
};

/// What the rules declare, for tools, tables and menus. In the order of the rules.
struct Vocabulary {
  std::vector<Attribute> attributes;
  std::vector<OpenKind> kinds;
  std::vector<StateOf> states;
  std::vector<SwitchOf> switches;
  std::vector<std::string> places;  // named places that the rules need
  std::vector<std::string> boxes;

  const Attribute* attribute(std::string_view name) const;
  /// Those with the one argument `kind`.
  std::vector<const Attribute*> of(std::string_view kind) const;
};
Vocabulary vocabulary(const language::Program& program);

struct Ruleset {
  std::string id;                                    // `a-game/an-edition`, or the folder's name
  std::string edition_folder;                        // empty: none was found
  std::shared_ptr<const language::Program> program;  // the last that was good; or null
  Vocabulary words;
  Diagnostics diagnostics;  // of the text as it is now
  bool good = false;        // the text as it is now has no errors
};

/// The folder of the edition that a scenario is for: the nearest folder above the file that holds rules, else
/// the one it names, below `project` or one of the folders of rulesets. Empty: there is none.
std::string edition_folder_of(const std::string& scenario_file, const std::string& edition,
                              const std::string& project, std::span<const std::string> ruleset_folders);
bool holds_rules(const std::string& folder);

/// `before` is kept where the text has errors.
Ruleset read_ruleset(const std::string& edition_folder, std::span<const std::string> ruleset_folders,
                     const Ruleset* before);

}  // namespace casebook::editor
