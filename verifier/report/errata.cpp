// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/errata.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/example_position.h"
#include "verifier/finding/laid_out.h"
#include "verifier/finding/prose.h"
#include "verifier/finding/witness_text.h"
#include "verifier/report/ground_text.h"
#include "verifier/report/items.h"
#include "verifier/report/ruleset_names.h"

namespace casebook::report {

namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

/// Of a derivation; `casebook ask` and `legal` tell all of it.
constexpr size_t most_lines = 12;
/// Of a game that was looked for.
constexpr size_t most_last_steps = 3;

std::string in_code(const std::string& text) {
  std::string out = printable(text);
  std::replace(out.begin(), out.end(), '`', '\'');
  return "`" + out + "`";
}

/// Where a command to type begins, which goes on to the end of the text; the end where there is none.
size_t command_in(const std::string& text) {
  constexpr std::string_view name = "casebook ";
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::string_view before = std::string_view(text).substr(0, at);
    if (before.empty() || before.ends_with(": ")) return at;
  }
  return text.size();
}

/// Safe inside Markdown: what comes from rules and data is text, never markup. A command is code as it is, so that
/// it can be copied from the file; so is what stands between two backticks. A bar would end the cell of a table.
std::string plain(const std::string& text) {
  std::string out;
  const std::string shown = printable(text);
  const size_t command = command_in(shown);
  size_t refused = 0;  // up to there a backtick is text
  for (size_t at = 0; at < command; ++at) {
    const char c = shown[at];
    if (c == '\n') {
      out += ' ';
      continue;
    }
    if (c == '`' && at >= refused) {
      const size_t end = shown.find('`', at + 1);
      const bool is_code = end < command && end > at + 1 &&
                           shown.substr(at, end - at).find_first_of("|\n") == std::string::npos;
      if (is_code) {
        out += shown.substr(at, end + 1 - at);
        at = end;
        continue;
      }
      if (end < command) refused = end + 1;
    }
    if (std::string_view("\\`*_{}[]<>#|").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return command < shown.size() ? out + in_code(shown.substr(command)) : out;
}

const char* heading(const Finding& finding) {
  if (is_borrowed(finding)) return "Borrowed rules";
  if (wants_decision(finding)) return "The findings in that order";
  if (is_not_counted(finding)) return "Seen only in positions that perhaps no game can reach";
  if (stays_open(finding)) return "Ambiguities with no known effect on play";
  if (finding.concern == Concern::idle) return "Rules that made no difference where they were tried";
  if (finding.concern == Concern::information) return "Notes";
  return is_acknowledged(finding) ? "Acknowledged findings" : "Other findings";
}

/// What stands once above a section instead of in each of its entries.
const char* meaning(const Finding& finding) {
  if (is_borrowed(finding))
    return "Findings about optional rules that this edition borrows from another one. They are for the editor of "
           "that edition, and no count here includes them.";
  if (wants_decision(finding)) return "Below each title stand its kind and its effect on play.";
  if (is_not_counted(finding))
    return "Each position may violate an invariant, and Casebook found no game that has one like it. No count "
           "here includes these findings.";
  if (stays_open(finding))
    return "The rules can be read in several ways, and no position that play may reach was found to differ. A "
           "position that was not tried may still differ.";
  if (finding.concern == Concern::idle)
    return "Without the rule, every position that was tried plays the same: no position needed it, or another rule "
           "does its work. Most of them are no fault.";
  return "They need no answer.";
}

/// What it is counted as: a decision by its effect on play, anything else by its section.
std::string counted_as(const Item& item) {
  const Finding& one = *item.findings.front();
  return wants_decision(one) ? std::string(effect_text(item.weight().effect)) : heading(one);
}

bool has(const Finding& finding, Mark mark) {
  return std::find(finding.marks.begin(), finding.marks.end(), mark) != finding.marks.end();
}

/// With its cases before it; a headline that names the first of them stands alone.
std::string titled(const Finding& finding, const std::string& headline) {
  const std::string first =
      finding.cases.empty() ? std::string() : plain(case_in_text(finding.cases.front().label));
  if (first.empty() || headline.starts_with(first + " ") || headline.starts_with(first + ":"))
    return headline;
  return plain(cases_in_text(finding.cases)) + ": " + headline;
}

/// `4.5 reached in 24 of 24 games; 9.2 never reached in the sample: 310 decisions of 24 games, ...`
std::string often_text(const Finding& finding, const checks::ComeTo& come_to) {
  std::string text;
  for (const CaseName& one : finding.cases) {
    const std::string often = checks::come_to_text(come_to, one.label);
    if (!often.empty()) text += (text.empty() ? "" : "; ") + case_in_text(one.label) + " " + often;
  }
  return text;
}

/// The position at the end of a record, so that it can be laid out; empty where it does not replay.
std::string board_text(const ScenarioPtr& scenario, const runtime::Record& record) {
  Diagnostics diagnostics;
  const runtime::Replay played =
      runtime::replay(record, "witness", runtime::make_compiled_rules(scenario), diagnostics);
  return played.game ? laid_out(*scenario, played.game->position()).text() : std::string();
}

/// One line, or a derivation of several as it stands.
void write_detail(std::string& out, const std::string& detail) {
  std::string text = detail;
  while (text.ends_with("\n")) text.pop_back();
  if (text.find('\n') == std::string::npos) {
    out += fmt::format("- {}\n", plain(text));
    return;
  }
  out += "\n```text\n";
  size_t lines = 0;
  for (size_t at = 0; at < text.size() && lines < most_lines; ++lines) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = printable(text.substr(at, end - at));
    std::replace(line.begin(), line.end(), '`', '\'');
    out += line + "\n";
    at = end + 1;
    if (lines + 1 == most_lines && at < text.size()) out += "...\n";
  }
  out += "```\n\n";
}

/// Where a game is from that no seed gives.
std::string how_it_came(const Witness& witness) {
  if (!witness.sides.empty() && witness.sides.front().record.steps.empty())
    return "Every game begins with this difference.";
  return witness.game > 0
             ? fmt::format("Casebook made game {} of random players shorter.", witness.game)
             : std::string("Casebook steered it to the position, with both sides and the dice helping.");
}

void write_witness(std::string& out, const Witness& witness, const std::string& check,
                   const std::string& played, const std::vector<ScenarioPtr>& rulesets, const Prose& prose) {
  const RulesetNames names = ruleset_names(witness, played, rulesets);
  if (!names.options.empty()) out += fmt::format("- {}\n", plain(with_options_text(names)));
  for (size_t i = 0; i < witness.sides.size(); ++i) {
    const WitnessSide& side = witness.sides[i];
    const auto scenario = std::find_if(rulesets.begin(), rulesets.end(), [&](const ScenarioPtr& one) {
      return one && one->id == side.ruleset;
    });
    if (i == 0) {
      const std::string length = counted(side.record.steps.size(), "step");
      if (side.record.start.empty() && witness.grade == Grade::seen)
        out += fmt::format("- Game: seed {}, game {}, {} from the start\n", side.record.seed,
                           side.record.game, length);
      else if (side.record.start.empty())
        out += fmt::format(
            "- Game: {} from the start. {} {} writes it down\n", length, how_it_came(witness),
            in_code(fmt::format("casebook verify {} --only {} --witnesses FOLDER", in_shell(played), check)));
      if (side.record.start.empty() && witness.grade == Grade::seen)
        out += fmt::format(
            "- To replay it: {}\n",
            in_code(commands_to(side.ruleset, side.record.seed, side.record.game, side.record.steps.size())));
      if (scenario != rulesets.end()) {
        // What follows a made-up position is told step by step, a whole game by where it leads.
        const bool generated = !side.record.start.empty();
        const std::string board =
            generated ? board_text(*scenario, runtime::cut(side.record, 0)) : witness.position;
        const std::string at = generated ? "" : " " + std::string(position_at_text(witness.position_at));
        if (!board.empty())
          out +=
              fmt::format("- Position{} ({}): {}\n", at, grade_text(witness.grade), plain(in_words(board)));
      }
      if (side.record.start.empty() && witness.grade != Grade::seen) {
        const auto& steps = side.record.steps;
        std::vector<std::string> last;
        for (size_t k = steps.size() - std::min(steps.size(), most_last_steps); k < steps.size(); ++k)
          last.push_back(in_code(prose(step_text(steps[k]))));
        if (!last.empty()) out += fmt::format("- The last steps: {}\n", fmt::join(last, "; "));
      }
      if (!side.record.start.empty()) {
        for (const runtime::RecordStep& step : side.record.steps)
          out += fmt::format("- Then: {}\n", in_code(prose(step_text(step))));
      }
    }
    std::vector<std::string> said;
    for (const Assertion& one : side.said)
      said.push_back(one.what == Assertion::What::outcome
                         ? plain(said_in_words(one, prose))
                         : in_code(with_few_members(prose(assertion_text(one)))));
    out += fmt::format("- {}: {}\n", plain(names.sides[i]), fmt::join(said, ", "));
  }
}

/// What is known of the map on which that ruleset is played.
std::string ground_of(const std::string& ruleset, const std::vector<ScenarioPtr>& rulesets) {
  for (const ScenarioPtr& one : rulesets)
    if (one && one->id == ruleset && one->data) return ground_text(one->data->map);
  return {};
}

/// What came out, the position, and how it is known.
/// `elsewhere`: the name of a finding of the same defect that shows a game, or empty.
void write_finding(std::string& out, const Finding& one, const std::string& elsewhere,
                   const std::string& played, const std::vector<ScenarioPtr>& rulesets, const Prose& prose) {
  const bool no_game = no_game_shows(one);
  if (!one.effect.empty()) out += "\n" + plain(prose.sentence(one.effect)) + "\n";
  out += one.text.empty() ? "\n"
                          : fmt::format("\n{}{}\n\n", no_game ? "In a generated position: " : "",
                                        plain(with_few_members(prose.sentence(one.text))));
  if (one.witness)
    if (const std::string why = why_it_stops_text(*one.witness, prose); !why.empty())
      out += plain(with_few_members(why)) + "\n\n";
  for (const std::string& detail : one.details) write_detail(out, with_few_members(prose(detail)));
  if (no_game)
    out += fmt::format(
        "- {} {} writes the generated position into a folder.\n",
        elsewhere.empty() ? std::string(no_position_shown) : elsewhere + " shows a game.",
        in_code(fmt::format("casebook verify {} --only {} --witnesses FOLDER", in_shell(played), one.check)));
  else if (one.witness)
    write_witness(out, *one.witness, one.check, played, rulesets, prose);
  out += fmt::format("- {}.\n", how_come_upon(one));
  out += fmt::format("- {} Fingerprint: `{:016x}`\n", plain(how_known_of_claim(one)), fingerprint(one));
}

/// A line a property: what is proved, and of what is not why.
void write_proofs(std::string& out, const Proofs& proofs) {
  const auto proved = std::count_if(proofs.properties.begin(), proofs.properties.end(),
                                    [](const Property& one) { return one.verdict == Verdict::proved; });
  out += fmt::format(
      "\n## Proofs\n\n{} of {} properties hold when the game begins and after every step that the rules allow. "
      "Proved with {} by {}.\n\n| Property | Case | Verdict | How it is known | Steps proved "
      "|\n|---|---|---|---|--:|\n",
      proved, proofs.properties.size(), plain(proofs.solver), in_code(proofs.command));
  std::string open;
  for (const Property& one : proofs.properties) {
    const auto [steps, of] = steps_proved(one);
    const std::string taken = fmt::format("{}", fmt::join(one.supposing, " and "));
    out += fmt::format("| {} | {} | {}{}{} | {} | {} of {} |\n", in_code(one.name), plain(one.label),
                       verdict_text(one.verdict), one.mark.empty() ? "" : ", " + one.mark,
                       taken.empty() ? "" : plain(", assuming " + taken), plain(one.method), steps, of);
    if (!one.mark_why.empty()) open += fmt::format("- {}: {}.\n", in_code(one.name), plain(one.mark_why));
    if (!one.why.empty())
      open += fmt::format("- {}: {}{}.\n", in_code(one.name), plain(one.why),
                          one.tried.empty() ? "" : "; " + plain(one.tried));
  }
  for (const std::string& one : proofs.contradictions)
    open += fmt::format("- CONTRADICTION: {}.\n", plain(one));
  if (!open.empty()) out += "\n" + open;
  if (!proofs.of_a_page) return;
  out += "\n";
  for (const std::string& one : proofs.remarks) out += plain(one) + "\n";
}

/// What has to be decided, most serious first, with the ground of each.
void write_order(std::string& out, const std::vector<Item>& items, const Prose& prose) {
  const std::vector<const Item*> order = most_serious_first(items);
  if (order.empty()) return;
  out += fmt::format(
      "\n## All findings that need an answer\n\n{}\n\n| No. | Cases | Finding | Severity |\n"
      "|---|---|---|---|\n",
      order_text());
  for (const Item* const item : order) {
    const Finding& one = *item->findings.front();
    out += fmt::format("| {} | {} | {} | {} |\n", item->number, plain(cases_in_text(one.cases)),
                       plain(prose.sentence(headline_of(one))), plain(item->weight().ground));
  }
}

}  // namespace

