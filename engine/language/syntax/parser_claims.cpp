// SPDX-License-Identifier: Apache-2.0
// Claims, invariants, views; the heads of procedures and interrupts.
#include "engine/language/syntax/parser.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {

NodePtr Parser::claim_decl() {
  auto node = start(NodeKind::claim_decl);
  const uint32_t owner = at_;
  word(*node, "claim");
  if (at_kind(TokenKind::string)) take(*node);
  if (at("with")) add(*node, claim_with());
  if (!failed_ && at("disputed")) add(*node, prose(NodeKind::claim_disputed));
  if (!failed_ && !at_end() && !at_line_start()) claim_lines(*node);
  if (!failed_) need_lines(*node, owner, "what is given, played and expected", [&] { claim_lines(*node); });
  return finish(std::move(node));
}

NodePtr Parser::claim_with() {
  auto node = start(NodeKind::claim_with);
  take_word(*node);
  separated(*node, ",", [&] {
    auto setting = start(NodeKind::claim_setting);
    const bool negated = try_word(*setting, "not");
    undashed() && name(*setting, "the name of an option or a reading");
    if (!negated && try_word(*setting, "=")) undashed() && name(*setting, "a value of that reading");
    add(*node, finish(std::move(setting)));
  });
  return finish(std::move(node));
}

void Parser::claim_lines(Node& parent) {
  do {
    NodePtr node = claim_line();
    if (!node) {
      unknown_line("a line of a claim", claim_words());
      return;
    }
    add(parent, std::move(node));
  } while (!failed_ && !at_end() && !at_line_start());
}

NodePtr Parser::claim_line() {
  if (at("at")) {
    auto node = start(NodeKind::claim_at);
    take_word(*node);
    name(*node, "the name of a procedure");
    if (!failed_ && at("(")) add(*node, args());
    return finish(std::move(node));
  }
  if (at("given")) {
    auto node = start(NodeKind::claim_given);
    take_word(*node);
    separated(*node, ",", [&] {
      auto fill = start(NodeKind::claim_fill);
      if (try_word(*fill, "others")) {
        if (!try_word(*fill, "absent")) {
          if (at("as")) {
            word(*fill, "as") && word(*fill, "set") && word(*fill, "up");
          } else {
            fail("\"absent\" or \"as set up\"");
          }
        }
      } else {
        add(*fill, sum()) && word(*fill, "=") && add(*fill, expression());
      }
      add(*node, finish(std::move(fill)));
    });
    return finish(std::move(node));
  }
  if (at("play")) {
    auto node = start(NodeKind::claim_play);
    take_word(*node);
    add(*node, choice_text());
    return finish(std::move(node));
  }
  if (at("roll")) {
    auto node = start(NodeKind::claim_roll);
    take_word(*node);
    separated(*node, ",", [&] {
      if (at_kind(TokenKind::number)) {
        take(*node);
      } else {
        fail("a number on the die");
      }
    });
    return finish(std::move(node));
  }
  if (at("draw")) {
    auto node = start(NodeKind::claim_roll);
    take_word(*node);
    add(*node, choice_text());
    return finish(std::move(node));
  }
  if (at("expect")) return claim_expect();
  return nullptr;
}

NodePtr Parser::claim_expect() {
  auto node = start(NodeKind::claim_expect);
  take_word(*node);
  const bool alone = !at_end() && (out_of_reach(at_ + 1) || token(at_ + 1).first_on_line);
  if (at("drawn") && alone) {
    take_word(*node);
  } else if ((at("won") || at("choice")) && at("by", 1)) {
    take_word(*node);
    take_word(*node);
    add(*node, expression());
  } else if ((at("permitted") || at("refused")) && at_name(1)) {
    const bool refused = at("refused");
    take_word(*node);
    add(*node, choice_text());
    if (refused && try_word(*node, "by")) add(*node, label());
  } else {
    add(*node, expression());
  }
  return finish(std::move(node));
}

