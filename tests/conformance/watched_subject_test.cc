// Tests how calls are watched: a process that the call forked ends with it, and
// writes to the page that is shared with the run are named.
#include "conformance/watched_subject.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <memory>

#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"

namespace assay {
namespace {

// Does something in every call for a buffer.
class Busy : public Reference {
 public:
  explicit Busy(std::function<void()> act) : act_(std::move(act)) {}
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    act_();
    return Reference::buffer(dtype, shape);
  }

 private:
  std::function<void()> act_;
};

TEST(WatchedSubject, EndsAProcessThatTheCallForked) {
  InProcessSubject subject(
      std::make_unique<Busy>([] { EXPECT_LE(0, fork()); }));
  WorkerPage page;
  PageWriter writer(page);
  WatchedSubject watched(subject, writer);
  const pid_t own = getpid();
  EXPECT_TRUE(watched.backend().buffer(DType::kFloat32, {1}).ok());
  if (getpid() != own) _exit(1);  // it went on
  int status = -1;
  EXPECT_LT(0, waitpid(-1, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_EQ(std::nullopt, watched.backend().take_change());
}

TEST(WatchedSubject, NamesAWriteToTheSharedPage) {
  WorkerPage page;
  InProcessSubject subject(std::make_unique<Busy>([&] { page.word = 0; }));
  PageWriter writer(page);
  WatchedSubject watched(subject, writer);
  EXPECT_TRUE(watched.backend().buffer(DType::kFloat32, {1}).ok());
  EXPECT_EQ(kSharedMemoryWritten, watched.backend().take_change());
  EXPECT_EQ(std::nullopt, watched.backend().take_change());
  EXPECT_TRUE(writer.is_untouched());
}

}  // namespace
}  // namespace assay
