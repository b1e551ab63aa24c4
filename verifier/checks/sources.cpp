// SPDX-License-Identifier: Apache-2.0
// sources: facts of pieces that no source states, and on which play rests.
//
// The order of battle and the schedule say of each fact where it comes from: attested by a source, or
// reconstructed. The check counts, for each given of the pieces that play reads, the pieces whose fact no
// source attests. Then it gives some of these pieces the value of another piece, and compares play on the
// positions of games and on generated ones. Where nothing changes, the finding is information.
//
// A list of cases may name the texts of its rulebook. A fact that only another text attests is then one that this
// rulebook leaves out: a finding of its own if every piece of the given has some source.
//
// Facts of a file in which no source attests anything, as in a game of one's own, are counted and not
// reported.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/board/scenario.h"
#include "engine/program/expression.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"

namespace casebook::checks {

using namespace runtime;
using language::Given;
using language::GivenId;
using namespace language::ids;

namespace {

constexpr const char* id = "sources";
/// Pieces of one given that get another value, and positions on which play is then compared.
constexpr size_t most_altered = 6, most_positions = 800;
constexpr size_t most_named = 6, most_reasons = 3;

struct Facts {
  size_t attested = 0;             // by a text of this rulebook, or by any where the list names none
  std::vector<int32_t> elsewhere;  // attested by the text of another rulebook alone
  std::vector<int32_t> reconstructed, unstated;
  std::vector<std::string> whys;   // of what is reconstructed, as the data have it, each once
  std::vector<std::string> texts;  // that attest what is elsewhere: `later-edition 3.2`, each once
  size_t all() const { return attested + elsewhere.size() + reconstructed.size() + unstated.size(); }
};

class SourcesCheck {
 public:
  SourcesCheck(Context& context, Probe& probe, std::set<std::string>& told)
      : context_(context), probe_(probe), scenario_(probe.scenario()), p_(context.program()), told_(told) {}

  size_t facts = 0, not_stated = 0;

  void ask() {
    if (!scenario_->data) return;
    for (size_t i = 0; i < p_.givens.size(); ++i) {
      const Given& given = p_.givens[static_cast<GivenId>(i)];
      if (context_.stopped()) return;
      if (given.params.size() != 1 || given.params[0].tag != language::TypeTag::entity ||
          !p_.kinds[given.params[0].of].on_map ||
          !context_.references().in_play({Sort::given, static_cast<language::Id>(i)}))
        continue;
      ask(static_cast<GivenId>(i), given);
    }
  }

 private:
  void ask(GivenId number, const Given& given) {
    const Facts of = facts_of(given);
    facts += of.all();
    std::vector<int32_t> open = of.reconstructed;
    open.insert(open.end(), of.unstated.begin(), of.unstated.end());
    std::sort(open.begin(), open.end());
    if (!open.empty()) {
      if (told_.insert(given.name).second) tell(number, given, of, open);
    } else if (!of.elsewhere.empty() && context_.in_rulebook(given.label) &&
               told_.insert(given.name).second) {
      tell_elsewhere(number, given, of);
    }
  }

  /// Whether the list of cases names the texts of this rulebook, and not this one.
  bool is_of_another(const std::string& source) const {
    if (!context_.cases() || context_.cases()->sources.empty()) return false;
    const auto& own = context_.cases()->sources;
    return std::find(own.begin(), own.end(), source) == own.end();
  }

  static bool attests_anything(const board::Provenances& provenances) {
    return std::any_of(provenances.all.begin(), provenances.all.end(),
                       [](const board::Provenance& one) { return one.attested; });
  }
  Facts facts_of(const Given& given) {
    Facts out;
    const KindId kind = given.params[0].of;
    const auto& members = scenario_->members[kind];
    const auto look = [&](const board::Provenances& provenances, const board::EntityLine& line) {
      if (line.kind != p_.kinds[kind].name) return;
      const auto member = std::find(members.begin(), members.end(), line.id);
      if (member == members.end()) return;
      for (const board::Fact& fact : line.facts) {
        if (fact.attribute != given.name) continue;
        const auto index = static_cast<int32_t>(member - members.begin());
        if (!attests_anything(provenances)) {
          ++not_stated;
        } else if (fact.provenance < 0) {
          out.unstated.push_back(index);
        } else if (const auto& from = provenances.all[static_cast<size_t>(fact.provenance)]; from.attested) {
          if (!is_of_another(from.source)) {
            ++out.attested;
            continue;
          }
          out.elsewhere.push_back(index);
          const std::string text = from.source + " " + from.case_label;
          if (std::find(out.texts.begin(), out.texts.end(), text) == out.texts.end())
            out.texts.push_back(text);
        } else {
          out.reconstructed.push_back(index);
          if (std::find(out.whys.begin(), out.whys.end(), from.why) == out.whys.end())
            out.whys.push_back(from.why);
        }
      }
    };
    for (const auto& order : scenario_->data->orders_of_battle)
      for (const board::EntityLine& line : order.data.entities) look(order.data.provenances, line);
    for (const auto& schedule : scenario_->data->schedules)
      for (const board::EntityLine& line : schedule.data.rows) look(schedule.data.provenances, line);
    return out;
  }

  struct Changed {
    int32_t piece = -1;
    int32_t from = 0, to = 0;
    bool in_a_game = false;
  };

