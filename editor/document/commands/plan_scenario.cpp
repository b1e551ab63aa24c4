// SPDX-License-Identifier: Apache-2.0
// What a scenario says of itself, and titles of files.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands/plan.h"
#include "engine/base/switch_names.h"

namespace casebook::editor {

using namespace board;

Done Plan::make(const SetTitle& c) {
  if (!find_part(c.file) || !check_text(c.title, "the title")) return refused();
  PartData after = part().data;
  bool same = false;
  std::visit(
      [&](auto& data) {
        using Data = std::remove_cvref_t<decltype(data)>;
        if constexpr (std::is_same_v<Data, JsonData>) {
          JsonValue* title = data.json.find("title");
          same = (title == nullptr ? std::string() : title->text) == c.title;
          if (c.title.empty()) {
            std::erase_if(data.json.members, [](const JsonMember& one) { return one.key == "title"; });
          } else if (title != nullptr) {
            *title = JsonValue::of(c.title);
          } else {
            data.json.members.insert(data.json.members.begin(), {"title", JsonValue::of(c.title), {}});
          }
        } else if constexpr (!std::is_same_v<Data, Unreadable>) {
          same = data.title == c.title;
          data.title = c.title;
        }
      },
      after);
  if (same) return planned();
  return replace(part_, std::move(after), false);
}

Done Plan::change_scenario(const std::string& path, const std::function<bool(ScenarioFile&)>& change) {
  const ScenarioFile* before = find<ScenarioFile>(path, "a scenario");
  if (before == nullptr) return refused();
  ScenarioFile after = *before;
  if (!change(after)) return refused();
  if (after == *before) return planned();
  return replace(part_, std::move(after));
}

Done Plan::make(const SetSwitch& c) {
  return change_scenario(c.file, [&](ScenarioFile& scenario) {
    const std::string name = switch_name(c.what);
    if (name.empty() || !check_text(name, "the switch") || !check_value(c.value)) {
      if (name.empty()) refuse("a switch has a name");
      return false;
    }
    if (c.value && c.value->kind != DataKind::boolean && c.value->kind != DataKind::text) {
      refuse(fmt::format("the switch {} is true, false or the value of a reading", casebook::quoted(name)));
      return false;
    }
    const auto found = std::find_if(scenario.switches.begin(), scenario.switches.end(),
                                    [&](const Switch& one) { return one.name == name; });
    if (!c.value) {
      if (found != scenario.switches.end()) scenario.switches.erase(found);
      return true;
    }
    DataValue value = *c.value;
    if (value.kind == DataKind::text) value.text = switch_name(value.text);
    if (found != scenario.switches.end())
      found->value = std::move(value);
    else
      scenario.switches.push_back({name, std::move(value), {}});
    return true;
  });
}

Done Plan::make(const SetFact& c) {
  return change_scenario(c.file, [&](ScenarioFile& scenario) {
    if (!check_attribute(c.attribute, {}) || !check_value(c.value)) return false;
    ProvenanceChoice none;
    set_fact(scenario.facts, none, c.attribute, c.value, unstated, scenario.provenances);
    return true;
  });
}

bool Plan::set_state(ScenarioFile& scenario, const std::string& state, const std::vector<std::string>& of,
                     const std::optional<DataValue>& value) {
  if (!is_attribute_name(state)) {
    refuse(fmt::format("{} is not the name of a state", casebook::quoted(state)));
    return false;
  }
  for (const std::string& one : of) {
    if (const std::string problem = id_problem(one); !problem.empty()) {
      refuse(fmt::format("{} cannot be the name of an entity or a hex: {}", casebook::quoted(one), problem));
      return false;
    }
  }
  if (of.size() > 4) {
    refuse("a state has at most 4 arguments");
    return false;
  }
  auto found = scenario.state.end();
  for (auto it = scenario.state.begin(); it != scenario.state.end(); ++it) {
    if (it->state != state) continue;
    if (it->of == of) found = it;
    if (it->of.size() == of.size()) continue;
    refuse(fmt::format("{} has {} arguments here, not {}", state, it->of.size(), of.size()));
    return false;
  }
  if (!value) {
    if (found != scenario.state.end()) scenario.state.erase(found);
    return true;
  }
  if (found != scenario.state.end()) {
    found->value = *value;
    return true;
  }
  StateFact fact;
  fact.state = state;
  fact.of = of;
  fact.of_places.assign(of.size(), {});
  fact.value = *value;
  // Facts of one state stand together, as they will when the file is read again.
  auto at = scenario.state.end();
  for (auto it = scenario.state.begin(); it != scenario.state.end(); ++it) {
    if (it->state == state) at = it + 1;
  }
  scenario.state.insert(at, std::move(fact));
  return true;
}

Done Plan::make(const SetState& c) {
  return change_scenario(c.file, [&](ScenarioFile& scenario) {
    return check_value(c.value) && set_state(scenario, c.state, c.of, c.value);
  });
}

Done Plan::make(const SetRelation& c) {
  return change_scenario(c.file, [&](ScenarioFile& scenario) {
    if (!check_attribute(c.attribute, {}) || !check_value(c.value)) return false;
    if (c.of.empty() || c.of.size() > 4) {
      refuse("a relation is of one to four things");
      return false;
    }
    std::vector<DataValue> of;
    for (const std::string& one : c.of) {
      if (!check_text(one, "an argument")) return false;
      DataValue value;
      value.kind = DataKind::text;
      value.text = one;
      of.push_back(std::move(value));
    }
    const auto found =
        std::find_if(scenario.relations.begin(), scenario.relations.end(),
                     [&](const Relation& one) { return one.attribute == c.attribute && one.of == of; });
    if (!c.value) {
      if (found != scenario.relations.end()) scenario.relations.erase(found);
      return true;
    }
    if (found != scenario.relations.end()) {
      found->value = *c.value;
      return true;
    }
    Relation relation;
    relation.attribute = c.attribute;
    relation.of = std::move(of);
    relation.value = *c.value;
    relation.provenance = scenario.provenances.of({}, c.attribute);
    scenario.relations.push_back(std::move(relation));
    return true;
  });
}

Done Plan::make(const SetEdition& c) {
  return change_scenario(c.file, [&](ScenarioFile& scenario) {
    if (!check_text(c.edition, "the edition")) return false;
    scenario.edition = c.edition;
    return true;
  });
}

Done Plan::make(const SetScenarioFiles& c) {
  return change_scenario(c.file, [&](ScenarioFile& scenario) {
    std::vector<NamedFile> files;
    for (const std::string& path : c.paths) {
      if (!check_text(path, "the path")) return false;
      if (path.empty()) {
        refuse("a path that is empty names no file");
        return false;
      }
      files.push_back({path, {}});
    }
    if (files.size() > limits::scenario_files) {
      refuse(fmt::format("a scenario has at most {} files of a kind", limits::scenario_files));
      return false;
    }
    if (c.role == "order-of-battle") {
      scenario.orders_of_battle = std::move(files);
    } else if (c.role == "schedule") {
      scenario.schedules = std::move(files);
    } else if (c.role == "map") {
      if (files.size() > 1) {
        refuse("a scenario has one map");
        return false;
      }
      scenario.map = files.empty() ? NamedFile{} : files.front();
    } else {
      refuse(fmt::format("{} is none of map, order-of-battle and schedule", casebook::quoted(c.role)));
      return false;
    }
    return true;
  });
}

}  // namespace casebook::editor
