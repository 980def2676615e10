// Memory for measurements. Tested by tests/bench/workload_test.cc.
#pragma once

#include <cstddef>
#include <memory>

namespace assay::bench {

struct FreePages {
  void operator()(std::byte* memory) const;
};
using Pages = std::unique_ptr<std::byte, FreePages>;

// Allocates whole pages of zeros, or returns null. From 4 MiB on they are large
// where the system has such pages, as they are for NumPy's arrays: without them
// much of the time out of the caches is spent on looking up addresses.
Pages pages_of(std::size_t bytes);

}  // namespace assay::bench
