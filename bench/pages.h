// Allocates memory for measurements, in large pages where possible.
// Tested by tests/bench/workload_test.cc.
#pragma once

#include <cstddef>
#include <memory>

namespace assay::bench {

struct FreePages {
  void operator()(std::byte* memory) const;
};
using Pages = std::unique_ptr<std::byte, FreePages>;

// Allocates whole pages of zeros, or returns null. From 4 MiB on the pages are
// large if the system has such pages, as for NumPy's arrays. With small pages,
// much of the time outside the caches is spent on translating addresses.
Pages pages_of(std::size_t bytes);

}  // namespace assay::bench
