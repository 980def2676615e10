// Tests which output is kept of an adapter that died.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "harness/subject/process_subject.h"
#include "spec/op_table.h"

namespace assay {
namespace {

class DeadAdapter : public testing::Test {
 protected:
  // Calls an adapter of tests/adapters/broken.py, a case after the other, until
  // it breaks down; returns how it did.
  static Breakdown breakdown_of(const std::string& way) {
    auto subject = ProcessSubject::start(
        fmt::format("/usr/bin/python3 -S -E '{}/tests/adapters/broken.py' {}",
                    ASSAY_SOURCE_DIR, way),
        5);
    EXPECT_TRUE(subject.ok()) << subject.status().message;
    if (!subject) return {};
    for (int cases = 0; cases < 9 && !(*subject)->breakdown(); ++cases) {
      (*subject)->begin_case();
      Backend& backend = (*subject)->backend();
      const auto out = backend.buffer(DType::kFloat32, {4});
      EXPECT_TRUE(out.ok()) << out.status().message;
      if (out)
        static_cast<void>(
            backend.execute({"add"_op, {*out, *out}, {}, {*out}}));
      // Its output must have arrived before the next case begins.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE((*subject)->breakdown());
    return (*subject)->breakdown().value_or(Breakdown{});
  }
  static bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  }
};

// The sentence has the error; the record has all of it, and the end.
TEST_F(DeadAdapter, IsQuoted) {
  const Breakdown breakdown = breakdown_of("raises");
  EXPECT_TRUE(has(breakdown.message, " | ValueError: out of toys\""))
      << breakdown.message;
  EXPECT_FALSE(has(breakdown.message, "bye")) << breakdown.message;
  EXPECT_TRUE(has(breakdown.printed, "\nValueError: out of toys\n"))
      << breakdown.printed;
  EXPECT_TRUE(has(breakdown.printed, "about to compute\n"));
  EXPECT_TRUE(has(breakdown.printed, "releasing devices\nbye\n"));
}

// Output of an earlier case does not explain a death.
TEST_F(DeadAdapter, IsNotQuotedFromEarlierCases) {
  const Breakdown breakdown = breakdown_of("complains_early");
  EXPECT_TRUE(has(breakdown.message, "exited with code 3"))
      << breakdown.message;
  EXPECT_FALSE(has(breakdown.message, "harmless")) << breakdown.message;
}

}  // namespace
}  // namespace assay
