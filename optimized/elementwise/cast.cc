// Implements casts as elementwise calls, with a faster path between float32 and
// narrow floats, which need no block in between.
// Tested by the suite on every target.
#include "optimized/elementwise/cast.h"

#include "optimized/layout/conversion.h"
#include "optimized/resources/alternation.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Casts between float32 and a narrow float in one pass, if both are in
// row-major order. Returns whether it did.
bool cast_plain_floats(const Tensor& out, const Tensor& x) {
  const bool widens = out.dtype == DType::kFloat32 && is_narrow_real(x.dtype);
  const bool narrows = x.dtype == DType::kFloat32 && is_narrow_real(out.dtype);
  if (!(widens || narrows) || !x.view.is_row_major()) return false;
  const std::int64_t element_out = spec_of(out.dtype).bits / 8;
  const std::int64_t element_x = spec_of(x.dtype).bits / 8;
  std::byte* to = HostMemory::storage_of(out) + out.view.offset() * element_out;
  const std::byte* from =
      HostMemory::storage_of(x) + x.view.offset() * element_x;
  const std::int64_t count = out.view.numel();
  in_ranges(
      count, 64, is_worth_threads(count * (element_out + element_x)),
      [&](std::int64_t first, std::int64_t last) {
        const PartOfResult part(count * element_out);
        std::byte* place = to + first * element_out;
        const std::byte* read = from + first * element_x;
        const auto convert = [&](std::int64_t begin, std::int64_t end) {
          if (widens)
            widen(x.dtype, read + begin * element_x,
                  reinterpret_cast<float*>(place) + begin, end - begin);
          else
            narrow(out.dtype, reinterpret_cast<const float*>(read) + begin,
                   place + begin * element_out, end - begin);
        };
        const std::int64_t some = last - first;
        if (goes_past_caches(some * element_out))
          convert(0, some);
        else
          in_alternating_order(some, some * (element_out + element_x), convert);
      });
  return true;
}

}  // namespace

void cast(const Tensor& out, const Tensor& x) {
  if (cast_plain_floats(out, x)) return;
  const Tensor* operands[] = {&x};
  const bool is_number = is_real(out.dtype) || is_complex(out.dtype);
  run_blocks(out, operands,
             is_number ? cast_to_float(x.dtype, out.dtype)
                       : cast_to_integer(x.dtype, out.dtype));
}

}  // namespace assay::optimized
