// SPDX-License-Identifier: Apache-2.0
#include "engine/program/carriers.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "engine/program/anatomy.h"

namespace casebook::language {

namespace {

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {}

  std::vector<Carrier> all() {
    each_item(program_, [this](ItemId id, const auto& one) {
      if (made_by_compiler(one)) return;
      add_parts(id, one);
    });
    std::stable_sort(found_.begin(), found_.end(), [](const Carrier& a, const Carrier& b) {
      return std::tie(a.place.file, a.place.begin) < std::tie(b.place.file, b.place.begin);
    });
    return std::move(found_);
  }

 private:
  static bool made_by_compiler(const Item&) { return false; }
  // The values of a reading are no kind that anybody wrote.
  static bool made_by_compiler(const Kind& kind) { return kind.reading != none; }
  static bool made_by_compiler(const State& state) { return state.hidden; }
  static bool made_by_compiler(const Action& action) { return action.watch != none; }

  template <class T>
  void add_parts(ItemId id, const T& one) {
    // What settles is made by the compiler, but the blocks of each whenever stand in it as they were written.
    const bool settles = id == ItemId{ItemSort::procedure, program_.settle};
    anatomy_in(program_, one,
               Visitor{[&](const Line& line) {
                         if (line.sort != LineSort::item) return line_of_item(id, one, line);
                         if (settles) return;
                         add(line.label, sort_name(id.sort), one.name, line.place);
                         for (const CaseId also : one.also)
                           add(also, sort_name(id.sort), one.name, line.place);
                       },
                       [&](const Line& line, const Expr& expr) {
                         if (id.sort == ItemSort::definition && line.sort == LineSort::item)
                           list_entries(expr, one.name);
                       },
                       [&](const Line&, const Stmt& stmt) { statement(stmt, one.name); }});
  }
  void line_of_item(ItemId id, const Item& item, const Line& line) {
    const std::string of_line = item.name + "." + line.name;
    switch (line.sort) {
      case LineSort::exception:
        return add(line.label, "exception", item.name, line.place);
      case LineSort::adjustment:
        return add(line.label, "adjustment", item.name, line.place);
      case LineSort::entry:
        if (program_.effects[id.id].kind != EffectKind::plain) add(line.label, "entry", of_line, line.place);
        return;
      case LineSort::require:
      case LineSort::ensure:
        if (id.sort == ItemSort::action) add(line.label, "requirement", of_line, line.place);
        return;
      case LineSort::waiver:
        if (id.sort == ItemSort::action) add(line.label, "waiver", of_line, line.place);
        return;
      case LineSort::preference:
        return add(line.label, "preference", of_line, line.place);
      case LineSort::step:
        return add(line.label, "line", item.name, line.place);
      default:
        return;
    }
  }
  void add(CaseId label, std::string_view sort, const std::string& name, const Place& place) {
    if (label != none) found_.push_back({label, std::string(sort), name, place});
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

std::vector<Carrier> carriers_of(const Program& program, CaseId label) {
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

CaseId find_case(const Program& program, std::string_view label) {
  for (size_t i = 0; i < program.cases.size(); ++i) {
    if (program.cases[i].label == label) return static_cast<CaseId>(i);
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
