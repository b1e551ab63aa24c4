// SPDX-License-Identifier: Apache-2.0
#include "tests/rulesets/across_suez_notice.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/records/position_file.h"
#include "tests/rulesets/across_suez_table.h"
#include "tests/support/battery.h"

namespace casebook::tests {

using namespace runtime;
using games::first_difference;
using games::Trace;
using games::trace_of;
using language::Mutant;
using language::MutantOf;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr size_t quick_games = 2;      // before positions and claims are asked
constexpr size_t most_steps = 5000;    // of a game
constexpr int option_games = 6;        // with every option
constexpr size_t steps_on = 16;        // from a position, after what is written down
constexpr size_t most_remembered = 4;  // of what noticed mutants of an item

std::string text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

json as_json(const std::map<std::string, std::string>& switches) {
  json object = json::object();
  for (const auto& [name, value] : switches) object[name] = value;
  return object;
}

std::map<std::string, std::string> switches_of(const json& named) {
  std::map<std::string, std::string> switches;
  for (const auto& [name, value] : named.items()) switches[name] = value.get<std::string>();
  return switches;
}

std::set<std::string> refusals_of(const Game& game, const std::string& choice) {
  std::set<std::string> all;
  for (const ExplanationLine& verdict : ask_whether(game, choice).explanation.verdicts)
    if (!verdict.holds) all.insert(game.scenario().program->label_text(verdict.label) + " " + verdict.name);
  return all;
}

}  // namespace

const char* notice_name(Notice::By by) {
  switch (by) {
    case Notice::By::game:
      return "game";
    case Notice::By::position:
      return "position";
    case Notice::By::claim:
      return "claim";
    case Notice::By::refusal:
      return "refusal";
    case Notice::By::invariant:
      return "invariant";
    default:
      return "nothing";
  }
}

// ---- what the rules do

Noticer::Noticer(int games) : edition_(across_suez) {
  if (!load()) return;
  add_games(games);
  add_option_games();
  add_position_files();
  add_readings();
  add_tables();
  make_looks();
}

Noticer::Noticer(const std::string& edition, const std::vector<NoticeRow>& rows, int games)
    : edition_(edition) {
  if (!load()) return;
  add_games(games);
  positions_[{}];
  for (const NoticeRow& row : rows)
    add_row(row.position + (row.script.empty() ? "" : " after " + row.script),
            std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + row.position, row.script, row.switches);
  make_looks();
}

bool Noticer::load() {
  Diagnostics diagnostics;
  const std::string folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition_;
  if (const auto edition = language::read_edition(folder, diagnostics))
    program_ = language::compile(*edition, diagnostics);
  if (auto data = board::load_scenario_data(folder + "/scenario.json",
                                            fs::path(folder).parent_path().string(), {}, diagnostics))
    data_ = std::make_shared<const board::ScenarioData>(std::move(*data));
  if (!program_ || !data_ || diagnostics.error_count() != 0) {
    problem = diagnostics_text(diagnostics);
    return false;
  }
  const auto scenario = bound(program_, {});
  if (!scenario) {
    problem = "the rules as they are cannot be bound";
    return false;
  }
  Claims claims(scenario);
  for (const language::Claim& claim : program_->claims) {
    if (!is_as_said(claims.run(claim).status)) problem = "a claim fails as it is: " + claim.name;
  }
  return problem.empty();
}

std::shared_ptr<const Scenario> Noticer::under(const Switches& switches) const {
  if (edition_ == across_suez) return across_suez_under(as_json(switches));
  return shipped_scenario(edition_, {}, {switches.begin(), switches.end()});
}

std::shared_ptr<const Scenario> Noticer::bound(std::shared_ptr<const language::Program> program,
                                               const Switches& switches) const {
  Diagnostics diagnostics;
  return runtime::bind(std::move(program), data_, {switches.begin(), switches.end()}, edition_, diagnostics);
}

void Noticer::add_games(int games) {
  const auto scenario = under({});
  for (int number = 1; number <= games; ++number) {
    Game game(make_compiled_rules(scenario));
    Trace trace = trace_of(game, "game " + std::to_string(number), static_cast<uint64_t>(number), most_steps);
    trace.from_the_start = true;
    games_.push_back(std::move(trace));
  }
}

void Noticer::add_option_games() {
  json all = json::object();
  for (const auto& option : program_->options) {
    add_games_under({{option.name, "yes"}}, 1);
    all[option.name] = "yes";
  }
  add_games_under(all, option_games);
}

