// Transforms lines by the method of their plan. Those of an even number of real
// elements are transformed as half as many complex numbers; Cooley, Lewis and
// Welch, "The fast Fourier transform algorithm: programming considerations in
// the calculation of sine, cosine and Laplace transforms" (1970). Lengths with
// large prime factors are transformed by a convolution; Bluestein, "A linear
// filtering approach to the computation of discrete Fourier transform" (1970).
// Tested by tests/optimized/fourier_test.cc.
#include "optimized/fourier/fourier_lines.h"

#include <algorithm>

#include "optimized/fourier/column_radices.h"
#include "optimized/fourier/fourier.h"
#include "optimized/fourier/fourier_kernels.h"
#include "optimized/fourier/line_plan.h"
#include "optimized/layout/dense.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

template <typename T>
const T* parts(const std::complex<T>* z) {
  return reinterpret_cast<const T*>(z);
}
template <typename T>
T* parts(std::complex<T>* z) {
  return reinterpret_cast<T*>(z);
}

// Memory for elements of type T during a call. Little of it is taken from the
// stack, because a short transform takes less time than asking for memory.
template <typename T>
class Room {
 public:
  explicit Room(std::int64_t count) : elements_(own_) {
    if (count <= kOwn) return;
    scratch_ = Scratch(count * std::int64_t{sizeof(T)});
    elements_ = reinterpret_cast<T*>(scratch_.bytes());
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  T* elements() const { return elements_; }

 private:
  static constexpr std::int64_t kOwn = (std::int64_t{32} << 10) / sizeof(T);
  Scratch scratch_;
  T* elements_;
  alignas(64) T own_[kOwn];
};

// Threads that share a line read half of it from each other's caches, twice, so
// only this part of the transform's time counts as a gain. Real lines are also
// combined with their ends.
constexpr double kComplexShare = 0.4;
constexpr double kRealShare = 0.3;

// Returns whether threads share each line, if it is of the method kSplit.
template <typename T>
bool is_shared_by_threads(const LinePlan<T>& plan, double share) {
  return plan.method == Method::kSplit &&
         lines_are_worth_threads(
             1, plan.n,
             static_cast<std::int64_t>(share * 4 * sizeof(T) *
                                       static_cast<double>(plan.n)));
}

template <typename T>
void transform_by_convolution(const LinePlan<T>& plan,
                              const LineBlock<T>& lines, T* room) {
  const std::int64_t length = plan.longer->n;
  const bool is_shared = is_shared_by_threads(*plan.longer, kComplexShare);
  // Multiplies as multiply() does, from element 0 up to `count`.
  const auto multiply_all = [&](const T* x, const T* w, T* z,
                                std::int64_t count, bool swaps_x,
                                bool swaps_z) {
    constexpr std::int64_t kUnit = 4096;
    in_ranges(count, kUnit, is_shared,
              [&](std::int64_t first, std::int64_t last) {
                multiply(x + 2 * first, w + 2 * first, z + 2 * first,
                         last - first, swaps_x, swaps_z);
              });
  };
  T* line = room;
  T* rest = room + 2 * length;
  const LineBlock<T> in_place{line, line, 1, length, length, false, is_shared};
  for (std::int64_t i = 0; i < lines.count; ++i) {
    multiply_all(lines.x + 2 * i * lines.x_pitch, plan.chirp.data(), line,
                 plan.n, lines.inverse, false);
    std::fill(line + 2 * plan.n, line + 2 * length, T(0));
    transform_by_radices(*plan.longer, in_place, rest);
    // With its parts exchanged, the transform is the inverse one.
    multiply_all(line, plan.spectrum.data(), line, length, false, true);
    transform_by_radices(*plan.longer, in_place, rest);
    multiply_all(line, plan.chirp.data(), lines.y + 2 * i * lines.y_pitch,
                 plan.n, true, lines.inverse);
  }
}

template <typename T>
void transform_block(const LinePlan<T>& plan, const LineBlock<T>& lines,
                     T* room) {
  if (plan.n == 1) {
    for (std::int64_t i = 0; i < lines.count; ++i)
      std::copy_n(lines.x + 2 * i * lines.x_pitch, 2,
                  lines.y + 2 * i * lines.y_pitch);
  } else if (plan.method == Method::kConvolution) {
    transform_by_convolution(plan, lines, room);
  } else {
    transform_by_radices(plan, lines, room);
  }
}

// Returns the plan for lines of n complex numbers.
template <typename T>
const LinePlan<T>& plan_for(std::int64_t n, const Lines& lines) {
  // Half-filled vectors take less time than one line after the other.
  return *line_plan_of<T>(n, 2 * lines.all >= fourier_lanes<T>());
}

template <typename T>
void complex_lines(const std::complex<T>* x, std::complex<T>* y,
                   const Lines& lines, bool inverse) {
  const LinePlan<T>& plan = plan_for<T>(lines.n, lines);
  const Room<T> room(plan.room);
  transform_block(
      plan,
      {parts(x), parts(y), lines.count, lines.x_pitch, lines.y_pitch, inverse,
       is_shared_by_threads(plan, kComplexShare)},
      room.elements());
}

// Calls combine(half) for parts of a line that together are all of it, on the
// threads that share the line. They take adjacent numbers, because threads that
// write to the same page take lines of it from each other's caches.
template <typename T, typename F>
void each_half(std::int64_t m, const T* roots, bool is_shared,
               const F& combine) {
  constexpr std::int64_t kUnit = 64;
  const std::int64_t count = m / 2 + 1;
  const std::int64_t threads = settings().threads;
  const std::int64_t own = (count + threads - 1) / threads;
  in_ranges(count, (own + kUnit - 1) / kUnit * kUnit, is_shared,
            [&](std::int64_t first, std::int64_t last) {
              combine(HalfLine<T>{m, first, last, roots});
            });
}

template <typename T>
void even_lines_to_bins(const T* x, std::complex<T>* y, const Lines& lines) {
  const std::int64_t m = lines.n / 2;
  const LinePlan<T>& plan = plan_for<T>(m, lines);
  const bool is_shared = is_shared_by_threads(plan, kRealShare);
  const auto& roots = quarter_roots_of<T>(lines.n);
  const Room<T> room(plan.room);
  // Lines of an even number of elements are an even number of them apart.
  transform_block(plan,
                  {x, parts(y), lines.count, lines.x_pitch / 2, lines.y_pitch,
                   false, is_shared},
                  room.elements());
  for (std::int64_t i = 0; i < lines.count; ++i) {
    T* const z = parts(y + i * lines.y_pitch);
    each_half(m, roots->data(), is_shared,
              [z](const HalfLine<T>& half) { bins_from_halves(z, half); });
  }
}

template <typename T>
void even_bins_to_lines(const std::complex<T>* x, T* y, const Lines& lines) {
  const std::int64_t m = lines.n / 2;
  const LinePlan<T>& plan = plan_for<T>(m, lines);
  const bool is_shared = is_shared_by_threads(plan, kRealShare);
  const auto& roots = quarter_roots_of<T>(lines.n);
  const Room<T> room(plan.room);
  for (std::int64_t i = 0; i < lines.count; ++i) {
    const T* const bins = parts(x + i * lines.x_pitch);
    T* const z = y + i * lines.y_pitch;
    each_half(m, roots->data(), is_shared, [=](const HalfLine<T>& half) {
      halves_from_bins(bins, z, half);
    });
  }
  // Lines of an even number of elements are an even number of them apart.
  transform_block(plan,
                  {y, y, lines.count, lines.y_pitch / 2, lines.y_pitch / 2,
                   true, is_shared},
                  room.elements());
}

// Lines of an odd number of real elements are transformed as complex ones.
template <typename T>
void lines_to_bins(const T* x, std::complex<T>* y, const Lines& lines) {
  const std::int64_t n = lines.n;
  if (n % 2 == 0) return even_lines_to_bins(x, y, lines);
  const LinePlan<T>& plan = *line_plan_of<T>(n, false);
  const Room<T> room(plan.room + 2 * n);
  T* line = room.elements() + plan.room;
  for (std::int64_t i = 0; i < lines.count; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      line[2 * j] = x[i * lines.x_pitch + j];
      line[2 * j + 1] = 0;
    }
    transform_block(plan, {line, line, 1, n, n, false}, room.elements());
    std::copy_n(line, n + 1, parts(y + i * lines.y_pitch));
  }
}

