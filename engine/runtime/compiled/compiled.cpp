// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/compiled.h"

#include "engine/runtime/compiled/machine.h"
#include "engine/runtime/compiled/translate.h"

namespace casebook::runtime {

using compiled::Machine;
using compiled::SiteForm;
using compiled::Stop;

std::unique_ptr<Rules> make_compiled_rules(std::shared_ptr<const Scenario> scenario) {
  return std::make_unique<CompiledRules>(std::move(scenario));
}

CompiledRules::CompiledRules(std::shared_ptr<const Scenario> scenario)
    : CompiledRules(compiled::translate(std::move(scenario))) {
}

CompiledRules::CompiledRules(std::shared_ptr<const compiled::CompiledProgram> program)
    : program_(std::move(program)), machine_(std::make_unique<Machine>(program_)) {
  outcomes_.reserve(256);
}

CompiledRules::~CompiledRules() = default;

std::unique_ptr<CompiledRules> CompiledRules::another() const {
  return std::make_unique<CompiledRules>(program_);
}
const Scenario& CompiledRules::scenario() const {
  return *program_->scenario;
}
bool CompiledRules::runs_as(const CompiledRules& other) const {
  const compiled::CompiledProgram& a = *program_;
  const compiled::CompiledProgram& b = *other.program_;
  return a.code == b.code && a.image == b.image && a.rooms == b.rooms && a.fields == b.fields &&
         a.choices == b.choices && a.subsets == b.subsets && a.sites == b.sites && a.flow == b.flow &&
         a.begin == b.begin && a.control_cells == b.control_cells && a.control_words == b.control_words &&
         a.items == b.items && a.answer == b.answer;
}
std::string CompiledRules::listing() const {
  return compiled::listing(*program_);
}
size_t CompiledRules::instructions() const {
  return program_->code.size();
}

void CompiledRules::on_end_of_run(EndOfRun listener) {
  if (!listener) {
    machine_->on_end_of_run = nullptr;
    return;
  }
  machine_->on_end_of_run = [this, told = std::move(listener)](ProcedureId procedure) {
    if (end_.words().empty()) end_ = program_->scenario->start;
    machine_->store(end_);
    told(procedure, end_);
  };
}

int32_t CompiledRules::site_at() const {
  return machine_->cell(program_->scenario->layout.site) - 1;
}

void CompiledRules::run(int32_t at) {
  machine_->clear_ending();
  if (machine_->run(at) == Stop::fault) {
    machine_->end_with_fault();
    return;
  }
  // Dice are rolled only if some roll meets their condition.
  const int32_t id = site_at();
  if (id < 0 || program_->sites[id].condition < 0) return;
  machine_->fault_by(program_->scenario->program->sites[id].label);
  collect_outcomes(id, outcomes_);
  if (outcomes_.empty()) machine_->end_with_fault();
}

/// Instructions that run while this lives belong to the site.
class CompiledRules::AtSite {
 public:
  enum class Part : uint8_t { listing, carrying_out };
  AtSite(Machine& machine, SiteId site, Part part) : counts_(machine.counts.get()), site_(site), part_(part) {
    if (counts_ == nullptr) return;
    before_ = counts_->total - counts_->listed;
    if (part == Part::carrying_out) ++counts_->sites[static_cast<size_t>(site)].times;
  }
  AtSite(const AtSite&) = delete;
  AtSite& operator=(const AtSite&) = delete;
  ~AtSite() {
    if (counts_ == nullptr) return;
    auto& at = counts_->sites[static_cast<size_t>(site_)];
    (part_ == Part::listing ? at.listing : at.carrying_out) += counts_->total - counts_->listed - before_;
  }

