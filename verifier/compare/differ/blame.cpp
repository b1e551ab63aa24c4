// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/blame.h"

#include <algorithm>

#include "engine/program/anatomy.h"
#include "engine/program/print_program.h"
#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"
#include "engine/runtime/binding/settle.h"

namespace casebook::compare {

using language::Stmt;
using language::StmtOp;
using language::TypeTag;
using runtime::Evaluator;
using runtime::Fault;
using runtime::NamedChoice;
using runtime::Value;

namespace {

constexpr size_t most_records = 60'000;

/// Whether a value is worth a line: what is paid, where something comes in. Yes and no say too little.
bool says_something(const language::Type& type) {
  return type.tag == TypeTag::number || type.tag == TypeTag::entity || type.tag == TypeTag::maybe ||
         type.tag == TypeTag::location || (type.tag == TypeTag::range && type.of != language::none);
}

}  // namespace

std::string label_of(const Scenario& scenario, CaseId label) {
  return label == language::none ? std::string() : scenario.program->label_text(label);
}

/// Keeps what was asked of items that are not the same on both sides, and what was done.
class Blamer::Recorder : public runtime::Onlooker {
 public:
  struct Record {
    bool field;
    Id id;
    std::vector<Value> arguments;
    Value value;
    int depth;
    size_t moment;       // index of the position
    const Stmt* within;  // the innermost assignment, or what stands around assignments; or null
  };

  Recorder(const Alignment& alignment, size_t side) {
    const language::Program& program = *alignment.scenario(side).program;
    const auto differs = [&](ItemSort sort, const std::string& name) {
      const ItemPair* pair = alignment.find({sort, name});
      return pair != nullptr && pair->item[0] != nullptr && pair->item[1] != nullptr && !pair->same;
    };
    for (const auto& one : program.definitions)
      definitions_.push_back(differs(ItemSort::definition, one.name));
    for (const auto& one : program.fields) fields_.push_back(differs(ItemSort::field, one.name));
  }

  void asked(bool field, Id id, const std::vector<Value>& arguments, const Value& value, int depth,
             const Position& position) override {
    if (!(field ? fields_ : definitions_)[static_cast<size_t>(id)] || records.size() >= most_records) return;
    records.push_back(
        {field, id, arguments, value, depth, moment(position), within_.empty() ? nullptr : within_.back()});
  }
  void does(const Stmt& stmt) override {
    if (stmt.op == StmtOp::assign || stmt.op == StmtOp::end_game) statements.insert(&stmt);
    within_.push_back(&stmt);
  }
  void did(const Stmt&) override {
    if (!within_.empty()) within_.pop_back();
  }

  std::vector<Record> records;
  std::vector<Position> moments;
  std::set<const Stmt*> statements;

 private:
  size_t moment(const Position& position) {
    if (moments.empty() || !(moments.back() == position)) moments.push_back(position);
    return moments.size() - 1;
  }

