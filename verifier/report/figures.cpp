// SPDX-License-Identifier: Apache-2.0
#include "verifier/report/figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/picture/overlay.h"
#include "engine/picture/svg.h"
#include "engine/program/anatomy.h"
#include "engine/program/walk.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/moment_text.h"
#include "engine/runtime/text/stuck.h"
#include "engine/runtime/views/view.h"
#include "verifier/finding/laid_out.h"

namespace casebook::report {

struct Figures::Ground {
  ScenarioPtr scenario;
  picture::Style style;
};

namespace {

/// Maps up to this size are drawn whole when a witness speaks of no hex.
constexpr int small_map = 80;
constexpr size_t most_letters = 12, most_steps_read = 2;

bool part_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// Whether a name stands in a text, not as part of a longer one.
bool names(const std::string& text, const std::string& name) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !part_of_word(text[at - 1]);
    const bool ends = end == text.size() || !part_of_word(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

/// `23/2` is no piece that happens to be called so.
bool is_a_number(const std::string& text) {
  return text.find_first_not_of("-0123456789/") == std::string::npos;
}

}  // namespace

Figures::Figures(const std::vector<ScenarioPtr>& rulesets) : rulesets_(rulesets) {
}
Figures::~Figures() = default;

Figures::Ground* Figures::ground(const std::string& ruleset) {
  auto& known = grounds_[ruleset];
  if (known) return known.get();
  for (const ScenarioPtr& scenario : rulesets_) {
    if (scenario->id != ruleset || scenario->data == nullptr || scenario->ground.hexes == 0) continue;
    Diagnostics ignored;  // of a style that cannot be read, `render` tells; a report is drawn without it
    auto style = picture::load_style(scenario->folder, scenario->data->map.file, ignored);
    known = std::make_unique<Ground>(
        Ground{scenario, picture::complete(style.value_or(picture::Style{}), &scenario->data->map,
                                           scenario->program.get(), ignored)});
    break;
  }
  return known.get();
}

struct Figures::Wanted {
  picture::Pieces pieces;
  std::vector<int> hexes;   // in this order; the first `lettered` with letters
  std::vector<int> ringed;  // without a letter
  std::vector<int> bound;   // the same, where the picture shows them
  std::vector<picture::Overlay> ways;
  std::vector<std::string> words;  // which pieces are of it, where they are in boxes
  size_t lettered = 0;
  std::vector<std::string> told;  // what the long ways are
  bool whole_way = false;         // one is on the picture, here or on the other side
  bool no_way = false;            // one that was looked for is not there
  std::string title, moment, units;
  std::vector<std::string> unseen;

