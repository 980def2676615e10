// Orders the elements of a slice: where NaN stand, which of two elements comes
// first, and which are equal. Tested by tests/reference/sorting_test.cc.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <vector>

#include "reference/policy.h"
#include "reference/scalar.h"
#include "spec/subnormal.h"

namespace assay {

// Returns 1 for a NaN that comes after every number, -1 for one that comes
// before, and 0 for a number. With the policy `last` NaN come last in both
// directions; the other policies reverse with the direction.
inline int nan_rank(const Profile& profile, bool descending, double x) {
  if (!is_nan(x)) return 0;
  if (profile.is(kPolicy<"sort.nan=greatest">)) return descending ? -1 : 1;
  if (profile.is(kPolicy<"sort.nan=total_order">))
    return std::signbit(x) != descending ? -1 : 1;
  return 1;  // sort.nan_last, argsort.nan_last, sort_with_indices.nan_last,
             // topk.nan_last
}
inline int nan_rank(const Profile&, bool, Complex z) {
  return is_nan(z) ? 1 : 0;  // sort.complex, argsort.complex
}
template <typename T>
requires(Integer<T> || Bool<T>) int nan_rank(const Profile&, bool, T) {
  return 0;
}

// Returns whether one number comes before another in ascending order.
template <Ordered T>
bool is_less(const Profile& profile, T x, T y) {
  if constexpr (Real<T>)
    if (x == 0 && y == 0 && profile.is(kPolicy<"sort.nan=total_order">))
      return std::signbit(x) && !std::signbit(y);
  return x < y;  // sort.unsigned, argsort.unsigned, sort_with_indices.unsigned
}
inline bool is_less(const Profile&, Complex a, Complex b) {
  return a.re < b.re || (a.re == b.re && a.im < b.im);  // sort.complex
}

// Returns whether x comes before y in the direction of the call; false for
// ties.
template <typename T>
bool is_before(const Profile& profile, bool descending, T x, T y) {
  const int x_rank = nan_rank(profile, descending, x);
  const int y_rank = nan_rank(profile, descending, y);
  if (x_rank != y_rank) return x_rank < y_rank;
  if (x_rank != 0) return false;  // the order among NaN is open
  return descending ? is_less(profile, y, x) : is_less(profile, x, y);
}

// Returns an element as the number that decides its place. One below the
// smallest normal ties with zeros if the profile leaves subnormals open.
template <typename T>
T ordering_value(const Profile& profile, DType dtype, ElementBits bits) {
  const bool is_open = profile.is(kPolicy<"float.subnormal=any">);
  return decode<T>(dtype, is_open ? flushed(dtype, bits) : bits);
}

// Returns whether the profile leaves open how a slice is sorted, because it has
// a NaN.
template <typename T>
bool is_open(const Profile& profile, const std::vector<T>& slice) {
  const bool leaves_open = std::is_same_v<T, Complex>
                               ? profile.is(kPolicy<"sort.complex_nan=any">)
                               : profile.is(kPolicy<"sort.nan=any">);
  return leaves_open && std::any_of(slice.begin(), slice.end(),
                                    [](T value) { return is_nan(value); });
}

// Describes a sorted slice. For each place of the result it has the position of
// the element in the operand, and whether the element ties with the one before.
struct Order {
  std::vector<std::size_t> positions;
  std::vector<bool> ties;
};

template <typename T>
Order order_of(const Profile& profile, bool descending,
               const std::vector<T>& slice) {
  Order order;
  order.positions.resize(slice.size());
  std::iota(order.positions.begin(), order.positions.end(), std::size_t{0});
  const auto before = [&](std::size_t i, std::size_t j) {
    return is_before(profile, descending, slice[i], slice[j]);
  };
  std::stable_sort(order.positions.begin(), order.positions.end(), before);
  for (std::size_t k = 0; k < slice.size(); ++k)
    order.ties.push_back(k > 0 &&
                         !before(order.positions[k - 1], order.positions[k]));
  return order;
}

}  // namespace assay
