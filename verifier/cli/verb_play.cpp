// SPDX-License-Identifier: Apache-2.0
// casebook play: one game to look at or to play oneself, or many seeded games in summary.
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "engine/players/fired.h"
#include "engine/players/player.h"
#include "engine/players/playout.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/moment_text.h"
#include "engine/runtime/text/roll_text.h"
#include "verifier/cli/printing/play_person.h"
#include "verifier/cli/printing/profile_text.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/invariants.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/limit.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct PlayOptions {
  std::string word, players, record, dice = "seed";  // no players: all sides play at random
  uint64_t seed = 1, game = 1, games = 0, most = players::most_decisions;
  bool fired = false, profile = false, reference = false, quiet = false;
  bool invariants = false, no_invariants = false;  // neither: of a single game only
};

// A number too great for a size is refused by CLI11; one below nothing it would take for a huge one.
std::string no_sign(const std::string& word) {
  return word.starts_with("-") ? "Value " + word + " is below 0" : std::string();
}

std::string side_name(const runtime::Scenario& scenario, int32_t side) {
  return scenario.value_text({language::TypeTag::entity, scenario.program->kind_side, 1}, side);
}

std::string winner_line(const runtime::Scenario& scenario, const runtime::Outcome& outcome) {
  switch (outcome.kind) {
    case runtime::OutcomeKind::won:
      return "winner: " + side_name(scenario, outcome.side);
    case runtime::OutcomeKind::drawn:
      return "winner: none, the game is drawn";
    case runtime::OutcomeKind::open:
      return "winner: none yet, the game is unfinished";
    case runtime::OutcomeKind::limit:
      return "winner: none yet, the game ended at a limit of Casebook";
    default:
      return "winner: none, the game ended " + outcome_words(scenario, outcome);
  }
}

// One player a side; nullptr stands for a person at the terminal.
std::optional<players::Players> make_players(const std::string& words, const runtime::Scenario& scenario,
                                             bool person_allowed, Context& context) {
  players::Players made;
  for (const std::string_view word : split(words, ',')) {
    const std::string name(trimmed(word));
    if (name == "human" && person_allowed) {
      made.push_back(nullptr);
      continue;
    }
    auto player = players::make_player(name);
    if (!player) {
      std::vector<std::string> known = players::player_names();
      if (person_allowed) known.emplace_back("human");
      const std::string why = name == "human" ? "a person cannot play with --games or --json"
                                              : "there is no player " + casebook::quoted(name);
      context.terminal.error("C0114", why, listed(known), name == "human" ? "" : nearest_name(name, known));
      return std::nullopt;
    }
    made.push_back(std::move(player));
  }
  const size_t sides = static_cast<size_t>(scenario.size(scenario.program->kind_side));
  if (made.size() != sides) {
    context.terminal.error(
        "C0115", fmt::format("{} players are named, and the game has {} sides", made.size(), sides));
    return std::nullopt;
  }
  return made;
}

