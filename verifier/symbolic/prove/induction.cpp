// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/induction.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/generated_positions.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/prove/confirm_step.h"
#include "verifier/symbolic/prove/met_in_play.h"
#include "verifier/symbolic/prove/mined_facts.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/property_marks.h"
#include "verifier/symbolic/prove/site_proof.h"
#include "verifier/symbolic/prove/sum_up.h"

namespace casebook::symbolic {

using language::InvariantWhere;
using language::Program;
using language::SiteKind;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

namespace {

// What a question may cost, as a share of its limit: first one in so many, and what that does not answer is
// put back.
constexpr std::array<uint32_t, 3> stages{20, 4, 1};
constexpr uint32_t least_limit = 1'000;

class Prover {
 public:
  Prover(ScenarioPtr scenario, const InductionSettings& settings)
      : scenario_(with_mined_variables(scenario)),
        program_(*scenario_->program),
        settings_(settings),
        first_(first_of(scenario_)),
        properties_(*scenario_, suppositions_of(*scenario_, first_), mined_facts(*scenario_)),
        steps_(scenario_, properties_),
        marks_(scenario_, properties_, settings.limits, settings.go_on) {}

  Induction run() {
    suppose_everything();
    wanted_.assign(properties_.size(), settings_.invariants.empty());
    for (size_t i = static_cast<size_t>(properties_.first_supposition()); i < properties_.size(); ++i)
      wanted_[i] = false;
    for (const Id id : settings_.invariants) wanted_[static_cast<size_t>(id)] = true;
    tell("checking whether the invariants contradict one another");
    result_.contradictions = marks_.contradictions(result_.undecided);
    translate();
    begin();
    drop_until_nothing_changes();
    result_.stopped = stopped();
    result_.all_steps = settings_.steps.empty();
    result_.asked.assign(wanted_.begin(), wanted_.begin() + properties_.first_supposition());
    finish();
    return std::move(result_);
  }

  Kept keep(InvariantId first, const std::vector<std::vector<bool>>& supposed) {
    first_candidate_ = first;
    suppose_everything();
    wanted_.assign(properties_.size(), false);
    const size_t candidates = program_.invariants.size() - static_cast<size_t>(first);
    translate();
    for (size_t site = 0; site < supposed_.size(); ++site)
      for (size_t i = 0; i < candidates; ++i)
        if (!supposed[site][i]) supposed_[site][static_cast<size_t>(first) + i] = false;
    begin();
    drop_until_nothing_changes();
    Kept kept;
    kept.stopped = stopped();
    kept.questions = result_.questions;
    kept.resources = result_.resources;
    kept.at.assign(supposed_.size(), std::vector<bool>(candidates, false));
    for (const auto& [site, why] : too_large_)
      kept.limits.push_back("nothing is kept, because what leads on from " +
                            runtime::site_text(program_, site) + " is not translated: " + why);
    if (spent_all()) kept.limits.push_back("the limit of the whole run was reached");
    if (kept.stopped || !too_large_.empty()) return kept;
    for (size_t site = 0; site < supposed_.size(); ++site)
      for (size_t i = 0; proofs_[site] && i < candidates; ++i)
        kept.at[site][i] = supposed_[site][static_cast<size_t>(first) + i];
    return kept;
  }

 private:
  void suppose_everything() {
    const size_t invariants = properties_.size();
    spent_.assign(invariants, 0);
    lost_.assign(invariants, false);
    for (size_t i = 0; i < program_.sites.size(); ++i) supposed_.push_back(properties_.supposed_at(i));
    demanded_.assign(program_.sites.size(), std::vector<bool>(invariants, false));
    limited_ = demanded_;
    mined_needed_.assign(properties_.mined.size(), false);
  }

  void translate() {
    for (size_t site = 0; site < program_.sites.size() && !stopped(); ++site) {
      if (games::ways_to(program_, static_cast<int32_t>(site)).empty() ||
          !is_asked(static_cast<int32_t>(site))) {
        proofs_.push_back(nullptr);
        continue;
      }
      tell("translating " + runtime::site_text(program_, static_cast<int32_t>(site)));
      try {
        proofs_.push_back(std::make_unique<SiteProof>(scenario_, properties_, static_cast<int32_t>(site),
                                                      settings_.translator));
      } catch (const TooLarge& large) {
        proofs_.push_back(nullptr);
        too_large_.emplace_back(static_cast<int32_t>(site), large.what());
      }
      if (!proofs_.back()) continue;
      for (size_t i = 0; i < properties_.size(); ++i)
        if (!proofs_.back()->can_suppose(static_cast<Id>(i))) supposed_[site][i] = false;
    }
  }

