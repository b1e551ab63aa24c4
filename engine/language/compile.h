// SPDX-License-Identifier: Apache-2.0
#pragma once

// From files to a typed program. The entry point of engine/language; the stages are:
//
//   read      the *.rules files of the edition in the order of their names, and those of its parents
//   parse     one tree per file (syntax/syntax.h)
//   resolve   overlays applied: one list of declarations, each with its edition and case (editions/resolve.h)
//   check     names, types, intervals; procedures lowered to flow (check/checker.h, lower/lowering.h)
//
// Every stage can be printed: dump(SyntaxTree), dump(Declarations), dump(Program).

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
ExprPtr compile_expression(const Program& program, const std::string& text, ById<Var>& vars,
                           Diagnostics& diagnostics, const Type* as = nullptr);

}  // namespace casebook::language