  std::vector<bool> definitions_, fields_;
  std::vector<const Stmt*> within_;
};

Blamer::Blamer(Pair& pair) : pair_(pair) {
  collect_statements(0);
  collect_statements(1);
}
Blamer::~Blamer() = default;

// Only of items that are on both sides and not the same text: of others nothing has to be told apart.
void Blamer::collect_statements(size_t side) {
  const Scenario& scenario = *pair_.scenarios[side];
  const language::Program& program = *scenario.program;
  const auto collect = [&](const ItemRef& item, CaseId label, const Stmt& body) {
    const ItemPair* pair = pair_.alignment.find(item);
    if (pair == nullptr || pair->same_text) return;
    language::walk(
        body,
        [&](const Stmt& stmt) {
          if (stmt.op != StmtOp::assign && stmt.op != StmtOp::end_game) return;
          const std::string text = leaf_text(side, stmt);
          const CaseId own = stmt.label != language::none ? stmt.label : label;
          leaf_texts_[side].emplace(item, text);
          leaves_[side].emplace(&stmt, Leaf{item, label_of(scenario, own), text});
        },
        [](const language::Expr&) {});
  };
  language::each_item(program, [&](language::ItemId id, const auto& item) {
    language::anatomy_in(program, item, [&](const language::Line& line, const Stmt& body) {
      const bool of_line = line.sort == language::LineSort::entry && line.label != language::none;
      collect({id.sort, item.name}, of_line ? line.label : item.label, body);
    });
  });
}

std::string Blamer::written_by(size_t side, const Stmt& stmt) const {
  if (stmt.op != StmtOp::assign) return {};
  return stmt.ref == language::none ? std::string("place")
                                    : pair_.scenarios[side]->program->states[stmt.ref].name;
}

/// Everything that it writes, whatever it runs included.
const std::set<std::string>& Blamer::all_written_by(size_t side, const Stmt& stmt) {
  const auto [known, fresh] = written_[side].try_emplace(&stmt);
  if (!fresh) return known->second;
  const language::Program& program = *pair_.scenarios[side]->program;
  language::ReadsWrites reads(program);
  const language::Cells writes = reads.of(stmt).writes;
  if (!writes.places.empty()) known->second.insert("place");
  for (const StateId state : writes.states) known->second.insert(program.states[state].name);
  return known->second;
}

bool Blamer::writes_one_of(size_t side, const Stmt* stmt, const std::vector<std::string>& states) {
  if (stmt == nullptr) return false;
  const std::set<std::string>& written = all_written_by(side, *stmt);
  return std::any_of(states.begin(), states.end(),
                     [&](const std::string& one) { return written.count(one) != 0; });
}

/// What is written and what with, switches settled; whether its range is asked for depends on what is known
/// of numbers.
std::string Blamer::leaf_text(size_t side, const Stmt& stmt) const {
  const Settled& settled = pair_.alignment.settled(side);
  const auto text_of = [&](const language::Expr& expr) {
    return settled.text(*settled_expression(*pair_.scenarios[side], expr));
  };
  std::string text = written_by(side, stmt) + " " + std::to_string(static_cast<int>(stmt.mode));
  for (const auto& arg : stmt.args) text += " " + text_of(*arg);
  return text + (stmt.value ? " := " + text_of(*stmt.value) : "");
}

// ---- refusals

std::optional<Refusal> Blamer::refusal(size_t side, const Position& position, const NamedChoice& named) {
  return RefusalFinder(pair_.scenarios[side], position, named).refusal();
}

Blame Blamer::of_refusal(size_t side, const std::array<Position, 2>& positions, const NamedChoice& named,
                         const Refusal& refusal) {
  Blame blame;
  const std::string& action = pair_.scenarios[side]->program->actions[named.action].name;
  const ItemPair* pair = pair_.alignment.find({ItemSort::action, action});
  const auto line = [&](size_t of) -> const Line* {
    if (pair == nullptr || pair->item[of] == nullptr) return nullptr;
    for (const Line& one : pair->item[of]->lines) {
      if (one.name == refusal.name) return &one;
    }
    return nullptr;
  };
  const Line *mine = line(side), *theirs = line(1 - side);
  if (mine != nullptr && theirs == nullptr) {
    add_requirement(side, action, refusal, blame);
    return blame;
  }
  Recorder recorder(pair_.alignment, side);
  RefusalFinder evaluator(pair_.scenarios[side], positions[side], named);
  evaluator.evaluator().tell(&recorder);
  evaluator.refusal(&refusal);
  evaluator.evaluator().tell(nullptr);
  add_calls(side, recorder, positions[1 - side], blame);
  if (blame.empty() && mine != nullptr && theirs != nullptr && mine->text != theirs->text)
    add_requirement(side, action, refusal, blame);
  if (blame.empty()) {
    blame.certain = false;
    add_uses({ItemSort::action, action}, blame);
  }
  complete(blame);
  return blame;
}

Blame Blamer::of_offer(const std::array<Position, 2>& positions, const std::string& action) {
  Blame blame;
  const ItemPair* offered = pair_.alignment.find({ItemSort::action, action});
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Scenario& scenario = *pair_.scenarios[side];
    const SiteId site = positions[side].cell(scenario.layout.site) - 1;
    if (site < 0) continue;
    const language::ProcedureId procedure = scenario.program->sites[site].procedure;
    const ItemRef key{ItemSort::procedure, scenario.program->procedures[procedure].name};
    const ItemPair* pair = pair_.alignment.find(key);
    if (pair != nullptr && !pair->same_text) add_item(key, blame);
  }
  if (offered != nullptr && (offered->item[0] == nullptr || offered->item[1] == nullptr))
    add_item({ItemSort::action, action}, blame);
  // Of dice: what numbers they have.
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Scenario& scenario = *pair_.scenarios[side];
    const int32_t at = positions[side].cell(scenario.layout.site) - 1;
    if (at < 0 || !blame.empty()) continue;
    for (const VarId die : scenario.program->sites[at].vars) {
      const language::Type& type = scenario.program->vars[die].type;
      if (type.tag != TypeTag::number || type.of == language::none) continue;
      const ItemRef key{ItemSort::measure, scenario.program->measures[type.of].name};
      const ItemPair* pair = pair_.alignment.find(key);
      if (pair != nullptr && !pair->same_text) add_item(key, blame);
    }
  }
  // Of a draw: what says who may be drawn.
  for (size_t side = 0; side < 2 && blame.empty(); ++side) {
    const Scenario& scenario = *pair_.scenarios[side];
    const int32_t at = positions[side].cell(scenario.layout.site) - 1;
    if (at < 0) continue;
    const language::Site& site = scenario.program->sites[at];
    if (site.kind != language::SiteKind::draw || !site.set) continue;
    Recorder recorder(pair_.alignment, side);
    Evaluator asking(pair_.scenarios[side]);
    asking.tell(&recorder);
    try {
      asking.evaluate(*site.set, positions[side]);
    } catch (const Fault&) {
    }
    add_calls(side, recorder, positions[1 - side], blame);
  }
  complete(blame);
  return blame;
}

