// SPDX-License-Identifier: Apache-2.0
#pragma once

// A choice as text, and back: `attack(Matt 1, {A, B}, yes)`, paths as `0101-0102-0203`. An argument may have the
// name of its parameter before it, `guns: yes`, as texts for people have it.
//
// choice_text in rules.h writes. Reading matches the words with the alternatives of the current site. It
// does not check whether the choice is lawful, so that refusal.h can say why it is not.

#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime {

/// A choice in words, typed.
struct NamedChoice {
  int16_t alternative = 0;  // of the current site
  ActionId action = language::none;
  std::vector<Value> values;  // one per parameter
};

/// P0170 another action than the site offers, P0171 number of arguments or another name before one, P0172 unknown member or value, P0173
/// not of the form of a choice. `where` is the range that diagnostics point to.
std::optional<NamedChoice> parse_choice(const Scenario& scenario, const Position& position,
                                        const std::string& text, const SourceRange& where,
                                        Diagnostics& diagnostics);

/// What these words can be as a Choice, one for each alternative with this action, the one that was parsed
/// first. Whether it is lawful is not asked; a set that holds no candidates gives nothing.
std::vector<Choice> choices_named(const Scenario& scenario, const Position& position,
                                  const NamedChoice& named);

/// The lawful choice with these words, or nothing when it is not lawful. Sets of more members than a list of all choices
/// may have are asked too, unless the action has a preference.
std::optional<Choice> find_choice(ReferenceRules& rules, const Position& position, const NamedChoice& named);

}  // namespace casebook::runtime
