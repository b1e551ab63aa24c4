// SPDX-License-Identifier: Apache-2.0
#pragma once

// From files to a typed program: the front end's one door.
//
//   read     the edition's *.rules files in the order of their names, and its parents'
//   parse    syntax.h, one tree per file
//   resolve  overlays applied: one list of declarations, each knowing the edition and case it stands in
//   (resolve.h) check    names, types, intervals, lowering of procedures to flow (check.h)
//
// Every stage can be looked at: dump(SyntaxTree), dump(Declarations), dump(Program).

#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/editions/edition_text.h"
#include "engine/language/syntax/syntax.h"
#include "engine/program/print_program.h"
#include "engine/program/program.h"

namespace casebook::language {

/// The typed program; null when there are errors. Warnings do not stop it.
std::shared_ptr<const Program> compile(const EditionText& edition, Diagnostics& diagnostics);

/// One expression typed against a program (for `ask` and `--why-not`); may name entities. Variables it
/// introduces are appended to `vars` (start with a copy of program.vars). With `as` it has to be of that
/// type. Null when there are errors.
ExprPtr compile_expression(const Program& program, const std::string& text, std::vector<Var>& vars,
                           Diagnostics& diagnostics, const Type* as = nullptr);

}  // namespace casebook::language
