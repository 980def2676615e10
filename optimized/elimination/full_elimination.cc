// Implements elimination with row and column pivots. One pass over what is left
// eliminates a column and finds the largest element of each row, among which
// the next pivot is. Threads take ranges of the rows. Tested by
// tests/optimized/elimination_test.cc and the linalg family of lax.
#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/elimination/elimination.h"
#include "optimized/layout/compute_type.h"
#include "optimized/resources/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elimination/full_elimination.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Subtracts factor · from[j] from to[j] for j < count. Returns the largest
// magnitude of the differences, or its square if they are complex.
template <typename T>
T subtract_row(T* to, const T* from, T factor, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto largest = hn::Zero(d);
  const auto by = hn::Set(d, factor);
  std::int64_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    const auto left =
        hn::NegMulAdd(by, hn::LoadU(d, from + j), hn::LoadU(d, to + j));
    hn::StoreU(left, d, to + j);
    largest = hn::Max(largest, hn::Abs(left));
  }
  T most = hn::GetLane(hn::MaxOfLanes(d, largest));
  for (; j < count; ++j) {
    to[j] -= factor * from[j];
    most = std::max(most, std::abs(to[j]));
  }
  return most;
}
template <typename T>
T subtract_row(std::complex<T>* to, const std::complex<T>* from,
               std::complex<T> factor, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto largest = hn::Zero(d);
  const auto by_re = hn::Set(d, factor.real());
  const auto by_im = hn::Set(d, factor.imag());
  std::int64_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    hn::Vec<decltype(d)> x, y, re, im;
    hn::LoadInterleaved2(d, reinterpret_cast<const T*>(from + j), x, y);
    T* place = reinterpret_cast<T*>(to + j);
    hn::LoadInterleaved2(d, place, re, im);
    re = hn::MulAdd(by_im, y, hn::NegMulAdd(by_re, x, re));
    im = hn::NegMulAdd(by_im, x, hn::NegMulAdd(by_re, y, im));
    hn::StoreInterleaved2(re, im, d, place);
    largest = hn::Max(largest, hn::MulAdd(re, re, hn::Mul(im, im)));
  }
  T most = hn::GetLane(hn::MaxOfLanes(d, largest));
  for (; j < count; ++j) {
    const T re = to[j].real() - factor.real() * from[j].real() +
                 factor.imag() * from[j].imag();
    const T im = to[j].imag() - factor.real() * from[j].imag() -
                 factor.imag() * from[j].real();
    to[j] = {re, im};
    most = std::max(most, re * re + im * im);
  }
  return most;
}

