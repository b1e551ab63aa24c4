// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/page.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook::report {

namespace {

std::string_view verdict_class(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "badge proved";
    case Verdict::refuted:
      return "badge refuted";
    case Verdict::tool_error:
      return "badge tool";
    case Verdict::holds_to_bound:
      return "badge bound";
    case Verdict::sampled:
      return "badge sampled";
    case Verdict::not_inductive:
    case Verdict::unknown:
      break;
  }
  return "badge unknown";
}

std::string_view grade_class(Grade grade) {
  switch (grade) {
    case Grade::seen:
    case Grade::reachable:
      return "badge played";
    case Grade::invariants:
      return "badge kept";
    case Grade::typed:
    case Grade::none:
      break;
  }
  return "badge any";
}

}  // namespace

Heading heading_of(Concern concern) {
  switch (concern) {
    case Concern::contradiction:
      return {"Contradictions", "The rules say two things that cannot both hold."};
    case Concern::gap:
      return {"Gaps", "The rules say nothing, and a player must act."};
    case Concern::impossible:
      return {"Impossible demands", "The rules demand something impossible."};
    case Concern::ambiguity:
      return {"Ambiguities", "The rules can be read in two ways that play differently."};
    case Concern::idle:
      return {
          "Rules that seem to change nothing",
          "Without them, every position that was tried plays the same: they never apply, or another rule does their "
          "work. A position that was not tried may need them."};
    case Concern::difference:
      return {"Differences", "The two editions play differently."};
    case Concern::information:
      break;
  }
  return {
      "Notes",
      "Results that need no decision. REFUTED means that a claim does not hold, and that this is no defect."};
}

Heading heading_of(const Finding& finding) {
  if (is_borrowed(finding))
    return {
        "Borrowed rules",
        "Findings about optional rules that this edition borrows from another one. They are for the editor of "
        "that edition, and no count here includes them."};
  if (is_not_counted(finding) && finding.concern != Concern::difference)
    return {
        "Seen only in positions that perhaps no game can reach",
        "Each position may violate an invariant, and no game has one like it. No count here includes these "
        "findings."};
  if (wants_decision(finding) && finding.concern != Concern::difference)
    return {
        "To be decided, most serious first",
        "The table above has the same order. Before each title stands its kind, and below it how serious it is."};
  if (is_acknowledged(finding) && finding.concern < Concern::idle)
    return {"Acknowledged", "Somebody has answered these, with name and reason."};
  if (!stays_open(finding)) return heading_of(finding.concern);
  return {
      "Ambiguities with no known effect on play",
      "The rules can be read in several ways, and no position that play may reach was found to differ. A position "
      "that was not tried may still differ."};
}

bool is_brief(const Finding& finding) {
  return (finding.concern == Concern::idle || finding.concern == Concern::information) && !finding.witness &&
         finding.verdict != Verdict::tool_error;
}

bool is_answer(const Finding& finding) {
  return finding.check == "compare" && finding.subject == "all";
}

std::string anchor(const Finding& finding) {
  return fmt::format("f-{:016x}", fingerprint(finding));
}

std::string anchor(const std::string& label) {
  std::string id = "case-";
  for (const char c : label) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    id += plain ? std::string(1, c) : fmt::format("_{:02x}", static_cast<unsigned char>(c));
  }
  return id;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::vector<std::string> labels_of(const Finding& finding) {
  std::vector<std::string> labels;
  for (const CaseName& one : finding.cases) labels.push_back(one.label);
  return labels;
}

std::string in_a_sentence(const Finding& finding, const std::array<std::string, 2>& names) {
  if (!finding.witness || finding.witness->sides.size() != 2) return finding.text;
  std::vector<std::string> sides;
  // Where both sides have something to choose, what the one offers is what the other does not.
  const auto says_what_is = [](const WitnessSide& side) {
    return std::any_of(side.said.begin(), side.said.end(),
                       [](const Assertion& one) { return one.what != Assertion::What::not_offered; });
  };
  const bool both_say = says_what_is(finding.witness->sides[0]) && says_what_is(finding.witness->sides[1]);
  for (const WitnessSide& side : finding.witness->sides) {
    std::string text;
    for (const Assertion& one : side.said)
      if (!both_say || one.what != Assertion::What::not_offered)
        text += (text.empty() ? "" : ", ") + said_text(one);
    sides.push_back(text);
  }
  const auto &here = finding.witness->sides[0].said, &there = finding.witness->sides[1].said;
  const bool same_subject = here.size() == 1 && there.size() == 1 && here[0].subject == there[0].subject &&
                            !here[0].subject.empty() && sides[1].starts_with(here[0].subject + " is ");
  if (same_subject) sides[1] = "it" + sides[1].substr(here[0].subject.size());
  // What was done last, where that is what comes out differently.
  const auto& steps = finding.witness->sides[0].record.steps;
  const bool is_choice = std::any_of(here.begin(), here.end(), [](const Assertion& one) {
    return one.what == Assertion::What::permitted || one.what == Assertion::What::refused;
  });
  const std::string after =
      steps.empty() || is_choice ? std::string()
      : steps.back().kind == runtime::StepKind::choice
          ? fmt::format("After {}: ", steps.back().text)
          : fmt::format("After {} {}: ", runtime::step_kind_name(steps.back().kind), steps.back().text);
  return fmt::format("{}{} in {}; in {} {}.", after, sides[0], names[0], names[1], sides[1]);
}

