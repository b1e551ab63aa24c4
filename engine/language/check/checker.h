// SPDX-License-Identifier: Apache-2.0
#pragma once

// The state of checking one edition, shared by check/ and lower/. Internal to engine/language; callers use
// compile.h. One file per construct:
//
//   declarations   check_names, check_declarations, check_table, check_define, check_list, check_field
//   expressions    check_expression, check_numbers, check_rounding, check_compare, check_calls,
//                  check_built_ins, check_sets, check_quantifiers, check_binder, check_match, coerce
//   statements     lower/: check_statement, check_effect, check_action, check_exception, check_claim ...
//   flow           lower/: check_procedure, lower_*, check_flow
//   the whole      order, unused
//
// An error is reported once, where it is found. A wrong expression is a null ExprPtr: a caller that
// receives null reports nothing more and returns null in turn. A symbol with a wrong declaration is
// `broken`; its uses are silently null. The parser has already reported nodes that are `broken` in the
// tree; check_expression returns null for them.
//
// Numbers: an Expr of type number counts steps of its measure / `fine`. Everything that is stored (a state,
// a `let` of a procedure, a parameter, the result of a definition, a table cell) has fine 1 and lies within
// its measure; `coerce` ensures both.

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/editions/resolve.h"
#include "engine/language/syntax/syntax.h"
#include "engine/program/expression.h"
#include "engine/program/program.h"

namespace casebook::language {

/// What an expression's surroundings ask for. It is a hint that resolves member names, literals, `{}` and
/// `none`; check_expression may still answer with another type, and `coerce` then complains.
struct Expected {
  std::optional<Type> type;
  Expected() = default;
  Expected(const Type& t) : type(t) {}  // NOLINT: a type is what is expected
};

enum class SymbolKind : uint8_t {
  kind,
  measure,  // types
  box,
  place,
  given,
  state,
  option,
  reading,
  table,
  definition,
  field,  // values
  effect,
  procedure,
  action,
  watch,  // doings
  view,
  invariant
};
std::string_view symbol_kind_name(SymbolKind kind);  // "a table", "an action"

struct Symbol {
  SymbolKind kind = SymbolKind::kind;
  Id id = none;                              // of what `kind` says
  const Declaration* declaration = nullptr;  // null for what is built in
  const Node* node =
      nullptr;  // the declaring node: a state_decl inside a procedure has no Declaration of its own
  bool broken = false;
  bool used = false;
};

/// Names of one sort. Types, values, doings (effects, procedures, actions, watches), views and invariants are
/// apart: a kind and a given may both be called `terrain`. Within one sort a name stands for one thing.
using Symbols = std::map<std::string, Symbol, std::less<>>;

/// Where the checker is: changes from declaration to declaration and line to line. Saved and restored by
/// `Here`.
struct Context {
  const Declaration* declaration = nullptr;
  const TextFile* file = nullptr;
  const SyntaxTree* tree = nullptr;  // file->tree, or the expression of an `ask`
  CaseId label = none;               // the case cited by faults and lines that have no label of their own
  ProcedureId procedure =
      none;  // whose body is being checked: `let`, roll, draw and bound variables are stored there
  VarId otherwise = none;  // Var of `otherwise`, inside an `adjust`
  bool may_name = false;   // entities and hexes may be named: claims, ask
  bool in_step = false;    // `before` may stand: invariants of a step
};

struct Local {
  std::string name;
  VarId var = none;
  bool used = false;
  bool warn_unused = false;
  uint32_t token = 0;
};

/// `in E`, `in E .. E`, as a domain: a set, a maybe, or a range of numbers or Booleans.
struct Domain {
  ExprPtr expr;       // null: wrong, reported
  Type member;        // type of a variable drawn from it
  Interval interval;  // numbers: what the variable can be
};

/// A `match` taken apart. The value is put into `var`; arms in order; the last has no condition (it is all
/// that is left).
struct MatchArm {
  ExprPtr condition;           // a Boolean over `var`; null for the last arm
  const Node* node = nullptr;  // the match_arm: its last child node is the body
};
struct MatchPlan {
  VarId var = none;  // not in any scope: nobody can name it
  ExprPtr value;
  std::vector<MatchArm> arms;
};

class Checker {
 public:
  Checker(Program& program_in, Diagnostics& diagnostics_in);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  Program& program;
  Diagnostics& diagnostics;
  const Declarations* declarations = nullptr;  // null in compile_expression
  ById<Var>* vars = nullptr;                   // program.vars, or those of an `ask`
  Symbols types, values, doings, views, invariants;
  Context at;
  std::vector<Local> locals;
  std::shared_ptr<struct Lowering> lowering;  // notes of the second half: lowering.h