void Noticer::add_games_under(const json& switches, int games) {
  const auto scenario = across_suez_under(switches);
  if (!scenario) return;
  for (int number = 1; number <= games; ++number) {
    Game game(make_compiled_rules(scenario));
    Trace trace = trace_of(game, "game " + std::to_string(number) + " under " + switches.dump(),
                           static_cast<uint64_t>(number), most_steps);
    trace.from_the_start = true;
    positions_[switches_of(switches)].push_back(std::move(trace));
  }
}

void Noticer::add(Game& game, std::string name, const Switches& switches) {
  positions_[switches].push_back(trace_of(game, std::move(name), 1, game.step_count() + steps_on));
}

void Noticer::add_position_files() {
  const json table =
      json::parse(text_of(fs::path(CASEBOOK_SOURCE_DIR) / "tests/rulesets/across_suez/positions.json"));
  std::map<std::string, json> rows;
  for (const json& row : table.at("rows")) rows[row.at("file")] = row;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(across_suez_folder() + "/positions")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const auto row = rows.find(file.stem().string());
    const json switches = row == rows.end() ? json::object() : row->second.value("switches", json::object());
    const auto scenario = across_suez_under(switches);
    if (!scenario) continue;
    Diagnostics diagnostics;
    PositionOptions options;
    options.under_other_rules = true;
    const auto position =
        load_position(*scenario, text_of(file), file.filename().string(), diagnostics, options);
    if (!position) {
      problem = diagnostics_text(diagnostics);
      continue;
    }
    Game game(make_compiled_rules(scenario), *position);
    if (row != rows.end()) {
      for (const json& step : row->second.at("play")) take_step(game, step.get<std::string>());
    }
    add(game, file.stem().string(), switches_of(switches));
  }
}

void Noticer::add_readings() {
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/tests/rulesets/across_suez_readings.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("--")) continue;
    const auto parts = split(line, '|');
    if (trimmed(parts.at(1)) == "claims") continue;  // tests/rulesets/reading_rows.h
    const auto names = split(parts.at(0), ',');      // a reading with its value, and options that are on
    const std::string name = trimmed(names.at(0)), file = trimmed(parts.at(1)) + ".json";
    const size_t equals = name.find('=');
    Switches plain;
    for (size_t i = 1; i < names.size(); ++i) plain[trimmed(names[i])] = "yes";
    Switches other = plain;
    other[name.substr(0, equals)] = name.substr(equals + 1);
    for (const Switches& switches : {plain, other}) {
      add_row((switches == plain ? "" : name + ", ") + trimmed(parts.at(1)),
              across_suez_folder() + "/positions/readings/" + file, parts.at(2), switches);
    }
  }
}

void Noticer::add_row(const std::string& name, const std::string& file, std::string_view script,
                      const Switches& switches) {
  const auto scenario = under(switches);
  if (!scenario) return;
  Diagnostics diagnostics;
  PositionOptions options;
  options.under_other_rules = true;
  const auto position = load_position(*scenario, text_of(file), file, diagnostics, options);
  if (!position) {
    problem = diagnostics_text(diagnostics);
    return;
  }
  Game game(make_compiled_rules(scenario), *position);
  for (const std::string_view step : split(script, ';')) {
    if (!trimmed(step).empty()) take_step(game, trimmed(step));
  }
  add(game, name, switches);
}

void Noticer::add_tables() {
  for (const char* file : {"refusals.json", "endings.json"}) {
    const json table =
        json::parse(text_of(fs::path(CASEBOOK_SOURCE_DIR) / "tests/rulesets/across_suez" / file));
    for (const json& row : table.at("rows")) {
      const auto game = lay_out(row);
      if (!game) continue;
      const std::string what = row.contains("choice") ? "refusal of " + row.at("choice").get<std::string>()
                                                      : row.at("why").get<std::string>();
      const Switches switches = switches_of(row.value("switches", json::object()));
      if (row.contains("choice")) {
        const std::string choice = row.at("choice");
        refused_.push_back({switches, game->position(), choice, refusals_of(*game, choice)});
      }
      add(*game, what, switches);
    }
  }
}

// ---- whether others do the same

/// Altered rules, bound and compiled under the switches that are asked for, each once.
class Noticer::Other {
 public:
  Other(const Noticer& noticer, std::shared_ptr<const language::Program> program)
      : noticer_(noticer), program_(std::move(program)) {}