  void drop_until_nothing_changes() {
    drop_what_play_breaks(scenario_, properties_, supposed_);
    if (!settings_.steps.empty())
      for (auto& at : supposed_) properties_.suppose_no_more(at, properties_.first_supposition());
    // What a site could not be translated for may lead anywhere.
    if (!too_large_.empty())
      for (auto& at : supposed_) properties_.suppose_no_more(at, 0);
    // What is supposed beside the rules is looked at first: most of it is false and soon gone.
    effort_ = Effort::first_look;
    while (ask_everywhere() && !stopped()) {
    }
    // Whatever changes is asked with the smallest limit first.
    effort_ = Effort::full;
    stage_ = 0;
    while (stage_ < stages.size() && !stopped()) stage_ = ask_everywhere() ? 0 : stage_ + 1;
  }

  bool stopped() const { return settings_.go_on && !settings_.go_on(); }
  void tell(const std::string& text) const {
    if (settings_.told) settings_.told(text);
  }
  /// Kept or dropped, and never told.
  bool is_candidate(Id invariant) const {
    return first_candidate_ != language::none && invariant >= first_candidate_ &&
           invariant < properties_.invariants;
  }
  /// Looked at before the rest, because most of it is false. Of candidates few are, and what they need besides is
  /// asked when they need it.
  bool is_sifted(Id id) const {
    return first_candidate_ == language::none ? properties_.is_supposition(id) : is_candidate(id);
  }
  bool spent_all() const {
    return settings_.all_resources != 0 && result_.resources >= settings_.all_resources;
  }
  bool supposed(Id invariant, int32_t site) const {
    return supposed_[static_cast<size_t>(site)][static_cast<size_t>(invariant)];
  }

  bool is_asked(int32_t site, int16_t alternative) const {
    if (settings_.steps.empty()) return true;
    ProofCell cell;
    cell.site = site;
    cell.alternative = alternative;
    return std::find(settings_.steps.begin(), settings_.steps.end(), action_text(program_, cell)) !=
           settings_.steps.end();
  }
  bool is_asked(int32_t site) const {
    if (is_asked(site, any_of_them)) return true;
    const size_t alternatives = program_.sites[site].alternatives.size();
    for (size_t i = 0; i < std::max<size_t>(alternatives, 1); ++i)
      if (is_asked(site, static_cast<int16_t>(i)) || is_asked(site, guard_of(static_cast<int16_t>(i))))
        return true;
    return false;
  }

  /// Whether play asks it of a position at that site.
  bool due_at(Id invariant, int32_t site) const {
    if (invariant >= properties_.invariants || is_candidate(invariant)) return false;
    const language::Invariant& asked = program_.invariants[invariant];
    const language::Site& here = program_.sites[site];
    if (program_.settle != language::none && runs_at(games::ways_to(program_, site), program_.settle))
      return false;
    if (asked.where == InvariantWhere::every_choice) return here.kind == SiteKind::choose;
    return asked.where == InvariantWhere::in_procedure && here.procedure == asked.procedure;
  }

  /// The position in which the game begins is known: the engine says what holds there.
  static runtime::Position first_of(const ScenarioPtr& scenario) {
    runtime::Position first = scenario->start;
    runtime::ReferenceRules(scenario).begin(first);
    return first;
  }