// Who chooses is said at the site: in other words there, or by what is asked there.
Blame Blamer::of_player(const std::array<Position, 2>& positions) {
  Blame blame;
  std::array<const language::Site*, 2> sites{};
  std::array<std::string, 2> texts;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Scenario& scenario = *pair_.scenarios[side];
    const auto at = static_cast<size_t>(positions[side].cell(scenario.layout.site) - 1);
    sites[side] = &scenario.program->sites[at];
    const Settled& settled = pair_.alignment.settled(side);
    const language::ExprPtr& by = settled.program().sites[at].by;
    texts[side] = by ? settled.text(*by) : std::string();
  }
  if (texts[0] == texts[1]) {
    for (size_t side = 0; side < 2 && blame.empty(); ++side) {
      if (!sites[side]->by) continue;
      Recorder recorder(pair_.alignment, side);
      Evaluator asking(pair_.scenarios[side]);
      asking.tell(&recorder);
      try {
        asking.evaluate(*sites[side]->by, positions[side]);
      } catch (const Fault&) {
      }
      add_calls(side, recorder, positions[1 - side], blame);
    }
  }
  for (size_t side = 0; side < 2 && blame.empty(); ++side) {
    const language::Program& program = *pair_.scenarios[side]->program;
    add_item({ItemSort::procedure, program.procedures[sites[side]->procedure].name}, blame);
  }
  complete(blame);
  return blame;
}

// ---- steps

Blame Blamer::of_step(const std::array<Position, 2>& positions, const std::array<Step, 2>& steps,
                      const std::array<Position, 2>& after, const std::vector<std::string>& values) {
  Blame blame;
  std::array<std::set<ProcedureId>, 2> passed;
  const auto running = [&](size_t side, const Position& position) {
    passed[side].insert(pair_.scenarios[side]->program->game);  // nothing it would return to
    const auto& layout = pair_.scenarios[side]->layout;
    for (size_t i = 0; i < layout.returns.size(); ++i) {
      if (position.cell(layout.returns[i]) != 0) passed[side].insert(static_cast<ProcedureId>(i));
    }
  };
  std::array<std::unique_ptr<Recorder>, 2> recorders;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    recorders[side] = std::make_unique<Recorder>(pair_.alignment, side);
    runtime::ReferenceRules rules(pair_.scenarios[side]);
    rules.on_end_of_run([&](ProcedureId procedure, const Position&) { passed[side].insert(procedure); });
    std::vector<runtime::Choice> choices;
    rules.ask_for_any_choice([&](const Position& position) {
      pair_.rules[side]->choices(position, choices);
      return !choices.empty();
    });
    rules.evaluator().tell(recorders[side].get());
    Position position = positions[side];
    running(side, position);
    steps[side].chance ? rules.apply(position, steps[side].outcome)
                       : rules.apply(position, steps[side].choice);
    running(side, position);
  }
  std::vector<std::string> states;
  for (const std::string& value : values) states.push_back(value.substr(value.rfind('.') + 1));
  for (const size_t side : {size_t{0}, size_t{1}}) {
    add_statements(side, *recorders[side], states, blame);
    // A site that the other has not is the doing of its procedure.
    const Scenario& scenario = *pair_.scenarios[side];
    const SiteId site = after[side].cell(scenario.layout.site) - 1;
    if (site < 0 || pair_.alignment.from(side).sites[site] >= 0) continue;
    const language::ProcedureId procedure = scenario.program->sites[site].procedure;
    add_item({ItemSort::procedure, scenario.program->procedures[procedure].name}, blame);
  }
  for (size_t side = 0; side < 2 && blame.empty() && !states.empty(); ++side)
    add_calls(side, *recorders[side], positions[1 - side], blame, &states);
  for (size_t side = 0; side < 2 && blame.empty(); ++side)
    add_calls(side, *recorders[side], positions[1 - side], blame);
  for (size_t side = 0; side < 2 && blame.empty(); ++side) {
    for (const ProcedureId id : passed[side]) {
      const ItemRef key{ItemSort::procedure, pair_.scenarios[side]->program->procedures[id].name};
      const ItemPair* pair = pair_.alignment.find(key);
      if (pair != nullptr && !pair->same_text) add_item(key, blame);
    }
  }
  if (blame.empty()) {
    blame.certain = false;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      for (const ProcedureId id : passed[side])
        add_uses({ItemSort::procedure, pair_.scenarios[side]->program->procedures[id].name}, blame);
    }
  }
  complete(blame);
  return blame;
}

