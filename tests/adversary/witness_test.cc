// Every row of the adversary changes the answer of its witness, and without a
// bug the adversary answers as its target does.
#include "tests/adversary/witness.h"

#include <gtest/gtest.h>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/cliff_bugs.h"

namespace assay::adversary {
namespace {

const std::string kPlugin = ASSAY_ADVERSARY_PLUGIN;
const std::string kTarget = ASSAY_ADVERSARY_TARGET_PLUGIN;
const std::string kReference = ASSAY_REFERENCE_PLUGIN;

class Witness : public testing::TestWithParam<const BugRow*> {};

TEST_P(Witness, IsAnsweredOtherwiseWithTheBug) {
  const BugRow& row = *GetParam();
  const bool is_nn = is_about_networks(row);
  const auto without = run_witness(
      row.witness, kPlugin,
      is_nn ? std::string(kNetworkControl) : std::string("control"));
  ASSERT_TRUE(without.ok()) << row.witness << ": " << without.status().message;
  const auto target =
      run_witness(row.witness, is_nn ? kReference : kTarget, "control");
  ASSERT_TRUE(target.ok()) << target.status().message;
  EXPECT_EQ(*target, *without) << row.witness;
  const auto with = run_witness(row.witness, kPlugin, row.name);
  ASSERT_TRUE(with.ok()) << with.status().message;
  EXPECT_NE(*without, *with) << row.witness;
}

std::vector<const BugRow*> rows() {
  std::vector<const BugRow*> rows;
  for (const BugRow& row : every_bug()) rows.push_back(&row);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(All, Witness, testing::ValuesIn(rows()),
                         [](const auto& info) { return info.param->name; });

TEST(Witness, RefusesWhatIsNoProgram) {
  for (const char* program :
       {"no_op int32:3", "neg int33:3", "neg int32:3@1", "neg int32:3 a=1",
        "neg $4", "neg int32:3 out=$$7"}) {
    EXPECT_FALSE(run_witness(program, kPlugin, "control").ok()) << program;
  }
}

TEST(Witness, RefusesABugThatThereIsNot) {
  EXPECT_FALSE(run_witness("neg int32:3", kPlugin, "no_such_bug").ok());
}

// A cliff shows above its rung and not at it.
TEST(Witness, CliffsBeginAboveTheirRung) {
  const struct {
    const char* bug;
    const char* at;
    const char* above;
  } kCliffs[] = {
      {"cliff:sort:axis:12:zeros", "sort int32:12=ones axis=0",
       "sort int32:13=ones axis=0"},
      {"cliff:add:elements:100:last", "add int32:100 int32:100",
       "add int32:101 int32:101"},
      {"cliff:matmul:k:16:last", "matmul int32:1x16=ones int32:16x1=ones",
       "matmul int32:1x17=ones int32:17x1=ones"},
      {"cliff:cat:members:32:zeros", "cat 32*int8:1=ones axis=0",
       "cat 33*int8:1=ones axis=0"},
      {"cliff:flip:extent:16:last", "flip int32:16=iota flips=1",
       "flip int32:17=iota flips=1"},
      {"cliff:reduce_sum:kept:19:zeros", "reduce_sum int32:19x2=ones axes=1",
       "reduce_sum int32:20x2=ones axes=1"},
  };
  for (const auto& cliff : kCliffs) {
    for (const char* program : {cliff.at, cliff.above}) {
      const auto without = run_witness(program, kPlugin, "control");
      const auto with = run_witness(program, kPlugin, cliff.bug);
      ASSERT_TRUE(without.ok() && with.ok()) << program;
      EXPECT_EQ(program == cliff.at, *without == *with)
          << cliff.bug << " on " << program;
    }
  }
}

}  // namespace
}  // namespace assay::adversary
