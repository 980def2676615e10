// Implements unfold and fold. For one position in the kernel, the windows whose
// element there is within the tensor are a range along each axis, and a run
// along the last one. unfold copies these runs and fold adds them, position
// after position, so sums always have the order of the kernel.
// Tested by the windows family of the suite.
#include "optimized/arrays/windows.h"

#include <algorithm>
#include <complex>
#include <cstring>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/parallel_axes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/arrays/windows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef ASSAY_OPTIMIZED_WINDOWS_ONCE
#define ASSAY_OPTIMIZED_WINDOWS_ONCE
namespace assay::optimized {

// Adds to[i * stride] += from[i].
using AddRun = void (*)(std::byte* to, std::int64_t stride,
                        const std::byte* from, std::int64_t count);

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Adds elements that consist of `parts` adjacent values of T.
template <typename T, int parts>
void add_run(std::byte* to, std::int64_t stride, const std::byte* from,
             std::int64_t count) {
  T* out = reinterpret_cast<T*>(to);
  const T* in = reinterpret_cast<const T*>(from);
  if (stride == 1) {
    for (std::int64_t i = 0; i < count * parts; ++i)
      out[i] = static_cast<T>(out[i] + in[i]);
  } else {
    for (std::int64_t i = 0; i < count; ++i)
      for (int part = 0; part < parts; ++part) {
        T& place = out[i * stride * parts + part];
        place = static_cast<T>(place + in[i * parts + part]);
      }
  }
}

AddRun add_run_of(DType compute) {
  switch (compute) {
    case DType::kFloat32:
      return &add_run<float, 1>;
    case DType::kFloat64:
      return &add_run<double, 1>;
    case DType::kComplex64:
      return &add_run<float, 2>;
    case DType::kComplex128:
      return &add_run<double, 2>;
    case DType::kInt16:
    case DType::kUint16:
      return &add_run<std::uint16_t, 1>;
    case DType::kInt32:
    case DType::kUint32:
      return &add_run<std::uint32_t, 1>;
    case DType::kInt64:
    case DType::kUint64:
      return &add_run<std::uint64_t, 1>;
    default:
      return &add_run<std::uint8_t, 1>;
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {
namespace {

HWY_EXPORT(add_run_of);

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

  // Calls copy(window, place, count) for the runs of a position in the kernel,
  // with the number of the window and the place of its element. Calls
  // blank(window, count) for the windows whose element is in the padding.
  // Windows come in order. `strides` are those of the tensor's spatial axes.
  template <typename Copy, typename Blank>
  void for_runs(const Index& position, const Strides& strides, Copy copy,
                Blank blank) {
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
    walk(0, 0, 0, strides, copy, blank);
  }

 private:
  template <typename Copy, typename Blank>
  void walk(std::size_t axis, std::int64_t window, std::int64_t place,
            const Strides& strides, Copy& copy, Blank& blank) const {
    const Range& range = ranges_[axis];
    const std::int64_t inner = inner_[axis];
    if (range.first != 0) blank(window, range.first * inner);
    place += range.place * strides[axis];
    if (axis + 1 == ranges_.size()) {
      if (range.end != range.first)
        copy(window + range.first, place, range.end - range.first);
    } else {
      for (std::int64_t l = range.first; l < range.end; ++l) {
        walk(axis + 1, window + l * inner, place, strides, copy, blank);
        place += windows_.stride[axis] * strides[axis];
      }
    }
    if (range.end != counts_[axis])
      blank(window + range.end * inner, (counts_[axis] - range.end) * inner);
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
void unfold_bits(T* out, const ElementsIn& x, const WindowShape& windows) {
  const View& view = x.view();
  const auto spatial = static_cast<std::ptrdiff_t>(windows.kernel.size());
  const Shape extents(view.shape().end() - spatial, view.shape().end());
  const Strides strides(view.strides().end() - spatial, view.strides().end());
  const std::int64_t step = strides.back() * windows.stride.back();
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
  in_axis_ranges(
      axes, 1, is_worth, [&](const Axes<2>& part, const auto& start) {
        WindowGrid grid(windows, extents);
        for_outer(part, part.count(), [&](const auto& offsets) {
          const T* from = x.first<T>() + start[0] + offsets[0];
          T* to = out + start[1] + offsets[1];
          for (const Index& position : indices(windows.kernel)) {
            grid.for_runs(
                position, strides,
                [&](std::int64_t window, std::int64_t place, std::int64_t run) {
                  const T* source = from + place;
                  if (step == 1)
                    std::memcpy(to + window, source,
                                static_cast<std::size_t>(run) * sizeof(T));
                  else
                    for (std::int64_t i = 0; i < run; ++i)
                      to[window + i] = source[i * step];
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
  const AddRun add =
      HWY_DYNAMIC_DISPATCH(add_run_of)(compute_dtype_of(out.dtype));
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
                    own.for_runs(
                        position, strides,
                        [&](std::int64_t window, std::int64_t place,
                            std::int64_t run) {
                          add(sum + place * kBytes, windows.stride.back(),
                              in + window * kBytes, run);
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
