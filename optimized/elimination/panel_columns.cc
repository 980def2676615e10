// Implements the elimination of a panel. One pass over the rows divides a
// column by its pivot and computes the next column, so that divisions and
// products overlap, and finds the largest element for the next pivot.
// Tested by tests/optimized/elimination_test.cc.
#include "optimized/elimination/panel_columns.h"

#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elimination/panel_columns.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The state of an elimination whose columns before `next` are factored, except
// that column `next` - 1 is not divided by its pivot.
template <typename T>
struct PanelStep {
  T* elements;
  std::int64_t stride;
  std::int64_t next;
  T pivot;             // of column next - 1
  T u[kPanelColumns];  // column `next` of U, above its diagonal
};

// Divides some rows of column next - 1, computes those of column `next`, and
// returns the elementwise maximum of `largest` and their magnitudes. Rows that
// are not `below` the diagonal of column next - 1 stay as they are.
template <int vectors, bool is_partial, class D, class V, class M,
          typename T = hn::TFromD<D>>
HWY_INLINE V advance_rows(D d, const PanelStep<T>& step, std::int64_t row,
                          M below, V largest) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t last = step.next - 1;
  T* divided = step.elements + last * step.stride + row;
  T* to = divided + step.stride;
  const auto pivot = hn::Set(d, step.pivot);
  V x[vectors], factor[vectors];
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) {
    factor[v] = hn::Div(hn::Load(d, divided + v * lanes), pivot);
    x[v] = hn::Load(d, to + v * lanes);
  }
  const T* from = step.elements + row;
  for (std::int64_t s = 0; s < last; ++s, from += step.stride) {
    const auto by = hn::Set(d, step.u[s]);
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      x[v] = hn::NegMulAdd(hn::Load(d, from + v * lanes), by, x[v]);
  }
  const auto by = hn::Set(d, step.u[last]);
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) {
    x[v] = hn::NegMulAdd(factor[v], by, x[v]);
    if constexpr (is_partial) {
      hn::BlendedStore(factor[v], below, d, divided + v * lanes);
      hn::BlendedStore(x[v], below, d, to + v * lanes);
      largest = hn::Max(largest, hn::IfThenElseZero(below, hn::Abs(x[v])));
    } else {
      hn::Store(factor[v], d, divided + v * lanes);
      hn::Store(x[v], d, to + v * lanes);
      largest = hn::Max(largest, hn::Abs(x[v]));
    }
  }
  return largest;
}

// Advances by a column. Returns the largest magnitude of column `next` on and
// below its diagonal.
template <class D, typename T = hn::TFromD<D>>
T advance_column(D d, const PanelStep<T>& step, std::int64_t rows) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t first = step.next / lanes * lanes;
  const auto below =
      hn::Not(hn::FirstN(d, static_cast<std::size_t>(step.next - first)));
  auto largest = advance_rows<1, true>(d, step, first, below, hn::Zero(d));
  std::int64_t row = first + lanes;
  for (; row + 4 * lanes <= rows; row += 4 * lanes)
    largest = advance_rows<4, false>(d, step, row, below, largest);
  for (; row < rows; row += lanes)
    largest = advance_rows<1, false>(d, step, row, below, largest);
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

template <class D, typename T = hn::TFromD<D>>
T largest_in_column(D d, const T* column, std::int64_t rows) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto largest = hn::Zero(d);
  for (std::int64_t row = 0; row < rows; row += lanes)
    largest = hn::Max(largest, hn::Abs(hn::Load(d, column + row)));
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

// Returns the first row from `first` on whose magnitude is `largest`.
template <class D, typename T = hn::TFromD<D>>
std::int64_t find_magnitude(D d, const T* column, std::int64_t first,
                            std::int64_t rows, T largest) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto wanted = hn::Set(d, largest);
  std::int64_t row = first / lanes * lanes;
  auto counts = hn::Not(hn::FirstN(d, static_cast<std::size_t>(first - row)));
  for (; row < rows; row += lanes) {
    const auto found =
        hn::And(counts, hn::Eq(hn::Abs(hn::Load(d, column + row)), wanted));
    if (const auto lane = hn::FindFirstTrue(d, found); lane >= 0)
      return row + lane;
    counts = hn::FirstN(d, static_cast<std::size_t>(lanes));
  }
  return first;  // an element is NaN
}

template <typename T>
void eliminate_here(const PanelColumns<T>& panel) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  PanelStep<T> step{panel.elements, panel.stride, 0, T(1), {}};
  for (std::int64_t j = 0; j < panel.columns; ++j)
    std::fill(panel.elements + j * panel.stride + panel.rows,
              panel.elements + (j + 1) * panel.stride, T(0));
  T largest = largest_in_column(d, panel.elements, panel.rows);
  for (std::int64_t j = 0; j < panel.columns; ++j) {
    T* column = panel.elements + j * panel.stride;
    const std::int64_t pivot_row =
        find_magnitude(d, column, j, panel.rows, largest);
    panel.pivots[j] = static_cast<std::int32_t>(pivot_row);
    if (pivot_row != j)
      for (std::int64_t c = 0; c < panel.columns; ++c)
        std::swap(panel.elements[c * panel.stride + j],
                  panel.elements[c * panel.stride + pivot_row]);
    // If the pivot is zero, so is the column below it, and stays zero.
    step.pivot = largest == 0 ? T(1) : column[j];
    step.next = j + 1;
    if (step.next == panel.columns) break;
    T* next = column + panel.stride;
    for (std::int64_t i = 0; i <= j; ++i) {
      auto sum = hn::Load(one, next + i);
      for (std::int64_t s = 0; s < i; ++s)
        sum =
            hn::NegMulAdd(hn::Load(one, panel.elements + s * panel.stride + i),
                          hn::Set(one, step.u[s]), sum);
      step.u[i] = next[i] = hn::GetLane(sum);
    }
    largest = advance_column(d, step, panel.rows);
  }
  T* column = panel.elements + (panel.columns - 1) * panel.stride;
  for (std::int64_t i = panel.columns; i < panel.rows; ++i)
    column[i] /= step.pivot;
}

void eliminate_float(const PanelColumns<float>& panel) {
  eliminate_here(panel);
}
void eliminate_double(const PanelColumns<double>& panel) {
  eliminate_here(panel);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(eliminate_float);
HWY_EXPORT(eliminate_double);

void eliminate_panel_columns(const PanelColumns<float>& panel) {
  HWY_DYNAMIC_DISPATCH(eliminate_float)(panel);
}
void eliminate_panel_columns(const PanelColumns<double>& panel) {
  HWY_DYNAMIC_DISPATCH(eliminate_double)(panel);
}

}  // namespace assay::optimized
#endif
