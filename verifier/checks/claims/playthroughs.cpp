// SPDX-License-Identifier: Apache-2.0
// playthroughs: an example game of the edition that no longer goes as it was recorded.
//
// A playthrough is a record in the folder `playthroughs` of the edition (docs/formats/record.md). The check replays it,
// and asks two sorts of its notes in the position where they stand:
//
//   ; check EXPR           the expression holds
//   ; refused CASE CHOICE  the choice is not lawful, and that case is among those that refuse it
//
// A case with blanks stands in quotation marks. A record of another scenario of the edition is left out. One with other options or readings is played with them.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/base/text.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/replay.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;

namespace {

constexpr const char* id = "playthroughs";
constexpr size_t most_listed = 6;

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.all())
    if (one.severity == Severity::error) return one.message;
  return "it cannot begin";
}

/// What a note demands; nothing of one that only explains.
std::optional<Assertion> demanded(const std::string& note) {
  constexpr std::string_view check = "check ", refused = "refused ";
  if (note.starts_with(check)) return Assertion{Assertion::What::value, note.substr(check.size()), "yes"};
  if (!note.starts_with(refused)) return std::nullopt;
  const std::string rest = note.substr(refused.size());
  if (rest.starts_with('"')) {  // "chart: movement, road"
    const size_t end = std::min(rest.find('"', 1), rest.size() - 1);
    return Assertion{Assertion::What::refused, std::string(trimmed(std::string_view(rest).substr(end + 1))),
                     rest.substr(1, end - 1)};
  }
  const size_t blank = std::min(rest.find(' '), rest.size());
  return Assertion{Assertion::What::refused, rest.substr(std::min(blank + 1, rest.size())),
                   rest.substr(0, blank)};
}

class PlaythroughsCheck {
 public:
  explicit PlaythroughsCheck(Context& context) : context_(context) {}

  uint64_t games = 0, steps = 0, notes = 0, of_others = 0;

  void ask(const Playthrough& one) {
    if (!one.unreadable.empty()) {
      ++games;
      add(one, 0, "file", fmt::format("The playthrough {} cannot be read: {}", one.name, one.unreadable));
      return;
    }
    if (!is_of_this_scenario(one.record.ruleset)) {
      ++of_others;
      return;
    }
    const ScenarioPtr scenario = under_its_switches(one.record);
    ++games;
    if (!scenario) {
      add(one, 0, "switches",
          fmt::format("The playthrough {} names options or readings that these rules do not have", one.name));
      return;
    }
    Diagnostics diagnostics;
    ReplayOptions options;
    options.under_other_rules = true;
    Replay played = replay(one.record, one.name, make_compiled_rules(scenario), diagnostics, options);
    if (!played.game) {
      add(one, 0, "start",
          fmt::format("The playthrough {} cannot begin: {}", one.name, first_error(diagnostics)));
      return;
    }
    steps += played.steps;
    std::vector<Position> positions(played.steps + 1);
    for (size_t at = played.steps + 1; at-- > 0;) {
      positions[at] = played.game->position();
      played.game->undo();
    }
    ask_notes(one, scenario, positions);
    if (!played.good) stops(one, scenario, positions.back(), played.steps, first_error(diagnostics));
  }

 private:
  /// A copy of an edition may have another name and id, and its files have the same names.
  bool is_of_this_scenario(const RulesetIdentity& said) const {
    const auto file = [](const std::string& scenario) {
      return scenario.ends_with(".json") ? scenario.substr(scenario.rfind('/') + 1) : "scenario.json";
    };
    return file(said.scenario) == file(identity_of(*context_.scenario()).scenario);
  }

  ScenarioPtr under_its_switches(const Record& record) const {
    const ScenarioPtr& scenario = context_.scenario();
    if (compare(record.ruleset, identity_of(*scenario)).switches.empty()) return scenario;
    if (!scenario->data) return nullptr;
    Diagnostics unseen;
    ScenarioPtr other = bind_besides(*scenario, record.ruleset.switches, unseen);
    if (other) context_.speaks_of(other);
    return other;
  }

