// Implements unfold and fold. For one position in the kernel, the windows whose
// element there is within the tensor are a range along each axis, and a run
// along the last one. unfold copies these runs and fold adds them, a plane of
// the last two axes at a time. Position comes after position, so sums always
// have the order of the kernel.
// Tested by the windows family of the suite.
#include "optimized/arrays/windows.h"

#include <algorithm>
#include <complex>
#include <cstring>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/resources/plain_run.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/arrays/windows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef ASSAY_OPTIMIZED_WINDOWS_ONCE
#define ASSAY_OPTIMIZED_WINDOWS_ONCE
namespace assay::optimized {

// Holds how rows of windows meet rows of a tensor, in elements.
struct RowsOfWindows {
  std::int64_t rows, count;
  std::int64_t window_row;  // from one row of windows to the next
  std::int64_t place_row;   // from the element of a window to that of the next
  std::int64_t place_step;  // row, and to that of the next window in a row
};

// Adds the elements of windows to those of the tensor.
using AddRows = void (*)(std::byte* to, const std::byte* from,
                         const RowsOfWindows& rows);

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The last vector of a row may overlap the one before. It is loaded before
// anything is stored, so that elements in both have one sum.
template <typename T>
void add_row(T* to, const T* from, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count < lanes) {
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = static_cast<T>(to[i] + from[i]);
    return;
  }
  const auto sum_at = [&](std::int64_t i) HWY_ATTR {
    return hn::Add(hn::LoadU(d, to + i), hn::LoadU(d, from + i));
  };
  const auto last = sum_at(count - lanes);
  for (std::int64_t i = 0; i + lanes <= count; i += lanes)
    hn::StoreU(sum_at(i), d, to + i);
  hn::StoreU(last, d, to + count - lanes);
}

// Adds elements that consist of `parts` adjacent values of T.
template <typename T, int parts>
void add_rows(std::byte* to, const std::byte* from, const RowsOfWindows& rows) {
  T* out = reinterpret_cast<T*>(to);
  const T* in = reinterpret_cast<const T*>(from);
  for (std::int64_t r = 0; r < rows.rows; ++r) {
    if (rows.place_step == 1) {
      add_row(out, in, rows.count * parts);
    } else {
      for (std::int64_t i = 0; i < rows.count; ++i)
        for (int part = 0; part < parts; ++part) {
          T& place = out[i * rows.place_step * parts + part];
          place = static_cast<T>(place + in[i * parts + part]);
        }
    }
    out += rows.place_row * parts;
    in += rows.window_row * parts;
  }
}

