// SPDX-License-Identifier: Apache-2.0
#pragma once

// The typed program: one edition, resolved and checked. Everything later reads it and nothing before it:
// the reference evaluator, the compiled form, the translation to Z3, comparison and reports.
//
// It knows no scenario: open kinds have no members, options and readings no value. Binding a scenario
// (engine/runtime/scenario.h) supplies both. References are indices ("ids", id.h) into the tables of
// `Program`. Across editions an item is identified by its name, never by its id or its case.
//
// Always:
//
//   - types agree, and names are resolved
//   - definitions, tables and fields are acyclic, and so are calls of procedures
//   - every binder introduces a Var of its own, so one flat frame of variables serves a whole evaluation
//   - every turn of a loop in `flow` passes a site

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/program/by_id.h"
#include "engine/program/id.h"
#include "engine/program/ops.h"
#include "engine/program/owned.h"

namespace casebook::language {

// ---- types and numbers

enum class TypeTag : uint8_t {
  boolean,   // 0 or 1
  number,    // `of` is a measure; the value counts steps / `fine`
  entity,    // `of` is a kind; the value is the member's index
  location,  // hexes 0 .. H-1, then boxes H .. H+B-1
  set,       // `of` is a kind
  maybe,     // `of` is a kind; a member's index, or -1 for `none`
  path,      // hexes; at most limits::path_steps
  range,     // only as the domain of a binder: numbers (of = measure) or Booleans (of = none)
};

struct Type {
  TypeTag tag = TypeTag::boolean;
  Id of = none;      // a kind or a measure, as `tag` says
  int64_t fine = 1;  // numbers only: the value counts (step of the measure) / fine; 1 for everything stored
  bool operator==(const Type&) const = default;
};

/// `never`: greater than every number, absorbs addition. Fits a 32-bit cell.
inline constexpr int64_t never_value = INT32_MAX;
/// A table cell left out on purpose; reading it is a fault.
inline constexpr int64_t silent_value = INT64_MIN;

/// What interval analysis knows of a number: `low` and `high` bound every value that is not `never`.
struct Interval {
  int64_t low = 0, high = 0;
  bool may_be_never = false;
  bool operator==(const Interval&) const = default;
};

/// A place in the edition's text.
struct Place {
  uint32_t file = 0;            // index into Program::sources
  uint32_t begin = 0, end = 0;  // byte offsets
  uint32_t line = 1, column = 1;
};

// ---- expressions

/// In ops.h, with the operands of each.
enum class Op : uint8_t {
#define CASEBOOK_ENUM(name) name,
  CASEBOOK_OPS(CASEBOOK_ENUM)
#undef CASEBOOK_ENUM
};

std::string_view op_name(Op op);

enum class Rounding : uint8_t { down, up, nearest };  // floor, ceiling, nearest with halves up
enum class Favour : uint8_t { defender, attacker };

struct Expr;
using ExprPtr = Owned<Expr>;

/// `x in domain [at g] [on hex] [where E]`. A member off the map does not satisfy `at` or `on`.
struct Binder {
  VarId var = none;
  VarId at = none;  // holds the member's hex
  ExprPtr domain;   // a set, a maybe (0 or 1 members) or a range
  ExprPtr on;       // hex: only members there
  ExprPtr where;
};

enum class ListKind : uint8_t { all_of, any_of, first_of, sum_of, most_of, least_of };

/// `LABEL [name:] value [per binder] [when condition]`. Without `when` it always applies. With `per` it
/// stands once for each member that meets `when`; value and when may name the member.
struct ListEntry {
  CaseId label = none;
  std::string name;  // its identity in the list: as written, else its label, from the second one on `4.2#2`
  ExprPtr value;     // may itself be a list
  Owned<Binder> per;
  ExprPtr when;
  Place place;
};

/// Entries that do not apply count as yes (all_of), no (any_of), 0 (sum_of) and are passed over in the
/// others.
struct ListBody {
  ListKind kind = ListKind::all_of;
  std::vector<ListEntry> entries;
  ExprPtr low, high;  // `within`, applied to the result; null when not capped
};

struct Expr {
  Op op = Op::constant;
  Type type;
  Interval interval;  // numbers only, in units of the type
  Place place;
  std::vector<ExprPtr> args;
  int64_t value = 0, value2 = 0;
  Id ref = none;        // of what `op` says
  CaseId label = none;  // the case cited by a fault
  Rounding rounding = Rounding::down;
  Favour favour = Favour::defender;
  Owned<Binder> binder;
  Owned<ListBody> list;
  std::string text;
};

// ---- declarations

struct Source {
  std::string file;  // name shown in messages, relative to the game's folder
  std::string text;
};

/// A case of the rulebook, as far as the text speaks of it.
struct Case {
  std::string label;  // canonical text: `4.2`, `chart: movement`, `unwritten: why`
  std::string title, summary;
  std::string section;  // "4" and the section's title, as written
  std::string section_title;
  std::string explanatory, silent;  // the reason, or empty
  std::vector<std::string> topics;  // what readers look for here, as written
  // In a child edition: indices into Program::parent_labels.
  std::vector<int32_t> same_as;  // the cases restated
  std::vector<int32_t> replaces;
  std::vector<Place> places;  // where it is opened
};

/// Fields common to everything that carries a case.
struct Item {
  std::string name;
  CaseId label = none;       // the case cited
  std::vector<CaseId> also;  // further cases
  Place place;
};

struct Kind : Item {
  bool closed = false;        // members named by the rules
  bool on_map = false;        // each member has a place
  ById<std::string> members;  // closed kinds; hex, hexside and open kinds are filled by the scenario
  ReadingId reading = none;   // the reading whose values these are
};

struct Measure : Item {
  int64_t step_numerator = 1, step_denominator = 1;
  int64_t low = 0, high = 0;  // in steps
  bool or_never = false;
};

struct Box : Item {};
struct MapPlace : Item {};

struct Given : Item {
  std::string phrase;        // for texts: what has it, phrase, value: `enters on turn`
  std::vector<Type> params;  // entities
  Type type;
  ExprPtr fallback;  // constant; null: data must say
};

struct State : Item {
  std::string phrase;        // as a given's
  std::vector<Type> params;  // entities
  Type type;
  ExprPtr initial;  // never null: a constant; any expression, evaluated at entry, for a procedure's state
                    // without params
  ProcedureId procedure = none;  // lives for one run of it
  bool hidden = false;           // made by the compiler (settlement, counters); shown by no listing
};

struct Option : Item {
  std::string title;
  std::vector<OptionId> needs, excludes;
};

struct Reading : Item {
  std::string question;
  KindId kind = none;
  std::vector<std::string> reasons;  // one per value
  int32_t fallback = 0;              // the default value
};

struct Table : Item {
  std::vector<Type> index;         // one or two: closed kinds or measures
  std::vector<int64_t> low, size;  // of each index: first value (in steps; 0 for kinds) and how many
  Type type;
  std::vector<int64_t> cells;      // row major; silent_value where silent
  std::vector<Place> cell_places;  // per cell: where it is written
};

struct Var {
  std::string name;
  Type type;
  Interval interval;
  ProcedureId procedure = none;  // not none: stored in the position while that procedure runs
  Place place;
};

/// `except ... when ... = ... over ...`: replaces the value. Indices of `over` are into the same vector.
struct Exception {
  CaseId label = none;
  ExprPtr when, value;
  std::vector<int32_t> over;
  Place place;
};

/// `adjust`: computes from `otherwise`, a Var that holds the value so far. Sorted so that `after` points
/// backwards.
struct Adjustment {
  CaseId label = none;
  VarId otherwise = none;
  ExprPtr when, value;
  std::vector<int32_t> after;  // all that come before it by written order, transitively
  Place place;
};

/// Value: of the exceptions that hold, those that no other holding one is `over`; two of them that differ are
/// a fault naming both cases; none: the body. A given that exceptions speak of has a definition of its name,
/// whose body reads the given. Then the adjustments that hold, in order; two that are not ordered and do not
/// commute here are a fault.
struct Definition : Item {
  std::vector<VarId> params;
  Type type;
  ExprPtr body;
  std::vector<Exception> exceptions;
  std::vector<Adjustment> adjustments;
};

/// Value at x: see reference section 5.
struct Field : Item {
  std::vector<VarId> params;
  Type type;  // boolean: reach; number: least cost
  VarId goal_var = none, through_var = none, from_var = none, to_var = none;
  ExprPtr goal;
  ExprPtr through;  // null: every hex
  ExprPtr across;   // reach only; null: every step
  ExprPtr step;     // least cost only
};

// ---- statements without sites

enum class StmtOp : uint8_t {
  block,     // body
  assign,    // ref: state, or none for a kind's place (kind: `ref2`); args: index expressions; value; mode.
             // Numbers are always `set`
  let,       // ref: Var; value
  branch,    // value: condition; body[0] then, body[1] else (may be an empty block)
  for_all,   // binder; body[0]: simultaneous, bodies read the old state
  for_each,  // binder; value: order key or null; body[0]
  effect,    // ref: Program::effects; args
  end_game,  // value: the winning side, or null: drawn. The action's body, or the step of flow, still runs to
             // its end; the first one reached stands
};
/// `set`, or of sets: unite, take away; these write the members named and no others, so within a `for_all`
/// only they must agree.
enum class AssignMode : uint8_t { set, add, subtract };

struct Stmt;
using StmtPtr = Owned<Stmt>;
struct Stmt {
  StmtOp op = StmtOp::block;
  Place place;
  CaseId label = none;  // the case cited
  Id ref = none;        // of what `op` says
  KindId ref2 = none;
  AssignMode mode = AssignMode::set;
  bool between = false;  // assign to state of a hexside by two hexes (not adjacent: a fault)
  std::vector<ExprPtr> args;
  ExprPtr value;  // already checked against the range of what it is written to
  Owned<Binder> binder;
  std::vector<StmtPtr> body;
};

enum class EffectKind : uint8_t {
  plain,
  first_of,
  each_of
};  // each_of: in order, each `when` asked after the entries before it have run
struct EffectEntry {
  CaseId label = none;
  std::string name;  // its identity in the effect: as in a list
  ExprPtr when;      // null: always
  StmtPtr body;      // never null
  Place place;
};
struct Effect : Item {
  std::vector<VarId> params;
  EffectKind kind = EffectKind::plain;  // plain: one entry without `when`
  std::vector<EffectEntry> entries;
};

// ---- actions

enum class ParamMode : uint8_t { single, set, path };
struct ActionParam {
  std::string name;
  VarId var = none, at = none;
  ParamMode mode = ParamMode::single;
  ExprPtr domain;       // single and set: a set, maybe or range; path: the hex it starts from
  ExprPtr where;        // may mention var and at; for sets: of one member, in `var`'s member variable
  VarId member = none;  // set and path: the Var that `where` and `each` requirements use
  int32_t least_steps = 0, most_steps = 0;  // path; never less than 1
};

struct Waiver {
  CaseId label = none;
  ExprPtr when;
  Place place;
};

/// Holds if `expr` holds or a waiver does. `each`: index of the set or path parameter; the requirement must
/// hold for every member of it (in `member`).
struct Requirement {
  CaseId label = none;
  std::string name;  // as written, else its label, from the second one on `4.2#2`; unique in an action
  ExprPtr expr;
  int32_t each = none;
  VarId member = none;
  std::vector<Waiver> waivers;
  Place place;
};

struct Best {
  CaseId label = none;
  std::string name;
  bool least = true;
  ExprPtr value;
  Place place;
};

struct Action : Item {
  std::string phrase;
  std::vector<ActionParam> params;
  std::vector<Requirement> requires_;  // on the position before
  std::vector<Requirement> ensures;    // on the position after `body`
  std::vector<Best> bests;
  StmtPtr body;          // never null; no `do` is an empty block
  WatchId watch = none;  // made by the compiler to wake a member of that watch
};

// ---- procedures

enum class FlowOp : uint8_t {
  run,     // stmt (no site inside); scratch variables do not outlive it
  branch,  // expr: go on if yes, else to `target`
  jump,    // target
  call,    // ref: procedure; args: its parameters; then the `initial` of its states, in order; returns to the
           // next step
  leave,   // ref: procedure; clear its variables and state, return; in `game` a fault
  choose,  // ref: site; goes on at the target of the alternative taken
  roll,    // ref: site; goes on at the next step
  draw,    // ref: site; goes on at the next step
  settle,  // run the watches' procedure unless settling or undisturbed
  attempt,      // ref: action; args
  undisturbed,  // value +1 / -1
  clear,        // vars go out of scope and become zero
  end_game,     // expr: winner or null; variables and state of every procedure that runs are cleared: what is
                // over has no control
  fault,        // text: why (a `decreasing` that did not, ...)
};

struct FlowStep {
  FlowOp op = FlowOp::run;
  CaseId label = none;  // the case cited
  Place place;
  StmtPtr stmt;
  ExprPtr expr;
  std::vector<ExprPtr> args;
  std::vector<VarId> vars;  // clear: those; call, settle: stored ones that stay in scope meanwhile
  Id ref = none;            // of what `op` says
  StepId target = none;
  int32_t value = 0;
  std::string text;
};

enum class ArgMode : uint8_t { bind, fixed, unnamed };
struct AlternativeArg {
  ArgMode mode = ArgMode::unnamed;
  VarId var = none;  // bind: a stored Var
  VarId at = none;   // bind: a stored Var for the parameter's hex, if it has one that is used
  ExprPtr value;     // fixed: the parameter must equal it
};
struct Alternative {
  CaseId label = none;
  ActionId action = none;
  std::vector<AlternativeArg> args;    // one per parameter
  std::vector<Requirement> requires_;  // further ones, in terms of the action's parameter Vars
  StepId target = none;                // after the action's body
  Place place;
};

enum class SiteKind : uint8_t { choose, roll, draw };
struct Site {
  SiteKind kind = SiteKind::choose;
  ProcedureId procedure = none;
  StepId flow = none;
  int32_t ordinal = 0;  // 1-based among the sites of its procedure; `combat:2` is its text form
  CaseId label = none;
  /// Stored ones of the procedure that are in scope here, in the order declared (a later one hides an earlier
  /// one of its name).
  std::vector<VarId> scope;
  ExprPtr by;  // choose
  std::vector<Alternative> alternatives;
  StepId or_else = none;    // choose, draw; none: stuck (choose), fault (draw)
  std::vector<VarId> vars;  // roll: dice in order; draw: one
  ExprPtr condition;        // roll: `given`
  ExprPtr set;              // draw
};

struct Procedure : Item {
  std::vector<VarId> params;        // stored
  std::vector<VarId> vars;          // every stored one of it, params first
  std::vector<StateId> states;      // those that live for one run
  StepId entry = none, end = none;  // [entry, end)
};

/// `settle` is a procedure named `whenever`: while some member of a watch is due and has not been woken, the
/// player whose turn it is chooses one (an alternative for each watch's action) and the watch's block runs.
/// Of players who both have one, the one that `first` names goes first, then in the order of sides. A settle
/// step stands after an alternative's body, after an attempt and before a site, and only where something that
/// a watch reads may have been written since the last one.
struct Watch : Item {
  ActionId action = none;  // the generated action: its parameter is the member woken
  ExprPtr by;              // who wakes it; over the action's parameter
  ExprPtr first;           // null: no preference; the same for all watches that have one
};

// ---- what is checked and shown

enum class InvariantWhere : uint8_t { every_choice, in_procedure, end_of_procedure, every_step };
struct Invariant : Item {
  InvariantWhere where = InvariantWhere::every_choice;
  ProcedureId procedure = none;
  ExprPtr expr;
};

enum class ViewKind : uint8_t { hexes, number, path, items, repeated, score };
struct View : Item {
  std::string title;
  std::vector<VarId> params;
  ViewKind kind = ViewKind::hexes;
  ExprPtr expr;  // hexes: the set; number: of `hex`; path: the field at ... as a field_at without its hex;
                 // items: the call; repeated: what is spent; score
  ExprPtr from;  // path: the hex it starts from
  VarId hex = none;        // number
  ActionId action = none;  // repeated
  VarId unit = none;       // repeated: the Var (a view parameter) that is the action's first parameter
};

enum class ClaimStep : uint8_t {
  play,
  roll,
  draw,
  expect,
  expect_permitted,
  expect_refused,
  expect_won,
  expect_drawn,
  expect_choice  // by the side of `expr`
};
struct ClaimLine {
  ClaimStep step = ClaimStep::expect;
  std::string choice;  // text form
  std::vector<int64_t> dice;
  ExprPtr expr;
  CaseId label = none;            // expect refused ... by
  std::vector<CaseId> or_labels;  // where the edition made several cases of that one: any of them will do
  Place place;
};
struct ClaimFill {
  StateId state = none;  // none: place of a member of kind `kind`
  KindId kind = none;
  std::vector<ExprPtr> args;
  ExprPtr value;
};
/// A switch as a claim has it: an option with 0 or 1, or a reading with a member of its kind.
struct Setting {
  OptionId option = none;
  ReadingId reading = none;
  int32_t value = 0;
  auto operator<=>(const Setting&) const = default;
};
struct Claim : Item {
  std::vector<Setting> with;     // sorted; it is run with these switches so, whatever the scenario has
  std::string disputed;          // why it does not hold, though the rulebook says it; empty: it holds
  ProcedureId procedure = none;  // `at`; none: the scenario's start
  std::vector<ExprPtr> args;
  std::vector<ClaimFill> fills;
  bool others_absent = false;
  std::vector<ClaimLine> lines;
};

// ---- what the text does not say

/// What is marked as supplied, and so how it is taken away (engine/program/edit/supplied.h).
enum class SuppliedSort : uint8_t {
  expression,  // in brackets
  line,        // an entry, a requirement, an alternative, an exception, an adjustment or a waiver
  statement,   // of a procedure, an effect or a `do`
  else_block,  // of the `if` at the place
  or_else,     // of the choose or draw at the place
  interrupt,   // a `whenever`: the place is that of its condition
};

/// A part of the rules that the encoder added, since the rulebook does not say it: `supplied "why": ...`. It
/// changes no meaning: the part is found again by its place, and fingerprints do not see it.
struct Supplied {
  SuppliedSort sort = SuppliedSort::expression;
  std::string why;
  Place place;          // of the part that is marked, or of what `sort` says
  Place mark;           // where `supplied` stands
  std::string name;     // of the item, the second one in it `column#2`; empty: it is in no rule of play
  std::string what;     // `an exception`, `a bound`
  CaseId label = none;  // cited there
  bool operator<(const Supplied& other) const {
    return std::pair(mark.file, mark.begin) < std::pair(other.mark.file, other.mark.begin);
  }
};

// ---- the whole

/// Fixed ids.
inline constexpr KindId kind_hex = 0;
inline constexpr KindId kind_hexside = 1;
inline constexpr MeasureId measure_number = 0;

struct Program {
  std::string edition;  // its name
  std::string title;
  std::string parent;  // name of the edition it extends, or empty
  std::vector<Source> sources;
  ById<Case> cases;
  std::vector<std::string> parent_labels;

