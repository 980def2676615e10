// Implements plain transforms: lines along the last axis, without other layouts
// than the row-major one and without conversions.
// Tested by tests/optimized/plain_transform_test.cc.
#include "optimized/fourier/plain_transform.h"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <iterator>

#include "optimized/fourier/fourier.h"
#include "optimized/fourier/fourier_lines.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// From this number of elements on, checks take a negligible time.
constexpr std::int64_t kMostElements = 4096;

// Returns whether the only axis of the transform is the last one.
bool is_over_last_axis(const Call& call) {
  const auto& axes = call.attributes.entries()[0].integers;
  return axes.size() == 1 &&
         axes[0] == std::ssize(call.operands[0].view.shape()) - 1;
}

// Transforms lines if the storage is the backend's.
template <typename X, typename Y, typename... Direction>
bool transform_storage(const Tensor& x, const Tensor& out, const Lines& lines,
                       Direction... inverse) {
  const auto* from = reinterpret_cast<const X*>(HostMemory::storage_of(x));
  auto* to = reinterpret_cast<Y*>(HostMemory::storage_of(out));
  if (from == nullptr || to == nullptr) return false;
  if (lines_are_worth_threads(lines.all, lines.n,
                              lines.x_pitch * std::int64_t{sizeof(X)} +
                                  lines.y_pitch * std::int64_t{sizeof(Y)}))
    return false;
  transform_lines(from + x.view.offset(), to, lines, inverse...);
  return true;
}

}  // namespace

bool transform_plain(const Call& call) {
  const bool is_inverse = call.op == "ifft"_op;
  const bool to_bins = call.op == "rfft"_op;
  const bool of_bins = call.op == "irfft"_op;
  const Tensor& x = call.operands[0];
  const Tensor& out = call.outs[0];
  if (!is_over_last_axis(call) || !x.view.is_row_major() ||
      !out.view.is_c_contiguous())
    return false;
  const std::int64_t x_n = x.view.shape().back();
  const std::int64_t y_n = out.view.shape().back();
  const std::int64_t count = x.view.numel() / x_n;
  if (count == 0 || count > kMostElements / std::max(x_n, y_n)) return false;
  const Lines lines{of_bins ? y_n : x_n, count, x_n, y_n, count};
  const auto is = [&](DType from, DType to) {
    return x.dtype == from && out.dtype == to;
  };
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  constexpr DType kSingle = DType::kComplex64, kDouble = DType::kComplex128;
  if (to_bins) {
    if (is(DType::kFloat32, kSingle))
      return transform_storage<float, Single>(x, out, lines);
    return is(DType::kFloat64, kDouble) &&
           transform_storage<double, Double>(x, out, lines);
  }
  if (of_bins) {
    if (is(kSingle, DType::kFloat32))
      return transform_storage<Single, float>(x, out, lines);
    return is(kDouble, DType::kFloat64) &&
           transform_storage<Double, double>(x, out, lines);
  }
  if (is(kSingle, kSingle))
    return transform_storage<Single, Single>(x, out, lines, is_inverse);
  return is(kDouble, kDouble) &&
         transform_storage<Double, Double>(x, out, lines, is_inverse);
}

}  // namespace assay::optimized
