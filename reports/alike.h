// Reduces messages to a form in which those that differ only in numbers are
// equal. Reports group failures by that form.
// Tested by tests/reports/alike_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Returns the message with every number replaced by "#", and every list of
// numbers by one "#". Digits within a word, as in float32, stay.
std::string alike(std::string_view message);

}  // namespace assay
