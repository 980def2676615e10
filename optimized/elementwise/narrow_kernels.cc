// Provides arithmetic on 16-bit floats that widens and rounds in registers.
// Tested by tests/optimized/blocks_test.cc and the suite on every target.
#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/narrow_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/arithmetic-inl.h"
#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/narrow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

#if HWY_TARGET <= HWY_AVX2

// Widens with N, computes F in float and rounds with N.
template <class N, class F>
void binary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const hn::ScalableTag<float> d;
  const NarrowTag<decltype(d)> narrow;
  in_vectors<2>(narrow, out, in, count,
                [&](const std::uint16_t* const* x, std::size_t i) HWY_ATTR {
                  const auto a = N::widened(d, hn::LoadU(narrow, x[0] + i));
                  const auto b = N::widened(d, hn::LoadU(narrow, x[1] + i));
                  return N::narrowed(d, F()(d, a, b));
                });
}

template <class N>
constexpr KernelRows<6> on(DType dtype) {
  return {{{"add"_op, DTypeSet{dtype}, &binary<N, Sum>},
           {"sub"_op, DTypeSet{dtype}, &binary<N, Difference>},
           {"mul"_op, DTypeSet{dtype}, &binary<N, Product>},
           {"div"_op, DTypeSet{dtype}, &binary<N, Quotient>},
           {"max"_op, DTypeSet{dtype}, &binary<N, Larger>},
           {"min"_op, DTypeSet{dtype}, &binary<N, Smaller>}}};
}

constexpr auto kNarrowRows = join_kernels(on<Float16Lanes>(DType::kFloat16),
                                          on<Bfloat16Lanes>(DType::kBfloat16));

#else

constexpr KernelRows<1> kNarrowRows = {};  // blocks are widened in memory

#endif

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(narrow_kernel, Kernel, kNarrowRows)
