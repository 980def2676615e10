// Compares activations and pointwise functions with plain loops in double, on
// every target: over bit patterns from all of the range, at every length of a
// tail, and for every bfloat16.
#include "optimized/pointwise/pointwise.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/conversion.h"
#include "spec/element.h"
#include "spec/op_table.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class Pointwise : public test::SettingsCases {};

// Floats of every sign and exponent, NaNs and infinities among them.
Tensor all_kinds() {
  constexpr std::int64_t kCount = 65536 + 7;
  Tensor x = room(DType::kFloat32, {kCount});
  for (std::int64_t i = 0; i < kCount; ++i)
    elements_of<float>(x)[i] =
        std::bit_cast<float>(static_cast<std::uint32_t>(i * 65521));
  return x;
}

// Returns the same elements, of `size` bytes each, with the axes of a matrix in
// the other order in memory.
Tensor turned_in_memory(const Tensor& x, std::size_t size) {
  if (size == 2) return test::reversed_in_memory<std::uint16_t>(x);
  if (size == 4) return test::reversed_in_memory<std::uint32_t>(x);
  return test::reversed_in_memory<std::uint64_t>(x);
}

struct NetworkFunction {
  Op op;
  double (*value)(double x);
  double (*scale)(double x, double r);  // of the error, in units of roundoff
};

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }

const NetworkFunction kNetworkFunctions[] = {
    {"gelu"_op, [](double x) { return x * std::erfc(-x / std::sqrt(2.0)) / 2; },
     [](double x, double) { return 13 * std::fabs(x); }},
    {"sigmoid"_op, sigmoid_of,
     [](double x, double r) {
       return 13 * r + 4 * std::fabs(x) * r * (1 - r) + 0x1p-100;
     }},
    {"log_sigmoid"_op,
     [](double x) {
       return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x));
     },
     [](double, double r) { return 13 * std::fabs(r) + 4; }},
    {"log1p"_op, [](double x) { return std::log1p(x); },
     [](double, double r) { return 4 * std::fabs(r); }},
    {"asinh"_op, [](double x) { return std::asinh(x); },
     [](double, double r) { return 4 * std::fabs(r); }},
    {"acosh"_op, [](double x) { return std::acosh(x); },
     [](double, double r) { return 4 * std::fabs(r); }},
    {"atanh"_op, [](double x) { return std::atanh(x); },
     [](double, double r) { return 4 * std::fabs(r); }},
};

TEST_P(Pointwise, IsWithinItsBound) {
  const Tensor x = all_kinds();
  const Tensor out = room(DType::kFloat32, x.view.shape());
  for (const NetworkFunction& function : kNetworkFunctions) {
    ASSERT_TRUE(pointwise(function.op, out, {&x}).ok());
    for (std::int64_t i = 0; i < x.view.numel(); ++i) {
      const double e = elements_of<float>(x)[i];
      const double y = elements_of<float>(out)[i];
      const double r = function.value(e);
      if (e == -std::numeric_limits<double>::infinity() &&
          function.op == "gelu"_op)
        continue;  // left open
      if (std::isnan(e) || std::isnan(r))
        ASSERT_TRUE(std::isnan(y)) << name_of(function.op) << " of " << e;
      else if (std::isinf(r))
        ASSERT_EQ(y, r) << name_of(function.op) << " of " << e;
      else
        ASSERT_LE(std::fabs(y - r), 0x1p-24 * function.scale(e, r) + 0x1p-126)
            << name_of(function.op) << " of " << e;
    }
  }
}

// Returns the derivative of gelu, and that of log_sigmoid.
double gelu_slope_of(double x) {
  const double density = std::exp(-x * x / 2) / std::sqrt(8 * std::atan(1.0));
  return std::erfc(-x / std::sqrt(2.0)) / 2 + x * density;
}
double gelu_slope_scale(double x, double) {
  const double density = std::exp(-x * x / 2) / std::sqrt(8 * std::atan(1.0));
  return 12 + std::fabs(x) * density * (12 + 2 * x * x);
}
double log_sigmoid_slope_of(double x) { return 1 / (1 + std::exp(x)); }
double log_sigmoid_slope_scale(double x, double r) {
  return 16 * r + 4 * std::fabs(x) * r * (1 - r) + 2;
}

const NetworkFunction kSlopes[] = {
    {"gelu_backward"_op, gelu_slope_of, gelu_slope_scale},
    {"log_sigmoid_backward"_op, log_sigmoid_slope_of, log_sigmoid_slope_scale}};

