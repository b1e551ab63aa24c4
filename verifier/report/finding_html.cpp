// SPDX-License-Identifier: Apache-2.0
// One finding: the result, the cases in their own words, its witness with picture and step, how it is
// known, and how to play it again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "engine/base/text.h"
#include "verifier/finding/example_position.h"
#include "verifier/finding/witness_text.h"
#include "verifier/report/page.h"
#include "verifier/report/ruleset_names.h"

namespace casebook::report {

namespace {

std::string base64(const std::string& bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : letters[three >> (18 - 6 * k) & 63U];
  }
  return out;
}

}  // namespace

void Page::finding(const Finding& finding, const std::string& number) {
  html.open("article", {{"id", new_anchor(finding)}});
  html.open("h4");
  html.text(number + ". ");
  badge(finding);
  const std::string titles = finding.concern == Concern::difference && finding.verdict != Verdict::tool_error
                                 ? titles_of_both(finding)
                                 : std::string();
  if (!titles.empty()) {
    html.text(" " + titles);
    html.close();
    if (!finding.effect.empty())
      html.put("p", effect_on_play(finding, sides_));
    else if (finding.witness)
      html.put("p", prose.sentence(in_a_sentence(finding, sides_)));
    html.put("p", "In the words of the rules file: " + prose.sentence(finding.text), {{"class", "faint"}});
  } else {
    const bool has_headline = !finding.headline.empty();
    html.text(" " +
              prose.sentence(has_headline || finding.text.empty() ? headline_of(finding) : finding.text));
    html.close();
    if (!finding.effect.empty() && finding.concern != Concern::difference)
      html.put("p", prose.sentence(finding.effect));
    if (has_headline && !finding.text.empty()) html.put("p", with_few_members(prose.sentence(finding.text)));
    if (!has_headline && !finding.text.empty() && !finding.claim.empty())
      html.put("p", "Checked: " + prose.sentence(finding.claim), {{"class", "faint"}});
  }
  if (finding.witness)
    if (const std::string why = why_it_stops_text(*finding.witness, prose); !why.empty())
      html.put("p", with_few_members(why));
  if (const auto found = severity.find(&finding); found != severity.end())
    html.put("p", fmt::format("Severity{}: {}.", found->second.first, found->second.second),
             {{"class", "weight"}});
  if (const auto of = joined_to.find(&finding); of != joined_to.end()) {
    html.open("p");
    html.text("The same defect as ");
    html.put("a", of->second.first, {{"href", "#" + of->second.second}});
    html.text(": " + prose.sentence(finding.same_as->why) + ".");
    html.close();
  }
  for (const Mark mark : finding.marks) html.put("p", mark_text(mark), {{"class", "badge mark"}});
  text_of_cases(finding);
  decided_elsewhere(finding);
  for (const MetIn& one : finding.met_in)
    html.put("p", "Found " + met_in_text(one) + ".", {{"class", "faint"}});
  list(finding.details);
  if (finding.concern == Concern::difference && !can_occur(finding)) {
    html.put(
        "p",
        fmt::format(
            "No position is shown: it may break an invariant, so perhaps no game can reach it (grade 3). To "
            "write it into a folder: casebook compare {} {} --witnesses FOLDER",
            in_shell(finding.witness->sides[0].ruleset), in_shell(finding.witness->sides[1].ruleset)));
  } else if (no_game_shows(finding)) {
    html.open("p");
    if (const auto shown = shown_by.find(&finding); shown != shown_by.end()) {
      html.put("a", shown->second.first, {{"href", "#" + shown->second.second}});
      html.text(" shows a game.");
    } else {
      html.text(no_position_shown);
    }
    html.text(fmt::format(
        " To write the generated position into a folder: casebook verify {} --only {} --witnesses FOLDER",
        in_shell(report.ruleset), finding.check));
    html.close();
  } else if (finding.witness) {
    witness(finding, *finding.witness);
  } else if (!is_brief(finding)) {
    std::vector<std::string> texts = finding.details;
    texts.push_back(finding.text);
    html.open("div", {{"class", "figures"}});
    picture(figures.draw_start(report.ruleset, texts), "The start of the game", need_);
    html.close();
  }
  for (size_t i = 0; i < finding.places.size(); ++i) {
    const TextPlace& place = finding.places[i];
    // Two editions may share a line.
    const bool again =
        std::any_of(finding.places.begin(), finding.places.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const TextPlace& one) { return one.file == place.file && one.line == place.line; });
    if (again) continue;
    html.open("p", {{"class", "place"}});
    html.text(fmt::format("{}:{} ", place.file, place.line));
    html.put("code", place.text);
    html.close();
  }
  also(finding, "p");
  if (const auto found = repeats.find(&finding); found != repeats.end())
    for (const Finding* const one : found->second)
      html.put("p",
               fmt::format("{}: check {}, finding {:016x}.", found_without_the_mark, one->check,
                           fingerprint(*one)),
               {{"class", "faint"}, {"id", new_anchor(*one)}});
  std::string how = how_known_of_claim(finding);
  if (wants_decision(finding) && finding.concern != Concern::difference)
    how = fmt::format("{}. {}", how_come_upon(finding), how);
  if (!finding.assumptions.empty()) how += " Assumed: " + joined(finding.assumptions) + ".";
  html.put("p", how + fmt::format(" Check {}, finding {:016x}.", finding.check, fingerprint(finding)),
           {{"class", "faint"}});
  if (wants_decision(finding) || is_acknowledged(finding))
    html.put("div",
             is_acknowledged(finding) ? "Known and acknowledged." : "Decision:", {{"class", "answer"}});
  html.close();
}

