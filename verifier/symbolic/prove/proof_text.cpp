// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/proof_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/runtime/control.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/finding.h"
#include "verifier/symbolic/prove/property_marks.h"
#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

using language::Program;
using language::SiteKind;
using nlohmann::ordered_json;

namespace {

/// The cases that the proofs of an invariant needed, each once.
std::vector<std::string> cases_of(const Program& program, const Induction& induction, Id invariant) {
  std::vector<std::string> cases;
  for (const ProofCell& cell : induction.cells)
    if (cell.invariant == invariant && cell.due)
      for (const CaseId label : cell.labels) cases.push_back(program.label_text(label));
  std::sort(cases.begin(), cases.end());
  cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
  return cases;
}

// Of own_properties.
constexpr size_t no_fault = 0, winner = 1, can_choose = 2;

struct Subject {
  std::string name, label;
};
/// An invariant of the rules, or what is asked of every game.
Subject subject_of(const Program& program, size_t property) {
  if (property >= program.invariants.size())
    return {std::string(own_properties[property - program.invariants.size()]), asked_of(program, property)};
  return {program.invariants[property].name, asked_of(program, property)};
}

std::string mark_of(const Induction& induction, size_t property) {
  return property < induction.marks.size() ? mark_line(induction.marks[property]) : "";
}

std::string to_text(const Program& program, const ProofCell& cell) {
  return cell.to < 0 ? "" : runtime::site_text(program, cell.to);
}

}  // namespace

std::string contradiction_text(const Program& program, const Contradiction& one) {
  std::vector<std::string> names, where;
  for (const Id id : one.invariants)
    names.push_back(fmt::format("{} ({})", program.invariants[id].name,
                                program.label_text(program.invariants[id].label)));
  for (const int32_t site : one.sites) where.push_back(place_of_mark(program, site));
  const std::string at = fmt::format("no position at {}", fmt::join(where, ", "));
  if (names.size() == 1) return fmt::format("{} contradicts itself: {} satisfies it", names[0], at);
  return fmt::format("{} contradict one another: {} satisfies {}{}", fmt::join(names, " and "), at,
                     names.size() == 2 ? "both" : "all of them",
                     one.fewest ? "" : " (whether fewer of them already do so is undecided)");
}

std::string nobody_comes_text(const Program& program, const NobodyComes& one) {
  return fmt::format(
      "play never reaches {}: no position there has what is proved of it{}, so proofs of steps from there "
      "say nothing",
      place_of_mark(program, one.site),
      one.needs.empty() ? "" : fmt::format(" ({})", fmt::join(one.needs, "; ")));
}

std::string mark_line(const PropertyMark& mark) {
  if (!mark.mark) return {};
  return fmt::format("{}: {}{}", mark_text(*mark.mark), mark.why,
                     mark.needs.empty() ? "" : fmt::format(", shown by {}", fmt::join(mark.needs, "; ")));
}

std::string asked_of(const Program& program, size_t property) {
  const size_t invariants = program.invariants.size();
  if (property < invariants) return program.label_text(program.invariants[property].label);
  return property == invariants + winner ? "every game that ends" : "every game";
}

std::vector<std::string> supposing(const Program& program, const Induction& induction, size_t property) {
  if (induction.verdicts[property] != Verdict::proved) return {};
  const size_t invariants = program.invariants.size();
  std::vector<std::string> all;
  const auto suppose = [&](size_t own, std::string_view what) {
    const size_t other = invariants + own;
    const bool is_asked = other < induction.asked.size() && induction.asked[other];
    if (is_asked && induction.verdicts[other] == Verdict::proved) return;
    all.push_back(fmt::format("{} ({} {})", what, own_properties[own],
                              is_asked ? fmt::format("is {}", verdict_text(induction.verdicts[other]))
                                       : std::string("was not checked")));
  };
  if (property == invariants + no_fault) return induction.not_counted;
  if (property < invariants) {
    const language::InvariantWhere where = program.invariants[property].where;
    if (where == language::InvariantWhere::every_step || where == language::InvariantWhere::end_of_procedure)
      suppose(no_fault, "that no rule faults");
  } else if (property == invariants + winner) {
    suppose(no_fault, "that no rule faults");
    suppose(can_choose, "that every player has a choice");
  } else if (property == invariants + can_choose) {
    suppose(no_fault, "that no rule faults");
  }
  return all;
}

std::vector<std::string> mined_under(const Induction& induction, size_t property) {
  std::set<Id> needed;
  for (const ProofCell& cell : induction.cells)
    if (static_cast<size_t>(cell.invariant) == property && cell.due && cell.verdict == Verdict::proved)
      needed.insert(cell.mined.begin(), cell.mined.end());
  std::vector<std::string> texts;
  for (const Id one : needed) texts.push_back(induction.mined[static_cast<size_t>(one)]);
  return texts;
}

std::vector<std::string> mined_needed(const Induction& induction) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < induction.mined.size(); ++i)
    if (induction.mined_needed[i]) texts.push_back(induction.mined[i]);
  return texts;
}

std::string_view method_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "induction over every step, with Z3";
    case Verdict::refuted:
      return "play, with a record that replays";
    case Verdict::not_inductive:
      return "a position from Z3, confirmed by the engine";
    case Verdict::tool_error:
      return "Z3 and the engine disagree";
    default:
      return "induction, not finished";
  }
}

std::string action_text(const Program& program, const ProofCell& cell) {
  if (cell.site < 0) return "the start";
  const language::Site& site = program.sites[cell.site];
  const std::string where = runtime::site_text(program, cell.site);
  if (site.kind == SiteKind::roll) return where + " roll";
  if (site.kind == SiteKind::draw) return where + " draw";
  if (cell.alternative == any_of_them) return where + " choice";
  const ActionId action = site.alternatives[static_cast<size_t>(plain(cell.alternative))].action;
  return where + " " + program.actions[action].name + (is_guard(cell.alternative) ? " asked" : "");
}

