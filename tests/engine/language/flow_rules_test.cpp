// SPDX-License-Identifier: Apache-2.0
// What holds of the flow of every program: of the shipped examples and of every accepted file of
// tests/language.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/program/flow_graph.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

namespace fs = std::filesystem;

struct Compiled {
  std::string name;
  std::shared_ptr<const Program> program;
};

const std::vector<Compiled>& everything() {
  static const std::vector<Compiled> all = [] {
    std::vector<Compiled> found;
    const fs::path root = CASEBOOK_SOURCE_DIR;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(root / "rulesets/examples"))
      paths.push_back(entry.path());
    for (const auto& entry : fs::recursive_directory_iterator(root / "tests/language")) {
      if (entry.path().extension() == ".rules") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      Diagnostics diagnostics;
      std::shared_ptr<EditionText> text;
      if (fs::is_directory(path)) {
        text = read_edition(path.string(), diagnostics);
      } else {
        std::ifstream in(path, std::ios::binary);
        std::ostringstream all_of_it;
        all_of_it << in.rdbuf();
        text = std::make_shared<EditionText>();
        text->files.emplace_back(path.filename().string(), all_of_it.str());
      }
      if (!text) continue;
      if (auto program = compile(*text, diagnostics))
        found.push_back({fs::relative(path, root).string(), program});
    }
    return found;
  }();
  return all;
}

bool is_site(FlowOp op) {
  return op == FlowOp::choose || op == FlowOp::roll || op == FlowOp::draw;
}

template <class T>
bool has(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

TEST(FlowRules, there_is_something_to_look_at) {
  size_t steps = 0;
  for (const Compiled& one : everything()) steps += one.program->flow.size();
  EXPECT_GT(everything().size(), 20u);
  EXPECT_GT(steps, 300u);
}

TEST(FlowRules, procedures_are_runs_of_steps_that_end_with_leave_and_targets_stay_within) {
  for (const Compiled& compiled : everything()) {
    const auto& name = compiled.name;  // clang 14 captures no structured binding
    const auto& program = compiled.program;
    SCOPED_TRACE(name);
    std::vector<int> owners(program->flow.size(), 0);
    for (size_t id = 0; id < program->procedures.size(); ++id) {
      const Procedure& procedure = program->procedures[id];
      ASSERT_LT(procedure.entry, procedure.end);
      const FlowStep& last = program->flow[procedure.end - 1];
      EXPECT_EQ(last.op, FlowOp::leave);
      EXPECT_EQ(last.ref, static_cast<ProcedureId>(id));
      const auto within = [&](int32_t target) { return target >= procedure.entry && target < procedure.end; };
      for (StepId at = procedure.entry; at < procedure.end; ++at) {
        ++owners[static_cast<size_t>(at)];
        const FlowStep& step = program->flow[at];
        EXPECT_TRUE((step.op != FlowOp::branch && step.op != FlowOp::jump) || within(step.target)) << at;
        EXPECT_TRUE(step.op == FlowOp::leave ? at == procedure.end - 1 : true) << at;
        if (!is_site(step.op)) continue;
        const Site& site = program->sites[step.ref];
        EXPECT_EQ(site.flow, at);
        EXPECT_EQ(site.procedure, static_cast<ProcedureId>(id));
        EXPECT_TRUE(site.or_else == none || within(site.or_else)) << at;
        for (const Alternative& alternative : site.alternatives) {
          EXPECT_TRUE(within(alternative.target)) << at;
          EXPECT_EQ(alternative.args.size(), program->actions[alternative.action].params.size());
        }
      }
      for (const VarId var : procedure.vars)
        EXPECT_EQ(program->vars[var].procedure, static_cast<ProcedureId>(id));
    }
    EXPECT_TRUE(std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; }));
  }
}

