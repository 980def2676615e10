// Shows tensors of the kit as adaptors of xtensor, with the strides that they
// have, and assigns expressions to them.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <vector>
#include <xtensor/xadapt.hpp>
#include <xtensor/xnoalias.hpp>

#include "spec/sdk/array.h"

namespace assay_xtensor {

using assay::Array;
using assay::Shape;

template <typename T>
concept Floating = std::floating_point<T>;
template <typename T>
concept Complex = std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>>;
template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <typename T>
concept Real = Floating<T> || Integer<T>;
template <typename T>
concept Ordered = Floating<T> || std::integral<T>;
template <typename T>
concept Inexact = Floating<T> || Complex<T>;
template <typename T>
concept Number = Real<T> || Complex<T>;
template <typename T>
concept Element = Number<T> || std::same_as<T, bool>;

using Extents = std::vector<std::size_t>;

// Returns an adaptor of an operand, with any strides.
template <typename T>
auto operand(Array<const T> x) {
  const Extents shape(x.shape().begin(), x.shape().end());
  const std::vector<std::ptrdiff_t> strides(x.strides().begin(),
                                            x.strides().end());
  return xt::adapt(x.first(), static_cast<std::size_t>(x.size()),
                   xt::no_ownership(), shape, strides);
}

// Returns an adaptor of an operand in row-major order. Sorts and the places of
// extrema refuse adaptors whose layout is known only when the program runs.
template <typename T>
auto dense_operand(Array<const T> x) {
  const Extents shape(x.shape().begin(), x.shape().end());
  return xt::adapt<xt::layout_type::row_major>(
      x.first(), static_cast<std::size_t>(x.size()), xt::no_ownership(), shape);
}

// Returns an adaptor of an out, which is in row-major order.
template <typename T>
auto result(Array<T> out, const Shape& shape) {
  const Extents extents(shape.begin(), shape.end());
  return xt::adapt<xt::layout_type::row_major>(
      out.first(), static_cast<std::size_t>(out.size()), xt::no_ownership(),
      extents);
}

// Assigns f of the operands to out.
template <typename F, typename To, typename... From>
void each(F f, Array<To> out, Array<const From>... x) {
  auto to = result(out, out.shape());
  xt::noalias(to) = f(operand(x)...);
}

}  // namespace assay_xtensor
