// SPDX-License-Identifier: Apache-2.0
// Claims: what the book says in an example, or says twice.
#include <algorithm>
#include <set>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/lower/control.h"
#include "engine/program/flow_graph.h"

namespace casebook::language {
namespace {

Setting check_option(Checker& checker, const Node& node, uint32_t token, OptionId id) {
  const SyntaxTree& tree = *checker.at.tree;
  if (tree.has_word(node, "=")) {
    const std::string name(tree.token_text(token));
    checker.error("E0605", node, "\"" + name + "\" is an option, which is on or off").expected =
        "`" + name + "` or `not " + name + "`";
    return {};
  }
  return {id, none, tree.has_word(node, "not") ? 0 : 1};
}

Setting check_reading(Checker& checker, const Node& node, uint32_t token, ReadingId id) {
  const SyntaxTree& tree = *checker.at.tree;
  const Reading& reading = checker.program.readings[id];
  const std::vector<std::string>& values = checker.program.kinds[reading.kind].members;
  const uint32_t value = tree.token(node, TokenKind::name, 1);
  if (value == SyntaxTree::npos) {
    const std::string name(tree.token_text(token));
    checker.error("E0605", node, "\"" + name + "\" is a reading, which has values").expected =
        "`" + name + " = VALUE`, a value of " + listed(values);
    return {};
  }
  const std::string name(tree.token_text(value));
  const auto found = std::find(values.begin(), values.end(), name);
  if (found == values.end()) {
    Diagnostic& diagnostic =
        checker.error_at("E0202", value, "\"" + name + "\" is no value of " + reading.name);
    diagnostic.expected = listed(values);
    diagnostic.suggestion = nearest_name(name, values);
    return {};
  }
  return {none, id, static_cast<int32_t>(found - values.begin())};
}

void check_options_together(Checker& checker, const Node& with, const Claim& claim) {
  const auto& options = checker.program.options;
  const auto is_on = [&claim](OptionId option) {
    return std::find(claim.with.begin(), claim.with.end(), Setting{option, none, 1}) != claim.with.end();
  };
  for (const Setting& one : claim.with) {
    if (one.option == none || one.value == 0) continue;
    const Option& option = options[one.option];
    for (const OptionId needed : option.needs) {
      if (is_on(needed)) continue;
      const std::string& name = options[needed].name;
      checker
          .error("E0605", with,
                 "the option \"" + option.name + "\" needs \"" + name +
                     "\", which this claim does not switch on")
          .suggestion = name + ", " + option.name;
    }
    for (const OptionId excluded : option.excludes) {
      if (is_on(excluded))
        checker.error(
            "E0605", with,
            "the options \"" + option.name + "\" and \"" + options[excluded].name + "\" exclude one another");
    }
  }
}

/// `with commandos, not jump, entry_hexes = corrected`
void check_settings(Checker& checker, const Node& with, Claim& claim) {
  const SyntaxTree& tree = *checker.at.tree;
  for (const Node* node : tree.children(with, NodeKind::claim_setting)) {
    const uint32_t token = checker.name_token(*node);
    if (node->broken || token == SyntaxTree::npos) continue;
    const auto known = checker.values.find(tree.token_text(token));
    const bool was_used = known != checker.values.end() && known->second.used;
    Symbol* symbol =
        checker.find(checker.values, token, {SymbolKind::option, SymbolKind::reading}, "option or reading");
    if (symbol == nullptr) continue;
    symbol->used = was_used;  // a switch that only claims know does nothing
    const bool is_option = symbol->kind == SymbolKind::option;
    const Setting setting = is_option ? check_option(checker, *node, token, symbol->id)
                                      : check_reading(checker, *node, token, symbol->id);
    if (setting == Setting{}) continue;
    const bool twice = std::any_of(claim.with.begin(), claim.with.end(), [&setting](const Setting& one) {
      return one.option == setting.option && one.reading == setting.reading;
    });
    if (twice) {
      checker.error("E0605", *node, "\"" + std::string(tree.token_text(token)) + "\" is set twice");
      continue;
    }
    claim.with.push_back(setting);
  }
  std::sort(claim.with.begin(), claim.with.end());
  check_options_together(checker, with, claim);
}

void check_phase_entry(Checker& checker, const Node& node, Claim& claim) {
  const Symbol* symbol =
      checker.find(checker.doings, checker.name_token(node), {SymbolKind::procedure}, "procedure");
  if (symbol == nullptr) return;
  const Procedure& procedure = checker.program.procedures[symbol->id];
  claim.procedure = symbol->id;
  checker.check_arguments(node, checker.at.tree->child(node, NodeKind::args),
                          checker.param_types(procedure.params), "the procedure \"" + procedure.name + "\"",
                          claim.args, checker.param_names(procedure.params));
}

void check_fill(Checker& checker, const Node& node, Claim& claim) {
  const SyntaxTree& tree = *checker.at.tree;
  if (tree.has_word(node, "others")) {
    claim.others_absent = tree.has_word(node, "absent");
    return;
  }
  const Node* cell = tree.expression(node, 0);
  const Node* value = tree.expression(node, 1);
  if (cell == nullptr || value == nullptr) return;
  ExprPtr left = checker.check_expression(*cell);
  if (!left) return;
  ClaimFill fill;
  if (left->op == Op::state) {
    fill.state = left->ref;
  } else if (left->op == Op::place_of) {
    fill.kind = left->ref;
  } else {
    checker.error("E0602", *cell, "\"" + tree.node_text(*cell) + "\" is nothing that a claim can set")
        .expected = "a state, or the place of a unit";
    return;
  }
  fill.value = checker.check_as(*value, left->type);
  fill.args = std::move(left->args);
  if (fill.value) claim.fills.push_back(std::move(fill));
}

/// The text of a choice or of what is drawn. No name holds a quotation mark, so one there names nothing in
/// any scenario.
std::string text_of_choice(Checker& checker, const Node& node) {
  std::string text = checker.at.tree->node_text(node);
  if (text.find('"') == std::string::npos) return text;
  std::string plain = text;
  std::erase(plain, '"');
  Diagnostic& diagnostic = checker.error("E0606", node, "names in a choice stand without quotation marks");
  diagnostic.suggestion = plain;
  return plain;
}

ClaimLine check_roll(Checker& checker, const Node& node) {
  const SyntaxTree& tree = *checker.at.tree;
  ClaimLine line;
  line.step = ClaimStep::roll;
  if (const Node* drawn = tree.child(node, NodeKind::choice_text)) {
    line.step = ClaimStep::draw;
    line.choice = text_of_choice(checker, *drawn);
    return line;
  }
  for (size_t n = 0;; ++n) {
    const uint32_t token = tree.token(node, TokenKind::number, n);
    if (token == SyntaxTree::npos) return line;
    const std::string digits(tree.token_text(token));
    line.dice.push_back(digits.size() > 9 ? INT32_MAX : std::stoll(digits));
  }
}

std::optional<ClaimLine> check_expect(Checker& checker, const Node& node) {
  const SyntaxTree& tree = *checker.at.tree;
  ClaimLine line;
  if (const Node* choice = tree.child(node, NodeKind::choice_text)) {
    line.step = tree.has_word(node, "refused") ? ClaimStep::expect_refused : ClaimStep::expect_permitted;
    line.choice = text_of_choice(checker, *choice);
    if (const Node* label = tree.child(node, NodeKind::label)) {
      line.label = checker.label_of(*label);
      if (checker.at.file != nullptr) {
        const auto split = checker.at.file->split.find(label_text(tree, *label));
        if (split != checker.at.file->split.end()) {
          for (const std::string& one : split->second) line.or_labels.push_back(checker.label_id(one));
        }
      }
    }
    return line;
  }
  const Node* expr = tree.expression(node);
  if (expr == nullptr) {
    line.step = ClaimStep::expect_drawn;
    if (node.broken || !tree.has_word(node, "drawn")) return std::nullopt;
    return line;
  }
  const bool by_side = tree.has_word(node, "by");
  line.step = !by_side                     ? ClaimStep::expect
              : tree.has_word(node, "won") ? ClaimStep::expect_won
                                           : ClaimStep::expect_choice;
  line.expr = by_side ? checker.check_side(*expr) : checker.check_boolean(*expr);
  if (!line.expr) return std::nullopt;
  return line;
}

}  // namespace

void Checker::check_claim(const Declaration& d) {
  const Here here(*this);
  at.may_name = true;
  Claim claim;
  fill_item(claim, at.tree->string_value(*d.node), *d.node);
  if (const Node* with = at.tree->child(*d.node, NodeKind::claim_with)) check_settings(*this, *with, claim);
  for (const Piece& piece : d.added) {  // by later editions
    if (piece.node->kind != NodeKind::claim_with) continue;
    const Here there(*this, piece);
    check_settings(*this, *piece.node, claim);
  }
  if (const Node* disputed = at.tree->child(*d.node, NodeKind::claim_disputed))
    claim.disputed = at.tree->string_value(*disputed);
  bool under_way = false;
  for (const Node* node : at.tree->child_nodes(*d.node)) {
    const Place place = place_of(*node);
    std::optional<ClaimLine> line;
    switch (node->kind) {
      case NodeKind::claim_at:
      case NodeKind::claim_given:
        if (under_way) {
          error("E0601", *node, "a position is set before anything is played or expected of it");
        } else if (node->kind == NodeKind::claim_at) {
          if (claim.procedure != none) error("E0601", *node, "a claim begins at one place only");
          check_phase_entry(*this, *node, claim);
        } else {
          for (const Node* fill : at.tree->children(*node, NodeKind::claim_fill))
            check_fill(*this, *fill, claim);
        }
        continue;
      case NodeKind::claim_play:
        line.emplace();
        line->step = ClaimStep::play;
        if (const Node* choice = at.tree->child(*node, NodeKind::choice_text))
          line->choice = text_of_choice(*this, *choice);
        break;
      case NodeKind::claim_roll:
        line = check_roll(*this, *node);
        break;
      case NodeKind::claim_expect:
        line = check_expect(*this, *node);
        break;
      default:
        continue;
    }
    under_way = true;
    if (!line) continue;
    line->place = place;
    claim.lines.push_back(std::move(*line));
  }
  program.claims.push_back(std::move(claim));
}

void check_claims(Checker& checker) {
  const Program& program = checker.program;
  std::set<CaseId> labels;
  const auto add = [&](const std::vector<Requirement>& list) {
    for (const Requirement& one : list) labels.insert(one.label);
  };
  for (const Action& action : program.actions) {
    labels.insert(action.label);
    add(action.requires_);
    add(action.ensures);
    for (const Best& one : action.bests) labels.insert(one.label);
  }
  for (const Site& site : program.sites) {
    for (const Alternative& one : site.alternatives) add(one.requires_);
  }
  std::set<ProcedureId> called = {program.game};
  for (const std::vector<ProcedureId>& callees : call_graph(program))
    called.insert(callees.begin(), callees.end());
  for (const Claim& claim : program.claims) {
    if (claim.procedure != none && !called.contains(claim.procedure)) {
      const std::string& name = program.procedures[claim.procedure].name;
      checker.diagnostics
          .error("E0604", program.range_of(claim.place),
                 "this claim begins at \"" + name + "\", which nothing calls")
          .expected = "a procedure that play comes to";
    }
    for (const ClaimLine& line : claim.lines) {
      const auto stands = [&](CaseId one) { return labels.contains(one); };
      if (line.label == none || stands(line.label) ||
          std::any_of(line.or_labels.begin(), line.or_labels.end(), stands))
        continue;
      const std::string& label = program.label_text(line.label);
      NearestName nearest(label);
      for (const CaseId known : labels) nearest.offer(program.label_text(known));
      Diagnostic& diagnostic = checker.diagnostics.error(
          "E0603", program.range_of(line.place), "no action and no requirement stands under " + label);
      diagnostic.expected = "a case that can refuse";
      diagnostic.suggestion = nearest.best();
    }
  }
}

}  // namespace casebook::language
