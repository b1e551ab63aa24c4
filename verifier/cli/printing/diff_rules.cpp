// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/diff_rules.h"

#include <filesystem>
#include <memory>

#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "verifier/cli/shared/library.h"

namespace casebook::cli {

namespace {

using language::EditionText;
using language::Program;

struct Rules {
  std::shared_ptr<EditionText> text;
  std::shared_ptr<const Program> program;
};

Rules read_rules(const std::string& word, const std::string& rulesets_option, Diagnostics& diagnostics) {
  Rules rules;
  Diagnostics found;
  const auto request = scenario_request(word, rulesets_option, found);
  if (request) rules.text = language::read_edition(request->edition_folder, found, request->ruleset_folders);
  if (rules.text) rules.program = language::compile(*rules.text, found);
  if (!rules.program) diagnostics.add_all(found);  // warnings are for `check`
  return rules;
}

bool are_of_one_folder(const EditionText& a, const EditionText& b) {
  std::error_code error;
  return std::filesystem::equivalent(a.folder, b.folder, error) && !error;
}

// The default as it is written: `no`, `clear`.
std::string fallback_text(const Program& program, const language::Given& given) {
  if (!given.fallback) return {};
  std::string text(program.text_of(given.fallback->place));
  if (text.starts_with('{') && text.ends_with('}')) text = trimmed(text.substr(1, text.size() - 2));
  return text;
}

void add_terms(const Program& program, board::Terms& terms) {
  for (const language::Given& given : program.givens) {
    if (!given.phrase.empty()) terms.phrases[given.name] = given.phrase;
    if (const std::string text = fallback_text(program, given); !text.empty())
      terms.fallbacks[given.name] = text;
    const bool has_kind = given.type.tag == language::TypeTag::entity ||
                          given.type.tag == language::TypeTag::maybe ||
                          given.type.tag == language::TypeTag::set;
    if (has_kind && program.kinds[given.type.of].name == given.name) terms.kinds.insert(given.name);
  }
  for (const language::Box& box : program.boxes) terms.boxes.insert(box.name);
  for (const language::Option& option : program.options) terms.fallbacks[switch_name(option.name)] = "no";
  for (const language::Reading& reading : program.readings) {
    const auto& values = program.kinds[reading.kind].members;
    terms.fallbacks[switch_name(reading.name)] = switch_name(values[static_cast<size_t>(reading.fallback)]);
  }
}

}  // namespace

board::Terms terms_of(const Program& first, const Program& second) {
  board::Terms before, terms;
  add_terms(first, before);
  add_terms(second, terms);
  std::erase_if(terms.fallbacks, [&](const auto& one) {
    const auto found = before.fallbacks.find(one.first);
    return found != before.fallbacks.end() && found->second != one.second;
  });
  terms.phrases.merge(before.phrases);
  terms.boxes.merge(before.boxes);
  return terms;
}

std::optional<RulesCompared> compare_rules(const std::string& first, const std::string& second,
                                           const std::string& rulesets_option, Diagnostics& diagnostics) {
  const Rules before = read_rules(first, rulesets_option, diagnostics);
  const Rules now = read_rules(second, rulesets_option, diagnostics);
  if (!before.program || !now.program) return std::nullopt;
  RulesCompared compared;
  compared.terms = terms_of(*before.program, *now.program);
  if (are_of_one_folder(*before.text, *now.text)) return compared;
  compared.items = language::rule_differences(*before.program, *now.program);
  const auto extends = [](const Rules& child, const Rules& parent) {
    return child.text->parent && are_of_one_folder(*child.text->parent, *parent.text);
  };
  if (extends(now, before)) compared.listed_by = "casebook show " + second + " --changes";
  if (extends(before, now)) compared.listed_by = "casebook show " + first + " --changes";
  return compared;
}

}  // namespace casebook::cli
