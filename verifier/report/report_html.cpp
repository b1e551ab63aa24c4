// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/board/scenario.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/example_position.h"
#include "verifier/report/comparison.h"
#include "verifier/report/ground_text.h"
#include "verifier/report/page.h"

namespace casebook::report {

namespace {

class Writer {
 public:
  Writer(const Report& report, Figures& figures, PictureBudget& picture_budget)
      : report_(report),
        page_(report, figures, picture_budget),
        html_(page_.html),
        items_(items_of(report.findings)) {
    for (const Item& item : items_)
      for (size_t i = 0; i < item.findings.size(); ++i) names_[item.findings[i]] = item.name_of(i);
    for (const Item& item : items_) {
      if (!wants_decision(*item.findings.front())) continue;
      page_.severity[item.findings.front()] = {item.findings.size() == 1 ? "" : " of " + item.names(),
                                               item.weight().ground};
      page_.repeats[item.findings.front()] = item.repeats;
      for (const Finding* const one : item.findings)
        if (const Finding* const shown = item.shown_by(*one))
          page_.shown_by[one] = {item.name_of(*shown), anchor(*shown)};
    }
    for (const Item& item : items_)
      for (const Finding* const one : item.findings)
        if (item.is_joined() && one->same_as)
          page_.joined_to[one] = {item.name_of(0), anchor(*item.findings.front())};
    for (const Item& item : items_)
      if (wants_decision(*item.findings.front()))
        page_.wanting.emplace_back(item.name_of(0), item.findings.front());
    for (const Item& item : items_)
      for (const Finding* const one : item.findings)
        if (const Item* const asked = asked_in(*one, items_))
          page_.asked_in[one] = {asked->name_of(0), anchor(*asked->findings.front())};
    for (const Item& item : items_) {
      FewLinks links;
      for (const Item* const other : related(item, items_))
        links.add(std::to_string(other->number), *other->findings.front());
      for (const Finding* const one : item.findings) page_.related[one] = links;
    }
  }

  std::string run() {
    html_.raw("<!DOCTYPE html>\n");
    html_.open("html", {{"lang", "en"}});
    html_.open("head");
    html_.raw("<meta charset=\"utf-8\">\n");
    html_.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html_.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html_.put("title", "What is wrong with these rules? " + report_.title);
    html_.open("style");
    html_.raw(style_sheet());
    html_.close();
    html_.close();
    html_.open("body");
    head();
    summary();
    findings();
    for (size_t i = 0; i < report_.comparisons.size(); ++i) page_.comparison(report_.comparisons[i], i + 1);
    if (report_.proofs) page_.proofs(*report_.proofs);
    cases();
    rests_on();
    reading();
    html_.close();
    html_.close();
    return html_.take();
  }

 private:
  void head() {
    html_.open("header");
    html_.put("h1", report_.title);
    html_.put(
        "p", "What is wrong with these rules? " + (report_.called.empty() ? report_.ruleset : report_.called),
        {{"class", "faint"}});
    html_.open("p", {{"class", "made"}});
    html_.text("Casebook " + report_.version + ", rules " + report_.fingerprint + ". Made by ");
    html_.put("code", report_.command);
    html_.text("; the same command makes the same file.");
    html_.close();
    html_.close();
    html_.open("nav");
    html_.open("ul");
    const auto item = [this](const std::string& to, const std::string& words) {
      html_.open("li");
      html_.put("a", words, {{"href", "#" + to}});
      html_.close();
    };
    item("summary", "Summary");
    item("decide", "What to decide");
    item("findings", "Findings");
    for (size_t i = 0; i < report_.comparisons.size(); ++i)
      item("comparison-" + std::to_string(i + 1), "Against " + report_.comparisons[i].other_title);
    if (report_.proofs) item("proofs", "Proofs");
    item("cases", "Case by case");
    item("rests-on", "Sources and checks");
    item("reading", "How to read this");
    html_.close();
    html_.close();
  }

