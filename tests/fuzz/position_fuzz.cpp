// SPDX-License-Identifier: Apache-2.0
// Any bytes as a position: what is loaded saves and loads again to the same bytes, and can be asked about,
// however odd it is.
#include "engine/runtime/records/position_check.h"
#include "engine/runtime/records/position_file.h"
#include "tests/fuzz/gauntlet.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook;
  using namespace casebook::runtime;
  using fuzz::demand;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Scenario& scenario = *fuzz::gauntlet();
  const PositionOptions options{.under_other_rules = true};
  Diagnostics diagnostics;
  const auto position = load_position(scenario, text, "fuzz", diagnostics, options);
  demand(position.has_value() == !diagnostics.has_errors(), "a position or an error");
  fuzz::check_diagnostics(diagnostics);
  Diagnostics of_the_head;
  const auto identity = position_identity(text, "fuzz", of_the_head);
  demand(identity.has_value() || of_the_head.has_errors(), "an identity or an error");
  if (!position) return 0;
  demand(position->hash() == position->hash_afresh(), "the hash is that taken afresh");
  const std::string saved = position_text(scenario, *position);
  Diagnostics none;
  const auto again = load_position(scenario, saved, "fuzz", none);
  demand(again.has_value() && none.empty(), "what is saved can be loaded", diagnostics_text(none) + saved);
  demand(again->words() == position->words(), "and is the same bytes", saved);
  demand(position_text(scenario, *again) == saved, "and is saved alike", saved);
  ReferenceRules rules(fuzz::gauntlet());
  check_position(rules, *position, "fuzz", diagnostics);
  fuzz::check_diagnostics(diagnostics);
  return 0;
}
