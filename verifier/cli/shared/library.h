// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where rulesets are looked for, and what a word on the command line means: an edition, a scenario, a
// position or a record.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/scenario.h"
#include "verifier/cli/shared/exit_status.h"

namespace casebook::cli {

/// The folders searched for an edition's name, in order: --rulesets, CASEBOOK_RULESETS, the user's data
/// folder, the installed data, the source tree (platform::tree_of_program).
std::vector<std::string> ruleset_folders(const std::string& rulesets_option);

/// `examples/hex-skirmish+swapping=on`: an id or path, then switches.
struct EditionName {
  std::string id;                                             // as typed, without switches
  std::vector<std::pair<std::string, std::string>> switches;  // `+name` alone means yes
};
EditionName parse_edition_name(const std::string& word);

/// The folder of an edition: a path that exists, else the name below one of the folders. C0102 with the
/// nearest known name.
std::optional<std::string> find_edition(const EditionName& name, const std::string& rulesets_option,
                                        Diagnostics& diagnostics);

struct EditionFolder {
  std::string id;  // as it may be typed
  std::string folder;
};

/// The edition of that name; or the editions of that game, a folder whose folders are editions, by name.
/// Empty and C0102 when it is neither.
std::vector<EditionFolder> find_editions(const std::string& word, const std::string& rulesets_option,
                                         Diagnostics& diagnostics);

/// The request behind a word that names an edition or a scenario file (`.json`).
std::optional<runtime::ScenarioRequest> scenario_request(const std::string& word,
                                                         const std::string& rulesets_option,
                                                         Diagnostics& diagnostics);

/// 3 when the rules have errors, else 2: how a verb ends that could not load what it was given.
ExitStatus failure_status(const Diagnostics& diagnostics);

/// Every edition below the folders, as ids (`examples/hex`), sorted, each once.
std::vector<std::string> known_editions(const std::string& rulesets_option);

}  // namespace casebook::cli
