// The versions of Assay. CMakeLists.txt reads kVersion from this file, so that
// the package has no number of its own.
// Tested by tests/cli/version_test.cc.
#pragma once

#include <string_view>

namespace assay {

// The version of Assay: of the command, the package, the backends in it, and
// the cases. It must change if a generator changes.
inline constexpr std::string_view kVersion = "0.2.0";

// The version of the specification: of the clauses, never of the code. Ids are
// not reused; a clause that binds differently gets an id of its own.
inline constexpr std::string_view kSpecVersion = "0.1.0";

}  // namespace assay
