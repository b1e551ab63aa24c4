// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/machine_inline.h"

#include <algorithm>
#include <bit>

#include "engine/runtime/layout.h"

namespace casebook::runtime::compiled {

Machine::Machine(std::shared_ptr<const CompiledProgram> program) : Machine(*program, nullptr) {
  owner_ = std::move(program);
  memory_ = p_.image;
  m_ = memory_.data();
}

Machine::Machine(const CompiledProgram& program, uint64_t* memory) : p_(program), m_(memory) {
  written_.assign(static_cast<size_t>(p_.stamps), 1);
  for (const RoomForm& room : p_.rooms) {
    stamps_.emplace_back(room.rows, 0);
    scratch_stamps_.emplace_back(room.rows, 0);
    misses_.emplace_back(room.rows);
  }
  lists_.resize(static_cast<size_t>(p_.lists));
  list_at_.assign(static_cast<size_t>(p_.lists), 0);
  counters_.resize(p_.subsets.size());
  // Room for what most games need, so that a rare position late in a run does not ask for more.
  choices_.reserve(2048);
  choices_kept_.reserve(512);
  for (std::vector<int64_t>* values : {&choice_values_, &extremes_, &best_now_, &values_kept_})
    values->reserve(2048);
  groups_.reserve(512);
  log_.reserve(1024);
  item_log_.reserve(1024);
  frames_.reserve(16);
  merged_.reserve(512);
  mine_.reserve(512);
  calls_.reserve(256);
  for (auto& list : lists_) list.reserve(128);
  for (Counter& counter : counters_) {
    counter.members.reserve(limits::candidates);
    counter.places.reserve(limits::candidates);
  }
  const size_t hexes = p_.scenario ? static_cast<size_t>(p_.scenario->ground.hexes) : 0;
  crowd_.assign(hexes, 0);
  searches_.resize(p_.fields.size());
  for (SearchRoom& room : searches_) {
    room.costs.assign(hexes, 0);
    room.settled.assign(hexes, 0);
    room.reached.assign(hexes, 0);
    room.open.reserve(6 * hexes + 1);
  }
}

// ---- positions

void Machine::set_cell(uint32_t index, int32_t value) {
  const uint32_t shift = (index & 1U) * 32U;
  uint64_t& word = m_[index >> 1];
  word = (word & ~(uint64_t{0xffffffff} << shift)) | (uint64_t{static_cast<uint32_t>(value)} << shift);
}

void Machine::reset() {
  if (!frames_.empty()) ended_ = frames_.front().ended, ended_by_ = frames_.front().ended_by;
  while (!frames_.empty()) {
    take_back(frames_.back().log);
    frames_.pop_back();
  }
  end_scratch_frames();
}

void Machine::end_scratch_frames() {
  while (!frames_.empty()) end_scratch();
  log_.clear();
  item_log_.clear();
  merged_.clear();
  calls_.clear();
  ++clock_;
  std::fill(written_.begin(), written_.end(), clock_);
}

void Machine::set_dice(size_t site, const ChanceOutcome& outcome) {
  const language::Site& at = p_.scenario->program->sites[site];
  const SiteForm& form = p_.sites[site];
  for (size_t i = 0; i < at.vars.size(); ++i) {
    if (form.dice[i] >= 0) {
      set_value(form.dice[i], outcome.values[i]);
      continue;
    }
    const auto var = static_cast<size_t>(at.vars[i]);
    const uint32_t cell_index = p_.scenario->layout.vars[var].first;
    const uint32_t shift = (cell_index & 1U) * 32U;
    const uint64_t mask = uint64_t{0xffffffff} << shift;
    put(cell_index >> 1,
        (m_[cell_index >> 1] & ~mask) | (uint64_t{static_cast<uint32_t>(outcome.values[i])} << shift), mask);
    touch(p_.dice_item(at.vars[i]));
  }
}

void Machine::load_at(size_t base, const Position& position) {
  const std::vector<uint64_t>& words = position.words();
  expect_layout(p_.scenario->layout, position);
  bool changed = false;
  for (size_t k = 0; k < words.size(); ++k) {
    const size_t i = base + k;
    if (m_[i] == words[k]) continue;
    const uint64_t turned = m_[i] ^ words[k];
    m_[i] = words[k];
    changed = true;
    for (const int32_t id : p_.items_of_word[i]) {
      if (id < 0) continue;
      const ItemForm& item = p_.items[static_cast<size_t>(id)];
      if (item.class_of.empty() || item.first_cell < 0) {
        touch(id);
        continue;
      }
      for (int64_t half = 0; half < 2; ++half) {
        const int64_t member = static_cast<int64_t>(i) * 2 + half - item.first_cell;
        if ((turned & (uint64_t{0xffffffff} << (half * 32))) != 0 && member >= 0 &&
            member < static_cast<int64_t>(item.class_of.size()))
          touch(id, member);
      }
    }
  }
  if (changed || !loaded_) forget_choices();
  loaded_ = true;
}

void Machine::store(Position& position) const {
  const size_t words = position.words().size();
  for (size_t i = 0; i < words; ++i) position.set_word(static_cast<uint32_t>(i), m_[i]);
}

void Machine::finish(OutcomeKind kind, int32_t detail) {
  for (const auto& [first, count] : p_.control_cells)
    for (uint32_t i = 0; i < count; ++i) set_cell(first + i, 0);
  for (const auto& [first, count] : p_.control_words)
    for (uint32_t i = 0; i < count; ++i) m_[first + i] = 0;
  const Layout& layout = p_.scenario->layout;
  set_cell(layout.site, 0);
  set_cell(layout.outcome, static_cast<int32_t>(kind));
  set_cell(layout.outcome_detail, detail);
  ++clock_;
  std::fill(written_.begin(), written_.end(), clock_);
}

void Machine::end_with_fault() {
  while (!frames_.empty()) {
    const Frame frame = frames_.back();
    take_back(frame.log);
    frames_.pop_back();
    if (frame.group && frames_.empty()) {
      for (size_t i = frame.merged; i < merged_.size(); ++i) {
        const Merged& w = merged_[i];
        m_[w.word] = (m_[w.word] & ~w.mask) | w.value;
      }
    }
    merged_.resize(frame.merged);
  }
  log_.clear();
  item_log_.clear();
  calls_.clear();
  finish(is_limit_ ? OutcomeKind::limit : OutcomeKind::fault, fault_label_ + 1);
}

// ---- writes

void Machine::take_back(size_t log) {
  while (log_.size() > log) {
    m_[log_.back().word] = log_.back().old;
    log_.pop_back();
  }
}

void Machine::begin_frame(bool group) {
  frames_.push_back({log_.size(), item_log_.size(), group, merged_.size(), ended_, ended_by_});
  floor_ = ++clock_;
}

void Machine::end_scratch() {
  const Frame frame = frames_.back();
  take_back(frame.log);
  // States are what they were, and so is what was kept of them.
  while (item_log_.size() > frame.items) {
    written_[static_cast<size_t>(item_log_.back().stamp)] = item_log_.back().old;
    item_log_.pop_back();
  }
  ended_ = frame.ended;
  ended_by_ = frame.ended_by;
  frames_.pop_back();
  floor_ = ++clock_;
}

// Puts what the member's body wrote beside what others wrote, word by word, and takes it back. False when
// they differ.
bool Machine::merge_member() {
  const Frame& frame = frames_.back();
  mine_.clear();
  for (size_t i = frame.log; i < log_.size(); ++i) mine_.emplace_back(log_[i].word, log_[i].mask);
  std::sort(mine_.begin(), mine_.end());
  bool agree = true;
  for (size_t i = 0; i < mine_.size();) {
    const uint32_t word = mine_[i].first;
    uint64_t mask = 0;
    for (; i < mine_.size() && mine_[i].first == word; ++i) mask |= mine_[i].second;
    Merged* found = nullptr;
    for (size_t k = frame.merged; k < merged_.size(); ++k)
      if (merged_[k].word == word) found = &merged_[k];
    if (found == nullptr) {
      merged_.push_back({word, 0, 0});
      found = &merged_.back();
    }
    if (((found->value ^ m_[word]) & found->mask & mask) != 0) {
      agree = false;
      break;
    }
    found->mask |= mask;
    found->value = (found->value & ~mask) | (m_[word] & mask);
  }
  return agree;
}

void Machine::end_group() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  for (size_t i = frame.merged; i < merged_.size(); ++i) {
    const Merged w = merged_[i];
    put(w.word, (m_[w.word] & ~w.mask) | w.value, w.mask);
  }
  merged_.resize(frame.merged);
  if (frames_.empty()) {  // nobody will take anything back
    log_.clear();
    item_log_.clear();
  }
  floor_ = ++clock_;
}

