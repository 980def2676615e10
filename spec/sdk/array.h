// Defines Array<T>, which shows the elements of a tensor in host memory as C++
// values, and the C++ type of each dtype. The functions of a TypedBackend take
// arrays.
// Tested by tests/spec/typed_backend_test.cc.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "spec/dtype.h"
#include "spec/float_codec.h"
#include "spec/shape.h"
#include "spec/view.h"

namespace assay {

// Holds a float of a format that C++ has no type for. It converts to float
// exactly and back with one rounding, so that x + y computed in float is
// correctly rounded.
template <DType dtype>
struct NarrowFloat {
  using Bits = std::conditional_t<spec_of(dtype).bits == 16, std::uint16_t,
                                  std::uint8_t>;
  Bits bits = 0;

  NarrowFloat() = default;
  NarrowFloat(float x)  // NOLINT
      : bits(static_cast<Bits>(encode_real(format_of(dtype), x))) {}
  operator float() const {  // NOLINT
    return static_cast<float>(decode_real(format_of(dtype), bits));
  }
};
using Float16 = NarrowFloat<DType::kFloat16>;
using Bfloat16 = NarrowFloat<DType::kBfloat16>;
using Float8E4m3fn = NarrowFloat<DType::kFloat8E4m3fn>;
using Float8E5m2 = NarrowFloat<DType::kFloat8E5m2>;

// Names the C++ type of each dtype. The 4-bit dtypes have no type, because
// their elements have no address; functions that support them take tensors.
template <DType dtype>
constexpr auto element_type_of() {
  if constexpr (dtype == DType::kFloat32) return std::type_identity<float>();
  if constexpr (dtype == DType::kFloat64) return std::type_identity<double>();
  if constexpr (kNarrowFloats.contains(dtype))
    return std::type_identity<NarrowFloat<dtype>>();
  if constexpr (dtype == DType::kInt8) return std::type_identity<std::int8_t>();
  if constexpr (dtype == DType::kUint8)
    return std::type_identity<std::uint8_t>();
  if constexpr (dtype == DType::kInt16)
    return std::type_identity<std::int16_t>();
  if constexpr (dtype == DType::kUint16)
    return std::type_identity<std::uint16_t>();
  if constexpr (dtype == DType::kInt32)
    return std::type_identity<std::int32_t>();
  if constexpr (dtype == DType::kUint32)
    return std::type_identity<std::uint32_t>();
  if constexpr (dtype == DType::kInt64)
    return std::type_identity<std::int64_t>();
  if constexpr (dtype == DType::kUint64)
    return std::type_identity<std::uint64_t>();
  if constexpr (dtype == DType::kComplex64)
    return std::type_identity<std::complex<float>>();
  if constexpr (dtype == DType::kComplex128)
    return std::type_identity<std::complex<double>>();
  if constexpr (dtype == DType::kBool) return std::type_identity<bool>();
}
template <DType dtype>
requires(!kPacked.contains(dtype)) using ElementType =
    typename decltype(element_type_of<dtype>())::type;

// Gives access to the elements of a storage that a view shows. T is const for
// operands. It points to the storage and the view and must not outlive them.
template <typename T>
class Array {
 public:
  Array(T* storage, const View& view) : storage_(storage), view_(&view) {}

  const Shape& shape() const { return view_->shape(); }
  // Returns the strides in elements. They are zero on axes that the view
  // repeats and negative on axes that it reverses.
  const Strides& strides() const { return view_->strides(); }
  std::size_t rank() const { return view_->rank(); }
  std::int64_t size() const { return view_->numel(); }

  // Returns a pointer to the element at index 0 of every axis.
  T* first() const { return storage_ + view_->offset(); }
  // Returns whether first()[0] … first()[size() - 1] are the elements in
  // row-major order. This is so for every out except that of assign.
  bool is_row_major() const { return view_->is_row_major(); }

  // Returns the element at an index; `at` has one entry per axis.
  T& operator[](const Index& at) const {
    return storage_[view_->linear_index(at)];
  }
  // Returns the indices of all elements in row-major order.
  IndexSpace indices() const { return IndexSpace(shape()); }

 private:
  T* storage_;
  const View* view_;
};

// Gives access to an operand of indices, which are int32 in some variants of an
// op and int64 in others.
class IndexArray {
 public:
  IndexArray(const void* storage, DType dtype, const View& view)
      : storage_(storage), is_long_(dtype == DType::kInt64), view_(&view) {}

  const Shape& shape() const { return view_->shape(); }
  std::int64_t operator[](const Index& at) const {
    const std::int64_t place = view_->linear_index(at);
    return is_long_ ? static_cast<const std::int64_t*>(storage_)[place]
                    : static_cast<const std::int32_t*>(storage_)[place];
  }
  // Returns the indices of all elements in row-major order.
  IndexSpace indices() const { return IndexSpace(shape()); }

 private:
  const void* storage_;
  bool is_long_;
  const View* view_;
};

}  // namespace assay
