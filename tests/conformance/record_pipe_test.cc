// Tests the pipe of the records: frames of a worker arrive unchanged, and bytes
// of other writers are recognized.
#include "conformance/record_pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay {
namespace {

using Frames = std::vector<std::pair<Handed, std::string>>;

// Receives what there is; nothing if it is refused.
std::optional<Frames> received(RecordPipe& pipe) {
  Frames frames;
  const bool good = pipe.receive([&](Handed what, std::string_view text) {
    frames.emplace_back(what, text);
    return true;
  });
  if (!good) return std::nullopt;
  return frames;
}

TEST(RecordPipe, HandsOverWhatWasSent) {
  auto pipe = RecordPipe::open();
  ASSERT_TRUE(pipe.ok()) << pipe.status().message;
  EXPECT_EQ(Frames{}, received(*pipe));
  EXPECT_TRUE(pipe->send(Handed::kKnown, ""));
  EXPECT_TRUE(pipe->send(Handed::kRecord, "a"));
  const std::string zeros("b\0c", 3);
  EXPECT_TRUE(pipe->send(Handed::kControls, zeros));
  EXPECT_EQ((Frames{{Handed::kKnown, ""},
                    {Handed::kRecord, "a"},
                    {Handed::kControls, zeros}}),
            received(*pipe));
  EXPECT_EQ(Frames{}, received(*pipe));
}

// The record is longer than the pipe, so that it arrives in parts.
TEST(RecordPipe, HandsOverLongRecordsOfAnotherProcess) {
  auto pipe = RecordPipe::open();
  ASSERT_TRUE(pipe.ok());
  const std::string text(5 << 20, 'x');
  const pid_t pid = fork();
  if (pid == 0) {
    pipe->keep_writing();
    // As a subject may have left it.
    fcntl(pipe->writing_fd(), F_SETFL, O_NONBLOCK);
    _exit(pipe->send(Handed::kRecord, text) &&
                  pipe->send(Handed::kRecord, "next")
              ? 0
              : 1);
  }
  pipe->keep_reading();
  Frames frames;
  int status = -1;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    const auto some = received(*pipe);
    ASSERT_TRUE(some.has_value());
    frames.insert(frames.end(), some->begin(), some->end());
  }
  const auto rest = received(*pipe);
  frames.insert(frames.end(), rest->begin(), rest->end());
  EXPECT_EQ(0, status);
  ASSERT_EQ(2u, frames.size());
  EXPECT_TRUE(frames[0].second == text);
  EXPECT_EQ("next", frames[1].second);
}

// A frame that was cut short is none, and is waited for.
TEST(RecordPipe, LeavesOutWhatWasCutShort) {
  auto pipe = RecordPipe::open();
  ASSERT_TRUE(pipe.ok());
  const pid_t pid = fork();
  if (pid == 0) {
    pipe->keep_writing();
    pipe->send(Handed::kRecord, "whole");
    pipe->send(Handed::kRecord, std::string(5 << 20, 'x'));
    _exit(0);
  }
  pipe->keep_reading();
  Frames frames;
  while (frames.empty()) frames = received(*pipe).value();
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_EQ(Frames{}, received(*pipe));
  EXPECT_EQ((Frames{{Handed::kRecord, "whole"}}), frames);
}

TEST(RecordPipe, TellsApartWhatNoWorkerSent) {
  const std::function<void(int, RecordPipe&)> ways[] = {
      // Too little for a frame, and then one.
      [](int fd, RecordPipe& pipe) {
        EXPECT_EQ(1, write(fd, "x", 1));
        pipe.send(Handed::kRecord, "after");
      },
      [](int fd, RecordPipe&) {
        const std::string zeros(100, '\0');
        EXPECT_EQ(100, write(fd, zeros.data(), zeros.size()));
      },
      [](int fd, RecordPipe&) {
        const std::string line = "{\"id\":\"a\",\"verdict\":\"pass\"}\n";
        EXPECT_LT(0, write(fd, line.data(), line.size()));
      }};
  for (const auto& way : ways) {
    auto pipe = RecordPipe::open();
    ASSERT_TRUE(pipe.ok());
    EXPECT_TRUE(pipe->send(Handed::kRecord, "before"));
    EXPECT_EQ((Frames{{Handed::kRecord, "before"}}), received(*pipe));
    way(pipe->writing_fd(), *pipe);
    EXPECT_EQ(std::nullopt, received(*pipe));
    EXPECT_EQ(std::nullopt, received(*pipe)) << "it stays broken";
  }
}

// A frame of another pipe's worker is not taken, nor a frame that arrives
// twice.
TEST(RecordPipe, TakesAFrameOnceAndFromItsOwnWorker) {
  auto one = RecordPipe::open();
  auto other = RecordPipe::open();
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_TRUE(other->send(Handed::kRecord, "a"));
  EXPECT_EQ(1u, received(*other).value().size());
  // The bytes of a frame of the one, into the other.
  int ends[2];
  ASSERT_EQ(0, ::pipe(ends));
  const int own = dup(one->writing_fd());
  dup2(ends[1], one->writing_fd());
  EXPECT_TRUE(one->send(Handed::kRecord, "b"));
  std::string bytes(1000, '\0');
  const ssize_t count = read(ends[0], bytes.data(), bytes.size());
  ASSERT_LT(0, count);
  bytes.resize(static_cast<std::size_t>(count));
  EXPECT_EQ(count, write(other->writing_fd(), bytes.data(), bytes.size()));
  EXPECT_EQ(std::nullopt, received(*other));
  for (int twice = 0; twice < 2; ++twice)
    EXPECT_EQ(count, write(own, bytes.data(), bytes.size()));
  int taken = 0;
  EXPECT_FALSE(one->receive([&](Handed, std::string_view text) {
    ++taken;
    return text == "b";
  }));
  EXPECT_EQ(1, taken);
  for (const int fd : {ends[0], ends[1], own}) close(fd);
}

TEST(RecordPipe, StopsAtWhatIsNotAccepted) {
  auto pipe = RecordPipe::open();
  ASSERT_TRUE(pipe.ok());
  for (const char* text : {"1", "2", "3"}) pipe->send(Handed::kRecord, text);
  int taken = 0;
  EXPECT_FALSE(pipe->receive([&](Handed, std::string_view text) {
    ++taken;
    return text != "2";
  }));
  EXPECT_EQ(2, taken);
  EXPECT_EQ(std::nullopt, received(*pipe));
}

TEST(RecordPipe, SeesThatItsEndWasClosedOrReplaced) {
  auto pipe = RecordPipe::open();
  ASSERT_TRUE(pipe.ok());
  EXPECT_TRUE(pipe->is_open());
  for (const bool replaced : {false, true}) {
    const pid_t pid = fork();
    if (pid == 0) {
      const int fd = pipe->writing_fd();
      int ends[2];
      if (pipe2(ends, O_CLOEXEC) != 0) _exit(2);
      if (replaced)
        dup2(ends[1], fd);
      else
        close(fd);
      _exit(pipe->is_open() ? 1 : 0);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(0, status) << replaced;
  }
}

}  // namespace
}  // namespace assay
