// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/terminal.h"

#include <fmt/format.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_json.h"
#include "engine/base/diagnostic_text.h"
#include "engine/platform/console.h"

namespace casebook::cli {

Terminal::Terminal() {
  const char* no_colour = std::getenv("NO_COLOR");
  colour_ = platform::is_terminal(stdout) && (no_colour == nullptr || *no_colour == '\0');
  columns_ = 80;
}

void Terminal::line(std::string_view text) {
  this->text(text);
  this->text("\n");
}

void Terminal::text(std::string_view text) {
  end_progress();
  if (!reader_left_ && std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    reader_left_ = errno == EPIPE;
}

void Terminal::json(const nlohmann::ordered_json& document) {
  line(json_text(document));
}

void Terminal::complain(std::string_view text) {
  end_progress();
  std::fflush(stdout);
  std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
}

void Terminal::error(const std::string& code, const std::string& message, const std::string& expected,
                     const std::string& suggestion) {
  Diagnostics one;
  Diagnostic& diagnostic = one.error(code, {}, message);
  diagnostic.expected = expected;
  diagnostic.suggestion = suggestion;
  diagnostics(one);
}

void Terminal::diagnostics(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return;
  end_progress();
  std::fflush(stdout);
  TextStyle style;
  style.width = columns_;
  style.colour = colour_ && platform::is_terminal(stderr);
  const std::string text = diagnostics_text(diagnostics, style);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Terminal::progress(std::string_view what, long done, long of) {
  progress(fmt::format("{}: {} of {} ", what, done, of));
}

void Terminal::progress(std::string_view text) {
  if (!shows_progress()) return;
  const std::string_view cut = text.substr(0, static_cast<size_t>(columns_ - 1));
  // The end of a longer line that stood there before is taken away.
  std::fprintf(stderr, "\r%.*s\033[K", static_cast<int>(cut.size()), cut.data());
  std::fflush(stderr);
  progress_shown_ = true;
}

bool Terminal::shows_progress() const {
  return platform::is_terminal(stderr);
}

void Terminal::end_progress() {
  if (!progress_shown_) return;
  std::fputs("\r\033[K", stderr);
  progress_shown_ = false;
}

bool Terminal::finish() {
  end_progress();
  if (std::fflush(stdout) != 0 && errno == EPIPE) reader_left_ = true;
  return reader_left_ || std::ferror(stdout) == 0;
}

}  // namespace casebook::cli
