// SPDX-License-Identifier: Apache-2.0
// What a script can do besides commands.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "editor/document/comparison.h"
#include "editor/document/problems.h"
#include "editor/document/references.h"
#include "editor/document/table.h"
#include "editor/script/calibration.h"
#include "editor/script/script.h"
#include "engine/platform/files.h"

namespace casebook::editor {

namespace fs = std::filesystem;

namespace {

using Words = ActionWords;

bool open(ScriptRun& run, const Words& words, std::string& problem) {
  Document::Opened opened = Document::open(run.path(words.at(0)), run.options);
  run.document = std::move(opened.document);
  problem = opened.problem;
  return run.document != nullptr;
}

bool make(ScriptRun& run, const Words& words, std::string& problem) {
  const std::string path = run.path(words.at(0));
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_empty(path, error)) {
    problem = fmt::format("{} is there already and is not empty", words.at(0));
    return false;
  }
  fs::create_directories(path, error);
  if (error) {
    problem = fmt::format("{} cannot be made: {}", words.at(0), error.message());
    return false;
  }
  return open(run, words, problem);
}

bool find_file(const ScriptRun& run, const std::string& name, int& part, std::string& problem) {
  part = run.document->find(name);
  if (part < 0) problem = fmt::format("the project has no file {}", casebook::quoted(name));
  return part >= 0;
}

bool choose(ScriptRun& run, const Words& words, std::string& problem) {
  int part = -1;
  if (!find_file(run, words.at(0), part, problem)) return false;
  if (run.document->part(part).as<board::ScenarioFile>() == nullptr) {
    problem = fmt::format("{} is no scenario", words.at(0));
    return false;
  }
  run.document->choose_scenario(part);
  return true;
}

bool whole_number(const std::string& text, uint64_t& out) {
  if (text.empty() || text.size() > 9) return false;
  out = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    out = out * 10 + static_cast<uint64_t>(c - '0');
  }
  return true;
}

bool stroke(ScriptRun& run, const Words& words, std::string& problem) {
  run.stroke = 0;
  if (words.plain.empty() || whole_number(words.at(0), run.stroke)) return true;
  problem = "a stroke is a number, or nothing to end one";
  return false;
}

bool back_or_forth(ScriptRun& run, const Words& words, bool back, std::string& problem) {
  const size_t there = back ? run.document->done() : run.document->history().size() - run.document->done();
  uint64_t count = 1;
  if (words.at(0) == "all") {
    count = there;
  } else if (!words.plain.empty() && !whole_number(words.at(0), count)) {
    problem = "how many steps is a number, or all";
    return false;
  }
  if (count > there) {
    problem = fmt::format("there {} {} to {}", there == 1 ? "is" : "are", there, back ? "undo" : "do again");
    return false;
  }
  for (uint64_t i = 0; i < count; ++i) (void)(back ? run.document->undo() : run.document->redo());
  return true;
}

bool save(ScriptRun& run, const Words& words, std::string& problem) {
  const Document::Saved saved = run.document->save(words.at(0) == "over");
  for (const std::string& one : saved.written) run.print(fmt::format("saved {}\n", one));
  problem = saved.why;
  return saved.saved;
}

std::string problem_line(const Problem& one) {
  std::string where = one.file;
  if (one.line > 0) where += fmt::format(":{}", one.line);
  std::vector<std::string> things = one.hexes;
  things.insert(things.end(), one.entities.begin(), one.entities.end());
  std::string out =
      fmt::format("{} {}{}{}: {}", severity_name(one.severity), one.code, where.empty() ? "" : " " + where,
                  things.empty() || things.size() > 8 ? "" : " (" + listed(things, "and") + ")", one.text);
  if (!one.cases.empty()) out += fmt::format(" [{}]", fmt::join(one.cases, ", "));
  return out;
}

bool look(ScriptRun& run, const Words& words, std::string& problem) {
  const std::string least = words.get("least");
  if (!least.empty() && least != "error" && least != "warning" && least != "note") {
    problem = "least= is error, warning or note";
    return false;
  }
  size_t count = 0;
  for (const Problem& one : problems(*run.document)) {
    if ((least == "error" && one.severity != Severity::error) ||
        (least == "warning" && one.severity == Severity::note))
      continue;
    run.print(problem_line(one) + "\n");
    ++count;
  }
  uint64_t expected = count;
  if (const std::string wanted = words.get("expect"); !wanted.empty() && !whole_number(wanted, expected)) {
    problem = "expect= is a number";
    return false;
  }
  if (count == expected) return true;
  problem = fmt::format("{} problems where {} are expected", count, expected);
  return false;
}

bool put_text(ScriptRun& run, const std::string& to, const std::string& text, std::string& problem) {
  if (to.empty()) {
    run.print(text.empty() || text.back() == '\n' ? text : text + "\n");
    return true;
  }
  platform::FileError error;
  std::error_code ignored;
  fs::create_directories(fs::path(run.path(to)).parent_path(), ignored);
  if (platform::replace_file(run.path(to), text, error)) return true;
  problem = fmt::format("{} {}", to, error.reason);
  return false;
}

bool print(ScriptRun& run, const Words& words, std::string& problem) {
  int part = -1;
  return find_file(run, words.at(0), part, problem) &&
         put_text(run, words.get("to"), run.document->text(part), problem);
}

