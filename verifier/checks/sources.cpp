// SPDX-License-Identifier: Apache-2.0
// sources: facts of pieces and of the map that no source states, and on which play rests.
//
// The order of battle, the schedule and the map say of each fact where it comes from: attested by a source, or
// reconstructed. The check counts, for each given that play reads, the pieces, hexes or hexsides whose fact no
// source attests. Then it gives some of them the value of another one, and compares play on the
// positions of games and on generated ones. Where nothing changes, the finding is information. The map is one
// finding, with all its givens: who has the printed map finds them all there.
//
// A list of cases may name the texts of its rulebook. A fact that only another text attests is then one that this
// rulebook leaves out: a finding of its own if every piece of the given has some source, or if every hex
// with a value that the rules name has its source there, such as the only ford.
//
// Facts of a file in which no source attests anything, as in a game of one's own, are counted and not
// reported.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/program/expression.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/kind.h"

namespace casebook::checks {

using namespace runtime;
using language::Given;
using language::GivenId;
using namespace language::ids;

namespace {

constexpr const char* id = "sources";
/// Pieces of one given that get another value, and positions on which play is then compared.
constexpr size_t most_altered = 6, most_positions = 800;
constexpr size_t most_named = 6, most_reasons = 3;

struct Facts {
  size_t attested = 0;             // by a text of this rulebook, or by any where the list names none
  std::vector<int32_t> elsewhere;  // attested by the text of another rulebook alone
  std::vector<int32_t> reconstructed, unstated;
  std::vector<std::string> whys;   // of what is reconstructed, as the data have it, each once
  std::vector<std::string> texts;  // that attest what is elsewhere: `later-edition 3.2`, each once
  size_t all() const { return attested + elsewhere.size() + reconstructed.size() + unstated.size(); }
};

class SourcesCheck {
 public:
  SourcesCheck(Context& context, Probe& probe, std::set<std::string>& told)
      : context_(context), probe_(probe), scenario_(probe.scenario()), p_(context.program()), told_(told) {}

  size_t facts = 0, not_stated = 0;

  void ask() {
    if (!scenario_->data) return;
    std::vector<OfMap> map;
    for (size_t i = 0; i < p_.givens.size(); ++i) {
      const auto number = static_cast<GivenId>(i);
      const Given& given = p_.givens[number];
      if (context_.stopped()) return;
      if (given.params.size() != 1 || given.params[0].tag != language::TypeTag::entity ||
          !context_.references().in_play({Sort::given, static_cast<language::Id>(i)}))
        continue;
      const KindId kind = given.params[0].of;
      if (p_.kinds[kind].on_map)
        ask(number, given);
      else if (kind == language::kind_hex || kind == language::kind_hexside)
        map.push_back({number, facts_of_map(given)});
    }
    for (const OfMap& one : map) {
      facts += one.facts.all();
      if (p_.givens[one.given].params[0].of == language::kind_hex) ask_of_values(one);
    }
    tell_map(map);
  }

 private:
  struct OfMap {
    GivenId given = language::none;
    Facts facts;
  };

  void ask(GivenId number, const Given& given) {
    const Facts of = facts_of(given);
    facts += of.all();
    std::vector<int32_t> open = of.reconstructed;
    open.insert(open.end(), of.unstated.begin(), of.unstated.end());
    std::sort(open.begin(), open.end());
    if (told_.contains(given.name)) return;
    if (!open.empty())
      tell(number, given, of, open);
    else if (!of.elsewhere.empty() && context_.in_rulebook(given.label))
      tell_elsewhere(number, given, of);
  }

  /// Whether the list of cases names the texts of this rulebook, and not this one.
  bool is_of_another(const std::string& source) const {
    if (!context_.cases() || context_.cases()->sources.empty()) return false;
    const auto& own = context_.cases()->sources;
    return std::find(own.begin(), own.end(), source) == own.end();
  }

