// SPDX-License-Identifier: Apache-2.0
// Any bytes as a map.
#include "engine/board/map.h"
#include "tests/fuzz/json_data.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook::board;
  return casebook::fuzz::check_loader(data, size, read_map, write_map);
}
