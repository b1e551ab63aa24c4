// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_text.h"
#include "engine/base/fnv.h"
#include "engine/base/text.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/example_position.h"
#include "verifier/finding/interval.h"
#include "verifier/finding/weight.h"

namespace casebook {

using nlohmann::ordered_json;

std::string_view method_text(Method method) {
  switch (method) {
    case Method::text:
      return "text";
    case Method::counting:
      return "enumeration";
    case Method::exploration:
      return "exploration";
    case Method::play:
      return "play";
    case Method::generated:
      return "generated positions";
    case Method::solver:
      break;
  }
  return "solver";
}

std::string_view mark_text(Mark mark) {
  switch (mark) {
    case Mark::vacuous:
      return "VACUOUS";
    case Mark::trivial:
      return "TRIVIAL";
    case Mark::borrowed:
      return "BORROWED";
    case Mark::acknowledged:
      break;
  }
  return "ACKNOWLEDGED";
}

std::string_view marked_text(Marked marked) {
  switch (marked) {
    case Marked::reading:
      return "reading";
    case Marked::disputed:
      return "disputed";
    case Marked::silent:
      return "silent";
    case Marked::supplied:
      return "supplied";
    case Marked::not_at_all:
      break;
  }
  return "";
}

std::string how_come_upon(const Finding& finding) {
  switch (finding.marked) {
    case Marked::reading:
      return finding.verdict == Verdict::refuted
                 ? "The author of the rules files marked this question; Casebook found that the answer changes play"
                 : "The author of the rules files marked this question";
    case Marked::disputed:
      return "The author of the rules files marked this contradiction; Casebook confirmed it";
    case Marked::silent:
      return "The author of the rules files marked this gap";
    case Marked::supplied:
      return finding.verdict == Verdict::refuted
                 ? "The author of the rules files marked this addition; Casebook played without it"
                 : "The author of the rules files marked this addition; Casebook saw no need of it";
    case Marked::not_at_all:
      break;
  }
  if (finding.same_as) {
    const std::string& check = finding.same_as->check;
    const std::string_view sort = check == "silent-cases"         ? "gap in"
                                  : check == "supplied"           ? "addition"
                                  : check == "facts-stated-twice" ? "contradiction"
                                                                  : "open question";
    return fmt::format(
        "Casebook found this; it follows from the {} {}, which the author of the rules files marked", sort,
        finding.same_as->subject);
  }
  return "Casebook found this; nothing in the rules files marks it";
}

std::string_view concern_text(Concern concern) {
  switch (concern) {
    case Concern::contradiction:
      return "contradiction";
    case Concern::gap:
      return "gap";
    case Concern::impossible:
      return "impossible";
    case Concern::ambiguity:
      return "ambiguity";
    case Concern::idle:
      return "idle";
    case Concern::difference:
      return "difference";
    case Concern::information:
      break;
  }
  return "information";
}

std::string_view looked_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
    case Verdict::refuted:
      return "exhaustive";
    case Verdict::holds_to_bound:
    case Verdict::unknown:
      return "partial";
    case Verdict::sampled:
    case Verdict::not_inductive:
      return "sampled";
    case Verdict::tool_error:
      break;
  }
  return "not run";
}

std::string_view kind_text(const Finding& finding) {
  if (finding.verdict == Verdict::tool_error) return verdict_text(finding.verdict);
  if (!finding.kind.empty()) return finding.kind;
  switch (finding.concern) {
    case Concern::contradiction:
      return "CONTRADICTION";
    case Concern::gap:
      return "LEFT OPEN";
    case Concern::impossible:
      return "CANNOT BE DONE";
    case Concern::ambiguity:
      return "AMBIGUOUS";
    case Concern::idle:
      return finding.verdict == Verdict::sampled ? "MADE NO DIFFERENCE" : "CHANGES NOTHING";
    case Concern::difference:
      return finding.verdict == Verdict::refuted ? "PLAYED DIFFERENTLY" : verdict_text(finding.verdict);
    case Concern::information:
      break;
  }
  return "FOR INFORMATION";
}

std::string how_known(const Finding& finding) {
  std::string_view how = "with Z3";
  switch (finding.method) {
    case Method::text:
      how = "from the rules alone";
      break;
    case Method::counting:
      how = "by enumeration";
      break;
    case Method::exploration:
      how = "by exploration";
      break;
    case Method::play:
      how = "in games";
      break;
    case Method::generated:
      how = "in positions that Casebook tried";
      break;
    case Method::solver:
      break;
  }
  const bool is_shown = finding.verdict == Verdict::refuted || finding.verdict == Verdict::proved;
  return fmt::format("{} {}{}.", is_shown ? "Shown" : "Seen", how,
                     finding.scope.empty() ? "" : ": " + finding.scope);
}

