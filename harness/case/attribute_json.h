// Writes the attributes of a call as JSON and reads them back. Case files and
// the wire protocol share this form.
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

// Returns the attributes as a JSON object. `element` is the dtype of a fill
// value, as element_dtype() of spec/cells.h gives it.
nlohmann::ordered_json attributes_to_json(const Attributes& attributes,
                                          DType element);

// Returns the text of a JSON value for a message, cut to at most 60 characters.
std::string found_text(const nlohmann::ordered_json& json);

// Returns the integer that a JSON number holds, or nothing if it is not an
// integer or does not fit into 64 bits with a sign.
std::optional<std::int64_t> integer_from_json(
    const nlohmann::ordered_json& value);

// Parses the attributes of `op`. Fails with a sentence that names the entry if
// one is missing, unknown or of the wrong type.
Result<Attributes> attributes_from_json(const nlohmann::ordered_json& object,
                                        Op op, DType element);

// Convert between an element and its form in case files: one text, or a pair of
// texts for a complex element.
nlohmann::ordered_json element_to_json(DType dtype, ElementBits bits);
Result<ElementBits> element_from_json(const nlohmann::ordered_json& value,
                                      DType dtype);

}  // namespace assay
