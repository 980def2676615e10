// Attributes as JSON, for case files and for the wire alike.
// Tested by tests/harness/case/attribute_json_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "spec/backend.h"
#include "spec/result.h"

namespace assay {

// Returns the attributes as an object. `element` is the dtype of a fill value:
// that of the operand, or of the `dtype` attribute where the op has one.
nlohmann::ordered_json attributes_to_json(const Attributes& attributes,
                                          DType element);

// Returns the dtype of a fill value among the attributes of a call.
DType element_dtype(const Call& call);

// Returns what was found in a file, short enough for one line.
std::string found_text(const nlohmann::ordered_json& json);

// Returns the integer that a number is, or nothing where it is none of 64 bits.
std::optional<std::int64_t> integer_from_json(
    const nlohmann::ordered_json& value);

// Parses the attributes of an op; fails on a missing, unknown or badly typed
// entry with a sentence that names it.
Result<Attributes> attributes_from_json(const nlohmann::ordered_json& object,
                                        Op op, DType element);

// Returns an element as the text or pair of texts that case files hold, and
// the way back.
nlohmann::ordered_json element_to_json(DType dtype, ElementBits bits);
Result<ElementBits> element_from_json(const nlohmann::ordered_json& value,
                                      DType dtype);

}  // namespace assay
