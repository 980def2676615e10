// Tests attention on calls that can be followed by hand, and against the
// formula in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

struct AttentionOptions {
  double scale = 1;
  bool is_causal = false;
  double softcap = 0;  // none
};

Attributes attending(DType dtype, const AttentionOptions& options,
                     bool is_masked, bool is_biased) {
  Attributes attributes;
  attributes.flag(AttributeKey::kCausal, options.is_causal)
      .flag(AttributeKey::kMasked, is_masked)
      .flag(AttributeKey::kBiased, is_biased);
  const auto set = [&](AttributeKey key, double value) {
    attributes.element(key, {encode_real(format_of(dtype), value), 0});
  };
  if (options.scale != 0) set(AttributeKey::kScale, options.scale);
  if (options.softcap != 0) set(AttributeKey::kSoftcap, options.softcap);
  return attributes;
}

Tensor singles(const Numbers& values, Shape shape) {
  return tensor_of(DType::kFloat32, values, std::move(shape));
}

Tensor attended(const Tensor& query, const Tensor& key, const Tensor& value,
                const AttentionOptions& options = {},
                const Profile& profile = kNx) {
  return execute(call_of("attention"_op, {query, key, value},
                         attending(query.dtype, options, false, false)),
                 profile);
}

// Three keys whose scores are 0, 200 and 400 for a query of 1.
const Numbers kFarKeys = {0, 200, 400};

TEST(AttentionTest, TakesTheValueOfTheLargestScore) {
  const Tensor key = singles(kFarKeys, {1, 1, 3, 1});
  const Tensor value = singles({1, 2, 3, 4, 5, 6}, {1, 1, 3, 2});
  const Tensor query = singles({1, -1}, {1, 1, 2, 1});
  expect_same({5, 6, 1, 2}, numbers_in(attended(query, key, value)));
  // A negative scale turns the order round, and 0 makes all keys alike.
  expect_same({1, 2, 5, 6},
              numbers_in(attended(query, key, value, {.scale = -1})));
}

TEST(AttentionTest, HidesKeys) {
  const Tensor key = singles(kFarKeys, {1, 1, 3, 1});
  const Tensor value = singles({1, 2, 3}, {1, 1, 3, 1});
  const Tensor query = singles({1, 1}, {1, 1, 2, 1});
  // The last query sees all keys, the one before it all but the last.
  expect_same({2, 3},
              numbers_in(attended(query, key, value, {.is_causal = true})));
  expect_same({1, 2}, numbers_in(attended(
                          query, key, value, {.is_causal = true},
                          kNx.with("attention.causal=top_left"_policy))));
  const Tensor mask =
      tensor_of_bits(DType::kBool, {0, 0, 1, 1, 1, 1}, {1, 1, 2, 3});
  const Call masked = call_of("attention"_op, {query, key, value, mask},
                              attending(DType::kFloat32, {}, true, false));
  expect_same({2, 0}, numbers_in(execute(masked)));
  expect_same(
      {2, kNan},
      numbers_in(execute(masked, kNx.with("attention.empty_row=nan"_policy))));
  const Tensor bias = singles({0, 0, -kInf, 1000, 0, 0}, {1, 1, 2, 3});
  expect_same({2, 1}, numbers_in(execute(call_of(
                          "attention"_op, {query, key, value, bias},
                          attending(DType::kFloat32, {}, false, true)))));
}

TEST(AttentionTest, LeavesRowsOpenWhoseHiddenKeysAreNotFinite) {
  const Tensor key = singles({0, kNan}, {1, 1, 2, 1});
  const Tensor value = singles({1, 2}, {1, 1, 2, 1});
  const Tensor query = singles({1, 1}, {1, 1, 2, 1});
  const Answer open = answer(
      call_of("attention"_op, {query, key, value},
              attending(DType::kFloat32, {.is_causal = true}, false, false)));
  // The first query does not see the NaN, the second one does.
  EXPECT_EQ(open.freedom,
            (std::vector<Freedom>{Freedom::kAny, Freedom::kNone}));
  expect_same({kNan}, {numbers_in(attended(query, key, value))[1]});
}

