// SPDX-License-Identifier: Apache-2.0
// Any bytes: the tree prints back, and formatting keeps the tokens and is done after one time.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/language/syntax/format.h"
#include "engine/language/syntax/syntax.h"

namespace {

using namespace casebook;
using namespace casebook::language;

void demand(bool held, const char* what) {
  if (held) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check(const std::string& text, decltype(&parse) read) {
  Diagnostics diagnostics;
  const auto tree = read("fuzz", text, diagnostics);
  demand(print(*tree) == text, "print(parse(text)) == text");
  demand(tree->sound == diagnostics.empty(), "sound means without errors");
  demand(!tree->sound || !tree->root->broken, "a sound tree is not broken");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check(text, &parse);
  check(text, &parse_expression);

  Diagnostics diagnostics;
  const auto tree = parse("fuzz", text, diagnostics);
  const std::string once = tree->sound ? format_unchecked(*tree) : format(*tree);
  if (!tree->sound) {
    demand(once == text, "a text with errors is left as it was");
    return 0;
  }
  const auto again = parse("fuzz", once, diagnostics);
  demand(dump(*again) == dump(*tree), "the same tree after formatting");
  demand(again->sound && format_unchecked(*again) == once, "formatting is idempotent");
  return 0;
}
