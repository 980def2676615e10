// Instantiates Highway's vector quicksort for keys of 4 bytes in vectors of at
// most 32 bytes. A partition stores the keys on its side of the pivot together.
// With AVX-512 that is one instruction, which takes some processors (Zen 4) far
// longer than the permutation by a table that AVX2 uses instead.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_vector.h"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL | ASSAY_ABSENT_TARGETS)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/sorting_vector.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// These are per target, so they follow.
#include <hwy/contrib/sort/traits-inl.h>
#include <hwy/contrib/sort/vqsort-inl.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

void sort_here(std::uint32_t* keys, std::int64_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
  using Ascending = hn::detail::SharedTraits<
      hn::detail::TraitsLane<hn::detail::OrderAscending<std::uint32_t>>>;
  std::uint32_t* const no_buffer = nullptr;
  hn::Sort(hn::SortTag<std::uint32_t>(), Ascending(), keys,
           static_cast<std::size_t>(count), no_buffer);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sort_here);

void sort_vector(std::uint32_t* keys, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(sort_here)(keys, count);
}

}  // namespace assay::optimized
#endif
