// SPDX-License-Identifier: Apache-2.0
#pragma once

// Findings of the verifier that somebody has looked at and accepted: `acknowledged.json`, beside a scenario
// or in the folder of an edition. Format "casebook/acknowledged", version 1; docs/formats/acknowledged.md.

#include <optional>
#include <string>
#include <vector>

#include "engine/board/data.h"

namespace casebook::board {

struct Acknowledgement {
  std::string fingerprint;  // of the finding: 16 hexadecimal digits
  std::string who, why;
  std::string check, subject;  // what it was, for the reader; may be empty
  Extras extras;
  Span place;
  bool operator==(const Acknowledgement&) const = default;
};

struct Acknowledgements {
  std::string file;
  std::string title;
  std::vector<Acknowledgement> all;  // no fingerprint twice
  Extras extras;
};

/// nullopt with errors; D0114 for what is no fingerprint, D0121 for one that comes twice.
std::optional<Acknowledgements> read_acknowledgements(const std::string& text, const std::string& file,
                                                      Diagnostics& diagnostics);
std::string write_acknowledgements(const Acknowledgements& list);

}  // namespace casebook::board