  /// What has to be decided, in one list; then by concern, and of what is for information the questions that
  /// stay open first. Behind all of them stand what is not counted, then what is borrowed.
  struct Section {
    bool borrowed = false, not_counted = false, decided = true;
    Concern concern = Concern::information;
    bool rest = true;  // no: a question that stays open
    auto operator<=>(const Section&) const = default;
  };
  using Counts = std::map<Section, size_t>;
  static Section section_of(const Finding& finding) {
    if (is_borrowed(finding)) return {true, false, true, Concern::information, true};
    if (is_not_counted(finding)) return {false, true, true, Concern::information, true};
    if (wants_decision(finding)) return {false, false, false, Concern::information, true};
    return {false, false, true, finding.concern, !stays_open(finding)};
  }
  static std::string anchor_of(const Section& section) {
    return section.borrowed      ? "concern-borrowed"
           : section.not_counted ? "concern-not-counted"
           : !section.decided    ? "concern-to-decide"
           : section.rest        ? fmt::format("concern-{}", concern_text(section.concern))
                                 : "concern-open";
  }

  void summary() {
    html_.open("section", {{"id", "summary"}});
    html_.put("h2", "Summary");
    size_t known = 0;
    Counts counts;
    for (const Finding& finding : report_.findings) known += is_acknowledged(finding) ? 1U : 0U;
    for (const Item& item : items_) ++counts[section_of(*item.findings.front())];
    size_t shown = 0;
    for (const Item& item : items_) {
      if (!wants_decision(*item.findings.front())) continue;
      ++decisions_;
      shown += item.findings.size();
    }
    html_.put("p", decisions_ == 0
                       ? std::string("There is nothing for the editor of the rules to decide.")
                       : fmt::format("{} for the editor of the rules to decide before they are printed: {}.",
                                     decisions_ == 1 ? "There is 1 finding"
                                                     : fmt::format("There are {} findings", decisions_),
                                     defects_text(items_)) +
                             (shown == decisions_ ? std::string()
                                                  : fmt::format(" {}, shown by {}.",
                                                                casebook::counted(decisions_, "decision"),
                                                                casebook::counted(shown, "example"))));
    if (const std::string come_upon = come_upon_text(items_); !come_upon.empty()) html_.put("p", come_upon);
    if (!report_.not_looked_at.empty()) html_.put("p", report_.not_looked_at);
    if (known > 0)
      html_.put("p",
                fmt::format("{} {} acknowledged, with name and reason.", known, known == 1 ? "is" : "are"));
    counts_table(counts);
    for (const Comparison& comparison : report_.comparisons) {
      const auto [differ, places] = differences_of(comparison);
      html_.put(
          "p",
          fmt::format("Compared with {}: {}{}.", comparison.other_title,
                      casebook::counted(places, "difference of play", "differences of play"),
                      differ == places ? ""
                                       : ", from " + casebook::counted(differ, "change of the rules",
                                                                       "changes of the rules")) +
              (comparison.texts.reworded.empty()
                   ? std::string()
                   : fmt::format(
                         " Beside these, the texts of {} say something else, with no known effect on play.",
                         casebook::counted(comparison.texts.reworded.size(), "case"))));
    }
    if (!report_.cases.empty()) {
      std::map<std::string, size_t> status;
      size_t borrowed = 0;
      for (const Covered& one : report_.cases) {
        if (one.of.empty())
          ++status[one.status];
        else
          ++borrowed;
      }
      std::string words = fmt::format("{} cases of this edition:", report_.cases.size() - borrowed);
      for (const auto& [name, count] : status) words += fmt::format(" {} {},", count, name);
      words.back() = '.';
      if (borrowed > 0) words += fmt::format(" {} more {} borrowed.", borrowed, borrowed == 1 ? "is" : "are");
      html_.put("p", words);
      if (const StatementCounts said = count_statements(report_.cases); said.all > 0)
        for (const std::string& line : statement_count_lines(said)) html_.put("p", line + ".");
    }
    questions();
    html_.close();
    to_decide();
  }

