// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/align/unread.h"

#include "engine/program/reads_writes.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::compare {

std::set<std::string> unread_state(const Alignment& alignment, size_t side) {
  const language::Program& program = alignment.settled(side).program();
  language::ReadsWrites reads(program);
  language::Cells read;
  if (program.game != language::none) read = reads.procedure(program.game).reads;
  if (program.settle != language::none) read.add(reads.procedure(program.settle).reads);
  for (size_t i = 0; i < program.watches.size(); ++i) read.add(reads.watch(static_cast<WatchId>(i)));
  // By the names of the first ruleset, as differences are called.
  const runtime::PositionNames names(*alignment.scenario(0).program);
  const auto& states = alignment.from(0).states;
  std::set<std::string> unread;
  for (size_t i = 0; i < states.size(); ++i) {
    const StateId id = side == 0 ? static_cast<StateId>(i) : states[i];
    if (states[i] == language::none || read.states.count(id) != 0) continue;
    unread.insert(names.states[i]);
  }
  return unread;
}

}  // namespace casebook::compare
