// Elements that show a structural error bit for bit: terms and factors whose
// partial sums and products are all exact, and addresses, which tell where
// they were read. Tested by tests/harness/operands/exact_operands_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/case/seed.h"
#include "spec/element.h"
#include "spec/shape.h"

namespace assay {

// Returns the element of a small integer.
ElementBits small_integer(DType dtype, std::int64_t value);

// Draws an integer that is not 0, of at most 7 in magnitude; 2 for 8-bit
// floats. The products of two add up exactly in float32 for up to 2^18 terms
// (complex: 2^17), in any order.
ElementBits draw_term(DType dtype, ValueStream& stream);

// Draws a factor other than 1: odd integers, which no later factor annuls;
// signed powers of two, mostly -1; complex units times such powers. Products
// of 300 are exact and within the range of float32.
ElementBits draw_factor(DType dtype, ValueStream& stream);

// Returns how many different addresses a dtype has, and one of them: elements
// other than 0, of which each product with 1 and sum with 0 is exact. Beyond
// the count they repeat.
std::int64_t address_count(DType dtype);
ElementBits address_element(DType dtype, std::int64_t number);

// Returns f(index) for each index of a shape, in row-major order.
std::vector<ElementBits> elements_by_index(
    const Shape& shape, const std::function<ElementBits(const Index&)>& f);

}  // namespace assay
