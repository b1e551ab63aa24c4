// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the parts of a report are written with: the text so far, its anchors and pictures, and words that
// several parts share.

#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verifier/finding/laid_out.h"
#include "verifier/finding/prose.h"
#include "verifier/report/figures.h"
#include "verifier/report/html.h"
#include "verifier/report/items.h"
#include "verifier/report/picture_budget.h"
#include "verifier/report/report.h"

namespace casebook::report {

/// What a concern is called above a list of findings, and what it asks of the reader.
struct Heading {
  std::string_view title, meaning;
};
Heading heading_of(Concern concern);
/// The same; a question that stays open has its own.
Heading heading_of(const Finding& finding);

/// Whether a line of a table is enough: no witness, and nothing to decide.
bool is_brief(const Finding& finding);
/// The answer of a comparison as a whole, which stands above its differences.
bool is_answer(const Finding& finding);

std::string anchor(const Finding& finding);
std::string anchor(const std::string& label);
std::string joined(const std::vector<std::string>& words);
/// Of its cases, without their editions.
std::vector<std::string> labels_of(const Finding& finding);
/// `step(A, 0102) is lawful in spi-1980; in decision-games-2 it is refused by 4.1.` For a difference without a
/// position, what is known of it. `names`: what the two rulesets are called.
std::string in_a_sentence(const Finding& finding, const std::array<std::string, 2>& names);
/// What it is to be a position of that grade, in a few words.
std::string_view grade_meaning(Grade grade);

/// Links to findings, as many as a reader follows: of a long list the others are counted.
struct FewLinks {
  std::vector<std::pair<std::string, std::string>> first;  // name and anchor; at most most_named
  size_t more = 0;
  void add(const std::string& name, const Finding& to);
};

class Page {
 public:
  Page(const Report& report, Figures& figures, PictureBudget& picture_budget);

  const Report& report;
  Html html;
  Figures& figures;
  const Prose prose;  // what came out is told in it; commands and records are not

  void badge(Verdict verdict);
  /// Its kind, in the colour of its verdict.
  void badge(const Finding& finding);
  /// How near to play a position is.
  void badge(Grade grade);
  void list(const std::vector<std::string>& lines);
  void row_of_heads(std::initializer_list<std::string_view> titles);
  /// A link where the case stands in this file, its name where it does not.
  void case_link(const CaseName& one);
  void case_links(const std::vector<CaseName>& cases);
  void links(const FewLinks& links);
  bool is_here(const CaseName& one) const { return one.edition.empty() || one.edition == edition_; }
  /// Its summary, or its title; empty when no ruleset of this report has it.
  std::string case_words(const CaseName& one) const;
  std::string case_title(const CaseName& one) const;

  /// For a finding of the list: other findings about the same thing, by name and anchor.
  std::map<const Finding*, FewLinks> related;
  void also(const Finding& finding, std::string_view element);
  /// Of an item, at its first finding: ` of 3a and 3b` where it has several, and the severity.
  std::map<const Finding*, std::pair<std::string, std::string>> severity;
  /// What asks the question of a first finding once more.
  std::map<const Finding*, std::vector<const Finding*>> repeats;
  /// For what follows from something marked: name and anchor of that.
  std::map<const Finding*, std::pair<std::string, std::string>> joined_to;
  /// For a note about something that another finding asks: name and anchor of that.
  std::map<const Finding*, std::pair<std::string, std::string>> asked_in;
  /// For one that has no game to show: name and anchor of another of the same defect that has.
  std::map<const Finding*, std::pair<std::string, std::string>> shown_by;

  /// The findings that want an answer, with their names.
  std::vector<std::pair<std::string, const Finding*>> wanting;

  /// One finding in full, or several in a table.
  void finding(const Finding& finding, const std::string& number);
  void brief(const std::vector<std::pair<std::string, const Finding*>>& findings);
  void comparison(const Comparison& comparison, size_t index);
  void scene(const Finding& one);
  void known_by(const std::vector<const Finding*>& row, const std::vector<compare::ItemResult>& items,
                const std::string& found_in);
  void played_alike(const Comparison& comparison, const std::vector<CaseName>& differing);
  void titles(const std::vector<CaseName>& cases, bool here);
  void regions_of(const compare::ItemResult& item, const std::array<std::string, 2>& names);
  void rules_lines(const std::array<std::vector<std::string>, 2>& texts,
                   const std::array<std::string, 2>& names);
  void sides_say(const compare::Result& result, const compare::Change& change);
  /// What to decide before the changes: the open questions on which they rest. `example`: name and
  /// anchor of a finding of the result.
  void questions_first(const compare::Result& result,
                       const std::function<std::pair<std::string, std::string>(size_t finding)>& example);
  void decided_with(const compare::Change& change);
  void texts_apart(const TextsApart& texts, const std::array<std::string, 2>& names);
  void decided_elsewhere(const Finding& finding);
  void others_of(const std::vector<const Finding*>& row, const std::function<std::string(size_t)>& name_of);
  void games_begin(const compare::Change& change);
  std::string effect_on_play(const Finding& one, const std::array<std::string, 2>& names) const;
  std::string lead_of(const Finding& finding, const compare::Change& change) const;
  void proofs(const Proofs& proofs);
  /// What a case says, sentence by sentence: which are open, and what asks each.
  void statements(const Covered& one);

  /// A difference of a comparison that was written, and where it stands.
  struct Cited {
    size_t comparison = 0;  // from 1
    std::string name, anchor;
  };
  /// By label of a case here, those whose cases have it.
  const std::map<std::string, std::vector<Cited>>& differences() const { return differences_; }

 private:
  void labels(const std::vector<std::string>& labels);
  void matrix(const std::vector<Property>& properties);
  void text_of_cases(const Finding& finding);
  void witness(const Finding& finding, const Witness& witness);
  /// False: there was nothing to draw or no room for it. `apart`: what else the same picture does not show.
  bool picture(const std::optional<Figure>& figure, const std::string& under, PictureBudget::Need need,
               const std::string& apart = {});
  void steps(const WitnessSide& side);
  void side(const Finding& finding, const Witness& witness, size_t index, const std::string& begins);
  std::string new_anchor(const Finding& finding);
  /// `5.3 Attacks; decision-games-2 7.2(1) Attackers`: what two editions say otherwise. Empty where no case has a title.
  std::string titles_of_both(const Finding& finding) const;

  std::string titles_of(const compare::ItemResult& item, const std::string& other,
                        const std::array<std::string, 2>& names) const;

  std::map<std::string, std::vector<Cited>> differences_;
  std::string edition_;
  std::set<std::string> labels_, anchors_;
  bool beside_another_ = false;                                    // cases of another edition are spoken of
  std::array<std::string, 2> sides_{"this ruleset", "the other"};  // what two that are compared are called
  PictureBudget& picture_budget_;
  PictureBudget::Need need_ = PictureBudget::Need::finding;  // of the pictures of what is written
};

}  // namespace casebook::report
