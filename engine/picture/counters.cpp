// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/counters.h"

#include <algorithm>

#include "engine/base/text.h"
#include "engine/picture/nato_symbols.h"

namespace casebook::picture {

using namespace language::ids;
using language::Program;
using language::Type;
using language::TypeTag;
using runtime::Scenario;

namespace {

class Collector {
 public:
  Collector(runtime::Evaluator& evaluator, const runtime::Position& position, const Style& style)
      : evaluator_(evaluator),
        scenario_(evaluator.scenario()),
        program_(evaluator.program()),
        position_(position),
        style_(style) {}

  Pieces run() {
    Pieces pieces;
    for (const language::Box& box : program_.boxes) pieces.boxes.push_back(box.name);
    for (size_t kind = 0; kind < program_.kinds.size(); ++kind) {
      const runtime::Slot& slot = scenario_.layout.places[kind];
      if (!program_.kinds[kind].on_map) continue;
      for (uint32_t i = 0; i < slot.combinations; ++i)
        pieces.counters.push_back(
            counter(static_cast<KindId>(kind), static_cast<int32_t>(i), position_.cell(slot.first + i)));
    }
    collect_stones(pieces);
    return pieces;
  }

 private:
  static bool of_one(const std::vector<Type>& params, KindId kind) {
    return params.size() == 1 && params[0] == Type{TypeTag::entity, kind, 1};
  }

  std::optional<std::string> asked(const std::string& name, KindId kind, int32_t member) const {
    return asked(name, kind, member, position_);
  }

 public:
  /// A given or a definition of one member, as text; nothing when there is none of that name.
  std::optional<std::string> asked(const std::string& name, KindId kind, int32_t member,
                                   const runtime::Position& position) const {
    if (name.empty()) return std::nullopt;
    for (size_t id = 0; id < program_.givens.size(); ++id) {
      const language::Given& given = program_.givens[id];
      if (given.name == name && of_one(given.params, kind) && given.type.tag != TypeTag::set)
        return scenario_.value_text(given.type, scenario_.givens[id].cells[static_cast<size_t>(member)]);
    }
    for (size_t id = 0; id < program_.definitions.size(); ++id) {
      const language::Definition& definition = program_.definitions[id];
      if (definition.name != name || definition.params.size() != 1 || definition.type.tag == TypeTag::set ||
          program_.vars[definition.params[0]].type != Type{TypeTag::entity, kind, 1})
        continue;
      language::Expr call;
      call.op = language::Op::call;
      call.type = definition.type;
      call.ref = static_cast<DefinitionId>(id);
      call.args.push_back(language::ExprPtr(language::Expr{}));
      call.args[0]->type = {TypeTag::entity, kind, 1};
      call.args[0]->value = member;
      try {
        return scenario_.value_text(definition.type, evaluator_.evaluate(call, position).number);
      } catch (const runtime::Fault&) {
        return "?";
      }
    }
    return std::nullopt;
  }

 private:
  /// The state that turns a piece over, and its back.
  void add_back(Counter& counter, const CounterLook& look, KindId kind, int32_t member) const {
    if (!look.back) return;
    if (!look.back->when.empty() && asked(look.back->when, kind, member) != "yes") return;
    for (size_t id = 0; id < program_.states.size(); ++id) {
      const language::State& state = program_.states[id];
      if (state.name != look.back->state || state.procedure != language::none ||
          !of_one(state.params, kind) || state.type.tag != TypeTag::boolean)
        continue;
      const runtime::Slot& slot = scenario_.layout.states[id];
      const auto which = static_cast<uint32_t>(member);
      counter.turned = evaluator_.read(slot, state.type, position_, which).yes();
      Counter::Back back{look.back->title, {}};
      const auto print = [&](bool turned, const std::vector<std::string>& names) {
        runtime::Position then = position_;
        evaluator_.write(slot, state.type, then, which, turned ? 1 : 0);
        std::string values;
        for (const std::string& name : names)
          if (const auto value = asked(name, kind, member, then))
            values += (values.empty() ? "" : "-") + *value;
        return values;
      };
      back.values = print(true, look.back->values.empty() ? look.values : look.back->values);
      counter.values = print(false, look.values);
      counter.back = std::move(back);
      return;
    }
  }

