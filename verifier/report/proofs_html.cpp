// SPDX-License-Identifier: Apache-2.0
// Proofs by induction: property by property, step by property, and the cases that they needed.
#include <fmt/format.h>

#include <algorithm>

#include "verifier/report/page.h"

namespace casebook::report {

namespace {

/// Of the places that a step leads to, the verdict that says most against it; nothing: it is not asked there.
std::optional<Verdict> verdict_at(const Property& property, const std::string& step) {
  std::optional<Verdict> worst;
  const auto rank = [](Verdict verdict) {
    return verdict == Verdict::proved          ? 0
           : verdict == Verdict::unknown       ? 1
           : verdict == Verdict::not_inductive ? 2
           : verdict == Verdict::refuted       ? 3
                                               : 4;
  };
  for (const Property::Step& one : property.steps)
    if (one.name == step && (!worst || rank(one.verdict) > rank(*worst))) worst = one.verdict;
  return worst;
}

std::string_view letter(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "P";
    case Verdict::refuted:
      return "R";
    case Verdict::not_inductive:
      return "N";
    case Verdict::tool_error:
      return "T";
    default:
      return "U";
  }
}

}  // namespace

std::pair<size_t, size_t> steps_proved(const Property& property) {
  if (property.steps.empty()) return {property.proved, property.asked};
  const auto proved = std::count_if(property.steps.begin(), property.steps.end(),
                                    [](const auto& step) { return step.verdict == Verdict::proved; });
  return {static_cast<size_t>(proved), property.steps.size()};
}

void Page::labels(const std::vector<std::string>& labels) {
  std::vector<CaseName> cases;
  for (const std::string& label : labels) cases.push_back({"", label});
  case_links(cases);
}

void Page::proofs(const Proofs& proofs) {
  html.open("section", {{"id", "proofs"}});
  html.put("h2", "Proofs");
  const auto proved = std::count_if(proofs.properties.begin(), proofs.properties.end(),
                                    [](const Property& one) { return one.verdict == Verdict::proved; });
  html.put(
      "p",
      fmt::format("{} of {} properties are proved: they hold when the game begins and after every step that "
                  "the rules allow.",
                  proved, proofs.properties.size()));
  html.open("p", {{"class", "made"}});
  html.text("Proved with " + proofs.solver + " by ");
  html.put("code", proofs.command);
  html.text(".");
  html.close();
  html.open("table", {{"class", "proofs"}});
  html.put("caption", "Each property, its verdict, the method, and the cases that the proof needed");
  row_of_heads({"No.", "Property", "Verdict", "How", "Cases that the proof needed"});
  size_t number = 0;
  for (const Property& one : proofs.properties) {
    html.open("tr");
    html.put("td", std::to_string(++number), {{"class", "number"}});
    html.open("td");
    html.put("strong", one.name);
    html.text(" ");
    labels({one.label});
    html.close();
    html.open("td");
    badge(one.verdict);
    if (!one.mark.empty()) html.put("span", one.mark, {{"class", "badge mark"}});
    if (!one.supposing.empty()) html.put("p", fmt::format("assuming {}", fmt::join(one.supposing, " and ")));
    html.close();
    html.open("td");
    const auto [steps, of] = steps_proved(one);
    html.put("p", fmt::format("{}; {} of {} steps proved", one.method, steps, of));
    if (!one.mark_why.empty()) html.put("p", one.mark_why);
    if (!one.why.empty()) html.put("p", one.why, {{"class", "faint"}});
    if (!one.tried.empty()) html.put("p", one.tried, {{"class", "faint"}});
    html.close();
    html.open("td");
    labels(one.needed);
    html.close();
    html.close();
  }
  html.close();
  if (!proofs.contradictions.empty()) {
    html.put("h3", "Invariants that contradict one another");
    list(proofs.contradictions);
  }
  if (proofs.of_a_page) {
    list(proofs.remarks);
    html.close();
    return;
  }
  matrix(proofs.properties);
  html.open("p");
  html.text(proofs.unused.empty() ? "Every case with a requirement is needed by some proof."
                                  : "Cases with requirements that no proof needs: ");
  labels(proofs.unused);
  if (!proofs.unused.empty())
    html.text(". A proof needs one set of cases that suffices, as Z3 chose it, and not the smallest.");
  html.close();
  list(proofs.remarks);
  html.close();
}

void Page::matrix(const std::vector<Property>& properties) {
  std::vector<std::string> steps;
  for (const Property& property : properties)
    for (const Property::Step& step : property.steps)
      if (std::find(steps.begin(), steps.end(), step.name) == steps.end()) steps.push_back(step.name);
  html.open("table", {{"class", "matrix"}});
  html.put(
      "caption",
      "Each step with each property, by the numbers above: P proved, R refuted, N not inductive, U unknown, T "
      "tool error; empty where the property is not checked after that step");
  html.open("thead");
  html.open("tr");
  html.put("th", "Step", {{"scope", "col"}});
  for (size_t i = 1; i <= properties.size(); ++i) html.put("th", std::to_string(i), {{"scope", "col"}});
  html.close();
  html.close();
  for (const std::string& step : steps) {
    html.open("tr");
    html.put("th", step, {{"scope", "row"}});
    for (const Property& property : properties) {
      const std::optional<Verdict> verdict = verdict_at(property, step);
      html.open("td");
      if (verdict == Verdict::proved)
        html.text(letter(*verdict));
      else if (verdict)
        html.put("strong", letter(*verdict));
      html.close();
    }
    html.close();
  }
  html.close();
}

}  // namespace casebook::report
