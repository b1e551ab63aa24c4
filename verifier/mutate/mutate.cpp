// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/mutate.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/base/in_parallel.h"
#include "engine/base/random.h"
#include "engine/runtime/rules.h"
#include "verifier/mutate/journal.h"
#include "verifier/mutate/noticer.h"

namespace casebook::mutate {

using language::Grain;
using language::Mutant;
using language::MutantOf;
using language::Program;

std::string_view fate_text(Fate fate) {
  switch (fate) {
    case Fate::noticed:
      return "noticed";
    case Fate::equivalent:
      return "equivalent";
    case Fate::survived:
      return "survived";
    default:
      return "not tried";
  }
}

size_t Result::count(Fate fate) const {
  return static_cast<size_t>(
      std::count_if(told.begin(), told.end(), [&](const Told& one) { return one.fate == fate; }));
}

double Result::score() const {
  const auto noticed = static_cast<double>(count(Fate::noticed));
  const auto survived = static_cast<double>(count(Fate::survived));
  return noticed + survived == 0 ? 1 : noticed / (noticed + survived);
}

std::map<std::string, size_t> Result::by() const {
  std::map<std::string, size_t> counts;
  for (const Told& one : told) {
    if (one.fate == Fate::noticed) ++counts[one.by];
  }
  return counts;
}

std::map<std::string, Result::Kind> Result::kinds() const {
  std::map<std::string, Kind> kinds;
  for (const Told& one : told) {
    if (one.fate == Fate::not_asked) continue;
    Kind& kind = kinds[language::mutant_kind(one.mutant)];
    ++(one.fate == Fate::noticed      ? kind.noticed
       : one.fate == Fate::equivalent ? kind.equivalent
                                      : kind.survived);
  }
  return kinds;
}

namespace {

/// All of the rules, in the order of the text.
std::vector<Mutant> of_the_rules(const Program& program) {
  std::vector<Mutant> all;
  for (const Grain grain : {Grain::line, Grain::expression}) {
    for (Mutant& one : language::mutants(program, grain)) {
      if (one.of == MutantOf::rule) all.push_back(std::move(one));
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Mutant& a, const Mutant& b) {
    return std::pair(a.place.file, a.place.begin) < std::pair(b.place.file, b.place.begin);
  });
  return all;
}

/// So many of them, each with the same chance, in their order.
void draw(std::vector<Mutant>& all, uint64_t wanted, uint64_t seed) {
  Random random(seed, 0x6d7574616e74);
  std::vector<Mutant> drawn;
  size_t left = wanted;
  for (size_t i = 0; i < all.size() && left > 0; ++i) {
    if (random.below(static_cast<uint32_t>(all.size() - i)) >= left) continue;
    drawn.push_back(std::move(all[i]));
    --left;
  }
  all = std::move(drawn);
}

}  // namespace

Result mutate(const checks::Subject& subject, const Settings& settings, Journal* journal) {
  Result result;
  result.by_verify = settings.by_verify;
  const Program& program = *subject.program;
  std::vector<Mutant> all = of_the_rules(program);
  result.all = all.size();
  if (!settings.cases.empty()) {
    std::erase_if(all, [&](const Mutant& one) {
      return std::none_of(one.labels.begin(), one.labels.end(), [&](language::CaseId label) {
        return std::count(settings.cases.begin(), settings.cases.end(), program.label_text(label)) != 0;
      });
    });
  }
  if (settings.mutants != 0 && settings.mutants < all.size()) draw(all, settings.mutants, settings.seed);
  for (Mutant& one : all) {
    result.told.push_back({std::move(one), Fate::not_asked, {}, {}});
    if (journal != nullptr && journal->recall(result.told.back())) ++result.recalled;
  }
  if (settings.tell) settings.tell(0, result.told.size());

  std::optional<Noticer> made;
  try {
    made.emplace(subject, settings, result);
  } catch (const runtime::ListingStopped&) {  // while the original was played
    result.stopped = true;
    return result;
  }
  const Noticer& noticer = *made;
  if (noticer.rulesets().empty()) return result;
  std::mutex guard;
  size_t done = 0;
  std::atomic<bool> stopped{false};
  in_parallel(
      result.told.size(),
      [&](size_t i, size_t) {
        const bool known = result.told[i].fate != Fate::not_asked;
        if (!known) {
          Told asked = result.told[i];
          try {
            noticer.ask(asked);
          } catch (const runtime::ListingStopped&) {  // it was not tried to the end
            stopped = true;
            return;
          }
          result.told[i] = std::move(asked);
        }
        const std::lock_guard<std::mutex> lock(guard);
        ++done;
        if (!known && journal != nullptr && !journal->write(result.told[i])) stopped = true;
        if (settings.tell) settings.tell(done, result.told.size());
      },
      [&] {
        if (settings.go_on && !settings.go_on()) stopped = true;
        return !stopped;
      });
  result.stopped = stopped && result.count(Fate::not_asked) > 0;
  return result;
}

std::string altered_text(const Program& program, const Mutant& mutant, size_t most) {
  std::string text;
  for (const char c : program.text_of(mutant.place)) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (text.size() <= most) return text;
  size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return text.substr(0, cut) + " ...";
}

}  // namespace casebook::mutate
