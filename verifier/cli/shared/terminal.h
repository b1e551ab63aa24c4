// SPDX-License-Identifier: Apache-2.0
#pragma once

// Output of verbs. Results go to standard output, complaints and progress to standard error. A closed pipe
// ends output quietly. Colour appears on a terminal only, and never with NO_COLOR; everything reads the
// same without it.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/diagnostic.h"

namespace casebook::cli {

class Terminal {
 public:
  Terminal();

  void line(std::string_view text);  // one line of result
  void text(std::string_view text);  // as it is
  void json(const nlohmann::ordered_json& document);
  void complain(std::string_view text);  // one line on standard error
  /// A mistake that is in no file: `error C0112: message`, then what was expected and what was probably
  /// meant.
  void error(const std::string& code, const std::string& message, const std::string& expected = {},
             const std::string& suggestion = {});
  void diagnostics(const Diagnostics& diagnostics);
  /// `playing: 120 of 500`, rewritten in place; only when standard error is a terminal.
  void progress(std::string_view what, long done, long of);
  /// The same with a text of its own, cut to the width of the terminal.
  void progress(std::string_view text);
  bool shows_progress() const;
  void end_progress();

  bool colour() const { return colour_; }
  int columns() const { return columns_; }  // 80 unless the terminal says otherwise
  /// False when standard output could not take everything (a full disk); the verb then ends with `input`. A
  /// reader that has left is no failure.
  bool finish();

 private:
  bool colour_ = false;
  bool progress_shown_ = false;
  bool reader_left_ = false;  // standard output is a pipe that nobody reads any more
  int columns_ = 80;
};

}  // namespace casebook::cli
