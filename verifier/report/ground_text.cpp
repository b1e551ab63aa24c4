// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/ground_text.h"

#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/board/provenance_counts.h"

namespace casebook::report {

std::string ground_text(const board::HexMap& map) {
  size_t attested = 0, reconstructed = 0, unstated = 0;
  std::vector<std::string> of;
  for (const board::ProvenanceCount& one : board::provenance_counts(map)) {
    attested += one.attested, reconstructed += one.reconstructed, unstated += one.unstated;
    const std::string name = with_blanks(one.attribute);
    of.push_back(
        fmt::format("{} of {} of {}", one.attested, one.attested + one.reconstructed + one.unstated, name));
  }
  const size_t all = attested + reconstructed + unstated;
  if (all == 0) return {};
  const std::string facts = fmt::format("{} {} in the file of the map", all, all == 1 ? "fact" : "facts");
  if (attested == all) return fmt::format("The map is attested: all of the {}.", facts);
  std::string rest;
  if (reconstructed > 0) rest += fmt::format(", {} reconstructed", reconstructed);
  if (unstated > 0) rest += fmt::format(", {} without a source", unstated);
  return fmt::format(
      "The map is {}. Of the {}, {} attested by a source{} (attested: {}). On another map the same question may "
      "arise in other hexes.",
      reconstructed == 0 ? "partly of unknown source"
      : attested == 0    ? "a reconstruction"
                         : "partly a reconstruction",
      facts, attested == 1 ? "1 is" : fmt::format("{} are", attested), rest, listed(of, "and"));
}

std::string ground_share_text(const board::HexMap& map) {
  size_t attested = 0, all = 0;
  for (const board::ProvenanceCount& one : board::provenance_counts(map)) {
    attested += one.attested;
    all += one.attested + one.reconstructed + one.unstated;
  }
  if (attested == all) return {};
  return fmt::format("No source attests {} % of their map, so hexes may differ from the printed map.",
                     (100 * (all - attested) + all / 2) / all);
}

}  // namespace casebook::report
