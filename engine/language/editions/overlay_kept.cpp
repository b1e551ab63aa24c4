// SPDX-License-Identifier: Apache-2.0
// What came out, held against what the edition says of its parent's cases: what is lost, what is left, what
// has changed.
#include <algorithm>

#include "engine/language/editions/overlay_pass.h"

namespace casebook::language {

/// What is gone since: `remove` says so itself, so a case may lose a line by it and be the same otherwise.
void Overlay::note_removed(const std::vector<Part>& with_all) {
  for (const Part& part : with_all) removed.emplace(part.label, part.said);
  for (const Part& part : parts_of(all)) {
    const auto found = removed.find({part.label, part.said});
    if (found != removed.end()) removed.erase(found);
  }
}

namespace {

/// The item that a change is one of; of an exception, an adjustment or a waiver what it is made to.
std::string item_of(const Part& part) {
  const Declaration& d = *part.item;
  const bool to_another =
      d.kind == NodeKind::except_decl || d.kind == NodeKind::adjust_decl || d.kind == NodeKind::waive_decl;
  if (!to_another) return d.name;
  const SyntaxTree& tree = *d.file->tree;
  return std::string(tree.token_text(tree.token(*d.node, TokenKind::name)));
}

}  // namespace

/// For `show --changes`: parts that are there otherwise, here only, or in the parent only.
void Overlay::note_changes() {
  using How = Program::Change::How;
  all.changes.clear();
  const std::vector<Part> now = parts_of(all);
  std::set<std::pair<const Node*, bool>> kept;
  for (const Part& part : now) kept.emplace(part.node, part.is_line());
  std::vector<bool> paired(now.size(), false);
  for (size_t at = 0; at < parts.size(); ++at) {
    const Part& old = parts[at];
    if (kept.count({old.node, old.is_line()}) != 0) continue;
    const Account* account = account_of(at);
    const bool by_a_case = account != nullptr && account->how == "replaces";
    Program::Change change{How::removed, old.said, item_of(old), old.label, by_a_case ? account->now : ""};
    bool the_same = false;
    for (size_t i = 0; i < now.size(); ++i) {
      if (paired[i] || !is_own(now[i].file) || now[i].said != old.said) continue;
      paired[i] = true;
      change.how = How::replaced;
      change.label = now[i].label;
      the_same = old.text() == now[i].text();
      break;
    }
    if (!the_same) all.changes.push_back(std::move(change));
  }
  for (size_t i = 0; i < now.size(); ++i) {
    if (paired[i] || !is_own(now[i].file)) continue;
    all.changes.push_back({How::added, now[i].said, item_of(now[i]), "", now[i].label});
  }
  // A claim that this edition limits to some switches; the settings carry no case, and are no part.
  for (const Part& part : now) {
    if (part.item->kind != NodeKind::claim_decl || is_own(part.file)) continue;
    const auto is_limit = [this](const Piece& piece) { return is_own(piece.file); };
    if (std::any_of(part.item->added.begin(), part.item->added.end(), is_limit))
      all.changes.push_back({How::replaced, part.said, item_of(part), part.label, part.label});
  }
}

/// After everything: what is said to be kept is there, and what is said to be gone is not.
void Overlay::look_for_lost() {
  // Where the text could not be read, lines may be missing that are only misspelt.
  for (const TextFile* file : own_files) {
    if (!file->tree->sound) return;
  }
  const std::vector<Part> now = parts_of(all);
  std::multiset<std::pair<std::string, std::string>> there;  // label and Part::said
  std::set<const Node*> nodes;
  for (const Part& part : now) {
    there.emplace(part.label, part.said);
    if (part.is_line()) nodes.insert(part.node);
  }
  struct Trouble {
    const Account* account;
    std::string label;
    std::vector<const Part*> lost, left;
    size_t kept = 0;                 // parts that are there
    std::vector<const Part*> taken;  // by `remove`
  };
  std::vector<Trouble> troubles;
  const auto trouble_of = [&](const Account& account, const std::string& label) -> Trouble& {
    for (Trouble& one : troubles) {
      if (one.account->label == account.label) return one;
    }
    troubles.push_back({&account, label, {}, {}, 0, {}});
    return troubles.back();
  };
  for (size_t i = 0; i < parts.size(); ++i) {
    const Account* account = account_of(i);
    if (account == nullptr) continue;
    if (!account->keeps()) {
      if (parts[i].is_line() && nodes.count(parts[i].node) != 0)
        trouble_of(*account, parts[i].label).left.push_back(&parts[i]);
      continue;
    }
    const std::pair<std::string, std::string> wanted(account->now, parts[i].said);
    Trouble& trouble = trouble_of(*account, parts[i].label);
    if (const auto found = there.find(wanted); found != there.end()) {
      there.erase(found);
      ++trouble.kept;
    } else if (const auto gone = removed.find(wanted); gone != removed.end()) {
      removed.erase(gone);
      trouble.taken.push_back(&parts[i]);
    } else {
      trouble.lost.push_back(&parts[i]);
    }
  }
  for (Trouble& one : troubles) {
    // Where nothing of it stays, it is not the same, whatever was said.
    if (one.kept == 0) one.lost.insert(one.lost.end(), one.taken.begin(), one.taken.end());
    const auto listed = [](const std::vector<const Part*>& some) {
      std::string list;
      for (const Part* part : some) list += (list.empty() ? "" : ", ") + part->said;
      return list;
    };
    const Account& account = *one.account;
    if (!one.lost.empty()) {
      const std::string said = account.how == "same"
                                   ? "the case " + one.label + " is said to be the same"
                                   : "the case " + account.now + " is said to restate " + one.label;
      Diagnostic& diagnostic =
          diagnostics.error("E0231", account.range(), said + ", but it has lost " + listed(one.lost));
      diagnostic.expected = "the same again under " + account.now + ", or `replaces` or `drop`";
      diagnostic.cases.push_back(account.now);
      for (const Part* part : one.lost)
        diagnostic.notes.push_back({part->range(), "it stands here in the parent"});
    }
    if (one.left.empty()) continue;
    const bool drops = account.how == "drop";
    Diagnostic& diagnostic =
        diagnostics.error("E0232", account.range(),
                          "the case " + one.label + " is said to be " + (drops ? "dropped" : "replaced") +
                              ", but it still has " + listed(one.left));
    diagnostic.expected = "also a replacement of what the line stands in";
    diagnostic.cases.push_back(one.label);
    for (const Part* part : one.left)
      diagnostic.notes.push_back({part->range(), "it stands here and would be played"});
  }
}

}  // namespace casebook::language
