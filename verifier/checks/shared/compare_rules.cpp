// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/compare_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/text.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/limit_words.h"
#include "engine/runtime/text/refusal.h"
#include "engine/runtime/text/stuck.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using namespace language::ids;
using language::none;

namespace {

ActionId action_of(const Scenario& scenario, const Position& position, const Choice& choice) {
  const SiteId site = position.cell(scenario.layout.site) - 1;
  return scenario.program->sites[site].alternatives[static_cast<size_t>(choice.alternative)].action;
}

}  // namespace

/// Where a choice has more answers, positions that differ are taken to differ for good.
constexpr size_t most_ahead = 8;
/// Where more choices are lawful under both, not all are played: then nothing is said of all of them.
constexpr size_t most_of_both = 1'000;

TwoRules::TwoRules(CompiledRules& first, std::shared_ptr<const Scenario> second)
    : first_(first), second_(std::make_unique<CompiledRules>(std::move(second))) {
}

Known known_of(CompiledRules& rules, const Position& position, size_t most_tried) {
  Known known;
  known.node = rules.node(position);
  const auto every = [&](size_t count) {
    return std::max<size_t>(1, count / std::max<size_t>(1, most_tried));
  };
  if (known.node == NodeKind::chance) {
    rules.outcomes(position, known.outcomes);
    for (size_t i = 0; i < known.outcomes.size(); i += every(known.outcomes.size())) {
      known.after.emplace_back(i, position);
      rules.apply(known.after.back().second, known.outcomes[i]);
    }
  } else if (known.node == NodeKind::choose) {
    rules.choices(position, known.choices);
    known.player = rules.player(position);
    // Choices spread over the list, and one of each alternative.
    std::set<size_t> tried;
    const std::vector<Choice>& all = known.choices;
    for (size_t i = 0; i < all.size(); i += every(all.size())) tried.insert(i);
    for (size_t i = 0; i < all.size(); ++i) {
      if (i == 0 || all[i].alternative != all[i - 1].alternative) tried.insert(i);
    }
    for (const size_t i : tried) {
      known.after.emplace_back(i, position);
      rules.apply(known.after.back().second, all[i]);
    }
  }
  return known;
}

std::optional<Difference> TwoRules::at(const Position& position, size_t most_tried) {
  return at(position, known_of(first_, position, most_tried), nullptr);
}

std::optional<Difference> TwoRules::at(const Position& position, const Known& known, const Where* where) {
  const Scenario& scenario = first_.scenario();
  const auto site = static_cast<size_t>(std::max(0, position.cell(scenario.layout.site) - 1));
  const bool offers = where == nullptr || where->offers[site];
  const auto leads = [&](size_t alternative) { return where == nullptr || where->leads[site][alternative]; };
  const auto is_at_limit = [&](const Position& after) {
    return first_.outcome(after).kind == OutcomeKind::limit;
  };
  Difference found;
  switch (known.node) {
    case NodeKind::over:
      return std::nullopt;
    case NodeKind::chance: {
      found.chance = true;
      if (offers) {
        second_->outcomes(position, outcomes_);
        if (known.outcomes != outcomes_) {
          found.how = Difference::How::outcomes;
          return found;
        }
      }
      if (!leads(0)) return std::nullopt;
      for (const auto& [i, after] : known.after) {
        after_ = position;
        second_->apply(after_, known.outcomes[i]);
        if (after_ == after || !counts(after_) || is_at_limit(after) || (as_met_ && !part(after, after_)))
          continue;
        found.how = Difference::How::after;
        found.outcome = known.outcomes[i];
        return found;
      }
      return std::nullopt;
    }
    case NodeKind::choose:
      break;
  }
  const std::vector<Choice>& a = known.choices;
  if (offers) {
    second_->choices(position, choices_);
    const std::vector<Choice>& b = choices_;
    if (as_met_ && (a.empty() || b.empty())) return std::nullopt;
    // What cannot be listed is not known.
    if (a.empty() != b.empty() &&
        !limit_words_at(a.empty() ? scenario : second_->scenario(), position).empty())
      return std::nullopt;
    // Whose the only choice is makes no difference.
    if (std::max(a.size(), b.size()) > 1 && known.player != second_->player(position)) {
      found.how = Difference::How::player;
      return found;
    }
    if (a != b) {
      found.how = Difference::How::offered;
      size_t i = 0, j = 0;
      while (i < a.size() && j < b.size() && a[i] == b[j]) ++i, ++j;
      found.under_first = j == b.size() || (i < a.size() && a[i] < b[j]);
      found.choice = found.under_first ? a[i] : b[j];
      found.action = action_of(scenario, position, found.choice);
      return found;
    }
  }
  for (const auto& [i, after] : known.after) {
    if (!leads(static_cast<size_t>(a[i].alternative))) continue;
    after_ = position;
    second_->apply(after_, a[i]);
    if (after_ == after || !counts(after_) || is_at_limit(after) || (as_met_ && !part(after, after_)))
      continue;
    found.how = Difference::How::after;
    found.choice = a[i];
    found.action = action_of(scenario, position, a[i]);
    return found;
  }
  return std::nullopt;
}