TEST(FlowRules, sites_of_a_procedure_are_numbered_from_one) {
  for (const auto& [name, program] : everything()) {
    std::map<ProcedureId, std::set<int32_t>> ordinals;
    for (const Site& site : program->sites)
      EXPECT_TRUE(ordinals[site.procedure].insert(site.ordinal).second) << name;
    for (const auto& [procedure, numbers] : ordinals) {
      EXPECT_EQ(*numbers.begin(), 1) << name;
      EXPECT_EQ(*numbers.rbegin(), static_cast<int32_t>(numbers.size())) << name;
    }
  }
}

TEST(FlowRules, every_turn_passes_a_site_and_every_step_can_come) {
  for (const Compiled& compiled : everything()) {
    const auto& name = compiled.name;  // clang 14 captures no structured binding
    const auto& program = compiled.program;
    const FlowGraph graph(*program);
    for (size_t at = 0; at < program->flow.size(); ++at) {
      EXPECT_FALSE(graph.after(static_cast<int32_t>(at), false)[at]) << name << ", step " << at;
      EXPECT_TRUE(program->flow[at].op == FlowOp::leave || graph.reachable()[at]) << name << ", step " << at;
    }
  }
}

namespace {

/// Stored variables that a step may set, by the step that comes next.
std::vector<std::pair<int32_t, std::set<VarId>>> set_towards(const Program& program, const FlowGraph& graph,
                                                             int32_t at) {
  const FlowStep& step = program.flow[at];
  std::set<VarId> set;
  if (step.stmt) {
    walk(
        *step.stmt,
        [&](const Stmt& s) {
          if (s.op == StmtOp::let && program.vars[s.ref].procedure != none) set.insert(s.ref);
        },
        [](const Expr&) {});
  }
  std::vector<std::pair<int32_t, std::set<VarId>>> result;
  if (step.op == FlowOp::choose) {
    const Site& site = program.sites[step.ref];
    for (const Alternative& one : site.alternatives) {
      std::set<VarId> bound;
      for (const AlternativeArg& arg : one.args) {
        if (arg.var != none) bound.insert(arg.var);
        if (arg.at != none) bound.insert(arg.at);
      }
      result.emplace_back(one.target, bound);
    }
    if (site.or_else != none) result.emplace_back(site.or_else, std::set<VarId>());
    return result;
  }
  if (is_site(step.op)) {
    const Site& site = program.sites[step.ref];
    for (const int32_t to : graph.successors(at, true)) {
      result.emplace_back(
          to, to == site.or_else ? std::set<VarId>() : std::set<VarId>(site.vars.begin(), site.vars.end()));
    }
    return result;
  }
  for (const int32_t to : graph.successors(at, true)) result.emplace_back(to, set);
  return result;
}

}  // namespace

// Equal positions are equal bytes: wherever control can rest, nothing is kept that is out of scope.
TEST(FlowRules, what_is_out_of_scope_is_zero_wherever_control_rests) {
  size_t looked_at = 0;
  for (const auto& [name, program] : everything()) {
    const FlowGraph graph(*program);
    for (const Procedure& procedure : program->procedures) {
      std::vector<std::set<VarId>> kept(program->flow.size());
      kept[static_cast<size_t>(procedure.entry)] = {procedure.params.begin(), procedure.params.end()};
      for (bool changed = true; changed;) {
        changed = false;
        for (StepId at = procedure.entry; at < procedure.end; ++at) {
          const FlowStep& step = program->flow[at];
          if (!graph.reachable()[static_cast<size_t>(at)]) continue;
          std::set<VarId> after = kept[static_cast<size_t>(at)];
          if (step.op == FlowOp::clear) {
            for (const VarId var : step.vars) after.erase(var);
          }
          for (const auto& [to, set] : set_towards(*program, graph, at)) {
            const size_t before = kept[static_cast<size_t>(to)].size();
            kept[static_cast<size_t>(to)].insert(after.begin(), after.end());
            kept[static_cast<size_t>(to)].insert(set.begin(), set.end());
            changed = changed || kept[static_cast<size_t>(to)].size() != before;
          }
        }
      }
      for (StepId at = procedure.entry; at < procedure.end; ++at) {
        const FlowStep& step = program->flow[at];
        const bool rests = is_site(step.op) || step.op == FlowOp::call || step.op == FlowOp::settle;
        if (!rests) continue;
        ++looked_at;
        const std::vector<VarId>& scope = is_site(step.op) ? program->sites[step.ref].scope : step.vars;
        for (const VarId var : kept[static_cast<size_t>(at)]) {
          EXPECT_TRUE(has(scope, var)) << name << ", step " << at << ": " << program->vars[var].name;
        }
        for (const VarId var : scope) EXPECT_NE(program->vars[var].procedure, none) << name;
      }
    }
  }
  EXPECT_GT(looked_at, 80u);
}

