// SPDX-License-Identifier: Apache-2.0
#include "editor/window/dialogs/paper_out.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <filesystem>

#include "engine/base/build_info.h"
#include "engine/picture/picture_formats.h"
#include "engine/picture/svg.h"
#include "engine/platform/files.h"
#include "engine/runtime/text/moment_text.h"
#include "verifier/paint/png_pdf.h"

namespace casebook::window {

namespace fs = std::filesystem;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::PaperOut)
};

std::string when(runtime::ReferenceRules& rules, const runtime::Position& position) {
  const bool open = rules.outcome(position).kind == runtime::OutcomeKind::open;
  return open ? runtime::moment_text(rules.scenario(), position) : std::string();
}

/// As a shell takes it.
std::string as_word(const std::string& text) {
  return text.find_first_of(" '\"()") == std::string::npos ? text : "'" + text + "'";
}

}  // namespace

std::string render_command(const Desk& desk, const PaperWish& wish) {
  const editor::Document& document = *desk.document();
  std::string subject = fs::path(document.folder()).filename().string();
  if (document.scenario() >= 0) subject += "/" + document.part(document.scenario()).path;
  std::string out =
      "casebook render " + as_word(subject) + " -o " + as_word(fs::path(wish.file).filename().string());
  if (wish.paper.sort == picture::PaperSort::counters) out += " --counters";
  if (wish.paper.sort == picture::PaperSort::charts) out += " --charts";
  if (!wish.paper.page.empty()) out += " --page " + wish.paper.page;
  if (wish.paper.margin != 10) out += fmt::format(" --margin {}", wish.paper.margin);
  if (wish.paper.overlap != 10) out += fmt::format(" --overlap {}", wish.paper.overlap);
  if (wish.views)
    for (const ShownView& view : desk.views()) {
      const std::string_view call = view.call;
      out += " --view " + as_word(std::string(call.starts_with("view ") ? call.substr(5) : call));
    }
  return out;
}

PaperFiles on_paper(const Desk& desk, const PaperWish& wish) {
  PaperFiles out;
  if (desk.document() == nullptr) {
    out.problem = Texts::tr("no project is open").toStdString();
    return out;
  }
  const editor::Document& document = *desk.document();
  // What the rules say, where they could be asked of the scenario as it is now.
  const bool asked = desk.bound() != nullptr && desk.bound()->revision == document.revision();
  if (wish.paper.sort == picture::PaperSort::charts && !asked) {
    out.problem =
        Texts::tr("charts are made from the rules, which cannot be evaluated while the scenario has errors")
            .toStdString();
    return out;
  }
  const picture::Style& style = desk.style();
  picture::SheetRequest sheet;
  sheet.map = desk.map();
  sheet.numbering = desk.numbering();
  sheet.style = &style;
  const auto* scenario =
      document.scenario() < 0 ? nullptr : document.part(document.scenario()).as<board::ScenarioFile>();
  sheet.title = scenario != nullptr && !scenario->title.empty() ? scenario->title
                : sheet.map != nullptr                          ? sheet.map->title
                                                                : std::string();
  sheet.subtitle = document.ruleset().id;
  sheet.made_by = fmt::format("casebook {}", version());
  picture::PaperDrawn drawn;
  if (wish.views)
    for (const ShownView& view : desk.views())
      if (view.fault.empty()) sheet.overlays.push_back(view.overlay);
  if (asked) {
    runtime::ReferenceRules rules(desk.bound()->scenario);
    const runtime::Position& position = *desk.bound()->position;
    sheet.pieces = picture::pieces_of(rules.evaluator(), position, style);
    if (sheet.title.empty()) sheet.title = desk.bound()->scenario->program->title;
    const std::string moment = when(rules, position);
    if (!moment.empty()) sheet.subtitle = desk.bound()->scenario->id + " \u2013 " + moment;
    sheet.made_by += fmt::format(", rules {:016x}", desk.bound()->scenario->rules_fingerprint);
    if (document.modified())
      sheet.made_by += "; with changes that are not saved";
    else
      sheet.made_by += "; made by: " + render_command(desk, wish);
    drawn = wish.paper.sort == picture::PaperSort::charts
                ? picture::drawn_charts(wish.paper, sheet, rules, position)
            : wish.paper.sort == picture::PaperSort::counters ? picture::drawn_counters(wish.paper, sheet)
                                                              : picture::drawn_map(wish.paper, sheet);
  } else {
    sheet.pieces.counters = desk.counters();
    drawn = wish.paper.sort == picture::PaperSort::counters ? picture::drawn_counters(wish.paper, sheet)
                                                            : picture::drawn_map(wish.paper, sheet);
  }
  out.pages = drawn.pages.size();
  out.on_pages = drawn.on_pages;
  out.problem = drawn.problem;
  if (!out.problem.empty()) return out;
  const picture::PictureFormatRow* const row = picture::picture_format(wish.file);
  if (row == nullptr) {
    out.problem = "the name of the file ends in " + endings_text(picture::picture_formats_to_print());
    return out;
  }
  // A file for each page.
  const auto add = [&](size_t page, std::string bytes) {
    out.files.push_back({picture::page_file(wish.file, page, drawn.pages.size()), std::move(bytes)});
  };
  switch (row->format) {
    case picture::PictureFormat::svg:
      for (size_t i = 0; i < drawn.pages.size(); ++i) add(i, picture::svg_text(drawn.pages[i]));
      break;
    case picture::PictureFormat::png:
      for (size_t i = 0; i < drawn.pages.size(); ++i) {
        auto bytes = paint::png_bytes(drawn.pages[i], wish.dots_per_inch, out.problem);
        if (!bytes) return out;
        add(i, std::move(*bytes));
      }
      break;
    case picture::PictureFormat::pdf:
      out.files.push_back({wish.file, paint::pdf_bytes(drawn.pages)});
      break;
  }
  return out;
}

bool write_files(const PaperFiles& files, std::string& problem) {
  for (const PaperFiles::File& file : files.files) {
    platform::FileError error;
    if (platform::replace_file(file.path, file.bytes, error)) continue;
    problem = file.path + " " + error.reason;
    return false;
  }
  return true;
}

}  // namespace casebook::window
