// Parses the words of a witness: operands and attributes.
// Tested by tests/adversary/witness_test.cc.
#pragma once

#include <optional>
#include <string_view>

#include "spec/backend.h"
#include "spec/op_lookup.h"

namespace assay::adversary {

// An operand as its word says: what it holds and how it is looked at.
struct WitnessOperand {
  DType dtype = DType::kFloat32;
  View view;
  std::vector<ElementBits> storage;
};

// Reads "int32:5x2@1+2,1=down"; `seed` tells operands without a fill apart.
std::optional<WitnessOperand> operand_of(std::string_view word, int seed);

// Returns a view by "1+2,-1" (offset and strides) and a shape.
std::optional<View> view_of_word(std::string_view word, const Shape& shape);

// Returns `count` elements by the name of a fill, as "iota" or "v/1/2".
std::vector<ElementBits> filled(std::string_view fill, DType dtype,
                                const Shape& shape, std::int64_t count,
                                int seed);

// Sets an attribute of an op by "axis=0". Returns whether there is one. Fill
// values are read as elements of a dtype.
bool set_attribute(Op op, std::string_view word, DType element_dtype,
                   Attributes& attributes);

// Sets the attributes of an op that are not there to their usual values.
void complete_attributes(Op op, const Shape& operand, Attributes& attributes);

}  // namespace assay::adversary
