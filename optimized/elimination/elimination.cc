// Implements elimination with row pivots by blocks of columns, which threads
// take (resources/factor_steps.h). Every block is a strip. If threads take
// them, strips are copied and stored on their own, so that no two threads write
// to neighbouring lines. A small matrix is one block and stays where it is.
// Tested by tests/optimized/elimination_test.cc and the linalg family of lax.
#include "optimized/elimination/elimination.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "optimized/elimination/column_elimination.h"
#include "optimized/elimination/panel_columns.h"
#include "optimized/layout/compute_type.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/resources/factor_steps.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// A matrix of S on planes of T.
template <typename S>
using PlaneOf = decltype(std::real(S()));
template <typename S>
constexpr std::size_t kPlanesOf = kIsComplex<S> ? 2 : 1;

// Copies a few cache lines. A call of memcpy() for each would take longer.
template <typename T>
void copy_row(T* to, const T* from, std::int64_t count) {
  constexpr std::int64_t kPart = 16;
  std::int64_t i = 0;
  for (; i + kPart <= count; i += kPart)
    for (std::int64_t j = 0; j < kPart; ++j) to[i + j] = from[i + j];
  for (; i < count; ++i) to[i] = from[i];
}

// Factors a matrix in strips, which are copied if `is_packed`. Rows of the
// columns to the left of a block are brought into their order last.
template <typename S>
class StripElimination : public FactorSteps {
 public:
  using T = PlaneOf<S>;
  static constexpr std::size_t kPlanes = kPlanesOf<S>;

  StripElimination(S* a, std::int64_t m, std::int64_t n, std::int64_t width,
                   bool is_packed, std::int32_t* pivots)
      : a_(a),
        m_(m),
        n_(n),
        count_(std::min(m, n)),
        width_(width),
        blocks_((count_ + width - 1) / width),
        strips_(blocks_ + (n - count_ + width - 1) / width),
        pivots_(pivots),
        is_packed_(is_packed),
        elements_(is_packed ? strips_ * m * width : 0),
        panel_(kPlanes == 1 ? panel_stride(m) * kPanelColumns : 0) {}

  FactorPlan plan() const {
    return {.strips = strips_, .factored = blocks_, .finishes_last = true};
  }

  void read(std::int64_t strip) override {
    if (!is_packed_) return;
    const std::int64_t column = first(strip), columns = end(strip) - column;
    for (std::int64_t i = 0; i < m_; ++i) {
      const S* from = a_ + i * n_ + column;
      const auto to = advanced(strip_of(strip), i * width_);
      if constexpr (kPlanes == 1)
        copy_row(to[0], from, columns);
      else
        split_planes(from, columns, to);
    }
  }

  bool factor(std::int64_t block) override {
    const std::int64_t start = first(block);
    const Eliminated<T, kPlanes> columns{
        .a = advanced(strip_of(block), start * row()),
        .m = m_ - start,
        .row = row(),
        .columns = end(block) - start,
        .pivots = pivots_ + start,
        .room = panel_.begin()[0]};
    eliminate_columns(columns, 0, columns.columns);
    for (std::int64_t i = start; i < end(block); ++i)
      pivots_[i] += static_cast<std::int32_t>(start);
    return true;
  }
  void solve(std::int64_t block, std::int64_t strip) override {
    swap_rows(strip_of(strip), row(), end(strip) - first(strip), pivots_,
              first(block), end(block));
    divide_rows(right(block, strip), end(block) - first(block));
  }
  void subtract(std::int64_t block, std::int64_t strip) override {
    const std::int64_t terms = end(block) - first(block);
    subtract_rows(right(block, strip), 0, terms, terms, m_ - end(block));
  }
  void finish(std::int64_t strip) override {
    if (!is_packed_)
      return swap_rows(strip_of(strip), row(), end(strip) - first(strip),
                       pivots_, end(strip), count_);
    std::vector<std::int64_t> order(static_cast<std::size_t>(m_));
    std::iota(order.begin(), order.end(), 0);
    for (std::int64_t i = end(strip); i < count_; ++i)
      std::swap(order[static_cast<std::size_t>(i)],
                order[static_cast<std::size_t>(pivots_[i])]);
    const std::int64_t column = first(strip), columns = end(strip) - column;
    for (std::int64_t i = 0; i < m_; ++i) {
      const auto from = advanced(strip_of(strip),
                                 order[static_cast<std::size_t>(i)] * width_);
      S* to = a_ + i * n_ + column;
      if constexpr (kPlanes == 1)
        copy_row(to, from[0], columns);
      else
        join_planes(from, columns, to);
    }
  }