std::string induction_text(const runtime::Scenario& scenario, const Induction& induction, bool all) {
  const Program& program = *scenario.program;
  std::string text;
  for (size_t i = 0; i < induction.verdicts.size(); ++i) {
    const Subject subject = subject_of(program, i);
    size_t cells = 0, proved = 0;
    for (const ProofCell& cell : induction.cells) {
      if (cell.invariant != static_cast<Id>(i) || !cell.due) continue;
      ++cells;
      proved += cell.verdict == Verdict::proved ? 1 : 0;
    }
    if (cells == 0) {
      if (const std::string mark = mark_of(induction, i); !mark.empty())
        text += fmt::format("{} ({}) is not checked\n  {}\n", subject.name, subject.label, mark);
      continue;
    }
    const std::vector<std::string> cases = cases_of(program, induction, static_cast<Id>(i));
    const std::vector<std::string> taken = supposing(program, induction, i);
    text += fmt::format("{} {} ({}){}: {} of {} steps proved", verdict_text(induction.verdicts[i]),
                        subject.name, subject.label,
                        taken.empty() ? "" : fmt::format(", assuming {}", fmt::join(taken, " and ")), proved,
                        cells);
    if (!cases.empty()) text += "; rests on " + fmt::format("{}", fmt::join(cases, ", "));
    if (const size_t mined = mined_under(induction, i).size(); mined > 0)
      text += (cases.empty() ? "; rests on " : " and on ") + counted(mined, "mined invariant");
    text += "\n";
    if (const std::string mark = mark_of(induction, i); !mark.empty()) text += "  " + mark + "\n";
    if (i < induction.tried.size() && !induction.tried[i].empty()) text += "  " + induction.tried[i] + "\n";
    for (const ProofCell& cell : induction.cells) {
      if (cell.invariant != static_cast<Id>(i)) continue;
      if (!all && (!cell.due || cell.verdict == Verdict::proved)) continue;
      const std::string to = cell.to < 0 ? "" : " to " + to_text(program, cell);
      text += fmt::format("  {} {}{}{}{}{}\n", verdict_text(cell.verdict), action_text(program, cell), to,
                          cell.due ? "" : " (not checked in play)", cell.why.empty() ? "" : ": " + cell.why,
                          cell.follows ? ", after the assumption there failed" : "");
    }
  }
  for (const Contradiction& one : induction.contradictions)
    text += "CONTRADICTION " + contradiction_text(program, one) + "\n";
  for (const NobodyComes& one : induction.nobody_comes) text += nobody_comes_text(program, one) + "\n";
  for (const std::string& one : induction.undecided) text += "undecided: " + one + "\n";
  return text;
}

std::vector<std::string> unused_cases(const Program& program, const Induction& induction) {
  std::set<CaseId> used;
  for (const ProofCell& cell : induction.cells)
    if (cell.due) used.insert(cell.labels.begin(), cell.labels.end());
  std::set<std::string> unused;
  for (const language::Action& action : program.actions)
    for (const language::Requirement& requirement : action.requires_)
      if (requirement.label != language::none && used.count(requirement.label) == 0)
        unused.insert(program.label_text(requirement.label));
  for (const CaseId label : used) unused.erase(program.label_text(label));
  return {unused.begin(), unused.end()};
}

ordered_json induction_json(const runtime::Scenario& scenario, const Induction& induction) {
  const Program& program = *scenario.program;
  ordered_json all = ordered_json::array();
  for (size_t i = 0; i < induction.verdicts.size(); ++i) {
    const Subject subject = subject_of(program, i);
    ordered_json cells = ordered_json::array();
    for (const ProofCell& cell : induction.cells) {
      if (cell.invariant != static_cast<Id>(i)) continue;
      ordered_json one{{"step", action_text(program, cell)}};
      if (cell.to >= 0) one["to"] = to_text(program, cell);
      one["asked"] = cell.due;
      one["verdict"] = verdict_text(cell.verdict);
      if (!cell.why.empty()) one["why"] = cell.why;
      if (!cell.labels.empty()) {
        one["needed"] = ordered_json::array();
        for (const CaseId label : cell.labels) one["needed"].push_back(program.label_text(label));
      }
      one["resources"] = cell.resources;
      if (cell.witness) one["witness"] = witness_json(*cell.witness);
      if (cell.small) one["small"] = witness_json(*cell.small);
      cells.push_back(std::move(one));
    }
    if (cells.empty()) continue;
    ordered_json line{{"invariant", subject.name},
                      {"case", subject.label},
                      {"verdict", verdict_text(induction.verdicts[i])},
                      {"method", method_of(induction.verdicts[i])}};
    if (const std::string mark = mark_of(induction, i); !mark.empty()) {
      line["mark"] = mark_text(*induction.marks[i].mark);
      line["markWhy"] = mark;
    }
    if (const auto taken = supposing(program, induction, i); !taken.empty()) line["supposing"] = taken;
    if (!induction.reasons[i].empty()) line["why"] = induction.reasons[i];
    if (i < induction.tried.size() && !induction.tried[i].empty()) line["tried"] = induction.tried[i];
    if (const auto mined = mined_under(induction, i); !mined.empty()) line["mined"] = mined;
    line["needed"] = cases_of(program, induction, static_cast<Id>(i));
    line["steps"] = std::move(cells);
    all.push_back(std::move(line));
  }
  return all;
}

}  // namespace casebook::symbolic
