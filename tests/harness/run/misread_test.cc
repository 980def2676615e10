// Tests that a report says which element was read instead of which, if the
// values show it.
#include "harness/run/misread.h"

#include <gtest/gtest.h>

#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "spec/float_codec.h"
#include "tests/harness/float_bits.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::elements;

// Returns a case in which y is a step on x (int32, [2, 3], transposed in
// storage), with this expectation.
Case case_of(const std::vector<std::uint64_t>& shown,
             const std::vector<std::uint64_t>& expected) {
  Case test_case;
  CaseTensor x{"x", DType::kInt32, View({2, 3}, {1, 2}, 0), {}, {}};
  x.storage =
      elements({shown[0], shown[3], shown[1], shown[4], shown[2], shown[5]});
  test_case.tensors = {x};
  test_case.steps.push_back({.op = "neg"_op, .operands = {"x"}, .outs = {"y"}});
  Expectation expectation;
  expectation.tensor = "y";
  expectation.dtype = DType::kInt32;
  expectation.shape = {static_cast<std::int64_t>(expected.size())};
  expectation.any_of = {{.values = elements(expected)}};
  test_case.expect = {expectation};
  return test_case;
}
std::string misread(const Case& test_case, std::size_t position,
                    std::uint64_t got) {
  const Permitted& permitted = test_case.expect[0].any_of[0];
  Mismatch mismatch;
  mismatch.position = static_cast<std::int64_t>(position);
  mismatch.expected = permitted.values[position];
  mismatch.got = {got, 0};
  return misread_text(test_case, test_case.expect[0], permitted, mismatch);
}

TEST(Misread, NamesTheElementsOfTheOperand) {
  const Case test_case = case_of({1, 2, 3, 4, 5, 6}, {3, 0, 5, 1, 6});
  EXPECT_EQ(misread(test_case, 0, 4),
            "element [1, 0] of x was read instead of [0, 2]");
  EXPECT_EQ(misread(test_case, 1, 4),
            "element [1, 0] of x was read instead of a zero");
}

TEST(Misread, SaysNothingWithoutAddresses) {
  // One result is not an element of the operand, the other one is a zero.
  const Case test_case = case_of({1, 2, 3, 4, 5, 6}, {3, 0, 5, 1, 6});
  EXPECT_EQ(misread(test_case, 0, 7), "");
  EXPECT_EQ(misread(test_case, 0, 0), "");
  // An expected element that is none of the operand, or stands there twice.
  EXPECT_EQ(misread(case_of({1, 2, 3, 4, 5, 6}, {3, 1, 2, 5, 9}), 0, 4), "");
  EXPECT_EQ(misread(case_of({1, 2, 3, 4, 5, 3}, {3, 1, 2, 5, 4}), 0, 4), "");
  // The element read stands twice.
  EXPECT_EQ(misread(case_of({9, 2, 3, 4, 4, 6}, {3, 9, 2, 6}), 0, 4), "");
  // The operand has another dtype.
  Case other = test_case;
  other.tensors[0].dtype = DType::kUint32;
  EXPECT_EQ(misread(other, 0, 4), "");
}

// Any op gives a few elements of its operands by coincidence.
TEST(Misread, SaysNothingOfAFewElements) {
  EXPECT_EQ(misread(case_of({1, 2, 3, 4, 5, 6}, {0}), 0, 4), "");
  EXPECT_EQ(misread(case_of({1, 2, 3, 4, 5, 6}, {3, 5}), 0, 4), "");
  EXPECT_EQ(misread(case_of({1, 2, 3, 4, 5, 6}, {3, 5, 0, 0, 5, 3}), 0, 4), "");
  EXPECT_NE(misread(case_of({1, 2, 3, 4, 5, 6}, {3, 5, 6}), 0, 4), "");
}

TEST(Misread, SeesRightElementsInWrongPlaces) {
  const auto expected = elements({1, 2, 3, 3, 5});
  EXPECT_TRUE(is_misplaced(expected, elements({2, 1, 3, 3, 5})));
  EXPECT_TRUE(is_misplaced(expected, elements({1, 2, 3, 3, 1})));
  // The order differs, and some elements occur several times.
  EXPECT_TRUE(is_misplaced(expected, elements({3, 3, 5, 2, 1})));
  EXPECT_FALSE(is_misplaced(expected, expected));
  EXPECT_FALSE(is_misplaced(expected, elements({2, 1, 3, 3, 4})));
  // The element occurs at two places, so the report names none.
  EXPECT_FALSE(is_misplaced(expected, elements({1, 2, 3, 3, 3})));
  EXPECT_FALSE(is_misplaced(expected, elements({2, 1, 3, 3})));
}

// A matmul that reads the next row of b, as a report tells it.
class ReadsTheNextRow : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    if (call.op == "matmul"_op) {
      const View& a = call.operands[0].view;
      changed.operands[0].view = *a.flip({false, true});
    }
    return Reference::execute(changed);
  }
};

TEST(Misread, IsPartOfTheReport) {
  PlannedCase plan{
      "matmul"_op, "", DType::kFloat32, DType::kFloat32, "matmul.every_term",
      {},          2};
  const Case test_case = test::prepared(plan);
  InProcessSubject subject(std::make_unique<ReadsTheNextRow>());
  const CaseOutcome outcome = run_case(test_case, subject);
  ASSERT_TRUE(outcome.failure.has_value());
  EXPECT_NE(outcome.failure->message.find("; element ["), std::string::npos)
      << outcome.failure->message;
  EXPECT_NE(outcome.failure->message.find("of b was read instead of ["),
            std::string::npos)
      << outcome.failure->message;
}

}  // namespace
}  // namespace assay