  /// The first of these pieces of which another piece's value changes play.
  std::optional<Changed> changes_play(GivenId number, const std::vector<int32_t>& open) {
    const auto& cells = scenario_->givens[number].cells;
    const std::set<int32_t> values(cells.begin(), cells.end());
    const std::vector<Known>& known = probe_.known(context_);
    const Where where =
        where_asked(probe_.reach(), p_, std::set<Named>{{Sort::given, static_cast<language::Id>(number)}});
    const size_t every = std::max<size_t>(1, open.size() / most_altered);
    for (size_t i = 0; i < open.size(); i += every) {
      const int32_t piece = open[i], was = cells[static_cast<size_t>(piece)];
      for (const int32_t value : values) {
        if (value == was || context_.stopped()) continue;
        auto other = std::make_shared<Scenario>(*scenario_);
        other->givens[number].cells[static_cast<size_t>(piece)] = value;
        TwoRules two(probe_.rules(), other);
        const size_t step = std::max<size_t>(1, known.size() / most_positions);
        for (size_t at = 0; at < known.size(); at += step) {
          const Tried& tried = probe_.positions()[at];
          if (tried.grade == Grade::typed || !where.anywhere(tried.site)) continue;
          if (two.at(tried.position, known[at], &where))
            return Changed{piece, was, value, tried.grade >= Grade::reachable};
        }
        break;
      }
    }
    return std::nullopt;
  }

  std::string named(const Given& given, const std::vector<int32_t>& members) const {
    std::vector<std::string> names;
    for (const int32_t member : members) {
      if (names.size() == most_named) {
        names.push_back(fmt::format("{} more", members.size() - most_named));
        break;
      }
      names.push_back(scenario_->members[given.params[0].of][static_cast<size_t>(member)]);
    }
    return listed(names, "and");
  }

  /// What the finding says of how play rests on the facts; `Play` begins it.
  std::string rests(const Given& given, const std::optional<Changed>& changed) const {
    if (!changed) return "With other values play was the same in all positions that were tried.";
    return fmt::format(
        "Play depends on these facts: with {} in place of {} for {}, play is different in a position {}.",
        scenario_->value_text(given.type, changed->to), scenario_->value_text(given.type, changed->from),
        scenario_->members[given.params[0].of][static_cast<size_t>(changed->piece)],
        changed->in_a_game ? "that a game reached" : "that Casebook generated");
  }

  void tell_elsewhere(GivenId number, const Given& given, const Facts& of) {
    const auto changed = changes_play(number, of.elsewhere);
    if (!changed) return;  // such as what only pieces of an option have
    Finding& finding = context_.add(id, given.name, Verdict::refuted, Concern::gap);
    finding.kind = kind::not_attested;
    finding.claim = fmt::format("A text of this rulebook attests the {} of every piece", given.name);
    finding.headline = given.type == language::boolean_type
                           ? fmt::format("No text of this rulebook says which piece is the {}", given.name)
                           : fmt::format("No text of this rulebook attests the {} of {}", given.name,
                                         counted(of.elsewhere.size(), "piece"));
    finding.text = fmt::format("The data take these facts from another rulebook: {} attests them for {}. {}",
                               listed(of.texts, "and"), named(given, of.elsewhere), rests(given, changed));
    finding.scope =
        fmt::format("the {} of {} was looked up in the data", given.name, counted(of.all(), "piece"));
    context_.cite(finding, given);
  }

  void tell(GivenId number, const Given& given, const Facts& of, const std::vector<int32_t>& open) {
    const size_t all = of.all();
    const auto changed = changes_play(number, open);
    Finding& finding =
        context_.add(id, given.name, Verdict::refuted, changed ? Concern::gap : Concern::information);
    finding.kind = kind::not_attested;
    finding.claim = fmt::format("A source attests the {} of every piece", given.name);
    finding.headline = fmt::format("No source attests the fact \"{}\" of {} of {}", given.name, open.size(),
                                   counted(all, "piece"));
    finding.text = rests(given, changed);
    if (!of.reconstructed.empty())
      finding.details.push_back("Reconstructed: " + named(given, of.reconstructed));
    if (!of.unstated.empty()) finding.details.push_back("Without a source: " + named(given, of.unstated));
    if (!of.elsewhere.empty())
      finding.details.push_back(fmt::format("Attested only by {}, the text of another rulebook: {}",
                                            listed(of.texts, "and"), named(given, of.elsewhere)));
    for (size_t i = 0; i < std::min(of.whys.size(), most_reasons); ++i)
      finding.details.push_back("The data say why: " + of.whys[i]);
    if (of.whys.size() > most_reasons)
      finding.details.push_back(fmt::format("The data have {} more reasons", of.whys.size() - most_reasons));
    finding.scope = fmt::format("the {} of {} was looked up in the data", given.name, counted(all, "piece"));
    context_.cite(finding, given);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  std::set<std::string>& told_;
};

Answer run(Context& context) {
  std::set<std::string> told;
  SourcesCheck check(context, context.probe(), told);
  check.ask();
  size_t facts = check.facts;
  if (Probe* const probe = context.probe_with_options()) {
    SourcesCheck other(context, *probe, told);
    other.ask();
    facts = std::max(facts, other.facts);
  }
  std::string scope = fmt::format("{} of pieces that play reads", counted(facts, "fact"));
  if (check.not_stated > 0)
    scope += fmt::format("; {} in files that no source attests", counted(check.not_stated, "other fact"));
  return {Verdict::proved, scope};
}

}  // namespace

Check sources() {
  return {id,
          "Which facts of pieces does no source attest, though play rests on them?",
          CheckOf::data,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