std::string errata_text(const ErrataHead& head, const std::vector<Finding>& findings,
                        const std::vector<ScenarioPtr>& rulesets) {
  const Prose prose(rulesets);
  const std::string& called = head.called.empty() ? head.ruleset : head.called;
  std::string out = fmt::format("# {}: findings\n\n", plain(head.title));
  out += fmt::format(
      "A list for the editor of the rules: the findings of `casebook verify` in {}. Made by {}; the command "
      "makes it again, so nothing is edited here.\n\n",
      in_code(called), in_code(head.command));
  if (const std::string ground = ground_of(head.ruleset, rulesets); !ground.empty())
    out += plain(ground) + "\n\n";
  std::vector<std::pair<std::string, size_t>> counts;
  const std::vector<Item> items = items_of(findings);
  for (const Item& item : items) {
    const std::string what = counted_as(item);
    if (counts.empty() || counts.back().first != what) counts.emplace_back(what, 0);
    ++counts.back().second;
  }
  out += "| Findings | Number |\n|---|---|\n";
  for (const auto& [what, count] : counts) out += fmt::format("| {} | {} |\n", what, count);
  if (const std::string come_upon = come_upon_text(items); !come_upon.empty()) out += "\n" + come_upon + "\n";
  write_order(out, items, prose);
  std::string section;
  for (const Item& item : items) {
    const Finding& one = *item.findings.front();
    std::vector<std::string> others;
    const std::vector<const Item*> about_the_same = related(item, items);
    for (const Item* const other : about_the_same)
      if (others.size() < most_named) others.push_back(std::to_string(other->number));
    if (about_the_same.size() > others.size())
      others.push_back(fmt::format("{} more", about_the_same.size() - others.size()));
    if (section != heading(one)) {
      section = heading(one);
      out += fmt::format("\n## {}\n\n{}\n", section, meaning(one));
    }
    const std::string cases = cases_in_text(one.cases);
    const std::string also = others.empty()
                                 ? std::string()
                                 : fmt::format("Also about {}: finding{} {}", plain(cases),
                                               others.size() == 1 ? "" : "s", listed(others, "and"));
    if (one.concern == Concern::idle || one.concern == Concern::information) {
      const std::string& headline = headline_of(one);
      out +=
          fmt::format("\n{}. {}{}{} ({}{}{}, `{:016x}`)\n", item.number,
                      titled(one, plain(prose.sentence(headline))), headline.ends_with("?") ? "" : ".",
                      (one.effect.empty() ? "" : " " + plain(prose.sentence(one.effect))) +
                          (one.text.empty() ? "" : " " + plain(with_few_members(prose.sentence(one.text)))),
                      one.kind.empty() || stays_open(one) ? "" : one.kind + ", ", verdict_text(one.verdict),
                      has(one, Mark::borrowed) ? ", BORROWED" : "", fingerprint(one));
      for (const TextPlace& place : one.places)
        if (one.concern == Concern::idle)
          out += fmt::format("   {}:{}: {}\n", plain(place.file), place.line, in_code(place.text));
      if (const Item* const asked = asked_in(one, items))
        out += fmt::format("   {}: finding {} asks for the answer.\n", plain(capitalised(one.same_as->why)),
                           asked->number);
      if (!also.empty()) out += "   " + also + "\n";
      continue;
    }
    out +=
        fmt::format("\n### {}. {}\n", item.number,
                    titled(one, item.findings.size() == 1 || item.is_joined()
                                    ? plain(prose.sentence(headline_of(one)))
                                    : fmt::format("{} findings about the same lines", item.findings.size())));
    if (wants_decision(one))
      out += fmt::format("\n*{}. {}.*\n", kind_text(one), effect_text(item.weight().effect));
    for (size_t i = 0; i < item.findings.size(); ++i) {
      const Finding& each = *item.findings[i];
      if (item.findings.size() > 1)
        out += fmt::format("\n**{}. {}**\n", item.name_of(i), plain(prose.sentence(headline_of(each))));
      if (each.same_as && item.is_joined())
        out += fmt::format("\nThe same defect as {}: {}.\n", item.name_of(0),
                           plain(prose.sentence(each.same_as->why)));
      const Finding* const shown = item.shown_by(each);
      write_finding(out, each, shown == nullptr ? std::string() : item.name_of(*shown), head.ruleset,
                    rulesets, prose);
    }
    for (const Finding* const each : item.repeats)
      out += fmt::format("- {}: check {}, fingerprint `{:016x}`.\n", found_without_the_mark,
                         in_code(each->check), fingerprint(*each));
    out += fmt::format("- Severity{}: {}\n", item.findings.size() == 1 ? "" : " of " + item.names(),
                       plain(item.weight().ground));
    for (const TextPlace& place : one.places)
      out += fmt::format("- Place: {}:{}: {}\n", plain(place.file), place.line, in_code(place.text));
    if (!also.empty()) out += "- " + also + "\n";
    if (const std::string often = often_text(one, head.come_to); !often.empty())
      out += fmt::format("- In games of random players: {}\n", plain(often));
    out += fmt::format("- Status: {}. Answer of the editor:\n",
                       has(one, Mark::acknowledged) ? "acknowledged" : "open");
  }
  if (head.proofs)
    write_proofs(out, *head.proofs);
  else if (!head.ruleset.empty())
    out += fmt::format(
        "\n## Proofs\n\nNot part of this list: {} proves properties for every position at once.\n",
        in_code("casebook verify " + called + " --prove"));
  if (!head.asked.empty()) out += "\n## Checks that ran\n\n";
  for (const std::string& one : head.asked) out += fmt::format("- {}\n", plain(one));
  return out;
}

}  // namespace casebook::report
