// Cases of threefry, indexing, windows and matmul, and of sums that lose no
// term: what each is made of, and that the bits are demanded of exact sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/case/seed.h"
#include "harness/generate/build_case.h"
#include "harness/run/run_case.h"
#include "spec/built_in_profiles.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::shown;

PlannedCase numbered_plan(Op op, std::string_view clause, int number = 0,
                          DType dtype = DType::kFloat32,
                          std::string_view variant = "") {
  return {op, variant, dtype, dtype, clause, {}, number};
}

// Two implementations of Threefry without common code agree.
TEST(BuildArrays, TheReferenceAgreesWithTheGeneratorOfSeeds) {
  int pairs = 0;
  for (std::string_view clause :
       {"threefry.value", "threefry.words", "threefry.rounds"})
    for (int number = 0; number < 6; ++number) {
      const Case test_case = test::prepared(
          numbered_plan("threefry"_op, clause, number, DType::kInt32));
      const auto key = shown(*test_case.find("key"));
      const auto counter = shown(*test_case.find("counter"));
      const auto& out = test_case.expect[0].any_of[0].values;
      for (std::size_t i = 0; i < out.size(); i += 2, ++pairs) {
        const auto word = [](ElementBits bits) {
          return static_cast<std::uint32_t>(bits.re);
        };
        const auto expected =
            threefry2x32({word(key[i]), word(key[i + 1])},
                         {word(counter[i]), word(counter[i + 1])});
        EXPECT_EQ(expected[0], out[i].re);
        EXPECT_EQ(expected[1], out[i + 1].re);
      }
    }
  EXPECT_GT(pairs, 100);
}

TEST(BuildArrays, KnownAnswersNeedNoOracle) {
  const Case test_case = build_case(
      numbered_plan("threefry"_op, "threefry.rounds", 0, DType::kInt32), 0);
  EXPECT_FALSE(test_case.expect[0].any_of.empty());
}

// Returns how often each place is updated.
std::map<Index, int> updates_of(const Case& test_case) {
  const CaseTensor& places = *test_case.find("indices");
  const auto index = shown(places);
  const auto axis =
      static_cast<std::size_t>(test_case.steps[0].attributes.axis());
  std::map<Index, int> updates;
  std::size_t k = 0;
  for (Index at : indices(places.view.shape())) {
    at[axis] = static_cast<std::int64_t>(index[k++].re);
    EXPECT_LT(at[axis], test_case.tensors[0].view.shape()[axis]);
    ++updates[at];
  }
  return updates;
}

TEST(BuildArrays, ScatterRepeatsPlacesWhereItSaysSo) {
  const auto most = [](std::string_view clause, std::string_view variant,
                       int number) {
    int result = 0;
    for (const auto& [at, count] :
         updates_of(build_case(numbered_plan("scatter"_op, clause, number,
                                             DType::kFloat32, variant),
                               0)))
      result = std::max(result, count);
    return result;
  };
  for (int number = 0; number < 12; ++number) {
    for (std::string_view clause : {"scatter.value", "scatter.unique"})
      for (std::string_view variant : {"set", "add"})
        EXPECT_EQ(most(clause, variant, number), 1) << clause << number;
    EXPECT_GT(most("scatter.last_wins", "set", number), 1);
    EXPECT_GT(most("scatter.accuracy", "add", number), 2);
  }
  EXPECT_FALSE(is_applicable("scatter"_op, "add", DType::kInt8, DType::kInt8,
                             "scatter.last_wins"));
  EXPECT_FALSE(is_applicable("scatter"_op, "set", DType::kInt8, DType::kInt8,
                             "scatter.accumulate"));
}

TEST(BuildArrays, WindowsShowWhatTheirClauseIsAbout) {
  std::set<std::size_t> axes;
  for (int number = 0; number < 8; ++number) {
    const auto attributes = [&](std::string_view clause) {
      return build_case(numbered_plan("unfold"_op, clause, number), 0)
          .steps[0]
          .attributes;
    };
    const auto all_above = [](const Attributes::Integers& list,
                              std::int64_t low) {
      return std::all_of(list.begin(), list.end(),
                         [&](std::int64_t x) { return x > low; });
    };
    EXPECT_TRUE(all_above(
        attributes("unfold.stride").integers(AttributeKey::kStride), 1));
    EXPECT_TRUE(all_above(
        attributes("unfold.dilation").integers(AttributeKey::kDilation), 1));
    for (const auto& [before, after] :
         attributes("unfold.asymmetric").padding())
      EXPECT_NE(before, after);
    for (const auto& [before, after] : attributes("unfold.padding").padding())
      EXPECT_TRUE(before > 0 && after > 0);
    axes.insert(attributes("unfold.spatial")
                    .integers(AttributeKey::kKernelSize)
                    .size());
    // The rest at the end is shorter than a window.
    const Case left_over =
        build_case(numbered_plan("unfold"_op, "unfold.count", number), 0);
    const Attributes& with_rest = left_over.steps[0].attributes;
    const Shape& shape = left_over.tensors[0].view.shape();
    const auto& kernel = with_rest.integers(AttributeKey::kKernelSize);
    for (std::size_t i = 0; i < kernel.size(); ++i) {
      const auto [before, after] = with_rest.padding()[i];
      const std::int64_t room =
          shape[shape.size() - kernel.size() + i] + before + after - 1 -
          with_rest.integers(AttributeKey::kDilation)[i] * (kernel[i] - 1);
      EXPECT_NE(room % with_rest.integers(AttributeKey::kStride)[i], 0);
    }
  }
  EXPECT_EQ(axes, (std::set<std::size_t>{1, 2, 3, 4}));
}