  Counter counter(KindId kind, int32_t member, int32_t place) const {
    Counter counter;
    counter.kind = program_.kinds[kind].name;
    counter.id = scenario_.members[kind][static_cast<size_t>(member)];
    if (place >= 0 && place < scenario_.ground.hexes)
      counter.hex = place;
    else if (place >= scenario_.ground.hexes)
      counter.box = program_.boxes[place - scenario_.ground.hexes].name;
    counter.title = counter.id;
    std::string separator = ": ";
    const auto say = [&](const std::string& what) {
      counter.title += separator + what;
      separator = ", ";
    };
    const CounterLook* look = style_.counter(counter.kind);
    if (look != nullptr) {
      counter.side = asked(look->side, kind, member).value_or("");
      if (!counter.side.empty()) say(with_blanks(counter.side));
      if (const auto arm = asked(look->symbol, kind, member)) {
        const SymbolLook* symbol = style_.symbol(*arm);
        if (symbol != nullptr) counter.parts = symbol->parts;
        counter.arm = with_blanks(*arm);
        say(counter.arm);
      }
      if (const auto size = asked(look->size, kind, member)) {
        const SizeLook* mark = style_.size(*size);
        counter.size = mark != nullptr ? mark->mark : usual_echelon(*size);
        say(with_blanks(*size));
      }
      for (const auto& [name, part] : look->also) {
        if (asked(name, kind, member) != "yes") continue;
        counter.parts = {part};
        say(with_blanks(name));
      }
      for (const std::string& name : look->values) {
        const auto value = asked(name, kind, member);
        if (!value) continue;
        counter.values += (counter.values.empty() ? "" : "-") + *value;
        say(with_blanks(name) + " " + *value);
      }
      add_back(counter, *look, kind, member);
    }
    for (size_t id = 0; id < program_.states.size(); ++id) {
      const language::State& state = program_.states[id];
      if (state.hidden || state.procedure != language::none || !of_one(state.params, kind) ||
          state.type.tag != TypeTag::boolean)
        continue;
      if (evaluator_.read(scenario_.layout.states[id], state.type, position_, static_cast<uint32_t>(member))
              .yes())
        say(with_blanks(state.name));
    }
    say(counter.hex >= 0 ? "in " + scenario_.members[language::kind_hex][static_cast<size_t>(counter.hex)]
                         : "in the box " + with_blanks(counter.box));
    return counter;
  }

  void collect_stones(Pieces& pieces) const {
    for (size_t id = 0; id < program_.states.size(); ++id) {
      const language::State& state = program_.states[id];
      if (state.hidden || state.procedure != language::none || !of_one(state.params, language::kind_hex) ||
          (state.type.tag != TypeTag::entity && state.type.tag != TypeTag::maybe))
        continue;
      for (int32_t hex = 0; hex < scenario_.ground.hexes; ++hex) {
        const int64_t value =
            evaluator_.read(scenario_.layout.states[id], state.type, position_, static_cast<uint32_t>(hex))
                .number;
        if (value >= 0) pieces.stones.push_back({hex, state.name, scenario_.value_text(state.type, value)});
      }
      return;  // one says enough; a second would hide it
    }
  }

