// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/compare.h"

#include "verifier/compare/stages.h"

namespace casebook::compare {

Result compare(const ScenarioPtr& a, const ScenarioPtr& b, const Settings& settings, const GoesOn& goes_on,
               const Tell& tell) {
  Course course(a, b, settings, goes_on, tell);
  run_stages(course);
  return std::move(course.result);
}

}  // namespace casebook::compare
