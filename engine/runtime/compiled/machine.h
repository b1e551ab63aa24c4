// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the instructions of a CompiledProgram over its own memory. The caller loads a position, runs, and
// gets the changed words back. Values kept beside a position stay valid for the next one as far as the two
// agree.
//
// After the first few choices nothing allocates: every list keeps its room.

#include <functional>

#include "engine/base/random.h"
#include "engine/runtime/compiled/compiled_program.h"
#include "engine/runtime/compiled/counts.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime::compiled {

enum class Stop : uint8_t { done, site, over, fault };

class Machine {
 public:
  /// Over a memory of its own.
  explicit Machine(std::shared_ptr<const CompiledProgram> program);
  /// Over a given memory, while the program is still being made. No position, nothing kept.
  Machine(const CompiledProgram& program, uint64_t* memory);

  /// Called when a run of a procedure ends that an invariant mentions. Its variables and state are still
  /// there.
  std::function<void(language::ProcedureId procedure)> on_end_of_run;

  /// Runs from an instruction until it halts, reaches a site, the game is over, or something faults.
  Stop run(int32_t at) { return counts ? run_counted(at) : run_as<false>(at); }
  /// What runs is counted here, if there is one.
  std::unique_ptr<Counts> counts;
  int32_t fault_label() const { return fault_label_; }
  /// The case of a fault that is not the code's own.
  void fault_by(int32_t label) { fault_label_ = label; }
  /// After a fault or limit: takes back scratch positions, keeps what finished, clears control and writes the outcome.
  void end_with_fault();
  /// The game is over: clears control and writes the outcome.
  void finish(OutcomeKind kind, int32_t detail);
  /// Before a choice, a roll or the beginning is carried out.
  void clear_ending() { ended_ = is_limit_ = false; }

  /// Forgets a fault that had nothing to do with the position's own course.
  void reset();
  /// Writes from here on are taken back at end_scratch_frames.
  void begin_scratch() { begin_frame(false); }
  void end_scratch_frames();
  /// The dice of a roll, or the member of a draw, where their variables are.
  void set_dice(size_t site, const ChanceOutcome& outcome);

  void load(const Position& position) { load_at(0, position); }
  /// For a program that reads the position before a step.
  void load_before(const Position& position) { load_at(p_.items_of_word.size() / 2, position); }
  void store(Position& position) const;

  int64_t value(Address at) const { return static_cast<int64_t>(m_[at]); }
  void set_value(Address at, int64_t value) { m_[at] = static_cast<uint64_t>(value); }
  const uint64_t* words(Address at) const { return m_ + at; }
  uint64_t* words(Address at) { return m_ + at; }
  int32_t cell(uint32_t index) const { return static_cast<int32_t>(m_[index >> 1] >> ((index & 1U) * 32U)); }
  void set_cell(uint32_t index, int32_t value);

  /// A value the host keeps (Emitter::room_for_value): whether it is still good, and keeping it.
  bool is_good(int32_t room) const;
  void keep_value(int32_t room, Address from) { keep(room, 0, from); }

  /// Choices of the site reached last, in order.
  const std::vector<Choice>& choices() const { return choices_; }
  std::vector<Choice>& choices() { return choices_; }
  void set_choice(const ChoiceForm& form, const Choice& choice);
  void forget_choices() {
    choices_.clear();
    choice_values_.clear();
  }

 private:
  struct Write {
    uint32_t word;
    uint64_t old;
    uint64_t mask;
  };
  struct ItemWrite {
    int32_t stamp;
    uint64_t old;
  };
  struct Frame {                // a scratch position or a `for all`
    size_t log = 0, items = 0;  // where its part of the logs begins
    bool group = false;
    size_t merged = 0;   // a `for all`: where its part of merged_ begins
    bool ended = false;  // what had been ended before
    int64_t ended_by = -1;
  };
  struct Merged {
    uint32_t word;
    uint64_t mask, value;
  };  // value: within the mask
  struct Ordered {
    int64_t key, member, at;
  };
  struct SearchRoom {
    std::vector<std::pair<int64_t, int32_t>> open;
    std::vector<int64_t> costs;
    std::vector<uint8_t> settled;
    std::vector<uint64_t> reached;  // costs hold where this is `search`, in a search from one hex
    uint64_t search = 0;
  };
  struct Misses {
    uint64_t moment = 0;
    int32_t count = 0;
  };
  /// A field is looked up at so many hexes of one position before it is computed for the whole map.
  static constexpr int32_t few_lookups = 8;
  struct Counter {
    uint64_t next = 0, end = 0;
    std::vector<int32_t> members, places;
  };

  template <bool counting>
  Stop run_as(int32_t at);
  Stop run_counted(int32_t at);
  void load_at(size_t base, const Position& position);
  void put(uint32_t word, uint64_t value, uint64_t mask);
  void touch(int32_t item);
  void touch(int32_t item, int64_t member);
  void touch_stamp(int32_t stamp);
  void take_back(size_t log);
  void begin_frame(bool group);
  void end_scratch();
  bool merge_member();
  void end_group();
  bool fresh(const RoomForm& room, size_t row, uint64_t stamp) const;
  const uint64_t* kept(int32_t room, int64_t row) const;
  void keep(int32_t room, int64_t row, Address from);
  int32_t misses(int32_t room, int64_t row);
  Stop search(int32_t field, Address into);
  int64_t first_step(const FieldForm& field) const;
  int64_t look_up(int32_t field, int32_t hex);
  void emit(const ChoiceForm& form);
  void emit_members(const ChoiceForm& form, Address set, Address member, uint32_t words);
  Stop finish_alternative(const ChoiceForm& form);
  bool begin_subsets(const SubsetForm& form, size_t index);
  bool next_subset(const SubsetForm& form, size_t index);
  void expand(const SubsetForm& form);
  /// After so many sets or choices of one list: whether somebody asked to stop. Then the list is forgotten.
  void look_whether_to_stop(uint64_t done);
  static bool compare(int64_t a, int64_t b, uint16_t how);

  std::shared_ptr<const CompiledProgram> owner_;
  const CompiledProgram& p_;
  std::vector<uint64_t> memory_;
  uint64_t* m_ = nullptr;

  int32_t fault_label_ = -1;
  bool is_limit_ = false;  // of the fault: a limit of Casebook
  std::vector<int32_t> calls_;
  bool ended_ = false;
  int64_t ended_by_ = -1;
  bool loaded_ = false;

  std::vector<Write> log_;
  std::vector<ItemWrite> item_log_;
  std::vector<Frame> frames_;
  std::vector<Merged> merged_;
  std::vector<std::pair<uint32_t, uint64_t>> mine_;
  uint64_t clock_ = 1, floor_ = 1;
  std::vector<uint64_t> written_;                               // by stamp
  std::vector<std::vector<uint64_t>> stamps_, scratch_stamps_;  // by room and row; 0: never computed

  std::vector<std::vector<Misses>> misses_;  // by room and row

  std::vector<std::vector<Ordered>> lists_;
  std::vector<size_t> list_at_;
  std::vector<Counter> counters_;
  std::vector<uint16_t> crowd_;
  std::vector<SearchRoom> searches_;  // by field

  std::vector<Choice> choices_;
  std::vector<int64_t> choice_values_;  // of preferences, by choice
  size_t alternative_from_ = 0;
  std::vector<size_t> groups_;
  std::vector<int64_t> extremes_, best_now_, values_kept_;
  std::vector<Choice> choices_kept_;
};

}  // namespace casebook::runtime::compiled
