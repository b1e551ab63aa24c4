// SPDX-License-Identifier: Apache-2.0
// The file, its heads, sections and cases; labels, names and types.
#include <algorithm>

#include "engine/language/syntax/parser.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {

NodePtr Parser::file() {
  auto root = start(NodeKind::file);
  while (token(at_).kind != TokenKind::end_of_file) {
    const uint32_t column = token(at_).column;
    if (column > 1 && token(at_).first_on_line) misplaced(1);
    if (column == 1) misplaced_column_ = 0;
    item(*root, column, UINT32_MAX, [&] { file_line(*root); });
  }
  return finish(std::move(root));
}

NodePtr Parser::lone_expression() {
  auto root = start(NodeKind::file);
  item(*root, 0, UINT32_MAX, [&] { add(*root, expression()); });
  if (token(at_).kind != TokenKind::end_of_file) {
    // Only the head of a case, section or edition is out of reach here.
    if (!root->broken) {
      fail_code("E0101", at_, "one expression is read here, but the text goes on", "the end of the text");
      failed_ = false;
    }
    auto error = start(NodeKind::error);
    error->broken = true;
    while (token(at_).kind != TokenKind::end_of_file) take(*error);
    put(*root, std::move(error));
  }
  return finish(std::move(root));
}

void Parser::file_line(Node& file) {
  if (at("edition")) {
    add(file, edition_head());
  } else if (at("section")) {
    add(file, section());
  } else if (at("case")) {
    add(file, case_block());
  } else if (at("same")) {
    add(file, same());
  } else if (at("drop")) {
    add(file, drop());
  } else {
    const auto words = member_words();
    if (std::find(words.begin(), words.end(), text(at_)) != words.end()) {
      const bool again = !file.children.empty() && file.children.back().node &&
                         file.children.back().node->kind == NodeKind::error;
      if (again) {
        failed_ = true;  // the line before was told already
      } else {
        fail_code("E0112", at_, "\"" + std::string(text(at_)) + "\" stands in no case; indent it under one",
                  "\"case\", \"section\" or \"edition\"");
      }
    } else {
      unknown_line("an edition, section or case", file_words());
    }
    auto error = start(NodeKind::error);
    error->broken = true;
    take(*error);
    put(file, std::move(error));
  }
}

NodePtr Parser::edition_head() {
  auto node = start(NodeKind::edition_head);
  word(*node, "edition") && name(*node, "a name for the edition");
  if (!failed_ && at_kind(TokenKind::string)) take(*node);
  if (try_word(*node, "extends")) name(*node, "the name of the parent edition");
  return finish(std::move(node));
}

NodePtr Parser::section() {
  auto node = start(NodeKind::section);
  if (word(*node, "section")) {
    if (at_kind(TokenKind::number)) {
      take(*node);
      string(*node, "a title in quotation marks");
    } else {
      fail("the number of the section");
    }
  }
  return finish(std::move(node));
}

NodePtr Parser::case_block() {
  auto node = start(NodeKind::case_block);
  const uint32_t owner = at_;
  word(*node, "case") && separated(*node, ",", [&] { add(*node, label()); });
  if (!failed_ && at_kind(TokenKind::string)) take(*node);
  if (at("restates")) {
    add(*node, overlaid_cases(NodeKind::restates, "restates"));
  } else if (at("replaces")) {
    add(*node, overlaid_cases(NodeKind::replaces, "replaces"));
  }
  if (!failed_ && !at_end() && !at_line_start()) {
    fail("a title in quotation marks, \"restates\", \"replaces\" or the end of the line");
  }
  unread_header(*node);
  if (block_opens()) lines(*node, owner, [&] { member(*node); });
  return finish(std::move(node));
}

void Parser::member(Node& parent) {
  NodePtr node = member_node();
  if (node) {
    add(parent, std::move(node));
    return;
  }
  unknown_line("a declaration", member_words());
}

NodePtr Parser::member_node() {
  const uint32_t marked = supplied_tokens();
  const std::string_view w = text(at_ + marked);
  if (marked > 0 && w != "except" && w != "adjust" && w != "waive" && w != "whenever") {
    auto node = start(NodeKind::error);
    fail_code("E0101", at_, "this cannot be supplied as a whole; mark the part that the text does not say",
              "`except`, `adjust`, `waive` or `whenever` after the mark");
    return finish(std::move(node));
  }
  if (w == "summary") return prose(NodeKind::summary);
  if (w == "explanatory") return prose(NodeKind::explanatory);
  if (w == "silent") return prose(NodeKind::silent);
  if (w == "topic") return topic();
  if (w == "kind") return kind_decl();
  if (w == "box") return box_or_place(NodeKind::box_decl);
  if (w == "place") return box_or_place(NodeKind::place_decl);
  if (w == "measure") return measure_decl();
  if (w == "given") return given_or_state(NodeKind::given_decl);
  if (w == "state") return given_or_state(NodeKind::state_decl);
  if (w == "option") return option_decl();
  if (w == "reading") return reading_decl();
  if (w == "table") return table_decl();
  if (w == "define") return define_decl();
  if (w == "field") return field_decl();
  if (w == "effect") return effect_decl();
  if (w == "action") return action_decl();
  if (w == "procedure") return procedure_decl();
  if (w == "whenever") return whenever_decl();
  if (w == "except") return exception_decl(NodeKind::except_decl, "over");
  if (w == "adjust") return exception_decl(NodeKind::adjust_decl, "after");
  if (w == "waive") return waive_decl();
  if (w == "extend") return extend_decl();
  if (w == "remove") return remove_decl();
  if (w == "claim") return claim_decl();
  if (w == "invariant") return invariant_decl();
  if (w == "view") return view_decl();
  return nullptr;
}

