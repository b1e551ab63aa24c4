// SPDX-License-Identifier: Apache-2.0
#pragma once

// The reference evaluator of one scenario: one function per construct of program.h, in its order, slow and
// obviously right. It decides what a rule means.
//
// Expressions are evaluated over a position and a frame of variables. Every Var of a program is distinct,
// so one flat frame serves. Stored variables live in the position. Statements change a position. A fault is
// thrown as `Fault`, and the caller catches it.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/runtime/reference/answers.h"
#include "engine/runtime/reference/derivation.h"
#include "engine/runtime/reference/memo.h"
#include "engine/runtime/rules.h"
#include "engine/runtime/value.h"

namespace casebook::runtime {

/// Why a choice is refused, or by what it passes: one line of an explanation.
struct ExplanationLine {
  bool holds = true;
  language::CaseId label = language::none;
  std::string name;   // of the requirement; `domain of to` for a parameter's domain
  std::string where;  // the source text of what was asked
  DerivationPtr why;  // how it came out
};

/// Where a field leads from one hex.
struct FieldWay {
  bool found = false;
  std::vector<int32_t> way;      // with the hex it starts from; the shortest, or the cheapest
  int64_t cost = 0;              // in units of the field; steps for a field that reaches
  std::vector<int32_t> stopped;  // when there is none: the hexes where every way ends, in order
  std::vector<std::pair<int32_t, int32_t>> barred;  // and the steps that `across` refuses, in order
  size_t met = 0;                                   // hexes that can be entered, the start among them
};

/// Notified of what an evaluation calls and does: to find which items of two programs make them differ.
class Onlooker {
 public:
  virtual ~Onlooker() = default;
  /// A definition, or a field at a hex (the last argument), with its value. Calls made within it were
  /// reported before it, with a greater depth, unless the value was remembered.
  virtual void asked(bool field, Id id, const std::vector<Value>& arguments, const Value& value, int depth,
                     const Position& position) = 0;
  /// An assignment, an end of the game, or a statement around them. Called before its expressions are
  /// evaluated, and after.
  virtual void does(const language::Stmt& stmt) = 0;
  virtual void did(const language::Stmt& stmt) = 0;
  /// Flow takes this step next.
  virtual void comes_to(StepId /*step*/) {}
  /// How a statement, an entry of an effect or a step of flow came out that decides something: of a condition 1
  /// for yes, of a loop the number of members, of an attempt 1 if it was carried out, of a choose or draw 1 if
  /// its `or else` runs. And of an effect 1 as it begins and 0 as it ends.
  virtual void came_out(const void* /*what*/, size_t /*how*/) {}
};

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Scenario> scenario);

  const Scenario& scenario() const { return *scenario_; }
  const std::shared_ptr<const Scenario>& scenario_ptr() const { return scenario_; }
  /// Takes over the variables of another, to evaluate aside without disturbing it.
  void share_frame(const Evaluator& other) { frame_ = other.frame_, before_ = other.before_; }
  const language::Program& program() const { return program_; }
  /// Looks up there what no position has a say in, and keeps it there.
  void remember(std::shared_ptr<FixedValues> fixed) { fixed_ = std::move(fixed); }
  /// Asks there for definitions and fields, unless somebody is told how they come out. Of the same scenario.
  void answer_with(std::shared_ptr<Answers> answers) { answers_ = std::move(answers); }

  // ---- expressions (evaluate_*.cpp)
  Value evaluate(const language::Expr& expr, const Position& position);
  /// The same, writing down how: `into` gets one child.
  Value derive(const language::Expr& expr, const Position& position, Derivation& into);
  /// From now on derivations leave nothing out: every member asked, with all it rests on.
  void tell_everything(bool everything) { tell_everything_ = everything; }
  /// From now on counts, by case, how often something of it had a say (once for the same question about the
  /// same position): a definition evaluated, an entry, exception or effect that applied, a requirement that
  /// refused, a labelled line that ran. Null: no counting.
  void count_fired(std::vector<uint64_t>* by_label) { fired_ = by_label; }
  void fire(CaseId label) {
    if (fired_ != nullptr && label != language::none) ++(*fired_)[static_cast<size_t>(label)];
  }
  /// From now on notifies it; null: nobody.
  void tell(Onlooker* onlooker) { onlooker_ = onlooker; }
  /// Notifies it. Not of a body that runs aside, to ask what it would lead to.
  void tell_came_out(const void* what, size_t how) {
    if (onlooker_ != nullptr && !aside_) onlooker_->came_out(what, how);
  }
  void tell_comes_to(StepId step) {
    if (onlooker_ != nullptr) onlooker_->comes_to(step);
  }
  /// A definition, or a field at the hex that is the last argument. Throws what asking for it throws.
  Value value_of(bool field, Id id, std::vector<Value> arguments, const Position& position);
  /// For `before(E)`: the position before the step.
  void set_before(const Position* before) { before_ = before; }
  /// An expression compiled later (ask, --why-not) brings variables of its own
  /// and a text of its own.
  void extend_frame(const language::ById<language::Var>& vars, std::string text = {});
  /// As written: of the rules, or of the expression compiled later.
  std::string_view text_of(const language::Place& place) const;
  Value& variable(VarId var) { return frame_[static_cast<size_t>(var)]; }

  /// Calls `body` for each member of the binder's domain that satisfies at, on and where, in order, with the
  /// variables set; stops when it says no. Those that only fail `where` are given to `left_out`.
  void each_member(const language::Binder& binder, const Position& position,
                   const std::function<bool(int64_t)>& body,
                   const std::function<void(int64_t)>& left_out = nullptr);
  /// The same before `where` is evaluated.
  void each_candidate(const language::Binder& binder, const Position& position,
                      const std::function<bool(int64_t)>& body);
  /// A field at every hex; never_value or 0/1.
  std::vector<int64_t> field_values(const language::Field& field, const Position& position);
  FieldWay field_way(const language::Field& field, const std::vector<Value>& arguments,
                     const Position& position);
  /// Writes down how a field got its value at one hex: the path, or where every path ends.
  void tell_field(const language::Field& field, const std::vector<Value>& arguments, int64_t value,
                  const Position& position, Derivation& into);
  void tell_refused(const language::Expr& condition, const std::vector<std::string>& names,
                    const std::function<void(size_t)>& set, std::string_view where, const Position& position,
                    Derivation& into);

  // ---- statements (execute.cpp)
  /// Runs straight text. What it ends the game with is in ended().
  void execute(const language::Stmt& stmt, Position& position);
  struct Ending {
    bool is = false;
    bool won = false;
    int32_t side = -1;
  };
  const Ending& ended() const { return ending_; }
  void clear_ending() { ending_ = {}; }

  // ---- slots
  Value read(const Slot& slot, const language::Type& type, const Position& position,
             uint32_t combination) const;
  void write(const Slot& slot, const language::Type& type, Position& position, uint32_t combination,
             const Value& value);
  void clear(const Slot& slot, Position& position);

  // ---- actions (actions.cpp, action_values.cpp, explain.cpp)
  /// Every lawful choice of one alternative, bests applied, in order.
  void choices_of(const language::Site& site, int16_t alternative, const Position& position,
                  std::vector<Choice>& out);
  /// What kept some of the choices of an alternative from being found (some_choices.h).
  struct LeftOut {
    std::string limit;      // sets of more than limits::free_members members were tried; which limit that is
    bool gave_up = false;   // limits::choices_tried values were tried
    bool by_found = false;  // `found` said that it had enough
    bool any() const { return gave_up || by_found; }
  };
  /// Calls `found` for each lawful choice of one alternative as soon as it is found, in the order in which its values
  /// are tried, until that says no. Preferences are not asked.
  LeftOut each_choice_of(const language::Site& site, int16_t alternative, const Position& position,
                         const std::function<bool(const Choice&, const LeftOut&)>& found);
  /// One choice of an alternative with values drawn at random: each size of a set is as likely as another. Preferences
  /// are not asked. Nothing: it is not lawful.
  std::optional<Choice> drawn_choice_of(const language::Site& site, int16_t alternative,
                                        const Position& position, Random& random);
  /// Whether a choice of the site is lawful. Only its preferences need a list of others.
  bool offers(const language::Site& site, const Choice& choice, const Position& position);
  /// Sets the parameters of the choice's action in the frame. False when the words of the choice do not fit
  /// its domains at all.
  bool set_parameters(const language::Site& site, const Choice& choice, const Position& position);
  /// Members a set parameter may be chosen from: its domain and `where`, the parameters before it being set.
  std::vector<int32_t> candidates(const language::ActionParam& param, const Position& position);
  /// Whether the value in the frame is in the parameter's domain; sets the variable of its hex.
  bool domain_holds(const language::ActionParam& param, const Position& position);
  /// Domains, requirements and ensures with every parameter set in the frame; not `best`.
  bool lawful(const language::Action& action, const Position& position);
  /// The same and `best`: among all values of the last parameter that are lawful. What `legal` and `attempt`
  /// ask.
  bool permitted(const language::Action& action, const Position& position);
  /// Every requirement with how it came out, the failing ones first as written; without `best`.
  std::vector<ExplanationLine> explain(const language::Action& action,
                                       const std::vector<language::Requirement>* further,
                                       const Position& position);
  /// The preferences, of parameters set in the frame that are lawful otherwise, in the written order: up to
  /// the first that shuts them out, with the value that is better.
  std::vector<ExplanationLine> explain_best(const language::Action& action,
                                            const std::vector<language::Requirement>* further,
                                            const Position& position);

 private:
  using Expr = language::Expr;
  Value evaluate_inner(const Expr& expr, const Position& position);
  // One function per Op, named after it.