ordered_json head(const runtime::Scenario& scenario, const PlayOptions& options, const Context& context) {
  return json_document(context, {{"ruleset", scenario.id},
                                 {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                 {"data", fmt::format("{:016x}", scenario.fingerprint)},
                                 {"seed", options.seed},
                                 {"players", options.players}});
}

// ---- many games

/// Which limit of Casebook this game of the summary ended at: it is played again with its history.
std::string limit_of_game(const Loaded& loaded, const players::Players& seats, const PlayOptions& options,
                          uint64_t number) {
  runtime::GameSettings settings;
  settings.seed = options.seed;
  settings.game = number;
  auto rules = make_rules(loaded.scenario, options.reference);
  const auto game = loaded.position
                        ? std::make_unique<runtime::Game>(std::move(rules), *loaded.position, settings)
                        : std::make_unique<runtime::Game>(std::move(rules), settings);
  players::seat(seats, *game);
  players::play_to_end(*game, seats, options.most);
  return limit_of(*game);
}

ExitStatus play_many(const Loaded& loaded, const PlayOptions& options, Context& context) {
  const runtime::Scenario& scenario = *loaded.scenario;
  const auto seats = make_players(options.players, scenario, false, context);
  if (!seats) return ExitStatus::usage;
  std::unique_ptr<runtime::Rules> rules;
  runtime::CountingRules* counting = nullptr;
  runtime::CompiledRules* profiled = nullptr;
  if (options.profile) {
    auto made = std::make_unique<runtime::CompiledRules>(loaded.scenario);
    made->count_instructions();
    profiled = made.get();
    rules = std::move(made);
  } else if (options.fired) {
    auto made = std::make_unique<runtime::CountingRules>(loaded.scenario);
    counting = made.get();
    rules = std::move(made);
  } else {
    rules = make_rules(loaded.scenario, options.reference);
  }
  players::Playouts playouts(*rules, *seats);
  std::optional<runtime::InvariantWatch> watch;
  if (options.invariants) {
    watch.emplace(loaded.scenario, options.reference
                                       ? nullptr
                                       : std::make_unique<runtime::CompiledInvariants>(loaded.scenario));
    watch->listen_to(*rules);
    playouts.show_to([&watch](const runtime::Position& position, uint64_t game, uint64_t step) {
      step == 0 ? watch->begin(position, game) : watch->step(position);
    });
  }
  std::map<std::string, uint64_t> results;
  uint64_t decisions = 0, chances = 0, played = 0, faults = 0, at_limit = 0;
  std::string limit;
  std::vector<std::string> faulty;
  const double before = platform::cpu_seconds();
  for (uint64_t game = 1; game <= options.games; ++game) {
    players::Playout playout;
    try {
      playout = loaded.position ? playouts.play_from(*loaded.position, options.seed, game, options.most)
                                : playouts.play(options.seed, game, options.most);
    } catch (const runtime::ListingStopped&) {
      break;  // likewise
    }
    if (platform::stop_requested() && playout.outcome.kind == runtime::OutcomeKind::open)
      break;  // in the middle
    ++played;
    decisions += playout.decisions;
    chances += playout.chances;
    ++results[outcome_words(scenario, playout.outcome)];
    if (playout.outcome.kind == runtime::OutcomeKind::fault ||
        playout.outcome.kind == runtime::OutcomeKind::stuck) {
      ++faults;
      if (faulty.size() < 5)
        faulty.push_back(fmt::format("game {}: {}", game, outcome_words(scenario, playout.outcome)));
    }
    if (playout.outcome.kind == runtime::OutcomeKind::limit && ++at_limit == 1)
      limit = limit_of_game(loaded, *seats, options, game);
    if (game % 16 == 0)
      context.terminal.progress("playing", static_cast<long>(game), static_cast<long>(options.games));
    if (platform::stop_requested()) break;
  }
  const double seconds = std::max(platform::cpu_seconds() - before, 1e-9);
  const auto games_played = static_cast<double>(std::max<uint64_t>(played, 1));
  context.terminal.end_progress();
  if (watch) {
    Diagnostics diagnostics;
    watch->report(diagnostics);
    context.terminal.diagnostics(diagnostics);
  }
  if (context.json) {
    ordered_json document = head(scenario, options, context);
    document["games"] = played;
    if (platform::stop_requested()) document["stopped"] = true;
    document["decisions"] = decisions;
    document["chances"] = chances;
    document["decisionsPerGame"] = static_cast<double>(decisions) / games_played;
    document["gamesPerSecond"] = static_cast<double>(played) / seconds;
    document["decisionsPerSecond"] = static_cast<double>(decisions) / seconds;
    document["results"] = results;
    if (at_limit > 0) {
      document["atLimit"] = at_limit;
      document["limit"] = limit;
    }
    if (watch) document["invariants"] = invariants_json(*watch);
    if (options.fired) {
      document["fired"] = ordered_json::array();
      for (size_t i = 0; i < counting->fired().size(); ++i)
        document["fired"].push_back(
            {{"case", scenario.program->cases[i].label}, {"times", counting->fired()[i]}});
    }
    if (profiled != nullptr) document["profile"] = profile_json(scenario, profiled->profile());
    context.terminal.json(document);
  } else {
    context.terminal.line(
        fmt::format("{} games of {}, seed {}, {}", played, scenario.id, options.seed, options.players));
    if (platform::stop_requested())
      context.terminal.line(fmt::format("  stopped after {} of {} games", played, options.games));
    for (const auto& [result, times] : results)
      context.terminal.line(fmt::format("  {:<24} {:>8}  {:5.1f} %", result, times,
                                        100.0 * static_cast<double>(times) / games_played));
    if (at_limit > 0)
      context.terminal.line(fmt::format("  {} of {} games ended at a limit of Casebook", at_limit, played));
    context.terminal.line(fmt::format("  {:.1f} decisions and {:.1f} rolls or draws a game",
                                      static_cast<double>(decisions) / games_played,
                                      static_cast<double>(chances) / games_played));
    context.terminal.line(fmt::format("  {:.0f} games and {:.0f} decisions per CPU-second{}",
                                      static_cast<double>(played) / seconds,
                                      static_cast<double>(decisions) / seconds,
                                      options.fired || options.profile ? " (counting)"
                                      : options.reference              ? " (reference evaluator)"
                                                                       : ""));
    for (const std::string& one : faulty) context.terminal.line("  " + one);
    if (watch) context.terminal.line("  " + invariants_text(*watch));
    if (options.fired) {
      context.terminal.line("how often each case applied, in one decision of 32:");
      for (size_t i = 0; i < counting->fired().size(); ++i)
        context.terminal.line(fmt::format("  {:>10}  {:<12} {}", counting->fired()[i],
                                          scenario.program->cases[i].label,
                                          scenario.program->cases[i].title));
    }
    if (profiled != nullptr) {
      context.terminal.line("");
      for (const std::string& line : profile_lines(scenario, profiled->profile(), decisions))
        context.terminal.line(line);
    }
    context.terminal.line(fmt::format("made by: {}", command_text(context)));
  }
  complain_of_limit(limit, context);
  if (watch && complain_of_disagreements(*watch, context)) return ExitStatus::tool_error;
  if (platform::stop_requested()) return ExitStatus::stopped;
  if (faults > 0 || (watch && watch->broken_games() > 0)) return ExitStatus::refuted;
  return at_limit > 0 ? ExitStatus::open : ExitStatus::fine;
}

// ---- one game

/// `rolled_at`: where the dice of the step were rolled, if they were.
void say_step(const runtime::Scenario& scenario, const runtime::GameStep& step, size_t number,
              const std::optional<runtime::Position>& rolled_at, Context& context) {
  std::string line = fmt::format("{:>4} ", number);
  if (step.kind == runtime::StepKind::choice)
    line += side_name(scenario, step.side) + ": " + step.text;
  else
    line += std::string(runtime::step_kind_name(step.kind)) + " " + step.text;
  if (rolled_at && step.kind == runtime::StepKind::roll) {
    const std::string look_ups = runtime::look_ups_text(scenario, *rolled_at, step.chance);
    if (!look_ups.empty()) line += "   " + look_ups;
  }
  context.terminal.line(line);
  for (const std::string& note : step.notes) context.terminal.line("     ; " + note);
}

ExitStatus play_one(const Loaded& loaded, const PlayOptions& options, Context& context) {
  const runtime::Scenario& scenario = *loaded.scenario;
  auto seats = make_players(options.players, scenario, !context.json, context);
  if (!seats) return ExitStatus::usage;
  if (options.dice != "seed" && (options.dice != "ask" || context.json)) {
    context.terminal.error("C0116",
                           context.json && options.dice == "ask"
                               ? "dice cannot be typed in with --json"
                               : "dice do not come from " + casebook::quoted(options.dice),
                           context.json ? "--dice seed" : "--dice seed or --dice ask");
    return ExitStatus::usage;
  }
  runtime::GameSettings settings;
  settings.seed = options.seed;
  settings.game = options.game;
  for (const std::string_view word : split(options.players, ','))
    settings.players.emplace_back(trimmed(word));
  runtime::InvariantWatch watch(loaded.scenario);
  const bool watched = options.invariants || (watch.has_any() && !options.no_invariants);
  auto rules = make_rules(loaded.scenario, options.reference);
  if (watched) watch.listen_to(*rules);
  auto game = loaded.position ? std::make_unique<runtime::Game>(std::move(rules), *loaded.position, settings)
                              : std::make_unique<runtime::Game>(std::move(rules), settings);
  for (size_t side = 0; side < seats->size(); ++side) {
    if ((*seats)[side])
      (*seats)[side]->new_game(scenario, static_cast<int32_t>(side), options.seed, settings.game);
  }
  const bool aloud = !context.json && !options.quiet;
  if (aloud) {
    const std::string number = options.game == 1 ? "" : fmt::format(", game {}", options.game);
    context.terminal.line(fmt::format("{}, seed {}{}, {}; rules {:016x}", scenario.id, options.seed, number,
                                      options.players, scenario.rules_fingerprint));
  }
  Table table(*game, !options.record.empty(), context);
  if (watched) watch.begin(game->position(), settings.game);
  uint64_t decisions = 0;
  bool left = false;
  std::string heading;  // above the steps said last
  std::string limit;
  const auto take_step = [&]() {
    const size_t before = game->step_count();
    std::string moment = aloud ? runtime::moment_text(scenario, game->position()) : std::string();
    std::optional<runtime::Position> rolled_at;
    if (game->node() == runtime::NodeKind::chance) {
      if (aloud) rolled_at = game->position();
      if (options.dice == "ask")
        left = !table.ask_dice();
      else if (!game->roll())
        return false;
    } else {
      const auto& choices = game->choices();
      if (choices.empty()) return false;
      players::Player* player = (*seats)[static_cast<size_t>(game->player())].get();
      if (player == nullptr) {
        left = !table.ask_choice();
      } else {
        const players::Decision decision{game->rules(), game->position(), choices, game->player()};
        game->play(choices[player->choose(decision)]);
        ++decisions;
      }
    }
    limit = limit_of(*game);
    if (limit.empty()) game->explain_stop();
    if (aloud && game->step_count() > before && moment != heading) {
      heading = std::move(moment);
      context.terminal.line("-- " + heading);
    }
    if (aloud && game->step_count() > before)
      say_step(scenario, game->steps()[game->step_count() - 1], game->step_count(), rolled_at, context);
    if (!watched) return true;
    // A person may also have taken steps back.
    if (game->step_count() == before + 1)
      watch.step(game->position());
    else if (game->step_count() != before)
      watch.go_back(game->position(), game->step_count());
    return true;
  };
  try {
    while (game->node() != runtime::NodeKind::over && decisions < options.most && !left &&
           !platform::stop_requested()) {
      if (!take_step()) break;
    }
  } catch (const runtime::ListingStopped&) {  // the step was not taken
  }
  const runtime::Outcome outcome = game->outcome();
  if (game->step_count() == 0 && limit.empty()) {
    limit = limit_of(*game);
    if (limit.empty()) game->explain_stop();
    if (!context.json)
      for (const std::string& why : game->record().notes) context.terminal.line("; " + why);
  }
  ExitStatus status = platform::stop_requested() ? ExitStatus::stopped : ExitStatus::fine;
  if (outcome.kind == runtime::OutcomeKind::fault || outcome.kind == runtime::OutcomeKind::stuck)
    status = ExitStatus::refuted;
  if (!limit.empty()) {
    game->note(limit);
    if (status == ExitStatus::fine) status = ExitStatus::open;
  }
  Diagnostics diagnostics;
  if (watched) {
    watch.report(diagnostics);
    if (watch.broken_games() > 0 && status != ExitStatus::stopped) status = ExitStatus::refuted;
  }
  if (!options.record.empty() &&
      !write_text(options.record, runtime::record_text(game->record()), diagnostics))
    status = ExitStatus::input;
  context.terminal.diagnostics(diagnostics);
  if (context.json) {
    ordered_json document = head(scenario, options, context);
    document["steps"] = ordered_json::array();
    for (size_t i = 0; i < game->step_count(); ++i) {
      const runtime::GameStep& step = game->steps()[i];
      ordered_json one{{"kind", std::string(runtime::step_kind_name(step.kind))}, {"text", step.text}};
      if (step.kind == runtime::StepKind::choice) one["player"] = side_name(scenario, step.side);
      document["steps"].push_back(std::move(one));
    }
    document["outcome"] = outcome_words(scenario, outcome);
    document["winner"] = outcome.kind == runtime::OutcomeKind::won
                             ? ordered_json(side_name(scenario, outcome.side))
                             : ordered_json(nullptr);
    if (!limit.empty()) document["limit"] = limit;
    if (watched) document["invariants"] = invariants_json(watch);
    context.terminal.json(document);
  } else {
    if (aloud && scenario.ground.hexes > 0) show_map(scenario, game->position(), context);
    if (watched && (!options.quiet || watch.broken_games() > 0))
      context.terminal.line(invariants_text(watch));
    context.terminal.line("made by: " + command_text(context));
    context.terminal.line(winner_line(scenario, outcome));
  }
  complain_of_limit(limit, context);
  return status;
}

ExitStatus run(const PlayOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  PlayOptions seated = options;
  if (seated.players.empty()) {
    const int32_t sides = loaded->scenario->size(loaded->scenario->program->kind_side);
    for (int32_t side = 0; side < sides; ++side) seated.players += side == 0 ? "random" : ",random";
  }
  return seated.games > 0 ? play_many(*loaded, seated, context) : play_one(*loaded, seated, context);
}

/// Of an option that counts something: a whole number from 1 up.
CLI::Validator from_one() {
  return CLI::Validator(
      [](std::string& word) {
        const bool digits = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
        const bool more_than_none = word.find_first_not_of('0') != std::string::npos;
        return digits && more_than_none ? std::string() : word + " is no whole number from 1 up";
      },
      "");
}

}  // namespace