  void counts_table(const Counts& counts) {
    if (counts.empty()) return;
    html_.open("table", {{"class", "counts"}});
    html_.put("caption", "Findings by their effect on play, and others by kind");
    page_.row_of_heads({"What", "Found"});
    const auto row = [this](const std::string& words, const std::string& to, size_t count) {
      html_.open("tr");
      html_.open("td");
      html_.put("a", words, {{"href", "#" + to}});
      html_.close();
      html_.put("td", std::to_string(count));
      html_.close();
    };
    std::map<Effect, size_t> effects;
    for (const Item& item : items_)
      if (wants_decision(*item.findings.front())) ++effects[item.weight().effect];
    for (const auto& [effect, count] : effects) row(std::string(effect_text(effect)), "decide", count);
    for (const auto& [section, count] : counts) {
      if (!section.decided) continue;
      const auto of = std::find_if(report_.findings.begin(), report_.findings.end(),
                                   [&, at = section](const Finding& one) { return section_of(one) == at; });
      row(std::string(heading_of(*of).title), anchor_of(section), count);
    }
    html_.close();
  }

  /// What a reader who knows neither Casebook nor the edition can find out here, and where.
  void questions() {
    html_.put("h3", "What this file answers");
    html_.open("ol");
    const auto ask = [this](const std::string& words, const std::string& to, const std::string& where) {
      html_.open("li");
      html_.text(words + " ");
      html_.put("a", where, {{"href", "#" + to}});
      html_.close();
    };
    ask("What must the editor decide, and which cases of the rulebook does it concern?", "decide",
        "What to decide");
    ask("What is the position on the map, and what happens there?", "findings",
        "The pictures and steps of each finding");
    ask("How sure is it, and how do I replay it?", "reading", "How to read this");
    ask("What was checked, and what was not?", "rests-on", "Sources and checks");
    ask("Which cases are encoded, which can be read in several ways, which are left open?", "cases",
        "Case by case");
    if (report_.proofs)
      ask("What is proved for every position, from which cases, and which cases does no proof need?",
          "proofs", "Proofs");
    if (report_.comparisons.empty())
      ask("Where does another edition play differently? The option --compare adds it to a report.", "reading",
          "How to read this");
    // The first that plays otherwise: where two editions play alike there is nothing to be read.
    const auto differs = [](const Comparison& one) {
      return std::any_of(one.result.findings.begin(), one.result.findings.end(), [](const Finding& finding) {
        return finding.concern == Concern::difference && !is_answer(finding);
      });
    };
    const auto& all = report_.comparisons;
    const auto found = std::find_if(all.begin(), all.end(), differs);
    const size_t index = found == all.end() ? 1 : static_cast<size_t>(found - all.begin()) + 1;
    if (found != all.end())
      ask("Which changes of the other edition matter most in play, and why?", fmt::format("most-{}", index),
          "Which changes matter most");
    if (!all.empty())
      ask("Where does the other edition play differently, because of which cases, and when in the game?",
          fmt::format("comparison-{}", index), "Against " + all[index - 1].other_title);
    html_.close();
  }

