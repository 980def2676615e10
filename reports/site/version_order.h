// Orders the versions of a library as their numbers say.
// Tested by tests/reports/site/version_order_test.cc.
#pragma once

#include <string_view>

namespace assay {

// Returns whether version `a` comes before `b`. Runs of digits are compared as
// numbers, and a version comes after its own pre-releases: 2.9 < 2.10-rc1
// < 2.10 < 2.10.1.
bool is_earlier_version(std::string_view a, std::string_view b);

}  // namespace assay