// Compares each slope at x, of a dtype with elements T, with its formula, where
// the gradient that comes in is -3/4.
template <typename T>
void expect_slopes(const Tensor& x) {
  constexpr Op kGelu = "gelu_backward"_op;
  const Tensor grad = room(x.dtype, x.view.shape());
  const Tensor out = room(x.dtype, x.view.shape());
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<T>(grad)[i] = T(-0.75);
  for (const NetworkFunction& function : kSlopes) {
    ASSERT_TRUE(pointwise(function.op, out, {&x, &grad}).ok());
    for (std::int64_t i = 0; i < x.view.numel(); ++i) {
      const auto e = static_cast<double>(elements_of<T>(x)[i]);
      const auto y = static_cast<double>(elements_of<T>(out)[i]);
      const double r = function.value(e);
      if (std::isinf(e) && function.op == kGelu) continue;  // left open
      if (std::isnan(e))
        ASSERT_TRUE(std::isnan(y)) << name_of(function.op) << " of " << e;
      else
        ASSERT_LE(std::fabs(y + 0.75 * r),
                  std::numeric_limits<T>::epsilon() / 2 * 0.75 *
                      function.scale(std::isinf(e) ? 1000 : e, r))
            << name_of(function.op) << " of " << e;
    }
  }
}

TEST_P(Pointwise, HasSlopesWithinTheirBounds) {
  expect_slopes<float>(all_kinds());
  const Tensor x = room(DType::kFloat64, {20001});
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<double>(x)[i] = static_cast<double>(i - 10000) * 0.0801;
  elements_of<double>(x)[7] = std::numeric_limits<double>::quiet_NaN();
  elements_of<double>(x)[8] = std::numeric_limits<double>::infinity();
  elements_of<double>(x)[9] = -std::numeric_limits<double>::infinity();
  expect_slopes<double>(x);
}

TEST_P(Pointwise, HasASigmoidOfDoublesWithinItsBound) {
  const Tensor x = room(DType::kFloat64, {20001});
  const Tensor out = room(DType::kFloat64, {20001});
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<double>(x)[i] = static_cast<double>(i - 10000) * 0.0801;
  ASSERT_TRUE(pointwise("sigmoid"_op, out, {&x}).ok());
  for (std::int64_t i = 0; i < x.view.numel(); ++i) {
    const double e = elements_of<double>(x)[i];
    const double r = sigmoid_of(e);
    const double scale = 13 * r + 4 * std::fabs(e) * r * (1 - r);
    ASSERT_LE(std::fabs(elements_of<double>(out)[i] - r),
              0x1p-53 * scale + 0x1p-1022)
        << e;
  }
  // Both ends are exact.
  elements_of<double>(x)[0] = -std::numeric_limits<double>::infinity();
  elements_of<double>(x)[1] = std::numeric_limits<double>::infinity();
  ASSERT_TRUE(pointwise("sigmoid"_op, out, {&x}).ok());
  EXPECT_EQ(elements_of<double>(out)[0], 0);
  EXPECT_EQ(elements_of<double>(out)[1], 1);
}

// Every bfloat16 gives the bits of the float kernel's result, rounded once.
TEST_P(Pointwise, RoundsEveryBfloat16Once) {
  constexpr std::int64_t kCount = 65536;
  Tensor x = room(DType::kBfloat16, {kCount});
  for (std::int64_t i = 0; i < kCount; ++i)
    elements_of<std::uint16_t>(x)[i] = static_cast<std::uint16_t>(i);
  const Tensor out = room(DType::kBfloat16, {kCount});
  const Tensor wide = room(DType::kFloat32, {kCount});
  widen(x.dtype, HostMemory::storage_of(x), elements_of<float>(wide), kCount);
  std::vector<std::uint16_t> rounded(kCount);
  for (const Op op : {"gelu"_op, "sigmoid"_op, "log_sigmoid"_op,
                      "sigmoid_backward"_op, "prelu"_op}) {
    const Tensor result = room(DType::kFloat32, {kCount});
    if (op == "prelu"_op || op == "sigmoid_backward"_op) {
      ASSERT_TRUE(pointwise(op, out, {&x, &x}).ok());
      ASSERT_TRUE(pointwise(op, result, {&wide, &wide}).ok());
    } else {
      ASSERT_TRUE(pointwise(op, out, {&x}).ok());
      ASSERT_TRUE(pointwise(op, result, {&wide}).ok());
    }
    narrow(x.dtype, elements_of<float>(result),
           reinterpret_cast<std::byte*>(rounded.data()), kCount);
    for (std::int64_t i = 0; i < kCount; ++i) {
      const std::uint16_t bits = elements_of<std::uint16_t>(out)[i];
      const std::uint16_t expected = rounded[static_cast<std::size_t>(i)];
      if ((expected & 0x7fff) > 0x7f80)
        ASSERT_GT(bits & 0x7fff, 0x7f80) << name_of(op) << " of bits " << i;
      else
        ASSERT_EQ(bits, expected) << name_of(op) << " of bits " << i;
    }
  }
}