  /// Every decision in a line, to be ticked off; the most serious first.
  void to_decide() {
    html_.open("section", {{"id", "decide"}});
    html_.put("h2", "What to decide, most serious first");
    if (decisions_ == 0) {
      html_.put("p", "Nothing.");
      html_.close();
      return;
    }
    html_.put("p", order_text(), {{"class", "faint lead"}});
    html_.open("table", {{"class", "decide"}});
    page_.row_of_heads({"No.", "Cases", "Finding", "Severity", "Decision"});
    std::optional<Effect> last;
    for (const Item* const in_order : most_serious_first(items_)) {
      const Item& item = *in_order;
      const Finding& one = *item.findings.front();
      const Weight weight = item.weight();
      if (last != weight.effect) {
        last = weight.effect;
        html_.open("tr");
        html_.put("th", effect_text(weight.effect), {{"colspan", "5"}, {"scope", "rowgroup"}});
        html_.close();
      }
      html_.open("tr");
      html_.open("td", {{"class", "number"}});
      for (size_t i = 0; i < item.findings.size(); ++i) {
        if (i > 0) html_.text(", ");
        html_.put("a", item.name_of(i), {{"href", "#" + anchor(*item.findings[i])}});
      }
      html_.close();
      html_.open("td");
      page_.case_links(one.cases);
      html_.close();
      html_.open("td");
      for (const Finding* each : item.findings) {
        const std::string& headline = headline_of(*each);
        html_.put("p", page_.prose.sentence(headline.empty() ? each->text : headline));
        const std::string& more = each->effect.empty() ? each->text : each->effect;
        if (!headline.empty()) html_.put("p", page_.prose.sentence(more), {{"class", "faint"}});
        if (each->witness)
          if (const std::string why = why_it_stops_text(*each->witness, page_.prose); !why.empty())
            html_.put("p", with_few_members(why), {{"class", "faint"}});
      }
      html_.close();
      html_.open("td");
      html_.put("p", weight.ground);
      html_.close();
      html_.put("td", "");
      html_.close();
    }
    html_.close();
    html_.close();
  }

  void findings() {
    html_.open("section", {{"id", "findings"}});
    html_.put("h2", "Findings");
    if (report_.findings.empty()) html_.put("p", "There are none.");
    if (!ground().empty()) {
      html_.open("p", {{"class", "faint lead"}});
      html_.text("How much of the map is attested, and how much is reconstructed: ");
      html_.put("a", "Sources and checks", {{"href", "#rests-on"}});
      html_.text(".");
      html_.close();
    }
    std::optional<Section> last;
    std::vector<std::pair<std::string, const Finding*>> brief;
    const auto table = [&] {
      page_.brief(brief);
      brief.clear();
    };
    std::vector<const Finding*> in_order;
    std::map<const Finding*, Section> of_item;  // what comes of it stands with what is marked
    for (const Item& item : items_)
      for (const Finding* const one : item.findings) {
        in_order.push_back(one);
        of_item.emplace(one, section_of(*item.findings.front()));
      }
    for (const Finding* const each : in_order) {
      const Finding& finding = *each;
      const std::string& number = names_[each];
      if (last != of_item.at(each)) {
        table();
        last = of_item.at(each);
        const Heading heading = heading_of(finding);
        html_.put("h3", heading.title, {{"id", anchor_of(*last)}});
        html_.put("p", heading.meaning, {{"class", "faint lead"}});
        if (last->borrowed) {
          html_.open("details");
          html_.put("summary", "Show them");
        }
      }
      if (is_brief(finding)) {
        brief.emplace_back(number, &finding);
      } else {
        table();
        page_.finding(finding, number);
      }
    }
    table();
    if (last && last->borrowed) html_.close();
    html_.close();
  }