  static bool attests_anything(const board::Provenances& provenances) {
    return std::any_of(provenances.all.begin(), provenances.all.end(),
                       [](const board::Provenance& one) { return one.attested; });
  }
  /// Under what sources say of the fact.
  void sort_in(Facts& out, const board::Provenances& provenances, const board::Fact& fact, int32_t member) {
    if (!attests_anything(provenances)) {
      ++not_stated;
      return;
    }
    if (fact.provenance < 0) {
      out.unstated.push_back(member);
      return;
    }
    const board::Provenance& from = provenances.all[static_cast<size_t>(fact.provenance)];
    const auto note = [](std::vector<std::string>& texts, const std::string& text) {
      if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    };
    if (!from.attested) {
      out.reconstructed.push_back(member);
      note(out.whys, from.why);
    } else if (is_of_another(from.source)) {
      out.elsewhere.push_back(member);
      note(out.texts, from.source + " " + from.case_label);
    } else {
      ++out.attested;
    }
  }
  /// Each fact that a line of the file tells, once; what holds by default, no line tells.
  void each_fact_of_map(const Given& given,
                        const std::function<void(const board::Fact&, int32_t)>& see) const {
    const board::HexMap& map = scenario_->data->map;
    if (given.params[0].of == language::kind_hex) {
      for (const board::HexFacts& line : map.hex_facts)
        for (const board::Fact& fact : line.facts)
          if (fact.attribute == given.name) see(fact, line.hex);
      return;
    }
    std::set<int> told;
    for (const board::HexsideFacts& line : map.hexside_facts)
      for (const board::Fact& fact : line.facts)
        if (fact.attribute == given.name && told.insert(line.hexside).second) see(fact, line.hexside);
    for (const board::Link& link : map.links) {
      if (link.attribute != given.name) continue;
      board::Fact fact;
      fact.provenance = link.provenance;
      for (size_t i = 1; i < link.hexes.size(); ++i)
        if (const int side = map.ground.between(link.hexes[i - 1], link.hexes[i]); told.insert(side).second)
          see(fact, side);
    }
  }
  Facts facts_of_map(const Given& given) {
    Facts out;
    each_fact_of_map(given, [&](const board::Fact& fact, int32_t member) {
      sort_in(out, scenario_->data->map.provenances, fact, member);
    });
    return out;
  }
  Facts facts_of(const Given& given) {
    Facts out;
    const KindId kind = given.params[0].of;
    const auto& members = scenario_->members[kind];
    const auto look = [&](const board::Provenances& provenances, const board::EntityLine& line) {
      if (line.kind != p_.kinds[kind].name) return;
      const auto member = std::find(members.begin(), members.end(), line.id);
      if (member == members.end()) return;
      for (const board::Fact& fact : line.facts)
        if (fact.attribute == given.name)
          sort_in(out, provenances, fact, static_cast<int32_t>(member - members.begin()));
    };
    for (const auto& order : scenario_->data->orders_of_battle)
      for (const board::EntityLine& line : order.data.entities) look(order.data.provenances, line);
    for (const auto& schedule : scenario_->data->schedules)
      for (const board::EntityLine& line : schedule.data.rows) look(schedule.data.provenances, line);
    return out;
  }

  /// One value of a given: of a set a cell for each member, else one cell.
  using Cells = std::vector<int32_t>;

  struct Changed {
    int32_t piece = -1;  // or hex, or hexside
    Cells from, to;
    bool in_a_game = false;
  };

  size_t width_of(const Given& given) const {
    return given.type.tag == language::TypeTag::set ? static_cast<size_t>(scenario_->size(given.type.of)) : 1;
  }
  std::string text_of(const Given& given, const Cells& cells) const {
    if (given.type.tag != language::TypeTag::set) return scenario_->value_text(given.type, cells[0]);
    std::vector<std::string> members;
    for (size_t i = 0; i < cells.size(); ++i)
      if (cells[i] != 0) members.push_back(with_blanks(scenario_->members[given.type.of][i]));
    return members.empty() ? "nothing" : listed(members, "and");
  }

  /// The first of these pieces, hexes or hexsides of which another one's value changes play.
  std::optional<Changed> changes_play(GivenId number, const std::vector<int32_t>& open) {
    const Given& given = p_.givens[number];
    const Cells& cells = scenario_->givens[number].cells;
    const size_t width = width_of(given);
    const auto of = [&](size_t member) {
      const auto at = cells.begin() + static_cast<std::ptrdiff_t>(member * width);
      return Cells(at, at + static_cast<std::ptrdiff_t>(width));
    };
    std::set<Cells> values;
    for (size_t member = 0; member * width < cells.size(); ++member) values.insert(of(member));
    const std::vector<Known>& known = probe_.known(context_);
    const Where where =
        where_asked(probe_.reach(), p_, std::set<Named>{{Sort::given, static_cast<language::Id>(number)}});
    const size_t every = std::max<size_t>(1, open.size() / most_altered);
    // Of few that are altered each is tried in more positions.
    const size_t altered = std::min(open.size(), most_altered);
    const size_t step = std::max<size_t>(1, known.size() * altered / (most_altered * most_positions));
    for (size_t i = 0; i < open.size(); i += every) {
      const int32_t piece = open[i];
      const Cells was = of(static_cast<size_t>(piece));
      for (const Cells& value : values) {
        if (value == was || context_.stopped()) continue;
        auto other = std::make_shared<Scenario>(*scenario_);
        std::copy(value.begin(), value.end(),
                  other->givens[number].cells.begin() + piece * static_cast<std::ptrdiff_t>(width));
        TwoRules two(probe_.rules(), other);
        for (size_t at = 0; at < known.size(); at += step) {
          const Tried& tried = probe_.positions()[at];
          if (tried.grade == Grade::typed || !where.anywhere(tried.site)) continue;
          if (two.at(tried.position, known[at], &where))
            return Changed{piece, was, value, tried.grade >= Grade::reachable};
        }
        break;
      }
    }
    return std::nullopt;
  }

