// Tests what preparing a case fills in, keeps and refuses.
#include "harness/run/prepare.h"

#include <gtest/gtest.h>

#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"
#include "spec/float_codec.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

Case sum_case() {
  Case test_case;
  test_case.clause = "add.value";
  test_case.tensors = {{"a", DType::kInt8, View({2}), {{{1, 0}, {2, 0}}}, {}},
                       {"b", DType::kInt8, View({2}), {{{10, 0}, {20, 0}}}, {}},
                       {"out", DType::kInt8, View({2}), {}, {}}};
  Step step;
  step.op = "add"_op;
  step.operands = {"a", "b"};
  step.outs = {"out"};
  test_case.steps = {step};
  test_case.expect.emplace_back();
  test_case.expect[0].tensor = "out";
  return test_case;
}
const std::vector<ElementBits> kSums = {{11, 0}, {22, 0}};

TEST(Prepare, FillsInTypesAndValues) {
  Reference oracle;
  Case test_case = sum_case();
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  EXPECT_EQ(test_case.profile, "nx");
  EXPECT_EQ(test_case.expect[0].dtype, DType::kInt8);
  EXPECT_EQ(test_case.expect[0].shape, (Shape{2}));
  ASSERT_EQ(test_case.expect[0].any_of.size(), 1u);
  EXPECT_EQ(test_case.expect[0].any_of[0].values, kSums);
  EXPECT_EQ(test_case.expect[0].any_of[0].accuracy, Accuracy::kExact);
}

TEST(Prepare, KeepsWhatIsSaid) {
  Reference oracle;
  Case test_case = sum_case();
  test_case.expect[0].any_of = {{.values = {{7, 0}, {7, 0}}}};
  test_case.expect.emplace_back();
  test_case.expect[1].tensor = "out";
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  EXPECT_EQ(test_case.expect[0].any_of[0].values[0], (ElementBits{7, 0}));
  EXPECT_EQ(test_case.expect[1].any_of[0].values, kSums);
}

// If a profile does not promise the same bits in every layout, each result only
// has to be within the bound of its op. Repeated calls still give the same
// bits.
// Windows start at -1, 1 and 3. Whether the last is one is up to the profile.
TEST(Prepare, SizesTheOutsOfPoolsByTheProfile) {
  Case pool;
  pool.clause = "pooling.ceil_start";
  const std::vector<ElementBits> elements(3, {0x3f800000, 0});
  pool.tensors = {{"x", DType::kFloat32, View({1, 1, 3}), elements, {}},
                  {"out", DType::kFloat32, View({1, 1, 2}), {}, {}}};
  Step step;
  step.op = "max_pool"_op;
  step.operands = {"x"};
  step.outs = {"out"};
  step.attributes.padding({{1, 1}})
      .set(AttributeKey::kKernelSize, {2})
      .set(AttributeKey::kStride, {2})
      .set(AttributeKey::kDilation, {1})
      .flag(AttributeKey::kCeilMode, true);
  pool.steps = {step};
  pool.expect.emplace_back();
  pool.expect[0].tensor = "out";
  Case plain = pool;
  Reference oracle;
  ASSERT_TRUE(prepare_case(pool, oracle, kNx).ok());
  EXPECT_EQ(pool.expect[0].shape, (Shape{1, 1, 2}));
  const auto keeps =
      keep_profile("keeps_windows", kNx.with("pool.ceil=plain"_policy));
  ASSERT_TRUE(keeps.ok());
  Reference keeper(**keeps);
  ASSERT_TRUE(prepare_case(plain, keeper, **keeps).ok());
  EXPECT_EQ(plain.tensors[1].view.shape(), (Shape{1, 1, 3}));
  EXPECT_EQ(plain.expect[0].shape, (Shape{1, 1, 3}));
  EXPECT_EQ(plain.expect[0].any_of[0].values.size(), 3u);
}

TEST(Prepare, AProfileMayHoldEachLayoutToTheBound) {
  const Profile within = kNx.with("layout.bits=within_bound"_policy);
  for (std::string_view clause :
       {"elementwise.layout_invariance", "elementwise.repeatable"}) {
    Reference oracle;
    Case same = build_case(test::plan_of("exp"_op, clause), 5);
    Case near = same;
    ASSERT_TRUE(prepare_case(same, oracle, kNx).ok());
    ASSERT_TRUE(prepare_case(near, oracle, within).ok());
    ASSERT_EQ(same.expect.size(), 2u);
    EXPECT_EQ(same.expect[1].same_bits_as, "out");
    if (clause == "elementwise.repeatable") {
      EXPECT_EQ(near.expect[1].same_bits_as, "out");
      continue;
    }
    EXPECT_EQ(near.expect[1].same_bits_as, "");
    ASSERT_EQ(near.expect[1].any_of.size(), 1u);
    EXPECT_EQ(near.expect[1].any_of, near.expect[0].any_of);
    EXPECT_EQ(near.expect[1].any_of[0].accuracy, Accuracy::kUlp);
  }
}

