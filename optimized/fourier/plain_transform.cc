// Implements plain transforms: lines along the last axis, without other layouts
// than the row-major one and without conversions.
// Tested by tests/optimized/plain_transform_test.cc.
#include "optimized/fourier/plain_transform.h"

#include <complex>
#include <cstdint>
#include <new>

#include "optimized/fourier/fourier.h"
#include "optimized/fourier/fourier_lines.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// From this number of elements on, checks take a negligible time.
constexpr std::int64_t kMostElements = 4096;

// Returns whether the attributes are those of a transform over the last of
// `rank` axes, with the dtype of the result if the op takes one.
bool are_of_last_axis(const Attributes& attributes, std::size_t rank,
                      bool has_dtype, DType result) {
  const auto& entries = attributes.entries();
  const auto is = [](const Attributes::Entry& entry, AttributeKey key,
                     std::int64_t value) {
    return entry.key == key && entry.integers.size() == 1 &&
           entry.integers[0] == value;
  };
  return entries.size() == (has_dtype ? 2 : 1) &&
         is(entries[0], AttributeKey::kAxes,
            static_cast<std::int64_t>(rank) - 1) &&
         (!has_dtype || is(entries[1], AttributeKey::kDType,
                           static_cast<std::int64_t>(result)));
}

// Returns how many lines there are along the last axes of two shapes, or 0 if
// the other axes differ or there are too many elements.
std::int64_t line_count(const Shape& x, const Shape& out) {
  if (x.size() != out.size() || x.empty() ||
      x.size() > static_cast<std::size_t>(kMaxRank))
    return 0;
  std::int64_t count = 1;
  std::int64_t most = kMostElements;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    if (x[i] != out[i] || x[i] < 1 || x[i] > most) return 0;
    count *= x[i];
    most /= x[i];
  }
  const bool is_few = x.back() >= 1 && x.back() <= most && out.back() >= 1 &&
                      out.back() <= most;
  return is_few ? count : 0;
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

bool has_transformed(const Call& call) {
  const bool is_inverse = call.op == "ifft"_op;
  const bool to_bins = call.op == "rfft"_op;
  const bool of_bins = call.op == "irfft"_op;
  if ((call.op != "fft"_op && !is_inverse && !to_bins && !of_bins) ||
      call.operands.size() != 1 || call.outs.size() != 1)
    return false;
  const Tensor& x = call.operands[0];
  const Tensor& out = call.outs[0];
  const bool is_real = to_bins || of_bins;
  if (!are_of_last_axis(call.attributes, x.view.rank(), is_real, out.dtype))
    return false;
  const std::int64_t count = line_count(x.view.shape(), out.view.shape());
  if (count == 0 || !x.view.is_row_major() || !out.view.is_c_contiguous())
    return false;
  const std::int64_t x_n = x.view.shape().back();
  const std::int64_t y_n = out.view.shape().back();
  const Lines lines{of_bins ? y_n : x_n, count, x_n, y_n, count};
  const auto is = [&](DType from, DType to) {
    return x.dtype == from && out.dtype == to;
  };
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  constexpr DType kSingle = DType::kComplex64, kDouble = DType::kComplex128;
  if (to_bins) {
    if (y_n != x_n / 2 + 1) return false;
    if (is(DType::kFloat32, kSingle))
      return transform_storage<float, Single>(x, out, lines);
    return is(DType::kFloat64, kDouble) &&
           transform_storage<double, Double>(x, out, lines);
  }
  if (of_bins) {
    if (y_n != 2 * (x_n - 1)) return false;
    if (is(kSingle, DType::kFloat32))
      return transform_storage<Single, float>(x, out, lines);
    return is(kDouble, DType::kFloat64) &&
           transform_storage<Double, double>(x, out, lines);
  }
  if (x_n != y_n) return false;
  if (is(kSingle, kSingle))
    return transform_storage<Single, Single>(x, out, lines, is_inverse);
  return is(kDouble, kDouble) &&
         transform_storage<Double, Double>(x, out, lines, is_inverse);
}

}  // namespace

std::optional<Tensors> transform_plain(const Call& call) {
  try {
    if (has_transformed(call)) return call.outs;
  } catch (const std::bad_alloc&) {
    // The call is carried out like others, which report it.
  }
  return std::nullopt;
}

}  // namespace assay::optimized
