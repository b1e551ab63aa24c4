// SPDX-License-Identifier: Apache-2.0
#pragma once

// The entries of docs/editions/NAME.json (editions_test.cpp has the format): their positions, what is played from there,
// and what is to be seen then.

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/records/game.h"
#include "engine/runtime/rules.h"

namespace casebook::tests::editions {

namespace fs = std::filesystem;
/// By the edition's name, such as `spi-1980`.
using Scenarios = std::map<std::string, std::shared_ptr<const runtime::Scenario>>;

fs::path source();
std::string text_of(const fs::path& file);
/// Sorted.
std::vector<fs::path> data_files();

/// The editions of a data file, with their default switches; empty after a failure.
Scenarios as_printed(const nlohmann::json& data);
/// The same with the switches that an entry sets in both.
Scenarios under_switches(const nlohmann::json& entry, const Scenarios& printed);

/// The position of an entry under this edition, also with other readings, which change no layout.
std::optional<runtime::Position> position_of(const nlohmann::json& entry,
                                             const std::shared_ptr<const runtime::Scenario>& scenario);

/// After the entry's `play`. Null, with why, where that is not lawful.
std::unique_ptr<runtime::Game> played_out(const nlohmann::json& entry, const runtime::Position& position,
                                          std::unique_ptr<runtime::Rules> rules, std::string& why);

/// What is to be seen there. `said` is what the entry says of it: of several cases that refuse, the one it names.
std::string seen(const nlohmann::json& entry, runtime::Game& game, const std::string& said);

/// What a player notices: each edition names the case that refuses by its own number.
std::string noticed(const std::string& found);

}  // namespace casebook::tests::editions
