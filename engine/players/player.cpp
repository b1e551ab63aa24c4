// SPDX-License-Identifier: Apache-2.0
#include "engine/players/player.h"

#include "engine/base/streams.h"

namespace casebook::players {

namespace {

class RandomPlayer final : public Player {
 public:
  std::string_view name() const override { return "random"; }
  void new_game(const runtime::Scenario&, int32_t side, uint64_t seed, uint64_t game) override {
    random_ = player_stream(seed, game, static_cast<uint64_t>(side));
  }
  size_t choose(const Decision& decision) override {
    return random_.below(static_cast<uint32_t>(decision.choices.size()));
  }

 private:
  Random random_{0, 0};
};

class FirstPlayer final : public Player {
 public:
  std::string_view name() const override { return "first"; }
  void new_game(const runtime::Scenario&, int32_t, uint64_t, uint64_t) override {}
  size_t choose(const Decision&) override { return 0; }
};

}  // namespace

std::unique_ptr<Player> make_player(std::string_view name) {
  if (name == "random") return std::make_unique<RandomPlayer>();
  if (name == "first") return std::make_unique<FirstPlayer>();
  return nullptr;
}

Players random_players(const runtime::Scenario& scenario) {
  const language::KindId side = scenario.program->kind_side;
  Players all(side == language::none ? 1 : static_cast<size_t>(scenario.size(side)));
  for (auto& one : all) one = std::make_unique<RandomPlayer>();
  return all;
}

const std::vector<std::string>& player_names() {
  static const std::vector<std::string> names{"random", "first"};
  return names;
}

}  // namespace casebook::players
