// Elements as text: integers in decimal, bool "0" and "1", floats as C99 hex
// floats, "inf", "-inf", "nan" or "nan:BITS", as in case files.
// Tested by tests/spec/element_text_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "spec/element.h"
#include "spec/result.h"

namespace assay {

// Returns the text of one component: `bits` of a bool, integer, real, or of
// one part of a complex element. A NaN is written with its bits.
std::string component_text(DType dtype, std::uint64_t bits);

// Returns the text of an element; a complex one as "re,im".
std::string element_text(DType dtype, ElementBits bits);

// Returns the same element in decimal, as a reader would write it.
std::string decimal_text(DType dtype, ElementBits bits);

// Returns the storage bits in hexadecimal, e.g. "0x3f800000".
std::string bits_text(DType dtype, ElementBits bits);

// Parses the text of one component. Fails unless the value is exactly
// representable; plain "nan" gives the quiet NaN without payload.
Result<std::uint64_t> parse_component(DType dtype, std::string_view text);

}  // namespace assay
