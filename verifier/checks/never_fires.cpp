// SPDX-License-Identifier: Apache-2.0
// never-fires: choices that nobody ever has, and phases that play never reaches.
//
// They are counted over the seeded games, then over the positions of the probe, which go where random games
// do not. What occurs in neither is idle as far as anybody has seen. What occurs only in generated
// positions is reported as rare. Choices that the switches rule out are skipped, and so is what occurs in
// another scenario of the edition.
#include <fmt/format.h>

#include <map>
#include <set>

#include "engine/runtime/control.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/survey.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "never-fires";

bool shut_out(const runtime::Scenario& scenario, const Alternative& alternative) {
  for (const Requirement& one : alternative.requires_) {
    if (known_by_switches(*one.expr, scenario.options, scenario.readings) == 0) return true;
  }
  return false;
}

/// Sites that stand in a procedure, its own.
std::vector<SiteId> sites_of(const Program& p, ProcedureId procedure) {
  std::vector<SiteId> out;
  for (size_t i = 0; i < p.sites.size(); ++i) {
    if (p.sites[i].procedure == procedure) out.push_back(static_cast<SiteId>(i));
  }
  return out;
}

/// Whether an action was offered, or a site of a procedure met, in the games of another scenario.
bool offered_elsewhere(Context& context, ActionId action) {
  const Program& p = context.program();
  for (const auto& survey : context.surveys_of_others()) {
    for (size_t s = 0; s < p.sites.size(); ++s) {
      for (size_t a = 0; a < p.sites[s].alternatives.size(); ++a) {
        if (p.sites[s].alternatives[a].action == action && survey->offered[s][a] > 0) return true;
      }
    }
  }
  return false;
}
bool met_elsewhere(Context& context, const std::vector<SiteId>& sites) {
  for (const auto& survey : context.surveys_of_others()) {
    for (const SiteId site : sites) {
      if (survey->sites[site] > 0) return true;
    }
  }
  return false;
}

Answer run(Context& context) {
  const Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  const runtime::Scenario& scenario = *context.scenario();
  const Survey& survey = context.survey();
  Probe& probe = context.probe();
  std::vector<bool> site_met(p.sites.size(), false);
  std::vector<bool> action_met(p.actions.size(), false), offered(p.actions.size(), false);
  std::vector<bool> asked_for(p.actions.size(), false);
  std::map<ActionId, CaseId> label_of;
  for (size_t s = 0; s < p.sites.size(); ++s) {
    for (size_t a = 0; a < p.sites[s].alternatives.size(); ++a) {
      const Alternative& alternative = p.sites[s].alternatives[a];
      const auto action = static_cast<size_t>(alternative.action);
      if (!shut_out(scenario, alternative) && probe.reach().has_way(static_cast<int32_t>(s)) &&
          context.in_rulebook(alternative.label) && context.in_rulebook(p.actions[action].label))
        asked_for[action] = true;
      if (survey.offered[s][a] > 0) action_met[action] = true;
      label_of.try_emplace(alternative.action, alternative.label);
    }
  }
  std::vector<runtime::Choice> choices;
  for (const Tried& tried : probe.positions()) {
    if (tried.site < 0) continue;
    site_met[static_cast<size_t>(tried.site)] = true;
    if (probe.rules().node(tried.position) != runtime::NodeKind::choose) continue;
    const Site& site = p.sites[tried.site];
    bool any_new = false;
    for (const Alternative& one : site.alternatives)
      any_new = any_new || !offered[static_cast<size_t>(one.action)];
    if (!any_new) continue;
    probe.rules().choices(tried.position, choices);
    for (const runtime::Choice& choice : choices)
      offered[static_cast<size_t>(site.alternatives[static_cast<size_t>(choice.alternative)].action)] = true;
  }
  // What only an option brings is met where it is on.
  std::vector<bool> with_options(p.actions.size(), false), phase_with_options(p.procedures.size(), false);
  if (Probe* const other = context.probe_with_options()) {
    for (const Tried& tried : other->positions()) {
      if (tried.site < 0) continue;
      const Site& site = p.sites[tried.site];
      phase_with_options[static_cast<size_t>(site.procedure)] = true;
      if (other->rules().node(tried.position) != runtime::NodeKind::choose) continue;
      other->rules().choices(tried.position, choices);
      for (const runtime::Choice& choice : choices)
        with_options[static_cast<size_t>(site.alternatives[static_cast<size_t>(choice.alternative)].action)] =
            true;
    }
  }
  size_t counted = 0;
  for (size_t i = 0; i < p.actions.size(); ++i) {
    if (!asked_for[i]) continue;
    ++counted;
    if (action_met[i] || (!offered[i] && with_options[i])) continue;
    if (offered_elsewhere(context, static_cast<ActionId>(i))) continue;
    const Action& action = p.actions[i];
    Finding& finding = context.add(id, "action " + action.name, Verdict::sampled,
                                   offered[i] ? Concern::information : Concern::idle);
    finding.kind = kind::never_seen;
    finding.claim = fmt::format("Some position offers the choice {}", action.name);
    finding.headline =
        fmt::format("No {} the choice {}", offered[i] ? "game offered" : "position offers", action.name);
    finding.text =
        offered[i] ? "Generated positions offer it." : "Casebook looked in games and in generated positions.";
    finding.method = Method::play;
    finding.scope = survey.scope() + ", and " + probe.scope();
    context.cite(finding, action);
  }
  for (size_t i = 0; i < p.procedures.size(); ++i) {
    const std::vector<SiteId> sites = sites_of(p, static_cast<ProcedureId>(i));
    if (sites.empty() || static_cast<ProcedureId>(i) == p.settle) continue;
    bool possible = false, met = false, generated = false;
    for (const SiteId site : sites) {
      const Site& one = p.sites[site];
      bool open = one.kind != SiteKind::choose;
      for (const Alternative& alternative : one.alternatives) open = open || !shut_out(scenario, alternative);
      possible = possible || (open && probe.reach().has_way(site));
      met = met || survey.sites[site] > 0;
      generated = generated || site_met[static_cast<size_t>(site)];
    }
    const Procedure& procedure = p.procedures[i];
    if (!possible || !context.in_rulebook(procedure.label)) continue;
    ++counted;
    if (met || (!generated && phase_with_options[i]) || met_elsewhere(context, sites)) continue;
    Finding& finding = context.add(id, "procedure " + procedure.name, Verdict::sampled, Concern::idle);
    finding.kind = kind::never_seen;
    finding.claim = fmt::format("Play reaches {}", procedure.name);
    finding.headline = fmt::format("Play never reaches the procedure {}", procedure.name);
    finding.text = "No seeded game reached a choice or a roll in it.";
    finding.method = Method::play;
    finding.scope = survey.scope();
    context.cite(finding, procedure);
  }
  std::string scope = fmt::format("{} choices and phases looked for in {}", counted, survey.scope());
  if (const size_t others = context.others(); others > 0)
    scope += fmt::format("; a choice or phase that occurs in {} counts as found",
                         others == 1 ? std::string("another scenario of the edition")
                                     : fmt::format("{} other scenarios", others));
  return {Verdict::sampled, scope};
}

}  // namespace

Check never_fires() {
  return {id,
          "Is there a choice that is never offered, or a phase that play never reaches?",
          CheckOf::game,
          true,
          run,
          Needs::games};
}

}  // namespace casebook::checks
