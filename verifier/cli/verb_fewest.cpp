// SPDX-License-Identifier: Apache-2.0
// casebook fewest: how few pieces of a set make a condition hold, wherever they stand.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/slot_values.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/symbolic/prove/fewest.h"

namespace casebook::cli {

namespace {

using namespace language::ids;
using nlohmann::ordered_json;

struct FewestOptions {
  std::string word, expression, of, position;
  std::vector<std::string> free;
  int64_t most = -1;
  bool fails = false;
  symbolic::FewestSettings settings;
};

/// The pieces that an expression gives in the position.
struct Pieces {
  KindId kind = language::none;
  std::vector<int32_t> members;
};

std::optional<runtime::AskedExpression> read(const runtime::Scenario& scenario, const std::string& text,
                                             const language::Type* as, Terminal& terminal) {
  Diagnostics diagnostics;
  auto asked = runtime::asked_expression(scenario, text, diagnostics, as);
  terminal.diagnostics(diagnostics);
  return asked;
}

std::optional<Pieces> pieces_of(const std::shared_ptr<const runtime::Scenario>& scenario,
                                const runtime::Position& position, const std::string& text,
                                Terminal& terminal) {
  const auto asked = read(*scenario, text, nullptr, terminal);
  if (!asked) return std::nullopt;
  const language::Type& type = asked->expr->type;
  const auto& kinds = scenario->program->kinds;
  if (type.tag != language::TypeTag::set || type.of < 0 || !kinds[type.of].on_map) {
    terminal.error("C0120", fmt::format("{} is no set of pieces", casebook::quoted(text)),
                   "a set of members of a kind that is `on map`, such as a call of a definition or "
                   "`{u in unit where ...}`");
    return std::nullopt;
  }
  runtime::Evaluator evaluator(scenario);
  evaluator.extend_frame(asked->vars, text);
  try {
    return Pieces{type.of, evaluator.evaluate(*asked->expr, position).items};
  } catch (const runtime::Fault& fault) {
    terminal.error("P0160", fault.why);
    return std::nullopt;
  }
}

/// A state of the game by its name.
bool free_states(const language::Program& program, FewestOptions& options, Terminal& terminal) {
  std::vector<std::string> names;
  std::vector<StateId> ids;
  for (size_t i = 0; i < program.states.size(); ++i) {
    const language::State& state = program.states[i];
    if (state.hidden || state.procedure != language::none) continue;
    names.push_back(state.name);
    ids.push_back(static_cast<StateId>(i));
  }
  for (const std::string& name : options.free) {
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end()) {
      terminal.error("C0121", fmt::format("there is no state named {}", casebook::quoted(name)),
                     "a state of the game", nearest_name(name, names));
      return false;
    }
    options.settings.free_states.push_back(ids[static_cast<size_t>(known - names.begin())]);
  }
  return true;
}

std::string place_text(const runtime::Scenario& scenario, const runtime::Position& position, KindId kind,
                       int32_t piece) {
  const language::Type location{language::TypeTag::location, language::none, 1};
  const auto& slot = scenario.layout.places[kind];
  return scenario.value_text(
      location, runtime::read_slot(position, slot, location, static_cast<uint32_t>(piece)).number);
}

std::string name_of(const runtime::Scenario& scenario, KindId kind, int32_t piece) {
  return scenario.members[kind][static_cast<size_t>(piece)];
}

void say(const runtime::Scenario& scenario, const symbolic::Fewest& found, const Pieces& pieces,
         const FewestOptions& options, Context& context) {
  Terminal& terminal = context.terminal;
  const std::string wish = options.expression + (options.fails ? " fails" : " holds");
  const size_t placed = found.placed.size(), all = pieces.members.size();
  switch (found.verdict) {
    case Verdict::proved:
      terminal.line(fmt::format("PROVED  {} of {} pieces: {}; {}", placed, all, wish,
                                placed == 0 ? "it does without any" : "none do with fewer"));
      break;
    case Verdict::refuted:
      terminal.line(fmt::format("REFUTED  wherever the {} pieces stand, never: {}", all, wish));
      break;
    case Verdict::tool_error:
      terminal.line(fmt::format("TOOL ERROR  the engine contradicts Z3: {}", found.why));
      break;
    default:
      terminal.line(fmt::format("UNKNOWN  {}: {}", wish, found.stopped ? "stopped by the user" : found.why));
      if (found.position) terminal.line(fmt::format("  at most {} of {} pieces", placed, all));
      if (found.none_below > 0)
        terminal.line(fmt::format("  not with fewer than {}: proved", found.none_below));
  }
  if (found.position)
    for (const int32_t piece : found.placed)
      terminal.line(fmt::format("  {} in {}", name_of(scenario, pieces.kind, piece),
                                place_text(scenario, *found.position, pieces.kind, piece)));
  for (const std::string& one : found.open) terminal.line("left free: " + one);
  terminal.line(fmt::format(
      "{} absent in {} unless placed, all else as in the position; whether play can reach it is not checked",
      all == 1 ? "the piece is" : "the pieces are", scenario.program->boxes.front().name));
  terminal.line(fmt::format("{} questions to {}, {} nodes, {} resources", found.questions,
                            symbolic::solver_version(), found.nodes, found.resources));
  terminal.line("made by: " + command_text(context));
}

ordered_json document_of(const runtime::Scenario& scenario, const symbolic::Fewest& found,
                         const Pieces& pieces, const FewestOptions& options, const Context& context) {
  ordered_json document =
      json_document(context, {{"ruleset", scenario.id},
                              {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                              {"data", fmt::format("{:016x}", scenario.fingerprint)},
                              {"solver", symbolic::solver_version()},
                              {"stopped", found.stopped},
                              {"expression", options.expression},
                              {"wanted", options.fails ? "fails" : "holds"},
                              {"of", options.of},
                              {"pieces", pieces.members.size()},
                              {"verdict", std::string(verdict_text(found.verdict))},
                              {"noneBelow", found.none_below}});
  if (!found.why.empty()) document["why"] = found.why;
  if (found.position) {
    document["placed"] = ordered_json::array();
    for (const int32_t piece : found.placed)
      document["placed"].push_back({{"piece", name_of(scenario, pieces.kind, piece)},
                                    {"place", place_text(scenario, *found.position, pieces.kind, piece)}});
  }
  document["free"] = found.open;
  document["contradicted"] = found.contradicted;
  document["questions"] = found.questions;
  document["nodes"] = found.nodes;
  document["resources"] = found.resources;
  return document;
}

ExitStatus status_of(const symbolic::Fewest& found) {
  if (found.verdict == Verdict::tool_error) return ExitStatus::tool_error;
  if (found.stopped) return ExitStatus::stopped;
  return found.verdict == Verdict::proved    ? ExitStatus::fine
         : found.verdict == Verdict::refuted ? ExitStatus::refuted
                                             : ExitStatus::open;
}

ExitStatus run(FewestOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  const auto& scenario = loaded->scenario;
  runtime::ReferenceRules rules(scenario);
  runtime::Position position = loaded->position ? *loaded->position : scenario->start;
  if (!loaded->position) rules.begin(position);
  const auto pieces = pieces_of(scenario, position, options.of, context.terminal);
  if (!pieces) return ExitStatus::input;
  const language::Type boolean{language::TypeTag::boolean, language::none, 1};
  const auto condition = read(*scenario, options.expression, &boolean, context.terminal);
  if (!condition) return ExitStatus::input;
  if (!free_states(*scenario->program, options, context.terminal)) return ExitStatus::input;
  if (Diagnostics of_file; !options.position.empty() && !can_write(options.position, of_file)) {
    context.terminal.diagnostics(of_file);
    return ExitStatus::input;
  }
  options.settings.holds = !options.fails;
  if (options.most >= 0) options.settings.most = options.most;
  options.settings.go_on = [] { return !platform::stop_requested(); };
  const symbolic::Fewest found =
      symbolic::fewest(scenario, position, *condition, pieces->kind, pieces->members, options.settings);
  if (context.json)
    context.terminal.json(document_of(*scenario, found, *pieces, options, context));
  else
    say(*scenario, found, *pieces, options, context);
  if (!options.position.empty() && found.position) {
    Diagnostics of_file;
    const bool written =
        write_text(options.position, runtime::position_text(*scenario, *found.position), of_file);
    context.terminal.diagnostics(of_file);
    if (!written) return ExitStatus::input;
  }
  return status_of(found);
}

}  // namespace

Verb fewest_verb() {
  return {"fewest", "the fewest pieces that make a condition hold", [](CLI::App& app, Context& context) {
            auto options = std::make_shared<FewestOptions>();
            app.add_option("position", options->word, "a position, or an edition or scenario for its start")
                ->required()
                ->type_name("POSITION");
            app.add_option("expression", options->expression, "a condition of the rules language")
                ->required()
                ->type_name("EXPR");
            app.add_option("--of", options->of, "the pieces that may stand anywhere")
                ->required()
                ->type_name("SET");
            app.add_flag("--fails", options->fails, "find the fewest that make it fail");
            app.add_option("--free", options->free, "let this state have any values too")->type_name("STATE");
            app.add_option("--most", options->most, "try at most N pieces (all of the set)")
                ->check(CLI::Range(int64_t{0}, int64_t{100'000}))
                ->type_name("N");
            app.add_option("--resources", options->settings.limits.resources,
                           "limit of one Z3 query (3000000)")
                ->check(CLI::Range(uint32_t{1}, uint32_t{4'000'000'000}))
                ->type_name("N");
            app.add_option("--position", options->position, "write the position found")->type_name("FILE");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
