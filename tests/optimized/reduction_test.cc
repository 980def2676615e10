// Checks reductions: the same bits from every layout and on every target, sums
// whose running value must be wider than their terms, and positions found by
// either kernel.
#include "optimized/reduction/reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "optimized/layout/conversion.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

constexpr DType dtype_of(float) { return DType::kFloat32; }
constexpr DType dtype_of(double) { return DType::kFloat64; }

// Terms of all magnitudes and both signs, zeros included, so that every order
// of addition has its own last bits.
template <typename T>
T term(std::int64_t i) {
  const auto mixed = static_cast<std::uint32_t>(i) * 2654435761u;
  const int exponent = static_cast<int>(mixed >> 28) - 8;
  const double fraction = 1.0 + (mixed & 0xfffff) / 1048576.0;
  if (mixed % 11 == 0) return mixed % 2 == 0 ? T(0) : -T(0);
  const double sign = (mixed >> 20) % 2 == 0 ? 1 : -1;
  return static_cast<T>(sign * std::ldexp(fraction, exponent));
}

// Makes a tensor of terms that is stored as its transpose, or backwards.
enum class Layout { kPlain, kTransposed, kReversed };
template <typename T>
Tensor terms(const Shape& shape, Layout layout) {
  const Shape stored =
      layout == Layout::kTransposed ? Shape{shape[1], shape[0]} : shape;
  Tensor x = room(dtype_of(T()), stored);
  if (layout == Layout::kTransposed) x.view = *x.view.permute({1, 0});
  if (layout == Layout::kReversed) x.view = *x.view.flip({true, true});
  std::int64_t i = 0;
  for (const Index& at : indices(shape))
    elements_of<T>(x)[x.view.linear_index(at)] = term<T>(i++);
  return x;
}

template <typename T>
std::string bits_of_reduction(Scan op, const Tensor& x, std::int64_t axis) {
  const Shape& shape = x.view.shape();
  const Tensor out = room(x.dtype, {shape[static_cast<std::size_t>(1 - axis)]});
  EXPECT_TRUE(reduce(op, out, x, {axis}).ok());
  return {reinterpret_cast<const char*>(HostMemory::storage_of(out)),
          static_cast<std::size_t>(out.view.numel()) * sizeof(T)};
}

class Targets : public test::SettingsCases {};

template <typename T>
void expect_same_bits() {
  for (const Scan op : {Scan::kSum, Scan::kProd, Scan::kMax, Scan::kMin})
    for (const Shape& shape :
         {Shape{150, 69}, Shape{77, 1100}, Shape{3, 9001}, Shape{9001, 3},
          Shape{500, 13}, Shape{15, 16}, Shape{65, 16}, Shape{2, 270001}})
      for (const std::int64_t axis : {0, 1}) {
        const std::string settled =
            bits_of_reduction<T>(op, terms<T>(shape, Layout::kPlain), axis);
        EXPECT_EQ(settled, bits_of_reduction<T>(
                               op, terms<T>(shape, Layout::kTransposed), axis))
            << static_cast<int>(op) << " along " << axis << " of " << shape[0];
        EXPECT_EQ(settled, bits_of_reduction<T>(
                               op, terms<T>(shape, Layout::kReversed), axis))
            << static_cast<int>(op) << " along " << axis << " of " << shape[0];
      }
}

TEST_P(Targets, GiveTheSameBitsForEveryLayout) {
  expect_same_bits<float>();
  expect_same_bits<double>();
}

TEST_P(Targets, GiveTheSumsOfTheScalarOne) {
  const Tensor x = terms<float>({5, 5003}, Layout::kPlain);
  const std::string found = bits_of_reduction<float>(Scan::kSum, x, 1);
  use_settings(*parse_settings("target=scalar"));
  EXPECT_EQ(bits_of_reduction<float>(Scan::kSum, x, 1), found);
}

// Makes a tensor of 2 bytes an element in which every row and every column
// consists of terms and their negatives. What is left of their sum are rounding
// errors, which tell orders of addition apart.
Tensor cancelling_terms(DType dtype, const Shape& shape, Layout layout) {
  const Tensor wide = terms<float>(shape, layout);
  const std::int64_t half_rows = shape[0] / 2;
  const std::int64_t half_columns = shape[1] / 2;
  for (const Index& at : indices(shape)) {
    const std::int64_t r = at[0];
    const std::int64_t c = at[1];
    float value = 0;
    if (r < 2 * half_rows && c < 2 * half_columns) {
      value = term<float>(r % half_rows * shape[1] + c % half_columns);
      if ((r < half_rows) != (c < half_columns)) value = -value;
    }
    elements_of<float>(wide)[wide.view.linear_index(at)] = value;
  }
  Tensor x = room(dtype, {wide.view.numel()});
  narrow(dtype, elements_of<float>(wide), HostMemory::storage_of(x),
         wide.view.numel());
  x.view = wide.view;
  return x;
}

