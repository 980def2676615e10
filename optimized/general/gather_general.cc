// Implements gather_general. Index vectors become offsets, some hundred at a
// time, and then the windows are copied: run by run, or element by element
// where windows have no runs. Tested by tests/optimized/general_test.cc and the
// indexing family of lax.
#include <cstring>

#include "optimized/general/index_windows.h"
#include "optimized/general/indexing_general.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/plain_run.h"

namespace assay::optimized {
namespace {

// Windows of more rows than this are copied by a walk over their axes.
constexpr std::int64_t kMostRows = 4096;
// Runs of at least this many bytes are worth a call of the copy.
constexpr std::int64_t kLongRunBytes = 512;

// Copies runs of a fixed number of bytes, which needs no call.
template <std::size_t bytes, typename Offset>
void copy_fixed(std::byte* to, std::int64_t to_step, const std::byte* from,
                const Offset* offsets, std::int64_t element,
                std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * to_step, from + offsets[i] * element, bytes);
}

// Copies the same run of `count` windows.
template <typename Offset>
void copy_runs_at(std::byte* to, std::int64_t to_step, const std::byte* from,
                  const Offset* offsets, std::int64_t element,
                  std::int64_t bytes, std::int64_t count) {
  switch (bytes) {
    case 8:
      return copy_fixed<8>(to, to_step, from, offsets, element, count);
    case 16:
      return copy_fixed<16>(to, to_step, from, offsets, element, count);
    case 32:
      return copy_fixed<32>(to, to_step, from, offsets, element, count);
    case 64:
      return copy_fixed<64>(to, to_step, from, offsets, element, count);
    default:
      for (std::int64_t i = 0; i < count; ++i)
        if (bytes >= kLongRunBytes)
          copy_bytes(to + i * to_step, from + offsets[i] * element, bytes);
        else
          std::memcpy(to + i * to_step, from + offsets[i] * element,
                      static_cast<std::size_t>(bytes));
  }
}

// Returns a walk over the elements of a window as a view of outer or of x.
View window_view(const Axes<2>& axes, std::size_t tensor) {
  Shape shape;
  Strides strides;
  for (std::size_t i = 0; i < axes.count(); ++i) {
    shape.push_back(axes[i].extent);
    strides.push_back(axes[i].strides[tensor]);
  }
  return View(std::move(shape), std::move(strides), 0);
}

}  // namespace

void gather_general(const Tensor& out, const Tensor& x, const Tensor& indices,
                    const WindowDimensions& dimensions,
                    const std::vector<std::int64_t>& sizes) {
  ElementsOut to(out);
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  const ElementsIn from(x);
  const IndexWindows windows(x.view.shape(), from.view().strides(), indices,
                             out.view.shape(), dimensions, sizes);
  const auto element = static_cast<std::int64_t>(to.bytes());
  const std::byte* source = from.storage() + from.view().offset() * element;
  const std::int64_t run = windows.run();
  const bool is_large = windows.window_size() / run > kMostRows;
  const auto rows = is_large
                        ? std::vector<std::pair<std::int64_t, std::int64_t>>()
                        : windows.rows();
  const View of_outer = window_view(windows.window(), 0);
  const View of_x = window_view(windows.window(), 1);
  in_axis_ranges(
      windows.batch(), 1, is_worth_threads(2 * count * element),
      [&](const Axes<3>& walk, const std::array<std::int64_t, 3>& begin) {
        if (windows.gather(walk, begin, to.storage(), source, to.bytes()))
          return;
        windows.for_windows(
            walk, begin, true,
            [&](const auto* offsets, const IndexWindows::Part& part) {
              const auto [some, outer, step, index, batching] = part;
              std::byte* target = to.storage() + outer * element;
              if (is_large)
                for (std::int64_t i = 0; i < some; ++i)
                  strided_copy(target + i * step * element, of_outer,
                               source + offsets[i] * element, of_x, to.bytes());
              for (const auto& [row, row_of_x] : rows) {
                std::byte* place = target + row * element;
                const std::byte* origin = source + row_of_x * element;
                if (run == 1)
                  gather_points(place, step, origin, offsets, some, to.bytes());
                else
                  copy_runs_at(place, step * element, origin, offsets, element,
                               run * element, some);
              }
            });
      });
  to.store();
}

}  // namespace assay::optimized
