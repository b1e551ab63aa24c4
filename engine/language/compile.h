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
#include <span>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/program.h"
#include "engine/language/syntax.h"

namespace casebook::language {

/// One edition's text in memory. `parent` is null for an edition that extends none.
struct EditionText {
  std::string name;                                        // as in its folder
  std::string folder;                                      // empty for a text that was not read from one
  std::vector<std::pair<std::string, std::string>> files;  // name shown, text
  std::shared_ptr<EditionText> parent;
};

/// Reads a folder and the folders of the editions it extends: beside it or, where the name has a `/`, below
/// the first of `ruleset_folders` that has it. Errors: E02xx, P/D for unreadable files.
std::shared_ptr<EditionText> read_edition(const std::string& folder, Diagnostics& diagnostics,
                                          std::span<const std::string> ruleset_folders = {});

/// The typed program; null when there are errors. Warnings do not stop it.
std::shared_ptr<const Program> compile(const EditionText& edition, Diagnostics& diagnostics);

/// One expression typed against a program (for `ask` and `--why-not`); may name entities. Variables it
/// introduces are appended to `vars` (start with a copy of program.vars). With `as` it has to be of that
/// type. Null when there are errors.
ExprPtr compile_expression(const Program& program, const std::string& text, std::vector<Var>& vars,
                           Diagnostics& diagnostics, const Type* as = nullptr);

/// A 64-bit fingerprint of the program's meaning: comments, layout, summaries and file names do not change
/// it.
uint64_t fingerprint(const Program& program);

/// A complete listing in a stable order, for looking at and for tests.
std::string dump(const Program& program);

}  // namespace casebook::language