std::string_view grade_meaning(Grade grade) {
  switch (grade) {
    case Grade::none:
      break;
    case Grade::typed:
      return "grade 3: generated; it may violate an invariant, so perhaps no game can reach it";
    case Grade::invariants:
      return "grade 2: generated; it satisfies all invariants of the rules and all mined ones, and Casebook "
             "found no game that reaches it";
    case Grade::reachable:
      return "grade 1: the record leads there from the start of the game";
    case Grade::seen:
      return "grade 1: a seeded game reached it";
  }
  return "there is no position";
}

Page::Page(const Report& made, Figures& drawn, PictureBudget& picture_budget)
    : report(made),
      figures(drawn),
      prose(Prose::naming_groups(made.rulesets)),
      picture_budget_(picture_budget) {
  for (const Covered& one : report.cases) labels_.insert(one.label);
  const size_t slash = report.ruleset.rfind('/');
  edition_ = slash == std::string::npos ? report.ruleset : report.ruleset.substr(slash + 1);
  edition_ = edition_.substr(0, edition_.find('+'));
}

void Page::badge(Verdict verdict) {
  html.put("span", verdict_text(verdict), {{"class", verdict_class(verdict)}});
}

void Page::badge(const Finding& finding) {
  html.put("span", kind_text(finding), {{"class", verdict_class(finding.verdict)}});
}

void Page::badge(Grade grade) {
  html.put("span", grade_text(grade), {{"class", grade_class(grade)}});
}

void Page::list(const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  html.open("ul");
  for (const std::string& line : lines) {
    html.open("li");
    if (line.find('\n') == std::string::npos)
      html.text(prose(line));
    else
      html.put("pre", prose(line));
    html.close();
  }
  html.close();
}

void Page::row_of_heads(std::initializer_list<std::string_view> titles) {
  html.open("thead");
  html.open("tr");
  for (const std::string_view title : titles) html.put("th", title, {{"scope", "col"}});
  html.close();
  html.close();
}

void Page::case_link(const CaseName& one) {
  // Beside cases of another edition each has its own; elsewhere all are of the edition of the report.
  const bool alone = one.edition.empty() || (is_here(one) && !beside_another_);
  const std::string words = alone ? one.label : one.edition + " " + one.label;
  if (is_here(one) && labels_.contains(one.label))
    html.put("a", words, {{"href", "#" + anchor(one.label)}});
  else
    html.text(words);
}

void Page::case_links(const std::vector<CaseName>& cases) {
  for (size_t i = 0; i < cases.size(); ++i) {
    if (i > 0) html.text(", ");
    case_link(cases[i]);
  }
}

void Page::also(const Finding& finding, std::string_view element) {
  const auto found = related.find(&finding);
  if (found == related.end() || found->second.first.empty()) return;
  html.open(element, {{"class", "faint"}});
  html.text(fmt::format("{}Also about {}: ", element == "span" ? " " : "", joined(labels_of(finding))));
  links(found->second);
  html.text(".");
  html.close();
}

void FewLinks::add(const std::string& name, const Finding& to) {
  if (first.size() < most_named)
    first.emplace_back(name, anchor(to));
  else
    ++more;
}

void Page::links(const FewLinks& links) {
  for (size_t i = 0; i < links.first.size(); ++i) {
    if (i > 0) html.text(", ");
    html.put("a", links.first[i].first, {{"href", "#" + links.first[i].second}});
  }
  if (links.more > 0) html.text(fmt::format(" and {} more", links.more));
}

std::string Page::case_title(const CaseName& one) const {
  const auto of = [&](const auto& cases) -> std::string {
    for (const auto& each : cases)
      if (each.label == one.label) return each.title;
    return {};
  };
  if (is_here(one)) return of(report.cases);
  for (const ScenarioPtr& scenario : report.rulesets)
    if (scenario->program->edition == one.edition) return of(scenario->program->cases);
  return {};
}

std::string Page::case_words(const CaseName& one) const {
  const auto of = [&](const auto& cases) -> std::string {
    for (const auto& each : cases)
      if (each.label == one.label) return each.summary.empty() ? each.title : each.summary;
    return {};
  };
  if (is_here(one)) return of(report.cases);
  for (const ScenarioPtr& scenario : report.rulesets)
    if (scenario->program->edition == one.edition) return of(scenario->program->cases);
  return {};
}

std::string Page::new_anchor(const Finding& finding) {
  // The same finding may stand in two lists; only the first is where links go.
  std::string id = anchor(finding);
  return anchors_.insert(id).second ? id : std::string();
}

}  // namespace casebook::report
