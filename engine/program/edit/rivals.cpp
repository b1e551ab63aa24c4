// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/rivals.h"

#include <algorithm>
#include <map>

#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "engine/program/anatomy.h"
#include "engine/program/edit/alter.h"
#include "engine/program/edit/rivals_parts.h"
#include "engine/program/edit/supplied.h"
#include "engine/program/edit/widen.h"
#include "engine/program/walk.h"

namespace casebook::language {

std::string rival_sort_text(RivalSort sort) {
  switch (sort) {
    case RivalSort::chooser:
      return "chooser";
    case RivalSort::single_piece:
      return "single-piece";
    case RivalSort::type_of_single:
      return "type-of-single";
    case RivalSort::type_counts:
      return "type-counts";
    case RivalSort::ends:
      return "ends";
    case RivalSort::over_barrier:
      return "over-barrier";
    case RivalSort::along:
      return "along";
    case RivalSort::ground:
      return "ground";
    case RivalSort::ensured:
      return "ensured";
    case RivalSort::adds_up:
      return "adds-up";
    case RivalSort::surcharge:
      return "surcharge";
    case RivalSort::cheaper:
      return "cheaper";
    case RivalSort::exception:
      return "exception";
    case RivalSort::exactly:
      return "exactly";
    case RivalSort::one_is_enough:
      return "one-is-enough";
    case RivalSort::taken_up_again:
      return "taken-up-again";
    case RivalSort::end_at_once:
      return "end-at-once";
    case RivalSort::which_hexes:
      return "which-hexes";
    case RivalSort::apart:
      return "apart";
    case RivalSort::just_left:
      return "just-left";
    case RivalSort::had_to_stop:
      return "had-to-stop";
    case RivalSort::bound_too:
      return "bound-too";
    case RivalSort::off_the_map:
      return "off-the-map";
    case RivalSort::at_the_edge:
      return "at-the-edge";
    case RivalSort::as_little:
      return "as-little";
    case RivalSort::dearer:
      return "dearer";
    case RivalSort::zone_to_zone:
      return "zone-to-zone";
    case RivalSort::in_its_zone:
      return "in-its-zone";
    case RivalSort::only_some:
      return "only-some";
    case RivalSort::passes_through:
      return "passes-through";
    case RivalSort::each_way:
      return "each-way";
    case RivalSort::since_the_start:
      return "since-the-start";
    case RivalSort::besides:
      return "besides";
  }
  return {};
}

bool is_variable(const Expr& expr, VarId var) {
  return expr.op == Op::variable && VarId(expr.ref) == var;
}
bool mentions_var(const Expr& expr, VarId var) {
  bool found = false;
  walk(expr, [&](const Expr& one) { found = found || is_variable(one, var); });
  return found;
}
bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& is) {
  bool found = false;
  walk(expr, [&](const Expr& one) { found = found || is(one); });
  return found;
}

void RivalFinder::offer(RivalSort sort, const std::string& item, CaseId label, const Place& place,
                        std::string question, std::string as_played, std::string otherwise,
                        std::function<void()> change, GivenId given) {
  Rival rival;
  rival.sort = sort;
  rival.item = item;
  rival.name = item + "." + rival_sort_text(sort);
  std::replace(rival.name.begin(), rival.name.end(), '-', '_');
  rival.label = label;
  rival.place = place;
  rival.given = given;
  rival.question = std::move(question);
  rival.as_played = std::move(as_played);
  rival.otherwise = std::move(otherwise);
  found_.push_back({std::move(rival), std::move(change), {}});
}

bool RivalFinder::reads_a_reading(const Expr& expr) {
  return any_part(expr, [](const Expr& one) { return one.op == Op::reading_value; });
}
bool RivalFinder::reads_a_reading(const Definition& definition) const {
  bool found = false;
  each_expression(definition, [&](const Expr& expr) { found = found || reads_a_reading(expr); });
  return found;
}
bool RivalFinder::asks(const Expr& expr) const {
  return is_supplied(expr.place) || any_part(expr, [&](const Expr& one) {
           return one.op == Op::reading_value ||
                  (one.op == Op::call && reads_a_reading(p_.definitions[DefinitionId(one.ref)]));
         });
}
bool RivalFinder::is_supplied(const Place& place) const {
  return std::any_of(p_.supplied.begin(), p_.supplied.end(), [&](const Supplied& one) {
    return one.place.file == place.file && one.place.begin < place.end && place.begin < one.place.end;
  });
}

std::string RivalFinder::written(const Place& place) const {
  return language::written(p_, place);
}
std::string phrase_in_general(const Program& program, const Action& action) {
  std::string phrase = action.phrase.empty() ? action.name : action.phrase;
  // Of nobody in particular: `{u} advances to {to}` as `a unit advances to a hex`.
  for (const ActionParam& param : action.params) {
    const Type& type = program.vars[param.var].type;
    const std::string placeholder = "{" + program.vars[param.var].name + "}";
    const bool of_kind = type.of >= 0 && (type.tag == TypeTag::entity || type.tag == TypeTag::maybe ||
                                          type.tag == TypeTag::set);
    if (!of_kind) continue;
    const std::string kind = with_blanks(program.kinds[type.of].name);
    const bool hisses = std::string_view("sxz").find(kind.back()) != std::string_view::npos;
    const bool vowel = std::string_view("aeio").find(kind.front()) != std::string_view::npos;
    const std::string words =
        type.tag == TypeTag::set ? "some " + kind + (hisses ? "es" : "s") : (vowel ? "an " : "a ") + kind;
    if (const size_t at = phrase.find(placeholder); at != std::string::npos)
      phrase.replace(at, placeholder.size(), words);
  }
  return "\"" + phrase + "\"";
}
std::string RivalFinder::phrase_of(const Action& action) const {
  return phrase_in_general(p_, action);
}
bool RivalFinder::is_piece(const Type& type) const {
  return type.tag == TypeTag::entity && p_.kinds[type.of].on_map;
}

namespace {

std::vector<FoundRival> all_of(Program& program) {
  std::vector<FoundRival> all;
  find_rivals_of_pieces(program, all);
  find_rivals_of_hexes(program, all);
  find_rivals_of_lists(program, all);
  find_rivals_of_moves(program, all);
  find_rivals_of_leaving(program, all);
  find_rivals_of_beginnings(program, all);
  std::map<std::string, int> times;
  for (FoundRival& found : all)
    if (const int time = ++times[found.rival.name]; time > 1) found.rival.name += "#" + std::to_string(time);
  return all;
}

}  // namespace

std::vector<Rival> rivals(const Program& program) {
  Program mine = program;
  std::vector<Rival> all;
  for (FoundRival& one : all_of(mine)) all.push_back(std::move(one.rival));
  return all;
}

std::vector<std::string> barriers_of(const Program& program) {
  std::vector<std::string> names;
  for (const Barrier& one : barriers_in(program)) names.push_back(barrier_name(program, one));
  return names;
}

std::shared_ptr<const Program> with_rival(const Program& program, std::string_view name) {
  auto mine = std::make_shared<Program>(program);
  std::vector<FoundRival> all = all_of(*mine);
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const FoundRival& one) { return same_switch(one.rival.name, name); });
  if (found == all.end()) return nullptr;
  found->change();
  mine->rival = found->rival.name;
  guard_indices(*mine);
  guard_numbers(*mine);
  widen_intervals(*mine);
  return mine;
}

}  // namespace casebook::language
