// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/generators.h"

namespace casebook::games {

namespace {

/// The project's generator, seeded by RapidCheck's.
Random seeded(const rc::Random& random) {
  rc::Random copy = random;
  const uint64_t seed = copy.next();
  return {seed, copy.next()};
}

using Keep = std::function<bool(const Position&)>;

rc::Shrinkable<Position> shrinkable(const std::shared_ptr<PositionMaker>& maker, const Position& position,
                                    const Keep& keep) {
  return rc::shrinkable::shrinkRecur(position, [maker, keep](const Position& from) {
    std::vector<Position> all = simpler(*maker, from);
    if (keep) std::erase_if(all, [&](const Position& one) { return !keep(one); });
    return rc::seq::fromContainer(std::move(all));
  });
}

/// Shorter ones: a beginning, or with some steps left out, as far as the rest is lawful.
std::vector<PlayedGame> shorter(PositionMaker& maker, const PlayedGame& game) {
  std::vector<PlayedGame> all;
  const size_t size = game.steps.size();
  for (size_t at_once = size; at_once > 0; at_once /= 2) {
    for (size_t first = 0; first < size; first += at_once) {
      PlayedGame rest = game;
      rest.steps.erase(rest.steps.begin() + static_cast<std::ptrdiff_t>(first),
                       rest.steps.begin() + static_cast<std::ptrdiff_t>(std::min(first + at_once, size)));
      rest = lawful_part(maker.rules(), rest);
      if (rest.steps.size() < size) all.push_back(std::move(rest));
    }
  }
  return all;
}

}  // namespace

rc::Gen<Position> positions(std::shared_ptr<PositionMaker> maker, SiteChoice where) {
  return [maker = std::move(maker), where = std::move(where)](const rc::Random& random, int size) {
    Random numbers = seeded(random);
    return shrinkable(maker, maker->make(numbers, size, where), {});
  };
}

rc::Gen<Position> lawful_positions(std::shared_ptr<PositionMaker> maker, SiteChoice where) {
  return [maker = std::move(maker), where = std::move(where)](const rc::Random& random, int size) {
    Random numbers = seeded(random);
    const auto made = maker->make_lawful(numbers, size, where, 200);
    if (!made) throw rc::GenerationFailure("no position found that satisfies the invariants and goes on");
    return shrinkable(maker, *made, [maker](const Position& one) {
      return maker->satisfies_invariants(one) && maker->goes_on(one);
    });
  };
}

rc::Gen<PlayedGame> random_games(std::shared_ptr<PositionMaker> maker, uint32_t most_steps) {
  return [maker = std::move(maker), most_steps](const rc::Random& random, int size) {
    Random numbers = seeded(random);
    const auto part = static_cast<uint32_t>(std::clamp(size, 1, 100));
    const PlayedGame game =
        random_game(*maker, numbers, 1 + numbers.below(std::max<uint32_t>(most_steps * part / 100, 1)));
    return rc::shrinkable::shrinkRecur(
        game, [maker](const PlayedGame& from) { return rc::seq::fromContainer(shorter(*maker, from)); });
  };
}

}  // namespace casebook::games
