// SPDX-License-Identifier: Apache-2.0
#include "engine/language/editions/check_labels.h"

#include <set>

#include "engine/base/nearest.h"

namespace casebook::language {
namespace {

class LabelCheck {
 public:
  LabelCheck(const Declarations& declarations, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    for (const CaseText& text : declarations.cases) opened_.insert(text.label);
    known_ = opened_;
    known_.insert(declarations.parent_labels.begin(), declarations.parent_labels.end());
  }

  /// A parent was told of its own when it was compiled; its children may go on citing them.
  void of_parent(const TextFile& file) {
    is_own_ = false;
    look(file, *file.tree->root);
  }
  void own(const TextFile& file) {
    is_own_ = true;
    look(file, *file.tree->root);
  }

 private:
  void look(const TextFile& file, const Node& node) {
    for (const Node* child : file.tree->child_nodes(node)) {
      switch (node.kind) {
        case NodeKind::case_block:  // opens it
        case NodeKind::same:        // these speak of cases that there are, and are checked as such
        case NodeKind::drop:
        case NodeKind::restates:
        case NodeKind::replaces:
        case NodeKind::claim_expect:  // E0603
          if (child->kind == NodeKind::label) continue;
          break;
        default:
          break;
      }
      if (child->kind == NodeKind::label)
        cited(file, *child);
      else
        look(file, *child);
    }
  }

  void cited(const TextFile& file, const Node& node) {
    std::string label = file.cited_label(node);
    // `4.0 procedure`, `chart: ...`, `unwritten: ...`: no case line opens what has no number.
    if (label.find(' ') != std::string::npos) return;
    if (!known_.insert(label).second || !is_own_) return;
    Diagnostic& diagnostic =
        diagnostics_.warning("W0307", file.tree->range(node), "no line opens the case " + label);
    diagnostic.expected = "a case of this edition";
    NearestName nearest(label);
    for (const std::string& opened : opened_) nearest.offer(opened);
    diagnostic.suggestion = nearest.best();
  }

  Diagnostics& diagnostics_;
  bool is_own_ = true;
  std::set<std::string> opened_, known_;  // known: opened, or told of
};

}  // namespace

void check_labels(const Declarations& declarations, Diagnostics& diagnostics) {
  LabelCheck check(declarations, diagnostics);
  // A text without a folder has no name; it has no parent either.
  const auto is_own = [&declarations](const TextFile& file) {
    return file.edition.empty() || file.edition == declarations.edition;
  };
  for (const auto& file : declarations.files) {
    if (!is_own(*file)) check.of_parent(*file);
  }
  for (const auto& file : declarations.files) {
    if (is_own(*file)) check.own(*file);
  }
}

}  // namespace casebook::language
