// SPDX-License-Identifier: Apache-2.0
// questions: what must the text answer that nobody has marked?
//
// 1. Read each rule otherwise where rulebooks often leave it open (engine/program/edit/rivals.h): the other
//    side chooses, several lines add up, a single piece is an exception. A rule that a reading decides is left
//    out, since its author asks already.
// 2. Compare both on the positions of the probe: who chooses, what is lawful, and the results of the same
//    choice and the same roll. Where they do not differ, compare on positions made up where the rule is asked,
//    and search as `compare` does for two editions. Then do the same with every option on.
//
//    A fault under the other answer alone, such as a value that leaves the range of its measure, is no difference:
//    rules that cannot be played are no answer.
//
// 3. Leave out what the case answers: the list of cases has a statement of it with a claim, and the other answer
//    breaks the claim.
// 4. Do 1 and 2 with the rules as they would be without their readings and with nothing marked as supplied. A question that a mark asks as well, with
//    the same answer, counts as found without the mark (checks/questions/asked_already.h).
//
// 5. A question that only permits a choice that loses the game at once for who makes it is a note, as for
//    `ambiguities`.
//
// A finding is a question: it shows that the answer changes play. Whether the text gives it, only a reader of
// the text can say. A rival that plays the same wherever it was tried is no finding.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "engine/base/in_parallel.h"
#include "engine/program/edit/rivals.h"
#include "engine/program/expression.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/compiled/compiled_answers.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/checks/list.h"
#include "verifier/checks/questions/asked_already.h"
#include "verifier/checks/questions/set_up_for.h"
#include "verifier/checks/shared/answered.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/checks/shared/only_loses.h"
#include "verifier/checks/shared/sought_apart.h"
#include "verifier/checks/shared/telling.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "questions";
/// Positions of a difference that are looked at before none is shown.
constexpr size_t most_tried_to_tell = 6, most_spread_to_tell = 24;
/// Positions at which a field is asked, of each source.
constexpr size_t most_of_a_field = 2'000;
/// Choices that are applied under both, at a position made up where the rule is asked.
constexpr size_t most_of_made = 12;
/// The same at a position where a difference is known to be.
constexpr size_t most_of_known = 200;
/// Positions that an answer changes, kept to see whether a mark asks the same.
constexpr size_t most_apart = 24;

struct Candidate {
  const Tried* tried = nullptr;
  int64_t weight = 0;
};

struct Asked {
  Rival rival;
  std::string piece;  // the single one of its sort; empty: the question speaks of none
  ScenarioPtr ruleset;
  bool unknown = false, same = false;
  size_t differing = 0, of_reached = 0;
  std::set<uint64_t> games;
  size_t tried = 0;
  std::vector<Tried> made;  // where the shared positions show nothing
  bool searched = false;
  bool only_loses = true;  // wherever it differs, it only permits what loses the game at once
  std::vector<Candidate> candidates;
  std::vector<AskedAlready::Apart> apart;  // positions that it changes
  std::optional<Tried> of_field;           // where a field has another value, though no choice shows it
  bool matters() const { return of_field || !candidates.empty(); }
};

class QuestionsCheck {
 public:
  /// `read`: the rules that are read otherwise, which play as those of the probe do. Positions that come with the
  /// edition were made to show its readings: where those are left out, they are too.
  QuestionsCheck(Context& context, Probe& probe, ScenarioPtr read)
      : context_(context),
        probe_(probe),
        scenario_(probe.scenario()),
        read_(std::move(read)),
        asked_already_(context, scenario_) {}

