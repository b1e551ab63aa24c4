// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tiny_scenario.h"

namespace casebook::tests {

using namespace language;  // NOLINT: this file builds a program by hand
using runtime::Layout;
using runtime::Scenario;
using runtime::Slot;
using runtime::SlotKind;

namespace {

constexpr KindId kind_of_side = 2, kind_of_unit = 3, kind_of_formation = 4;
constexpr MeasureId measure_points = 1, measure_d6 = 2;
constexpr ProcedureId procedure_game = 0, procedure_combat = 1;

Type number_type(MeasureId measure) {
  return {TypeTag::number, measure, 1};
}
Type entity_type(KindId kind) {
  return {TypeTag::entity, kind, 1};
}

ExprPtr constant(Type type, int64_t value) {
  language::ExprPtr expr(Expr{});
  expr->type = type;
  expr->value = value;
  return expr;
}

class TinyBuilder {
 public:
  std::shared_ptr<const Scenario> build() {
    kinds();
    states();
    procedures();
    auto scenario = std::make_shared<Scenario>();
    bind(*scenario);
    lay_out(*scenario);
    return scenario;
  }

 private:
  static void name(Item& item, const char* text) { item.name = text; }

  void kind(const char* text, bool closed, bool on_map, std::vector<std::string> members) {
    Kind& kind = program_->kinds.emplace_back();
    name(kind, text);
    kind.closed = closed;
    kind.on_map = on_map;
    if (closed) kind.members = members;
    members_.push_back(std::move(members));
  }

  void measure(const char* text, int64_t denominator, int64_t low, int64_t high, bool or_never) {
    Measure& measure = program_->measures.emplace_back();
    name(measure, text);
    measure.step_denominator = denominator;
    measure.low = low;
    measure.high = high;
    measure.or_never = or_never;
  }

  void kinds() {
    program_->edition = "tiny";
    program_->cases.resize(2);
    program_->cases[0].label = "1.0";
    program_->cases[1].label = "unwritten: why not";
    kind("hex", false, false, {"a1", "b1", "c1"});
    kind("hexside", false, false, {"a1-b1", "b1-c1"});
    kind("side", true, false, {"white", "black"});
    kind("unit", false, true, {"A1", "A2", "B 1"});
    kind("formation", false, false, {"1st", "2nd", "3rd"});
    program_->kind_side = kind_of_side;
    measure("number", 1, -1'000'000, 1'000'000, false);
    measure("points", 2, 0, 80, true);
    measure("d6", 1, 1, 6, false);
    for (const char* box : {"reserve", "eliminated"}) name(program_->boxes.emplace_back(), box);
    Option& option = program_->options.emplace_back();
    name(option, "night");
  }

  void state(const char* text, Type type, std::vector<Type> params, ProcedureId procedure = none,
             ExprPtr initial = nullptr) {
    State& state = program_->states.emplace_back();
    name(state, text);
    state.type = type;
    state.params = std::move(params);
    state.procedure = procedure;
    state.initial = std::move(initial);
  }

  void states() {
    const Type boolean{TypeTag::boolean, none, 1};
    const Type unit = entity_type(kind_of_unit);
    state("turn", number_type(measure_points), {}, none, constant(number_type(measure_points), 2));
    state("mover", entity_type(kind_of_side), {});
    state("moved", boolean, {unit});
    state("left", number_type(measure_points), {unit});
    state("stock", number_type(measure_number), {entity_type(kind_of_side), entity_type(kind_hex)});
    state("cup", {TypeTag::set, kind_of_formation, 1}, {});
    state("active", {TypeTag::maybe, kind_of_formation, 1}, {});
    state("lit", boolean, {entity_type(kind_hexside)});
    state("aim", {TypeTag::location, none, 1}, {unit});
    state("round", number_type(measure_number), {}, procedure_combat,
          constant(number_type(measure_number), 0));
    state("hits", number_type(measure_number), {unit}, procedure_combat);
  }

  VarId var(const char* text, Type type, Interval interval = {}) {
    Var& var = program_->vars.emplace_back();
    var.name = text;
    var.type = type;
    var.interval = interval;
    var.procedure = procedure_combat;
    return static_cast<VarId>(program_->vars.size() - 1);
  }

  void site(SiteKind kind, ProcedureId procedure, int32_t flow, int32_t ordinal) {
    Site& site = program_->sites.emplace_back();
    site.kind = kind;
    site.procedure = procedure;
    site.flow = flow;
    site.ordinal = ordinal;
    site.label = 0;
  }

  void step(FlowOp op, Id ref) {
    FlowStep& step = program_->flow.emplace_back();
    step.op = op;
    step.ref = ref;
  }

  void procedures() {
    Procedure& game = program_->procedures.emplace_back();
    name(game, "game");
    game.entry = 0;
    game.end = 4;
    program_->game = procedure_game;
    step(FlowOp::choose, 0);
    step(FlowOp::call, procedure_combat);
    step(FlowOp::call, procedure_combat);
    step(FlowOp::draw, 1);
    Procedure& combat = program_->procedures.emplace_back();
    name(combat, "combat");
    combat.entry = 4;
    combat.end = 7;
    step(FlowOp::choose, 2);
    step(FlowOp::roll, 3);
    step(FlowOp::leave, procedure_combat);
    site(SiteKind::choose, procedure_game, 0, 1);
    site(SiteKind::draw, procedure_game, 3, 2);
    site(SiteKind::choose, procedure_combat, 4, 1);
    site(SiteKind::roll, procedure_combat, 5, 2);
    const VarId target = var("t", entity_type(kind_of_unit));
    const VarId way = var("way", {TypeTag::path, kind_hex, 1});
    const VarId team = var("team", {TypeTag::set, kind_of_unit, 1});
    const VarId first = var("d", number_type(measure_d6), {1, 6, false});
    const VarId second = var("d", number_type(measure_d6), {1, 6, false});
    Procedure& again = program_->procedures[procedure_combat];
    again.params = {target};
    again.vars = {target, way, team, first, second};
    again.states = {9, 10};
    program_->sites[2].scope = {target, way, team};
    program_->sites[3].scope = {target};
    program_->sites[3].vars = {first, second};
    program_->sites[1].set = all_members(kind_of_formation);
    offer(0, 0, action("pass", none));
    offer(0, 1, action("shoot", kind_of_unit));
    offer(0, 2, action("charge", kind_of_unit));
    offer(2, 5, action("stand", none));
  }