  void begin() {
    runtime::Position first = scenario_->start;
    runtime::InvariantCheck ends;
    runtime::ReferenceRules rules(scenario_);
    runtime::check_ends_of_procedures(rules, ends);
    rules.begin(first);
    const int32_t site = first.cell(scenario_->layout.site) - 1;
    for (Id id = properties_.first_supposition(); site >= 0 && id < properties_.first_mined(); ++id)
      if (supposed(id, site) && !holds_in(scenario_, properties_.supposition(id), first))
        supposed_[static_cast<size_t>(site)][static_cast<size_t>(id)] = false;
    for (size_t i = 0; i < program_.invariants.size(); ++i) {
      const auto id = static_cast<Id>(i);
      ProofCell cell;
      cell.invariant = id;
      cell.to = site;
      const bool ended = std::any_of(ends.failures.begin(), ends.failures.end(),
                                     [&](const auto& failure) { return failure.invariant == id; });
      const bool asked = site >= 0 && (supposed(id, site) || due_at(id, site)) &&
                         program_.invariants[i].where != InvariantWhere::every_step;
      const bool broken = asked && runtime::check_invariant(rules, id, first, nullptr);
      cell.due = ended || (site >= 0 && due_at(id, site));
      cell.verdict = Verdict::proved;
      if (broken) supposed_[static_cast<size_t>(site)][i] = false;
      if (ended || (broken && cell.due)) {
        steps_.refute_at_start(cell);
      } else if (broken) {
        // At a roll or in a settlement play does not ask it, so no game breaks it there.
        cell.verdict = Verdict::not_inductive;
        cell.why = "it does not hold when the game begins, where play does not check it";
      }
      base_.push_back(std::move(cell));
    }
    for (ProofCell& cell : steps_.over_at_once()) base_.push_back(std::move(cell));
  }

  /// What a proof leaned on has to be shown where it was supposed. Whether that is news.
  bool demand(const SiteProof& proof, const Obligation& one) {
    bool news = false;
    std::vector<bool>& here = demanded_[static_cast<size_t>(proof.site())];
    for (const int32_t name : one.needed) {
      if (!SiteProof::is_invariant(name) || properties_.is_mined(name) || here[static_cast<size_t>(name)])
        continue;
      here[static_cast<size_t>(name)] = news = true;
    }
    return news;
  }

  /// Whether what is supposed somewhere has changed, or what has to be shown, or there is more to be asked
  /// with this limit.
  bool ask_everywhere() {
    bool changed = false;
    for (const auto& proof : proofs_)
      if (proof) changed = ask_all(*proof) || changed;
    return changed;
  }

  bool ask_all(SiteProof& proof) {
    bool changed = false;
    const bool sifting = effort_ == Effort::first_look;
    for (Obligation& one : proof.obligations()) {
      if (stopped()) return false;
      if (sifting && !is_sifted(one.invariant)) continue;
      const auto id = static_cast<size_t>(one.invariant);
      // Who is not supposed there any more, and not asked about either, need not be kept up.
      // Where the step leads is open.
      const bool anywhere = one.to < 0 && !one.open.empty() && one.alternative > any_of_them;
      const bool leant_on =
          anywhere ||
          (one.to >= 0 && supposed(one.invariant, one.to) &&
           (sifting || is_candidate(one.invariant) || demanded_[static_cast<size_t>(one.to)][id]));
      const bool due = one.to < 0 || due_at(one.invariant, one.to);
      const bool asked = wanted_[id] && due;
      if (!settings_.steps.empty() && !(asked && is_asked(one.from, one.alternative))) continue;
      if (!leant_on && !asked) continue;
      if (one.answer == Answer::unsatisfiable) {
        if (std::all_of(one.needed.begin(), one.needed.end(), [&](int32_t name) {
              return !proof.is_invariant(name) || supposed(name, proof.site());
            })) {
          if (!sifting) changed = demand(proof, one) || changed;
          continue;
        }
        one.answer.reset();
        one.stage = 0;
      }
      if (one.answer) continue;  // with less supposed it holds still less
      if (sifting ? one.looked_at : one.stage > stage_) continue;
      const Answer answer = one.open.empty() ? ask(proof, one) : Answer::unknown;
      if (!one.open.empty()) one.answer = Answer::unknown;
      if (sifting && one.open.empty() && answer == Answer::unknown) {
        one.answer.reset();  // to be asked when a proof leans on it
        one.looked_at = true;
        continue;
      }
      if (answer == Answer::unsatisfiable) {
        if (!sifting) changed = demand(proof, one) || changed;
        continue;
      }
      if (answer == Answer::unknown && one.open.empty() && may_ask_again(one, leant_on)) {
        one.answer.reset();
        changed = ++one.stage <= stage_ || changed;
        continue;
      }
      // Of what is only kept or dropped nothing is told.
      const bool tells = first_candidate_ == language::none;
      if (tells && answer == Answer::satisfiable && !properties_.is_supposition(one.invariant))
        confirm(proof, one);
      const bool by_limit = answer == Answer::unknown
                                ? one.open.empty()
                                : tells && answer == Answer::satisfiable && rests_on_limit(proof, one);
      if (due) lost_[id] = true;
      for (size_t site = 0; site < supposed_.size(); ++site) {
        if (!anywhere && static_cast<int32_t>(site) != one.to) continue;
        changed = changed || supposed_[site][id];
        if (supposed_[site][id] && by_limit) limited_[site][id] = true;
        supposed_[site][id] = false;
      }
    }
    return changed;
  }

