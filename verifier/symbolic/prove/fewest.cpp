// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/fewest.h"

#include <algorithm>

#include "verifier/finding/witness.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/translate/founded.h"

namespace casebook::symbolic {

namespace {

using namespace language::ids;
using language::Type;

/// One condition with some pieces anywhere, asked again and again with another bound.
class Placements {
 public:
  Placements(const std::shared_ptr<const runtime::Scenario>& scenario, const runtime::Position& position,
             const runtime::AskedExpression& condition, KindId kind, const std::vector<int32_t>& pieces,
             const FewestSettings& settings)
      : scenario_(scenario),
        start_(position),
        condition_(condition),
        kind_(kind),
        pieces_(pieces),
        settings_(settings),
        positions_(scenario, formula_),
        translator_(positions_, Freedom::allowed, limits()),
        open_(positions_.known(position)) {
    let_go();
  }

  /// With at most so many; `satisfiable` has put the position into `found`.
  Answer ask(int64_t most, Fewest& found);
  Fewest& tell(Fewest& found) const;

 private:
  static TranslatorLimits limits() {
    TranslatorLimits limits;
    limits.every_field = true;
    return limits;
  }
  void let_go();
  Ref elsewhere(const runtime::Position& than) const;

  const std::shared_ptr<const runtime::Scenario>& scenario_;
  const runtime::Position& start_;
  const runtime::AskedExpression& condition_;
  const KindId kind_;
  const std::vector<int32_t>& pieces_;
  const FewestSettings& settings_;
  mutable Formula formula_;
  mutable PositionFormulas positions_;
  Translator translator_;
  SymbolicPosition open_;
  Ref placed_ = no;  // how many
  std::unique_ptr<Solver> solver_;
};

void Placements::let_go() {
  const Type location{language::TypeTag::location, language::none, 1};
  const Ref absent = formula_.number(positions_.codes().first_box());
  std::vector<Ref> placed;
  std::vector<SymbolicValue>& places = open_.change(SlotOf::place, kind_);
  for (const int32_t piece : pieces_) {
    SymbolicValue& place = places[static_cast<size_t>(piece)];
    place = positions_.any(location, {}, "place " + std::to_string(piece));
    placed.push_back(formula_.not_(formula_.equal(place.number, absent)));
  }
  placed_ = formula_.count(std::move(placed));
  for (const StateId state : settings_.free_states) {
    const Type type = positions_.type_of(SlotOf::state, state);
    size_t which = 0;
    for (SymbolicValue& value : open_.change(SlotOf::state, state))
      value = positions_.any(type, positions_.bounds_of(type),
                             "state " + std::to_string(state) + " " + std::to_string(which++));
  }
  translator_.extend_frame(condition_.vars);
  const Ref holds = translator_.evaluate(*condition_.expr, open_).number;
  const Ref fault = translator_.any_of(translator_.take_faults());
  SolverLimits to_bits = settings_.limits;
  to_bits.to_bits = true;
  solver_ = std::make_unique<Solver>(formula_, to_bits);
  solver_->add(settings_.holds ? holds : formula_.not_(holds));
  solver_->add(formula_.not_(fault));
}

/// Some piece or free state is not what it is there.
Ref Placements::elsewhere(const runtime::Position& than) const {
  const SymbolicPosition there = positions_.known(than);
  std::vector<Ref> differ;
  const auto note = [&](SlotOf what, Id id, size_t which) {
    const SymbolicValue &mine = open_.value(what, id, which), &one = there.value(what, id, which);
    differ.push_back(formula_.not_(formula_.equal(mine.number, one.number)));
    differ.push_back(formula_.not_(formula_.equal(mine.never, one.never)));
    for (size_t i = 0; i < mine.items.size() && i < one.items.size(); ++i)
      differ.push_back(formula_.not_(formula_.equal(mine.items[i], one.items[i])));
  };
  for (const int32_t piece : pieces_) note(SlotOf::place, kind_, static_cast<size_t>(piece));
  for (const StateId state : settings_.free_states)
    for (size_t i = 0; i < open_.cells(SlotOf::state, state).values.size(); ++i)
      note(SlotOf::state, state, i);
  return formula_.or_(std::move(differ));
}

Answer Placements::ask(int64_t most, Fewest& found) {
  const Ref few = formula_.less_equal(placed_, formula_.number(most));
  for (;;) {
    FoundedLimits limits;
    limits.go_on = settings_.go_on;
    const Founded asked = ask_founded(*solver_, translator_, {few}, limits);
    found.questions += asked.rounds;
    found.resources += asked.resources;
    if (asked.answer != Answer::satisfiable) return asked.answer;
    runtime::Position position = start_;
    positions_.decode(open_, asked.model, position);
    Witness witness;
    witness.grade = Grade::typed;
    witness.sides.push_back(side_at(
        *scenario_, position, {{Assertion::What::value, condition_.text, settings_.holds ? "yes" : "no"}}));
    const std::vector<std::string> against = confirm(witness, {scenario_});
    if (against.empty()) {
      found.placed.clear();
      const auto& slot = positions_.slot_of(SlotOf::place, kind_);
      const Type location = positions_.type_of(SlotOf::place, kind_);
      for (const int32_t piece : pieces_)
        if (runtime::read_slot(position, slot, location, static_cast<uint32_t>(piece)).number !=
            scenario_->ground.hexes)
          found.placed.push_back(piece);
      found.position = std::move(position);
      return Answer::satisfiable;
    }
    found.why = against.front();
    if (translator_.freed().empty()) {
      found.verdict = Verdict::tool_error;
      found.position = std::move(position);
      return Answer::unknown;
    }
    if (++found.contradicted >= settings_.contradicted) return Answer::unknown;
    solver_->add(elsewhere(position));
  }
}

Fewest& Placements::tell(Fewest& found) const {
  for (const auto& [construct, label] : translator_.freed()) found.open.push_back(construct);
  found.nodes = formula_.size();
  return found;
}

}  // namespace

Fewest fewest(const std::shared_ptr<const runtime::Scenario>& scenario, const runtime::Position& position,
              const runtime::AskedExpression& condition, KindId kind, const std::vector<int32_t>& pieces,
              const FewestSettings& settings) {
  Fewest found;
  const auto all = static_cast<int64_t>(pieces.size());
  const int64_t most = std::min(settings.most.value_or(all), all);
  std::unique_ptr<Placements> placements;
  try {
    placements = std::make_unique<Placements>(scenario, position, condition, kind, pieces, settings);
    // Whether so many do it at all: where they do not, one question says so.
    const auto is_over = [&](Answer answer) {
      if (found.verdict == Verdict::tool_error) return true;
      found.stopped = settings.go_on && !settings.go_on();
      if (answer == Answer::unknown && !found.stopped && found.contradicted < settings.contradicted)
        found.why = limit_text();
      else if (answer == Answer::unknown && !found.stopped)
        found.why = "the engine contradicts " + std::to_string(found.contradicted) +
                    " placements, the last: " + found.why;
      return found.stopped || found.contradicted >= settings.contradicted;
    };
    Answer answer = placements->ask(most, found);
    if (is_over(answer)) return placements->tell(found);
    if (answer == Answer::unsatisfiable) {
      found.none_below = most + 1;
      found.verdict = most == all ? Verdict::refuted : Verdict::unknown;
      if (most != all) found.why = "more than " + std::to_string(most) + " were not tried";
      return placements->tell(found);
    }
    bool sure = true;  // none was found with fewer, and that is proved
    for (int64_t few = 0; few < (found.position ? static_cast<int64_t>(found.placed.size()) : most); ++few) {
      answer = placements->ask(few, found);
      if (is_over(answer)) return placements->tell(found);
      if (answer == Answer::satisfiable) break;
      if (answer == Answer::unknown) sure = false;
      if (sure) found.none_below = few + 1;
    }
    if (found.position && found.none_below == static_cast<int64_t>(found.placed.size())) {
      found.verdict = Verdict::proved;
      found.why.clear();
    }
    return placements->tell(found);
  } catch (const Untranslated& untranslated) {
    found.why = "not translated: " + untranslated.construct;
  } catch (const TooLarge& large) {
    found.why = large.what();
  }
  if (placements) placements->tell(found);
  return found;
}

}  // namespace casebook::symbolic