bool TwoRules::part(const Position& first, const Position& second, int choices_ahead) {
  /// To where somebody has a choice of two, or something is thrown; how many steps there was no choice.
  const auto run = [](CompiledRules& rules, Position& position, std::vector<Choice>& choices) {
    constexpr int most = 8;
    int steps = 0;
    for (; steps < most && rules.node(position) == NodeKind::choose; ++steps) {
      rules.choices(position, choices);
      if (choices.size() != 1) break;
      rules.apply(position, choices.front());
    }
    return steps;
  };
  Position a = first, b = second;
  std::vector<Choice> of_a, of_b;
  const int steps_a = run(*playing_, a, of_a), steps_b = run(*second_, b, of_b);
  if (a == b || !counts(b) || playing_->outcome(a).kind == OutcomeKind::limit) return false;
  const NodeKind node = playing_->node(a);
  const uint32_t site = first_.scenario().layout.site;
  if (node != second_->node(b) || node == NodeKind::over || a.cell(site) != b.cell(site)) return true;
  if (node == NodeKind::choose && (of_a != of_b || playing_->player(a) != second_->player(b))) return true;
  // What one of them was asked besides leaves its mark, and no more.
  if (steps_a != steps_b) return false;
  if (choices_ahead == 0 || node != NodeKind::choose || of_a.size() > most_ahead) return true;
  return std::any_of(of_a.begin(), of_a.end(), [&](const Choice& choice) {
    Position next_a = a, next_b = b;
    playing_->apply(next_a, choice);
    second_->apply(next_b, choice);
    return next_a != next_b && part(next_a, next_b, choices_ahead - 1);
  });
}

bool TwoRules::only_loses(const Position& position) {
  if (playing_->node(position) != NodeKind::choose || second_->node(position) != NodeKind::choose)
    return false;
  const int32_t player = playing_->player(position);
  if (second_->player(position) != player) return false;
  std::vector<Choice> a, b, alone, both;
  playing_->choices(position, a);
  second_->choices(position, b);
  const auto loses = [&](CompiledRules& rules, const Choice& choice) {
    Position next = position;
    rules.apply(next, choice);
    const Outcome outcome = rules.outcome(next);
    return outcome.kind == OutcomeKind::won && outcome.side != player;
  };
  const auto all_lose = [&](CompiledRules& rules, const std::vector<Choice>& some,
                            const std::vector<Choice>& others) {
    alone.clear();
    std::set_difference(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(alone));
    return std::all_of(alone.begin(), alone.end(), [&](const Choice& one) { return loses(rules, one); });
  };
  if (a == b || !all_lose(*playing_, a, b) || !all_lose(*second_, b, a)) return false;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  if (both.size() > most_of_both) return false;
  return std::all_of(both.begin(), both.end(), [&](const Choice& one) {
    Position next_a = position, next_b = position;
    playing_->apply(next_a, one);
    second_->apply(next_b, one);
    return next_a == next_b;
  });
}

bool TwoRules::still(const Position& position, const Difference& difference) {
  const std::optional<Difference> now = at(position, 24);
  return now && now->how == difference.how && now->action == difference.action &&
         now->chance == difference.chance && now->under_first == difference.under_first;
}