#define CASEBOOK_DECLARE(name) Value op_##name(const Expr& expr, const Position& position);
  CASEBOOK_OPS(CASEBOOK_DECLARE)
#undef CASEBOOK_DECLARE
  int64_t number(const Expr& expr, size_t arg, const Position& position) {
    return evaluate(*expr.args[arg], position).number;
  }
  std::vector<int32_t> arguments(const Expr& expr, size_t count, const Position& position);
  int64_t stored_cell(const Slot& slot, const Position& position, uint32_t combination) const;

  /// What an expression with a binder came to at the member that it asked last.
  struct Asked {
    int64_t value = 0;
    bool counts = true;  // the value of the whole rests on this member
    bool alone = false;  // and no longer on any before it
  };
  /// The members of the expression's binder, for `ask`, which leaves in `asked` what it came to. While deriving,
  /// each is told with that (tell_members.cpp).
  void ask_members(const Expr& expr, const Position& position, const Asked& asked,
                   const std::function<bool(int64_t)>& ask);
  class MemberTeller;
  // The binder's variables are set to the member.
  const language::Var& var_of(VarId var) const;
  std::string member_text(const language::Binder& binder, int64_t member);
  std::string why_not(const Expr& condition, const Position& position, std::string& label);
  Fault out_of_range(const Expr& expr, int64_t value, const Position& position);
  std::string missing_text(const Expr& expr, const Position& position);
  /// Drops the details of lines written since: they decided nothing.
  void only_named(size_t since, size_t until);
  size_t told_lines() const {
    return trace_ == nullptr ? 0 : trace_->children.size();
  }
  bool may_remember() const {
    return trace_ == nullptr;
  }
  bool may_ask_others() const {
    return answers_ != nullptr && trace_ == nullptr && fired_ == nullptr && onlooker_ == nullptr;
  }
  Value call_value(DefinitionId id, std::vector<Value> values, const Position& position);
  Value field_value(FieldId id, std::vector<Value> values, const Position& position);
  Value definition_value(const language::Definition& definition, const Position& position);
  std::string where_text(const language::Place& place) const;
  Value adjusted(const language::Definition& definition, const std::vector<size_t>& holding, Value value,
                 const Position& position);
  Value list_value(const language::ListBody& list, const language::Type& type, const Position& position);

  void assign(const language::Stmt& stmt, Position& position);
  // What straight text has written, by word; kept only inside `for all`.
  using WriteLog = std::map<uint32_t, uint64_t>;
  void note_write(uint32_t word, uint64_t mask) {
    if (log_ != nullptr) (*log_)[word] |= mask;
  }
  void note_cell(uint32_t cell) {
    note_write(cell / 2, uint64_t{0xffffffff} << ((cell & 1U) * 32U));
  }
  void run_for_all(const language::Stmt& stmt, Position& position);
  void run_for_each(const language::Stmt& stmt, Position& position);
  void run_effect(const language::Stmt& stmt, Position& position);

  /// Throws ListingStopped when somebody asked to stop, if so many values end a group of
  /// `listed_between_looks`.
  static void look_whether_to_stop(uint64_t done);
  /// Tries the values of a parameter one after another, those before it being set: all of its domain, or those that
  /// could be lawful. False: `attempt` said that it had enough. With `left_out` no set has too many members.
  using Attempt = std::function<bool(const Value&)>;
  bool each_value(const language::Action& action, size_t param, const Position& position, LeftOut* left_out,
                  const Attempt& attempt);
  bool each_set(const language::Action& action, size_t param, const Position& position, LeftOut* left_out,
                const Attempt& attempt);
  bool each_path(const language::ActionParam& param, const Position& position, const Attempt& attempt);
  std::vector<Value> single_values(const language::ActionParam& param, const Position& position);
  /// The candidates of a set that no requirement of one member refuses.
  std::vector<int32_t> free_members(const language::Action& action, size_t param, const Position& position);
  std::optional<Value> drawn_value(const language::Action& action, size_t param, const Position& position,
                                   Random& random);
  bool try_values(const language::Alternative& offered, size_t index, const Position& position,
                  LeftOut* left_out, const std::function<bool()>& found);
  bool permitted_by_all(const language::Alternative& offered, const Position& position);
  Choice choice_in_frame(const language::Action& action, int16_t alternative, const Position& position);
  bool bind_hex(const language::ActionParam& param, const Position& position);
  bool conditions_hold(const language::ActionParam& param, const Position& position);
  bool holds_or_waived(const language::Requirement& requirement, const Position& position);
  bool requirement_holds(const language::Action& action, const language::Requirement& requirement,
                         const Position& position);
  bool requirements_hold(const language::Action& action, const Position& position);
  void run_aside(const language::Action& action, Position& after);
  bool body_ensures(const language::Action& action, const Position& position);
  void keep_best(const language::Site& site, const language::Action& action, const Position& position,
                 std::vector<Choice>& choices);
  /// Calls `body` for each value of the last parameter that is lawful beside the others set in the frame,
  /// that value being in the frame; stops when it says no. Leaves the frame as it was.
  void each_competitor(const language::Action& action, const std::vector<language::Requirement>* further,
                       const Position& position, const std::function<bool(const Value&)>& body);

  std::shared_ptr<const Scenario> scenario_;
  const language::Program& program_;
  std::vector<Value> frame_;
  language::ById<language::Var> extra_vars_;
  std::string extra_text_;
  const Position* before_ = nullptr;
  Ending ending_;
  WriteLog* log_ = nullptr;
  std::vector<uint64_t>* fired_ = nullptr;
  Onlooker* onlooker_ = nullptr;
  bool aside_ = false;
  uint64_t tried_ = 0;  // values, in the list of choices that is being made
  int asked_depth_ = 0;
  Memo memo_;
  std::shared_ptr<FixedValues> fixed_;
  std::shared_ptr<Answers> answers_;
  Derivation* trace_ = nullptr;  // where children are written while deriving
  bool tell_everything_ = false;
  static constexpr int any_depth = 1 << 20;
  int told_depth_ = 0, most_depth_ = any_depth;  // lines inside one another; deeper ones are not told

  /// While it lives, children are written there (null: nowhere), with so many lines inside one another.
  class TraceInto {
   public:
    TraceInto(Evaluator& evaluator, Derivation* into, int depth = any_depth)
        : evaluator_(evaluator), outer_(evaluator.trace_), most_depth_(evaluator.most_depth_) {
      evaluator.trace_ = into;
      evaluator.most_depth_ = std::min(most_depth_, evaluator.told_depth_ + depth);
    }
    ~TraceInto() { evaluator_.trace_ = outer_, evaluator_.most_depth_ = most_depth_; }
    TraceInto(const TraceInto&) = delete;
    TraceInto& operator=(const TraceInto&) = delete;

   private:
    Evaluator& evaluator_;
    Derivation* outer_;
    int most_depth_;
  };
};

}  // namespace casebook::runtime
