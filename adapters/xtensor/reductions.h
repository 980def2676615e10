// Has reductions, the places of extrema, scans and sorts of xtensor.
#pragma once

#include <algorithm>
#include <xtensor/xaccumulator.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xreducer.hpp>
#include <xtensor/xsort.hpp>

#include "adapters/xtensor/xtensor_arrays.h"
#include "spec/cells.h"
#include "spec/result.h"

namespace assay_xtensor {

using Axes = std::vector<std::int64_t>;
using assay::Status;

// Returns the shape without the reduced axes.
inline Shape kept(const Shape& shape, const Axes& axes) {
  Shape rest;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) ==
        axes.end())
      rest.push_back(shape[i]);
  return rest;
}

template <typename F, typename To, typename T>
void reduce(F f, Array<To> out, Array<const T> x, const Axes& axes) {
  auto to = result(out, kept(x.shape(), axes));
  Extents reduced(axes.begin(), axes.end());
  std::sort(reduced.begin(), reduced.end());
  xt::noalias(to) = f(operand(x), reduced);
}

class Reductions {
 public:
#define ASSAY_REDUCTION(op, Kind, function)                                   \
  template <Kind T>                                                           \
  void op(Array<T> out, Array<const T> x, const Axes& axes, bool) {           \
    reduce([](auto&& v, const auto& a) { return function(std::move(v), a); }, \
           out, x, axes);                                                     \
  }
  ASSAY_REDUCTION(reduce_sum, Number, xt::sum)
  ASSAY_REDUCTION(reduce_prod, Number, xt::prod)
  ASSAY_REDUCTION(reduce_max, Real, xt::amax)
  ASSAY_REDUCTION(reduce_min, Real, xt::amin)
  ASSAY_REDUCTION(mean, Floating, xt::mean)
#undef ASSAY_REDUCTION

  template <Real T>
  void argmax(Array<std::int32_t> out, Array<const T> x, std::int64_t axis,
              bool) {
    auto to = result(out, kept(x.shape(), {axis}));
    to = xt::cast<std::int32_t>(xt::argmax(dense_operand(x), axis));
  }
  template <Real T>
  void argmin(Array<std::int32_t> out, Array<const T> x, std::int64_t axis,
              bool) {
    auto to = result(out, kept(x.shape(), {axis}));
    to = xt::cast<std::int32_t>(xt::argmin(dense_operand(x), axis));
  }
  template <Number T>
  Status associative_scan(Array<T> out, Array<const T> x, std::int64_t axis,
                          assay::Scan op) {
    auto to = result(out, out.shape());
    if (op == assay::Scan::kSum)
      to = xt::cumsum(operand(x), axis);
    else if (op == assay::Scan::kProd)
      to = xt::cumprod(operand(x), axis);
    else
      return Status::unsupported("op", "xtensor has cumsum and cumprod");
    return {};
  }
  template <Real T>
  Status sort(Array<T> out, Array<const T> x, std::int64_t axis,
              bool descending) {
    if (descending) return Status::unsupported("op", "xt::sort ascends");
    auto to = result(out, out.shape());
    to = xt::sort(dense_operand(x), axis);
    return {};
  }
  template <Real T>
  Status argsort(Array<std::int32_t> out, Array<const T> x, std::int64_t axis,
                 bool descending) {
    if (descending) return Status::unsupported("op", "xt::argsort ascends");
    auto to = result(out, out.shape());
    to = xt::cast<std::int32_t>(xt::argsort(dense_operand(x), axis));
    return {};
  }
};

}  // namespace assay_xtensor
