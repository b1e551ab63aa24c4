// SPDX-License-Identifier: Apache-2.0
// casebook migrate: data files of an older version, rewritten in the newest; the originals stay beside them.
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/runtime/records/migrate.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

ExitStatus run(const std::vector<std::string>& files, Context& context) {
  Diagnostics diagnostics;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& file : files) {
    const auto migration = runtime::migrate_file(file, diagnostics);
    if (!migration) continue;
    list.push_back({{"file", file},
                    {"format", migration->format},
                    {"from", migration->from},
                    {"to", migration->to},
                    {"kept", migration->kept}});
    if (context.json) continue;
    if (migration->kept.empty())
      context.terminal.line(file + ": " + migration->format + " of the newest version already");
    else
      context.terminal.line(file + ": " + migration->format + " " + std::to_string(migration->from) + " to " +
                            std::to_string(migration->to) + "; the original is " + migration->kept);
  }
  context.terminal.diagnostics(diagnostics);
  if (context.json) context.terminal.json(json_document(context, {{"files", list}}));
  return diagnostics.has_errors() ? ExitStatus::input : ExitStatus::fine;
}

}  // namespace

Verb migrate_verb() {
  return {"migrate", "rewrite older data files, and keep the originals", [](CLI::App& app, Context& context) {
            auto files = std::make_shared<std::vector<std::string>>();
            app.add_option("files", *files, "maps, scenarios, positions, records ...")
                ->required()
                ->type_name("FILE");
            return [files, &context] { return run(*files, context); };
          }};
}

}  // namespace casebook::cli