  std::vector<Asked> ask(const std::vector<Rival>& rivals) {
    std::vector<Asked> all;
    for (const Rival& rival : rivals) {
      Asked one;
      one.rival = rival;
      if (rival.given != none) {
        const std::optional<std::string> piece = single_piece(rival.given);
        one.same = !piece;  // no piece is the only one: there is nothing to ask
        one.piece = piece.value_or("");
      }
      if (!one.same) {
        Diagnostics diagnostics;
        if (read_->data)
          one.ruleset = runtime::bind_besides(*read_, {{runtime::rival_switch, rival.name}}, diagnostics);
        one.unknown = one.ruleset == nullptr;
      }
      all.push_back(std::move(one));
    }
    const std::vector<Known>& known = probe_.known(context_);
    probe_.reach();
    in_parallel(
        all.size(), [&](size_t i, size_t) { look(all[i], known); }, [&] { return !context_.stopped(); });
    return all;
  }

  /// Whether a mark asks the same; adds the finding then.
  bool tell_marked(const Asked& one) {
    auto mark = mark_of(one);
    if (!mark || !mark->asks_the_same) return false;
    // With its readings a list has fewer lines that do not ask: the same question, and begun at another line.
    const auto& told = context_.findings();
    if (std::any_of(told.begin(), told.end(), [&](const Finding& other) {
          return other.check == id && other.subject == one.rival.name && other.same_as &&
                 other.same_as->check == mark->check && other.same_as->subject == mark->subject;
        }))
      return false;
    Finding& finding = add(one);
    finding.kind.clear();  // it is not unasked: the mark asks it
    finding.met = met_of(one);
    finding.text = fmt::format(
        "Casebook found the same question itself. These rules answer \u201c{}\u201d. The other answer is \u201c{}\u201d.",
        one.rival.as_played, one.rival.otherwise);
    finding.method = one.of_reached > 0 ? Method::play : Method::generated;
    finding.scope = scope_of(one);
    finding.same_as = std::move(*mark);
    if (only_loses(one)) note_that_it_only_loses(finding, one.differing);
    return true;
  }

  bool is_answered(const Asked& one) const {
    return checks::is_answered(context_, one.rival.label, scenario_, one.ruleset);
  }

  /// Adds the finding; no: nothing of a difference can be shown.
  bool tell(const Asked& one) {
    if (one.of_field && one.candidates.empty()) return tell_field(one);
    TwoRules two(probe_.rules(), one.ruleset);
    two.only_what_play_meets();
    two.without_faults();
    Examples examples(two);
    for (const auto& [candidate, example] : most_telling(one, two, examples)) {
      const Tried small = probe_.shrunk(*candidate.tried, [&](const runtime::Position& position) {
        return examples.again(position, example).has_value();
      });
      const auto there = examples.again(small.position, example);
      const auto witness = there ? witness_of(*there, small, scenario_, one.ruleset) : std::nullopt;
      if (!witness) continue;
      report(one, small, *witness);
      return true;
    }
    return false;
  }