  const std::shared_ptr<const Scenario>& scenario(const Switches& switches) {
    const auto [found, is_new] = bound_.try_emplace(switches);
    if (is_new) found->second.scenario = noticer_.bound(program_, switches);
    return found->second.scenario;
  }
  /// Null when they cannot be bound.
  Rules* rules(const Switches& switches) {
    if (!scenario(switches)) return nullptr;
    Bound& one = bound_.at(switches);
    if (!one.rules) one.rules = make_compiled_rules(one.scenario);
    return one.rules.get();
  }
  Claims& claims() {
    if (!claims_) claims_ = std::make_unique<Claims>(scenario({}));
    return *claims_;
  }

 private:
  struct Bound {
    std::shared_ptr<const Scenario> scenario;
    std::unique_ptr<Rules> rules;
  };
  const Noticer& noticer_;
  std::shared_ptr<const language::Program> program_;
  std::map<Switches, Bound> bound_;
  std::unique_ptr<Claims> claims_;
};

Notice Noticer::by(const Look& look, Other& other) const {
  if (look.trace != nullptr) {
    Rules* const rules = other.rules(*look.switches);
    if (rules == nullptr) return {};
    const int step = first_difference(*rules, *look.trace);
    if (step < 0) return {};
    return {look.by, look.trace->name + ", step " + std::to_string(step)};
  }
  const language::Claim& claim = other.scenario({})->program->claims[look.claim];
  if (is_as_said(other.claims().run(claim).status)) return {};
  return {look.by, claim.name};
}

// In the order of what they cost: two games, positions, claims, then what other switches show, each set of
// which is a ruleset to be made, and the other games.
void Noticer::make_looks() {
  static const Switches plain;
  const auto traces = [](std::vector<Look>& into, const Switches& switches, const std::vector<Trace>& all,
                         size_t from, size_t to, Notice::By by) {
    for (size_t i = from; i < std::min(to, all.size()); ++i) into.push_back({by, &switches, &all[i], 0});
  };
  const auto claims = [&](bool with_switches) {
    for (size_t i = 0; i < program_->claims.size(); ++i) {
      if (program_->claims[i].with.empty() != with_switches)
        looks_.push_back({Notice::By::claim, nullptr, nullptr, i});
    }
  };
  // Those with most options first: what a mutant of an option does is seen there.
  std::vector<const std::pair<const Switches, std::vector<Trace>>*> order;
  for (const auto& one : positions_) {
    if (!one.first.empty()) order.push_back(&one);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->first.size() > b->first.size(); });
  const auto switched = [&](std::vector<Look>& into) {
    for (const auto* one : order) traces(into, one->first, one->second, 0, SIZE_MAX, Notice::By::position);
  };
  switched(of_options_);
  traces(looks_, plain, games_, 0, quick_games, Notice::By::game);
  traces(looks_, plain, positions_.at({}), 0, SIZE_MAX, Notice::By::position);
  quick_looks_ = looks_.size();
  claims(false);
  switched(looks_);
  claims(true);
  traces(looks_, plain, games_, quick_games, SIZE_MAX, Notice::By::game);
}

Notice Noticer::by_looks(const Mutant& mutant, Other& other, bool of_an_option) const {
  // What noticed another mutant of the same item mostly notices this one, and then a claim of the case that
  // it speaks for; the order says what is tried first, and everything is tried before nothing is said to
  // notice.
  const std::string item = mutant.name.substr(0, mutant.name.find_first_of(".: "));
  std::vector<const Look*> order;
  for (const Look* look : last_[item]) order.push_back(look);
  const auto of_its_cases = [&](const language::Item& one) {
    const auto is = [&](language::CaseId label) {
      return std::find(mutant.labels.begin(), mutant.labels.end(), label) != mutant.labels.end();
    };
    return is(one.label) || std::any_of(one.also.begin(), one.also.end(), is);
  };
  const auto claims_of_its_cases = [&](bool with_switches) {
    for (const Look& look : looks_) {
      if (look.trace != nullptr || program_->claims[look.claim].with.empty() == with_switches) continue;
      if (of_its_cases(program_->claims[look.claim])) order.push_back(&look);
    }
  };
  claims_of_its_cases(false);
  if (of_an_option) {
    for (const Look& look : of_options_) order.push_back(&look);
  }
  for (size_t i = 0; i < quick_looks_; ++i) order.push_back(&looks_[i]);
  // Then what is asked of its cases with a reading set otherwise.
  claims_of_its_cases(true);
  for (const Look& look : looks_) {
    if (look.trace == nullptr || look.switches->empty()) continue;
    const auto is_set = [&](const language::Reading& reading) {
      std::string written = reading.name;
      std::replace(written.begin(), written.end(), '_', '-');
      return of_its_cases(reading) &&
             (look.switches->contains(reading.name) || look.switches->contains(written));
    };
    if (std::any_of(program_->readings.begin(), program_->readings.end(), is_set)) order.push_back(&look);
  }
  for (const Look& look : looks_) order.push_back(&look);
  std::set<const void*> tried;  // a trace or a claim
  for (const Look* look : order) {
    const void* const what =
        look->trace != nullptr ? static_cast<const void*>(look->trace) : &program_->claims[look->claim];
    if (!tried.insert(what).second) continue;
    const Notice found = by(*look, other);
    if (found.by == Notice::By::nothing) continue;
    auto& last = last_[item];
    last.erase(std::remove(last.begin(), last.end(), look), last.end());
    last.insert(last.begin(), look);
    if (last.size() > most_remembered) last.pop_back();
    return found;
  }
  return {};
}

