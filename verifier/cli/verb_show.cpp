// SPDX-License-Identifier: Apache-2.0
// casebook show: an edition, read. One case with its text; coverage of the printed rulebook; readings and
// options; what a later edition changes; the map.
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/nearest.h"
#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "engine/program/carriers.h"
#include "engine/runtime/scenario.h"
#include "verifier/cli/printing/changed_data.h"
#include "verifier/cli/printing/show_claims.h"
#include "verifier/cli/printing/show_map.h"
#include "verifier/cli/printing/show_supplied.h"
#include "verifier/cli/printing/show_topics.h"
#include "verifier/cli/printing/view_text.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/printed_cases.h"
#include "verifier/cli/shared/scenario_data.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/coverage.h"

namespace casebook::cli {

namespace {

using language::Carrier;
using language::Case;
using language::Program;
using nlohmann::ordered_json;

struct ShowOptions {
  std::string edition, label, topic;
  bool coverage = false, readings = false, changes = false, views = false, supplied = false;
  bool map = false, terrain = false;
  CLI::Option* by_topic = nullptr;
};

std::string case_head(const Case& one) {
  return one.title.empty() ? one.label : one.label + "  " + one.title;
}

// The lines of the file from the first to the last line of the place.
std::string source_lines(const Program& program, const language::Place& place) {
  const std::string& text = program.sources[place.file].text;
  const size_t begin = text.rfind('\n', place.begin == 0 ? 0 : place.begin - 1);
  size_t from = begin == std::string::npos || place.begin == 0 ? 0 : begin + 1;
  std::string lines = text.substr(from, place.end - from);
  while (!lines.empty() && (lines.back() == '\n' || lines.back() == ' ' || lines.back() == '\r'))
    lines.pop_back();
  return lines;
}

std::string carrier_name(const Carrier& carrier) {
  const bool is_switch = carrier.sort == "reading" || carrier.sort == "option";
  return is_switch ? switch_name(carrier.name) : carrier.name;
}

ordered_json carrier_json(const Program& program, const Carrier& carrier) {
  return {{"sort", carrier.sort},
          {"name", carrier_name(carrier)},
          {"file", program.sources[carrier.place.file].file},
          {"line", carrier.place.line}};
}

ordered_json reading_json(const Program& program, const language::Reading& reading) {
  ordered_json values = ordered_json::array();
  const auto& members = program.kinds[reading.kind].members;
  for (size_t i = 0; i < members.size(); ++i) {
    values.push_back({{"value", switch_name(members[i])},
                      {"why", i < reading.reasons.size() ? reading.reasons[i] : ""},
                      {"default", static_cast<size_t>(reading.fallback) == i}});
  }
  ordered_json cases = ordered_json::array({program.label_text(reading.label)});
  for (const language::CaseId also : reading.also) cases.push_back(program.label_text(also));
  return {{"reading", switch_name(reading.name)},
          {"question", reading.question},
          {"cases", cases},
          {"values", values}};
}

bool concerns(const language::Reading& reading, language::CaseId label) {
  return reading.label == label ||
         std::find(reading.also.begin(), reading.also.end(), label) != reading.also.end();
}

void reading_text(Terminal& terminal, const Program& program, const language::Reading& reading) {
  std::string cases = program.label_text(reading.label);
  for (const language::CaseId also : reading.also) cases += ", " + program.label_text(also);
  terminal.line(fmt::format("{} ({}): {}", switch_name(reading.name), cases, reading.question));
  const auto& members = program.kinds[reading.kind].members;
  for (size_t i = 0; i < members.size(); ++i) {
    terminal.line(fmt::format("  {}{}: {}", switch_name(members[i]),
                              static_cast<size_t>(reading.fallback) == i ? " (default)" : "",
                              i < reading.reasons.size() ? reading.reasons[i] : ""));
  }
}

ExitStatus show_case(const std::shared_ptr<const runtime::Scenario>& bound, const std::string& label,
                     Context& context) {
  const runtime::Scenario& scenario = *bound;
  const Program& program = *scenario.program;
  const language::CaseId id = language::find_case(program, label);
  if (id == language::none) {
    std::vector<std::string> labels;
    for (const Case& one : program.cases) labels.push_back(one.label);
    context.terminal.error("C0112", fmt::format("{} has no case {}", scenario.id, casebook::quoted(label)),
                           "a number that `casebook show " + scenario.id + "` lists",
                           nearest_name(label, labels));
    return ExitStatus::input;
  }
  const Case& one = program.cases[id];
  const auto carried = language::carriers_of(program, id);
  const std::vector<ShownClaim> claims = claims_of(bound, id);
  const auto supplied = supplied_of(program, id);
  if (context.json) {
    ordered_json document =
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"case", one.label},
                                {"title", one.title},
                                {"section", one.section},
                                {"sectionTitle", one.section_title},
                                {"summary", one.summary},
                                {"topics", one.topics},
                                {"status", status_of(program, one, carried)},
                                {"claims", claims_json(claims)},
                                {"supplied", supplied_json(program, supplied)},
                                {"carriers", ordered_json::array()},
                                {"readings", ordered_json::array()},
                                {"text", ordered_json::array()}});
    for (const Carrier& carrier : carried) document["carriers"].push_back(carrier_json(program, carrier));
    for (const auto& reading : program.readings) {
      if (concerns(reading, id)) document["readings"].push_back(reading_json(program, reading));
    }
    for (const language::Place& place : one.places) {
      document["text"].push_back({{"file", program.sources[place.file].file},
                                  {"line", place.line},
                                  {"rules", source_lines(program, place)}});
    }
    context.terminal.json(document);
    return ExitStatus::fine;
  }
  Terminal& terminal = context.terminal;
  terminal.line(case_head(one));
  if (!one.section_title.empty()) terminal.line("section " + one.section + ": " + one.section_title);
  if (!one.summary.empty()) terminal.line("\n" + one.summary);
  if (!one.explanatory.empty()) terminal.line("\nNo effect on play: " + one.explanatory);
  if (!one.silent.empty()) terminal.line("\nThe rules are silent here: " + one.silent);
  if (!one.topics.empty()) terminal.line(fmt::format("\nTopics: {}", fmt::join(one.topics, ", ")));
  for (const auto& reading : program.readings) {
    if (!concerns(reading, id)) continue;
    terminal.line("");
    reading_text(terminal, program, reading);
  }
  if (!claims.empty()) terminal.line("");
  for (const std::string& line : claims_lines(claims)) terminal.line(line);
  if (!supplied.empty()) terminal.line("");
  for (const std::string& line : supplied_lines(program, supplied)) terminal.line(line);
  for (const language::Place& place : one.places) {
    terminal.line(fmt::format("\n{}:{}", program.sources[place.file].file, place.line));
    terminal.line(source_lines(program, place));
  }
  bool elsewhere = false;
  for (const Carrier& carrier : carried) {
    const bool inside =
        std::any_of(one.places.begin(), one.places.end(), [&carrier](const language::Place& place) {
          return place.file == carrier.place.file && carrier.place.begin >= place.begin &&
                 carrier.place.begin < place.end;
        });
    if (inside) continue;
    if (!elsewhere) terminal.line("\nAlso cited by:");
    elsewhere = true;
    terminal.line(fmt::format("  {}:{}  {} {}", program.sources[carrier.place.file].file, carrier.place.line,
                              carrier.sort, carrier_name(carrier)));
  }
  return ExitStatus::fine;
}

