// SPDX-License-Identifier: Apache-2.0
#include "engine/base/switch_names.h"

#include <algorithm>

namespace casebook {

std::string switch_name(std::string_view name) {
  std::string shown(name);
  std::replace(shown.begin(), shown.end(), '_', '-');
  return shown;
}

bool same_switch(std::string_view a, std::string_view b) {
  return switch_name(a) == switch_name(b);
}

}  // namespace casebook
