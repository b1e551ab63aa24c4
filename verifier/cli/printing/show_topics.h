// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the editions of a game say on each topic. As plain text: a block for each topic with a paragraph for
// each edition.

#include <string>

#include "engine/base/diagnostic.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

/// `word` is an edition, or a game: a folder whose folders are editions. An empty topic means all of them.
ExitStatus show_by_topic(const std::string& word, const std::string& topic, Context& context);

}  // namespace casebook::cli