  /// With a larger limit. Of a property that is lost already nothing more is spent on what no proof leans on.
  bool may_ask_again(const Obligation& one, bool leant_on) {
    const auto id = static_cast<size_t>(one.invariant);
    if (spent_all()) return false;
    if (one.stage + 1 >= stages.size() || too_large_of_.count(&one) != 0) return false;
    if (settings_.property_resources != 0 && spent_[id] >= settings_.property_resources) return false;
    return leant_on || !lost_[id];
  }

  Answer ask(SiteProof& proof, Obligation& one) {
    const auto id = static_cast<size_t>(one.invariant);
    if (spent_all()) {
      one.answer = Answer::unknown;
      cut_off_.insert(&one);
      return Answer::unknown;
    }
    Spending spending{settings_.limits.resources, std::numeric_limits<uint64_t>::max()};
    if (effort_ == Effort::full)
      spending.question = std::max(spending.question / stages[one.stage], least_limit);
    if (settings_.property_resources != 0)
      spending.in_all = settings_.property_resources - std::min(settings_.property_resources, spent_[id]);
    if (settings_.all_resources != 0)
      spending.in_all = std::min(spending.in_all, settings_.all_resources - result_.resources);
    ++result_.questions;
    Answer answer = Answer::unknown;
    one.itself = !proof.can_suppose(one.invariant) || supposed(one.invariant, proof.site());
    try {
      answer = proof.ask(one, supposed_[static_cast<size_t>(proof.site())], effort_, spending);
    } catch (const TooLarge& large) {
      proof.give_up(one);
      too_large_of_[&one] = large.what();
    }
    result_.resources += one.resources;
    spent_[id] += one.resources;
    if (answer == Answer::unknown && spent_all()) cut_off_.insert(&one);
    tell_how_far(one);
    return answer;
  }

  void tell_how_far(const Obligation& one) {
    if (!settings_.told) return;
    size_t shown = 0, back = 0;
    for (const auto& other : proofs_) {
      if (!other) continue;
      for (const Obligation& of : other->obligations()) {
        if (of.answer == Answer::unsatisfiable) ++shown;
        if (!of.answer && of.stage > 0) ++back;
      }
    }
    ProofCell cell;
    cell.site = one.from;
    cell.alternative = one.alternative;
    tell((effort_ == Effort::full
              ? "limit " + std::to_string(one.stage + 1) + " of " + std::to_string(stages.size())
              : std::string("sifting")) +
         ": " + action_text(program_, cell) + ", " + marks_.name_of(one.invariant) + ": " +
         (one.answer ? std::string(answer_text(*one.answer)) : "") + "; " + std::to_string(shown) +
         " shown, " + std::to_string(back) + " put back, " + std::to_string(result_.questions) +
         " queries, " + std::to_string(result_.resources) + " resources");
  }

  /// Whether the model's position breaks what is supposed there no longer since a limit was met, or since
  /// that rested on one in its turn.
  bool rests_on_limit(const SiteProof& proof, const Obligation& one) {
    const std::vector<bool>& here = limited_[static_cast<size_t>(proof.site())];
    if (std::find(here.begin(), here.end(), true) == here.end()) return false;
    const DecodedStep step = proof.decode(one);
    for (size_t i = 0; i < here.size(); ++i) {
      const auto id = static_cast<Id>(i);
      if (!here[i] || supposed(id, proof.site())) continue;
      const bool holds = properties_.is_supposition(id)
                             ? holds_in(scenario_, properties_.supposition(id), step.position)
                             : steps_.satisfies(step.position, id);
      if (holds) continue;
      without_[&one] = marks_.name_of(id);
      return true;
    }
    return false;
  }