TEST(AttentionTest, ReportsTheScaleOfTheBound) {
  // Two equal scores of 2: E = (1 + 3)·2 + 12·2 + 2·2 = 36 for both keys.
  const Answer one =
      answer(call_of("attention"_op,
                     {singles({1}, {1, 1, 1, 1}), singles({2, 2}, {1, 1, 2, 1}),
                      singles({1, -3}, {1, 1, 2, 1})},
                     attending(DType::kFloat32, {}, false, false)));
  ASSERT_EQ(one.scale.size(), 1u);
  EXPECT_NEAR(one.scale[0], 2 * (36 + 36 + std::log(2.0) + 6 + 24), 1e-9);
}

// Weights of 16-bit floats may be off by u of the dtype each, and the least
// ones may vanish.
TEST(AttentionTest, WidensTheBoundByRoundedWeights) {
  const Profile rounds = kNx.with("attention.weights=dtype"_policy);
  for (DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
    const auto of = [&](const Numbers& values, Shape shape) {
      return tensor_of(dtype, values, std::move(shape));
    };
    const Call call =
        call_of("attention"_op,
                {of({1}, {1, 1, 1, 1}), of({2, 2, -18}, {1, 1, 3, 1}),
                 of({1, -3, 5}, {1, 1, 3, 1})},
                attending(dtype, {}, false, false));
    const double more = answer(call, rounds).scale[0] - answer(call).scale[0];
    const double small = std::exp(-20.0);  // the weight of the third key, by 2
    const double expected =
        0x1p-11 * (2 + 2.5 * small) + 0x1p-24 * 4 + small / 2 * 5;
    EXPECT_NEAR(dtype == DType::kFloat16 ? expected * 0x1p24 : 0, more, 1e-3)
        << name_of(dtype);
  }
}

TEST(AttentionTest, AgreesWithTheFormulaInLongDouble) {
  using Wide = long double;
  std::mt19937 engine(1);
  std::normal_distribution<double> normal;
  const auto drawn = [&](std::int64_t count) {
    Numbers numbers;
    for (std::int64_t i = 0; i < count; ++i)
      numbers.push_back(static_cast<float>(normal(engine)));
    return numbers;
  };
  constexpr std::int64_t kQueries = 4;
  constexpr std::int64_t kKeys = 7;
  constexpr std::int64_t kWidth = 5;
  for (const double softcap : {0.0, 1.5})
    for (const double scale : {0.0, 0.75}) {
      const Numbers q = drawn(kQueries * kWidth);
      const Numbers k = drawn(kKeys * kWidth);
      const Numbers v = drawn(kKeys);
      const Numbers b = drawn(kQueries * kKeys);
      Numbers expected;
      for (std::int64_t i = 0; i < kQueries; ++i) {
        Wide sum = 0;
        Wide mean = 0;
        for (std::int64_t j = 0; j < kKeys; ++j) {
          Wide s = 0;
          for (std::int64_t c = 0; c < kWidth; ++c)
            s +=
                static_cast<Wide>(q[static_cast<std::size_t>(i * kWidth + c)]) *
                k[static_cast<std::size_t>(j * kWidth + c)];
          s = scale == 0 ? s / std::sqrt(static_cast<Wide>(kWidth)) : s * scale;
          if (softcap != 0) s = softcap * std::tanh(s / softcap);
          s += b[static_cast<std::size_t>(i * kKeys + j)];
          sum += std::exp(s);
          mean += std::exp(s) * v[static_cast<std::size_t>(j)];
        }
        expected.push_back(static_cast<float>(mean / sum));
      }
      const Call call = call_of(
          "attention"_op,
          {singles(q, {1, 1, kQueries, kWidth}),
           singles(k, {1, 1, kKeys, kWidth}), singles(v, {1, 1, kKeys, 1}),
           singles(b, {1, 1, kQueries, kKeys})},
          attending(DType::kFloat32, {.scale = scale, .softcap = softcap},
                    false, true));
      expect_same(expected, numbers_in(execute(call)));
    }
}

}  // namespace
}  // namespace assay::test
