// SPDX-License-Identifier: Apache-2.0
#pragma once

// The typed program as formulas: one function per construct of program.h, in the order and under the names
// of the reference evaluator (engine/runtime/reference/evaluator.h), which says what each means. Read the
// two side by side.
//
// Known parts fold away during translation: over a fully known position every value is a constant. A
// quantifier is written out over its range, unless the range is too large (below).
//
// A fault is a condition beside the value: the reference evaluator throws where it holds. Faults of
// something evaluated only under a condition (behind an `and`, in a branch) hold under that condition.
//
// What cannot be translated throws Untranslated with the construct and its case; nothing is skipped
// silently. With `Freedom::allowed` some of it becomes free instead: any value of its type. A proof still
// holds, because a freer step can do more. A model may be spurious.
//
// What is too large to be written out becomes variables: whether any of too many sets satisfies a condition,
// a reach over a large map. They assume no more than a proof needs. The caller of a model asks broken() for
// facts that hold of them and not of the model, until there is none; then the model is real.

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/program/reads_writes.h"
#include "verifier/symbolic/limits.h"
#include "verifier/symbolic/translate/symbolic_position.h"

namespace casebook::symbolic {

struct Untranslated : std::runtime_error {
  Untranslated(std::string what, CaseId cited)
      : std::runtime_error(what), construct(std::move(what)), label(cited) {}
  std::string construct;  // `field way_to_rest over 357 hexes`
  CaseId label = language::none;
};

/// Holds: the reference evaluator stops here, unless it did before.
struct FaultCase {
  Ref when = no;
  CaseId label = language::none;
};

enum class Freedom : uint8_t { forbidden, allowed };

/// A way that the evaluation of an item can take, by itself: what `selftest` covers.
struct BranchCase {
  Ref when = no;
  language::Place place;
  CaseId label = language::none;
  std::string what;  // `if`, `else`, `applies`
};

/// What of a parameter is chosen.
using Parameters = std::vector<SymbolicValue>;

class Translator {
 public:
  Translator(PositionFormulas& positions, Freedom freedom = Freedom::forbidden, TranslatorLimits limits = {});
  virtual ~Translator() = default;

  Formula& formula() { return formula_; }
  PositionFormulas& positions() { return positions_; }
  const language::Program& program() const { return program_; }

  // ---- expressions (translate_*.cpp)
  SymbolicValue evaluate(const language::Expr& expr, const SymbolicPosition& position);
  /// For `before(E)`.
  void set_before(const SymbolicPosition* before) { before_ = before; }
  /// An expression compiled later brings variables of its own.
  void extend_frame(const language::ById<language::Var>& vars);
  SymbolicValue& variable(VarId var) { return frame_[static_cast<size_t>(var)]; }

  /// The faults since then, in the order in which the reference evaluator would encounter them.
  const std::vector<FaultCase>& faults() const { return faults_; }
  std::vector<FaultCase> take_faults() { return std::exchange(faults_, {}); }
  Ref any_fault() { return any_of(faults_); }
  Ref any_of(const std::vector<FaultCase>& faults);

  // ---- statements (translate_execute.cpp)
  void execute(const language::Stmt& stmt, SymbolicPosition& position);
  struct Ending {
    Ref is = no;
    Ref won = no;
    Ref side = no;
  };
  const Ending& ending() const { return ending_; }
  void clear_ending() { ending_ = {}; }
  void restore_ending(const Ending& ending) { ending_ = ending; }

  // ---- actions (translate_actions.cpp)
  /// Any values of an action's parameters, within their types.
  Parameters any_parameters(const language::Action& action, const std::string& prefix = "");
  void set_parameters(const language::Action& action, const Parameters& parameters);
  /// Whether they may be chosen at the site: domains, what the alternative fixes and requires, requirements,
  /// ensures, preferences. `requirements`, if given, gets each condition by itself with its label.
  struct Condition {
    Ref holds = yes;
    CaseId label = language::none;
    std::string name;
  };
  Ref offered(const language::Alternative& alternative, const SymbolicPosition& position,
              std::vector<Condition>* conditions = nullptr);
  /// Faults of the requirements of each member of a set, which are evaluated before those of the set: the
  /// domains hold. Parameters are those set last. For `faults`.
  void ask_of_members(const language::Alternative& alternative, const SymbolicPosition& position);
  /// That the sets of its parameters are few enough to be gone through (limits::free_members,
  /// limits::candidates), where the parameters before them, which are those set last, are in their domains:
  /// of sets with no other requirement of their members (translate_few.cpp).
  Ref few_enough(const language::Alternative& alternative, const SymbolicPosition& position);
  bool may_be_too_many(const language::ActionParam& param) const;
  Ref permitted(const language::Action& action, const SymbolicPosition& position);
  Ref lawful(const language::Action& action, const SymbolicPosition& position);
  /// Whether anything may be chosen at a site.
  Ref any_choice(const language::Site& site, const SymbolicPosition& position);
  /// A condition that ensures a lawful choice, from a few likely values: where it holds, one is lawful.
  /// `picked` gets the facts about values that stand for some member of a domain, if there are any.
  Ref some_choice(const language::Site& site, const SymbolicPosition& position,
                  std::vector<Condition>& picked);