 private:
  /// The examples of its candidates, the most telling first, as far as a most telling one.
  static std::vector<std::pair<Candidate, Example>> most_telling(const Asked& one, TwoRules& two,
                                                                 Examples& examples) {
    std::vector<std::pair<Candidate, Example>> all;
    for (const Candidate& candidate : one.candidates) {
      const auto difference = two.at(candidate.tried->position, most_of_known);
      if (!difference || difference->how == Difference::How::outcomes) continue;
      all.emplace_back(candidate, examples.best(candidate.tried->position, *difference));
      if (all.back().second.telling == Telling::choice) break;
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second.telling < b.second.telling; });
    return all;
  }

  /// The name of the piece of which alone the given is true.
  std::optional<std::string> single_piece(GivenId given) const {
    const Given& of = scenario_->program->givens[given];
    const KindId kind = of.params[0].of;
    Diagnostics unheard;
    const auto asked = runtime::asked_expression(*scenario_,
                                                 fmt::format("{{some_piece in {} where {}(some_piece)}}",
                                                             scenario_->program->kinds[kind].name, of.name),
                                                 unheard);
    if (!asked) return std::nullopt;
    runtime::Evaluator evaluator(scenario_);
    try {
      evaluator.extend_frame(asked->vars, asked->text);
      const std::vector<int32_t> members = evaluator.evaluate(*asked->expr, scenario_->start).items;
      if (members.size() != 1) return std::nullopt;
      return scenario_->value_text(Type{TypeTag::entity, kind, 1}, members[0]);
    } catch (const runtime::Fault&) {
      return std::nullopt;
    }
  }

  void look(Asked& one, const std::vector<Known>& known) const {
    if (one.same || one.unknown) return;
    std::unique_ptr<TwoRules> two;
    try {
      two = std::make_unique<TwoRules>(probe_.rules(), one.ruleset);
    } catch (const std::exception&) {  // more registers than there are
      one.unknown = true;
      return;
    }
    if (two->second().runs_as(two->first())) {
      one.same = true;
      return;
    }
    two->only_what_play_meets();
    two->without_faults();
    compare(one, *two, probe_.positions(), &known);
    if (one.matters() || context_.stopped()) return;
    // Made up where the rule is asked. The probe's rules serve other threads for what is known; to play on,
    // these have their own.
    Mutant of;  // known by the name of its item
    of.name = one.rival.item;
    const Where where = where_asked(probe_.reach(), *scenario_->program, of);
    std::vector<bool> sites;
    bool anywhere = false;
    for (size_t site = 0; site < where.offers.size(); ++site) {
      sites.push_back(where.anywhere(static_cast<SiteId>(site)));
      anywhere = anywhere || sites.back();
    }
    if (!anywhere) return;
    const auto first = std::make_unique<runtime::CompiledRules>(scenario_);
    TwoRules apart(*first, one.ruleset);
    apart.only_what_play_meets();
    apart.without_faults();
    one.made = probe_.more(context_, "where " + one.rival.name + " is asked", sites);
    set_up_for(*first, scenario_, one.rival, one.piece, context_.settings().seed,
               context_.random("questions at barriers " + one.rival.name), sites, one.made,
               [this] { return !context_.stopped(); });
    compare(one, apart, one.made, nullptr);
    if (one.matters() || context_.stopped()) return;
    Sought sought = sought_apart(
        read_, one.ruleset, context_.settings().seed,
        [&](const Tried& tried) {
          const auto difference = apart.at(tried.position, most_of_known);
          return difference && difference->how != Difference::How::outcomes;
        },
        [this] { return !context_.stopped(); });
    one.searched = true;
    const auto& fields = scenario_->program->fields;
    if (!sought.tried && std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
          return field.name == one.rival.item && field.params.empty();
        }))
      look_at_field(one);
    if (!sought.tried) return;
    one.made = {std::move(*sought.tried)};
    one.candidates.push_back({&one.made.front(), 0});
    one.apart.clear();
    if (const auto difference = apart.at(one.made.front().position, most_of_known))
      one.apart.push_back({&one.made.front().position, difference->how});
  }

  /// The hexes to which a field of reach without parameters leads.
  class Leads {
   public:
    Leads(const ScenarioPtr& scenario, const std::string& field) : evaluator_(scenario) {
      evaluator_.answer_with(runtime::make_compiled_answers(scenario));
      Diagnostics unheard;
      asked_ = runtime::asked_expression(
          *scenario, fmt::format("{{some_hex in hex where {}()[some_hex]}}", field), unheard);
      if (asked_) evaluator_.extend_frame(asked_->vars, asked_->text);
    }
    std::optional<std::vector<int32_t>> to(const runtime::Position& position) {
      if (!asked_) return std::nullopt;
      try {
        return evaluator_.evaluate(*asked_->expr, position).items;
      } catch (const runtime::Fault&) {
        return std::nullopt;
      }
    }

   private:
    runtime::Evaluator evaluator_;
    std::optional<runtime::AskedExpression> asked_;
  };
  /// Those of both answers.
  struct TwoLeads {
    TwoLeads(const ScenarioPtr& scenario, const Asked& one)
        : here(scenario, one.rival.item), there(one.ruleset, one.rival.item) {}
    /// A hex to which the field leads under one of the two alone; -1: there is none.
    int32_t apart(const runtime::Position& position) {
      const auto a = here.to(position), b = there.to(position);
      if (!a || !b) return -1;
      std::vector<int32_t> differing;
      std::set_symmetric_difference(a->begin(), a->end(), b->begin(), b->end(),
                                    std::back_inserter(differing));
      return differing.empty() ? -1 : differing.front();
    }
    Leads here, there;
  };
  void look_at_field(Asked& one) const {
    TwoLeads leads(scenario_, one);
    for (const std::vector<Tried>* const of : {&probe_.positions(), &std::as_const(one.made)}) {
      size_t looked_at = 0;
      for (const Tried& tried : *of) {
        if (tried.grade == Grade::typed || looked_at++ >= most_of_a_field || context_.stopped()) continue;
        if (leads.apart(tried.position) < 0) continue;
        one.of_field = tried;
        return;
      }
    }
  }
  /// Whether the field leads to the same hexes under other rules as it does with the other answer.
  bool leads_alike(const Asked& one, const ScenarioPtr& other) const {
    Leads rival(one.ruleset, one.rival.item), asked(other, one.rival.item);
    size_t looked_at = 0;
    for (const Tried& tried : probe_.positions()) {
      if (tried.grade == Grade::typed) continue;
      if (looked_at++ >= most_of_a_field || context_.stopped()) break;
      if (rival.to(tried.position) != asked.to(tried.position)) return false;
    }
    return rival.to(one.of_field->position) == asked.to(one.of_field->position);
  }
  /// The mark that asks the same.
  std::optional<SameAs> mark_of(const Asked& one) {
    if (!one.of_field) return asked_already_.mark(one.rival, one.ruleset, one.apart);
    return asked_already_.mark(one.rival, one.ruleset, one.apart,
                               [&](const ScenarioPtr& other) { return leads_alike(one, other); });
  }
  bool tell_field(const Asked& one) {
    TwoLeads leads(scenario_, one);
    const Tried small = probe_.shrunk(
        *one.of_field, [&](const runtime::Position& position) { return leads.apart(position) >= 0; }, 60);
    const int32_t hex = leads.apart(small.position);
    if (hex < 0) return false;
    const auto here = leads.here.to(small.position);
    const bool first = std::find(here->begin(), here->end(), hex) != here->end();
    const std::string asked = fmt::format("{}()[{}]", one.rival.item, scenario_->value_text(hex_type, hex));
    Witness witness;
    describe(witness, *scenario_, small.position, small.grade);
    witness.sides.push_back(
        side_at(*scenario_, small.position, {{Assertion::What::value, asked, first ? "yes" : "no"}}));
    witness.sides.push_back(
        side_at(*one.ruleset, small.position, {{Assertion::What::value, asked, first ? "no" : "yes"}}));
    report(one, small, witness);
    return true;
  }

  /// What the positions are set up for is one choice of many there.
  static bool looks_at_all(RivalSort sort) {
    return sort == RivalSort::passes_through || sort == RivalSort::each_way ||
           sort == RivalSort::since_the_start;
  }

  /// Without what the first rules say of each, more choices are looked at.
  void compare(Asked& one, TwoRules& two, const std::vector<Tried>& on,
               const std::vector<Known>* known) const {
    const bool shared = &on == &probe_.positions();
    one.tried += on.size();
    for (size_t i = 0; i < on.size(); ++i) {
      if (i % 256 == 0 && context_.stopped()) return;
      if (read_ != scenario_ && on[i].shipped >= 0) continue;
      if (on[i].grade == Grade::typed) continue;  // what play cannot come to says little of the rules
      const auto difference =
          known != nullptr
              ? two.at(on[i].position, (*known)[i], nullptr)
              : two.at(on[i].position, looks_at_all(one.rival.sort) ? most_of_known : most_of_made);
      if (!difference) continue;
      ++one.differing;
      one.only_loses = one.only_loses && two.only_loses(on[i].position);
      if (one.apart.size() < most_apart) one.apart.push_back({&on[i].position, difference->how});
      const bool reached = shared && i < probe_.reached();
      if (reached) {
        ++one.of_reached;
        one.games.insert(on[i].game);
      }
      if (difference->how == Difference::How::outcomes) continue;
      Witness size;
      describe(size, *scenario_, on[i].position, Grade::typed);
      // What games come to is shown before what was generated, and an early position before a late one.
      const int64_t weight = (difference->how == Difference::How::after ? 200 : 0) +
                             (reached ? static_cast<int64_t>(on[i].step) : 10'000 + size.units);
      one.candidates.push_back({&on[i], weight});
    }
    std::stable_sort(one.candidates.begin(), one.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weight < b.weight; });
    // The first, and more that are spread over the others: what matters late in a game shows only there.
    std::vector<Candidate>& all = one.candidates;
    const size_t rest = all.size() - std::min(all.size(), most_tried_to_tell);
    const size_t spread = std::min(rest, most_spread_to_tell);
    for (size_t i = 0; i < spread; ++i)
      all[most_tried_to_tell + i] = all[most_tried_to_tell + i * rest / spread];
    all.resize(all.size() - rest + spread);
  }

  static std::string with_piece(std::string text, const std::string& piece) {
    if (const size_t at = text.find("{piece}"); at != std::string::npos) text.replace(at, 7, piece);
    return text;
  }

  Finding& add(const Asked& one) {
    const Rival& rival = one.rival;
    const Program& p = context_.program();
    const std::string question = with_piece(rival.question, one.piece);
    const std::string& title = rival.label == none ? std::string() : p.cases[rival.label].title;
    Finding& finding = context_.add(id, rival.name, Verdict::refuted, Concern::ambiguity);
    finding.kind = kind::unasked;
    finding.claim = fmt::format("Play is the same if the answer to \"{}\" is another", question);
    finding.headline = fmt::format("{}{}: {}", case_in_text(p.label_text(rival.label)),
                                   title.empty() ? "" : " (" + title + ")", question);
    context_.cite(finding, rival.label, rival.place);
    return finding;
  }
  /// The other answer only permits what loses the game at once, where it was found to matter; nor was a position found,
  /// by a search for one, where it does more.
  bool only_loses(const Asked& one) {
    return one.differing > 0 && one.only_loses &&
           only_loses_where_sought(probe_, one.ruleset, context_.settings().seed,
                                   [this] { return !context_.stopped(); });
  }
  Met met_of(const Asked& one) const {
    std::set<uint64_t> games;
    for (size_t i = 0; i < probe_.reached(); ++i) games.insert(probe_.positions()[i].game);
    return {one.of_reached, probe_.reached(), one.games.size(), games.size(), one.differing, one.tried};
  }
  std::string scope_of(const Asked& one) const {
    return one.searched ? "found by " + sought_apart_scope()
                        : fmt::format("the answer changes play in {} of {} from games and in {} of {}",
                                      grouped(one.of_reached), counted(probe_.reached(), "position"),
                                      grouped(one.differing - one.of_reached),
                                      counted(one.tried - probe_.reached(), "other position"));
  }

  void report(const Asked& one, const Tried& small, const Witness& witness) {
    const Rival& rival = one.rival;
    Finding& finding = add(one);
    finding.text = fmt::format(
        "These rules answer \u201c{}\u201d. The other answer is \u201c{}\u201d. {}", rival.as_played,
        rival.otherwise,
        checks::tell(witness, scenario_, one.ruleset, "the answer of these rules", "the other answer"));
    finding.method = small.grade == Grade::seen ? Method::play : Method::generated;
    finding.scope = scope_of(one);
    finding.met = met_of(one);
    finding.details.push_back(
        "If the text answers it, acknowledge this finding and cite the sentence. If not, write a reading.");
    finding.details.push_back(
        fmt::format("Play with the other answer: casebook play {}", in_shell(one.ruleset->id)));
    finding.witness = witness;
    finding.same_as = mark_of(one);
    if (only_loses(one)) note_that_it_only_loses(finding, one.differing);
    context_.speaks_of(one.ruleset);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_, read_;
  AskedAlready asked_already_;
};

