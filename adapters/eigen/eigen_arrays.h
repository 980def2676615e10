// Shows tensors of the kit as Eigen's maps, so that Eigen reads operands where
// they are stored. Elementwise ops work on arrays: one call for operands in
// row-major order, else one call for each row, with the strides of the view.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <unsupported/Eigen/CXX11/Tensor>

#include "spec/sdk/array.h"
#include "spec/sdk/host_memory.h"

namespace assay_eigen {

// Is Eigen's type of an element. Its 16-bit floats have the same bits.
template <typename T>
struct NativeOf {
  using Type = T;
};
template <>
struct NativeOf<assay::Float16> {
  using Type = Eigen::half;
};
template <>
struct NativeOf<assay::Bfloat16> {
  using Type = Eigen::bfloat16;
};
template <typename T>
using Native = typename NativeOf<T>::Type;

template <typename T>
concept Complex = std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>>;
template <typename T>
concept Floating = std::floating_point<T> || std::same_as<T, assay::Float16> ||
    std::same_as<T, assay::Bfloat16>;
template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <typename T>
concept Real = Floating<T> || Integer<T>;
template <typename T>
concept Ordered = Real<T> || std::same_as<T, bool>;
template <typename T>
concept Inexact = Floating<T> || Complex<T>;
template <typename T>
concept Number = Real<T> || Complex<T>;
template <typename T>
concept Element = Number<T> || std::same_as<T, bool>;

template <typename T>
auto* native(T* pointer) {
  using Plain = Native<std::remove_const_t<T>>;
  using Result = std::conditional_t<std::is_const_v<T>, const Plain, Plain>;
  return reinterpret_cast<Result*>(pointer);
}

template <typename N>
using Vector = Eigen::Array<std::remove_const_t<N>, Eigen::Dynamic, 1>;
template <typename N>
using Mapped = Eigen::Map<
    std::conditional_t<std::is_const_v<N>, const Vector<N>, Vector<N>>>;
template <typename N>
using Strided = Eigen::Map<const Vector<N>, Eigen::Unaligned,
                           Eigen::InnerStride<Eigen::Dynamic>>;

// Returns the place in the storage of the first element of a row.
template <typename T>
T* row_of(assay::Array<T> x, const assay::Index& outer) {
  T* first = x.first();
  for (std::size_t i = 0; i < outer.size(); ++i)
    first += outer[i] * x.strides()[i];
  return first;
}

// Assigns f of the operands to out.
template <typename F, typename To, typename... From>
void each(F f, assay::Array<To> out, assay::Array<const From>... x) {
  auto* to = native(out.first());
  if ((x.is_row_major() && ...)) {
    Mapped<Native<To>>(to, out.size()) =
        f(Mapped<const Native<From>>(native(x.first()), out.size())...);
    return;
  }
  const assay::Shape& shape = out.shape();
  const std::int64_t length = shape.back();
  const assay::Shape leading(shape.begin(), shape.end() - 1);
  for (const assay::Index& outer : assay::IndexSpace(leading)) {
    Mapped<Native<To>>(to, length) = f(Strided<const Native<From>>(
        native(row_of(x, outer)), length,
        Eigen::InnerStride<Eigen::Dynamic>(x.strides().back()))...);
    to += length;
  }
}

template <typename N, int rank>
using DenseTensor =
    Eigen::TensorMap<Eigen::Tensor<N, rank, Eigen::RowMajor, Eigen::Index>>;

// Returns where the first element of a tensor is.
template <typename N>
N* first_of(const assay::Tensor& tensor) {
  return reinterpret_cast<N*>(assay::HostMemory::storage_of(tensor)) +
         tensor.view.offset();
}

}  // namespace assay_eigen
