// Calls of the reference in one line: operands and results as plain numbers.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "reference/reference.h"
#include "reference/scalar.h"
#include "spec/infer.h"

namespace assay::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();

using Bits = std::vector<std::uint64_t>;
using Numbers = std::vector<double>;
using ComplexNumbers = std::vector<std::complex<double>>;

// Returns a C-contiguous tensor of these elements; rank 1 unless a shape is
// given.
inline Tensor tensor_of_elements(DType dtype,
                                 const std::vector<ElementBits>& elements,
                                 Shape shape = {}) {
  if (shape.empty()) shape = {static_cast<std::int64_t>(elements.size())};
  const auto count = static_cast<std::int64_t>(elements.size());
  Bytes storage(static_cast<std::size_t>(storage_bytes(dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(storage.data(), dtype, i,
                  elements[static_cast<std::size_t>(i)]);
  Tensor tensor = *Reference().from_host(dtype, count, storage);
  tensor.view = View(shape);
  return tensor;
}
inline Tensor tensor_of_bits(DType dtype, const Bits& bits, Shape shape = {}) {
  std::vector<ElementBits> elements;
  for (std::uint64_t re : bits) elements.push_back({re, 0});
  return tensor_of_elements(dtype, elements, std::move(shape));
}
inline Tensor tensor_of(DType dtype, const Numbers& values, Shape shape = {}) {
  std::vector<ElementBits> elements;
  for (double value : values)
    elements.push_back(is_real(dtype) || is_complex(dtype)
                           ? encode(dtype, Complex{value, 0})
                           : encode(dtype, static_cast<std::int64_t>(value)));
  return tensor_of_elements(dtype, elements, std::move(shape));
}
inline Tensor tensor_of(DType dtype, const ComplexNumbers& values,
                        Shape shape = {}) {
  std::vector<ElementBits> elements;
  for (auto z : values)
    elements.push_back(encode(dtype, Complex{z.real(), z.imag()}));
  return tensor_of_elements(dtype, elements, std::move(shape));
}

// Returns the elements that a tensor shows, in row-major order.
inline std::vector<ElementBits> elements_of(const Tensor& tensor) {
  const Bytes storage = *Reference().to_host(tensor);
  std::vector<ElementBits> elements;
  for (const Index& at : indices(tensor.view.shape()))
    elements.push_back(load_element(storage.data(), tensor.dtype,
                                    tensor.view.linear_index(at)));
  return elements;
}
inline Bits bits_in(const Tensor& tensor) {
  Bits bits;
  for (ElementBits element : elements_of(tensor)) bits.push_back(element.re);
  return bits;
}
inline Numbers numbers_in(const Tensor& tensor) {
  Numbers numbers;
  for (ElementBits element : elements_of(tensor))
    numbers.push_back(
        is_real(tensor.dtype)
            ? decode<double>(tensor.dtype, element)
            : static_cast<double>(signed_value(tensor.dtype, element)));
  return numbers;
}
inline ComplexNumbers complexes_in(const Tensor& tensor) {
  ComplexNumbers numbers;
  for (ElementBits element : elements_of(tensor)) {
    const auto z = decode<Complex>(tensor.dtype, element);
    numbers.emplace_back(z.re, z.im);
  }
  return numbers;
}

// Returns a call with fresh outs of the inferred types, if the op takes some.
inline Call call_of(Op op, std::vector<Tensor> operands,
                    Attributes attributes = {},
                    DType requested = DType::kFloat32) {
  std::vector<TensorType> types;
  for (const Tensor& operand : operands)
    types.push_back({operand.dtype, operand.view.shape()});
  Call call{op, std::move(operands), std::move(attributes), {}};
  const auto inferred = infer(op, types, call.attributes, requested);
  if (inferred && !spec_of(op).signature.returns_tensor())
    for (const TensorType& type : *inferred)
      call.outs.push_back(*Reference().buffer(type.dtype, type.shape));
  return call;
}

// Executes a call that must succeed and returns its one result.
inline Tensor execute(const Call& call, const Profile& profile = kNx) {
  const auto tensors = Reference(profile).execute(call);
  EXPECT_TRUE(tensors.ok()) << tensors.status().message;
  if (!tensors) return *Reference().buffer(DType::kBool, {0});
  return call.outs.empty() ? (*tensors)[0] : call.outs[0];
}
// Asks for the answer to a call that must succeed.
inline Answer answer(const Call& call, const Profile& profile = kNx) {
  auto answered = Reference(profile).answer(call);
  EXPECT_TRUE(answered.ok()) << answered.status().message;
  return answered ? *std::move(answered) : Answer{};
}

inline Numbers unary(Op op, DType dtype, const Numbers& x,
                     const Profile& profile = kNx) {
  return numbers_in(execute(call_of(op, {tensor_of(dtype, x)}), profile));
}
inline Numbers binary(Op op, DType dtype, const Numbers& x, const Numbers& y,
                      const Profile& profile = kNx) {
  return numbers_in(execute(
      call_of(op, {tensor_of(dtype, x), tensor_of(dtype, y)}), profile));
}

// Expects the same numbers: NaN for NaN, and the same signs of zeros.
inline void expect_same(const Numbers& expected, const Numbers& actual,
                        const std::string& what = "") {
  ASSERT_EQ(expected.size(), actual.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(actual[i]))
          << what << " [" << i << "] " << actual[i];
      continue;
    }
    EXPECT_EQ(expected[i], actual[i]) << what << " [" << i << "]";
    EXPECT_EQ(std::signbit(expected[i]), std::signbit(actual[i]))
        << what << " [" << i << "]";
  }
}

}  // namespace assay::test
