// Declares how a line of complex numbers is transformed: by which method, in
// which passes and with which tables. A plan depends on the length, the
// precision and the number of lanes of the vectors alone.
// Tested by tests/optimized/fourier_plans_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace assay::optimized {

// One pass of Stockham's algorithm over `radix`·count·stride rows. It reads the
// rows q + stride·(p + count·k), transforms over k, multiplies by roots and
// stores the rows q + stride·(radix·p + k), for p < count and q < stride.
struct Pass {
  int radix;
  std::int64_t count, stride;
  // Where the roots exp(-2πi·p·k/(radix·count)) begin in the table of the plan,
  // those of k = 1, 2, … for p = 0, then for p = 1, and so on. The last pass
  // has none, because its only p is 0.
  std::int64_t roots;
};

// A transform of columns of n rows, of which each lane of a vector has one.
template <typename T>
struct ColumnPlan {
  std::int64_t n = 1;
  std::vector<Pass> passes;
  std::vector<T> roots;  // real and imaginary parts in turn
};

enum class Method {
  kLanes,        // one line per lane, or columns side by side
  kShort,        // a matrix of one of a few sizes, in L1
  kSplit,        // a matrix of first.n rows and second.n columns
  kConvolution,  // the chirp of Bluestein
};

template <typename T>
struct LinePlan {
  std::int64_t n = 1;
  Method method = Method::kLanes;
  // How many elements of type T the kernels need as room.
  std::int64_t room = 0;
  // The lanes of the vectors that all methods but kConvolution compute with.
  std::int64_t lanes = 1;
  // kLanes has `first` alone, of n rows.
  ColumnPlan<T> first, second;
  // kShort and kSplit multiply element (j, k) by exp(-2πi·j·k/n), where j <
  // second.n and k < first.n. The element of group g, which starts at column
  // j0, and row k finds a vector of real and one of imaginary parts in `turns`:
  // at g·first.n
  // + k if `steps` is empty. Else it finds the roots of group 0 there, and
  // exp(-2πi·j0·k/n) at g·first.n + k in `steps`.
  std::vector<T> turns, steps;
  // kConvolution multiplies by `chirp`, exp(-πi·j²/n), transforms n of `longer`
  // elements, multiplies by `spectrum`, transforms back, and multiplies by
  // `chirp` again. Both are complex numbers.
  std::vector<T> chirp, spectrum;
  std::shared_ptr<const LinePlan> longer;
};

// Return the plans for lines and for columns of n elements for the kernels of
// the current target. `is_batch` says that there are enough lines to fill the
// lanes of vectors. The method for columns is kLanes, and their n has radices.
// Plans are kept; when there are too many, those that were used longest ago are
// dropped. A reference is valid until the thread calls the same function again,
// and keeping it instead of the pointer saves a short transform the time of
// counting.
template <typename T>
const std::shared_ptr<const LinePlan<T>>& line_plan_of(std::int64_t n,
                                                       bool is_batch);
template <typename T>
const std::shared_ptr<const LinePlan<T>>& column_plan_of(std::int64_t n);

// Returns the roots exp(-2πi·k/n) for k <= n/4, from which transforms of n real
// elements are made from those of n/2 complex ones. They are kept like plans.
template <typename T>
const std::shared_ptr<const std::vector<T>>& quarter_roots_of(std::int64_t n);

}  // namespace assay::optimized
