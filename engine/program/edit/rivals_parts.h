// SPDX-License-Identifier: Apache-2.0
#pragma once

// For rivals.cpp: what all parts share that look for rivals, and the parts.

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/program/edit/rivals.h"
#include "engine/program/reads_writes.h"

namespace casebook::language {

struct FoundRival {
  Rival rival;
  std::function<void()> change;  // puts it in place, in the program that was looked through
  std::shared_ptr<void> finder;  // that the change belongs to
};

/// Each appends what it finds. The program must stay where it is until the changes are made or dropped.
void find_rivals_of_pieces(Program& program, std::vector<FoundRival>& found);
void find_rivals_of_hexes(Program& program, std::vector<FoundRival>& found);
void find_rivals_of_lists(Program& program, std::vector<FoundRival>& found);
void find_rivals_of_moves(Program& program, std::vector<FoundRival>& found);
void find_rivals_of_leaving(Program& program, std::vector<FoundRival>& found);
void find_rivals_of_beginnings(Program& program, std::vector<FoundRival>& found);

bool is_variable(const Expr& expr, VarId var);
bool mentions_var(const Expr& expr, VarId var);
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& is);

/// What closes a hexside: an operation of two hexes, and what it refers to.
using Barrier = std::pair<Op, Id>;
/// What is asked of two hexes where a price is `never`.
std::set<Barrier> barriers_in(const Program& program);
std::string barrier_name(const Program& program, const Barrier& barrier);

class RivalFinder {
 public:
  RivalFinder(Program& program, std::vector<FoundRival>& found)
      : p_(program), reads_(program), found_(found) {}

 protected:
  void offer(RivalSort sort, const std::string& item, CaseId label, const Place& place, std::string question,
             std::string as_played, std::string otherwise, std::function<void()> change,
             GivenId given = none);

  /// What was offered last.
  Rival& made() { return found_.back().rival; }

  static bool reads_a_reading(const Expr& expr);
  bool reads_a_reading(const Definition& definition) const;
  /// A reading decides there, or in a definition that is called there; or something there is supplied: its
  /// author asks already.
  bool asks(const Expr& expr) const;
  bool is_supplied(const Place& place) const;

  /// As the rules write it, on one line.
  std::string written(const Place& place) const;
  std::string phrase_of(const Action& action) const;
  bool is_piece(const Type& type) const;

  Program& p_;
  ReadsWrites reads_;

 private:
  std::vector<FoundRival>& found_;
};

/// Runs a finder, and keeps it as long as what it found.
template <class Finder>
void find_with(Program& program, std::vector<FoundRival>& found) {
  const size_t before = found.size();
  const auto finder = std::make_shared<Finder>(program, found);
  finder->run();
  for (size_t i = before; i < found.size(); ++i) found[i].finder = finder;
}

}  // namespace casebook::language