  // ---- the passes, in this order
  void check_edition(const Declarations& all);
  void declare_types();       // kinds, measures, boxes, places, options, readings: names, members, ranges
  void declare_procedures();  // -> declare_procedure
  void declare_values();      // givens, states (of the game and of procedures), tables, definitions, fields:
                              // names and signatures
  void declare_doings();  // -> declare_effect, declare_watch, declare_action, declare_view, declare_invariant
  void check_contents();  // every body: the check_ functions below, declaration by declaration
  void check_order();     // acyclic; sorts program.definitions and renumbers
  void check_unused();
  void
  read_symbols();  // instead of all these, for compile_expression: the names of a program that is checked

  // ---- implemented by the second half (statements and flow), called by the passes with `at` set to the
  // declaration -- declare_*: put the item into its table and its symbol into `doings` or `views`
  // (declare_name reports duplicates), with parameters (Vars) and their types, bodies untouched.
  // declare_action may need the type of a domain: every value's signature is there. What it cannot type it
  // marks broken.
  void declare_effect(const Declaration& d);
  void declare_procedure(
      const Declaration& d);  // name and parameters; declare_values fills Procedure::states afterwards
  void declare_action(const Declaration& d);
  void declare_watch(const Declaration& d);  // the watch and the action made for it
  void declare_view(const Declaration& d);
  void declare_invariant(const Declaration& d);
  void check_effect(const Declaration& d);
  void check_action(const Declaration& d);
  void check_exception(const Declaration& d);  // except, adjust, waive. The definition made for an excepted
                                               // given exists by then.
  void check_procedure(const Declaration& d);  // and lowering to program.flow
  void check_watch(const Declaration& d);
  void lower_watches();  // the settle procedure, after all of the above
  void check_invariant(const Declaration& d);
  void check_view(const Declaration& d);
  void check_claim(const Declaration& d);
  void check_flow();  // after everything: call graph of procedures, turns of loops that pass no site, states
                      // read outside their procedure

  // ---- expressions
  /// Any expression node. Null: wrong, and reported.
  ExprPtr check_expression(const Node& node, const Expected& expected = {});
  /// check_expression and coerce: what must be of that type when it is stored or passed.
  ExprPtr check_as(const Node& node, const Type& type);
  ExprPtr check_boolean(const Node& node);
  /// A number of any measure, or of the hinted one; not coerced.
  ExprPtr check_number(const Node& node, const Expected& expected = {});
  /// A set of any kind; a maybe becomes a set.
  ExprPtr check_set(const Node& node, const Expected& expected = {});
  ExprPtr check_hex(const Node& node);
  ExprPtr check_side(const Node& node);  // complains when there is no kind `side`
  /// For `let`, and whatever is stored with the type it has: fine 1, in its measure, sets and maybes as they
  /// are.
  ExprPtr check_storable(const Node& node, const Expected& expected = {});
  /// check_as, and it must be a constant.
  ExprPtr check_constant(const Node& node, const Type& type);
  /// The arguments of `name(...)`: `args` may be null (none given). False when one is wrong; `into` then
  /// holds what there is. `names`: of the parameters, empty where they have none.
  bool check_arguments(const Node& at_node, const Node* args, const std::vector<Type>& params,
                       std::string_view what, std::vector<ExprPtr>& into,
                       const std::vector<std::string>& names = {});
  /// Whether each name before an argument, as in `f(guns: no)`, is that of its parameter.
  bool check_argument_names(const Node* args, std::string_view what, const std::vector<std::string>& names);

