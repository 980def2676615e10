// Implements the loops over index vectors. Those of int64 are plain; the
// compiler turns them into vectors for the targets that gather.
// Tested by tests/optimized/general_test.cc, tests/optimized/selection_test.cc
// and the indexing family of lax.
#include "optimized/layout/index_vectors.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "optimized/layout/element_bits.h"
#include "spec/shape.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/layout/index_vectors.cc"
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

// Reads the next components of as many index vectors as a vector has lanes,
// where the components of a vector follow each other, and so do the vectors.
template <int components, class D>
HWY_INLINE void load_components(D d, const std::int32_t* from,
                                hn::Vec<D> (&index)[4]) {
  if constexpr (components == 1)
    index[0] = hn::LoadU(d, from);
  else if constexpr (components == 2)
    hn::LoadInterleaved2(d, from, index[0], index[1]);
  else if constexpr (components == 3)
    hn::LoadInterleaved3(d, from, index[0], index[1], index[2]);
  else
    hn::LoadInterleaved4(d, from, index[0], index[1], index[2], index[3]);
}

// Calls store(i, offsets) for vectors of the first offsets, and returns how
// many these are. There are `packed` components as load_components() reads
// them, or 0 for components at any places.
template <int packed, bool moves_inside, class D, typename Store>
HWY_INLINE std::int64_t for_vectors_of_offsets(D d, const IndexVectors& vectors,
                                               std::int32_t offset,
                                               std::int32_t offset_step,
                                               std::int64_t count,
                                               Store store) {
  const auto* first = static_cast<const std::int32_t*>(vectors.first);
  const std::int64_t step = vectors.step;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto in_order = hn::Iota(d, 0);
  const auto steps = hn::Mul(in_order, hn::Set(d, offset_step));
  // Only short steps are gathered by a vector of int32.
  if (packed == 0 && (step <= -4096 || step >= 4096)) return 0;
  const auto places =
      hn::Mul(in_order, hn::Set(d, static_cast<std::int32_t>(step)));
  hn::Vec<D> limits[4], strides[4], index[4];
  for (int k = 0; k < packed; ++k) {
    limits[k] =
        hn::Set(d, static_cast<std::int32_t>(vectors.components[k].limit));
    strides[k] =
        hn::Set(d, static_cast<std::int32_t>(vectors.components[k].stride));
  }
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    auto placed = hn::Add(
        hn::Set(d, offset + static_cast<std::int32_t>(i) * offset_step), steps);
    if constexpr (packed > 0) {
      load_components<packed>(d, first + i * packed, index);
      for (int k = 0; k < packed; ++k)
        placed = with_component<moves_inside>(placed, index[k], limits[k],
                                              strides[k]);
    } else {
      for (std::int64_t k = 0; k < vectors.component_count; ++k) {
        const auto [limit, stride] = vectors.components[k];
        placed = with_component<moves_inside>(
            placed,
            hn::GatherIndex(d, first + i * step + k * vectors.component_step,
                            places),
            hn::Set(d, static_cast<std::int32_t>(limit)),
            hn::Set(d, static_cast<std::int32_t>(stride)));
      }
    }
    store(i, placed);
  }
  return i;
}

// Calls store(i, offsets) for vectors of offsets, and store_one(i, offset) for
// those of the tail.
template <bool moves_inside, class D, typename Store, typename StoreOne>
HWY_INLINE void for_offsets(D d, const IndexVectors& vectors,
                            std::int32_t offset, std::int32_t offset_step,
                            std::int64_t count, Store store,
                            StoreOne store_one) {
  const std::int64_t components = vectors.component_count;
  const bool is_packed =
      vectors.step == components &&
      (components == 1 || (vectors.component_step == 1 && components <= 4));
  const auto in_vectors = [&](auto packed) HWY_ATTR {
    return for_vectors_of_offsets<packed(), moves_inside>(
        d, vectors, offset, offset_step, count, store);
  };
  std::int64_t i = 0;
  switch (is_packed ? components : 0) {
    case 1:
      i = in_vectors(std::integral_constant<int, 1>());
      break;
    case 2:
      i = in_vectors(std::integral_constant<int, 2>());
      break;
    case 3:
      i = in_vectors(std::integral_constant<int, 3>());
      break;
    case 4:
      i = in_vectors(std::integral_constant<int, 4>());
      break;
    default:
      i = in_vectors(std::integral_constant<int, 0>());
  }
  const auto* first = static_cast<const std::int32_t*>(vectors.first);
  for (; i < count; ++i) {
    std::int64_t placed = offset + i * offset_step;
    for (std::int64_t k = 0; k < components; ++k) {
      const auto [limit, stride] = vectors.components[k];
      const std::int64_t index =
          first[i * vectors.step + k * vectors.component_step];
      const std::int64_t inside =
          std::min(std::max<std::int64_t>(index, 0), limit);
      const bool is_kept = moves_inside || (index == inside && placed >= 0);
      placed = is_kept ? placed + inside * stride : -1;
    }
    store_one(i, static_cast<std::int32_t>(placed));
  }
}

