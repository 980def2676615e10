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

namespace hn = hwy::HWY_NAMESPACE;

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
  for (std::int64_t k = 0; k < vectors.component_count; ++k)
    add_component(first + k * vectors.component_step, vectors.step,
                  vectors.components[k], moves_inside, count, offsets);
}

void place_wide(const IndexVectors& vectors, std::int64_t offset,
                std::int64_t offset_step, std::int64_t count, bool moves_inside,
                std::int64_t* offsets) {
  for (std::int64_t i = 0; i < count; ++i)
    offsets[i] = offset + i * offset_step;
  if (vectors.is_long)
    place_from<std::int64_t>(vectors, moves_inside, count, offsets);
  else
    place_from<std::int32_t>(vectors, moves_inside, count, offsets);
}

// Adds one component of a vector of index vectors to their offsets, which are
// negative where a component before was out of range.
template <bool moves_inside, class V>
HWY_INLINE V with_component(V offsets, V index, V limit, V stride) {
  const hn::DFromV<V> d;
  const V inside = hn::Min(hn::Max(index, hn::Zero(d)), limit);
  const V placed = hn::Add(offsets, hn::Mul(inside, stride));
  if constexpr (moves_inside) {
    return placed;
  } else {
    const auto is_lost =
        hn::Or(hn::Ne(index, inside), hn::Lt(offsets, hn::Zero(d)));
    return hn::IfThenElse(is_lost, hn::Set(d, -1), placed);
  }
}

// Calls store(i, offsets) for vectors of offsets, and store_one(i, offset) for
// those of the tail.
template <bool moves_inside, class D, typename Store, typename StoreOne>
HWY_INLINE void for_offsets(D d, const IndexVectors& vectors,
                            std::int32_t offset, std::int32_t offset_step,
                            std::int64_t count, Store store,
                            StoreOne store_one) {
  const auto* first = static_cast<const std::int32_t*>(vectors.first);
  const std::int64_t step = vectors.step;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto in_order = hn::Iota(d, 0);
  const auto steps = hn::Mul(in_order, hn::Set(d, offset_step));
  // Only short steps are gathered by a vector of int32.
  const bool is_near = step > -4096 && step < 4096;
  const auto places = hn::Mul(
      in_order, hn::Set(d, static_cast<std::int32_t>(is_near ? step : 0)));
  std::int64_t i = 0;
  for (; is_near && i + lanes <= count; i += lanes) {
    auto placed = hn::Add(
        hn::Set(d, offset + static_cast<std::int32_t>(i) * offset_step), steps);
    for (std::int64_t k = 0; k < vectors.component_count; ++k) {
      const std::int32_t* from = first + i * step + k * vectors.component_step;
      const auto [limit, stride] = vectors.components[k];
      const auto index =
          step == 1 ? hn::LoadU(d, from) : hn::GatherIndex(d, from, places);
      placed = with_component<moves_inside>(
          placed, index, hn::Set(d, static_cast<std::int32_t>(limit)),
          hn::Set(d, static_cast<std::int32_t>(stride)));
    }
    store(i, placed);
  }
  for (; i < count; ++i) {
    std::int64_t placed = offset + i * offset_step;
    for (std::int64_t k = 0; k < vectors.component_count; ++k) {
      const auto [limit, stride] = vectors.components[k];
      const std::int64_t index = first[i * step + k * vectors.component_step];
      const std::int64_t inside =
          std::min(std::max<std::int64_t>(index, 0), limit);
      const bool is_kept = moves_inside || (index == inside && placed >= 0);
      placed = is_kept ? placed + inside * stride : -1;
    }
    store_one(i, static_cast<std::int32_t>(placed));
  }
}

template <bool moves_inside>
void place_vectors(const IndexVectors& vectors, std::int32_t offset,
                   std::int32_t offset_step, std::int64_t count,
                   std::int32_t* offsets) {
  const hn::ScalableTag<std::int32_t> d;
  for_offsets<moves_inside>(
      d, vectors, offset, offset_step, count,
      [&](std::int64_t i, auto placed)
          HWY_ATTR { hn::StoreU(placed, d, offsets + i); },
      [&](std::int64_t i, std::int32_t placed) { offsets[i] = placed; });
}

