// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/site_reach.h"

#include <algorithm>
#include <string>

#include "engine/program/anatomy.h"
#include "engine/program/walk.h"

namespace casebook::checks {

using namespace language;

namespace {

class Follower {
 public:
  explicit Follower(const runtime::Scenario& scenario) : scenario_(scenario), p_(*scenario.program) {}

  /// Who chooses there and what is lawful, or what chance may bring.
  std::set<Named> offers(const Site& site) {
    into_.clear();
    site_itself(site);
    return into_;
  }
  /// The body, then the sequence of play as far as it goes without anybody's choice.
  std::set<Named> leads(ActionId action, int32_t from) {
    into_.clear();
    if (action != none) body(action);
    flow(from);
    return into_;
  }
  std::set<Named> asked_by(const Expr& e) {
    into_.clear();
    switches(e);
    walk_live(e, scenario_.options, scenario_.readings, [this](const Expr& one) { look(one); });
    return into_;
  }
  std::set<Named> asked_by(DefinitionId id) {
    into_.clear();
    definition(id);
    return into_;
  }

 private:
  bool add(const Named& item) { return into_.insert(item).second; }
  void expr(const Expr& e) {
    switches(e);
    walk_live(e, scenario_.options, scenario_.readings, [this](const Expr& one) { look(one); });
  }
  auto looking() {
    return Visitor{[this](const Line&, const Expr& e) { expr(e); },
                   [this](const Line&, const Stmt& s) { stmt(s); }};
  }
  /// A switch that decides is asked, also where the branch it shuts out is not looked at.
  void switches(const Expr& e) {
    walk(e, [this](const Expr& one) {
      if (one.op == Op::option_value) add({Sort::option, one.ref});
      if (one.op == Op::reading_value) add({Sort::reading, one.ref});
    });
  }
  void look(const Expr& e) {
    switch (e.op) {
      case Op::call:
        definition(e.ref);
        break;
      case Op::field_at:
        field(e.ref);
        break;
      case Op::table:
        add({Sort::table, e.ref});
        break;
      case Op::given:
      case Op::given_between:
        add({Sort::given, e.ref});
        break;
      case Op::state:
      case Op::state_between:
        add({Sort::state, e.ref});
        break;
      case Op::legal:
        action(e.ref);
        break;
      default:
        break;
    }
  }
  void definition(DefinitionId id) {
    if (add({Sort::definition, id})) parts(p_.definitions[id]);
  }
  void field(FieldId id) {
    if (add({Sort::field, id})) parts(p_.fields[id]);
  }
  template <class Item>
  void parts(const Item& item) {
    anatomy(item, [this](const Line&, const Expr& e) { expr(e); });
  }
  /// Whether it is lawful.
  void action(ActionId id) {
    if (!add({Sort::action, id})) return;
    const Action& a = p_.actions[id];
    parts(a);  // what it does is its body
    if (!a.ensures.empty()) body(id);
  }
  /// What it does.
  void body(ActionId id) {
    add({Sort::action, id});
    if (p_.actions[id].body) stmt(*p_.actions[id].body);
  }
  void stmt(const Stmt& s) {
    expressions_of(s, [this](const Expr& e) { expr(e); });
    if (s.op == StmtOp::assign && s.ref != none) add({Sort::state, s.ref});
    if (s.op == StmtOp::effect && add({Sort::effect, s.ref})) {
      anatomy(p_.effects[s.ref], looking());
    }
    for (const StmtPtr& part : s.body) {
      if (part) stmt(*part);
    }
  }
  void site_itself(const Site& site) {
    anatomy_of_question(site, p_.flow[site.flow].place, [this](const Line&, const Expr& e) { expr(e); });
    for (const Alternative& alternative : site.alternatives) {
      bool shut = false;
      for (const Requirement& one : alternative.requires_)
        shut = shut || known_by_switches(*one.expr, scenario_.options, scenario_.readings) == 0;
      anatomy(alternative, [&](const Line& line, const Expr& e) {
        if (!shut || line.sort != LineSort::alternative) expr(e);
      });
      if (!shut) action(alternative.action);
    }
    add({Sort::procedure, site.procedure});
  }
  void flow(int32_t from) {
    std::vector<int32_t> open{from};
    std::vector<bool> seen(p_.flow.size(), false);
    const auto go = [&](int32_t at) {
      if (at >= 0 && static_cast<size_t>(at) < p_.flow.size() && !seen[static_cast<size_t>(at)]) {
        seen[static_cast<size_t>(at)] = true;
        open.push_back(at);
      }
    };
    while (!open.empty()) {
      const int32_t at = open.back();
      open.pop_back();
      if (at < 0 || static_cast<size_t>(at) >= p_.flow.size()) continue;
      const FlowStep& step = p_.flow[at];
      for (size_t i = 0; i < p_.procedures.size(); ++i) {
        if (at >= p_.procedures[i].entry && at < p_.procedures[i].end)
          add({Sort::procedure, static_cast<ProcedureId>(i)});
      }
      anatomy(step, looking());
      switch (step.op) {
        case FlowOp::branch:
          go(at + 1), go(step.target);
          break;
        case FlowOp::jump:
          go(step.target);
          break;
        case FlowOp::call:
          entered(step.ref);
          go(p_.procedures[step.ref].entry);
          break;
        case FlowOp::settle:
          entered(p_.settle);
          go(p_.procedures[p_.settle].entry);
          go(at + 1);
          break;
        case FlowOp::leave:
          // Back to whoever may have called it.
          for (size_t i = 0; i < p_.flow.size(); ++i) {
            const FlowStep& caller = p_.flow[i];
            if ((caller.op == FlowOp::call && caller.ref == step.ref) ||
                (caller.op == FlowOp::settle && p_.settle == step.ref))
              go(static_cast<int32_t>(i) + 1);
          }
          break;
        case FlowOp::choose:
        case FlowOp::roll:
        case FlowOp::draw: {
          const Site& site = p_.sites[step.ref];
          site_itself(site);  // whether anything is there at all
          go(site.or_else);
          break;
        }
        case FlowOp::attempt:
          action(step.ref), body(step.ref);
          go(at + 1);
          break;
        case FlowOp::end_game:
        case FlowOp::fault:
          break;
        default:
          go(at + 1);
          break;
      }
    }
  }
  void entered(ProcedureId procedure) {
    for (const StateId s : p_.procedures[procedure].states) {
      add({Sort::state, s});
      parts(p_.states[s]);
    }
    if (procedure != p_.settle) return;
    for (const Watch& watch : p_.watches) parts(watch), action(watch.action);
  }

