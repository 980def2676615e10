// Allocates aligned memory, asks for large pages, and touches every page in
// advance.
// Tested by tests/bench/workload_test.cc.
#include "bench/pages.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

namespace assay::bench {

void FreePages::operator()(std::byte* memory) const { std::free(memory); }

Pages pages_of(std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  const bool is_large = bytes >= 2 * kLargePage;
  const std::size_t page = is_large ? kLargePage : kPage;
  const std::size_t size = (bytes + page - 1) / page * page;
  Pages made(static_cast<std::byte*>(std::aligned_alloc(page, size)));
  if (made == nullptr) return made;
  if (is_large) ::madvise(made.get(), size, MADV_HUGEPAGE);
  std::memset(made.get(), 0, size);
  return made;
}

}  // namespace assay::bench
