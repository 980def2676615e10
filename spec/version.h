// The version of the specification: of the clauses, never of the code. Ids are
// not reused; a clause that binds differently gets an id of its own.
#pragma once

#include <string_view>

namespace assay {

inline constexpr std::string_view kSpecVersion = "0.1.0";

}  // namespace assay
