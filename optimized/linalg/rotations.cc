// Implements rotations strip by strip. The row that the next rotation shares
// with the previous one stays in registers.
// Tested by tests/optimized/linalg_reflections_test.cc.
#include "optimized/linalg/rotations.h"

#include <algorithm>

#include "optimized/linalg/matrix_vector.h"
#include "optimized/resources/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/rotations.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Applies `count` rotations to a strip of some vectors, from its first row on.
template <int vectors, typename T>
HWY_INLINE void rotate_strip(T* strip, std::int64_t stride, const T* factors,
                             std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> kept[vectors];
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) kept[v] = hn::LoadU(d, strip + v * lanes);
  for (std::int64_t i = 0; i < count; ++i, strip += stride) {
    const auto c = hn::Set(d, factors[2 * i]);
    const auto s = hn::Set(d, factors[2 * i + 1]);
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const auto next = hn::LoadU(d, strip + stride + v * lanes);
      hn::StoreU(hn::MulAdd(c, kept[v], hn::Mul(s, next)), d,
                 strip + v * lanes);
      kept[v] = hn::NegMulAdd(s, kept[v], hn::Mul(c, next));
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) hn::StoreU(kept[v], d, strip + v * lanes);
}

// Applies two iterations of `count` rotations each, of the same rows, in one
// pass. The second one follows the first by a row.
template <int vectors, typename T>
HWY_INLINE void rotate_twice(T* strip, std::int64_t stride, const T* factors,
                             const T* factors_after, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> kept[vectors], after[vectors];
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) kept[v] = hn::LoadU(d, strip + v * lanes);
  for (std::int64_t i = 0; i < count; ++i, strip += stride) {
    const auto c = hn::Set(d, factors[2 * i]);
    const auto s = hn::Set(d, factors[2 * i + 1]);
    const std::int64_t previous = i == 0 ? 0 : i - 1;
    const auto c_after = hn::Set(d, factors_after[2 * previous]);
    const auto s_after = hn::Set(d, factors_after[2 * previous + 1]);
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const auto next = hn::LoadU(d, strip + stride + v * lanes);
      const auto done = hn::MulAdd(c, kept[v], hn::Mul(s, next));
      kept[v] = hn::NegMulAdd(s, kept[v], hn::Mul(c, next));
      if (i == 0) {
        after[v] = done;
        continue;
      }
      hn::StoreU(hn::MulAdd(c_after, after[v], hn::Mul(s_after, done)), d,
                 strip - stride + v * lanes);
      after[v] = hn::NegMulAdd(s_after, after[v], hn::Mul(c_after, done));
    }
  }
  const auto c = hn::Set(d, factors_after[2 * (count - 1)]);
  const auto s = hn::Set(d, factors_after[2 * (count - 1) + 1]);
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) {
    hn::StoreU(hn::MulAdd(c, after[v], hn::Mul(s, kept[v])), d,
               strip - stride + v * lanes);
    hn::StoreU(hn::NegMulAdd(s, after[v], hn::Mul(c, kept[v])), d,
               strip + v * lanes);
  }
}

template <typename T>
void rotate_here(T* rows, std::int64_t stride, std::int64_t columns,
                 const T* factors, const std::int64_t* first,
                 const std::int64_t* begins, std::int64_t iterations) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  for (std::int64_t j = 0; j < columns;) {
    const bool is_wide = j + 4 * lanes <= columns;
    for (std::int64_t k = 0; k < iterations; ++k) {
      T* strip = rows + first[k] * stride + j;
      const std::int64_t count = (begins[k + 1] - begins[k]) / 2;
      if (!is_wide) {
        rotate_strip<1>(strip, stride, factors + begins[k], count);
      } else if (count > 0 && k + 1 < iterations && first[k + 1] == first[k] &&
                 begins[k + 2] - begins[k + 1] == 2 * count) {
        rotate_twice<4>(strip, stride, factors + begins[k],
                        factors + begins[k + 1], count);
        ++k;
      } else {
        rotate_strip<4>(strip, stride, factors + begins[k], count);
      }
    }
    j += is_wide ? 4 * lanes : lanes;
  }
}

void rotate_float(float* rows, std::int64_t stride, std::int64_t columns,
                  const float* factors, const std::int64_t* first,
                  const std::int64_t* begins, std::int64_t iterations) {
  rotate_here(rows, stride, columns, factors, first, begins, iterations);
}
void rotate_double(double* rows, std::int64_t stride, std::int64_t columns,
                   const double* factors, const std::int64_t* first,
                   const std::int64_t* begins, std::int64_t iterations) {
  rotate_here(rows, stride, columns, factors, first, begins, iterations);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(rotate_float);
HWY_EXPORT(rotate_double);

namespace {

void rotate(float* rows, std::int64_t stride, std::int64_t columns,
            const float* factors, const std::int64_t* first,
            const std::int64_t* begins, std::int64_t iterations) {
  HWY_DYNAMIC_DISPATCH(rotate_float)
  (rows, stride, columns, factors, first, begins, iterations);
}
void rotate(double* rows, std::int64_t stride, std::int64_t columns,
            const double* factors, const std::int64_t* first,
            const std::int64_t* begins, std::int64_t iterations) {
  HWY_DYNAMIC_DISPATCH(rotate_double)
  (rows, stride, columns, factors, first, begins, iterations);
}

}  // namespace

template <typename T>
void Rotations<T>::begin(std::int64_t first) {
  if (rows_ == nullptr) return;
  constexpr std::size_t kIterations = 32;
  if (first_.size() >= kIterations) apply();
  first_.push_back(first);
  begins_.push_back(std::ssize(factors_));
}

template <typename T>
void Rotations<T>::apply() {
  if (rows_ == nullptr || first_.empty()) return;
  const auto iterations = std::ssize(first_);
  begins_.push_back(std::ssize(factors_));
  // Threads take strips, which are independent of each other.
  const std::int64_t strip = 8 * vector_unit<T>;
  in_ranges(columns_, strip, is_worth_threads(0, 3 * begins_.back() * columns_),
            [&](std::int64_t from, std::int64_t to) {
              rotate(rows_ + from, columns_, to - from, factors_.data(),
                     first_.data(), begins_.data(), iterations);
            });
  factors_.clear();
  first_.clear();
  begins_.clear();
}

template class Rotations<float>;
template class Rotations<double>;

}  // namespace assay::optimized
#endif