namespace {

/// One step from a position, by the reference evaluator; null where it cannot be taken.
std::unique_ptr<Game> one_step(const Difference& difference, const Tried& tried,
                               const ScenarioPtr& scenario) {
  auto game = std::make_unique<Game>(make_reference_rules(scenario), tried.position);
  const bool done = difference.chance ? game->take(difference.outcome) : game->play(difference.choice);
  return done ? std::move(game) : nullptr;
}

WitnessSide side_of(const Scenario& scenario, Record record, std::vector<Assertion> said) {
  WitnessSide side;
  side.ruleset = scenario.id;
  side.record = std::move(record);
  side.record.seeded_dice = false;
  side.said = std::move(said);
  return side;
}

std::string set_text(const Scenario& scenario, const language::Type& type, const Value& value) {
  std::string text = "{";
  for (size_t i = 0; i < value.items.size(); ++i) {
    text +=
        (i == 0 ? "" : ", ") + scenario.value_text({language::TypeTag::entity, type.of, 1}, value.items[i]);
  }
  return text + "}";
}

/// What may be seen of two positions that differ: an expression with its two values.
bool named_difference(const Scenario& scenario, const Position& a, const Position& b, std::string& expression,
                      std::string& va, std::string& vb) {
  for (const games::Cell& cell : games::cells_of(scenario, a)) {
    const language::Type type = games::type_of(scenario, cell);
    if (type.tag == language::TypeTag::path) continue;
    const Value one = games::read(scenario, a, cell), other = games::read(scenario, b, cell);
    if (one == other) continue;
    expression = expression_of(scenario, cell);
    if (expression.empty()) continue;
    const auto text = [&](const Value& value) {
      return type.tag == language::TypeTag::set ? set_text(scenario, type, value)
                                                : scenario.value_text(type, value.number);
    };
    va = text(one), vb = text(other);
    return true;
  }
  return false;
}

/// The site where the position waits; null: play is over.
const language::Site* site_of(const Scenario& scenario, const Position& position) {
  const auto at = static_cast<language::SiteId>(position.cell(scenario.layout.site) - 1);
  return at < 0 ? nullptr : &scenario.program->sites[at];
}

/// The first of these choices whose action the other site does not offer at all; null: there is none.
const Choice* not_offered_at(const language::Site* site, const std::vector<Choice>& choices,
                             const language::Site* other) {
  for (const Choice& choice : choices) {
    const language::ActionId action = site->alternatives[static_cast<size_t>(choice.alternative)].action;
    if (other == nullptr || std::none_of(other->alternatives.begin(), other->alternatives.end(),
                                         [&](const auto& one) { return one.action == action; }))
      return &choice;
  }
  return nullptr;
}

/// What is to be seen of two games that came from one position by the same steps; no: nothing that has a
/// name.
bool seen_apart(const Scenario& scenario, Game& a, Game& b, std::vector<Assertion>& of_a,
                std::vector<Assertion>& of_b) {
  const auto say = [&](Assertion::What what_a, Assertion::What what_b, const std::string& subject,
                       const std::string& va, const std::string& vb) {
    of_a.push_back({what_a, subject, va});
    of_b.push_back({what_b, subject, vb});
    return true;
  };
  using What = Assertion::What;
  const std::string ta = outcome_text(scenario, a.outcome()), tb = outcome_text(scenario, b.outcome());
  if (ta != tb) return say(What::outcome, What::outcome, {}, ta, tb);
  std::vector<Choice> ca, cb;
  if (a.node() == NodeKind::choose) ca = a.choices();
  if (b.node() == NodeKind::choose) cb = b.choices();
  const uint32_t site = scenario.layout.site;
  if (ca != cb && a.position().cell(site) == b.position().cell(site)) {
    size_t i = 0;
    while (i < ca.size() && i < cb.size() && ca[i] == cb[i]) ++i;
    const bool in_first = i == cb.size() || (i < ca.size() && ca[i] < cb[i]);
    const std::string text =
        choice_text(scenario, in_first ? a.position() : b.position(), in_first ? ca[i] : cb[i]);
    return say(in_first ? What::permitted : What::refused, in_first ? What::refused : What::permitted, text,
               {}, {});
  }
  std::string expression, va, vb;
  if (named_difference(scenario, a.position(), b.position(), expression, va, vb))
    return say(What::value, What::value, expression, va, vb);
  if (!ca.empty() && !cb.empty() && a.player() != b.player()) {
    const language::Type side{language::TypeTag::entity, scenario.program->kind_side, 1};
    return say(What::player, What::player, {}, scenario.value_text(side, a.player()),
               scenario.value_text(side, b.player()));
  }
  if (ca.size() != cb.size()) {
    const bool in_first = ca.size() > cb.size();
    const Position &more = (in_first ? a : b).position(), &fewer = (in_first ? b : a).position();
    if (const Choice* const only =
            not_offered_at(site_of(scenario, more), in_first ? ca : cb, site_of(scenario, fewer)))
      return say(in_first ? What::permitted : What::not_offered,
                 in_first ? What::not_offered : What::permitted, choice_text(scenario, more, *only), {}, {});
  }
  if (ca.size() != cb.size())
    return say(What::choices, What::choices, {}, std::to_string(ca.size()), std::to_string(cb.size()));
  return false;
}

/// That choice is lawful for one of them alone.
bool offered_apart(const Scenario& scenario, Game& a, Game& b, const Choice& last,
                   std::vector<Assertion>& of_a, std::vector<Assertion>& of_b) {
  if (a.node() != NodeKind::choose || b.node() != NodeKind::choose) return false;
  const auto lawful = [&](Game& game) {
    const std::vector<Choice>& all = game.choices();
    return std::find(all.begin(), all.end(), last) != all.end();
  };
  const bool in_a = lawful(a);
  if (in_a == lawful(b)) return false;
  const std::string text = choice_text(scenario, (in_a ? a : b).position(), last);
  of_a.push_back({in_a ? Assertion::What::permitted : Assertion::What::refused, text, {}});
  of_b.push_back({in_a ? Assertion::What::refused : Assertion::What::permitted, text, {}});
  return true;
}

/// The same after the first throw that shows it: what was decided before the dice fell may have no name.
bool thrown_apart(const Scenario& scenario, Game& a, Game& b, std::vector<Assertion>& of_a,
                  std::vector<Assertion>& of_b) {
  constexpr size_t most = 40;
  if (a.node() != NodeKind::chance || b.node() != NodeKind::chance) return false;
  const std::vector<ChanceOutcome> all = a.outcomes();
  if (all != b.outcomes() || all.size() > most) return false;
  for (const ChanceOutcome& one : all) {
    if (!a.take(one)) return false;
    if (!b.take(one)) return false;
    if (seen_apart(scenario, a, b, of_a, of_b)) return true;
    a.undo();
    b.undo();
  }
  return false;
}

}  // namespace

