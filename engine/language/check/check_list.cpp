// SPDX-License-Identifier: Apache-2.0
// Lists: `sum of`, `first of` ... with a case on each entry.
#include <map>

#include "engine/language/check/expression_checker.h"
#include "engine/language/syntax/literals.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

ListKind list_kind(const SyntaxTree& tree, const Node& node) {
  const std::string_view word = tree.token_text(node.first_token);
  if (word == "all") return ListKind::all_of;
  if (word == "any") return ListKind::any_of;
  if (word == "first") return ListKind::first_of;
  if (word == "sum") return ListKind::sum_of;
  return word == "most" ? ListKind::most_of : ListKind::least_of;
}

}  // namespace

/// One list. `outermost`: entries that other editions add belong to it.
ExprPtr Checker::check_list(const Node& node, const Type& type, bool outermost) {
  if (node.broken) return nullptr;
  std::map<std::string, std::pair<SourceRange, int>> names;
  return check_list_of(node, type, outermost, names);
}

ExprPtr Checker::check_list_of(const Node& node, const Type& type, bool outermost, EntryNames& names) {
  const ListKind kind = list_kind(*at.tree, node);
  const bool logical = kind == ListKind::all_of || kind == ListKind::any_of;
  const bool numeric = kind == ListKind::sum_of || kind == ListKind::most_of || kind == ListKind::least_of;
  if ((logical && type != boolean_type) || (numeric && type.tag != TypeTag::number)) {
    error("E0317", node, std::string("this list gives ") + (logical ? "a Boolean" : "a number")).expected =
        type_text(type);
    return nullptr;
  }
  bool fine = true;
  ExpressionChecker expressions(*this);
  ExprPtr list = make_expr(Op::list, type, place_of(node));
  list->list = Owned<ListBody>(ListBody{});
  list->list->kind = kind;
  list->label = at.label;
  if (at.tree->has_word(node, "within")) {
    const Node& low_node = *at.tree->expression(node, 0);
    const Node& high_node = *at.tree->expression(node, 1);
    if (!numeric && !(kind == ListKind::first_of && type.tag == TypeTag::number)) {
      error("E0317", low_node, "only numbers can be capped with `within`");
      fine = false;
    } else {
      list->list->low = check_number(low_node, Expected(type));
      list->list->high = check_number(high_node, Expected(type));
      if (!list->list->low || !list->list->high) fine = false;
    }
  }
  for (const Piece& piece : pieces(node, {NodeKind::entry}, outermost)) {
    const Here here(*this, piece);
    if (!check_entry(*piece.node, kind, type, *list->list, names)) fine = false;
  }
  if (!fine) return nullptr;
  return finish_list(node, std::move(list));
}

bool Checker::check_entry(const Node& node, ListKind kind, const Type& type, ListBody& body,
                          EntryNames& names) {
  if (node.broken) return false;
  const SyntaxTree& tree = *at.tree;
  const Scope scope(*this);
  ListEntry entry;
  entry.place = place_of(node);
  const Node* label_node = tree.child(node, NodeKind::label);
  if (label_node == nullptr) return false;
  entry.label = label_of(*label_node);
  at.label = entry.label;
  const uint32_t token = name_token(node);
  std::string name = token != SyntaxTree::npos ? std::string(text(token)) : program.label_text(entry.label);
  const auto [known, is_new] = names.try_emplace(name, tree.range(node), 1);
  if (!is_new && token != SyntaxTree::npos) {
    error_at("E0201", token, "two entries are called \"" + name + "\"")
        .notes.push_back({known->second.first, "the first is here"});
    return false;
  }
  if (!is_new) name += "#" + std::to_string(++known->second.second);
  entry.name = std::move(name);
  bool fine = true;
  if (const Node* per = tree.child(node, NodeKind::binder)) {
    entry.per = check_binder(*per);
    if (!entry.per) fine = false;
    if (kind == ListKind::first_of) {
      error("E0317", *per, "`per` has no meaning in `first of`, of which one entry counts");
      fine = false;
    }
  }
  const Node* nested = tree.child(node, NodeKind::list);
  const Node* value_node = nested == nullptr ? tree.expression(node, 0) : nullptr;
  ExpressionChecker expressions(*this);
  if (nested != nullptr) {
    entry.value = check_list_of(*nested, type, false, names);
  } else if (value_node != nullptr) {
    if (type.tag == TypeTag::number) {
      // Steps finer than the measure's are for the list as a whole to lose again.
      entry.value = check_number(*value_node, Expected(type));
      if (entry.value && entry.value->type.of != type.of)
        entry.value = coerce(std::move(entry.value), type, *value_node);
    } else {
      entry.value = check_as(*value_node, type);
    }
  }
  if (!entry.value) fine = false;
  if (tree.has_word(node, "when")) {
    entry.when = check_boolean(*tree.expression(node, nested == nullptr ? 1 : 0));
    if (!entry.when) fine = false;
  }
  if (fine) body.entries.push_back(std::move(entry));
  return fine;
}

