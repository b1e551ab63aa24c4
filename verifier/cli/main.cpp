// SPDX-License-Identifier: Apache-2.0
// The `casebook` command. Verbs live beside this file, one file each.
#include <CLI/CLI.hpp>
#include <string>

#include "engine/base/build_info.h"

int main(int argc, char** argv) {
  CLI::App app{"Casebook, a workbench for board-wargame rules", "casebook"};
  app.set_version_flag("--version", "casebook " + std::string(casebook::version()));
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& request) {
    return app.exit(request);
  } catch (const CLI::CallForVersion& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return 1;  // a mistake in using the command, whatever its kind
  }
  return 0;
}
