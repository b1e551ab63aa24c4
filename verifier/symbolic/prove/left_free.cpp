// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/left_free.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/runtime/has_values.h"
#include "engine/runtime/text/position_names.h"
#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

class Lister {
 public:
  explicit Lister(ScenarioPtr scenario) : scenario_(std::move(scenario)), program_(*scenario_->program) {}

  std::vector<LeftFree> run() {
    for (const language::Definition& definition : program_.definitions) list(definition);
    for (size_t site = 0; site < program_.sites.size(); ++site) list(static_cast<int32_t>(site));
    std::sort(all_.begin(), all_.end());
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    return std::move(all_);
  }

 private:
  void add(std::string where, std::string construct, CaseId label) {
    all_.push_back({std::move(where), std::move(construct), program_.label_text(label)});
  }

  void list(const language::Definition& definition) {
    if (!runtime::has_values(*scenario_, definition)) return;
    const std::string where = "definition " + definition.name;
    Formula formula;
    PositionFormulas positions(scenario_, formula);
    const SymbolicPosition open = positions.open(std::vector<bool>(program_.procedures.size(), true));
    Translator translator(positions, Freedom::allowed);
    try {
      for (const VarId param : definition.params) {
        const language::Var& var = program_.vars[param];
        translator.variable(param) = positions.any(var.type, var.interval, var.name);
      }
      translator.definition_value(definition, open);
      translator.write_each_field_down();
    } catch (const Untranslated& left) {
      add(where, left.construct, left.label);
    } catch (const TooLarge& large) {
      add(where, large.what(), language::none);
    }
    for (const auto& [construct, label] : translator.freed()) add(where, construct, label);
  }

  void list(SiteId site) {
    const std::string where = runtime::site_text(program_, site);
    const Properties properties(*scenario_, {});
    try {
      SiteProof proof(scenario_, properties, site);
      proof.write_each_field_down();
      for (const auto& [construct, label] : proof.freed()) add(where, construct, label);
      for (const Obligation& one : proof.obligations()) {
        if (one.open.empty()) continue;
        const language::Site& here = program_.sites[site];
        std::string what = where;
        if (here.kind == language::SiteKind::choose && one.alternative != any_of_them)
          what += fmt::format(
              " {}{}", is_guard(one.alternative) ? "before " : "",
              program_.actions[here.alternatives[static_cast<size_t>(plain(one.alternative))].action].name);
        add(what, one.open, language::none);
      }
    } catch (const TooLarge& large) {
      add(where, large.what(), language::none);
    }
  }

  ScenarioPtr scenario_;
  const language::Program& program_;
  std::vector<LeftFree> all_;
};

}  // namespace

std::vector<LeftFree> left_free(const ScenarioPtr& scenario) {
  return Lister(scenario).run();
}

std::string left_free_text(const std::vector<LeftFree>& all) {
  std::string text;
  for (const LeftFree& one : all)
    text +=
        fmt::format("{}: {}{}\n", one.where, one.construct, one.label.empty() ? "" : " (" + one.label + ")");
  return text;
}

}  // namespace casebook::symbolic
