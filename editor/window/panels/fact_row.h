// SPDX-License-Identifier: Apache-2.0
#pragma once

// A row of the inspector: the name of an attribute, a field for its value, and a button for its source.

#include <QFormLayout>
#include <functional>
#include <optional>
#include <string>

#include "editor/window/shared/desk.h"

namespace casebook::window {

/// A fact of several things at once: where all agree.
struct CommonFact {
  bool first = true, several = false, provenance_several = false;
  std::string text;
  int provenance = board::unstated;
  void meet(const std::string& other, int other_provenance) {
    if (first) {
      text = other;
      provenance = other_provenance;
    } else {
      several = several || text != other;
      provenance_several = provenance_several || provenance != other_provenance;
    }
    first = false;
  }
};

/// `changed` is false when the value is refused; `sourced` gets the name of the chosen source, or nothing.
/// `other` is what another file says of the value.
void add_fact_row(Desk& desk, QFormLayout& form, const editor::Attribute& attribute, const CommonFact& common,
                  const board::Provenances& provenances, bool writable,
                  std::function<bool(const std::optional<board::DataValue>&)> changed,
                  std::function<void(const std::string&)> sourced, const std::string& other = {});

}  // namespace casebook::window