// ---- kept values

void Machine::keep(int32_t room, int64_t row, Address from) {
  const RoomForm& form = p_.rooms[static_cast<size_t>(room)];
  const auto at = static_cast<size_t>(row);
  const bool scratch = !frames_.empty();
  std::copy(m_ + from, m_ + from + form.words, m_ + (scratch ? form.second : form.first) + at * form.words);
  (scratch ? scratch_stamps_ : stamps_)[static_cast<size_t>(room)][at] = clock_;
}

bool Machine::is_good(int32_t room) const {
  return kept(room, 0) != nullptr;
}

// How often a row has been asked for in vain since what it depends on was written.
int32_t Machine::misses(int32_t room, int64_t row) {
  uint64_t moment = 0;
  const RoomForm& form = p_.rooms[static_cast<size_t>(room)];
  for (uint32_t i = form.row_stamps[static_cast<size_t>(row)];
       i < form.row_stamps[static_cast<size_t>(row) + 1]; ++i)
    moment = std::max(moment, written_[static_cast<size_t>(form.stamps[i])]);
  Misses& missed = misses_[static_cast<size_t>(room)][static_cast<size_t>(row)];
  if (missed.moment != moment) missed = {moment, 0};
  return missed.count++;
}

bool Machine::compare(int64_t a, int64_t b, uint16_t how) {
  switch (how) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return a < b;
    case 3:
      return a <= b;
    case 4:
      return a > b;
    default:
      return a >= b;
  }
}

}  // namespace casebook::runtime::compiled