bool is_explained(const Covered& one) {
  return !one.why.empty() && (one.status == "silent" || one.status == "explanatory");
}

ordered_json statements_json(const std::vector<Covered>& cases, const StatementCounts& said) {
  ordered_json list = ordered_json::array();
  for (const Covered& of : cases) {
    for (const board::Statement& one : of.statements) {
      list.push_back({{"case", of.label},
                      {"says", one.says},
                      {"status", board::statement_status_name(one.status)},
                      {"always", one.always},
                      {"by", one.by}});
      if (!one.why.empty()) list.back()["why"] = one.why;
    }
  }
  return {{"all", said.all},
          {"carried", said.carried},
          {"explanatory", said.explanatory},
          {"silent", said.silent},
          {"doubtful", said.doubtful},
          {"always", said.always},
          {"asked", said.asked},
          {"list", list}};
}

/// What the cases say that is open, then the counts.
void show_statements(const std::vector<Covered>& cases, const StatementCounts& said, Context& context) {
  context.terminal.line("");
  for (const Covered& of : cases) {
    for (const board::Statement& one : of.statements) {
      if (!is_open(one)) continue;
      const bool carried = one.status == board::StatementStatus::carried;
      context.terminal.line(fmt::format("{:<14} {:<12} {}{}", of.label,
                                        carried ? "not asked" : board::statement_status_name(one.status),
                                        one.says, !carried && is_unasked(one) ? " (not asked)" : ""));
      if (!one.why.empty()) context.terminal.line(fmt::format("{:27} {}", "", one.why));
    }
  }
  for (const std::string& line : statement_count_lines(said)) context.terminal.line(line);
}

