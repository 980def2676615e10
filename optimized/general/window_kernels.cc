// Implements the loops over index vectors. They are plain; the compiler turns
// them into vectors for the targets that gather.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#include "optimized/general/window_kernels.h"

#include <algorithm>
#include <type_traits>

#include "optimized/layout/element_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/general/window_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// The steps are constants in the most frequent case, that of index vectors with
// one component each that follow each other.
template <typename T>
HWY_INLINE void add_component(const T* index, std::int64_t step,
                              IndexComponent component, bool moves_inside,
                              std::int64_t count, std::int64_t* offsets) {
  const auto [limit, stride] = component;
  if (moves_inside) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t start = index[i * step];
      const std::int64_t inside =
          std::min(std::max<std::int64_t>(start, 0), limit);
      offsets[i] += inside * stride;
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t start = index[i * step];
      const bool is_inside = start >= 0 && start <= limit && offsets[i] >= 0;
      offsets[i] = is_inside ? offsets[i] + start * stride : -1;
    }
  }
}

template <typename T>
void place_from(const IndexVectors& vectors, bool moves_inside,
                std::int64_t count, std::int64_t* offsets) {
  const T* first = static_cast<const T*>(vectors.first);
  for (std::int64_t k = 0; k < vectors.component_count; ++k) {
    const T* index = first + k * vectors.component_step;
    if (vectors.step == 1)
      add_component(index, 1, vectors.components[k], moves_inside, count,
                    offsets);
    else
      add_component(index, vectors.step, vectors.components[k], moves_inside,
                    count, offsets);
  }
}

void place_here(const IndexVectors& vectors, std::int64_t offset,
                std::int64_t offset_step, std::int64_t count, bool moves_inside,
                std::int64_t* offsets) {
  for (std::int64_t i = 0; i < count; ++i)
    offsets[i] = offset + i * offset_step;
  if (vectors.is_long)
    place_from<std::int64_t>(vectors, moves_inside, count, offsets);
  else
    place_from<std::int32_t>(vectors, moves_inside, count, offsets);
}

template <typename T>
void gather_from(T* HWY_RESTRICT to, std::int64_t step,
                 const T* HWY_RESTRICT from,
                 const std::int64_t* HWY_RESTRICT offsets, std::int64_t count) {
  if (step == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[offsets[i]];
  else
    for (std::int64_t i = 0; i < count; ++i) to[i * step] = from[offsets[i]];
}

void gather_here(std::byte* to, std::int64_t step, const std::byte* from,
                 const std::int64_t* offsets, std::int64_t count,
                 std::size_t element_bytes) {
  with_bits_of(element_bytes, [&]<typename T>(T) {
    gather_from(reinterpret_cast<T*>(to), step,
                reinterpret_cast<const T*>(from), offsets, count);
  });
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(place_here);
HWY_EXPORT(gather_here);

void place_windows(const IndexVectors& vectors, std::int64_t offset,
                   std::int64_t offset_step, std::int64_t count,
                   bool moves_inside, std::int64_t* offsets) {
  HWY_DYNAMIC_DISPATCH(place_here)
  (vectors, offset, offset_step, count, moves_inside, offsets);
}

void gather_points(std::byte* to, std::int64_t step, const std::byte* from,
                   const std::int64_t* offsets, std::int64_t count,
                   std::size_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(gather_here)
  (to, step, from, offsets, count, element_bytes);
}

}  // namespace assay::optimized
#endif
