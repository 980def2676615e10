// Makes elements that show a structural error bit for bit: terms and factors
// whose partial sums and products are all exact, and addresses, which tell from
// where they were read. Tested by
// tests/harness/operands/exact_operands_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/case/seed.h"
#include "spec/element.h"
#include "spec/shape.h"

namespace assay {

// Returns the element that holds a small integer.
ElementBits small_integer(DType dtype, std::int64_t value);

// Draws an integer other than 0 with a magnitude of at most 7, or 2 for 8-bit
// floats. Products of two such terms add up exactly in float32 for up to 2^18
// terms (2^17 complex ones), in any order.
ElementBits draw_term(DType dtype, ValueStream& stream);

// Draws a factor other than 1. For integers it is odd, because a later factor
// cannot cancel it modulo a power of two. For floats it is a signed power of
// two, mostly -1, and for complex numbers a unit times such a power. Products
// of 300 factors are exact and within the range of float32.
ElementBits draw_factor(DType dtype, ValueStream& stream);

// Return the number of different addresses that a dtype has, and the address
// with this number. Addresses are elements other than 0 whose product with 1
// and sum with 0 are exact. From the count on they repeat.
std::int64_t address_count(DType dtype);
ElementBits address_element(DType dtype, std::int64_t number);

// Returns f(index) for each index of a shape, in row-major order.
std::vector<ElementBits> elements_by_index(
    const Shape& shape, const std::function<ElementBits(const Index&)>& f);

}  // namespace assay
