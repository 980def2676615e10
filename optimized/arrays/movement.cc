// Implements pad and cat. pad fills what surrounds the operand, run by run and
// each place once. Then both copy their operands into parts of the out.
// Tested by the movement family of the suite.
#include "optimized/arrays/movement.h"

#include <algorithm>
#include <cstring>

#include "optimized/layout/axes.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

using Padding = std::vector<std::pair<std::int64_t, std::int64_t>>;

// For each axis, fills what is before and after the operand along it, within
// the operand's extents on the axes before it. Such a part is one run.
template <typename T>
void fill_around(T* out, const Shape& shape, const Padding& padding, T value) {
  Axes<1> inside;
  std::int64_t start = 0;
  const Strides strides = row_major_strides(shape);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t before = padding[axis].first;
    const std::int64_t after = padding[axis].second;
    const std::int64_t stride = strides[axis];
    if (before != 0 || after != 0)
      for_outer(inside, inside.count(), [&](const auto& offsets) {
        T* first = out + start + offsets[0];
        std::fill_n(first, before * stride, value);
        std::fill_n(first + (shape[axis] - after) * stride, after * stride,
                    value);
      });
    inside.add({shape[axis] - before - after, {stride}});
    start += before * stride;
  }
}

template <typename T>
T element_of(ElementBits value) {
  T element{};
  if constexpr (sizeof(T) == 16)
    element = {value.re, value.im};
  else
    element = static_cast<T>(value.re);
  return element;
}

// Joins members row by row, so that the out is written in order, if each gives
// a run of bytes to a row that is not too short for a call and all of it is
// plain memory for one thread. Returns false, and writes nothing, otherwise.
bool join_rows(const Tensor& out, const std::vector<Tensor>& members,
               std::int64_t axis) {
  constexpr std::int64_t kShortest = 512;
  const std::int64_t element = bytes_of(out.dtype);
  const std::int64_t bytes = out.view.numel() * element;
  const Shape& shape = out.view.shape();
  std::int64_t rows = 1;
  for (std::int64_t k = 0; k < axis; ++k)
    rows *= shape[static_cast<std::size_t>(k)];
  if (rows < 2 || kPacked.contains(out.dtype) || goes_past_caches(bytes) ||
      is_worth_threads(2 * bytes))
    return false;
  struct Run {
    const std::byte* from;
    std::int64_t bytes;
  };
  std::vector<Run> runs;
  runs.reserve(members.size());
  for (const Tensor& member : members) {
    const std::int64_t run = member.view.numel() / rows * element;
    if (run < kShortest || !member.view.is_row_major()) return false;
    runs.push_back(
        {HostMemory::storage_of(member) + member.view.offset() * element, run});
  }
  std::byte* to = HostMemory::storage_of(out) + out.view.offset() * element;
  for (std::int64_t row = 0; row < rows; ++row)
    for (Run& run : runs) {
      copy_bytes(to, run.from, run.bytes);
      to += run.bytes;
      run.from += run.bytes;
    }
  return true;
}

}  // namespace

void pad(const Tensor& out, const Tensor& x, const Padding& padding,
         ElementBits value) {
  const Shape& shape = out.view.shape();
  if (out.dtype == DType::kComplex64)
    value = {value.re | value.im << 32, 0};  // both components in one word
  ElementsOut to(out);
  if (out.view.numel() == 0) return;
  std::int64_t start = 0;
  const Strides strides = row_major_strides(shape);
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    start += padding[axis].first * strides[axis];
  with_bits_of(to.bytes(), [&]<typename T>(T) {
    T* first = reinterpret_cast<T*>(to.storage());
    if (x.view.numel() == 0)
      std::fill_n(first, out.view.numel(), element_of<T>(value));
    else
      fill_around(first, shape, padding, element_of<T>(value));
  });
  const ElementsIn from(x);
  strided_copy(to.storage(), View(x.view.shape(), strides, start),
               from.storage(), from.view(), to.bytes());
  to.store();
}

void cat(const Tensor& out, const std::vector<Tensor>& members,
         std::int64_t axis) {
  if (join_rows(out, members, axis)) return;
  ElementsOut to(out);
  if (out.view.numel() == 0) return;
  const auto along = static_cast<std::size_t>(axis);
  const Strides strides = row_major_strides(out.view.shape());
  std::int64_t start = 0;
  for (const Tensor& member : members) {
    const ElementsIn from(member);
    const Shape& shape = member.view.shape();
    strided_copy(to.storage(), View(shape, strides, start * strides[along]),
                 from.storage(), from.view(), to.bytes());
    start += shape[along];
  }
  to.store();
}

}  // namespace assay::optimized
