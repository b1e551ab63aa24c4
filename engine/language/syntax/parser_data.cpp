// SPDX-License-Identifier: Apache-2.0
// Kinds, measures, data, switches and tables.
#include "engine/language/syntax/parser.h"

namespace casebook::language {

NodePtr Parser::kind_decl() {
  auto node = start(NodeKind::kind_decl);
  word(*node, "kind") && name(*node, "a name for the kind");
  if (try_word(*node, "=")) {
    name_list(*node, "a name for a member");
  } else if (try_word(*node, "on")) {
    word(*node, "map");
  }
  return finish(std::move(node));
}

NodePtr Parser::box_or_place(NodeKind kind) {
  auto node = start(kind);
  take_word(*node);
  name_list(*node, kind == NodeKind::box_decl ? "a name for the box" : "the name of a hex of the map");
  return finish(std::move(node));
}

NodePtr Parser::measure_decl() {
  auto node = start(NodeKind::measure_decl);
  word(*node, "measure") && name(*node, "a name for the measure");
  if (try_word(*node, "by")) add(*node, sum());
  word(*node, "from") && add(*node, sum()) && word(*node, "to") && add(*node, sum());
  if (try_word(*node, "or")) word(*node, "never");
  return finish(std::move(node));
}

NodePtr Parser::given_or_state(NodeKind kind) {
  auto node = start(kind);
  take_word(*node);
  name(*node, "a name");
  if (!failed_ && at("(")) add(*node, types());
  if (!failed_ && at_kind(TokenKind::string)) string(*node, "how texts say it, in quotation marks");
  word(*node, ":") && add(*node, type());
  if (try_word(*node, "=")) add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::option_decl() {
  auto node = start(NodeKind::option_decl);
  word(*node, "option") && undashed() && name(*node, "a name for the option") &&
      string(*node, "a title in quotation marks");
  if (try_word(*node, "needs")) name_list(*node, "the name of an option");
  if (try_word(*node, "excludes")) name_list(*node, "the name of an option");
  return finish(std::move(node));
}

NodePtr Parser::reading_decl() {
  auto node = start(NodeKind::reading_decl);
  const uint32_t owner = at_;
  word(*node, "reading") && undashed() && name(*node, "a name for the reading") &&
      string(*node, "the question in quotation marks");
  bool has_default = false;
  need_lines(*node, owner, "the readings, and \"default\" with one of them", [&] {
    if (at("default") && !at_kind(TokenKind::string, 1)) {
      has_default = true;
      take_word(*node);
      name(*node, "the name of a reading above");
      return;
    }
    auto value = start(NodeKind::reading_value);
    name(*value, "a name for a value of this reading, or \"default\"") &&
        strings(*value, "what it means, in quotation marks");
    add(*node, finish(std::move(value)));
  });
  if (!failed_ && !has_default && !node->broken) {
    fail_code("E0101", owner, "this reading names no default",
              "a line with \"default\" and one of its values");
  }
  return finish(std::move(node));
}

NodePtr Parser::table_decl() {
  auto node = start(NodeKind::table_decl);
  const uint32_t owner = at_;
  word(*node, "table") && name(*node, "a name for the table") && add(*node, types()) && word(*node, "->") &&
      add(*node, type());
  if (!failed_ && block_opens() && grid_opens()) {
    add(*node, grid(owner));
  } else {
    need_lines(*node, owner, "the entries of the table", [&] { table_rows(*node); });
  }
  return finish(std::move(node));
}

/// One line of `key, key: value` entries.
void Parser::table_rows(Node& parent) {
  do {
    auto row = start(NodeKind::table_row);
    separated(*row, ",", [&] { add(*row, key()); });
    if (word(*row, ":")) {
      if (at("silent")) {
        take_word(*row);
      } else {
        add(*row, expression());
      }
    }
    add(parent, finish(std::move(row)));
  } while (try_word(parent, ",") && !at_end());
}

/// A table of two indices begins with a line that has a bar.
bool Parser::grid_opens() const {
  for (uint32_t i = at_; token(i).kind != TokenKind::end_of_file && (i == at_ || !token(i).first_on_line);
       ++i) {
    if (token(i).kind == TokenKind::symbol && text(i) == "|") return true;
  }
  return false;
}

NodePtr Parser::grid(uint32_t owner) {
  auto node = start(NodeKind::grid);
  bool first = true;
  lines(*node, owner, [&] {
    auto row = start(first ? NodeKind::grid_head : NodeKind::grid_row);
    if (first) {
      name(*row, "a name for the rows");
    } else {
      add(*row, keys());
    }
    if (!failed_ && !at("|")) fail("\"|\" and the columns");
    while (try_word(*row, "|")) {
      if (first) {
        add(*row, keys());
      } else if (at("silent")) {
        take_word(*row);
      } else {
        add(*row, expression());
      }
    }
    first = false;
    add(*node, finish(std::move(row)));
  });
  return finish(std::move(node));
}

NodePtr Parser::keys() {
  auto node = start(NodeKind::keys);
  separated(*node, ",", [&] { add(*node, key()); });
  return finish(std::move(node));
}

NodePtr Parser::key() {
  auto node = start(NodeKind::key);
  if (failed_) return node;
  if (at("others")) {
    take_word(*node);
  } else if (at("up") && at("to", 1)) {
    take_word(*node);
    take_word(*node);
    add(*node, sum());
  } else if (add(*node, sum())) {
    if (try_word(*node, "..")) {
      add(*node, sum());
    } else if (try_word(*node, "and")) {
      word(*node, "more");
    }
  }
  return finish(std::move(node));
}

}  // namespace casebook::language
