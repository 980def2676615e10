// Checks that small products of matrices that are computed in place have the
// bits of all others, and that no other call is taken for one.
#include "optimized/product/plain_product.h"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

#include "optimized/optimized.h"
#include "optimized/product/contraction.h"
#include "spec/op_table.h"
#include "spec/plain_calls.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using test::waves;

class PlainProducts : public test::SettingsCases {};

// Returns a matrix whose rows are `gap` elements further apart than they are
// long, after some elements that are not part of it.
template <typename T>
Tensor spread(DType dtype, std::int64_t rows, std::int64_t columns,
              std::int64_t gap) {
  const std::int64_t row = columns + gap;
  const Tensor whole = waves<T>(dtype, {rows * row + gap});
  return {dtype, View({rows, columns}, {row, 1}, gap), whole.buffer};
}

Call product_call(const Tensor& a, const Tensor& b, const Tensor& out) {
  return {"matmul"_op, {a, b}, {}, {out}};
}

template <typename T>
void expect_same_bits(DType dtype) {
  const bool is_vector_target = dispatched_target() != "scalar";
  for (const std::int64_t m : {1, 2, 3, 4, 6, 8, 13, 64, 128})
    for (const std::int64_t n : {1, 2, 3, 4, 7, 8, 16, 17, 48, 64, 100})
      for (const std::int64_t k : {1, 5, 8, 32, 127}) {
        const std::int64_t gap = (m + n + k) % 3;
        const Tensor a = spread<T>(dtype, m, k, gap);
        const Tensor b = spread<T>(dtype, k, n, gap);
        const Tensor plain = room(dtype, {m, n});
        if (!multiply_plain(product_call(a, b, plain))) {
          // Whole vectors fit in the rows.
          EXPECT_FALSE(is_vector_target && m > 2 && n % 16 == 0 &&
                       settings().matmul_depth >= k && settings().threads == 1);
          continue;
        }
        const Tensor expected = room(dtype, {m, n});
        matmul(expected, a, b);
        ASSERT_EQ(std::memcmp(elements_of<T>(plain), elements_of<T>(expected),
                              static_cast<std::size_t>(m * n) * sizeof(T)),
                  0)
            << m << " by " << k << " by " << n;
      }
}

TEST_P(PlainProducts, HaveTheBitsOfOthers) {
  expect_same_bits<float>(DType::kFloat32);
  expect_same_bits<double>(DType::kFloat64);
}

// One row is summed in parts of a few elements of k, whatever its length.
TEST_P(PlainProducts, IncludeLongRows) {
  for (const std::int64_t k : {1, 8, 77, 1030})
    for (const std::int64_t n : {2, 9, 64, 300, 1025}) {
      const Tensor a = spread<float>(DType::kFloat32, 1, k, 1);
      const Tensor b = spread<float>(DType::kFloat32, k, n, 1);
      const Tensor plain = room(DType::kFloat32, {1, n});
      const Tensor expected = room(DType::kFloat32, {1, n});
      matmul(expected, a, b);
      if (!multiply_plain(product_call(a, b, plain))) {
        EXPECT_NE(settings().threads, 1);
        continue;
      }
      ASSERT_EQ(
          std::memcmp(elements_of<float>(plain), elements_of<float>(expected),
                      static_cast<std::size_t>(n) * sizeof(float)),
          0)
          << k << " by " << n;
    }
}

TEST_P(PlainProducts, AreNoOtherCalls) {
  const auto matrix = [](DType dtype, std::int64_t rows, std::int64_t columns) {
    return room(dtype, {rows, columns});
  };
  const DType kFloat = DType::kFloat32;
  const Tensor a = matrix(kFloat, 16, 32), b = matrix(kFloat, 32, 16);
  const Tensor c = matrix(kFloat, 16, 16);
  const Tensor turned{kFloat, View({32, 16}, {1, 32}, 0), b.buffer};
  const Tensor foreign{kFloat, c.view, nullptr};
  std::vector<Call> others = {
      product_call(b, b, c),       // the depths differ
      product_call(a, b, b),       // the out has other extents
      product_call(a, a, c),       // both
      product_call(a, turned, c),  // columns are contiguous
      product_call(a, matrix(DType::kFloat64, 32, 16), c),
      product_call(a, b, matrix(DType::kFloat64, 16, 16)),
      product_call(matrix(kFloat, 16, 0), matrix(kFloat, 0, 16), c),
      product_call(matrix(kFloat, 1, 0), matrix(kFloat, 0, 16),
                   matrix(kFloat, 1, 16)),
      product_call(a, b, foreign),
      product_call(foreign, c, c),
      product_call(a, b, {kFloat, View({16, 16}, {16, 1}, 16), b.buffer}),
      product_call(matrix(kFloat, 16, 129), matrix(kFloat, 129, 16), c),
  };
  others.push_back(product_call(a, b, c));
  others.back().op = "linear"_op;
  others.push_back(product_call(a, b, c));
  others.back().operands.push_back(a);
  others.push_back(product_call(a, b, c));
  others.back().outs.clear();
  others.push_back(product_call(a, b, c));
  others.back().attributes.axis(0);
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_FALSE(is_plain_call(others[i]) && multiply_plain(others[i])) << i;
}

// The backend refuses what is not valid, whatever its size.
TEST(PlainProduct, LeavesRefusalsToTheChecks) {
  const auto backend = make_optimized();
  const Tensor a = room(DType::kFloat32, {8, 8});
  const Tensor b = room(DType::kFloat32, {9, 8});
  EXPECT_TRUE(
      backend->execute(product_call(a, a, room(DType::kFloat32, {8, 8}))).ok());
  EXPECT_EQ(backend->execute(product_call(a, b, a)).status().code,
            StatusCode::kInvalid);
}

INSTANTIATE_TEST_SUITE_P(All, PlainProducts,
                         ::testing::ValuesIn(test::kSettingsCases));
// Sums of several parts, which plain products do not have.
INSTANTIATE_TEST_SUITE_P(Parts, PlainProducts,
                         ::testing::Values("matmul_depth=3",
                                           "target=avx2,tiny=1"));

}  // namespace
}  // namespace assay::optimized
