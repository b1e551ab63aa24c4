// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/noticer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/in_parallel.h"
#include "engine/platform/files.h"
#include "engine/players/playout.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/compiled/same_form.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/ruleset_identity.h"
#include "verifier/checks/list.h"
#include "verifier/checks/verify.h"
#include "verifier/mutate/by_verify.h"
#include "verifier/mutate/equivalent.h"

namespace casebook::mutate {

using namespace runtime;
using namespace language::ids;
using language::none;
namespace fs = std::filesystem;

namespace {

constexpr size_t most_files = 400;             // of a folder
constexpr size_t most_of_a_file = 16U << 20U;  // bytes
constexpr size_t steps_on = 16;                // seeded, from a position
constexpr uint64_t games_of_switches = 2;      // of a ruleset with one switch set otherwise
constexpr uint64_t games_alone = 2;            // by the altered rules alone

FormPtr form_of(const ScenarioPtr& scenario) {
  try {
    return compiled::translate(scenario);
  } catch (const std::exception&) {  // more registers than there are
    return nullptr;
  }
}

/// Empty: it cannot be read, and is no position and no record then.
std::string text_of(const std::string& path) {
  platform::FileError error;
  return platform::read_file(path, most_of_a_file, error).value_or(std::string());
}

/// What no rulebook means to happen, in two seeded games: faults, stuck games, games without an end, broken
/// invariants.
std::set<std::string> bad_ends(const ScenarioPtr& scenario, const FormPtr& form, const Settings& settings) {
  std::set<std::string> bad;
  const language::Program& program = *scenario->program;
  if (program.game == none) return bad;
  CompiledRules rules(form);
  InvariantWatch watch(scenario, std::make_unique<CompiledInvariants>(scenario));
  watch.listen_to(rules);
  const players::Players seats = players::random_players(*scenario);
  players::Playouts playouts(rules, seats);
  playouts.show_to([&](const Position& position, uint64_t game, uint64_t step) {
    if (step == 0)
      watch.begin(position, game);
    else
      watch.step(position);
  });
  for (uint64_t game = 1; game <= games_alone; ++game) {
    if (settings.go_on && !settings.go_on()) throw ListingStopped{};
    const auto outcome = playouts.play(settings.seed, game, settings.decisions).outcome;
    // A limit is Casebook's own, whatever the rules are.
    if (outcome.kind != OutcomeKind::won && outcome.kind != OutcomeKind::drawn &&
        outcome.kind != OutcomeKind::limit)
      bad.insert("end: " + (outcome.kind == OutcomeKind::open ? std::string("a game without an end")
                                                              : outcome_text(*scenario, outcome)));
  }
  for (const BrokenInvariant& one : watch.broken())
    bad.insert("invariant: " + program.invariants[one.invariant].name);
  return bad;
}

}  // namespace

const std::vector<std::string>& checks_without_play() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> out;
    for (const checks::Check& check : checks::all_checks())
      if (check.needs == checks::Needs::nothing && check.id != checks::claims_hold().id)
        out.push_back(check.id);
    return out;
  }();
  return ids;
}

// ---- altered rules

const ScenarioPtr& Altered::scenario(size_t ruleset) {
  One& one = made_[ruleset];
  if (!one.bound) {
    one.bound = true;
    const Ruleset& as_it_is = rulesets_[ruleset];
    Diagnostics diagnostics;
    one.scenario = runtime::bind(program_, as_it_is.scenario->data, as_it_is.switches, as_it_is.scenario->id,
                                 diagnostics);
    if (one.scenario) std::const_pointer_cast<Scenario>(one.scenario)->folder = as_it_is.scenario->folder;
  }
  return one.scenario;
}

const FormPtr& Altered::form(size_t ruleset) {
  One& one = made_[ruleset];
  if (!one.compiled) {
    one.compiled = true;
    if (scenario(ruleset)) one.form = form_of(scenario(ruleset));
  }
  return one.form;
}

bool Altered::same_form(size_t ruleset) {
  One& one = made_[ruleset];
  if (!one.same)
    one.same = form(ruleset) != nullptr && compiled::same_form(*one.form, *rulesets_[ruleset].form);
  return *one.same;
}

// ---- the rules as they are

