// Measures how much of the bounds of the class fft a sound library uses: FFTW
// in float and double. It stays well within the bounds, and they are not so
// wide that they mean nothing. harness/judge/README.md quotes the figures that
// this prints.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include "harness/judge/tolerance_fft.h"
#include "reference/reference.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "tests/reference/fftw.h"

namespace assay {
namespace {

using test::Signal;

// The worst share of each bound.
struct Share {
  double l2 = 0;
  double max = 0;
};

template <typename T>
constexpr DType kRealOf = sizeof(T) == 4 ? DType::kFloat32 : DType::kFloat64;
template <typename T>
constexpr DType kComplexOf = sizeof(T) == 4 ? DType::kComplex64
                                            : DType::kComplex128;

template <typename T>
ElementBits bits_of(T value) {
  return {encode_real(format_of(kRealOf<T>), value), 0};
}
template <typename T>
ElementBits bits_of(std::complex<T> value) {
  return {bits_of(value.real()).re, bits_of(value.imag()).re};
}
template <typename T>
std::vector<ElementBits> encoded(const std::vector<T>& values) {
  std::vector<ElementBits> list;
  for (const T& value : values) list.push_back(bits_of(value));
  return list;
}

Shape shape_of(const std::vector<int>& n) { return {n.begin(), n.end()}; }

// Adds what the answer `y` of a library uses of the bounds.
void note_share(Op op, DType from, const Shape& shape,
                const std::vector<ElementBits>& x, DType to,
                const Shape& result, const std::vector<ElementBits>& y,
                Share& share) {
  Reference oracle;
  Bytes storage(static_cast<std::size_t>(storage_bytes(from, std::ssize(x))));
  for (std::int64_t i = 0; i < std::ssize(x); ++i)
    store_element(storage.data(), from, i, x[static_cast<std::size_t>(i)]);
  Tensor operand = *oracle.from_host(from, std::ssize(x), storage);
  operand.view = View(shape);
  Attributes attributes;
  Attributes::Integers axes;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    axes.push_back(static_cast<std::int64_t>(axis));
  attributes.axes(axes);
  if (from != to) attributes.dtype(to);
  if (op == "irfft"_op) attributes.set(AttributeKey::kSizes, result);
  const Call call{op, {operand}, attributes, {}};
  const Answer answer = *oracle.answer(call);
  const Bytes exact = *oracle.to_host(answer.tensors[0]);
  std::vector<ElementBits> values;
  for (std::int64_t i = 0; i < std::ssize(y); ++i)
    values.push_back(load_element(exact.data(), to, i));
  const Permitted permitted =
      permitted_answer(call, to, values, answer, {x}, kNx);
  const FloatFormat& format = format_of(to);
  double squares = 0;
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double re =
        decode_real(format, y[i].re) - decode_real(format, values[i].re);
    const double im = is_complex(to) ? decode_real(format, y[i].im) -
                                           decode_real(format, values[i].im)
                                     : 0;
    squares += re * re + im * im;
    worst = std::max(worst, std::hypot(re, im));
  }
  share.l2 = std::max(share.l2, std::sqrt(squares) / permitted.slices->l2[0]);
  share.max = std::max(share.max, worst / permitted.slices->max[0]);
}

const std::vector<std::vector<int>> kExtents = [] {
  std::vector<std::vector<int>> list = {{8, 12}, {17, 31}, {4, 5, 6}, {9, 16}};
  for (int n = 3; n <= 40; ++n)
    if (n != 4) list.push_back({n});
  for (int n : {64, 97, 100, 120, 127, 128, 243, 512, 1000, 1009, 1024})
    list.push_back({n});
  return list;
}();

template <typename T>
std::vector<T> random_values(std::size_t count, std::mt19937_64& random) {
  std::normal_distribution<double> values;
  std::vector<T> x;
  for (std::size_t i = 0; i < count; ++i)
    x.push_back(static_cast<T>(values(random)));
  return x;
}
template <typename T>
Signal<T> random_signal(std::size_t count, std::mt19937_64& random) {
  const auto re = random_values<T>(count, random);
  const auto im = random_values<T>(count, random);
  Signal<T> x;
  for (std::size_t i = 0; i < count; ++i) x.emplace_back(re[i], im[i]);
  return x;
}

// Named here, as clang 14 cannot link a literal within a template.
constexpr Op kFft = "fft"_op;
constexpr Op kIfft = "ifft"_op;
constexpr Op kRfft = "rfft"_op;
constexpr Op kIrfft = "irfft"_op;

template <typename T>
Share complex_share() {
  std::mt19937_64 random(11);
  Share share;
  for (const auto& n : kExtents) {
    const Shape shape = shape_of(n);
    const Signal<T> x = random_signal<T>(test::count_of(n), random);
    for (Op op : {kFft, kIfft}) {
      const int sign = op == kFft ? FFTW_FORWARD : FFTW_BACKWARD;
      note_share(op, kComplexOf<T>, shape, encoded(x), kComplexOf<T>, shape,
                 encoded(test::fftw<T>(n, x, sign)), share);
    }
  }
  return share;
}

template <typename T>
Share real_share() {
  std::mt19937_64 random(12);
  Share share;
  for (const auto& n : kExtents) {
    const auto x = random_values<T>(test::count_of(n), random);
    const Shape shape = shape_of(n);
    Shape half = shape;
    half.back() = half.back() / 2 + 1;
    const Signal<T> y = test::fftw_real<T>(n, x);
    note_share(kRfft, kRealOf<T>, shape, encoded(x), kComplexOf<T>, half,
               encoded(y), share);
    note_share(kIrfft, kComplexOf<T>, half, encoded(y), kRealOf<T>, shape,
               encoded(test::fftw_inverse_real<T>(n, y)), share);
  }
  return share;
}

void expect_sound(const char* name, Share share) {
  std::printf("FFTW %s: %.3f of the 2-norm bound, %.3f of the largest\n", name,
              share.l2, share.max);
  EXPECT_LT(share.l2, 0.5) << name;
  EXPECT_LT(share.max, 0.5) << name;
  // A bound more than twenty times the worst of a sound library judges little.
  EXPECT_GT(share.l2, 0.05) << name;
  EXPECT_GT(share.max, 0.05) << name;
}

TEST(FftCalibration, FftwUsesAPartOfTheBounds) {
  expect_sound("complex64", complex_share<float>());
  expect_sound("complex128", complex_share<double>());
  expect_sound("float32", real_share<float>());
  expect_sound("float64", real_share<double>());
}

}  // namespace
}  // namespace assay
