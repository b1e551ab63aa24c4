// SPDX-License-Identifier: Apache-2.0
// Tests in the language itself: every file under tests/language says in comments what the compiler must say
// of it.
//
//   -- expect ok                          no error and no warning
//   -- expect error E0301 3:5             on line 3, column 5 of this file
//   -- expect warning W0302 3:5 "text"    and the message, what was expected, the suggestion or a note
//                                         holds that text
//
// What is said must be exactly what is expected, in place and code. A file is an edition; a folder that holds
// a folder `child` is a family of editions, of which `child` is compiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"

namespace casebook::language {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

struct Expectation {
  std::string severity, code, file;
  int line = 0, column = 0;
  std::string text;
};

struct Expectations {
  bool ok = false;
  std::vector<Expectation> all;
};

void read_expectations(const std::string& file, const std::string& text, Expectations& into) {
  static const std::regex form(
      R"re(--\s*expect\s+(ok|error|warning)(?:\s+([EW]\d{4})\s+(\d+):(\d+)(?:\s+"([^"]*)")?)?\s*$)re");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, form)) {
      EXPECT_EQ(line.find("-- expect"), std::string::npos) << file << ": cannot be read: " << line;
      continue;
    }
    if (match[1] == "ok") {
      into.ok = true;
      continue;
    }
    Expectation one;
    one.severity = match[1];
    one.code = match[2];
    one.file = file;
    one.line = std::stoi(match[3]);
    one.column = std::stoi(match[4]);
    one.text = match[5];
    into.all.push_back(one);
  }
}

bool says(const Diagnostic& d, const std::string& text) {
  if (text.empty()) return true;
  const auto holds = [&](const std::string& part) { return part.find(text) != std::string::npos; };
  return holds(d.message) || holds(d.expected) || holds(d.suggestion) ||
         std::any_of(d.notes.begin(), d.notes.end(), [&](const Note& note) { return holds(note.text); });
}

std::string shown(const Diagnostic& d) {
  return std::string(severity_name(d.severity)) + " " + d.code + " " + std::to_string(d.range.begin.line) +
         ":" + std::to_string(d.range.begin.column) + " in " + d.range.file + ": " + d.message +
         " (expected " + d.expected + "; suggestion " + d.suggestion + ")";
}

void compare(const Expectations& expected, const Diagnostics& diagnostics) {
  EXPECT_TRUE(expected.ok || !expected.all.empty()) << "the file expects nothing";
  std::vector<bool> met(expected.all.size(), false);
  for (const Diagnostic& d : diagnostics.all()) {
    bool wanted = false;
    for (size_t i = 0; i < expected.all.size() && !wanted; ++i) {
      const Expectation& e = expected.all[i];
      if (met[i] || e.code != d.code || e.severity != severity_name(d.severity) ||
          !d.range.file.ends_with(e.file) || e.line != d.range.begin.line ||
          e.column != d.range.begin.column || !says(d, e.text)) {
        continue;
      }
      met[i] = wanted = true;
    }
    EXPECT_TRUE(wanted) << "not expected: " << shown(d);
  }
  for (size_t i = 0; i < met.size(); ++i) {
    const Expectation& e = expected.all[i];
    EXPECT_TRUE(met[i]) << "not said: " << e.severity << " " << e.code << " " << e.line << ":" << e.column
                        << " " << e.text;
  }
}

class LanguageFiles : public testing::TestWithParam<std::string> {};

TEST_P(LanguageFiles, SayWhatTheyExpect) {
  const fs::path path = fs::path(CASEBOOK_SOURCE_DIR) / "tests/language" / GetParam();
  SCOPED_TRACE(path.string());
  Expectations expected;
  Diagnostics diagnostics;
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() != ".rules") continue;
      read_expectations(fs::relative(entry.path(), path).generic_string(), read(entry.path()), expected);
    }
    const auto edition = read_edition((path / "child").string(), diagnostics);
    if (edition) compile(*edition, diagnostics);
  } else {
    EditionText edition;
    edition.files.emplace_back(path.filename().string(), read(path));
    read_expectations(path.filename().string(), edition.files[0].second, expected);
    compile(edition, diagnostics);
  }
  compare(expected, diagnostics);
}

std::vector<std::string> files() {
  const fs::path root = fs::path(CASEBOOK_SOURCE_DIR) / "tests/language";
  std::vector<std::string> found;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    const fs::path& path = it->path();
    if (fs::is_directory(path) && fs::exists(path / "child")) {
      found.push_back(fs::relative(path, root).generic_string());
      it.disable_recursion_pending();
    } else if (path.extension() == ".rules") {
      found.push_back(fs::relative(path, root).generic_string());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

INSTANTIATE_TEST_SUITE_P(All, LanguageFiles, testing::ValuesIn(files()), [](const auto& tested) {
  std::string name = tested.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
});

}  // namespace
}  // namespace casebook::language