// Strides of 0 give offsets of 0, or of -1 where a component is out of range.
bool are_in_range_here(const IndexVectors& vectors, std::int64_t count) {
  const hn::ScalableTag<std::int32_t> d;
  auto found = hn::Zero(d);
  std::int32_t found_one = 0;
  for_offsets<false>(
      d, vectors, 0, 0, count,
      [&](std::int64_t, auto placed)
          HWY_ATTR { found = hn::Or(found, placed); },
      [&](std::int64_t, std::int32_t placed) { found_one |= placed; });
  return found_one == 0 && hn::AllTrue(d, hn::Eq(found, hn::Zero(d)));
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

HWY_EXPORT(are_in_range_here);
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

namespace {

// Returns whether all offsets, and all that their computation meets, fit into
// an int32.
bool are_near(const IndexVectors& vectors, std::int64_t offset,
              std::int64_t offset_step, std::int64_t count) {
  constexpr std::int64_t kNear = std::int64_t{1} << 30;
  if (vectors.is_long || count >= kNear || std::abs(offset_step) >= kNear)
    return false;
  std::int64_t reach = std::abs(offset) + std::abs(offset_step) * count;
  for (std::int64_t k = 0; k < vectors.component_count && reach < kNear; ++k) {
    const auto [limit, stride] = vectors.components[k];
    if (limit >= kNear || std::abs(stride) >= kNear) return false;
    reach += limit * std::abs(stride);
  }
  return reach < kNear;
}

}  // namespace

bool are_in_range(const IndexVectors& vectors, std::int64_t count) {
  IndexComponent components[kMaxRank];
  for (std::int64_t k = 0; k < vectors.component_count; ++k)
    components[k] = {vectors.components[k].limit, 0};
  IndexVectors checked = vectors;
  checked.components = components;
  return HWY_DYNAMIC_DISPATCH(are_in_range_here)(checked, count);
}

void gather_placed(std::byte* to, const std::byte* from,
                   std::size_t element_bytes, const IndexVectors& vectors,
                   std::int64_t offset, std::int64_t offset_step,
                   std::int64_t count) {
  const bool is_near = are_near(vectors, offset, offset_step, count);
  if (is_near && element_bytes == 4) {
    HWY_DYNAMIC_DISPATCH(gather_placed_here)
    (to, from, vectors, offset, offset_step, count);
    return;
  }
  constexpr std::int64_t kSome = 128;
  const auto in_parts = [&](auto* offsets) {
    IndexVectors part = vectors;
    const auto* first = static_cast<const std::byte*>(vectors.first);
    for (std::int64_t i = 0; i < count; i += kSome) {
      const std::int64_t some = std::min(kSome, count - i);
      part.first = first + i * vectors.step * (vectors.is_long ? 8 : 4);
      place_windows(part, offset + i * offset_step, offset_step, some, true,
                    offsets);
      gather_points(to + i * static_cast<std::int64_t>(element_bytes), 1, from,
                    offsets, some, element_bytes);
    }
  };
  if (is_near) {
    std::int32_t offsets[kSome];
    in_parts(offsets);
  } else {
    std::int64_t offsets[kSome];
    in_parts(offsets);
  }
}

}  // namespace assay::optimized
#endif