ExitStatus show_coverage(const runtime::Scenario& scenario, Context& context) {
  const Program& program = *scenario.program;
  Diagnostics diagnostics;
  const std::optional<board::CaseList> printed =
      printed_cases(scenario.folder, context.rulesets, diagnostics);
  if (printed) check_statements(program, *printed, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (diagnostics.has_errors()) return ExitStatus::input;
  ordered_json list = ordered_json::array();
  std::map<std::string, size_t> counts;
  const std::vector<Covered> all = coverage(program, printed);
  const StatementCounts said = count_statements(all);
  const auto supplied_in = [&](const std::string& label) {
    const language::CaseId id = language::find_case(program, label);
    return id == language::none ? 0 : supplied_of(program, id).size();
  };
  for (const Covered& one : all) {
    ++counts[one.status];
    if (context.json) {
      list.push_back({{"case", one.label},
                      {"status", one.status},
                      {"title", one.title},
                      {"carriers", one.carriers},
                      {"printed", one.printed}});
      if (is_explained(one)) list.back()["why"] = one.why;
      if (!one.of.empty()) list.back()["of"] = one.of;
      if (const size_t parts = supplied_in(one.label); parts > 0) list.back()["supplied"] = parts;
    } else {
      context.terminal.line(fmt::format("{:<14} {:<12} {:>3}  {}{}", one.label, one.status, one.carriers,
                                        one.title,
                                        !one.printed      ? " (not in the list of printed cases)"
                                        : !one.of.empty() ? " (of " + one.of + ")"
                                                          : std::string()));
      if (one.status == "silent" && is_explained(one)) context.terminal.line(std::string(15, ' ') + one.why);
      if (const size_t parts = supplied_in(one.label); parts > 0)
        context.terminal.line(fmt::format("{:15}supplied: {}", "", parts));
    }
  }
  if (context.json) {
    ordered_json document = json_document(context, {{"ruleset", scenario.id}, {"coverage", list}});
    if (said.all > 0) document["statements"] = statements_json(all, said);
    context.terminal.json(document);
    return ExitStatus::fine;
  }
  if (said.all > 0) show_statements(all, said, context);
  std::string sum;
  for (const auto& [status, count] : counts) sum += fmt::format(", {} {}", count, status);
  context.terminal.line(fmt::format("{} cases{}", all.size(), sum));
  if (const size_t parts = program.supplied.size(); parts > 0)
    context.terminal.line(fmt::format("{} of the rules {} supplied; `casebook show {} --supplied` lists them",
                                      parts == 1 ? "1 part" : fmt::format("{} parts", parts),
                                      parts == 1 ? "is" : "are", scenario.id));
  return ExitStatus::fine;
}

void show_readings(const runtime::Scenario& scenario, Context& context) {
  const Program& program = *scenario.program;
  ordered_json readings = ordered_json::array(), options = ordered_json::array();
  for (const auto& reading : program.readings) {
    if (context.json)
      readings.push_back(reading_json(program, reading));
    else
      reading_text(context.terminal, program, reading);
  }
  for (const auto& option : program.options) {
    if (context.json)
      options.push_back({{"option", switch_name(option.name)},
                         {"title", option.title},
                         {"case", program.label_text(option.label)}});
    else
      context.terminal.line(fmt::format("{} ({}): {} - an option, off unless switched on",
                                        switch_name(option.name), program.label_text(option.label),
                                        option.title));
  }
  if (context.json)
    context.terminal.json(
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"readings", readings},
                                {"options", options}}));
  else if (program.readings.empty() && program.options.empty())
    context.terminal.line(scenario.id + " has no readings and no options");
}

