// SPDX-License-Identifier: Apache-2.0
#include "engine/language/editions/overlay.h"

#include <algorithm>

#include "engine/language/editions/overlay_pass.h"
#include "engine/language/syntax/lexer.h"

namespace casebook::language {

void Overlay::run() {
  note_parent();
  parse_files();
  check_head();
  read_blocks();
  if (is_child) {
    account();
    number_anew();
    take_away();
  }
  add_declarations();
  add_cases();
  const std::vector<Part> with_all = parts_of(all);
  remove_lines();
  note_removed(with_all);
  extend_items();
  if (is_child) {
    look_for_lost();
    note_changes();
  }
}

void Overlay::parse_files() {
  for (const auto& [name, contents] : text.files) {
    auto file = std::make_unique<TextFile>();
    file->edition = text.name;
    file->source = static_cast<uint32_t>(all.files.size());
    diagnostics.sources().add(name, contents);
    file->tree = parse(name, contents, diagnostics);
    own_files.push_back(file.get());
    all.files.push_back(std::move(file));
  }
  if (!own_files.empty()) first_file = own_files.front();
}

namespace {

/// Whether a head line can say it: a folder may be called what no name in the rules can be.
bool can_be_a_name(const std::string& text) {
  const std::string line = "edition " + text;
  const Lexed lexed = lex(line);
  return lexed.errors.empty() && lexed.tokens.size() == 3 && lexed.tokens[1].kind == TokenKind::name &&
         lexed.tokens[1].end == line.size();
}

}  // namespace

void Overlay::check_head() {
  for (TextFile* file : own_files) {
    for (const Node* node : file->tree->children(*file->tree->root, NodeKind::edition_head)) {
      if (head == nullptr) {
        head = node;
        head_file = file;
        continue;
      }
      diagnostics.error("E0226", file->tree->range(*node), "an edition has one head line")
          .notes.push_back({head_range(), "it stands here already"});
    }
  }
  if (head == nullptr) {
    diagnostics.error("E0226", head_range(), "no file of this edition has the head line").expected =
        "edition " + (text.name.empty() ? "NAME" : text.name) + " \"title\"";
    return;
  }
  const SyntaxTree& tree = *head_file->tree;
  all.title = tree.string_value(*head);
  const uint32_t token = tree.token(*head, TokenKind::name);
  if (token == SyntaxTree::npos) return;
  const std::string name(tree.token_text(token));
  if (text.name.empty()) all.edition = name;
  if (!text.name.empty() && name != text.name) {
    // Whoever copies an edition into a folder of another name comes here first.
    Diagnostic& diagnostic = diagnostics.error(
        "E0225", tree.range_of_token(token),
        "this line calls the edition \"" + name + "\", and its folder is called \"" + text.name +
            "\": an edition is found by its folder, so the two must be the same");
    diagnostic.expected =
        can_be_a_name(text.name)
            ? "`edition " + text.name + "` in this line, or a folder called \"" + name + "\""
            : "a folder called \"" + name + "\", or one name for both (letters, digits, - and _)";
  }
  if (tree.has_word(*head, "extends") && !is_child) {
    diagnostics.error("E0223", tree.range(*head), "the edition that this one extends is not there");
  }
  if (!tree.has_word(*head, "extends") && is_child) {
    diagnostics
        .error("E0225", tree.range(*head),
               "this edition lies over \"" + all.parent + "\" but does not say so")
        .suggestion = "extends " + all.parent;
  }
}

void Overlay::read_blocks() {
  for (TextFile* file : own_files) {
    const SyntaxTree& tree = *file->tree;
    std::string section, title;
    for (const Node* node : tree.child_nodes(*tree.root)) {
      if (node->kind == NodeKind::section) {
        const uint32_t number = tree.token(*node, TokenKind::number);
        section = number != SyntaxTree::npos ? std::string(tree.token_text(number)) : std::string();
        title = tree.string_value(*node);
      }
      if ((node->kind == NodeKind::same || node->kind == NodeKind::drop) && !is_child) {
        diagnostics.error("E0221", tree.range(*node),
                          "this edition extends none, so there is no case of a parent to speak of");
      }
      if (node->kind != NodeKind::case_block) continue;
      Block block;
      block.file = file;
      block.node = node;
      block.section = section;
      block.section_title = title;
      for (const Node* label : tree.children(*node, NodeKind::label))
        block.labels.push_back(label_text(tree, *label));
      for (const NodeKind kind : {NodeKind::restates, NodeKind::replaces}) {
        const Node* overlay = tree.child(*node, kind);
        if (overlay != nullptr && !is_child) {
          diagnostics.error("E0221", tree.range(*overlay),
                            "this edition extends none, so there is no case of a parent to speak of");
        }
      }
      if (!block.labels.empty()) blocks.push_back(std::move(block));
    }
  }
  titles_once();
}

/// A case may stand in several places, under one title: two titles are two rules with one number.
void Overlay::titles_once() {
  std::map<std::string, const Block*> titled;
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    const std::string title = tree.string_value(*block.node);
    if (title.empty()) continue;
    const auto [first, fresh] = titled.emplace(block.labels.front(), &block);
    const SyntaxTree& before = *first->second->file->tree;
    if (fresh || before.string_value(*first->second->node) == title) continue;
    Diagnostic& diagnostic =
        diagnostics.error("E0234", tree.range_of_token(tree.token(*block.node, TokenKind::string)),
                          "case " + block.labels.front() + " has two titles");
    diagnostic.expected = "another number, or no title where the case goes on";
    diagnostic.notes.push_back(
        {before.range_of_token(before.token(*first->second->node, TokenKind::string)), "the first title"});
  }
}

