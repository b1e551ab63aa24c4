// SPDX-License-Identifier: Apache-2.0
#include "engine/players/perft.h"

#include <deque>

#include "engine/platform/console.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/limit_words.h"

namespace casebook::runtime {

namespace {

/// Walks the tree on one position, taking back each step.
class PerftWalk {
 public:
  PerftWalk(Rules& rules, const Position& position, std::string* limit)
      : rules_(rules), position_(position), limit_(limit) {
    position_.attach(&journal_);
  }
  PerftWalk(const PerftWalk&) = delete;
  PerftWalk& operator=(const PerftWalk&) = delete;

  Perft count(int depth) {
    Perft all = count(depth, 0, 0);
    if (met_limit_ && limit_ != nullptr) *limit_ = limit_words_at_start(rules_.scenario());
    return all;
  }

  void divide(int depth, int chances, const std::string& prefix, std::vector<PerftLine>& lines) {
    const NodeKind node = rules_.node(position_);
    met_limit_ = rules_.outcome(position_).kind == OutcomeKind::limit;
    if (met_limit_ && chances == 0 && limit_ != nullptr) *limit_ = limit_words_at_start(rules_.scenario());
    if (node == NodeKind::over || ended_early()) return;
    if (node == NodeKind::chance && chances == perft_chances_in_a_row) {
      gave_up_ = true;
      lines.push_back({prefix + "...", {}});
      lines.back().counts.gave_up = true;
      return;
    }
    if (node == NodeKind::chance) {
      std::vector<ChanceOutcome> outcomes;
      rules_.outcomes(position_, outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        const std::string text =
            prefix + chance_text(rules_.scenario(), rules_.site(position_), outcome) + ": ";
        after(outcome, [&] { divide(depth, chances + 1, text, lines); });
      }
      return;
    }
    std::vector<Choice> choices;
    list(choices);
    for (const Choice& choice : choices) {
      if (ended_early()) return;
      std::string text = prefix + choice_text(rules_.scenario(), position_, choice);
      after(choice, [&] { lines.push_back({std::move(text), count(depth - 1)}); });
    }
  }

 private:
  /// Room of one level of the walk; a deque, so that a deeper level never moves a higher one.
  struct Level {
    std::vector<Choice> choices;
    std::vector<ChanceOutcome> outcomes;
  };

  bool ended_early() const { return gave_up_ || platform::stop_requested(); }

  /// Nothing where listing was stopped.
  void list(std::vector<Choice>& choices) {
    choices.clear();
    try {
      rules_.choices(position_, choices);
    } catch (const ListingStopped&) {
      choices.clear();
    }
  }

  Level& level(size_t height) {
    while (levels_.size() <= height) levels_.emplace_back();
    return levels_[height];
  }

  template <class Step, class Inside>
  void after(const Step& step, Inside inside) {
    const size_t mark = journal_.size();
    try {
      rules_.apply(position_, step);
    } catch (const ListingStopped&) {
      position_.undo_to(journal_, mark);
      return;
    }
    inside();
    position_.undo_to(journal_, mark);
    if (!met_limit_) return;
    met_limit_ = false;
    if (limit_ != nullptr && limit_->empty()) *limit_ = limit_words(rules_.scenario(), position_, step);
  }

  Perft count(int depth, size_t height, int chances) {
    Perft result;
    if (ended_early()) {
      result.gave_up = gave_up_;
      result.stopped = !gave_up_;
      return result;
    }
    const NodeKind node = rules_.node(position_);
    if (node == NodeKind::over) {
      (depth == 0 ? result.sequences : result.ended_before) = 1;
      if (depth == 0) result.ended_at = 1;
      met_limit_ = rules_.outcome(position_).kind == OutcomeKind::limit;
      if (met_limit_) result.at_limit = 1;
      return result;
    }
    Level& here = level(height);
    if (node == NodeKind::chance) {
      if (chances == perft_chances_in_a_row) {
        gave_up_ = true;  // of six ways at each of so many rolls nobody sees the end
        result.gave_up = true;
        return result;
      }
      here.outcomes.clear();
      rules_.outcomes(position_, here.outcomes);
      if (here.outcomes.empty()) (depth == 0 ? result.sequences : result.ended_before) = 1;
      for (const ChanceOutcome& outcome : here.outcomes)
        after(outcome, [&] { result += count(depth, height + 1, chances + 1); });
      result.stopped = result.stopped || platform::stop_requested();
      return result;
    }
    if (depth == 0) {
      result.sequences = 1;
      return result;
    }
    list(here.choices);
    if (here.choices.empty() && !platform::stop_requested()) result.ended_before = 1;
    for (const Choice& choice : here.choices) {
      if (ended_early()) break;
      after(choice, [&] { result += count(depth - 1, height + 1, 0); });
    }
    result.stopped = result.stopped || platform::stop_requested();
    return result;
  }

  Rules& rules_;
  Position position_;
  std::string* limit_;
  bool met_limit_ = false;  // by the step taken last
  Journal journal_;
  std::deque<Level> levels_;
  bool gave_up_ = false;
};

}  // namespace

Perft& Perft::operator+=(const Perft& other) {
  sequences += other.sequences;
  ended_before += other.ended_before;
  ended_at += other.ended_at;
  at_limit += other.at_limit;
  gave_up = gave_up || other.gave_up;
  stopped = stopped || other.stopped;
  return *this;
}

Perft perft(Rules& rules, const Position& position, int depth, std::string* limit) {
  return PerftWalk(rules, position, limit).count(depth);
}

std::vector<PerftLine> perft_divided(Rules& rules, const Position& position, int depth, std::string* limit) {
  std::vector<PerftLine> lines;
  PerftWalk(rules, position, limit).divide(depth, 0, {}, lines);
  return lines;
}

}  // namespace casebook::runtime
