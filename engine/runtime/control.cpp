// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/control.h"

#include <algorithm>
#include <charconv>

#include "engine/base/nearest.h"
#include "engine/base/text.h"

namespace casebook::runtime {

using language::FlowOp;
using language::FlowStep;
using language::Procedure;
using language::Program;

namespace {

bool calls(const Program& program, const FlowStep& step, ProcedureId procedure) {
  if (step.op == FlowOp::call) return step.ref == procedure;
  return step.op == FlowOp::settle && program.settle == procedure;
}

/// The flow steps of `caller` that call `callee`, in order.
std::vector<StepId> call_steps(const Program& program, ProcedureId caller, ProcedureId callee) {
  std::vector<StepId> steps;
  const Procedure& procedure = program.procedures[caller];
  for (StepId i = procedure.entry; i < procedure.end; ++i) {
    if (calls(program, program.flow[i], callee)) steps.push_back(i);
  }
  return steps;
}

ProcedureId procedure_of_step(const Program& program, StepId step) {
  for (size_t i = 0; i < program.procedures.size(); ++i) {
    if (program.procedures[i].entry <= step && step < program.procedures[i].end)
      return static_cast<ProcedureId>(i);
  }
  return language::none;
}

const std::string& name_of(const Program& program, ProcedureId procedure) {
  return program.procedures[procedure].name;
}

/// `combat:2` in a path.
struct Part {
  size_t begin = 0, end = 0;  // bytes of the whole part
  size_t colon = 0;
  std::string_view name;
  int32_t ordinal = 0;
};

std::optional<int32_t> ordinal_of(std::string_view text) {
  int32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || value < 1) return std::nullopt;
  return value;
}

std::vector<std::string> procedure_names(const Program& program) {
  std::vector<std::string> names;
  for (const Procedure& procedure : program.procedures) names.push_back(procedure.name);
  return names;
}

ProcedureId find_procedure(const Program& program, std::string_view name) {
  for (size_t i = 0; i < program.procedures.size(); ++i) {
    if (program.procedures[i].name == name) return static_cast<ProcedureId>(i);
  }
  return language::none;
}

SiteId site_of(const Program& program, ProcedureId procedure, int32_t ordinal) {
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (program.sites[i].procedure == procedure && program.sites[i].ordinal == ordinal)
      return static_cast<int32_t>(i);
  }
  return -1;
}

int32_t count_sites(const Program& program, ProcedureId procedure) {
  return static_cast<int32_t>(
      std::count_if(program.sites.begin(), program.sites.end(),
                    [&](const language::Site& site) { return site.procedure == procedure; }));
}

std::string up_to(int32_t count, const std::string& what) {
  if (count == 0) return "another procedure: it has no " + what;
  return count == 1 ? "1, the only " + what : "1 to " + std::to_string(count);
}

class PathParser {
 public:
  PathParser(const Program& program, std::string_view text, ControlProblem& problem)
      : program_(program), text_(text), problem_(problem) {}

  std::optional<Control> run() {
    Control control;
    for (size_t at = 0;;) {
      const size_t slash = std::min(text_.find(" / ", at), text_.size());
      Part part;
      if (!split_part(at, slash, part)) return std::nullopt;
      const bool last = slash == text_.size();
      if (!add(part, last, control)) return std::nullopt;
      if (last) return control;
      at = slash + 3;
    }
  }

 private:
  bool refuse(size_t begin, size_t end, std::string message, std::string expected, std::string nearest = {}) {
    problem_ = {begin, end, std::move(message), std::move(expected), std::move(nearest)};
    return false;
  }

  bool split_part(size_t begin, size_t end, Part& part) {
    part.begin = begin;
    part.end = end;
    const std::string_view text = text_.substr(begin, end - begin);
    const size_t colon = text.find(':');
    const std::optional<int32_t> ordinal =
        colon == std::string_view::npos ? std::nullopt : ordinal_of(text.substr(colon + 1));
    if (!ordinal || colon == 0) {
      return refuse(begin, end, quoted(text) + " is no part of a control path",
                    "a procedure, a colon and a number from 1, as in `game:2 / combat:1`");
    }
    part.name = text.substr(0, colon);
    part.colon = begin + colon;
    part.ordinal = *ordinal;
    return true;
  }

