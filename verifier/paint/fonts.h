// SPDX-License-Identifier: Apache-2.0
#pragma once

// The typefaces of text in pictures.

#include <QFont>

namespace casebook::paint {

/// Texts are set at this size and scaled, so that their widths do not depend on the resolution.
inline constexpr int set_size = 100;

/// DejaVu Sans, in pixels of set_size, not hinted.
QFont font(bool bold, bool italic);

}  // namespace casebook::paint
