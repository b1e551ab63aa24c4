// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/language/flow_text.h"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"

namespace casebook::language {

std::shared_ptr<const Program> compile_tiny(const std::string& rest) {
  EditionText edition;
  edition.name = "tiny";
  edition.files.emplace_back("tiny.rules", R"(edition tiny "A tiny game"
case 1.1
  kind side = white, black
  kind unit on map
  box off
  state mover: side
  action pass()
)" + rest);
  Diagnostics diagnostics;
  auto program = compile(edition, diagnostics);
  EXPECT_NE(program, nullptr) << diagnostics_text(diagnostics);
  return program;
}

std::string flow_of(const Program& program, const std::string& procedure) {
  std::istringstream lines(dump(program));
  std::string flow;
  bool on = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) {
      on = line.starts_with("procedure " + procedure + " ") ||
           line.starts_with("procedure " + procedure + "(");
    } else if (on) {
      static const std::regex label(R"(\[1\.1\] )");
      flow += std::regex_replace(line.substr(2), label, "") + "\n";
    }
  }
  return flow;
}

}  // namespace casebook::language