// What a requirement adds to others shows only in what a refusal names.
Notice Noticer::by_refusals(Other& other, const std::string& action) const {
  for (const Refused& one : refused_) {
    if (!one.choice.starts_with(action + "(")) continue;
    const auto scenario = other.scenario(one.switches);
    if (!scenario) continue;
    const Game game(make_compiled_rules(scenario), one.position);
    if (refusals_of(game, one.choice) != one.by) return {Notice::By::refusal, one.choice};
  }
  return {};
}

Notice Noticer::by_invariant(Other& other, language::InvariantId invariant) const {
  const auto broken_in = [&](const std::shared_ptr<const Scenario>& scenario, const Trace& trace,
                             bool begins) {
    ReferenceRules asking(scenario);
    InvariantCheck ends;  // those at the end of a procedure are asked within a step
    check_ends_of_procedures(asking, ends);
    Position position = begins ? scenario->start : trace.start, before;
    if (begins) asking.begin(position);
    for (size_t i = 0; i < trace.steps.size(); ++i) {
      InvariantCheck check = check_invariants(asking, position, i == 0 ? nullptr : &before);
      check.failures.insert(check.failures.end(), ends.failures.begin(), ends.failures.end());
      for (const auto& failure : check.failures) {
        if (failure.invariant == invariant)
          return Notice{Notice::By::invariant, trace.name + ", step " + std::to_string(i)};
      }
      ends = {};
      before = position;
      if (trace.steps[i].node == NodeKind::choose) {
        asking.apply(position, trace.steps[i].choice);
      } else {
        asking.apply(position, trace.steps[i].chance);
      }
    }
    return Notice{};
  };
  for (const Trace& game : games_) {
    if (const Notice found = broken_in(other.scenario({}), game, true); found.by != Notice::By::nothing)
      return found;
  }
  // What speaks of a part of the game that options bring is asked only there.
  for (const auto& [switches, traces] : positions_) {
    const auto scenario = switches.empty() ? nullptr : other.scenario(switches);
    if (!scenario) continue;
    for (const Trace& trace : traces) {
      if (const Notice found = broken_in(scenario, trace, false); found.by != Notice::By::nothing)
        return found;
    }
  }
  return {};
}

Notice Noticer::notice(const Mutant& mutant) const {
  const auto program = language::altered(*program_, mutant);
  Other other(*this, program);
  const auto plain = other.scenario({});
  if (!plain) return {Notice::By::game, "it does not bind"};
  switch (mutant.of) {
    case MutantOf::invariant:
      return by_invariant(other, mutant.item);
    case MutantOf::claim: {
      const language::Claim& claim = program->claims[mutant.item];
      const ClaimStatus status = other.claims().run(claim).status;
      if (status == ClaimStatus::failed || status == ClaimStatus::undisputed)
        return {Notice::By::claim, claim.name};
      return {};
    }
    default: {
      const bool of_an_option = std::any_of(
          mutant.labels.begin(), mutant.labels.end(),
          [this](language::CaseId label) { return program_->label_text(label).starts_with("15."); });
      const Notice found = by_looks(mutant, other, of_an_option);
      if (found.by != Notice::By::nothing || mutant.what != "requirement left out") return found;
      return by_refusals(other, mutant.name.substr(0, mutant.name.find('.')));
    }
  }
}

}  // namespace casebook::tests
