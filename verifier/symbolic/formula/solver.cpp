// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/formula/solver.h"

#include <z3++.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "engine/platform/memory.h"

namespace casebook::symbolic {

std::string_view answer_text(Answer answer) {
  switch (answer) {
    case Answer::satisfiable:
      return "satisfiable";
    case Answer::unsatisfiable:
      return "unsatisfiable";
    case Answer::unknown:
      return "unknown";
  }
  return "";
}

std::string solver_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

namespace {

std::function<void(const Solver&)>& watcher() {
  static std::function<void(const Solver&)> told;
  return told;
}

}  // namespace

void watch_unsatisfiable(std::function<void(const Solver&)> told) {
  watcher() = std::move(told);
}

struct Solver::Inner {
  /// A context asks for tens of megabytes when it is made, and each solver has its own.
  struct BeforeContext {
    BeforeContext() { platform::keep_freed_memory(); }
  };
  const Formula& formula;
  const bool standard;  // without what no other solver reads
  BeforeContext before_context;
  z3::context context;
  z3::solver solver;
  std::unordered_map<Ref, z3::expr> of;
  std::unordered_map<Ref, int> widths;  // of numbers
  std::vector<std::pair<int32_t, z3::expr>> names;
  std::vector<Ref> declared;  // variables that the solver has met
  size_t assumed = 0;         // of Formula::assumed, those said already
  uint64_t before = 0, after = 0;
  std::optional<z3::model> model;
  // What was said, to be written down again.
  std::vector<Ref> facts, last_also;
  std::vector<std::pair<int32_t, Ref>> named;
  std::vector<int32_t> last_names;

  // The simple solver: the combined one, which is the default, was ten times slower on every family tried.
  Inner(const Formula& f, SolverLimits limits, bool standard_only = false)
      : formula(f),
        standard(standard_only),
        solver(limits.to_bits ? z3::solver(context, "QF_FD") : z3::solver(context, z3::solver::simple())) {
    z3::params settings(context);
    settings.set("rlimit", limits.resources);
    settings.set("random_seed", 1U);
    settings.set("ctrl_c", false);  // else the solver takes each Ctrl-C for itself, and nobody hears of it
    solver.set(settings);
    // When it is first asked the solver chooses its configuration by features of all that was said,
    // which 4.8.12 looks for anew on each way into what lies deeper than thirty levels: minutes of
    // examples/cup, in which it counts no resources and cannot be stopped. It chooses when it is pushed, too,
    // and before anything is said there is nothing to look at; questions took as many resources as before.
    if (!limits.to_bits) {
      solver.push();
      solver.pop();
    }
  }

  // Wide enough for the node and every operand.
  int width(Ref a) {
    const Node& node = formula.node(a);
    int width = width_of(node.low, node.high);
    if (node.kind == NodeKind::choose || node.kind == NodeKind::add || node.kind == NodeKind::multiply ||
        node.kind == NodeKind::divide) {
      for (const Ref b : formula.operands(a))
        if (!formula.node(b).boolean) width = std::max(width, widths.at(b));
      if (node.kind == NodeKind::divide) ++width;
    }
    return width;
  }

  z3::expr boolean(Ref a) { return of.at(a); }
  z3::expr fitted(Ref a, int to) {
    z3::expr known = of.at(a);
    const int has = widths.at(a);
    if (has == to) return known;
    if (has > to) return known.extract(static_cast<unsigned>(to - 1), 0);
    return z3::sext(known, static_cast<unsigned>(to - has));
  }

  z3::expr join(Ref a, bool conjunction) {
    std::vector<Z3_ast> args;
    for (const Ref b : formula.operands(a)) args.push_back(of.at(b));
    const auto size = static_cast<unsigned>(args.size());
    return {context,
            conjunction ? Z3_mk_and(context, size, args.data()) : Z3_mk_or(context, size, args.data())};
  }

  // A count against a constant is left to the solver's own cardinality constraints.
  std::optional<z3::expr> counted(NodeKind kind, Ref a, Ref b) {
    const auto atoms = [&](Ref c) {
      std::vector<Z3_ast> args;
      for (const Ref d : formula.operands(c)) args.push_back(of.at(d));
      return args;
    };
    const auto at_most = [&](Ref c, int64_t most) {
      const std::vector<Z3_ast> args = atoms(c);
      return z3::expr(context, Z3_mk_atmost(context, static_cast<unsigned>(args.size()), args.data(),
                                            static_cast<unsigned>(most)));
    };
    if (standard) return std::nullopt;
    const bool left = formula.node(a).kind == NodeKind::count && formula.is_constant(b);
    const bool right = formula.node(b).kind == NodeKind::count && formula.is_constant(a);
    if (!left && !right) return std::nullopt;
    const Ref count = left ? a : b;
    const int64_t bound = formula.constant(left ? b : a);
    if (kind == NodeKind::equal) {
      if (bound == 0) return at_most(count, 0);
      return at_most(count, bound) && !at_most(count, bound - 1);
    }
    return left ? at_most(count, bound) : !at_most(count, bound - 1);  // simplified: 0 < bound <= size
  }