  void cases() {
    html_.open("section", {{"id", "cases"}});
    html_.put("h2", "Case by case");
    if (report_.come_to.games > 0)
      html_.put(
          "p",
          fmt::format(
              "A game reaches a case when a rule of the case applies. Casebook looked at one decision of {} and at "
              "the end of the game, in {} games of random players, so the true number may be higher.",
              report_.come_to.every, report_.come_to.games),
          {{"class", "faint lead"}});
    quiet_cases();
    std::map<std::string, std::vector<const Finding*>> of;
    for (const Finding& finding : report_.findings)
      for (const CaseName& one : finding.cases)
        if (page_.is_here(one)) {
          if (names_.count(&finding) == 0) continue;  // told in the entry of what it repeats
          auto& there = of[one.label];
          if (there.empty() || there.back() != &finding) there.push_back(&finding);
        }
    html_.open("table", {{"class", "cases"}});
    html_.put("caption", "Every case, borrowed ones included: how Casebook treats it, and its findings");
    page_.row_of_heads({"Case", "What it is about", "Coverage, and how often games reach it", "Findings"});
    for (const Covered& one : report_.cases) {
      html_.open("tr", {{"id", anchor(one.label)}});
      html_.put("td", one.label);
      html_.open("td");
      html_.put("strong", one.title);
      if (!one.of.empty()) html_.put("span", " (of " + one.of + ")", {{"class", "faint"}});
      if (!one.summary.empty()) html_.text(" " + one.summary);
      if (!one.why.empty()) html_.put("span", " (" + one.why + ")", {{"class", "faint"}});
      page_.statements(one);
      html_.close();
      html_.open("td");
      html_.put("span", one.status, {{"class", "badge " + one.status}});
      if (const std::string often = often_text(one); !often.empty())
        html_.put("p", often, {{"class", "faint"}});
      html_.close();
      html_.open("td");
      if (const auto found = of.find(one.label); found != of.end()) found_in(found->second);
      differs_in(one.label);
      html_.close();
      html_.close();
    }
    html_.close();
    html_.close();
  }

  /// The cases of this edition in findings of that sort, in the order of the rulebook.
  void cases_with(const std::string& heading, Concern concern) {
    std::set<std::string> labels;
    for (const Finding& finding : report_.findings)
      if (finding.concern == concern && finding.verdict == Verdict::refuted && !is_borrowed(finding))
        for (const CaseName& one : finding.cases)
          if (page_.is_here(one)) labels.insert(one.label);
    if (labels.empty()) return;
    html_.open("li");
    html_.text(heading);
    bool first = true;
    for (const Covered& one : report_.cases) {
      if (!labels.contains(one.label)) continue;
      if (!first) html_.text(", ");
      first = false;
      html_.put("a", one.label, {{"href", "#" + anchor(one.label)}});
    }
    html_.text(".");
    html_.close();
  }

  /// What is marked where it stands, together: cases of rules that are played to which no game came, and
  /// those of which something made no difference wherever it was tried.
  void quiet_cases() {
    std::vector<std::string> unmet;
    for (const Covered& one : report_.cases) {
      const auto games = report_.come_to.of.find(one.label);
      if (one.carriers > 0 && games != report_.come_to.of.end() && games->second == 0 &&
          !report_.come_to.off.contains(one.label) && !report_.come_to.never_asked.contains(one.label))
        unmet.push_back(one.label);
    }
    html_.open("ul", {{"id", "quiet-cases"}});
    cases_with("Cases that another place contradicts: ", Concern::contradiction);
    cases_with("Cases that leave something open: ", Concern::gap);
    cases_with("Cases that demand something impossible: ", Concern::impossible);
    cases_with("Cases that can be read in several ways: ", Concern::ambiguity);
    if (report_.come_to.games > 0) {
      html_.open("li");
      html_.text(fmt::format("Cases that no sampled decision reached, one decision in {} of {} games: ",
                             report_.come_to.every, report_.come_to.games));
      if (unmet.empty()) html_.text("none");
      for (size_t i = 0; i < unmet.size(); ++i) {
        if (i > 0) html_.text(", ");
        html_.put("a", unmet[i], {{"href", "#" + anchor(unmet[i])}});
      }
      html_.text(".");
      html_.close();
    }
    std::map<std::string, FewLinks> idle;
    for (const Finding& finding : report_.findings)
      if (finding.concern == Concern::idle && !is_borrowed(finding))
        for (const CaseName& one : finding.cases)
          if (page_.is_here(one)) idle[one.label].add(names_[&finding], finding);
    html_.open("li");
    html_.text("Cases with a rule that made no difference where it was tried: ");
    if (idle.empty()) html_.text("none");
    bool first = true;
    for (const Covered& one : report_.cases) {  // in the order of the rulebook
      const auto found = idle.find(one.label);
      if (found == idle.end()) continue;
      if (!first) html_.text(", ");
      first = false;
      page_.case_link({{}, one.label});
      html_.text(" (");
      page_.links(found->second);
      html_.text(")");
    }
    html_.text(".");
    html_.close();
    html_.close();
  }