Noticer::Noticer(const checks::Subject& subject, const Settings& settings, Result& result)
    : subject_(subject), settings_(settings) {
  make_rulesets();
  if (rulesets_.empty()) {
    result.unused.emplace_back("the rules cannot be compiled");
    return;
  }
  if (settings_.by_verify) {
    by_verify_ = std::make_unique<ByVerify>(subject_, settings_.seed, settings_.go_on);
  } else {
    read_folder(result);
    ask_positions_elsewhere();
    play_games();
  }
  Claims claims(subject_.scenario);
  for (const language::Claim& claim : subject_.program->claims) {
    look_whether_to_stop();
    claims_.push_back(claims.run(claim).status);
    if (!is_as_said(claims_.back()))
      result.unused.push_back(fmt::format("claim \"{}\" {}", claim.name, claim_status_words(claims_.back())));
  }
  if (!by_verify_) findings_ = findings_of(subject_.scenario);
  result.rulesets = rulesets_.size();
  result.claims = claims_.size();
  for (const Ruleset& one : rulesets_) {
    for (const auto& [by, trace] : one.traces) {
      ++(by == "playthrough" ? result.records : by == "position" ? result.positions : result.games);
    }
  }
}

Noticer::~Noticer() = default;

void Noticer::look_whether_to_stop() const {
  if (settings_.go_on && !settings_.go_on()) throw ListingStopped{};
}

void Noticer::make_rulesets() {
  const language::Program& p = *subject_.program;
  ruleset_of({});
  if (rulesets_.empty()) return;
  checks::Context context(subject_, {});
  Switches with_options;
  if (const ScenarioPtr all = context.with_options()) {
    with_options = identity_of(*all).switches;
    ruleset_of(with_options);
  }
  for (const language::Option& option : p.options) ruleset_of({{option.name, "yes"}});
  for (const language::Reading& reading : p.readings) {
    for (const std::string& value : p.kinds[reading.kind].members) {
      Switches switches = with_options;
      switches.emplace_back(reading.name, value);
      ruleset_of(switches);
    }
  }
}

/// Where it stands; as many as there are when the data do not go with these switches.
size_t Noticer::ruleset_of(const Switches& switches) {
  look_whether_to_stop();
  Diagnostics diagnostics;
  const ScenarioPtr scenario =
      switches.empty() ? subject_.scenario : bind_besides(*subject_.scenario, switches, diagnostics);
  if (!scenario) return rulesets_.size();
  Ruleset one;
  one.switches = identity_of(*scenario).switches;
  const auto known = std::find_if(rulesets_.begin(), rulesets_.end(),
                                  [&](const Ruleset& other) { return other.switches == one.switches; });
  if (known != rulesets_.end()) return static_cast<size_t>(known - rulesets_.begin());
  one.name = scenario->id;
  one.scenario = scenario;
  one.form = form_of(scenario);
  if (!one.form) return rulesets_.size();
  rulesets_.push_back(std::move(one));
  return rulesets_.size() - 1;
}

void Noticer::read_folder(Result& result) {
  if (settings_.folder.empty()) return;
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(settings_.folder, error), end; !error && at != end;
       at.increment(error)) {
    const fs::path extension = at->path().extension();
    if (extension == ".record" || extension == ".json") files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.size() > most_files) {
    result.unused.push_back(
        fmt::format("{} of {} files of the folder", files.size() - most_files, files.size()));
    files.resize(most_files);
  }
  for (const std::string& file : files) {
    look_whether_to_stop();
    if (fs::path(file).extension() == ".record")
      read_record(file, result);
    else
      read_position(file, result);
  }
}

void Noticer::read_record(const std::string& path, Result& result) {
  const std::string name = fs::path(path).filename().string();
  Diagnostics diagnostics;
  const Record record = parse_record(text_of(path), name, diagnostics);
  const size_t at = ruleset_of(record.ruleset.switches);
  if (diagnostics.error_count() != 0 || at == rulesets_.size()) {
    result.unused.push_back(name);
    return;
  }
  ReplayOptions options;
  options.under_other_rules = true;
  const Replay replayed =
      replay(record, name, std::make_unique<CompiledRules>(rulesets_[at].form), diagnostics, options);
  if (!replayed.game || !replayed.good) {
    result.unused.push_back(name);
    return;
  }
  games::Trace trace = games::trace_of(*replayed.game, name, settings_.seed, replayed.game->step_count());
  trace.from_the_start = record.start.empty();
  rulesets_[at].traces.emplace_back("playthrough", std::move(trace));
}

