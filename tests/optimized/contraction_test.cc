// Multiplies matrices of sizes that the suite does not reach, on every target.
// Checks each element against an exact sum, and that every layout gives the
// same bits.
#include "optimized/product/contraction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "optimized/layout/conversion.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

using test::elements_of;

class Memory : public HostMemory {
 public:
  std::string_view name() const override { return "memory"; }
  std::string_view version() const override { return "1"; }
  std::optional<Claim> claim(const Cell&) const override { return {}; }
  Result<Tensors> execute(const Call&) override {
    return Status::unsupported("op", "");
  }
};

// Integers of a few bits, whose sums are exact.
template <typename T>
Tensor small_integers(DType dtype, const Shape& shape, unsigned seed) {
  Tensor x = *Memory().buffer(dtype, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    elements_of<T>(x)[i] = static_cast<T>(static_cast<int>(seed >> 28) - 8);
  }
  return x;
}
// Values whose sums are rounded.
Tensor fractions(const Shape& shape) {
  Tensor x = *Memory().buffer(DType::kFloat32, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<float>(x)[i] = std::sin(static_cast<float>(i));
  return x;
}

Tensor product(const Tensor& a, const Tensor& b, const Tensor* bias = nullptr) {
  Shape shape = a.view.shape();
  shape.back() = b.view.shape().back();
  const Tensor out = *Memory().buffer(a.dtype, shape);
  matmul(out, a, b, bias);
  return out;
}

// Returns the same elements with other strides: the last two axes change places
// in memory.
Tensor transposed_in_memory(const Tensor& x) {
  const auto turned = x.view.permute({1, 0});
  const Tensor copy = *Memory().copy(Tensor{x.dtype, *turned, x.buffer});
  return {x.dtype, *copy.view.permute({1, 0}), copy.buffer};
}

const char* const kSettings[] = {
    "",
    "target=scalar",
    "target=sse4,tiny=1",
    "target=avx2",
    "target=avx512",
    "target=amx,matmul_rows=33",
    "tiny=1",
    "matmul_direct_bytes=1",
    "target=avx2,tiny=1",
    "matmul_copy_rows=1",
    "target=avx2,matmul_copy_rows=1,matmul_direct_bytes=1000,matmul_columns=64",
    "target=sse4,matmul_copy_rows=1,matmul_direct_bytes=1",
    "matmul_grouped=1000000000",
    "threads=2,thread_bytes=1,thread_flops=1",
};

template <typename T>
void expect_exact(DType dtype) {
  for (const char* text : kSettings) {
    const auto read = parse_settings(text);
    if (!read) continue;  // not on this processor
    use_settings(*read);
    const Shape sizes[] = {{1, 1, 1},     {7, 5, 3},    {13, 400, 130},
                           {250, 33, 70}, {6, 17, 8},   {65, 64, 1},
                           {1, 200, 257}, {12, 12, 16}, {5, 9, 4},
                           {49, 95, 41},  {40, 64, 17}, {37, 1100, 34},
                           {2053, 9, 40}};
    for (const Shape& size : sizes) {
      const Tensor a = small_integers<T>(dtype, {size[0], size[1]}, 1);
      const Tensor b = small_integers<T>(dtype, {size[1], size[2]}, 2);
      const Tensor out = product(a, b);
      for (std::int64_t i = 0; i < size[0]; ++i)
        for (std::int64_t j = 0; j < size[2]; ++j) {
          T sum = 0;
          for (std::int64_t k = 0; k < size[1]; ++k)
            sum = static_cast<T>(sum + elements_of<T>(a)[i * size[1] + k] *
                                           elements_of<T>(b)[k * size[2] + j]);
          ASSERT_EQ(sum, elements_of<T>(out)[i * size[2] + j])
              << text << " " << shape_text(size) << " at " << i << ", " << j;
        }
    }
  }
  use_settings(Settings());
}

TEST(Contraction, IsExactOnIntegersInEveryTile) {
  expect_exact<float>(DType::kFloat32);
  expect_exact<double>(DType::kFloat64);
  expect_exact<std::int8_t>(DType::kInt8);
  expect_exact<std::int16_t>(DType::kInt16);
  expect_exact<std::int64_t>(DType::kInt64);
}

template <typename T>
void expect_exact_complex(DType dtype, DType part) {
  for (const char* text : kSettings) {
    const auto read = parse_settings(text);
    if (!read) continue;  // not on this processor
    use_settings(*read);
    for (const Shape& size :
         {Shape{1, 1, 1}, Shape{4, 9, 13}, Shape{7, 5, 3}, Shape{13, 300, 70},
          Shape{29, 520, 47}, Shape{6, 17, 33}, Shape{50, 2, 16}}) {
      const auto complex_of = [&](std::int64_t rows, std::int64_t columns,
                                  unsigned seed) {
        const Tensor parts = small_integers<T>(part, {rows, columns * 2}, seed);
        Tensor made = *Memory().buffer(dtype, {rows, columns});
        std::copy_n(elements_of<T>(parts), 2 * rows * columns,
                    reinterpret_cast<T*>(elements_of<std::complex<T>>(made)));
        return made;
      };
      const Tensor a = complex_of(size[0], size[1], 1);
      const Tensor b = complex_of(size[1], size[2], 2);
      const Tensor outs[] = {product(a, b), product(transposed_in_memory(a),
                                                    transposed_in_memory(b))};
      for (std::int64_t i = 0; i < size[0]; ++i)
        for (std::int64_t j = 0; j < size[2]; ++j) {
          std::complex<T> sum = 0;
          for (std::int64_t k = 0; k < size[1]; ++k)
            sum += elements_of<std::complex<T>>(a)[i * size[1] + k] *
                   elements_of<std::complex<T>>(b)[k * size[2] + j];
          for (const Tensor& out : outs)
            ASSERT_EQ(sum, elements_of<std::complex<T>>(out)[i * size[2] + j])
                << text << " " << shape_text(size) << " at " << i << ", " << j;
        }
    }
  }
  use_settings(Settings());
}

TEST(Contraction, IsExactOnComplexIntegers) {
  expect_exact_complex<float>(DType::kComplex64, DType::kFloat32);
  expect_exact_complex<double>(DType::kComplex128, DType::kFloat64);
}

std::uint16_t bfloat16_of(float x) {
  std::uint16_t bits = 0;
  narrow(DType::kBfloat16, &x, reinterpret_cast<std::byte*>(&bits), 1);
  return bits;
}

// The sums are integers that a float holds exactly, so only one rounding shows,
// with a bias and without.
TEST(Contraction, RoundsSumsOfBfloat16Once) {
  for (const char* text : kSettings) {
    const auto read = parse_settings(text);
    if (!read) continue;  // not on this processor
    use_settings(*read);
    for (const Shape& size : {Shape{13, 1700, 130},
                              {1, 40, 9},
                              {8, 7, 70},
                              {49, 33, 49},
                              {35, 4000, 66}}) {
      const std::int64_t n = size[2];
      const Tensor x =
          small_integers<float>(DType::kFloat32, {size[0], size[1]}, 1);
      const Tensor y = small_integers<float>(DType::kFloat32, {size[1], n}, 2);
      const auto rounded = [](const Tensor& wide) {
        Tensor made = *Memory().buffer(DType::kBfloat16, wide.view.shape());
        for (std::int64_t i = 0; i < wide.view.numel(); ++i)
          elements_of<std::uint16_t>(made)[i] =
              bfloat16_of(elements_of<float>(wide)[i]);
        return made;
      };
      const Tensor terms = small_integers<float>(DType::kFloat32, {n}, 3);
      const Tensor rounded_terms = rounded(terms);
      for (const bool is_biased : {false, true}) {
        const Tensor sums = product(x, y, is_biased ? &terms : nullptr);
        const Tensor out = product(rounded(x), rounded(y),
                                   is_biased ? &rounded_terms : nullptr);
        for (std::int64_t i = 0; i < size[0] * n; ++i)
          ASSERT_EQ(bfloat16_of(elements_of<float>(sums)[i]),
                    elements_of<std::uint16_t>(out)[i])
              << text << " " << shape_text(size) << " at " << i;
      }
    }
    use_settings(Settings());
  }
}

// Elements that are not finite are in the last group, which zeros fill up.
TEST(Contraction, KeepsNonFiniteBfloat16InTheirRowAndColumn) {
  constexpr std::int64_t kDepth = 33;
  constexpr std::uint16_t kOne = 0x3f80, kNan = 0x7fc0, kInfinity = 0x7f80;
  for (const char* text : kSettings) {
    const auto read = parse_settings(text);
    if (!read) continue;  // not on this processor
    use_settings(*read);
    Tensor left = *Memory().buffer(DType::kBfloat16, {20, kDepth});
    Tensor right = *Memory().buffer(DType::kBfloat16, {kDepth, 20});
    std::fill_n(elements_of<std::uint16_t>(left), 20 * kDepth, kOne);
    std::fill_n(elements_of<std::uint16_t>(right), 20 * kDepth, kOne);
    elements_of<std::uint16_t>(left)[18 * kDepth + kDepth - 1] = kNan;
    elements_of<std::uint16_t>(right)[(kDepth - 1) * 20 + 17] = kInfinity;
    const Tensor out = product(left, right);
    for (std::int64_t i = 0; i < 20; ++i)
      for (std::int64_t j = 0; j < 20; ++j) {
        const std::uint16_t x = elements_of<std::uint16_t>(out)[i * 20 + j];
        const std::uint16_t finite = bfloat16_of(kDepth);
        EXPECT_EQ(i == 18   ? kNan
                  : j == 17 ? kInfinity
                            : finite,
                  x)
            << text << " at " << i << ", " << j;
      }
  }
  use_settings(Settings());
}

// An instruction for bfloat16 takes subnormal numbers for zeros, both operands
// and sums, wherever they are.
TEST(Contraction, KeepsSubnormalBfloat16) {
  struct Case {
    std::uint16_t x, y, product;
  };
  for (const auto& [x, y, expected] :
       {Case{0x0001, 0x7e80, 0x3c00}, Case{0x0080, 0x3f00, 0x0040},
        Case{0x3f00, 0x0080, 0x0040}}) {
    for (const char* text : kSettings) {
      const auto read = parse_settings(text);
      if (!read) continue;  // not on this processor
      use_settings(*read);
      constexpr std::int64_t kColumns = 300, kRow = 13;
      const Tensor left = *Memory().buffer(DType::kBfloat16, {16, 16});
      const Tensor right = *Memory().buffer(DType::kBfloat16, {16, kColumns});
      for (const std::int64_t column : {7, 290}) {
        std::fill_n(elements_of<std::uint16_t>(left), 16 * 16, 0);
        std::fill_n(elements_of<std::uint16_t>(right), 16 * kColumns, 0);
        elements_of<std::uint16_t>(left)[kRow * 16 + 5] = x;
        elements_of<std::uint16_t>(right)[5 * kColumns + column] = y;
        const Tensor out = product(left, right);
        const auto* row = elements_of<std::uint16_t>(out) + kRow * kColumns;
        EXPECT_EQ(expected, row[column]) << text;
        EXPECT_EQ(0, row[column + 1]) << text;
      }
    }
    use_settings(Settings());
  }
}

// Products sum to zero or to the smallest normal number, which is as little as
// the instruction for bfloat16 may get. With the bias the sum is subnormal.
TEST(Contraction, KeepsSubnormalSumsOfBfloat16AndABias) {
  struct Case {
    float sign;
    std::uint16_t bias, sum;
  };
  constexpr float kUlp = 0x1p-7f;
  constexpr std::int64_t kColumns = 70, kRow = 33;
  for (const char* text : kSettings) {
    const auto read = parse_settings(text);
    if (!read) continue;  // not on this processor
    use_settings(*read);
    for (const auto& [sign, bias, expected] :
         {Case{0, 0x0001, 0x0001}, Case{0, 0x8001, 0x8001},
          Case{1, 0x80c0, 0x8040}, Case{-1, 0x00c0, 0x0040}}) {
      const Tensor left = *Memory().buffer(DType::kBfloat16, {40, 16});
      const Tensor right = *Memory().buffer(DType::kBfloat16, {16, kColumns});
      const Tensor terms = *Memory().buffer(DType::kBfloat16, {kColumns});
      std::fill_n(elements_of<std::uint16_t>(left), 40 * 16, 0);
      std::fill_n(elements_of<std::uint16_t>(right), 16 * kColumns, 0);
      std::fill_n(elements_of<std::uint16_t>(terms), kColumns, 0);
      // (1 + ulp)² - (1 + 2·ulp) = ulp²
      auto* row = elements_of<std::uint16_t>(left) + kRow * 16;
      row[5] = bfloat16_of(sign * (1 + kUlp) * 0x1p-50f);
      row[6] = bfloat16_of(-sign * (1 + 2 * kUlp) * 0x1p-50f);
      for (const std::int64_t column : {7, 66}) {
        auto* at = elements_of<std::uint16_t>(right) + column;
        at[5 * kColumns] = bfloat16_of((1 + kUlp) * 0x1p-62f);
        at[6 * kColumns] = bfloat16_of(0x1p-62f);
        elements_of<std::uint16_t>(terms)[column] = bias;
      }
      const Tensor out = product(left, right, &terms);
      const auto* sums = elements_of<std::uint16_t>(out) + kRow * kColumns;
      for (std::int64_t j = 0; j < kColumns; ++j)
        ASSERT_EQ(j == 7 || j == 66 ? expected : 0, sums[j])
            << text << " column " << j;
    }
  }
  use_settings(Settings());
}

TEST(Contraction, DoesNotDependOnTheLayout) {
  for (const Shape& size : {Shape{50, 700, 90}, {9, 700, 1}, {1, 700, 90}}) {
    const Tensor a = fractions({size[0], size[1]});
    const Tensor b = fractions({size[1], size[2]});
    const Tensor expected = product(a, b);
    for (const Tensor& x : {a, transposed_in_memory(a)})
      for (const Tensor& y : {b, transposed_in_memory(b)}) {
        const Tensor out = product(x, y);
        EXPECT_EQ(0, std::memcmp(
                         elements_of<float>(out), elements_of<float>(expected),
                         sizeof(float) *
                             static_cast<std::size_t>(size[0] * size[2])));
      }
  }
}

// Matrices that are multiplied by one repeated matrix are joined to one. The
// sums must stay the same.
TEST(Contraction, DoesNotDependOnHowABatchIsRepeated) {
  for (std::int64_t rows : {1, 2, 20}) {
    const Tensor a = fractions({5, rows, 300});
    Tensor b = fractions({1, 300, 90});
    b.view = *b.view.expand({5, 300, 90});
    const Tensor joined = product(a, b);
    const Tensor apart = product(a, *Memory().copy(b));
    EXPECT_EQ(0, std::memcmp(
                     elements_of<float>(joined), elements_of<float>(apart),
                     sizeof(float) * static_cast<std::size_t>(5 * rows * 90)));
  }
}

TEST(Contraction, KeepsNonFiniteValuesInTheirRowAndColumn) {
  const Tensor a = fractions({23, 31});
  const Tensor b = fractions({31, 19});
  elements_of<float>(a)[4 * 31 + 7] = std::numeric_limits<float>::quiet_NaN();
  elements_of<float>(b)[9 * 19 + 3] = std::numeric_limits<float>::infinity();
  const Tensor out = product(a, b);
  for (std::int64_t i = 0; i < 23; ++i)
    for (std::int64_t j = 0; j < 19; ++j) {
      const float x = elements_of<float>(out)[i * 19 + j];
      EXPECT_EQ(i != 4 && j != 3, std::isfinite(x)) << i << ", " << j;
      if (i == 4) {
        EXPECT_TRUE(std::isnan(x));
      }
    }
}

}  // namespace
}  // namespace assay::optimized
