// Tests the page in which a worker reports its state. Its subject can write to
// that memory.
#include "conformance/worker_page.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "conformance/shared_memory.h"

namespace assay {
namespace {

TEST(WorkerPage, HoldsAStateInAWord) {
  constexpr std::int64_t kStart = 5'000'000;
  constexpr std::int64_t kNow = 9'000'000'000'000;
  for (const Phase phase : {Phase::kStarting, Phase::kWaiting, Phase::kBuilding,
                            Phase::kRunning, Phase::kCalling, Phase::kEnding})
    for (const Ending ending : {Ending::kNone, Ending::kDone, Ending::kTainted,
                                Ending::kNoStart, Ending::kClosedFiles})
      for (const std::int64_t since : {kStart, std::int64_t{77'000}, kNow}) {
        const auto state = state_of(word_of({phase, ending, since}), 0, kNow);
        ASSERT_TRUE(state.has_value());
        EXPECT_EQ(phase, state->phase);
        EXPECT_EQ(ending, state->ending);
        EXPECT_EQ(since, state->since);
      }
}

TEST(WorkerPage, BelievesNoStateThatCannotBe) {
  constexpr std::int64_t kStart = 5'000'000;
  constexpr std::int64_t kNow = 9'000'000;
  const auto word = [](int phase, int ending, std::int64_t since) {
    return word_of(
        {static_cast<Phase>(phase), static_cast<Ending>(ending), since});
  };
  EXPECT_TRUE(state_of(word(5, 4, kStart), kStart, kNow).has_value());
  EXPECT_TRUE(state_of(word(0, 0, kNow), kStart, kNow).has_value());
  EXPECT_FALSE(state_of(word(6, 0, kStart), kStart, kNow).has_value());
  EXPECT_FALSE(state_of(word(0, 5, kStart), kStart, kNow).has_value());
  EXPECT_FALSE(state_of(word(0, 0, kStart - 1000), kStart, kNow).has_value());
  EXPECT_FALSE(state_of(word(0, 0, kNow + 1000), kStart, kNow).has_value());
  EXPECT_FALSE(state_of(0, kStart, kNow).has_value());
  EXPECT_FALSE(state_of(~std::uint64_t{0}, kStart, kNow).has_value());
}

TEST(WorkerPage, SeesThatItWasWritten) {
  WorkerPage page;
  PageWriter writer(page);
  EXPECT_TRUE(writer.is_untouched());
  writer.begin(Phase::kCalling);
  EXPECT_TRUE(writer.is_untouched());
  page.word ^= 1 << 5;
  EXPECT_FALSE(writer.is_untouched());
  writer.go_on(Phase::kRunning);
  EXPECT_TRUE(writer.is_untouched());
  page.fault.place = static_cast<FaultReport::Place>(7);
  EXPECT_FALSE(writer.is_untouched());
  // A handler of the subject's own may have taken a fault of its own.
  page.fault.place = FaultReport::Place::kElsewhere;
  EXPECT_TRUE(writer.is_untouched());
}

TEST(WorkerPage, TellsTheWorkerFromWhatItForks) {
  WorkerPage page;
  const PageWriter writer(page);
  EXPECT_TRUE(writer.is_in_worker());
  const pid_t pid = fork();
  if (pid == 0) _exit(writer.is_in_worker() ? 1 : 0);
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_EQ(0, status);
}

TEST(DealPage, CanBeMadeReadOnlyInAProcess) {
  const Shared<DealPage> deal;
  ASSERT_NE(nullptr, deal.get());
  const pid_t pid = fork();
  if (pid == 0) {
    signal(SIGSEGV, SIG_DFL);  // a sanitizer may have taken it
    deal.only_read();
    if (deal->count != 0) _exit(1);
    deal->count = 1;
    _exit(2);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV) << status;
  deal->count = 3;
  EXPECT_EQ(3u, deal->count);
}

}  // namespace
}  // namespace assay
