// Has reductions, the places of extrema, and scans of Eigen's tensors.
#include "adapters/eigen/dispatch.h"

namespace assay_eigen {
namespace {

template <typename N>
using Largest = Eigen::internal::MaxReducer<N, Eigen::PropagateNaN>;
template <typename N>
using Smallest = Eigen::internal::MinReducer<N, Eigen::PropagateNaN>;

// Assigns f(x, axes) to out. Neighbouring axes that are both reduced or both
// kept count as one, so a tensor of rank 4 has at most two reduced groups.
template <typename To, typename N, typename F>
Status reduce_to(const Tensor& out, const Tensor& x, const Axes& axes,
                 const F& f) {
  const Shape& shape = x.view.shape();
  std::vector<bool> is_reduced(shape.size());
  for (const std::int64_t axis : axes)
    is_reduced[static_cast<std::size_t>(axis)] = true;
  // Kept, reduced, kept, reduced, kept.
  Extents<5> groups{1, 1, 1, 1, 1};
  std::size_t group = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if ((group % 2 == 1) != is_reduced[i]) ++group;
    if (group == groups.size())
      return Status::unsupported("rank", "there are too many groups of axes");
    groups[group] *= shape[i];
  }
  To* to = first_of<To>(out);
  if (axes.size() == shape.size()) {
    DenseTensor<To, 0> all(to);
    all = f(DenseTensor<N, 1>(first_of<N>(x), x.view.numel()), Extents<1>{0});
    return {};
  }
  if (group < 3 && (groups[0] == 1 || groups[2] == 1)) {
    // A matrix, of which the rows or the columns are reduced.
    const bool are_rows = groups[2] != 1 || groups[0] == 1;
    const Extents<2> extents = are_rows ? Extents<2>{groups[1], groups[2]}
                                        : Extents<2>{groups[0], groups[1]};
    DenseTensor<To, 1> kept(to, extents[are_rows ? 1 : 0]);
    kept = f(DenseTensor<N, 2>(first_of<N>(x), extents),
             Extents<1>{are_rows ? 0 : 1});
    return {};
  }
  DenseTensor<To, 3> kept(to, groups[0], groups[2], groups[4]);
  kept = f(DenseTensor<N, 5>(first_of<N>(x), groups), Extents<2>{1, 3});
  return {};
}

}  // namespace

Status reduce(Reduction reduction, const Tensor& out, const Tensor& x,
              const Axes& axes) {
  switch (reduction) {
    case Reduction::kSum:
      return with_type<TakesNumber>(x.dtype, [&]<typename N>() {
        return reduce_to<N, N>(out, x, axes, [](const auto& v, const auto& d) {
          return v.sum(d);
        });
      });
    case Reduction::kProd:
      return with_type<TakesNumber>(x.dtype, [&]<typename N>() {
        return reduce_to<N, N>(out, x, axes, [](const auto& v, const auto& d) {
          return v.prod(d);
        });
      });
    case Reduction::kMean:
      return with_type<TakesFloating>(x.dtype, [&]<typename N>() {
        return reduce_to<N, N>(out, x, axes, [](const auto& v, const auto& d) {
          return v.mean(d);
        });
      });
    case Reduction::kMax:
      return with_type<TakesOrdered>(x.dtype, [&]<typename N>() {
        return reduce_to<N, N>(out, x, axes, [](const auto& v, const auto& d) {
          return v
              .template maximum<std::decay_t<decltype(d)>, Eigen::PropagateNaN>(
                  d);
        });
      });
    case Reduction::kMin:
      return with_type<TakesOrdered>(x.dtype, [&]<typename N>() {
        return reduce_to<N, N>(out, x, axes, [](const auto& v, const auto& d) {
          return v
              .template minimum<std::decay_t<decltype(d)>, Eigen::PropagateNaN>(
                  d);
        });
      });
    case Reduction::kAny:
      return reduce_to<bool, bool>(
          out, x, axes, [](const auto& v, const auto& d) { return v.any(d); });
    case Reduction::kAll:
      return reduce_to<bool, bool>(
          out, x, axes, [](const auto& v, const auto& d) { return v.all(d); });
  }
  return {};
}

Status arg_reduce(bool is_max, const Tensor& out, const Tensor& x,
                  std::int64_t axis) {
  return with_type<TakesOrdered>(x.dtype, [&]<typename N>() {
    const auto v = around<N>(x, axis);
    const auto find = [&](const auto& operand, auto&& places, int at) {
      if (is_max)
        places = operand.argmax(at).template cast<std::int32_t>();
      else
        places = operand.argmin(at).template cast<std::int32_t>();
    };
    auto* to = first_of<std::int32_t>(out);
    if (axis == 0)
      find(DenseTensor<N, 2>(first_of<N>(x), v.dimension(1), v.dimension(2)),
           DenseTensor<std::int32_t, 1>(to, v.dimension(2)), 0);
    else
      find(v, DenseTensor<std::int32_t, 2>(to, v.dimension(0), v.dimension(2)),
           1);
    return Status{};
  });
}

Status scan(const Tensor& out, const Tensor& x, std::int64_t axis, Scan op) {
  if (op == Scan::kSum || op == Scan::kProd)
    return with_type<TakesNumber>(x.dtype, [&]<typename N>() {
      if (op == Scan::kSum)
        around<N>(out, axis) = around<N>(x, axis).cumsum(1);
      else
        around<N>(out, axis) = around<N>(x, axis).cumprod(1);
      return Status{};
    });
  return with_type<TakesOrdered>(x.dtype, [&]<typename N>() {
    if (op == Scan::kMax)
      around<N>(out, axis) = around<N>(x, axis).scan(1, Largest<N>());
    else
      around<N>(out, axis) = around<N>(x, axis).scan(1, Smallest<N>());
    return Status{};
  });
}

}  // namespace assay_eigen
