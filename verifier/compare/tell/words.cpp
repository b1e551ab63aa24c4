// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/text.h"
#include "engine/runtime/text/chance_text.h"
#include "verifier/compare/differ/lockstep.h"

namespace casebook::compare {

namespace {

bool has_comma(const std::string& name) {
  return name.find(',') != std::string::npos;
}

std::string in_quotes_if_needed(const std::string& name) {
  return has_comma(name) ? '"' + name + '"' : name;
}

/// Where the position of that side waits; null where play is over.
const language::Site* site_of(const Pair& pair, size_t side, const Position& position) {
  if (position.words().empty()) return nullptr;
  const Scenario& scenario = *pair.scenarios[side];
  const int32_t site = position.cell(scenario.layout.site) - 1;
  return site < 0 ? nullptr : &scenario.program->sites[site];
}

std::string label_of_site(const Pair& pair, size_t side, const language::Site& site) {
  const language::Program& program = *pair.scenarios[side]->program;
  const Id label = site.label != language::none ? site.label : program.procedures[site.procedure].label;
  return label == language::none ? std::string() : program.label_text(label);
}

/// `resolve (6.0)`; `resolve (spi-1980 6.0)` where the other has another case.
std::string where(const Pair& pair, const std::array<Position, 2>& positions) {
  std::array<std::string, 2> labels;
  for (const size_t side : {size_t{0}, size_t{1}})
    if (const language::Site* here = site_of(pair, side, positions[side]))
      labels[side] = label_of_site(pair, side, *here);
  const language::Site* site = site_of(pair, 0, positions[0]);
  const std::string& name = pair.scenarios[0]->program->procedures[site->procedure].name;
  if (labels[0].empty()) return name;
  return fmt::format("{} ({}{})", name, labels[0] == labels[1] ? std::string() : names(pair, 0) + " ",
                     in_quotes_if_needed(labels[0]));
}

/// `spi-1980 6.0 (Combat)` for readers; the name of the procedure where it has no case.
std::string case_or_name(const Pair& pair, const std::array<Position, 2>& positions) {
  const language::Site* site = site_of(pair, 0, positions[0]);
  const std::string label = label_of_site(pair, 0, *site);
  if (label.empty()) return pair.scenarios[0]->program->procedures[site->procedure].name;
  return pair.scenarios[0]->program->edition + " " + case_with_title(pair, 0, label);
}

}  // namespace

std::string names_listed(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& one : names) words.push_back(in_quotes_if_needed(one));
  return fmt::format("{}",
                     fmt::join(words, std::any_of(names.begin(), names.end(), has_comma) ? "; " : ", "));
}

std::string cut_between_words(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  const size_t end = text.rfind(' ', most);
  return text.substr(0, end == std::string::npos ? most : end) + " ...";
}

std::string cases_of_both(const std::array<std::vector<std::string>, 2>& labels,
                          const std::array<std::string, 2>& rulesets) {
  const auto of = [&](size_t side) {
    std::vector<std::string> words;
    for (const std::string& one : labels[side]) words.push_back(in_quotes_if_needed(one));
    const bool same = labels[0] == labels[1];
    return fmt::format("{} in {}", words.empty() ? "no case" : listed(words, "and"),
                       same ? std::string("both") : rulesets[side]);
  };
  if (labels[0] == labels[1]) return of(0);
  return of(0) + "; " + of(1);
}

std::string title_of_case(const Pair& pair, size_t side, const std::string& label) {
  for (const language::Case& each : pair.scenarios[side]->program->cases)
    if (each.label == label && !each.title.empty()) return each.title;
  return {};
}

std::string case_with_title(const Pair& pair, size_t side, const std::string& label) {
  const std::string title = title_of_case(pair, side, label);
  return title.empty() ? in_quotes_if_needed(label)
                       : fmt::format("{} ({})", in_quotes_if_needed(label), title);
}

std::optional<CaseSays> case_says(const Pair& pair, size_t side, const std::string& label) {
  const auto& all = pair.scenarios[side]->program->cases;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const language::Case& one) { return one.label == label; });
  if (found == all.end() || (found->title.empty() && found->summary.empty())) return std::nullopt;
  CaseSays says{label, found->title, found->summary};
  if (pair.cases[side])
    for (const board::CaseLine& line : pair.cases[side]->cases)
      if (line.label == label) says.statements = line.statements;
  return says;
}

std::string whole_text(const CaseSays& says) {
  if (says.statements.empty()) return says.summary;
  const auto tells = [](const board::Statement& one) {
    return one.status == board::StatementStatus::carried || one.status == board::StatementStatus::doubtful;
  };
  const bool any = std::any_of(says.statements.begin(), says.statements.end(), tells);
  std::string text;
  for (const board::Statement& one : says.statements)
    if (!any || tells(one)) text += (text.empty() ? "" : " ") + one.says + ".";
  return text;
}

std::string item_words(const ItemRef& item) {
  if (item.sort != ItemSort::requirement) return item.text();
  return fmt::format("requirement {} of {}", item.line, item.name);
}

std::string value_words(const std::string& name) {
  if (name == "place") return "the place of a piece";
  if (name == "who comes next") return "the next choice, roll or draw";
  if (name == "outcome") return "the end of the game";
  const size_t dot = name.find('.');
  if (dot == std::string::npos) return fmt::format("the value \"{}\"", name);
  return fmt::format("the value \"{}\" of {}", name.substr(dot + 1), name.substr(0, dot));
}

std::string values_words(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& one : names) words.push_back(value_words(one));
  return listed(words, "and");
}

std::string states_listed(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& one : names) {
    const size_t dot = one.find('.');
    words.push_back(dot == std::string::npos ? one : one.substr(dot + 1) + " of " + one.substr(0, dot));
  }
  return names_listed(words);
}

std::string moment_words(const Pair& pair, const Difference& difference) {
  const language::Site* site = site_of(pair, 0, difference.positions[0]);
  const bool at_site =
      difference.what == Difference::What::player || difference.action.starts_with(chance_at);
  if (!at_site || site == nullptr) return difference.action;
  const std::string there = where(pair, difference.positions);
  switch (site->kind) {
    case language::SiteKind::roll:
      return (site->vars.size() == 1 ? "the die roll in " : "the dice roll in ") + there;
    case language::SiteKind::draw:
      return "the draw in " + there;
    case language::SiteKind::choose:
      break;
  }
  return "the choice in " + there;
}

std::string step_words(const Pair& pair, const Difference& difference) {
  const Position& before = difference.positions[0];
  const language::Site* site = site_of(pair, 0, before);
  const bool took = !difference.after[0].words().empty();
  if (!took || site == nullptr) return moment_words(pair, difference);
  const Scenario& scenario = *pair.scenarios[0];
  const Step& step = difference.steps[0];
  if (!step.chance) return runtime::choice_text(scenario, before, step.choice);
  const std::string what = runtime::chance_text(scenario, *site, step.outcome);
  return fmt::format("a {} of {} under {}", site->kind == language::SiteKind::draw ? "draw" : "roll", what,
                     case_or_name(pair, difference.positions));
}

}  // namespace casebook::compare