std::string Page::titles_of_both(const Finding& finding) const {
  constexpr size_t most = 2;  // of each side; all of them stand below
  const auto of = [&](bool here) {
    std::vector<std::string> titled;
    for (const CaseName& one : finding.cases)
      if (is_here(one) == here)
        if (const std::string title = case_title(one); !title.empty())
          titled.push_back(one.label + " " + title);
    if (titled.size() > most) {
      const size_t more = titled.size() - most;
      titled.resize(most);
      titled.push_back(fmt::format("{} more", more));
    }
    return listed(titled, "and");
  };
  const std::string here = of(true), there = of(false);
  if (here.empty() || there.empty()) return here.empty() && !there.empty() ? sides_[1] + " " + there : here;
  return here + fmt::format("; {} {}", sides_[1], there);
}

/// The cases with what they say, unless the finding tells that itself.
void Page::text_of_cases(const Finding& finding) {
  if (finding.cases.empty()) return;
  if (finding.concern == Concern::difference) {
    html.open("p");
    html.text(finding.cases.size() == 1 ? "Case " : "Cases ");
    case_links(finding.cases);
    html.close();
    return;
  }
  for (const CaseName& one : finding.cases) {
    html.open("p", {{"class", "says"}});
    html.text("Case ");
    case_link(one);
    if (const std::string words = case_words(one); !words.empty()) html.text(": " + words);
    if (const std::string often = is_here(one) ? checks::come_to_text(report.come_to, one.label) : "";
        !often.empty())
      html.put("span", " (" + often + ")", {{"class", "faint"}});
    html.close();
  }
}

bool Page::picture(const std::optional<Figure>& figure, const std::string& under, PictureBudget::Need need,
                   const std::string& apart) {
  if (!figure) return false;
  const std::string drawn = figure->picture ? picture_budget_.next(*figure->picture, need) : std::string();
  if (!drawn.empty()) {
    html.open("figure");
    html.raw(drawn);
  }
  html.open(drawn.empty() ? "p" : "figcaption");
  html.put("strong", under);
  if (!figure->moment.empty()) html.text(" \u2013 " + in_words(figure->moment));
  if (!figure->caption.empty()) html.text(". " + figure->caption);
  if (!figure->units.empty()) html.text(". On the map: " + figure->units);
  std::string unseen = fmt::format("{}", fmt::join(figure->unseen, "; "));
  if (!apart.empty()) unseen += (unseen.empty() ? "" : "; ") + apart;
  if (!unseen.empty()) html.text(". Not drawn: " + unseen);
  if (drawn.empty() && figure->picture) html.text(" (no picture: this file would grow too large)");
  html.close();
  if (!drawn.empty()) html.close();
  return !drawn.empty();
}

