// SPDX-License-Identifier: Apache-2.0
// Files that cannot be written, files that others changed, files that cannot be read: clear words, nothing
// lost.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "editor/document/journal.h"
#include "editor/document/problems.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

using testing::HasSubstr;

SetHexes paint(const std::string& hex) {
  return {"map.json", {hex}, "terrain", text_list({"sand"}), {}};
}

/// No file may grow beyond so many bytes while it lives.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t most) {
    old_handler_ = ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit now = old_;
    now.rlim_cur = most;
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    ::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int) = nullptr;
};

TEST(Save, AFullDiskLosesNothing) {
  Project project("across-suez");
  Document& document = *project.document;
  const std::string before = project.read("map.json");
  ASSERT_TRUE(document.execute(paint("0512")));
  const std::string changed = document.text(document.map_part());
  {
    const SmallFiles small(10'000);
    const Document::Saved saved = document.save();
    EXPECT_FALSE(saved.saved);
    EXPECT_EQ(saved.why, "map.json cannot be written: the system allows no file so large");
  }
  EXPECT_EQ(project.read("map.json"), before);
  EXPECT_TRUE(document.modified());
  EXPECT_EQ(document.text(document.map_part()), changed);
  EXPECT_EQ(document.history().size(), 1U);
  for (const auto& entry : std::filesystem::directory_iterator(project.folder()))
    EXPECT_EQ(entry.path().string().find(".new-"), std::string::npos) << entry.path();
  EXPECT_TRUE(document.save().saved);
  EXPECT_EQ(project.read("map.json"), changed);
}

TEST(Save, AFullDiskUnderTheJournalIsSaidAndEditingGoesOn) {
  Project project("examples/hex");
  const std::string path = (std::filesystem::path(project.folder()) / "../state.journal").string();
  std::string why;
  auto journal = Journal::begin(*project.document, path, why);
  ASSERT_TRUE(journal) << why;
  const SetHexes one{"map.json", {"a1"}, "look", text_of("one"), {}};
  const SetHexes two{"map.json", {"a2"}, "look", text_of("two"), {}};
  {
    const SmallFiles small(std::filesystem::file_size(path) + 10);
    EXPECT_TRUE(project.document->execute(one));
    EXPECT_THAT(journal->problem(), HasSubstr("the system allows no file so large; a crash would lose"));
  }
  EXPECT_TRUE(project.document->execute(two));
  EXPECT_EQ(journal->problem(), "");
  const std::string last = project.document->text(project.document->map_part());
  journal.reset();
  OpenOptions options;
  Recovered recovered = recover(path, project.folder(), options);
  ASSERT_TRUE(recovered.document) << recovered.told;
  EXPECT_EQ(recovered.document->text(recovered.document->map_part()), last);
}

TEST(Save, AReadOnlyFolderIsSaid) {
  Project project("examples/hex");
  ASSERT_TRUE(project.document->execute(SetHexes{"map.json", {"a1"}, "look", text_of("one"), {}}));
  // As somebody who is not its owner: root may write everywhere.
  ::chmod(project.folder().c_str(), 0555);
  for (std::filesystem::path at = project.folder(); at.has_relative_path(); at = at.parent_path())
    ::chmod(at.c_str(), at == project.folder() ? 0555 : 0755);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(9);
    const Document::Saved saved = project.document->save();
    const bool good = !saved.saved &&
                      saved.why == "map.json cannot be written: you do not have the permission" &&
                      project.document->modified();
    if (!good) std::fprintf(stderr, "%s\n", saved.why.c_str());
    ::_exit(good ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(project.folder().c_str(), 0755);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Save, WhatOthersChangedIsNotWrittenOver) {
  Project project("across-suez");
  Document& document = *project.document;
  const std::string theirs = project.read("map.json") + "\n";
  EXPECT_TRUE(document.changed_on_disk().empty());
  const auto time = std::filesystem::last_write_time(project.folder() + "/map.json");
  project.write("map.json", theirs);
  std::filesystem::last_write_time(project.folder() + "/map.json", time);  // its time says nothing
  EXPECT_EQ(document.changed_on_disk(), std::vector<std::string>{"map.json"});
  ASSERT_TRUE(document.execute(paint("0512")));
  Document::Saved saved = document.save();
  EXPECT_FALSE(saved.saved);
  EXPECT_EQ(saved.why, "map.json changed on the disk since it was read; nothing was saved");
  EXPECT_EQ(project.read("map.json"), theirs);
  const Done refused = document.reload("map.json");
  EXPECT_EQ(refused.why, "there are changes that are not saved; save them or undo them first");
  document.undo();
  EXPECT_TRUE(document.reload("map.json"));
  EXPECT_TRUE(document.changed_on_disk().empty());
  EXPECT_TRUE(document.history().empty());
  ASSERT_TRUE(document.execute(paint("0512")));
  project.write("map.json", theirs + "\n");
  EXPECT_TRUE(document.save(true).saved);
}

TEST(Save, AFileThatIsGoneIsNoticedAndMadeAgain) {
  Project project("examples/hex");
  ASSERT_TRUE(project.document->execute(SetHexes{"map.json", {"a1"}, "look", text_of("one"), {}}));
  std::filesystem::remove(project.folder() + "/map.json");
  EXPECT_EQ(project.document->changed_on_disk(), std::vector<std::string>{"map.json"});
  EXPECT_FALSE(project.document->save().saved);
  EXPECT_TRUE(project.document->save(true).saved);
  EXPECT_EQ(project.read("map.json"), project.document->text(project.document->find("map.json")));
}

TEST(Save, NewFilesComeAndTakenOnesGo) {
  Project project("across-suez");
  Document& document = *project.document;
  board::JsonValue contents = board::JsonValue::object();
  contents.add("format", board::JsonValue::of("casebook/order-of-battle"));
  contents.add("version", board::JsonValue::of(int64_t{1}));
  ASSERT_TRUE(document.execute(AddFile{"more/units.json", contents}));
  ASSERT_TRUE(document.execute(RemoveFile{"style.json"}));
  EXPECT_EQ(document.find("style.json"), -1);
  ASSERT_TRUE(document.save().saved);
  EXPECT_TRUE(std::filesystem::exists(project.folder() + "/more/units.json"));
  EXPECT_FALSE(std::filesystem::exists(project.folder() + "/style.json"));
  document.go_to(0);
  ASSERT_TRUE(document.save().saved);
  EXPECT_FALSE(std::filesystem::exists(project.folder() + "/more/units.json"));
  EXPECT_TRUE(std::filesystem::exists(project.folder() + "/style.json"));
}

TEST(Open, ABrokenFileLeavesTheOthersEditable) {
  Project project("across-suez");
  const std::string broken = "{\"format\": \"casebook/order-of-battle\", \"version\": 1, \"entities\": [";
  project.write("optional-units.json", broken);
  project.write("style.json", "{\"format\": \"casebook/style\", \"version\": 9}");
  project.open();
  Document& document = *project.document;
  ASSERT_TRUE(document.execute(paint("0512")));
  const Done refused = document.execute(SetTitle{"optional-units.json", "x"});
  EXPECT_EQ(refused.why, "optional-units.json cannot be read, so it cannot be changed here");
  ASSERT_TRUE(document.save().saved);
  EXPECT_EQ(project.read("optional-units.json"), broken);
  std::vector<std::string> told;
  for (const Problem& one : text_problems(*document.snapshot())) {
    if (one.severity == Severity::error)
      told.push_back(one.code + " " + one.file + ":" + std::to_string(one.line));
  }
  EXPECT_EQ(told, (std::vector<std::string>{"D0102 optional-units.json:1", "D0106 style.json:1"}));
}

TEST(Open, RulesWithErrorsLeaveTheLastGoodOnesInForce) {
  Project project("examples/hex-skirmish");
  Document& document = *project.document;
  const auto good = document.ruleset().program;
  ASSERT_TRUE(good);
  const std::string text = project.read("01-pieces.rules");
  project.write("01-pieces.rules", text + "\ndefine broken( = ");
  document.reload_rules();
  EXPECT_FALSE(document.ruleset().good);
  EXPECT_EQ(document.ruleset().program, good);
  bool told = false;
  for (const Problem& one : text_problems(*document.snapshot()))
    told = told || (one.severity == Severity::error && one.code.starts_with("E"));
  EXPECT_TRUE(told);
  project.write("01-pieces.rules", text);
  document.reload_rules();
  EXPECT_TRUE(document.ruleset().good);
}

TEST(Open, SaysWhatIsNoProject) {
  testing_support::TemporaryFolder folder;
  EXPECT_EQ(Document::open((folder.path() / "no").string(), {}).problem,
            (folder.path() / "no").string() + " does not exist");
  std::ofstream(folder.path() / "a.txt") << "text";
  EXPECT_THAT(Document::open((folder.path() / "a.txt").string(), {}).problem,
              HasSubstr("is neither a folder nor a scenario file"));
  EXPECT_THAT(Document::open(folder.path().string(), {}).problem,
              HasSubstr("holds no rules and no data files of a game"));
  std::filesystem::create_directory(folder.path() / "empty");
  EXPECT_TRUE(Document::open((folder.path() / "empty").string(), {}).document);  // a game begins here
}

}  // namespace
}  // namespace casebook::editor
