// SPDX-License-Identifier: Apache-2.0
#include "editor/document/comparison.h"

#include "editor/document/scenario_data.h"

namespace casebook::editor {

using namespace board;

namespace {

void add_terms(const Snapshot& snapshot, Terms& terms) {
  if (!snapshot.program) return;
  const Vocabulary words = vocabulary(*snapshot.program);
  for (const Attribute& one : words.attributes) {
    if (!one.phrase.empty()) terms.phrases[one.name] = one.phrase;
    if (!one.fallback.empty()) terms.fallbacks[one.name] = one.fallback;
    if (one.type.kind == one.name) terms.kinds.insert(one.name);
  }
  for (const SwitchOf& one : words.switches) terms.fallbacks[one.name] = one.fallback;
  terms.boxes.insert(words.boxes.begin(), words.boxes.end());
}

}  // namespace

Compared compare_scenarios(const Snapshot& first, const Snapshot& second) {
  Compared out;
  std::optional<ScenarioData> data[2];
  int i = 0;
  for (const Snapshot* one : {&first, &second}) {
    Diagnostics diagnostics;
    data[i] = scenario_data(*one, diagnostics);
    if (!data[i] && out.problem.empty()) {
      out.problem = one->scenario < 0 ? "there is no scenario to compare" : "a scenario cannot be read";
      for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) {
          out.problem = diagnostic.message;
          break;
        }
      }
    }
    ++i;
  }
  if (!out.problem.empty()) return out;
  Terms terms, before;
  add_terms(first, before);
  add_terms(second, terms);
  // What one says otherwise where data say nothing is no common term.
  std::erase_if(terms.fallbacks, [&](const auto& one) {
    const auto found = before.fallbacks.find(one.first);
    return found != before.fallbacks.end() && found->second != one.second;
  });
  out.differences = differences(*data[0], *data[1]);
  for (const Difference& one : out.differences) out.texts.push_back(difference_text(one, terms));
  return out;
}

std::shared_ptr<const Snapshot> as_saved(const Document& document) {
  auto out = std::make_shared<Snapshot>(*document.snapshot());
  for (size_t i = 0; i < out->parts.size(); ++i) {
    const Part& part = *out->parts[i];
    if (part.path.starts_with("rulesets:") || !document.modified(static_cast<int>(i))) continue;
    Part saved;
    if (part.has_file) {
      saved = read_part(part.path, part.path, part.on_disk);
    } else {
      saved.path = part.path;
      saved.there = false;
    }
    out->parts[i] = std::make_shared<const Part>(std::move(saved));
  }
  if (out->scenario >= 0 && !out->parts[static_cast<size_t>(out->scenario)]->there) out->scenario = -1;
  return out;
}

}  // namespace casebook::editor
