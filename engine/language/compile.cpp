// SPDX-License-Identifier: Apache-2.0
#include "engine/language/compile.h"

#include "engine/language/check/checker.h"
#include "engine/language/editions/changed.h"
#include "engine/language/editions/check_labels.h"
#include "engine/language/lower/note_supplied.h"

namespace casebook::language {

std::shared_ptr<const Program> compile(const EditionText& edition, Diagnostics& diagnostics) {
  const std::unique_ptr<Declarations> declarations = resolve(edition, diagnostics);
  auto program = std::make_shared<Program>();
  program->edition = declarations->edition;
  program->title = declarations->title;
  program->parent = declarations->parent;
  for (const auto& file : declarations->files)
    program->sources.push_back({file->tree->file, file->tree->text});
  program->parent_labels = declarations->parent_labels;
  for (const auto& [label, why] : declarations->dropped) program->dropped.push_back({label, why});
  program->replaced = declarations->replaced;
  program->changes = declarations->changes;
  Checker checker(*program, diagnostics);
  checker.check_edition(*declarations);
  check_labels(*declarations, diagnostics);
  note_supplied(*declarations, *program, diagnostics);
  diagnostics.sort();
  if (diagnostics.has_errors()) return nullptr;
  program->changed_through = changed_through(*program);
  return program;
}

ExprPtr compile_expression(const Program& program, const std::string& text, ById<Var>& vars,
                           Diagnostics& diagnostics, const Type* as) {
  const std::unique_ptr<SyntaxTree> tree = parse_expression("expression", text, diagnostics);
  diagnostics.sources().add("expression", text);
  const Node* node = tree->expression(*tree->root);
  if (diagnostics.has_errors() || node == nullptr) return nullptr;
  // In this mode nothing is declared and no case is entered: the checker only reads the program.
  Checker checker(const_cast<Program&>(program), diagnostics);
  checker.vars = &vars;
  checker.read_symbols();
  checker.at.tree = tree.get();
  checker.at.may_name = true;
  ExprPtr expr = as != nullptr ? checker.check_as(*node, *as) : checker.check_expression(*node);
  diagnostics.sort();
  return diagnostics.has_errors() ? nullptr : std::move(expr);
}

}  // namespace casebook::language