  // ---- flow (translate_flow.cpp)
  /// A way from one site to the next, or to the end.
  struct Arrival {
    Ref when = yes;     // this way is the one taken
    bool over = false;  // won, drawn, stuck or a fault: no next site
    Ref won = no;       // over, and somebody has won
    SymbolicPosition position;
  };
  struct EndOfRun {
    Ref when = yes;
    ProcedureId procedure = language::none;
    SymbolicPosition position;
  };
  struct Step {
    std::vector<Arrival> arrivals;
    std::vector<EndOfRun> ends;
    std::vector<FaultCase> faults;  // on the way
  };
  /// Runs from that step of flow to the next sites. The conditions of the ways exclude faults.
  Step run(SymbolicPosition position, int32_t flow_step);
  /// In the position if it is stored there, else in the frame.
  void set_variable(VarId var, const SymbolicValue& value, SymbolicPosition& position);
  /// Whether a member, perhaps unknown, is one of those.
  Ref in_items(const std::vector<Ref>& items, KindId kind, Ref code);

  // ---- fields said by equations (translate_fields.cpp)
  /// A reach over a large map. That hexes may carry one another in a circle, which reaches no goal, is not
  /// excluded by what is assumed of it: unfounded() says what does.
  struct Reach {
    struct Step {
      int32_t from = 0, to = 0;
      Ref open = no;
    };
    std::vector<Ref> in, goal;  // by hex
    std::vector<Step> steps;
  };
  /// Facts that hold of every reach and that the assignment breaks: whoever is in it has a way out of those
  /// hexes that, there, lead to no goal. None: every reach of the assignment is the reach.
  std::vector<Ref> unfounded(const Assignment& assignment);

  // ---- sets and values too many to be written out (translate_any_set.cpp)
  /// Facts that hold of every position and that the assignment violates: values that satisfy a condition of
  /// which it says that none do. Nothing: the solver reached its limit.
  std::optional<std::vector<Ref>> overlooked(const Assignment& assignment,
                                             const std::function<bool(Ref)>& is_asked);

  // ---- fields left open over a large map (translate_open_fields.cpp)
  using AboutVariable = std::function<bool(Ref)>;
  /// Whether a value that is needed belongs to a field whose parts are not written down: nothing is known of
  /// it but its type.
  bool has_unknown_fields(const AboutVariable& is_asked) const;
  /// Writes them down, for contradicted() to look at.
  void write_fields_down(const AboutVariable& is_asked);
  /// One of each field of the rules that was read: for a list of those that cannot be.
  void write_each_field_down();
  /// All of these: facts that the assignment violates; nothing: that is unknown.
  std::optional<std::vector<Ref>> broken(Assignment& assignment, const AboutVariable& met,
                                         const AboutVariable& is_asked);
  /// Adds what is needed with these variables.
  void add_asked_with(std::unordered_set<Ref>& variables) const;

  /// What was made free, each once: constructs with their case.
  const std::map<std::string, CaseId>& freed() const { return freed_; }
  /// What was left free since the last call, faults included; empty: nothing.
  std::string take_lost_faults() { return std::exchange(lost_faults_, {}); }
  /// From now on notes the ways that what is evaluated can take; not those of the definitions that it calls.
  void note_branches(std::vector<BranchCase>* into) { branches_ = into; }
  SymbolicValue definition_value(const language::Definition& definition, const SymbolicPosition& position);
  /// From now on notes of these conditions, wherever they are evaluated, which way they came out where that
  /// is known.
  struct Seen {
    bool held = false, failed = false;
  };
  using Conditions = std::map<const language::Expr*, Seen>;
  void note_conditions(Conditions* into) { conditions_ = into; }

