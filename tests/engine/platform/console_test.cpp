// SPDX-License-Identifier: Apache-2.0
#include "engine/platform/console.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "engine/platform/folders.h"

namespace casebook::platform {
namespace {

TEST(Console, the_first_ctrl_c_sets_the_flag_and_the_second_ends_the_program) {
  const pid_t child = ::fork();
  if (child == 0) {
    catch_stop_requests();
    if (stop_requested()) ::_exit(10);
    ::raise(SIGINT);
    if (!stop_requested()) ::_exit(11);
    ::raise(SIGINT);
    ::_exit(12);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
  EXPECT_EQ(WTERMSIG(status), SIGINT);
}

TEST(Console, a_signal_that_was_kept_back_is_heard_at_once) {
  const pid_t child = ::fork();
  if (child == 0) {
    sigset_t kept;
    sigemptyset(&kept);
    sigaddset(&kept, SIGINT);
    sigprocmask(SIG_BLOCK, &kept, nullptr);
    ::raise(SIGINT);
    if (stop_requested()) ::_exit(10);
    catch_stop_requests();
    ::_exit(stop_requested() ? 0 : 11);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Console, a_stop_can_be_forgotten) {
  set_stop_requested(true);
  EXPECT_TRUE(stop_requested());
  set_stop_requested(false);
  EXPECT_FALSE(stop_requested());
}

TEST(Console, a_stop_can_come_after_so_many_looks) {
  set_stop_requested_after(2);
  EXPECT_FALSE(stop_requested());
  EXPECT_FALSE(stop_requested());
  EXPECT_TRUE(stop_requested());
  EXPECT_TRUE(stop_requested());
  set_stop_requested(false);
  EXPECT_FALSE(stop_requested());
}

TEST(Console, a_closed_pipe_is_an_error_of_the_write) {
  const pid_t child = ::fork();
  if (child == 0) {
    ignore_closed_pipes();
    int ends[2];
    if (::pipe(ends) != 0) ::_exit(10);
    ::close(ends[0]);
    ::_exit(::write(ends[1], "x", 1) == -1 ? 0 : 11);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Console, a_file_is_no_terminal_and_gets_no_colours) {
  std::FILE* file = std::tmpfile();
  EXPECT_FALSE(is_terminal(file));
  EXPECT_FALSE(colours_wanted(file));
  std::fclose(file);
}

TEST(Console, cpu_seconds_go_up) {
  const double before = cpu_seconds();
  volatile unsigned sum = 0;
  for (unsigned i = 0; i < 3'000'000; ++i) sum = sum + i;
  EXPECT_GT(cpu_seconds(), before);
}

TEST(Folders, user_data_follow_the_environment) {
  ::setenv("XDG_DATA_HOME", "/somewhere/data", 1);
  EXPECT_EQ(user_data_folder(), "/somewhere/data/casebook");
  ::setenv("XDG_DATA_HOME", "relative", 1);
  ::setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(user_data_folder(), "/home/somebody/.local/share/casebook");
  ::unsetenv("XDG_DATA_HOME");
  ::unsetenv("HOME");
  EXPECT_EQ(user_data_folder(), "");
}

TEST(Folders, the_program_lies_somewhere) {
  EXPECT_FALSE(program_folder().empty());
}

}  // namespace
}  // namespace casebook::platform