Verb play_verb() {
  return {
      "play", "play one game, or many seeded games with a summary", [](CLI::App& app, Context& context) {
        auto options = std::make_shared<PlayOptions>();
        app.add_option("game", options->word, "an edition, a scenario or a position file")
            ->required()
            ->type_name("EDITION|SCENARIO|POSITION");
        app.add_option("--players", options->players, "one for each side: random, first, human")
            ->type_name("A,B")
            ->default_str("random for each");
        app.add_option("--seed", options->seed, "seed of dice and random players")
            ->type_name("N")
            ->check(no_sign, "")
            ->capture_default_str();
        CLI::Option* const record =
            app.add_option("--record", options->record, "write the game to this file")->type_name("FILE");
        CLI::Option* const dice =
            app.add_option("--dice", options->dice, "seed: thrown by Casebook; ask: you type them")
                ->type_name("WHO")
                ->capture_default_str();
        CLI::Option* const games =
            app.add_option("--games", options->games, "play N games, numbered from 1, and summarise")
                ->type_name("N")
                ->check(from_one());
        CLI::Option* const game =
            app.add_option("--game", options->game, "play game number N of such a summary")
                ->type_name("N")
                ->check(from_one())
                ->capture_default_str();
        games->excludes(record)->excludes(dice)->excludes(game);  // they speak of one game
        app.add_option("--most", options->most, "leave a game unfinished after N choices")
            ->type_name("N")
            ->check(no_sign, "")
            ->capture_default_str();
        CLI::Option* const fired =
            app.add_flag("--fired", options->fired, "with --games: how often each case applied")
                ->needs(games);
        CLI::Option* const profile =
            app.add_flag("--profile", options->profile, "with --games: what each site, rule and case costs")
                ->needs(games)
                ->excludes(fired);
        CLI::Option* const invariants =
            app.add_flag("--invariants", options->invariants, "with --games: check invariants at every step");
        app.add_flag("--no-invariants", options->no_invariants, "of one game: do not check invariants")
            ->excludes(invariants);
        app.add_flag("--reference", options->reference, "use the reference evaluator, not the compiled form")
            ->excludes(profile);
        app.add_flag("--quiet", options->quiet, "print only the last lines");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
