// SPDX-License-Identifier: Apache-2.0
#pragma once

// The work of binding, one file a step: members, switches, givens, the start. Internal; callers use bind.h.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/board/scenario.h"
#include "engine/runtime/binding/bind.h"

namespace casebook::runtime {

class ScenarioBinder {
 public:
  ScenarioBinder(Scenario& scenario, const board::ScenarioData& data, Diagnostics& diagnostics);

  void switches(const Switches& overriding);  // bind_switches.cpp; names them in the id too
  void take_part();                           // bind_switches.cpp: which lines about entities count
  void members();                             // bind_members.cpp: kinds, ground, named places
  void givens();                              // bind_givens.cpp
  void start();                               // bind_start.cpp: layout and the first position
  void fingerprint();                         // bind_start.cpp

 private:
  // bind_members.cpp
  void member_line(const board::EntityLine& line, const std::string& file,
                   const std::vector<std::string>& open_kinds);
  void named_places();
  // bind_switches.cpp
  void check_options();
  bool takes_part(const board::EntityLine& line, const std::string& file);
  void name_switches(const OptionValues& options_of_file, const ReadingValues& readings_of_file);
  /// A value as one cell of that type (sets are lists: `list_cells`). D0154 to D0156.
  std::optional<int32_t> cell(const language::Type& type, const board::DataValue& value, int numbering,
                              const std::string& file, const std::string& what);
  std::optional<std::vector<int32_t>> members_of(const language::Type& type, const board::DataValue& value,
                                                 int numbering, const std::string& file,
                                                 const std::string& what);
  /// A member by its name; hexes in that numbering. Nothing is reported.
  std::optional<int32_t> member(KindId kind, std::string_view name, int numbering) const;
  std::string nearest_member(KindId kind, std::string_view name, int numbering) const;
  std::string places_text(int numbering) const;
  std::string kind_name(KindId kind) const { return program_.kinds[kind].name; }

  Values empty_values(const language::Given& given) const;
  void set_given(GivenId given, size_t combination, const board::Fact& fact, int numbering,
                 const std::string& file);
  void given_of_member(KindId kind, int32_t member, const std::vector<board::Fact>& facts, int numbering,
                       const std::string& file);
  void entity_lines(const std::vector<board::EntityLine>& lines, int numbering, const std::string& file,
                    bool declares);
  void check_complete();
  std::optional<GivenId> find_given(std::string_view name) const;
  void unknown_attribute(const board::Fact& fact, const std::string& file, KindId kind);

  bool every_state_has_a_value();
  void initial_state();
  void initial_places();
  void initial_place(const board::EntityLine& line, int numbering, const std::string& file);
  void stated_state();

  const language::Program& program_;
  Scenario& scenario_;
  const board::ScenarioData& data_;
  // The lines that take part with the switches as they are, and the kind and id of those who do not.
  std::vector<board::Numbered<board::OrderOfBattle>> orders_of_battle_;
  std::vector<board::Numbered<board::Schedule>> schedules_;
  std::vector<board::EntityLine> attributes_;
  std::set<std::pair<std::string, std::string>> absent_;
  Diagnostics& diagnostics_;
  std::vector<std::vector<bool>> given_set_;  // by given, by combination
  std::map<std::string, bool> warned_;        // attributes warned about
};

}  // namespace casebook::runtime
