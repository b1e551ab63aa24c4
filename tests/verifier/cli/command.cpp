// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/command.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace casebook::cli_tests {

std::string quoted_word(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

std::string contents(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string last_line(const std::string& text) {
  const auto lines = lines_of(text);
  return lines.empty() ? "" : lines.back();
}

std::string source(const std::string& path) {
  return std::string(CASEBOOK_SOURCE_DIR) + "/" + path;
}

Ended shell(const std::string& line, const std::string& input) {
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/in", input);
  write(at + "/line", line + "\n");
  const std::string command = "CASEBOOK=" + quoted_word(CASEBOOK_BINARY) +
                              " CASEBOOK_RULESETS=" + quoted_word(source("rulesets")) + " sh " +
                              quoted_word(at + "/line") + " <" + quoted_word(at + "/in") + " >" +
                              quoted_word(at + "/out") + " 2>" + quoted_word(at + "/err");
  const int result = std::system(command.c_str());
  Ended run;
  run.status = WIFEXITED(result) ? WEXITSTATUS(result) : 1000 + result;
  run.out = contents(at + "/out");
  run.err = contents(at + "/err");
  return run;
}

namespace {

/// What the system says of a process (proc(5)).
std::string told_of(pid_t process, const std::string& file) {
  return contents("/proc/" + std::to_string(process) + "/" + file);
}
bool catches(pid_t process, int signal) {
  const std::string status = told_of(process, "status"), head = "SigCgt:";
  const size_t at = status.find(head);
  if (at == std::string::npos) return false;
  return (std::stoull(status.substr(at + head.size()), nullptr, 16) >> (signal - 1) & 1U) != 0;
}
double seconds_used(pid_t process) {
  const std::string stat = told_of(process, "stat");
  std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
  std::string field;
  double ticks = 0;
  for (int i = 3; i <= 15 && fields >> field; ++i)
    if (i >= 14) ticks += std::stod(field);  // utime and stime
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}
bool has_ended(pid_t process) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != 0;
}

/// `casebook WORDS`, started with its output in files of the folder. `first` runs in it before the program does.
pid_t started(const std::string& words, const std::string& at, const std::function<void()>& first) {
  const std::string line = "exec \"$CASEBOOK\" " + words, rulesets = source("rulesets");
  const pid_t child = ::fork();
  if (child == 0) {
    first();
    ::setenv("CASEBOOK", CASEBOOK_BINARY, 1);
    ::setenv("CASEBOOK_RULESETS", rulesets.c_str(), 1);
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(::open((at + "/out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    ::dup2(::open((at + "/err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    ::_exit(127);
  }
  return child;
}
Ended ended(pid_t child, const std::string& at) {
  int result = 0;
  ::waitpid(child, &result, 0);
  Ended run;
  run.status = WIFEXITED(result) ? WEXITSTATUS(result) : 1000 + result;
  run.out = contents(at + "/out");
  run.err = contents(at + "/err");
  return run;
}

}  // namespace

Ended stopped(const std::string& words, double seconds) {
#ifndef NDEBUG
  seconds *= 10;
#endif
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  const pid_t child = started(words, at, [] {});
  while (!has_ended(child) && !(catches(child, SIGTERM) && seconds_used(child) >= seconds)) ::usleep(2000);
  ::kill(child, SIGTERM);
  return ended(child, at);
}

Ended stopped_at_once(const std::string& words) {
  const testing_support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  // A signal that is shut out stays with the process when that becomes another program.
  const pid_t child = started(words, at, [] {
    sigset_t kept;
    sigemptyset(&kept);
    sigaddset(&kept, SIGTERM);
    sigprocmask(SIG_BLOCK, &kept, nullptr);
    ::raise(SIGTERM);
  });
  return ended(child, at);
}

Ended casebook(const std::vector<std::string>& words) {
  std::string line = "\"$CASEBOOK\"";
  for (const std::string& word : words) line += " " + quoted_word(word);
  return shell(line);
}

std::vector<std::string> verbs_of_help() {
  std::vector<std::string> verbs;
  bool listed = false;
  for (const std::string& line : lines_of(casebook({"--help"}).out)) {
    // A verb stands two columns in; the second line of its summary would stand further in.
    const bool has_verb = listed && line.starts_with("  ") && line.size() > 2 && line[2] != ' ';
    if (has_verb) verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line.empty()) listed = false;
    if (line == "Subcommands:") listed = true;
  }
  return verbs;
}

}  // namespace casebook::cli_tests