/// Questions that the rules without their readings raise, and these rules do not. Those that a mark asks are added:
/// how many.
size_t asked_without_marks(Context& context, Probe& probe, const std::vector<Rival>& asked) {
  const ScenarioPtr without = AskedAlready::without_marks(probe.scenario(), probe.positions());
  if (!without) return 0;
  std::vector<Rival> others;
  for (Rival& one : rivals(*without->program)) {
    const bool known = std::any_of(asked.begin(), asked.end(), [&](const Rival& other) {
      return other.sort == one.sort && other.item == one.item && other.place.file == one.place.file &&
             other.place.begin == one.place.begin;
    });
    if (!known && context.in_rulebook(one.label)) others.push_back(std::move(one));
  }
  QuestionsCheck check(context, probe, without);
  size_t marked = 0;
  for (const Asked& one : check.ask(others)) {
    if (context.stopped()) break;
    marked += one.matters() && check.tell_marked(one) ? 1U : 0U;
  }
  return marked;
}

Answer run(Context& context) {
  const Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  std::vector<Rival> asked_for;
  size_t borrowed = 0;
  for (Rival& one : rivals(p)) {
    if (context.in_rulebook(one.label))
      asked_for.push_back(std::move(one));
    else
      ++borrowed;
  }
  if (asked_for.empty()) return {Verdict::proved, "no rule that rulebooks often leave open"};
  QuestionsCheck played(context, context.probe(), context.scenario());
  std::vector<Asked> asked = played.ask(asked_for);
  std::unique_ptr<QuestionsCheck> with_options;
  std::vector<QuestionsCheck*> tellers(asked.size(), &played);
  if (Probe* const other = context.stopped() ? nullptr : context.probe_with_options()) {
    std::vector<Rival> again;
    std::vector<size_t> which;
    for (size_t i = 0; i < asked.size(); ++i) {
      if (asked[i].matters() || asked[i].unknown) continue;
      again.push_back(asked[i].rival);
      which.push_back(i);
    }
    if (!again.empty()) {
      with_options = std::make_unique<QuestionsCheck>(context, *other, other->scenario());
      std::vector<Asked> told = with_options->ask(again);
      for (size_t k = 0; k < which.size(); ++k) {
        if (!told[k].matters()) continue;
        asked[which[k]] = std::move(told[k]);
        tellers[which[k]] = with_options.get();
      }
    }
  }
  size_t same = 0, unknown = 0, found = 0, answered = 0;
  for (size_t i = 0; i < asked.size() && !context.stopped(); ++i) {
    unknown += asked[i].unknown ? 1U : 0U;
    if (asked[i].matters() && tellers[i]->is_answered(asked[i]))
      ++answered;
    else if (asked[i].matters() && tellers[i]->tell(asked[i]))
      ++found;
    else if (!asked[i].unknown)
      ++same;
  }
  const size_t marked = context.stopped() ? 0 : asked_without_marks(context, context.probe(), asked_for);
  std::string scope = fmt::format("{} tried with a second meaning in {}", counted(asked.size(), "rule"),
                                  context.probe().scope());
  if (same > 0) scope += fmt::format("; {} of these made no difference", grouped(same));
  if (answered > 0)
    scope +=
        fmt::format("; {} made a difference, but a claim already answers the question", grouped(answered));
  if (marked > 0)
    scope += fmt::format("; {} whose question the rules files already mark",
                         counted(marked, "more rule", "more rules"));
  if (borrowed > 0) scope += fmt::format("; {} of another rulebook not tried", counted(borrowed, "rule"));
  if (unknown > 0) scope += fmt::format("; {} not decided", counted(unknown, "rule"));
  return {Verdict::sampled, scope};
}

}  // namespace

Check questions() {
  return {
      id, "What must the text answer that nobody has marked?", CheckOf::game, true, run, Needs::positions};
}

}  // namespace casebook::checks