TEST_P(Pointwise, GivesTheSameBitsAtEveryLengthAndLayout) {
  const Tensor x = test::waves<float>(DType::kFloat32, {70, 3}, 5);
  const Tensor whole = room(DType::kFloat32, {70, 3});
  const Tensor turned = test::reversed_in_memory<float>(x);
  const Tensor other = room(DType::kFloat32, {70, 3});
  for (const Op op : {"gelu"_op, "sigmoid"_op, "relu"_op, "acosh"_op}) {
    ASSERT_TRUE(pointwise(op, whole, {&x}).ok());
    ASSERT_TRUE(pointwise(op, other, {&turned}).ok());
    EXPECT_EQ(std::memcmp(HostMemory::storage_of(whole),
                          HostMemory::storage_of(other), 840),
              0);
    for (std::int64_t count = 1; count < 70; ++count) {
      const Tensor some{x.dtype, View({count}), x.buffer};
      const Tensor out = room(DType::kFloat32, {count});
      ASSERT_TRUE(pointwise(op, out, {&some}).ok());
      EXPECT_EQ(std::memcmp(HostMemory::storage_of(whole),
                            HostMemory::storage_of(out),
                            static_cast<std::size_t>(count) * 4),
                0)
          << name_of(op) << " of " << count;
    }
  }
}

// Ops with elements as attributes have kernels of their own for plain memory.
TEST_P(Pointwise, TakesElementsTheSameWayInEveryLayout) {
  struct Case {
    DType dtype;
    ElementBits low, high;  // -1/4 and 1/2
  };
  const Case cases[] = {
      {DType::kFloat32, {0xbe800000}, {0x3f000000}},
      {DType::kFloat64, {0xbfd0000000000000}, {0x3fe0000000000000}},
      {DType::kFloat16, {0xb400}, {0x3800}},
      {DType::kBfloat16, {0xbe80}, {0x3f00}}};
  const auto backend = make_optimized();
  auto& memory = dynamic_cast<HostMemory&>(*backend);
  for (const auto& [dtype, low, high] : cases)
    for (std::int64_t rows = 1; rows < 140; rows = rows * 3 + 1) {
      const Shape shape = {rows, 3};
      const auto size = static_cast<std::size_t>(bytes_of(dtype));
      const Tensor x = room(dtype, shape);
      for (std::int64_t i = 0; i < rows * 3; ++i)
        store_element(HostMemory::storage_of(x), dtype, i,
                      i % 3 == 0   ? low
                      : i % 3 == 1 ? high
                                   : ElementBits{high.re * 2 - low.re});
      const Tensor turned = turned_in_memory(x, size);
      const Tensor out = room(dtype, shape);
      const Tensor other = room(dtype, shape);
      const auto expect_same = [&](const char* name) {
        EXPECT_EQ(std::memcmp(HostMemory::storage_of(out),
                              HostMemory::storage_of(other),
                              static_cast<std::size_t>(rows) * 3 * size),
                  0)
            << name << " of " << rows << " rows";
      };
      ASSERT_TRUE(leaky_relu(memory, out, x, low).ok());
      ASSERT_TRUE(leaky_relu(memory, other, turned, low).ok());
      expect_same("leaky_relu");
      ASSERT_TRUE(hard_sigmoid(memory, out, x, low, high).ok());
      ASSERT_TRUE(hard_sigmoid(memory, other, turned, low, high).ok());
      expect_same("hard_sigmoid");
      ASSERT_TRUE(clamp(memory, out, x, low, high).ok());
      ASSERT_TRUE(clamp(memory, other, turned, low, high).ok());
      expect_same("clamp");
    }
}

INSTANTIATE_TEST_SUITE_P(Settings, Pointwise,
                         testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
