// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/asked_in_play.h"

#include <algorithm>

namespace casebook::regions {

using runtime::Position;
using runtime::Value;

namespace {

constexpr uint32_t steps_tried = 3;
constexpr size_t outcomes_tried = 36;

}  // namespace

class AskedInPlay::Listener : public runtime::Onlooker {
 public:
  Listener(bool field, language::Id id) : field_(field), id_(id) {}
  std::vector<std::vector<Value>> taken() {
    seen_.clear();
    return std::exchange(calls_, {});
  }
  bool is_full() const { return calls_.size() >= most_calls; }

  void asked(bool field, language::Id id, const std::vector<Value>& arguments, const Value& /*value*/,
             int /*depth*/, const Position& /*position*/) override {
    if (field != field_ || id != id_ || is_full()) return;
    std::vector<int64_t> words;  // of each its number, and its members with how many they are
    for (const Value& one : arguments) {
      words.push_back(one.number);
      words.push_back(static_cast<int64_t>(one.items.size()));
      words.insert(words.end(), one.items.begin(), one.items.end());
    }
    if (seen_.insert(std::move(words)).second) calls_.push_back(arguments);
  }
  void does(const language::Stmt&) override {}
  void did(const language::Stmt&) override {}

 private:
  bool field_;
  language::Id id_;
  std::set<std::vector<int64_t>> seen_;
  std::vector<std::vector<Value>> calls_;
};

AskedInPlay::AskedInPlay(std::shared_ptr<const runtime::Scenario> scenario, bool field, language::Id id)
    : listener_(std::make_unique<Listener>(field, id)), reference_(scenario), compiled_(std::move(scenario)) {
  reference_.evaluator().tell(listener_.get());
  reference_.ask_for_any_choice([this](const Position& at) {
    std::vector<runtime::Choice> any;
    compiled_.choices(at, any);
    return !any.empty();
  });
}

AskedInPlay::~AskedInPlay() = default;

std::vector<std::vector<Value>> AskedInPlay::at(const Position& position, Random& random) {
  try {
    if (reference_.node(position) == runtime::NodeKind::choose) {
      reference_.choices(position, choices_);
      for (uint32_t i = 0; i < steps_tried && !choices_.empty() && !listener_->is_full(); ++i) {
        Position after = position;
        reference_.apply(after, choices_[random.below(static_cast<uint32_t>(choices_.size()))]);
      }
    } else if (reference_.node(position) == runtime::NodeKind::chance) {
      reference_.outcomes(position, outcomes_);
      for (size_t i = 0; i < std::min(outcomes_.size(), outcomes_tried) && !listener_->is_full(); ++i) {
        Position after = position;
        reference_.apply(after, outcomes_[i]);
      }
    }
  } catch (const runtime::Fault&) {  // what was asked before it counts
  }
  return listener_->taken();
}

}  // namespace casebook::regions
