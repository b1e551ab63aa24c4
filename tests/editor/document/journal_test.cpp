// SPDX-License-Identifier: Apache-2.0
// What a crash leaves, and what is had back.
#include "editor/document/journal.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "tests/editor/document/made_commands.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

using testing::HasSubstr;

std::string all_texts(const Document& document) {
  std::string out;
  for (size_t i = 0; i < document.parts().size(); ++i) {
    const Part& part = document.parts()[i];
    if (part.there) out += "== " + part.path + "\n" + document.text(static_cast<int>(i));
  }
  return out;
}

OpenOptions options_of(const Project& project) {
  OpenOptions out;
  out.ruleset_folders = {std::filesystem::path(project.folder()).parent_path().string()};
  return out;
}

std::string journal_of(const Project& project) {
  return (std::filesystem::path(project.folder()).parent_path() / "state/a.journal").string();
}

SetHexes paint(const std::string& hex, const std::string& value) {
  return {"map.json", {hex}, "look", text_of(value), {}};
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}
std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(Journal, GivesTheDocumentBackWithItsHistory) {
  Project project("examples/hex");
  const std::string path = journal_of(project);
  std::string last;
  {
    std::string why;
    auto journal = Journal::begin(*project.document, path, why);
    ASSERT_TRUE(journal) << why;
    ASSERT_TRUE(project.document->execute(paint("a1", "one"), 4));
    ASSERT_TRUE(project.document->execute(paint("a2", "one"), 4));
    ASSERT_TRUE(project.document->execute(paint("b2", "two")));
    project.document->undo();
    project.document->undo();
    project.document->redo();
    last = all_texts(*project.document);
  }  // nothing is said to the journal: as after a crash
  const LeftBehind left = left_behind(path, project.folder());
  EXPECT_EQ(left.what, LeftOver::recoverable);
  EXPECT_EQ(left.commands, 6U);
  EXPECT_EQ(left.told, "Casebook ended without saving: 6 steps can be recovered");
  Recovered recovered = recover(path, project.folder(), options_of(project));
  ASSERT_TRUE(recovered.document) << recovered.told;
  EXPECT_EQ(all_texts(*recovered.document), last);
  EXPECT_EQ(recovered.document->history().size(), 2U);  // the stroke is one, the other can be done again
  EXPECT_EQ(recovered.document->done(), 1U);
  EXPECT_TRUE(recovered.document->modified());
  // It goes on: a second crash loses nothing either.
  ASSERT_TRUE(recovered.document->execute(paint("c3", "three")));
  last = all_texts(*recovered.document);
  recovered.journal.reset();
  recovered.document.reset();
  recovered = recover(path, project.folder(), options_of(project));
  ASSERT_TRUE(recovered.document) << recovered.told;
  EXPECT_EQ(all_texts(*recovered.document), last);
  recovered.journal->finish();
  EXPECT_EQ(left_behind(path, project.folder()).what, LeftOver::nothing);
}

TEST(Journal, SavingInBetweenLosesNothing) {
  Project project("examples/hex");
  const std::string path = journal_of(project);
  std::string why, last;
  {
    auto journal = Journal::begin(*project.document, path, why);
    ASSERT_TRUE(journal) << why;
    project.document->execute(paint("a1", "one"));
    ASSERT_TRUE(project.document->save().saved);
    project.document->execute(paint("a2", "two"));
    ASSERT_TRUE(project.document->save().saved);
    project.document->execute(paint("a3", "three"));
    last = all_texts(*project.document);
  }
  Recovered recovered = recover(path, project.folder(), options_of(project));
  ASSERT_TRUE(recovered.document) << recovered.told;
  EXPECT_EQ(all_texts(*recovered.document), last);
  EXPECT_EQ(recovered.document->history().size(), 3U);
  EXPECT_TRUE(recovered.document->changed_on_disk().empty());
  recovered.document->undo();
  EXPECT_FALSE(recovered.document->modified());
  recovered.document->undo();
  EXPECT_TRUE(recovered.document->modified());
  EXPECT_TRUE(recovered.document->save().saved);
}

