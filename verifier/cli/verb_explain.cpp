// SPDX-License-Identifier: Apache-2.0
// casebook explain: what a message's code means and how to mend it; the pages of docs/errors.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/folders.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

namespace fs = std::filesystem;

std::string errors_folder() {
  std::error_code error;
  for (const std::string& folder :
       {installed_data_folder() + "/errors", platform::tree_of_program(source_tree()) + "/docs/errors"}) {
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

std::vector<std::string> known_codes(const std::string& folder) {
  std::vector<std::string> codes;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.ends_with(".md") && name != "README.md") codes.push_back(name.substr(0, name.size() - 3));
  }
  std::sort(codes.begin(), codes.end());
  return codes;
}

// The first line of a page is `# CODE: title`.
std::string title_of(const std::string& folder, const std::string& code) {
  Diagnostics ignored;
  const auto page = read_text(folder + "/" + code + ".md", ignored);
  if (!page) return {};
  const std::string line = page->substr(0, page->find('\n'));
  const size_t colon = line.find(": ");
  return colon == std::string::npos ? line : line.substr(colon + 2);
}

ExitStatus run(const std::string& asked, Context& context) {
  const std::string folder = errors_folder();
  const std::vector<std::string> codes = known_codes(folder);
  if (folder.empty() || codes.empty()) {
    context.terminal.error("C0107", "the pages that explain messages are not installed");
    return ExitStatus::input;
  }
  if (asked.empty()) {
    nlohmann::ordered_json list = nlohmann::ordered_json::object();
    for (const std::string& code : codes) {
      if (context.json)
        list[code] = title_of(folder, code);
      else
        context.terminal.line(code + "  " + title_of(folder, code));
    }
    if (context.json) context.terminal.json(json_document(context, {{"codes", list}}));
    return ExitStatus::fine;
  }
  std::string code = asked;
  std::transform(code.begin(), code.end(), code.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (!std::binary_search(codes.begin(), codes.end(), code)) {
    context.terminal.error("C0108", "there is no code " + casebook::quoted(asked),
                           "one of those that `casebook explain` lists", nearest_name(code, codes));
    return ExitStatus::usage;
  }
  Diagnostics diagnostics;
  const auto page = read_text(folder + "/" + code + ".md", diagnostics);
  if (!page) {
    context.terminal.diagnostics(diagnostics);
    return ExitStatus::input;
  }
  if (context.json) {
    context.terminal.json(
        json_document(context, {{"code", code}, {"title", title_of(folder, code)}, {"page", *page}}));
  } else {
    context.terminal.text(*page);
  }
  return ExitStatus::fine;
}

}  // namespace

Verb explain_verb() {
  return {"explain", "what a message code means, and how to mend the cause",
          [](CLI::App& app, Context& context) {
            auto code = std::make_shared<std::string>();
            app.add_option("code", *code, "such as E0301; without a code: list all codes")->type_name("CODE");
            return [code, &context] { return run(*code, context); };
          }};
}

}  // namespace casebook::cli