namespace {

/// What two pictures that show the same do not show: what both have stays in the first, the rest is told by
/// side.
std::string unseen_apart(Figure& here, const Figure& there, const std::array<std::string, 2>& names) {
  const auto only = [](const std::vector<std::string>& all, const std::vector<std::string>& other) {
    std::vector<std::string> found;
    for (const std::string& one : all)
      if (std::find(other.begin(), other.end(), one) == other.end()) found.push_back(one);
    return found;
  };
  const std::array<std::vector<std::string>, 2> alone{only(here.unseen, there.unseen),
                                                      only(there.unseen, here.unseen)};
  std::string text;
  for (const size_t side : {size_t{0}, size_t{1}})
    if (!alone[side].empty())
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", names[side], fmt::join(alone[side], ", "));
  std::erase_if(here.unseen, [&](const std::string& one) {
    return std::find(alone[0].begin(), alone[0].end(), one) != alone[0].end();
  });
  return text;
}

}  // namespace

void Page::witness(const Finding& finding, const Witness& witness) {
  const Drawn& drawn = figures.draw(witness, finding.cases);
  // Where both sides look alike, one picture does for both.
  const bool together = witness.sides.size() == 2 && drawn.sides[0] && drawn.sides[1] &&
                        same_picture(*drawn.sides[0], *drawn.sides[1]) &&
                        same_steps(witness.sides[0], witness.sides[1]);
  const RulesetNames names = ruleset_names(witness, report.ruleset, report.rulesets);
  if (!names.options.empty()) html.put("p", with_options_text(names) + ".");
  const bool has_before = drawn.before.has_value();
  html.open("div", {{"class", "figures"}});
  if (has_before) {
    html.open("div", {{"class", "side"}});
    picture(drawn.before, fmt::format("Before {}", drawn.step),
            need_ == PictureBudget::Need::the_like ? need_ : PictureBudget::Need::before);
    html.close();
  }
  if (together) {
    html.open("div", {{"class", "side"}});
    Figure here = *drawn.sides[0];
    const std::string apart = unseen_apart(here, *drawn.sides[1], {names.sides[0], names.sides[1]});
    picture(here, has_before ? "After it, under both" : "The position, under both", need_, apart);
    html.close();
    html.open("div", {{"class", "side"}});
    steps(witness.sides[0]);
    for (size_t i = 0; i < witness.sides.size(); ++i) side(finding, witness, i, names.sides[i] + ": ");
    html.close();
  } else {
    for (size_t i = 0; i < witness.sides.size(); ++i) {
      html.open("div", {{"class", "side"}});
      const bool alone = witness.sides.size() == 1;
      const std::string under = has_before ? (alone ? "After it" : "After it. " + names.sides[i])
                                           : (alone ? "The position" : names.sides[i]);
      // What is done stands beside the only picture, and below each of two.
      if (picture(drawn.sides[i], under, need_) && alone) {
        html.close();
        html.open("div", {{"class", "side"}});
      }
      steps(witness.sides[i]);
      side(finding, witness, i, "Then ");
      html.close();
    }
  }
  html.close();
  html.open("p", {{"class", "faint"}});
  html.text("The position: ");
  badge(witness.grade);
  // Of the first picture; without one, of where the record begins.
  const Figure* const first = has_before                               ? &*drawn.before
                              : !drawn.sides.empty() && drawn.sides[0] ? &*drawn.sides[0]
                                                                       : nullptr;
  const int32_t units = first != nullptr ? first->on_map : witness.units;
  if (units > 0)
    html.text(fmt::format(", {} {} on the map{}", units, units == 1 ? "unit" : "units",
                          has_before         ? " before it"
                          : first == nullptr ? " where its record begins"
                                             : ""));
  html.text(fmt::format(" ({}).", grade_meaning(witness.grade)));
  html.close();
  if (!witness.rests_on.empty())
    html.put("p", "Only one edition keeps track of this, so the other cannot have such a position: " +
                      joined(witness.rests_on) + ".");
}

