// SPDX-License-Identifier: Apache-2.0
#include "engine/base/diagnostic.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace casebook {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "note";
}

void SourceTexts::add(const std::string& file, std::string text) {
  texts_[file] = std::make_shared<const std::string>(std::move(text));
}

const std::string* SourceTexts::find(const std::string& file) const {
  const auto found = texts_.find(file);
  return found == texts_.end() ? nullptr : found->second.get();
}

void SourceTexts::add_all(const SourceTexts& other) {
  for (const auto& [file, text] : other.texts_) texts_[file] = text;
}

Diagnostic& Diagnostics::error(std::string code, SourceRange range, std::string message) {
  Diagnostic made;
  made.code = std::move(code);
  made.range = std::move(range);
  made.message = std::move(message);
  return add(std::move(made));
}

Diagnostic& Diagnostics::warning(std::string code, SourceRange range, std::string message) {
  Diagnostic made;
  made.code = std::move(code);
  made.severity = Severity::warning;
  made.range = std::move(range);
  made.message = std::move(message);
  return add(std::move(made));
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  size_t& count = diagnostic.severity == Severity::error ? errors_ : warnings_;
  ++count;
  if (count > most_) {
    ++dropped_;
    spare_ = std::move(diagnostic);
    return spare_;
  }
  return all_.emplace_back(std::move(diagnostic));
}

void Diagnostics::add_all(const Diagnostics& other) {
  for (const Diagnostic& diagnostic : other.all_) add(diagnostic);
  dropped_ += other.dropped_;
  sought_ += other.sought_;
  const auto kept_errors =
      static_cast<size_t>(std::count_if(other.all_.begin(), other.all_.end(),
                                        [](const Diagnostic& d) { return d.severity == Severity::error; }));
  errors_ += other.errors_ - kept_errors;
  warnings_ += other.warnings_ - (other.all_.size() - kept_errors);
  sources_.add_all(other.sources_);
}

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.range.file, a.range.begin) < std::tie(b.range.file, b.range.begin);
  });
}

}  // namespace casebook
