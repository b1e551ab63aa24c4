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

/// Where a construct's text is put: at column 1 of a file, in a case, in a procedure, as the value of a
/// definition.
enum class Around { file, member, statement, expression };

/// One small text that holds the construct, and one that is nearly it.
struct Construct {
  const char* kind;  // the node kind it is about
  Around around;
  const char* good;  // parses without errors and holds that kind
  const char* bad;   // gives exactly one error, at the place of the `@`, which is taken out first
  const char* code;  // of that error
  const char* says;  // a part of its message, of what was expected, or of the suggestion
};
const std::vector<Construct>& constructs();

/// A construct's text as a whole file, with a case `9.9` after it.
std::string whole(const Construct& construct, const std::string& text);

/// `body`, indented, under `case 1.1`; its first line is line 2 and it begins in column 3.
std::string in_case(const std::string& body);
/// `body` as statements of a procedure: its first line is line 3 and it begins in column 5.
std::string in_procedure(const std::string& body);
/// An expression as the value of a definition, on line 2 from column 25.
std::string in_define(const std::string& expression);

}  // namespace casebook::language::testing
