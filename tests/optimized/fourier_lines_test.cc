// Compares transforms of lines and columns with sums in long double, for every
// target and with sizes set small, and checks that lines do not touch each
// other.
#include "optimized/fourier/fourier_lines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

#include "optimized/fourier/roots.h"
#include "optimized/resources/settings.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

template <typename T>
using Numbers = std::vector<std::complex<T>>;

class FourierLines : public test::SettingsCases {
 protected:
  template <typename T>
  Numbers<T> random_numbers(std::int64_t count) {
    std::uniform_real_distribution<T> uniform(-1, 1);
    Numbers<T> x(static_cast<std::size_t>(count));
    for (auto& z : x) z = {uniform(random_), uniform(random_)};
    return x;
  }

  std::mt19937 random_{1};
};

// Expects y to be the transform of the line of x that begins at `first` and
// whose elements are `step` apart. The error may be a quarter of what the suite
// allows.
template <typename T>
void expect_transform(const Numbers<T>& x, const Numbers<T>& y,
                      std::size_t first, std::size_t step, std::int64_t n,
                      bool inverse, const std::string& name) {
  const auto line = [&](std::int64_t i) {
    return first + static_cast<std::size_t>(i) * step;
  };
  std::vector<std::complex<long double>> roots;
  for (std::int64_t k = 0; k < n; ++k) roots.push_back(root_of_unity(k, n));
  long double error = 0, norm = 0;
  // About a hundred bins of long lines are enough to see an error.
  for (std::int64_t k = 0; k < n; k += n / 128 + 1) {
    long double re = 0, im = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      const auto root = roots[static_cast<std::size_t>(j * k % n)];
      const long double w = inverse ? -root.imag() : root.imag();
      const long double a = x[line(j)].real(), b = x[line(j)].imag();
      re += a * root.real() - b * w;
      im += a * w + b * root.real();
    }
    error +=
        std::norm(std::complex(y[line(k)].real() - re, y[line(k)].imag() - im));
    norm += re * re + im * im;
  }
  const long double unit = std::numeric_limits<T>::epsilon() / 2;
  const long double steps =
      std::max(1.0L, std::log2(static_cast<long double>(n)));
  ASSERT_LE(std::sqrt(error), unit * (steps + 1) * std::sqrt(norm))
      << name << ", n = " << n << (inverse ? ", inverse" : "");
}

template <typename T, typename Random>
void expect_lines(Random random, std::int64_t n, std::int64_t count,
                  bool inverse, bool in_place) {
  const std::int64_t pitch = n + 3;
  const Numbers<T> x = random(count * pitch);
  Numbers<T> y = in_place ? x : Numbers<T>(x.size(), {7, 7});
  const Numbers<T> before = y;
  transform_lines(in_place ? y.data() : x.data(), y.data(),
                  {n, count, pitch, pitch, count}, inverse);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto first = static_cast<std::size_t>(i * pitch);
    expect_transform<T>(x, y, first, 1, n, inverse, "line");
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t after = first + static_cast<std::size_t>(n) + j;
      ASSERT_EQ(before[after], y[after]) << n << " wrote past its line";
    }
  }
}

TEST_P(FourierLines, AreSumsForEveryLength) {
  const auto floats = [&](auto n) { return random_numbers<float>(n); };
  const auto doubles = [&](auto n) { return random_numbers<double>(n); };
  for (std::int64_t n = 1; n <= 130; ++n)
    for (const std::int64_t count : {1, 5, 19}) {
      if (n > 70 && count == 19 && n % 8 != 0) continue;
      expect_lines<float>(floats, n, count, n % 3 == 0, count == 5);
      expect_lines<double>(doubles, n, count, n % 3 == 1, count == 19);
    }
}

TEST_P(FourierLines, AreSumsForLongLines) {
  const auto floats = [&](auto n) { return random_numbers<float>(n); };
  const auto doubles = [&](auto n) { return random_numbers<double>(n); };
  for (const std::int64_t n : {256, 343, 500, 512, 768, 1000, 1001, 1009, 1024,
                               1331, 1521, 2048, 2187, 3072, 8192, 32768})
    for (const bool inverse : {false, true}) {
      expect_lines<float>(floats, n, 1, inverse, n % 5 == 0);
      expect_lines<double>(doubles, n, 1, inverse, n % 5 != 0);
    }
}

TEST_P(FourierLines, AreSumsForShortLines) {
  const auto floats = [&](auto n) { return random_numbers<float>(n); };
  const auto doubles = [&](auto n) { return random_numbers<double>(n); };
  for (const std::int64_t n : {16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160,
                               192, 256, 320, 384, 640, 768})
    for (const std::int64_t count : {1, 2, 3, 8})
      for (const bool inverse : {false, true})
        for (const bool in_place : {false, true}) {
          expect_lines<float>(floats, n, count, inverse, in_place);
          expect_lines<double>(doubles, n, count, inverse, in_place);
        }
}