  static ExprPtr all_members(KindId kind) {
    language::ExprPtr set(Expr{});
    set->op = Op::all_members;
    set->type = {TypeTag::set, kind, 1};
    return set;
  }

  /// An action with one parameter of that kind, or with none.
  ActionId action(const char* text, KindId kind) {
    Action& action = program_->actions.emplace_back();
    name(action, text);
    action.label = 0;
    action.body = language::StmtPtr(Stmt{});
    if (kind != none) {
      Var& var = program_->vars.emplace_back();
      var.name = "u";
      var.type = entity_type(kind);
      ActionParam& param = action.params.emplace_back();
      param.name = "u";
      param.var = static_cast<VarId>(program_->vars.size() - 1);
      param.domain = all_members(kind);
    }
    return static_cast<ActionId>(program_->actions.size() - 1);
  }

  void offer(size_t site, int32_t target, ActionId action) {
    Alternative& alternative = program_->sites[site].alternatives.emplace_back();
    alternative.action = action;
    alternative.target = target;
    alternative.args.resize(program_->actions[action].params.size());
  }

  void bind(Scenario& scenario) {
    scenario.id = "examples/tiny+night=yes";
    scenario.rules_fingerprint = 0x0123456789abcdefU;
    scenario.fingerprint = 0xfedcba9876543210U;
    scenario.options = {1};
    scenario.members = members_;
    runtime::Ground& ground = scenario.ground;
    ground.hexes = 3;
    ground.hexsides = 2;
    ground.neighbours = {{1, -1, -1, -1, -1, -1}, {2, -1, -1, 0, -1, -1}, {-1, -1, -1, 1, -1, -1}};
    ground.sides = {{0, -1, -1, -1, -1, -1}, {1, -1, -1, 0, -1, -1}, {-1, -1, -1, 1, -1, -1}};
    ground.ends = {{0, 1}, {1, 2}};
    ground.distances = {0, 1, 2, 1, 0, 1, 2, 1, 0};
    scenario.program = program_;
  }

  uint32_t take_cells(uint32_t count) {
    const uint32_t first = next_cell_;
    next_cell_ += count;
    return first;
  }
  uint32_t take_words(uint32_t count) {
    next_cell_ += next_cell_ & 1U;
    const uint32_t first = next_cell_ / 2;
    next_cell_ += 2 * count;
    return first;
  }

  Slot slot_of(const Scenario& scenario, const Type& type, const std::vector<Type>& params) {
    Slot slot;
    slot.strides.assign(params.size(), 1);
    for (size_t i = params.size(); i-- > 0;) {
      slot.strides[i] = slot.combinations;
      slot.combinations *= static_cast<uint32_t>(scenario.size(params[i].of));
    }
    if (type.tag == TypeTag::set) {
      slot.kind = SlotKind::sets;
      slot.first = take_words(slot.combinations);
    } else if (type.tag == TypeTag::boolean && !params.empty()) {
      slot.kind = SlotKind::bits;
      slot.first = take_words((slot.combinations + 63) / 64);
    } else {
      slot.width = type.tag == TypeTag::path ? runtime::path_cells : 1;
      slot.first = take_cells(slot.combinations * slot.width);
    }
    return slot;
  }

  void lay_out(Scenario& scenario) {
    Layout& layout = scenario.layout;
    layout.site = take_cells(1);
    layout.outcome = take_cells(1);
    layout.outcome_detail = take_cells(1);
    for (size_t i = 0; i < program_->procedures.size(); ++i) layout.returns.push_back(take_cells(1));
    for (const State& state : program_->states)
      layout.states.push_back(slot_of(scenario, state.type, state.params));
    for (size_t i = 0; i < program_->kinds.size(); ++i) {
      Slot none_here;
      none_here.combinations = 0;
      const Type location{TypeTag::location, none, 1};
      layout.places.push_back(program_->kinds[i].on_map
                                  ? slot_of(scenario, location, {entity_type(static_cast<KindId>(i))})
                                  : none_here);
    }
    Slot not_stored;
    not_stored.combinations = 0;
    for (const Var& var : program_->vars)
      layout.vars.push_back(var.procedure == none ? not_stored : slot_of(scenario, var.type, {}));
    layout.words = (next_cell_ + 1) / 2;
    scenario.start = runtime::Position(layout.words);
    scenario.start.set_cell(layout.states[0].first, 2);
    scenario.start.set_cell(layout.states[6].first, -1);
    scenario.start.set_cell(layout.places[kind_of_unit].first, 0);
    scenario.start.set_cell(layout.places[kind_of_unit].first + 1, 1);
    scenario.start.set_cell(layout.places[kind_of_unit].first + 2, 2);
  }

  std::shared_ptr<Program> program_ = std::make_shared<Program>();
  std::vector<std::vector<std::string>> members_;
  uint32_t next_cell_ = 0;
};

}  // namespace

std::shared_ptr<const Scenario> tiny_scenario() {
  return TinyBuilder().build();
}

}  // namespace casebook::tests
