// SPDX-License-Identifier: Apache-2.0
// What becomes of the parent's cases: every part of one is kept, with the number of now, or goes. Nothing is
// inherited, and nothing lost, in silence.
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/language/editions/overlay_pass.h"

namespace casebook::language {

void Overlay::note_parent() {
  parent_cases = all.cases;
  for (const CaseText& one : all.cases) known.insert(one.label);
  parts = parts_of(all);
  for (const Part& part : parts) known.insert(part.label);
  all.parent_labels.assign(known.begin(), known.end());
  all.parent = all.edition;
  all.edition = text.name;
  all.title.clear();
  all.cases.clear();
  all.dropped.clear();
  all.replaced.clear();
  for (const auto& d : all.all) d->replaces = false;
}

/// The account, or null if that label is none or accounted for already.
const Account* Overlay::account_for(const TextFile& file, const Node& label, const char* how,
                                    const std::string& now) {
  const std::string name = label_text(*file.tree, label);
  const auto [where, is_new] = wholes.try_emplace(name, Account{how, now, &file, &label});
  const Account& before = where->second;
  // A case may be replaced by several, and its block opened again.
  if (is_new || (before.how == how && (before.now == now || before.how == "replaces"))) return &before;
  Diagnostic& diagnostic =
      diagnostics.error("E0229", file.tree->range(label),
                        "the parent's case " + name + " is accounted for twice: " + before.how +
                            (before.how == how ? " (" + before.now + ")" : "") + " and " + how);
  diagnostic.notes.push_back({before.range(), "here already"});
  if (before.how == how) {
    diagnostic.expected =
        "a list of what goes to one of the two, as in `case " + now + " restates " + name + ": NAME, NAME`";
  }
  return nullptr;
}

/// One of the parts that stand after the colon of `restates 4.5: step.halted, zone`.
void Overlay::account_for_part(const Node& node, const Account& by, const std::string& label) {
  const SyntaxTree& tree = *by.file->tree;
  if (node.broken) return;
  std::string wanted(tree.token_text(tree.token(node, TokenKind::name)));
  if (const uint32_t line = tree.token(node, TokenKind::name, 1); line != SyntaxTree::npos)
    wanted += "." + std::string(tree.token_text(line));
  else if (const Node* line_label = tree.child(node, NodeKind::label))
    wanted += "." + label_text(tree, *line_label);
  NearestName nearest(wanted);
  std::vector<std::string> names;
  bool found = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].label != label) continue;
    if (parts[i].name == wanted) {
      found = true;
      const auto [where, is_new] = named.try_emplace(i, by);
      if (is_new || where->second.label == by.label) continue;
      diagnostics
          .error("E0229", tree.range(node),
                 "the " + parts[i].said + " is accounted for twice: by " + where->second.now + " and by " +
                     by.now)
          .notes.push_back({where->second.range(), "here already"});
      return;
    }
    nearest.offer(parts[i].name);
    if (std::find(names.begin(), names.end(), parts[i].name) == names.end()) names.push_back(parts[i].name);
  }
  if (found) return;
  Diagnostic& diagnostic = diagnostics.error(
      "E0233", tree.range(node), "the parent's case " + label + " has no part \"" + wanted + "\"");
  for (const std::string& name : names)
    diagnostic.expected += (diagnostic.expected.empty() ? "" : ", ") + name;
  diagnostic.suggestion = nearest.best();
}

void Overlay::account_for_blocks(const Block& block, const Node& overlay, const char* how) {
  const SyntaxTree& tree = *block.file->tree;
  const std::vector<const Node*> nodes = tree.child_nodes(overlay);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i]->kind != NodeKind::label) continue;
    const std::string name = label_text(tree, *nodes[i]);
    const bool has_parts = i + 1 < nodes.size() && nodes[i + 1]->kind == NodeKind::part;
    if (known.count(name) == 0) {
      Diagnostic& diagnostic = diagnostics.error("E0221", tree.range(*nodes[i]),
                                                 "the edition \"" + all.parent + "\" has no case " + name);
      diagnostic.expected = "a case of the parent";
      diagnostic.suggestion = nearest_name(name, known);
      continue;
    }
    if (!has_parts) {
      account_for(*block.file, *nodes[i], how, block.labels.front());
      continue;
    }
    const Account by{how, block.labels.front(), block.file, nodes[i]};
    in_parts[name].push_back(by);
    for (size_t k = i + 1; k < nodes.size() && nodes[k]->kind == NodeKind::part; ++k)
      account_for_part(*nodes[k], by, name);
  }
}

