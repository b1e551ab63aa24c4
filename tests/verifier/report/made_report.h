// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reports with invented findings about scenarios of the source tree, and what tests look at in them.

#include <memory>
#include <string>
#include <vector>

#include "tests/support/xml.h"
#include "verifier/report/report.h"

namespace casebook::report {

ScenarioPtr loaded(const std::string& edition);
/// A finding with the start of a game as its witness.
Finding finding(const ScenarioPtr& scenario, const std::string& subject, std::vector<Assertion> said);
/// Of `ours` with "Another edition", which is called `elsewhere`; without findings.
Comparison comparison_with_another();
Report report_of(const ScenarioPtr& scenario, std::vector<Finding> findings);
/// Null, and the test has failed, where it is not well-formed.
std::unique_ptr<testing_support::XmlElement> parsed(const std::string& html);
std::string all_text(const testing_support::XmlElement& element);
/// No script, nothing fetched, every link leads somewhere.
void expect_alone_and_linked(const testing_support::XmlElement& root, const std::string& html);
/// What is drawn as a way, by its titles.
std::vector<std::string> ways(const testing_support::XmlElement& picture);

}  // namespace casebook::report