 private:
  compiled::Counts* counts_;
  const SiteId site_;
  const Part part_;
  uint64_t before_ = 0;
};

void CompiledRules::begin(Position& position) {
  machine_->load(position);
  machine_->forget_choices();
  run(program_->begin);
  machine_->store(position);
}

int32_t CompiledRules::player(const Position& position) {
  machine_->load(position);
  const SiteForm& site = program_->sites[site_at()];
  const AtSite here(*machine_, site_at(), AtSite::Part::listing);
  if (machine_->run(site.player) == Stop::fault) {
    machine_->reset();
    return 0;
  }
  return static_cast<int32_t>(machine_->value(program_->answer));
}

void CompiledRules::choices(const Position& position, std::vector<Choice>& out) {
  machine_->load(position);
  if (machine_->choices().empty()) {
    const SiteForm& site = program_->sites[site_at()];
    const AtSite here(*machine_, site_at(), AtSite::Part::listing);
    if (machine_->run(site.generate) == Stop::fault) {
      machine_->reset();
      machine_->forget_choices();
    }
  }
  out.assign(machine_->choices().begin(), machine_->choices().end());
}

void CompiledRules::apply(Position& position, const Choice& choice) {
  machine_->load(position);
  const SiteForm& site = program_->sites[site_at()];
  const auto alternative = static_cast<size_t>(choice.alternative);
  machine_->set_choice(program_->choices[static_cast<size_t>(site.choices[alternative])], choice);
  machine_->forget_choices();
  const AtSite here(*machine_, site_at(), AtSite::Part::carrying_out);
  run(site.apply[alternative]);
  machine_->store(position);
}

// ---- chance

void CompiledRules::collect_outcomes(SiteId id, std::vector<ChanceOutcome>& out) {
  out.clear();
  const Scenario& bound = *program_->scenario;
  const language::Site& at = bound.program->sites[id];
  const SiteForm& form = program_->sites[id];
  ChanceOutcome outcome;
  if (at.kind == language::SiteKind::draw) {
    outcome.count = 1;
    if (machine_->run(form.set) == Stop::fault) {
      machine_->reset();
      return;
    }
    const int32_t size = bound.size(bound.program->vars[at.vars[0]].type.of);
    const uint64_t* const words = machine_->words(form.set_at);
    for (int32_t member = 0; member < size; ++member) {
      if (((words[member >> 6] >> (member & 63)) & 1U) == 0) continue;
      outcome.values[0] = member;
      out.push_back(outcome);
    }
    return;
  }
  // Every combination of faces, the first die slowest; those the condition allows.
  const size_t dice = at.vars.size();
  outcome.count = static_cast<uint8_t>(dice);
  const auto measure = [&](size_t die) -> const language::Measure& {
    return bound.program->measures[bound.program->vars[at.vars[die]].type.of];
  };
  for (size_t die = 0; die < dice; ++die) outcome.values[die] = static_cast<int32_t>(measure(die).low);
  machine_->begin_scratch();
  bool fault = false;
  while (!fault) {
    bool allowed = true;
    if (form.condition >= 0) {
      machine_->set_dice(static_cast<size_t>(id), outcome);
      fault = machine_->run(form.condition) == Stop::fault;
      allowed = machine_->value(program_->answer) != 0;
    }
    if (allowed && !fault) out.push_back(outcome);
    size_t die = dice;
    while (die > 0 && outcome.values[die - 1] == static_cast<int32_t>(measure(die - 1).high)) {
      outcome.values[die - 1] = static_cast<int32_t>(measure(die - 1).low);
      --die;
    }
    if (die == 0) break;
    ++outcome.values[die - 1];
  }
  machine_->end_scratch_frames();
  if (fault) out.clear();
}

void CompiledRules::outcomes(const Position& position, std::vector<ChanceOutcome>& out) {
  machine_->load(position);
  const AtSite here(*machine_, site_at(), AtSite::Part::listing);
  collect_outcomes(site_at(), out);
}

void CompiledRules::take(SiteId site, const ChanceOutcome& outcome) {
  const AtSite here(*machine_, site, AtSite::Part::carrying_out);
  machine_->set_dice(static_cast<size_t>(site), outcome);
  run(program_->sites[site].resume);
}

void CompiledRules::apply(Position& position, const ChanceOutcome& outcome) {
  machine_->load(position);
  machine_->forget_choices();
  take(site_at(), outcome);
  machine_->store(position);
}

// ---- playouts

Playout CompiledRules::playout(Position& position, Random& random, int64_t limit) {
  Playout result;
  const Layout& layout = program_->scenario->layout;
  const auto& sites = program_->scenario->program->sites;
  machine_->load(position);
  while (true) {
    if (machine_->cell(layout.outcome) != static_cast<int32_t>(OutcomeKind::open)) {
      result.over = true;
      break;
    }
    const int32_t id = site_at();
    const SiteForm& form = program_->sites[id];
    if (sites[id].kind == language::SiteKind::choose) {
      if (result.choices == limit) break;
      if (machine_->choices().empty()) {
        const AtSite here(*machine_, id, AtSite::Part::listing);
        if (machine_->run(form.generate) == Stop::fault) {
          machine_->reset();
          break;
        }
      }
      const Choice choice =
          machine_->choices()[random.below(static_cast<uint32_t>(machine_->choices().size()))];
      const auto alternative = static_cast<size_t>(choice.alternative);
      machine_->set_choice(program_->choices[static_cast<size_t>(form.choices[alternative])], choice);
      machine_->forget_choices();
      ++result.choices;
      const AtSite here(*machine_, id, AtSite::Part::carrying_out);
      run(form.apply[alternative]);
    } else {
      {
        const AtSite here(*machine_, id, AtSite::Part::listing);
        collect_outcomes(id, outcomes_);
      }
      if (outcomes_.empty()) break;
      const ChanceOutcome outcome = outcomes_[random.below(static_cast<uint32_t>(outcomes_.size()))];
      machine_->forget_choices();
      ++result.chances;
      take(id, outcome);
    }
  }
  machine_->store(position);
  return result;
}

}  // namespace casebook::runtime
