// SPDX-License-Identifier: Apache-2.0
#pragma once

// Several windows may have one project open. Each keeps its own journal.

#include <string>

namespace casebook::editor {

constexpr int most_windows = 9;  // of one project that keep a journal

/// The journal of the n-th window, from 1; that of the first is `journal_path()` itself.
std::string journal_slot(const std::string& journal, int number);

/// Puts a journal aside under a name that nothing has yet (`NAME.old`, `NAME.old-2`), and gives that name;
/// empty: it could not be.
std::string put_aside(const std::string& journal);

}  // namespace casebook::editor
