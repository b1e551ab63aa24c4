// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must hold for every loader of a data file, whatever the bytes. Loading ends. It returns a value or
// says why not. Every diagnostic can be printed. What is written reads as an equal value and the same text.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/diagnostic_json.h"
#include "engine/base/diagnostic_text.h"
#include "engine/base/json.h"

namespace casebook::fuzz {

inline void demand(bool held, const char* what, const std::string& more = {}) {
  if (held) return;
  std::fprintf(stderr, "does not hold: %s\n%s\n", what, more.c_str());
  std::abort();
}

inline void check_diagnostics(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.all())
    demand(!d.code.empty() && !d.message.empty(), "a code and a message");
  for (const char c : diagnostics_text(diagnostics)) {
    demand(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F),
           "no control character reaches the terminal");
  }
  demand(nlohmann::json::accept(json_text(diagnostics_json(diagnostics))), "diagnostics are JSON");
}

inline void check_json(const std::string& text) {
  Diagnostics diagnostics;
  const bool mine = board::parse_json(text, "fuzz", diagnostics).has_value();
  demand(mine == diagnostics.empty(), "a value or a diagnostic");
  if (text.find('\0') != std::string::npos) return;  // for nlohmann-json the end of the text
  const bool stricter =
      !mine && (diagnostics.all()[0].code == "D0103" || diagnostics.all()[0].code == "D0104");
  if (!stricter)
    demand(mine == nlohmann::json::accept(text), "what nlohmann-json accepts", diagnostics_text(diagnostics));
}

template <class Read, class Write>
int check_loader(const uint8_t* data, size_t size, Read read, Write write) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_json(text);
  Diagnostics diagnostics;
  const auto value = read(text, "fuzz", diagnostics);
  demand(value.has_value() == !diagnostics.has_errors(), "a value or an error");
  check_diagnostics(diagnostics);
  if (!value) return 0;
  const std::string written = write(*value);
  const auto again = read(written, "fuzz", diagnostics);
  demand(again.has_value(), "what is written can be read", diagnostics_text(diagnostics) + written);
  demand(*again == *value, "and is equal", written);
  demand(write(*again) == written, "and is written alike", written);
  return 0;
}

}  // namespace casebook::fuzz
