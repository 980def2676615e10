// Implements softmax: hands rows, or blocks of columns, to the kernels in their
// compute type. 16-bit floats are widened into scratch memory row by row and
// rounded from there.
// Tested by tests/optimized/normalization_test.cc, and the suite.
#include "optimized/normalization/softmax.h"

#include <algorithm>
#include <type_traits>

#include "optimized/layout/conversion.h"
#include "optimized/normalization/slices.h"
#include "optimized/normalization/softmax_kernels.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// An exponential counts as this many operations.
constexpr std::int64_t kSoftmaxFlops = 16;
// Columns of 64 floats are four cache lines of each row.
constexpr std::int64_t kSoftmaxColumns = 64;
// The size of the longest vector.
constexpr std::int64_t kVectorBytes = 64;

struct SoftmaxCall {
  SoftmaxKind kind;
  DType dtype;
  const Slices& x;
  std::byte* out;
  std::int64_t element;  // bytes
  bool is_narrow;
};

template <typename T>
void in_rows(const SoftmaxCall& call, std::int64_t first, std::int64_t last) {
  const std::int64_t count = call.x.extent;
  const std::int64_t block = settings().block;
  const Scratch wide(call.is_narrow ? count * std::int64_t{sizeof(T)} : 0);
  T* room = reinterpret_cast<T*>(wide.bytes());
  for (std::int64_t i = first; i < last; ++i) {
    const std::byte* x = call.x.row(i, 0);
    std::byte* out = call.out + i * count * call.element;
    if constexpr (std::is_same_v<T, float>)
      if (call.is_narrow) {
        widen(call.dtype, x, room, count);
        softmax_row(call.kind, room, room, count, block);
        narrow(call.dtype, room, out, count);
        continue;
      }
    softmax_row(call.kind, reinterpret_cast<const T*>(x),
                reinterpret_cast<T*>(out), count, block);
  }
}

// A unit is one block of columns.
template <typename T>
void in_columns(const SoftmaxCall& call, std::int64_t first,
                std::int64_t last) {
  const std::int64_t rows = call.x.extent;
  const std::int64_t inner = call.x.inner;
  const std::int64_t units = (inner + kSoftmaxColumns - 1) / kSoftmaxColumns;
  const Scratch kept(rows * kVectorBytes * side_by_side(rows));
  T* room_of_vectors = reinterpret_cast<T*>(kept.bytes());
  const Scratch wide(
      call.is_narrow ? rows * kSoftmaxColumns * std::int64_t{sizeof(T)} : 0);
  for (std::int64_t unit = first; unit < last; ++unit) {
    const std::int64_t column = unit % units * kSoftmaxColumns;
    const std::int64_t columns = std::min(kSoftmaxColumns, inner - column);
    const std::int64_t place = unit / units * rows * inner + column;
    const auto* x = call.x.row(unit / units, 0) + column * call.element;
    std::byte* out = call.out + place * call.element;
    ColumnBlock<T> block{reinterpret_cast<const T*>(x),
                         call.x.row_stride(),
                         reinterpret_cast<T*>(out),
                         inner,
                         rows,
                         columns,
                         room_of_vectors};
    if constexpr (std::is_same_v<T, float>)
      if (call.is_narrow) {
        auto* room = reinterpret_cast<float*>(wide.bytes());
        for (std::int64_t r = 0; r < rows; ++r)
          widen(call.dtype, x + r * call.x.row_stride() * call.element,
                room + r * columns, columns);
        softmax_columns(call.kind, {room, columns, room, columns, rows, columns,
                                    room_of_vectors});
        for (std::int64_t r = 0; r < rows; ++r)
          narrow(call.dtype, room + r * columns, out + r * inner * call.element,
                 columns);
        continue;
      }
    softmax_columns(call.kind, block);
  }
}

template <typename T>
void in_type(const SoftmaxCall& call, std::int64_t count) {
  const bool is_worth =
      is_worth_threads(2 * count * call.element, count * kSoftmaxFlops);
  if (call.x.inner == 1)
    return in_ranges(call.x.outer, 1, is_worth,
                     [&](std::int64_t first, std::int64_t last) {
                       in_rows<T>(call, first, last);
                     });
  const std::int64_t units =
      (call.x.inner + kSoftmaxColumns - 1) / kSoftmaxColumns;
  in_ranges(call.x.outer * units, 1, is_worth,
            [&](std::int64_t first, std::int64_t last) {
              in_columns<T>(call, first, last);
            });
}

}  // namespace

void softmax(SoftmaxKind kind, const Tensor& out, const Tensor& x,
             std::int64_t axis) {
  const std::int64_t count = x.view.numel();
  if (count == 0) return;
  const Slices slices(x, axis);
  const std::int64_t element = bytes_of(x.dtype);
  const SoftmaxCall call{
      kind,    x.dtype,
      slices,  HostMemory::storage_of(out) + out.view.offset() * element,
      element, is_narrow_real(x.dtype)};
  if (compute_dtype_of(x.dtype) == DType::kFloat64)
    in_type<double>(call, count);
  else
    in_type<float>(call, count);
}

}  // namespace assay::optimized
