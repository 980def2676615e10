// Has the member functions of the optimized backend for the ops of
// selection, statistics, ordering and quantization, and of op set protocol.
// backend.cc inherits them.
// Tested by tests/cli/optimized_test.cc.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "optimized/arrays/indexing.h"
#include "optimized/reduction/statistics.h"
#include "optimized/reduction/truth.h"
#include "optimized/selection/indexed_reads.h"
#include "optimized/selection/indexed_updates.h"
#include "optimized/selection/masks.h"
#include "optimized/selection/ordered.h"
#include "optimized/selection/regions.h"
#include "spec/backend.h"

namespace assay::optimized {

template <typename Author>
class Selections {
  using List = std::vector<std::int64_t>;
  using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

 public:
  // Regions.
  Result<Tensor> slice(const Tensor& x, const Ranges& ranges,
                       const List& steps) {
    return shown(x, x.view.slice(ranges, steps));
  }
  Result<Tensor> unfold_view(const Tensor& x, std::int64_t axis,
                             std::int64_t size, std::int64_t step) {
    return shown(x, x.view.windows(axis, size, step));
  }
  Status slice_assign(const Tensor& out, const Tensor& x, const Tensor& value,
                      const Ranges& ranges, const List& steps) {
    return optimized::slice_assign(out, x, value, ranges, steps);
  }
  Result<Tensor> mask_select(const Tensor& x, const Tensor& mask) {
    return optimized::mask_select(author(), x, mask);
  }
  Result<Tensor> argwhere(const Tensor& x, DType index_dtype) {
    return optimized::argwhere(author(), x, index_dtype);
  }
  void repeat(const Tensor& out, const Tensor& x, std::int64_t axis,
              std::int64_t times) {
    optimized::repeat(out, x, axis, times);
  }
  void arange(const Tensor& out, DType, std::int64_t step, std::int64_t start,
              std::int64_t) {
    optimized::arange(out, step, start);
  }

  // Elements that indices name.
  Status select(const Tensor& out, const Tensor& x, const Tensor& indices,
                std::int64_t axis) {
    return optimized::select(out, x, indices, axis);
  }
  Status gather_nd(const Tensor& out, const Tensor& x, const Tensor& indices) {
    return optimized::gather_nd(out, x, indices);
  }
  Status embedding(const Tensor& out, const Tensor& weights,
                   const Tensor& indices) {
    return optimized::embedding(out, weights, indices);
  }
  Status select_update(const Tensor& out, const Tensor& x,
                       const Tensor& indices, const Tensor& value,
                       std::int64_t axis, UpdateMode update) {
    return optimized::select_update(out, x, indices, value, axis, update);
  }
  Status scatter_nd(const Tensor& out, const Tensor& x, const Tensor& indices,
                    const Tensor& values, UpdateMode update) {
    return optimized::scatter_nd(out, x, indices, values, update);
  }
  Status scatter_reduce(const Tensor& out, const Tensor& x,
                        const Tensor& indices, const Tensor& updates,
                        std::int64_t axis, UpdateMode) {
    return optimized::scatter_or(out, x, indices, updates, axis);
  }
  Status embedding_backward(const Tensor& gw, const Tensor&, const Tensor& grad,
                            const Tensor& indices) {
    return optimized::embedding_backward(gw, grad, indices);
  }

  // Statistics and orders.
  void mean(const Tensor& out, const Tensor& x, const List& axes, bool) {
    optimized::mean(out, x, axes);
  }
  void any(const Tensor& out, const Tensor& x, const List& axes, bool) {
    optimized::any(out, x, axes);
  }
  void all(const Tensor& out, const Tensor& x, const List& axes, bool) {
    optimized::all(out, x, axes);
  }
  void max_abs(const Tensor& out, const Tensor& x, const List& axes, bool) {
    optimized::max_abs(out, x, axes);
  }
  void cross(const Tensor& out, const Tensor& a, const Tensor& b,
             std::int64_t axis) {
    optimized::cross(out, a, b, axis);
  }
  Status max_with_index(const Tensor& values, const Tensor& indices,
                        const Tensor& x, std::int64_t axis, bool, DType) {
    return optimized::extremum_with_index(author(), Scan::kMax, values, indices,
                                          x, axis);
  }
  Status min_with_index(const Tensor& values, const Tensor& indices,
                        const Tensor& x, std::int64_t axis, bool, DType) {
    return optimized::extremum_with_index(author(), Scan::kMin, values, indices,
                                          x, axis);
  }
  Status sort_with_indices(const Tensor& values, const Tensor& indices,
                           const Tensor& x, std::int64_t axis, bool descending,
                           DType) {
    return optimized::sort_with_indices(author(), values, indices, x, axis,
                                        descending);
  }
  Status topk(const Tensor& values, const Tensor& indices, const Tensor& x,
              std::int64_t axis, DType, std::int64_t k) {
    return optimized::topk(author(), values, indices, x, axis, k);
  }

 private:
  Author& author() { return static_cast<Author&>(*this); }
  static Result<Tensor> shown(const Tensor& x, Result<View> view) {
    if (!view) return view.status();
    return Tensor{x.dtype, *std::move(view), x.buffer};
  }
};

}  // namespace assay::optimized
