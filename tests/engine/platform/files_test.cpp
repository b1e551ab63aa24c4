// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace casebook::platform {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  std::string text(const std::string& name) const {
    FileError ignored;
    return read_file(at(name), 1 << 20, ignored).value_or("<unreadable: " + ignored.reason + ">");
  }
  size_t count() const {
    size_t n = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path())) ++n;
    return n;
  }
  testing_support::TemporaryFolder folder;
  FileError error;
};

TEST_F(Files, what_is_written_is_read_again) {
  const std::string odd("a\0b\r\n\xff", 6);
  ASSERT_TRUE(replace_file(at("f"), odd, error)) << error.reason;
  EXPECT_EQ(text("f"), odd);
  ASSERT_TRUE(replace_file(at("f"), "", error));
  EXPECT_EQ(text("f"), "");
  EXPECT_EQ(count(), 1U);
}

TEST_F(Files, a_pipe_is_written_to_and_stays_a_pipe) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(replace_file(at("pipe"), "nobody reads", error));
  const int reader = ::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_TRUE(replace_file(at("pipe"), "a record", error)) << error.reason;
  char read_back[16] = {};
  EXPECT_EQ(::read(reader, read_back, sizeof read_back), 8);
  EXPECT_STREQ(read_back, "a record");
  ::close(reader);

  // More than a pipe holds: whoever writes waits for whoever reads.
  const std::string much(1 << 18, 'x');
  std::string received;
  std::atomic<bool> open{false}, done{false};
  std::thread slow([&] {
    const int handle = ::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    ::fcntl(handle, F_SETFL, O_RDONLY);
    open = true;
    char part[4096];
    while (received.size() < much.size()) {
      const ssize_t count = ::read(handle, part, sizeof part);
      if (count < 0 || (count == 0 && done)) break;
      received.append(part, static_cast<size_t>(count));
    }
    ::close(handle);
  });
  while (!open) std::this_thread::yield();
  EXPECT_TRUE(replace_file(at("pipe"), much, error)) << error.reason;
  done = true;
  slow.join();
  EXPECT_EQ(received, much);
  EXPECT_TRUE(fs::is_fifo(at("pipe")));
  EXPECT_EQ(count(), 1U);
}

TEST_F(Files, reading_says_what_is_wrong) {
  EXPECT_FALSE(read_file(at("none"), 10, error));
  EXPECT_EQ(error.problem, FileProblem::missing);
  EXPECT_EQ(error.reason, "does not exist");
  EXPECT_FALSE(read_file(folder.path().string(), 10, error));
  EXPECT_EQ(error.problem, FileProblem::not_a_file);
  ASSERT_TRUE(replace_file(at("f"), "12345678901", error));
  EXPECT_FALSE(read_file(at("f"), 10, error));
  EXPECT_EQ(error.problem, FileProblem::too_large);
  EXPECT_EQ(error.reason, "is larger than the limit of 10 bytes");
  EXPECT_TRUE(read_file(at("f"), 11, error));
}

TEST_F(Files, a_pipe_is_not_read) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(read_file(at("pipe"), 10, error));
  EXPECT_EQ(error.problem, FileProblem::not_a_file);
}

TEST_F(Files, an_endless_file_stops_at_the_limit) {
  EXPECT_FALSE(read_file("/dev/zero", 1000, error));
  EXPECT_EQ(error.problem, FileProblem::not_a_file);
}

TEST_F(Files, writing_into_a_folder_that_is_not_there) {
  EXPECT_FALSE(replace_file(at("no/such/f"), "x", error));
  EXPECT_EQ(error.problem, FileProblem::missing);
  EXPECT_FALSE(replace_file(folder.path().string(), "x", error));
  EXPECT_EQ(error.problem, FileProblem::not_a_file);
}

