// SPDX-License-Identifier: Apache-2.0
#include "editor/document/problems.h"

#include <algorithm>
#include <filesystem>

#include "editor/document/problem_places.h"
#include "editor/document/scans.h"
#include "editor/document/scenario_data.h"
#include "engine/base/text.h"
#include "engine/board/map_loose_ends.h"
#include "engine/picture/style.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_check.h"
#include "verifier/checks/verify.h"

namespace casebook::editor {

namespace fs = std::filesystem;
using namespace board;

namespace {

constexpr const char* broken_code = "P0119";  // an invariant that does not hold

/// A file's name as the project has it.
std::string below(const std::string& folder, const std::string& file) {
  if (!file.starts_with(folder) || file.size() <= folder.size()) return file;
  return fs::path(file).lexically_relative(folder).generic_string();
}

Problem problem_of(const Snapshot& snapshot, const Diagnostic& diagnostic) {
  Problem out;
  out.code = out.page = diagnostic.code;
  out.severity = diagnostic.severity;
  out.text = diagnostic.message;
  out.expected = diagnostic.expected;
  out.suggestion = diagnostic.suggestion;
  out.cases = diagnostic.cases;
  out.file = below(snapshot.folder, diagnostic.range.file);
  out.line = diagnostic.range.begin.line;
  out.column = diagnostic.range.begin.column;
  for (const Note& note : diagnostic.notes) out.details.push_back(note.text);
  return out;
}

Problem problem_of(const Finding& finding) {
  Problem out;
  out.code = finding.check;
  out.page = "checks";
  out.severity = finding.concern == Concern::information ? Severity::note : Severity::warning;
  out.text = finding.text;
  out.details = finding.details;
  for (const CaseName& one : finding.cases) out.cases.push_back(one.label);
  return out;
}

/// Of an invariant, for people who have not read the rules: who and where, what it is about, and what its
/// case says, instead of its name alone. `details` keep how it was found out.
void in_words(Problem& problem, const Diagnostic& diagnostic, const language::Program& program) {
  const auto invariant =
      std::find_if(program.invariants.begin(), program.invariants.end(), [&](const language::Invariant& one) {
        return !diagnostic.notes.empty() && program.range_of(one.place) == diagnostic.notes.front().range;
      });
  if (invariant == program.invariants.end()) return;
  // The derivation names a witness one step in: `  u = Guard 1 at 0313`.
  std::string who;
  for (const std::string_view line : split(diagnostic.notes.front().text, '\n')) {
    const size_t is = line.find(" = ");
    if (!line.starts_with("  ") || line.starts_with("   ") || is == std::string_view::npos) continue;
    const std::string value(line.substr(is + 3));
    for (const std::string& entity : problem.entities) {
      const std::string id = entity.substr(entity.find(' ') + 1);
      if (value == id || value.starts_with(id + " at ")) who = value;
    }
    if (!who.empty()) break;
  }
  const std::string about = with_blanks(invariant->name);
  std::string when;
  if (invariant->where == language::InvariantWhere::end_of_procedure)
    when = " when " + with_blanks(program.procedures[invariant->procedure].name) + " ends";
  problem.text = "not allowed" + when + (who.empty() ? std::string() : ": " + who) + " (" + about + ").";
  if (!problem.expected.empty()) problem.text += " " + problem.expected;
  problem.expected.clear();
}

/// What has to hold when something of the game ends, such as that units which may be passed stand alone
/// again, is asked of the start too: a set-up that already breaks it is hardly meant. A note, for until then
/// there may be time to mend it.
void check_later(runtime::ReferenceRules& rules, const runtime::Position& position, const std::string& file,
                 Diagnostics& diagnostics) {
  const language::Program& program = *rules.scenario().program;
  for (size_t i = 0; i < program.invariants.size(); ++i) {
    const language::Invariant& one = program.invariants[i];
    if (one.where != language::InvariantWhere::end_of_procedure) continue;
    const auto failure =
        runtime::check_invariant(rules, static_cast<language::InvariantId>(i), position, nullptr);
    // Without a derivation it could not be asked: it speaks of what is there only when that ends.
    if (!failure || failure->derivation.find('\n') == std::string::npos) continue;
    Diagnostic& d = diagnostics.warning(broken_code, {file, {}, {}},
                                        "the rules would not allow this any more when " +
                                            program.procedures[one.procedure].name +
                                            " ends: " + casebook::quoted(one.name) + " does not hold");
    if (one.label != language::none) {
      d.cases.push_back(program.label_text(one.label));
      d.expected = program.cases[one.label].summary;
    }
    d.notes.push_back({program.range_of(one.place), failure->derivation});
  }
}

void sort_problems(std::vector<Problem>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.severity, a.file, a.line, a.column) < std::tie(b.severity, b.file, b.line, b.column);
  });
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

std::vector<Problem> text_problems(const Snapshot& snapshot) {
  std::vector<Problem> out;
  for (const auto& part : snapshot.parts) {
    if (!part->there) continue;
    std::vector<Diagnostic> said = part->wrong;
    if (part->as<Unreadable>() == nullptr && part->writable)
      said = read_part(part->path, part->path, write_part(*part)).wrong;  // as it would be saved
    if (const auto* data = part->as<JsonData>(); data != nullptr && part->writable) {
      Diagnostics more;
      if (part->format == tracing_format) {  // read again, for the lines
        const Part again = read_part(part->path, part->path, write_part(*part));
        if (const auto* json = again.as<JsonData>()) read_scans(*json, more, part->path);
      } else if (part->format == "casebook/style") {
        picture::read_style(write_part(*part), part->path, more);
      }
      said.insert(said.end(), more.all().begin(), more.all().end());
    }
    for (const Diagnostic& one : said) out.push_back(problem_of(snapshot, one));
  }
  for (const Diagnostic& one : snapshot.rules_diagnostics) out.push_back(problem_of(snapshot, one));
  sort_problems(out);
  return out;
}

