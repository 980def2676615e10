// Implements these ops as a search for positions and a gather of the elements
// there, so that each element keeps its bits.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/selection/ordered.h"

#include <algorithm>
#include <utility>

#include "optimized/arrays/indexing.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/element_bits.h"
#include "optimized/reduction/reduction.h"
#include "optimized/resources/parallel.h"
#include "optimized/sorting/largest_rows.h"
#include "optimized/sorting/sorting.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Positions of elements along an axis. They have the dtype that the caller
// asked for, or are converted to it at the end.
class Positions {
 public:
  Positions(Backend& backend, const Tensor& indices) : indices_(indices) {
    tensor_ = indices;
    if (indices.dtype == DType::kInt32) return;
    auto made = backend.buffer(DType::kInt32, indices.view.shape());
    status_ = made.status();
    if (made) tensor_ = *std::move(made);
  }

  // Says whether there was memory for them.
  const Status& status() const { return status_; }
  // Returns them as an int32 tensor.
  const Tensor& tensor() const { return tensor_; }
  std::int32_t* data() const {
    return reinterpret_cast<std::int32_t*>(HostMemory::storage_of(tensor_)) +
           tensor_.view.offset();
  }

  void store() const {
    if (indices_.dtype == DType::kInt32) return;
    ElementsOut to(indices_);
    const std::int32_t* from = data();
    const std::int64_t count = indices_.view.numel();
    with_bits_of(to.bytes(), [&]<typename T>(T) {
      if constexpr (sizeof(T) <= 8)
        for (std::int64_t i = 0; i < count; ++i)
          reinterpret_cast<T*>(to.storage())[i] = static_cast<T>(from[i]);
    });
  }

 private:
  const Tensor& indices_;
  Tensor tensor_;
  Status status_;
};

// Returns the tensor with its axis kept, of extent 1.
Tensor with_axis(const Tensor& reduced, const Shape& shape, std::int64_t axis) {
  Shape kept = shape;
  kept[static_cast<std::size_t>(axis)] = 1;
  Tensor shown = reduced;
  shown.view = View(kept, row_major_strides(kept), reduced.view.offset());
  return shown;
}

}  // namespace

Status extremum_with_index(Backend& backend, Scan op, const Tensor& values,
                           const Tensor& indices, const Tensor& x,
                           std::int64_t axis) {
  if (values.view.numel() == 0) return {};
  const Positions found(backend, indices);
  if (!found.status().ok()) return found.status();
  arg_reduce_into(op, found.data(), x, axis);
  const Shape& shape = x.view.shape();
  if (Status s = gather(with_axis(values, shape, axis), x,
                        with_axis(found.tensor(), shape, axis), axis);
      !s.ok())
    return s;
  found.store();
  return {};
}

Status sort_with_indices(Backend& backend, const Tensor& values,
                         const Tensor& indices, const Tensor& x,
                         std::int64_t axis, bool descending) {
  if (values.view.numel() == 0) return {};
  const Positions found(backend, indices);
  if (!found.status().ok()) return found.status();
  if (Status s = argsort(found.tensor(), x, axis, descending); !s.ok())
    return s;
  if (Status s = gather(values, x, found.tensor(), axis); !s.ok()) return s;
  found.store();
  return {};
}

Status topk(Backend& backend, const Tensor& values, const Tensor& indices,
            const Tensor& x, std::int64_t axis, std::int64_t k) {
  if (values.view.numel() == 0) return {};
  const Positions found(backend, indices);
  if (!found.status().ok()) return found.status();
  largest(found.tensor(), x, axis, k);
  if (Status s = gather(values, x, found.tensor(), axis); !s.ok()) return s;
  found.store();
  return {};
}

}  // namespace assay::optimized
