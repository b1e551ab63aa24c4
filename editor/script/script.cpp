// SPDX-License-Identifier: Apache-2.0
#include "editor/script/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/nearest.h"

namespace casebook::editor {

namespace {

constexpr size_t script_lines = 100'000;

bool read_words(const LineWords& words, const std::string& name, const ActionInfo& info, ActionWords& out,
                std::string& problem) {
  for (const auto& [key, raw] : words.rest) {
    if (key.empty()) {
      out.plain.push_back(plain_word(raw));
    } else if (std::find(info.names.begin(), info.names.end(), key) == info.names.end()) {
      problem = fmt::format("{} knows no {}=; it is written: {}", name, key, info.usage);
      return false;
    } else if (!out.named.emplace(key, plain_word(raw)).second) {
      problem = fmt::format("{}= comes twice", key);
      return false;
    }
  }
  if (out.plain.size() >= info.least && out.plain.size() <= info.most) return true;
  problem = fmt::format("it is written: {}", info.usage);
  return false;
}

const ActionInfo* find_action(const Actions& more, const std::string& name) {
  for (const Actions* all : {&more, &built_in_actions()}) {
    if (const auto found = all->find(name); found != all->end()) return &found->second;
  }
  return nullptr;
}

std::string nearest_word(const Actions& more, const std::string& name) {
  NearestName nearest(name);
  for (const std::string_view one : command_names()) nearest.offer(std::string(one));
  for (const Actions* all : {&more, &built_in_actions()}) {
    for (const auto& [known, info] : *all) nearest.offer(known);
  }
  return nearest.best();
}

bool run_line(std::string_view line, ScriptRun& run, const Actions& more, bool& did, std::string& problem) {
  const auto words = line_words(line, problem);
  if (!words) return false;
  if (words->first.empty()) return true;
  did = true;
  if (const ActionInfo* action = find_action(more, words->first)) {
    ActionWords given;
    if (!read_words(*words, words->first, *action, given, problem)) return false;
    if (action->needs_document && !run.document) {
      problem = "no project is open; `open PATH` first";
      return false;
    }
    return action->run(run, given, problem);
  }
  const auto& names = command_names();
  if (std::find(names.begin(), names.end(), words->first) == names.end()) {
    const std::string near = nearest_word(more, words->first);
    problem = fmt::format("there is no command and no action {}{}", casebook::quoted(words->first),
                          near.empty() ? "" : "; is it " + near + "?");
    return false;
  }
  if (!run.document) {
    problem = "no project is open; `open PATH` first";
    return false;
  }
  const auto command = command_of(*words, problem);
  if (!command) return false;
  const Done done = run.document->execute(*command, run.stroke);
  problem = done.why;
  if (!done.told.empty()) run.print(done.told + "\n");
  return done.done;
}

}  // namespace

std::string ScriptRun::path(const std::string& relative) const {
  const std::filesystem::path given(relative);
  return given.is_absolute() ? relative : (std::filesystem::path(folder) / given).lexically_normal().string();
}

std::string ActionWords::get(const std::string& name) const {
  const auto found = named.find(name);
  return found == named.end() ? std::string() : found->second;
}

ScriptResult run_script(std::string_view text, ScriptRun& run, const Actions& more) {
  ScriptResult out;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const auto wrong = [&](std::string problem) {
    out.done = false;
    out.problem = std::move(problem);
    return out;
  };
  const std::vector<std::string_view> lines = split(text, '\n');
  if (lines.size() > script_lines) {
    out.line = static_cast<int>(script_lines);
    return wrong(fmt::format("a script has at most {} lines", script_lines));
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    out.line = static_cast<int>(i) + 1;
    if (first_invalid_utf8(lines[i]) != std::string_view::npos) return wrong("the line is not text in UTF-8");
    std::string problem;
    bool did = false;
    if (!run_line(lines[i], run, more, did, problem)) return wrong(problem);
    out.steps += did ? 1 : 0;
  }
  out.line = 0;
  return out;
}

}  // namespace casebook::editor
