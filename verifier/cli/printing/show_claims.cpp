// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/show_claims.h"

#include <fmt/format.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/program/print_program.h"
#include "engine/runtime/claims/claims.h"

namespace casebook::cli {

std::vector<ShownClaim> claims_of(const std::shared_ptr<const runtime::Scenario>& scenario,
                                  language::CaseId label) {
  std::vector<ShownClaim> shown;
  runtime::Claims claims(scenario);
  for (const language::Claim& claim : scenario->program->claims) {
    if (claim.label != label && std::find(claim.also.begin(), claim.also.end(), label) == claim.also.end())
      continue;
    ShownClaim one{claim.name, claim.disputed, {}, {}};
    for (const language::Setting& setting : claim.with)
      one.with.push_back(language::text(*scenario->program, setting));
    one.status = std::string(runtime::claim_status_words(claims.run(claim).status));
    shown.push_back(std::move(one));
  }
  return shown;
}

nlohmann::ordered_json claims_json(const std::vector<ShownClaim>& claims) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const ShownClaim& one : claims) {
    nlohmann::ordered_json line{{"claim", one.text}, {"status", one.status}, {"with", one.with}};
    if (!one.disputed.empty()) line["disputed"] = one.disputed;
    out.push_back(std::move(line));
  }
  return out;
}

std::vector<std::string> claims_lines(const std::vector<ShownClaim>& claims) {
  std::vector<std::string> lines;
  for (const ShownClaim& one : claims) {
    std::string line = "claim " + one.status;
    if (!one.text.empty()) line += ": " + casebook::quoted(one.text);
    if (!one.with.empty()) line += " (with " + listed(one.with, "and") + ")";
    if (!one.disputed.empty()) line += ", because: " + one.disputed;
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace casebook::cli
