// SPDX-License-Identifier: Apache-2.0
#pragma once

// The examples of regions as a suite of tests, which other rules can be held against. docs/formats/regions-suite.md.

#include <string>

#include "verifier/cli/regions/regions_text.h"

namespace casebook::cli {

/// Of a definition a position file for each example; of what runs a record, and the position that it led to. And a
/// file that lists them.
bool write_suite(const runtime::Scenario& scenario, const RegionsItem& item, const regions::Regions& made,
                 const std::string& folder, Context& context);

/// Runs the tests of a suite under the rules that `word` names.
ExitStatus hold_suite(const std::string& file, const std::string& word, Context& context);

/// The definition, procedure, action or effect of that name, in this order. `sort` is empty where there is none.
RegionsItem regions_item(const language::Program& program, const std::string& name);

}  // namespace casebook::cli
