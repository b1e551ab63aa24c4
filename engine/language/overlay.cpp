// SPDX-License-Identifier: Apache-2.0
#include "engine/language/overlay.h"

#include <algorithm>
#include <utility>

#include "engine/base/nearest.h"

namespace casebook::language {
namespace {

/// A case block of the edition being laid over.
struct Block {
  TextFile* file = nullptr;
  const Node* node = nullptr;
  std::vector<std::string> labels;
  std::string section, section_title;
};

class Overlay {
 public:
  Overlay(Declarations& all_in, const EditionText& text_in, Diagnostics& diagnostics_in)
      : all(all_in), text(text_in), diagnostics(diagnostics_in), is_child(!all_in.files.empty()) {}

  void run() {
    note_parent();
    parse_files();
    check_head();
    read_blocks();
    if (is_child) {
      account();
      apply_renames();
      take_away();
    }
    add_declarations();
    add_cases();
    remove_lines();
    extend_items();
  }

 private:
  // ---- what the parent gave
  void note_parent();
  // ---- reading
  void parse_files();
  void check_head();
  void read_blocks();
  // ---- accounting for the parent's cases
  void account();
  bool account_for(TextFile& file, const Node& label, const char* how);
  void apply_renames();
  void take_away();
  // ---- adding
  void add_declarations();
  void add_cases();
  void remove_lines();
  void extend_items();
  Declaration* item_named(const TextFile& file, uint32_t token, std::initializer_list<NodeKind> kinds,
                          const char* what);

  SourceRange head_range() const {
    if (head != nullptr) return head_file->tree->range(*head);
    return {first_file != nullptr ? first_file->tree->file : text.name, {1, 1}, {1, 1}};
  }
  std::string cited(const TextFile& file, const Node& label) const {
    const std::string written = label_text(*file.tree, label);
    const auto moved = file.cited.find(written);
    return moved == file.cited.end() ? written : moved->second;
  }

  Declarations& all;
  const EditionText& text;
  Diagnostics& diagnostics;
  const bool is_child;

