// Lists hard operands of ops on integers of 32 and 64 bits: values that an
// implementation which computes in float32 or float64 confuses with others, and
// pairs that differ only in their lowest bits.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include <functional>
#include <initializer_list>

#include "harness/operands/hard_list.h"

namespace assay {
namespace {

// Adds a pair of operands, reduced to the bits of the dtype.
using AddPair = std::function<void(std::uint64_t x, std::uint64_t y)>;

std::uint64_t power(int exponent) { return std::uint64_t{1} << exponent; }

// Returns integers near those from which on a float skips integers.
std::vector<std::uint64_t> values_with_gaps(DType dtype) {
  std::vector<std::uint64_t> values;
  const int bits = spec_of(dtype).bits;
  const bool with_sign = category_of(dtype) == Category::kSigned;
  const std::uint64_t mask = UINT64_MAX >> (64 - bits);
  const auto add_around = [&](std::uint64_t middle) {
    for (std::uint64_t value : {middle - 1, middle, middle + 1, middle + 3}) {
      values.push_back(value & mask);
      if (with_sign) values.push_back((0 - value) & mask);
    }
  };
  add_around(power(24));
  if (bits == 64) {
    add_around(power(53));
    add_around(power(54) + 2);
    add_around(power(60) + power(7));  // a tie of float64
    add_around(power(62) + power(38));
  }
  for (std::uint64_t below = 1; below < 5; ++below) {
    values.push_back((mask >> 1) + 1 - below);  // the largest signed values
    values.push_back((mask >> 1) + below);      // the lowest signed values
    if (!with_sign) values.push_back(mask + 1 - below);
  }
  return values;
}

// Adds pairs whose exact product needs more bits than a double has.
void add_large_products(DType dtype, std::vector<OperandTuple>& tuples) {
  const std::uint64_t mask = UINT64_MAX >> (64 - spec_of(dtype).bits);
  const int half = spec_of(dtype).bits / 2;
  for (std::uint64_t x : {power(half - 1) - 1, power(half - 1) + 1,
                          power(half - 2) + 3, power(half) - 1})
    for (std::uint64_t y : {power(half - 1) - 1, power(half - 1) - 3,
                            power(half - 2) + 1, std::uint64_t{3}})
      tuples.push_back({ElementBits{x & mask, 0}, ElementBits{y & mask, 0}});
}

// Returns pairs of each value with its neighbours, the pairs that `add_others`
// adds for it, and pairs with large products.
std::vector<OperandTuple> pairs_with_gaps(
    DType dtype,
    const std::function<void(std::uint64_t value, const AddPair& add)>&
        add_others) {
  const std::uint64_t mask = UINT64_MAX >> (64 - spec_of(dtype).bits);
  std::vector<OperandTuple> tuples;
  const auto add = [&](std::uint64_t x, std::uint64_t y) {
    tuples.push_back({ElementBits{x & mask, 0}, ElementBits{y & mask, 0}});
  };
  for (std::uint64_t value : values_with_gaps(dtype)) {
    add(value, value + 1);
    add(value, value - 1);
    add_others(value, add);
  }
  add_large_products(dtype, tuples);
  return tuples;
}

}  // namespace

std::vector<OperandTuple> integer_values(DType dtype) {
  std::vector<OperandTuple> tuples;
  for (std::uint64_t value : values_with_gaps(dtype))
    tuples.push_back({ElementBits{value, 0}});
  return tuples;
}

std::vector<OperandTuple> integer_pairs(DType dtype) {
  return pairs_with_gaps(dtype, [](std::uint64_t value, const AddPair& add) {
    add(value, value);
    add(value, 1);
    add(value, 0 - value);
  });
}

std::vector<OperandTuple> integer_divisions(DType dtype) {
  return pairs_with_gaps(dtype, [](std::uint64_t value, const AddPair& add) {
    for (std::uint64_t divisor : {1u, 2u, 3u, 10u}) add(value, divisor);
    add(value, 0 - std::uint64_t{3});
    add(0 - value, value - 1);
  });
}

std::vector<OperandTuple> integer_powers(DType dtype) {
  struct Power {
    std::uint64_t base, exponent;
  };
  // The largest odd powers below 2^63, some below 2^31, and the first beyond,
  // which wrap.
  constexpr Power kPowers[] = {
      {3, 33},         {3, 39},         {3, 40},      {3, 41},
      {5, 23},         {5, 27},         {5, 28},      {7, 19},
      {7, 22},         {7, 23},         {9, 17},      {11, 18},
      {13, 17},        {15, 16},        {17, 15},     {99, 9},
      {1001, 6},       {2097151, 3},    {2097153, 3}, {94906267, 2},
      {3037000499, 2}, {3037000501, 2}, {3, 19},      {3, 20},
      {5, 13},         {7, 11},         {1289, 3},    {46341, 2},
      {46339, 2}};
  std::vector<OperandTuple> tuples;
  const std::uint64_t mask = UINT64_MAX >> (64 - spec_of(dtype).bits);
  const bool with_sign = category_of(dtype) == Category::kSigned;
  for (const Power& row : kPowers) {
    if (row.base > mask >> 1) continue;
    tuples.push_back({ElementBits{row.base, 0}, ElementBits{row.exponent, 0}});
    if (with_sign)
      tuples.push_back({ElementBits{(0 - row.base) & mask, 0},
                        ElementBits{row.exponent, 0}});
  }
  return tuples;
}

}  // namespace assay