// A scratch variable is set and read within one step (or one guard); a stored one belongs to the procedure
// that reads it.
TEST(FlowRules, scratch_does_not_outlive_its_step) {
  for (const Compiled& compiled : everything()) {
    const auto& name = compiled.name;  // clang 14 captures no structured binding
    const auto& program = compiled.program;
    for (const Procedure& procedure : program->procedures) {
      const ProcedureId id = static_cast<ProcedureId>(&procedure - program->procedures.data());
      for (StepId at = procedure.entry; at < procedure.end; ++at) {
        const FlowStep& step = program->flow[at];
        std::set<VarId> made;
        const auto binder = [&](const Binder& b) { made.insert(b.var), made.insert(b.at); };
        if (is_site(step.op)) {
          for (const Alternative& one : program->sites[step.ref].alternatives) {
            for (const ActionParam& param : program->actions[one.action].params)
              made.insert(param.var), made.insert(param.at);
          }
        }
        if (step.stmt) {
          walk(
              *step.stmt,
              [&](const Stmt& s) {
                if (s.op == StmtOp::let) made.insert(s.ref);
                if (s.binder) binder(*s.binder);
              },
              [](const Expr&) {});
        }
        walk(*program, step, [&](const Expr& e) {
          if (e.op == Op::let || e.op == Op::if_hex) made.insert(e.ref);
          if (e.binder) binder(*e.binder);
          if (!e.list) return;
          for (const ListEntry& entry : e.list->entries) {
            if (entry.per) binder(*entry.per);
          }
        });
        walk(*program, step, [&](const Expr& e) {
          if (e.op != Op::variable || made.contains(e.ref)) return;
          EXPECT_EQ(program->vars[e.ref].procedure, id)
              << name << ", step " << at << ": " << program->vars[e.ref].name;
        });
      }
    }
  }
}

// One flat frame serves an evaluation only if no two binders share a Var.
TEST(FlowRules, each_binder_has_a_variable_of_its_own) {
  for (const Compiled& compiled : everything()) {
    const auto& name = compiled.name;  // clang 14 captures no structured binding
    const auto& program = compiled.program;
    std::set<VarId> seen;
    const auto once = [&](VarId var) {
      EXPECT_TRUE(var == none || seen.insert(var).second) << name << ": " << program->vars[var].name;
    };
    const auto in_expr = [&](const Expr& e) {
      if (e.op == Op::let || e.op == Op::if_hex) once(e.ref);
      if (e.binder) once(e.binder->var), once(e.binder->at);
      if (!e.list) return;
      for (const ListEntry& entry : e.list->entries) {
        if (entry.per) once(entry.per->var), once(entry.per->at);
      }
    };
    const auto part = [&](const ExprPtr& e) {
      if (e) walk(*e, in_expr);
    };
    for (const Definition& d : program->definitions) part(d.body);
    for (const Action& a : program->actions) {
      for (const ActionParam& p : a.params) once(p.var), once(p.at), part(p.domain), part(p.where);
      for (const Requirement& r : a.requires_) part(r.expr);
      for (const Requirement& r : a.ensures) part(r.expr);
    }
    for (const FlowStep& step : program->flow) {
      walk(*program, step, in_expr);
      if (step.stmt)
        walk(
            *step.stmt,
            [&](const Stmt& s) {
              if (s.binder) once(s.binder->var), once(s.binder->at);
            },
            [](const Expr&) {});
    }
  }
}

}  // namespace casebook::language