 protected:
  // Algorithms for what is too large to be written out. They follow no construct of the rules, so a test that
  // wants one of them wrong puts another in its place.
  struct OneOfMany {
    SymbolicValue key;
    Ref in = no;
    SymbolicValue member, at;
  };
  /// One for each place in an order that the position decides.
  virtual std::vector<OneOfMany> in_order(const std::vector<OneOfMany>& members);
  /// Whether any values satisfy the condition.
  virtual Ref any_values(const std::function<Parameters()>& values,
                         const std::function<Ref(const Parameters&)>& condition);
  struct FieldParts;
  virtual std::vector<FaultCase> field_faults(const language::Field& field, const FieldParts& parts,
                                              const std::vector<SymbolicValue>& cost, bool without_cost);
  /// Facts that hold of every field and that the assignment breaks, of its values as they were read. What is
  /// not `met` gets the value that it has instead.
  virtual std::vector<Ref> contradicted(Assignment& assignment, const AboutVariable& met);

 private:
  using Expr = language::Expr;
  SymbolicValue evaluate_inner(const Expr& expr, const SymbolicPosition& position);
#define CASEBOOK_DECLARE(name) SymbolicValue op_##name(const Expr& expr, const SymbolicPosition& position);
  CASEBOOK_OPS(CASEBOOK_DECLARE)
#undef CASEBOOK_DECLARE

  // ---- values
  Ref number(const Expr& expr, size_t arg, const SymbolicPosition& position) {
    return evaluate(*expr.args[arg], position).number;
  }
  SymbolicValue truth(Ref condition) {
    SymbolicValue value;
    value.number = condition;
    return value;
  }
  SymbolicValue whole(Ref number, Ref never = no) {
    SymbolicValue value;
    value.number = number;
    value.never = never;
    return value;
  }
  SymbolicValue choose(Ref condition, const SymbolicValue& then, const SymbolicValue& other);
  Ref same(const language::Type& type, const SymbolicValue& a, const SymbolicValue& b);
  Ref less_or_equal(const SymbolicValue& a, const SymbolicValue& b);
  SymbolicValue plus(const SymbolicValue& a, const SymbolicValue& b);
  SymbolicValue smaller(const SymbolicValue& a, const SymbolicValue& b);
  SymbolicValue larger(const SymbolicValue& a, const SymbolicValue& b);
  SymbolicValue member_value(const language::Type& type, int64_t member);
  SymbolicValue from_cell(const language::Type& type, int64_t cell);
  /// The value that stands in a dense table at those arguments; leaf by row-major index.
  SymbolicValue looked_up(const std::vector<Ref>& args, const std::vector<language::Type>& types,
                          const std::vector<int64_t>& strides,
                          const std::function<SymbolicValue(size_t)>& leaf);
  SymbolicValue lookup(Ref index, const language::Type& type,
                       const std::function<SymbolicValue(int64_t)>& leaf);
  SymbolicValue read(SlotOf what, Id id, const std::vector<Ref>& args, const SymbolicPosition& position);
  SymbolicValue between(Ref a, Ref b, const SymbolicValue& fallback,
                        const std::function<SymbolicValue(int32_t)>& of_hexside);

  // ---- conditions under which something is evaluated
  class Under {
   public:
    Under(Translator& translator, Ref condition) : translator_(translator), size_(translator.guard_.size()) {
      if (condition != yes) translator.guard_.push_back(condition);
    }
    /// From here on this, too.
    void also(Ref condition) {
      if (condition != yes) translator_.guard_.push_back(condition);
    }
    ~Under() { translator_.guard_.resize(size_, yes); }
    Under(const Under&) = delete;
    Under& operator=(const Under&) = delete;

   private:
    Translator& translator_;
    size_t size_;
  };
  void fault(Ref when, CaseId label);
  Ref guard();
  /// While it lives, faults are kept apart and hold under no condition.
  class Aside {
   public:
    explicit Aside(Translator& translator)
        : translator_(translator),
          faults_(std::exchange(translator.faults_, {})),
          guard_(std::exchange(translator.guard_, {})),
          branches_(std::exchange(translator.branches_, nullptr)) {}
    ~Aside() {
      translator_.faults_ = std::move(faults_);
      translator_.guard_ = std::move(guard_);
      translator_.branches_ = branches_;
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

   private:
    Translator& translator_;
    std::vector<FaultCase> faults_;
    std::vector<Ref> guard_;
    std::vector<BranchCase>* branches_;
  };
  void branch(Ref when, const language::Place& place, CaseId label, const char* what);
  /// While it lives, what is translated may bring no variables of its own: it speaks of what there is.
  class NoVariables {
   public:
    explicit NoVariables(bool& of) : of_(of) { of_ = true; }
    ~NoVariables() { of_ = false; }
    NoVariables(const NoVariables&) = delete;
    NoVariables& operator=(const NoVariables&) = delete;

