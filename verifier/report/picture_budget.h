// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which pictures fit into a report. The report is written twice. The first pass asks for each picture and
// writes none, which shows how much else there is. Then the most needed pictures are chosen, and the second
// pass writes them in their places.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/picture/svg.h"

namespace casebook::report {

class PictureBudget {
 public:
  enum class Need : uint8_t {
    row,       // of a difference that stands for all of its row
    finding,   // of anything else that has a witness
    before,    // what the step that decides is made from
    the_like,  // of further differences of a row
  };

  /// The picture as an element; empty where it is not written, which is always so before `choose`. Both
  /// passes ask for the same pictures in the same order.
  std::string next(const picture::Picture& picture, Need need);
  /// Chooses which of the pictures go into so many bytes.
  void choose(size_t room);
  size_t bytes() const { return bytes_; }  // written

 private:
  struct Asked {
    picture::Picture picture;
    Need need;
  };
  static std::string prefix(size_t number);

  std::vector<Asked> asked_;
  std::set<size_t> chosen_;
  bool is_chosen_ = false;
  size_t number_ = 0, bytes_ = 0;
  picture::SharedShapes shared_;
};

}  // namespace casebook::report