void show_changes(const runtime::Scenario& scenario, const std::vector<DataChange>& data, Context& context) {
  const Program& program = *scenario.program;
  ordered_json moved = ordered_json::array(), fresh = ordered_json::array(), dropped = ordered_json::array();
  ordered_json replaces = ordered_json::array();
  std::vector<std::string> moved_lines;
  for (const Case& one : program.cases) {
    for (const int32_t parent : one.replaces)
      replaces.push_back(
          {{"case", one.label}, {"parent", program.parent_labels[static_cast<size_t>(parent)]}});
    if (one.same_as.empty() && one.replaces.empty()) fresh.push_back(one.label);
    std::vector<std::string> same;
    for (const int32_t parent : one.same_as)
      same.push_back(program.parent_labels[static_cast<size_t>(parent)]);
    if (same.empty() || same == std::vector<std::string>{one.label}) continue;
    for (const std::string& parent : same) moved.push_back({{"case", one.label}, {"parent", parent}});
    moved_lines.push_back(fmt::format("  {} is the parent's {}", one.label, listed(same, "and")));
  }
  using How = Program::Change::How;
  std::map<How, ordered_json> parts;
  for (const How how : {How::replaced, How::removed, How::added}) parts[how] = ordered_json::array();
  for (const Program::Change& one : program.changes) {
    ordered_json part{{"what", one.what}};
    if (!one.parent.empty()) part["parent"] = one.parent;
    if (!one.label.empty()) part["case"] = one.label;
    parts[one.how].push_back(std::move(part));
  }
  for (const auto& one : program.dropped) dropped.push_back({{"case", one.label}, {"why", one.why}});
  if (context.json) {
    ordered_json data_changes = ordered_json::array();
    for (const DataChange& one : data)
      data_changes.push_back({{"file", one.file}, {"what", one.what}, {"changes", one.texts}});
    context.terminal.json(
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"parent", program.parent},
                                {"renumbered", moved},
                                {"new", fresh},
                                {"dropped", dropped},
                                {"replaced", program.replaced},
                                {"replaces", replaces},
                                {"partsReplaced", parts[How::replaced]},
                                {"partsRemoved", parts[How::removed]},
                                {"partsAdded", parts[How::added]},
                                {"changedThrough", program.changed_through},
                                {"data", data_changes}}));
    return;
  }
  Terminal& terminal = context.terminal;
  if (program.parent.empty()) {
    terminal.line(scenario.id + " extends no other edition");
    return;
  }
  terminal.line(scenario.id + " extends " + program.parent);
  for (const std::string& line : moved_lines) terminal.line(line);
  for (const auto& one : replaces)
    terminal.line(fmt::format("  {} replaces the parent's {}", one["case"].get<std::string>(),
                              one["parent"].get<std::string>()));
  for (const auto& one : fresh) terminal.line("  new: " + one.get<std::string>());
  for (const auto& one : program.dropped)
    terminal.line(fmt::format("  dropped: {} ({})", one.label, one.why));
  for (const Program::Change& one : program.changes) {
    if (one.how == How::replaced)
      terminal.line(fmt::format("  replaced: {} ({}, in the parent {})", one.what, one.label, one.parent));
    else if (one.how == How::removed)
      terminal.line(fmt::format("  removed: {} ({}in the parent {})", one.what,
                                one.label.empty() ? "" : one.label + ", ", one.parent));
    else
      terminal.line(fmt::format("  added: {} ({})", one.what, one.label));
  }
  for (const auto& name : program.changed_through) terminal.line("  changed through what it uses: " + name);
  for (const DataChange& one : data) terminal.line("  " + data_change_text(one));
}

/// A case of the contents: where it stands, and under what title. One that is only cited, as a line of a
/// chart is, stands beside the case that cites it first.
struct Listed {
  std::string head, section, section_title;
};

std::vector<Listed> contents_of(const Program& program) {
  const std::vector<Carrier> carriers = language::carriers(program);
  std::vector<Listed> out;
  for (size_t i = 0; i < program.cases.size(); ++i) {
    const Case& one = program.cases[i];
    Listed listed{case_head(one), one.section, one.section_title};
    const auto carrier = std::find_if(carriers.begin(), carriers.end(), [i](const Carrier& it) {
      return it.label == static_cast<language::CaseId>(i);
    });
    if (one.places.empty() && carrier != carriers.end()) {
      for (const Case& other : program.cases) {
        const bool holds =
            std::any_of(other.places.begin(), other.places.end(), [&carrier](const language::Place& place) {
              return place.file == carrier->place.file && carrier->place.begin >= place.begin &&
                     carrier->place.begin < place.end;
            });
        if (!holds) continue;
        listed.section = other.section;
        listed.section_title = other.section_title;
        if (one.title.empty()) listed.head += "  (in " + other.label + ")";
        break;
      }
    }
    out.push_back(std::move(listed));
  }
  return out;
}

