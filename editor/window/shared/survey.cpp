// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/survey.h"

#include <QCoreApplication>

#include "editor/document/scenario_data.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/views/view.h"

namespace casebook::window {

using language::TypeTag;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Survey)
};

}  // namespace

std::vector<OfferedView> offered_views(const language::Program& program) {
  std::vector<OfferedView> offered;
  for (const language::View& view : program.views) {
    OfferedView one;
    one.title = view.title.empty() ? view.name : view.title;
    one.form = runtime::view_form(program, view);
    one.repeated = view.kind == language::ViewKind::repeated;
    if (view.label != language::none) one.label = program.cases[view.label].label;
    if (view.params.empty()) {
      one.call = "view " + view.name;
      offered.push_back(one);
      continue;
    }
    if (view.params.size() != 1) continue;  // typed by hand
    const language::Type& type = program.vars[view.params[0]].type;
    if (type.tag != TypeTag::entity) continue;
    const language::Kind& kind = program.kinds[type.of];
    if (kind.on_map || type.of == language::kind_hex) {  // a unit that is selected, the hex of the cursor
      one.unit_kind = kind.name;
      one.call = "view " + view.name + "(%)";
      offered.push_back(one);
    } else {
      for (const std::string& member : kind.members) {
        OfferedView of_member = one;
        of_member.title += " (" + member + ")";
        of_member.call = "view " + view.name + "(" + member + ")";
        offered.push_back(of_member);
      }
    }
  }
  return offered;
}

std::string call_for(const OfferedView& view, const std::string& id) {
  const size_t at = view.call.find('%');
  return at == std::string::npos ? view.call : view.call.substr(0, at) + id + view.call.substr(at + 1);
}

std::shared_ptr<const Desk::Bound> bound_from(const editor::Snapshot& snapshot, const picture::Style& style,
                                              std::string& why, std::unique_ptr<runtime::Rules>& rules,
                                              const std::function<bool()>& stop) {
  rules.reset();
  if (snapshot.scenario < 0 || !snapshot.program) {
    why = (snapshot.program ? Texts::tr("there is no scenario") : Texts::tr("the rules have errors"))
              .toStdString();
    return nullptr;
  }
  Diagnostics diagnostics;
  auto data = editor::scenario_data(snapshot, diagnostics);
  std::shared_ptr<const runtime::Scenario> scenario;
  if (data)
    scenario = runtime::bind(snapshot.program, std::make_shared<const board::ScenarioData>(std::move(*data)),
                             {}, snapshot.edition_id, diagnostics);
  if (!scenario) {
    for (const Diagnostic& one : diagnostics.all())
      if (one.severity == Severity::error && why.empty()) why = one.message;
    return nullptr;
  }
  auto bound = std::make_shared<Desk::Bound>();
  bound->scenario = scenario;
  bound->revision = snapshot.revision;
  runtime::ReferenceRules reference(scenario);
  runtime::Position position = scenario->start;
  if (snapshot.program->game != language::none) reference.begin(position);
  bound->pieces = picture::pieces_of(reference.evaluator(), position, style);
  bound->position = std::make_shared<const runtime::Position>(position);
  rules = runtime::make_compiled_rules(scenario);
  if (snapshot.program->game != language::none) bound->moments = moments_of(*rules, position, stop);
  return bound;
}

ShownView answered(const Desk::Bound& bound, runtime::Rules& rules, const std::string& call,
                   const std::string& moment) {
  ShownView shown;
  shown.call = call;
  Diagnostics diagnostics;
  const language::Program& program = *bound.scenario->program;
  const auto parsed = runtime::parse_view_call(*bound.scenario, *bound.position, call, diagnostics);
  if (parsed) {
    const language::View& view = program.views[parsed->view];
    int at = find_moment(bound.moments, moment);
    if (at < 0 && view.kind == language::ViewKind::repeated)
      for (size_t i = 0; i < view.params.size(); ++i)
        if (view.params[i] == view.unit)
          at = moment_of_action(rules, bound.moments, view.action,
                                static_cast<int32_t>(parsed->arguments[i].number));
    const runtime::Position& position =
        at < 0 ? *bound.position : *bound.moments[static_cast<size_t>(at)].position;
    if (at >= 0) shown.moment = bound.moments[static_cast<size_t>(at)].text;
    runtime::ReferenceRules reference(bound.scenario);
    if (const auto answer = runtime::show_view(reference, rules, position, *parsed, diagnostics)) {
      shown.overlay = picture::overlay_of(*bound.scenario, *answer);
      if (const auto* reach = std::get_if<runtime::ViewReach>(&answer->shown)) {
        shown.fault = reach->remark;
        shown.reached = reached(rules, position, *parsed, *reach);
      }
      return shown;
    }
  }
  for (const Diagnostic& one : diagnostics.all())
    if (shown.fault.empty()) shown.fault = one.message;
  return shown;
}

Survey::Survey(std::function<void(Answer)> receive)
    : receive_(std::move(receive)), thread_([this] { run(); }) {
}

Survey::~Survey() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Survey::ask(Question question) {
  {
    const std::lock_guard lock(mutex_);
    // A question about views alone does not take the place of what the document has become.
    if (!question.snapshot && next_) question.snapshot = next_->snapshot;
    next_ = std::make_unique<Question>(std::move(question));
  }
  wake_.notify_all();
}

bool Survey::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_ || next_ != nullptr;
}

void Survey::run() {
  std::shared_ptr<const Desk::Bound> last;
  std::unique_ptr<runtime::Rules> rules;         // of `last`
  std::shared_ptr<const editor::Snapshot> owed;  // not bound to the end yet
  std::string last_why;
  while (true) {
    std::unique_ptr<Question> question;
    {
      std::unique_lock lock(mutex_);
      busy_ = false;
      wake_.wait(lock, [this] { return stop_ || next_ != nullptr; });
      if (stop_) return;
      question = std::move(next_);
      busy_ = true;
    }
    const auto superseded = [this] {
      const std::lock_guard lock(mutex_);
      return stop_ || next_ != nullptr;
    };
    Answer answer;
    if (question->snapshot) owed = question->snapshot;
    if (owed) {
      last_why.clear();
      last = bound_from(*owed, question->style, last_why, rules, superseded);
      if (superseded()) continue;
      owed.reset();
    }
    answer.bound = last;
    answer.why = last_why;
    for (const std::string& call : question->calls) {
      if (superseded()) break;
      if (last)
        answer.views.push_back(answered(*last, *rules, call, question->moment));
      else
        answer.views.push_back({call, false, {}, last_why, {}, nullptr});
    }
    if (!superseded()) receive_(std::move(answer));
  }
}

}  // namespace casebook::window
