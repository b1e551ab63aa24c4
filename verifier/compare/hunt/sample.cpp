// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/sample.h"

#include <algorithm>

namespace casebook::compare {

std::optional<size_t> Reservoir::next() {
  const uint64_t at = seen_++;
  if (at < size_) return static_cast<size_t>(at);
  if (size_ == 0) return std::nullopt;
  const uint64_t place = random_.below(static_cast<uint32_t>(seen_));
  return place < size_ ? std::optional(static_cast<size_t>(place)) : std::nullopt;
}

void Sample::shows(const At& at, const DifferenceClass& one) {
  Shown& shown = shown_[one.key];
  shown.head = head_of(one.key);
  shown.items = one.blame.items;
  shown.at[at].push_back(one.example);
}

void Sample::tell_apart(const std::string& key, size_t positions,
                        const std::function<bool(const Difference&)>& is_its_own) {
  const auto known = shown_.find(key);
  if (known == shown_.end()) return;
  Shown beside{beside_key(known->second.head), {}, {}};
  for (auto at = known->second.at.begin(); at != known->second.at.end() && positions > 0; --positions) {
    if (std::any_of(at->second.begin(), at->second.end(), is_its_own)) {
      ++at;
      continue;
    }
    beside.at.insert(*at);
    at = known->second.at.erase(at);
  }
  shown_[beside_key(key)] = std::move(beside);
}

void Sample::add(const Sample& other) {
  drawn_.insert(other.drawn_.begin(), other.drawn_.end());
  for (const auto& [key, shown] : other.shown_) {
    Shown& mine = shown_.try_emplace(key, Shown{shown.head, shown.items, {}}).first->second;
    for (const auto& [at, differences] : shown.at) {
      std::vector<Difference>& all = mine.at[at];
      all.insert(all.end(), differences.begin(), differences.end());
    }
  }
}

std::vector<MetIn> Sample::met_in(const Pair& pair,
                                  const std::vector<const DifferenceClass*>& classes) const {
  std::set<At> met, at_once;
  const auto is_met = [&](const std::string& key, const Shown& shown) {
    const auto is = [&](const std::string& other, const ItemRefs& items) {
      return other == key ||
             (!items.empty() && head_of(other) == shown.head &&
              std::includes(shown.items.begin(), shown.items.end(), items.begin(), items.end()));
    };
    return std::any_of(classes.begin(), classes.end(), [&](const DifferenceClass* one) {
      return is(one->key, one->blame.items) ||
             std::any_of(one->formerly.begin(), one->formerly.end(),
                         [&](const auto& other) { return is(other.first, other.second); });
    });
  };
  for (const auto& [key, shown] : shown_) {
    if (!is_met(key, shown)) continue;
    for (const auto& [at, differences] : shown.at) {
      met.insert(at);
      if (std::any_of(differences.begin(), differences.end(),
                      [](const Difference& one) { return one.what != Difference::What::effect; }))
        at_once.insert(at);
    }
  }
  std::vector<MetIn> out;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const auto counted = [side](const std::set<At>& all) {
      std::set<uint64_t> games;
      uint64_t positions = 0;
      for (const At& at : all) {
        if (at.side != side) continue;
        ++positions;
        games.insert(at.game);
      }
      return std::pair<uint64_t, uint64_t>(positions, games.size());
    };
    const auto [positions, games] = counted(met);
    const auto [of_positions, of_games] = counted(drawn_);
    if (of_positions > 0)
      out.push_back(
          {pair.scenarios[side]->id, positions, of_positions, games, of_games, counted(at_once).first});
  }
  return out;
}

}  // namespace casebook::compare
