// Turns the dtype and the rank of a tensor into types for Eigen's templates.
#pragma once

#include <array>
#include <string>

#include "adapters/eigen/eigen_arrays.h"
#include "adapters/eigen/tensor_ops.h"

namespace assay_eigen {

inline Status no_dtype(assay::DType dtype) {
  return Status::unsupported("dtype", std::string(name_of(dtype)));
}

// Returns f.operator()<N>() for Eigen's type N of a dtype that Takes accepts.
template <template <typename> typename Takes, typename F>
Status with_type(assay::DType dtype, const F& f) {
  const auto call = [&]<assay::DType d>() {
    using T = assay::ElementType<d>;
    if constexpr (Takes<T>::value)
      return f.template operator()<Native<T>>();
    else
      return no_dtype(dtype);
  };
  using assay::DType;
  switch (dtype) {
#define ASSAY_CASE(name) \
  case DType::name:      \
    return call.template operator()<DType::name>();
    ASSAY_CASE(kFloat16)
    ASSAY_CASE(kBfloat16)
    ASSAY_CASE(kFloat32)
    ASSAY_CASE(kFloat64)
    ASSAY_CASE(kInt8)
    ASSAY_CASE(kUint8)
    ASSAY_CASE(kInt16)
    ASSAY_CASE(kUint16)
    ASSAY_CASE(kInt32)
    ASSAY_CASE(kUint32)
    ASSAY_CASE(kInt64)
    ASSAY_CASE(kUint64)
    ASSAY_CASE(kComplex64)
    ASSAY_CASE(kComplex128)
    ASSAY_CASE(kBool)
#undef ASSAY_CASE
    default:
      return no_dtype(dtype);
  }
}
template <typename T>
using TakesFloating = std::bool_constant<Floating<T>>;
template <typename T>
using TakesOrdered = std::bool_constant<Ordered<T>>;
template <typename T>
using TakesReal = std::bool_constant<Real<T>>;
template <typename T>
using TakesNumber = std::bool_constant<Number<T>>;
template <typename T>
using TakesElement = std::bool_constant<Element<T>>;
template <typename T>
using TakesBool = std::bool_constant<std::same_as<T, bool>>;
// Is of the dtypes that the factorizations are claimed for.
template <typename T>
using TakesWide = std::bool_constant<std::floating_point<T> || Complex<T>>;

// Returns f.operator()<N>() for the type N that stands for all dtypes of a
// width in movements, which do not look at values.
template <typename F>
Status with_width(assay::DType dtype, const F& f) {
  switch (assay::spec_of(dtype).bits) {
    case 8:
      return f.template operator()<std::uint8_t>();
    case 16:
      return f.template operator()<Eigen::half>();
    case 32:
      return f.template operator()<float>();
    case 64:
      return f.template operator()<double>();
    case 128:
      return f.template operator()<std::complex<double>>();
    default:
      return no_dtype(dtype);
  }
}

inline constexpr int kMaxRank = 4;

// Returns f.operator()<rank>() for 1 to 4; a tensor of rank 0 counts as a
// vector of one element.
template <typename F>
Status with_rank(std::size_t rank, const F& f) {
  switch (rank) {
    case 0:
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    case 4:
      return f.template operator()<4>();
    default:
      return Status::unsupported("rank", "tensors have 0 to 4 axes");
  }
}

template <int rank>
using Extents = std::array<Eigen::Index, rank>;

// Returns a list with an entry for each axis, or one entry for rank 0.
template <int rank, typename List>
Extents<rank> listed(const List& list, Eigen::Index otherwise = 1) {
  Extents<rank> extents;
  extents.fill(otherwise);
  for (std::size_t i = 0; i < list.size(); ++i) extents[i] = list[i];
  return extents;
}

template <typename N, int rank>
DenseTensor<N, rank> mapped(const Tensor& x) {
  return {first_of<N>(x), listed<rank>(x.view.shape())};
}
template <typename N>
DenseTensor<N, 1> flat(const Tensor& x) {
  return {first_of<N>(x), Extents<1>{x.view.numel()}};
}

// Returns the product of the extents of axes from `first` to before `last`.
inline Eigen::Index extent_between(const Shape& shape, std::size_t first,
                                   std::size_t last) {
  Eigen::Index product = 1;
  for (std::size_t i = first; i < last; ++i) product *= shape[i];
  return product;
}
// Shows a tensor with three axes: those before an axis, the axis, the others.
template <typename N>
DenseTensor<N, 3> around(const Tensor& x, std::int64_t axis) {
  const Shape& shape = x.view.shape();
  const auto at = static_cast<std::size_t>(axis);
  return {first_of<N>(x),
          Extents<3>{extent_between(shape, 0, at), shape[at],
                     extent_between(shape, at + 1, shape.size())}};
}

// Returns the value whose bits an attribute has.
template <typename N>
N value_of(ElementBits bits, assay::DType dtype) {
  N value;
  assay::store_element(reinterpret_cast<std::byte*>(&value), dtype, 0, bits);
  return value;
}

}  // namespace assay_eigen
