// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/verdict.h"

namespace casebook {

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "PROVED";
    case Verdict::refuted:
      return "REFUTED";
    case Verdict::not_inductive:
      return "NOT INDUCTIVE";
    case Verdict::holds_to_bound:
      return "HOLDS TO BOUND";
    case Verdict::sampled:
      return "SAMPLED";
    case Verdict::unknown:
      return "UNKNOWN";
    case Verdict::tool_error:
      break;
  }
  return "TOOL ERROR";
}

}  // namespace casebook
