// Provides the terms in which rows about views are written: properties of a
// tensor's strides, and operands that are read by other strides.
// Tested by tests/adversary/witness_test.cc.
#pragma once

#include <algorithm>

#include "tests/adversary/faults.h"

namespace assay::adversary {

using Tensor = AssayTensor;

inline bool is_strided(const Tensor& tensor) { return !is_row_major(tensor); }
inline bool has_zero_stride(const Tensor& tensor) {
  for (std::uint32_t axis = 0; axis < tensor.rank; ++axis)
    if (tensor.shape[axis] > 1 && tensor.strides[axis] == 0) return true;
  return false;
}
inline bool has_negative_stride(const Tensor& tensor) {
  for (std::uint32_t axis = 0; axis < tensor.rank; ++axis)
    if (tensor.shape[axis] > 1 && tensor.strides[axis] < 0) return true;
  return false;
}
inline std::int64_t last_stride(const Tensor& tensor) {
  return tensor.rank == 0 ? 1 : tensor.strides[tensor.rank - 1];
}
inline std::int64_t largest_stride(const Tensor& tensor) {
  std::int64_t largest = 0;
  for (std::uint32_t axis = 0; axis < tensor.rank; ++axis)
    largest = std::max(largest, std::abs(tensor.strides[axis]));
  return largest;
}
// The last two axes are those of a transposed matrix.
inline bool is_transposed(const Tensor& tensor) {
  return tensor.rank >= 2 && tensor.strides[tensor.rank - 2] == 1 &&
         tensor.strides[tensor.rank - 1] > 1;
}

// Misreads operands for which a condition on the tensor alone holds.
inline Fault misreads_where(bool (*condition)(const Tensor& tensor),
                            Address address) {
  return misreads(
      [=](const CallSite&, const Tensor& tensor) { return condition(tensor); },
      std::move(address));
}
// Misreads one operand where a condition on it holds.
inline Fault misreads_one(std::size_t which,
                          bool (*condition)(const Tensor& tensor),
                          Address address) {
  return [=](CallSite& site) {
    if (which < site.operands.size() && condition(site.operands[which]))
      misread(site, which, address);
    return site.forward();
  };
}

// Addresses by other strides: `change` gets an axis and its stride.
inline Address with_strides(
    std::function<std::int64_t(const Tensor& tensor, std::size_t axis)>
        stride) {
  return [=](const Index& at, const Tensor& tensor) {
    std::int64_t place = tensor.offset;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      place += at[axis] * stride(tensor, axis);
    return place;
  };
}
inline Address with_inner_stride_one() {
  return with_strides([](const Tensor& tensor, std::size_t axis) {
    return axis + 1 == tensor.rank ? 1 : tensor.strides[axis];
  });
}

}  // namespace assay::adversary