void Noticer::read_position(const std::string& path, Result& result) {
  const std::string name = fs::path(path).filename().string();
  const std::string text = text_of(path);
  if (text.find("casebook/position") == std::string::npos) return;
  Diagnostics diagnostics;
  const auto identity = position_identity(text, name, diagnostics);
  if (!identity || identity->edition != subject_.program->edition) return;
  const size_t at = ruleset_of(identity->switches);
  PositionOptions options;
  options.under_other_rules = true;
  const auto position = at == rulesets_.size()
                            ? std::nullopt
                            : load_position(*rulesets_[at].scenario, text, name, diagnostics, options);
  if (!position) {
    result.unused.push_back(name);
    return;
  }
  Game game(std::make_unique<CompiledRules>(rulesets_[at].form), *position);
  rulesets_[at].traces.emplace_back("position", games::trace_of(game, name, settings_.seed, steps_on));
}

/// A position says something of every ruleset under which it goes on otherwise: a reading or an option that
/// matters there. Under the others it would only be asked twice.
void Noticer::ask_positions_elsewhere() {
  struct Stands {
    const games::Trace* trace;
    size_t under;
  };
  std::vector<Stands> all;
  for (size_t i = 0; i < rulesets_.size(); ++i)
    for (const auto& [by, trace] : rulesets_[i].traces)
      if (by == "position") all.push_back({&trace, i});
  // Layouts may differ, and so hashes of positions: what is offered, and to whom, tells.
  const auto goes_on_alike = [](const games::Trace& a, const games::Trace& b) {
    return a.last == b.last && std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                                          [](const games::TraceStep& one, const games::TraceStep& other) {
                                            return one.offered == other.offered && one.player == other.player;
                                          });
  };
  std::vector<std::vector<games::Trace>> found(rulesets_.size());
  in_parallel(rulesets_.size(), [&](size_t i, size_t) {
    PositionOptions options;
    options.under_other_rules = true;
    for (const Stands& one : all) {
      if (one.under == i) continue;
      look_whether_to_stop();
      Diagnostics diagnostics;
      const auto position = load_position(*rulesets_[i].scenario,
                                          position_text(*rulesets_[one.under].scenario, one.trace->start),
                                          one.trace->name, diagnostics, options);
      if (!position) continue;
      Game game(std::make_unique<CompiledRules>(rulesets_[i].form), *position);
      games::Trace trace = games::trace_of(
          game, fmt::format("{} under {}", one.trace->name, rulesets_[i].name), settings_.seed, steps_on);
      if (!goes_on_alike(trace, *one.trace)) found[i].push_back(std::move(trace));
    }
  });
  for (size_t i = 0; i < found.size(); ++i)
    for (games::Trace& trace : found[i]) rulesets_[i].traces.emplace_back("position", std::move(trace));
}

void Noticer::play_games() {
  if (subject_.program->game == none) return;
  const ScenarioPtr options = checks::Context(subject_, {}).with_options();
  const Switches all = options ? identity_of(*options).switches : Switches{};
  in_parallel(rulesets_.size(), [&](size_t i, size_t) {
    Ruleset& one = rulesets_[i];
    const bool main = i == 0 || one.switches == all;
    const uint64_t games = main ? settings_.games : std::min(settings_.games, games_of_switches);
    for (uint64_t number = 1; number <= games; ++number) {
      look_whether_to_stop();
      Game game(std::make_unique<CompiledRules>(one.form));
      games::Trace trace = games::trace_of(game, fmt::format("game {} of {}", number, one.name),
                                           settings_.seed * 1'000'003 + number, settings_.decisions);
      trace.from_the_start = true;
      one.traces.emplace_back("game", std::move(trace));
    }
  });
}

// ---- altered ones held against them

std::optional<Notice> Noticer::by_claims(const ScenarioPtr& altered) const {
  Claims claims(altered);
  const auto& all = altered->program->claims;
  // Each set of switches is a ruleset to be made, so these come last.
  for (const bool with_switches : {false, true}) {
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].with.empty() == with_switches) continue;
      look_whether_to_stop();
      const ClaimStatus status = claims.run(all[i]).status;
      if (status != claims_[i]) return Notice{"claim", all[i].name};
    }
  }
  return std::nullopt;
}