void Overlay::add_declarations() {
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    for (const Node* node : tree.child_nodes(*block.node)) {
      switch (node->kind) {
        case NodeKind::label:
        case NodeKind::restates:
        case NodeKind::replaces:
        case NodeKind::summary:
        case NodeKind::explanatory:
        case NodeKind::silent:
        case NodeKind::topic:
        case NodeKind::extend_decl:
        case NodeKind::remove_decl:
        case NodeKind::error:
          continue;
        default:
          break;
      }
      auto d = std::make_unique<Declaration>();
      d->file = block.file;
      d->node = node;
      d->kind = node->kind;
      d->labels = block.labels;
      const NameSort sort = sort_of(node->kind);
      const uint32_t token = tree.token(*node, TokenKind::name);
      if (sort != NameSort::nameless && token != SyntaxTree::npos)
        d->name = std::string(tree.token_text(token));
      const auto old = std::find_if(taken.begin(), taken.end(), [&](const auto& one) {
        return one.second && !d->name.empty() && one.second->name == d->name &&
               sort_of(one.second->kind) == sort && all.all[one.first] == nullptr;
      });
      if (old == taken.end()) {
        all.all.push_back(std::move(d));
        continue;
      }
      d->replaces = true;
      const std::string before = signature_of(*old->second), now = signature_of(*d);
      if (!before.empty() && !now.empty() && before != now) {
        Diagnostic& diagnostic = diagnostics.error(
            "E0228", tree.range_of_token(token),
            "\"" + d->name + "\" replaces an item of the parent and may not change its signature");
        diagnostic.expected = before;
        diagnostic.notes.push_back({old->second->file->tree->range(*old->second->node), "the parent's item"});
      }
      all.replaced.push_back(d->name);
      all.all[old->first] = std::move(d);
    }
  }
  std::erase_if(all.all, [](const auto& d) { return d == nullptr; });
}

namespace {

std::vector<std::string> names_in(const SyntaxTree& tree, const Node& node) {
  std::vector<std::string> names;
  for (size_t n = 0;; ++n) {
    const uint32_t token = tree.token(node, TokenKind::name, n);
    if (token == SyntaxTree::npos) return names;
    names.emplace_back(tree.token_text(token));
  }
}

}  // namespace

