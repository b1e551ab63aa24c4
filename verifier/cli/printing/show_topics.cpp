// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/show_topics.h"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "verifier/cli/shared/library.h"

namespace casebook::cli {

namespace {

namespace fs = std::filesystem;
using language::Case;
using language::Program;
using nlohmann::ordered_json;

struct Edition {
  std::string id;
  std::shared_ptr<const Program> program;
};

bool has_topic(const Case& one, const std::string& topic) {
  return std::find(one.topics.begin(), one.topics.end(), topic) != one.topics.end();
}

// Later editions after those that they extend, else by name.
void put_parents_first(std::vector<Edition>& editions) {
  std::vector<Edition> ordered;
  while (!editions.empty()) {
    auto next = std::find_if(editions.begin(), editions.end(), [&](const Edition& one) {
      return std::none_of(editions.begin(), editions.end(), [&](const Edition& other) {
        return other.program->edition == one.program->parent;
      });
    });
    if (next == editions.end()) next = editions.begin();
    ordered.push_back(std::move(*next));
    editions.erase(next);
  }
  editions = std::move(ordered);
}

std::vector<Edition> load(const std::vector<EditionFolder>& folders, const std::string& rulesets,
                          Diagnostics& diagnostics) {
  const std::vector<std::string> all = ruleset_folders(rulesets);
  std::vector<Edition> editions;
  for (const EditionFolder& one : folders) {
    const auto text = language::read_edition(one.folder, diagnostics, all);
    auto program = text ? language::compile(*text, diagnostics) : nullptr;
    if (program) editions.push_back({one.id, std::move(program)});
  }
  put_parents_first(editions);
  return editions;
}

// Every topic once, as the first edition that has it has them.
std::vector<std::string> topics_of(const std::vector<Edition>& editions) {
  std::vector<std::string> topics;
  std::set<std::string> seen;
  for (const Edition& edition : editions) {
    for (const Case& one : edition.program->cases) {
      for (const std::string& topic : one.topics) {
        if (seen.insert(topic).second) topics.push_back(topic);
      }
    }
  }
  return topics;
}

std::vector<const Case*> cases_on(const Edition& edition, const std::string& topic) {
  std::vector<const Case*> cases;
  for (const Case& one : edition.program->cases) {
    if (has_topic(one, topic)) cases.push_back(&one);
  }
  return cases;
}

// The case of the parent that says the same, in whole or in part, or that this one replaces.
std::string origin_of(const Program& program, const Case& one) {
  const auto name = [&program](int32_t id) { return program.parent_labels[static_cast<size_t>(id)]; };
  std::vector<std::string> labels;
  for (const int32_t id : one.replaces) labels.push_back(name(id));
  if (one.same_as.empty())
    return labels.empty() ? std::string() : "replaces " + program.parent + " " + listed(labels, "and");
  std::vector<std::string> same;
  for (const int32_t id : one.same_as) same.push_back(name(id));
  return (labels.empty() ? "as " : "in part as ") + program.parent + " " + listed(same, "and");
}

// Lines of at most `columns`, the first behind `first`, the others behind as many blanks as `indent` says.
void wrapped(Terminal& terminal, const std::string& first, const std::string& text, size_t indent,
             size_t columns) {
  std::string line = first;
  bool fresh = false;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    if (!fresh && code_points(line) + 1 + code_points(word) > columns) {
      terminal.line(line);
      line = std::string(indent, ' ');
      fresh = true;
    }
    if (!fresh) line += ' ';
    line += word;
    fresh = false;
  }
  terminal.line(line);
}

void tell(const std::vector<Edition>& editions, const std::vector<std::string>& topics, Terminal& terminal) {
  const auto columns = static_cast<size_t>(std::clamp(terminal.columns(), 40, 80));
  bool first = true;
  for (const std::string& topic : topics) {
    if (!first) terminal.line("");
    first = false;
    terminal.line(with_blanks(topic));
    for (const Edition& edition : editions) {
      const auto cases = cases_on(edition, topic);
      terminal.line("  " + edition.program->edition + (cases.empty() ? ": nothing" : ""));
      for (const Case* one : cases) {
        std::string text = one->title;
        const std::string origin = origin_of(*edition.program, *one);
        if (!origin.empty()) text += (text.empty() ? "(" : " (") + origin + ")";
        if (!text.empty() && !one->summary.empty()) text += ": ";
        text += one->summary;
        wrapped(terminal, "    " + one->label + " ", text, 6, columns);
      }
    }
  }
}

ordered_json as_json(const std::vector<Edition>& editions, const std::vector<std::string>& topics) {
  ordered_json list = ordered_json::array();
  for (const std::string& topic : topics) {
    ordered_json cells = ordered_json::array();
    for (const Edition& edition : editions) {
      ordered_json cases = ordered_json::array();
      for (const Case* one : cases_on(edition, topic)) {
        ordered_json line{{"case", one->label}, {"title", one->title}, {"summary", one->summary}};
        const auto& parents = edition.program->parent_labels;
        const auto put = [&](const char* key, const std::vector<int32_t>& ids) {
          ordered_json labels = ordered_json::array();
          for (const int32_t id : ids) labels.push_back(parents[static_cast<size_t>(id)]);
          if (!labels.empty()) line[key] = labels;
        };
        put("sameAs", one->same_as);
        put("replaces", one->replaces);
        cases.push_back(std::move(line));
      }
      cells.push_back({{"edition", edition.id}, {"cases", cases}});
    }
    list.push_back({{"topic", topic}, {"editions", cells}});
  }
  return list;
}

}  // namespace

ExitStatus show_by_topic(const std::string& word, const std::string& topic, Context& context) {
  Diagnostics diagnostics;
  const auto folders = find_editions(word, context.rulesets, diagnostics);
  const std::vector<Edition> editions = load(folders, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (diagnostics.has_errors()) return failure_status(diagnostics);
  std::vector<std::string> topics = topics_of(editions);
  if (!topic.empty()) {
    std::string wanted = topic;
    std::replace_if(
        wanted.begin(), wanted.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    if (std::find(topics.begin(), topics.end(), wanted) == topics.end()) {
      context.terminal.error("C0118", fmt::format("no case has the topic {}", casebook::quoted(topic)),
                             topics.empty() ? "nothing: no case here names a topic"
                                            : "a topic that `casebook show " + word + " --by-topic` lists",
                             nearest_name(wanted, topics));
      return ExitStatus::input;
    }
    topics = {wanted};
  }
  if (context.json) {
    ordered_json names = ordered_json::array();
    for (const Edition& edition : editions) {
      names.push_back(
          {{"edition", edition.id}, {"title", edition.program->title}, {"parent", edition.program->parent}});
    }
    context.terminal.json(
        json_document(context, {{"editions", names}, {"topics", as_json(editions, topics)}}));
    return ExitStatus::fine;
  }
  if (topics.empty())
    context.terminal.line("no case of " + word + " names a topic");
  else
    tell(editions, topics, context.terminal);
  return ExitStatus::fine;
}

}  // namespace casebook::cli
