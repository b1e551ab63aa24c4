// SPDX-License-Identifier: Apache-2.0
// Choices: written out, put in order, preferred; subsets of candidates.

#include <algorithm>
#include <bit>

#include "engine/platform/console.h"
#include "engine/runtime/compiled/machine.h"

namespace casebook::runtime::compiled {

void Machine::look_whether_to_stop(uint64_t done) {
  if (done % listed_between_looks != 0 || !platform::stop_requested()) return;
  reset();
  forget_choices();
  loaded_ = false;
  throw ListingStopped{};
}

void Machine::emit(const ChoiceForm& form) {
  Choice& choice = choices_.emplace_back();
  choice.alternative = form.alternative;
  for (size_t i = 0; i < form.singles.size(); ++i)
    choice.singles[i] = static_cast<int16_t>(value(form.singles[i]));
  if (form.path >= 0) {
    const int64_t steps = value(form.path);
    for (int64_t i = 0; i < steps; ++i)
      choice.path[static_cast<size_t>(i)] =
          static_cast<int16_t>(value(form.path + 2 + static_cast<Address>(i)));
  }
  if (form.mask >= 0) choice.set = m_[form.mask];
  for (const Address best : form.best_values) choice_values_.push_back(value(best));
  look_whether_to_stop(choices_.size());
}

void Machine::emit_members(const ChoiceForm& form, Address set, Address member, uint32_t words) {
  for (uint32_t word = 0; word < words; ++word) {
    for (uint64_t left = m_[set + static_cast<Address>(word)]; left != 0; left &= left - 1) {
      set_value(member, static_cast<int64_t>(word) * 64 + std::countr_zero(left));
      emit(form);
    }
  }
}

void Machine::set_choice(const ChoiceForm& form, const Choice& choice) {
  for (size_t i = 0; i < form.singles.size(); ++i) set_value(form.singles[i], choice.singles[i]);
  if (form.path >= 0) {
    int64_t steps = 0;
    for (size_t i = 0; i < choice.path.size(); ++i) {
      if (choice.path[i] >= 0) ++steps;
      set_value(form.path + 2 + static_cast<Address>(i), std::max<int64_t>(choice.path[i], 0));
    }
    set_value(form.path, steps);
  }
  if (form.mask >= 0) m_[form.mask] = choice.set;
}

Stop Machine::finish_alternative(const ChoiceForm& form) {
  const auto first = choices_.begin() + static_cast<std::ptrdiff_t>(alternative_from_);
  const size_t values = form.best_values.size();
  if (form.sort) {
    if (values == 0) {
      std::sort(first, choices_.end());
    } else {
      // Few choices carry values; an insertion keeps both lists side by side.
      for (size_t i = alternative_from_ + 1; i < choices_.size(); ++i) {
        look_whether_to_stop(i);
        for (size_t k = i; k > alternative_from_ && choices_[k] < choices_[k - 1]; --k) {
          std::swap(choices_[k], choices_[k - 1]);
          const auto at = [&](size_t c) {
            return choice_values_.begin() + static_cast<std::ptrdiff_t>((c - alternative_from_) * values);
          };
          std::swap_ranges(at(k), at(k + 1), at(k - 1));
        }
      }
    }
  }
  const size_t bests = form.best_least.size();
  const auto same_group = [&](const Choice& a, const Choice& b) {
    for (size_t i = 0; i < a.singles.size(); ++i) {
      const bool last = form.last == language::ParamMode::single && i + 1 == form.singles.size();
      if (!last && a.singles[i] != b.singles[i]) return false;
    }
    return (form.last == language::ParamMode::path || a.path == b.path) &&
           (form.last == language::ParamMode::set || a.set == b.set);
  };
  for (size_t best = 0; best < bests; ++best) {
    const size_t count = choices_.size() - alternative_from_;
    extremes_.clear();
    groups_.clear();
    std::vector<int64_t>& v = best_now_;
    v.clear();
    for (size_t i = 0; i < count; ++i) {
      look_whether_to_stop(i + 1);
      const Choice choice = choices_[alternative_from_ + i];
      if (values != 0) {
        v.push_back(choice_values_[i * values + best]);
      } else {
        set_choice(form, choice);
        if (run(form.best_routines[best]) == Stop::fault) return Stop::fault;
        v.push_back(value(p_.answer));
      }
      size_t g = 0;
      while (g < groups_.size() && !same_group(choices_[alternative_from_ + groups_[g]], choice)) ++g;
      if (g == groups_.size()) {
        groups_.push_back(i);
        extremes_.push_back(v[i]);
      } else {
        extremes_[g] =
            form.best_least[best] != 0 ? std::min(extremes_[g], v[i]) : std::max(extremes_[g], v[i]);
      }
    }
    size_t kept_count = 0;
    for (size_t i = 0; i < count; ++i) {
      look_whether_to_stop(i + 1);
      const Choice choice = choices_[alternative_from_ + i];
      size_t g = 0;
      while (!same_group(choices_[alternative_from_ + groups_[g]], choice)) ++g;
      if (v[i] != extremes_[g]) continue;
      // A group's first stays in its place or moves forward onto one that is already looked at.
      choices_kept_.push_back(choice);
      for (size_t k = 0; k < values; ++k) values_kept_.push_back(choice_values_[i * values + k]);
      ++kept_count;
    }
    std::copy(choices_kept_.begin(), choices_kept_.end(),
              choices_.begin() + static_cast<std::ptrdiff_t>(alternative_from_));
    choices_.resize(alternative_from_ + kept_count);
    choice_values_.assign(values_kept_.begin(), values_kept_.end());
    choices_kept_.clear();
    values_kept_.clear();
  }
  return Stop::done;
}

// ---- subsets

// In the order of their masks: a counter over the free members; the step to the next one turns its lowest
// bits.
bool Machine::begin_subsets(const SubsetForm& form, size_t index) {
  Counter& counter = counters_[index];
  counter.members.clear();
  counter.places.clear();
  int32_t place = 0;
  for (int32_t word = 0; word < form.words; ++word) {
    for (uint64_t left = m_[form.candidates + word]; left != 0; left &= left - 1, ++place) {
      const uint64_t one = left & (0 - left);
      if ((m_[form.free + word] & one) == 0) continue;
      counter.members.push_back(word * 64 + std::countr_zero(left));
      counter.places.push_back(place);
    }
    m_[form.chosen + word] = 0;
  }
  if (static_cast<int32_t>(counter.members.size()) > form.most) return false;
  counter.next = 0;
  counter.end = uint64_t{1} << counter.members.size();
  m_[form.mask] = 0;
  return true;
}

bool Machine::next_subset(const SubsetForm& form, size_t index) {
  Counter& counter = counters_[index];
  if (counter.next == counter.end) return false;
  if (counter.next != 0) {
    for (uint64_t turned = counter.next ^ (counter.next - 1); turned != 0; turned &= turned - 1) {
      const auto k = static_cast<size_t>(std::countr_zero(turned));
      const int32_t member = counter.members[k];
      m_[form.chosen + (member >> 6)] ^= uint64_t{1} << (member & 63);
      m_[form.mask] ^= uint64_t{1} << counter.places[k];
    }
  }
  ++counter.next;
  look_whether_to_stop(counter.next);
  return true;
}

void Machine::expand(const SubsetForm& form) {
  int32_t place = 0;
  const uint64_t mask = m_[form.mask];
  for (int32_t word = 0; word < form.words; ++word) {
    uint64_t chosen = 0;
    for (uint64_t left = m_[form.candidates + word]; left != 0; left &= left - 1, ++place)
      if (place < 64 && ((mask >> place) & 1U) != 0) chosen |= left & (0 - left);
    m_[form.chosen + word] = chosen;
  }
}

}  // namespace casebook::runtime::compiled
