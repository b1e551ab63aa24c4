// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/page.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/base/build_info.h"
#include "engine/language/compile.h"
#include "verifier/finding/counted.h"

namespace casebook::mutate {

namespace {

/// Rounded down, so that nothing is called all that is not.
std::string percent(double score) {
  return fmt::format("{:.1f} %", std::floor(score * 1000) / 10);
}

std::string by_text(const Result& result) {
  std::string text;
  const auto all = result.by();
  for (const char* by : {"data", "claim", "playthrough", "position", "game", "invariant", "end", "finding",
                         "check", "proof", "proof lost", "tool error"}) {
    const auto found = all.find(by);
    if (found != all.end()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", by, found->second);
  }
  return text.empty() ? "nothing" : text;
}

std::string looked_at(const Result& result) {
  if (result.by_verify) return fmt::format("{}, and `verify --prove`", counted(result.claims, "claim"));
  return fmt::format("{}, {}, {}, {}, in {}", counted(result.claims, "claim"),
                     counted(result.records, "playthrough"), counted(result.positions, "position"),
                     counted(result.games, "seeded game"), counted(result.rulesets, "ruleset"));
}

/// For a cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string code(std::string_view text) {
  return text.empty() ? std::string() : "`" + cell(text) + "`";
}

std::string rows(const language::Program& program, const Result& result, Fate fate) {
  std::string text;
  for (const Told& one : result.told) {
    if (one.fate != fate) continue;
    std::string cases;
    for (const language::CaseId label : one.mutant.labels)
      cases += (cases.empty() ? "" : ", ") + program.label_text(label);
    text += fmt::format("| {} | {} | {} | {} | {} |", cases, code(one.mutant.name), cell(one.mutant.what),
                        code(altered_text(program, one.mutant)), place_text(program, one.mutant));
    if (fate == Fate::equivalent) text += fmt::format(" {}: {} |", one.by, cell(one.where));
    text += "\n";
  }
  return text;
}

/// The score without what is noticed only by holding a mutant against the rules as they are, and without
/// recorded games too. Each mutant counts where it was noticed first, so either could be higher.
std::string scores_without(const Result& result) {
  if (result.by_verify) return {};
  size_t compared = 0, recorded = 0, noticed = result.count(Fate::noticed);
  const size_t all = noticed + result.count(Fate::survived);
  if (all == 0) return {};
  for (const Told& one : result.told) {
    if (one.fate != Fate::noticed) continue;
    if (one.by == "position" || one.by == "game") ++compared;
    if (one.by == "playthrough") ++recorded;
  }
  const auto score = [&](size_t count) {
    return percent(static_cast<double>(count) / static_cast<double>(all));
  };
  return fmt::format(
      "{} without positions and games, which are compared with the unchanged rules; {} also without "
      "playthroughs",
      score(noticed - compared), score(noticed - compared - recorded));
}

}  // namespace

std::string place_text(const language::Program& program, const language::Mutant& mutant) {
  if (mutant.place.file >= program.sources.size()) return {};
  return fmt::format("{}:{}", program.sources[mutant.place.file].file, mutant.place.line);
}

std::string summary_text(const Result& result) {
  const size_t noticed = result.count(Fate::noticed), equivalent = result.count(Fate::equivalent),
               survived = result.count(Fate::survived);
  const auto row = [](const char* name, const std::string& line) {
    return fmt::format("{:<12}{}\n", name, line);
  };
  std::string text =
      row("mutants", fmt::format("{} of {} tried", noticed + equivalent + survived, result.all));
  text += row("tried with", looked_at(result));
  text +=
      row("noticed", fmt::format("{}{}", noticed, noticed == 0 ? "" : fmt::format(" ({})", by_text(result))));
  text += row("equivalent", std::to_string(equivalent));
  text += row("survived", std::to_string(survived));
  if (noticed + survived == 0)
    return text + row("score", equivalent == 0 ? "none, because no mutant was tried"
                                               : "none, because every mutant is equivalent");
  return text +
         row("score", fmt::format("{} of the {} that are not equivalent", percent(result.score()),
                                  noticed + survived)) +
         (result.by_verify ? std::string() : row("", scores_without(result)));
}

std::string page_text(const checks::Subject& subject, const Result& result, const std::string& command) {
  const language::Program& program = *subject.program;
  const size_t noticed = result.count(Fate::noticed), equivalent = result.count(Fate::equivalent),
               survived = result.count(Fate::survived);
  std::string text = result.by_verify
                         ? fmt::format("# Mutants of {} that `verify --prove` notices\n\n", subject.id)
                         : fmt::format("# Mutants of {}\n\n", subject.id);
  text += fmt::format(
      "Made by `{}`, casebook {}, rules {:016x}, data {:016x}. The [front page](README.md) explains the "
      "words.\n\n",
      command, version(), language::fingerprint(program), subject.scenario->fingerprint);
  if (result.stopped) text += "It was stopped before its end.\n\n";
  text +=
      fmt::format("**{}** of the mutants that are not equivalent are noticed.\n\n", percent(result.score()));
  if (const std::string without = scores_without(result); !without.empty()) text += without + ".\n\n";
  text += "| | mutants |\n|---|---:|\n";
  text += fmt::format("| tried, of {} | {} |\n", result.all, noticed + equivalent + survived);
  text += fmt::format("| noticed | {} |\n| equivalent | {} |\n| survived | {} |\n\n", noticed, equivalent,
                      survived);
  text += fmt::format("Noticed by: {}. Tried with: {}.\n\n", by_text(result), looked_at(result));
  for (const std::string& one : result.unused) text += fmt::format("Not used: {}.\n", one);
  if (!result.unused.empty()) text += "\n";
  text += "## By kind\n\n| kind | noticed | equivalent | survived | score |\n|---|---:|---:|---:|---:|\n";
  for (const auto& [kind, one] : result.kinds()) {
    const size_t counted = one.noticed + one.survived;
    text +=
        fmt::format("| {} | {} | {} | {} | {} |\n", kind, one.noticed, one.equivalent, one.survived,
                    counted == 0 ? std::string("-")
                                 : percent(static_cast<double>(one.noticed) / static_cast<double>(counted)));
  }
  text += "\n## Survived\n\n";
  if (survived == 0) {
    text += "None.\n";
  } else {
    text += "| case | item | change | text | place |\n|---|---|---|---|---|\n";
    text += rows(program, result, Fate::survived);
  }
  text += "\n## Equivalent\n\n";
  if (equivalent == 0) {
    text += "None.\n";
  } else {
    text += "| case | item | change | text | place | shown by |\n|---|---|---|---|---|---|\n";
    text += rows(program, result, Fate::equivalent);
  }
  return text;
}

}  // namespace casebook::mutate
