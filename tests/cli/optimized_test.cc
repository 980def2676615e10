// Tests the optimized backend through the command: every op on every
// instruction set that the processor has, with normal and with the smallest
// thresholds, in process and as a plugin.
#include <algorithm>
#include <iterator>

#include "tests/cli/command_run.h"
#include "tests/sampled.h"

namespace assay {
namespace {

class OptimizedBackend : public CommandRun {
 protected:
  // Checks a subject, and expects that it conforms and claims every cell; with
  // a shard, or under the sanitizers, that it conforms in a share of the cases.
  void check(const std::string& subject, const std::string& level,
             const std::string& set = "all", std::string shard = "") {
    std::vector<std::string> words = {"check", subject, "--level",   level,
                                      "--set", set,     "--timeout", "60",
                                      "--out", "out"};
    if (test::kIsSanitized) shard = level == "quick" ? "3/11" : "3/31";
    if (shard.empty())
      words.insert(words.end(), {"--require", "yes"});
    else
      words.insert(words.end(), {"--shard", shard});
    const Ran ran = assay(words);
    EXPECT_EQ(0, ran.code) << subject << '\n' << ran.out << ran.err;
  }
};

// From the one with the fewest instructions to that with the most.
constexpr const char* kTargets[] = {"scalar", "sse4", "avx2", "avx512", "amx"};

class OptimizedTarget : public OptimizedBackend,
                        public testing::WithParamInterface<const char*> {
 protected:
  // Returns whether this processor and this build have a target.
  bool has(const std::string& target) {
    const Ran ran = assay({"caps", "optimized:target=" + target});
    return !contains(ran.err, " has no ");
  }
};

TEST_P(OptimizedTarget, ConformsAtLevelQuick) {
  const std::string target = GetParam();
  if (!has(target)) GTEST_SKIP() << "no " << target;
  const std::string subject = "optimized:target=" + target;
  // Level standard below has these cases too and runs them on the best target,
  // unless the sanitizers leave other shares of both levels.
  const auto* const next = std::find(kTargets, std::end(kTargets), target) + 1;
  if (test::kIsSanitized ||
      std::any_of(next, std::end(kTargets),
                  [&](const char* better) { return has(better); }))
    check(subject, "quick");
  check(subject + ",tiny=1,threads=2", "quick");
}

INSTANTIATE_TEST_SUITE_P(Targets, OptimizedTarget, testing::ValuesIn(kTargets));

class OptimizedSet : public OptimizedBackend,
                     public testing::WithParamInterface<const char*> {};

TEST_P(OptimizedSet, ConformsAtLevelStandard) {
  check("optimized", "standard", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Sets, OptimizedSet,
                         testing::Values("nx", "nn", "lax", "protocol"));

// The kernels are tested above, so a quarter of the cases calls them through C.
TEST_F(OptimizedBackend, ConformsAsAPlugin) {
  check(std::filesystem::path(ASSAY_COMMAND).parent_path() /
            "libassay_optimized.so",
        "quick", "all", "2/4");
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
