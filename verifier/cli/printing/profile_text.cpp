// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/profile_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/program/program.h"
#include "verifier/finding/counted.h"

namespace casebook::cli {

namespace {

using runtime::Profile;

/// What costs less than one in so many instructions is summed up.
constexpr uint64_t worth_a_line = 200;

double per(uint64_t count, uint64_t all) {
  return static_cast<double>(count) / static_cast<double>(std::max<uint64_t>(all, 1));
}

std::string case_text(const language::Program& program, language::CaseId label) {
  return label == language::none ? std::string() : program.label_text(label);
}

/// `requirement room of step`, `definition cost`, `parameters of step`
std::string rule_text(const Profile::Rule& rule) {
  if (rule.item.empty()) return "no rule: between the parts";
  if (rule.sort == "choices") return "going through the choices of " + rule.item;
  if (rule.sort == "whether legal") return "whether " + rule.item + " is legal";
  if (rule.part.empty()) return rule.sort + " " + (rule.sort == "effect" ? "of " : "") + rule.item;
  return fmt::format("{} {} of {}", rule.sort, rule.part, rule.item);
}

std::string site_text(const language::Program& program, language::SiteId id) {
  const language::Site& site = program.sites[id];
  return fmt::format("{}:{}", program.procedures[site.procedure].name, site.ordinal);
}

}  // namespace

std::vector<std::string> profile_lines(const runtime::Scenario& scenario, const Profile& profile,
                                       uint64_t decisions) {
  const language::Program& program = *scenario.program;
  const auto share = [&](uint64_t count) { return 100 * per(count, profile.instructions); };
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} instructions a decision, {} in all",
                              grouped(static_cast<uint64_t>(per(profile.instructions, decisions) + 0.5)),
                              grouped(profile.instructions)));
  lines.emplace_back("");
  lines.emplace_back(
      "by site                            times   instructions each: listing   carrying out   share");
  for (const Profile::AtSite& at : profile.sites)
    lines.push_back(fmt::format("  {:<26} {:>12} {:>28.0f} {:>14.0f} {:>5.1f} %", site_text(program, at.site),
                                grouped(at.times), per(at.listing, at.times), per(at.carrying_out, at.times),
                                share(at.listing + at.carrying_out)));
  lines.emplace_back("");
  lines.emplace_back(
      "by rule                                               case       a decision   share   with calls   time");
  uint64_t small = 0;
  double small_time = 0;
  for (const Profile::Rule& rule : profile.rules) {
    if (std::max(rule.instructions, rule.called) * worth_a_line < profile.instructions) {
      small += rule.instructions, small_time += rule.time;
      continue;
    }
    lines.push_back(fmt::format("  {:<50} {:<10} {:>10.1f} {:>5.1f} % {:>8.1f} % {:>5.1f} %", rule_text(rule),
                                case_text(program, rule.label), per(rule.instructions, decisions),
                                share(rule.instructions), share(rule.instructions + rule.called),
                                100 * rule.time));
  }
  lines.push_back(fmt::format("  {:<50} {:<10} {:>10.1f} {:>5.1f} % {:>10} {:>5.1f} %", "all others", "",
                              per(small, decisions), share(small), "", 100 * small_time));
  lines.emplace_back("");
  lines.emplace_back(
      "by case                                                          a decision   share   time");
  small = 0, small_time = 0;
  for (const Profile::OfCase& one : profile.cases) {
    if (one.instructions * worth_a_line < profile.instructions) {
      small += one.instructions, small_time += one.time;
      continue;
    }
    lines.push_back(fmt::format("  {:<10} {:<50} {:>12.1f} {:>5.1f} % {:>5.1f} %",
                                case_text(program, one.label),
                                one.label == language::none ? "of no case" : program.cases[one.label].title,
                                per(one.instructions, decisions), share(one.instructions), 100 * one.time));
  }
  lines.push_back(fmt::format("  {:<10} {:<50} {:>12.1f} {:>5.1f} % {:>5.1f} %", "", "all others",
                              per(small, decisions), share(small), 100 * small_time));
  return lines;
}

nlohmann::ordered_json profile_json(const runtime::Scenario& scenario, const Profile& profile) {
  using nlohmann::ordered_json;
  const language::Program& program = *scenario.program;
  ordered_json json{{"instructions", profile.instructions},
                    {"sites", ordered_json::array()},
                    {"rules", ordered_json::array()},
                    {"cases", ordered_json::array()}};
  for (const Profile::AtSite& at : profile.sites)
    json["sites"].push_back({{"site", site_text(program, at.site)},
                             {"times", at.times},
                             {"listing", at.listing},
                             {"carryingOut", at.carrying_out}});
  for (const Profile::Rule& rule : profile.rules)
    json["rules"].push_back({{"sort", rule.sort},
                             {"item", rule.item},
                             {"part", rule.part},
                             {"case", case_text(program, rule.label)},
                             {"instructions", rule.instructions},
                             {"called", rule.called},
                             {"time", rule.time}});
  for (const Profile::OfCase& one : profile.cases)
    json["cases"].push_back(
        {{"case", case_text(program, one.label)}, {"instructions", one.instructions}, {"time", one.time}});
  return json;
}

}  // namespace casebook::cli
