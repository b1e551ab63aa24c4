// SPDX-License-Identifier: Apache-2.0
// Which two commands of one stroke are one step of the history.
#include <algorithm>

#include "editor/document/commands/commands.h"

namespace casebook::editor {

namespace {

/// The names of both, each once; those of the second that are new stand last.
std::vector<std::string> united(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> sorted = a, out = a;
  std::sort(sorted.begin(), sorted.end());
  for (const std::string& one : b) {
    if (!std::binary_search(sorted.begin(), sorted.end(), one)) out.push_back(one);
  }
  return out;
}

template <class One, class Names>
std::optional<Command> brush(const One& a, const One& b, Names One::*names) {
  One rest = b;
  rest.*names = a.*names;
  if (rest != a) return std::nullopt;
  rest.*names = united(a.*names, b.*names);
  return rest;
}

/// The same things set again: the later value counts.
template <class One, class Names>
std::optional<Command> again(const One& a, const One& b, Names One::*names) {
  // Taking a fact away takes what was known of it too.
  if (a.value && a.file == b.file && a.*names == b.*names && a.attribute == b.attribute &&
      a.provenance == b.provenance)
    return b;
  return std::nullopt;
}

struct Merge {
  template <class A, class B>
  std::optional<Command> operator()(const A&, const B&) const {
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetHexes& a, const SetHexes& b) const {
    auto out = brush(a, b, &SetHexes::hexes);
    return out ? out : again(a, b, &SetHexes::hexes);
  }
  std::optional<Command> operator()(const ChangeMembers& a, const ChangeMembers& b) const {
    return brush(a, b, &ChangeMembers::hexes);
  }
  std::optional<Command> operator()(const SetHexsides& a, const SetHexsides& b) const {
    auto out = brush(a, b, &SetHexsides::hexsides);
    return out ? out : again(a, b, &SetHexsides::hexsides);
  }
  std::optional<Command> operator()(const DrawLink& a, const DrawLink& b) const {
    if (a.file != b.file || a.attribute != b.attribute || a.provenance != b.provenance || a.through.empty() ||
        b.through.empty() || a.through.back() != b.through.front())
      return std::nullopt;
    DrawLink out = a;
    out.through.insert(out.through.end(), b.through.begin() + 1, b.through.end());
    return out;
  }
  std::optional<Command> operator()(const EraseLink& a, const EraseLink& b) const {
    return brush(a, b, &EraseLink::hexsides);
  }
  std::optional<Command> operator()(const SetHoles& a, const SetHoles& b) const {
    return brush(a, b, &SetHoles::hexes);
  }
  std::optional<Command> operator()(const SetProvenance& a, const SetProvenance& b) const {
    return brush(a, b, &SetProvenance::of);
  }
  std::optional<Command> operator()(const SetEntities& a, const SetEntities& b) const {
    auto out = brush(a, b, &SetEntities::entities);
    return out ? out : again(a, b, &SetEntities::entities);
  }
  std::optional<Command> operator()(const PlaceEntities& a, const PlaceEntities& b) const {
    if (!a.place.empty() && a.file == b.file && a.entities == b.entities && a.provenance == b.provenance)
      return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetTitle& a, const SetTitle& b) const {
    if (a.file == b.file) return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetLabel& a, const SetLabel& b) const {
    if (a.file == b.file && a.index == b.index) return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetScan& a, const SetScan& b) const {
    const bool changes = a.index >= 0 && !a.scan.is(board::JsonKind::null);
    if (a.file == b.file && a.index == b.index && changes && !b.scan.is(board::JsonKind::null)) return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetStyle& a, const SetStyle& b) const {
    if (a.file == b.file && a.keys == b.keys) return b;
    return std::nullopt;
  }
};

}  // namespace

std::optional<Command> merged(const Command& first, const Command& second) {
  return std::visit(Merge{}, first.what, second.what);
}

}  // namespace casebook::editor
