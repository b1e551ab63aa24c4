// SPDX-License-Identifier: Apache-2.0
// casebook-editor: the window, or one of the things it does without one.
#include "editor/window/start.h"

int main(int argc, char** argv) {
  return casebook::window::start(argc, argv);
}