/// `same others`: every case of which nothing else is said, and the rest of those of which parts are named.
void Overlay::account_for_others(const TextFile& file, const Node& node) {
  if (same_others) {
    diagnostics
        .error("E0229", file.tree->range(node), "the other cases of the parent are accounted for twice")
        .notes.push_back({same_others->range(), "here already"});
    return;
  }
  same_others = Account{"same", {}, &file, &node};
}

void Overlay::account() {
  for (TextFile* file : own_files) {
    const SyntaxTree& tree = *file->tree;
    for (const Node* node : tree.child_nodes(*tree.root)) {
      const bool drops = node->kind == NodeKind::drop;
      if (node->kind != NodeKind::same && !drops) continue;
      if (!drops && tree.has_word(*node, "others")) account_for_others(*file, *node);
      for (const Node* label : tree.children(*node, NodeKind::label)) {
        const std::string name = label_text(tree, *label);
        if (known.count(name) == 0) {
          Diagnostic& diagnostic = diagnostics.error(
              "E0221", tree.range(*label), "the edition \"" + all.parent + "\" has no case " + name);
          diagnostic.expected = "a case of the parent";
          diagnostic.suggestion = nearest_name(name, known);
          continue;
        }
        const Account* account = account_for(*file, *label, drops ? "drop" : "same", name);
        if (account != nullptr && drops) all.dropped.emplace_back(name, tree.string_value(*node));
      }
    }
  }
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    if (const Node* overlay = tree.child(*block.node, NodeKind::restates))
      account_for_blocks(block, *overlay, "restates");
    if (const Node* overlay = tree.child(*block.node, NodeKind::replaces))
      account_for_blocks(block, *overlay, "replaces");
  }
  if (same_others) {
    for (const std::string& label : known) {
      Account account = *same_others;
      account.now = label;
      wholes.try_emplace(label, account);
    }
  }
  // An item named brings the lines of it that cite the same case.
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].is_line() || named.count(i) != 0) continue;
    for (size_t k = 0; k < parts.size(); ++k) {
      const auto item = named.find(k);
      if (item == named.end() || parts[k].is_line() || parts[k].item != parts[i].item ||
          parts[k].label != parts[i].label)
        continue;
      named.emplace(i, item->second);
      break;
    }
  }
  if (head != nullptr) account_for_rest();
}

const Account* Overlay::account_of(size_t part) const {
  const auto one = named.find(part);
  if (one != named.end()) return &one->second;
  const auto whole = wholes.find(parts[part].label);
  return whole == wholes.end() ? nullptr : &whole->second;
}

/// Errors for what nothing is said of.
void Overlay::account_for_rest() {
  std::map<std::string, std::vector<const Part*>> left;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (account_of(i) == nullptr) left[parts[i].label].push_back(&parts[i]);
  }
  for (const auto& [label, rest] : left) {
    const bool some = in_parts.count(label) != 0;
    std::string message = "the parent's case " + label + " is not accounted for";
    if (some) {
      message = "the parent's case " + label + " is accounted for only in part: nothing is said of";
      for (const Part* part : rest) message += (part == rest.front() ? " " : ", ") + part->said;
    }
    Diagnostic& diagnostic = diagnostics.error("E0220", head_range(), message);
    diagnostic.expected =
        some ? "a case that `restates` or `replaces` " + label + " without a list, and so the rest"
             : "`same`, `drop`, or a case that `restates` or `replaces` it";
    if (!some) diagnostic.suggestion = "same " + label;
    diagnostic.cases.push_back(label);
    for (const CaseText& one : parent_cases) {
      if (one.label != label || one.places.empty()) continue;
      const Piece& piece = one.places.front();
      const Node* shown = piece.file->tree->child(*piece.node, NodeKind::label);
      diagnostic.notes.push_back(
          {piece.file->tree->range(shown != nullptr ? *shown : *piece.node), "the case of the parent"});
    }
  }
}

