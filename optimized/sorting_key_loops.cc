// Plain loops, which the compiler turns into vectors once per target.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting_key_loops.h"

#include <type_traits>

#include "optimized/compute_type.h"
#include "optimized/sorting_keys.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting_key_loops.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename T>
using KeyOf = typename SortKey<T>::Key;

template <bool descending, typename T>
void to_keys(const T* x, std::int64_t count, KeyOf<T>* keys) {
  for (std::int64_t i = 0; i < count; ++i)
    keys[i] = SortKey<T>::of(x[i], descending);
}
template <bool descending, typename T>
void to_elements(const KeyOf<T>* keys, std::int64_t count, T* out) {
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = SortKey<T>::element(keys[i], descending);
}
template <bool descending, typename Wide, typename T>
void to_positioned(const T* x, std::int64_t count, Wide* keys) {
  constexpr int kHalf = 4 * static_cast<int>(sizeof(Wide));
  for (std::int64_t i = 0; i < count; ++i) {
    T element = x[i];
    if constexpr (std::is_floating_point_v<T>) element += T{0};
    keys[i] =
        static_cast<Wide>(Wide{SortKey<T>::of(element, descending)} << kHalf |
                          static_cast<Wide>(i));
  }
}
template <typename Wide>
void to_positions(const Wide* keys, std::int64_t count, std::int32_t* out) {
  constexpr Wide kLow = (Wide{1} << (4 * sizeof(Wide))) - 1;
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = static_cast<std::int32_t>(keys[i] & kLow);
}

// Calls f(std::type_identity<T>()) for a real type T.
template <typename F>
void with_real_type(DType compute, F f) {
  with_compute_type(compute, [&]<typename T>(std::type_identity<T> type) {
    if constexpr (std::is_arithmetic_v<T>) f(type);
  });
}

void to_keys_here(DType compute, const std::byte* x, std::int64_t count,
                  bool descending, std::byte* keys) {
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    auto* to = reinterpret_cast<KeyOf<T>*>(keys);
    descending ? to_keys<true>(from, count, to)
               : to_keys<false>(from, count, to);
  });
}

void to_elements_here(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::byte* out) {
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    const auto* from = reinterpret_cast<const KeyOf<T>*>(keys);
    T* to = reinterpret_cast<T*>(out);
    descending ? to_elements<true>(from, count, to)
               : to_elements<false>(from, count, to);
  });
}

template <typename Wide, typename T>
void to_positioned_keys(const T* x, std::int64_t count, bool descending,
                        std::byte* keys) {
  Wide* to = reinterpret_cast<Wide*>(keys);
  descending ? to_positioned<true>(x, count, to)
             : to_positioned<false>(x, count, to);
}

void to_positioned_here(DType compute, const std::byte* x, std::int64_t count,
                        bool descending, std::int64_t key_bytes,
                        std::byte* keys) {
  with_real_type(compute, [&]<typename T>(std::type_identity<T>) {
    const T* from = reinterpret_cast<const T*>(x);
    if constexpr (sizeof(T) <= 2)
      if (key_bytes == 4)
        return to_positioned_keys<std::uint32_t>(from, count, descending, keys);
    if constexpr (sizeof(T) <= 4)
      to_positioned_keys<std::uint64_t>(from, count, descending, keys);
  });
}

void to_positions_here(const std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes, std::int32_t* out) {
  if (key_bytes == 4)
    to_positions(reinterpret_cast<const std::uint32_t*>(keys), count, out);
  else
    to_positions(reinterpret_cast<const std::uint64_t*>(keys), count, out);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(to_keys_here);
HWY_EXPORT(to_elements_here);
HWY_EXPORT(to_positioned_here);
HWY_EXPORT(to_positions_here);

void elements_to_keys(DType compute, const std::byte* x, std::int64_t count,
                      bool descending, std::byte* keys) {
  HWY_DYNAMIC_DISPATCH(to_keys_here)(compute, x, count, descending, keys);
}

void keys_to_elements(DType compute, const std::byte* keys, std::int64_t count,
                      bool descending, std::byte* out) {
  HWY_DYNAMIC_DISPATCH(to_elements_here)
  (compute, keys, count, descending, out);
}

void elements_to_positioned_keys(DType compute, const std::byte* x,
                                 std::int64_t count, bool descending,
                                 std::int64_t key_bytes, std::byte* keys) {
  HWY_DYNAMIC_DISPATCH(to_positioned_here)
  (compute, x, count, descending, key_bytes, keys);
}

void keys_to_positions(const std::byte* keys, std::int64_t count,
                       std::int64_t key_bytes, std::int32_t* out) {
  HWY_DYNAMIC_DISPATCH(to_positions_here)(keys, count, key_bytes, out);
}

}  // namespace assay::optimized
#endif