std::vector<Problem> scenario_problems(const Snapshot& snapshot, const std::function<bool()>& go_on) {
  std::vector<Problem> out;
  if (snapshot.scenario < 0 || !snapshot.program) return out;
  const std::string file = scenario_file(snapshot);
  Diagnostics diagnostics;
  auto data = scenario_data(snapshot, diagnostics);
  if (data) check_loose_ends(data->map, diagnostics);
  std::shared_ptr<const runtime::Scenario> bound;
  std::shared_ptr<const ScenarioData> kept;
  std::pair<size_t, size_t> at_start{0, 0};  // of the diagnostics, what is said of the position at the start
  if (data) {
    kept = std::make_shared<const ScenarioData>(std::move(*data));
    if (!go_on || go_on())
      bound = runtime::bind(snapshot.program, kept, {}, snapshot.edition_id, diagnostics);
  }
  if (bound && (!go_on || go_on())) {
    runtime::ReferenceRules rules(bound);
    runtime::Position position = bound->start;
    if (snapshot.program->game != language::none) rules.begin(position);
    const size_t before = diagnostics.all().size();
    runtime::check_position(rules, position, file, diagnostics);
    at_start = {before, diagnostics.all().size()};
    check_later(rules, position, file, diagnostics);
  }
  if (bound && (!go_on || go_on())) {
    checks::Settings settings;
    settings.go_on = go_on;
    const checks::Verification asked =
        checks::verify({snapshot.edition_id, snapshot.program, bound, {}}, settings, {"entries", "set-up"});
    for (const Finding& finding : asked.findings) {
      // An invariant that does not hold at the start was told above, with its derivation.
      if (finding.check == "set-up" && finding.concern != Concern::information) continue;
      Problem problem = problem_of(finding);
      find_names(problem, *bound, problem.text + " " + finding.subject);
      out.push_back(std::move(problem));
    }
  }
  for (size_t i = 0; i < diagnostics.all().size(); ++i) {
    const Diagnostic& one = diagnostics.all()[i];
    Problem problem = problem_of(snapshot, one);
    if (one.code == broken_code && i >= at_start.first && i < at_start.second) {
      // A position may be odd on purpose; a game that begins so is refused, as `casebook check` says.
      problem.code = problem.page = "E0611";
      problem.severity = Severity::error;
    }
    if (kept) find_place(problem, *kept, snapshot.folder);
    if (bound && problem.line == 0) {
      std::string told = problem.text;
      for (const std::string& detail : problem.details) told += " " + detail;
      find_names(problem, *bound, told);
    }
    if (bound && one.code == broken_code) in_words(problem, one, *snapshot.program);
    out.push_back(std::move(problem));
  }
  sort_problems(out);
  return out;
}

std::vector<Problem> problems(const Snapshot& snapshot) {
  std::vector<Problem> out = text_problems(snapshot);
  std::vector<Problem> more = scenario_problems(snapshot);
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  sort_problems(out);
  return out;
}

// ---- in a thread of its own

ProblemRunner::ProblemRunner(std::function<void(Result)> receive)
    : receive_(std::move(receive)), thread_([this] { run(); }) {
}

ProblemRunner::~ProblemRunner() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    ++generation_;
  }
  wake_.notify_all();
  thread_.join();
}

uint64_t ProblemRunner::ask(std::shared_ptr<const Snapshot> snapshot) {
  uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    next_ = std::move(snapshot);
    generation = ++generation_;
  }
  wake_.notify_all();
  const std::lock_guard done_receiving(receiving_);
  return generation;
}

void ProblemRunner::cancel() {
  {
    const std::lock_guard lock(mutex_);
    next_.reset();
    ++generation_;
  }
  const std::lock_guard done_receiving(receiving_);
}

bool ProblemRunner::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_ || next_ != nullptr;
}

void ProblemRunner::run() {
  while (true) {
    std::shared_ptr<const Snapshot> snapshot;
    uint64_t generation = 0;
    {
      std::unique_lock lock(mutex_);
      busy_ = false;
      wake_.wait(lock, [this] { return stop_ || next_ != nullptr; });
      if (stop_) return;
      snapshot = std::move(next_);
      next_.reset();
      generation = generation_;
      busy_ = true;
    }
    const auto current = [&] { return generation_ == generation; };
    const auto begin = std::chrono::steady_clock::now();
    const auto give = [&](Looked looked, std::vector<Problem> found) {
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      const std::lock_guard lock(receiving_);
      if (current()) receive_({generation, snapshot->revision, looked, std::move(found), taken.count()});
    };
    std::vector<Problem> found = text_problems(*snapshot);
    if (!current()) continue;
    give(Looked::text, found);
    std::vector<Problem> more = scenario_problems(*snapshot, current);
    found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    sort_problems(found);
    if (current()) give(Looked::scenario, std::move(found));
  }
}

}  // namespace casebook::editor
