// Tests the table of tightness, with records made by hand.
#include "reports/tightness.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

Record measured(const std::string& op, const std::string& dtype, double share,
                int number = 0) {
  Record record = elementwise(op, "value", dtype, Verdict::kPass, number);
  record.tightness = share;
  return record;
}

TEST(Tightness, IsTheLargestOfACell) {
  const Tightness shares = tightness_of(
      {measured("exp", "float32", 0.2, 1), measured("exp", "float32", 0.4, 3),
       measured("exp", "float32", 0.4, 2), measured("exp", "float64", 0.1),
       measured("add", "float32", 0)});
  ASSERT_EQ(2u, shares.size());
  const TightestCase& worst = shares.at({"exp", "float32"});
  EXPECT_DOUBLE_EQ(0.4, worst.share);
  EXPECT_EQ(measured("exp", "float32", 0.4, 2).id, worst.id);
}

TEST(Tightness, OfRobustnessAndRelationsIsNone) {
  Record relation = measured("exp", "float32", 0.5);
  relation.id =
      "elementwise/exp:metamorphic:relation=swap,dtype=float32,case=0";
  Record broken = measured("exp", "float32", 0.5);
  broken.id = "elementwise/exp:shape:call=broken,dtype=float32,case=0";
  EXPECT_TRUE(tightness_of({relation, broken}).empty());
}

TEST(Tightness, TableHasAColumnPerRunAndMarksLooseBounds) {
  RunRecord other = run_of_toy();
  other.subject_name = "other";
  Record scan = measured("associative_scan", "float32", 0.01);
  scan.variant = "sum";
  EXPECT_EQ(
      "| op | dtype | toy 1.2 | other 1.2 | |\n"
      "|---|---|---|---|---|\n"
      "| exp | float32 | 0.400 | 12.5 | |\n"
      "| exp | float64 |  | 0.100 | |\n"
      "| associative_scan:sum | float32 | 0.010 |  | loose |\n",
      tightness_table({run_of_toy(), other},
                      {tightness_of({scan, measured("exp", "float32", 0.4)}),
                       tightness_of({measured("exp", "float64", 0.1),
                                     measured("exp", "float32", 12.5)})}));
}

}  // namespace
}  // namespace assay
