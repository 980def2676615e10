// Messages that differ only in their numbers are alike: reports group by that.
// Tested by tests/reports/alike_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Returns the message with every number as "#", and lists of numbers as one.
// Digits within a word, as in float32, stay.
std::string alike(std::string_view message);

}  // namespace assay
