// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/console.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "engine/platform is written for POSIX systems so far; this file is where another system is added"
#endif

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace casebook::platform {

namespace {

// A signal handler may touch nothing more than this.
std::atomic<bool> stop{false};
std::atomic<int64_t> looks_left{-1};   // below 0: nobody counts them
std::atomic<bool> on_terminal{false};  // a line with progress may have to be ended
static_assert(std::atomic<bool>::is_always_lock_free);

void on_stop(int signal) {
  if (stop.exchange(true)) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  // Long work looks at the flag where it can, which may take seconds: whoever waits is told at once.
  // `write` is one of the few calls that a handler may make.
  constexpr std::string_view told = "\nstopping ...\n";
  const std::string_view shown = told.substr(on_terminal.load() ? 0 : 1);
  const int kept = errno;
  if (::write(STDERR_FILENO, shown.data(), shown.size()) < 0) errno = 0;  // nobody is there to be told
  errno = kept;
}

}  // namespace

bool is_terminal(std::FILE* stream) {
  const int handle = ::fileno(stream);
  return handle >= 0 && ::isatty(handle) == 1;
}

bool colours_wanted(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return is_terminal(stream);
}

void catch_stop_requests() {
  on_terminal = is_terminal(stderr);
  struct sigaction action {};
  action.sa_handler = on_stop;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // a read that waits for the user returns, so that the flag is seen
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigset_t heard;
  sigemptyset(&heard);
  sigaddset(&heard, SIGINT);
  sigaddset(&heard, SIGTERM);
  sigprocmask(SIG_UNBLOCK, &heard, nullptr);  // whoever started the program may have shut them out
}

bool stop_requested() {
  if (looks_left.load(std::memory_order_relaxed) >= 0 && looks_left.fetch_sub(1) == 0) stop.store(true);
  return stop.load(std::memory_order_relaxed);
}

void set_stop_requested(bool wanted) {
  looks_left.store(-1);
  stop.store(wanted);
}

void set_stop_requested_after(uint64_t looks) {
  stop.store(false);
  looks_left.store(static_cast<int64_t>(looks));
}

void ignore_closed_pipes() {
  std::signal(SIGPIPE, SIG_IGN);
}

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace casebook::platform
