// SPDX-License-Identifier: Apache-2.0
#include "editor/window/script_actions.h"

#include <filesystem>

#include "editor/window/dialogs/paper_out.h"
#include "editor/window/shared/survey.h"
#include "engine/picture/paper/pages.h"
#include "engine/picture/picture_formats.h"

namespace casebook::window {

namespace {

/// `paper FILE [what=map|counters|charts] [page=SIZE]`
bool paper(editor::ScriptRun& run, const editor::ActionWords& words, std::string& problem) {
  if (run.document->modified()) {
    problem = "there are changes that are not saved; paper has what is saved";
    return false;
  }
  PaperWish wish;
  const std::string what = words.get("what");
  if (what == "counters")
    wish.paper.sort = picture::PaperSort::counters;
  else if (what == "charts")
    wish.paper.sort = picture::PaperSort::charts;
  else if (!what.empty() && what != "map")
    problem = "what= is map, counters or charts";
  wish.paper.page = words.get("page");
  if (!wish.paper.page.empty() && picture::page_size(wish.paper.page) == nullptr)
    problem = "there is no page of the size " + wish.paper.page;
  if (!problem.empty()) return false;
  wish.file = run.path(words.at(0));
  std::filesystem::path project(run.document->folder());
  if (run.document->scenario() >= 0) project /= run.document->part(run.document->scenario()).path;
  Desk desk;
  desk.set_ruleset_folders(run.options.ruleset_folders);
  if (!desk.open(project.string(), problem)) return false;
  std::string why;
  std::unique_ptr<runtime::Rules> rules;
  if (auto bound = bound_from(*desk.document()->snapshot(), desk.style(), why, rules)) desk.set_bound(bound);
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(wish.file).parent_path(), ignored);
  const PaperFiles made = on_paper(desk, wish);
  problem = made.problem;
  if (!problem.empty() || !write_files(made, problem)) return false;
  run.print(words.at(0) + (made.on_pages.empty() ? std::string() : ": " + made.on_pages) + "\n");
  return true;
}

}  // namespace

editor::Actions script_actions() {
  return {
      {"paper",
       {"paper FILE [what=map|counters|charts] [page=SIZE]",
        "what is saved on paper: a file that ends in " + endings_text(picture::picture_formats_to_print()),
        paper,
        1,
        1,
        {"what", "page"},
        true}}};
}

}  // namespace casebook::window
