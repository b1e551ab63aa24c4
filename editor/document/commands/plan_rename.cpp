// SPDX-License-Identifier: Apache-2.0
// An entity called otherwise, wherever the project names it.
#include <fmt/format.h>

#include "editor/document/commands/plan.h"
#include "editor/document/names.h"

namespace casebook::editor {

using namespace board;

Done Plan::make(const RenameEntity& c) {
  std::string kind, id;
  if (!split_entity(c.entity, kind, id)) return refused();
  if (const std::string problem = id_problem(c.id); !problem.empty())
    return refuse(fmt::format("{} cannot be an id: {}", casebook::quoted(c.id), problem));
  if (c.id == id) return planned();
  const Vocabulary& words = document_.ruleset().words;
  const auto means = [&](const NameUse& use, const std::string& name) {
    if (*use.text != name || use.location) return false;
    return use.kind.empty() || use.kind == kind;
  };
  bool found = false;
  for (size_t i = 0; i < document_.parts().size(); ++i) {
    const Part& one = document_.part(static_cast<int>(i));
    if (!one.there || !one.writable) continue;
    const std::vector<EntityLine>* lines = entity_lines(one);
    if (lines == nullptr && one.as<HexMap>() == nullptr) continue;
    PartData data = one.data;
    int uses = 0;
    std::string clash;
    visit_names(data, words, [&](const NameUse& use) {
      if (use.line && means(use, c.id)) clash = one.path;
      if (!means(use, id)) return;
      found = found || use.line;
      *use.text = c.id;
      ++uses;
    });
    if (!clash.empty())
      return refuse(fmt::format("{} has a {} {} already", clash, kind, casebook::quoted(c.id)));
    if (uses == 0) continue;
    if (const Done done = replace(static_cast<int>(i), std::move(data), false); !done) return done;
  }
  if (!found) {
    edits.clear();
    return refuse(fmt::format("no file of the project has a line for the {} {}", kind, casebook::quoted(id)));
  }
  return planned();
}

}  // namespace casebook::editor
