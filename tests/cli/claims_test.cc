// Tests subjects in other languages whose claims have limits. All claimed cells
// can be proven, and no case goes beyond the limits.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

constexpr const char* kSeeds[] = {"0", "3", "1234567"};

class Claims : public CommandRun {
 protected:
  // The subject of tests/adapters/forward_only.py; `claim` and `results` are
  // its further arguments.
  std::string forward_only(const std::string& arguments = "") const {
    return fmt::format(
        "exec:/usr/bin/python3 -S -E '{}/tests/adapters/forward_only.py' "
        "'{}' {}",
        ASSAY_SOURCE_DIR, notes_.string(), arguments);
  }
  // Returns the ops of the calls in which an operand was reversed.
  std::string notes() const { return text_of(notes_); }

  const std::filesystem::path notes_ = folder_ / ".notes";
};

// The Python program of docs/protocol.md.
std::string minimal_adapter() {
  const std::string page =
      text_of(std::string(ASSAY_SOURCE_DIR) + "/docs/protocol.md");
  const std::string fence = "```python\n";
  const std::size_t begin = page.find(fence + "# A minimal adapter");
  if (begin == std::string::npos) return {};
  const std::size_t end = page.find("```\n", begin + fence.size());
  return page.substr(begin + fence.size(), end - begin - fence.size());
}

TEST_F(Claims, OfTheMinimalAdapterAreProvenWhole) {
  const std::string program = minimal_adapter();
  ASSERT_TRUE(contains(program, "HOSTED")) << program;
  std::ofstream(folder_ / "minimal.py") << program;
  for (const char* seed : kSeeds) {
    const Ran ran = assay({"check", "exec:/usr/bin/python3 -S -E minimal.py",
                           "--filter", "add,neg,memory/*", "--seed", seed});
    EXPECT_EQ(0, ran.code) << ran.err << ran.out;
    EXPECT_TRUE(contains(ran.out, "score nx: 8 proven / 8 claimed / "))
        << ran.out;
    EXPECT_FALSE(contains(ran.out, "claimed, but no case")) << ran.out;
  }
}

TEST_F(Claims, OfALibraryWithoutNegativeStridesAreProvenWhole) {
  for (const char* seed : kSeeds) {
    const Ran ran = assay({"check", forward_only(), "--seed", seed, "--filter",
                           "-reduce_sum:*:dtype=*16,-rung=*"});
    EXPECT_EQ(0, ran.code) << ran.err << ran.out;
    EXPECT_EQ("", notes()) << "it was asked for what is reversed";
    // All cells of 17 ops, which are all required ones.
    EXPECT_TRUE(contains(ran.out, "score nx: 47 proven / 47 claimed / "))
        << ran.out;
    EXPECT_TRUE(contains(ran.out, " 0 failed, ")) << ran.out;
  }
}

// The relations of level standard keep to the claims, and so does robustness
// mode.
TEST_F(Claims, HoldAtLevelStandardToo) {
  const Ran ran = assay({"check", forward_only(), "--level", "standard",
                         "--robustness", "--filter",
                         "add:*:dtype=float32,copy:*:dtype=int32,"
                         "cat:*:dtype=bool,assign:*:dtype=bool,-rung=*"});
  EXPECT_EQ("", notes());
  EXPECT_TRUE(
      contains(ran.out, "score nx: 4 proven / 4 claimed / 4 selected of "))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, " 0 failed, ")) << ran.out;
}

// The same library without the limit in its claims is asked, and fails.
TEST_F(Claims, ThatPromiseTooMuchFail) {
  const Ran ran = assay({"check", forward_only("'{}'"), "--filter",
                         "add:*:dtype=float32,copy:*:dtype=float32,-rung=*"});
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_TRUE(contains(notes(), "add\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "add is claimed, and answered unsupported"))
      << ran.out;
}

TEST_F(Claims, OfImmutableResultsAreProvenByWritesOfTheHost) {
  const std::vector<std::string> filter = {
      "--filter", "copy:fresh,contiguous:offset,permute:zero_copy,-rung=*"};
  const auto run = [&](const std::string& arguments, const char* seed) {
    std::vector<std::string> words = {"check", forward_only(arguments),
                                      "--seed", seed};
    words.insert(words.end(), filter.begin(), filter.end());
    return assay(words);
  };
  for (const char* seed : kSeeds) {
    const Ran ran = run("'{}' immutable", seed);
    EXPECT_EQ(0, ran.code) << ran.out;
    EXPECT_TRUE(contains(ran.out, "score nx: 9 proven / 9 claimed / "))
        << ran.out;
  }
  // An adapter that does not say so is asked to assign.
  const Ran untold = run("'{}' untold", "3");
  EXPECT_EQ(1, untold.code) << untold.out;
  EXPECT_TRUE(contains(untold.out, "assign answered")) << untold.out;
}

TEST_F(Claims, WithoutAPassedCaseAreNamed) {
  const Ran ran = assay({"check", forward_only("'{\"max_extent\":0}'"),
                         "--filter", "add:value,view:metadata,-rung=*"});
  EXPECT_EQ(1, ran.code);
  EXPECT_TRUE(contains(ran.out, "claimed, but no case passed:\n")) << ran.out;
  EXPECT_TRUE(contains(
      ran.out, "  add float32, int32: its cases need extents above 0\n"))
      << ran.out;
  EXPECT_TRUE(contains(
      ran.out, "  view float32, int32, bool: its cases need extents above 0\n"))
      << ran.out;
}

TEST_F(Claims, ArePrintedWithTheirLimits) {
  const Ran ran =
      assay({"caps", forward_only("'{\"max_rank\":4,\"max_axes\":1,"
                                  "\"composed\":true}' immutable")});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out,
                       "neg                          int32 float32\n"
                       "    max_rank 4; max_axes 1; composed; immutable\n") ||
              contains(ran.out,
                       "neg                          float32 int32\n"
                       "    max_rank 4; max_axes 1; composed; immutable\n"))
      << ran.out;
  // The reference has no limits to print.
  EXPECT_FALSE(contains(assay({"caps", "reference"}).out, "    max_"));
}

}  // namespace
}  // namespace assay
