// SPDX-License-Identifier: Apache-2.0
#include "engine/base/build_info.h"

namespace casebook {

std::string_view version() {
  return CASEBOOK_VERSION;
}

std::string_view source_tree() {
  return CASEBOOK_SOURCE_TREE;
}

}  // namespace casebook
