// Tests the four transforms against FFTW in long double, closed forms and each
// other.
#include <gtest/gtest.h>

#include <random>

#include "spec/op_table.h"
#include "tests/reference/calls.h"
#include "tests/reference/fftw.h"

namespace assay::test {
namespace {

using Axes = std::vector<std::int64_t>;
using Wide = std::complex<long double>;

constexpr DType kC128 = DType::kComplex128;
constexpr DType kF64 = DType::kFloat64;

Tensor transform(Op op, const Tensor& x, const Axes& axes,
                 std::optional<DType> dtype = {}, const Axes& sizes = {}) {
  Attributes attributes;
  attributes.axes(axes);
  if (dtype) attributes.dtype(*dtype);
  if (!sizes.empty()) attributes.set(AttributeKey::kSizes, sizes);
  return execute(call_of(op, {x}, attributes));
}

ComplexNumbers random_complexes(std::size_t count, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> values(-1, 1);
  ComplexNumbers x;
  for (std::size_t i = 0; i < count; ++i)
    x.emplace_back(values(random), values(random));
  return x;
}
Numbers random_numbers(std::size_t count, unsigned seed = 1) {
  Numbers x;
  for (auto z : random_complexes(count, seed)) x.push_back(z.real());
  return x;
}
Signal<long double> wide(const ComplexNumbers& x) {
  return {x.begin(), x.end()};
}

Shape shape_of(const std::vector<int>& n) { return {n.begin(), n.end()}; }
Axes every_axis(const std::vector<int>& n) {
  Axes axes;
  for (std::size_t axis = 0; axis < n.size(); ++axis)
    axes.push_back(static_cast<std::int64_t>(axis));
  return axes;
}

// Expects each number to be the other rounded to float64, but for what long
// double leaves in doubt.
void expect_rounded(const ComplexNumbers& y, const Signal<long double>& wanted,
                    const std::string& what) {
  ASSERT_EQ(y.size(), wanted.size()) << what;
  long double largest = 0;
  for (const Wide& z : wanted) largest = std::max(largest, std::abs(z));
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto near = [&](double got, long double value) {
      return std::fabs(got - value) <=
             0x1p-53L * std::fabs(value) + 0x1p-58L * largest;
    };
    EXPECT_TRUE(near(y[i].real(), wanted[i].real()) &&
                near(y[i].imag(), wanted[i].imag()))
        << what << " [" << i << "]: " << y[i] << ", FFTW " << wanted[i];
  }
}
void expect_rounded(const Numbers& y, const std::vector<long double>& wanted,
                    const std::string& what) {
  expect_rounded(ComplexNumbers(y.begin(), y.end()),
                 Signal<long double>(wanted.begin(), wanted.end()), what);
}

const std::vector<std::vector<int>> kExtents = [] {
  std::vector<std::vector<int>> list;
  for (int n = 1; n <= 40; ++n) list.push_back({n});
  for (int n : {64, 97, 100, 120, 127, 128, 255, 1009}) list.push_back({n});
  for (std::vector<int> n :
       {std::vector{2, 3}, {5, 4}, {7, 1}, {16, 9}, {3, 4, 5}, {2, 3, 2, 6}})
    list.push_back(n);
  return list;
}();

TEST(Fourier, ComplexTransformsAreThoseOfFftw) {
  for (const auto& n : kExtents) {
    const ComplexNumbers x = random_complexes(count_of(n));
    const Tensor operand = tensor_of(kC128, x, shape_of(n));
    const std::string what = shape_text(shape_of(n));
    expect_rounded(complexes_in(transform("fft"_op, operand, every_axis(n))),
                   fftw(n, wide(x), FFTW_FORWARD), "fft " + what);
    expect_rounded(complexes_in(transform("ifft"_op, operand, every_axis(n))),
                   fftw(n, wide(x), FFTW_BACKWARD), "ifft " + what);
  }
}

TEST(Fourier, RealTransformsAreThoseOfFftw) {
  for (const auto& n : kExtents) {
    const Numbers x = random_numbers(count_of(n));
    const std::string what = shape_text(shape_of(n));
    const Signal<long double> half =
        fftw_real<long double>(n, std::vector<long double>(x.begin(), x.end()));
    const Tensor operand = tensor_of(kF64, x, shape_of(n));
    const Tensor y = transform("rfft"_op, operand, every_axis(n), kC128);
    expect_rounded(complexes_in(y), half, "rfft " + what);

    const ComplexNumbers rounded(half.begin(), half.end());
    Shape bins = shape_of(n);
    bins.back() = n.back() / 2 + 1;
    const Tensor spectrum = tensor_of(kC128, rounded, bins);
    const Tensor back =
        transform("irfft"_op, spectrum, every_axis(n), kF64, shape_of(n));
    expect_rounded(numbers_in(back), fftw_inverse_real(n, wide(rounded)),
                   "irfft " + what);
  }
}

TEST(Fourier, OneHotGivesThePhasesOfItsPlace) {
  const long double turn = 2 * std::acos(-1.0L);
  for (std::size_t n : {1u, 2u, 3u, 7u, 8u, 12u, 31u})
    for (std::size_t place = 0; place < n; ++place) {
      ComplexNumbers x(n);
      x[place] = 1;
      Signal<long double> phases;
      for (std::size_t k = 0; k < n; ++k)
        phases.push_back(
            std::polar(1.0L, -turn * static_cast<long double>(place * k % n) /
                                 static_cast<long double>(n)));
      expect_rounded(
          complexes_in(transform("fft"_op, tensor_of(kC128, x), {0})), phases,
          "one-hot");
    }
}

TEST(Fourier, AConstantAndAnExponentialHaveOneBin) {
  constexpr std::size_t kN = 15;
  const long double turn = 2 * std::acos(-1.0L);
  for (std::size_t bin = 0; bin < kN; ++bin) {
    ComplexNumbers x;
    for (std::size_t j = 0; j < kN; ++j)
      x.emplace_back(
          std::polar(1.0L, turn * static_cast<long double>(bin * j) / kN));
    const auto y = complexes_in(transform("fft"_op, tensor_of(kC128, x), {0}));
    for (std::size_t k = 0; k < kN; ++k)
      EXPECT_NEAR(std::abs(y[k] - (k == bin ? double{kN} : 0.0)), 0, 1e-14);
  }
  const auto y = complexes_in(
      transform("fft"_op, tensor_of(kC128, ComplexNumbers(8, {3, -1})), {0}));
  EXPECT_EQ(y[0], std::complex<double>(24, -8));  // not scaled
  for (std::size_t k = 1; k < 8; ++k) EXPECT_EQ(y[k], 0.0);
}

TEST(Fourier, ParsevalLinearityAndTheWayBack) {
  const Shape shape = {4, 7, 3};
  const Axes axes = {2, 0, 1};
  const double n = 84;
  const ComplexNumbers a = random_complexes(84, 2);
  const ComplexNumbers b = random_complexes(84, 3);
  ComplexNumbers sum;
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum.push_back(2.0 * a[i] + b[i]);
    squares += std::norm(a[i]);
  }
  const Tensor ya = transform("fft"_op, tensor_of(kC128, a, shape), axes);
  const auto y_a = complexes_in(ya);
  const auto y_b =
      complexes_in(transform("fft"_op, tensor_of(kC128, b, shape), axes));
  const auto y_sum =
      complexes_in(transform("fft"_op, tensor_of(kC128, sum, shape), axes));
  const auto back = complexes_in(transform("ifft"_op, ya, axes));
  double y_squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    y_squares += std::norm(y_a[i]);
    EXPECT_NEAR(std::abs(y_sum[i] - 2.0 * y_a[i] - y_b[i]), 0, 1e-13);
    EXPECT_NEAR(std::abs(back[i] - n * a[i]), 0, 1e-13);
  }
  EXPECT_NEAR(y_squares, n * squares, 1e-11);
}

