// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mutants: the same rules with one thing altered or left out. A rule whose loss nobody notices is not known
// to work. So coverage asks what notices each mutant: a claim, a position, a seeded game
// (docs/games/.../coverage.md).
//
// Alterations, each at its own place and for the case that it cites:
//   requirement, ensure       left out (a constant yes); a waiver that never holds; a preference without say
//   entry of a list           never applies; one without `when` has another value
//   definition                Boolean negated, number one step more, set empty, member of a side the other
//   exception, adjustment     never holds
//   statement                 left out: an assignment, an effect, the end of the game, a call
//   entry of an effect        left out
//   table                     another value in one written cell; twelve cells of a larger one, spread evenly
//   action, alternative       never lawful
//   field                     `through`, `across` dropped; no goal; a step one dearer
//   filter of a parameter     dropped
//   given                     as if no data spoke of it, or else read with another value
//   state                     begins with another value
//   die                       one face fewer
//   claim, invariant          its (last) expectation negated: what is never asked is not noticed
//
// Alterations of parts of expressions, on request only (Grain::expression):
//   table                     the cells that are not among those above
//   comparison                equal is enough, or no longer; `=` is no, and the other way round
//   constant                  one step more or less, another member, a Boolean negated
//   connective, quantifier    `and` is `or`; `exists` is `all`; and the other way round
//   condition                 of an `if` negated, of an entry, an exception, a waiver, a statement
//   filter                    a `where` dropped
//   extreme, rounding         least is most, up is down, and the other way round
//   arithmetic                plus is minus, and the other way round
//
// Ids, order and layout are those of the original, so positions and choices can be compared word for word.
// An altered number stays within the range of its measure where it is written. If it leaves that range later,
// that is a fault, like any value out of range.

#include <memory>
#include <string>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

enum class MutantOf : uint8_t {
  rule,       // what is played by
  invariant,  // what is looked at while playing
  claim,
};

/// The size of an alteration: what stands in a line as a whole, or a part of an expression.
enum class Grain : uint8_t { line, expression };

struct Mutant {
  int32_t number = 0;  // its place in the list of its grain
  Grain grain = Grain::line;
  MutantOf of = MutantOf::rule;
  Id item = none;              // the invariant or claim
  std::vector<CaseId> labels;  // the cases that it speaks for; at least one
  std::string name;            // `step.enemy`
  std::string what;            // `requirement left out`
  Place place;
};

/// All of them, in a fixed order.
std::vector<Mutant> mutants(const Program& program, Grain grain = Grain::line);

/// The program with that one thing altered. `mutant` is one of mutants(program, mutant.grain).
std::shared_ptr<const Program> altered(const Program& program, const Mutant& mutant);

/// `requirement`, `table cell`, `comparison`: what sort of thing is altered.
std::string mutant_kind(const Mutant& mutant);
/// `4.3 step.enemy: requirement left out (04-movement.rules:41)`
std::string mutant_text(const Program& program, const Mutant& mutant);

}  // namespace casebook::language
