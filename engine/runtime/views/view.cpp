// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/views/view.h"

#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/views/reach.h"

namespace casebook::runtime {

using language::never_value;
using language::TypeTag;
using language::View;
using language::ViewKind;

namespace {

void set_parameters(Evaluator& evaluator, const View& view, const ViewCall& call) {
  for (size_t i = 0; i < view.params.size(); ++i) evaluator.variable(view.params[i]) = call.arguments[i];
}

ViewHexes hexes_of(Evaluator& evaluator, const View& view, const Position& position, Derivation& because) {
  return {evaluator.derive(*view.expr, position, because).items};
}

ViewNumbers numbers_of(Evaluator& evaluator, const View& view, const Position& position) {
  ViewNumbers shown;
  shown.type = view.expr->type;
  for (int32_t hex = 0; hex < evaluator.scenario().ground.hexes; ++hex) {
    evaluator.variable(view.hex) = hex;
    const int64_t number = evaluator.evaluate(*view.expr, position).number;
    if (number != never_value || !view.expr->interval.may_be_never) shown.numbers.push_back({hex, number});
  }
  return shown;
}

ViewWay way_of(Evaluator& evaluator, const View& view, const Position& position, Derivation& because) {
  const language::Field& field = evaluator.program().fields[view.expr->ref];
  std::vector<Value> arguments;
  for (const auto& arg : view.expr->args) arguments.push_back(evaluator.evaluate(*arg, position));
  arguments.push_back(evaluator.evaluate(*view.from, position));
  const FieldWay found = evaluator.field_way(field, arguments, position);
  const bool reach = field.type.tag == TypeTag::boolean;
  evaluator.tell_field(field, arguments, found.found ? (reach ? 1 : found.cost) : (reach ? 0 : never_value),
                       position, because);
  ViewWay shown;
  shown.found = found.found;
  shown.way = found.way;
  shown.stopped = found.stopped;
  if (shown.stopped.empty())
    for (const auto& [from, to] : found.barred)
      if (shown.stopped.empty() || shown.stopped.back() != from) shown.stopped.push_back(from);
  shown.type = field.type;
  if (found.found && !reach) shown.cost = found.cost;
  return shown;
}

/// The lines of a derivation that carry a case of their own.
std::vector<ViewItem> items_below(const Derivation& derivation) {
  std::vector<ViewItem> items;
  for (const DerivationPtr& child : derivation.children) {
    if (child->role != DerivationRole::entry && child->role != DerivationRole::change &&
        child->role != DerivationRole::cap)
      continue;
    ViewItem item{child->text, child->value, child->label, {}};
    if (child->role == DerivationRole::entry) item.parts = items_below(*child);
    items.push_back(std::move(item));
  }
  return items;
}

ViewItems items_of(Evaluator& evaluator, const View& view, const Position& position, Derivation& because) {
  const Value total = evaluator.derive(*view.expr, position, because);
  ViewItems shown;
  shown.total = value_text(evaluator.scenario(), view.expr->type, total);
  if (!because.children.empty()) shown.items = items_below(*because.children.front());
  return shown;
}

}  // namespace

std::optional<ViewAnswer> show_view(ReferenceRules& reference, Rules& rules, const Position& position,
                                    const ViewCall& call, Diagnostics& diagnostics) {
  Evaluator& evaluator = reference.evaluator();
  const View& view = evaluator.program().views[call.view];
  ViewAnswer answer;
  answer.view = call.view;
  answer.call = view_call_text(evaluator.scenario(), call);
  set_parameters(evaluator, view, call);
  try {
    switch (view.kind) {
      case ViewKind::hexes:
        answer.shown = hexes_of(evaluator, view, position, answer.because);
        break;
      case ViewKind::number:
        answer.shown = numbers_of(evaluator, view, position);
        break;
      case ViewKind::path:
        answer.shown = way_of(evaluator, view, position, answer.because);
        break;
      case ViewKind::items:
        answer.shown = items_of(evaluator, view, position, answer.because);
        break;
      case ViewKind::repeated: {
        size_t unit = 0;
        while (unit < view.params.size() && view.params[unit] != view.unit) ++unit;
        answer.shown =
            reach_of(evaluator, rules, position, view, static_cast<int32_t>(call.arguments[unit].number),
                     [&] { set_parameters(evaluator, view, call); });
        break;
      }
      case ViewKind::score:
        answer.shown =
            ViewScore{view.expr->type, evaluator.derive(*view.expr, position, answer.because).number};
        break;
    }
  } catch (const Fault& fault) {
    const std::string label =
        fault.label == language::none ? "" : " (" + evaluator.program().label_text(fault.label) + ")";
    diagnostics.error("P0160", {}, answer.call + ": " + fault.why + label);
    return std::nullopt;
  }
  return answer;
}

}  // namespace casebook::runtime
