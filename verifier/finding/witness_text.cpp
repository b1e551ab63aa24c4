// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/witness_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "verifier/finding/counted.h"

namespace casebook {

namespace {

std::string graded(Grade grade) {
  const int number = grade_number(grade);
  return number == 0 ? std::string(grade_text(grade))
                     : fmt::format("grade {}: {}", number, grade_text(grade));
}

}  // namespace

std::string position_line(const Witness& witness) {
  if (witness.position.empty())
    return fmt::format("position ({}): {} on the map", graded(witness.grade),
                       counted(static_cast<uint64_t>(witness.units), "unit"));
  const std::string at =
      is_after_steps(witness) ? " " + std::string(position_at_text(witness.position_at)) : std::string();
  return fmt::format("position{} ({}): {}", at, graded(witness.grade), witness.position);
}

bool is_after_steps(const Witness& witness) {
  return witness.position_at == PositionAt::end || witness.position_at == PositionAt::before_last_step;
}

std::string said_in_words(const Assertion& assertion, const Prose& prose) {
  const bool is_choice = assertion.what == Assertion::What::permitted ||
                         assertion.what == Assertion::What::refused ||
                         assertion.what == Assertion::What::not_offered;
  return is_choice ? prose(said_text(assertion)) : prose.sentence(said_text(assertion));
}

bool same_steps(const WitnessSide& a, const WitnessSide& b) {
  return a.record.start.empty() == b.record.start.empty() &&
         std::equal(a.record.steps.begin(), a.record.steps.end(), b.record.steps.begin(),
                    b.record.steps.end(),
                    [](const auto& one, const auto& other) { return one.text == other.text; });
}

WithCommands with_commands(std::string_view text) {
  const size_t at = text.find(" (casebook ");
  if (at == std::string_view::npos || !text.ends_with(')')) return {std::string(text), {}};
  WithCommands out{std::string(text.substr(0, at)) + ":", {}};
  const std::string_view commands = text.substr(at + 2, text.size() - at - 3);
  for (size_t from = 0; from < commands.size();) {
    const size_t end = std::min(commands.find("; ", from), commands.size());
    out.commands.emplace_back(commands.substr(from, end - from));
    from = end + 2;
  }
  return out;
}

}  // namespace casebook
