// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rules with long lists of choices, and somebody who stops while they are made.

#include <cstdint>
#include <memory>
#include <string>

#include "engine/platform/console.h"
#include "tests/support/rules_text.h"

namespace casebook::testing_support {

inline std::string tokens_text(int count) {
  std::string text = "  kind token = t1";
  for (int i = 2; i <= count; ++i) text += ", t" + std::to_string(i);
  return text + "\n";
}

/// White opens first, and then may send any tokens: of `count` tokens there are 2 to the power of that.
inline std::shared_ptr<const runtime::Scenario> sending(int count, const std::string& action,
                                                        const std::string& offer = "send(team)") {
  return scenario_of(R"(edition trial "Trial"
section 1 "All"
case 1.1 "Words"
  kind side = white, black
  state sent: token = t1
)" + tokens_text(count) + R"(  procedure game
    choose by white
      open_up()
    choose by white
      )" + offer + R"(
      pass()
    choose by white
      pass()
    end game won by white
  action open_up()
  action pass()
case 2.2 "Sending"
)" + action,
                     {});
}
inline const char* const send_any = "  action send(team: set of t in token)\n";

/// As long as it lives somebody has asked to stop, or will have after so many looks.
class AskedToStop {
 public:
  explicit AskedToStop(uint64_t looks = 0) { platform::set_stop_requested_after(looks); }
  ~AskedToStop() { platform::set_stop_requested(false); }
  AskedToStop(const AskedToStop&) = delete;
  AskedToStop& operator=(const AskedToStop&) = delete;
};

}  // namespace casebook::testing_support
