// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/command.h"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace casebook::cli_tests {

std::string quoted_word(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

std::string contents(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string last_line(const std::string& text) {
  const auto lines = lines_of(text);
  return lines.empty() ? "" : lines.back();
}

std::string source(const std::string& path) {
  return std::string(CASEBOOK_SOURCE_DIR) + "/" + path;
}

Ended shell(const std::string& line, const std::string& input) {
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/in", input);
  write(at + "/line", line + "\n");
  const std::string command = "CASEBOOK=" + quoted_word(CASEBOOK_BINARY) +
                              " CASEBOOK_RULESETS=" + quoted_word(source("rulesets")) + " sh " +
                              quoted_word(at + "/line") + " <" + quoted_word(at + "/in") + " >" +
                              quoted_word(at + "/out") + " 2>" + quoted_word(at + "/err");
  const int result = std::system(command.c_str());
  Ended run;
  run.status = WIFEXITED(result) ? WEXITSTATUS(result) : 1000 + result;
  run.out = contents(at + "/out");
  run.err = contents(at + "/err");
  return run;
}

Ended casebook(const std::vector<std::string>& words) {
  std::string line = "\"$CASEBOOK\"";
  for (const std::string& word : words) line += " " + quoted_word(word);
  return shell(line);
}

}  // namespace casebook::cli_tests
