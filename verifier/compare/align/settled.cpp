// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/align/settled.h"

#include <utility>

#include "engine/program/anatomy.h"
#include "engine/program/print_program.h"
#include "engine/program/walk.h"
#include "engine/runtime/binding/settle.h"

namespace casebook::compare {

using language::Expr;
using language::Op;
using language::ProgramPrinter;
using language::Stmt;

namespace {

/// The printer marks variables by number until it knows the item; here they are named as they come.
std::string named(const std::string& text) {
  std::string out;
  std::map<std::string, size_t> names;
  size_t done = 0;
  for (size_t begin; (begin = text.find('\x01', done)) != std::string::npos;) {
    const size_t end = text.find('\x01', begin + 1);
    if (end == std::string::npos) break;
    out.append(text, done, begin - done);
    const auto known = names.emplace(text.substr(begin, end - begin), names.size() + 1).first;
    out += "$" + std::to_string(known->second);
    done = end + 1;
  }
  return out.append(text, done);
}

}  // namespace

Settled::Settled(ScenarioPtr scenario)
    : scenario_(std::move(scenario)), program_(settled_program(*scenario_)) {
  collect();
}

const SettledItem* Settled::find(const ItemRef& ref) const {
  const auto found = by_ref_.find(ref);
  return found == by_ref_.end() ? nullptr : &items_[found->second];
}

std::string Settled::text(const Expr& expr) const {
  ProgramPrinter printer(program_, ProgramPrinter::What::meaning);
  return named(printer.text(expr));
}

std::string Settled::text(const Stmt& stmt) const {
  ProgramPrinter printer(program_, ProgramPrinter::What::meaning);
  return named(printer.text(stmt, 0));
}

void Settled::note_use(const Expr& e, ItemRefs& into) const {
  const language::Program& p = program_;
  const auto use = [&](ItemSort sort, const auto& items) { into.insert({sort, items[e.ref].name}); };
  switch (e.op) {
    case Op::call:
      return use(ItemSort::definition, p.definitions);
    case Op::field_at:
      return use(ItemSort::field, p.fields);
    case Op::table:
      return use(ItemSort::table, p.tables);
    case Op::given:
    case Op::given_between:
      return use(ItemSort::given, p.givens);
    case Op::state:
    case Op::state_between:
      return use(ItemSort::state, p.states);
    case Op::legal:
      return use(ItemSort::action, p.actions);
    case Op::named_place:
      return use(ItemSort::place, p.places);
    default:
      return;
  }
}

ItemRefs Settled::uses(const Expr& expr) const {
  ItemRefs into;
  language::walk(expr, [&](const Expr& e) { note_use(e, into); });
  return into;
}

ItemRefs Settled::uses(const Stmt& stmt) const {
  ItemRefs into;
  language::walk(
      stmt,
      [&](const Stmt& s) {
        if (s.op == language::StmtOp::effect && s.ref >= 0)
          into.insert({ItemSort::effect, program_.effects[s.ref].name});
      },
      [&](const Expr& e) { note_use(e, into); });
  return into;
}

template <class T>
ItemRefs Settled::uses_of(const T& item) const {
  ItemRefs into;
  language::anatomy_in(
      program_, item,
      language::Visitor{[&](const language::Line&, const auto& part) { into.merge(uses(part)); },
                        [&](language::ItemId named) {
                          into.insert({named.sort, named.sort == ItemSort::action
                                                       ? program_.actions[named.id].name
                                                       : program_.procedures[named.id].name});
                        }});
  return into;
}

void Settled::add(ItemSort sort, const language::Item& item, std::string text, std::vector<Line> lines,
                  ItemRefs uses) {
  SettledItem one;
  one.ref = {sort, item.name};
  one.label = item.label;
  one.place = item.place;
  one.text = std::move(text);
  one.lines = std::move(lines);
  one.uses = std::move(uses);
  by_ref_.emplace(one.ref, items_.size());
  items_.push_back(std::move(one));
}

/// What each item says; the names of requirements and preferences, by which those of two editions are held
/// against one another, are in none of them.
std::vector<std::string> Settled::texts_without_names() {
  std::vector<std::pair<std::string*, std::string>> names;
  const auto take_names = [&names](auto& list) {
    for (auto& one : list) names.emplace_back(&one.name, std::exchange(one.name, std::string()));
  };
  for (auto& action : program_.actions) {
    take_names(action.requires_);
    take_names(action.ensures);
    take_names(action.bests);
  }
  for (auto& site : program_.sites) {
    for (auto& alternative : site.alternatives) take_names(alternative.requires_);
  }
  std::vector<std::string> texts = ProgramPrinter(program_, ProgramPrinter::What::meaning).items();
  for (auto& [at, name] : names) *at = std::move(name);
  return texts;
}

// Each part stands in words of its own, so the lines are made by hand.

void Settled::add_entries(const Expr& expr, std::vector<Line>& lines) const {
  language::walk(expr, [&](const Expr& e) {
    if (!e.list) return;
    for (const language::ListEntry& entry : e.list->entries) {
      std::string text = this->text(*entry.value);
      if (entry.when) text += " when " + this->text(*entry.when);
      ItemRefs used = uses(*entry.value);
      if (entry.when) used.merge(uses(*entry.when));
      lines.push_back({entry.label, {}, std::move(text), std::move(used), entry.place});
    }
  });
}

void Settled::add_requirements(const std::vector<language::Requirement>& list,
                               std::vector<Line>& lines) const {
  for (const auto& one : list) {
    std::string said = text(*one.expr);
    for (const auto& waiver : one.waivers) said += " waived " + text(*waiver.when);
    lines.push_back({one.label, one.name, std::move(said), {}, one.place});
  }
}

std::vector<Line> Settled::lines_of(const language::Definition& item) const {
  std::vector<Line> lines;
  if (item.body) add_entries(*item.body, lines);
  for (const auto& e : item.exceptions)
    lines.push_back({e.label, {}, "except " + text(*e.when) + " then " + text(*e.value), {}, e.place});
  for (const auto& a : item.adjustments)
    lines.push_back({a.label, {}, "adjust " + text(*a.when) + " then " + text(*a.value), {}, a.place});
  return lines;
}

std::vector<Line> Settled::lines_of(const language::Effect& item) const {
  std::vector<Line> lines;
  for (const auto& entry : item.entries) {
    std::string said = entry.when ? "when " + text(*entry.when) : std::string();
    if (entry.body) said += text(*entry.body);
    lines.push_back({entry.label, {}, std::move(said), {}, entry.place});
  }
  return lines;
}

std::vector<Line> Settled::lines_of(const language::Action& item) const {
  std::vector<Line> lines;
  for (const auto& param : item.params) {
    const std::string where = param.where ? " where " + text(*param.where) : "";
    lines.push_back({item.label, "domain of " + param.name, text(*param.domain) + where, {}, item.place});
  }
  add_requirements(item.requires_, lines);
  add_requirements(item.ensures, lines);
  for (const auto& best : item.bests)
    lines.push_back(
        {best.label, best.name, (best.least ? "least " : "most ") + text(*best.value), {}, item.place});
  return lines;
}

std::vector<Line> Settled::lines_of(const language::Procedure& item) const {
  std::vector<Line> lines;
  for (language::StepId i = item.entry; i >= 0 && i < item.end; ++i) {
    const language::FlowStep& step = program_.flow[i];
    const CaseId label = scenario_->program->flow[i].label;
    if (step.stmt) lines.push_back({label, {}, text(*step.stmt), {}, step.place});
    if (step.expr) lines.push_back({label, {}, "expr " + text(*step.expr), {}, step.place});
    const language::Site* const site = language::site_of(program_, step);
    if (site == nullptr) continue;
    if (site->by) lines.push_back({label, {}, "by " + text(*site->by), {}, step.place});
    for (const auto& alternative : site->alternatives) {
      const std::string& action = program_.actions[alternative.action].name;
      lines.push_back({alternative.label, {}, "offer " + action, {}, alternative.place});
      add_requirements(alternative.requires_, lines);
    }
  }
  return lines;
}

void Settled::collect() {
  // Their further cases are asked of the edition itself; the printer writes one mark for each.
  language::each_item(program_, [](language::ItemId, language::Item& item) { item.also.clear(); });

  const std::vector<std::string> texts = texts_without_names();
  size_t at = 0;
  language::each_item(program_, [&](language::ItemId id, const auto& item) {
    if (id.sort == ItemSort::view || id.sort == ItemSort::claim) return;
    if (id.sort == ItemSort::box) {  // all are one text
      language::Item boxes = item;
      boxes.name = "boxes";
      if (id.id == 0) add(ItemSort::kind, boxes, texts[at++], {}, {});
      return;
    }
    // What wakes somebody or is only asked makes no other item differ.
    const bool user = id.sort != ItemSort::watch && id.sort != ItemSort::invariant;
    add(id.sort, item, texts[at++], lines_of(item), user ? uses_of(item) : ItemRefs());
  });
}

}  // namespace casebook::compare
