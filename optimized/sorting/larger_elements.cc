// Implements the search in vectors. Four of them are compared at once, because
// few have an element that is larger.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/sorting/larger_elements.h"

#include "optimized/layout/compute_type.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/sorting/larger_elements.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
std::int64_t larger(const std::byte* elements, std::int64_t count,
                    const std::byte* limit, std::int32_t* out) {
  const T* x = reinterpret_cast<const T*>(elements);
  const T than = *reinterpret_cast<const T*>(limit);
  const bool is_nan = than != than;
  std::int64_t found = 0;
  std::int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto bound = hn::Set(d, than);
  const auto test = [&](const T* from) HWY_ATTR {
    const auto v = hn::LoadU(d, from);
    if constexpr (std::is_floating_point_v<T>)
      if (is_nan) return hn::Eq(v, v);
    return hn::Gt(v, bound);
  };
  const auto store = [&](std::int64_t first) HWY_ATTR {
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(d, test(x + first), stored);
    std::uint64_t bits;
    std::memcpy(&bits, stored, sizeof(bits));
    for (; bits != 0; bits &= bits - 1)
      out[found++] = static_cast<std::int32_t>(first + std::countr_zero(bits));
  };
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const T* from = x + i;
    const auto low = hn::Or(test(from), test(from + lanes));
    const auto high = hn::Or(test(from + 2 * lanes), test(from + 3 * lanes));
    if (hn::AllFalse(d, hn::Or(low, high))) continue;
    for (std::int64_t k = 0; k < 4; ++k) store(i + k * lanes);
  }
  for (; i + lanes <= count; i += lanes) store(i);
#endif
  for (; i < count; ++i)
    if (x[i] > than || (is_nan && x[i] == x[i]))
      out[found++] = static_cast<std::int32_t>(i);
  return found;
}

using Search = std::int64_t (*)(const std::byte*, std::int64_t,
                                const std::byte*, std::int32_t*);

Search search_here(DType compute) {
  switch (compute) {
    case DType::kFloat32:
      return &larger<float>;
    case DType::kFloat64:
      return &larger<double>;
    case DType::kInt8:
      return &larger<std::int8_t>;
    case DType::kInt16:
      return &larger<std::int16_t>;
    case DType::kUint16:
      return &larger<std::uint16_t>;
    case DType::kInt32:
      return &larger<std::int32_t>;
    case DType::kUint32:
      return &larger<std::uint32_t>;
    case DType::kInt64:
      return &larger<std::int64_t>;
    case DType::kUint64:
      return &larger<std::uint64_t>;
    default:
      return &larger<std::uint8_t>;
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(search_here);

std::int64_t larger_elements(DType compute, const std::byte* x,
                             std::int64_t count, const std::byte* than,
                             std::int32_t* out) {
  return HWY_DYNAMIC_DISPATCH(search_here)(compute)(x, count, than, out);
}

}  // namespace assay::optimized
#endif
