// SPDX-License-Identifier: Apache-2.0
// casebook render: a position as a picture.
#include <fmt/format.h>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/picture/limits.h"
#include "engine/picture/paper/pages.h"
#include "engine/picture/paper/paper_pages.h"
#include "engine/program/print_program.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/cli/shared/drawn_position.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/map_alone.h"
#include "verifier/cli/shared/picture_files.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

struct RenderOptions {
  std::string word, file, around;
  std::vector<std::string> views, marks;
  int steps = 3;
  double dots_per_inch = picture::limits::usual_dots_per_inch;
  double scale = 0, counter = 0, margin = 10, overlap = 10;  // millimetres
  std::string page;
  bool counters = false, charts = false, bare = false;
};

/// What is drawn: a position of a game, or a map alone.
struct Drawn {
  std::optional<Loaded> game;
  std::optional<MapAlone> alone;

  const language::Program& program() const { return game ? *game->scenario->program : *alone->program; }
  const board::ScenarioData* data() const { return game ? game->scenario->data.get() : &alone->data; }
  const std::string& id() const { return game ? game->scenario->id : alone->id; }
  const std::string& folder() const { return game ? game->scenario->folder : alone->folder; }
  uint64_t rules_fingerprint() const {
    return game ? game->scenario->rules_fingerprint : language::fingerprint(*alone->program);
  }
  std::string title() const {
    const std::string& own = game ? game->scenario->title : alone->data.scenario.title;
    return own.empty() ? program().title : own;
  }
  size_t hexes() const {
    return static_cast<size_t>(game ? game->scenario->ground.hexes : alone->data.map.ground.hexes());
  }
  /// By the number that the scenario calls it.
  std::optional<int> find_hex(const std::string& name) const {
    if (game) return game->scenario->find(language::kind_hex, name);
    const int hex = alone->data.map.find_hex(name, alone->data.numbering);
    return hex == board::nowhere ? std::nullopt : std::optional(hex);
  }
  std::string nearest_hex(const std::string& name) const {
    return game ? std::string(game->scenario->nearest(language::kind_hex, name)) : std::string();
  }
};

/// Nothing, with a status, if the word names nothing that can be drawn so.
std::optional<Drawn> load_drawn(const RenderOptions& options, Context& context, ExitStatus& status) {
  Diagnostics diagnostics;
  Drawn drawn;
  drawn.game = load(options.word, context.rulesets, diagnostics);
  if (drawn.game) {
    context.terminal.diagnostics(diagnostics);
    return drawn;
  }
  const bool asks_rules = !options.views.empty() || options.counters || options.charts;
  if (!asks_rules) drawn.alone = load_map_alone(options.word, context.rulesets, diagnostics);
  if (!drawn.alone) {
    context.terminal.diagnostics(diagnostics);
    status = failure_status(diagnostics);
    return std::nullopt;
  }
  context.terminal.diagnostics(as_warnings(diagnostics));
  context.terminal.complain("The rules cannot be played on this map, so it is drawn without pieces.");
  return drawn;
}

/// `0512=A` or `0512`.
std::optional<int> hex_named(const Drawn& drawn, const std::string& name, Context& context) {
  const auto hex = drawn.find_hex(name);
  if (hex) return *hex;
  context.terminal.error("C0125", "there is no hex " + casebook::quoted(name),
                         "the number of a hex of this map", drawn.nearest_hex(name));
  return std::nullopt;
}

std::vector<std::string> parts_of(const std::vector<std::string>& lists) {
  std::vector<std::string> parts;
  for (const std::string& list : lists)
    for (const std::string_view part : split(list, ','))
      if (!trimmed(part).empty()) parts.emplace_back(trimmed(part));
  return parts;
}