std::optional<Witness> witness_of(const Difference& difference, const Tried& tried, const ScenarioPtr& first,
                                  const ScenarioPtr& second) {
  Witness witness;
  describe(witness, *first, tried.position, tried.grade);
  witness.game = tried.game;
  witness.step = tried.step;
  switch (difference.how) {
    case Difference::How::offered: {
      const std::string text = choice_text(*first, tried.position, difference.choice);
      Assertion yes{Assertion::What::permitted, text, {}}, no{Assertion::What::refused, text, {}};
      if (!difference.under_first) std::swap(yes, no);
      witness.sides.push_back(side_at(*first, tried.position, {yes}));
      witness.sides.push_back(side_at(*second, tried.position, {no}));
      return witness;
    }
    case Difference::How::after: {
      const auto a = one_step(difference, tried, first), b = one_step(difference, tried, second);
      if (!a || !b) return std::nullopt;
      for (const games::PlayedStep& step : difference.then) {
        for (Game* const game : {a.get(), b.get()})
          if (!games::take(*game, step)) return std::nullopt;
      }
      std::vector<Assertion> sa, sb;
      if (difference.last) {
        if (!offered_apart(*first, *a, *b, *difference.last, sa, sb)) return std::nullopt;
      } else if (!seen_apart(*first, *a, *b, sa, sb) && !thrown_apart(*first, *a, *b, sa, sb))
        return std::nullopt;
      witness.sides.push_back(side_of(*first, a->record(), std::move(sa)));
      witness.sides.push_back(side_of(*second, b->record(), std::move(sb)));
      return witness;
    }
    case Difference::How::player: {
      ReferenceRules ra(first), rb(second);
      const language::Type side{language::TypeTag::entity, first->program->kind_side, 1};
      const auto chooses = [&](ReferenceRules& rules) {
        return Assertion{Assertion::What::player, {}, first->value_text(side, rules.player(tried.position))};
      };
      witness.sides.push_back(side_at(*first, tried.position, {chooses(ra)}));
      witness.sides.push_back(side_at(*second, tried.position, {chooses(rb)}));
      return witness;
    }
    case Difference::How::outcomes:
      break;
  }
  return std::nullopt;
}

