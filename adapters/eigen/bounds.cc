// Has the larger and the smaller element, and clipping. Tensors say whether a
// NaN is propagated, while arrays leave it open, so these are ops of tensors.
#include "adapters/eigen/dispatch.h"

namespace assay_eigen {

Status larger(const Tensor& out, const Tensor& a, const Tensor& b) {
  return with_type<TakesOrdered>(out.dtype, [&]<typename N>() {
    flat<N>(out) =
        flat<N>(a).template cwiseMax<Eigen::PropagateNaN>(flat<N>(b));
    return Status{};
  });
}

Status smaller(const Tensor& out, const Tensor& a, const Tensor& b) {
  return with_type<TakesOrdered>(out.dtype, [&]<typename N>() {
    flat<N>(out) =
        flat<N>(a).template cwiseMin<Eigen::PropagateNaN>(flat<N>(b));
    return Status{};
  });
}

Status clamp(const Tensor& out, const Tensor& x, std::optional<ElementBits> low,
             std::optional<ElementBits> high) {
  return with_type<TakesReal>(out.dtype, [&]<typename N>() {
    const auto bound = [&](ElementBits bits) {
      return value_of<N>(bits, x.dtype);
    };
    if (low && high)
      flat<N>(out) = flat<N>(x).clip(bound(*low), bound(*high));
    else if (low)
      flat<N>(out) =
          flat<N>(x).template cwiseMax<Eigen::PropagateNaN>(bound(*low));
    else if (high)
      flat<N>(out) =
          flat<N>(x).template cwiseMin<Eigen::PropagateNaN>(bound(*high));
    else
      flat<N>(out) = flat<N>(x);
    return Status{};
  });
}

Status relu(const Tensor& out, const Tensor& x) {
  return with_type<TakesFloating>(out.dtype, [&]<typename N>() {
    flat<N>(out) = flat<N>(x).template cwiseMax<Eigen::PropagateNaN>(N(0));
    return Status{};
  });
}

}  // namespace assay_eigen