/// One fine for all entries and caps, the interval of the whole, and entries without which it would have no
/// value.
ExprPtr Checker::finish_list(const Node& node, ExprPtr list) {
  ListBody& body = *list->list;
  ExpressionChecker expressions(*this);
  const bool needs_fallback =
      body.kind == ListKind::first_of || body.kind == ListKind::most_of || body.kind == ListKind::least_of;
  bool has_fallback = false;
  for (const ListEntry& entry : body.entries) has_fallback = has_fallback || (!entry.when && !entry.per);
  if (body.kind == ListKind::first_of) has_fallback = !body.entries.empty() && !body.entries.back().when;
  if (needs_fallback && !has_fallback) {
    const bool last_is_added = body.kind == ListKind::first_of && !body.entries.empty() &&
                               body.entries.back().place.file != list->place.file;
    diagnostics.error("E0319",
                      last_is_added ? program.range_of(body.entries.back().place) : at.tree->range(node),
                      body.kind == ListKind::first_of
                          ? "the last entry of `first of` has no `when`: it is what is left"
                          : "one entry of this list has no `when`: what is it when none applies?");
    return nullptr;
  }
  if (body.kind == ListKind::first_of) {
    for (size_t i = 0; i + 1 < body.entries.size(); ++i) {
      if (body.entries[i].when) continue;
      const Place& next = body.entries[i + 1].place;
      diagnostics.warning("W0305",
                          next.file != list->place.file ? program.range_of(next) : at.tree->range(node),
                          "entries after \"" + body.entries[i].name + "\" never count: it has no `when`");
      break;
    }
  }
  const Type type = list->type;
  if (type.tag != TypeTag::number) {
    if (body.kind != ListKind::first_of) return list;
    return list;
  }
  std::vector<ExprPtr*> numbers;
  for (ListEntry& entry : body.entries) numbers.push_back(&entry.value);
  if (body.low) numbers.push_back(&body.low);
  if (body.high) numbers.push_back(&body.high);
  if (numbers.empty()) {
    list->interval = {0, 0, false};
    return coerce(std::move(list), type, node);
  }
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 1; i < numbers.size(); ++i) {
      if (!expressions.align(node, *numbers[0], *numbers[i])) return nullptr;
    }
  }
  list->type = (*numbers[0])->type;
  std::optional<Interval> whole;
  for (const ListEntry& entry : body.entries) {
    Interval one = entry.value->interval;
    if (body.kind == ListKind::sum_of) {
      std::optional<Interval> part = one;
      if (entry.per) {
        part = sum_of_up_to(one, expressions.most_members(*entry.per->domain));
      } else if (entry.when) {
        part = unite(one, Interval{0, 0, false});
      }
      whole = !whole ? part : part ? add(*whole, *part) : std::nullopt;
      if (!whole) break;
    } else {
      whole = whole ? unite(*whole, one) : one;
    }
  }
  if (body.low && body.high) {
    // `within` is max(low, min(value, high))
    if (whole) whole = maximum(body.low->interval, minimum(*whole, body.high->interval));
    if (body.low->interval.low > body.high->interval.high) {
      error("E0406", node, "`within` has its ends the wrong way round");
      return nullptr;
    }
  }
  list = expressions.with_interval(node, std::move(list), whole);
  return coerce(std::move(list), type, node);
}

}  // namespace casebook::language
