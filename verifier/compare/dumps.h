// SPDX-License-Identifier: Apache-2.0
#pragma once

// What each stage made, as lines of text: for `casebook compare --dump`, and to look at while one works on a
// stage. No program reads them.

#include <string>
#include <vector>

namespace casebook::compare {

struct Course;
using Dump = std::vector<std::string>;

Dump dump_alignment(const Course& course);
Dump dump_start(const Course& course);
Dump dump_answer(const Course& course);
Dump dump_whole_game(const Course& course);
Dump dump_counts(const Course& course);
Dump dump_games(const Course& course);
Dump dump_generated(const Course& course);
Dump dump_guided_search(const Course& course);
/// The classes as they stand: what each says, its example, and the cause as far as it is known.
Dump dump_classes(const Course& course);
Dump dump_first_position(const Course& course);
Dump dump_changes(const Course& course);
Dump dump_findings(const Course& course);
Dump dump_items(const Course& course);
Dump dump_effects(const Course& course);
Dump dump_readings(const Course& course);

}  // namespace casebook::compare
