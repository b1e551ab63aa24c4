// SPDX-License-Identifier: Apache-2.0
// What runs along hexsides and from hex to hex.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/picture/map_picture.h"

namespace casebook::picture {

using board::nowhere;

namespace {

bool is_there(const board::DataValue& value) {
  switch (value.kind) {
    case board::DataKind::boolean:
      return value.boolean;
    case board::DataKind::number:
      return value.number != 0;
    case board::DataKind::text:
      return value.text != "none";
    case board::DataKind::list:
      return !value.items.empty();
  }
  return false;
}

double length(Point a) {
  return std::sqrt(a.x * a.x + a.y * a.y);
}
Point direction_of(Point a) {
  const double size = length(a);
  return size == 0 ? Point{} : a * (1 / size);
}

/// Pieces with common ends put together, so that lines have corners instead of gaps.
std::vector<std::vector<Point>> joined(const std::vector<std::pair<Point, Point>>& pieces) {
  using Key = std::pair<long, long>;
  const auto key = [](Point at) { return Key{std::lround(at.x * 50), std::lround(at.y * 50)}; };
  std::map<Key, std::vector<size_t>> at;
  for (size_t i = 0; i < pieces.size(); ++i) {
    at[key(pieces[i].first)].push_back(i);
    at[key(pieces[i].second)].push_back(i);
  }
  std::vector<bool> used(pieces.size(), false);
  std::vector<std::vector<Point>> chains;
  const auto follow = [&](size_t first, bool from_first) {
    std::vector<Point> chain{from_first ? pieces[first].first : pieces[first].second,
                             from_first ? pieces[first].second : pieces[first].first};
    used[first] = true;
    while (true) {
      const auto& here = at[key(chain.back())];
      if (here.size() != 2) break;
      const size_t next = used[here[0]] ? here[1] : here[0];
      if (used[next]) break;
      used[next] = true;
      chain.push_back(key(pieces[next].first) == key(chain.back()) ? pieces[next].second
                                                                   : pieces[next].first);
    }
    chains.push_back(chain);
  };
  for (size_t i = 0; i < pieces.size(); ++i) {  // from loose ends and branchings first
    if (used[i]) continue;
    if (at[key(pieces[i].first)].size() != 2)
      follow(i, true);
    else if (at[key(pieces[i].second)].size() != 2)
      follow(i, false);
  }
  for (size_t i = 0; i < pieces.size(); ++i)
    if (!used[i]) follow(i, true);
  return chains;
}

}  // namespace

void draw_edge_line(Group& into, const EdgeLook& look, const std::vector<std::vector<Point>>& chains,
                    double unit) {
  Path line;
  for (const auto& chain : chains)
    for (size_t i = 0; i < chain.size(); ++i) i == 0 ? line.move(chain[i]) : line.line(chain[i]);
  const double width = look.width * unit;
  const auto put = [&](Stroke stroke) {
    line.outline.stroke = std::move(stroke);
    into.add(line);
  };
  switch (look.form) {
    case LineForm::plain:
      put({look.colour, width, 1, {}, true});
      break;
    case LineForm::band:
      put({mixed(look.colour, {30, 30, 40}, 0.35), width, 1, {}, true});
      put({mixed(look.colour, {255, 255, 255}, 0.35), width * 0.62, 1, {}, true});
      break;
    case LineForm::dashes:
      put({look.colour, width, 1, {1.8 * unit, 1.1 * unit}, false});
      break;
    case LineForm::dots:
      put({look.colour, width, 1, {0, 1.9 * width}, true});
      break;
    case LineForm::ticks:
    case LineForm::posts: {
      put({look.colour, width * (look.form == LineForm::ticks ? 0.6 : 0.35), 1, {}, true});
      Path marks;
      for (const auto& chain : chains) {
        for (size_t i = 0; i + 1 < chain.size(); ++i) {
          const Point along = direction_of(chain[i + 1] - chain[i]), across{-along.y, along.x};
          const double run = length(chain[i + 1] - chain[i]);
          const int count = std::max(1, static_cast<int>(std::lround(run / (1.25 * unit))));
          for (int k = 0; k < count; ++k) {
            const Point at = chain[i] + along * (run * (k + 0.5) / count);
            if (look.form == LineForm::posts) {
              marks.move(at).line(at + along * 0.01);
            } else {
              // Teeth on both sides in turn: a crest, not a railway.
              const Point tip = at + across * ((k % 2 == 0 ? 1.3 : -1.3) * unit);
              marks.move(at - along * (0.55 * unit)).line(tip).line(at + along * (0.55 * unit)).close();
            }
          }
        }
      }
      marks.outline.stroke =
          Stroke{look.colour, look.form == LineForm::ticks ? width * 0.15 : width, 1, {}, true};
      if (look.form == LineForm::ticks) marks.outline.fill = Paint{look.colour, 1};
      into.add(marks);
      break;
    }
  }
}

void draw_link_line(Group& into, const LinkLook& look, const Path& path, bool rim, double unit) {
  Path line = path;
  const double width = look.width * unit;
  if (rim) {
    if (look.dashed) return;
    line.outline.stroke = Stroke{look.rim, width + 0.55 * unit, 1, {}, true};
  } else {
    line.outline.stroke = Stroke{look.colour, width, 1, {}, true};
    if (look.dashed) {
      line.outline.stroke->dashes = {1.7 * unit, 1.0 * unit};
      line.outline.stroke->round = false;
    }
  }
  into.add(std::move(line));
}

void MapPicture::draw_hexsides(Group& into) const {
  const std::vector<int> sides = shown_hexsides();
  for (const EdgeLook& look : style_.hexsides) {
    std::vector<std::pair<Point, Point>> pieces;
    for (const int side : sides) {
      const auto& ends = map_.ground.ends(side);
      if (!shown(ends[0]) && (ends[1] == nowhere || !shown(ends[1]))) continue;
      for (const board::Fact& fact : facts_->of_hexside(side)) {
        if (fact.attribute != look.attribute || !is_there(fact.value)) continue;
        const auto edge = geometry_.edge(map_.ground, side);
        pieces.emplace_back(edge.from, edge.to);
      }
    }
    if (pieces.empty()) continue;
    draw_edge_line(into.group("hexsides", look.attribute, look.title), look, joined(pieces),
                   geometry_.size() / 18);
  }
}

namespace {

/// A way from hex to hex, and the hexsides at the edge of the map by which it goes on.
struct Chain {
  std::vector<int> hexes;
  int before = -1, after = -1;  // directions
};

/// Chains whose ends meet in a hex where nothing else does become one.
void merge(std::vector<Chain>& chains) {
  for (bool again = true; again;) {
    again = false;
    std::map<int, int> ends, through;
    for (const Chain& chain : chains) {
      ++ends[chain.hexes.front()];
      ++ends[chain.hexes.back()];
      for (size_t i = 1; i + 1 < chain.hexes.size(); ++i) ++through[chain.hexes[i]];
    }
    for (size_t a = 0; a < chains.size() && !again; ++a) {
      for (size_t b = 0; b < chains.size() && !again; ++b) {
        if (a == b || chains[a].after >= 0) continue;
        const int at = chains[a].hexes.back();
        if (ends[at] != 2 || through[at] != 0) continue;
        Chain other = chains[b];
        if (other.hexes.back() == at && other.after < 0) {
          std::reverse(other.hexes.begin(), other.hexes.end());
          std::swap(other.before, other.after);
        }
        if (other.hexes.front() != at || other.before >= 0) continue;
        chains[a].hexes.insert(chains[a].hexes.end(), other.hexes.begin() + 1, other.hexes.end());
        chains[a].after = other.after;
        chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(b));
        again = true;
      }
    }
  }
}

}  // namespace