template <typename T>
void bins_to_lines(const std::complex<T>* x, T* y, const Lines& lines) {
  const std::int64_t n = lines.n;
  if (n % 2 == 0) return even_bins_to_lines(x, y, lines);
  const LinePlan<T>& plan = *line_plan_of<T>(n, false);
  const Room<T> room(plan.room + 2 * n);
  T* line = room.elements() + plan.room;
  for (std::int64_t i = 0; i < lines.count; ++i) {
    const T* from = parts(x + i * lines.x_pitch);
    line[0] = from[0];
    line[1] = 0;
    for (std::int64_t k = 1; k <= n / 2; ++k) {
      line[2 * k] = line[2 * (n - k)] = from[2 * k];
      line[2 * k + 1] = from[2 * k + 1];
      line[2 * (n - k) + 1] = -from[2 * k + 1];
    }
    transform_block(plan, {line, line, 1, n, n, true}, room.elements());
    for (std::int64_t j = 0; j < n; ++j) y[i * lines.y_pitch + j] = line[2 * j];
  }
}

template <typename T>
void complex_columns(const std::complex<T>* x, std::complex<T>* y,
                     const Columns& columns, bool inverse) {
  const LinePlan<T>& plan = *column_plan_of<T>(columns.n);
  const Room<T> room(plan.room);
  transform_columns(plan,
                    {parts(x), parts(y), columns.count, columns.pitch,
                     columns.pitch, inverse},
                    room.elements());
}

}  // namespace

void transform_lines(const std::complex<float>* x, std::complex<float>* y,
                     const Lines& lines, bool inverse) {
  complex_lines(x, y, lines, inverse);
}
void transform_lines(const std::complex<double>* x, std::complex<double>* y,
                     const Lines& lines, bool inverse) {
  complex_lines(x, y, lines, inverse);
}

void transform_lines(const float* x, std::complex<float>* y,
                     const Lines& lines) {
  lines_to_bins(x, y, lines);
}
void transform_lines(const double* x, std::complex<double>* y,
                     const Lines& lines) {
  lines_to_bins(x, y, lines);
}
void transform_lines(const std::complex<float>* x, float* y,
                     const Lines& lines) {
  bins_to_lines(x, y, lines);
}
void transform_lines(const std::complex<double>* x, double* y,
                     const Lines& lines) {
  bins_to_lines(x, y, lines);
}

bool has_fast_columns(std::int64_t n, std::int64_t width) {
  // A vector with fewer columns than this is mostly empty.
  constexpr std::int64_t kFewColumns = 5;
  return n > 1 && n <= settings().fourier_columns && width >= kFewColumns &&
         has_radices(n);
}

void transform_columns(const std::complex<float>* x, std::complex<float>* y,
                       const Columns& columns, bool inverse) {
  complex_columns(x, y, columns, inverse);
}
void transform_columns(const std::complex<double>* x, std::complex<double>* y,
                       const Columns& columns, bool inverse) {
  complex_columns(x, y, columns, inverse);
}

}  // namespace assay::optimized