/// The tokens of a choice as they are, names of entities and all: to the end of the line, or to `by` outside
/// brackets.
NodePtr Parser::choice_text() {
  auto node = start(NodeKind::choice_text);
  if (failed_) return node;
  int open = 0;
  while (!at_end()) {
    const Token& t = token(at_);
    if (open <= 0 && (t.first_on_line || (at("by") && node->end_token > node->first_token))) break;
    const std::string_view here = text(at_);
    if (t.kind == TokenKind::symbol && (here == "(" || here == "{" || here == "[")) ++open;
    if (t.kind == TokenKind::symbol && (here == ")" || here == "}" || here == "]")) --open;
    take(*node);
  }
  if (node->children.empty()) fail("a choice such as step(A, 0101)");
  return finish(std::move(node));
}

NodePtr Parser::invariant_decl() {
  auto node = start(NodeKind::invariant_decl);
  word(*node, "invariant") && name(*node, "a name for the invariant");
  if (try_word(*node, "at")) {
    if (try_word(*node, "every")) {
      if (try_word(*node, "step")) {
        if (try_word(*node, "in")) name(*node, "the name of a procedure");
      } else if (!try_word(*node, "choice")) {
        fail("\"choice\" or \"step\"");
      }
    } else if (try_word(*node, "end")) {
      word(*node, "of") && name(*node, "the name of a procedure");
    } else {
      fail("\"every choice\", \"every step\" or \"end of\"");
    }
  } else if (try_word(*node, "in")) {
    name(*node, "the name of a procedure");
  }
  word(*node, ":") && add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::view_decl() {
  auto node = start(NodeKind::view_decl);
  word(*node, "view") && name(*node, "a name for the view");
  if (!failed_ && at("(")) add(*node, params());
  string(*node, "a title in quotation marks") && word(*node, "=") && add(*node, view_body());
  return finish(std::move(node));
}

NodePtr Parser::view_body() {
  NodePtr node;
  if (at("hexes") || at("score")) {
    node = start(at("hexes") ? NodeKind::view_hexes : NodeKind::view_score);
    take_word(*node);
    add(*node, expression());
  } else if (at("number")) {
    node = start(NodeKind::view_number);
    take_word(*node);
    word(*node, "over") && name(*node, "a name for a hex") && word(*node, ":") && add(*node, expression());
  } else if (at("path")) {
    node = start(NodeKind::view_path);
    take_word(*node);
    add(*node, expression()) && word(*node, "from") && add(*node, expression());
  } else if (at("items")) {
    node = start(NodeKind::view_items);
    take_word(*node);
    name(*node, "the name of a list") && add(*node, args());
  } else if (at("repeated")) {
    node = start(NodeKind::view_repeated);
    take_word(*node);
    name(*node, "the name of an action") &&
        bracketed(*node, "(", ")", [&] { name(*node, "the name of a parameter of the view"); }) &&
        word(*node, "spending") && add(*node, expression());
  } else {
    node = start(NodeKind::error);
    fail("\"hexes\", \"number over\", \"path\", \"items\", \"repeated\" or \"score\"");
  }
  return finish(std::move(node));
}

NodePtr Parser::procedure_decl() {
  auto node = start(NodeKind::procedure_decl);
  const uint32_t owner = at_;
  word(*node, "procedure") && name(*node, "a name for the procedure");
  if (!failed_ && at("(")) add(*node, params());
  if (!failed_ && !at_end() && !at_line_start()) fail("the end of the line, then the steps of the procedure");
  if (failed_) {
    unread_header(*node);
    failed_ = at_end();
  }
  add(*node, block(owner));
  return finish(std::move(node));
}

NodePtr Parser::whenever_decl() {
  auto node = start(NodeKind::whenever_decl);
  try_supplied(*node);
  const uint32_t owner = at_;
  word(*node, "whenever") && name(*node, "a name for the interrupt") &&
      bracketed(*node, "(", ")", [&] { add(*node, binder()); }) && word(*node, "when") &&
      add(*node, expression()) && word(*node, "by") && add(*node, on_one_line([&] { return expression(); }));
  if (try_word(*node, "first")) add(*node, on_one_line([&] { return expression(); }));
  add(*node, block(owner));
  return finish(std::move(node));
}

}  // namespace casebook::language
