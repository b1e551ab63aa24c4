// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_schema.h"

#include <map>
#include <regex>
#include <set>

namespace casebook::testing_support {

namespace {

using Json = nlohmann::json;

const std::set<std::string> annotations{"$schema", "$id",      "title",  "description",
                                        "$defs",   "examples", "default"};
const std::set<std::string> one_schema{"items", "additionalProperties", "propertyNames", "not"};
const std::set<std::string> list_of_schemas{"anyOf", "oneOf", "allOf"};
const std::set<std::string> map_of_schemas{"properties", "patternProperties", "$defs"};
const std::set<std::string> plain{"type",      "const",   "enum",         "required", "minItems",
                                  "maxItems",  "minimum", "maximum",      "pattern",  "minLength",
                                  "maxLength", "$ref",    "minProperties"};

const Json* resolve(const Json& root, const std::string& ref) {
  if (ref == "#") return &root;
  if (!ref.starts_with("#/")) return nullptr;
  const Json::json_pointer pointer(ref.substr(1));
  return root.contains(pointer) ? &root.at(pointer) : nullptr;
}

void look_for_problems(const Json& schema, const Json& root, const std::string& at,
                       std::vector<std::string>& out) {
  if (schema.is_boolean()) return;
  if (!schema.is_object()) {
    out.push_back(at + ": a schema is an object or a Boolean");
    return;
  }
  for (const auto& [key, value] : schema.items()) {
    const std::string here = at + "/" + key;
    if (one_schema.contains(key)) {
      look_for_problems(value, root, here, out);
    } else if (list_of_schemas.contains(key)) {
      for (size_t i = 0; i < value.size(); ++i)
        look_for_problems(value[i], root, here + "/" + std::to_string(i), out);
    } else if (map_of_schemas.contains(key)) {
      for (const auto& [name, inner] : value.items()) look_for_problems(inner, root, here + "/" + name, out);
    } else if (key == "$ref") {
      if (resolve(root, value.get<std::string>()) == nullptr)
        out.push_back(here + ": nothing is at " + value.get<std::string>());
    } else if (!annotations.contains(key) && !plain.contains(key)) {
      out.push_back(here + ": this validator does not know the keyword");
    }
  }
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  return type == "integer" && value.is_number_integer();
}

/// Compiling a pattern is dear, and there are few of them.
const std::regex& compiled(const std::string& pattern) {
  static std::map<std::string, std::regex> known;
  const auto found = known.find(pattern);
  return found != known.end() ? found->second : known.emplace(pattern, std::regex(pattern)).first->second;
}

size_t characters(const std::string& text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? size_t{1} : size_t{0};
  return count;
}

class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  std::vector<std::string> check(const Json& value, const Json& schema, const std::string& at) const {
    std::vector<std::string> out;
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) out.push_back(at + ": nothing may stand here");
      return out;
    }
    for (const auto& [key, rule] : schema.items()) check_rule(value, schema, key, rule, at, out);
    return out;
  }

 private:
  void add(std::vector<std::string>& out, const std::vector<std::string>& more) const {
    out.insert(out.end(), more.begin(), more.end());
  }

  size_t fitting(const Json& value, const Json& schemas, const std::string& at) const {
    size_t count = 0;
    for (const Json& schema : schemas) count += check(value, schema, at).empty() ? size_t{1} : size_t{0};
    return count;
  }

  void check_rule(const Json& value, const Json& schema, const std::string& key, const Json& rule,
                  const std::string& at, std::vector<std::string>& out) const {
    const auto wrong = [&](const std::string& what) { out.push_back(at + ": " + what); };
    if (key == "$ref") {
      add(out, check(value, *resolve(root_, rule.get<std::string>()), at));
    } else if (key == "type") {
      bool fits = false;
      for (const Json& type : rule.is_array() ? rule : Json::array({rule}))
        fits = fits || has_type(value, type.get<std::string>());
      if (!fits) wrong("is not " + rule.dump());
    } else if (key == "const") {
      if (value != rule) wrong("is not " + rule.dump());
    } else if (key == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end()) wrong("is none of " + rule.dump());
    } else if (key == "anyOf") {
      if (fitting(value, rule, at) == 0) wrong("fits none of anyOf");
    } else if (key == "oneOf") {
      if (fitting(value, rule, at) != 1)
        wrong("fits " + std::to_string(fitting(value, rule, at)) + " of oneOf");
    } else if (key == "allOf") {
      for (const Json& one : rule) add(out, check(value, one, at));
    } else if (key == "not") {
      if (check(value, rule, at).empty()) wrong("fits what it may not");
    } else if (value.is_object()) {
      check_object(value, schema, key, rule, at, out);
    } else if (value.is_array()) {
      if (key == "minItems" && value.size() < rule.get<size_t>()) wrong("has too few items");
      if (key == "maxItems" && value.size() > rule.get<size_t>()) wrong("has too many items");
      if (key == "items") {
        for (size_t i = 0; i < value.size(); ++i)
          add(out, check(value[i], rule, at + "/" + std::to_string(i)));
      }
    } else if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      if (key == "minLength" && characters(text) < rule.get<size_t>()) wrong("is too short");
      if (key == "maxLength" && characters(text) > rule.get<size_t>()) wrong("is too long");
      if (key == "pattern" && !std::regex_search(text, compiled(rule.get<std::string>())))
        wrong("does not fit " + rule.dump());
    } else if (value.is_number()) {
      if (key == "minimum" && value < rule) wrong("is below " + rule.dump());
      if (key == "maximum" && value > rule) wrong("is above " + rule.dump());
    }
  }

  void check_object(const Json& value, const Json& schema, const std::string& key, const Json& rule,
                    const std::string& at, std::vector<std::string>& out) const {
    if (key == "required") {
      for (const Json& name : rule) {
        if (!value.contains(name.get<std::string>())) out.push_back(at + ": has no " + name.dump());
      }
    } else if (key == "minProperties") {
      if (value.size() < rule.get<size_t>()) out.push_back(at + ": has too few members");
    } else if (key == "properties") {
      for (const auto& [name, inner] : rule.items()) {
        if (value.contains(name)) add(out, check(value[name], inner, at + "/" + name));
      }
    } else if (key == "propertyNames") {
      for (const auto& [name, unused] : value.items()) add(out, check(Json(name), rule, at + "/" + name));
    } else if (key == "patternProperties") {
      for (const auto& [pattern, inner] : rule.items()) {
        const std::regex& regex = compiled(pattern);
        for (const auto& [name, one] : value.items()) {
          if (std::regex_search(name, regex)) add(out, check(one, inner, at + "/" + name));
        }
      }
    } else if (key == "additionalProperties") {
      for (const auto& [name, one] : value.items()) {
        if (schema.contains("properties") && schema["properties"].contains(name)) continue;
        bool matched = false;
        if (schema.contains("patternProperties")) {
          for (const auto& [pattern, unused] : schema["patternProperties"].items()) {
            matched = matched || std::regex_search(name, compiled(pattern));
          }
        }
        if (!matched) add(out, check(one, rule, at + "/" + name));
      }
    }
  }

  const Json& root_;
};

}  // namespace

std::vector<std::string> schema_problems(const Json& schema) {
  std::vector<std::string> out;
  if (!schema.is_object() || schema.value("$schema", "") != "https://json-schema.org/draft/2020-12/schema") {
    out.emplace_back("the schema does not say that it is of draft 2020-12");
  }
  look_for_problems(schema, schema, "", out);
  return out;
}

std::vector<std::string> violations(const Json& value, const Json& schema) {
  return Validator(schema).check(value, schema, "");
}

}  // namespace casebook::testing_support
