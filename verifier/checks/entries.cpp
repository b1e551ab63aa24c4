// SPDX-License-Identifier: Apache-2.0
// entries: units that arrive later at a hex where they cannot enter.
//
// An entry hex is a hex that a given names for a piece that begins off the map, if play uses that hex under
// the scenario's switches. Hexes that this edition ignores, or only tests for presence (`!= none`), are not
// entry hexes. The check expects:
//
//   - an entry hex lies at the edge of the map and is free when the game begins. Where games bring a piece to it all
//     the same, the rules are silent; where none does, they may ask for what cannot be done.
//   - a piece with one waits where pieces that arrive later wait, or where a rule brings it on from
//
// It also counts how often several units of one turn share an entry hex. Turns of arrival are numbers of
// the same pieces that the rules compare with a state. Pieces that an option brings are checked with the
// options on.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "engine/board/scenario.h"
#include "engine/program/carriers.h"
#include "engine/program/waiting.h"
#include "engine/program/walk.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/survey.h"
#include "verifier/finding/counted.h"
#include "verifier/search/reached.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "entries";

bool names_hexes(const Type& type) {
  return (type.tag == TypeTag::entity || type.tag == TypeTag::maybe) && type.of == kind_hex;
}

class EntriesCheck {
 public:
  EntriesCheck(Context& context, const runtime::Scenario& scenario)
      : context_(context),
        scenario_(scenario),
        p_(context.program()),
        waiting_(waiting_boxes(p_)),
        ways_on_(boxes_with_a_way_on(p_)) {
    for (const TopExpression& top : top_expressions(p_)) {
      if (!top.plays) continue;
      walk_live(*top.expr, scenario_.options, scenario_.readings,
                [&](const Expr& expr) { look(expr, top.label); });
    }
  }

  void ask() {
    for (const auto& [given, label] : asked_) {
      const Given& one = p_.givens[given];
      if (one.params.size() != 1 || one.params[0].tag != TypeTag::entity || !names_hexes(one.type)) continue;
      const KindId kind = one.params[0].of;
      if (!p_.kinds[kind].on_map) continue;
      by_hex(given, one, kind, label);
    }
  }
  size_t facts = 0, shared = 0;
  /// Of what was found: under other switches the same is not told again.
  std::set<std::string> told;

