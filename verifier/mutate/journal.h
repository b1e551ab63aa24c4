// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fate of each mutant, written down one by one, so that a long run can be stopped and continued.
//
// The file only grows. The first line names rules, files and settings; then each mutant has a line, which
// is on disk before the next mutant is tried. A torn last line is dropped and its mutant tried again. A
// journal of another run is refused (C0122).
//
// Claims are not part of the rules' meaning and may change. When any claim changed, mutants that nothing
// noticed are tried again; when a claim changed that noticed a mutant, that mutant is. Format:
// docs/formats/mutants-journal.md.

#include <map>
#include <memory>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/platform/append_file.h"
#include "verifier/mutate/mutate.h"

namespace casebook::mutate {

class Journal {
 public:
  /// Reads a journal and continues it, or begins a new one. Null with a diagnostic: C0122 it belongs to
  /// another run, C0105 unreadable, C0106 not writable or in use.
  static std::unique_ptr<Journal> open(const std::string& path, const checks::Subject& subject,
                                       const Settings& settings, Diagnostics& diagnostics);

  /// Fills in what has become of it, if that is known.
  bool recall(Told& told) const;
  /// False when it could not be written: it says why, once and for all.
  bool write(const Told& told);
  const std::string& problem() const { return problem_; }
  size_t size() const { return known_.size(); }

 private:
  struct Line {
    Fate fate = Fate::not_asked;
    std::string by, where, claims;
  };
  explicit Journal(const language::Program& program);
  /// Of the claims that it rests on: all of them, one, or none.
  std::string claims_of(Fate fate, const std::string& by, const std::string& where) const;
  uint64_t rules_;
  std::string all_claims_;
  std::map<std::string, std::string> claims_;  // fingerprints by name
  std::map<std::string, Line> known_;          // by fingerprint of the mutant
  std::unique_ptr<platform::AppendFile> file_;
  std::string problem_;
};

/// Of one mutant among those of the same rules: `00c0ffee00c0ffee`.
std::string fingerprint(const language::Mutant& mutant);

}  // namespace casebook::mutate
