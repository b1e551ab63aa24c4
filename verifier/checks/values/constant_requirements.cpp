// SPDX-License-Identifier: Apache-2.0
// Requirements with the same answer in every position: `yes`, `1 = 1`, `mover = mover`. Requirements that a
// switch decides do not count.
#include "verifier/checks/values/constant_requirements.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace casebook::checks {

using namespace language;

namespace {

class ConstantRequirementsCheck {
 public:
  explicit ConstantRequirementsCheck(const Program& program) : p_(program) {}

  /// 1, 0, or -1 where it takes a position (or a switch) to know.
  int always(const Expr& e) {
    switch (e.op) {
      case Op::constant:
        return e.type.tag == TypeTag::boolean ? (e.value != 0 ? 1 : 0) : -1;
      case Op::not_: {
        const int one = always(*e.args[0]);
        return one < 0 ? -1 : 1 - one;
      }
      case Op::all_of:
      case Op::any_of: {
        const int stops = e.op == Op::any_of ? 1 : 0;
        bool open = false;
        for (const ExprPtr& arg : e.args) {
          const int one = always(*arg);
          if (one == stops) return stops;
          open = open || one < 0;
        }
        return open ? -1 : 1 - stops;
      }
      case Op::implies:
        if (always(*e.args[0]) == 0 || always(*e.args[1]) == 1 || same(*e.args[0], *e.args[1])) return 1;
        return always(*e.args[0]) == 1 && always(*e.args[1]) == 0 ? 0 : -1;
      case Op::equal:
      case Op::less_equal:
      case Op::less: {
        const Expr &a = *e.args[0], &b = *e.args[1];
        if (a.op == Op::constant && b.op == Op::constant)
          return (e.op == Op::equal  ? a.value == b.value
                  : e.op == Op::less ? a.value < b.value
                                     : a.value <= b.value)
                     ? 1
                     : 0;
        return same(a, b) ? (e.op == Op::less ? 0 : 1) : -1;
      }
      case Op::call: {
        const Definition& definition = p_.definitions[e.ref];
        if (!definition.exceptions.empty() || !definition.adjustments.empty() || !definition.body ||
            definition.type.tag != TypeTag::boolean || !within_.insert(e.ref).second)
          return -1;
        const int one = always(*definition.body);
        within_.erase(e.ref);
        return one;
      }
      default:
        return -1;
    }
  }

 private:
  /// The same question, asked twice: expressions have no effect and no chance.
  static bool same(const Expr& a, const Expr& b) {
    // What has more than a name, a value and parts is not looked into.
    if (a.op != b.op || a.ref != b.ref || a.value != b.value || a.type != b.type || a.text != b.text ||
        a.binder || b.binder || a.list || b.list || a.args.size() != b.args.size())
      return false;
    switch (a.op) {
      case Op::constant:
      case Op::named_entity:
      case Op::named_place:
      case Op::box:
      case Op::variable:
      case Op::given:
      case Op::state:
      case Op::call:
      case Op::place_of:
      case Op::as_location:
      case Op::as_maybe:
      case Op::add:
      case Op::subtract:
        break;
      default:
        return false;
    }
    return std::equal(a.args.begin(), a.args.end(), b.args.begin(),
                      [](const ExprPtr& x, const ExprPtr& y) { return same(*x, *y); });
  }

  const Program& p_;
  std::set<DefinitionId> within_;
};

}  // namespace

size_t tell_constant_requirements(Context& context, std::string_view id) {
  const Program& p = context.program();
  ConstantRequirementsCheck check(p);
  size_t asked = 0;
  const auto ask = [&](const std::string& of, const Requirement& one) {
    ++asked;
    const int always = check.always(*one.expr);
    if (always < 0) return;
    const std::string name = of + "." + one.name;
    const char* words = always == 1 ? "always holds" : "never holds";
    Finding& finding = context.add(id, "requirement " + name, Verdict::refuted, Concern::idle);
    finding.claim = fmt::format("The requirement {} holds in some positions and not in others", name);
    finding.headline = fmt::format("The requirement {} {}", name, words);
    finding.text = always == 1 ? "It holds in every position, so it never refuses a choice."
                               : "It holds in no position, so the choice that needs it is never lawful.";
    finding.scope = "the text alone decides it for every position";
    context.cite(finding, one.label, one.place);
  };
  for (const Action& action : p.actions) {
    for (const Requirement& one : action.requires_) ask(action.name, one);
    for (const Requirement& one : action.ensures) ask(action.name, one);
  }
  for (const Site& site : p.sites) {
    for (const Alternative& alternative : site.alternatives) {
      for (const Requirement& one : alternative.requires_) ask(p.actions[alternative.action].name, one);
    }
  }
  return asked;
}

}  // namespace casebook::checks