  /// Of what has an effect on play.
  std::string often_text(const Covered& one) const {
    return one.carriers == 0 ? std::string() : checks::come_to_text(report_.come_to, one.label);
  }

  /// What has to be decided with its subject, the rest by number.
  void found_in(const std::vector<const Finding*>& found) {
    FewLinks further;
    size_t in_brief = 0;
    for (const Finding* finding : found) {
      if (is_brief(*finding)) {
        further.add(names_[finding], *finding);
        ++in_brief;
        continue;
      }
      html_.open("p");
      html_.open("a", {{"href", "#" + anchor(*finding)}});
      page_.badge(*finding);
      html_.text(
          " " + names_[finding] + ". " +
          page_.prose.sentence(headline_of(*finding).empty() ? finding->subject : headline_of(*finding)));
      html_.close();
      html_.close();
    }
    if (in_brief == 0) return;
    html_.open("p", {{"class", "faint"}});
    html_.text(in_brief == found.size() ? "notes: " : "and notes: ");
    page_.links(further);
    html_.close();
  }

  /// The differences of each comparison that cite it, by number.
  void differs_in(const std::string& label) {
    const auto found = page_.differences().find(label);
    if (found == page_.differences().end()) return;
    size_t last = 0;
    for (const Page::Cited& one : found->second) {
      if (one.comparison != last) {
        if (last != 0) html_.close();
        html_.open("p");
        html_.text("Played differently in " + report_.comparisons[one.comparison - 1].other_title + ": ");
      } else {
        html_.text(", ");
      }
      last = one.comparison;
      html_.put("a", one.name, {{"href", "#" + one.anchor}});
    }
    html_.close();
  }

  /// What is known of each map, once, with its title where there are several.
  std::vector<std::string> ground() const {
    std::vector<std::pair<std::string, std::string>> maps;
    for (const ScenarioPtr& one : report_.rulesets) {
      if (!one || !one->data) continue;
      const std::string text = ground_text(one->data->map);
      const auto same = [&](const auto& map) { return map.second == text; };
      if (!text.empty() && std::none_of(maps.begin(), maps.end(), same))
        maps.emplace_back(one->data->map.title, text);
    }
    std::vector<std::string> texts;
    for (const auto& [title, text] : maps) texts.push_back(maps.size() > 1 ? title + ": " + text : text);
    return texts;
  }

  void rests_on() {
    html_.open("section", {{"id", "rests-on"}});
    html_.put("h2", "Sources and checks");
    const std::vector<std::string> grounds = ground();
    for (const std::string& one : grounds) html_.put("p", one);
    if (report_.remarks.empty() && grounds.empty()) html_.put("p", "There are none.");
    page_.list(report_.remarks);
    html_.close();
  }

