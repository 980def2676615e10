// Checks that quotients of floats and doubles are correctly rounded on every
// target. Some targets compute some vectors by products, so quotients next to
// the middle of two numbers are tried, and specials in all places.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
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

__extension__ typedef __int128 LongProduct;

template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <typename T>
struct Divisions {
  std::vector<T> a, b;

  void add(T x, T y) {
    a.push_back(x);
    b.push_back(y);
  }

  // Returns the number of results that are not the quotient.
  std::size_t wrong_count() const {
    std::vector<T> out(a.size());
    const std::byte* const in[] = {
        reinterpret_cast<const std::byte*>(a.data()),
        reinterpret_cast<const std::byte*>(b.data())};
    constexpr Op kDiv = "div"_op;
    elementwise_kernel(kDiv,
                       sizeof(T) == 8 ? DType::kFloat64 : DType::kFloat32)(
        reinterpret_cast<std::byte*>(out.data()), in,
        static_cast<std::int64_t>(out.size()));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const T quotient = a[i] / b[i];
      wrong += std::isnan(quotient) ? !std::isnan(out[i])
                                    : std::bit_cast<BitsOf<T>>(quotient) !=
                                          std::bit_cast<BitsOf<T>>(out[i]);
    }
    return wrong;
  }
};

// Returns 1 <= x < 2 with random bits, or next to an end.
template <typename T>
T significand(std::mt19937_64& random) {
  constexpr int kBits = std::numeric_limits<T>::digits - 1;
  constexpr BitsOf<T> kAll = (BitsOf<T>{1} << kBits) - 1;
  const auto one = std::bit_cast<BitsOf<T>>(T{1});
  auto bits = static_cast<BitsOf<T>>(random()) & kAll;
  const auto kind = random() % 4;
  if (kind != 0) bits >>= random() % kBits;
  return std::bit_cast<T>(one + (kind == 2 ? kAll - bits : bits));
}

template <typename T>
class Quotients : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Quotients, Types);

// Calls check() for every target that this machine has.
template <typename F>
void on_each_target(F check) {
  for (const char* target : {"scalar", "sse4", "avx2", "avx512"}) {
    use_settings(Settings());
    const auto chosen = parse_settings(std::string("target=") + target);
    if (!chosen) continue;
    use_settings(*chosen);
    SCOPED_TRACE(target);
    check();
  }
  use_settings(Settings());
}

// Let B and M be odd integers of p and p + 1 bits such that M B is e more than
// a multiple A of 2^(p + 1). Then A / B is nearly M / 2^(p + 1), the middle of
// two numbers, and no quotient is nearer to one than those with the least e.
template <typename T>
void add_next_to_middle(Divisions<T>& divisions, BitsOf<T> b, std::int64_t e) {
  constexpr int kBits = std::numeric_limits<T>::digits + 1;
  constexpr std::uint64_t kBelow = (std::uint64_t{1} << kBits) - 1;
  std::uint64_t inverse = b;  // right to three bits; each step doubles them
  for (int k = 0; k < 5; ++k) inverse *= 2 - b * inverse;
  const std::uint64_t m = inverse * static_cast<std::uint64_t>(e) & kBelow;
  if (m <= kBelow / 2) return;
  // The quotient of the wide difference
  const auto high = static_cast<std::uint64_t>(
      (static_cast<LongProduct>(m) * b - static_cast<LongProduct>(e)) >> kBits);
  divisions.add(static_cast<T>(high), static_cast<T>(b));
  divisions.add(std::ldexp(static_cast<T>(high), 30), -static_cast<T>(b));
}

TYPED_TEST(Quotients, AreCorrectlyRoundedNextToTheMiddleOfTwoNumbers) {
  using T = TypeParam;
  std::mt19937_64 random(17);
  Divisions<T> divisions;
  constexpr auto kOne = BitsOf<T>{1} << (std::numeric_limits<T>::digits - 1);
  for (int i = 0; i < 400'000; ++i) {
    const T wide =
        std::ldexp(significand<T>(random), std::numeric_limits<T>::digits - 1);
    const auto b = static_cast<BitsOf<T>>(wide) | 1;
    ASSERT_LE(kOne, b);
    for (const std::int64_t e : {1, -1, 3, -3, 5, -5})
      add_next_to_middle(divisions, b, e);
  }
  on_each_target([&] { EXPECT_EQ(0u, divisions.wrong_count()); });
}

TYPED_TEST(Quotients, AreCorrectlyRoundedForDivisorsNextToPowersOfTwo) {
  using T = TypeParam;
  std::mt19937_64 random(19);
  Divisions<T> divisions;
  for (const T end : {T{1}, T{2}})
    for (const T to : {T{0}, T{3}}) {
      T b = end;
      for (int k = 0; k < 5000; ++k, b = std::nextafter(b, to))
        for (int i = 0; i < 20; ++i) divisions.add(significand<T>(random), b);
    }
  on_each_target([&] { EXPECT_EQ(0u, divisions.wrong_count()); });
}

TYPED_TEST(Quotients, AreRightForEveryExponent) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  std::mt19937_64 random(23);
  Divisions<T> divisions;
  constexpr int kLeast = Limits::min_exponent - Limits::digits;
  const int step = sizeof(T) == 8 ? 7 : 1;
  for (int i = kLeast; i < Limits::max_exponent; i += step)
    for (int k = kLeast; k < Limits::max_exponent; k += step)
      divisions.add(std::ldexp(significand<T>(random), i),
                    std::ldexp(-significand<T>(random), k));
  on_each_target([&] { EXPECT_EQ(0u, divisions.wrong_count()); });
}

TYPED_TEST(Quotients, AreRightForSpecialsInAllPlaces) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const T specials[] = {T{0},
                        -T{0},
                        T{1},
                        Limits::denorm_min(),
                        Limits::min(),
                        Limits::max(),
                        -T{3},
                        2 - Limits::epsilon(),
                        Limits::infinity(),
                        -Limits::infinity(),
                        Limits::quiet_NaN()};
  on_each_target([&] {
    for (const T x : specials)
      for (const T y : specials)
        for (const std::size_t size : {1u, 31u, 33u, 67u})
          for (std::size_t at = 0; at < size; at += 5) {
            Divisions<T> divisions;
            divisions.a.assign(size, T{5});
            divisions.b.assign(size, T{7});
            divisions.a[at] = x;
            divisions.b[at] = y;
            EXPECT_EQ(0u, divisions.wrong_count()) << x << ", " << y;
          }
  });
}

}  // namespace
}  // namespace assay::optimized
