// Tells whether a choice was made for the settings in use.
// Tested by tests/optimized/kernel_table_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Returns how often use_settings() was called, plus 1. A kernel that was chosen
// at another count may be one for other settings.
extern std::int64_t settings_use_count;
inline std::int64_t settings_uses() { return settings_use_count; }

}  // namespace assay::optimized
