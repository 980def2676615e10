// What a number depends on besides the code: the machine and its state, and
// the build. Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace assay::bench {

// Returns processor, vector features, caches, pages, load and the control word
// of floating point; what cannot be found is "unknown".
nlohmann::ordered_json machine_now();

// Returns compiler, flags and the build id of the running program.
nlohmann::ordered_json build_of_this_program();

// Returns whether the thread flushes subnormals to zero, as a library may have
// it do by being loaded: results and times would then be of other arithmetic.
bool flushes_subnormals();

}  // namespace assay::bench