std::string_view becomes_text(Becomes::What what) {
  switch (what) {
    case Becomes::What::stops:
      return "stops";
    case Becomes::What::outcome:
      return "outcome";
    case Becomes::What::sooner:
      return "sooner";
    case Becomes::What::pieces:
      return "pieces";
    case Becomes::What::choice:
      return "choice";
    case Becomes::What::values:
      break;
  }
  return "values";
}

namespace {

/// What the verdict is about, in a sentence.
std::string verdict_sentence(const Finding& finding) {
  const std::string_view verdict = verdict_text(finding.verdict);
  switch (finding.verdict) {
    case Verdict::proved:
    case Verdict::refuted:
      return {};  // certain: the headline says it
    case Verdict::sampled:
      return fmt::format("{}: other games or positions may show something else.", verdict);
    case Verdict::not_inductive:
      return fmt::format("{}: perhaps no game reaches the position.", verdict);
    case Verdict::holds_to_bound:
      return fmt::format("{}: more positions remain.", verdict);
    case Verdict::unknown:
      return fmt::format("{}: Casebook could not decide it.", verdict);
    case Verdict::tool_error:
      break;
  }
  return fmt::format("{}: Casebook disagrees with itself.", verdict);
}

}  // namespace

std::string how_known_of_claim(const Finding& finding) {
  const std::string about = verdict_sentence(finding);
  return how_known(finding) + (about.empty() ? "" : " " + about);
}

std::string case_in_text(const std::string& label) {
  return label.find(',') == std::string::npos ? label : "\"" + label + "\"";
}

std::string cases_in_text(const std::vector<CaseName>& cases) {
  std::vector<std::string> labels;
  for (const CaseName& one : cases) labels.push_back(case_in_text(one.label));
  return labels.empty() ? std::string() : listed(labels, "and");
}

std::string with_few_members(const std::string& text) {
  constexpr size_t most = 12, named = 3;
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t open = text.find('{', at);
    const size_t close = open == std::string::npos ? open : text.find_first_of("{}", open + 1);
    if (close == std::string::npos) return out + text.substr(at);
    const std::string_view inside = std::string_view(text).substr(open + 1, close - open - 1);
    const size_t members = static_cast<size_t>(std::count(inside.begin(), inside.end(), ',')) + 1;
    if (text[close] == '{' || members <= most) {
      out += text.substr(at, close - at);
      at = close;
      if (text[close] == '}') out += text[at++];
      continue;
    }
    size_t end = 0;
    for (size_t i = 0; i < named; ++i) end = inside.find(',', end + (i == 0 ? 0 : 1));
    out += text.substr(at, open - at);
    out += fmt::format("{{{} and {} more}}", inside.substr(0, end), members - named);
    at = close + 1;
  }
  return out;
}

const std::string& headline_of(const Finding& finding) {
  return finding.headline.empty() || finding.verdict == Verdict::tool_error ? finding.claim
                                                                            : finding.headline;
}

bool no_game_shows(const Finding& finding) {
  const bool wants_an_answer = finding.verdict == Verdict::refuted && finding.concern != Concern::idle &&
                               finding.concern != Concern::information &&
                               finding.concern != Concern::difference;
  if (!wants_an_answer || !finding.witness || finding.witness->sides.empty()) return false;
  const Grade grade = finding.witness->grade;
  return (grade == Grade::invariants || grade == Grade::typed) &&
         !finding.witness->sides.front().record.start.empty();
}

uint64_t fingerprint(const Finding& finding) {
  // The parts, each ended by a byte that no text holds.
  Fnv1a hash;
  const auto add = [&hash](std::string_view text) { hash.text(text).byte(0xff); };
  add(finding.check);
  add(finding.subject);
  add(verdict_text(finding.verdict));
  std::vector<CaseName> cases = finding.cases;
  std::sort(cases.begin(), cases.end());
  for (const CaseName& one : cases) add(one.edition), add(one.label);
  return hash.value();
}

