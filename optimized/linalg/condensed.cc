// Implements the rows of reflections that reductions leave.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/condensed.h"

#include <algorithm>

#include "optimized/linalg/condensed_steps.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {

template <typename T, std::size_t planes>
PaddedMatrix<T, planes>::PaddedMatrix(std::int64_t rows, std::int64_t columns)
    : stride_(padded_stride<T>(columns)),
      // Not small, as room_vector.h explains.
      scratch_(std::max<std::int64_t>(
          std::int64_t{planes * sizeof(T)} * rows * stride_, 2048)) {
  for (std::size_t p = 0; p < planes; ++p)
    elements_[p] = reinterpret_cast<T*>(scratch_.bytes()) +
                   static_cast<std::int64_t>(p) * rows * stride_;
  clear_planes(elements_, rows * stride_);
}

template <typename T, std::size_t planes>
void ReflectorRows<T, planes>::end_block(std::int64_t count,
                                         const PlaneValue<T, planes>* tau,
                                         Planes<const T*, planes> products) {
  ReflectorBlock<T, planes> block;
  block.v =
      constant<T, planes>(advanced(vectors_.row(ended_), ended_ + shift_));
  block.row = 1;
  block.column = stride();
  block.rows = length_ - ended_ - shift_;
  block.count = count;
  set_triangle<T, planes>(block, tau, products);
  blocks_.push_back(std::move(block));
  ended_ += count;
}

template <typename T, std::size_t planes>
void ReflectorRows<T, planes>::apply(Planes<T*, planes> c,
                                     std::int64_t columns) const {
  // Threads take columns. Those of a range stay in L2 while all blocks are
  // applied to them.
  constexpr std::int64_t kColumns = 64;
  const std::int64_t flops = static_cast<std::int64_t>(4 * planes * planes) *
                             columns * ended_ * (length_ - shift_ - ended_ / 2);
  in_ranges(columns, kColumns, is_worth_threads(0, flops),
            [&](std::int64_t first, std::int64_t last) {
              std::vector<T> room;
              for (auto block = blocks_.rbegin(); block != blocks_.rend();
                   ++block)
                apply_block<T, planes>(
                    *block, false,
                    advanced(c, (length_ - block->rows) * columns + first),
                    columns, last - first, room);
            });
}

template class PaddedMatrix<float, 1>;
template class PaddedMatrix<double, 1>;
template class PaddedMatrix<float, 2>;
template class PaddedMatrix<double, 2>;
template class ReflectorRows<float, 1>;
template class ReflectorRows<double, 1>;
template class ReflectorRows<float, 2>;
template class ReflectorRows<double, 2>;

}  // namespace assay::optimized
