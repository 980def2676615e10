// Asks the reference about calls on lists of elements. For the tests of
// contractions.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "reference/reference.h"
#include "reference/scalar.h"

namespace assay::test {

// Returns a C-contiguous tensor of these elements.
inline Tensor oracle_tensor(DType dtype,
                            const std::vector<ElementBits>& elements,
                            const Shape& shape) {
  const auto count = static_cast<std::int64_t>(elements.size());
  Bytes storage(static_cast<std::size_t>(storage_bytes(dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(storage.data(), dtype, i,
                  elements[static_cast<std::size_t>(i)]);
  Tensor tensor = *Reference().from_host(dtype, count, storage);
  tensor.view = View(shape);
  return tensor;
}

// Returns the elements that a tensor shows, in row-major order.
inline std::vector<ElementBits> oracle_elements(const Tensor& tensor) {
  const Bytes storage = *Reference().to_host(tensor);
  std::vector<ElementBits> elements;
  for (const Index& at : indices(tensor.view.shape()))
    elements.push_back(load_element(storage.data(), tensor.dtype,
                                    tensor.view.linear_index(at)));
  return elements;
}

// Returns the answer to a call that must succeed.
inline Answer oracle_answer(const Call& call) {
  auto answered = Reference().answer(call);
  EXPECT_TRUE(answered.ok()) << answered.status().message;
  return answered ? *std::move(answered) : Answer{};
}

}  // namespace assay::test
