// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/stages.h"

#include <fmt/format.h>

namespace casebook::cli {

void Stages::begin(std::string_view name) {
  const std::lock_guard lock(mutex_);
  head_ = fmt::format("stage {} of {}: {}", ++stage_, of_, name);
  part_.clear();
  show(head_, true);
}

void Stages::at(std::string_view part, uint64_t done, uint64_t of) {
  const std::lock_guard lock(mutex_);
  const bool begins = part != part_;
  if (begins) {
    part_ = part;
    quarters_ = 0;
  }
  const uint64_t quarters = of == 0 ? 0 : done * 4 / of;
  const bool is_news = begins || quarters > quarters_;
  quarters_ = quarters;
  // A part that is one piece has no count worth reading.
  show(of <= 1 ? fmt::format("{}: {}", head_, part) : fmt::format("{}: {}, {} of {}", head_, part, done, of),
       is_news);
}

void Stages::end() {
  const std::lock_guard lock(mutex_);
  terminal_.end_progress();
}

void Stages::show(const std::string& text, bool is_news) {
  if (terminal_.shows_progress())
    terminal_.progress(text);
  else if (lines_ && is_news)
    terminal_.complain(text);
}

}  // namespace casebook::cli