float subtract_float(float* to, const float* from, float factor,
                     std::int64_t count) {
  return subtract_row(to, from, factor, count);
}
double subtract_double(double* to, const double* from, double factor,
                       std::int64_t count) {
  return subtract_row(to, from, factor, count);
}
float subtract_complex_float(std::complex<float>* to,
                             const std::complex<float>* from,
                             std::complex<float> factor, std::int64_t count) {
  return subtract_row(to, from, factor, count);
}
double subtract_complex_double(std::complex<double>* to,
                               const std::complex<double>* from,
                               std::complex<double> factor,
                               std::int64_t count) {
  return subtract_row(to, from, factor, count);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(subtract_float);
HWY_EXPORT(subtract_double);
HWY_EXPORT(subtract_complex_float);
HWY_EXPORT(subtract_complex_double);

namespace {

template <typename T>
auto subtract_from_row(T* to, const T* from, T factor, std::int64_t count) {
  if constexpr (std::is_same_v<T, float>)
    return HWY_DYNAMIC_DISPATCH(subtract_float)(to, from, factor, count);
  else if constexpr (std::is_same_v<T, double>)
    return HWY_DYNAMIC_DISPATCH(subtract_double)(to, from, factor, count);
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return HWY_DYNAMIC_DISPATCH(subtract_complex_float)(to, from, factor,
                                                        count);
  else
    return HWY_DYNAMIC_DISPATCH(subtract_complex_double)(to, from, factor,
                                                         count);
}

// Returns the magnitude of a real, or the square of that of a complex number.
template <typename T>
auto size_of_pivot(T x) {
  if constexpr (kIsComplex<T>)
    return x.real() * x.real() + x.imag() * x.imag();
  else
    return std::abs(x);
}

// Sizes below this are those of complex numbers whose squares lose bits.
template <typename T>
double least_size() {
  if constexpr (!kIsComplex<T>) return 0;
  return sizeof(T) == 8 ? 0x1p-90 : 0x1p-900;
}

// Finds the largest element from (first, first) on. `largest` has that of each
// row, in the sizes of size_of_pivot().
template <typename T, typename R>
std::pair<std::int64_t, std::int64_t> find_pivot(
    const T* a, std::int64_t n, std::int64_t first,
    const std::vector<R>& largest) {
  const auto from = largest.begin() + first;
  const auto best = std::max_element(from, largest.end());
  std::int64_t row = best - largest.begin();
  std::int64_t column = first;
  if (double{*best} >= least_size<T>()) {
    for (std::int64_t j = first + 1; j < n; ++j)
      if (size_of_pivot(a[row * n + j]) > size_of_pivot(a[row * n + column]))
        column = j;
    return {row, column};
  }
  row = first;
  for (std::int64_t i = first; i < n; ++i)
    for (std::int64_t j = first; j < n; ++j)
      if (std::abs(a[i * n + j]) > std::abs(a[row * n + column])) {
        row = i;
        column = j;
      }
  return {row, column};
}

template <typename T>
using SizeOf = decltype(std::real(T()));

// Brings the pivot of step k to its column in the rows [from, end), eliminates
// it, and finds the largest element that is left in each of them.
template <typename T>
void eliminate_from_rows(T* a, std::int64_t n, std::int64_t k,
                         std::int64_t column, std::int64_t from,
                         std::int64_t end, SizeOf<T>* largest) {
  // A vector that is read right after one of its elements is stored waits for
  // it, so all rows are swapped first.
  if (column != k)
    for (std::int64_t i = from; i < end; ++i)
      std::swap(a[i * n + k], a[i * n + column]);
  const T pivot = a[k * (n + 1)];
  for (std::int64_t i = from; i < end; ++i) {
    T* to = a + i * n;
    to[k] = divided_by_pivot(to[k], pivot);
    largest[i] =
        subtract_from_row(to + k + 1, a + k * n + k + 1, to[k], n - k - 1);
  }
}

template <typename T>
void eliminate_all(T* a, std::int64_t n, std::int32_t* rows,
                   std::int32_t* columns) {
  using R = SizeOf<T>;
  std::vector<R> largest(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    R most = 0;
    for (std::int64_t j = 0; j < n; ++j)
      most = std::max(most, size_of_pivot(a[i * n + j]));
    largest[static_cast<std::size_t>(i)] = most;
  }
  // A step reads and stores what is left, which has to take longer than the
  // threads take to meet.
  constexpr std::int64_t kBytes = 4 * sizeof(T);
  const bool is_large = is_worth_threads(kBytes * n * n);
  for (std::int64_t k = 0; k < n; ++k) {
    const auto [row, column] = find_pivot(a, n, k, largest);
    rows[k] = static_cast<std::int32_t>(row);
    columns[k] = static_cast<std::int32_t>(column);
    if (row != k) {
      std::swap_ranges(a + k * n, a + (k + 1) * n, a + row * n);
      std::swap(largest[static_cast<std::size_t>(k)],
                largest[static_cast<std::size_t>(row)]);
    }
    if (column != k)
      for (std::int64_t i = is_large ? k : 0; i <= k; ++i)
        std::swap(a[i * n + k], a[i * n + column]);
    if (a[k * (n + 1)] == T(0)) {  // only zeros are left
      for (std::int64_t i = k; i < n; ++i)
        rows[i] = columns[i] = static_cast<std::int32_t>(i);
      break;
    }
    const std::int64_t below = k + 1, left = n - below;
    if (is_large && is_worth_threads(kBytes * left * left))
      split_ranges(left, 1,
                   [&, place = column](std::int64_t from, std::int64_t end) {
                     eliminate_from_rows(a, n, k, place, below + from,
                                         below + end, largest.data());
                   });
    else
      eliminate_from_rows(a, n, k, column, below, n, largest.data());
  }
  if (!is_large) return;
  // Rows above the pivots, which several threads have in their caches, are
  // swapped last.
  split_ranges(n, 1, [&](std::int64_t from, std::int64_t end) {
    for (std::int64_t i = from; i < end; ++i)
      for (std::int64_t k = i + 1; k < n; ++k)
        std::swap(a[i * n + k], a[i * n + columns[k]]);
  });
}

}  // namespace

void eliminate_fully(float* a, std::int64_t n, std::int32_t* rows,
                     std::int32_t* columns) {
  eliminate_all(a, n, rows, columns);
}
void eliminate_fully(double* a, std::int64_t n, std::int32_t* rows,
                     std::int32_t* columns) {
  eliminate_all(a, n, rows, columns);
}
void eliminate_fully(std::complex<float>* a, std::int64_t n, std::int32_t* rows,
                     std::int32_t* columns) {
  eliminate_all(a, n, rows, columns);
}
void eliminate_fully(std::complex<double>* a, std::int64_t n,
                     std::int32_t* rows, std::int32_t* columns) {
  eliminate_all(a, n, rows, columns);
}

}  // namespace assay::optimized
#endif