/// Of statements that the other has not those that write one of these states; of none: all.
void Blamer::add_statements(size_t side, const Recorder& recorder, const std::vector<std::string>& states,
                            Blame& blame) {
  for (const Stmt* stmt : recorder.statements) {
    const auto leaf = leaves_[side].find(stmt);
    if (leaf == leaves_[side].end()) continue;
    if (!states.empty() && !writes_one_of(side, stmt, states)) continue;
    if (leaf_texts_[1 - side].count({leaf->second.item, leaf->second.text}) != 0) continue;
    blame.items.insert(leaf->second.item);
    if (!leaf->second.label.empty()) blame.labels[side].insert(leaf->second.label);
  }
}

// ---- calls

/// `cost(0101, 0102)`
std::string Blamer::call_text(size_t side, bool field, Id id, const std::vector<Value>& arguments) const {
  const Scenario& scenario = *pair_.scenarios[side];
  const language::Program& program = *scenario.program;
  const auto& params = field ? program.fields[id].params : program.definitions[id].params;
  std::string text = field ? program.fields[id].name : program.definitions[id].name;
  if (arguments.empty()) return text + "()";
  for (size_t i = 0; i < arguments.size(); ++i) {
    const language::Type type = i < params.size() ? program.vars[params[i]].type
                                                  : language::Type{TypeTag::entity, language::kind_hex, 1};
    text += i == 0 ? "(" : ", ";
    if (type.tag != TypeTag::set) {
      text += scenario.value_text(type, arguments[i].number);
      continue;
    }
    text += "{";
    for (size_t k = 0; k < arguments[i].items.size(); ++k)
      text +=
          (k == 0 ? "" : ", ") + scenario.value_text({TypeTag::entity, type.of, 1}, arguments[i].items[k]);
    text += "}";
  }
  return text + ")";
}