TEST(Fourier, AxesAreTransformedWhereTheyAre) {
  // Along the first of two axes each column is a transform of its own.
  const ComplexNumbers x = random_complexes(12);
  const auto y =
      complexes_in(transform("fft"_op, tensor_of(kC128, x, {4, 3}), {0}));
  for (std::size_t column = 0; column < 3; ++column) {
    ComplexNumbers slice;
    for (std::size_t row = 0; row < 4; ++row)
      slice.push_back(x[row * 3 + column]);
    const auto wanted = fftw({4}, wide(slice), FFTW_FORWARD);
    for (std::size_t row = 0; row < 4; ++row)
      EXPECT_LT(std::abs(Wide(y[row * 3 + column]) - wanted[row]), 1e-15L);
  }
  // A transposed operand with transposed axes is the same call.
  Tensor turned = tensor_of(kC128, x, {4, 3});
  turned.view = *turned.view.permute({1, 0});
  const auto z = complexes_in(transform("fft"_op, turned, {1}));
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      EXPECT_EQ(z[column * 4 + row], y[row * 3 + column]);
}

TEST(Fourier, RfftHalvesTheLastOfItsAxes) {
  const Numbers x = random_numbers(4 * 5 * 3);
  const ComplexNumbers as_complex(x.begin(), x.end());
  const auto whole = complexes_in(
      transform("fft"_op, tensor_of(kC128, as_complex, {4, 5, 3}), {2, 1, 0}));
  for (std::int64_t last : {0, 1, 2}) {
    const Axes axes = {(last + 1) % 3, (last + 2) % 3, last};
    const Tensor half =
        transform("rfft"_op, tensor_of(kF64, x, {4, 5, 3}), axes, kC128);
    Shape wanted = {4, 5, 3};
    std::int64_t& bins = wanted[static_cast<std::size_t>(last)];
    bins = bins / 2 + 1;
    EXPECT_EQ(half.view.shape(), wanted);
    const View place(Shape{4, 5, 3});
    const auto y = complexes_in(half);
    std::size_t i = 0;
    for (const Index& at : indices(wanted)) {
      const auto from = static_cast<std::size_t>(place.linear_index(at));
      EXPECT_NEAR(std::abs(y[i++] - whole[from]), 0, 1e-14);
    }
  }
}

