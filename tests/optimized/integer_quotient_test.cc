// Checks that quotients and remainders of 32-bit integers are exact on every
// target. Some targets compute them from estimates, so dividends next to
// multiples of the divisor are tried, and the ends of the range.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "optimized/elementwise/elementwise.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

template <typename T>
struct IntegerDivisions {
  std::vector<T> a, b;

  void add(std::int64_t x, std::int64_t y) {
    a.push_back(static_cast<T>(x));
    b.push_back(static_cast<T>(y));
  }

  std::vector<T> results_of(Op op) const {
    std::vector<T> out(a.size());
    const std::byte* const in[] = {
        reinterpret_cast<const std::byte*>(a.data()),
        reinterpret_cast<const std::byte*>(b.data())};
    constexpr DType kDType =
        std::is_signed_v<T> ? DType::kInt32 : DType::kUint32;
    elementwise_kernel(op, kDType)(reinterpret_cast<std::byte*>(out.data()), in,
                                   static_cast<std::int64_t>(out.size()));
    return out;
  }

  void expect_exact() const {
    constexpr Op kDiv = "div"_op, kMod = "mod"_op;
    const std::vector<T> quotients = results_of(kDiv);
    const std::vector<T> rests = results_of(kMod);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < a.size() && wrong < 5; ++i) {
      const std::int64_t x = a[i], y = b[i];
      const T quotient = y == 0 ? T{0} : static_cast<T>(x / y);
      const T rest = y == 0 ? T{0} : static_cast<T>(x % y);
      if (quotients[i] == quotient && rests[i] == rest) continue;
      ++wrong;
      ADD_FAILURE() << x << " / " << y << ": " << quotients[i] << ", "
                    << rests[i];
    }
  }
};

template <typename T>
class IntegerQuotients : public testing::Test {
 protected:
  static std::int64_t lowest() { return std::numeric_limits<T>::min(); }
  static std::int64_t highest() { return std::numeric_limits<T>::max(); }

  void add_in_range(std::int64_t x, std::int64_t y) {
    if (x < lowest() || x > highest() || y < lowest() || y > highest()) return;
    divisions_.add(x, y);
  }
  // Adds the pair with all signs.
  void add_signed(std::int64_t x, std::int64_t y) {
    for (const int sign : {1, -1}) {
      add_in_range(x, sign * y);
      add_in_range(-x, sign * y);
    }
  }
  // Returns a number of at most 32 bits, with any number of bits.
  std::int64_t magnitude() {
    return static_cast<std::int64_t>((random_() & 0xffff'ffff) >>
                                     random_() % 32);
  }

  void expect_exact_on_each_target() const {
    for (const char* target : {"scalar", "sse4", "avx2", "avx512"}) {
      use_settings(Settings());
      const auto chosen = parse_settings(std::string("target=") + target);
      if (!chosen) continue;
      use_settings(*chosen);
      SCOPED_TRACE(target);
      divisions_.expect_exact();
    }
    use_settings(Settings());
  }

  IntegerDivisions<T> divisions_;
  std::mt19937_64 random_{29};
};
using IntegerTypes = testing::Types<std::int32_t, std::uint32_t>;
TYPED_TEST_SUITE(IntegerQuotients, IntegerTypes);

// An estimate that is off by one shows next to a multiple of the divisor.
TYPED_TEST(IntegerQuotients, AreExactNextToMultiplesOfTheDivisor) {
  for (int i = 0; i < 400'000; ++i) {
    const std::int64_t divisor = this->magnitude() + 1;
    const std::int64_t most = this->highest() / divisor + 1;
    const std::int64_t quotient =
        i % 4 == 0 ? most - i / 4 % 3 : this->magnitude() % (most + 1);
    for (const int step : {-1, 0, 1})
      this->add_signed(quotient * divisor + step, divisor);
  }
  this->expect_exact_on_each_target();
}

TYPED_TEST(IntegerQuotients, AreExactAtTheEndsOfTheRange) {
  std::vector<std::int64_t> ends = {0, 3, 5, 7, 10, 641, 1'000'000'007};
  for (int bit = 0; bit <= 32; ++bit)
    for (int step = -2; step <= 2; ++step)
      ends.push_back((std::int64_t{1} << bit) + step);
  for (const std::int64_t x : ends)
    for (const std::int64_t y : ends) this->add_signed(x, y);
  // Smallest integer by -1, which wraps, and division by zero
  this->add_in_range(this->lowest(), -1);
  this->add_in_range(this->lowest(), 0);
  this->add_in_range(this->highest(), 0);
  this->expect_exact_on_each_target();
}

// Small divisors have the largest quotients, whose estimates are farthest off.
TYPED_TEST(IntegerQuotients, AreExactForSmallDivisors) {
  for (std::int64_t divisor = 1; divisor < 2000; ++divisor)
    for (int i = 0; i < 300; ++i)
      this->add_signed(this->highest() - (i < 20 ? i : this->magnitude()),
                       divisor);
  this->expect_exact_on_each_target();
}

TYPED_TEST(IntegerQuotients, AreExactForNumbersOfAnyLength) {
  for (int i = 0; i < 2'000'000; ++i)
    this->add_signed(this->magnitude(), this->magnitude());
  this->expect_exact_on_each_target();
}

}  // namespace
}  // namespace assay::optimized
