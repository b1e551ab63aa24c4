// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/printed_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "verifier/cli/shared/library.h"

namespace casebook::cli {

namespace fs = std::filesystem;

namespace {

std::string list_of(const std::string& folder) {
  return (fs::path(folder) / "cases.json").string();
}

/// Those of another edition, so that each is read once.
struct Lender {
  bool there = false;
  std::string nearest;                   // of an edition that is not there
  std::optional<board::CaseList> cases;  // of one that has a list
};

Lender lender_of(const std::string& id, const std::string& rulesets) {
  Lender lender;
  Diagnostics unseen;
  const auto folder = find_edition({id, {}}, rulesets, unseen);
  if (!folder) {
    for (const Diagnostic& one : unseen.all()) lender.nearest = one.suggestion;
    return lender;
  }
  lender.there = true;
  std::error_code error;
  // What is wrong with that list is told of that edition.
  if (fs::exists(fs::symlink_status(list_of(*folder), error)))
    lender.cases = board::load_cases(list_of(*folder), unseen);
  return lender;
}

bool has_of_its_own(const board::CaseList& list, const std::string& label) {
  return std::any_of(list.cases.begin(), list.cases.end(),
                     [&](const board::CaseLine& one) { return one.label == label && one.of.empty(); });
}

}  // namespace

std::optional<board::CaseList> printed_cases(const std::string& edition_folder, const std::string& rulesets,
                                             Diagnostics& diagnostics) {
  const std::string file = list_of(edition_folder);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;  // a link that leads nowhere is told
  auto list = board::load_cases(file, diagnostics);
  if (!list) return std::nullopt;
  std::map<std::string, Lender> lenders;
  bool usable = true;
  for (const board::CaseLine& line : list->cases) {
    if (line.of.empty()) continue;
    const auto [found, is_new] = lenders.try_emplace(line.of);
    if (is_new) found->second = lender_of(line.of, rulesets);
    const Lender& lender = found->second;
    if (lender.there && (!lender.cases || has_of_its_own(*lender.cases, line.label))) continue;
    usable = false;
    // An edition that is not there is told once, whatever is borrowed of it.
    if (!lender.there && !is_new) continue;
    Diagnostic& made = diagnostics.error(
        "D0127", board::range_of(file, line.of_place),
        lender.there
            ? fmt::format("the edition {} has no case {} of its own", casebook::quoted(line.of), line.label)
            : fmt::format("there is no edition {}", casebook::quoted(line.of)));
    made.expected = "the edition whose rulebook has the case";
    made.suggestion = lender.nearest;
  }
  if (!usable) return std::nullopt;
  return list;
}

}  // namespace casebook::cli