TEST_F(Files, an_unwritable_folder_leaves_the_old_file) {
  ASSERT_TRUE(replace_file(at("f"), "old", error));
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  // root may write anywhere; a child without root's rights asks the question honestly.
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(9);
    FileError problem;
    const bool wrote = replace_file(at("f"), "new", problem);
    ::_exit(wrote ? 1 : problem.problem == FileProblem::not_allowed ? 0 : 2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(folder.path().c_str(), 0755);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(text("f"), "old");
  EXPECT_EQ(count(), 1U);
}

TEST_F(Files, no_room_leaves_the_old_file_and_nothing_else) {
  ASSERT_TRUE(replace_file(at("f"), "old", error));
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    FileError problem;
    const bool wrote = replace_file(at("f"), std::string(100'000, 'x'), problem);
    ::_exit(wrote ? 1 : problem.problem == FileProblem::disk_full ? 0 : 2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(text("f"), "old");
  EXPECT_EQ(count(), 1U);
}

TEST_F(Files, permissions_and_links_are_kept) {
  ASSERT_TRUE(replace_file(at("f"), "old", error));
  ::chmod(at("f").c_str(), 0640);
  fs::create_symlink("f", at("link"));
  ASSERT_TRUE(replace_file(at("link"), "new", error));
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(text("f"), "new");
  struct stat status {};
  ::stat(at("f").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(Files, create_refuses_to_replace) {
  ASSERT_TRUE(create_file(at("f"), "first", error)) << error.reason;
  EXPECT_FALSE(create_file(at("f"), "second", error));
  EXPECT_EQ(error.reason, "exists already");
  fs::create_symlink("nowhere", at("dangling"));
  EXPECT_FALSE(create_file(at("dangling"), "x", error));
  EXPECT_EQ(text("f"), "first");
  EXPECT_EQ(count(), 2U);
}

TEST_F(Files, paths_stay_inside) {
  fs::create_directories(folder.path() / "game/edition");
  fs::create_directories(folder.path() / "outside");
  std::ofstream(at("game/map.json")) << "{}";
  std::ofstream(at("outside/secret")) << "s";
  fs::create_symlink("../../outside", at("game/edition/link"));
  fs::create_symlink("/etc", at("game/edition/etc"));
  fs::create_symlink("../map.json", at("game/edition/fine"));
  const std::string root = at("game"), base = at("game/edition");
  const auto why = [&](std::string_view relative) {
    error = {};
    return path_inside(root, base, relative, error) ? std::string("ok") : error.reason;
  };
  EXPECT_EQ(why("new.json"), "ok");
  EXPECT_EQ(why("../map.json"), "ok");
  EXPECT_EQ(why("fine"), "ok");
  EXPECT_EQ(why("no/such/folder.json"), "ok");
  EXPECT_EQ(why(".."), "ok");  // the root itself; it is no file, which reading will say
  EXPECT_EQ(why("../../outside/secret"), "leads out of the game's folder");
  EXPECT_EQ(why("../../game2/x"), "leads out of the game's folder");
  EXPECT_EQ(why("no/../../../outside/secret"), "leads out of the game's folder");
  EXPECT_EQ(why("link/secret"), "leads out of the game's folder through a symbolic link");
  EXPECT_EQ(why("etc/passwd"), "leads out of the game's folder through a symbolic link");
  EXPECT_EQ(why("/etc/passwd"), "is an absolute path; write it relative to the file that names it");
  EXPECT_EQ(why(""), "is an empty path");
  for (const char* odd : {"C:/x", "..\\x", "a\nb"})
    EXPECT_NE(why(odd).find("holds a character"), std::string::npos) << odd;
  EXPECT_EQ(error.problem, FileProblem::outside);
}

TEST_F(Files, listing_is_sorted) {
  for (const char* name : {"b.rules", "a.rules", "c.txt"}) std::ofstream(at(name)) << "x";
  fs::create_directory(at("d.rules"));
  EXPECT_EQ(*files_in(folder.path().string(), ".rules", error),
            (std::vector<std::string>{"a.rules", "b.rules"}));
  EXPECT_FALSE(files_in(at("none"), ".rules", error));
  EXPECT_FALSE(files_in(at("c.txt"), ".rules", error));
}

}  // namespace
}  // namespace casebook::platform
