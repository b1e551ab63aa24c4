// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/starts.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/compare/align/changed_lines.h"
#include "verifier/compare/hunt/evidence.h"
#include "verifier/compare/tell/class_finding.h"
#include "verifier/compare/tell/words.h"

namespace casebook::compare {

using namespace language::ids;
using Say = Assertion::What;

namespace {

constexpr size_t most_told = 12, most_said = 4, most_of_a_state = 3;

/// Before what the rules make of a set-up that both have alike.
constexpr const char* before_the_first_choice = "before the first choice, ";

class Starts {
 public:
  explicit Starts(Pair& pair) : pair_(pair), at_{pair.scenarios[0]->start, pair.scenarios[1]->start} {
    for (const size_t side : {size_t{0}, size_t{1}}) pair.rules[side]->begin(at_[side]);
  }

  const std::map<std::string, std::string>& values() const { return values_; }

  bool by_rules() const {
    const std::vector<std::string> set_up =
        pair_.transfers[0].differences(pair_.scenarios[0]->start, pair_.scenarios[1]->start);
    // Before the first step nobody comes next yet.
    const auto says_nothing = [](const std::string& one) {
      return one == "who comes next" || one == "outcome";
    };
    return pieces_alike_ && who_alike_ && std::all_of(set_up.begin(), set_up.end(), says_nothing);
  }

  std::optional<Finding> finding() {
    const std::vector<std::string> apart = pair_.transfers[0].differences(at_[0], at_[1]);
    tell_pieces();
    pieces_alike_ = told_.empty();
    if (apart.empty() && told_.empty()) return std::nullopt;
    tell_values(apart);
    tell_first_step();
    const size_t others = told_.size() > most_told ? told_.size() - most_told : 0;
    if (others > 0) told_.resize(most_told);
    Finding finding;
    finding.check = "compare";
    finding.subject = "start";
    finding.claim = fmt::format("{} and {} begin alike", name(0), name(1));
    finding.headline = fmt::format("{} and {} begin differently", name(0), name(1));
    finding.concern = Concern::difference;
    finding.method = Method::text;
    finding.scope = "where each begins";
    finding.text = std::string(begin_differently) +
                   (told_.empty() ? values_words(apart) : fmt::format("{}", fmt::join(told_, "; ")));
    if (others > 0) finding.text += fmt::format("; and {} more", others);
    name_lines(finding);
    if (said_[0].empty()) {
      finding.headline.clear();
      finding.details.emplace_back(no_witness);
      return finding;
    }
    finding.verdict = Verdict::refuted;
    Witness witness;
    witness.grade = Grade::reachable;
    witness.units = pieces_on_map(*pair_.scenarios[0], at_[0]);
    for (const size_t side : {size_t{0}, size_t{1}}) {
      WitnessSide one;
      one.ruleset = pair_.scenarios[side]->id;
      one.record.ruleset = runtime::identity_of(*pair_.scenarios[side]);
      one.record.seeded_dice = false;
      one.said = said_[side];
      witness.sides.push_back(std::move(one));
    }
    finding.witness = std::move(witness);
    return finding;
  }

 private:
  std::string name(size_t side) const { return names(pair_, side); }

  void say(const std::array<Assertion, 2>& both) {
    if (said_[0].size() >= most_said) return;
    for (const size_t side : {size_t{0}, size_t{1}}) said_[side].push_back(both[side]);
  }

  /// Pieces that one alone is played with. Their number is something that both can be asked.
  void tell_pieces() {
    const OneWay& way = pair_.alignment.from(0);
    for (size_t kind = 0; kind < way.kinds.size(); ++kind) {
      const KindId there = way.kinds[kind];
      const language::Kind& one = pair_.scenarios[0]->program->kinds[kind];
      if (there == language::none || one.closed || !one.on_map) continue;
      const std::array<KindId, 2> ids{static_cast<KindId>(kind), there};
      bool any = false;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const Scenario& scenario = *pair_.scenarios[side];
        const auto& members = pair_.alignment.from(side).members[ids[side]];
        for (size_t i = 0; i < members.size(); ++i) {
          if (members[i] >= 0) continue;
          any = true;
          told_.push_back(fmt::format(
              "only {} has {}", name(side),
              scenario.value_text({language::TypeTag::entity, ids[side], 1}, static_cast<int32_t>(i))));
        }
      }
      const std::array<int32_t, 2> sizes{pair_.scenarios[0]->size(ids[0]), pair_.scenarios[1]->size(ids[1])};
      if (!any || sizes[0] == sizes[1]) continue;
      const std::string count = "count each in " + one.name;
      say({Assertion{Say::value, count, std::to_string(sizes[0])},
           Assertion{Say::value, count, std::to_string(sizes[1])}});
    }
  }

