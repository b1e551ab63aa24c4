// SPDX-License-Identifier: Apache-2.0
#include "editor/window/start.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QLibraryInfo>
#include <QScreen>
#include <QTranslator>
#include <cstdio>
#include <cstdlib>

#include "editor/script/script.h"
#include "editor/window/main_window.h"
#include "editor/window/screenshots.h"
#include "editor/window/script_actions.h"
#include "engine/base/build_info.h"
#include "engine/platform/files.h"
#include "engine/platform/folders.h"

namespace casebook::window {

std::vector<std::string> ruleset_folders(const std::string& given) {
  std::vector<std::string> folders;
  if (!given.empty()) folders.push_back(given);
  if (const char* variable = std::getenv("CASEBOOK_RULESETS"); variable != nullptr && *variable != '\0')
    folders.emplace_back(variable);
  if (const std::string data = platform::user_data_folder(); !data.empty())
    folders.push_back(data + "/rulesets");
  folders.push_back(platform::program_folder() + "/../share/casebook/rulesets");
  folders.push_back(platform::tree_of_program(source_tree()) + "/rulesets");
  return folders;
}

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Start)
};

void print(std::FILE* to, const QString& text) {
  std::fputs(text.toUtf8().constData(), to);
  std::fputc('\n', to);
}

/// A script of commands and actions (docs/editor/scripts.md), without a window.
int do_script(const QString& file, const std::vector<std::string>& folders) {
  platform::FileError error;
  const auto text = platform::read_file(file.toStdString(), 16 << 20, error);
  if (!text) {
    print(stderr, "casebook-editor: " + file + " " + QString::fromStdString(error.reason));
    return 2;
  }
  editor::OpenOptions options;
  options.ruleset_folders = folders;
  editor::ScriptRun run(QDir::currentPath().toStdString(), options, [](std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    if (line.empty() || line.back() != '\n') std::fputc('\n', stdout);
  });
  const editor::ScriptResult result = editor::run_script(*text, run, script_actions());
  if (result.done) return 0;
  print(stderr, QString("%1:%2: %3").arg(file).arg(result.line).arg(QString::fromStdString(result.problem)));
  return 2;
}

/// Exit statuses are those of the command line: 1 usage, 2 input.
constexpr int usage_error = 1, input_error = 2;

/// What a run ends with that printed all it had to say: an error where that did not arrive.
int printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  print(stderr, "casebook-editor: " + Texts::tr("the output could not be written; is the disk full?"));
  return input_error;
}

// Title bar and borders come around a window, and nobody knows how thick before it is shown.
constexpr int frame = 64;

}  // namespace

void show_on_screen(QWidget& window) {
  const QSize room = window.screen()->availableSize();
  if (window.width() + frame / 4 > room.width() || window.height() + frame > room.height())
    window.showMaximized();
  else
    window.show();
}

int start(int argc, char** argv) {
  // Help, version and pictures need no screen.
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool screenless = word == "--help" || word == "-h" || word == "--version" || word == "-v" ||
                            word.rfind("--screenshot", 0) == 0 || word.rfind("--script", 0) == 0;
    if (screenless && std::getenv("QT_QPA_PLATFORM") == nullptr && std::getenv("DISPLAY") == nullptr &&
        std::getenv("WAYLAND_DISPLAY") == nullptr)
      ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
  }
  QApplication application(argc, argv);
  QApplication::setApplicationName("casebook-editor");
  QApplication::setOrganizationName("casebook");
  QApplication::setApplicationVersion(
      QString::fromUtf8(version().data(), static_cast<qsizetype>(version().size())));
  QTranslator qt_words, words;
  if (qt_words.load(QLocale(), "qtbase", "_", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QApplication::installTranslator(&qt_words);
  if (words.load(QLocale(), "casebook", "_",
                 QString::fromStdString(platform::program_folder()) + "/../share/casebook/translations"))
    QApplication::installTranslator(&words);

  QCommandLineParser parser;
  parser.setApplicationDescription(
      Texts::tr("Makes and edits scenarios of board wargames: maps, orders of battle, schedules and set-up, "
                "checked by the rules while you work."));
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version_option = parser.addVersionOption();
  const QCommandLineOption rulesets(QString("rulesets"), Texts::tr("Looks for rules in this folder first."),
                                    "FOLDER");
  const QCommandLineOption screenshot(
      QString("screenshot"),
      Texts::tr("Writes a picture of the window and of every panel into this folder, and ends."), "FOLDER");
  const QCommandLineOption script(QString("script"), Texts::tr("Runs a script without a window, and ends."),
                                  "FILE");
  const QCommandLineOption dark(QString("dark"), Texts::tr("Uses dark colours."));
  const QCommandLineOption fresh(QString("fresh"), Texts::tr("Neither reads nor writes the kept session."));
  parser.addOptions({rulesets, script, screenshot, dark, fresh});
  parser.addPositionalArgument("PROJECT", Texts::tr("A project: a folder, or a scenario file in one."),
                               "[PROJECT]");
  if (!parser.parse(QApplication::arguments())) {
    print(stderr, "casebook-editor: " + parser.errorText() + "; " + Texts::tr("--help lists the options"));
    return usage_error;
  }
  if (parser.isSet(help)) {
    print(stdout, parser.helpText().trimmed());
    return printed();
  }
  if (parser.isSet(version_option)) {
    print(stdout, "casebook-editor " + QApplication::applicationVersion());
    return printed();
  }
  const QStringList projects = parser.positionalArguments();
  if (projects.size() > 1) {
    print(stderr, "casebook-editor: " + Texts::tr("give one project, not %1").arg(projects.size()));
    return usage_error;
  }
  WindowOptions options;
  options.ruleset_folders = ruleset_folders(parser.value(rulesets).toStdString());
  if (parser.isSet(script)) {
    const int done = do_script(parser.value(script), options.ruleset_folders);
    return done == 0 ? printed() : done;
  }
  options.keep_settings = !parser.isSet(fresh) && !parser.isSet(screenshot);
  use_theme(application, parser.isSet(dark) ? Theme::dark : Theme::system);
  MainWindow window(options);
  if (parser.isSet(dark)) window.use(Theme::dark);
  QString problem;
  if (!projects.isEmpty() && !window.open(projects.first(), &problem)) {
    print(stderr, "casebook-editor: " +
                      Texts::tr("%1 cannot be opened:\n%2").arg(projects.first(), problem.trimmed()));
    if (parser.isSet(screenshot)) return input_error;
  }
  if (projects.isEmpty()) window.open_last();
  if (parser.isSet(screenshot)) {
    if (take_screenshots(window, parser.value(screenshot), problem)) return 0;
    print(stderr, "casebook-editor: " + problem);
    return input_error;
  }
  window.fit(window.screen()->availableSize() - QSize(frame / 4, frame));
  show_on_screen(window);
  return QApplication::exec();
}

}  // namespace casebook::window
