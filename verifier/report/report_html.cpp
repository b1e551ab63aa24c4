// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "verifier/report/figures.h"
#include "verifier/report/html.h"
#include "verifier/report/report.h"

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

/// What a concern is called above a list of findings, and what it asks of the reader.
struct Heading {
  std::string_view title, meaning;
};
Heading heading_of(Concern concern) {
  switch (concern) {
    case Concern::contradiction:
      return {"Contradictions", "The rules say two things that cannot both hold."};
    case Concern::gap:
      return {"Gaps", "The rules say nothing, and somebody at the table has to act."};
    case Concern::impossible:
      return {"Impossible demands", "The rules ask for what cannot be done."};
    case Concern::ambiguity:
      return {"Ambiguities", "The rules can be read in two ways that play differently."};
    case Concern::idle:
      return {"Rules that change nothing", "They never apply, or something else always overrides them."};
    case Concern::difference:
      return {"Differences", "The two editions play differently."};
    case Concern::information:
      break;
  }
  return {"Looked at, and in order", "Nothing is wrong here, as far as the verdict says."};
}

bool acknowledged(const Finding& finding) {
  return std::count(finding.marks.begin(), finding.marks.end(), Mark::acknowledged) != 0;
}
/// Something that an editor of the rules has to answer.
bool wants_answer(const Finding& finding) {
  return finding.concern != Concern::information && finding.verdict != Verdict::proved;
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

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report), figures_(report.rulesets) {
    for (const Covered& one : report.cases) labels_.insert(one.label);
    const size_t slash = report.ruleset.rfind('/');
    edition_ = slash == std::string::npos ? report.ruleset : report.ruleset.substr(slash + 1);
    edition_ = edition_.substr(0, edition_.find('+'));
  }

  std::string run() {
    html_.raw("<!DOCTYPE html>\n");
    html_.open("html", {{"lang", "en"}});
    html_.open("head");
    html_.raw("<meta charset=\"utf-8\">\n");
    html_.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html_.put("title", "What is wrong with these rules? " + report_.title);
    html_.open("style");
    html_.raw(style_sheet());
    html_.close();
    html_.close();
    html_.open("body");
    head();
    summary();
    findings();
    for (const Comparison& comparison : report_.comparisons) compared(comparison);
    cases();
    reading();
    html_.close();
    html_.close();
    return html_.take();
  }

 private:
  void head() {
    html_.open("header");
    html_.put("h1", report_.title);
    html_.put("p", report_.ruleset, {{"class", "faint"}});
    html_.open("p", {{"class", "made"}});
    html_.text("Casebook " + report_.version + ", rules " + report_.fingerprint + ". Made by ");
    html_.put("code", report_.command);
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
    item("findings", "Findings");
    for (size_t i = 0; i < report_.comparisons.size(); ++i)
      item("comparison-" + std::to_string(i + 1), "Against " + report_.comparisons[i].other_title);
    item("cases", "Case by case");
    item("reading", "How to read this");
    html_.close();
    html_.close();
  }

  void badge(Verdict verdict) {
    html_.put("span", verdict_text(verdict), {{"class", verdict_class(verdict)}});
  }

  void summary() {
    html_.open("section", {{"id", "summary"}});
    html_.put("h2", "Summary");
    size_t answers = 0, witnesses = 0, known = 0;
    std::map<Concern, std::map<Verdict, size_t>> counts;
    for (const Finding& finding : report_.findings) {
      ++counts[finding.concern][finding.verdict];
      known += acknowledged(finding) ? 1U : 0U;
      answers += wants_answer(finding) && !acknowledged(finding) ? 1U : 0U;
      witnesses += finding.witness ? 1U : 0U;
    }
    html_.put("p", answers == 0
                       ? "Nothing was found that wants an answer from an editor of the rules."
                       : fmt::format("{} {} an answer from an editor of the rules; {} of all "
                                     "findings can be laid out on the table, each with a position that "
                                     "was played to it.",
                                     answers, answers == 1 ? "finding wants" : "findings want", witnesses));
    if (known > 0) html_.put("p", fmt::format("{} are known already, and say by whom and why.", known));
    if (!counts.empty()) {
      html_.open("table");
      html_.put("caption", "Findings by what they are");
      html_.open("tr");
      for (const char* title : {"What", "How many", "Verdicts"})
        html_.put("th", title, {{"scope", "col"}, {"class", title[0] == 'H' ? "number" : ""}});
      html_.close();
      for (const auto& [concern, verdicts] : counts) {
        size_t all = 0;
        for (const auto& [verdict, count] : verdicts) all += count;
        html_.open("tr");
        html_.open("td");
        html_.put("a", heading_of(concern).title,
                  {{"href", fmt::format("#concern-{}", concern_text(concern))}});
        html_.close();
        html_.put("td", std::to_string(all), {{"class", "number"}});
        html_.open("td");
        for (const auto& [verdict, count] : verdicts) {
          badge(verdict);
          html_.text(fmt::format(" {}  ", count));
        }
        html_.close();
        html_.close();
      }
      html_.close();
    }
    for (const Comparison& comparison : report_.comparisons) {
      const auto differ =
          std::count_if(comparison.findings.begin(), comparison.findings.end(),
                        [](const Finding& one) { return one.concern == Concern::difference; });
      html_.put("p", fmt::format("Against {}: {} ways in which play differs were found.",
                                 comparison.other_title, differ));
    }
    if (!report_.cases.empty()) {
      std::map<std::string, size_t> status;
      for (const Covered& one : report_.cases) ++status[one.status];
      std::string words = fmt::format("{} cases:", report_.cases.size());
      for (const auto& [name, count] : status) words += fmt::format(" {} {},", count, name);
      words.back() = '.';
      html_.put("p", words);
    }
    questions();
    if (!report_.remarks.empty()) {
      html_.put("h3", "What this rests on");
      list(report_.remarks);
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
    ask("What in these rules wants an answer, and which cases of the rulebook are in it?", "findings",
        "Findings");
    ask("How is it laid out on the table, and what happens then?", "findings",
        "The pictures, steps and bold words of each finding");
    ask("How sure is it, and what was looked at?", "reading", "How to read the verdicts");
    ask("Which cases are played as printed, which can be read in several ways, which are left open?", "cases",
        "Case by case");
    if (report_.comparisons.empty())
      ask("Where does another edition play differently? This report was not asked for one; the option "
          "--compare adds it.",
          "reading", "How to read this");
    else
      ask("Where does the other edition play differently, and which cases make it so?", "comparison-1",
          "The table for a meeting");
    html_.close();
  }

  void list(const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    html_.open("ul");
    for (const std::string& line : lines) html_.put("li", line);
    html_.close();
  }

  void findings() {
    html_.open("section", {{"id", "findings"}});
    html_.put("h2", "Findings");
    if (report_.findings.empty()) html_.put("p", "There are none.");
    std::optional<Concern> last;
    size_t number = 0;
    for (const Finding& finding : report_.findings) {
      if (last != finding.concern) {
        last = finding.concern;
        const Heading heading = heading_of(finding.concern);
        html_.put("h3", heading.title, {{"id", fmt::format("concern-{}", concern_text(finding.concern))}});
        html_.put("p", heading.meaning, {{"class", "faint"}});
      }
      article(finding, std::to_string(++number));
    }
    html_.close();
  }

  void case_link(const CaseName& one) {
    const std::string words = one.edition.empty() ? one.label : one.edition + " " + one.label;
    const bool here = (one.edition.empty() || one.edition == edition_) && labels_.contains(one.label);
    if (here)
      html_.put("a", words, {{"href", "#" + anchor(one.label)}});
    else
      html_.text(words);
  }

  void article(const Finding& finding, const std::string& number) {
    // The same finding may stand in two lists; only the first is where links go.
    std::string id = anchor(finding);
    if (!anchors_.insert(id).second) id.clear();
    html_.open("article", {{"id", id}});
    html_.open("h4");
    html_.text(number + ". ");
    badge(finding.verdict);
    const bool has_headline = !finding.headline.empty();
    html_.text(" " + (has_headline || finding.text.empty() ? headline_of(finding) : finding.text));
    html_.close();
    if (has_headline && !finding.text.empty()) html_.put("p", finding.text);
    if (!finding.text.empty() && !finding.claim.empty())
      html_.put("p", "Asked: " + finding.claim, {{"class", "faint"}});
    for (const Mark mark : finding.marks) html_.put("p", mark_text(mark), {{"class", "badge mark"}});
    if (!finding.cases.empty()) {
      html_.open("p");
      html_.text(finding.cases.size() == 1 ? "Case " : "Cases ");
      for (size_t i = 0; i < finding.cases.size(); ++i) {
        if (i > 0) html_.text(", ");
        case_link(finding.cases[i]);
      }
      html_.close();
    }
    for (const TextPlace& place : finding.places)
      html_.put("pre", fmt::format("{}:{}: {}", place.file, place.line, place.text));
    list(finding.details);
    if (finding.witness) witness(finding, *finding.witness);
    std::string how = fmt::format("By {}", method_text(finding.method));
    if (!finding.scope.empty()) how += ": " + finding.scope;
    if (!finding.assumptions.empty()) how += "; assumed: " + joined(finding.assumptions);
    html_.put("p", how + fmt::format(". Check {}, finding {:016x}.", finding.check, fingerprint(finding)),
              {{"class", "faint"}});
    if (wants_answer(finding))
      html_.put("div", acknowledged(finding) ? "Known, and acknowledged." : "Answer:", {{"class", "answer"}});
    html_.close();
  }

  void witness(const Finding& finding, const Witness& witness) {
    html_.open("div", {{"class", "figures"}});
    for (size_t i = 0; i < witness.sides.size(); ++i) {
      const WitnessSide& side = witness.sides[i];
      html_.open("div", {{"class", "side"}});
      const auto figure = full_ ? std::nullopt : figures_.draw(witness, side);
      const bool drawn = figure && !figure->svg.empty();
      full_ = full_ || (drawn && html_.size() + figure->svg.size() > report_.room_for_pictures);
      const bool fits = drawn && !full_;
      if (fits) {
        html_.open("figure");
        html_.raw(figure->svg);
      }
      html_.open(fits ? "figcaption" : "p");
      html_.put("strong", witness.sides.size() > 1 ? "Under " + side.ruleset : "The position");
      if (figure && !figure->caption.empty()) html_.text(" \u2013 " + figure->caption);
      if (full_) html_.text(" (no picture: this file would grow too large)");
      html_.close();
      if (fits) html_.close();
      steps(side);
      html_.open("p");
      html_.text("To see it: ");
      for (size_t k = 0; k < side.said.size(); ++k) {
        if (k > 0) html_.text("; ");
        html_.put("strong", assertion_text(side.said[k]));
      }
      html_.close();
      const std::string name = record_name(finding, i);
      const std::string record = runtime::record_text(side.record);
      if (html_.size() + record.size() > report_.room_for_records) {
        html_.put("p", "Its record would make this file too large: casebook verify --witnesses writes " +
                           name + ".");
      } else {
        html_.open("details");
        html_.open("summary");
        html_.text("Replay it: save these lines as " + name + ", then ");
        html_.put("code", "casebook replay " + name);
        html_.close();
        html_.put("pre", record);
        html_.close();
      }
      html_.close();
    }
    html_.close();
    std::string grade = fmt::format("The position: {}", grade_text(witness.grade));
    if (witness.units > 0)
      grade += fmt::format(", {} {} on the map", witness.units, witness.units == 1 ? "unit" : "units");
    html_.put("p", grade + ".", {{"class", "faint"}});
    if (!witness.rests_on.empty())
      html_.put("p", "It rests on state that the other edition has not: " + joined(witness.rests_on) + ".");
  }

  void steps(const WitnessSide& side) {
    const auto& all = side.record.steps;
    if (all.empty()) return;
    constexpr size_t told = 6;
    html_.open("ol");
    if (all.size() > told) html_.put("li", fmt::format("{} steps before", all.size() - told));
    for (size_t i = all.size() - std::min(all.size(), told); i < all.size(); ++i) {
      const runtime::RecordStep& step = all[i];
      html_.put("li", (step.player.empty() ? std::string(runtime::step_kind_name(step.kind)) + " "
                                           : step.player + ": ") +
                          step.text);
    }
    html_.close();
  }

  void compared(const Comparison& comparison) {
    const auto index = static_cast<size_t>(&comparison - report_.comparisons.data()) + 1;
    html_.open("section", {{"id", fmt::format("comparison-{}", index)}});
    html_.put("h2", "Against " + comparison.other_title);
    html_.put("p", comparison.other_ruleset, {{"class", "faint"}});
    list(comparison.remarks);
    html_.open("table");
    html_.put("caption", "Where play differs, to be gone through together");
    html_.open("tr");
    for (const char* title : {"No.", "What", "Here", "There", "What differs", "Keep or change?"})
      html_.put("th", title, {{"scope", "col"}});
    html_.close();
    size_t number = 0;
    for (const Finding& finding : comparison.findings) {
      if (finding.concern != Concern::difference) continue;
      ++number;
      std::vector<std::string> here, there;
      for (const CaseName& one : finding.cases) (one.edition == edition_ ? here : there).push_back(one.label);
      html_.open("tr");
      html_.open("td", {{"class", "number"}});
      html_.put("a", std::to_string(number), {{"href", "#" + anchor(finding)}});
      html_.close();
      html_.put("td", finding.subject);
      html_.put("td", joined(here));
      html_.put("td", joined(there));
      html_.put("td", finding.text);
      html_.put("td", "");
      html_.close();
    }
    html_.close();
    if (number == 0) html_.put("p", "No difference of play was found.");
    number = 0;
    for (const Finding& finding : comparison.findings)
      article(finding, finding.concern == Concern::difference ? std::to_string(++number) : "also");
    if (!comparison.items.empty()) {
      html_.open("table");
      html_.put("caption", "Item by item, those apart that have the same text");
      html_.open("tr");
      for (const char* title : {"Item", "Here", "There", "Means the same", "How"})
        html_.put("th", title, {{"scope", "col"}});
      html_.close();
      for (const ItemRow& item : comparison.items) {
        html_.open("tr");
        html_.put("td", item.sort + " " + item.name);
        html_.put("td", joined(item.cases));
        html_.put("td", joined(item.other_cases));
        html_.open("td");
        badge(item.same);
        html_.close();
        html_.put("td", item.text);
        html_.close();
      }
      html_.close();
    }
    html_.close();
  }

  void cases() {
    html_.open("section", {{"id", "cases"}});
    html_.put("h2", "Case by case");
    std::map<std::string, std::vector<const Finding*>> of;
    for (const Finding& finding : report_.findings)
      for (const CaseName& one : finding.cases)
        if (one.edition.empty() || one.edition == edition_) {
          auto& there = of[one.label];
          if (there.empty() || there.back() != &finding) there.push_back(&finding);
        }
    html_.open("table");
    html_.put("caption", "Every case of the rulebook: how it stands in Casebook, and what was found in it");
    html_.open("tr");
    for (const char* title : {"Case", "What it is about", "Coverage", "Findings"})
      html_.put("th", title, {{"scope", "col"}});
    html_.close();
    for (const Covered& one : report_.cases) {
      html_.open("tr", {{"id", anchor(one.label)}});
      html_.put("td", one.label);
      html_.open("td");
      html_.put("strong", one.title);
      if (!one.summary.empty()) html_.text(" " + one.summary);
      if (!one.why.empty()) html_.put("span", " (" + one.why + ")", {{"class", "faint"}});
      html_.close();
      html_.open("td");
      html_.put("span", one.status, {{"class", "badge " + one.status}});
      html_.close();
      html_.open("td");
      const auto found = of.find(one.label);
      if (found != of.end()) {
        for (const Finding* finding : found->second) {
          html_.open("a", {{"href", "#" + anchor(*finding)}});
          badge(finding->verdict);
          html_.text(" " + finding->subject);
          html_.close();
        }
      }
      html_.close();
      html_.close();
    }
    html_.close();
    html_.close();
  }

  void reading() {
    html_.open("section", {{"id", "reading"}});
    html_.put("h2", "How to read this");
    html_.put(
        "p",
        "Each finding says what was asked, what came out, in which cases of the rulebook, and how that is "
        "known. Where it can be laid out, the map shows the position; the steps lead to it, and what stands "
        "in bold behind “To see it” is what happens there. The lines under “Replay it” let Casebook play it "
        "again on any machine.");
    html_.open("table");
    const auto row = [this](Verdict verdict, const char* words) {
      html_.open("tr");
      html_.open("th", {{"scope", "row"}});
      badge(verdict);
      html_.close();
      html_.put("td", words);
      html_.close();
    };
    row(Verdict::proved,
        "Everything that could contradict it was looked at, or a game shows that it can be.");
    row(Verdict::refuted,
        "There is a position in which it is false, and the engine played it before this was written.");
    row(Verdict::holds_to_bound, "It held in every position up to a depth; there are more.");
    row(Verdict::sampled, "It held in the games or positions that were tried, which are not all.");
    row(Verdict::not_inductive,
        "A step breaks it, from a position of which nobody knows whether play leads there.");
    row(Verdict::unknown, "A limit was met before there was an answer.");
    row(Verdict::tool_error, "Casebook disagrees with itself; do not rely on it, and report it.");
    html_.close();
    html_.put(
        "p",
        "Coverage: encoded (the case is played here), doubtful (it can be read in more than one way, and "
        "each "
        "reading is a switch), silent (the rulebook leaves it open), explanatory (it has no effect on play), "
        "open (not done). The rules are summarised in words of our own; the rulebook itself is the "
        "publisher's.");
    html_.close();
  }

  const Report& report_;
  Figures figures_;
  Html html_;
  std::set<std::string> labels_, anchors_;
  std::string edition_;
  bool full_ = false;  // no room for pictures any more
};

}  // namespace

std::string record_name(const Finding& finding, size_t side) {
  return fmt::format("{:016x}-{}.record", fingerprint(finding), side + 1);
}

std::string report_html(const Report& report) {
  return Writer(report).run();
}

}  // namespace casebook::report