bool history(ScriptRun& run, const Words&, std::string&) {
  const auto& all = run.document->history();
  for (size_t i = 0; i < all.size(); ++i)
    run.print(fmt::format("{} {}\n", i < run.document->done() ? "done  " : "undone", all[i].text));
  return true;
}

bool table(ScriptRun& run, const Words& words, std::string& problem) {
  int part = -1;
  const std::string file = words.get("file");
  if (!file.empty() && !find_file(run, file, part, problem)) return false;
  const Table made = table_of(*run.document, words.at(0), part);
  if (const std::string of = words.get("sum"); !of.empty()) {
    for (const Sum& one : sums(made, words.get("by"), of)) {
      run.print(fmt::format("{}: {} of {}\n", one.group.empty() ? "all" : one.group,
                            one.total ? to_text(*one.total) : "too much", one.count));
    }
    return true;
  }
  return put_text(run, words.get("to"), write_csv(made), problem);
}

bool paste(ScriptRun& run, const Words& words, std::string& problem) {
  platform::FileError error;
  const auto text = platform::read_file(run.path(words.get("from")), limits::source_bytes, error);
  if (!text) {
    problem = fmt::format("{} {}", words.get("from"), error.reason);
    return false;
  }
  const Import import = import_table(*run.document, words.at(0), words.at(1), *text);
  for (const CellProblem& one : import.problems)
    run.print(fmt::format("row {}, column {}: {}\n", one.row, one.column, one.text));
  if (!import.problems.empty()) {
    problem = fmt::format("{} cells cannot be taken; nothing was changed", import.problems.size());
    return false;
  }
  run.print(fmt::format("{} rows changed, {} added\n", import.changed, import.added));
  if (!import.command) return true;
  const Done done = run.document->execute(*import.command, run.stroke);
  problem = done.why;
  return done.done;
}

bool who(ScriptRun& run, const Words& words, std::string&) {
  for (const Reference& one : references(*run.document, words.at(0), words.get("file"))) {
    run.print(fmt::format("{}{}: {}{}\n", one.file, one.line > 0 ? fmt::format(":{}", one.line) : "",
                          one.text, one.case_label.empty() ? "" : " [" + one.case_label + "]"));
  }
  return true;
}

bool compare(ScriptRun& run, const Words& words, std::string& problem) {
  std::shared_ptr<const Snapshot> first = as_saved(*run.document);
  if (const std::string with = words.get("with"); !with.empty()) {
    const Document::Opened other = Document::open(run.path(with), run.options);
    if (!other.document) {
      problem = other.problem;
      return false;
    }
    first = other.document->snapshot();
  }
  const Compared compared = compare_scenarios(*first, *run.document->snapshot());
  problem = compared.problem;
  for (const std::string& one : compared.texts) run.print(one + "\n");
  return problem.empty();
}

ActionInfo info(std::string usage, std::string what, Action run, size_t least, size_t most,
                std::vector<std::string> names = {}, bool needs_document = true) {
  return {std::move(usage), std::move(what), std::move(run), least, most, std::move(names), needs_document};
}

}  // namespace

const Actions& built_in_actions() {
  static const Actions all{
      {"open", info("open PATH", "opens a project: its folder, an edition's, or a scenario file", open, 1, 1,
                    {}, false)},
      {"new", info("new PATH", "makes a folder and opens it", make, 1, 1, {}, false)},
      {"choose", info("choose FILE", "chooses a scenario", choose, 1, 1)},
      {"stroke", info("stroke [NUMBER]",
                      "joins the commands that follow into one step where possible; without a number ends it",
                      stroke, 0, 1)},
      {"undo", info(
                   "undo [NUMBER|all]", "undoes steps",
                   [](ScriptRun& run, const Words& words, std::string& problem) {
                     return back_or_forth(run, words, true, problem);
                   },
                   0, 1)},
      {"redo", info(
                   "redo [NUMBER|all]", "redoes steps",
                   [](ScriptRun& run, const Words& words, std::string& problem) {
                     return back_or_forth(run, words, false, problem);
                   },
                   0, 1)},
      {"save",
       info("save [over]", "saves changed files; `over`: also files that others changed", save, 0, 1)},
      {"problems", info("problems [least=SEVERITY] [expect=NUMBER]", "lists the problems", look, 0, 0,
                        {"least", "expect"})},
      {"print", info("print FILE [to=PATH]", "the text of a file as it would be saved", print, 1, 1, {"to"})},
      {"history", info("history", "lists the steps", history, 0, 0)},
      {"table",
       info("table KIND [file=FILE] [to=PATH] [sum=COLUMN by=COLUMN]",
            "a table of the members of a kind as CSV, or sums", table, 1, 1, {"file", "to", "sum", "by"})},
      {"paste", info("paste FILE KIND from=PATH", "reads rows from CSV or from a spreadsheet's copy", paste,
                     2, 2, {"from"})},
      {"who", info("who THING [file=FILE]", "who needs it: \"unit Guard 1\", \"hex 0512\", \"place ford\"",
                   who, 1, 1, {"file"})},
      {"compare",
       info("compare [with=PATH]", "how the scenario differs from what is saved, or from another project",
            compare, 0, 0, {"with"})},
      {"calibrate",
       info("calibrate NUMBER [at=HEX]", "where a scan lies by its clicks, and by how much each was missed",
            calibrate_scan, 1, 1, {"at"})},
  };
  return all;
}

}  // namespace casebook::editor