  runtime::Evaluator& evaluator_;
  const Scenario& scenario_;
  const Program& program_;
  const runtime::Position& position_;
  const Style& style_;
};

constexpr Rgb light{255, 255, 255}, dark{28, 24, 20};

Path form_path(CounterForm form, Point centre, double size) {
  const double h = size / 2, c = size * (form == CounterForm::square ? 0 : 0.17);
  const auto at = [&](double x, double y) { return centre + Point{x, y}; };
  Path path;
  if (form == CounterForm::rounded) {
    const double r = size * 0.14, k = r * 0.45;
    path.move(at(-h + r, -h))
        .line(at(h - r, -h))
        .curve(at(h - k, -h), at(h, -h + k), at(h, -h + r))
        .line(at(h, h - r))
        .curve(at(h, h - k), at(h - k, h), at(h - r, h))
        .line(at(-h + r, h))
        .curve(at(-h + k, h), at(-h, h - k), at(-h, h - r))
        .line(at(-h, -h + r))
        .curve(at(-h, -h + k), at(-h + k, -h), at(-h + r, -h))
        .close();
    return path;
  }
  if (form == CounterForm::notched) {
    path.move(at(-h, -h + c)).line(at(-h + c, -h + c)).line(at(-h + c, -h));
    path.line(at(h - c, -h)).line(at(h - c, -h + c)).line(at(h, -h + c));
    path.line(at(h, h - c)).line(at(h - c, h - c)).line(at(h - c, h));
    path.line(at(-h + c, h)).line(at(-h + c, h - c)).line(at(-h, h - c)).close();
    return path;
  }
  path.move(at(-h + c, -h)).line(at(h - c, -h)).line(at(h, -h + c)).line(at(h, h - c));
  path.line(at(h - c, h)).line(at(-h + c, h)).line(at(-h, h - c)).line(at(-h, -h + c)).close();
  return path;
}

void draw_body(Group& into, CounterForm form, Rgb colour, Point centre, double size) {
  Path shadow = form_path(form, centre + Point{0.045 * size, 0.055 * size}, size);
  shadow.outline.fill = Paint{{30, 22, 10}, 0.32};
  into.add(shadow);
  Path body = form_path(form, centre, size);
  body.outline.fill = Paint{colour, 1};
  body.outline.stroke = Stroke{mixed(colour, {0, 0, 0}, 0.45), size * 0.022, 1, {}, true};
  into.add(body);
}

/// As large as fits, not smaller than half of it, then cut.
void draw_line(Group& into, std::string words, Point at, double room, double size, bool bold, Rgb colour,
               Rgb ground) {
  if (words.empty()) return;
  const double width = text_width(words, size, bold);
  if (width > room) {
    size = std::max(size * 0.62, size * room / width);
    words = fitted(words, room * 1.001, size, bold);
  }
  Text text;
  text.at = at;
  text.text = std::move(words);
  text.size = size;
  text.anchor = Anchor::middle;
  text.bold = bold;
  text.colour = colour;
  text.ground = ground;
  into.add(text);
}

}  // namespace

Pieces pieces_of(runtime::Evaluator& evaluator, const runtime::Position& position, const Style& style) {
  return Collector(evaluator, position, style).run();
}

namespace {

Rgb counter_colour(const SideLook* side) {
  return side == nullptr ? Rgb{96, 96, 92} : side->colour;
}

/// What stands on the body of a counter.
void draw_face(Group& group, const Counter& counter, Face face, Point centre, double size,
               const Style& style) {
  const SideLook* side = style.side(counter.side);
  const bool turned = face == Face::back && counter.back;
  Rgb colour = counter_colour(side);
  if (turned) {
    // A light field with a word on it: the other side is told from this one at a glance, in grey too.
    colour = mixed(colour, light, 0.78);
    Rectangle field{centre - Point{size * 0.43, size * 0.43}, size * 0.86, size * 0.86, size * 0.08, {}};
    field.outline.fill = Paint{colour, 1};
    group.add(field);
  }
  const std::string& values = turned ? counter.back->values : counter.values;
  const Rgb ink = ink_on(colour, dark, light);
  const bool has_symbol = !counter.parts.empty() || !counter.arm.empty();
  const bool has_values = !values.empty();
  if (!has_symbol && !has_values) {
    draw_line(group, counter.id, centre + Point{0, size * 0.11}, size * 0.86, size * 0.32, true, ink, colour);
    return;
  }
  const double room = size * (side != nullptr && side->form == CounterForm::notched ? 0.64 : 0.86);
  const bool titled = turned && !counter.back->title.empty();
  draw_line(group, titled ? counter.id + " " + counter.back->title : counter.id,
            centre + Point{0, -size * 0.285}, room, size * (titled ? 0.15 : 0.178), true, ink, colour);
  if (has_symbol && !counter.size.empty())
    draw_echelon(group, centre + Point{0, has_values ? -size * 0.19 : -size * 0.095}, size * 0.075,
                 counter.size, ink);
  if (has_symbol)
    draw_symbol(group, centre + Point{0, has_values ? -size * 0.01 : size * 0.12}, size * 0.56,
                size * (has_values ? 0.33 : 0.4), counter.parts, counter.arm, dark,
                mixed(colour, light, 0.88));
  draw_line(group, values, centre + Point{0, has_symbol ? size * 0.425 : size * 0.25}, room,
            size * (has_symbol ? 0.27 : 0.36), true, ink, colour);
}

}  // namespace

std::optional<std::string> told_of(runtime::Evaluator& evaluator, const runtime::Position& position,
                                   const std::string& name, KindId kind, int32_t member) {
  return Collector(evaluator, position, {}).asked(name, kind, member, position);
}

void draw_counter(Group& into, const Counter& counter, Point centre, double size, const Style& style) {
  Group& group = into.group("counter", counter.id, counter.title);
  const SideLook* side = style.side(counter.side);
  draw_body(group, side == nullptr ? CounterForm::square : side->form, counter_colour(side), centre, size);
  draw_face(group, counter, counter.turned ? Face::back : Face::front, centre, size, style);
}

void draw_counter_to_cut(Group& into, const Counter& counter, Point centre, double size, double bleed,
                         Face face, const Style& style) {
  const SideLook* side = style.side(counter.side);
  const std::string side_title = side == nullptr ? counter.side : side->title;
  const bool blank = face == Face::back && !counter.back;
  Group& group =
      into.group("counter", counter.id,
                 blank ? "back of " + counter.id : (face == Face::back ? "back of " : "") + counter.title);
  const Rgb colour = counter_colour(side), ink = ink_on(colour, dark, light);
  Rectangle field{
      centre - Point{size / 2 + bleed, size / 2 + bleed}, size + 2 * bleed, size + 2 * bleed, 0, {}};
  field.outline.fill = Paint{colour, 1};
  group.add(field);
  // The form of the side, which scissors make a square, stays as a line.
  Path form = form_path(side == nullptr ? CounterForm::square : side->form, centre, size * 0.95);
  form.outline.stroke = Stroke{mixed(colour, ink, 0.55), size * 0.018, 1, {}, true};
  group.add(form);
  if (blank)
    draw_line(group, side_title, centre + Point{0, size * 0.08}, size * 0.8, size * 0.2, true, ink, colour);
  else
    draw_face(group, counter, face, centre, size * 0.96, style);
}

void draw_counter_form(Group& into, const SideLook& look, Point centre, double size) {
  draw_body(into, look.form, look.colour, centre, size);
}

void draw_stone(Group& into, const Stone& stone, const std::string& hex, Point centre, double size,
                const Style& style) {
  Group& group =
      into.group("stone", stone.member, hex + ": " + with_blanks(stone.state) + " " + stone.member);
  const SideLook* side = style.side(stone.member);
  // Members that are no sides take colours by their name, so that the same has the same everywhere.
  static constexpr Rgb others[] = {
      {0x24, 0x5a, 0x8d}, {0x8e, 0x3b, 0x2c}, {0x3f, 0x66, 0x38}, {0x6d, 0x4a, 0x7d}};
  size_t sum = 0;
  for (const char c : stone.member) sum += static_cast<unsigned char>(c);
  const Rgb colour = side != nullptr ? side->colour : others[sum % 4];
  Ellipse disc{centre, size / 2, size / 2, {}};
  disc.outline.fill = Paint{colour, 1};
  disc.outline.stroke = Stroke{mixed(colour, {0, 0, 0}, 0.45), size * 0.03, 1, {}, true};
  group.add(disc);
  draw_line(group, stone.member, centre + Point{0, size * 0.08}, size * 0.84, size * 0.25, true,
            ink_on(colour, dark, light), colour);
}

}  // namespace casebook::picture