NodePtr Parser::same() {
  auto node = start(NodeKind::same);
  word(*node, "same") && !try_word(*node, "others") && separated(*node, ",", [&] { add(*node, label()); });
  return finish(std::move(node));
}

/// `restates 4.5: step.halted, zone, 4.6`: what stands after a colon is of the case before it.
NodePtr Parser::overlaid_cases(NodeKind kind, std::string_view keyword) {
  auto node = start(kind);
  bool parts = false;
  word(*node, keyword) && separated(*node, ",", [&] {
    if (parts && !at_label()) {
      add(*node, part());
      return;
    }
    add(*node, label());
    parts = try_word(*node, ":");
    if (parts) add(*node, part());
  });
  return finish(std::move(node));
}

NodePtr Parser::part() {
  auto node = start(NodeKind::part);
  if (name(*node, "the name of an item of that case, or of what has a line of it") && try_word(*node, "."))
    name_or_label(*node);
  return finish(std::move(node));
}

NodePtr Parser::drop() {
  auto node = start(NodeKind::drop);
  word(*node, "drop") && add(*node, label()) && string(*node, "the reason in quotation marks");
  return finish(std::move(node));
}

NodePtr Parser::label() {
  auto node = start(NodeKind::label);
  if (failed_) return node;
  if (at_kind(TokenKind::label)) {
    take(*node);
    if (at("procedure") && !token(at_).first_on_line) take_word(*node);
  } else if (at_label()) {
    take_word(*node);
    take(*node);
  } else if (at_kind(TokenKind::number)) {
    fail_code("E0101", at_, "a case number has at least one dot", "a label such as 4.2 or 10.0",
              std::string(text(at_)) + ".0");
  } else {
    fail("a label such as 4.2 or chart \"movement\"");
  }
  return finish(std::move(node));
}

NodePtr Parser::type() {
  auto node = start(NodeKind::type);
  if (failed_) return node;
  if (at("set") && at("of", 1)) {
    take_word(*node);
    take_word(*node);
    name(*node, "the name of a kind");
  } else if (at("location") || at("path")) {
    take_word(*node);
  } else if (name(*node, "the name of a type") && at("or") && at("none", 1)) {
    take_word(*node);
    take_word(*node);
  }
  return finish(std::move(node));
}

NodePtr Parser::types() {
  auto node = start(NodeKind::types);
  bracketed(*node, "(", ")", [&] { separated(*node, ",", [&] { add(*node, type()); }); });
  return finish(std::move(node));
}

NodePtr Parser::params() {
  auto node = start(NodeKind::params);
  perhaps_empty(*node, "(", ")", [&] {
    separated(*node, ",", [&] {
      auto param = start(NodeKind::param);
      name(*param, "a name for the parameter") && word(*param, ":") && add(*param, type());
      add(*node, finish(std::move(param)));
    });
  });
  return finish(std::move(node));
}

NodePtr Parser::names() {
  auto node = start(NodeKind::names);
  bracketed(*node, "(", ")", [&] { name_list(*node, "a name"); });
  return finish(std::move(node));
}

NodePtr Parser::prose(NodeKind kind) {
  auto node = start(kind);
  take_word(*node);
  strings(*node, "text in quotation marks");
  return finish(std::move(node));
}

NodePtr Parser::topic() {
  auto node = start(NodeKind::topic);
  take_word(*node);
  name_list(*node, "the name of a topic");
  return finish(std::move(node));
}

bool Parser::name_list(Node& node, std::string_view what) {
  return separated(node, ",", [&] { name(node, what); });
}

uint32_t Parser::supplied_tokens() const {
  if (!at("supplied") || !at_kind(TokenKind::string, 1)) return 0;
  uint32_t count = 2;
  while (at_kind(TokenKind::string, count)) ++count;
  return count + (at(":", count) ? 1 : 0);
}

bool Parser::try_supplied(Node& node) {
  if (failed_) return false;
  if (supplied_tokens() == 0) return true;
  auto mark = start(NodeKind::supplied);
  take_word(*mark);
  strings(*mark, "why, in quotation marks") && word(*mark, ":");
  return add(node, finish(std::move(mark)));
}

/// `[name:]` or a lone `:` after a label.
bool Parser::optional_name_and_colon(Node& node) {
  if (failed_) return false;
  if ((at_name() || at_kind(TokenKind::keyword)) && at(":", 1) && !name(node, "a name")) return false;
  try_word(node, ":");
  return true;
}

}  // namespace casebook::language
