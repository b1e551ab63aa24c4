// SPDX-License-Identifier: Apache-2.0
// Runs a fuzzer without libFuzzer, so that every compiler can: each file of the corpus, then deterministic
// mutations of them.
//
//   NAME_plain CORPUS-FOLDER [--bytes N] [--seed N] [--keep FILE]
//
// The same seed gives the same inputs in the same order, until together they have N bytes (default: the corpus alone).
// An input on which the fuzzer aborts, crashes or takes more than 20 seconds of the processor is written to FILE
// (default: failed-input) before the program ends.
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/random.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;
using casebook::Random;

// What a signal handler may touch.
const char* keep_file = "failed-input";
const char* current = nullptr;
size_t current_size = 0;

void on_signal(int signal) {
  const int file = ::open(keep_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0 && ::write(file, current, current_size) == static_cast<ssize_t>(current_size)) ::close(file);
  const char message[] = "\nthe input is kept; run the program again with the folder that holds it\n";
  if (::write(2, message, sizeof message - 1) < 0) ::_exit(4);
  if (signal == SIGVTALRM) ::_exit(3);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

void run(const std::string& input) {
  current = input.data();
  current_size = input.size();
  const itimerval limit{{0, 0}, {20, 0}};
  ::setitimer(ITIMER_VIRTUAL, &limit, nullptr);
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

std::vector<std::string> read_corpus(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The words of the corpus and some trouble: what a random byte would hardly ever spell.
std::vector<std::string> words_of(const std::vector<std::string>& corpus) {
  std::set<std::string> found{"\"",
                              "{",
                              "}",
                              "[",
                              "]",
                              "(",
                              ")",
                              ",",
                              ":",
                              ":=",
                              "->",
                              "\n",
                              "\r\n",
                              "\n  ",
                              "\t",
                              "\\",
                              "\\u0000",
                              "\\ud800",
                              "0",
                              "-1",
                              "1/0",
                              "4294967296",
                              "9223372036854775808",
                              "1e999",
                              "\xEF\xBB\xBF",
                              "\xC3",
                              "ä",
                              "\xE2\x80\xAE",
                              "--",
                              "/*"};
  for (const std::string& text : corpus) {
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && in_word(text[end])) ++end;
      if (end > i && end - i < 30) found.insert(text.substr(i, end - i));
      i = std::max(end, i + 1);
    }
  }
  return {found.begin(), found.end()};
}

class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, uint64_t seed)
      : corpus_(std::move(corpus)), words_(words_of(corpus_)), random_(seed, 0) {}

  std::string next() {
    std::string text = any(corpus_);
    for (uint32_t n = 1 + random_.below(6); n > 0; --n) mutate(text);
    if (text.size() > largest) text.resize(largest);
    return text;
  }

 private:
  static constexpr size_t largest = 65'536;

  size_t below(size_t n) { return random_.below(static_cast<uint32_t>(n)); }
  const std::string& any(const std::vector<std::string>& list) { return list[below(list.size())]; }

  void mutate(std::string& text) {
    const size_t at = below(text.size() + 1);
    const size_t length = std::min(below(random_.below(4) == 0 ? 200 : 12) + 1, text.size() - at);
    switch (random_.below(8)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, 1, static_cast<char>(random_.below(256)));
        break;
      case 2:
        text.insert(at, any(words_));
        break;
      case 3:
        text.replace(at, length, any(words_));
        break;
      case 4:
        replace_word(text, at);
        break;
      case 5:
        text.insert(below(text.size() + 1), text.substr(at, length));
        break;
      case 6: {
        const std::string& other = any(corpus_);
        const size_t from = below(other.size() + 1);
        text.replace(at, length, other.substr(from, below(80)));
        break;
      }
      default:
        for (uint32_t n = random_.below(70); n > 0; --n)
          text.insert(at, text.substr(at, std::min<size_t>(length, 3)));
    }
  }

  /// A whole word for another: the mutation that most often keeps the text readable.
  void replace_word(std::string& text, size_t at) {
    while (at < text.size() && !in_word(text[at])) ++at;
    size_t end = at;
    while (at > 0 && in_word(text[at - 1])) --at;
    while (end < text.size() && in_word(text[end])) ++end;
    text.replace(at, end - at, any(words_));
  }

  std::vector<std::string> corpus_, words_;
  Random random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPUS-FOLDER [--bytes N] [--seed N] [--keep FILE]\n", argv[0]);
    return 1;
  }
  uint64_t bytes = 0, seed = 1;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--keep") keep_file = argv[i + 1];
    if (option == "--bytes") bytes = std::strtoull(argv[i + 1], nullptr, 10);
    if (option == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGVTALRM})
    std::signal(signal, on_signal);

  std::vector<std::string> corpus = read_corpus(argv[1]);
  if (corpus.empty()) {
    std::fprintf(stderr, "there is no file in %s\n", argv[1]);
    return 1;
  }
  run("");
  for (const std::string& text : corpus) run(text);
  Mutator mutator(corpus, seed);
  uint64_t inputs = 0, total = 0;
  while (total < bytes) {
    const std::string input = mutator.next();
    run(input);
    ++inputs;
    total += input.size();
  }
  std::printf("%zu files and %llu mutations of them, %llu bytes\n", corpus.size(),
              static_cast<unsigned long long>(inputs), static_cast<unsigned long long>(total));
  return 0;
}