   private:
    bool& of_;
  };

  // ---- binders
  /// Called for each possible member, its variables set, with the condition under which it is one (and on
  /// the hex, and so on), and the member. Returns the condition under which the next one is evaluated.
  using EachMember = std::function<Ref(Ref, const SymbolicValue&)>;
  void each_member(const language::Binder& binder, const SymbolicPosition& position, const EachMember& body);
  void each_candidate(const language::Binder& binder, const SymbolicPosition& position,
                      const EachMember& body);
  /// Whether a member, perhaps unknown, is in what a set expression says.
  Ref contained(const Expr& set, const SymbolicValue& member, const SymbolicPosition& position);
  SymbolicValue joined(const SymbolicValue& a, const SymbolicValue& b,
                       const std::function<Ref(Ref, Ref)>& of);
  bool may_fault(const Expr& expr);
  bool may_fault(const language::Binder& binder);
  bool may_fault_definition(DefinitionId id);

  // ---- definitions, lists, fields
  struct Known {
    SymbolicValue value;
    std::vector<FaultCase> faults;
  };
  using Key = std::vector<int64_t>;
  Key key_of(int64_t head, const std::vector<SymbolicValue>& values, const language::Access& access,
             const SymbolicPosition& position);
  int64_t content_of(SlotOf what, Id id, const SymbolicPosition& position);
  SymbolicValue call_value(DefinitionId id, std::vector<SymbolicValue> values,
                           const SymbolicPosition& position);
  SymbolicValue adjusted(const language::Definition& definition, size_t which, const SymbolicValue& value,
                         const SymbolicPosition& position);
  SymbolicValue list_value(const language::ListBody& list, const language::Type& type,
                           const SymbolicPosition& position);
  SymbolicValue field_value(FieldId id, const std::vector<SymbolicValue>& values,
                            const SymbolicPosition& position);
  FieldParts field_parts(const language::Field& field, const SymbolicPosition& position);
  std::vector<SymbolicValue> field_written_out(const FieldParts& parts);
  std::vector<SymbolicValue> reach_by_equations(const std::string& name, const FieldParts& parts);
  std::vector<SymbolicValue> cost_by_equations(const std::string& name, const FieldParts& parts);
  SymbolicValue open_field_value(FieldId id, const std::vector<SymbolicValue>& values,
                                 const SymbolicPosition& position);
  SymbolicValue rounded_quotient(const SymbolicValue& a, Ref b, language::Rounding rounding);
  /// Takes over what is known, with its faults under the present condition.
  SymbolicValue again(const Known& known);

  // ---- statements
  void under(Ref condition, SymbolicPosition& position, const std::function<void(SymbolicPosition&)>& body);
  void merge(Ref condition, const SymbolicPosition& then, SymbolicPosition& position);
  void assign(const language::Stmt& stmt, SymbolicPosition& position);
  void run_for_all(const language::Stmt& stmt, SymbolicPosition& position);
  void run_for_each(const language::Stmt& stmt, SymbolicPosition& position);
  void run_effect(const language::Stmt& stmt, SymbolicPosition& position);
  void write(SlotOf what, Id id, size_t combination, Ref when, const SymbolicValue& value,
             SymbolicPosition& position);
  /// What was written inside a `for all`, and when: item -1 is the whole cell.
  struct Written {
    SlotOf what;
    Id id;
    size_t combination;
    int64_t item;
    auto operator<=>(const Written&) const = default;
  };
  using WriteLog = std::map<Written, Ref>;
  void note_write(const Written& what, Ref when);