  ById<Kind> kinds;         // 0 hex, 1 hexside
  KindId kind_side = none;  // the kind named `side`
  ById<Measure> measures;   // 0 number
  ById<Box> boxes;
  ById<MapPlace> places;
  ById<Given> givens;
  ById<State> states;
  ById<Option> options;
  ById<Reading> readings;
  ById<Table> tables;
  ById<Var> vars;
  ById<Definition> definitions;  // in an order in which each uses only earlier ones and fields that do
  ById<Field> fields;
  ById<Effect> effects;
  ById<Action> actions;
  ById<Procedure> procedures;
  ById<FlowStep> flow;
  ById<Site> sites;
  ById<Watch> watches;
  ById<Invariant> invariants;
  ById<View> views;
  ById<Claim> claims;
  ProcedureId game = none;    // the procedure named `game`; none only when there are no procedures
  ProcedureId settle = none;  // the generated procedure that runs watches; none when there are none
  StateId settling_state = none, undisturbed_state = none;  // hidden states: Boolean, number

  std::vector<Supplied> supplied;    // in the order of the text
  std::vector<std::string> without;  // names of supplied parts that were taken away (edit/supplied.h), sorted
  std::string rival;                 // the rule that is read otherwise (edit/rivals.h); empty: none

  // Editions.
  struct Dropped {
    std::string label, why;
  };
  std::vector<Dropped> dropped;
  std::vector<std::string> replaced, changed_through;  // names of items
  /// An item, or a line of one, that the parent has not, has otherwise, or has alone.
  struct Change {
    enum class How : uint8_t { added, replaced, removed };
    How how = How::added;
    std::string what;           // `requirement "room" of "step"`
    std::string item;           // the item's name, or empty
    std::string parent, label;  // in the parent and here: of what is gone the case that replaces it, or none
  };
  std::vector<Change> changes;

  std::string_view text_of(const Place& place) const;
  SourceRange range_of(const Place& place) const;
  const std::string& label_text(CaseId label) const;  // "" for none
};

}  // namespace casebook::language
