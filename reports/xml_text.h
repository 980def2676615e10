// Escapes text for XML 1.0.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Returns text for XML, with "?" for what XML 1.0 cannot contain. If the text
// would exceed the limit, it is cut and ends with a note.
std::string xml_escaped(std::string_view text,
                        std::size_t limit = std::string::npos);

}  // namespace assay