bool add_view(runtime::ReferenceRules& reference, const runtime::Position& position, const std::string& text,
              std::vector<picture::Overlay>& overlays, Context& context) {
  Diagnostics diagnostics;
  const auto call = runtime::parse_view_call(reference.scenario(), position, text, diagnostics);
  if (!call) {
    context.terminal.diagnostics(diagnostics);
    return false;
  }
  const auto rules = runtime::make_compiled_rules(reference.evaluator().scenario_ptr());
  const auto answer = runtime::show_view(reference, *rules, position, *call, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!answer) return false;
  overlays.push_back(picture::overlay_of(reference.scenario(), *answer));
  return true;
}

ExitStatus run(const RenderOptions& options, Context& context) {
  Diagnostics asked;
  const auto format = picture_format_of(options.file, asked);
  context.terminal.diagnostics(asked);
  if (!format) return ExitStatus::usage;
  ExitStatus status = ExitStatus::input;
  const auto what = load_drawn(options, context, status);
  if (!what) return status;
  const board::HexMap* map = what->data() == nullptr ? nullptr : &what->data()->map;
  Diagnostics diagnostics;
  auto style = style_for(what->folder(), map, what->program(), diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!style) return ExitStatus::input;
  if (options.scale > 0) {
    style->counter_size *= options.scale / style->hex_size;
    style->hex_size = options.scale;
  }
  if (options.counter > 0) style->counter_size = options.counter;

  picture::SheetRequest request;
  request.map = map;
  if (map != nullptr) request.numbering = what->data()->numbering;
  request.style = &*style;
  std::optional<runtime::ReferenceRules> rules;
  std::optional<runtime::Position> position;
  std::string when;
  if (what->game) {
    const runtime::Scenario& scenario = *what->game->scenario;
    rules.emplace(what->game->scenario);
    position = what->game->position ? *what->game->position : scenario.start;
    if (!what->game->position) rules->begin(*position);
    for (const std::string& view : options.views)
      if (!add_view(*rules, *position, view, request.overlays, context)) return ExitStatus::input;
    request.pieces = picture::pieces_of(rules->evaluator(), *position, *style);
    when = when_text(scenario, *position);
  }
  for (const std::string& mark : parts_of(options.marks)) {
    const size_t equals = mark.find('=');
    const auto hex = hex_named(*what, mark.substr(0, equals), context);
    if (!hex) return ExitStatus::input;
    request.marks.push_back({*hex, equals == std::string::npos ? "" : mark.substr(equals + 1)});
  }
  if (!options.around.empty() && map != nullptr) {
    std::vector<int> centres;
    for (const std::string& name : parts_of({options.around})) {
      const auto hex = hex_named(*what, name, context);
      if (!hex) return ExitStatus::input;
      centres.push_back(*hex);
    }
    request.shown = picture::hexes_around(*map, centres, options.steps);
  }
  request.title = what->title();
  request.subtitle = what->id() + (when.empty() ? "" : " \u2013 " + when);
  request.made_by = made_by_text(what->rules_fingerprint(), context);
  request.figure = options.bare;
  const picture::PaperRequest on{picture::PaperSort::map, options.page, options.margin, options.overlap};
  const picture::PaperDrawn drawn = options.counters ? picture::drawn_counters(on, request)
                                    : options.charts ? picture::drawn_charts(on, request, *rules, *position)
                                                     : picture::drawn_map(on, request);
  if (!drawn.problem.empty()) {
    context.terminal.error("C0127", drawn.problem);
    return ExitStatus::input;
  }
  Diagnostics writing;
  const auto files = picture_files(options.file, *format, drawn.pages, options.dots_per_inch, writing);
  for (const Written& file : files)
    if (!write_text(file.file, file.bytes, writing)) break;
  context.terminal.diagnostics(writing);
  if (writing.has_errors()) return ExitStatus::input;
  const size_t hexes = request.shown.empty() ? what->hexes() : request.shown.size();
  if (context.json) {
    nlohmann::ordered_json views = nlohmann::ordered_json::array(), names = nlohmann::ordered_json::array();
    for (const picture::Overlay& overlay : request.overlays) views.push_back(overlay.call);
    for (const Written& file : files) names.push_back(file.file);
    context.terminal.json(json_document(
        context,
        {{"ruleset", what->id()},
         {"rules", fmt::format("{:016x}", what->rules_fingerprint())},
         {"file", files.front().file},
         {"files", names},
         {"pages", drawn.pages.size()},
         {"millimetres", {{"width", std::lround(drawn.width)}, {"height", std::lround(drawn.height)}}},
         {"hexes", hexes},
         {"pieces", request.pieces.counters.size()},
         {"views", views}}));
    return ExitStatus::fine;
  }
  std::string said = printable(files.front().file);
  if (files.size() > 1) said += fmt::format(" to {}", printable(files.back().file));
  said += fmt::format(": {:.0f} by {:.0f} mm", drawn.width, drawn.height);
  if (!drawn.on_pages.empty()) said += ", " + drawn.on_pages;
  if (options.counters)
    said += fmt::format(", {} counters", request.pieces.counters.size());
  else if (!options.charts)
    said += fmt::format(", {} hexes, {} pieces", hexes, request.pieces.counters.size());
  context.terminal.line(said);
  return ExitStatus::fine;
}

}  // namespace