void MapPicture::draw_links(Group& into) const {
  const auto path_of = [&](const Chain& chain) {
    std::vector<Point> nodes;
    for (const int hex : chain.hexes) nodes.push_back(geometry_.centre(hex));
    const Point first = nodes.front(), last = nodes.back();
    if (chain.before >= 0) nodes.insert(nodes.begin(), first + geometry_.middle(chain.before) * 2);
    if (chain.after >= 0) nodes.push_back(last + geometry_.middle(chain.after) * 2);
    const size_t begin = chain.before >= 0 ? 1 : 0, end = nodes.size() - (chain.after >= 0 ? 1 : 0);
    const double reach = geometry_.size() * 0.17;
    Path path;
    // Through each centre in the direction from the hex before to the one after; across each hexside
    // straight.
    const auto through = [&](size_t i) {
      if (i == 0) return direction_of(nodes[1] - nodes[0]);
      if (i + 1 == nodes.size()) return direction_of(nodes[i] - nodes[i - 1]);
      return direction_of(nodes[i + 1] - nodes[i - 1]);
    };
    for (size_t i = begin; i < end; ++i) {
      if (i > 0) {
        const Point middle = between(nodes[i - 1], nodes[i], 0.5),
                    along = direction_of(nodes[i] - nodes[i - 1]);
        if (path.steps.empty()) path.move(middle);
        path.curve(middle + along * reach, nodes[i] - through(i) * reach, nodes[i]);
      } else {
        path.move(nodes[i]);
      }
      if (i + 1 < nodes.size()) {
        const Point middle = between(nodes[i], nodes[i + 1], 0.5),
                    along = direction_of(nodes[i + 1] - nodes[i]);
        path.curve(nodes[i] + through(i) * reach, middle - along * reach, middle);
      }
    }
    return path;
  };

  const std::vector<int> sides = shown_hexsides();
  std::set<int> near;  // links, in the order of the map
  for (const int hex : hexes_)
    for (const int link : facts_->links_at(hex)) near.insert(link);
  std::vector<std::pair<const LinkLook*, std::pair<std::string, Path>>> drawn;
  for (const LinkLook& look : style_.links) {
    std::vector<Chain> chains;
    std::set<int> covered;
    for (const int index : near) {
      const board::Link& link = map_.links[static_cast<size_t>(index)];
      if (link.attribute != look.attribute) continue;
      // Only what is shown, with the half way to the first hex that is not.
      std::vector<int> run;
      const auto end_run = [&] {
        if (run.size() > 1 && std::any_of(run.begin(), run.end(), [&](int hex) { return shown(hex); }))
          chains.push_back({run, -1, -1});
        run.clear();
      };
      for (size_t i = 0; i < link.hexes.size(); ++i) {
        const int hex = link.hexes[i];
        if (i > 0) covered.insert(map_.ground.between(link.hexes[i - 1], hex));
        if (shown(hex)) {
          if (run.empty() && i > 0) run.push_back(link.hexes[i - 1]);
          run.push_back(hex);
        } else if (!run.empty()) {
          run.push_back(hex);
          end_run();
        }
      }
      end_run();
    }
    std::vector<std::pair<int, int>> stubs;  // hex and direction, at the edge of the map
    for (const int side : sides) {
      const auto& ends = map_.ground.ends(side);
      const auto& facts = facts_->of_hexside(side);
      const bool there = std::any_of(facts.begin(), facts.end(), [&](const board::Fact& fact) {
        return fact.attribute == look.attribute && is_there(fact.value);
      });
      if (!there || covered.contains(side)) continue;
      if (ends[1] != nowhere) {
        if (shown(ends[0]) || shown(ends[1])) chains.push_back({{ends[0], ends[1]}, -1, -1});
      } else if (shown(ends[0])) {
        const auto& all_sides = map_.ground.sides(ends[0]);
        stubs.emplace_back(ends[0], static_cast<int>(std::find(all_sides.begin(), all_sides.end(), side) -
                                                     all_sides.begin()));
      }
    }
    merge(chains);
    for (const auto& [hex, direction] : stubs) {
      bool taken = false;
      for (Chain& chain : chains) {
        if (taken) break;
        if (chain.hexes.front() == hex && chain.before < 0) {
          chain.before = direction;
          taken = true;
        } else if (chain.hexes.back() == hex && chain.after < 0) {
          chain.after = direction;
          taken = true;
        }
      }
      if (!taken) chains.push_back({{hex}, direction, -1});
    }
    for (const Chain& chain : chains) {
      std::string title = look.title + ":";
      for (const int hex : chain.hexes) title += " " + map_.hex_id(hex, numbering_);
      drawn.push_back({&look, {title, path_of(chain)}});
    }
  }
  // Paths of lesser rank below; all rims below all roads, so that roads run into one another.
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const auto& a, const auto& b) { return a.first->width < b.first->width; });
  for (const auto& [look, path] : drawn)
    draw_link_line(into, *look, path.second, true, geometry_.size() / 18);
  for (const auto& [look, path] : drawn)
    draw_link_line(into.group("link", look->attribute, path.first), *look, path.second, false,
                   geometry_.size() / 18);
}

}  // namespace casebook::picture