  z3::expr sum_of(Ref a, int to) {
    std::vector<z3::expr> terms;
    for (const Ref b : formula.operands(a))
      terms.push_back(z3::ite(boolean(b), context.bv_val(1, static_cast<unsigned>(to)),
                              context.bv_val(0, static_cast<unsigned>(to))));
    while (terms.size() > 1) {
      std::vector<z3::expr> next;
      for (size_t i = 0; i + 1 < terms.size(); i += 2) next.push_back(terms[i] + terms[i + 1]);
      if (terms.size() % 2 == 1) next.push_back(terms.back());
      terms = std::move(next);
    }
    return terms[0];
  }

  z3::expr make(Ref a) {
    const Node& node = formula.node(a);
    const auto args = formula.operands(a);
    const int w = node.boolean ? 0 : widths.at(a);
    switch (node.kind) {
      case NodeKind::truth:
        return context.bool_val(node.payload != 0);
      case NodeKind::number:
        return context.bv_val(static_cast<int64_t>(node.payload), static_cast<unsigned>(w));
      case NodeKind::variable: {
        const Variable& variable = formula.variables()[static_cast<size_t>(node.payload)];
        declared.push_back(a);
        const std::string name = variable.name + "#" + std::to_string(node.payload);
        if (variable.boolean) return context.bool_const(name.c_str());
        z3::expr made = context.bv_const(name.c_str(), static_cast<unsigned>(w));
        solver.add(context.bv_val(static_cast<int64_t>(node.low), static_cast<unsigned>(w)) <= made);
        solver.add(made <= context.bv_val(static_cast<int64_t>(node.high), static_cast<unsigned>(w)));
        return made;
      }
      case NodeKind::not_:
        return !boolean(args[0]);
      case NodeKind::and_:
        return join(a, true);
      case NodeKind::or_:
        return join(a, false);
      case NodeKind::choose:
        if (node.boolean) return z3::ite(boolean(args[0]), boolean(args[1]), boolean(args[2]));
        return z3::ite(boolean(args[0]), fitted(args[1], w), fitted(args[2], w));
      case NodeKind::equal:
      case NodeKind::less_equal: {
        if (formula.node(args[0]).boolean) return boolean(args[0]) == boolean(args[1]);
        if (auto cardinality = counted(node.kind, args[0], args[1])) return *cardinality;
        const int both = std::max(number_width(args[0]), number_width(args[1]));
        if (node.kind == NodeKind::equal) return fitted(args[0], both) == fitted(args[1], both);
        return fitted(args[0], both) <= fitted(args[1], both);
      }
      case NodeKind::add:
        return fitted(args[0], w) + fitted(args[1], w);
      case NodeKind::multiply:
        return fitted(args[0], w) * fitted(args[1], w);
      case NodeKind::divide: {
        const z3::expr x = fitted(args[0], w), y = fitted(args[1], w);
        const z3::expr zero = context.bv_val(0, static_cast<unsigned>(w)),
                       one = context.bv_val(1, static_cast<unsigned>(w));
        // Rounded down: of what is below 0, the quotient of its opposite rounded up.
        return z3::ite(x >= zero, z3::udiv(x, y), -(z3::udiv(-x - one, y) + one));
      }
      case NodeKind::bit: {
        const int has = number_width(args[0]);
        if (node.payload >= has) return context.bool_val(false);
        const auto which = static_cast<unsigned>(node.payload);
        return of.at(args[0]).extract(which, which) == context.bv_val(1, 1);
      }
      case NodeKind::narrow:
        return fitted(args[0], w);
      case NodeKind::count:
        return sum_of(a, w);
    }
    return context.bool_val(false);
  }
  int number_width(Ref a) { return widths.at(a); }

  /// With everything below it first; without recursion, for formulas may be deep.
  z3::expr lowered(Ref root) {
    std::vector<Ref> open{root};
    while (!open.empty()) {
      const Ref a = open.back();
      if (of.count(a) != 0) {
        open.pop_back();
        continue;
      }
      bool ready = true;
      for (const Ref b : formula.operands(a)) {
        if (of.count(b) != 0) continue;
        ready = false;
        open.push_back(b);
      }
      if (!ready) continue;
      if (!formula.node(a).boolean) widths.emplace(a, width(a));
      of.emplace(a, make(a));
      open.pop_back();
    }
    return of.at(root);
  }

  void say_assumed() {
    while (assumed < formula.assumed().size()) {
      const Ref fact = formula.assumed()[assumed++];
      solver.add(lowered(fact));
    }
  }

