// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/language/samples.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace casebook::language::testing {

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

std::vector<fs::path> files_below(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ending) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Sample> fenced(const fs::path& path) {
  std::vector<Sample> found;
  std::istringstream in(contents(path));
  std::string line;
  int number = 0;
  bool inside = false;
  while (std::getline(in, line)) {
    ++number;
    if (!inside && line.starts_with("```rules")) {
      inside = true;
      found.push_back({path.filename().string() + ":" + std::to_string(number + 1), ""});
    } else if (inside && line.starts_with("```")) {
      inside = false;
    } else if (inside) {
      found.back().text += line + "\n";
    }
  }
  return found;
}

std::string indented(const std::string& body, const std::string& by) {
  std::string out;
  std::istringstream in(body);
  std::string line;
  while (std::getline(in, line)) out += (line.empty() ? "" : by) + line + "\n";
  return out;
}

}  // namespace

const std::vector<Sample>& documented_samples() {
  static const std::vector<Sample> samples = [] {
    std::vector<Sample> all;
    const fs::path top = CASEBOOK_SOURCE_DIR;
    for (const fs::path& path : files_below(top / "docs", ".md")) {
      for (Sample& sample : fenced(path)) all.push_back(std::move(sample));
    }
    for (const fs::path& path : files_below(top / "rulesets", ".rules")) {
      all.push_back({fs::relative(path, top).string(), contents(path)});
    }
    return all;
  }();
  return samples;
}

std::string in_case(const std::string& body) {
  return "case 1.1\n" + indented(body, "  ");
}
std::string in_procedure(const std::string& body) {
  return "case 1.1\n  procedure p\n" + indented(body, "    ");
}
std::string in_define(const std::string& expression) {
  return "case 1.1\n  define f -> number = " + expression + "\n";
}

}  // namespace casebook::language::testing
