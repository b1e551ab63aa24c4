// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/mutated/in_process.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "verifier/cli/command_line.h"

namespace casebook::cli_tests {

namespace {

int file_in_memory(const char* name) {
  const int file = ::memfd_create(name, 0);
  if (file < 0) throw std::runtime_error("no file in memory can be made");
  return file;
}

std::string text_of(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return {};
  std::string text(static_cast<size_t>(status.st_size), '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return text;
}

void clear(int file) {
  if (::ftruncate(file, 0) != 0 || ::lseek(file, 0, SEEK_SET) != 0)
    throw std::runtime_error("a file in memory cannot be emptied");
}

}  // namespace

InProcess::InProcess() : out_(file_in_memory("out")), err_(file_in_memory("err")) {
}

InProcess::~InProcess() {
  ::close(out_);
  ::close(err_);
}

Ending InProcess::run(const std::vector<std::string>& words) {
  std::vector<std::string> all{"casebook"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  std::fflush(stdout);
  std::fflush(stderr);
  clear(out_);
  clear(err_);
  const int out_before = ::dup(STDOUT_FILENO), err_before = ::dup(STDERR_FILENO);
  ::dup2(out_, STDOUT_FILENO);
  ::dup2(err_, STDERR_FILENO);
  Ending ending;
  ending.status = cli::run_command_line(static_cast<int>(arguments.size()), arguments.data());
  std::fflush(stdout);
  std::fflush(stderr);
  std::clearerr(stdout);
  ::dup2(out_before, STDOUT_FILENO);
  ::dup2(err_before, STDERR_FILENO);
  ::close(out_before);
  ::close(err_before);
  ending.out = text_of(out_);
  ending.err = text_of(err_);
  return ending;
}

Ending InProcess::printed() const {
  return {-1, text_of(out_), text_of(err_)};
}

}  // namespace casebook::cli_tests
