// Makes the storage of a case's tensors: the elements that the case gives,
// those of its recipe, or poison for tensors that a step has to write.
// Tested by tests/harness/run/program_test.cc.
#pragma once

#include <vector>

#include "harness/case/case.h"

namespace assay {

// Chooses the elements that fill outs before they are written. kFirst is
// finite. kSecond is a NaN if the dtype has one; otherwise every bit differs
// from kFirst.
enum class Poison { kFirst, kSecond };

// Returns the storage of a case tensor: its elements, those that its recipe
// generates, or poison, a bit pattern that kernels do not write by chance.
std::vector<ElementBits> storage_of(const CaseTensor& tensor,
                                    Poison poison = Poison::kFirst);

// Returns the elements that a tensor with storage shows, in row-major order.
std::vector<ElementBits> shown_elements(const CaseTensor& tensor);

// Returns whether a tensor is filled with poison.
inline bool is_poisoned(const CaseTensor& tensor) {
  return !tensor.storage && !tensor.recipe;
}

// Returns the elements of a storage that the view shows, in row-major order.
std::vector<ElementBits> elements_of(const Tensor& tensor,
                                     const Bytes& storage);

// Returns whether packed elements leave the last nibble of their storage
// unused.
inline bool has_odd_nibble(DType dtype, std::int64_t count) {
  return spec_of(dtype).bits == 4 && count % 2 == 1;
}

}  // namespace assay