void Page::steps(const WitnessSide& side) {
  const auto& all = side.record.steps;
  if (all.empty()) return;
  const size_t before = all.size() - std::min(all.size(), steps_told);
  if (before > 0)
    html.put("p",
             side.record.start.empty()
                 ? fmt::format("From the start of the game, after {} step{}:", before, before == 1 ? "" : "s")
                 : fmt::format("After {} step{}:", before, before == 1 ? "" : "s"));
  html.open("ol", {{"start", before > 0 ? std::to_string(before + 1) : ""}});
  for (size_t i = before; i < all.size(); ++i)
    html.put("li", (all[i].player.empty() ? std::string(runtime::step_kind_name(all[i].kind)) + " "
                                          : all[i].player + ": ") +
                       prose(all[i].text));
  html.close();
}

void Page::side(const Finding& finding, const Witness& witness, size_t index, const std::string& begins) {
  const WitnessSide& side = witness.sides[index];
  html.open("p", {{"class", "seen"}});
  html.text(begins);
  for (size_t k = 0; k < side.said.size(); ++k) {
    if (k > 0) html.text("; ");
    html.put("strong", said_in_words(side.said[k], prose));
  }
  html.text(".");
  html.close();
  const std::string name = record_name(finding, index);
  const std::string position = name.substr(0, name.rfind('.')) + ".json";
  const std::string record = runtime::record_text(side.record);
  html.open("p", {{"class", "again"}});
  if (html.size() - picture_budget_.bytes() + record.size() * 4 / 3 > report.room_for_records) {
    html.text("Its record would make this file too large: casebook verify --witnesses writes " + name + ".");
    html.close();
    return;
  }
  html.text("To play it again, save ");
  html.put("a", name,
           {{"download", name}, {"href", "data:text/plain;charset=utf-8;base64," + base64(record)}});
  html.text(", then ");
  // A position in which an invariant is known not to hold is not asked for them again.
  const bool broken = witness.grade == Grade::typed ||
                      std::any_of(side.said.begin(), side.said.end(),
                                  [](const Assertion& one) { return one.what == Assertion::What::broken; });
  std::string look;
  for (const Assertion& one : side.said)
    if (look.empty()) look = command_for(one, position);
  html.put("code", "casebook replay " + name + (broken ? " --no-invariants" : "") +
                       (look.empty() ? "" : " --position " + position));
  if (!look.empty()) {
    html.text(" and ");
    html.put("code", look);
  }
  html.close();
}

void Page::brief(const std::vector<std::pair<std::string, const Finding*>>& findings) {
  if (findings.empty()) return;
  html.open("table", {{"class", "brief"}});
  row_of_heads({"No.", "Cases", "Finding", "Verdict"});
  for (const auto& [number, one] : findings) {
    html.open("tr", {{"id", new_anchor(*one)}});
    html.put("td", number, {{"class", "number"}});
    html.open("td");
    case_links(one->cases);
    html.close();
    html.open("td");
    const std::string& headline = headline_of(*one);
    html.put("strong", prose.sentence(headline.empty() ? one->subject : headline));
    if (!one->effect.empty()) html.text(" " + prose.sentence(one->effect));
    if (!one->text.empty()) html.text(" " + with_few_members(prose.sentence(one->text)));
    for (const std::string& detail : one->details)
      html.text(" " + prose(detail) + (detail.ends_with(".") ? "" : "."));
    std::string where;
    for (const TextPlace& place : one->places)
      where += fmt::format("{}{}:{}", where.empty() ? "" : ", ", place.file, place.line);
    html.put("span",
             fmt::format(" {}{}{}, {:016x}", where, where.empty() ? "" : "; ", one->check, fingerprint(*one)),
             {{"class", "faint"}});
    if (const auto asked = asked_in.find(one); asked != asked_in.end()) {
      html.text(" " + capitalised(one->same_as->why) + ": ");
      html.put("a", asked->second.first, {{"href", "#" + asked->second.second}});
      html.text(" asks for the answer.");
    }
    also(*one, "span");
    html.close();
    html.open("td");
    badge(one->verdict);
    if (!one->kind.empty()) html.put("p", one->kind);
    for (const Mark mark : one->marks) html.put("span", mark_text(mark), {{"class", "badge mark"}});
    html.close();
    html.close();
  }
  html.close();
}

}  // namespace casebook::report
