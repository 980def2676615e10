// Returns the storage of a case's tensors: the elements that the case gives,
// those of its recipe, or poison, which fills what a step has to write. Tested
// by tests/harness/run/program_test.cc.
#pragma once

#include <vector>

#include "harness/case/case.h"

namespace assay {

// What stands in outs before they are written. The first is finite; the second
// is a NaN where the dtype has one, and differs in every bit otherwise.
enum class Poison { kFirst, kSecond };

// Returns the storage of a case tensor: given, made by its recipe, or poison
// in a pattern that no kernel writes by chance.
std::vector<ElementBits> storage_of(const CaseTensor& tensor,
                                    Poison poison = Poison::kFirst);

// Returns whether a tensor's elements are poison.
inline bool is_poisoned(const CaseTensor& tensor) {
  return !tensor.storage && !tensor.recipe;
}

// Returns the elements that a view shows of a storage, in row-major order.
std::vector<ElementBits> elements_of(const Tensor& tensor,
                                     const Bytes& storage);

// Returns whether packed elements leave the last nibble of their storage free.
inline bool has_odd_nibble(DType dtype, std::int64_t count) {
  return spec_of(dtype).bits == 4 && count % 2 == 1;
}

}  // namespace assay