TEST_P(FourierLines, DoNotDependOnTheirCount) {
  const auto expect_same = [&]<typename T>(T, std::int64_t n) {
    for (const std::int64_t count : {4, 19}) {
      const Numbers<T> x = random_numbers<T>(n * count);
      Numbers<T> all(x.size()), some(x.size());
      transform_lines(x.data(), all.data(), {n, count, n, n, count}, false);
      for (std::int64_t i = 0; i < count; i += 3)
        transform_lines(x.data() + i * n, some.data() + i * n,
                        {n, std::min<std::int64_t>(3, count - i), n, n, count},
                        false);
      ASSERT_EQ(all, some) << n;
    }
  };
  for (const std::int64_t n :
       {3, 7, 12, 16, 20, 24, 32, 48, 64, 96, 100, 128, 192, 256, 384, 768}) {
    expect_same(1.0F, n);
    expect_same(1.0, n);
  }
}

TEST_P(FourierLines, AreSumsForColumns) {
  const auto expect_columns = [&]<typename T>(T, std::int64_t n,
                                              std::int64_t count) {
    const std::int64_t pitch = count + 2;
    const Numbers<T> x = random_numbers<T>(n * pitch);
    Numbers<T> y(x.size(), {7, 7});
    const bool inverse = (n + count) % 2 == 0;
    transform_columns(x.data(), y.data(), {n, count, pitch}, inverse);
    for (std::int64_t i = 0; i < count; ++i)
      expect_transform<T>(x, y, static_cast<std::size_t>(i),
                          static_cast<std::size_t>(pitch), n, inverse,
                          "column");
    for (std::int64_t row = 0; row < n; ++row)
      ASSERT_EQ(std::complex<T>(7, 7),
                y[static_cast<std::size_t>(row * pitch + count)]);
    Numbers<T> z = x;
    transform_columns(z.data(), z.data(), {n, count, pitch}, inverse);
    for (std::int64_t row = 0; row < n; ++row)
      for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(row * pitch + i);
        ASSERT_EQ(y[at], z[at]) << "in place, n = " << n;
      }
  };
  for (const std::int64_t n : {2,  3,  4,  5,  7,   8,   11,  12,  13,  16, 22,
                               36, 39, 64, 96, 105, 128, 143, 256, 512, 768})
    for (const std::int64_t count : {3, 21}) {
      expect_columns(float{}, n, count);
      expect_columns(double{}, n, count);
    }
}

template <typename T>
void expect_real_lines(const Numbers<T>& random, std::int64_t n,
                       std::int64_t count) {
  // Even lines are an even number of elements apart.
  const std::int64_t pitch = n + 2, bin_pitch = n / 2 + 4;
  std::vector<T> x(static_cast<std::size_t>(count * pitch));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = random[i].real();
  Numbers<T> y(static_cast<std::size_t>(count * bin_pitch));
  transform_lines(x.data(), y.data(), {n, count, pitch, bin_pitch, count});
  std::vector<T> back(x.size(), 7);
  Numbers<T> bins = y;
  transform_lines(bins.data(), back.data(),
                  {n, count, bin_pitch, pitch, count});
  for (std::int64_t i = 0; i < count; ++i) {
    Numbers<T> line, spectrum;
    for (std::int64_t j = 0; j < n; ++j) {
      line.emplace_back(x[static_cast<std::size_t>(i * pitch + j)]);
      const std::int64_t k = std::min(j, n - j);
      const auto bin = y[static_cast<std::size_t>(i * bin_pitch + k)];
      spectrum.push_back(k == j ? bin : std::conj(bin));
    }
    expect_transform<T>(line, spectrum, 0, 1, n, false, "real line");
    Numbers<T> result;
    for (std::int64_t j = 0; j < n; ++j)
      result.emplace_back(back[static_cast<std::size_t>(i * pitch + j)]);
    expect_transform<T>(spectrum, result, 0, 1, n, true, "bins");
    ASSERT_EQ(T(7), back[static_cast<std::size_t>(i * pitch + n)]);
  }
}

TEST_P(FourierLines, OfRealNumbersAreSums) {
  for (std::int64_t n = 1; n <= 140; ++n)
    for (const std::int64_t count : {1, 20}) {
      if (count == 20 && n > 40) continue;
      expect_real_lines(random_numbers<float>(count * (n + 2)), n, count);
      expect_real_lines(random_numbers<double>(count * (n + 2)), n, count);
    }
  for (const std::int64_t n : {512, 1000, 1009, 2018}) {
    expect_real_lines(random_numbers<float>(n + 2), n, 1);
    expect_real_lines(random_numbers<double>(n + 2), n, 1);
  }
}

TEST_P(FourierLines, DoNotTouchEachOther) {
  for (const std::int64_t n :
       {2, 4, 6, 16, 20, 24, 30, 32, 48, 64, 96, 97, 160, 192, 240, 768}) {
    constexpr std::int64_t kCount = 18;
    Numbers<float> x = random_numbers<float>(n * kCount);
    Numbers<float> y(x.size()), z(x.size());
    transform_lines(x.data(), y.data(), {n, kCount, n, n, kCount}, false);
    x[static_cast<std::size_t>(5 * n + n / 2)] =
        std::numeric_limits<float>::quiet_NaN();
    transform_lines(x.data(), z.data(), {n, kCount, n, n, kCount}, false);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (static_cast<std::int64_t>(i) / n == 5) continue;
      ASSERT_EQ(y[i], z[i]) << "line of element " << i << ", n = " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, FourierLines,
                         testing::Values("target=scalar", "target=sse4",
                                         "target=avx2", "target=avx512",
                                         "target=avx2,tiny=1",
                                         "target=avx512,tiny=1"));

}  // namespace
}  // namespace assay::optimized
