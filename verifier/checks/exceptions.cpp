// SPDX-License-Identifier: Apache-2.0
// exceptions: two exceptions to one definition that hold together and differ, without a word of which goes
// first.
//
// Asked of each pair of exceptions that no `over` puts in order, and that the switches leave open: on the
// positions of the probe, for parameters taken at random from their types. Two that hold together and differ
// are a fault in play; here they are told with both cases before anybody meets it.
#include <fmt/format.h>

#include <algorithm>

#include "verifier/checks/bound_text.h"
#include "verifier/checks/list.h"
#include "verifier/checks/probe.h"

namespace casebook::checks {

using namespace runtime;
using language::Definition;
using language::Exception;
using language::Id;
using language::TypeTag;

namespace {

constexpr const char* id = "exceptions";
constexpr size_t most_positions = 200;
constexpr int tries_each = 24;

class Asker {
 public:
  explicit Asker(Context& context)
      : context_(context),
        scenario_(context.scenario()),
        reference_(scenario_),
        random_(context.random(id)) {}

  size_t pairs = 0;

  void ask(const Definition& definition) {
    const auto live = [&](const Exception& one) {
      return known_by_switches(*one.when, scenario_->options, scenario_->readings) != 0;
    };
    const auto over = [&](size_t a, size_t b) {
      const auto& list = definition.exceptions[a].over;
      return std::find(list.begin(), list.end(), static_cast<Id>(b)) != list.end();
    };
    for (size_t a = 0; a < definition.exceptions.size(); ++a) {
      for (size_t b = a + 1; b < definition.exceptions.size(); ++b) {
        if (!live(definition.exceptions[a]) || !live(definition.exceptions[b]) || over(a, b) || over(b, a))
          continue;
        ++pairs;
        ask(definition, definition.exceptions[a], definition.exceptions[b]);
      }
    }
  }

 private:
  /// Some value of the parameter's type; false where it has none that can be named.
  bool set_some(Id var) {
    const language::Type& type = context_.program().vars[static_cast<size_t>(var)].type;
    const language::Interval& interval = context_.program().vars[static_cast<size_t>(var)].interval;
    Value& value = reference_.evaluator().variable(var);
    switch (type.tag) {
      case TypeTag::boolean:
        value = Value(static_cast<int64_t>(random_.below(2)));
        return true;
      case TypeTag::number:
        if (interval.low > interval.high) return false;
        value = Value(interval.low + static_cast<int64_t>(random_.below(static_cast<uint32_t>(
                                         std::min<int64_t>(interval.high - interval.low, 1'000'000) + 1))));
        return true;
      case TypeTag::entity:
      case TypeTag::maybe:
        if (scenario_->size(type.of) == 0) return false;
        value = Value(static_cast<int64_t>(random_.below(static_cast<uint32_t>(scenario_->size(type.of)))));
        return true;
      default:
        return false;
    }
  }

  void ask(const Definition& definition, const Exception& a, const Exception& b) {
    Evaluator& evaluator = reference_.evaluator();
    const std::vector<Tried>& positions = context_.probe().positions();
    const size_t every = std::max<size_t>(1, positions.size() / most_positions);
    for (size_t i = 0; i < positions.size(); i += every) {
      for (int tries = 0; tries < (definition.params.empty() ? 1 : tries_each); ++tries) {
        for (const Id var : definition.params) {
          if (!set_some(var)) return;
        }
        try {
          const Position& position = positions[i].position;
          if (!evaluator.evaluate(*a.when, position).yes() || !evaluator.evaluate(*b.when, position).yes())
            continue;
          if (evaluator.evaluate(*a.value, position) == evaluator.evaluate(*b.value, position)) continue;
        } catch (const Fault&) {
          continue;
        }
        tell(definition, a, b, positions[i]);
        return;
      }
    }
  }

  void tell(const Definition& definition, const Exception& a, const Exception& b, const Tried& tried) {
    std::string call = definition.name;
    for (size_t i = 0; i < definition.params.size(); ++i) {
      const Id var = definition.params[i];
      const auto word = literal(*scenario_, context_.program().vars[static_cast<size_t>(var)].type,
                                reference_.evaluator().variable(var));
      if (!word) return;
      call += (i == 0 ? "(" : ", ") + *word;
    }
    call += definition.params.empty() ? "()" : ")";
    const language::Program& p = context_.program();
    Finding& finding = context_.add(
        id, fmt::format("{}: {} and {}", definition.name, p.label_text(a.label), p.label_text(b.label)),
        Verdict::refuted, Concern::contradiction);
    finding.claim = fmt::format("The exceptions of {} to {} agree wherever both hold",
                                p.label_text(a.label) + " and " + p.label_text(b.label), definition.name);
    finding.headline = fmt::format("{} and {} say two things about {}", p.label_text(a.label),
                                   p.label_text(b.label), definition.name);
    finding.text = fmt::format("Both hold for {} and differ, and neither goes before the other.", call);
    finding.method = Method::made_up;
    finding.scope = context_.probe().scope();
    context_.cite(finding, a.label, a.place);
    context_.cite(finding, b.label, b.place);
    Witness witness;
    describe(witness, *scenario_, tried.position, tried.grade);
    witness.sides.push_back(side_at(*scenario_, tried.position, {{Assertion::What::fault, call, {}}}));
    finding.witness = std::move(witness);
  }

  Context& context_;
  ScenarioPtr scenario_;
  ReferenceRules reference_;
  Random random_;
};

Answer run(Context& context) {
  if (context.program().game == language::none) return {Verdict::proved, "no game: there is no play"};
  Asker asker(context);
  for (const Definition& definition : context.program().definitions) asker.ask(definition);
  if (asker.pairs == 0) return {Verdict::proved, "no two exceptions without an order"};
  return {Verdict::sampled,
          fmt::format("{} pairs of exceptions on {}", asker.pairs, context.probe().scope())};
}

}  // namespace

Check exceptions() {
  return {id, "Do two exceptions hold together and differ, without an order?", CheckOf::game, true, run};
}

}  // namespace casebook::checks