void Overlay::add_cases() {
  std::map<std::string, size_t> where;
  const auto case_named = [&](const std::string& label) -> CaseText& {
    const auto [it, is_new] = where.try_emplace(label, all.cases.size());
    if (is_new) {
      all.cases.emplace_back();
      all.cases.back().label = label;
    }
    return all.cases[it->second];
  };
  for (const CaseText& one : parent_cases) {
    const auto how = wholes.find(one.label);
    if (how == wholes.end() || how->second.how != "same") continue;
    CaseText& kept = case_named(one.label);
    kept = one;
    kept.same_as = {one.label};
    kept.replaces.clear();
  }
  // Cases that only lines carry have no text of their own.
  for (const auto& [label, account] : wholes) {
    if (account.how == "same" && where.count(label) == 0) case_named(label).same_as = {label};
  }
  const auto add_once = [](std::vector<std::string>& to, const std::vector<std::string>& more) {
    for (const std::string& one : more) {
      if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
    }
  };
  const auto topics_of_parent = [this](const std::string& label) -> std::vector<std::string> {
    for (const CaseText& one : parent_cases) {
      if (one.label == label) return one.topics;
    }
    return {};
  };
  const auto append = [](std::string& to, const std::string& more) {
    if (!to.empty() && !more.empty()) to += " ";
    to += more;
  };
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    CaseText& to = case_named(block.labels.front());
    const std::string title = tree.string_value(*block.node);
    if (to.title.empty() || !to.same_as.empty()) to.title = title.empty() ? to.title : title;
    if (to.section.empty()) {
      to.section = block.section;
      to.section_title = block.section_title;
    }
    for (const Node* node : tree.child_nodes(*block.node)) {
      if (node->kind == NodeKind::summary) append(to.summary, tree.string_value(*node));
      if (node->kind == NodeKind::explanatory) append(to.explanatory, tree.string_value(*node));
      if (node->kind == NodeKind::silent) append(to.silent, tree.string_value(*node));
      if (node->kind == NodeKind::topic) add_once(to.topics, names_in(tree, *node));
    }
    Piece piece;
    piece.file = block.file;
    piece.node = block.node;
    piece.labels = block.labels;
    to.places.push_back(std::move(piece));
    for (size_t i = 1; i < block.labels.size(); ++i) case_named(block.labels[i]);
    if (const Node* replaces = tree.child(*block.node, NodeKind::replaces)) {
      CaseText& own = case_named(block.labels.front());
      for (const Node* label : tree.children(*replaces, NodeKind::label)) {
        const std::string name = label_text(tree, *label);
        add_once(own.replaces, {name});
        add_once(own.topics, topics_of_parent(name));
      }
    }
    if (const Node* restates = tree.child(*block.node, NodeKind::restates)) {
      CaseText& own = case_named(block.labels.front());
      for (const Node* label : tree.children(*restates, NodeKind::label)) {
        const std::string name = label_text(tree, *label);
        add_once(own.same_as, {name});
        add_once(own.topics, topics_of_parent(name));
      }
    }
  }
  // Words of its own go before the parent's, in whichever block of the case they stand.
  for (CaseText& own : all.cases) {
    for (const std::string& label : own.same_as) {
      const auto same = [&label](const CaseText& one) { return one.label == label; };
      const auto found = std::find_if(parent_cases.begin(), parent_cases.end(), same);
      if (found == parent_cases.end()) continue;
      const CaseText& parent = *found;
      if (own.title.empty()) own.title = parent.title;
      if (own.summary.empty()) own.summary = parent.summary;
    }
  }
}

void lay_over(Declarations& all, const EditionText& text, Diagnostics& diagnostics) {
  Overlay(all, text, diagnostics).run();
}

}  // namespace casebook::language
