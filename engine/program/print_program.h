// SPDX-License-Identifier: Apache-2.0
#pragma once

// The typed program as text, for people (dump) and for fingerprints. A fingerprint leaves out what does not
// change play: titles, questions, names of variables.
//
// Expressions stand in brackets with the operation first: `(less_equal (call cost $from $to) (state left
// $u))`. Constants are `3/2:points`, `clear`, `yes`. A variable is `$name`; the second one of that name in
// an item is `$name'2`.

#include <map>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// As the rules write it: `commandos`, `not commandos`, `entry_hexes = corrected`.
std::string text(const Program& program, const Setting& setting);

class ProgramPrinter {
 public:
  /// uncited: the meaning without the cases cited, but with what is shown (titles, views).
  enum class What : uint8_t { everything, meaning, uncited };
  ProgramPrinter(const Program& program, What what) : p(program), what_(what) {}

  /// Each item as one text, in the order of the program.
  std::vector<std::string> items();
  std::string text(const Expr& expr);
  std::string text(const Type& type) const;
  std::string text(const Stmt& stmt, int depth);

 private:
  bool everything() const { return what_ == What::everything; }
  bool titles() const { return what_ != What::meaning; }
  std::string number(const Type& type, int64_t value) const;
  std::string constant(const Expr& expr) const;
  std::string binder(const Binder& b);
  std::string list(const Expr& expr);
  std::string target(const Expr& expr) const;  // the name of what it refers to
  std::string maybe(const char* before, const ExprPtr& expr);
  /// A mark, for which item() puts the name: names are given out from left to right in the finished text,
  /// whatever order a compiler evaluates the parts of a sum in.
  std::string var(VarId id) const;
  std::string name_of(VarId id);
  std::string label(CaseId id) const;
  std::string line_name(CaseId label, const std::string& name) const;  // with a blank before it, or empty
  std::string labels(const Item& item) const;
  std::string params(const std::vector<VarId>& params);
  std::string requirement(const char* word, const Requirement& r);
  std::string types(const std::vector<Type>& types) const;
  std::string phrase(const std::string& words) const;  // in quotation marks, with a blank before it, or empty
  void item(const std::string& text);

  void declarations();
  void tables();
  void definitions();
  void doings();
  void flow();
  /// A step's target is printed as its distance from the first step printed, or as out of them.
  struct Steps {
    int32_t first = 0, end = 0;
  };
  std::string steps(const Steps& all);
  std::string to(int32_t target, const Steps& among) const;
  std::string step(const FlowStep& step, const Steps& among);
  std::string site(const Site& site, const Steps& among);
  std::string block(const Watch& watch);
  void checks();

  const Program& p;
  What what_;
  std::vector<std::string> items_;
  std::map<VarId, std::string> shown_;  // names of the variables met in this item
  std::map<std::string, int> count_;
};

/// A 64-bit fingerprint of the program's meaning: comments, layout, summaries and file names do not change
/// it.
uint64_t fingerprint(const Program& program);

/// A complete listing in a stable order, for looking at and for tests.
std::string dump(const Program& program);

}  // namespace casebook::language