  /// What the engine says of a model.
  void confirm(const SiteProof& proof, const Obligation& one) {
    std::vector<Id> hypotheses;
    for (size_t i = 0; i < properties_.size(); ++i)
      if (supposed(static_cast<Id>(i), proof.site())) hypotheses.push_back(static_cast<Id>(i));
    confirmed_[&one] = steps_.confirm(one, proof.decode(one), hypotheses);
  }

  void finish() {
    result_.cells = base_;
    std::map<std::string, bool> open;
    for (const auto& proof : proofs_) {
      if (!proof) continue;
      result_.nodes += proof->nodes();
      for (const auto& [what, label] : proof->freed()) {
        const std::string& cited = program_.label_text(label);
        open[what + (cited.empty() ? "" : " (" + cited + ")")] = true;
      }
      for (const Obligation& one : proof->obligations()) result_.cells.push_back(cell_of(*proof, one));
    }
    for (const auto& [what, always] : open) result_.open.push_back(what);
    result_.not_counted = sets_not_counted(*scenario_);
    for (const auto& [id, text] : leant_on_) result_.supposed.push_back(text);
    for (const MinedFact& one : properties_.mined) result_.mined.push_back(one.text);
    result_.mined_needed = mined_needed_;
    std::erase_if(result_.cells, [&](const ProofCell& cell) {
      return !wanted_[static_cast<size_t>(cell.invariant)] ||
             (cell.site >= 0 && !is_asked(cell.site, cell.alternative));
    });
    std::stable_sort(result_.cells.begin(), result_.cells.end(), [](const ProofCell& a, const ProofCell& b) {
      return std::tie(a.invariant, a.site, a.alternative, a.to) <
             std::tie(b.invariant, b.site, b.alternative, b.to);
    });
    sum_up(result_, program_, static_cast<size_t>(properties_.first_supposition()), settings_.steps.empty(),
           too_large_.empty()
               ? std::string()
               : runtime::site_text(program_, too_large_[0].first) + ": " + too_large_[0].second);
    result_.not_asked = steps_not_asked(result_, program_);
    mark();
    result_.questions += marks_.questions();
    result_.resources += marks_.resources();
  }

  /// Sites that no step leads to from where somebody comes: the largest set of them. Of those that no game
  /// met alone, and where one invariant at least is asked of every arrival, since arrivals are known by it.
  void find_unreached(const std::vector<std::vector<bool>>& proved) {
    const auto everywhere = static_cast<Id>(
        std::find_if(program_.invariants.begin(), program_.invariants.end(),
                     [](const auto& one) { return one.where == InvariantWhere::every_choice; }) -
        program_.invariants.begin());
    if (everywhere == properties_.invariants) return;
    std::vector<bool> unreached = marks_.unmet();
    const int32_t start = first_.cell(scenario_->layout.site) - 1;
    if (start >= 0) unreached[static_cast<size_t>(start)] = false;
    std::vector<std::set<int32_t>> needed(unreached.size());
    std::set<std::pair<const Obligation*, int32_t>> shown;
    const auto comes_by = [&](SiteProof& proof, const Obligation& one, size_t site) {
      if (shown.count({&one, one.to}) != 0) return false;
      if (spent_all()) return true;
      Obligation probe = one;
      probe.holds = no;
      probe.writes.clear();
      ++result_.questions;
      Answer answer = Answer::unknown;
      try {
        answer = proof.ask(probe, proved[static_cast<size_t>(proof.site())], Effort::small,
                           {settings_.limits.resources, settings_.limits.resources});
      } catch (const TooLarge&) {
        proof.give_up(probe);
      }
      result_.resources += probe.resources;
      if (answer != Answer::unsatisfiable) return true;
      shown.insert({&one, one.to});
      for (const int32_t name : probe.needed)
        if (SiteProof::is_invariant(name)) needed[site].insert(name);
      return false;
    };
    for (bool again = true; again && !stopped();) {
      again = false;
      for (const auto& proof : proofs_) {
        if (!proof || unreached[static_cast<size_t>(proof->site())]) continue;
        for (Obligation& one : proof->obligations()) {
          // What was not translated may lead anywhere.
          if (!one.open.empty() && one.to < 0 && one.alternative > any_of_them) return;
          if (one.invariant != everywhere || one.to < 0 || !unreached[static_cast<size_t>(one.to)]) continue;
          if (!one.open.empty() || comes_by(*proof, one, static_cast<size_t>(one.to))) {
            unreached[static_cast<size_t>(one.to)] = false;
            again = true;
          }
        }
      }
    }
    if (stopped()) return;
    for (size_t site = 0; site < unreached.size(); ++site) {
      if (!unreached[site] ||
          std::any_of(result_.nobody_comes.begin(), result_.nobody_comes.end(),
                      [&](const auto& one) { return one.site == static_cast<int32_t>(site); }))
        continue;
      NobodyComes one{static_cast<int32_t>(site), {}};
      for (const int32_t name : needed[site]) one.needs.push_back(marks_.name_of(name));
      result_.nobody_comes.push_back(std::move(one));
    }
  }