Verb render_verb() {
  return {
      "render", "draw a position, counters or charts as " + names_text(picture::picture_formats()),
      [](CLI::App& app, Context& context) {
        auto options = std::make_shared<RenderOptions>();
        app.add_option("position", options->word, "a position, or an edition or scenario for its start")
            ->required()
            ->type_name("POSITION");
        app.add_option("-o,--output", options->file,
                       "a file that ends in " + endings_text(picture::picture_formats()))
            ->required()
            ->type_name("FILE");
        std::vector<std::string> pages;
        for (const picture::PageSize& size : picture::page_sizes()) pages.push_back(size.name);
        auto* counters =
            app.add_flag("--counters", options->counters, "draw counters to cut out, fronts and backs");
        auto* charts = app.add_flag("--charts", options->charts, "draw charts: turn track, schedule, tables");
        counters->excludes(charts);
        app.add_flag("--bare", options->bare, "the map alone, without heading, boxes and legend");
        app.add_option("--scale", options->scale, "size of a hex from side to side, in mm")
            ->type_name("MM")
            ->check(CLI::Range(6.0, 100.0));
        app.add_option("--counter", options->counter, "size of a counter, in mm")
            ->type_name("MM")
            ->check(CLI::Range(2.0, 90.0));
        app.add_option("--page", options->page, "split into pages of this size")
            ->type_name("SIZE")
            ->check(CLI::IsMember(pages, CLI::ignore_case));
        app.add_option("--margin", options->margin, "white margin of a page, in mm (10)")
            ->type_name("MM")
            ->check(CLI::Range(0.0, 100.0));
        app.add_option("--overlap", options->overlap, "overlap of neighbouring pages, in mm (10)")
            ->type_name("MM")
            ->check(CLI::Range(0.0, 100.0));
        app.add_option("--view", options->views, "show this view on the map, as in `zone(white)`")
            ->type_name("VIEW")
            ->take_all();
        app.add_option("--marks", options->marks, "mark hexes, with letters: 0512=A,0611")
            ->type_name("HEXES")
            ->take_all();
        app.add_option("--around", options->around, "draw only the map around 0512,0611")->type_name("HEXES");
        app.add_option("--steps", options->steps, "with --around: how many hexes around (3)")
            ->type_name("N")
            ->check(CLI::Range(0, 1000));
        app.add_option("--dpi", options->dots_per_inch,
                       fmt::format("dots per inch of a PNG ({})", picture::limits::usual_dots_per_inch))
            ->type_name("N")
            ->check(CLI::Range(10, picture::limits::dots_per_inch));
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