  const runtime::Scenario& scenario_;
  const Program& p_;
  std::set<Named> into_;
};

bool any_switch(const runtime::Scenario& scenario, const std::set<Named>& asked) {
  return std::any_of(asked.begin(), asked.end(), [&](const Named& one) {
    return one.sort == Sort::reading || (one.sort == Sort::option && scenario.options[one.id] == 0);
  });
}

/// Sites that play can come to from the first step, as far as switches alone say.
std::vector<bool> sites_with_a_way(const runtime::Scenario& scenario) {
  const Program& p = *scenario.program;
  std::vector<bool> met(p.sites.size(), false);
  std::vector<bool> seen(p.flow.size(), false);
  std::vector<int32_t> open;
  const auto go = [&](int32_t at) {
    if (at < 0 || static_cast<size_t>(at) >= p.flow.size() || seen[static_cast<size_t>(at)]) return;
    seen[static_cast<size_t>(at)] = true;
    open.push_back(at);
  };
  if (p.game != none) go(p.procedures[p.game].entry);
  while (!open.empty()) {
    const int32_t at = open.back();
    open.pop_back();
    const FlowStep& step = p.flow[at];
    switch (step.op) {
      case FlowOp::branch: {
        const int known = known_by_switches(*step.expr, scenario.options, scenario.readings);
        if (known != 0) go(at + 1);
        if (known != 1) go(step.target);
        break;
      }
      case FlowOp::jump:
        go(step.target);
        break;
      case FlowOp::call:
      case FlowOp::settle:
        go(p.procedures[step.op == FlowOp::call ? ProcedureId(step.ref) : p.settle].entry);
        go(at + 1);
        break;
      case FlowOp::leave:
      case FlowOp::end_game:
      case FlowOp::fault:
        break;
      case FlowOp::choose:
      case FlowOp::roll:
      case FlowOp::draw: {
        met[static_cast<size_t>(step.ref)] = true;
        const Site& site = p.sites[step.ref];
        go(site.or_else);
        if (step.op != FlowOp::choose) go(at + 1);
        for (const Alternative& one : site.alternatives) go(one.target);
        break;
      }
      default:
        go(at + 1);
        break;
    }
  }
  return met;
}

}  // namespace

std::set<Named> asked_by(const runtime::Scenario& scenario, const Expr& expr) {
  return Follower(scenario).asked_by(expr);
}

bool switches_decide(const runtime::Scenario& scenario, const Expr& expr) {
  return any_switch(scenario, Follower(scenario).asked_by(expr));
}
bool switches_decide(const runtime::Scenario& scenario, DefinitionId definition) {
  return any_switch(scenario, Follower(scenario).asked_by(definition));
}

SiteReach::SiteReach(const runtime::Scenario& scenario) : has_way_(sites_with_a_way(scenario)) {
  const Program& p = *scenario.program;
  Follower follower(scenario);
  for (const Site& site : p.sites) {
    Of& of = sites_.emplace_back();
    of.offers = follower.offers(site);
    if (site.kind != SiteKind::choose) of.leads.push_back(follower.leads(none, site.flow + 1));
    for (const Alternative& one : site.alternatives)
      of.leads.push_back(follower.leads(one.action, one.target));
  }
}

bool Where::anywhere(SiteId site) const {
  const auto& after = leads[static_cast<size_t>(site)];
  return offers[static_cast<size_t>(site)] || std::find(after.begin(), after.end(), true) != after.end();
}

Where where_asked(const SiteReach& reach, const Program& program, const std::set<Named>& items) {
  const auto meets = [&](const std::set<Named>& asked) {
    return std::any_of(items.begin(), items.end(), [&](const Named& one) { return asked.count(one) != 0; });
  };
  Where where;
  for (size_t i = 0; i < program.sites.size(); ++i) {
    const SiteReach::Of& of = reach.site(static_cast<int32_t>(i));
    where.offers.push_back(meets(of.offers));
    auto& leads = where.leads.emplace_back();
    for (const std::set<Named>& one : of.leads) leads.push_back(meets(one));
  }
  return where;
}

Where where_asked(const SiteReach& reach, const Program& p, const Mutant& mutant) {
  const std::string name = mutant.name.substr(0, mutant.name.find_first_of(".: "));
  std::set<Named> items;
  const auto look = [&](const auto& list, Sort sort) {
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i].name == name) items.insert({sort, static_cast<Id>(i)});
    }
  };
  look(p.definitions, Sort::definition), look(p.fields, Sort::field), look(p.effects, Sort::effect);
  look(p.actions, Sort::action), look(p.procedures, Sort::procedure), look(p.tables, Sort::table);
  look(p.givens, Sort::given), look(p.states, Sort::state);
  if (!items.empty()) return where_asked(reach, p, items);
  Where where;
  for (const Site& site : p.sites) {
    where.offers.push_back(true);
    where.leads.emplace_back(std::max<size_t>(1, site.alternatives.size()), true);
  }
  return where;
}

}  // namespace casebook::checks
