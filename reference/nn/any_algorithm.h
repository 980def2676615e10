// Widens the answers to convolutions if the profile lets them be computed by
// any algorithm. Those of Winograd and Fourier transform whole planes, so an
// element may be off by a share of the largest element of its planes, and
// whatever is not finite spoils them.
// Tested by tests/reference/any_algorithm_test.cc.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reference/accumulators.h"
#include "reference/evaluation.h"
#include "reference/policy.h"

namespace assay {

// Holds how large the elements of a plane are.
struct PlaneSize {
  double largest = 0;  // max|x|
  double sum = 0;      // Σ|x|
  bool is_finite = true;

  void add(double x) {
    is_finite = is_finite && std::isfinite(x);
    largest = std::max(largest, std::fabs(x));
    sum += std::fabs(x);
  }
  void add(const PlaneSize& other) {
    is_finite = is_finite && other.is_finite;
    largest = std::max(largest, other.largest);
    sum += other.sum;
  }
};

// Selects planes x[i, j] of a tensor: the counts of i and j from the first ones
// on.
struct PlaneBlock {
  std::int64_t first_i = 0;
  std::int64_t count_i = 1;
  std::int64_t first_j = 0;
  std::int64_t count_j = 1;
};

// Holds the sizes of the planes of a tensor of reals.
class PlaneSizes {
 public:
  PlaneSizes() = default;
  explicit PlaneSizes(const Elements& tensor) : row_(tensor.view().shape()[1]) {
    const Shape& shape = tensor.view().shape();
    sizes_.resize(static_cast<std::size_t>(shape[0] * row_));
    for (const Index& at : indices(shape))
      sizes_[place(at[0], at[1])].add(tensor.value<double>(at));
  }

  // Returns the size of several planes together.
  PlaneSize of(const PlaneBlock& block) const {
    PlaneSize size;
    for (std::int64_t i = 0; i < block.count_i; ++i)
      for (std::int64_t j = 0; j < block.count_j; ++j)
        size.add(sizes_[place(block.first_i + i, block.first_j + j)]);
    return size;
  }

 private:
  std::size_t place(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(i * row_ + j);
  }

  std::int64_t row_ = 0;
  std::vector<PlaneSize> sizes_;
};

class AnyAlgorithm {
 public:
  // `terms` counts those of an element without padding.
  AnyAlgorithm(const Evaluation& call, const Elements& planes,
               const Elements& filters, std::int64_t terms)
      : is_permitted_(call.answer != nullptr && is_real(planes.dtype()) &&
                      call.profile.is(kPolicy<"conv.algorithm=any">)),
        terms_(terms) {
    if (!is_permitted_) return;
    planes_ = PlaneSizes(planes);
    filters_ = PlaneSizes(filters);
    largest_ = decode_component(accumulator_of(call),
                                largest_finite_bits(accumulator_of(call)));
  }

  // Notes the bound of an element: 32·X·W + |bias| is its scale, where X is the
  // largest magnitude of its planes and W the sum of those of its filters.
  void note(const Results& out, const Index& at, const PlaneBlock& planes,
            const PlaneBlock& filters, double bias) const {
    if (!is_permitted_) return;
    const PlaneSize x = planes_.of(planes);
    const PlaneSize w = filters_.of(filters);
    double scale = 32 * x.largest * w.sum;
    if (std::isfinite(bias)) scale += std::fabs(bias);
    if (!x.is_finite || !w.is_finite || !(scale <= largest_))
      return out.note_freedom(at, Freedom::kAny);
    out.note_scale(at, 0, scale);
    out.note_terms(at, terms_);
    out.note_roundings(at, terms_);
  }

 private:
  bool is_permitted_;
  std::int64_t terms_;
  double largest_ = 0;
  PlaneSizes planes_;
  PlaneSizes filters_;
};

}  // namespace assay
