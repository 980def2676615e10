// Tests the stored golden vectors of many elements. Every op has some, nearly
// every family has some of more than 65536 elements, and they have a short
// form.
#include "conformance/long_vectors.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "conformance/case_file.h"
#include "conformance/stored_cases.h"
#include "harness/case/case_json.h"
#include "reference/reference.h"

namespace assay {
namespace {

// Families whose results are numbers without a pattern, or whose oracle is
// slow, and how many elements their largest vector has at least.
const std::map<std::string_view, std::int64_t> kIrregular = {
    {"activation", 20000},   {"attention", 20000}, {"convolution", 20000},
    {"fourier", 301},        {"linalg", 301},      {"linear", 20000},
    {"normalization", 5000}, {"ordering", 6000},   {"pooling", 20000},
    {"quantization", 16384}, {"random", 4000},     {"resampling", 5000}};

// Ops without elements, and one whose elements nothing is said of.
const std::set<std::string> kNoLadder = {"context", "view", "dtype", "buffer"};

TEST(LongVectors, AreThereForEveryOpAndFamily) {
  const auto files = case_files_at(ASSAY_SOURCE_DIR "/conformance/vectors");
  ASSERT_TRUE(files.ok());
  std::map<std::string, std::int64_t> largest;
  std::size_t in_short_form = 0;
  for (const auto& file : *files) {
    const std::string family = file.parent_path().filename().string();
    if (family == "view" || kNoLadder.contains(file.stem().string())) continue;
    const auto stored = read_stored_cases(file);
    ASSERT_TRUE(stored.ok()) << stored.status().message;
    std::int64_t of_op = 0;
    for (const Case& test_case : stored->cases) {
      if (test_case.id.find("rung=") == std::string::npos) continue;
      of_op = std::max(of_op, largest_count(test_case));
      in_short_form += is_long_case(test_case) ? 1 : 0;
    }
    EXPECT_GE(of_op, kLongVector) << file;
    largest[family] = std::max(largest[family], of_op);
  }
  std::set<std::string_view> families;
  for (const OpSpec* op : every_op())
    if (!kNoLadder.contains(std::string(op->name)) &&
        op->signature.delivery != Delivery::kProtocol)
      families.insert(family_of(*op_named(op->name)).name);
  EXPECT_EQ(largest.size(), families.size());
  for (const auto& [family, count] : largest) {
    const auto irregular = kIrregular.find(family);
    EXPECT_GE(count, irregular == kIrregular.end() ? 65537 : irregular->second)
        << family;
    if (irregular != kIrregular.end()) {
      EXPECT_LT(count, 65537) << family;
    }
  }
  EXPECT_GT(in_short_form, 50u);
}

TEST(LongVectors, TakeOneOfARungThatIsShortEnough) {
  const auto filter = Filter::parse("memory/copy");
  ASSERT_TRUE(filter.ok());
  Reference oracle;
  const auto chosen =
      choose_long_vectors(plan_cases(Level::kStandard, *filter), oracle);
  ASSERT_TRUE(chosen.ok()) << chosen.status().message;
  std::set<int> rungs;
  for (const LongVector& one : *chosen) {
    EXPECT_TRUE(rungs.insert(one.plan.rung).second) << one.plan.id();
    EXPECT_EQ(one.json["id"], one.plan.id());
    EXPECT_LE(one.json.dump().size(), std::size_t{72} << 10);
  }
  EXPECT_TRUE(rungs.contains(6));
  // Nothing is chosen if the plan has no ladder.
  EXPECT_TRUE(choose_long_vectors({}, oracle)->empty());
}

}  // namespace
}  // namespace assay
