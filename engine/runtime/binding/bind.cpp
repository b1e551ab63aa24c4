// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/binding/bind.h"

#include <algorithm>
#include <cassert>
#include <filesystem>

#include "engine/base/nearest.h"
#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/program/edit/named_pieces.h"
#include "engine/program/edit/rivals.h"
#include "engine/program/edit/supplied.h"
#include "engine/runtime/binding/binder.h"
#include "engine/runtime/ruleset_identity.h"

namespace casebook::runtime {

ScenarioBinder::ScenarioBinder(Scenario& scenario, const board::ScenarioData& data, Diagnostics& diagnostics)
    : program_(*scenario.program), scenario_(scenario), data_(data), diagnostics_(diagnostics) {
}

namespace {

/// The rules without the supplied parts that the switches name; null when there is no such part. What is
/// taken away already stays so.
std::shared_ptr<const language::Program> without_supplied(std::shared_ptr<const language::Program> program,
                                                          const Switches& switches,
                                                          Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const auto& [key, value] : switches) {
    if (key != without_switch) continue;
    for (const std::string_view part : split(value, ',')) {
      if (const size_t at = language::find_supplied(*program, part); at < program->supplied.size()) {
        const std::string& name = program->supplied[at].name;
        const auto has = [&](const std::vector<std::string>& list) {
          return std::find(list.begin(), list.end(), name) != list.end();
        };
        if (!has(program->without) && !has(names)) names.push_back(name);
        continue;
      }
      std::vector<std::string> known;
      for (const language::Supplied& one : program->supplied) known.push_back(switch_name(one.name));
      Diagnostic& diagnostic =
          diagnostics.error("D0167", {}, "the rules have no supplied part " + casebook::quoted(part));
      diagnostic.expected = known.empty() ? "nothing: nothing is marked as supplied in this edition"
                                          : "a name that `casebook show EDITION --supplied` lists";
      diagnostic.suggestion = nearest_name(switch_name(part), known);
      return nullptr;
    }
  }
  return names.empty() ? program : language::without(*program, names);
}

/// The rules with one of them read otherwise, as the switches say; null when no such rule can be.
std::shared_ptr<const language::Program> read_otherwise(std::shared_ptr<const language::Program> program,
                                                        const Switches& switches, Diagnostics& diagnostics) {
  for (const auto& [key, value] : switches) {
    if (key != rival_switch || same_switch(program->rival, value)) continue;
    if (!program->rival.empty()) {
      Diagnostic& diagnostic = diagnostics.error("D0168", {}, "two rules are to be read otherwise at once");
      diagnostic.expected = "one `rival`";
      return nullptr;
    }
    if (auto other = language::with_rival(*program, value)) {
      program = std::move(other);
      continue;
    }
    std::vector<std::string> known;
    for (const language::Rival& one : language::rivals(*program)) known.push_back(switch_name(one.name));
    Diagnostic& diagnostic =
        diagnostics.error("D0168", {}, "the rules have no rival reading " + casebook::quoted(value));
    diagnostic.expected = known.empty()
                              ? "nothing: no rule of this edition has a rival"
                              : "a name from a finding of `casebook verify EDITION --only questions`";
    diagnostic.suggestion = nearest_name(switch_name(value), known);
    return nullptr;
  }
  return program;
}

}  // namespace

std::shared_ptr<const Scenario> bind(std::shared_ptr<const language::Program> program,
                                     const board::ScenarioData& data, const Switches& all_switches,
                                     std::string id, Diagnostics& diagnostics) {
  const size_t before = diagnostics.error_count();
  const auto failed = [&] { return diagnostics.error_count() != before; };
  program = without_supplied(std::move(program), all_switches, diagnostics);
  if (program) program = read_otherwise(std::move(program), all_switches, diagnostics);
  if (!program) return nullptr;
  Switches switches = all_switches;
  std::erase_if(switches,
                [](const auto& one) { return one.first == without_switch || one.first == rival_switch; });
  auto scenario = std::make_shared<Scenario>();
  scenario->program = std::move(program);
  scenario->id = std::move(id);
  scenario->title = data.scenario.title;
  ScenarioBinder binder(*scenario, data, diagnostics);
  binder.switches(switches);
  binder.take_part();
  binder.members();
  if (failed()) return nullptr;
  binder.givens();
  if (failed()) return nullptr;
  binder.start();
  if (failed()) return nullptr;
  binder.fingerprint();  // claims are no rules of play: what they name does not count
  std::vector<language::SharedName> shared;
  scenario->program = language::with_named_pieces(
      scenario->program,
      [&](KindId kind, const std::string& name) { return scenario->find(kind, name).has_value(); }, shared);
  for (const language::SharedName& one : shared)
    diagnostics.add(language::shared_name(*scenario->program, one, scenario->program->range_of(one.place)));
  if (failed()) return nullptr;
  return scenario;
}

