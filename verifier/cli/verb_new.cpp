// SPDX-License-Identifier: Apache-2.0
// casebook new: a folder with a small game that checks and plays at once, to be changed into one's own.
// The game is data, rulesets/template/starter; only its name is filled in.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view template_id = "template/starter";
constexpr std::string_view template_name = "starter";

bool is_edition_name(const std::string& name) {
  if (name.empty() || name.size() > limits::id_bytes) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool later = (c >= '0' && c <= '9') || c == '-';
    if (!letter && (i == 0 || !later)) return false;
  }
  return true;
}

std::string with_name(std::string text, const std::string& name) {
  size_t at = 0;
  while ((at = text.find(template_name, at)) != std::string::npos) {
    text.replace(at, template_name.size(), name);
    at += name.size();
  }
  return text;
}

ExitStatus run(const std::string& path, Context& context) {
  // A slash at the end names the same folder.
  fs::path target(path);
  if (!target.has_filename() && target.has_parent_path()) target = target.parent_path();
  const std::string name = target.filename().string();
  if (!is_edition_name(name)) {
    context.terminal.error("C0110", casebook::quoted(name) + " cannot name an edition",
                           "a letter, then letters, digits, - or _");
    return ExitStatus::usage;
  }
  std::error_code error;
  if (fs::exists(target, error)) {
    context.terminal.error("C0111", casebook::quoted(path) + " exists already; nothing was changed");
    return ExitStatus::input;
  }
  Diagnostics diagnostics;
  const auto source =
      find_edition(parse_edition_name(std::string(template_id)), context.rulesets, diagnostics);
  if (!source) {
    context.terminal.diagnostics(diagnostics);
    return ExitStatus::input;
  }
  fs::create_directories(target, error);
  if (error) {
    context.terminal.error("C0106", casebook::quoted(path) + " cannot be made: " + error.message());
    return ExitStatus::input;
  }
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(*source, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    const auto text = read_text((fs::path(*source) / file).string(), diagnostics);
    if (!text || !write_text((target / file).string(), with_name(*text, name), diagnostics)) {
      context.terminal.diagnostics(diagnostics);
      fs::remove_all(target, error);  // it was not there before, and half a game is none
      return ExitStatus::input;
    }
  }
  if (context.json) {
    context.terminal.json(json_document(context, {{"folder", path}, {"files", files}}));
    return ExitStatus::fine;
  }
  context.terminal.line("A small game stands in " + path + ":");
  for (const std::string& file : files) context.terminal.line("  " + file);
  context.terminal.line("Try:");
  context.terminal.line("  casebook check " + path);
  context.terminal.line("  casebook play " + path + " --players human,random --seed 1");
  return ExitStatus::fine;
}

}  // namespace

Verb new_verb() {
  return {"new", "make a folder with a small game, ready to check and play",
          [](CLI::App& app, Context& context) {
            auto path = std::make_shared<std::string>();
            app.add_option("name", *path, "the folder to make; its last part names the edition")
                ->required()
                ->type_name("NAME");
            return [path, &context] { return run(*path, context); };
          }};
}

}  // namespace casebook::cli