  void reading() {
    html_.open("section", {{"id", "reading"}});
    html_.put("h2", "How to read this");
    html_.put(
        "p",
        "Each finding has a kind, a headline, its cases in the rulebook, and how it is known, with a verdict on "
        "the statement that was checked. The map shows the position. The hexes that the finding names are "
        "ringed, some with a letter. A red arrow is the choice that shows it. Arrows of other colours are the ways "
        "that pieces took in the last steps. If a step makes the difference, the "
        "picture shows the position before it and the position after it, and hexes that differ on the two "
        "sides are ringed. The steps stand beside the picture, with the result in bold. To replay it, save the "
        "record to which the finding links, and type the commands beside it in the same folder.");
    html_.put("h3", "How sure it is");
    html_.open("table");
    const auto row = [this](Verdict verdict, const char* words) {
      html_.open("tr");
      html_.open("th", {{"scope", "row"}});
      page_.badge(verdict);
      html_.close();
      html_.put("td", words);
      html_.close();
    };
    row(Verdict::proved, "Every case was checked, or a game shows that it is possible.");
    row(Verdict::refuted,
        "The statement is false: a place in the text shows it, or a position that the engine has replayed.");
    row(Verdict::holds_to_bound,
        "It held in every position up to a depth; deeper positions were not checked.");
    row(Verdict::sampled, "It held in the games or positions that were tried; they are not all.");
    row(Verdict::not_inductive, "A step violates it, from a position to which Casebook found no game.");
    row(Verdict::unknown, "A limit was reached before there was an answer.");
    row(Verdict::tool_error, "Casebook disagrees with itself. Do not rely on it, and report it.");
    html_.close();
    html_.put("h3", "How near to play a position is");
    html_.open("table");
    for (const Grade grade : {Grade::seen, Grade::reachable, Grade::invariants, Grade::typed}) {
      html_.open("tr");
      html_.put("th", grade_text(grade), {{"scope", "row"}});
      html_.put("td", grade_meaning(grade));
      html_.close();
    }
    html_.close();
    html_.put("h3", "Which games count");
    std::string games =
        "Checks of whole games use all seeded games (--games). Checks of positions use positions of a few games "
        "and generated positions; \u201cin 3 of 32 games\u201d counts those few. ";
    if (report_.come_to.games > 0)
      games += fmt::format("How often games reach a case is counted in {} games, at one decision of {}. ",
                           report_.come_to.games, report_.come_to.every);
    if (!report_.comparisons.empty())
      games +=
          "A comparison plays its own games of each edition (--compare-games), and counts positions drawn from "
          "them. ";
    html_.put("p", games + "All players are random.");
    html_.put("h3", "Exit status of the commands");
    html_.put(
        "p",
        "Status 0 means yes, and 40 means refused or refuted, as many of the commands beside a finding are to "
        "show. Status 30 means undecided. Status 1 to 3 mean that the command could not run.");
    // Of those that stand above, and no others.
    constexpr std::pair<std::string_view, std::string_view> meanings[] = {
        {"encoded", "the rules play the case"},
        {"doubtful", "it can be read in several ways, and each reading is a switch"},
        {"silent", "the rulebook leaves it open"},
        {"explanatory", "it has no effect on play"},
        {"open", "not done"}};
    std::string coverage;
    for (const auto& [status, meaning] : meanings)
      if (std::any_of(report_.cases.begin(), report_.cases.end(),
                      [&, name = status](const Covered& one) { return one.status == name; }))
        coverage += fmt::format("{}{} ({})", coverage.empty() ? "Coverage: " : ", ", status, meaning);
    html_.put("p",
              coverage + (coverage.empty() ? "" : ". ") +
                  "The summaries are our own words; the rulebook itself is the publisher's.",
              {{"class", "coverage"}});
    html_.close();
  }

  const Report& report_;
  Page page_;
  Html& html_;
  std::vector<Item> items_;
  std::map<const Finding*, std::string> names_;
  size_t decisions_ = 0;
};

}  // namespace

std::string record_name(const Finding& finding, size_t side) {
  return fmt::format("{:016x}-{}.record", fingerprint(finding), side + 1);
}

std::string report_html(const Report& report) {
  Figures figures(report.rulesets);
  PictureBudget picture_budget;
  const size_t other = Writer(report, figures, picture_budget).run().size();
  picture_budget.choose(report.room_for_pictures - std::min(report.room_for_pictures, other));
  return Writer(report, figures, picture_budget).run();
}

}  // namespace casebook::report
