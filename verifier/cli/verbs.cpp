// SPDX-License-Identifier: Apache-2.0
#include "engine/base/build_info.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/witness.h"

namespace casebook::cli {

Verb new_verb();
Verb check_verb();
Verb fmt_verb();
Verb show_verb();
Verb ask_verb();
Verb explain_verb();
Verb legal_verb();
Verb play_verb();
Verb replay_verb();
Verb perft_verb();
Verb explore_verb();
Verb verify_verb();
Verb odds_verb();
Verb regions_verb();
Verb fewest_verb();
Verb render_verb();
Verb report_verb();
Verb selftest_verb();
Verb mutate_verb();
Verb compare_verb();
Verb migrate_verb();
Verb diff_verb();

std::vector<Verb> all_verbs() {
  return {new_verb(),      check_verb(),  fmt_verb(),     show_verb(),  ask_verb(),     explain_verb(),
          legal_verb(),    play_verb(),   replay_verb(),  perft_verb(), explore_verb(), verify_verb(),
          selftest_verb(), mutate_verb(), compare_verb(), odds_verb(),  regions_verb(), fewest_verb(),
          render_verb(),   report_verb(), migrate_verb(), diff_verb()};
}

std::string command_text(const Context& context) {
  std::string text = "casebook";
  for (size_t i = 1; i < context.command_line.size(); ++i) text += " " + in_shell(context.command_line[i]);
  return text;
}

nlohmann::ordered_json json_document(const Context& context,
                                     nlohmann::ordered_json::initializer_list_t parts) {
  nlohmann::ordered_json document{{"format", "casebook/" + context.verb},
                                  {"version", json_version},
                                  {"casebook", std::string(version())},
                                  {"command", command_text(context)}};
  document.update(nlohmann::ordered_json::object(parts));
  return document;
}

}  // namespace casebook::cli