  std::vector<TextFile*> own_files;
  TextFile* first_file = nullptr;
  const Node* head = nullptr;
  const TextFile* head_file = nullptr;
  std::vector<Block> blocks;
  std::vector<CaseText> parent_cases;
  std::set<std::string> carried;                 // labels of the parent that carry something
  std::set<std::string> known;                   // every label of the parent
  std::map<std::string, std::string> accounted;  // label -> "same", "restates" ...
  std::map<std::string, std::string> renames;    // parent's label -> own label (restates, replaces)
  std::set<std::string> gone;                    // parent's labels replaced or dropped
  std::set<std::string> dropped;
  std::vector<std::pair<size_t, std::unique_ptr<Declaration>>> taken;  // where it stood, and what
};

void Overlay::note_parent() {
  parent_cases = all.cases;
  for (const CaseText& one : all.cases) known.insert(one.label);
  for (const auto& d : all.all) {
    for (const std::string& label : d->labels) carried.insert(label);
    for (const auto& [line, label] : labelled_below(*d->file->tree, *d->node)) {
      if (d->removed.count(line) == 0) carried.insert(cited(*d->file, *label));
    }
    for (const Piece& piece : d->added) {
      if (const Node* label = piece.file->tree->child(*piece.node, NodeKind::label))
        carried.insert(cited(*piece.file, *label));
    }
  }
  known.insert(carried.begin(), carried.end());
  all.parent_labels.assign(known.begin(), known.end());
  all.parent = all.edition;
  all.edition = text.name;
  all.title.clear();
  all.cases.clear();
  all.dropped.clear();
  all.replaced.clear();
  for (const auto& d : all.all) d->replaces = false;
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
    diagnostics
        .error("E0225", tree.range_of_token(token),
               "the edition is called \"" + name + "\", and its folder \"" + text.name + "\"")
        .suggestion = text.name;
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
}

bool Overlay::account_for(TextFile& file, const Node& label, const char* how) {
  const std::string name = label_text(*file.tree, label);
  if (known.count(name) == 0) {
    Diagnostic& diagnostic = diagnostics.error("E0221", file.tree->range(label),
                                               "the edition \"" + all.parent + "\" has no case " + name);
    diagnostic.expected = "a case of the parent";
    diagnostic.suggestion = nearest_name(name, known);
    return false;
  }
  const auto [where, is_new] = accounted.try_emplace(name, how);
  if (is_new || where->second == how) return true;
  diagnostics.error(
      "E0229", file.tree->range(label),
      "the parent's case " + name + " is accounted for twice: " + where->second + " and " + how);
  return false;
}

void Overlay::account() {
  for (TextFile* file : own_files) {
    const SyntaxTree& tree = *file->tree;
    for (const Node* node : tree.child_nodes(*tree.root)) {
      if (node->kind == NodeKind::same) {
        for (const Node* label : tree.children(*node, NodeKind::label)) account_for(*file, *label, "same");
      }
      if (node->kind != NodeKind::drop) continue;
      const Node* label = tree.child(*node, NodeKind::label);
      if (label == nullptr) continue;
      if (!account_for(*file, *label, "drop")) continue;
      const std::string name = label_text(tree, *label);
      all.dropped.emplace_back(name, tree.string_value(*node));
      dropped.insert(name);
      gone.insert(name);
    }
  }
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    for (const NodeKind kind : {NodeKind::restates, NodeKind::replaces}) {
      const Node* overlay = tree.child(*block.node, kind);
      if (overlay == nullptr) continue;
      const bool replaces = kind == NodeKind::replaces;
      for (const Node* label : tree.children(*overlay, NodeKind::label)) {
        if (!account_for(*block.file, *label, replaces ? "replaces" : "restates")) continue;
        const std::string name = label_text(tree, *label);
        if (name != block.labels.front()) renames.try_emplace(name, block.labels.front());
        if (replaces) gone.insert(name);
      }
    }
  }
  if (head == nullptr) return;
  for (const std::string& label : carried) {
    if (accounted.count(label) != 0) continue;
    Diagnostic& diagnostic =
        diagnostics.error("E0220", head_range(), "the parent's case " + label + " is not accounted for");
    diagnostic.expected = "`same`, `drop`, or a case that `restates` or `replaces` it";
    diagnostic.suggestion = "same " + label;
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

void Overlay::apply_renames() {
  // Lines of the parent's text cite the new numbers. All at once: numbers may change places.
  for (const auto& file : all.files) {
    if (std::find(own_files.begin(), own_files.end(), file.get()) != own_files.end()) continue;
    std::map<std::string, std::string> next = file->cited;
    for (auto& [written, now] : next) {
      const auto moved = renames.find(now);
      if (moved != renames.end()) now = moved->second;
    }
    for (const auto& [from, to] : renames) {
      if (file->cited.count(from) == 0) next.try_emplace(from, to);
    }
    file->cited_before = std::exchange(file->cited, std::move(next));
  }
}

void Overlay::take_away() {
  const auto is_gone = [&](const TextFile& file, const Node& label) {
    const std::string written = label_text(*file.tree, label);
    const auto moved = file.cited_before.find(written);
    return gone.count(moved == file.cited_before.end() ? written : moved->second) != 0;
  };
  std::vector<std::unique_ptr<Declaration>> kept;
  for (size_t i = 0; i < all.all.size(); ++i) {
    std::unique_ptr<Declaration>& d = all.all[i];
    const bool goes = !d->labels.empty() && gone.count(d->labels.front()) != 0;
    if (goes) {
      taken.emplace_back(kept.size(), std::move(d));
      kept.push_back(nullptr);  // where a replacement may stand
      continue;
    }
    for (const Node* line : lines_of(*d->file->tree, *d->node)) {
      const Node* label = d->file->tree->child(*line, NodeKind::label);
      if (label != nullptr && is_gone(*d->file, *label)) d->removed.insert(line);
    }
    std::erase_if(d->added, [&](const Piece& piece) {
      const Node* label = piece.file->tree->child(*piece.node, NodeKind::label);
      return label != nullptr && is_gone(*piece.file, *label);
    });
    for (const auto& [node, label] : labelled_below(*d->file->tree, *d->node)) {
      const bool statement = node->kind == NodeKind::labelled || node->kind == NodeKind::alternative;
      const std::string name = label_text(*d->file->tree, *label);
      if (!statement || dropped.count(name) == 0 || !is_gone(*d->file, *label)) continue;
      diagnostics
          .warning("W0306", head_range(),
                   "the dropped case " + name + " still has a line in \"" + d->name + "\"")
          .notes.push_back(
              {d->file->tree->range(*node), "this line stays; replace \"" + d->name + "\" to be rid of it"});
    }
    for (std::string& label : d->labels) {
      const auto moved = renames.find(label);
      if (moved != renames.end()) label = moved->second;
    }
    for (Piece& piece : d->added) {
      for (std::string& label : piece.labels) {
        const auto moved = renames.find(label);
        if (moved != renames.end()) label = moved->second;
      }
    }
    kept.push_back(std::move(d));
  }
  all.all = std::move(kept);
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
    const auto how = accounted.find(one.label);
    if (how == accounted.end() || how->second != "same") continue;
    CaseText& kept = case_named(one.label);
    kept = one;
    kept.same_as = one.label;
  }
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
    }
    Piece piece;
    piece.file = block.file;
    piece.node = block.node;
    piece.labels = block.labels;
    to.places.push_back(std::move(piece));
    for (size_t i = 1; i < block.labels.size(); ++i) case_named(block.labels[i]);
    if (const Node* restates = tree.child(*block.node, NodeKind::restates)) {
      CaseText& own = case_named(block.labels.front());
      for (const Node* label : tree.children(*restates, NodeKind::label)) {
        const std::string name = label_text(tree, *label);
        own.same_as = name;
        for (const CaseText& parent : parent_cases) {
          if (parent.label != name) continue;
          if (own.title.empty()) own.title = parent.title;
          if (own.summary.empty()) own.summary = parent.summary;
        }
      }
    }
  }
}

