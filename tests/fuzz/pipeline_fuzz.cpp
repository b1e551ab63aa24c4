// SPDX-License-Identifier: Apache-2.0
// Any bytes as an edition, or as a family of editions parted by lines of `====`: it compiles or says why not,
// never crashes, and what it compiles to is what program.h promises.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/language/compile.h"
#include "engine/program/validate.h"

namespace {

using namespace casebook;
using namespace casebook::language;

void demand(bool held, const char* what) {
  if (held) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

std::shared_ptr<EditionText> family(const std::string& text) {
  static const std::string bar = "\n====\n";
  std::shared_ptr<EditionText> edition;
  size_t begin = 0;
  for (int generations = 0; generations < 8; ++generations) {
    const size_t end = text.find(bar, begin);
    auto child = std::make_shared<EditionText>();
    child->parent = edition;
    child->files.emplace_back("fuzz", text.substr(begin, end == std::string::npos ? end : end + 1 - begin));
    edition = child;
    if (end == std::string::npos) break;
    begin = end + bar.size();
  }
  return edition;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const auto program = compile(*family(text), diagnostics);
  demand((program == nullptr) == diagnostics.has_errors(), "a program exactly when there are no errors");
  if (!program) return 0;
  const auto wrong = validate(*program);
  if (!wrong.empty()) std::fprintf(stderr, "%s\n", wrong.front().c_str());
  demand(wrong.empty(), "what always holds of a program");
  demand(!dump(*program).empty() && fingerprint(*program) == fingerprint(*program), "dump and fingerprint");
  ById<Var> vars = program->vars;
  Diagnostics asked;
  const ExprPtr expr = compile_expression(*program, text.substr(0, 200), vars, asked);
  demand((expr == nullptr) == asked.has_errors(), "an expression exactly when there are no errors");
  if (expr) demand(validate(*program, vars, *expr).empty(), "what always holds of an expression");
  return 0;
}