  std::string named(const Given& given, const std::vector<int32_t>& members) const {
    std::vector<std::string> names;
    for (const int32_t member : members) {
      if (names.size() == most_named) {
        names.push_back(fmt::format("{} more", members.size() - most_named));
        break;
      }
      names.push_back(scenario_->members[given.params[0].of][static_cast<size_t>(member)]);
    }
    return listed(names, "and");
  }

  /// What the finding says of how play rests on the facts; `Play` begins it.
  std::string rests(const Given& given, const std::optional<Changed>& changed) const {
    if (!changed) return "With other values play was the same in all positions that were tried.";
    return fmt::format(
        "Play depends on these facts: with {} in place of {} for {}, play is different in a position {}.",
        text_of(given, changed->to), text_of(given, changed->from),
        scenario_->members[given.params[0].of][static_cast<size_t>(changed->piece)],
        changed->in_a_game ? "that a game reached" : "that Casebook generated");
  }

  void tell_elsewhere(GivenId number, const Given& given, const Facts& of) {
    const auto changed = changes_play(number, of.elsewhere);
    if (!changed) return;  // such as what only pieces of an option have
    told_.insert(given.name);
    Finding& finding = context_.add(id, given.name, Verdict::refuted, Concern::gap);
    finding.kind = kind::not_attested;
    finding.claim = fmt::format("A text of this rulebook attests the {} of every piece", given.name);
    finding.headline = given.type == language::boolean_type
                           ? fmt::format("No text of this rulebook says which piece is the {}", given.name)
                           : fmt::format("No text of this rulebook attests the {} of {}", given.name,
                                         counted(of.elsewhere.size(), "piece"));
    finding.text = fmt::format("The data take these facts from another rulebook: {} attests them for {}. {}",
                               listed(of.texts, "and"), named(given, of.elsewhere), rests(given, changed));
    finding.scope =
        fmt::format("the {} of {} was looked up in the data", given.name, counted(of.all(), "piece"));
    context_.cite(finding, given);
  }

  void tell(GivenId number, const Given& given, const Facts& of, const std::vector<int32_t>& open) {
    const size_t all = of.all();
    const auto changed = changes_play(number, open);
    told_.insert(given.name);
    Finding& finding =
        context_.add(id, given.name, Verdict::refuted, changed ? Concern::gap : Concern::information);
    finding.kind = kind::not_attested;
    finding.claim = fmt::format("A source attests the {} of every piece", given.name);
    finding.headline = fmt::format("No source states the \"{}\" of {} of {}", given.name, open.size(),
                                   counted(all, "piece"));
    finding.text = rests(given, changed);
    if (!of.reconstructed.empty())
      finding.details.push_back("Reconstructed: " + named(given, of.reconstructed));
    if (!of.unstated.empty()) finding.details.push_back("Without a source: " + named(given, of.unstated));
    if (!of.elsewhere.empty())
      finding.details.push_back(fmt::format("Attested only by {}, the text of another rulebook: {}",
                                            listed(of.texts, "and"), named(given, of.elsewhere)));
    for (size_t i = 0; i < std::min(of.whys.size(), most_reasons); ++i)
      finding.details.push_back("The data say why: " + of.whys[i]);
    if (of.whys.size() > most_reasons)
      finding.details.push_back(fmt::format("The data have {} more reasons", of.whys.size() - most_reasons));
    finding.scope = fmt::format("the {} of {} was looked up in the data", given.name, counted(all, "piece"));
    context_.cite(finding, given);
  }