  /// Of positions at a site: what is shown of every step that leads there, not what is merely supposed.
  void mark() {
    result_.marks.resize(result_.verdicts.size());

    if (stopped() || !too_large_.empty() || !settings_.steps.empty()) return;
    std::vector<bool> asked(result_.verdicts.size(), false);
    for (const ProofCell& cell : result_.cells)
      if (cell.due) asked[static_cast<size_t>(cell.invariant)] = true;
    for (size_t i = 0; i < program_.invariants.size(); ++i)
      if (wanted_[i] && !asked[i])
        result_.marks[i] = {Mark::vacuous, "nothing in this scenario leads to where it is checked", {}, {}};
    if (spent_all()) {
      result_.not_asked.emplace_back("whether a proof says nothing");
      return;
    }
    tell("looking for proofs that say nothing");
    std::vector<std::vector<bool>> proved = supposed_;
    for (size_t site = 0; site < proved.size(); ++site)
      for (size_t i = 0; i < proved[site].size(); ++i)
        proved[site][i] =
            supposed_[site][i] && (properties_.is_mined(static_cast<Id>(i)) || demanded_[site][i] ||
                                   (wanted_[i] && due_at(static_cast<Id>(i), static_cast<int32_t>(site))));
    result_.nobody_comes = marks_.nobody_comes(proved, result_.undecided);
    find_unreached(proved);
    std::vector<bool> nobody(program_.sites.size(), false);
    for (const NobodyComes& one : result_.nobody_comes) nobody[static_cast<size_t>(one.site)] = true;
    for (size_t i = 0; i < program_.invariants.size(); ++i) {
      if (!wanted_[i] || !asked[i] || result_.verdicts[i] != Verdict::proved) continue;
      result_.marks[i] = marks_.mark(static_cast<Id>(i), proved, nobody);
      // Of the end of a procedure no position tells who comes there: those do who are where a step ends it.
      if (program_.invariants[i].where == InvariantWhere::end_of_procedure &&
          std::all_of(result_.cells.begin(), result_.cells.end(), [&](const ProofCell& cell) {
            return cell.invariant != static_cast<Id>(i) || !cell.due ||
                   (cell.site >= 0 && nobody[static_cast<size_t>(cell.site)]);
          }))
        result_.marks[i] = {Mark::vacuous, "play never reaches where it is checked", {}, {}};
      if (!result_.marks[i].open.empty())
        result_.undecided.push_back(program_.invariants[i].name + ": " + result_.marks[i].open);
    }
  }

  /// Whether what it leans on had to be shown: it was wanted, or leant on itself.
  bool counts(const Obligation& one) const {
    return wanted_[static_cast<size_t>(one.invariant)] ||
           (one.to >= 0 && demanded_[static_cast<size_t>(one.to)][static_cast<size_t>(one.invariant)]);
  }