void sort_findings(std::vector<Finding>& findings) {
  const auto key = [](const Finding& one) { return std::tie(one.check, one.subject, one.cases, one.text); };
  const auto is_listed = [](const Finding& one) {
    return one.concern == Concern::idle || one.concern == Concern::information;
  };
  std::stable_sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
    if (a.concern != b.concern) return a.concern < b.concern;
    if (!is_listed(a)) {
      if (weighs_more(a, b)) return true;
      if (weighs_more(b, a)) return false;
    }
    return key(a) < key(b);
  });
}

size_t confirm_all(std::vector<Finding>& findings,
                   const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets) {
  size_t confirmed = 0;
  for (Finding& finding : findings) {
    if (!finding.witness) continue;
    std::vector<std::string> wrong = confirm(*finding.witness, rulesets);
    if (wrong.empty()) {
      ++confirmed;
      say_why_it_stops(*finding.witness, rulesets);
      say_position(*finding.witness, rulesets);
      continue;
    }
    finding.verdict = Verdict::tool_error;
    finding.text = "The replay of the witness does not show what the verifier says. " + finding.text;
    finding.details.insert(finding.details.begin(), wrong.begin(), wrong.end());
  }
  return confirmed;
}

int status_of(const std::vector<Finding>& findings) {
  int status = 0;
  for (const Finding& finding : findings) {
    if (finding.verdict == Verdict::tool_error) return 50;
    const auto marked = [&](Mark mark) {
      return std::find(finding.marks.begin(), finding.marks.end(), mark) != finding.marks.end();
    };
    if (marked(Mark::acknowledged) || marked(Mark::borrowed)) continue;
    if (finding.verdict == Verdict::refuted)
      status = 40;
    else if (finding.verdict != Verdict::proved)
      status = std::max(status, 30);
  }
  return status;
}

CaseName case_of(const language::Program& program, language::CaseId label) {
  return {program.edition, program.label_text(label)};
}

TextPlace place_of(const language::Program& program, const language::Place& place) {
  TextPlace out;
  const language::Source& source = program.sources[place.file];
  // The folder of the edition and the file in it: the same from wherever the edition was named.
  const std::filesystem::path path(source.file);
  out.file = path.filename().generic_string();
  // A name alone is a file of the current folder, or the text of a test.
  std::error_code error;
  if (path.has_parent_path() || std::filesystem::exists(path, error)) {
    const auto folder = std::filesystem::absolute(path).lexically_normal().parent_path().filename();
    if (!folder.empty()) out.file = folder.generic_string() + "/" + out.file;
  }
  out.line = place.line;
  out.column = place.column;
  const size_t at = std::min<size_t>(place.begin, source.text.size());
  const size_t before = at == 0 ? std::string::npos : source.text.rfind('\n', at - 1);
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  const size_t first = source.text.find_first_not_of(' ', begin);
  const size_t from = first == std::string::npos ? begin : first;
  const size_t end = source.text.find('\n', at);
  if (end == std::string::npos || from <= end)
    out.text = source.text.substr(from, end == std::string::npos ? end : end - from);
  return out;
}

ordered_json witness_json(const Witness& witness) {
  ordered_json document;
  document["grade"] = grade_text(witness.grade);
  document["gradeNumber"] = grade_number(witness.grade);
  document["units"] = witness.units;
  if (!witness.position.empty()) {
    document["position"] = witness.position;
    document["positionAt"] = std::string(position_at_text(witness.position_at));
  }
  if (!witness.hexes.empty()) document["hexes"] = witness.hexes;
  if (!witness.rests_on.empty()) document["restsOn"] = witness.rests_on;
  document["sides"] = ordered_json::array();
  for (const WitnessSide& side : witness.sides) {
    ordered_json one{{"ruleset", side.ruleset},
                     {"record", runtime::record_text(side.record)},
                     {"said", ordered_json::array()}};
    for (const Assertion& assertion : side.said) one["said"].push_back(assertion_text(assertion));
    if (!side.why_it_stops.empty()) one["whyItStops"] = side.why_it_stops;
    document["sides"].push_back(std::move(one));
  }
  return document;
}

std::string_view cause_text(Cause::By by) {
  switch (by) {
    case Cause::By::switching:
      return "switching it makes the difference go away";
    case Cause::By::came_to:
      return "the values that it has there";
    case Cause::By::none:
      break;
  }
  return "not attributed to a single case";
}