TEST(Journal, NothingOfItIsInTheProject) {
  Project project("examples/hex");
  std::string why;
  auto journal = Journal::begin(*project.document, journal_of(project), why);
  project.document->execute(paint("a1", "one"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(project.folder()))
    EXPECT_EQ(entry.path().string().find("journal"), std::string::npos) << entry.path();
  const std::string path = journal_path("/some/where/My Game", "/state");
  EXPECT_EQ(path.rfind("/state/journals/MyGame-", 0), 0U) << path;
  EXPECT_NE(path, journal_path("/some/other/My Game", "/state"));
}

TEST(Journal, ATornLastLineIsLeftOut) {
  Project project("examples/hex");
  const std::string path = journal_of(project);
  std::string why;
  std::vector<std::string> states;
  {
    auto journal = Journal::begin(*project.document, path, why);
    for (const char* hex : {"a1", "a2", "a3"}) {
      project.document->execute(paint(hex, "one"));
      states.push_back(all_texts(*project.document));
    }
  }
  const std::string whole = read_file(path);
  const size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (const size_t cut : {whole.size() - 1, whole.size() - 9, last_line + 20, last_line + 3}) {
    write_file(path, whole.substr(0, cut));
    EXPECT_TRUE(left_behind(path, project.folder()).torn);
    Recovered recovered = recover(path, project.folder(), options_of(project));
    ASSERT_TRUE(recovered.document) << recovered.told;
    EXPECT_THAT(recovered.told, HasSubstr("cut off"));
    EXPECT_EQ(all_texts(*recovered.document), states[1]) << cut;
    ASSERT_TRUE(recovered.document->execute(paint("a3", "one")));
    recovered.journal.reset();
    recovered = recover(path, project.folder(), options_of(project));
    ASSERT_TRUE(recovered.document) << recovered.told;
    EXPECT_EQ(all_texts(*recovered.document), states[2]) << cut;
  }
}

TEST(Journal, SaysInPlainWordsWhatItCannotDo) {
  Project project("examples/hex");
  const std::string path = journal_of(project);
  std::string why;
  {
    auto journal = Journal::begin(*project.document, path, why);
    project.document->execute(paint("a1", "one"));
    project.document->execute(paint("a2", "one"));
    std::string second;
    EXPECT_FALSE(Journal::begin(*project.document, path, second));
    EXPECT_THAT(second, HasSubstr("is in use by another window"));
  }
  const std::string whole = read_file(path), map = project.read("map.json");
  // The project changed meanwhile.
  project.write("map.json", map + "\n");
  LeftBehind left = left_behind(path, project.folder());
  EXPECT_EQ(left.what, LeftOver::changed);
  EXPECT_EQ(
      left.told,
      "map.json changed on the disk since; 2 steps of work in the journal belong to what was there before");
  EXPECT_FALSE(recover(path, project.folder(), options_of(project)).document);
  project.write("map.json", map);
  // Another version.
  const std::string body = R"({"journal": 7, "casebook": "9.1", "files": []})";
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(text_hash(body)));
  write_file(path, std::string(hash) + " " + body + "\n");
  left = left_behind(path, project.folder());
  EXPECT_EQ(left.what, LeftOver::other_version);
  EXPECT_THAT(left.told, HasSubstr("written by Casebook 9.1"));
  // Damage in the middle.
  std::string damaged = whole;
  damaged[damaged.find('\n') + 30] ^= 1;
  write_file(path, damaged);
  left = left_behind(path, project.folder());
  EXPECT_EQ(left.what, LeftOver::nothing);  // not one command before the damage
  damaged = whole;
  damaged[damaged.find("\"a2\"") + 2] = '3';  // the hex, and not two digits of a hash
  write_file(path, damaged + whole.substr(whole.rfind('\n', whole.size() - 2) + 1));
  left = left_behind(path, project.folder());
  EXPECT_EQ(left.what, LeftOver::unreadable);
  EXPECT_THAT(left.told, HasSubstr("line 3 is damaged; 1 step before that are whole"));
  write_file(path, "nonsense\nand more\n");
  EXPECT_EQ(left_behind(path, project.folder()).what, LeftOver::unreadable);
  EXPECT_TRUE(set_aside(path));
  EXPECT_EQ(left_behind(path, project.folder()).what, LeftOver::nothing);
  EXPECT_EQ(read_file(path + ".old"), "nonsense\nand more\n");
}

// ---- killed

constexpr int session_steps = 40;

