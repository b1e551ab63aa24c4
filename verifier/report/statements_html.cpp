// SPDX-License-Identifier: Apache-2.0
// The statements of a case in the report: what the list of cases says that the case says.
#include <fmt/format.h>

#include "engine/base/text.h"
#include "verifier/report/page.h"

namespace casebook::report {

void Page::statements(const Covered& one) {
  if (one.statements.empty()) return;
  html.open("ul", {{"class", "statements"}});
  for (const board::Statement& said : one.statements) {
    html.open("li");
    html.text(said.says);
    // Only what is open has a badge, so that it stands out.
    if (said.status == board::StatementStatus::silent || said.status == board::StatementStatus::doubtful) {
      const std::string status(board::statement_status_name(said.status));
      html.text(" ");
      html.put("span", status, {{"class", "badge " + status}});
    }
    std::string more;
    if (said.status == board::StatementStatus::explanatory) more = "no effect on play";
    if (!said.why.empty()) more += (more.empty() ? "" : ": ") + said.why;
    std::vector<std::string> names;
    for (const std::string& name : said.by) names.push_back(quoted(name));
    if (!names.empty()) more += (more.empty() ? "" : "; ") + ("asked by " + listed(names, "and"));
    if (is_unasked(said)) more += (more.empty() ? "" : "; ") + std::string("no claim or invariant asks it");
    if (!more.empty()) html.put("span", " (" + more + ")", {{"class", "faint"}});
    html.close();
  }
  html.close();
}

}  // namespace casebook::report