  /// Declares its variables in the scope that is open: open a Scope first. Null when wrong (variables are
  /// declared all the same).
  Owned<Binder> check_binder(const Node& node);
  /// `low` alone: a set, maybe or kind; with `high`: a range.
  Domain check_domain(const Node& low, const Node* high);
  std::optional<MatchPlan> check_match(const Node& node);

  /// The same value as `type`: hex to location, entity to maybe, maybe to set, a number on its measure's step
  /// and within its range (check_range with at.label where intervals do not show it). Null with E03xx/E04xx
  /// when it cannot be.
  ExprPtr coerce(ExprPtr expr, const Type& type, const Node& node);
  /// What may be nobody, as the set of it or of nothing.
  ExprPtr as_set(ExprPtr expr, const Node& node);
  bool is_constant(const Expr& expr) const;

  /// Checks and sets `initial` of a state from its state_decl: a constant, but for a procedure's state
  /// without parameters (for which check_procedure calls this, with its parameters in scope). Without `=` the
  /// default of its type.
  void check_initial(StateId state, const Node& state_decl);

  // ---- types
  std::optional<Type> check_type(const Node& type_node);  // reports unknown names
  Interval interval_of(const Type& type) const;           // of a measure, in the type's units
  std::string type_text(const Type& type) const;          // "points", "set of unit", "a hex" is "hex"
  std::string number_of(const Type& type) const;          // "a number of points", "a plain number"
  std::string number_text(const Type& type, int64_t value) const;  // "5/2", "never"
  std::vector<Type> param_types(const std::vector<VarId>& params) const;
  std::vector<std::string> param_names(const std::vector<VarId>& params) const;

  // ---- variables
  /// A Var with a name in the scope that is open. Warns when it hides something. at.procedure is noted in it
  /// only when `stored`.
  VarId declare_var(uint32_t name_token, const Type& type, const Interval& interval, bool stored = false);
  /// A Var that nobody can name.
  VarId make_var(std::string name, const Type& type, const Interval& interval, const Node& node,
                 bool stored = false);
  /// A second name for a Var (parameters of exceptions).
  void name_var(uint32_t name_token, VarId var);
  Local* find_local(std::string_view name);
  /// Enters a name whose declaration is wrong: uses of it are silently null.
  void declare_unknown(uint32_t name_token);

  // ---- names, labels, places
  /// Enters a name; E0201 when the sort has it. Gives the symbol either way (a new, unreachable one for a
  /// duplicate).
  Symbol& declare_name(Symbols& symbols, uint32_t name_token, SymbolKind kind, Id id);
  /// Null and E0202 with the nearest name when it is not there; null in silence when it is broken. Marks it
  /// used.
  Symbol* find(Symbols& symbols, uint32_t name_token, std::initializer_list<SymbolKind> kinds,
               std::string_view what);
  std::string_view text(uint32_t token) const {
    return token == SyntaxTree::npos ? std::string_view() : at.tree->token_text(token);
  }
  /// First direct NAME token, or the n-th; npos when it is not there.
  uint32_t name_token(const Node& node, size_t n = 0) const {
    return at.tree->token(node, TokenKind::name, n);
  }
  /// The id of a `label` node as cited in this edition. Makes a Case if there is none.
  CaseId label_of(const Node& label_node);
  CaseId label_id(const std::string& label);
  /// Fills name, label, also and place of an item from at.declaration.
  void fill_item(Item& item, std::string name, const Node& node);
  Place place_of(const Node& node) const;
  Place place_of_token(uint32_t token) const;
  /// The child nodes of `parent` of these kinds that are in force, added ones last when `parent` is the
  /// declaration's own list.
  std::vector<Piece> pieces(const Node& parent, std::initializer_list<NodeKind> kinds, bool with_added) const;

  // ---- reporting
  Diagnostic& error(std::string code, const Node& node, std::string message);
  Diagnostic& error_at(std::string code, uint32_t token, std::string message);
  Diagnostic& warning(std::string code, const Node& node, std::string message);
  Diagnostic& warning_at(std::string code, uint32_t token, std::string message);
  /// The line that begins the edition: where to point when something is nowhere.
  SourceRange head_range() const;
  /// E0301: `expr` is not what is expected there.
  Diagnostic& mismatch(const Node& node, const Type& is, std::string expected);

