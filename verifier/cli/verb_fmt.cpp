// SPDX-License-Identifier: Apache-2.0
// casebook fmt: the canonical layout of rules files. Comments stay; the meaning, and so the fingerprint, does
// not change.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/language/syntax/format.h"
#include "engine/language/syntax/syntax.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

struct FmtOptions {
  std::vector<std::string> words;
  bool check = false;
};

// Files as they are, an edition's folder as the rules files in it.
std::vector<std::string> files_of(const std::string& word, Context& context, Diagnostics& diagnostics) {
  std::error_code error;
  if (std::filesystem::is_regular_file(word, error)) return {word};
  std::vector<std::string> files;
  if (const auto folder = find_edition(parse_edition_name(word), context.rulesets, diagnostics)) {
    for (const auto& entry : std::filesystem::directory_iterator(*folder, error)) {
      if (entry.path().extension() == ".rules") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
  }
  return files;
}

ExitStatus run(const FmtOptions& options, Context& context) {
  Diagnostics diagnostics;
  nlohmann::ordered_json changed = nlohmann::ordered_json::array();
  for (const std::string& word : options.words) {
    for (const std::string& file : files_of(word, context, diagnostics)) {
      const auto text = read_text(file, diagnostics);
      if (!text) continue;
      const size_t before = diagnostics.error_count();
      const auto tree = language::parse(file, *text, diagnostics);
      if (diagnostics.error_count() != before) continue;
      const std::string formatted = language::format(*tree);
      if (formatted == *text) continue;
      changed.push_back(file);
      if (options.check) {
        if (!context.json) context.terminal.line(file + ": not in canonical layout");
        continue;
      }
      if (write_text(file, formatted, diagnostics) && !context.json)
        context.terminal.line(file + ": laid out");
    }
  }
  context.terminal.diagnostics(diagnostics);
  if (context.json) {
    nlohmann::ordered_json document = json_document(context);
    document["changed"] = changed;
    context.terminal.json(document);
  }
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.code.starts_with("E")) return ExitStatus::rules;
  }
  if (diagnostics.has_errors()) return ExitStatus::input;
  return options.check && !changed.empty() ? ExitStatus::refuted : ExitStatus::fine;
}

}  // namespace

Verb fmt_verb() {
  return {"fmt", "lay out rules files in the one canonical form", [](CLI::App& app, Context& context) {
            auto options = std::make_shared<FmtOptions>();
            app.add_option("files", options->words, "rules files, or editions")
                ->required()
                ->type_name("FILE|EDITION");
            app.add_flag("--check", options->check, "only list the files that would change (status 40)");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