  bool add(const Part& part, bool last, Control& control) {
    const ProcedureId procedure = find_procedure(program_, part.name);
    if (procedure == language::none) {
      return refuse(part.begin, part.colon, "there is no procedure named " + quoted(part.name),
                    "the name of a procedure", nearest_name(part.name, procedure_names(program_)));
    }
    if (control.procedures.empty() && procedure != program_.game) {
      const std::string game =
          program_.game == language::none ? std::string() : name_of(program_, program_.game);
      return refuse(part.begin, part.colon, "a control path does not begin at " + quoted(part.name),
                    "the procedure that is played", game);
    }
    if (!control.procedures.empty() && !enter(part, procedure, control)) return false;
    control.procedures.push_back(procedure);
    pending_ = part;
    if (!last) return true;
    control.site = site_of(program_, procedure, part.ordinal);
    if (control.site >= 0) return true;
    return refuse(part.colon + 1, part.end,
                  quoted(part.name) + " has no site " + std::to_string(part.ordinal),
                  up_to(count_sites(program_, procedure), "site"));
  }

  /// The call that the part before is at.
  bool enter(const Part& part, ProcedureId procedure, Control& control) {
    const ProcedureId caller = control.procedures.back();
    const std::vector<StepId> steps = call_steps(program_, caller, procedure);
    if (steps.empty()) {
      std::vector<std::string> called;
      for (const std::string& name : procedure_names(program_)) {
        if (!call_steps(program_, caller, find_procedure(program_, name)).empty()) called.push_back(name);
      }
      return refuse(part.begin, part.colon, quoted(pending_.name) + " never calls " + quoted(part.name),
                    called.empty() ? "a site: it calls no procedure" : listed(called),
                    nearest_name(part.name, called));
    }
    if (static_cast<size_t>(pending_.ordinal) > steps.size()) {
      return refuse(pending_.colon + 1, pending_.end,
                    quoted(pending_.name) + " has no call " + std::to_string(pending_.ordinal) + " of " +
                        quoted(part.name),
                    up_to(static_cast<int32_t>(steps.size()), "call"));
    }
    control.calls.push_back(steps[static_cast<size_t>(pending_.ordinal) - 1]);
    return true;
  }

  const Program& program_;
  std::string_view text_;
  ControlProblem& problem_;
  Part pending_;
};

}  // namespace

std::string site_text(const Program& program, SiteId site) {
  const language::Site& s = program.sites[site];
  return name_of(program, s.procedure) + ":" + std::to_string(s.ordinal);
}

std::optional<SiteId> find_site(const Program& program, std::string_view text) {
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (site_text(program, static_cast<int32_t>(i)) == text) return static_cast<int32_t>(i);
  }
  return std::nullopt;
}

Control control_of(const Scenario& scenario, const Position& position) {
  const Program& program = *scenario.program;
  Control control;
  control.site = position.cell(scenario.layout.site) - 1;
  if (control.site < 0) return control;
  ProcedureId procedure = program.sites[control.site].procedure;
  control.procedures.push_back(procedure);
  // A procedure has one run at most, so this ends: calls are acyclic.
  while (control.procedures.size() <= program.procedures.size()) {
    const StepId call = position.cell(scenario.layout.returns[procedure]) - 2;
    if (call < 0 || static_cast<size_t>(call) >= program.flow.size() ||
        !calls(program, program.flow[call], procedure))
      break;
    procedure = procedure_of_step(program, call);
    if (procedure == language::none) break;
    control.procedures.push_back(procedure);
    control.calls.push_back(call);
  }
  std::reverse(control.procedures.begin(), control.procedures.end());
  std::reverse(control.calls.begin(), control.calls.end());
  return control;
}

std::string control_text(const Program& program, const Control& control) {
  if (control.site < 0) return "start";
  std::string text;
  for (size_t i = 0; i < control.calls.size(); ++i) {
    const std::vector<StepId> steps = call_steps(program, control.procedures[i], control.procedures[i + 1]);
    const auto found = std::find(steps.begin(), steps.end(), control.calls[i]);
    text += name_of(program, control.procedures[i]) + ":" + std::to_string(found - steps.begin() + 1) + " / ";
  }
  return text + site_text(program, control.site);
}

