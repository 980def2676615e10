// Converts elements to and from the text of case files. Integers are decimal,
// bool is "0" or "1", and floats are C99 hex floats, "inf", "-inf", "nan" or
// "nan:BITS".
// Tested by tests/spec/element_text_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "spec/element.h"
#include "spec/result.h"

namespace assay {

// Returns the text of one component: of a bool, integer or real element, or of
// one part of a complex element. The text of a NaN has its bits.
std::string component_text(DType dtype, std::uint64_t bits);

// Returns the text of an element. A complex element is written as "re,im".
std::string element_text(DType dtype, ElementBits bits);

// Returns the element as a decimal number, for readers.
std::string decimal_text(DType dtype, ElementBits bits);

// Returns the storage bits in hexadecimal, e.g. "0x3f800000".
std::string bits_text(DType dtype, ElementBits bits);

// Parses the text of one component. Fails unless the value is exactly
// representable; plain "nan" gives the quiet NaN without payload.
Result<std::uint64_t> parse_component(DType dtype, std::string_view text);

}  // namespace assay