// Factors of both signs around 1, so that a long product stays a number, or
// terms with a NaN in row 1 and column 2.
Tensor narrow_terms(Scan op, DType dtype, const Shape& shape, Layout layout) {
  if (op == Scan::kSum) return cancelling_terms(dtype, shape, layout);
  const Tensor wide = terms<float>(shape, layout);
  for (const Index& at : indices(shape)) {
    float& element = elements_of<float>(wide)[wide.view.linear_index(at)];
    const std::int64_t mixed = at[0] * 31 + at[1] * at[1];
    if (op == Scan::kProd)
      element = (1.0F + static_cast<float>(mixed % 7 - 3) / 64) *
                (mixed % 2 == 0 ? 1.0F : -1.0F);
    else if (at[0] == 1 && at[1] == 2)
      element = std::numeric_limits<float>::quiet_NaN();
  }
  Tensor x = room(dtype, {wide.view.numel()});
  narrow(dtype, elements_of<float>(wide), HostMemory::storage_of(x),
         wide.view.numel());
  x.view = wide.view;
  return x;
}

// The targets widen elements in different places.
TEST_P(Targets, GiveTheNarrowResultsOfTheScalarOne) {
  for (const Scan op : {Scan::kSum, Scan::kProd, Scan::kMax, Scan::kMin})
    for (const DType dtype : {DType::kFloat16, DType::kBfloat16})
      for (const Shape& shape :
           {Shape{150, 69}, Shape{77, 1100}, Shape{3, 9001}, Shape{9001, 3}})
        for (const std::int64_t axis : {0, 1}) {
          SetUp();
          const auto results = [&](Layout layout) {
            return bits_of_reduction<std::uint16_t>(
                op, narrow_terms(op, dtype, shape, layout), axis);
          };
          const std::string found[] = {results(Layout::kPlain),
                                       results(Layout::kTransposed),
                                       results(Layout::kReversed)};
          use_settings(*parse_settings("target=scalar"));
          const std::string settled = results(Layout::kPlain);
          TearDown();
          for (const std::string& bits : found)
            EXPECT_EQ(settled, bits)
                << static_cast<int>(op) << " of " << name_of(dtype) << " along "
                << axis << " of " << shape[0];
        }
}

INSTANTIATE_TEST_SUITE_P(Every, Targets,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "stream_bytes=1"));

// Each 1 is half an ulp of the first term. A running value in float32 would
// lose all of them.
TEST(Reduction, KeepsSmallTermsBesideALargeOne) {
  constexpr std::int64_t kCount = 1 << 20;
  for (const Shape& shape : {Shape{1, kCount}, Shape{kCount, 1}}) {
    const Tensor x = room(DType::kFloat32, shape);
    std::fill_n(elements_of<float>(x), kCount, 1.0f);
    elements_of<float>(x)[0] = 0x1p24f;
    const Tensor out = room(DType::kFloat32, {1});
    ASSERT_TRUE(reduce(Scan::kSum, out, x, {shape[0] == 1 ? 1 : 0}).ok());
    const double exact = 0x1p24 + (kCount - 1);
    const double depth = 20 + 128;
    EXPECT_LE(std::fabs(elements_of<float>(out)[0] - exact),
              depth * 0x1p-24 * exact);
  }
}

TEST(Reduction, GivesTheIdentityForRowsOfNothing) {
  const Tensor x = room(DType::kFloat32, {20, 0});
  const Tensor out = room(DType::kFloat32, {20});
  std::fill_n(elements_of<float>(out), 20, 7.0f);
  ASSERT_TRUE(reduce(Scan::kProd, out, x, {1}).ok());
  for (int i = 0; i < 20; ++i) EXPECT_EQ(1, elements_of<float>(out)[i]);
}

TEST(Reduction, CopiesEveryBitWhereThereAreNoAxes) {
  const Tensor x = room(DType::kFloat32, {1});
  const std::uint32_t signaling = 0x7fa00001u;
  std::memcpy(elements_of<float>(x), &signaling, 4);
  const Tensor out = room(DType::kFloat32, {1});
  ASSERT_TRUE(reduce(Scan::kMax, out, x, {}).ok());
  EXPECT_EQ(0, std::memcmp(elements_of<float>(out), &signaling, 4));
}

// The first of equal values, and the first NaN, are in later blocks.
TEST_P(Targets, FindTheFirstPosition) {
  for (const Layout layout : {Layout::kPlain, Layout::kTransposed})
    for (const std::int64_t axis : {0, 1}) {
      Tensor x =
          terms<float>({axis == 0 ? 9001 : 70, axis == 0 ? 70 : 9001}, layout);
      const auto put = [&](std::int64_t slice, std::int64_t position, float v) {
        const Index at =
            axis == 0 ? Index{position, slice} : Index{slice, position};
        elements_of<float>(x)[x.view.linear_index(at)] = v;
      };
      const float nan = std::numeric_limits<float>::quiet_NaN();
      put(3, 8999, 1e30f);
      put(3, 5000, 1e30f);
      put(4, 8000, nan);
      put(4, 8001, nan);
      put(4, 7000, 1e30f);
      const Tensor out = room(DType::kInt32, {70});
      ASSERT_TRUE(arg_reduce(Scan::kMax, out, x, axis).ok());
      EXPECT_EQ(5000, elements_of<std::int32_t>(out)[3]);
      EXPECT_EQ(8000, elements_of<std::int32_t>(out)[4]);
    }
}

}  // namespace
}  // namespace assay::optimized
