// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/mined.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/control.h"

namespace casebook::cli {

using nlohmann::ordered_json;

namespace {

/// The sites at which it is proved. At others it may not hold, also where they belong to the same procedure.
std::vector<std::string> sites_of(const runtime::MinedInvariants& mined, language::InvariantId invariant) {
  std::vector<std::string> sites;
  for (size_t site = 0; site < mined.at.size(); ++site)
    if (std::find(mined.at[site].begin(), mined.at[site].end(), invariant) != mined.at[site].end())
      sites.push_back(runtime::site_text(*mined.rules->program, static_cast<language::SiteId>(site)));
  return sites;
}

}  // namespace

std::vector<std::string> mined_lines(const symbolic::Mining& mining) {
  std::vector<std::string> lines;
  for (const language::InvariantId one : mining.mined->kept)
    lines.push_back(fmt::format("{}; proved at {}", runtime::mined_text(*mining.mined, one),
                                fmt::join(sites_of(*mining.mined, one), ", ")));
  for (const std::string& limit : mining.limits) lines.push_back("(" + limit + ")");
  return lines;
}

ordered_json mining_json(const symbolic::Mining& mining) {
  ordered_json document{{"candidates", mining.tried},
                        {"afterGames", mining.after_games},
                        {"afterSteps", mining.after_steps},
                        {"proved", mining.mined->kept.size()},
                        {"resources", mining.resources}};
  document["invariants"] = ordered_json::array();
  for (const language::InvariantId one : mining.mined->kept)
    document["invariants"].push_back(
        {{"text", runtime::mined_text(*mining.mined, one)}, {"sites", sites_of(*mining.mined, one)}});
  document["limits"] = mining.limits;
  return document;
}

}  // namespace casebook::cli