  void add(int hex) {
    if (hex >= 0 && std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  }
};

namespace {

/// A record, played to where there is something to look at.
struct Seen {
  std::unique_ptr<runtime::Game> game;     // null: it does not replay
  std::optional<runtime::Position> stuck;  // where nobody has a choice, with the phases around it
  size_t steps = 0;                        // of it
  std::string moment;
};

/// `alone`: nothing is compared with it, so that a stuck game is seen where it is stuck.
Seen seen_of(const ScenarioPtr& scenario, const WitnessSide& side, bool alone = false) {
  Diagnostics diagnostics;
  runtime::Replay played =
      runtime::replay(side.record, "witness", runtime::make_compiled_rules(scenario), diagnostics);
  if (!played.good) return {};
  Seen seen{std::move(played.game), {}, side.record.steps.size(), {}};
  if (alone) seen.stuck = seen.game->stop().where;
  if (seen.stuck) {
    seen.moment = runtime::moment_text(*scenario, *seen.stuck);
    return seen;
  }
  // What a step makes of the game is seen before it: afterwards nobody chooses and no phase runs.
  const bool before =
      std::any_of(side.said.begin(), side.said.end(),
                  [](const Assertion& one) { return one.what == Assertion::What::outcome; }) &&
      seen.game->undo();
  if (before) --seen.steps;
  seen.moment =
      runtime::moment_text(*scenario, seen.game->position()) + (before ? ", before the last step" : "");
  return seen;
}

/// Where the pieces are that these words name, by id.
std::map<std::string, int> places(const picture::Pieces& pieces, const std::vector<std::string>& words) {
  std::map<std::string, int> out;
  for (const picture::Counter& counter : pieces.counters)
    for (const std::string& text : words)
      if (counter.hex >= 0 && names(text, counter.id)) out.emplace(counter.id, counter.hex);
  return out;
}

picture::Overlay way(const std::string& title, const std::string& call, std::vector<int> hexes) {
  picture::Overlay one;
  one.title = title;
  one.call = call;
  one.way = std::move(hexes);
  return one;
}

/// Pieces that a refused choice of this side is refused for, where its record ends.
std::vector<std::string> bound_pieces(const ScenarioPtr& scenario, const WitnessSide& side,
                                      const runtime::Position& position) {
  std::vector<std::string> all;
  for (const Assertion& one : side.said) {
    if (one.what != Assertion::What::refused) continue;
    Diagnostics ignored;  // a choice that is not offered is refused for no piece
    ignored.sources().add("choice", one.subject);
    const auto named =
        runtime::parse_choice(*scenario, position, one.subject,
                              {"choice", {1, 1}, {1, static_cast<int>(one.subject.size()) + 1}}, ignored);
    if (!named) continue;
    runtime::ReferenceRules rules(scenario);
    for (std::string& piece : runtime::refused_for(rules, position, *named)) all.push_back(std::move(piece));
  }
  return all;
}

std::vector<int> hexes_named(const runtime::Scenario& scenario, const std::string& text) {
  std::vector<int> out;
  const auto& ids = scenario.members[language::kind_hex];
  for (size_t hex = 0; hex < ids.size(); ++hex)
    if (names(text, ids[hex])) out.push_back(static_cast<int>(hex));
  return out;
}

}  // namespace

namespace {

/// Within the columns and rows of these, and one around.
std::vector<int> hexes_between(const board::HexMap& map, const std::vector<int>& hexes) {
  const auto [west, east] = std::minmax_element(hexes.begin(), hexes.end(), [&](int a, int b) {
    return map.ground.cell(a).column < map.ground.cell(b).column;
  });
  const auto [north, south] = std::minmax_element(hexes.begin(), hexes.end(), [&](int a, int b) {
    return map.ground.cell(a).row < map.ground.cell(b).row;
  });
  std::vector<int> found;
  for (int hex = 0; hex < map.hexes(); ++hex) {
    const board::Cell cell = map.ground.cell(hex);
    if (cell.column >= map.ground.cell(*west).column - 1 &&
        cell.column <= map.ground.cell(*east).column + 1 && cell.row >= map.ground.cell(*north).row - 1 &&
        cell.row <= map.ground.cell(*south).row + 1)
      found.push_back(hex);
  }
  return found;
}

}  // namespace

bool same_picture(const Figure& a, const Figure& b) {
  if (!a.picture || !b.picture) return false;
  const auto shown = [](picture::Picture picture) {
    // Not its words: those name cases, and two editions number theirs differently.
    picture.title.clear();
    picture.description.clear();
    return picture::svg_element(picture, {});
  };
  return shown(*a.picture) == shown(*b.picture);
}

const Drawn& Figures::draw(const Witness& witness, const std::vector<CaseName>& cases) {
  const auto known = drawn_.find(&witness);
  if (known != drawn_.end()) return known->second;
  return drawn_.emplace(&witness, made(witness, cases)).first->second;
}

namespace {

bool makes_something(const WitnessSide& side) {
  return std::any_of(side.said.begin(), side.said.end(), [](const Assertion& one) {
    return one.what == Assertion::What::broken || one.what == Assertion::What::value ||
           one.what == Assertion::What::fault;
  });
}

bool back(runtime::Game& game, size_t steps) {
  while (steps > 0 && game.undo()) --steps;
  return steps == 0;
}
void forth(runtime::Game& game, size_t steps) {
  while (game.step_count() < steps && game.redo()) {
  }
}

/// So many steps before the end of both they still look alike; nothing where they do not within those that
/// are told, or where one of them is not there.
std::optional<size_t> parted_before(std::vector<Seen>& seen) {
  std::array<std::unique_ptr<runtime::Game>*, 2> games{&seen[0].game, &seen[1].game};
  if (!*games[0] || !*games[1]) return std::nullopt;
  std::optional<size_t> found;
  for (size_t steps = 0; steps <= steps_told && !found; ++steps) {
    if (steps > 0 && (!(*games[0])->undo() || !(*games[1])->undo())) break;
    std::array<LaidOut, 2> told;
    for (const size_t side : {size_t{0}, size_t{1}})
      told[side] = laid_out((*games[side])->scenario(), (*games[side])->position());
    if (told[0].pieces == told[1].pieces && told[0].game == told[1].game) found = steps;
  }
  for (Seen& one : seen) forth(*one.game, one.steps);
  return found;
}

/// By id, where each piece is.
std::map<std::string, std::string> places_of(const runtime::Scenario& scenario,
                                             const picture::Pieces& pieces) {
  std::map<std::string, std::string> out;
  for (const picture::Counter& counter : pieces.counters)
    out[counter.id] = counter.hex < 0
                          ? counter.box
                          : scenario.members[language::kind_hex][static_cast<size_t>(counter.hex)];
  return out;
}

}  // namespace

Drawn Figures::made(const Witness& witness, const std::vector<CaseName>& cases) {
  Drawn out;
  std::vector<Ground*> grounds;
  std::vector<Seen> seen;
  for (const WitnessSide& side : witness.sides) {
    grounds.push_back(ground(side.ruleset));
    seen.push_back(grounds.back() == nullptr
                       ? Seen()
                       : seen_of(grounds.back()->scenario, side, witness.sides.size() == 1));
  }
  if (witness.sides.empty()) return out;
  // Before what decides: the last that both have in common, or what the last step is made from.
  const bool two = witness.sides.size() == 2;
  std::optional<size_t> steps;
  if (two) steps = parted_before(seen);
  if (!two && makes_something(witness.sides[0])) steps = 1;
  Wanted before;
  const bool has_before = seen[0].game && steps && *steps > 0 && *steps <= seen[0].steps;
  if (has_before) {
    runtime::ReferenceRules rules(grounds[0]->scenario);
    back(*seen[0].game, *steps);
    before.pieces = picture::pieces_of(rules.evaluator(), seen[0].game->position(), grounds[0]->style);
    before.moment = runtime::moment_text(*grounds[0]->scenario, seen[0].game->position());
    before.unseen = laid_out(*grounds[0]->scenario, seen[0].game->position()).unseen();
    forth(*seen[0].game, seen[0].steps);
    const runtime::RecordStep& step = witness.sides[0].record.steps[seen[0].steps - *steps];
    out.step = step.kind == runtime::StepKind::choice
                   ? step.text
                   : fmt::format("{} {}", runtime::step_kind_name(step.kind), step.text);
  }
  // Who keeps a choice from being lawful is ringed on both sides, so that they still look alike.
  std::vector<std::string> bound;
  for (size_t i = 0; i < witness.sides.size(); ++i)
    if (seen[i].game && !seen[i].stuck)
      for (std::string& piece :
           bound_pieces(grounds[i]->scenario, witness.sides[i], seen[i].game->position()))
        bound.push_back(std::move(piece));
  std::vector<std::optional<Wanted>> wanted;
  for (size_t i = 0; i < witness.sides.size(); ++i) {
    wanted.emplace_back();
    if (seen[i].game) {
      wanted.back() = wanted_of(*grounds[i], witness, witness.sides[i], *seen[i].game, cases);
      if (seen[i].stuck) wanted.back()->unseen = laid_out(*grounds[i]->scenario, *seen[i].stuck).unseen();
      wanted.back()->moment = seen[i].moment;
    }
  }
  for (std::optional<Wanted>& one : wanted) {
    if (!one || bound.size() > runtime::most_refused_for) continue;
    for (const picture::Counter& counter : one->pieces.counters)
      if (counter.hex >= 0 && std::find(bound.begin(), bound.end(), counter.id) != bound.end())
        one->bound.push_back(counter.hex);
  }
  // What has moved otherwise on the two sides is ringed, and both are drawn with the same ground, where their
  // maps have the same hexes.
  const auto& hexes_of = [&](size_t side) -> const auto& {
    return grounds[side]->scenario->members[language::kind_hex];
  };
  if (two && wanted[0] && wanted[1] && hexes_of(0) == hexes_of(1)) {
    std::array<std::map<std::string, std::string>, 2> places;
    for (const size_t i : {size_t{0}, size_t{1}})
      places[i] = places_of(*grounds[i]->scenario, wanted[i]->pieces);
    for (const size_t i : {size_t{0}, size_t{1}})
      for (const picture::Counter& counter : wanted[i]->pieces.counters) {
        const auto there = places[1 - i].find(counter.id);
        if (there == places[1 - i].end() || there->second == places[i][counter.id]) continue;
        if (counter.hex >= 0) wanted[i]->ringed.push_back(counter.hex);
        wanted[i]->add(counter.hex);
      }
    for (const size_t i : {size_t{0}, size_t{1}})
      for (const int hex : std::vector<int>(wanted[1 - i]->hexes)) wanted[i]->add(hex);
    for (const size_t i : {size_t{0}, size_t{1}})
      wanted[i]->whole_way = wanted[0]->whole_way || wanted[1]->whole_way;
  }
  const bool changed =
      has_before && std::any_of(wanted.begin(), wanted.end(), [&](const auto& one) {
        return one &&
               places_of(*grounds[0]->scenario, before.pieces) !=
                   places_of(*grounds[static_cast<size_t>(&one - wanted.data())]->scenario, one->pieces);
      });
  if (changed && wanted[0]) {
    before.title = "Before the step";
    before.words = wanted[0]->words;
    before.lettered = wanted[0]->lettered;
    before.no_way = wanted[0]->no_way;
    before.whole_way = wanted[0]->whole_way;
    const std::map<std::string, int> who = places(before.pieces, {out.step});
    const std::vector<int> where = hexes_named(*grounds[0]->scenario, out.step);
    for (const auto& [id, hex] : who) wanted[0]->add(hex);
    for (const int hex : where) wanted[0]->add(hex);
    before.hexes = wanted[0]->hexes;
    if (who.size() == 1 && where.size() == 1 && who.begin()->second != where.front())
      before.ways.push_back(way("The step", out.step, {who.begin()->second, where.front()}));
    out.before = finish(*grounds[0], std::move(before));
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    out.sides.emplace_back();
    if (wanted[i]) out.sides.back() = finish(*grounds[i], std::move(*wanted[i]));
  }
  return out;
}

Figures::Wanted Figures::wanted_of(Ground& ground, const Witness& witness, const WitnessSide& side,
                                   runtime::Game& game, const std::vector<CaseName>& cases) {
  const runtime::Scenario& scenario = *ground.scenario;
  runtime::ReferenceRules rules(ground.scenario);
  const auto pieces = [&] { return picture::pieces_of(rules.evaluator(), game.position(), ground.style); };
  Wanted wanted;
  wanted.title = "The position";
  const LaidOut told = laid_out(scenario, game.position());
  wanted.unseen = told.unseen();
  wanted.pieces = pieces();

  // The hexes that the witness names, then those its words name, then those of the pieces its words name.
  for (const std::string& name : witness.hexes)
    wanted.add(scenario.find(language::kind_hex, name).value_or(-1));
  std::vector<std::string> said;
  for (const Assertion& one : side.said)
    said.push_back(one.subject + (is_a_number(one.value) ? "" : " " + one.value));
  wanted.words = said;
  const auto& steps = side.record.steps;
  for (size_t i = steps.size() - std::min(steps.size(), most_steps_read); i < steps.size(); ++i)
    wanted.words.push_back(steps[i].text);
  for (const std::string& text : wanted.words)
    for (const int hex : hexes_named(scenario, text)) wanted.add(hex);
  wanted.lettered = wanted.hexes.size();
  std::map<std::string, int> of_words = places(wanted.pieces, wanted.words);
  // Where these words name nothing, those of the other side do: its hexes may have other numbers, its pieces
  // not.
  if (wanted.hexes.empty() && of_words.empty()) {
    std::vector<std::string> theirs;
    for (const WitnessSide& other : witness.sides)
      for (size_t i = other.record.steps.size() - std::min(other.record.steps.size(), most_steps_read);
           i < other.record.steps.size(); ++i)
        theirs.push_back(other.record.steps[i].text);
    of_words = places(wanted.pieces, theirs);
  }
  for (const auto& [id, hex] : of_words) wanted.add(hex);
  for (const auto& [id, hex] : places(wanted.pieces, said)) wanted.ringed.push_back(hex);
  // Who is bound, and what he cannot attack, where nobody has a choice.
  for (const auto& [id, hex] : places(wanted.pieces, side.why_it_stops)) {
    wanted.add(hex);
    wanted.ringed.push_back(hex);
  }

  // What is said of a choice with a piece and a hex, as an arrow.
  for (const Assertion& one : side.said) {
    if (one.what != Assertion::What::permitted && one.what != Assertion::What::refused) continue;
    const std::map<std::string, int> who = places(wanted.pieces, {one.subject});
    const std::vector<int> where = hexes_named(scenario, one.subject);
    if (who.size() == 1 && where.size() == 1 && who.begin()->second != where.front())
      wanted.ways.push_back(way("The choice", one.subject, {who.begin()->second, where.front()}));
  }
  // Its colour is the first; that of the ways here is always another.
  if (wanted.ways.empty()) wanted.ways.emplace_back();
  // The ways of the last steps, read backwards.
  std::map<std::string, std::vector<int>> trails;
  for (const auto& [id, hex] : of_words) trails[id] = {hex};
  for (size_t i = 0; i < steps_told && game.undo(); ++i)
    for (const picture::Counter& counter : pieces().counters)
      if (const auto trail = trails.find(counter.id);
          trail != trails.end() && counter.hex >= 0 && trail->second.back() != counter.hex)
        trail->second.push_back(counter.hex);
  for (auto& [id, hexes] : trails) {
    if (hexes.size() < 2) continue;
    std::reverse(hexes.begin(), hexes.end());
    for (const int hex : hexes) wanted.add(hex);
    wanted.ways.push_back(way("The way here", id, hexes));
  }
  // Of nothing in particular: all that is on the map is of it.
  if (wanted.hexes.empty() && !told.pieces.empty()) {
    wanted.units = listed(told.pieces, "and");
    for (const picture::Counter& counter : wanted.pieces.counters) wanted.add(counter.hex);
  }
  add_ways(ground, witness, side, cases, wanted);
  return wanted;
}

struct Figures::Way {
  picture::Overlay overlay;
  std::string from, to;  // hexes; `to` is empty where there is no way
};

namespace {

/// Hexes with a name at which the rules ask for that field.
std::set<int> asked_at(const runtime::Scenario& scenario, language::FieldId field) {
  std::set<int> hexes;
  language::Program program = *scenario.program;
  language::each_expression(program, [&](language::Expr& top) {
    language::walk(top, [&](const language::Expr& expr) {
      if (expr.op != language::Op::field_at || expr.ref != field || expr.args.empty()) return;
      const language::Expr& at = *expr.args.back();
      if (at.op == language::Op::named_place) hexes.insert(scenario.places[at.ref]);
    });
  });
  return hexes;
}

}  // namespace

std::vector<Figures::Way> Figures::ways_of(const Ground& at, const WitnessSide& side,
                                           const std::vector<CaseName>& cases) {
  const runtime::Scenario& scenario = *at.scenario;
  const language::Program& p = *scenario.program;
  std::vector<Way> ways;
  for (size_t id = 0; id < p.views.size(); ++id) {
    const language::View& view = p.views[id];
    const CaseName label{p.edition, p.label_text(view.label)};
    const bool is_of =
        view.kind == language::ViewKind::path && view.params.size() == 1 && view.expr &&
        view.expr->op == language::Op::field_at &&
        std::any_of(cases.begin(), cases.end(), [&](const CaseName& one) { return one == label; });
    if (!is_of) continue;
    const Seen played = seen_of(at.scenario, side);
    if (!played.game) continue;
    runtime::ReferenceRules reference(at.scenario);
    const auto rules = runtime::make_compiled_rules(at.scenario);
    for (const int hex : asked_at(scenario, view.expr->ref)) {
      Diagnostics ignored;  // a fault there is told by the finding, if it is of it
      const runtime::ViewCall call{static_cast<language::ViewId>(id), {runtime::Value(hex)}};
      const auto answer = runtime::show_view(reference, *rules, played.game->position(), call, ignored);
      if (!answer) continue;
      Way way{picture::overlay_of(scenario, *answer),
              scenario.members[language::kind_hex][static_cast<size_t>(hex)],
              {}};
      if (!way.overlay.way.empty())
        way.to = scenario.members[language::kind_hex][static_cast<size_t>(way.overlay.way.back())];
      ways.push_back(std::move(way));
    }
  }
  return ways;
}

void Figures::add_ways(const Ground& at, const Witness& witness, const WitnessSide& side,
                       const std::vector<CaseName>& cases, Wanted& wanted) {
  const runtime::Scenario& scenario = *at.scenario;
  for (Way& way : ways_of(at, side, cases)) {
    const std::string name = fmt::format("{} ({})", way.overlay.title, way.overlay.label);
    wanted.told.push_back(way.to.empty()
                              ? fmt::format("there is no {} from {}", name, way.from)
                              : fmt::format("the long line is the {} from {} to {}", name, way.from, way.to));
    for (const int hex : way.overlay.way) wanted.add(hex);
    if (way.overlay.way.empty()) {
      wanted.no_way = true;
      wanted.add(scenario.find(language::kind_hex, way.from).value_or(-1));
      continue;  // where it might have led and does not is most of the map
    }
    wanted.whole_way = true;
    wanted.ways.push_back(std::move(way.overlay));
  }
  // The other's ways, so that both pictures are of the same ground.
  for (const WitnessSide& other : witness.sides) {
    const Ground* there = &other == &side ? nullptr : ground(other.ruleset);
    if (there == nullptr) continue;
    for (const Way& way : ways_of(*there, other, cases))
      for (const int hex : way.overlay.way) {
        const auto here = scenario.find(
            language::kind_hex, there->scenario->members[language::kind_hex][static_cast<size_t>(hex)]);
        if (here) wanted.add(*here);
        wanted.whole_way = true;
      }
  }
}

std::string Figures::moment(const WitnessSide& side) {
  const Ground* at = ground(side.ruleset);
  return at == nullptr ? std::string() : seen_of(at->scenario, side).moment;
}

std::string Figures::scene(const WitnessSide& side) {
  const Ground* at = ground(side.ruleset);
  if (at == nullptr) return {};
  const Seen played = seen_of(at->scenario, side);
  if (!played.game) return {};
  std::string text = played.moment;
  const std::vector<std::string> pieces = laid_out(*at->scenario, played.game->position()).pieces;
  bool any = false;
  for (const std::string& piece : pieces) {
    const std::string name = piece.substr(0, piece.find(" in "));
    const bool spoken_of = std::any_of(side.said.begin(), side.said.end(), [&](const Assertion& one) {
      const size_t found = one.subject.find(name);
      const size_t after = found + name.size();
      return found != std::string::npos &&
             (after >= one.subject.size() ||
              std::isalnum(static_cast<unsigned char>(one.subject[after])) == 0);
    });
    if (spoken_of) text += (text.empty() ? "" : "; ") + piece;
    any = any || spoken_of;
  }
  if (!any && !pieces.empty())
    text += fmt::format("{}{} {} on the map", text.empty() ? "" : "; ", pieces.size(),
                        pieces.size() == 1 ? "piece" : "pieces");
  return text;
}

std::optional<Figure> Figures::draw_start(const std::string& ruleset, const std::vector<std::string>& texts) {
  Ground* at = ground(ruleset);
  if (at == nullptr) return std::nullopt;
  Wanted wanted;
  for (const std::string& text : texts)
    for (const int hex : hexes_named(*at->scenario, text)) wanted.add(hex);
  constexpr size_t most = 4;  // more are a list, not a place to look at
  if (wanted.hexes.empty() || wanted.hexes.size() > most) return std::nullopt;
  wanted.lettered = wanted.hexes.size();
  wanted.words = texts;
  wanted.title = "The start of the game";
  runtime::ReferenceRules rules(at->scenario);
  runtime::Position position = at->scenario->start;
  rules.begin(position);
  wanted.pieces = picture::pieces_of(rules.evaluator(), position, at->style);
  return finish(*at, std::move(wanted));
}

/// Who stands where, for those who hear the page.
std::string Figures::standing(const Ground& at, const picture::SheetRequest& request) {
  constexpr size_t most_told = 12;
  std::vector<std::string> words;
  size_t more = 0;
  for (const picture::Counter& counter : request.pieces.counters) {
    const bool is_shown =
        counter.hex >= 0 && (request.shown.empty() || std::find(request.shown.begin(), request.shown.end(),
                                                                counter.hex) != request.shown.end());
    if (!is_shown) continue;
    if (words.size() == most_told)
      ++more;
    else
      words.push_back(counter.id + " in " + at.scenario->data->map.hex_id(counter.hex, request.numbering));
  }
  if (more > 0) words.push_back(fmt::format("{} more", more));
  return words.empty() ? std::string() : listed(words, "and");
}

Figure Figures::finish(Ground& at, Wanted wanted) {
  const board::HexMap& map = at.scenario->data->map;
  picture::SheetRequest request;
  request.map = &map;
  request.numbering = at.scenario->data->numbering;
  request.style = &at.style;
  request.figure = true;
  request.pieces = std::move(wanted.pieces);
  request.overlays = std::move(wanted.ways);
  Figure figure;
  figure.moment = wanted.moment;
  figure.unseen = wanted.unseen;
  figure.on_map =
      static_cast<int32_t>(std::count_if(request.pieces.counters.begin(), request.pieces.counters.end(),
                                         [](const picture::Counter& counter) { return counter.hex >= 0; }));
  figure.units = wanted.units;
  for (size_t i = 0; i < std::min(wanted.lettered, most_letters); ++i) {
    const std::string letter(1, static_cast<char>('A' + i));
    request.marks.push_back({wanted.hexes[i], letter});
    figure.caption += (figure.caption.empty() ? "" : ", ") + letter + " is " +
                      map.hex_id(wanted.hexes[i], request.numbering);
  }
  for (const std::string& one : wanted.told) figure.caption += (figure.caption.empty() ? "" : ", ") + one;
  const std::vector<int> lettered(wanted.hexes.begin(),
                                  wanted.hexes.begin() + static_cast<std::ptrdiff_t>(wanted.lettered));
  for (const int hex : wanted.ringed)
    if (std::find(lettered.begin(), lettered.end(), hex) == lettered.end())
      request.marks.push_back({hex, ""});
  const auto ring_bound = [&] {
    for (const int hex : wanted.bound) {
      const bool is_shown = request.shown.empty() ||
                            std::find(request.shown.begin(), request.shown.end(), hex) != request.shown.end();
      const bool marked = std::any_of(request.marks.begin(), request.marks.end(),
                                      [&](const auto& mark) { return mark.hex == hex; });
      if (is_shown && !marked) request.marks.push_back({hex, ""});
    }
  };
  if (map.hexes() <= small_map) ring_bound();
  if (map.hexes() > small_map) {
    if (wanted.hexes.empty()) return figure;
    // Of a way that there is not, all the ground is shown that lies between what is spoken of.
    request.shown = wanted.no_way && !wanted.whole_way
                        ? hexes_between(map, wanted.hexes)
                        : picture::hexes_around(map, wanted.hexes, wanted.whole_way ? 1 : 2);
    ring_bound();
    // Pieces off the picture are not of this witness; those in boxes would bury it.
    std::erase_if(request.pieces.counters, [&](const picture::Counter& counter) {
      if (counter.hex >= 0) return false;
      return std::none_of(wanted.words.begin(), wanted.words.end(),
                          [&](const std::string& text) { return names(text, counter.id); });
    });
  }
  request.title = wanted.title + (figure.moment.empty() ? "" : ": " + in_words(figure.moment));
  std::vector<std::string> described;
  const std::string unseen = fmt::format("{}", fmt::join(figure.unseen, "; "));
  for (const std::string& part : {figure.caption, standing(at, request), unseen})
    if (!part.empty()) described.push_back(part);
  request.made_by = wanted.title + (described.empty() ? "" : fmt::format(": {}", fmt::join(described, "; ")));
  figure.picture = picture::sheet(request);
  return figure;
}

}  // namespace casebook::report
