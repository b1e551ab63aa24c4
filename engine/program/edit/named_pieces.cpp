// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/named_pieces.h"

#include <algorithm>

#include "engine/base/text.h"
#include "engine/program/walk.h"

namespace casebook::language {

namespace {

/// The kind of the piece that `name` names, or of the first if nothing has that name.
KindId kind_of(const Program& program, const Expr& name, const HasMember& has,
               std::vector<SharedName>& shared) {
  std::vector<KindId> kinds;
  for (size_t k = 0; k < program.kinds.size(); ++k) {
    const auto kind = static_cast<KindId>(k);
    if (program.kinds[kind].on_map && has(kind, name.text)) kinds.push_back(kind);
  }
  if (kinds.size() > 1) shared.push_back({name.text, kinds, name.place});
  return kinds.empty() ? KindId(name.type.of) : kinds.front();
}

bool names_a_piece(const Program& program, const std::vector<ExprPtr>& args) {
  return args.size() == 1 && args[0]->op == Op::named_entity && program.kinds[args[0]->type.of].on_map;
}

}  // namespace

Diagnostic shared_name(const Program& program, const SharedName& shared, SourceRange range) {
  std::vector<std::string> kinds;
  for (const KindId kind : shared.kinds) kinds.push_back(program.kinds[kind].name);
  Diagnostic made;
  made.code = "E0305";
  made.range = std::move(range);
  made.message = quoted(shared.name) + " is the name of a " + listed(kinds, "and of a") +
                 ", and nothing here says which is meant";
  made.expected = "a name that one piece has";
  return made;
}

void name_pieces(const Program& program, Expr& expr, const HasMember& has, std::vector<SharedName>& shared) {
  change(expr, [&](Expr& one) {
    if ((one.op != Op::place_of && one.op != Op::on_map) || !names_a_piece(program, one.args)) return;
    one.ref = kind_of(program, *one.args[0], has, shared);
    one.args[0]->type = entity_type(one.ref);
  });
}

std::shared_ptr<const Program> with_named_pieces(std::shared_ptr<const Program> program, const HasMember& has,
                                                 std::vector<SharedName>& shared) {
  const auto on_map =
      std::count_if(program->kinds.begin(), program->kinds.end(), [](const Kind& k) { return k.on_map; });
  if (on_map < 2 || program->claims.empty()) return program;
  auto mine = std::make_shared<Program>(*program);
  for (Claim& claim : mine->claims) {
    const auto named = [&](ExprPtr& expr) {
      if (expr) name_pieces(*program, *expr, has, shared);
    };
    for (ExprPtr& arg : claim.args) named(arg);
    for (ClaimFill& fill : claim.fills) {
      for (ExprPtr& arg : fill.args) named(arg);
      named(fill.value);
      if (fill.state != none || !names_a_piece(*program, fill.args)) continue;
      fill.kind = kind_of(*program, *fill.args[0], has, shared);
      fill.args[0]->type = entity_type(fill.kind);
    }
    for (ClaimLine& line : claim.lines) named(line.expr);
  }
  return mine;
}

}  // namespace casebook::language