  ProofCell cell_of(const SiteProof& proof, const Obligation& one) const {
    ProofCell cell;
    cell.invariant = one.invariant;
    cell.site = one.from;
    cell.alternative = one.alternative;
    cell.to = one.to;
    cell.due = one.to < 0 || due_at(one.invariant, one.to);
    cell.follows = !one.itself;
    cell.resources = one.resources;
    cell.questions = one.questions;
    cell.rounds = one.rounds;
    if (!one.answer) {
      cell.asked = false;
      cell.why = result_.stopped ? "stopped" : "not checked: no proof needs it";
      return cell;
    }
    if (*one.answer == Answer::unsatisfiable) {
      cell.verdict = Verdict::proved;
      for (const int32_t name : one.needed) {
        if (proof.is_invariant(name)) {
          const bool mined = properties_.is_mined(name);
          (mined ? cell.mined : cell.invariants).push_back(mined ? name - properties_.first_mined() : name);
          if (mined && counts(one)) mined_needed_[static_cast<size_t>(cell.mined.back())] = true;
          if (properties_.is_supposition(name) && counts(one)) leant_on_[name] = marks_.name_of(name);
        }
        const CaseId label = proof.label_of(one, name);
        if (label != language::none &&
            std::find(cell.labels.begin(), cell.labels.end(), label) == cell.labels.end())
          cell.labels.push_back(label);
      }
    } else if (!one.open.empty()) {
      cell.why = "not translated: " + one.open;
    } else if (const auto known = confirmed_.find(&one); known != confirmed_.end()) {
      const ConfirmedStep& step = known->second;
      if (step.confirmed) {
        cell.verdict = Verdict::not_inductive;
        cell.why = step.text;
        cell.witness = step.witness;
        if (const auto without = without_.find(&one); without != without_.end())
          cell.without = without->second;
      } else if (step.granted || proof.freed().empty()) {
        if (!step.granted) cell.verdict = Verdict::tool_error;
        cell.why = (one.of_limit ? "" : "the engine does not confirm the model: ") + step.text;
      } else {
        cell.why = "the engine does not confirm the model (" + step.text + "), and " +
                   proof.freed().begin()->first + " was left free";
      }
    } else {
      cell.why = why_unknown(one);
    }
    return cell;
  }

  std::string why_unknown(const Obligation& one) const {
    if (const auto large = too_large_of_.find(&one); large != too_large_of_.end()) return large->second;
    if (cut_off_.count(&one) != 0) return run_used_all;
    const auto id = static_cast<size_t>(one.invariant);
    if (settings_.property_resources != 0 && spent_[id] >= settings_.property_resources)
      return "the property used all its resources";
    if (one.stage + 1 < stages.size())
      return "it reached a small limit, and no more was spent, because the property fails elsewhere";
    return limit_text();
  }

  ScenarioPtr scenario_;
  const Program& program_;
  const InductionSettings& settings_;
  runtime::Position first_;
  Properties properties_;
  StepConfirmer steps_;
  PropertyMarks marks_;
  std::vector<std::unique_ptr<SiteProof>> proofs_;  // by site
  std::vector<std::pair<int32_t, std::string>> too_large_;
  std::vector<bool> wanted_;
  std::vector<std::vector<bool>> supposed_, demanded_;  // by site, by invariant
  std::vector<std::vector<bool>> limited_;              // likewise: supposed no longer because of a limit
  std::map<const Obligation*, std::string> without_;    // ProofCell::without
  std::vector<ProofCell> base_;
  std::map<const Obligation*, ConfirmedStep> confirmed_;
  std::map<const Obligation*, std::string> too_large_of_;
  std::vector<uint64_t> spent_;  // by invariant
  std::set<const Obligation*> cut_off_;
  std::vector<bool> lost_;  // likewise: it fails after a step after which play asks it
  Effort effort_ = Effort::full;
  size_t stage_ = 0;
  InvariantId first_candidate_ = language::none;  // of `keep`
  mutable std::map<Id, std::string> leant_on_;    // of what is supposed beside the rules
  mutable std::vector<bool> mined_needed_;        // of Induction
  Induction result_;
};

}  // namespace

Kept keep_inductive(const ScenarioPtr& scenario, InvariantId first,
                    const std::vector<std::vector<bool>>& supposed, const InductionSettings& settings) {
  return Prover(scenario, settings).keep(first, supposed);
}

Induction prove_invariants(const ScenarioPtr& scenario, const InductionSettings& settings) {
  return Prover(scenario, settings).run();
}

}  // namespace casebook::symbolic
