// SPDX-License-Identifier: Apache-2.0
// A formula with some variables known: everything above them is made again, and so simplified.
#include "verifier/symbolic/formula/formula.h"

namespace casebook::symbolic {

Ref Formula::replaced(Ref root, Replaced& known) {
  std::vector<Ref> open{root};
  while (!open.empty()) {
    const Ref a = open.back();
    if (known.count(a) != 0) {
      open.pop_back();
      continue;
    }
    bool ready = true, changed = false;
    for (const Ref b : operands(a)) {
      const auto found = known.find(b);
      if (found == known.end()) {
        ready = false;
        open.push_back(b);
      } else {
        changed = changed || found->second != b;
      }
    }
    if (!ready) continue;
    open.pop_back();
    if (!changed) {
      known.emplace(a, a);
      continue;
    }
    std::vector<Ref> args;
    for (const Ref b : operands(a)) args.push_back(known.at(b));
    const Node node = nodes_[at(a)];
    Ref made = a;
    switch (node.kind) {
      case NodeKind::truth:
      case NodeKind::number:
      case NodeKind::variable:
        break;
      case NodeKind::not_:
        made = not_(args[0]);
        break;
      case NodeKind::and_:
        made = and_(std::move(args));
        break;
      case NodeKind::or_:
        made = or_(std::move(args));
        break;
      case NodeKind::choose:
        made = choose(args[0], args[1], args[2]);
        break;
      case NodeKind::equal:
        made = equal(args[0], args[1]);
        break;
      case NodeKind::less_equal:
        made = less_equal(args[0], args[1]);
        break;
      case NodeKind::add:
        made = add(args[0], args[1]);
        break;
      case NodeKind::multiply:
        made = multiply(args[0], args[1]);
        break;
      case NodeKind::divide:
        made = divide(args[0], args[1]);
        break;
      case NodeKind::bit:
        made = bit(args[0], static_cast<int>(node.payload));
        break;
      case NodeKind::narrow:
        made = narrow(args[0], node.low, node.high);
        break;
      case NodeKind::count:
        made = count(std::move(args));
        break;
    }
    known.emplace(a, made);
  }
  return known.at(root);
}

}  // namespace casebook::symbolic
