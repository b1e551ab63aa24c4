// SPDX-License-Identifier: Apache-2.0
// The published schemas and the readers agree: on every sample, every broken file, every data file that is
// shipped, and on samples altered at random.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/board/format.h"
#include "engine/board/migrate.h"
#include "tests/support/json_schema.h"

namespace casebook::board {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing_support::schema_problems;
using testing_support::violations;

const fs::path source(CASEBOOK_SOURCE_DIR);

std::string contents(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// "casebook/map" -> its schema.
const Json& schema_of(const std::string& format) {
  static std::map<std::string, Json> loaded;
  auto [it, is_new] = loaded.try_emplace(format);
  if (is_new)
    it->second = Json::parse(
        contents(source / "docs/formats" / (format.substr(format.find('/') + 1) + ".schema.json")));
  return it->second;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST(Schemas, use_only_what_the_validator_knows) {
  size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(source / "docs/formats")) {
    if (!entry.path().string().ends_with(".schema.json")) continue;
    ++seen;
    EXPECT_EQ(joined(schema_problems(Json::parse(contents(entry.path())))), "") << entry.path();
  }
  EXPECT_GE(seen, formats().size());
}

TEST(Schemas, accept_the_samples) {
  for (const auto& entry : fs::directory_iterator(source / "tests/engine/board/samples")) {
    const Json value = Json::parse(contents(entry.path()));
    const auto found = violations(value, schema_of(value["format"]));
    EXPECT_EQ(found.empty(), value["version"] == find_format(value["format"].get<std::string>())->version)
        << entry.path() << "\n"
        << joined(found);
  }
}

TEST(Schemas, accept_every_data_file_that_is_shipped) {
  for (const auto& entry : fs::recursive_directory_iterator(source / "rulesets")) {
    if (entry.path().extension() != ".json") continue;
    Json value;
    ASSERT_NO_THROW(value = Json::parse(contents(entry.path()))) << entry.path();
    const std::string format = value.value("format", "");
    if (find_format(format) == nullptr) continue;
    EXPECT_EQ(joined(violations(value, schema_of(format))), "") << entry.path();
  }
}

// The examples of docs/formats are whole files, without anything to complain about.
TEST(Schemas, accept_the_examples_in_the_documents) {
  size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(source / "docs/formats")) {
    if (entry.path().extension() != ".md") continue;
    const std::string page = contents(entry.path());
    const std::string fence = "```json\n";
    for (size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
      const size_t begin = at + fence.size();
      const std::string text = page.substr(begin, page.find("```", begin) - begin);
      const Json value = Json::parse(text);
      if (find_format(value.value("format", "")) == nullptr) continue;
      ++seen;
      Diagnostics diagnostics;
      EXPECT_TRUE(rewritten(text, entry.path().filename().string(), diagnostics));
      EXPECT_EQ(diagnostics_text(diagnostics), "");
      EXPECT_EQ(joined(violations(value, schema_of(value["format"]))), "") << text;
    }
  }
  EXPECT_GE(seen, 6U);
}

// What a schema can know: members missing, of the wrong kind, or no word allowed there.
bool schema_can_tell(const std::string& code) {
  return code == "D0105" || code == "D0106" || code == "D0108" || code == "D0109" || code == "D0111" ||
         code == "D0112" || code == "D0113" || code == "D0114" || code == "D0125";
}

TEST(Schemas, refuse_broken_files_as_far_as_a_schema_can) {
  size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(source / "tests/engine/board/broken")) {
    const std::string text = contents(entry.path());
    if (!Json::accept(text)) continue;
    const Json value = Json::parse(text);
    Diagnostics diagnostics;
    rewritten(text, "f", diagnostics);
    for (const Diagnostic& d : diagnostics.all()) {
      // The directions of a grid depend on its layout, which a schema does not look up.
      if (!schema_can_tell(d.code) || entry.path().stem() == "map-direction") continue;
      ++seen;
      const std::string format =
          value["format"] == "casebook/mapp" ? "casebook/map" : value["format"].get<std::string>();
      EXPECT_NE(joined(violations(value, schema_of(format))), "") << entry.path();
    }
  }
  EXPECT_GT(seen, 12U);
}

/// The places of every value below the top.
void all_places(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) {
      out.push_back(at / key);
      all_places(inner, at / key, out);
    }
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      out.push_back(at / i);
      all_places(value[i], at / i, out);
    }
  }
}

void expect_agreement(const Json& value, const std::string& format) {
  const std::string text = value.dump();
  Diagnostics diagnostics;
  const bool read = rewritten(text, "f", diagnostics).has_value();
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.code == "D0107") return;  // an older version, which the newest schema does not describe
  }
  const auto found = violations(value, schema_of(format));
  EXPECT_TRUE(!read || found.empty()) << "read, but the schema says: " << joined(found) << text;
  bool structural = false;
  for (const Diagnostic& d : diagnostics.all()) {
    const bool direction = d.message.find("no hexside") != std::string::npos;
    structural = structural || (d.severity == Severity::error && schema_can_tell(d.code) && !direction);
  }
  EXPECT_FALSE(structural && found.empty())
      << "the schema is content, but: " << diagnostics_text(diagnostics) << text;
}

TEST(Schemas, agree_with_the_readers_on_every_alteration_of_a_sample) {
  const Json instead[] = {nullptr,
                          true,
                          0,
                          3,
                          -1,
                          1.5,
                          "",
                          "sand",
                          "a,b",
                          Json::array(),
                          Json::array({"a"}),
                          Json::array({Json::array()}),
                          Json::object(),
                          Json({{"others", 1}}),
                          Json({{"a b", "c"}})};
  size_t tried = 0;
  for (const FormatInfo& info : formats()) {
    if (info.name == position_format) continue;  // only a bound scenario can say what is wrong in a position
    if (info.name == style_format) continue;     // the engine draws nothing: tests/engine/picture
    if (info.name == "casebook/tracing") continue;  // nor has it scans: tests/editor/document
    const std::string name(info.name.substr(info.name.find('/') + 1));
    const Json sample = Json::parse(contents(source / "tests/engine/board/samples" / (name + ".v1.json")));
    std::vector<Json::json_pointer> places;
    all_places(sample, Json::json_pointer(), places);
    for (const auto& place : places) {
      if (place.to_string() == "/format") continue;
      Json altered = sample;
      Json& parent = altered.at(place.parent_pointer());
      if (parent.is_object()) {
        parent.erase(place.back());
      } else {
        parent.erase(static_cast<size_t>(std::stoul(place.back())));
      }
      expect_agreement(altered, std::string(info.name));
      for (const Json& other : instead) {
        altered = sample;
        altered.at(place) = other;
        expect_agreement(altered, std::string(info.name));
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 2500U);
}

}  // namespace
}  // namespace casebook::board
