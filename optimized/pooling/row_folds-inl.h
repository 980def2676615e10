// Folds rows of a plane into one, as sums or as maxima: several rows side by
// side, and several shifted reads of one row.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_
#undef ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_
#else
#define ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include "optimized/pooling/window_rows.h"
#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The larger of two elements, or a NaN if there is one.
struct LargestFold {
  template <class D, class V>
  static HWY_INLINE V apply(D, V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
#if HWY_TARGET == HWY_SCALAR
      // As the instruction does, and without a branch.
      const auto x = hn::GetLane(a), y = hn::GetLane(b);
      const auto larger = x > y ? x : y;
      return hn::Set(D(), x == x ? larger : x);
#elif HWY_ARCH_X86
      // The instruction returns b if an operand is NaN.
      return hn::IfThenElse(hn::Eq(a, a), hn::Max(a, b), a);
#else
      return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a);
#endif
    } else {
      return hn::Max(a, b);
    }
  }
};

struct SumFold {
  template <class D, class V>
  static HWY_INLINE V apply(D, V a, V b) {
    return hn::Add(a, b);
  }
};

// Calls f(std::integral_constant<int, count>()) for a count of one to three,
// and with 0 for any other, so that short loops have no counter.
template <typename F>
HWY_INLINE void with_short_count(std::int64_t count, F f) {
  switch (count) {
    case 1:
      return f(std::integral_constant<int, 1>());
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    default:
      return f(std::integral_constant<int, 0>());
  }
}

// Returns the fold of load(0), load(1), … load(count - 1), in this order.
// `known` is the count or 0.
template <class Fold, int known, class D, typename Load>
HWY_INLINE hn::Vec<D> fold_loads(D d, std::int64_t count, Load load) {
  auto sum = load(0);
  if constexpr (known > 1) sum = Fold::apply(d, sum, load(1));
  if constexpr (known > 2) sum = Fold::apply(d, sum, load(2));
  if constexpr (known == 0)
    for (std::int64_t k = 1; k < count; ++k) sum = Fold::apply(d, sum, load(k));
  return sum;
}

// Returns the fold of load(row) for rows in order. `known` is their count if
// they are in one slice, or 0.
template <class Fold, int known, class D, typename Load>
HWY_INLINE hn::Vec<D> fold_runs(D d, const RowRuns<hn::TFromD<D>>& rows,
                                Load load) {
  if constexpr (known != 0)
    return fold_loads<Fold, known>(d, known, [&](std::int64_t r) HWY_ATTR {
      return load(rows.first + r * rows.step);
    });
  auto sum = load(rows.first);
  for (std::int64_t k = 0; k < rows.slices; ++k)
    for (std::int64_t r = k == 0 ? 1 : 0; r < rows.count; ++r)
      sum = Fold::apply(d, sum,
                        load(rows.first + k * rows.slice_step + r * rows.step));
  return sum;
}

// The tail of rows, which is prepared once for many of them.
template <class D>
struct RowEnd {
  using T = hn::TFromD<D>;

  RowEnd(D d, std::int64_t columns, T padding)
      : width(columns),
        rest(columns % static_cast<std::int64_t>(hn::Lanes(d))),
        outside(padding),
        first(hn::FirstN(d, static_cast<std::size_t>(rest))),
        filler(hn::Set(d, padding)) {}

  // Returns the tail of a row from p on. Lanes after it may have any elements.
  HWY_INLINE hn::Vec<D> load(D d, const T* p) const {
    if constexpr (kHasMasks<T>)
      return hn::MaskedLoad(first, d, p);
    else
      return load_first(d, p, rest);
  }
  HWY_INLINE hn::Vec<D> padded(hn::Vec<D> v) const {
    return hn::IfThenElse(first, v, filler);
  }

  std::int64_t width, rest;  // columns, and those after whole vectors
  T outside;
  hn::Mask<D> first;
  hn::Vec<D> filler;
};

// Calls store(i, v), where v has the folds of the `lanes` columns from i on of
// the rows, for all columns. Lanes after the last column are `end.outside`.
// There is at least one row.
template <class Fold, class D, typename Store>
HWY_INLINE void fold_rows(D d, const RowRuns<hn::TFromD<D>>& rows,
                          const RowEnd<D>& end, Store store) {
  using T = hn::TFromD<D>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t whole = end.width - end.rest;
  const std::int64_t short_count = rows.slices == 1 ? rows.count : 0;
  with_short_count(short_count, [&](auto known) HWY_ATTR {
    for (std::int64_t i = 0; i < whole; i += lanes)
      store(i, fold_runs<Fold, known()>(d, rows, [&](const T* row) HWY_ATTR {
              return hn::LoadU(d, row + i);
            }));
    if (end.rest != 0)
      store(whole, end.padded(fold_runs<Fold, known()>(
                       d, rows, [&](const T* row) HWY_ATTR {
                         return end.load(d, row + whole);
                       })));
  });
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
