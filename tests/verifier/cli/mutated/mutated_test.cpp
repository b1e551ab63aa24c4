// SPDX-License-Identifier: Apache-2.0
// Every verb over rulesets from strangers: rules, data, positions, records and journals in which bytes, words, lines, keys
// and structure were changed at random. A verb may refuse, with a message. It does not crash, contradict itself, go on
// for ever or write where it should not. `cases.h` lists what must hold.
//
// Cases run in a process of their own, some hundred in each. If it dies, the case is reported, and the next process goes
// on behind it. To run one case again, and keep its files:
//
//   MUTATED_FROM=4711 MUTATED_TO=4712 MUTATED_KEEP=/tmp/kept verifier_cli_mutated_tests --gtest_filter=SlowMutated.*
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <new>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/mutated/cases.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace casebook::cli_tests {
namespace {

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr uint64_t times_as_slow = 10;
#else
constexpr uint64_t times_as_slow = 1;
#endif

/// Of the processor, for one case; one that takes longer hangs.
constexpr uint64_t most_seconds = 60 * times_as_slow;
/// Of one process. A sanitizer takes much more, and is not asked.
constexpr rlim_t most_memory = rlim_t{4} << 30;
/// Cases of one process, so that what a library keeps cannot add up.
constexpr uint64_t cases_of_a_process = 500;
constexpr uint64_t most_failures = 20;

uint64_t number_of(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// In memory where that is possible: a case writes a dozen files.
std::string fast_folder() {
  const char* memory = "/dev/shm";
  return ::access(memory, W_OK) == 0 && std::getenv("TMPDIR") == nullptr ? memory : "";
}

class MutatedRun {
 public:
  MutatedRun() {
    if (const std::string fast = fast_folder(); !fast.empty()) ::setenv("TMPDIR", fast.c_str(), 1);
    folder_ = std::make_unique<testing_support::TemporaryFolder>();
    const std::string below = folder_->path().string(), home = below + "/" + home_folder;
    for (const char* name : {"HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
      ::setenv(name, home.c_str(), 1);
    ::unsetenv("CASEBOOK_RULESETS");
    void* shared =
        ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    progress_ = new (shared) Progress;
    cases_ = std::make_unique<Cases>(below, casebook_, *progress_);
  }
  ~MutatedRun() { ::munmap(progress_, sizeof(Progress)); }
  MutatedRun(const MutatedRun&) = delete;
  MutatedRun& operator=(const MutatedRun&) = delete;

  void run(uint64_t from, uint64_t to) {
    uint64_t told_at = from;
    for (uint64_t next = from; next < to && failures_ < most_failures;) {
      const uint64_t end = std::min(to, next + cases_of_a_process);
      cases_->prepare(next, end);
      next = run_in_a_process(next, end) ? end : progress_->seed + 1;
      report_failures();
      if (next - told_at < 10'000) continue;
      told_at = next;
      fmt::print("{} to {}: {} failures\n", from, next, failures_);
      std::fflush(stdout);
    }
    say();
  }

 private:
  /// False if it died before its end.
  bool run_in_a_process(uint64_t from, uint64_t to) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      limit_this_process();
      cases_->mark_all();
      for (uint64_t seed = from; seed < to && progress_->failures < most_failures; ++seed) {
        const itimerval most{{}, {static_cast<time_t>(most_seconds), 0}};
        ::setitimer(ITIMER_PROF, &most, nullptr);
        cases_->run(seed);
      }
#if defined(__SANITIZE_ADDRESS__)
      if (__lsan_do_recoverable_leak_check() != 0) ::_exit(3);
#endif
      ::_exit(0);
    }
    int result = 0;
    ::waitpid(child, &result, 0);
    if (WIFEXITED(result) && WEXITSTATUS(result) == 0) return true;
    const Ending printed = casebook_.printed();
    const std::string how = WIFEXITED(result)             ? fmt::format("status {}", WEXITSTATUS(result))
                            : WTERMSIG(result) == SIGPROF ? std::string("it takes too long")
                                                          : fmt::format("signal {}", WTERMSIG(result));
    ++failures_;
    ADD_FAILURE() << "case " << progress_->seed << " ends its process, " << how << ": "
                  << progress_->command.data() << "\n"
                  << printed.out.substr(0, 1500) << "\n"
                  << printed.err.substr(0, 8000);
    cases_->lay_out_again(progress_->seed);
    return false;
  }
  static void limit_this_process() {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__)
    const rlimit memory{most_memory, most_memory};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  }
  void report_failures() {
    if (progress_->failures == 0) return;
    failures_ += progress_->failures;
    ADD_FAILURE() << progress_->told.data();
    progress_->failures = 0;
    progress_->told[0] = '\0';
  }
  void say() const {
    fmt::print("{} cases, {} of them accepted by check, {} commands\n", progress_->cases, progress_->accepted,
               progress_->commands);
    for (const Progress::Verb& verb : progress_->verbs) {
      if (verb.runs > 0)
        fmt::print("{:9} {:8} runs, {:7.2f} ms each; {} fine, {} refused, {} open, {} refuted\n",
                   verb.name.data(), verb.runs,
                   static_cast<double>(verb.microseconds) / 1000.0 / static_cast<double>(verb.runs),
                   verb.ended[0], verb.ended[1], verb.ended[2], verb.ended[3]);
    }
    const char* const names[] = {"tiny", "shipped", "large", "edition"};
    for (size_t i = 0; i < progress_->sorts.size(); ++i) {
      const Progress::Sort& sort = progress_->sorts[i];
      if (sort.cases > 0)
        fmt::print("{:9} {:8} cases, {:7.2f} ms each\n", names[i], sort.cases,
                   static_cast<double>(sort.microseconds) / 1000.0 / static_cast<double>(sort.cases));
    }
  }

  std::unique_ptr<testing_support::TemporaryFolder> folder_;
  InProcess casebook_;
  Progress* progress_ = nullptr;
  std::unique_ptr<Cases> cases_;
  uint64_t failures_ = 0;
};

TEST(Mutated, RulesetsEndNoVerbOtherwiseThanItSays) {
  MutatedRun().run(11, 311);
}

// In pieces: MUTATED_FROM=20000 MUTATED_TO=40000.
TEST(SlowMutated, RulesetsEndNoVerbOtherwiseThanItSays) {
  MutatedRun().run(number_of("MUTATED_FROM", 1'000), number_of("MUTATED_TO", 1'001'000));
}

}  // namespace
}  // namespace casebook::cli_tests