  Answer check(const z3::expr_vector& assumptions) {
    model.reset();
    before = counted_resources();
    z3::check_result result = z3::unknown;
    try {
      result = solver.check(assumptions);
    } catch (const z3::exception&) {
      result = z3::unknown;  // out of resources may come as one
    }
    after = counted_resources();
    if (result == z3::sat) {
      model = solver.get_model();
      return Answer::satisfiable;
    }
    return result == z3::unsat ? Answer::unsatisfiable : Answer::unknown;
  }

  uint64_t counted_resources() {
    z3::stats stats = solver.statistics();
    for (unsigned i = 0; i < stats.size(); ++i)
      if (stats.key(i) == "rlimit count") return stats.uint_value(i);
    return 0;
  }
};

Solver::Solver(const Formula& formula, SolverLimits limits)
    : inner_(std::make_unique<Inner>(formula, limits)) {
}
Solver::~Solver() = default;

void Solver::add(Ref fact) {
  inner_->facts.push_back(fact);
  inner_->solver.add(inner_->lowered(fact));
}

void Solver::add_named(Ref fact, int32_t name) {
  inner_->named.emplace_back(name, fact);
  z3::expr marker = inner_->context.bool_const(("name!" + std::to_string(name)).c_str());
  inner_->solver.add(z3::implies(marker, inner_->lowered(fact)));
  inner_->names.emplace_back(name, marker);
}

Answer Solver::ask(const std::vector<Ref>& also, const std::vector<int32_t>& names) {
  Inner& in = *inner_;
  in.say_assumed();
  z3::expr_vector assumptions(in.context);
  for (const auto& [name, marker] : in.names)
    if (std::find(names.begin(), names.end(), name) != names.end()) assumptions.push_back(marker);
  for (const Ref fact : also) {
    const z3::expr what = in.lowered(fact);
    if (what.is_const() && !what.is_true() && !what.is_false()) {
      assumptions.push_back(what);
    } else {
      z3::expr marker = in.context.bool_const(("asked!" + std::to_string(fact)).c_str());
      in.solver.add(z3::implies(marker, what));
      assumptions.push_back(marker);
    }
  }
  in.last_also = also;
  in.last_names = names;
  return told(in.check(assumptions));
}

Answer Solver::told(Answer answer) const {
  if (answer == Answer::unsatisfiable && watcher()) watcher()(*this);
  return answer;
}

Answer Solver::ask_with_all_named() {
  Inner& in = *inner_;
  z3::expr_vector assumptions(in.context);
  in.last_also.clear();
  in.last_names.clear();
  for (const auto& [name, marker] : in.names) {
    assumptions.push_back(marker);
    in.last_names.push_back(name);
  }
  return told(in.check(assumptions));
}

Assignment Solver::model() const {
  return model(inner_->formula.any_assignment());
}

Assignment Solver::model(Assignment result) const {
  Inner& in = *inner_;
  if (!in.model) return result;
  for (const Ref a : in.declared) {
    const auto index = static_cast<size_t>(in.formula.node(a).payload);
    const z3::expr value = in.model->eval(in.of.at(a), true);
    if (in.formula.node(a).boolean) {
      result[index] = value.is_true() ? 1 : 0;
      continue;
    }
    const int w = in.widths.at(a);
    uint64_t bits = value.get_numeral_uint64();
    if (w < 64 && ((bits >> (w - 1)) & 1U) != 0) bits |= ~uint64_t{0} << w;
    result[index] = static_cast<int64_t>(bits);
  }
  return result;
}

const std::vector<Ref>& Solver::variables() const {
  return inner_->declared;
}

std::vector<int32_t> Solver::core() const {
  std::vector<int32_t> result;
  const z3::expr_vector core = inner_->solver.unsat_core();
  for (const auto& [name, marker] : inner_->names)
    for (int i = 0; i < static_cast<int>(core.size()); ++i)
      if (z3::eq(core[i], marker)) result.push_back(name);
  std::sort(result.begin(), result.end());
  return result;
}

std::string Solver::why_unknown() const {
  return inner_->solver.reason_unknown();
}
uint64_t Solver::resources() const {
  return inner_->after >= inner_->before ? inner_->after - inner_->before : inner_->after;
}
std::string Solver::smt_lib() const {
  const Inner& said = *inner_;
  Inner plain(said.formula, {}, true);
  const auto say = [&](Ref fact) { plain.solver.add(plain.lowered(fact)); };
  for (size_t i = 0; i < said.assumed; ++i) say(said.formula.assumed()[i]);
  for (const Ref fact : said.facts) say(fact);
  for (const auto& [name, fact] : said.named)
    if (std::find(said.last_names.begin(), said.last_names.end(), name) != said.last_names.end()) say(fact);
  for (const Ref fact : said.last_also) say(fact);
  return "(set-logic QF_BV)\n" + plain.solver.to_smt2();
}

}  // namespace casebook::symbolic