// The s/2 + 1 bins are computed by hand.
TEST(Fourier, IrfftFitsItsSpectrum) {
  const ComplexNumbers bins = {{5, 99}, {1, -2}, {3, 4}, {-1, 7}};
  const auto result = [&](std::int64_t n) {
    return numbers_in(
        transform("irfft"_op, tensor_of(kC128, bins), {0}, kF64, {n}));
  };
  const auto by_definition = [&](std::size_t n) {
    Numbers y;
    for (std::size_t j = 0; j < n; ++j) {
      long double sum = 5;  // bin 0, its real part alone
      for (std::size_t k = 1; k < std::min<std::size_t>(4, n / 2 + 1); ++k) {
        const long double angle = 2 * std::acos(-1.0L) *
                                  static_cast<long double>(j * k % n) /
                                  static_cast<long double>(n);
        const long double re = bins[k].real() * std::cos(angle);
        const long double im = bins[k].imag() * std::sin(angle);
        sum += 2 * k == n ? re : 2 * (re - im);
      }
      y.push_back(static_cast<double>(sum));
    }
    return y;
  };
  for (std::size_t n : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 12u}) {
    const Numbers y = result(static_cast<std::int64_t>(n));
    const Numbers wanted = by_definition(n);
    ASSERT_EQ(y.size(), n);
    for (std::size_t j = 0; j < n; ++j)
      EXPECT_NEAR(y[j], wanted[j], 1e-14) << n << " [" << j << "]";
  }
  EXPECT_EQ(result(6), numbers_in(transform("irfft"_op, tensor_of(kC128, bins),
                                            {0}, kF64)));
}

TEST(Fourier, IrfftInvertsTheOtherAxesFirst) {
  // Along the first axis, the imaginary parts of bin 0 become real ones: they
  // count, and only what is left after that is ignored.
  const ComplexNumbers x = {{0, 1}, {2, 0}, {0, -1}, {3, 0}};
  const auto y = numbers_in(
      transform("irfft"_op, tensor_of(kC128, x, {2, 2}), {0, 1}, kF64, {2, 2}));
  // Columns: (0 + 0, 2i) and (5, -1); of those the real parts.
  EXPECT_EQ(y, (Numbers{5, -5, -1, 1}));
}

// irfft ignores some parts even if they are NaN.
TEST(Fourier, IrfftReadsNoIgnoredParts) {
  const ComplexNumbers bins = {{5, kNan}, {1, -2}, {3, kInf}};
  const auto y =
      numbers_in(transform("irfft"_op, tensor_of(kC128, bins), {0}, kF64));
  EXPECT_EQ(y, (Numbers{5 + 3 + 2, 5 - 3 + 4, 5 + 3 - 2, 5 - 3 - 4}));
  // If the size is odd, both parts of the last bin count.
  EXPECT_TRUE(std::isnan(numbers_in(
      transform("irfft"_op, tensor_of(kC128, bins), {0}, kF64, {5}))[1]));
}

TEST(Fourier, AProfileMayDivideTheInverse) {
  const Profile backward = kNx.with("fft.norm=backward"_policy);
  const ComplexNumbers x = random_complexes(12);
  const Tensor y = transform("fft"_op, tensor_of(kC128, x, {4, 3}), {1, 0});
  const auto back = complexes_in(
      execute(call_of("ifft"_op, {y}, Attributes().axes({0, 1})), backward));
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_NEAR(std::abs(back[i] - x[i]), 0, 1e-15);
  const Numbers r = random_numbers(12);
  const Tensor half =
      transform("rfft"_op, tensor_of(kF64, r, {4, 3}), {1, 0}, kC128);
  Attributes attributes = Attributes().axes({1, 0}).dtype(kF64);
  const auto again =
      numbers_in(execute(call_of("irfft"_op, {half}, attributes), backward));
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(again[i], r[i], 1e-15);
  EXPECT_EQ(complexes_in(execute(call_of("fft"_op, {tensor_of(kC128, x)},
                                         Attributes().axes({0})),
                                 backward)),
            complexes_in(transform("fft"_op, tensor_of(kC128, x), {0})));
}

