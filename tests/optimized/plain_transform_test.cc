// Checks that short transforms that are computed in place have the bits of all
// others, and that no other call is taken for one.
#include "optimized/fourier/plain_transform.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "optimized/fourier/fourier.h"
#include "optimized/optimized.h"
#include "spec/op_table.h"
#include "spec/plain_calls.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using test::waves;

class PlainTransforms : public test::SettingsCases {};

constexpr DType kC64 = DType::kComplex64, kC128 = DType::kComplex128;
constexpr DType kF32 = DType::kFloat32, kF64 = DType::kFloat64;

DType real_of(DType dtype) { return dtype == kC64 ? kF32 : kF64; }

Attributes over(std::int64_t axis) { return Attributes().axes({axis}); }

// Returns a tensor of complex numbers, or of their parts, after some elements
// that are not part of it.
Tensor numbers(DType dtype, const Shape& shape) {
  const std::int64_t count = element_count(shape) + 3;
  const std::int64_t parts = dtype == kC64 || dtype == kC128 ? 2 : 1;
  const bool is_single = dtype == kC64 || dtype == kF32;
  const Tensor whole = is_single ? waves<float>(kF32, {parts * count})
                                 : waves<double>(kF64, {parts * count});
  return {dtype, View(shape, row_major_strides(shape), 3), whole.buffer};
}

void expect_same_bits(const Call& call, const Tensor& expected,
                      const char* name) {
  const Tensor& out = call.outs[0];
  ASSERT_TRUE(is_plain_call(call)) << name;
  if (!transform_plain(call)) {
    EXPECT_NE(settings().threads, 1) << name;
    return;
  }
  const bool is_single = out.dtype == kC64 || out.dtype == kF32;
  const std::int64_t parts = out.dtype == kC64 || out.dtype == kC128 ? 2 : 1;
  const auto bytes =
      static_cast<std::size_t>(out.view.numel() * parts * (is_single ? 4 : 8));
  EXPECT_EQ(
      std::memcmp(elements_of<char>(out), elements_of<char>(expected), bytes),
      0)
      << name << " of " << call.operands[0].view.shape().back();
}

TEST_P(PlainTransforms, HaveTheBitsOfOthers) {
  for (const DType dtype : {kC64, kC128})
    for (const Shape& lines : {Shape{}, Shape{3}, Shape{2, 5}})
      for (const std::int64_t n : {1, 2, 8, 12, 16, 48, 97, 192, 200}) {
        const DType real = real_of(dtype);
        const auto last = static_cast<std::int64_t>(lines.size());
        const auto with = [&](std::int64_t extent) {
          Shape shape = lines;
          shape.push_back(extent);
          return shape;
        };
        const Tensor x = numbers(dtype, with(n));
        for (const bool inverse : {false, true}) {
          const Tensor expected = room(dtype, with(n));
          ASSERT_TRUE(fft(expected, x, {last}, inverse).ok());
          expect_same_bits({inverse ? "ifft"_op : "fft"_op,
                            {x},
                            over(last),
                            {room(dtype, with(n))}},
                           expected, "fft");
        }
        const Tensor reals = numbers(real, with(n));
        const Tensor bins = room(dtype, with(n / 2 + 1));
        ASSERT_TRUE(rfft(bins, reals, {last}).ok());
        expect_same_bits({"rfft"_op,
                          {reals},
                          over(last).dtype(dtype),
                          {room(dtype, with(n / 2 + 1))}},
                         bins, "rfft");
        if (n == 1) continue;
        const Tensor back = room(real, with(2 * (n - 1)));
        ASSERT_TRUE(irfft(back, x, {last}).ok());
        expect_same_bits({"irfft"_op,
                          {x},
                          over(last).dtype(real),
                          {room(real, with(2 * (n - 1)))}},
                         back, "irfft");
      }
}

TEST_P(PlainTransforms, AreNoOtherCalls) {
  const Tensor x = room(kC64, {4, 16}), out = room(kC64, {4, 16});
  const Tensor reals = room(kF32, {4, 16}), bins = room(kC64, {4, 9});
  const Tensor turned{kC64, View({4, 16}, {1, 4}, 0), x.buffer};
  const Tensor foreign{kC64, x.view, nullptr};
  const auto call = [](Op op, const Tensor& from, Attributes attributes,
                       const Tensor& to) {
    return Call{op, {from}, std::move(attributes), {to}};
  };
  std::vector<Call> others = {
      call("fft"_op, x, over(0), out),
      call("fft"_op, x, over(-1), out),
      call("fft"_op, x, over(2), out),
      call("fft"_op, x, Attributes(), out),
      call("fft"_op, x, Attributes().axes({0, 1}), out),
      call("fft"_op, x, over(1).dtype(kC64), out),
      call("fft"_op, turned, over(1), out),
      call("fft"_op, x, over(1), turned),
      call("fft"_op, foreign, over(1), out),
      call("fft"_op, x, over(1), foreign),
      call("fft"_op, reals, over(1), out),
      call("fft"_op, x, over(1), room(kC128, {4, 16})),
      call("fft"_op, x, over(1), room(kC64, {4, 17})),
      call("fft"_op, x, over(1), room(kC64, {5, 16})),
      call("fft"_op, x, over(1), room(kC64, {4, 1, 16})),
      call("fft"_op, room(kC64, {0, 16}), over(1), room(kC64, {0, 16})),
      call("fft"_op, room(kC64, {2, 4096}), over(1), room(kC64, {2, 4096})),
      call("rfft"_op, reals, over(1).dtype(kC128), bins),
      call("rfft"_op, reals, over(1).dtype(kC128), room(kC128, {4, 9})),
      call("rfft"_op, reals, over(1), bins),
      call("rfft"_op, reals, over(1).dtype(kC64), room(kC64, {4, 10})),
      call("irfft"_op, bins, over(1).dtype(kF32), room(kF32, {4, 17})),
      call("irfft"_op, bins, over(1).dtype(kF64), room(kF64, {4, 16})),
      call("irfft"_op, room(kC64, {4, 1}), over(1).dtype(kF32),
           room(kF32, {4, 1})),
      call("neg"_op, x, over(1), out),
  };
  others.push_back(call("fft"_op, x, over(1), out));
  others.back().operands.push_back(x);
  others.push_back(call("fft"_op, x, over(1), out));
  others.back().outs.clear();
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_FALSE(is_plain_call(others[i]) && transform_plain(others[i])) << i;
}

// The backend refuses what is not valid, whatever its size.
TEST(PlainTransform, LeavesRefusalsToTheChecks) {
  const auto backend = make_optimized();
  const Tensor x = room(kC64, {4, 16});
  const auto status_of = [&](std::int64_t axis, const Shape& shape) {
    const auto made =
        backend->execute({"fft"_op, {x}, over(axis), {room(kC64, shape)}});
    return made ? StatusCode::kOk : made.status().code;
  };
  EXPECT_EQ(status_of(1, {4, 16}), StatusCode::kOk);
  const Tensor out = room(kC64, {4, 16});
  const auto made = backend->execute({"fft"_op, {x}, over(1), {out}});
  ASSERT_EQ(made->size(), 1U);
  EXPECT_EQ((*made)[0].buffer, out.buffer);
  EXPECT_EQ(status_of(2, {4, 16}), StatusCode::kInvalid);
  EXPECT_EQ(status_of(1, {4, 15}), StatusCode::kInvalid);
}

INSTANTIATE_TEST_SUITE_P(All, PlainTransforms,
                         ::testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