// What the calls come to on the other side, innermost first. Of those that differ, and that every call around
// them differs with, the ones with none that differs beneath them.
void Blamer::add_calls(size_t side, const Recorder& recorder, const Position& there, Blame& blame,
                       const std::vector<std::string>* states) {
  const language::Program& program = *pair_.scenarios[side]->program;
  const OneWay& way = pair_.alignment.from(side);
  Evaluator asking(pair_.scenarios[1 - side]);
  std::vector<std::optional<Position>> moments(recorder.moments.size());
  if (!moments.empty()) moments[0] = there;
  using Key = std::pair<std::pair<size_t, Id>, std::vector<int64_t>>;
  struct Answer {
    bool asked = false, differs = false;
    ItemRefs responsible, through;
    std::string call;  // of a number that differs, in words, and what it is on either side
    std::array<std::string, 2> values;
  };
  std::map<Key, Answer> known;
  struct Met {
    int depth;
    const Answer* answer;
  };
  std::vector<Met> met;
  ItemRefs responsible, through;
  for (const Recorder::Record& one : recorder.records) {
    if (states != nullptr && !writes_one_of(side, one.within, *states)) continue;
    const auto id = static_cast<size_t>(one.id);
    const auto& params = one.field ? program.fields[id].params : program.definitions[id].params;
    const language::Type type = one.field ? program.fields[id].type : program.definitions[id].type;
    Key key{{one.moment, one.field ? -1 - one.id : one.id}, {}};
    for (const Value& value : one.arguments) {
      key.second.push_back(value.number);
      for (const int32_t item : value.items) key.second.push_back(item);
    }
    Answer& answer = known[std::move(key)];
    const bool fresh = !answer.asked;
    if (fresh) {
      answer.asked = true;
      auto& moment = moments[one.moment];
      if (!moment) moment = pair_.transfers[side].values(recorder.moments[one.moment]);
      std::vector<Value> arguments;
      for (size_t i = 0; i < one.arguments.size(); ++i) {
        const language::Type of = i < params.size() ? program.vars[params[i]].type
                                                    : language::Type{TypeTag::entity, language::kind_hex, 1};
        if (auto value = value_across(pair_.alignment, side, of, one.arguments[i]))
          arguments.push_back(std::move(*value));
      }
      const Id other = one.field ? Id(way.fields[id]) : Id(way.definitions[id]);
      const language::Program& theirs = *pair_.scenarios[1 - side]->program;
      const size_t wanted = other == language::none ? 0
                            : one.field             ? theirs.fields[other].params.size() + 1
                                                    : theirs.definitions[other].params.size();
      if (other != language::none && arguments.size() == one.arguments.size() && arguments.size() == wanted) {
        const auto expected = value_across(pair_.alignment, side, type, one.value);
        try {
          const Value value = asking.value_of(one.field, other, arguments, *moment);
          answer.differs = !expected || !(value == *expected);
          if (answer.differs && says_something(type)) {
            answer.call = call_text(side, one.field, one.id, one.arguments);
            answer.values[side] = pair_.scenarios[side]->value_text(type, one.value.number);
            const language::Type& of_theirs =
                one.field ? theirs.fields[other].type : theirs.definitions[other].type;
            answer.values[1 - side] = pair_.scenarios[1 - side]->value_text(of_theirs, value.number);
          }
        } catch (const Fault&) {
          answer.differs = true;
        }
      }
    }
    const ItemRef name = one.field ? ItemRef{ItemSort::field, program.fields[id].name}
                                   : ItemRef{ItemSort::definition, program.definitions[id].name};
    while (!met.empty() && met.back().depth > one.depth) {
      if (fresh && answer.differs) {
        answer.responsible.insert(met.back().answer->responsible.begin(),
                                  met.back().answer->responsible.end());
        answer.through.insert(met.back().answer->through.begin(), met.back().answer->through.end());
      }
      met.pop_back();
    }
    if (fresh && answer.differs) {
      if (answer.responsible.empty()) {
        const ItemPair* pair = pair_.alignment.find(name);
        if (!pair->same_text) {
          answer.responsible.insert(name);
          if (!answer.call.empty()) blame.calls.try_emplace(name, Blame::Call{answer.call, answer.values});
        } else {
          for (const ItemRef& used : pair->item[side]->uses) {  // data that it reads
            const ItemPair* data = pair_.alignment.find(used);
            if (data != nullptr && !data->same_text &&
                (used.sort == ItemSort::given || used.sort == ItemSort::table ||
                 used.sort == ItemSort::place))
              answer.responsible.insert(used);
          }
        }
      } else {
        answer.through.insert(name);
      }
    }
    met.push_back({one.depth, &answer});
    if (one.depth == 0) {
      responsible.insert(answer.responsible.begin(), answer.responsible.end());
      through.insert(answer.through.begin(), answer.through.end());
      met.clear();
    }
  }
  for (const ItemRef& name : responsible) add_item(name, blame);
  for (const ItemRef& name : through) add_way(name, responsible, blame);
}

void Blamer::add_way(const ItemRef& through, const ItemRefs& to, Blame& blame) const {
  const ItemPair* pair = pair_.alignment.find(through);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (pair == nullptr || pair->item[side] == nullptr) continue;
    for (const Line& line : pair->item[side]->lines) {
      const bool speaks =
          std::any_of(to.begin(), to.end(), [&](const ItemRef& one) { return line.uses.count(one) != 0; });
      if (speaks && line.label != language::none)
        blame.labels[side].insert(label_of(*pair_.scenarios[side], line.label));
    }
  }
}

}  // namespace casebook::compare
