// SPDX-License-Identifier: Apache-2.0
// Styles, scans, acknowledged findings; files that come and go.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "editor/document/commands/plan.h"
#include "engine/board/format.h"
#include "engine/platform/files.h"

namespace casebook::editor {

using namespace board;

namespace {

constexpr size_t deepest_key = 6;

}  // namespace

const JsonData* Plan::find_json(const std::string& path, std::string_view format, const char* what) {
  const JsonData* data = find<JsonData>(path, what);
  if (data != nullptr && part().format != format) {
    refuse(path + " is not " + what);
    return nullptr;
  }
  return data;
}

Done Plan::make(const SetStyle& c) {
  const JsonData* before = find_json(c.file, style_format, "a style");
  if (before == nullptr) return refused();
  if (c.keys.empty() || c.keys.size() > deepest_key)
    return refuse(fmt::format("a value of a style is named by one to {} keys", deepest_key));
  JsonData after = *before;
  JsonValue* at = &after.json;
  const bool removes = c.value.is(JsonKind::null);
  for (size_t i = 0; i + 1 < c.keys.size(); ++i) {
    JsonValue* next = at->find(c.keys[i]);
    if (next == nullptr) {
      if (removes) return planned();
      at->add(c.keys[i], JsonValue::object());
      next = &at->members.back().value;
    }
    if (!next->is(JsonKind::object))
      return refuse(fmt::format("{} of the style is a value, not a group", casebook::quoted(c.keys[i])));
    at = next;
  }
  if (removes) {
    std::erase_if(at->members, [&](const JsonMember& one) { return one.key == c.keys.back(); });
  } else if (JsonValue* old = at->find(c.keys.back())) {
    *old = c.value;
  } else {
    at->add(c.keys.back(), c.value);
  }
  if (after.json == before->json) return planned();
  return replace(part_, std::move(after));
}

Done Plan::make(const SetScan& c) {
  const JsonData* before = find_json(c.file, tracing_format, "a file of scans");
  if (before == nullptr) return refused();
  JsonData after = *before;
  JsonValue* scans = after.json.find("scans");
  if (scans == nullptr) {
    after.json.add("scans", JsonValue::array());
    scans = &after.json.members.back().value;
  }
  const bool removes = c.scan.is(JsonKind::null);
  if (!removes && !c.scan.is(JsonKind::object)) return refuse("a scan is an object with a path");
  if (c.index < 0) {
    if (removes) return refuse("give the index of the scan to remove");
    if (scans->items.size() >= most_scans)
      return refuse(fmt::format("a map has at most {} scans", most_scans));
    scans->items.push_back(c.scan);
  } else if (static_cast<size_t>(c.index) >= scans->items.size()) {
    return refuse(fmt::format("there are {} scans", scans->items.size()));
  } else if (removes) {
    scans->items.erase(scans->items.begin() + c.index);
  } else {
    scans->items[static_cast<size_t>(c.index)] = c.scan;
  }
  if (after.json == before->json) return planned();
  return replace(part_, std::move(after));
}

Done Plan::make(const Acknowledge& c) {
  const Acknowledgements* before = find<Acknowledgements>(c.file, "a list of acknowledged findings");
  if (before == nullptr) return refused();
  Acknowledgements after = *before;
  const auto found = std::find_if(after.all.begin(), after.all.end(), [&](const Acknowledgement& one) {
    return one.fingerprint == c.fingerprint;
  });
  if (c.why.empty()) {
    if (found == after.all.end()) return refuse("that finding is not acknowledged");
    after.all.erase(found);
  } else if (found != after.all.end()) {
    if (found->who == c.who && found->why == c.why) return planned();
    found->who = c.who;
    found->why = c.why;
  } else {
    Acknowledgement one;
    one.fingerprint = c.fingerprint;
    one.who = c.who;
    one.why = c.why;
    after.all.push_back(std::move(one));
  }
  return replace(part_, std::move(after));
}

Done Plan::make(const AddFile& c) {
  platform::FileError error;
  if (!c.file.ends_with(".json"))
    return refuse(fmt::format("{} does not end in .json", casebook::quoted(c.file)));
  const std::string normal = std::filesystem::path(c.file).lexically_normal().generic_string();
  if (!platform::path_inside(document_.folder(), document_.folder(), c.file, error))
    return refuse(fmt::format("the path {} {}", casebook::quoted(c.file), error.reason));
  if (normal != c.file) return refuse(fmt::format("the path is written {}", normal));
  if (document_.find(c.file) >= 0) return refuse(fmt::format("the project has a file {} already", c.file));
  Part made = read_part(c.file, c.file, write_json(c.contents));
  if (made.as<Unreadable>() != nullptr)
    return refuse(made.wrong.empty() ? std::string("this is not a data file") : made.wrong.front().message);
  PartEdit edit;
  edit.part = static_cast<int>(document_.parts().size());
  for (size_t i = 0; i < document_.parts().size(); ++i) {  // it was there before
    if (document_.parts()[i].path == c.file) edit.part = static_cast<int>(i);
  }
  edit.path = c.file;
  edit.format = made.format;
  edit.before = std::make_shared<const PartData>(Unreadable{});
  edit.after = std::make_shared<const PartData>(std::move(made.data));
  edit.there_before = false;
  edit.there_after = true;
  edits.push_back(std::move(edit));
  return planned();
}

Done Plan::make(const RemoveFile& c) {
  if (!find_part(c.file)) return refused();
  PartEdit edit;
  edit.part = part_;
  edit.path = c.file;
  edit.format = part().format;
  edit.before = std::make_shared<const PartData>(part().data);
  edit.after = std::make_shared<const PartData>(Unreadable{});
  edit.there_before = true;
  edit.there_after = false;
  edits.push_back(std::move(edit));
  return planned();
}

}  // namespace casebook::editor
