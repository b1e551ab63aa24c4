// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the rules say of the scenario while it is being edited: counters as the rules print them, chosen
// views, why a unit may not go to a hex. The engine answers in a thread of its own. No view is known by
// name. No Qt.

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "editor/window/shared/desk.h"

namespace casebook::window {

/// A view that one click shows.
struct OfferedView {
  std::string title;      // `Zone of Control (white)`
  std::string label;      // the case
  std::string form;       // `zone(by: side)`
  std::string call;       // `zone(white)`; of a unit: with `%` where its name goes
  std::string unit_kind;  // when it is of a unit
  bool repeated = false;  // a reach: hovering tells why not
};
std::vector<OfferedView> offered_views(const language::Program& program);
/// The call for this unit.
std::string call_for(const OfferedView& view, const std::string& id);

/// The scenario from a snapshot's texts, at the first choice of the game, with its counters and moments.
/// Null, with the reason in `why`, where it cannot be bound. `rules` gets the rules that play it; `stop`:
/// whether nobody waits for it any more.
std::shared_ptr<const Desk::Bound> bound_from(
    const editor::Snapshot& snapshot, const picture::Style& style, std::string& why,
    std::unique_ptr<runtime::Rules>& rules, const std::function<bool()>& stop = [] { return false; });
/// Asks one view at the moment with that text. Without one: a reach at the first moment at which the unit may
/// take a step, everything else where the game begins. `rules` are of the scenario.
ShownView answered(const Desk::Bound& bound, runtime::Rules& rules, const std::string& call,
                   const std::string& moment = {});

class Survey {
 public:
  struct Question {
    std::shared_ptr<const editor::Snapshot> snapshot;
    picture::Style style;
    std::vector<std::string> calls;
    std::string moment;  // empty: as `answered` chooses
  };
  struct Answer {
    std::shared_ptr<const Desk::Bound> bound;  // null: it could not be bound
    std::string why;
    std::vector<ShownView> views;
  };
  explicit Survey(std::function<void(Answer)> receive);  // called on the survey's thread
  ~Survey();
  Survey(const Survey&) = delete;
  Survey& operator=(const Survey&) = delete;

  /// Replaces any earlier question that has not been started.
  void ask(Question question);
  bool busy() const;

 private:
  void run();
  std::function<void(Answer)> receive_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::unique_ptr<Question> next_;
  bool stop_ = false, busy_ = false;
  std::thread thread_;
};

}  // namespace casebook::window