  /// `at`: how many steps were played. It is shown where the last of them stands.
  Finding& add(const Playthrough& one, size_t at, const std::string& what, std::string headline) {
    Finding& finding = context_.add(id, one.name + " " + what, Verdict::refuted, Concern::contradiction);
    finding.kind = kind::does_not_hold;
    finding.claim = fmt::format("The playthrough {} goes as it was recorded", one.name);
    finding.headline = std::move(headline);
    finding.method = Method::play;
    finding.scope = "the playthrough was replayed";
    TextPlace place;
    place.file = one.file;
    if (at > 0 && at <= one.record.steps.size()) {
      place.line = static_cast<uint32_t>(std::max(one.record.steps[at - 1].line, 1));
      place.text = step_text(one.record.steps[at - 1]);
    }
    finding.places.push_back(std::move(place));
    return finding;
  }

  /// The witness is the record as far as it goes, with what is seen there.
  static Witness seen(const Playthrough& one, const ScenarioPtr& scenario, const Position& position,
                      size_t at, Assertion said) {
    Witness witness;
    const bool from_start = one.record.start.empty();
    ReferenceRules asking(scenario);
    const bool holds = check_invariants(asking, position, nullptr).failures.empty();
    describe(witness, *scenario, position,
             from_start ? Grade::reachable
             : holds    ? Grade::invariants
                        : Grade::typed);
    WitnessSide side = side_at(*scenario, position, {std::move(said)});
    if (from_start) {
      side.record.start.clear();
      side.record.steps = cut(one.record, at).steps;
      for (RecordStep& step : side.record.steps) step.notes.clear();
    }
    witness.sides.push_back(std::move(side));
    return witness;
  }

  /// `after step 3`; before the first step `at the beginning`.
  static std::string moment(size_t at) {
    return at == 0 ? std::string("at the beginning") : fmt::format("after step {}", at);
  }

  static std::string text_of(const Assertion& wanted) {
    return wanted.what == Assertion::What::value ? wanted.subject : assertion_text(wanted);
  }

  static std::string news(const Playthrough& one, const Assertion& wanted, size_t at) {
    return wanted.what == Assertion::What::value
               ? fmt::format("In the playthrough {}, {} does not hold {}", one.name, wanted.subject,
                             moment(at))
               : fmt::format("In the playthrough {}, {} does not refuse {} {}", one.name, wanted.value,
                             wanted.subject, moment(at));
  }

  /// The first note that does not hold, and how many others: one change of the rules shows in many of them.
  void ask_notes(const Playthrough& one, const ScenarioPtr& scenario,
                 const std::vector<Position>& positions) {
    struct Failed {
      Assertion wanted;
      size_t at;
      std::string why;
    };
    std::vector<Failed> failed;
    for (size_t at = 0; at < positions.size() && !context_.stopped(); ++at)
      for (const std::string& note : at == 0 ? one.record.notes : one.record.steps[at - 1].notes) {
        const std::optional<Assertion> wanted = demanded(note);
        if (!wanted) continue;
        ++notes;
        Witness asked;
        asked.sides.push_back(side_at(*scenario, positions[at], {*wanted}));
        const std::vector<std::string> differs = confirm(asked, {scenario});
        if (!differs.empty()) failed.push_back({*wanted, at, differs.front()});
      }
    if (failed.empty()) return;
    const auto& [wanted, at, why] = failed.front();
    Assertion opposite = wanted;
    opposite.value = wanted.what == Assertion::What::value ? "no" : "";
    if (wanted.what == Assertion::What::refused && !shows(scenario, positions[at], opposite))
      opposite.what = Assertion::What::permitted;
    const bool is_read = shows(scenario, positions[at], opposite);
    Finding& finding = add(one, at, fmt::format("{}: {}", moment(at), text_of(wanted)),
                           is_read ? news(one, wanted, at)
                                   : fmt::format("In the playthrough {}, a note {} cannot be read: {}",
                                                 one.name, moment(at), text_of(wanted)));
    if (failed.size() > 1) {
      finding.details.push_back(fmt::format(
          "{} not hold either:", counted(failed.size() - 1, "more note of it does", "more notes of it do")));
      for (size_t i = 1; i < std::min(failed.size(), most_listed + 1); ++i)
        finding.details.push_back(fmt::format("{}: {}", moment(failed[i].at), text_of(failed[i].wanted)));
    }
    cite(finding, wanted);
    if (is_read)
      finding.witness = seen(one, scenario, positions[at], at, opposite);
    else
      finding.details.push_back(why);
  }