  /// Of each piece, and of each state the first of its values and how many more. What the set-up has alike is
  /// what the rules make of it before anything is chosen.
  void tell_values(const std::vector<std::string>& apart) {
    std::set<std::string> of(apart.begin(), apart.end());
    of.erase("who comes next");
    of.erase("outcome");
    if (of.empty()) return;
    const std::vector<std::string> set_up =
        pair_.transfers[0].differences(pair_.scenarios[0]->start, pair_.scenarios[1]->start);
    const auto is_set_up = [&](const std::string& one) {
      return std::find(set_up.begin(), set_up.end(), one) != set_up.end();
    };
    constexpr size_t most_looked = 1000;
    const std::vector<Seen> all = values_apart(pair_, at_, of, most_looked);
    std::set<std::string> told;
    for (const Seen& seen : all) {
      if (seen.piece.empty()) {
        if (!told.insert(seen.state).second) continue;
        const std::string some = some_values(all, seen.state);
        values_[seen.part] = some;
        told_.push_back((is_set_up(seen.part) ? "" : before_the_first_choice) + some);
        states_.insert(seen.state);
      } else {
        told_.push_back(fmt::format(
            "{}{} {} at {} in {}, at {} in {}", is_set_up("place") ? "" : before_the_first_choice, seen.piece,
            is_set_up("place") ? "begins" : "is", seen.values[0], name(0), seen.values[1], name(1)));
      }
      say({Assertion{Say::value, seen.expressions[0], seen.values[0]},
           Assertion{Say::value, seen.expressions[1], seen.values[1]}});
    }
  }

  /// Of a state the first values that differ, each pair of values once, and how many more there are.
  std::string some_values(const std::vector<Seen>& all, const std::string& state) const {
    std::vector<std::string> some;
    std::set<std::array<std::string, 2>> met;
    size_t others = 0;
    for (const Seen& seen : all) {
      if (seen.state != state) continue;
      if (some.size() == most_of_a_state || !met.insert(seen.values).second) {
        ++others;
        continue;
      }
      some.push_back(fmt::format("{} = {} in {}, {} in {}", seen.expressions[0], seen.values[0], name(0),
                                 seen.values[1], name(1)));
    }
    std::string text = fmt::format("{}", fmt::join(some, "; "));
    if (others > 0)
      text += fmt::format(" ({} more value{} of this sort differ{})", others, others == 1 ? "" : "s",
                          others == 1 ? "s" : "");
    return text;
  }

  /// Who chooses first, or what chance brings.
  void tell_first_step() {
    std::array<std::vector<Assertion>, 2> now;
    say_who_or_what_chance(pair_, at_, now);
    if (now[0].empty()) return;
    who_alike_ = false;
    say({now[0].front(), now[1].front()});
    const bool who = now[0].front().what == Say::player && now[1].front().what == Say::player;
    if (who)
      told_.push_back(fmt::format("{} chooses first in {}, {} in {}", now[0].front().value, name(0),
                                  now[1].front().value, name(1)));
    else
      told_.push_back("the first step differs");
  }

  /// Of state that the rules let begin otherwise: their lines. A set-up is data.
  void name_lines(Finding& finding) const {
    ChangedLines lines;
    std::vector<std::string> items;
    for (const std::string& state : states_) {
      const ItemPair* pair = pair_.alignment.find({ItemSort::state, state});
      if (pair == nullptr || pair->same_text) continue;
      lines.add(changed_lines(pair_.alignment, pair->ref));
      items.push_back(pair->ref.text());
    }
    if (items.empty()) return;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const language::Program& program = *pair_.scenarios[side]->program;
      for (const std::string& label : lines.labels[side]) finding.cases.push_back({program.edition, label});
      for (const language::Place& place : lines.places[side]) {
        TextPlace at = place_of(program, place);
        if (program.edition == pair_.scenarios[1 - side]->program->edition)
          at.file = name(side) + ": " + at.file;
        finding.places.push_back(std::move(at));
      }
    }
    std::sort(finding.cases.begin(), finding.cases.end());
    finding.cases.erase(std::unique(finding.cases.begin(), finding.cases.end()), finding.cases.end());
    finding.details.push_back("cause: " + names_listed(items));
    Cause cause;
    cause.items = std::move(items);
    cause.why = "known from the two starts";
    finding.cause = std::move(cause);
  }

  Pair& pair_;
  std::array<Position, 2> at_;
  std::vector<std::string> told_;
  std::set<std::string> states_;
  std::map<std::string, std::string> values_;
  bool pieces_alike_ = true, who_alike_ = true;
  std::array<std::vector<Assertion>, 2> said_;
};

}  // namespace

std::optional<StartsApart> starts_apart(Pair& pair) {
  Starts starts(pair);
  auto finding = starts.finding();
  if (!finding) return std::nullopt;
  return StartsApart{std::move(*finding), starts.by_rules(), starts.values()};
}

}  // namespace casebook::compare
