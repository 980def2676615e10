// Tests the optimized backend through the command: every op on every
// instruction set that the processor has, with normal and with the smallest
// thresholds, in process and as a plugin.
#include "tests/cli/command_run.h"
#include "tests/sampled.h"

namespace assay {
namespace {

class OptimizedBackend : public CommandRun {
 protected:
  // Checks a subject, and expects that it conforms and claims every cell; under
  // the sanitizers, that it conforms in a share of the cases.
  void check(const std::string& subject, const std::string& level,
             const std::string& set = "all") {
    std::vector<std::string> words = {"check", subject, "--level",   level,
                                      "--set", set,     "--timeout", "60",
                                      "--out", "out"};
    if (test::kIsSanitized)
      words.insert(words.end(),
                   {"--shard", level == "quick" ? "3/11" : "3/31"});
    else
      words.insert(words.end(), {"--require", "yes"});
    const Ran ran = assay(words);
    EXPECT_EQ(0, ran.code) << subject << '\n' << ran.out << ran.err;
  }
};

class OptimizedTarget : public OptimizedBackend,
                        public testing::WithParamInterface<const char*> {};

TEST_P(OptimizedTarget, ConformsAtLevelQuick) {
  const std::string subject = std::string("optimized:target=") + GetParam();
  const Ran ran = assay({"caps", subject});
  if (contains(ran.err, " has no ")) GTEST_SKIP() << ran.err;
  check(subject, "quick");
  check(subject + ",tiny=1,threads=2", "quick");
}

INSTANTIATE_TEST_SUITE_P(Targets, OptimizedTarget,
                         testing::Values("scalar", "sse4", "avx2", "avx512",
                                         "amx"));

class OptimizedSet : public OptimizedBackend,
                     public testing::WithParamInterface<const char*> {};

TEST_P(OptimizedSet, ConformsAtLevelStandard) {
  check("optimized", "standard", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Sets, OptimizedSet,
                         testing::Values("nx", "nn", "lax", "protocol"));

TEST_F(OptimizedBackend, ConformsAsAPlugin) {
  check(std::filesystem::path(ASSAY_COMMAND).parent_path() /
            "libassay_optimized.so",
        "quick");
}

TEST_F(OptimizedBackend, PassesEveryRegression) {
  const Ran ran = assay(
      {"replay", ASSAY_SOURCE_DIR "/conformance/regressions", "optimized"});
  EXPECT_EQ(0, ran.code) << ran.out << ran.err;
}

TEST_F(OptimizedBackend, SaysWhichSettingIsWrong) {
  const Ran ran = assay({"check", "optimized:speed=9"});
  EXPECT_EQ(2, ran.code);
  EXPECT_TRUE(contains(ran.err, "\"speed\" is not a setting")) << ran.err;
  const Ran list = assay({"list", "backends"});
  EXPECT_TRUE(contains(list.out, "optimized            version")) << list.out;
}

}  // namespace
}  // namespace assay