void gather_placed_here(std::byte* to, const std::byte* from,
                        const IndexVectors& vectors, std::int64_t offset,
                        std::int64_t offset_step, std::int64_t count) {
  const hn::ScalableTag<std::int32_t> d;
  auto* target = reinterpret_cast<std::int32_t*>(to);
  const auto* source = reinterpret_cast<const std::int32_t*>(from);
  for_offsets<true>(
      d, vectors, static_cast<std::int32_t>(offset),
      static_cast<std::int32_t>(offset_step), count,
      [&](std::int64_t i, auto placed) HWY_ATTR {
        hn::StoreU(hn::GatherIndex(d, source, placed), d, target + i);
      },
      [&](std::int64_t i, std::int32_t placed) { target[i] = source[placed]; });
}

void place_near(const IndexVectors& vectors, std::int64_t offset,
                std::int64_t offset_step, std::int64_t count, bool moves_inside,
                std::int32_t* offsets) {
  const auto first = static_cast<std::int32_t>(offset);
  const auto step = static_cast<std::int32_t>(offset_step);
  if (moves_inside)
    place_vectors<true>(vectors, first, step, count, offsets);
  else
    place_vectors<false>(vectors, first, step, count, offsets);
}

template <typename T, typename Offset>
void gather_from(T* HWY_RESTRICT to, std::int64_t step,
                 const T* HWY_RESTRICT from, const Offset* HWY_RESTRICT offsets,
                 std::int64_t count) {
  std::int64_t i = 0;
  if constexpr (sizeof(T) == sizeof(Offset) && HWY_TARGET <= HWY_AVX2) {
    using Lane = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    const hn::ScalableTag<Lane> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (step == 1)
      for (; i + lanes <= count; i += lanes)
        hn::StoreU(hn::GatherIndex(d, reinterpret_cast<const Lane*>(from),
                                   hn::LoadU(d, offsets + i)),
                   d, reinterpret_cast<Lane*>(to + i));
  }
  for (; i < count; ++i) to[i * step] = from[offsets[i]];
}

template <typename Offset>
HWY_INLINE void gather_any(std::byte* to, std::int64_t step,
                           const std::byte* from, const Offset* offsets,
                           std::int64_t count, std::size_t element_bytes) {
  with_bits_of(element_bytes, [&]<typename T>(T) {
    gather_from(reinterpret_cast<T*>(to), step,
                reinterpret_cast<const T*>(from), offsets, count);
  });
}

void gather_wide(std::byte* to, std::int64_t step, const std::byte* from,
                 const std::int64_t* offsets, std::int64_t count,
                 std::size_t element_bytes) {
  gather_any(to, step, from, offsets, count, element_bytes);
}
void gather_near(std::byte* to, std::int64_t step, const std::byte* from,
                 const std::int32_t* offsets, std::int64_t count,
                 std::size_t element_bytes) {
  gather_any(to, step, from, offsets, count, element_bytes);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(place_wide);
HWY_EXPORT(place_near);
HWY_EXPORT(gather_wide);
HWY_EXPORT(gather_near);
HWY_EXPORT(gather_placed_here);

void place_windows(const IndexVectors& vectors, std::int64_t offset,
                   std::int64_t offset_step, std::int64_t count,
                   bool moves_inside, std::int64_t* offsets) {
  HWY_DYNAMIC_DISPATCH(place_wide)
  (vectors, offset, offset_step, count, moves_inside, offsets);
}
void place_windows(const IndexVectors& vectors, std::int64_t offset,
                   std::int64_t offset_step, std::int64_t count,
                   bool moves_inside, std::int32_t* offsets) {
  HWY_DYNAMIC_DISPATCH(place_near)
  (vectors, offset, offset_step, count, moves_inside, offsets);
}

void gather_points(std::byte* to, std::int64_t step, const std::byte* from,
                   const std::int64_t* offsets, std::int64_t count,
                   std::size_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(gather_wide)
  (to, step, from, offsets, count, element_bytes);
}
void gather_points(std::byte* to, std::int64_t step, const std::byte* from,
                   const std::int32_t* offsets, std::int64_t count,
                   std::size_t element_bytes) {
  HWY_DYNAMIC_DISPATCH(gather_near)
  (to, step, from, offsets, count, element_bytes);
}

void gather_placed(std::byte* to, const std::byte* from,
                   const IndexVectors& vectors, std::int64_t offset,
                   std::int64_t offset_step, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(gather_placed_here)
  (to, from, vectors, offset, offset_step, count);
}

}  // namespace assay::optimized
#endif
