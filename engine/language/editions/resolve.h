// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the text of an edition and its parents to one list of declarations. Overlays are applied; names are
// not yet looked up.
//
// Declarations of the parent come first, in the order of its text. A replacement takes the place of what it
// replaces. Errors are E02xx: unknown parents, circles of editions, cases without account (E0220), missing
// labels and items. The trees live as long as the result.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/language/editions/edition_text.h"
#include "engine/language/syntax/syntax.h"
#include "engine/program/program.h"

namespace casebook::language {

/// One file of one edition of the chain.
struct TextFile {
  std::string edition;
  uint32_t source = 0;  // its index in Declarations::files and in Program::sources
  std::shared_ptr<const SyntaxTree> tree;
  /// How the edition being compiled cites a case of this file's edition, where the number has moved: written
  /// -> cited.
  std::map<std::string, std::string> cited;
  /// The same for single lines, by their label node, where one case has become several. Goes before `cited`.
  std::map<const Node*, std::string> cited_at;
  /// What became of such a case: written -> every case that has a part of it now.
  std::map<std::string, std::vector<std::string>> split;

  /// How the edition being compiled cites the label that stands there.
  std::string cited_label(const Node& label) const;
};

/// A node with the file it stands in: entries and requirements of one item may come from several editions.
struct Piece {
  const TextFile* file = nullptr;
  const Node* node = nullptr;
  std::vector<std::string> labels;  // of the case it stands in, as cited
  const Node* before = nullptr;     // of what `extend ... before` adds: the line that comes after it
};

/// One declaration that is in force.
struct Declaration : Piece {
  NodeKind kind = NodeKind::error;
  std::string name;               // empty for what has none (claims, `box` and `place` lines, exceptions)
  bool replaces = false;          // stands where an item of the parent stood
  std::set<const Node*> removed;  // entries and requirements of it that a later edition took out
  std::vector<Piece> added;       // entries, requirements, settings of a claim that later editions put in
};

/// A case as the edition compiled speaks of it: the text of the last edition that opens it.
struct CaseText {
  std::string label;  // as cited
  std::string title, summary, explanatory, silent, section, section_title;
  std::vector<std::string> topics;    // as written, each once
  std::vector<std::string> replaces;  // labels of the parent's cases
  std::vector<std::string> same_as;   // of those that it restates or keeps, in whole or in part
  std::vector<Piece> places;
};

struct Declarations {
  std::string edition, title, parent;
  std::vector<std::unique_ptr<TextFile>> files;
  std::vector<std::unique_ptr<Declaration>> all;             // in a stable order
  std::vector<CaseText> cases;                               // in the order of the text
  std::vector<std::string> parent_labels;                    // every case of the parent
  std::vector<std::pair<std::string, std::string>> dropped;  // label, why
  std::vector<std::string> replaced;                         // names of items
  std::vector<Program::Change> changes;
};

/// Parses and resolves. Gives what it can also when there are errors.
std::unique_ptr<Declarations> resolve(const EditionText& edition, Diagnostics& diagnostics);

/// The canonical text of a `label` node: `4.2`, `4.0 procedure`, `chart: movement`, `unwritten: why`.
std::string label_text(const SyntaxTree& tree, const Node& label);

/// An indented listing, for looking at.
std::string dump(const Declarations& declarations);

}  // namespace casebook::language