std::shared_ptr<const Scenario> bind(std::shared_ptr<const language::Program> program,
                                     std::shared_ptr<const board::ScenarioData> data,
                                     const Switches& switches, std::string id, Diagnostics& diagnostics) {
  const auto bound = runtime::bind(std::move(program), *data, switches, std::move(id), diagnostics);
  if (bound) std::const_pointer_cast<Scenario>(bound)->data = std::move(data);
  return bound;
}

std::shared_ptr<const Scenario> bind_besides(const Scenario& scenario, const Switches& besides,
                                             Diagnostics& diagnostics) {
  assert(scenario.data && "a scenario that is bound again keeps its data");
  Switches switches = identity_of(scenario).switches;
  switches.insert(switches.end(), besides.begin(), besides.end());
  const auto bound = runtime::bind(scenario.program, scenario.data, switches, scenario.id, diagnostics);
  if (bound) std::const_pointer_cast<Scenario>(bound)->folder = scenario.folder;
  return bound;
}

namespace {

namespace fs = std::filesystem;

/// The edition of the family whose scenario file is the default one: the nearest that has one.
const language::EditionText* with_scenario(const language::EditionText& edition) {
  std::error_code error;
  for (const language::EditionText* one = &edition; one != nullptr; one = one->parent.get()) {
    if (fs::exists(fs::path(one->folder) / "scenario.json", error)) return one;
  }
  return nullptr;
}

/// `second`, or with the folders above it, as ids of editions are: `game/second`.
bool means_edition(const std::string& said, const std::string& name, const std::string& folder) {
  if (said == name) return true;
  std::error_code error;
  const std::string path = fs::weakly_canonical(fs::absolute(folder, error), error).generic_string();
  return said.ends_with("/" + name) && path.ends_with("/" + said);
}

}  // namespace

std::optional<board::ScenarioData> load_data(const ScenarioRequest& request,
                                             const language::EditionText& edition, Diagnostics& diagnostics) {
  fs::path folder(request.edition_folder);
  std::string file = request.scenario_file;
  const language::EditionText* owner = &edition;
  if (file.empty()) {
    owner = with_scenario(edition);
    if (owner != nullptr && owner != &edition) folder = owner->folder;
    file = (folder / "scenario.json").string();
  }
  if (owner == nullptr) {  // an edition whose kinds are all closed needs no data
    board::ScenarioData none;
    none.scenario.file = file;
    return none;
  }
  // Editions of one game may share maps: their common folder is the root that nothing may leave.
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(folder, error), error);
  fs::path root = absolute.parent_path();
  // A scenario in a folder of its own has its files there, and may not leave it either.
  const fs::path its_own = fs::weakly_canonical(fs::absolute(file, error), error).parent_path();
  const fs::path below = its_own.lexically_relative(root);
  if (below.empty() || *below.begin() == "..") root = its_own;
  return board::load_scenario_data(file, root.string(), request.ruleset_folders, diagnostics);
}

std::shared_ptr<const Scenario> load_scenario(const ScenarioRequest& request, Diagnostics& diagnostics) {
  const auto edition = language::read_edition(request.edition_folder, diagnostics, request.ruleset_folders);
  if (!edition) return nullptr;
  const auto program = language::compile(*edition, diagnostics);
  // What is wrong with the data is said also when the rules have errors.
  auto data = load_data(request, *edition, diagnostics);
  if (!program || !data) return nullptr;
  // A default scenario may be that of an edition which this one extends, and then is for that one.
  const language::EditionText* const inherited =
      request.scenario_file.empty() ? with_scenario(*edition) : nullptr;
  const std::string& owner = inherited != nullptr ? inherited->name : program->edition;
  const std::string& said = data->scenario.edition;
  const std::string& folder_of_owner = inherited != nullptr ? inherited->folder : edition->folder;
  if (!said.empty() && !means_edition(said, owner, folder_of_owner)) {
    Diagnostic& diagnostic =
        diagnostics.error("D0164", board::range_of(data->scenario.file, data->scenario.edition_place),
                          "this scenario is for the edition " + casebook::quoted(said) +
                              ", and these rules are " + casebook::quoted(owner));
    diagnostic.expected = "the name in the edition's head line; without the line, the edition of the folder";
    diagnostic.suggestion = owner;
    return nullptr;
  }
  const auto bound =
      runtime::bind(program, std::make_shared<const board::ScenarioData>(std::move(*data)), request.switches,
                    request.id.empty() ? program->edition : request.id, diagnostics);
  if (bound) std::const_pointer_cast<Scenario>(bound)->folder = request.edition_folder;
  return bound;
}

}  // namespace casebook::runtime