  /// `(name: type, ...)` as Vars, not yet in any scope. False when one is wrong (there is a Var for it all
  /// the same).
  bool declare_params(const Node& node, std::vector<VarId>& params, bool stored = false);
  /// Puts them into the scope that is open, for checking the body.
  void name_params(const Node& node, const std::vector<VarId>& params);
  /// A kind or measure by name; reports.
  Symbol* find_type(uint32_t token);
  /// Whether its name alone is not a value yet.
  bool takes_arguments(const Symbol& symbol) const;
  /// Closed kinds with a member of that name, and its index.
  std::vector<std::pair<KindId, int64_t>> members_named(std::string_view name) const;
  /// `f(args)` where f is a field, without its hex: a field_at with the arguments only.
  ExprPtr check_field_use(const Node& node);
  /// What calls of it can give: of its body when that is checked already (or can be now), else of its
  /// measure.
  Interval result_of(DefinitionId definition);
  Interval result_of_table(TableId table) const;  // of its cells

 private:
  friend class ExpressionChecker;  // check_expression*.cpp: one function per construct
  using EntryNames = std::map<std::string, std::pair<SourceRange, int>>;  // where first, and how many so far
  ExprPtr check_list(const Node& node, const Type& type, bool outermost);
  ExprPtr check_list_of(const Node& node, const Type& type, bool outermost, EntryNames& names);
  bool check_entry(const Node& node, ListKind kind, const Type& type, ListBody& body, EntryNames& names);
  ExprPtr finish_list(const Node& node, ExprPtr list);
  void report_no_side();
  void renumber_definitions(const std::vector<DefinitionId>& order);
  GivenId given_of(const Declaration& d) const;
  void copy_cases();
  ExprPtr coerce_number(ExprPtr expr, const Type& type, const Node& node);
  void declare_built_ins();
  void declare_kind(const Declaration& d);
  void declare_measure(const Declaration& d);
  void declare_reading(const Declaration& d);
  void check_switches();
  bool check_entity_params(const Node& node, std::vector<Type>& params);
  std::optional<Type> check_stored_type(const Node& node);
  void declare_given(const Declaration& d);
  void declare_state(const Node& node, ProcedureId procedure);
  void declare_table(const Declaration& d);
  void declare_definition(const Declaration& d);
  void declare_field(const Declaration& d);
  void wrap_excepted_givens();
  bool has_default(const Symbol& given) const;  // is `= ...` written
  ExprPtr default_value(const Type& type, const Place& place) const;
  void check_fallback(const Declaration& d, GivenId id);
  void check_definition(const Declaration& d, DefinitionId id);
  void check_table(const Declaration& d, TableId id);
  void check_field(const Declaration& d, FieldId id);
  Diagnostic& with_case(Diagnostic& diagnostic);

  enum class Progress : uint8_t { untouched, under_way, done };
  struct DefinitionState {
    Progress progress = Progress::untouched;
    const Declaration* declaration = nullptr;
    bool altered = false;  // by except or adjust: its body alone does not bound it
  };
  std::vector<DefinitionState> definition_states_;
  int depth_ = 0;  // definitions being checked inside one another
  std::map<std::string, CaseId> labels_;
  std::vector<std::unique_ptr<Symbol>> spare_;  // symbols that no name leads to
};

/// The functions of the closed list of reference section 4.
bool is_built_in(std::string_view name);
std::span<const std::string_view> built_ins();
/// Whether the built-in function is of the type of its arguments, so that they may need an expected type.
bool takes_type_of_arguments(std::string_view name);

/// Opens a scope of variables; closing it warns about unused `let`s and forgets the names.
class Scope {
 public:
  explicit Scope(Checker& checker) : checker_(checker), size_(checker.locals.size()) {}
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Checker& checker_;
  size_t size_;
};

/// Saves where the checker is and restores it. `Here here(checker, piece)` also goes to another file.
class Here {
 public:
  explicit Here(Checker& checker) : checker_(checker), saved_(checker.at) {}
  Here(Checker& checker, const Piece& piece);
  ~Here() { checker_.at = saved_; }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

 private:
  Checker& checker_;
  Context saved_;
};

}  // namespace casebook::language