AddRows add_rows_of(DType compute) {
  switch (compute) {
    case DType::kFloat32:
      return &add_rows<float, 1>;
    case DType::kFloat64:
      return &add_rows<double, 1>;
    case DType::kComplex64:
      return &add_rows<float, 2>;
    case DType::kComplex128:
      return &add_rows<double, 2>;
    case DType::kInt16:
    case DType::kUint16:
      return &add_rows<std::uint16_t, 1>;
    case DType::kInt32:
    case DType::kUint32:
      return &add_rows<std::uint32_t, 1>;
    case DType::kInt64:
    case DType::kUint64:
      return &add_rows<std::uint64_t, 1>;
    default:
      return &add_rows<std::uint8_t, 1>;
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {
namespace {

HWY_EXPORT(add_rows_of);

// The windows [first, end) of an axis whose element is within the tensor, and
// the place of the first of these elements.
struct Range {
  std::int64_t first, end, place;
};

class WindowGrid {
 public:
  WindowGrid(const WindowShape& windows, const Shape& spatial)
      : windows_(windows), spatial_(spatial), ranges_(spatial.size()) {
    for (std::size_t i = 0; i < spatial.size(); ++i) {
      const auto [before, after] = windows.padding[i];
      const std::int64_t reach =
          windows.dilation[i] * (windows.kernel[i] - 1) + 1;
      counts_.push_back(
          (spatial[i] + before + after - reach) / windows.stride[i] + 1);
    }
    inner_ = row_major_strides(counts_);
  }

  std::int64_t count() const { return element_count(counts_); }

  // Calls take(window, place, rows) for the windows whose element at a position
  // in the kernel is in the tensor, those of the last two axes at once, with
  // the number of the first window and the place of its element. Calls
  // blank(window, count) for the windows whose element is in the padding.
  // `strides` are those of the tensor's spatial axes.
  template <typename Take, typename Blank>
  void for_rows(const Index& position, const Strides& strides, Take take,
                Blank blank) {
    set_ranges(position);
    walk(0, 0, 0, strides, take, blank);
  }

 private:
  // Finds the windows whose element at a position in the kernel is not padding.
  void set_ranges(const Index& position) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const std::int64_t start =
          windows_.dilation[i] * position[i] - windows_.padding[i].first;
      const std::int64_t stride = windows_.stride[i];
      Range& range = ranges_[i];
      range.first =
          std::min(counts_[i], start < 0 ? (stride - 1 - start) / stride : 0);
      const std::int64_t last = spatial_[i] - 1 - start;
      range.end =
          std::clamp(last < 0 ? 0 : last / stride + 1, range.first, counts_[i]);
      range.place = start + range.first * stride;
    }
  }

  template <typename Take, typename Blank>
  void walk(std::size_t axis, std::int64_t window, std::int64_t place,
            const Strides& strides, Take& take, Blank& blank) const {
    if (axis + 2 >= ranges_.size())
      return walk_plane(axis, window, place, strides, take, blank);
    const Range& range = ranges_[axis];
    const std::int64_t inner = inner_[axis];
    blank(window, range.first * inner);
    place += range.place * strides[axis];
    for (std::int64_t l = range.first; l < range.end; ++l) {
      walk(axis + 1, window + l * inner, place, strides, take, blank);
      place += windows_.stride[axis] * strides[axis];
    }
    blank(window + range.end * inner, (counts_[axis] - range.end) * inner);
  }

  // Does this for the last two axes, or for the only one as a single row.
  template <typename Take, typename Blank>
  void walk_plane(std::size_t axis, std::int64_t window, std::int64_t place,
                  const Strides& strides, Take& take, Blank& blank) const {
    const Range& columns = ranges_.back();
    const std::int64_t width = counts_.back();
    const std::int64_t count = columns.end - columns.first;
    Range rows{0, 1, 0};
    std::int64_t height = 1, row_step = 0;
    if (axis + 1 != ranges_.size()) {
      rows = ranges_[axis];
      height = counts_[axis];
      row_step = windows_.stride[axis] * strides[axis];
      place += rows.place * strides[axis];
    }
    if (count == 0 || rows.first == rows.end)
      return blank(window, height * width);
    const std::int64_t first = rows.first * width + columns.first;
    const std::int64_t last = (rows.end - 1) * width + columns.end;
    take(window + first, place + columns.place * strides.back(),
         RowsOfWindows{rows.end - rows.first, count, width, row_step,
                       windows_.stride.back() * strides.back()});
    blank(window, first);
    for (std::int64_t i = first + count; i < last; i += width)
      blank(window + i, width - count);
    blank(window + last, height * width - last);
  }

  const WindowShape& windows_;
  const Shape& spatial_;
  Shape counts_;
  Strides inner_;  // windows from one index of an axis to the next
  std::vector<Range> ranges_;
};

// Returns the leading axes of a view, those before the last `spatial` ones.
View leading_view(const View& x, std::size_t spatial) {
  const auto count = static_cast<std::ptrdiff_t>(spatial);
  return View(Shape(x.shape().begin(), x.shape().end() - count),
              Strides(x.strides().begin(), x.strides().end() - count), 0);
}

template <typename T>
void copy_elements(T* to, const T* from, const RowsOfWindows& rows) {
  constexpr auto kBytes = std::int64_t{sizeof(T)};
  constexpr std::int64_t kShortestRow = 16;  // of copy_rows()
  if (rows.place_step == 1 && rows.count * kBytes >= kShortestRow)
    return copy_rows(reinterpret_cast<std::byte*>(to),
                     reinterpret_cast<const std::byte*>(from),
                     {rows.rows, rows.count * kBytes, rows.window_row * kBytes,
                      rows.place_row * kBytes});
  for (std::int64_t r = 0; r < rows.rows; ++r)
    for (std::int64_t i = 0; i < rows.count; ++i)
      to[r * rows.window_row + i] =
          from[r * rows.place_row + i * rows.place_step];
}

template <typename T>
void unfold_bits(T* out, const ElementsIn& x, const WindowShape& windows) {
  const View& view = x.view();
  const auto spatial = static_cast<std::ptrdiff_t>(windows.kernel.size());
  const Shape extents(view.shape().end() - spatial, view.shape().end());
  const Strides strides(view.strides().end() - spatial, view.strides().end());
  const std::int64_t count = WindowGrid(windows, extents).count();
  const View leading = leading_view(view, windows.kernel.size());
  // The windows of a leading index follow those of the previous one.
  const std::int64_t written = count * element_count(windows.kernel);
  Strides steps = row_major_strides(leading.shape());
  for (std::int64_t& step_out : steps) step_out *= written;
  const View leading_out(leading.shape(), steps, 0);
  const Axes<2> axes({&leading, &leading_out});
  const bool is_worth = is_worth_threads(
      written * element_count(leading.shape()) * std::int64_t{sizeof(T)});
  in_axis_ranges(axes, 1, is_worth,
                 [&](const Axes<2>& part, const auto& start) {
                   WindowGrid grid(windows, extents);
                   for_outer(part, part.count(), [&](const auto& offsets) {
                     const T* from = x.first<T>() + start[0] + offsets[0];
                     T* to = out + start[1] + offsets[1];
                     for (const Index& position : indices(windows.kernel)) {
                       grid.for_rows(
                           position, strides,
                           [&](std::int64_t window, std::int64_t place,
                               const RowsOfWindows& rows) {
                             copy_elements(to + window, from + place, rows);
                           },
                           [&](std::int64_t window, std::int64_t run) {
                             std::fill_n(to + window, run, T{});
                           });
                       to += count;
                     }
                   });
                 });
}

}  // namespace

void unfold(const Tensor& out, const Tensor& x, const WindowShape& windows) {
  if (out.view.numel() == 0) return;
  ElementsOut to(out);
  const bool is_direct = x.view.strides().back() == 1;
  const ElementsIn from(x, !is_direct);
  with_bits_of(to.bytes(), [&]<typename T>(T) {
    unfold_bits(reinterpret_cast<T*>(to.storage()), from, windows);
  });
  to.store();
}

void fold(const Tensor& out, const Tensor& x, const WindowShape& windows,
          const Shape& output) {
  if (out.view.numel() == 0) return;
  const WindowGrid grid(windows, output);
  const std::int64_t count = grid.count();
  const std::int64_t kernel = element_count(windows.kernel);
  const std::int64_t plane = element_count(output);
  const Strides strides = row_major_strides(output);
  const AddRows add =
      HWY_DYNAMIC_DISPATCH(add_rows_of)(compute_dtype_of(out.dtype));
  with_compute_type(out.dtype, [&]<typename T>(std::type_identity<T>) {
    constexpr auto kBytes = static_cast<std::int64_t>(sizeof(T));
    const Dense<T> values(x);
    DenseOut<T> sums(out);
    const auto* from = reinterpret_cast<const std::byte*>(values.data());
    auto* to = reinterpret_cast<std::byte*>(sums.data());
    std::memset(to, 0, static_cast<std::size_t>(sums.size() * kBytes));
    // A value is read, and added to a sum.
    const bool is_worth = is_worth_threads(2 * kBytes * values.size());
    in_ranges(sums.size() / plane, 1, is_worth,
              [&](std::int64_t first, std::int64_t last) {
                WindowGrid own = grid;
                const std::byte* in = from + first * count * kernel * kBytes;
                for (std::int64_t i = first; i < last; ++i)
                  for (const Index& position : indices(windows.kernel)) {
                    std::byte* sum = to + i * plane * kBytes;
                    own.for_rows(
                        position, strides,
                        [&](std::int64_t window, std::int64_t place,
                            const RowsOfWindows& rows) {
                          add(sum + place * kBytes, in + window * kBytes, rows);
                        },
                        [](std::int64_t, std::int64_t) {});
                    in += count * kBytes;
                  }
              });
    sums.store();
  });
}

}  // namespace assay::optimized
#endif
