// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks a JSON value against a JSON Schema (draft 2020-12), for tests that compare output with the schemas
// in docs/. It knows the keywords that our schemas use. A schema with another keyword is refused, never
// skipped.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace casebook::testing_support {

/// What is wrong with the schema itself; empty when this validator can judge by it.
std::vector<std::string> schema_problems(const nlohmann::json& schema);

/// What is wrong with the value, each with its place as a JSON pointer; empty when it is valid. The schema
/// must have no problems.
std::vector<std::string> violations(const nlohmann::json& value, const nlohmann::json& schema);

}  // namespace casebook::testing_support