TEST(Fourier, WritesIntoTheOutThatIsGiven) {
  for (Op op : {"fft"_op, "rfft"_op, "irfft"_op}) {
    const bool real_operand = op == "rfft"_op;
    const bool real_result = op == "irfft"_op;
    const Tensor x = tensor_of(real_operand ? kF64 : kC128, Numbers{1, 2, 3});
    Attributes attributes;
    attributes.axes({0});
    if (op != "fft"_op) attributes.dtype(real_result ? kF64 : kC128);
    Call call = call_of(op, {x}, attributes);
    const Tensor made = execute(call);
    Tensor out = *Reference().buffer(made.dtype, made.view.shape());
    call.outs = {out};
    const auto returned = Reference().execute(call);
    ASSERT_TRUE(returned.ok()) << returned.status().message;
    ASSERT_EQ(returned->size(), 1u);
    EXPECT_EQ(returned->front().buffer, out.buffer);
    EXPECT_EQ(elements_of(out), elements_of(made));
  }
}

TEST(Fourier, NothingLeavesItsSlice) {
  ComplexNumbers x = random_complexes(12);
  const auto clean =
      complexes_in(transform("fft"_op, tensor_of(kC128, x, {3, 4}), {1}));
  x[5] = {kNan, 0};
  const auto y =
      complexes_in(transform("fft"_op, tensor_of(kC128, x, {3, 4}), {1}));
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(std::isnan(y[i].real()), i / 4 == 1);
    EXPECT_TRUE(i / 4 == 1 || y[i] == clean[i]);
  }
}

TEST(Fourier, MixedPairsRoundOnceToTheDTypeAskedFor) {
  const Numbers x = {0.1, 0.7, -3, 11};
  const Tensor narrow =
      transform("rfft"_op, tensor_of(kF64, x), {0}, DType::kComplex64);
  EXPECT_EQ(narrow.dtype, DType::kComplex64);
  const auto y = complexes_in(narrow);
  EXPECT_EQ(y[0], double{static_cast<float>(0.1 + 0.7 - 3 + 11)});
  const Tensor wider =
      transform("rfft"_op, tensor_of(DType::kFloat32, x), {0}, kC128);
  EXPECT_EQ(wider.dtype, kC128);
  EXPECT_EQ(complexes_in(wider)[0], double{0.1f} + double{0.7f} - 3.0 + 11.0);
}

TEST(Fourier, RepeatedAxesTransformTwiceAndNoneCopy) {
  const ComplexNumbers x = random_complexes(5);
  const auto twice =
      complexes_in(transform("fft"_op, tensor_of(kC128, x), {0, 0}));
  for (std::size_t i = 0; i < 5; ++i)  // 5 times the reflection
    EXPECT_NEAR(std::abs(twice[i] - 5.0 * x[(5 - i) % 5]), 0, 1e-14);
  EXPECT_EQ(complexes_in(transform("fft"_op, tensor_of(kC128, x), {})), x);
  EXPECT_EQ(numbers_in(transform("irfft"_op, tensor_of(kC128, x), {}, kF64))[2],
            x[2].real());
}

TEST(Fourier, ResiduesPointToTheExactValue) {
  Attributes attributes;
  attributes.axes({0});
  const ComplexNumbers x = random_complexes(7);
  const Answer answered =
      answer(call_of("fft"_op, {tensor_of(kC128, x)}, attributes));
  const auto wanted = fftw({7}, wide(x), FFTW_FORWARD);
  const auto y = complexes_in(answered.tensors[0]);
  ASSERT_EQ(answered.residue.size(), 14u);
  for (std::size_t i = 0; i < 14; ++i) {
    const double rounded = i % 2 == 0 ? y[i / 2].real() : y[i / 2].imag();
    const long double exact =
        i % 2 == 0 ? wanted[i / 2].real() : wanted[i / 2].imag();
    const long double ulp = std::ldexp(1.0L, std::ilogb(rounded) - 52);
    EXPECT_NEAR(static_cast<double>((exact - rounded) / ulp),
                answered.residue[i], 0.02);
  }
}

}  // namespace
}  // namespace assay::test
