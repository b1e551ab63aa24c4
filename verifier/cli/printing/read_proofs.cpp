// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/read_proofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "engine/base/text.h"
#include "verifier/cli/shared/files.h"

namespace casebook::cli {

using nlohmann::json;

namespace {

Verdict verdict_named(const std::string& text) {
  for (const Verdict one : {Verdict::proved, Verdict::refuted, Verdict::not_inductive,
                            Verdict::holds_to_bound, Verdict::sampled, Verdict::unknown, Verdict::tool_error})
    if (verdict_text(one) == text) return one;
  throw std::invalid_argument("there is no verdict " + casebook::quoted(text));
}

report::Property property_of(const json& line) {
  report::Property property;
  property.name = line.at("invariant").get<std::string>();
  property.label = line.at("case").get<std::string>();
  property.verdict = verdict_named(line.at("verdict").get<std::string>());
  property.method = line.at("method").get<std::string>();
  property.why = line.value("why", "");
  property.tried = line.value("tried", "");
  property.mark = line.value("mark", "");
  property.mark_why = line.value("markWhy", "");
  property.supposing = line.value("supposing", std::vector<std::string>{});
  property.needed = line.at("needed").get<std::vector<std::string>>();
  for (const json& step : line.at("steps")) {
    if (!step.at("asked").get<bool>()) continue;
    property.steps.push_back({step.at("step").get<std::string>(),
                              verdict_named(step.at("verdict").get<std::string>()), step.value("why", "")});
  }
  return property;
}

}  // namespace

report::Proofs proofs_of(const json& document) {
  report::Proofs proofs;
  proofs.solver = document.at("solver").get<std::string>();
  proofs.command = document.at("command").get<std::string>();
  for (const json& line : document.at("proofs")) proofs.properties.push_back(property_of(line));
  proofs.unused = document.value("unused", std::vector<std::string>{});
  proofs.remarks.push_back(fmt::format("{} queries, {} resources of Z3",
                                       document.at("questions").get<uint64_t>(),
                                       document.at("resources").get<uint64_t>()));
  if (const uint64_t games = document.value("games", uint64_t{0}); games > 0)
    proofs.remarks.push_back(fmt::format("{} games looked for violations, at {} steps from {} positions",
                                         games, document.value("steps", uint64_t{0}),
                                         document.value("positions", uint64_t{0})));
  for (const json& one : document.value("contradictions", json::array()))
    proofs.contradictions.push_back(one.at("text").get<std::string>());
  for (const json& one : document.value("nobodyComes", json::array()))
    proofs.remarks.push_back(fmt::format("Play never reaches {}, so proofs of steps from there say nothing",
                                         one.at("at").get<std::string>()));
  for (const json& one : document.value("undecided", json::array()))
    proofs.remarks.push_back("Undecided: " + one.get<std::string>());
  for (const std::string& one : document.at("free").get<std::vector<std::string>>())
    proofs.remarks.push_back("Left free, so that a step can do more than the rules allow: " + one);
  for (const std::string& one : document.at("supposed").get<std::vector<std::string>>())
    proofs.remarks.push_back("Also proved: " + one);
  for (const std::string& one : document.value("minedNeeded", std::vector<std::string>{}))
    proofs.remarks.push_back("Mined and proved before: " + one);
  return proofs;
}

std::optional<report::Proofs> read_proofs(const std::string& path, const std::string& rules,
                                          const std::string& data, Diagnostics& diagnostics) {
  const auto text = read_text(path, diagnostics);
  if (!text) return std::nullopt;
  const auto wrong = [&](const std::string& why) {
    Diagnostic& one = diagnostics.error("C0133", {path, {}, {}}, why);
    one.expected = "what `casebook verify EDITION --prove --json` writes, of the same rules and data";
    return std::nullopt;
  };
  try {
    const json document = json::parse(*text);
    if (!document.contains("proofs")) return wrong("there are no proofs in this file");
    if (document.at("rules") != rules || document.at("data") != data)
      return wrong("these proofs are of other rules or data");
    return proofs_of(document);
  } catch (const std::exception& error) {
    return wrong(fmt::format("this file is not a list of proofs: {}", error.what()));
  }
}

std::optional<report::Proofs> read_proof_page(const std::string& path, const std::string& rules,
                                              const std::string& options, Diagnostics& diagnostics) {
  const auto text = read_text(path, diagnostics);
  if (!text) return std::nullopt;
  const auto wrong = [&](const std::string& why) {
    Diagnostic& one = diagnostics.error("C0133", {path, {}, {}}, why);
    one.expected =
        "what `casebook verify EDITION --prove --page FILE.md` writes, of the same rules and options";
    return std::nullopt;
  };
  const auto between = [&](const std::string& from, const std::string& to) {
    const size_t begin = text->find(from);
    const size_t end = begin == std::string::npos ? begin : text->find(to, begin + from.size());
    return end == std::string::npos ? std::string()
                                    : text->substr(begin + from.size(), end - begin - from.size());
  };
  report::Proofs proofs;
  proofs.of_a_page = true;
  proofs.command = between("Made by `", "`");
  proofs.solver = between("` with ", " of the rules ");
  if (proofs.command.empty() || proofs.solver.empty()) return wrong("this is no page of proofs");
  if (between(" of the rules ", ";") != rules || text->find(options) == std::string::npos)
    return wrong("this page is of other rules or other options");
  const std::string method = between("\nEach PROVED is by ", ".\n");
  const auto unescaped = [](const std::string& cell) {
    std::string out;
    for (const char c : cell)
      if (c != '\\') out += c;
    return out;
  };
  // `| name | case | verdict | 5 of 6 | cases |`, as symbolic::proof_page writes it.
  std::istringstream lines(*text);
  try {
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("| ") || line.starts_with("| Property ")) continue;
      std::vector<std::string> cells;
      for (size_t at = 2; at < line.size();) {
        const size_t end = line.find(" |", at);
        if (end == std::string::npos) break;
        cells.push_back(unescaped(line.substr(at, end - at)));
        at = std::min(end + 3, line.size());
      }
      constexpr size_t columns = 5;
      if (cells.size() != columns) return wrong("a line of its table does not have five columns");
      report::Property one;
      one.name = cells[0];
      one.label = cells[1];
      // `PROVED, assuming that no rule faults (...)`; a page of 0.1 says `supposing`.
      const size_t comma = cells[2].find(", ");
      one.verdict = verdict_named(cells[2].substr(0, comma));
      if (comma != std::string::npos)
        one.supposing.push_back(cells[2].substr(cells[2].find(' ', comma + 2) + 1));
      one.method = one.verdict == Verdict::proved ? method : "not finished";
      one.proved = std::stoul(cells[3]);
      one.asked = std::stoul(cells[3].substr(cells[3].find(" of ") + 4));
      std::istringstream cases(cells[4]);
      for (std::string label; std::getline(cases >> std::ws, label, ',');) one.needed.push_back(label);
      proofs.properties.push_back(std::move(one));
    }
  } catch (const std::exception& error) {
    return wrong(fmt::format("this file is not a page of proofs: {}", error.what()));
  }
  proofs.remarks.push_back(
      fmt::format("Taken from {}. That page says why the other properties are not proved.", path));
  return proofs;
}

}  // namespace casebook::cli