const std::set<std::string>& Noticer::known_bad_ends(size_t ruleset) const {
  {
    const std::lock_guard<std::mutex> lock(guard_);
    if (const auto known = bad_ends_.find(ruleset); known != bad_ends_.end()) return known->second;
  }
  std::set<std::string> bad = bad_ends(rulesets_[ruleset].scenario, rulesets_[ruleset].form, settings_);
  const std::lock_guard<std::mutex> lock(guard_);
  return bad_ends_.emplace(ruleset, std::move(bad)).first->second;
}

std::optional<Notice> Noticer::by_rules_alone(const ScenarioPtr& altered, size_t ruleset) const {
  const FormPtr form = form_of(altered);
  if (!form) return std::nullopt;
  for (const std::string& bad : bad_ends(altered, form, settings_)) {
    if (known_bad_ends(ruleset).count(bad) != 0) continue;
    const size_t colon = bad.find(": ");
    return Notice{bad.substr(0, colon), bad.substr(colon + 2) + " in " + rulesets_[ruleset].name};
  }
  return std::nullopt;
}

std::optional<Notice> Noticer::by_play(Altered& altered) const {
  for (size_t i = 0; i < rulesets_.size(); ++i) {
    if (!altered.scenario(i)) return Notice{"data", "the data do not fit these rules: " + rulesets_[i].name};
    if (!altered.form(i)) return Notice{"data", "the rules cannot be compiled: " + rulesets_[i].name};
    if (altered.same_form(i)) continue;
    CompiledRules rules(altered.form(i));
    for (const auto& [by, trace] : rulesets_[i].traces) {
      look_whether_to_stop();
      const int step = games::first_difference(rules, trace);
      if (step < 0) continue;
      const Notice notice{by, fmt::format("{}, step {}", trace.name, step)};
      if (by == "playthrough") return notice;
      const auto alone = by_rules_alone(altered.scenario(i), i);
      return alone ? alone : notice;
    }
  }
  return std::nullopt;
}

std::set<std::string> Noticer::findings_of(const ScenarioPtr& scenario) const {
  checks::Subject subject = subject_;
  subject.program = scenario->program;
  subject.scenario = scenario;
  checks::Settings few;
  few.seed = settings_.seed;
  few.games = 0;
  few.positions = 0;
  few.inputs = settings_.inputs / 4;
  few.go_on = settings_.go_on;
  const checks::Verification said = checks::verify(std::move(subject), few, checks_without_play());
  if (said.stopped) throw ListingStopped{};
  std::set<std::string> found;
  for (const Finding& one : said.findings) {
    // A requirement that is left out is `yes` in its place: that it says nothing then is how it was altered,
    // nobody noticed anything.
    if (one.check == "definitions" && one.subject.starts_with("requirement ")) continue;
    found.insert(one.check + ": " + one.claim + (one.verdict == casebook::Verdict::refuted ? "" : ", open"));
  }
  return found;
}

std::optional<Notice> Noticer::by_findings(const ScenarioPtr& altered) const {
  const std::set<std::string> now = findings_of(altered);
  for (const std::string& one : now) {
    if (findings_.count(one) == 0) return Notice{"finding", one};
  }
  for (const std::string& one : findings_) {
    if (now.count(one) == 0) return Notice{"finding", "no longer found: " + one};
  }
  return std::nullopt;
}

/// Whatever comes before the question whether the altered rules mean the same.
std::optional<Notice> Noticer::first_notice(Altered& altered) const {
  if (!altered.scenario(0)) return Notice{"data", "the data do not fit these rules: " + rulesets_[0].name};
  if (const auto claim = by_claims(altered.scenario(0))) return claim;
  return by_verify_ ? std::nullopt : by_play(altered);
}

void Noticer::ask(Told& told) const {
  const ProgramPtr program = language::altered(*subject_.program, told.mutant);
  Altered altered(program, rulesets_);
  const auto noticed = [&told](const Notice& notice) {
    told.fate = Fate::noticed;
    told.by = notice.by;
    told.where = notice.where;
  };
  if (const auto first = first_notice(altered)) return noticed(*first);
  if (const auto shown = equivalent(rulesets_, altered, settings_.inputs, [&] { look_whether_to_stop(); })) {
    told.fate = Fate::equivalent;
    told.by = shown->how;
    told.where = shown->scope;
    return;
  }
  const auto last = by_verify_ ? by_verify_->ask(altered.scenario(0)) : by_findings(altered.scenario(0));
  if (last) return noticed(*last);
  told.fate = Fate::survived;
}

}  // namespace casebook::mutate