namespace {

/// `left("A") is 11`, `white wins`: what is seen, after a comma.
std::string seen_text(const Assertion& one) {
  switch (one.what) {
    case Assertion::What::value:
      return fmt::format("{} is {}", one.subject, one.value);
    case Assertion::What::outcome:
      if (one.value == "open") return "the game goes on";
      if (one.value.starts_with("fault") || one.value.starts_with("stuck"))
        return fmt::format("play stops ({})", one.value);
      return one.value.starts_with("won by ") ? one.value.substr(7) + " wins" : "the game is " + one.value;
    case Assertion::What::choices:
      return one.value == "1" ? "1 choice is lawful" : one.value + " choices are lawful";
    default:
      break;
  }
  return assertion_text(one);
}

}  // namespace

std::string tell(const Witness& witness, const ScenarioPtr& first, const ScenarioPtr& second,
                 const std::string& first_name, const std::string& second_name) {
  std::string told;
  // Which side refuses, and by what, said by the reference evaluator at the position where it is asked.
  const auto refusal = [&](const ScenarioPtr& scenario, const WitnessSide& side) {
    Diagnostics diagnostics;
    const Replay played = replay(parse_record(record_text(side.record), "witness", diagnostics), "witness",
                                 make_reference_rules(scenario), diagnostics);
    if (!played.good) return std::string();
    ReferenceRules rules(scenario);
    const std::string& text = side.said.front().subject;
    diagnostics.sources().add("choice", text);
    const auto named = parse_choice(*scenario, played.game->position(), text,
                                    {"choice", {1, 1}, {1, static_cast<int>(text.size()) + 1}}, diagnostics);
    if (!named) return std::string("the rules do not offer this choice");
    const Explanation explanation = explain_choice(rules, played.game->position(), *named);
    std::string clause = refusal_clause(*scenario->program, explanation);
    if (clause.ends_with(" it")) clause.replace(clause.size() - 2, 2, "this choice");
    const std::vector<std::string> pieces = refused_for(rules, played.game->position(), *named);
    if (clause.empty() || pieces.empty() || pieces.size() > most_refused_for) return clause;
    return fmt::format("{}, and {} {} the reason", clause, listed(pieces, "and"),
                       pieces.size() == 1 ? "is" : "are");
  };
  const Assertion& a = witness.sides[0].said.front();
  const Assertion& b = witness.sides[1].said.front();
  std::vector<std::string> steps;
  for (const RecordStep& step : witness.sides[0].record.steps)
    steps.push_back(step.kind == StepKind::choice
                        ? step.text
                        : fmt::format("a {} of {}", step_kind_name(step.kind), step.text));
  const std::string after = steps.empty() ? std::string() : "After " + listed(steps, "and") + ": ";
  if (a.what == Assertion::What::permitted || a.what == Assertion::What::refused ||
      a.what == Assertion::What::not_offered) {
    const bool yes_first = a.what == Assertion::What::permitted;
    const std::string by = yes_first ? refusal(second, witness.sides[1]) : refusal(first, witness.sides[0]);
    told = fmt::format("{}with {}, the choice {} is lawful. With {}, {}.", after,
                       yes_first ? first_name : second_name, a.subject, yes_first ? second_name : first_name,
                       by.empty() ? "this choice is not lawful" : by);
  } else {
    const auto seen = [](const Assertion& one) {
      return one.what == Assertion::What::player ? one.value + " makes the next choice" : seen_text(one);
    };
    told = fmt::format("{}with {}, {}. With {}, {}.", after, first_name, seen(a), second_name, seen(b));
  }
  return after.empty() ? capitalised(told) : told;
}

}  // namespace casebook::checks
