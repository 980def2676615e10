// Implements chains on groups of eight vectors, which stay in registers. A step
// costs one jump for a group, and the jumps of each group are the same, so
// processors foresee them.
// Tested by tests/optimized/fusion_test.cc.
#include "optimized/fusion/chains.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/fusion/chains.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "optimized/elementwise/arithmetic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

std::int64_t group_here(DType) { return 0; }
void run_here(DType, const ChainStep*, std::size_t, const ChainPlace*,
              std::size_t, std::int64_t) {}

#else

constexpr std::int64_t kVectors = 8;

template <class D>
struct Group {
  hn::Vec<D> v0, v1, v2, v3, v4, v5, v6, v7;

  // Replaces each vector v by f(v, i), where i counts elements.
  template <typename F>
  HWY_INLINE void map(F f) {
    constexpr std::int64_t kLanes = hn::MaxLanes(D());
    v0 = f(v0, 0 * kLanes);
    v1 = f(v1, 1 * kLanes);
    v2 = f(v2, 2 * kLanes);
    v3 = f(v3, 3 * kLanes);
    v4 = f(v4, 4 * kLanes);
    v5 = f(v5, 5 * kLanes);
    v6 = f(v6, 6 * kLanes);
    v7 = f(v7, 7 * kLanes);
  }
};

// Runs a chain on one group; places[p] is where the group is at a place.
template <class D, typename T = hn::TFromD<D> >
HWY_INLINE void run_group(D d, const ChainStep* steps, const ChainStep* end,
                          std::byte* const* places, const ChainPlace* kinds,
                          bool past) {
  using V = hn::Vec<D>;
  const V zero = hn::Zero(d);
  Group<D> last = {zero, zero, zero, zero, zero, zero, zero, zero};
  for (const ChainStep* step = steps; step != end; ++step) {
    T* at = reinterpret_cast<T*>(places[step->place]);
    const auto with = [&](auto f) HWY_ATTR {
      last.map([&](V v, std::int64_t i)
                   HWY_ATTR { return f(v, hn::LoadU(d, at + i)); });
    };
    const auto alone = [&](auto f) HWY_ATTR {
      last.map([&](V v, std::int64_t) HWY_ATTR { return f(v); });
    };
    switch (step->code) {
      case ChainCode::kLoad:
        with([](V, V m) HWY_ATTR { return m; });
        break;
      case ChainCode::kStore:
        if (past && kinds[step->place].goes_past)
          last.map([&](V v, std::int64_t i) HWY_ATTR {
            hn::Stream(v, d, at + i);
            return v;
          });
        else
          last.map([&](V v, std::int64_t i) HWY_ATTR {
            hn::StoreU(v, d, at + i);
            return v;
          });
        break;
      case ChainCode::kAdd:
        with([](V v, V m) HWY_ATTR { return hn::Add(v, m); });
        break;
      case ChainCode::kSub:
        with([](V v, V m) HWY_ATTR { return hn::Sub(v, m); });
        break;
      case ChainCode::kSubFrom:
        with([](V v, V m) HWY_ATTR { return hn::Sub(m, v); });
        break;
      case ChainCode::kMul:
        with([](V v, V m) HWY_ATTR { return hn::Mul(v, m); });
        break;
      case ChainCode::kDiv:
        with([](V v, V m) HWY_ATTR { return hn::Div(v, m); });
        break;
      case ChainCode::kDivFrom:
        with([](V v, V m) HWY_ATTR { return hn::Div(m, v); });
        break;
      case ChainCode::kMax:
        with([&](V v, V m) HWY_ATTR { return Larger()(d, v, m); });
        break;
      case ChainCode::kMaxFrom:
        with([&](V v, V m) HWY_ATTR { return Larger()(d, m, v); });
        break;
      case ChainCode::kMin:
        with([&](V v, V m) HWY_ATTR { return Smaller()(d, v, m); });
        break;
      case ChainCode::kMinFrom:
        with([&](V v, V m) HWY_ATTR { return Smaller()(d, m, v); });
        break;
      case ChainCode::kTwice:
        alone([](V v) HWY_ATTR { return hn::Add(v, v); });
        break;
      case ChainCode::kSquare:
        alone([](V v) HWY_ATTR { return hn::Mul(v, v); });
        break;
      case ChainCode::kNeg:
        alone([](V v) HWY_ATTR { return hn::Neg(v); });
        break;
      case ChainCode::kAbs:
        alone([](V v) HWY_ATTR { return hn::Abs(v); });
        break;
      case ChainCode::kSqrt:
        alone([](V v) HWY_ATTR { return hn::Sqrt(v); });
        break;
    }
  }
}

template <typename T>
void run_of(const ChainStep* steps, std::size_t step_count,
            const ChainPlace* kinds, std::size_t place_count,
            std::int64_t count) {
  const hn::ScalableTag<T> d;
  constexpr std::int64_t kGroup = kVectors * hn::MaxLanes(d);
  constexpr std::int64_t kBytes = kGroup * sizeof(T);
  std::array<std::byte*, kChainPlaces> places;
  std::array<std::int64_t, kChainPlaces> step_bytes;
  for (std::size_t p = 0; p < place_count; ++p) {
    places[p] = kinds[p].first;
    step_bytes[p] = kinds[p].advances ? kBytes : 0;
  }
  std::int64_t i = 0;
  for (; i + kGroup <= count; i += kGroup) {
    run_group(d, steps, steps + step_count, places.data(), kinds, true);
    for (std::size_t p = 0; p < place_count; ++p) places[p] += step_bytes[p];
  }
  const auto rest = static_cast<std::size_t>(count - i) * sizeof(T);
  if (rest == 0) return;
  // The last elements of exact places are brought to places with more room.
  HWY_ALIGN static thread_local std::byte room[kChainPlaces][kBytes];
  std::array<std::byte*, kChainPlaces> roomy = places;
  for (std::size_t p = 0; p < place_count; ++p)
    if (kinds[p].is_exact) {
      std::memcpy(room[p], places[p], rest);
      roomy[p] = room[p];
    }
  run_group(d, steps, steps + step_count, roomy.data(), kinds, false);
  for (std::size_t k = 0; k < step_count; ++k) {
    const std::uint32_t p = steps[k].place;
    if (steps[k].code == ChainCode::kStore && kinds[p].is_exact)
      std::memcpy(places[p], room[p], rest);
  }
}

std::int64_t group_here(DType dtype) {
  const auto lanes =
      static_cast<std::int64_t>(hn::MaxLanes(hn::ScalableTag<float>()));
  if (dtype == DType::kFloat32) return kVectors * lanes;
  if (dtype == DType::kFloat64) return kVectors * lanes / 2;
  return 0;
}

void run_here(DType dtype, const ChainStep* steps, std::size_t step_count,
              const ChainPlace* places, std::size_t place_count,
              std::int64_t count) {
  if (dtype == DType::kFloat32)
    run_of<float>(steps, step_count, places, place_count, count);
  else
    run_of<double>(steps, step_count, places, place_count, count);
}

#endif

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(group_here);
HWY_EXPORT(run_here);

std::int64_t chain_group(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(group_here)(dtype);
}

void run_chain(DType dtype, const std::vector<ChainStep>& steps,
               const std::vector<ChainPlace>& places, std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(run_here)
  (dtype, steps.data(), steps.size(), places.data(), places.size(), count);
}

}  // namespace assay::optimized
#endif