std::optional<Control> parse_control(const Program& program, std::string_view text, ControlProblem& problem) {
  if (text == "start") return Control{};
  return PathParser(program, text, problem).run();
}

void set_control(const Scenario& scenario, Position& position, const Control& control) {
  const Layout& layout = scenario.layout;
  position.set_cell(layout.site, control.site + 1);
  for (size_t i = 0; i < control.calls.size(); ++i) {
    position.set_cell(layout.returns[control.procedures[i + 1]], control.calls[i] + 2);
  }
}

Outcome outcome_of(const Scenario& scenario, const Position& position) {
  Outcome result;
  result.kind = static_cast<OutcomeKind>(position.cell(scenario.layout.outcome));
  const int32_t detail = position.cell(scenario.layout.outcome_detail);
  if (result.kind == OutcomeKind::won) result.side = detail;
  if (result.kind == OutcomeKind::fault || result.kind == OutcomeKind::limit) result.label = detail - 1;
  if (result.kind == OutcomeKind::stuck) {
    result.site = detail;
    result.label = scenario.program->sites[detail].label;
  }
  return result;
}

std::string outcome_text(const Scenario& scenario, const Outcome& outcome) {
  const Program& program = *scenario.program;
  switch (outcome.kind) {
    case OutcomeKind::open:
      return "open";
    case OutcomeKind::won: {
      const auto& sides = scenario.members[program.kind_side];
      return "won by " + sides[static_cast<size_t>(outcome.side)];
    }
    case OutcomeKind::drawn:
      return "drawn";
    case OutcomeKind::stuck:
      return "stuck at " + site_text(program, outcome.site);
    case OutcomeKind::fault:
      return outcome.label == language::none ? "fault" : "fault by " + program.cases[outcome.label].label;
    case OutcomeKind::limit:
      return "limit by " + program.label_text(outcome.label);
  }
  return "open";
}

std::optional<Outcome> parse_outcome(const Scenario& scenario, std::string_view text) {
  const Program& program = *scenario.program;
  Outcome outcome;
  if (text == "open") return outcome;
  if (text == "drawn") {
    outcome.kind = OutcomeKind::drawn;
    return outcome;
  }
  if (text == "fault") {
    outcome.kind = OutcomeKind::fault;
    return outcome;
  }
  if (text.starts_with("won by ") && program.kind_side != language::none) {
    const auto& sides = scenario.members[program.kind_side];
    const auto side = std::find(sides.begin(), sides.end(), text.substr(7));
    if (side == sides.end()) return std::nullopt;
    outcome.kind = OutcomeKind::won;
    outcome.side = static_cast<int32_t>(side - sides.begin());
    return outcome;
  }
  if (text.starts_with("stuck at ")) {
    const auto site = find_site(program, text.substr(9));
    if (!site) return std::nullopt;
    outcome.kind = OutcomeKind::stuck;
    outcome.site = *site;
    outcome.label = program.sites[*site].label;
    return outcome;
  }
  const bool limit = text.starts_with("limit by ");
  if (limit || text.starts_with("fault by ")) {
    for (size_t i = 0; i < program.cases.size(); ++i) {
      if (program.cases[i].label != text.substr(9)) continue;
      outcome.kind = limit ? OutcomeKind::limit : OutcomeKind::fault;
      outcome.label = static_cast<CaseId>(i);
      return outcome;
    }
  }
  return std::nullopt;
}

void set_outcome(const Scenario& scenario, Position& position, const Outcome& outcome) {
  int32_t detail = 0;
  if (outcome.kind == OutcomeKind::won) detail = outcome.side;
  if (outcome.kind == OutcomeKind::fault || outcome.kind == OutcomeKind::limit) detail = outcome.label + 1;
  if (outcome.kind == OutcomeKind::stuck) detail = outcome.site;
  position.set_cell(scenario.layout.outcome, static_cast<int32_t>(outcome.kind));
  position.set_cell(scenario.layout.outcome_detail, detail);
}

}  // namespace casebook::runtime
