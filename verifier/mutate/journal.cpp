// SPDX-License-Identifier: Apache-2.0
#include "verifier/mutate/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "engine/base/fnv.h"
#include "engine/language/compile.h"
#include "engine/program/print_program.h"

namespace casebook::mutate {

using nlohmann::json;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr size_t most_bytes = size_t{64} << 20;
constexpr size_t most_file = size_t{4} << 20;  // of one record or position
constexpr std::array kept{Fate::noticed, Fate::equivalent, Fate::survived};

/// Records and positions of the edition's folder: what is there may notice something.
uint64_t files_fingerprint(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  if (!folder.empty())
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      if (at->path().extension() == ".record" || at->path().extension() == ".json")
        paths.push_back(fs::relative(at->path(), folder, error).generic_string());
  std::sort(paths.begin(), paths.end());
  Fnv1a hash;
  for (const std::string& path : paths) {
    platform::FileError unread;
    const auto text = platform::read_file((fs::path(folder) / path).string(), most_file, unread);
    hash.text(path).byte(0).text(text ? *text : unread.reason).byte(0);
  }
  return hash.value();
}

ordered_json head_of(const checks::Subject& subject, const Settings& settings) {
  ordered_json head{{"format", "casebook/mutants-journal"},
                    {"version", 1},
                    {"ruleset", subject.id},
                    {"rules", fmt::format("{:016x}", language::fingerprint(*subject.program))},
                    {"data", fmt::format("{:016x}", subject.scenario->fingerprint)},
                    {"files", fmt::format("{:016x}", files_fingerprint(settings.folder))},
                    {"seed", settings.seed},
                    {"games", settings.games},
                    {"decisions", settings.decisions},
                    {"inputs", settings.inputs}};
  if (settings.by_verify) head["verify"] = true;
  return head;
}

/// What of the first line is not as it should be; empty: nothing.
std::string another(const json& found, const ordered_json& wanted) {
  if (!found.is_object() || found.value("format", json()) != json(wanted["format"]))
    return "this is not a journal of mutants";
  if (found.value("version", json()) != json(wanted["version"]))
    return "it has another version of the format: " + found.value("version", json()).dump();
  static const std::vector<std::pair<const char*, const char*>> words{
      {"ruleset", "the ruleset"},
      {"rules", "the rules"},
      {"data", "the scenario's data"},
      {"files", "the records and positions of the edition's folder"},
      {"seed", "--seed"},
      {"games", "--games"},
      {"decisions", "the choices of a game"},
      {"inputs", "--inputs"},
      {"verify", "--verify"}};
  for (const auto& [key, word] : words) {
    const json there = found.value(key, json()), here = json(wanted.value(key, ordered_json()));
    if (there != here)
      return fmt::format("it was begun with other settings: {} was {} and is {}", word, there.dump(),
                         here.dump());
  }
  return {};
}

/// The end of a line: a fingerprint of all before it, so that a line that was damaged is known.
constexpr std::string_view sum_begins = ",\"sum\":\"", sum_ends = "\"}";
constexpr size_t sum_digits = 16;

std::string with_sum(const ordered_json& line) {
  std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace);
  text.pop_back();  // the closing brace
  return fmt::format("{}{}{:016x}{}\n", text, sum_begins, Fnv1a().text(text).value(), sum_ends);
}

/// Whether the line is as it was written. Lines of version 0.1 have no sum: they have to be made of what they
/// are made of, and nothing else.
bool is_undamaged(std::string_view text, const json& line) {
  const size_t length = sum_begins.size() + sum_digits + sum_ends.size();
  if (text.size() > length && text.substr(text.size() - length).starts_with(sum_begins)) {
    const std::string_view before = text.substr(0, text.size() - length);
    return text.substr(before.size()) ==
           fmt::format("{}{:016x}{}", sum_begins, Fnv1a().text(before).value(), sum_ends);
  }
  static const std::set<std::string> keys{"rules", "mutant", "what", "fate", "by", "where", "claims"};
  for (const auto& [key, value] : line.items())
    if (keys.count(key) == 0 || !value.is_string()) return false;
  return line.is_object();
}

std::string text_at(const json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Each claim as the program prints it, by what stands between the first quotation marks.
std::map<std::string, std::string> printed_claims(const language::Program& program) {
  std::map<std::string, std::string> claims;
  std::istringstream lines(language::dump(program));
  std::string* open = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("claim \"")) {
      const size_t from = line.find('"') + 1;
      open = &claims[line.substr(from, line.find('"', from) - from)];
    } else if (!line.starts_with("  ")) {
      open = nullptr;
    }
    if (open != nullptr) *open += line + "\n";
  }
  return claims;
}

}  // namespace