/// Lines of the parent's text cite the new numbers. All at once: numbers may change places.
void Overlay::number_anew() {
  std::map<std::string, std::vector<std::string>> split;
  for (const auto& [label, account] : wholes) {
    if (account.now != label) renames.emplace(label, account.now);
  }
  for (const auto& [label, accounts] : in_parts) {
    std::vector<std::string>& now = split[label];
    if (const auto whole = wholes.find(label); whole != wholes.end())
      now.push_back(whole->second.now);
    else
      renames.emplace(label, accounts.front().now);
    for (const Account& one : accounts) now.push_back(one.now);
  }
  const auto moved = [&](const std::string& label) {
    const auto found = renames.find(label);
    return found == renames.end() ? label : found->second;
  };
  for (const auto& file : all.files) {
    if (is_own(file.get())) continue;
    std::map<std::string, std::string> next = file->cited;
    for (auto& [written, now] : next) {
      if (const auto several = split.find(now); several != split.end())
        file->split[written] = several->second;
      now = moved(now);
    }
    for (const auto& [written, several] : split) {
      if (file->cited.count(written) == 0) file->split[written] = several;
    }
    for (const auto& [from, to] : renames) {
      if (file->cited.count(from) == 0) next.try_emplace(from, to);
    }
    for (auto& [node, now] : file->cited_at) now = moved(now);
    file->cited = std::move(next);
  }
  for (const auto& [index, account] : named) {
    const Part& part = parts[index];
    if (!part.is_line()) continue;
    for (const auto& file : all.files) {
      if (file.get() == part.file) file->cited_at[part.label_node] = account.now;
    }
  }
  // The labels of items. An item stays with its first label; a further one may go alone.
  std::map<const Declaration*, std::vector<std::string>> labels;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].is_line()) continue;
    const Account* account = account_of(i);
    std::vector<std::string>& own = labels[parts[i].item];
    const bool goes = account != nullptr && !account->keeps();
    if (!goes || own.empty()) own.push_back(account != nullptr ? account->now : parts[i].label);
  }
  for (const auto& d : all.all) {
    const auto found = labels.find(d.get());
    if (found != labels.end()) d->labels = found->second;
    for (Piece& piece : d->added) {
      for (std::string& label : piece.labels) label = moved(label);
    }
  }
}

/// Items and lines of cases that are replaced or dropped go. Statements and alternatives cannot.
void Overlay::take_away() {
  std::set<const Declaration*> items;
  std::set<const Node*> lines;
  std::set<const Declaration*> seen;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Account* account = account_of(i);
    const bool first = !parts[i].is_line() && seen.insert(parts[i].item).second;
    if (account == nullptr || account->keeps()) continue;
    if (parts[i].is_line()) lines.insert(parts[i].node);
    if (first) items.insert(parts[i].item);
  }
  std::vector<std::unique_ptr<Declaration>> kept;
  for (std::unique_ptr<Declaration>& d : all.all) {
    if (items.count(d.get()) != 0) {
      taken.emplace_back(kept.size(), std::move(d));
      kept.push_back(nullptr);  // where a replacement may stand
      continue;
    }
    for (const Node* line : lines_of(*d->file->tree, *d->node)) {
      if (lines.count(line) != 0) d->removed.insert(line);
    }
    std::erase_if(d->added, [&](const Piece& piece) { return lines.count(piece.node) != 0; });
    kept.push_back(std::move(d));
  }
  all.all = std::move(kept);
}

}  // namespace casebook::language