TEST(Prepare, ATypedErrorBecomesTheExpectedStatus) {
  Reference oracle;
  const Profile strict = kNx.with("div.integer_zero=error"_policy);
  Case test_case = sum_case();
  test_case.steps[0].op = "div"_op;
  test_case.tensors[1].storage = {{{1, 0}, {0, 0}}};
  ASSERT_TRUE(prepare_case(test_case, oracle, strict).ok());
  EXPECT_EQ(test_case.expect.size(), 1u);  // the nx oracle knows no error
  Reference strict_oracle(strict);
  test_case.expect[0].any_of.clear();
  ASSERT_TRUE(prepare_case(test_case, strict_oracle, strict).ok());
  EXPECT_EQ(test_case.steps[0].status, StatusCode::kInvalid);
  EXPECT_TRUE(test_case.expect.empty());
}

TEST(Prepare, RefusesWhatDoesNotTypeOrRun) {
  Reference oracle;
  Case shapes = sum_case();
  shapes.tensors[1].view = View({1});
  EXPECT_EQ(prepare_case(shapes, oracle, kNx).code, StatusCode::kInvalid);
  Case cell = sum_case();
  for (CaseTensor& tensor : cell.tensors) tensor.dtype = DType::kBool;
  EXPECT_EQ(prepare_case(cell, oracle, kNx).code, StatusCode::kUnsupported);
  class Failing : public Reference {
    Result<Answer> answer(const Call&) override {
      return Status::internal("no answer");
    }
    Result<Tensors> execute(const Call&) override {
      return Status::internal("no answer");
    }
  } failing;
  Case test_case = sum_case();
  EXPECT_EQ(prepare_case(test_case, failing, kNx).code, StatusCode::kInternal);
}

// A write through an alias: what counts are the bits seen at the end.
TEST(Prepare, SeesLaterWritesThroughAView) {
  Reference oracle;
  Case test_case = sum_case();
  Step flip;
  flip.op = "flip"_op;
  flip.operands = {"a"};
  flip.attributes = Attributes().flips({true});
  flip.outs = {"y"};
  Step assign;
  assign.op = "assign"_op;
  assign.operands = {"b"};
  assign.outs = {"a"};
  test_case.steps = {flip, assign};
  test_case.expect[0].tensor = "y";
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  EXPECT_EQ(test_case.expect[0].any_of[0].values,
            (std::vector<ElementBits>{{20, 0}, {10, 0}}));
  EXPECT_EQ(test_case.expect[0].any_of[0].accuracy, Accuracy::kBits);
}

TEST(Prepare, WholeStorageListsTheBuffer) {
  Reference oracle;
  Case test_case = sum_case();
  test_case.tensors[2] = {"out",
                          DType::kInt8,
                          View({2}, {2}, 1),
                          {{{5, 0}, {5, 0}, {5, 0}, {5, 0}, {5, 0}}},
                          {}};
  test_case.steps[0].op = "assign"_op;
  test_case.steps[0].operands = {"b"};
  test_case.expect[0].whole_storage = true;
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  EXPECT_EQ(
      test_case.expect[0].any_of[0].values,
      (std::vector<ElementBits>{{5, 0}, {10, 0}, {5, 0}, {20, 0}, {5, 0}}));
}

TEST(Prepare, ClosedFormsNeedNoOracle) {
  PlannedCase plan{"reduce_sum"_op,
                   "",
                   DType::kFloat32,
                   DType::kFloat32,
                   "reduce_sum.long"_clause,
                   {},
                   0};
  test::Meddling oracle([](const Call&, const Result<Tensors>&) {
    return Result<Tensors>(Status::internal("it was asked"));
  });
  Case test_case = build_case(plan, 0);
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  ASSERT_EQ(test_case.expect[0].any_of.size(), 1u);
  const Permitted& permitted = test_case.expect[0].any_of[0];
  EXPECT_EQ(permitted.values[0].re, encode_real(kFormatFloat32, 0x1p25));
  // One accumulator stops at 2^24; that must not be permitted.
  EXPECT_FALSE(permitted.accept.empty());
  EXPECT_GT(permitted.accept[0].low, encode_real(kFormatFloat32, 0x1p24));
  EXPECT_FALSE(permitted.accept[0].any);
}

}  // namespace
}  // namespace assay
