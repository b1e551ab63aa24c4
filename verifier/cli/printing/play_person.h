// SPDX-License-Identifier: Apache-2.0
#pragma once

// A person at the table: prompts for choices and dice, and answers to a player's questions during the game.

#include <string>

#include "engine/runtime/records/game.h"
#include "verifier/cli/printing/show_map.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

class Table {
 public:
  /// `is_recorded`: leaving loses nothing.
  Table(runtime::Game& game, bool is_recorded, Context& context)
      : game_(game), context_(context), leaving_(is_recorded) {}

  /// Until a choice is made (true) or the person leaves (false).
  bool ask_choice();
  /// Until the dice are typed in, or the person leaves.
  bool ask_dice();

 private:
  bool read(const std::string& prompt, std::string& line);
  /// What may be said at either prompt. True when the words were one of these.
  bool common(const std::string& words);
  void list_choices(size_t most);
  /// Whether who says so leaves. Of a game that nothing keeps it is said first what would be lost.
  bool leave();

  runtime::Game& game_;
  Context& context_;
  bool leaving_;  // nothing is lost, or that was said
};

}  // namespace casebook::cli
