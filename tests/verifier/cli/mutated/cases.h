// SPDX-License-Identifier: Apache-2.0
#pragma once

// One case: a project is changed in one to three places, `check` reads it, and then other verbs do. Whatever the
// changes,
//
//   - the status is one of those that the help lists, and neither that of a wrong command line nor that of a fault of
//     Casebook;
//   - a refusal has a code, and says in which file and line;
//   - what `check` accepts no verb refuses, unless it was asked something strange;
//   - a document is JSON, and the output is no longer than `most_output`;
//   - no file is written that the command does not name, and none outside the folder.
//
// A case that crashes or hangs ends its process. What it was about then stands in `Progress`, which both processes see.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/verifier/cli/mutated/commands.h"

namespace casebook::cli_tests {

/// Bytes of what one command prints. The longest of tiny games is a list of choices.
inline constexpr size_t most_output = size_t{4} << 20;

/// Plain memory that two processes share.
struct Progress {
  uint64_t seed = 0;                 // of the case that runs
  std::array<char, 1000> command{};  // that runs
  uint64_t cases = 0, accepted = 0, commands = 0;
  struct Verb {
    std::array<char, 16> name{};
    uint64_t runs = 0, microseconds = 0;
    std::array<uint64_t, 4> ended{};  // fine, refused (2, 3), open, refuted
  };
  std::array<Verb, 32> verbs{};
  struct Sort {
    uint64_t cases = 0, microseconds = 0;
  };
  std::array<Sort, 4> sorts{};  // by weight of the project
  uint64_t failures = 0;
  std::array<char, 60'000> told{};  // of the failures, as far as there is room
};

/// What tells a file that nobody touched from another.
struct FileMark {
  int64_t size = 0, seconds = 0, nanoseconds = 0;
  uint64_t number = 0;
  bool operator==(const FileMark&) const = default;
};

/// Where the programs are told that the user is at home. It stays empty.
inline constexpr const char* home_folder = "home";

class Cases {
 public:
  /// All projects will lie below the folder, and nothing else may.
  Cases(std::string below, InProcess& casebook, Progress& progress);

  /// Makes and lays out the projects of these cases.
  void prepare(uint64_t from, uint64_t to);

  void run(uint64_t seed);
  /// Takes all files as they are for untouched: another process may have laid them out since.
  void mark_all();
  /// The folder of the project that this case changes, as it was made.
  void lay_out_again(uint64_t seed) { lay_out(project_of(seed)); }

 private:
  Project& project_of(uint64_t seed);
  void lay_out(const Project& project);
  void changed_files(const Project& project, TextChanger& changer, Files& changed);
  void lay(const Project& project, const Files& files);
  Ending ask(const Command& command, bool checked);
  void judge(const Command& command, const Ending& ending, bool checked);
  void tidy(const Project& project, const Files& changed, const std::vector<Command>& asked);
  void tell(const std::string& what);

  std::string below_;
  std::vector<Project> projects_;
  std::map<std::string, FileMark> marks_;  // of all their files
  std::array<std::vector<size_t>, 4> by_weight_;
  Stock stock_;
  InProcess& casebook_;
  Progress& progress_;
};

/// Processor time of this process.
uint64_t microseconds_used();

}  // namespace casebook::cli_tests
