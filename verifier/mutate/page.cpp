// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/page.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/base/build_info.h"
#include "engine/language/compile.h"

namespace casebook::mutate {

namespace {

/// Rounded down, so that nothing is called all that is not.
std::string percent(double score) {
  return fmt::format("{:.1f} %", std::floor(score * 1000) / 10);
}

std::string by_text(const Result& result) {
  std::string text;
  const auto all = result.by();
  for (const char* by : {"data", "claim", "playthrough", "position", "game", "invariant", "end", "finding"}) {
    const auto found = all.find(by);
    if (found != all.end()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", by, found->second);
  }
  return text.empty() ? "nothing" : text;
}

std::string looked_at(const Result& result) {
  return fmt::format("{} claims, {} playthroughs, {} positions, {} seeded games; {} rulesets", result.claims,
                     result.records, result.positions, result.games, result.rulesets);
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
    for (const language::Id label : one.mutant.labels)
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
      "{} without positions and games, which are held against the rules as they are; {} without playthroughs "
      "too",
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
  std::string text = fmt::format("{} of {} mutants asked; looked at: {}\n", noticed + equivalent + survived,
                                 result.all, looked_at(result));
  text += fmt::format("noticed {}: {}\n", noticed, by_text(result));
  text += fmt::format("equivalent, shown {}; noticed by nothing {}\n", equivalent, survived);
  if (noticed + survived == 0)
    text += "no score: every mutant is equivalent, so there is nothing to notice\n";
  else
    text += fmt::format("score {} (of {} that are not equivalent)\n", percent(result.score()),
                        noticed + survived) +
            scores_without(result) + "\n";
  return text;
}

std::string page_text(const checks::Subject& subject, const Result& result, const std::string& command) {
  const language::Program& program = *subject.program;
  const size_t noticed = result.count(Fate::noticed), equivalent = result.count(Fate::equivalent),
               survived = result.count(Fate::survived);
  std::string text = fmt::format("# Mutants of {}\n\n", subject.id);
  text += fmt::format(
      "Made by `{}`, casebook {}, rules {:016x}, data {:016x}. What the words mean: "
      "[mutants](README.md).\n\n",
      command, version(), language::fingerprint(program), subject.scenario->fingerprint);
  if (result.stopped) text += "It was stopped before its end.\n\n";
  text +=
      fmt::format("**{}** of the mutants that are not equivalent are noticed.\n\n", percent(result.score()));
  if (const std::string without = scores_without(result); !without.empty()) text += without + ".\n\n";
  text += "| | mutants |\n|---|---:|\n";
  text += fmt::format("| asked, of {} | {} |\n", result.all, noticed + equivalent + survived);
  text += fmt::format("| noticed | {} |\n| equivalent, shown | {} |\n| noticed by nothing | {} |\n\n",
                      noticed, equivalent, survived);
  text += fmt::format("Noticed by: {}. Looked at: {}.\n\n", by_text(result), looked_at(result));
  for (const std::string& one : result.unused) text += fmt::format("Not looked at: {}.\n", one);
  if (!result.unused.empty()) text += "\n";
  text += "## By kind\n\n| kind | noticed | equivalent | by nothing | score |\n|---|---:|---:|---:|---:|\n";
  for (const auto& [kind, one] : result.kinds()) {
    const size_t counted = one.noticed + one.survived;
    text +=
        fmt::format("| {} | {} | {} | {} | {} |\n", kind, one.noticed, one.equivalent, one.survived,
                    counted == 0 ? std::string("-")
                                 : percent(static_cast<double>(one.noticed) / static_cast<double>(counted)));
  }
  text += "\n## Nothing notices\n\n";
  if (survived == 0) {
    text += "None.\n";
  } else {
    text += "| case | of | what is altered | text | place |\n|---|---|---|---|---|\n";
    text += rows(program, result, Fate::survived);
  }
  text += "\n## Equivalent\n\n";
  if (equivalent == 0) {
    text += "None.\n";
  } else {
    text += "| case | of | what is altered | text | place | shown by |\n|---|---|---|---|---|---|\n";
    text += rows(program, result, Fate::equivalent);
  }
  return text;
}

}  // namespace casebook::mutate
