// SPDX-License-Identifier: Apache-2.0
// Any bytes as a schedule.
#include "engine/board/order_of_battle.h"
#include "tests/fuzz/json_data.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace casebook::board;
  return casebook::fuzz::check_loader(data, size, read_schedule, write_schedule);
}
