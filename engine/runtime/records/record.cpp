// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/record.h"

#include "engine/base/text.h"

namespace casebook::runtime {

namespace {

/// One line stays one line, whatever the text holds.
std::string one_line(std::string_view text) {
  return printable(text);
}

void add_notes(std::string& out, const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    for (const std::string_view line : split(note, '\n')) {
      out += ';';
      if (!line.empty()) out += ' ' + one_line(line);
      out += '\n';
    }
  }
}

void add_head(std::string& out, std::string_view key, std::string_view value) {
  out += key;
  out += ' ';
  out += one_line(value);
  out += '\n';
}

/// The lines of an embedded position, each set in by two blanks.
void add_start(std::string& out, std::string_view start) {
  out += "start\n";
  while (!start.empty() && start.back() == '\n') start.remove_suffix(1);
  for (const std::string_view line : split(start, '\n')) {
    out += "  ";
    out += line;
    out += '\n';
  }
}

}  // namespace

std::string_view step_kind_name(StepKind kind) {
  switch (kind) {
    case StepKind::choice:
      return "choice";
    case StepKind::roll:
      return "roll";
    case StepKind::draw:
      return "draw";
  }
  return "";
}

std::string record_text(const Record& record) {
  std::string out = "casebook record " + std::to_string(record_version) + "\n";
  if (!record.ruleset.edition.empty()) add_head(out, "edition", record.ruleset.edition);
  if (!record.ruleset.scenario.empty()) add_head(out, "scenario", record.ruleset.scenario);
  for (const auto& [name, value] : record.ruleset.switches) add_head(out, "switch", name + " " + value);
  if (record.ruleset.rules != 0) add_head(out, "rules", fingerprint_text(record.ruleset.rules));
  if (record.ruleset.data != 0) add_head(out, "data", fingerprint_text(record.ruleset.data));
  add_head(out, "random", record.random);
  add_head(out, "seed", std::to_string(record.seed));
  add_head(out, "game", std::to_string(record.game));
  add_head(out, "dice", record.seeded_dice ? "seed" : "typed");
  if (!record.players.empty()) {
    std::string players;
    for (const std::string& player : record.players) players += (players.empty() ? "" : ", ") + player;
    add_head(out, "players", players);
  }
  for (const auto& [key, value] : record.others) add_head(out, key, value);
  if (!record.start.empty()) add_start(out, record.start);
  out += '\n';
  add_notes(out, record.notes);
  size_t number = 0;
  for (const RecordStep& step : record.steps) {
    out += std::to_string(++number) + ' ';
    if (step.kind == StepKind::choice) {
      out += one_line(step.player) + ": ";
    } else {
      out += step_kind_name(step.kind);
      out += ' ';
    }
    out += one_line(step.text) + '\n';
    add_notes(out, step.notes);
  }
  out += "outcome " + one_line(record.outcome) + '\n';
  return out;
}

Record cut(const Record& record, size_t steps) {
  if (steps >= record.steps.size()) return record;
  Record result = record;
  result.steps.resize(steps);
  result.outcome = "open";
  result.complete = true;
  result.outcome_line = 0;
  return result;
}

}  // namespace casebook::runtime