  // ---- actions
  Ref few_members(const language::Action& action, size_t index, int64_t most, bool each,
                  const SymbolicPosition& position);
  Ref bind_hex(const language::ActionParam& param, const SymbolicPosition& position);
  Ref conditions_hold(const language::ActionParam& param, const SymbolicPosition& position);
  Ref domain_holds(const language::ActionParam& param, const SymbolicPosition& position);
  Ref holds_or_waived(const language::Requirement& requirement, const SymbolicPosition& position);
  Ref requirement_holds(const language::Action& action, const language::Requirement& requirement,
                        const SymbolicPosition& position);
  Ref requirements_hold(const language::Action& action, const SymbolicPosition& position,
                        std::vector<Condition>* conditions);
  Ref best_holds(const language::Action& action, const language::Alternative* offered,
                 const SymbolicPosition& position);
  void each_value(const language::ActionParam& param, const SymbolicPosition& position,
                  const std::function<void(Ref)>& body);
  Ref some_values(const language::Alternative& offered, size_t index, const SymbolicPosition& position,
                  size_t most_nodes, std::vector<Condition>& picked);
  SymbolicValue largest_set(const language::Action& action, size_t index, const SymbolicPosition& position);
  int64_t values_of(const language::ActionParam& param) const;
  bool has_many_sets(const language::ActionParam& param) const;
  bool has_many_choices(const language::Alternative& offered) const;
  Ref any_values_offered(const language::Alternative& offered, const SymbolicPosition& position);
  /// Whether any set of its domain satisfies a condition, evaluated with the parameter in the frame.
  Ref any_set(const language::ActionParam& param, const SymbolicPosition& position,
              const std::function<Ref()>& condition);
  Ref any_of_values(Ref holds, const std::vector<Ref>& variables, bool taken);
  using Preference = std::function<Ref()>;
  /// Whether the parameters in the frame are offered, with what is preferred, which is evaluated for lawful
  /// choices.
  Ref offered_with(const language::Alternative& alternative, const SymbolicPosition& position,
                   std::vector<Condition>* conditions, const Preference& preferred);
  Ref try_values(const language::Alternative& offered, size_t index, const SymbolicPosition& position,
                 int64_t& left);
  /// Freely true or not where the translation of it is open.
  Ref freely(const std::function<Ref()>& work);

  // ---- flow
  struct Way;
  void run_way(Way way, Step& step, std::vector<Way>& open);
  void call(SymbolicPosition& position, ProcedureId procedure, const std::vector<SymbolicValue>& args,
            StepId return_step);
  void clear(SlotOf what, Id id, SymbolicPosition& position);
  void clear_procedure(SymbolicPosition& position, ProcedureId procedure);

  PositionFormulas& positions_;
  Formula& formula_;
  const runtime::Scenario& scenario_;
  const language::Program& program_;
  Freedom freedom_;
  TranslatorLimits limits_;
  language::ReadsWrites access_;
  language::ById<language::Var> vars_;
  std::vector<SymbolicValue> frame_;
  const SymbolicPosition* before_ = nullptr;
  std::vector<FaultCase> faults_;
  std::vector<Ref> guard_;
  Ending ending_;
  WriteLog* log_ = nullptr;
  size_t log_guard_ = 0;  // conditions of guard_ that stood before the body that is logged
  std::map<Key, Known> known_;
  std::unordered_map<uint32_t, int64_t> contents_;  // of cells, by their version
  std::map<Key, int64_t> content_ids_;
  std::map<Key, std::vector<Known>> known_fields_;
  std::vector<Reach> reaches_;
  /// That some values satisfy a condition: `is` implies that those of `variables` do.
  struct AnyValues {
    Ref is = no, holds = no;
    std::vector<Ref> variables, others;     // of `holds`
    std::vector<std::vector<int64_t>> met;  // values that did
  };
  std::vector<AnyValues> any_values_;
  bool no_variables_ = false;
  /// A field at one position, and where it was read.
  struct OpenField;
  std::vector<std::shared_ptr<OpenField>> open_fields_;
  std::map<Key, size_t> open_field_of_;
  void write_down(OpenField& open);
  bool reads_open_fields(const std::vector<Ref>& roots) const;
  std::map<DefinitionId, int> may_fault_;  // definitions: 0 in progress, 1 no, 2 may
  std::map<std::string, CaseId> freed_;
  std::string lost_faults_;
  std::vector<BranchCase>* branches_ = nullptr;
  Conditions* conditions_ = nullptr;
};

/// Sets to choose from, in words, whose members are evaluated one by one: how many are left of them is not
/// checked (limits::free_members), and more is a fault in play.
std::vector<std::string> sets_not_counted(const runtime::Scenario& scenario);

}  // namespace casebook::symbolic