  /// A value that the rules name, such as a sort of ground: no hex has it from a text of this rulebook, and
  /// another text says which do.
  void ask_of_values(const OfMap& one) {
    const Given& given = p_.givens[one.given];
    const language::TypeTag tag = given.type.tag;
    const bool names_members =
        tag == language::TypeTag::entity || tag == language::TypeTag::set || tag == language::TypeTag::maybe;
    if (!names_members || given.type.of == language::none || !context_.in_rulebook(given.label) ||
        !attests_anything(scenario_->data->map.provenances))
      return;
    std::map<std::string, Facts> by_value;
    each_fact_of_map(given, [&](const board::Fact& fact, int32_t hex) {
      std::set<std::string> values{fact.value.text};
      for (const board::DataValue& item : fact.value.items) values.insert(item.text);
      for (const std::string& value : values)
        sort_in(by_value[value], scenario_->data->map.provenances, fact, hex);
    });
    const auto& members = p_.kinds[given.type.of].members;
    for (size_t i = 0; i < members.size(); ++i) {
      const auto found = by_value.find(members[i]);
      const bool is_named = context_.references().in_play(
          {Sort::kind, static_cast<language::Id>(given.type.of), static_cast<int32_t>(i)});
      if (found == by_value.end() || !is_named) continue;
      const Facts& of = found->second;
      if (of.elsewhere.empty() || of.all() != of.elsewhere.size()) continue;
      if (!told_.contains(given.name + "." + members[i])) tell_value(one.given, members[i], of);
    }
  }
  void tell_value(GivenId number, const std::string& value, const Facts& of) {
    const Given& given = p_.givens[number];
    const auto changed = changes_play(number, of.elsewhere);
    if (!changed) return;
    told_.insert(given.name + "." + value);
    Finding& finding = context_.add(id, given.name + "." + value, Verdict::refuted, Concern::gap);
    finding.kind = kind::not_attested;
    finding.claim =
        fmt::format("A text of this rulebook attests which hexes have the {} \"{}\"", given.name, value);
    finding.headline = fmt::format("No text of this rulebook says which {} the {} \"{}\"",
                                   of.all() == 1 ? "hex has" : "hexes have", given.name, with_blanks(value));
    finding.text = fmt::format("The data take it from another rulebook: {} attests it for {}. {}",
                               listed(of.texts, "and"), named(given, of.elsewhere), rests(given, changed));
    finding.scope =
        fmt::format("the {} of {} was looked up in the data", given.name, counted(of.all(), "hex", "hexes"));
    context_.cite(finding, given);
  }

  void tell_map(const std::vector<OfMap>& map) {
    size_t all = 0, without = 0;
    std::vector<std::string> each;
    std::optional<std::string> depends;
    for (const OfMap& one : map) {
      const Facts& of = one.facts;
      std::vector<int32_t> open = of.reconstructed;
      open.insert(open.end(), of.unstated.begin(), of.unstated.end());
      std::sort(open.begin(), open.end());
      all += of.all(), without += open.size();
      if (open.empty()) continue;
      const Given& given = p_.givens[one.given];
      each.push_back(fmt::format("{} of {} of \"{}\"", open.size(), of.all(), with_blanks(given.name)));
      if (depends) continue;
      if (const auto changed = changes_play(one.given, open)) depends = rests(given, changed);
    }
    if (without == 0 || !told_.insert("map").second) return;
    Finding& finding =
        context_.add(id, "map", Verdict::refuted, depends ? Concern::gap : Concern::information);
    finding.kind = kind::not_attested;
    finding.claim = "A source attests every fact of the map";
    finding.headline = fmt::format("No source states {} of {} of the map", without, counted(all, "fact"));
    finding.text = depends.value_or("With other values play was the same in all positions that were tried.");
    finding.details.push_back("Without a source: " + listed(each, "and"));
    finding.scope =
        fmt::format("{} of the map that play reads were looked up in the data", counted(all, "fact"));
    for (const OfMap& one : map)
      if (one.facts.all() > one.facts.attested + one.facts.elsewhere.size())
        context_.cite(finding, p_.givens[one.given]);
  }

  Context& context_;
  Probe& probe_;
  ScenarioPtr scenario_;
  const language::Program& p_;
  std::set<std::string>& told_;
};

Answer run(Context& context) {
  std::set<std::string> told;
  SourcesCheck check(context, context.probe(), told);
  check.ask();
  size_t facts = check.facts;
  if (Probe* const probe = context.probe_with_options()) {
    SourcesCheck other(context, *probe, told);
    other.ask();
    facts = std::max(facts, other.facts);
  }
  std::string scope = fmt::format("{} of pieces and of the map that play reads", counted(facts, "fact"));
  if (check.not_stated > 0)
    scope += fmt::format("; {} in files that no source attests", counted(check.not_stated, "other fact"));
  return {Verdict::proved, scope};
}

}  // namespace

Check sources() {
  return {id,
          "Which facts does no source attest, though play rests on them?",
          CheckOf::data,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
