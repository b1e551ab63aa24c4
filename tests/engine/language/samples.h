// SPDX-License-Identifier: Apache-2.0
// Texts of the rules language for tests: those of the documentation and the examples, and small ones for each
// construct.
#pragma once

#include <string>
#include <vector>

namespace casebook::language::testing {

struct Sample {
  std::string name;  // where it stands
  std::string text;
};

/// Every fenced block of docs/language/*.md that is in the rules language, and every file of rulesets/.
const std::vector<Sample>& documented_samples();

/// One small text a construct, and one that is nearly it.
struct Construct {
  std::string kind;  // the node kind it is about
  std::string good;  // parses without errors and holds that kind
  std::string bad;   // gives exactly one error
  std::string code;  // of that error
  int line, column;  // where it points
  std::string says;  // a part of its message, what was expected, or the suggestion
};
const std::vector<Construct>& constructs();

/// `body`, indented, under `case 1.1`; its first line is line 2 and it begins in column 3.
std::string in_case(const std::string& body);
/// `body` as statements of a procedure: its first line is line 3 and it begins in column 5.
std::string in_procedure(const std::string& body);
/// An expression as the value of a definition, on line 2 from column 25.
std::string in_define(const std::string& expression);

}  // namespace casebook::language::testing
