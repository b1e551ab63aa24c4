// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/needs.h"

#include <algorithm>

namespace casebook::window {

namespace {

/// As references.h calls them.
void things_of(const editor::Document& document, const editor::Command& command,
               std::vector<std::string>& things) {
  if (const auto* several = std::get_if<editor::Several>(&command.what)) {
    for (const editor::Command& one : several->commands) things_of(document, one, things);
  } else if (const auto* entities = std::get_if<editor::RemoveEntities>(&command.what)) {
    // Out of a schedule or a scenario goes only what that says of them.
    const int part = document.find(entities->file);
    if (part >= 0 && document.part(part).as<board::OrderOfBattle>() != nullptr)
      things.insert(things.end(), entities->entities.begin(), entities->entities.end());
  } else if (const auto* place = std::get_if<editor::SetPlace>(&command.what)) {
    if (place->hex.empty()) things.push_back("place " + place->place);
  } else if (const auto* numbering = std::get_if<editor::SetNumbering>(&command.what)) {
    if (numbering->scheme.kind == board::JsonKind::null)
      things.push_back("numbering " + numbering->numbering);
  } else if (const auto* file = std::get_if<editor::RemoveFile>(&command.what)) {
    things.push_back("file " + file->file);
  } else if (const auto* holes = std::get_if<editor::SetHoles>(&command.what)) {
    if (holes->missing)
      for (const std::string& hex : holes->hexes) things.push_back("hex " + hex);
  }
}

/// What goes with it is no reason to keep it.
bool goes_too(const editor::Reference& reference, const std::vector<std::string>& things) {
  if (reference.text == "its own line" || reference.text == "a line of one of its hexsides") return true;
  return std::any_of(things.begin(), things.end(), [&](const std::string& thing) {
    return reference.line == 0 && reference.text.ends_with(" of " + thing);
  });
}

}  // namespace

std::vector<Needed> needed_by_others(const editor::Document& document, const editor::Command& command) {
  std::vector<std::string> things;
  things_of(document, command, things);
  std::vector<Needed> out;
  for (const std::string& thing : things) {
    Needed one{thing, editor::references(document, thing)};
    std::erase_if(one.by, [&](const editor::Reference& by) { return goes_too(by, things); });
    if (!one.by.empty()) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace casebook::window