/// One step of the session. Steps are the same in every run.
void step(Document& document, Random& random, int number) {
  if (number % 13 == 12) {
    document.save(true);
  } else if (random.below(5) == 0 && document.done() > 0) {
    document.undo();
  } else if (random.below(5) == 0 && document.done() < document.history().size()) {
    document.redo();
  } else {
    while (true) {
      const Command command = made_command(document, random);
      if (document.execute(command, random.below(3))) return;
    }
  }
}

/// Runs the session: reads one byte before each step, and writes one after it.
[[noreturn]] void session(const std::string& folder, const std::string& journal, const OpenOptions& options,
                          int leave, int report) {
  Document::Opened opened = Document::open(folder, options);
  std::string why;
  const auto watching [[maybe_unused]] = Journal::begin(*opened.document, journal, why);
  Random random(9, 9);
  for (int i = 0; i < session_steps; ++i) {
    char byte = 'x';
    if (::read(leave, &byte, 1) != 1) break;
    step(*opened.document, random, i);
    if (::write(report, &byte, 1) != 1) break;
  }
  ::_exit(0);
}

void kill_sessions(int kills, uint64_t seed) {
  Project first("examples/hex-skirmish");
  // What the document is after each step. A step may be no record: a save, or a command that changed nothing.
  std::vector<std::string> states{all_texts(*first.document)};
  {
    Random random(9, 9);
    for (int i = 0; i < session_steps; ++i) {
      step(*first.document, random, i);
      states.push_back(all_texts(*first.document));
    }
  }
  Random moments(seed, 1);
  int recovered_runs = 0, kills_within = 0;
  for (int run = 0; run < kills; ++run) {
    Project project("examples/hex-skirmish");
    project.document.reset();
    const std::string path = journal_of(project);
    std::array<int, 2> pipe{}, leave{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    ASSERT_EQ(::pipe(leave.data()), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(pipe[0]);
      ::close(leave[1]);
      session(project.folder(), path, options_of(project), leave[0], pipe[1]);
    }
    ::close(pipe[1]);
    ::close(leave[0]);
    int steps = 0;
    const int wanted = static_cast<int>(moments.below(session_steps));
    // It may go one step further than what is waited for, and is killed somewhere within that step or after it: however
    // busy the machine is, it never comes to the end before.
    const std::string leaves(static_cast<size_t>(wanted) + 1, 'x');
    ASSERT_EQ(::write(leave[1], leaves.data(), leaves.size()), static_cast<ssize_t>(leaves.size()));
    char byte = 0;
    while (steps < wanted && ::read(pipe[0], &byte, 1) == 1) ++steps;
    ::usleep(moments.below(2000));
    ::kill(child, SIGKILL);
    while (::read(pipe[0], &byte, 1) == 1) ++steps;
    ::close(pipe[0]);
    ::close(leave[1]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (steps < session_steps) ++kills_within;
    std::string now;
    const LeftBehind left = left_behind(path, project.folder());
    if (left.what == LeftOver::recoverable) {
      const Recovered recovered = recover(path, project.folder(), options_of(project));
      ASSERT_TRUE(recovered.document) << recovered.told;
      now = all_texts(*recovered.document);
    } else {
      ASSERT_EQ(left.what, LeftOver::nothing) << left.told;
      project.open();
      now = all_texts(*project.document);
    }
    // What was told done is there, and at most the step under way besides.
    const bool good = now == states[static_cast<size_t>(steps)] ||
                      (steps < session_steps && now == states[static_cast<size_t>(steps) + 1]);
    EXPECT_TRUE(good) << "run " << run << ", killed after " << steps << " steps";
    recovered_runs += good ? 1 : 0;
  }
  EXPECT_EQ(recovered_runs, kills);
  EXPECT_GT(kills_within, kills / 2);
  std::printf("%d of %d killed sessions recovered, %d of them killed in the middle\n", recovered_runs, kills,
              kills_within);
}

TEST(Journal, KilledAtAnyMomentNothingButTheLastCommandIsLost) {
  kill_sessions(25, 1);
}
TEST(SlowJournal, KilledAtTwoHundredMomentsNothingButTheLastCommandIsLost) {
  kill_sessions(200, 2);
}

}  // namespace
}  // namespace casebook::editor
