// Records what a timing depends on apart from the code: the machine, its state,
// and the build.
// Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace assay::bench {

// Returns the processor, vector features, caches, pages, load and the
// floating-point control word. A property that cannot be found out is
// "unknown".
nlohmann::ordered_json machine_now();

// Returns compiler, flags and the build id of the running program.
nlohmann::ordered_json build_of_this_program();

// Returns whether the thread flushes subnormals to zero. Loading a library may
// switch that on; results and times would then be those of another arithmetic.
bool flushes_subnormals();

}  // namespace assay::bench
