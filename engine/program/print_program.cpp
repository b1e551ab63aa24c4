// SPDX-License-Identifier: Apache-2.0
#include "engine/program/print_program.h"

#include <algorithm>

#include "engine/base/fnv.h"

namespace casebook::language {

std::string ProgramPrinter::label(CaseId id) const {
  const std::string& text = p.label_text(id);
  return text.empty() || what_ == What::uncited ? "-" : text;
}

// A line without a name is called as its case.
std::string ProgramPrinter::line_name(CaseId label, const std::string& name) const {
  if (name.empty() || (what_ == What::uncited && name.starts_with(p.label_text(label)))) return "";
  return " " + name;
}

std::string ProgramPrinter::labels(const Item& item) const {
  if (what_ == What::uncited) return "";
  std::string out = " [" + label(item.label);
  for (const CaseId id : item.also) out += ", " + label(id);
  return out + "]";
}

std::string ProgramPrinter::types(const std::vector<Type>& list) const {
  if (list.empty()) return "";
  std::string out = "(";
  for (const Type& type : list) out += (out.size() > 1 ? ", " : "") + text(type);
  return out + ")";
}

std::string ProgramPrinter::phrase(const std::string& words) const {
  return titles() && !words.empty() ? " \"" + words + "\"" : "";
}

std::string ProgramPrinter::params(const std::vector<VarId>& list) {
  if (list.empty()) return "";
  std::string out = "(";
  for (const VarId id : list) out += (out.size() > 1 ? ", " : "") + var(id) + ": " + text(p.vars[id].type);
  return out + ")";
}

std::vector<std::string> ProgramPrinter::items() {
  items_.clear();
  declarations();
  tables();
  definitions();
  doings();
  flow();
  checks();
  return std::move(items_);
}

void ProgramPrinter::declarations() {
  for (const Kind& k : p.kinds) {
    std::string out = "kind " + k.name + labels(k) + (k.on_map ? " on map" : "");
    if (k.closed) {
      out += " =";
      for (const std::string& member : k.members) out += " " + member;
    }
    item(out);
  }
  for (const Measure& m : p.measures) {
    item("measure " + m.name + labels(m) + " by " + std::to_string(m.step_numerator) + "/" +
         std::to_string(m.step_denominator) + " from " + std::to_string(m.low) + " to " +
         std::to_string(m.high) + " steps" + (m.or_never ? " or never" : ""));
  }
  std::string boxes = "boxes";  // their order is the order of locations
  for (const Box& b : p.boxes) boxes += " " + b.name + labels(b);
  if (!p.boxes.empty()) item(boxes);
  for (const MapPlace& m : p.places) item("place " + m.name + labels(m));
  for (const Given& g : p.givens)
    item("given " + g.name + types(g.params) + phrase(g.phrase) + ": " + text(g.type) + labels(g) +
         maybe(" = ", g.fallback));
  for (const State& s : p.states) {
    std::string out = s.procedure != none ? "state of " + p.procedures[s.procedure].name + ": " : "state ";
    if (s.hidden) out = "hidden " + out;
    if (s.procedure != none) params(p.procedures[s.procedure].params);  // `initial` may speak of them
    item(out + s.name + types(s.params) + phrase(s.phrase) + ": " + text(s.type) + labels(s) +
         maybe(" = ", s.initial));
  }
  for (const Option& o : p.options) {
    std::string out = "option " + o.name + labels(o);
    if (titles()) out += " \"" + o.title + "\"";
    for (const OptionId id : o.needs) out += " needs " + p.options[id].name;
    for (const OptionId id : o.excludes) out += " excludes " + p.options[id].name;
    item(out);
  }
  for (const Reading& r : p.readings) {
    std::string out = "reading " + r.name + labels(r);
    if (titles()) out += " \"" + r.question + "\"";
    const Kind& kind = p.kinds[r.kind];
    if (static_cast<size_t>(r.fallback) < kind.members.size()) out += " default " + kind.members[r.fallback];
    item(out);
  }
}

void ProgramPrinter::tables() {
  for (const Table& t : p.tables) {
    std::string out = "table " + t.name + types(t.index) + " -> " + text(t.type) + labels(t) + " =";
    const size_t columns = t.index.size() == 2 ? static_cast<size_t>(t.size[1]) : t.cells.size();
    for (size_t i = 0; i < t.cells.size(); ++i) {
      if (columns > 0 && i % columns == 0) out += t.index.size() == 2 ? "\n " : "";
      if (t.cells[i] == silent_value) {
        out += " silent";
        continue;
      }
      Expr cell;
      cell.type = t.type;
      cell.value = t.cells[i];
      if (t.type.tag == TypeTag::maybe && cell.value >= 0) cell.type.tag = TypeTag::entity;
      const std::string shown = constant(cell);
      out += " " + shown.substr(0, shown.find(':'));
    }
    item(out);
  }
}

std::string text(const Program& program, const Setting& setting) {
  if (setting.option != none)
    return (setting.value != 0 ? "" : "not ") + program.options[setting.option].name;
  const Reading& reading = program.readings[setting.reading];
  const auto& values = program.kinds[reading.kind].members;
  return reading.name + " = " + values[static_cast<size_t>(setting.value)];
}

void ProgramPrinter::definitions() {
  for (const Definition& d : p.definitions) {
    std::string out =
        "define " + d.name + params(d.params) + " -> " + text(d.type) + labels(d) + maybe(" = ", d.body);
    for (size_t i = 0; i < d.exceptions.size(); ++i) {
      const Exception& e = d.exceptions[i];
      out += "\n  except " + label(e.label) + maybe(" when ", e.when) + maybe(" then ", e.value);
      for (const int32_t over : e.over)
        out += " over " + label(d.exceptions[static_cast<size_t>(over)].label);
    }
    for (const Adjustment& a : d.adjustments) {
      out += "\n  adjust " + label(a.label) + " otherwise " + var(a.otherwise) + maybe(" when ", a.when) +
             maybe(" then ", a.value);
      for (const int32_t after : a.after)
        out += " after " + label(d.adjustments[static_cast<size_t>(after)].label);
    }
    item(out);
  }
  for (const Field& f : p.fields) {
    std::string out = "field " + f.name + params(f.params) + " -> " + text(f.type) + labels(f);
    if (f.goal) out += " to " + var(f.goal_var) + " where " + text(*f.goal);
    if (f.through) out += " through " + var(f.through_var) + " where " + text(*f.through);
    if (f.across) out += " across " + var(f.from_var) + " " + var(f.to_var) + " where " + text(*f.across);
    if (f.step) out += " step " + var(f.from_var) + " " + var(f.to_var) + ": " + text(*f.step);
    item(out);
  }
}

void ProgramPrinter::checks() {
  for (const Invariant& i : p.invariants) {
    static const char* const where[] = {"at every choice", "in", "at end of", "at every step"};
    std::string out = "invariant " + i.name + labels(i) + " " + where[static_cast<size_t>(i.where)];
    if (i.procedure != none) out += " " + p.procedures[i.procedure].name;
    item(out + maybe(": ", i.expr));
  }
  if (titles()) {  // what is only shown does not change play, but invariants are part of the rules
    for (const View& v : p.views) {
      static const char* const kinds[] = {"hexes", "number", "path", "items", "repeated", "score"};
      std::string out = "view " + v.name + params(v.params) + labels(v) + " \"" + v.title + "\" " +
                        kinds[static_cast<size_t>(v.kind)];
      if (v.hex != none) out += " over " + var(v.hex);
      if (v.action != none) out += " " + p.actions[v.action].name + "(" + var(v.unit) + ")";
      item(out + maybe(" ", v.expr) + maybe(" from ", v.from));
    }
  }
  if (everything()) {
    for (const Claim& c : p.claims) {
      std::string out = "claim \"" + c.name + "\"" + labels(c);
      for (const Setting& one : c.with) out += " with " + language::text(p, one);
      if (!c.disputed.empty()) out += " disputed \"" + c.disputed + "\"";
      if (c.procedure != none) out += " at " + p.procedures[c.procedure].name;
      for (const ExprPtr& arg : c.args) out += maybe(" ", arg);
      for (const ClaimFill& fill : c.fills) {
        out += "\n  given " + (fill.state != none ? p.states[fill.state].name : std::string("place"));
        for (const ExprPtr& arg : fill.args) out += maybe(" ", arg);
        out += maybe(" = ", fill.value);
      }
      if (c.others_absent) out += "\n  others absent";
      for (const ClaimLine& line : c.lines) {
        static const char* const steps[] = {
            "play",           "roll",       "draw",         "expect",       "expect permitted",
            "expect refused", "expect won", "expect drawn", "expect choice"};
        out += std::string("\n  ") + steps[static_cast<size_t>(line.step)];
        if (!line.choice.empty()) out += " " + line.choice;
        for (const int64_t die : line.dice) out += " " + std::to_string(die);
        out += maybe(" ", line.expr);
        if (line.label != none) out += " by " + label(line.label);
        for (const CaseId one : line.or_labels) out += " or " + label(one);
      }
      item(out);
    }
  }
}

std::string dump(const Program& program) {
  std::string out = "edition " + program.edition + " \"" + program.title + "\"";
  if (!program.parent.empty()) out += " extends " + program.parent;
  out += "\n";
  for (const Case& c : program.cases) {
    out += "case " + c.label;
    if (!c.title.empty()) out += " \"" + c.title + "\"";
    if (!c.section.empty()) out += " in " + c.section;
    for (const int32_t same : c.same_as)
      out +=
          (same == c.same_as.front() ? " same as " : ", ") + program.parent_labels[static_cast<size_t>(same)];
    out += "\n";
  }
  for (const auto& [label, why] : program.dropped) out += "dropped " + label + ": " + why + "\n";
  for (const std::string& name : program.replaced) out += "replaced " + name + "\n";
  for (const std::string& name : program.changed_through) out += "changed through " + name + "\n";
  ProgramPrinter printer(program, ProgramPrinter::What::everything);
  for (const std::string& item : printer.items()) out += item + "\n";
  return out;
}

uint64_t fingerprint(const Program& program) {
  ProgramPrinter printer(program, ProgramPrinter::What::meaning);
  std::vector<std::string> items = printer.items();
  std::sort(items.begin(), items.end());  // the order of declarations decides nothing
  Fnv1a hash;
  for (const std::string& item : items) hash.text(item).byte(0);
  return hash.value();
}

}  // namespace casebook::language