Declaration* Overlay::item_named(const TextFile& file, uint32_t token, std::initializer_list<NodeKind> kinds,
                                 const char* what) {
  if (token == SyntaxTree::npos) return nullptr;
  const std::string name(file.tree->token_text(token));
  NearestName nearest(name);
  for (const auto& d : all.all) {
    if (std::find(kinds.begin(), kinds.end(), d->kind) == kinds.end()) continue;
    if (d->name == name) return d.get();
    nearest.offer(d->name);
  }
  Diagnostic& diagnostic = diagnostics.error("E0202", file.tree->range_of_token(token),
                                             "there is no " + std::string(what) + " \"" + name + "\"");
  diagnostic.expected = what;
  diagnostic.suggestion = nearest.best();
  return nullptr;
}

void Overlay::remove_lines() {
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    for (const Node* node : tree.children(*block.node, NodeKind::remove_decl)) {
      if (node->broken) continue;
      Declaration* d = item_named(*block.file, tree.token(*node, TokenKind::name),
                                  {NodeKind::define_decl, NodeKind::action_decl, NodeKind::effect_decl},
                                  "definition, action or effect");
      if (d == nullptr) continue;
      const uint32_t name_token = tree.token(*node, TokenKind::name, 1);
      const Node* label_node = tree.child(*node, NodeKind::label);
      if (name_token == SyntaxTree::npos && label_node == nullptr) continue;
      const std::string wanted = name_token != SyntaxTree::npos ? std::string(tree.token_text(name_token))
                                                                : cited(*block.file, *label_node);
      NearestName nearest(wanted);
      size_t found = 0;
      const auto matches = [&](const TextFile& file, const Node& line) {
        const uint32_t own =
            file.tree->token(line, TokenKind::name,
                             line.kind == NodeKind::require && file.tree->has_word(line, "each") ? 2 : 0);
        const Node* own_label = file.tree->child(line, NodeKind::label);
        if (own != SyntaxTree::npos) nearest.offer(file.tree->token_text(own));
        if (name_token != SyntaxTree::npos)
          return own != SyntaxTree::npos && file.tree->token_text(own) == wanted;
        return own_label != nullptr && cited(file, *own_label) == wanted;
      };
      for (const Node* line : lines_of(*d->file->tree, *d->node)) {
        if (d->removed.count(line) != 0 || !matches(*d->file, *line)) continue;
        d->removed.insert(line);
        ++found;
      }
      found += std::erase_if(d->added, [&](const Piece& piece) { return matches(*piece.file, *piece.node); });
      if (found > 0) continue;
      Diagnostic& diagnostic = diagnostics.error(
          "E0202", tree.range(*node), "\"" + d->name + "\" has no entry or requirement \"" + wanted + "\"");
      diagnostic.suggestion = nearest.best();
    }
  }
}

void Overlay::extend_items() {
  for (const Block& block : blocks) {
    const SyntaxTree& tree = *block.file->tree;
    for (const Node* node : tree.children(*block.node, NodeKind::extend_decl)) {
      Declaration* d = item_named(*block.file, tree.token(*node, TokenKind::name),
                                  {NodeKind::define_decl, NodeKind::action_decl, NodeKind::effect_decl},
                                  "definition, action or effect");
      if (d == nullptr) continue;
      const bool list =
          d->kind == NodeKind::define_decl && d->file->tree->child(*d->node, NodeKind::list) != nullptr;
      for (const Node* line : tree.child_nodes(*node)) {
        const bool requirement =
            line->kind == NodeKind::require || line->kind == NodeKind::ensure || line->kind == NodeKind::best;
        const bool entry = line->kind == NodeKind::entry;
        if (line->kind == NodeKind::error) continue;
        const bool fits =
            d->kind == NodeKind::action_decl ? requirement
            : list                           ? entry
                   : d->kind == NodeKind::effect_decl && (entry || line->kind == NodeKind::effect_entry);
        if (!fits) {
          diagnostics.error("E0227", tree.range(*line), "\"" + d->name + "\" cannot be extended with this")
              .expected = d->kind == NodeKind::action_decl           ? "requirements"
                          : list || d->kind == NodeKind::effect_decl ? "entries of its list"
                                                                     : "a definition that is a list";
          continue;
        }
        Piece piece;
        piece.file = block.file;
        piece.node = line;
        piece.labels = block.labels;
        d->added.push_back(std::move(piece));
      }
    }
  }
}

}  // namespace

void lay_over(Declarations& all, const EditionText& text, Diagnostics& diagnostics) {
  Overlay(all, text, diagnostics).run();
}

}  // namespace casebook::language
