// SPDX-License-Identifier: Apache-2.0
#pragma once

// What has to be decided, item by item. Findings with the same cases and the same lines of the rules are
// one item with several witnesses. A finding from play that follows from a marked line joins the item of
// that line. Several findings need not be several mistakes.

#include <string>
#include <string_view>
#include <vector>

#include "verifier/finding/finding.h"
#include "verifier/finding/weight.h"

namespace casebook::report {

struct Item {
  std::vector<const Finding*> findings;  // what is marked first, then what comes of it; never empty
  size_t number = 0;                     // from 1
  /// What asks the question of the first once more, and shows no game that the first lacks. It counts, and has no
  /// entry of its own.
  std::vector<const Finding*> repeats = {};

  /// `3`, and where there are several `3a`, `3b`.
  std::string name_of(size_t index) const;
  /// Of one of its findings.
  std::string name_of(const Finding& finding) const;
  /// Of its heaviest finding.
  Weight weight() const;
  /// Whether it joins something marked in the rules with what follows from it in play.
  bool is_joined() const { return findings.back()->same_as.has_value() && !findings.front()->same_as; }
  /// Every finding of it, `1a and 1b`.
  std::string names() const;
  /// Another finding of the same defect that shows a game, where this one has none to show; else null.
  const Finding* shown_by(const Finding& finding) const;
};

/// What stands before the check and the fingerprint of one that repeats a marked question.
inline constexpr std::string_view found_without_the_mark = "Casebook found this without the mark too";

/// Every finding is in one of them: what has to be decided first, most serious first, then by section.
std::vector<Item> items_of(const std::vector<Finding>& findings);
/// Those that have to be decided, most serious first.
std::vector<const Item*> most_serious_first(const std::vector<Item>& items);

/// A rule that this edition also offers but that belongs to another one: for that one's editor.
bool is_borrowed(const Finding& finding);
bool is_acknowledged(const Finding& finding);
/// It is shown by a position that perhaps no game can reach, and by no game: listed at the end, and not counted.
bool is_not_counted(const Finding& finding);
/// Something that the editor of the rules has to decide, and has not; it counts.
bool wants_decision(const Finding& finding);
/// `2 where play stops or a rule has no value, 16 where play changes and 1 with no known effect on play`: those
/// that have to be decided, each once, by the effect that they are ordered by.
std::string defects_text(const std::vector<Item>& items);
/// Of a note about something that is asked elsewhere: the item that has to be decided there; else null.
const Item* asked_in(const Finding& note, const std::vector<Item>& items);
/// Items with the same cases, in whatever file: perhaps one hole seen by several checks. What is borrowed
/// is linked among itself.
std::vector<const Item*> related(const Item& item, const std::vector<Item>& items);
/// So many of a list of findings are named where the list is beside the point; the others are counted.
inline constexpr size_t most_named = 20;

/// Which of two differences with the same lines is plainer, to show for all of them: nearer to play (seen
/// or reachable, then not forbidden by an invariant, then any), then a choice that only one side permits,
/// then fewer steps, then fewer units.
bool is_plainer(const Finding& a, const Finding& b);

/// `Of 33 that want an answer 28 were marked when the rules were written down (...); 5 were found with
/// nothing marked.` Of those that want one, each item once; empty where there are none.
std::string come_upon_text(const std::vector<Item>& items);

/// A question of the rulebook that nothing tried has answered: no fault that was found, and no sign that
/// there is none.
bool stays_open(const Finding& finding);

}  // namespace casebook::report