ordered_json met_in_json(const std::vector<MetIn>& met_in) {
  ordered_json all = ordered_json::array();
  for (const MetIn& one : met_in) {
    const Interval of = wilson(one.positions, one.of_positions), games = wilson(one.games, one.of_games);
    all.push_back({{"ruleset", one.ruleset},
                   {"positions", one.positions},
                   {"ofPositions", one.of_positions},
                   {"atOnce", one.at_once},
                   {"low", of.low},
                   {"high", of.high},
                   {"games", one.games},
                   {"ofGames", one.of_games},
                   {"gamesLow", games.low},
                   {"gamesHigh", games.high}});
  }
  return all;
}

std::string met_in_text(const MetIn& met_in) {
  const Interval of = wilson(met_in.positions, met_in.of_positions);
  const auto percent = [](double share) { return fmt::format("{:.1f}", 100 * share); };
  const std::string often =
      met_in.positions == 0
          ? fmt::format("with 95 % confidence at most {} %", percent(of.high))
          : fmt::format("{} %; with 95 % confidence {} to {} %",
                        percent(static_cast<double>(met_in.positions) /
                                static_cast<double>(std::max<uint64_t>(met_in.of_positions, 1))),
                        percent(of.low), percent(of.high));
  const std::string at =
      fmt::format("at {} of {} position{} sampled from {} game{} of {} ({})",
                  met_in.positions == 0 ? std::string("none") : std::to_string(met_in.positions),
                  met_in.of_positions, met_in.of_positions == 1 ? "" : "s", met_in.of_games,
                  met_in.of_games == 1 ? "" : "s", met_in.ruleset, often);
  return met_in.games == 0 ? at
                           : at + fmt::format(", in {} of these games{}", met_in.games, at_once_text(met_in));
}

std::string at_once_text(const MetIn& met_in) {
  if (met_in.at_once == met_in.positions) return "";
  return met_in.at_once == 0
             ? ", only as another value"
             : fmt::format(", at {} of these positions as more than another value", met_in.at_once);
}

ordered_json finding_json(const Finding& finding) {
  const bool is_difference = finding.concern == Concern::difference;
  ordered_json document{
      {"fingerprint", fmt::format("{:016x}", fingerprint(finding))},
      {"check", finding.check},
      {"subject", finding.subject},
      {"kind", kind_text(finding)},
      {"headline", headline_of(finding)},
      {"claim", finding.claim},
      {"verdict", verdict_text(finding.verdict)},
      {"concern", concern_text(finding.concern)},
      {"text", is_difference                                    ? finding.text
               : finding.effect.empty() || finding.text.empty() ? finding.effect + finding.text
                                                                : finding.effect + " " + finding.text},
      {"method", method_text(finding.method)},
      {"scope", finding.scope}};
  if (is_difference && !finding.effect.empty()) document["effect"] = finding.effect;
  if (finding.marked != Marked::not_at_all) document["marked"] = marked_text(finding.marked);
  if (finding.same_as)
    document["sameAs"] = {{"check", finding.same_as->check},
                          {"subject", finding.same_as->subject},
                          {"why", finding.same_as->why}};
  if (finding.concern != Concern::idle && finding.concern != Concern::information &&
      finding.concern != Concern::difference)
    document["weight"] = weight_of(finding).ground;
  document["marks"] = ordered_json::array();
  for (const Mark mark : finding.marks) document["marks"].push_back(mark_text(mark));
  document["cases"] = ordered_json::array();
  for (const CaseName& one : finding.cases)
    document["cases"].push_back({{"edition", one.edition}, {"case", one.label}});
  document["places"] = ordered_json::array();
  for (const TextPlace& place : finding.places)
    document["places"].push_back(
        {{"file", place.file}, {"line", place.line}, {"column", place.column}, {"text", place.text}});
  if (!finding.assumptions.empty()) document["assumptions"] = finding.assumptions;
  if (!finding.details.empty()) document["details"] = finding.details;
  if (finding.cause)
    document["cause"] = {{"items", finding.cause->items},
                         {"knownBy", cause_text(finding.cause->by)},
                         {"together", finding.cause->together},
                         {"why", finding.cause->why}};
  if (finding.becomes)
    document["becomes"] = {{"what", becomes_text(finding.becomes->what)}, {"text", finding.becomes->text}};
  if (!finding.met_in.empty()) document["metIn"] = met_in_json(finding.met_in);
  if (finding.from_start) document["fromStart"] = true;
  if (finding.witness) document["witness"] = witness_json(*finding.witness);
  return document;
}

}  // namespace casebook