TEST(BuildArrays, MatmulRepeatsABatchByStrideZero) {
  for (int number = 0; number < 3; ++number) {
    const Case test_case = build_case(
        numbered_plan("matmul"_op, "matmul.broadcast_batch", number), 0);
    int repeated = 0;
    for (const char* name : {"a", "b"})
      if (test_case.find(name)->view.strides()[0] == 0) ++repeated;
    EXPECT_EQ(repeated, number == 2 ? 2 : 1);
    EXPECT_GE(test_case.find("a")->view.shape()[0], 2);
  }
}

// For an exact sum one value is accepted, or zeros of both signs.
TEST(BuildArrays, ExactSumsAreComparedBitForBit) {
  int compared = 0;
  const auto look = [&](const PlannedCase& plan) {
    const Case test_case = test::prepared(plan);
    for (const Permitted& permitted : test_case.expect[0].any_of) {
      EXPECT_EQ(permitted.accuracy, Accuracy::kExact) << plan.id();
      for (const Acceptance& accept : permitted.accept) {
        EXPECT_FALSE(accept.any) << plan.id();
        const bool is_one =
            accept.low == accept.high ||
            accept == Acceptance{false, sign_bit(format_of(plan.dtype)), 0};
        EXPECT_TRUE(is_one) << plan.id();
        ++compared;
      }
    }
  };
  for (DType dtype : test::kDTypesOfInterest) {
    if (dtype == DType::kBool) continue;
    for (int number = 0; number < 8; ++number) {
      look(numbered_plan("matmul"_op, "matmul.every_term", number, dtype));
      look(numbered_plan("fold"_op, "fold.every_term", number % 4, dtype));
      look(numbered_plan("reduce_sum"_op, "reduce_sum.every_term", number,
                         dtype));
      look(numbered_plan("reduce_prod"_op, "reduce_prod.every_term", number,
                         dtype));
      for (std::string_view variant : {"sum", "prod"})
        look(numbered_plan("associative_scan"_op, "associative_scan.every_term",
                           number, dtype, variant));
      if (is_real(dtype) || is_complex(dtype))
        look(numbered_plan("matmul"_op, "matmul.isolated_nan", number, dtype));
    }
    for (std::string_view clause : {"scatter.accumulate", "scatter.value"})
      if (clause != "scatter.value")
        look(numbered_plan("scatter"_op, clause, 0, dtype, "add"));
  }
  EXPECT_GT(compared, 5000);
}

// A profile that rounds every step to the dtype promises no exact sums of
// narrow floats.
TEST(BuildArrays, NarrowAccumulatorsAreGivenTheirBound) {
  const auto accuracy = [](DType dtype) {
    Reference oracle(kNumpy);
    Case test_case = build_case(
        numbered_plan("reduce_sum"_op, "reduce_sum.every_term", 0, dtype), 0);
    EXPECT_TRUE(prepare_case(test_case, oracle, kNumpy).ok());
    return test_case.expect[0].any_of[0].accuracy;
  };
  EXPECT_EQ(accuracy(DType::kFloat16), Accuracy::kConditionAware);
  EXPECT_EQ(accuracy(DType::kFloat32), Accuracy::kExact);
  EXPECT_EQ(accuracy(DType::kInt8), Accuracy::kExact);
}

TEST(BuildArrays, LongAxesComeOnce) {
  std::int64_t longest = 0;
  for (int number = 0; number < 8; ++number) {
    const Case test_case =
        build_case(numbered_plan("matmul"_op, "matmul.every_term", number), 0);
    longest = std::max(longest, test_case.find("a")->view.shape().back());
  }
  EXPECT_GE(longest, 300);
}

}  // namespace
}  // namespace assay