 private:
  // Strips begin at multiples of the width, and again from the last column with
  // a pivot on.
  std::int64_t first(std::int64_t strip) const {
    return strip < blocks_ ? strip * width_
                           : count_ + (strip - blocks_) * width_;
  }
  std::int64_t end(std::int64_t strip) const {
    return std::min(first(strip) + width_, strip < blocks_ ? count_ : n_);
  }
  std::int64_t row() const { return is_packed_ ? width_ : n_; }
  Planes<T*, kPlanes> strip_of(std::int64_t strip) const {
    if constexpr (kPlanes == 1)
      if (!is_packed_) return {a_ + first(strip)};
    return advanced(elements_.begin(), strip * m_ * width_);
  }
  RightColumns<T, kPlanes> right(std::int64_t block, std::int64_t strip) const {
    const std::int64_t above = first(block) * row();
    return {constant<T, kPlanes>(advanced(strip_of(block), above)),
            advanced(strip_of(strip), above), row(), end(strip) - first(strip)};
  }

  S* a_;
  std::int64_t m_, n_, count_, width_, blocks_, strips_;
  std::int32_t* pivots_;
  bool is_packed_;
  PlaneRoom<T, kPlanes> elements_;
  PlaneRoom<T, 1> panel_;
};

// Factors a matrix that is one block, of which `count` columns have pivots.
template <typename T, std::size_t planes>
void eliminate_block(const Eliminated<T, planes>& matrix, std::int64_t count) {
  eliminate_columns(matrix, 0, count);
  if (matrix.columns == count) return;
  divide_rows(RightColumns<T, planes>{constant<T, planes>(matrix.a),
                                      advanced(matrix.a, count), matrix.row,
                                      matrix.columns - count},
              count);
}

template <typename T>
void eliminate_here(T* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  const std::int64_t count = std::min(m, n);
  const std::int64_t room = panel_stride(m) * std::min(count, kPanelColumns) *
                            static_cast<std::int64_t>(sizeof(T));
  // Small matrices would take longer to allocate memory than to factor.
  constexpr std::int64_t kNear = 4096;  // bytes
  Eliminated<T, 1> matrix{
      .a = {a}, .m = m, .row = n, .columns = n, .pivots = pivots};
  if (room <= kNear) {
    alignas(64) std::byte near[kNear];
    matrix.room = reinterpret_cast<T*>(near);
    return eliminate_block(matrix, count);
  }
  const Scratch scratch(room);
  matrix.room = reinterpret_cast<T*>(scratch.bytes());
  eliminate_block(matrix, count);
}
template <typename T>
void eliminate_here(std::complex<T>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  const PlaneRoom<T, 2> room(m * n);
  split_planes(a, m * n, room.begin());
  eliminate_block(
      Eliminated<T, 2>{
          .a = room.begin(), .m = m, .row = n, .columns = n, .pivots = pivots},
      std::min(m, n));
  join_planes(room.begin(), m * n, a);
}

template <typename S>
void eliminate(S* a, std::int64_t m, std::int64_t n, std::int32_t* pivots) {
  const std::int64_t count = std::min(m, n);
  if (count == 0) return;
  const std::int64_t block = std::max<std::int64_t>(settings().factor_block, 1);
  if (count <= 2 * block) return eliminate_here(a, m, n, pivots);
  // Complex blocks of few columns are multiplied fast enough, and let the
  // threads begin early.
  const std::int64_t width =
      kIsComplex<S> && count <= 8 * block ? block : 2 * block;
  // Threads hand their blocks to each other, which takes as long as it saves if
  // a matrix is small, and one waits for the other if a block is most of it.
  const std::int64_t bytes = m * n * std::int64_t{sizeof(S)};
  const bool is_worth = m <= 4 * n && is_worth_threads(2 * bytes);
  // Rows of a large matrix that are pages apart compete for the same sets of
  // the caches.
  constexpr std::int64_t kLarge = std::int64_t{2} << 20;
  const bool competes =
      bytes > kLarge && n * std::int64_t{sizeof(S)} % 4096 == 0;
  StripElimination<S> steps(a, m, n, width,
                            kIsComplex<S> || is_worth || competes, pivots);
  run_factor_steps(steps.plan(), is_worth, steps);
}

// Returns z·conj(w) / |w|² in a type in which no square leaves the range.
template <typename Wide, typename T>
std::complex<T> quotient_in(std::complex<T> z, std::complex<T> w) {
  const Wide re = w.real(), im = w.imag();
  const Wide square = re * re + im * im;
  return {static_cast<T>((z.real() * re + z.imag() * im) / square),
          static_cast<T>((z.imag() * re - z.real() * im) / square)};
}

}  // namespace

std::complex<float> divided_by_pivot(std::complex<float> z,
                                     std::complex<float> w) {
  return quotient_in<double>(z, w);
}
std::complex<double> divided_by_pivot(std::complex<double> z,
                                      std::complex<double> w) {
  const double size = std::max(std::abs(w.real()), std::abs(w.imag()));
  if (size > 0x1p-400 && size < 0x1p400) return quotient_in<double>(z, w);
  return quotient_in<long double>(z, w);
}

void eliminate_rows(float* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate(a, m, n, pivots);
}
void eliminate_rows(double* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate(a, m, n, pivots);
}
void eliminate_rows(std::complex<float>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate(a, m, n, pivots);
}
void eliminate_rows(std::complex<double>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots) {
  eliminate(a, m, n, pivots);
}

}  // namespace assay::optimized