Journal::Journal(const language::Program& program) : rules_(language::fingerprint(program)) {
  Fnv1a all;
  for (const auto& [name, text] : printed_claims(program)) {
    claims_[name] = fmt::format("{:016x}", Fnv1a().text(text).value());
    all.text(text).byte(0);
  }
  all_claims_ = fmt::format("{:016x}", all.value());
}

std::string Journal::claims_of(Fate fate, const std::string& by, const std::string& where) const {
  if (fate == Fate::survived) return all_claims_;
  if (fate != Fate::noticed || by != "claim") return {};
  const auto one = claims_.find(where);
  return one == claims_.end() ? "gone" : one->second;
}

std::string fingerprint(const language::Mutant& mutant) {
  Fnv1a hash;
  hash.bytes_of(static_cast<uint64_t>(mutant.grain)).bytes_of(static_cast<uint64_t>(mutant.number));
  hash.text(mutant.name).byte(0).text(mutant.what);
  return fmt::format("{:016x}", hash.value());
}

std::unique_ptr<Journal> Journal::open(const std::string& path, const checks::Subject& subject,
                                       const Settings& settings, Diagnostics& diagnostics) {
  const ordered_json head = head_of(subject, settings);
  const std::string first = head.dump() + "\n";
  std::unique_ptr<Journal> journal(new Journal(*subject.program));
  platform::FileError error;
  std::string text;
  if (const auto read = platform::read_file(path, most_bytes, error)) {
    text = *read;
  } else if (error.problem != platform::FileProblem::missing) {
    diagnostics.error("C0105", {path, {}, {}}, error.reason);
    return nullptr;
  }
  size_t keep = 0;
  // A first line that was cut off is none yet.
  if (text.find('\n') != std::string::npos || first.compare(0, text.size(), text) != 0) {
    int number = 0;
    for (size_t from = 0; from < text.size();) {
      const size_t end = text.find('\n', from);
      ++number;
      const json line = json::parse(text.substr(from, end - from), nullptr, false);
      if (number == 1) {
        if (const std::string why = another(line, head); !why.empty()) {
          Diagnostic& one = diagnostics.error("C0122", {path, {1, 1}, {1, 1}}, why);
          one.expected = "a journal that was begun with the same settings, or the name of a new file";
          return nullptr;
        }
      }
      if (end == std::string::npos) break;  // the last line, cut off
      if (number > 1) {
        const std::string fate = line.is_object() ? text_at(line, "fate") : std::string();
        const auto known =
            std::find_if(kept.begin(), kept.end(), [&](Fate one) { return fate_text(one) == fate; });
        if (known == kept.end() || text_at(line, "rules") != text_at(json(head), "rules")) {
          diagnostics.error("C0122", {path, {number, 1}, {number, 1}},
                            "this is not a line of a journal of mutants");
          return nullptr;
        }
        if (!is_undamaged(std::string_view(text).substr(from, end - from), line)) {
          diagnostics.error("C0122", {path, {number, 1}, {number, 1}},
                            "this line is not as it was written: its sum is another");
          return nullptr;
        }
        journal->known_[text_at(line, "mutant")] = {*known, text_at(line, "by"), text_at(line, "where"),
                                                    text_at(line, "claims")};
      }
      from = keep = end + 1;
    }
  }
  journal->file_ = platform::AppendFile::open(path, keep, error);
  if (!journal->file_ || (keep == 0 && !journal->file_->append(first, error))) {
    diagnostics.error("C0106", {path, {}, {}}, error.reason);
    return nullptr;
  }
  return journal;
}

bool Journal::recall(Told& told) const {
  const auto known = known_.find(fingerprint(told.mutant));
  if (known == known_.end()) return false;
  const Line& line = known->second;
  if (line.claims != claims_of(line.fate, line.by, line.where)) return false;
  told.fate = line.fate;
  told.by = line.by;
  told.where = line.where;
  return true;
}

bool Journal::write(const Told& told) {
  if (!problem_.empty()) return false;
  ordered_json line{{"rules", fmt::format("{:016x}", rules_)},
                    {"mutant", fingerprint(told.mutant)},
                    {"what", told.mutant.name + ": " + told.mutant.what},
                    {"fate", std::string(fate_text(told.fate))}};
  if (!told.by.empty()) {
    line["by"] = told.by;
    line["where"] = told.where;
  }
  if (const std::string claims = claims_of(told.fate, told.by, told.where); !claims.empty())
    line["claims"] = claims;
  platform::FileError error;
  if (file_->append(with_sum(line), error)) return true;
  problem_ = error.reason;
  return false;
}

}  // namespace casebook::mutate
