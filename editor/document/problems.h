// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is wrong with a project while its author works on it. Nothing here is a rule. Problems come from the
// readers of files, the binder of the scenario, the invariants of the start, and the verifier's checks of
// data; first the text, then the scenario.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "editor/document/document.h"

namespace casebook::editor {

struct Problem {
  std::string code;  // `D0115`, `P0119`; of a verifier's check its id: `entries`
  Severity severity = Severity::error;
  std::string text, expected, suggestion;
  std::vector<std::string> details;  // notes, derivations
  std::vector<std::string> cases;
  // where: any of these may be empty
  std::string file;  // below the project, or a rules file
  int line = 0, column = 0;
  std::vector<std::string> hexes;     // in the numbering of the scenario
  std::vector<std::string> hexsides;  // `0101-0102`
  std::vector<std::string> entities;  // `unit Guard 1`
  std::string page;                   // of docs/errors: `D0115`; or of the manual's checks
  bool operator==(const Problem&) const = default;
};

enum class Looked : unsigned char { text, scenario };

/// Problems of the text: files and rules alone. Calls `go_on` between steps; when it says no, returns what
/// was found until then.
std::vector<Problem> text_problems(const Snapshot& snapshot);
std::vector<Problem> scenario_problems(const Snapshot& snapshot, const std::function<bool()>& go_on = {});
/// Both, sorted by severity, file, line.
std::vector<Problem> problems(const Snapshot& snapshot);
inline std::vector<Problem> problems(const Document& document) {
  return problems(*document.snapshot());
}

/// Looks in a thread of its own. Asked again, it drops what it was about. Results come on that thread, twice
/// for each question: the text, then the scenario with the text.
class ProblemRunner {
 public:
  struct Result {
    uint64_t generation = 0;  // of the question
    uint64_t revision = 0;    // of the document
    Looked looked = Looked::text;
    std::vector<Problem> problems;
    double seconds = 0;
  };
  explicit ProblemRunner(std::function<void(Result)> receive);
  ~ProblemRunner();  // waits for the thread
  ProblemRunner(const ProblemRunner&) = delete;
  ProblemRunner& operator=(const ProblemRunner&) = delete;

  /// The generation of the question. Results of earlier ones come no more after this returns.
  uint64_t ask(std::shared_ptr<const Snapshot> snapshot);
  void cancel();
  bool busy() const;

 private:
  void run();
  std::function<void(Result)> receive_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::shared_ptr<const Snapshot> next_;
  std::atomic<uint64_t> generation_{0};
  bool stop_ = false, busy_ = false;
  std::mutex receiving_;
  std::thread thread_;
};

}  // namespace casebook::editor