  void cite(Finding& finding, const Assertion& wanted) const {
    const auto& cases = context_.program().cases;
    for (size_t i = 0; i < cases.size(); ++i)
      if (wanted.what == Assertion::What::refused && cases[i].label == wanted.value)
        context_.cite(finding, static_cast<language::CaseId>(i));
  }

  /// Every case that refuses the choice.
  void cite_refusing(Finding& finding, const ScenarioPtr& scenario, const Position& position,
                     const std::string& choice) const {
    const auto& cases = context_.program().cases;
    for (size_t i = 0; i < cases.size(); ++i)
      if (shows(scenario, position, {Assertion::What::refused, choice, cases[i].label}))
        context_.cite(finding, static_cast<language::CaseId>(i));
  }

  static bool shows(const ScenarioPtr& scenario, const Position& position, const Assertion& said) {
    Witness witness;
    witness.sides.push_back(side_at(*scenario, position, {said}));
    return confirm(witness, {scenario}).empty();
  }

  void stops(const Playthrough& one, const ScenarioPtr& scenario, const Position& position, size_t at,
             const std::string& why) {
    const bool at_end = at == one.record.steps.size();
    Finding& finding = add(one, std::min(at + 1, one.record.steps.size()),
                           at_end ? "outcome" : fmt::format("step {}", at + 1),
                           at_end ? fmt::format("The playthrough {} ends otherwise: {}", one.name, why)
                                  : fmt::format("The playthrough {} stops at step {}, {}: {}", one.name,
                                                at + 1, step_text(one.record.steps[at]), why));
    std::vector<Assertion> ways;
    if (at_end) {
      ways.push_back(
          {Assertion::What::outcome, {}, outcome_text(*scenario, outcome_of(*scenario, position))});
    } else if (one.record.steps[at].kind == StepKind::choice) {
      ways.push_back({Assertion::What::refused, one.record.steps[at].text, {}});
      ways.push_back({Assertion::What::not_offered, one.record.steps[at].text, {}});
    }
    for (const Assertion& said : ways) {
      if (!shows(scenario, position, said)) continue;
      finding.witness = seen(one, scenario, position, at, said);
      if (said.what == Assertion::What::refused) cite_refusing(finding, scenario, position, said.subject);
      return;
    }
  }

  Context& context_;
};

Answer run(Context& context) {
  PlaythroughsCheck check(context);
  for (const Playthrough& one : context.playthroughs()) {
    if (context.stopped()) break;
    check.ask(one);
  }
  std::string scope = "no playthrough of this scenario comes with the edition";
  if (check.games > 0)
    scope = fmt::format("{}, {}, {}", counted(check.games, "playthrough"), counted(check.steps, "step"),
                        counted(check.notes, "note that was checked", "notes that were checked"));
  if (check.of_others > 0)
    scope += fmt::format("; {} of other scenarios", counted(check.of_others, "more", "more"));
  return {Verdict::proved, std::move(scope)};
}

}  // namespace

Check playthroughs() {
  return {id, "Does each playthrough of the edition go as it was recorded?", CheckOf::game, true, run};
}

}  // namespace casebook::checks
