// Records what a timing depends on apart from the code: the machine, its state,
// and the build.
// Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

namespace assay::bench {

// Returns the processor, vector features, caches, pages, load and the
// floating-point control word. A property that cannot be found out is
// "unknown".
nlohmann::ordered_json machine_now();

// Returns the bytes of the data cache of a level, from 1 to 3, that a processor
// core uses; 0 if the system does not say.
std::int64_t cache_bytes(int level);

// Returns compiler, flags and the build id of the running program.
nlohmann::ordered_json build_of_this_program();

// Returns whether the thread flushes subnormals to zero. Loading a library may
// switch that on; results and times would then be those of another arithmetic.
bool flushes_subnormals();

}  // namespace assay::bench
