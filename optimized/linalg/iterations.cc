// Implements the QR iterations on tridiagonal and bidiagonal matrices in
// double. They are a small part of the work; the rotations of the vectors are
// most of it.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/condensed.h"

namespace assay::optimized {
namespace {

// Each value takes about two iterations.
constexpr std::int64_t kIterationsPerValue = 60;

struct Rotation {
  double c, s, length;
};

// Returns the rotation that moves (x, y) to (length, 0).
Rotation rotation_of(double x, double y) {
  if (y == 0) return {1, 0, x};
  double square = x * x + y * y;
  if (!(square > 0x1p-900)) {
    const double length = std::hypot(x, y);
    return {x / length, y / length, length};
  }
  const double length = std::sqrt(square);
  const double inverse = 1 / length;
  return {x * inverse, y * inverse, length};
}

double largest_of(std::int64_t n, const double* diagonal,
                  const double* beside) {
  double largest = 0;
  for (std::int64_t i = 0; i < n; ++i)
    largest = std::max(largest, std::abs(diagonal[i]));
  for (std::int64_t i = 0; i + 1 < n; ++i)
    largest = std::max(largest, std::abs(beside[i]));
  return largest;
}

// The part of a matrix that is iterated on next: [first, last] has no element
// beside its diagonal that is negligible.
struct Part {
  std::int64_t first, last;
};

// Returns the last such part that ends at `last` or before, with first == last
// == 0 if nothing is left. Sets negligible elements to zero.
Part next_part(std::int64_t last, double* beside, double negligible) {
  const auto is_negligible = [&](std::int64_t i) {
    if (std::abs(beside[i]) > negligible) return false;
    beside[i] = 0;
    return true;
  };
  while (last > 0 && is_negligible(last - 1)) --last;
  std::int64_t first = last;
  while (first > 0 && !is_negligible(first - 1)) --first;
  return {first, last};
}

// Iterates with the implicit shift of Wilkinson (Golub and Van Loan, "Matrix
// Computations", 8.3.5).
template <typename T>
void sweep_tridiagonal(Part part, double* d, double* e,
                       Rotations<T>& rotations) {
  const auto [first, last] = part;
  const double half = (d[last - 1] - d[last]) / 2;
  const double square = e[last - 1] * e[last - 1];
  const double root = std::sqrt(half * half + square);
  const double shift = d[last] - square / (half + std::copysign(root, half));
  double x = d[first] - shift;
  double y = e[first];
  rotations.begin(first);
  for (std::int64_t i = first; i < last; ++i) {
    const auto [c, s, length] = rotation_of(x, y);
    if (i > first) e[i - 1] = length;
    const double upper = d[i], lower = d[i + 1], between = e[i];
    const double mixed = 2 * c * s * between;
    d[i] = c * c * upper + s * s * lower + mixed;
    d[i + 1] = s * s * upper + c * c * lower - mixed;
    e[i] = (c - s) * (c + s) * between + c * s * (lower - upper);
    if (i + 1 < last) {
      x = e[i];
      y = s * e[i + 1];
      e[i + 1] *= c;
    }
    rotations.add(c, s);
  }
}

// Returns the smaller singular value of [f g; 0 h].
double smaller_value(double f, double g, double h) {
  const double a = std::abs(f), b = std::abs(h);
  const double low = std::min(a, b), high = std::max(a, b);
  if (low == 0) return 0;
  const double c = std::abs(g);
  // The values are half the sum and half the difference of these lengths, and
  // their product is low · high.
  const double larger =
      (std::hypot(high + low, c) + std::hypot(high - low, c)) / 2;
  return low * (high / larger);
}

// Iterates without a shift, which moves a zero on the diagonal to the last
// element beside it (Demmel and Kahan, "Accurate singular values of bidiagonal
// matrices", 1990).
template <typename T>
void sweep_without_shift(Part part, double* d, double* e, Rotations<T>& left,
                         Rotations<T>& right) {
  const auto [first, last] = part;
  left.begin(first);
  right.begin(first);
  double c = 1, left_c = 1, left_s = 0;
  for (std::int64_t i = first; i < last; ++i) {
    const Rotation of_right = rotation_of(d[i] * c, e[i]);
    if (i > first) e[i - 1] = left_s * of_right.length;
    const Rotation of_left =
        rotation_of(left_c * of_right.length, d[i + 1] * of_right.s);
    d[i] = of_left.length;
    c = of_right.c;
    left_c = of_left.c;
    left_s = of_left.s;
    right.add(of_right.c, of_right.s);
    left.add(of_left.c, of_left.s);
  }
  const double end = d[last] * c;
  d[last] = end * left_c;
  e[last - 1] = end * left_s;
}

// Iterates with a shift (Golub and Van Loan, "Matrix Computations", 8.6.2).
template <typename T>
void sweep_bidiagonal(Part part, double shift, double* d, double* e,
                      Rotations<T>& left, Rotations<T>& right) {
  const auto [first, last] = part;
  left.begin(first);
  right.begin(first);
  double x = (std::abs(d[first]) - shift) *
             (std::copysign(1.0, d[first]) + shift / d[first]);
  double y = e[first];
  for (std::int64_t i = first; i < last; ++i) {
    const Rotation r = rotation_of(x, y);
    if (i > first) e[i - 1] = r.length;
    x = r.c * d[i] + r.s * e[i];
    e[i] = r.c * e[i] - r.s * d[i];
    y = r.s * d[i + 1];
    d[i + 1] = r.c * d[i + 1];
    const Rotation l = rotation_of(x, y);
    d[i] = l.length;
    x = l.c * e[i] + l.s * d[i + 1];
    d[i + 1] = l.c * d[i + 1] - l.s * e[i];
    if (i + 1 < last) {
      y = l.s * e[i + 1];
      e[i + 1] = l.c * e[i + 1];
    }
    right.add(r.c, r.s);
    left.add(l.c, l.s);
  }
  e[last - 1] = x;
}

}  // namespace

template <typename T>
bool iterate_tridiagonal(std::int64_t n, double* diagonal, double* beside,
                         double unit, Rotations<T>& rotations) {
  const double negligible = unit * largest_of(n, diagonal, beside);
  std::int64_t last = n - 1;
  for (std::int64_t i = 0; i < kIterationsPerValue * n; ++i) {
    const Part part = next_part(last, beside, negligible);
    last = part.last;
    if (last == 0) {
      rotations.apply();
      return true;
    }
    sweep_tridiagonal(part, diagonal, beside, rotations);
  }
  return false;
}

template <typename T>
bool iterate_bidiagonal(std::int64_t n, double* diagonal, double* beside,
                        double unit, Rotations<T>& left, Rotations<T>& right) {
  const double negligible = unit * largest_of(n, diagonal, beside);
  std::int64_t last = n - 1, tries = 0;
  for (std::int64_t i = 0; i < kIterationsPerValue * n; ++i) {
    const Part part = next_part(last, beside, negligible);
    tries = part.last == last ? tries + 1 : 0;
    last = part.last;
    if (last == 0) {
      left.apply();
      right.apply();
      return true;
    }
    bool is_singular = false;
    for (std::int64_t k = part.first; k <= last; ++k)
      if (std::abs(diagonal[k]) <= negligible) {
        diagonal[k] = 0;
        is_singular = true;
      }
    const double shift = is_singular
                             ? 0
                             : smaller_value(diagonal[last - 1],
                                             beside[last - 1], diagonal[last]);
    const double ratio = shift / diagonal[part.first];
    // A shift that is a singular value to the last digit may have no effect.
    const bool is_stuck = tries % 12 == 11;
    if (is_singular || is_stuck || ratio * ratio < unit)
      sweep_without_shift(part, diagonal, beside, left, right);
    else
      sweep_bidiagonal(part, shift, diagonal, beside, left, right);
  }
  return false;
}

template bool iterate_tridiagonal(std::int64_t, double*, double*, double,
                                  Rotations<float>&);
template bool iterate_tridiagonal(std::int64_t, double*, double*, double,
                                  Rotations<double>&);
template bool iterate_bidiagonal(std::int64_t, double*, double*, double,
                                 Rotations<float>&, Rotations<float>&);
template bool iterate_bidiagonal(std::int64_t, double*, double*, double,
                                 Rotations<double>&, Rotations<double>&);

}  // namespace assay::optimized
