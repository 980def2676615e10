// Implements pad and cat. pad fills what surrounds the operand, run by run and
// each place once. Then both copy their operands into parts of the out.
// Tested by the movement family of the suite.
#include "optimized/arrays/movement.h"

#include <algorithm>
#include <cstring>

#include "optimized/layout/axes.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"

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
