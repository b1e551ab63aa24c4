// SPDX-License-Identifier: Apache-2.0
// Any bytes as a record: what is read is written and read alike, and replays as far as it is lawful; that
// much replays in full.
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "tests/fuzz/gauntlet.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook;
  using namespace casebook::runtime;
  using fuzz::demand;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const Record record = parse_record(text, "fuzz", diagnostics);
  fuzz::check_diagnostics(diagnostics);
  const std::string written = record_text(record);
  Diagnostics more;
  const Record again = parse_record(written, "fuzz", more);
  demand(record_text(again) == written, "a record is written as it was read", written);
  if (diagnostics.has_errors()) return 0;
  demand(!more.has_errors(), "what is written can be read", diagnostics_text(more) + written);
  demand(again.steps.size() == record.steps.size(), "and has the same steps", written);

  const auto rules = [] { return std::make_unique<ReferenceRules>(fuzz::gauntlet()); };
  Diagnostics of_replay;
  const Replay replayed = replay(record, "fuzz", rules(), of_replay, {.under_other_rules = true});
  demand(replayed.good || of_replay.has_errors(), "a good replay or an error");
  fuzz::check_diagnostics(of_replay);
  if (!replayed.game) return 0;
  demand(replayed.game->step_count() == replayed.steps, "every step replayed is played");
  Diagnostics none;
  const Replay own = replay(replayed.game->record(), "fuzz", rules(), none);
  demand(own.good && none.empty(), "what was replayed replays", diagnostics_text(none) + written);
  demand(own.game->position() == replayed.game->position(), "and ends alike");
  return 0;
}
