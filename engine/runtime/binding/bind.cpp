// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/binding/bind.h"

#include <filesystem>

#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/binder.h"

namespace casebook::runtime {

ScenarioBinder::ScenarioBinder(Scenario& scenario, const board::ScenarioData& data, Diagnostics& diagnostics)
    : program_(*scenario.program), scenario_(scenario), data_(data), diagnostics_(diagnostics) {
}

std::shared_ptr<const Scenario> bind(std::shared_ptr<const language::Program> program,
                                     const board::ScenarioData& data, const Switches& switches,
                                     std::string id, Diagnostics& diagnostics) {
  const size_t before = diagnostics.error_count();
  const auto failed = [&] { return diagnostics.error_count() != before; };
  auto scenario = std::make_shared<Scenario>();
  scenario->program = std::move(program);
  scenario->id = std::move(id);
  scenario->title = data.scenario.title;
  ScenarioBinder binder(*scenario, data, diagnostics);
  binder.members();
  if (failed()) return nullptr;
  binder.switches(switches);
  binder.givens();
  if (failed()) return nullptr;
  binder.start();
  if (failed()) return nullptr;
  binder.fingerprint();
  return scenario;
}

std::shared_ptr<const Scenario> load_scenario(const ScenarioRequest& request, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  const auto edition = language::read_edition(request.edition_folder, diagnostics);
  if (!edition) return nullptr;
  const auto program = language::compile(*edition, diagnostics);
  const fs::path folder(request.edition_folder);
  const std::string file =
      request.scenario_file.empty() ? (folder / "scenario.json").string() : request.scenario_file;
  std::optional<board::ScenarioData> data;
  std::error_code error;
  if (request.scenario_file.empty() && !fs::exists(file, error)) {
    data.emplace();  // an edition whose kinds are all closed needs no data
    data->scenario.file = file;
  } else {
    // Editions of one game may share maps: their common folder is the root that nothing may leave.
    const fs::path absolute = fs::weakly_canonical(fs::absolute(folder, error), error);
    data = board::load_scenario_data(file, absolute.parent_path().string(), diagnostics);
  }
  // What is wrong with the data is said also when the rules have errors.
  if (!program || !data) return nullptr;
  const std::string& said = data->scenario.edition;
  if (!said.empty() && said != program->edition) {
    Diagnostic& diagnostic =
        diagnostics.error("D0164", board::range_of(file, data->scenario.edition_place),
                          "this scenario is for the edition " + casebook::quoted(said) +
                              ", and these rules are " + casebook::quoted(program->edition));
    diagnostic.expected = "the name in the edition's head line; without the line, the edition of the folder";
    diagnostic.suggestion = program->edition;
    return nullptr;
  }
  auto bound =
      bind(program, *data, request.switches, request.id.empty() ? program->edition : request.id, diagnostics);
  if (bound) std::const_pointer_cast<Scenario>(bound)->folder = request.edition_folder;
  return bound;
}

}  // namespace casebook::runtime
