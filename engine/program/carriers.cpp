// SPDX-License-Identifier: Apache-2.0
#include "engine/program/carriers.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace casebook::language {

namespace {

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {}

  std::vector<Carrier> all() {
    for (const Kind& kind : program_.kinds) {
      if (kind.reading == none) item(kind, "kind");  // the values of a reading are no kind that anybody wrote
    }
    items(program_.measures, "measure");
    items(program_.boxes, "box");
    items(program_.places, "place");
    items(program_.givens, "given");
    for (const State& state : program_.states) {
      if (!state.hidden) item(state, "state");
    }
    items(program_.options, "option");
    items(program_.readings, "reading");
    items(program_.tables, "table");
    for (const Definition& definition : program_.definitions) {
      item(definition, "definition");
      if (definition.body) list_entries(*definition.body, definition.name);
      for (const Exception& exception : definition.exceptions)
        add(exception.label, "exception", definition.name, exception.place);
      for (const Adjustment& adjustment : definition.adjustments)
        add(adjustment.label, "adjustment", definition.name, adjustment.place);
    }
    items(program_.fields, "field");
    for (const Effect& effect : program_.effects) {
      item(effect, "effect");
      for (const EffectEntry& entry : effect.entries) {
        if (effect.kind != EffectKind::plain)
          add(entry.label, "entry", effect.name + "." + entry.name, entry.place);
        if (entry.body) statement(*entry.body, effect.name);
      }
    }
    for (const Action& action : program_.actions) {
      if (action.watch != none) continue;
      item(action, "action");
      requirements(action.requires_, "requirement", action.name);
      requirements(action.ensures, "requirement", action.name);
      for (const Best& best : action.bests)
        add(best.label, "preference", action.name + "." + best.name, best.place);
      if (action.body) statement(*action.body, action.name);
    }
    for (const Procedure& procedure : program_.procedures) {
      // What settles is made by the compiler, but the blocks of each whenever stand in it as they were
      // written.
      if (&procedure - program_.procedures.data() != program_.settle) item(procedure, "procedure");
      for (int32_t step = procedure.entry; step < procedure.end; ++step) {
        const FlowStep& flow = program_.flow[step];
        add(flow.label, "line", procedure.name, flow.place);
        if (flow.stmt) statement(*flow.stmt, procedure.name);
      }
    }
    items(program_.watches, "watch");
    items(program_.invariants, "invariant");
    items(program_.views, "view");
    items(program_.claims, "claim");
    std::stable_sort(found_.begin(), found_.end(), [](const Carrier& a, const Carrier& b) {
      return std::tie(a.place.file, a.place.begin) < std::tie(b.place.file, b.place.begin);
    });
    return std::move(found_);
  }

 private:
  template <class T>
  void items(const std::vector<T>& list, const char* sort) {
    for (const T& one : list) item(one, sort);
  }
  void item(const Item& one, const char* sort) {
    add(one.label, sort, one.name, one.place);
    for (const Id also : one.also) add(also, sort, one.name, one.place);
  }
  void add(Id label, const char* sort, const std::string& name, const Place& place) {
    if (label != none) found_.push_back({label, sort, name, place});
  }
  void requirements(const std::vector<Requirement>& list, const char* sort, const std::string& action) {
    for (const Requirement& requirement : list) {
      add(requirement.label, sort, action + "." + requirement.name, requirement.place);
      for (const Waiver& waiver : requirement.waivers)
        add(waiver.label, "waiver", action + "." + requirement.name, waiver.place);
    }
  }
  void list_entries(const Expr& expr, const std::string& name) {
    if (expr.list) {
      for (const ListEntry& entry : expr.list->entries) {
        add(entry.label, "entry", name + "." + entry.name, entry.place);
        if (entry.value) list_entries(*entry.value, name);
      }
    }
    for (const ExprPtr& arg : expr.args) {
      if (arg) list_entries(*arg, name);
    }
  }
  void statement(const Stmt& stmt, const std::string& name) {
    add(stmt.label, "line", name, stmt.place);
    for (const StmtPtr& inner : stmt.body) {
      if (inner) statement(*inner, name);
    }
  }

  const Program& program_;
  std::vector<Carrier> found_;
};

}  // namespace

std::vector<Carrier> carriers(const Program& program) {
  return Collector(program).all();
}

std::vector<Carrier> carriers_of(const Program& program, Id label) {
  std::vector<Carrier> found = carriers(program);
  std::erase_if(found, [label](const Carrier& carrier) { return carrier.label != label; });
  // A line of an item that carries the case itself adds nothing to read.
  const std::vector<Carrier> whole = found;
  std::erase_if(found, [&whole](const Carrier& carrier) {
    return carrier.sort == "line" &&
           std::any_of(whole.begin(), whole.end(), [&carrier](const Carrier& other) {
             return other.sort != "line" && other.name == carrier.name;
           });
  });
  return found;
}

Id find_case(const Program& program, std::string_view label) {
  for (size_t i = 0; i < program.cases.size(); ++i) {
    if (program.cases[i].label == label) return static_cast<Id>(i);
  }
  return none;
}

std::string edition_of(const Program& program, const Place& place) {
  const std::string folder =
      std::filesystem::path(program.sources[place.file].file).parent_path().filename().string();
  return folder.empty() ? program.edition : folder;
}

bool is_silent_and_borrowed(const Program& program, const Case& one, const std::vector<Carrier>& carried) {
  if (one.silent.empty() || one.places.empty()) return false;
  const std::string last = edition_of(program, one.places.back());
  uint32_t first = 0;  // file of that edition; those of the editions that it extends come before
  for (Place place; edition_of(program, place) != last; place.file = ++first) {
  }
  return std::all_of(carried.begin(), carried.end(),
                     [first](const Carrier& carrier) { return carrier.place.file < first; });
}

}  // namespace casebook::language
