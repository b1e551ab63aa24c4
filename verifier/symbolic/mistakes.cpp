// SPDX-License-Identifier: Apache-2.0
// One wrong translation of each operation, for tests of what would notice it: of most the mistake that is
// easily made, of the others a value beside the right one.
#include <algorithm>

#include "verifier/symbolic/translator.h"

namespace casebook::symbolic {

using language::Expr;
using language::TypeTag;

void Translator::mistaken(const Expr& expr, SymbolicValue& value) {
  if (language::op_name(expr.op) != mistake_) return;
  switch (expr.type.tag) {
    case TypeTag::boolean:
      value.number = formula_.not_(value.number);
      return;
    case TypeTag::number:
    case TypeTag::range:
      value.number = formula_.add(value.number, formula_.number(1));
      value.never = no;
      return;
    case TypeTag::entity:
    case TypeTag::location:
    case TypeTag::maybe: {
      // Another member: each the one before it, the first the last.
      const bool hexes = expr.type.tag == TypeTag::location || expr.type.of == language::kind_hex;
      const Codes& codes = positions_.codes();
      const int64_t size = hexes ? codes.hexes() : scenario_.size(expr.type.of);
      if (size < 2) return;
      const int64_t first = hexes ? codes.of_hex(0) : 0,
                    last = hexes ? codes.of_hex(codes.hexes() - 1) : size - 1;
      const Ref is_last = formula_.equal(value.number, formula_.number(last));
      value.number = hexes ? formula_.choose(is_last, formula_.number(first), formula_.number(last))
                           : formula_.choose(formula_.equal(value.number, formula_.number(first)),
                                             formula_.number(last), formula_.number(first));
      return;
    }
    case TypeTag::set:
      if (!value.items.empty()) value.items.front() = formula_.not_(value.items.front());
      return;
    case TypeTag::path:
      if (!value.items.empty()) std::reverse(value.items.begin(), value.items.end());
      return;
  }
}

}  // namespace casebook::symbolic
