// Has the ops that move elements: each is one expression of Eigen's tensors,
// whose result is a new tensor.
#include "adapters/eigen/dispatch.h"

namespace assay_eigen {
namespace {

// Makes y and assigns f(x) to it, for x as a tensor of Eigen.
template <typename F>
Result<Tensor> moved(HostMemory& memory, const Tensor& x, const Shape& shape,
                     const F& f) {
  Result<Tensor> y = memory.buffer(x.dtype, shape);
  if (!y) return y;
  const Status status = with_width(x.dtype, [&]<typename N>() {
    return with_rank(x.view.rank(), [&]<int rank>() {
      mapped<N, rank>(*y) = f.template operator()<rank>(mapped<N, rank>(x));
      return Status{};
    });
  });
  if (!status.ok()) return status;
  return y;
}

}  // namespace

Result<Tensor> full(HostMemory& memory, assay::DType dtype, const Shape& shape,
                    ElementBits value) {
  Result<Tensor> y = memory.buffer(dtype, shape);
  if (!y) return y;
  const Status status = with_width(dtype, [&]<typename N>() {
    flat<N>(*y).setConstant(value_of<N>(value, dtype));
    return Status{};
  });
  if (!status.ok()) return status;
  return y;
}

Status assign(const Tensor& out, const Tensor& x) {
  return with_width(x.dtype, [&]<typename N>() {
    flat<N>(out) = flat<N>(x);
    return Status{};
  });
}

Result<Tensor> permute(HostMemory& memory, const Tensor& x, const Axes& axes) {
  Shape shape;
  for (const std::int64_t axis : axes)
    shape.push_back(x.view.shape()[static_cast<std::size_t>(axis)]);
  return moved(memory, x, shape, [&]<int rank>(const auto& v) {
    return v.shuffle(listed<rank>(axes, 0));
  });
}

Result<Tensor> expand(HostMemory& memory, const Tensor& x, const Shape& shape) {
  if (x.view.rank() != shape.size()) {
    // A scalar is a tensor whose extents are 1.
    auto ones = x.view.reshape(Shape(shape.size(), 1));
    if (!ones) return ones.status();
    return expand(memory, {x.dtype, *std::move(ones), x.buffer}, shape);
  }
  Shape times;
  for (std::size_t i = 0; i < shape.size(); ++i)
    times.push_back(shape[i] == x.view.shape()[i] ? 1 : shape[i]);
  return moved(memory, x, shape, [&]<int rank>(const auto& v) {
    return v.broadcast(listed<rank>(times));
  });
}

Result<Tensor> shrink(HostMemory& memory, const Tensor& x,
                      const Pairs& ranges) {
  Shape starts, extents;
  for (const auto& [start, stop] : ranges) {
    starts.push_back(start);
    extents.push_back(stop - start);
  }
  return moved(memory, x, extents, [&]<int rank>(const auto& v) {
    return v.slice(listed<rank>(starts, 0), listed<rank>(extents));
  });
}

Result<Tensor> flip(HostMemory& memory, const Tensor& x,
                    const std::vector<bool>& axes) {
  return moved(memory, x, x.view.shape(), [&]<int rank>(const auto& v) {
    std::array<bool, rank> reversed{};
    for (std::size_t i = 0; i < axes.size(); ++i) reversed[i] = axes[i];
    return v.reverse(reversed);
  });
}

Status pad(const Tensor& y, const Tensor& x, const Pairs& padding,
           ElementBits value) {
  return with_width(x.dtype, [&]<typename N>() {
    return with_rank(x.view.rank(), [&]<int rank>() {
      std::array<std::pair<Eigen::Index, Eigen::Index>, rank> widths{};
      for (std::size_t i = 0; i < padding.size(); ++i) widths[i] = padding[i];
      mapped<N, rank>(y) =
          mapped<N, rank>(x).pad(widths, value_of<N>(value, x.dtype));
      return Status{};
    });
  });
}

Status cat(const Tensor& out, const Tensor& a, const Tensor& b,
           std::int64_t axis) {
  return with_width(out.dtype, [&]<typename N>() {
    return with_rank(out.view.rank(), [&]<int rank>() {
      mapped<N, rank>(out) =
          mapped<N, rank>(a).concatenate(mapped<N, rank>(b), axis);
      return Status{};
    });
  });
}

Status repeat(const Tensor& out, const Tensor& x, std::int64_t axis,
              std::int64_t times) {
  return with_width(out.dtype, [&]<typename N>() {
    around<N>(out, axis) =
        around<N>(x, axis).broadcast(Extents<3>{1, times, 1});
    return Status{};
  });
}

Result<Tensor> slice_general(HostMemory& memory, const Tensor& x,
                             const Axes& starts, const Axes& limits,
                             const Axes& strides) {
  Shape extents;
  for (std::size_t i = 0; i < starts.size(); ++i)
    extents.push_back(limits[i] > starts[i]
                          ? (limits[i] - starts[i] - 1) / strides[i] + 1
                          : 0);
  return moved(memory, x, extents, [&]<int rank>(const auto& v) {
    return v.stridedSlice(listed<rank>(starts, 0), listed<rank>(limits),
                          listed<rank>(strides));
  });
}

}  // namespace assay_eigen