void show_overview(const runtime::Scenario& scenario, Context& context) {
  const Program& program = *scenario.program;
  if (context.json) {
    ordered_json cases = ordered_json::array();
    for (const Case& one : program.cases)
      cases.push_back(
          {{"case", one.label}, {"title", one.title}, {"summary", one.summary}, {"topics", one.topics}});
    context.terminal.json(
        json_document(context, {{"ruleset", scenario.id},
                                {"title", program.title},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"cases", cases}}));
    return;
  }
  Terminal& terminal = context.terminal;
  terminal.line(fmt::format("{}: {}", scenario.id, program.title));
  // A section stands once, where its first case does, with all of its cases.
  const std::vector<Listed> contents = contents_of(program);
  std::vector<std::string> sections;
  for (const Listed& one : contents) {
    if (std::find(sections.begin(), sections.end(), one.section) == sections.end())
      sections.push_back(one.section);
  }
  for (const std::string& section : sections) {
    bool first = true;
    for (const Listed& one : contents) {
      if (one.section != section) continue;
      if (first) terminal.line(fmt::format("\n{}  {}", section, one.section_title));
      first = false;
      terminal.line("  " + one.head);
    }
  }
  terminal.line(fmt::format("\n{} cases, {} readings, {} options. `casebook show {} {}` shows a case.",
                            program.cases.size(), program.readings.size(), program.options.size(),
                            scenario.id, program.cases.empty() ? "CASE" : program.cases.front().label));
}

ExitStatus show_map_of(const std::string& word, bool terrain, const runtime::Scenario& scenario,
                       Context& context) {
  std::vector<board::ProvenanceCount> provenance;
  if (scenario.ground.hexes > 0) {
    Diagnostics diagnostics;
    const auto data = scenario_data(word, context.rulesets, diagnostics);
    if (!data) {  // its files were there a moment ago
      context.terminal.diagnostics(diagnostics);
      return ExitStatus::input;
    }
    provenance = board::provenance_counts(data->map);
  }
  MapMarks marks;
  marks.terrain_only = terrain;
  show_map(scenario, scenario.start, context, provenance, marks);
  return ExitStatus::fine;
}

ExitStatus run(const ShowOptions& options, Context& context) {
  if (options.by_topic->count() > 0) return show_by_topic(options.edition, options.topic, context);
  Diagnostics diagnostics;
  const auto request = scenario_request(options.edition, context.rulesets, diagnostics);
  const auto scenario = request ? runtime::load_scenario(*request, diagnostics) : nullptr;
  context.terminal.diagnostics(diagnostics);
  if (!scenario) return failure_status(diagnostics);
  if (!options.label.empty()) return show_case(scenario, options.label, context);
  if (options.coverage) return show_coverage(*scenario, context);
  if (options.readings) {
    show_readings(*scenario, context);
  } else if (options.changes) {
    const auto data = changed_data(*request, *scenario, diagnostics);
    if (!data) {
      context.terminal.diagnostics(diagnostics);
      return failure_status(diagnostics);
    }
    show_changes(*scenario, *data, context);
  } else if (options.views)
    show_views(*scenario, context);
  else if (options.supplied)
    show_supplied(*scenario, context);
  else if (options.map)
    return show_map_of(options.edition, options.terrain, *scenario, context);
  else
    show_overview(*scenario, context);
  return ExitStatus::fine;
}

}  // namespace

Verb show_verb() {
  return {"show", "show an edition: cases, coverage, readings, changes, map",
          [](CLI::App& app, Context& context) {
            auto options = std::make_shared<ShowOptions>();
            app.add_option("edition", options->edition, "an edition or scenario; with --by-topic also a game")
                ->required()
                ->type_name("EDITION");
            app.add_option("case", options->label, "the number of a case")->type_name("CASE");
            auto* group = app.add_option_group("listings", "one of");
            group->add_flag("--coverage", options->coverage, "each case, and how the rules treat it");
            group->add_flag("--readings", options->readings, "readings and options with their values");
            group->add_flag("--changes", options->changes, "what this edition changes in the one it extends");
            group->add_flag("--views", options->views, "the views that its rules declare");
            group->add_flag("--supplied", options->supplied,
                            "what its rules add to the text of the rulebook");
            auto* map = group->add_flag("--map", options->map, "the map at the start");
            options->by_topic =
                group->add_option("--by-topic", options->topic, "what each edition says of each topic")
                    ->expected(0, 1)
                    ->type_name("[TOPIC]");
            group->require_option(0, 1);
            app.add_flag("--terrain", options->terrain, "with --map: the ground alone, without units")
                ->needs(map);
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
