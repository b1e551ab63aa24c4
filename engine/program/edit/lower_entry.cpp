// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/lower_entry.h"

#include <utility>

#include "engine/program/edit/alter.h"
#include "engine/program/edit/widen.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"

namespace casebook::language {

namespace {

template <class SomeExpr>
SomeExpr* within(SomeExpr* body) {
  while (body->op == Op::check_range || body->op == Op::rescale || body->op == Op::round)
    body = body->args[0].get();
  return body;
}

}  // namespace

const Expr& inner_body(const Definition& definition) {
  return *within(static_cast<const Expr*>(definition.body.get()));
}

std::shared_ptr<const Program> with_lower_entry(const Program& program, DefinitionId definition,
                                                size_t entry) {
  auto mine = std::make_shared<Program>(program);
  Expr& chain = *within(mine->definitions[definition].body.get());
  if (chain.op != Op::list || chain.list->kind != ListKind::first_of) return nullptr;
  std::vector<ListEntry>& entries = chain.list->entries;
  if (entry + 1 >= entries.size() || entries.back().when || entries[entry].value->type != chain.type)
    return nullptr;
  ExprPtr behind = clone_fresh(*mine, chain);
  behind->list->entries.erase(behind->list->entries.begin(),
                              behind->list->entries.begin() + static_cast<std::ptrdiff_t>(entry + 1));
  ExprPtr& value = entries[entry].value;
  const Place place = value->place;
  const Type type = value->type;
  const Interval interval = chain.interval;
  value = make_expr(Op::minimum, type, place, std::move(value), std::move(behind));
  value->interval = interval;
  guard_indices(*mine);
  guard_numbers(*mine);
  widen_intervals(*mine);
  return mine;
}

}  // namespace casebook::language
