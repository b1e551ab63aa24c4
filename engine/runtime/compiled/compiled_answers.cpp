// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/compiled_answers.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <stdexcept>

#include "engine/runtime/compiled/machine.h"
#include "engine/runtime/compiled/translate.h"

namespace casebook::runtime {

using compiled::Address;
using compiled::CalledForm;
using compiled::CompiledCalls;
using compiled::Machine;
using compiled::Shape;

namespace {

/// So many questions take the reference evaluator as long as a translation.
constexpr int64_t asked_before_translating = 300;
/// Scenarios whose translation is kept: two that are compared, and some of the variants that are tried meanwhile.
constexpr size_t most_kept = 6;

std::shared_ptr<const CompiledCalls> calls_of(const std::shared_ptr<const Scenario>& scenario) {
  // What is kept holds its scenario, so no other one has the same address.
  static std::mutex mutex;
  static std::deque<std::pair<std::shared_ptr<const Scenario>, std::shared_ptr<const CompiledCalls>>> kept;
  const auto find = [&] {
    return std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.first == scenario; });
  };
  {
    const std::lock_guard lock(mutex);
    if (const auto known = find(); known != kept.end()) {
      std::rotate(known, known + 1, kept.end());  // the one that was asked last goes last
      return kept.back().second;
    }
  }
  auto made = std::make_shared<const CompiledCalls>(compiled::translate_calls(scenario));
  const std::lock_guard lock(mutex);
  if (const auto known = find(); known != kept.end()) return known->second;
  if (kept.size() == most_kept) kept.pop_front();
  kept.emplace_back(scenario, made);
  return made;
}

class CompiledAnswers : public Answers {
 public:
  explicit CompiledAnswers(std::shared_ptr<const Scenario> scenario) : scenario_(std::move(scenario)) {}

  std::optional<Value> definition(language::DefinitionId id, const std::vector<Value>& arguments,
                                  const Position& position) override {
    if (!ready()) return std::nullopt;
    const CalledForm& form = calls_->definitions[id];
    if (!phases_run(calls_->phases_of_definitions[id], position) || !run(form, arguments, position))
      return std::nullopt;
    if (form.result.shape == Shape::scalar) return Value(machine_->value(form.at));
    const uint64_t* const words = machine_->words(form.at);
    std::vector<int32_t> members;
    for (int32_t member = 0; member < form.result.size; ++member)
      if (((words[member >> 6] >> (member & 63)) & 1U) != 0) members.push_back(member);
    return Value(std::move(members));
  }

  bool field(language::FieldId id, const std::vector<Value>& arguments, const Position& position,
             std::vector<int64_t>& values) override {
    if (!ready()) return false;
    const CalledForm& form = calls_->fields[id];
    if (!phases_run(calls_->phases_of_fields[id], position) || !run(form, arguments, position)) return false;
    const auto first = static_cast<uint32_t>(machine_->value(form.at));  // a cell
    values.resize(static_cast<size_t>(scenario_->ground.hexes));
    if (form.result.shape == Shape::set) {
      const uint64_t* const words = machine_->words(static_cast<Address>(first / 2));
      for (size_t hex = 0; hex < values.size(); ++hex) values[hex] = (words[hex >> 6] >> (hex & 63)) & 1U;
    } else {
      for (size_t hex = 0; hex < values.size(); ++hex)
        values[hex] = machine_->cell(first + static_cast<uint32_t>(hex));
    }
    return true;
  }

 private:
  bool ready() {
    if (machine_) return true;
    if (failed_ || ++asked_ < asked_before_translating) return false;
    calls_ = calls_of(scenario_);
    failed_ = calls_->program == nullptr;
    if (!failed_) machine_ = std::make_unique<Machine>(calls_->program);
    return !failed_;
  }

  /// State of a procedure that does not run is zero, which need not be a value of it.
  bool phases_run(const std::vector<language::ProcedureId>& phases, const Position& position) const {
    return std::all_of(phases.begin(), phases.end(), [&](language::ProcedureId procedure) {
      return position.cell(scenario_->layout.returns[procedure]) != 0;
    });
  }

  bool run(const CalledForm& form, const std::vector<Value>& arguments, const Position& position) {
    if (form.entry < 0) return false;
    machine_->load(position);
    for (size_t i = 0; i < form.params.size(); ++i) {
      const CalledForm::Param& param = form.params[i];
      if (param.of.shape == Shape::set) {
        uint64_t* const words = machine_->words(param.at);
        std::fill(words, words + param.words, 0);
        for (const int32_t member : arguments[i].items) words[member >> 6] |= uint64_t{1} << (member & 63);
        continue;
      }
      const int64_t value = arguments[i].number;
      const bool fits = (value >= param.of.low && value <= param.of.high) ||
                        (param.of.may_be_never && value == language::never_value);
      if (!fits) return false;
      machine_->set_value(param.at, value);
    }
    machine_->clear_ending();
    if (machine_->run(form.entry) != compiled::Stop::fault) return true;
    machine_->reset();
    return false;
  }

  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<const CompiledCalls> calls_;
  std::unique_ptr<Machine> machine_;
  int64_t asked_ = 0;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Answers> make_compiled_answers(std::shared_ptr<const Scenario> scenario) {
  return std::make_unique<CompiledAnswers>(std::move(scenario));
}

}  // namespace casebook::runtime
