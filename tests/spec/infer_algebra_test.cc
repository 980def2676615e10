// Tests inference of the Fourier transforms: the type of each result, and every
// precondition broken once, with a control call that keeps it.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using Axes = std::vector<std::int64_t>;

constexpr DType kC64 = DType::kComplex64;
constexpr DType kC128 = DType::kComplex128;
constexpr DType kF32 = DType::kFloat32;
constexpr DType kF64 = DType::kFloat64;

Attributes over(const Axes& axes) { return Attributes().axes(axes); }
Attributes real(const Axes& axes, DType dtype) {
  return Attributes().axes(axes).dtype(dtype);
}
Attributes sized(const Axes& axes, const Axes& s, DType dtype = kF32) {
  return real(axes, dtype).set(AttributeKey::kSizes, s);
}

TEST(InferTransform, ComplexTransformsKeepTheirType) {
  for (Op op : {"fft"_op, "ifft"_op}) {
    expect_type(op, {{kC64, {5, 3}}}, over({0, 1}), {kC64, {5, 3}});
    expect_type(op, {{kC128, {0, 3}}}, over({1}), {kC128, {0, 3}});
    expect_type(op, {{kC64, {5}}}, over({0, 0}), {kC64, {5}});
    expect_type(op, {{kC64, {}}}, over({}), {kC64, {}});
  }
}

TEST(InferTransform, RfftHalvesTheLastOfItsAxes) {
  expect_type("rfft"_op, {{kF32, {6, 5}}}, real({0, 1}, kC64), {kC64, {6, 3}});
  expect_type("rfft"_op, {{kF32, {6, 5}}}, real({1, 0}, kC128),
              {kC128, {4, 5}});
  expect_type("rfft"_op, {{kF64, {1}}}, real({0}, kC128), {kC128, {1}});
  expect_type("rfft"_op, {{kF64, {2, 0}}}, real({0}, kC128), {kC128, {2, 0}});
  expect_type("rfft"_op, {{kF64, {7}}}, real({}, kC128), {kC128, {7}});
  expect_type("rfft"_op, {{kF64, {7}}}, real({0, 0}, kC128), {kC128, {4}});
}

TEST(InferTransform, IrfftTakesItsSizeOrDoublesTheBins) {
  expect_type("irfft"_op, {{kC64, {6, 5}}}, real({0, 1}, kF32), {kF32, {6, 8}});
  expect_type("irfft"_op, {{kC64, {6, 5}}}, real({1, 0}, kF64),
              {kF64, {10, 5}});
  expect_type("irfft"_op, {{kC64, {6, 5}}}, sized({0, 1}, {6, 9}),
              {kF32, {6, 9}});
  expect_type("irfft"_op, {{kC64, {6, 5}}}, sized({1, 0}, {5, 1}),
              {kF32, {1, 5}});
  expect_type("irfft"_op, {{kC64, {1}}}, sized({0}, {100}), {kF32, {100}});
  expect_type("irfft"_op, {{kC64, {5}}}, real({}, kF32), {kF32, {5}});
}

TEST(InferTransform, AxesMustBeThereAndHaveElements) {
  for (Op op : {"fft"_op, "rfft"_op, "irfft"_op}) {
    const bool is_rfft = op == "rfft"_op;
    const DType from = is_rfft ? kF32 : kC64;
    const DType to = is_rfft ? kC64 : kF32;
    const auto attributes = [&](const Axes& axes) {
      return op == "fft"_op ? over(axes) : real(axes, to);
    };
    ASSERT_TRUE(infer(op, std::vector<TensorType>{{from, {2, 3}}},
                      attributes({1, 0}), from)
                    .ok());
    expect_broken(op, {{from, {2, 3}}}, attributes({2}), "fourier.axes_valid");
    expect_broken(op, {{from, {2, 3}}}, attributes({0, -1}),
                  "fourier.axes_valid");
    expect_broken(op, {{from, {}}}, attributes({0}), "fourier.axes_valid");
    expect_broken(op, {{from, {2, 0}}}, attributes({0, 1}), "fourier.length");
  }
}

TEST(InferTransform, ResultsAreOfTheOtherKind) {
  expect_broken("rfft"_op, {{kF32, {4}}}, real({0}, kF32),
                "rfft.complex_dtype");
  expect_broken("rfft"_op, {{kF32, {4}}}, real({}, kF64), "rfft.complex_dtype");
  expect_broken("irfft"_op, {{kC64, {4}}}, real({0}, kC64), "irfft.real_dtype");
  expect_broken("irfft"_op, {{kC64, {4}}}, real({0}, DType::kFloat16),
                "irfft.real_dtype");
}

TEST(InferTransform, SizesFitTheAxes) {
  const TensorType x{kC64, {6, 5}};
  expect_broken("irfft"_op, {x}, sized({0, 1}, {9}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({0, 1}, {6, 9, 1}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({0, 1}, {7, 9}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({0, 1}, {6, 0}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({0, 1}, {6, -4}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({0, 1}, {}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({}, {4}), "irfft.s_lengths");
  expect_broken("irfft"_op, {x}, sized({0}, {std::int64_t{1} << 41}),
                "irfft.s_lengths");
}

TEST(InferTransform, OneBinNeedsASize) {
  expect_broken("irfft"_op, {{kC64, {1}}}, real({0}, kF32), "irfft.two_bins");
  expect_type("irfft"_op, {{kC64, {2}}}, real({0}, kF32), {kF32, {2}});
  expect_broken("irfft"_op, {{kC64, {4, 1}}}, real({0, 1}, kF32),
                "irfft.two_bins");
}

}  // namespace
}  // namespace assay