 private:
  void look(const Expr& expr, CaseId label) {
    if (expr.op == Op::given && not_used_.count(&expr) == 0) asked_.try_emplace(expr.ref, label);
    if (expr.op == Op::equal) {
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const Expr &one = *expr.args[side], &other = *expr.args[1 - side];
        if (one.op == Op::given && other.op == Op::constant && other.value < 0) not_used_.insert(&one);
      }
    }
    if ((expr.op != Op::equal && expr.op != Op::less && expr.op != Op::less_equal) || expr.args.size() != 2)
      return;
    for (const int side : {0, 1}) {
      const Expr *a = expr.args[static_cast<size_t>(side)].get(),
                 *b = expr.args[static_cast<size_t>(1 - side)].get();
      if (a->op == Op::given && b->op == Op::state && a->type.tag == TypeTag::number && a->args.size() == 1)
        turns_.insert(a->ref);
    }
  }

  void by_hex(GivenId given, const Given& one, KindId kind, CaseId label) {
    const auto& cells = scenario_.givens[given].cells;
    const runtime::Slot& places = scenario_.layout.places[kind];
    std::map<int32_t, std::vector<int32_t>> entering;
    for (size_t member = 0; member < cells.size() && member < places.combinations; ++member) {
      if (cells[member] < 0 || cells[member] >= scenario_.ground.hexes) continue;
      const int32_t begins = scenario_.start.cell(places.first + static_cast<uint32_t>(member));
      if (begins < scenario_.ground.hexes) continue;
      waits(kind, static_cast<int32_t>(member), cells[member], begins - scenario_.ground.hexes, one, label);
      entering[cells[member]].push_back(static_cast<int32_t>(member));
      ++facts;
    }
    for (const auto& [hex, members] : entering) {
      const std::string name = scenario_.members[kind_hex][static_cast<size_t>(hex)];
      const auto& neighbours = scenario_.ground.neighbours[static_cast<size_t>(hex)];
      if (std::count(neighbours.begin(), neighbours.end(), -1) == 0) {
        if (Finding* const finding = add(name + " inside the map", one, label, names(kind, members), name)) {
          finding->claim = fmt::format("The entry hex {} lies at the edge of the map", name);
          finding->headline =
              fmt::format("The schedule says that units enter at {}, which lies inside the map", name);
          finding->text =
              fmt::format("The {} {}. No case says that a hex inside the map is meant.",
                          members.size() == 1 ? "unit is" : "units are", listed(names(kind, members), "and"));
          judge(*finding, kind::not_as_printed, kind, members, hex);
        }
      }
      taken(kind, hex, name, members, one, label);
      together(members);
    }
  }

  /// What play makes of it: a gap if the rules let one of them enter there, impossible if no game does.
  void judge(Finding& finding, const char* if_impossible, KindId kind, const std::vector<int32_t>& members,
             int32_t hex) {
    const uint64_t games = context_.settings().games;
    const auto met = games == 0 ? std::nullopt : entered(kind, members, hex);
    if (met) {
      finding.text +=
          fmt::format(" These rules let {} enter there, for example in step {} of random game {}{}.",
                      scenario_.members[kind][static_cast<size_t>(met->member)], met->step, met->game,
                      context_.scenario().get() == &scenario_ ? "" : " with these options");
    } else if (games > 0) {
      finding.concern = Concern::impossible;
      finding.kind = if_impossible;
      finding.text += fmt::format(" In {} no unit was placed there.", counted(games, "random game"));
    }
  }

  struct Entered {
    int32_t member = -1;
    uint64_t game = 0, step = 0;
  };
  std::optional<Entered> entered(KindId kind, const std::vector<int32_t>& members, int32_t hex) {
    const bool is_own = context_.scenario().get() == &scenario_;
    if (!is_own && !played_) play();
    for (const int32_t member : members) {
      const std::tuple<KindId, uint32_t, int32_t> key{kind, static_cast<uint32_t>(member), hex};
      if (is_own) {
        const Survey& survey = context_.survey();
        if (const auto found = survey.entered.find(key); found != survey.entered.end())
          return Entered{member, found->second.game, found->second.step};
      } else if (const auto found = entered_.find(key); found != entered_.end()) {
        return Entered{member, found->second.game, found->second.step};
      }
    }
    return std::nullopt;
  }
  /// Games with the options; those without are the survey's.
  void play() {
    played_ = true;
    if (p_.game == none) return;
    games::Games games(context_.with_options(), {context_.settings().seed, context_.settings().decisions});
    games.play(1, context_.settings().games, [&](const games::Moment& moment) {
      for (size_t i = 0; moment.before != nullptr && i < p_.kinds.size(); ++i) {
        const runtime::Slot& places = scenario_.layout.places[i];
        for (uint32_t member = 0; p_.kinds[i].on_map && member < places.combinations; ++member) {
          const int32_t at = moment.position.cell(places.first + member);
          if (at < scenario_.ground.hexes &&
              moment.before->cell(places.first + member) >= scenario_.ground.hexes)
            entered_.try_emplace({static_cast<KindId>(i), member, at},
                                 Entered{static_cast<int32_t>(member), moment.game, moment.step});
        }
      }
      return !context_.stopped();
    });
  }

  /// Where no rule brings it to a hex from, not even by other boxes, it never enters.
  void waits(KindId kind, int32_t member, int32_t hex, BoxId box, const Given& one, CaseId label) {
    if (waiting_.empty() || std::count(ways_on_.begin(), ways_on_.end(), box) != 0) return;
    const std::string name = scenario_.members[kind][static_cast<size_t>(member)],
                      by = scenario_.members[kind_hex][static_cast<size_t>(hex)];
    std::vector<std::string> boxes;
    for (const BoxId other : waiting_) boxes.push_back(p_.boxes[other].name);
    const std::string& begins = p_.boxes[box].name;
    Finding* const finding = add(name + " waits nowhere", one, label, {name}, {});
    if (finding == nullptr) return;
    finding->concern = Concern::impossible;
    finding->claim = fmt::format("{} can enter the map", name);
    finding->headline = fmt::format("{} is to enter at {} and never does", name, by);
    finding->text = fmt::format(
        "It begins in {}, and no rule brings it from there to the map. Units that arrive later wait in {}.",
        begins, listed(boxes, "or"));
  }

  void taken(KindId kind, int32_t hex, const std::string& name, const std::vector<int32_t>& members,
             const Given& one, CaseId label) {
    for (size_t other = 0; other < p_.kinds.size(); ++other) {
      if (!p_.kinds[other].on_map) continue;
      const runtime::Slot& places = scenario_.layout.places[other];
      for (uint32_t member = 0; member < places.combinations; ++member) {
        if (scenario_.start.cell(places.first + member) != hex) continue;
        Finding* const finding = add(name + " taken", one, label, names(kind, members), name);
        if (finding == nullptr) return;
        finding->claim = fmt::format("The entry hex {} is free when the game begins", name);
        finding->headline = fmt::format(
            "The schedule says that units enter at {}, which is occupied when the game begins", name);
        finding->text =
            fmt::format("{} begins in {}, where {} {}.", scenario_.members[other][member], name,
                        listed(names(kind, members), "and"), members.size() == 1 ? "enters" : "enter");
        judge(*finding, kind::occupied, kind, members, hex);
        return;
      }
    }
  }

  /// Each needs the hex left by the one before: so every such game is played, and it is only counted.
  void together(const std::vector<int32_t>& members) {
    for (const GivenId turn : turns_) {
      const auto& cells = scenario_.givens[turn].cells;
      std::map<int32_t, size_t> by_turn;
      for (const int32_t member : members) {
        if (static_cast<size_t>(member) < cells.size()) ++by_turn[cells[static_cast<size_t>(member)]];
      }
      for (const auto& [when, count] : by_turn) {
        const Given& arrival = p_.givens[turn];
        // What no data speak of is no time.
        if (count > 1 && !(arrival.fallback && arrival.fallback->value == when)) ++shared;
      }
    }
  }

  /// Null when it was told already.
  Finding* add(const std::string& subject, const Given& given, CaseId label,
               const std::vector<std::string>& members, const std::string& hex) {
    if (!told.insert(subject).second) return nullptr;
    Finding& finding = context_.add(id, subject, Verdict::refuted, Concern::gap);
    finding.scope = "every piece that begins off the map was looked up";
    // The case that the data have it from says most; what reads it comes after.
    context_.cite(finding, find_case(p_, attested(members.front(), given.name)));
    context_.cite(finding, given);
    context_.cite(finding, label);
    finding.same_as = marked_as(given, members, hex);
    if (!hex.empty())
      finding.details.push_back(
          fmt::format("In the data, \"{}\" is {} for {}", given.name, hex, listed(members, "and")));
    if (const std::string with = options_on(); !with.empty()) finding.details.push_back(with);
    return &finding;
  }
  /// What is marked of the same thing: a reading of the case that decides whether this fact is asked for, and
  /// under another value of which none of them enters there; or that the case which attests the fact leaves
  /// something open.
  std::optional<SameAs> marked_as(const Given& given, const std::vector<std::string>& members,
                                  const std::string& hex) {
    if (hex.empty()) return std::nullopt;
    for (size_t i = 0; i < p_.readings.size(); ++i) {
      const Reading& one = p_.readings[i];
      if (one.kind == none || one.label != given.label) continue;
      const auto& values = p_.kinds[one.kind].members;
      for (size_t value = 0; value < values.size(); ++value) {
        if (static_cast<int32_t>(value) == scenario_.readings[i]) continue;
        if (enters_elsewhere(given, static_cast<ReadingId>(i), static_cast<int32_t>(value), members, hex))
          return SameAs{"ambiguities", one.name,
                        fmt::format("with the answer {} = {}, {} elsewhere", one.name, values[value],
                                    members.size() == 1 ? "the unit enters" : "each of the units enters")};
      }
    }
    std::set<std::string> told_in;
    for (const std::string& member : members) told_in.insert(attested(member, given.name));
    const CaseId label = told_in.size() == 1 ? find_case(p_, *told_in.begin()) : none;
    if (label == none || p_.cases[label].silent.empty()) return std::nullopt;
    return SameAs{"silent-cases", p_.cases[label].label, "the case that names the hex is marked as silent"};
  }
  /// Of a definition that chooses by that reading between this fact and something else: whether, read
  /// otherwise, it comes to another hex for each of them.
  bool enters_elsewhere(const Given& given, ReadingId reading, int32_t value,
                        const std::vector<std::string>& members, const std::string& hex) {
    const ScenarioPtr other = context_.with({{none, reading, value}});
    if (!other) return false;
    runtime::ReferenceRules rules(other);
    for (const Definition& one : p_.definitions) {
      if (!one.body || one.body->op != Op::choose_if || one.params.size() != 1 ||
          !asks(*one.body->args[0], reading))
        continue;
      bool is_of_it = false;
      for (const size_t branch : {size_t{1}, size_t{2}})
        walk(*one.body->args[branch], [&](const Expr& expr) {
          is_of_it = is_of_it || (expr.op == Op::given && &p_.givens[expr.ref] == &given);
        });
      const auto is_elsewhere = [&](const std::string& member) {
        Diagnostics diagnostics;
        const std::string text = fmt::format("{}(\"{}\") != none and not ({} in {}(\"{}\"))", one.name,
                                             member, hex, one.name, member);
        const auto expression = runtime::asked_expression(*other, text, diagnostics);
        if (!expression) return false;
        rules.evaluator().extend_frame(expression->vars, text);
        try {
          return rules.evaluator().evaluate(*expression->expr, other->start).yes();
        } catch (const runtime::Fault&) {
          return false;
        }
      };
      if (is_of_it && std::all_of(members.begin(), members.end(), is_elsewhere)) return true;
    }
    return false;
  }
  static bool asks(const Expr& expr, ReadingId reading) {
    bool found = false;
    walk(expr,
         [&](const Expr& one) { found = found || (one.op == Op::reading_value && one.ref == reading); });
    return found;
  }

  /// The case that attests it in the data: `15.1(1)`; empty where they do not say.
  std::string attested(const std::string& member, const std::string& attribute) const {
    if (!scenario_.data) return {};
    for (const auto& order : scenario_.data->orders_of_battle) {
      for (const board::EntityLine& line : order.data.entities) {
        if (line.id != member) continue;
        for (const board::Fact& fact : line.facts) {
          if (fact.attribute != attribute || fact.provenance < 0) continue;
          const board::Provenance& of = order.data.provenances.all[static_cast<size_t>(fact.provenance)];
          if (of.attested && of.source.starts_with(p_.edition)) return of.case_label;
        }
      }
    }
    return {};
  }
  /// Those that the scenario asked first has off.
  std::string options_on() const {
    std::vector<std::string> titles;
    for (size_t i = 0; i < p_.options.size(); ++i)
      if (scenario_.options[i] != context_.scenario()->options[i])
        titles.push_back(p_.options[i].title.empty() ? p_.options[i].name : p_.options[i].title);
    return titles.empty() ? std::string()
                          : fmt::format("This is so with the option{} {} on.", titles.size() == 1 ? "" : "s",
                                        listed(titles, "and"));
  }
  std::vector<std::string> names(KindId kind, const std::vector<int32_t>& members) const {
    std::vector<std::string> out;
    for (const int32_t member : members) out.push_back(scenario_.members[kind][static_cast<size_t>(member)]);
    return out;
  }

  Context& context_;
  const runtime::Scenario& scenario_;
  const Program& p_;
  const std::vector<BoxId> waiting_, ways_on_;
  std::map<GivenId, CaseId> asked_;  // given, the case that asks for it
  std::set<GivenId> turns_;
  std::set<const Expr*> not_used_;
  bool played_ = false;  // with the options
  std::map<std::tuple<KindId, uint32_t, int32_t>, Entered> entered_;
};

Answer run(Context& context) {
  EntriesCheck check(context, *context.scenario());
  check.ask();
  // Units that an option brings enter too; what was told without it is not told again.
  if (const ScenarioPtr with_options = context.with_options()) {
    EntriesCheck other(context, *with_options);
    other.told = check.told;
    other.ask();
    check.facts = std::max(check.facts, other.facts);
    check.shared = std::max(check.shared, other.shared);
  }
  std::string scope =
      fmt::format("the entry hexes of {} that begin off the map", counted(check.facts, "piece"));
  if (check.shared > 0)
    scope +=
        fmt::format("; several pieces are due in the same hex and turn {}", counted(check.shared, "time"));
  return {Verdict::proved, scope};
}

}  // namespace

Check entries() {
  return {id, "Is an entry hex inside the map or occupied, or does a unit never enter?", CheckOf::data, true,
          run};
}

}  // namespace casebook::checks
