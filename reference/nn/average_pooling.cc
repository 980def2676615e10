// Evaluates avg_pool, adaptive_avg_pool and their gradients. A mean is an exact
// sum, divided once and rounded once.
// Tested by tests/reference/pooling_test.cc.
#include <numeric>

#include "reference/accumulators.h"
#include "reference/nn/pool_windows.h"
#include "reference/nn/quotient.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Accumulates Σ w·x for small whole weights w, and divides it once.
class WeightedMean {
 public:
  explicit WeightedMean(const Evaluation& call)
      : accumulator_(accumulator_of(call)),
        recording_(call.answer != nullptr) {}

  void add(double x, std::int64_t weight) {
    const auto w = static_cast<double>(weight);
    sum_.add_product(x, w);
    if (!recording_) return;
    magnitude_.add_product(std::fabs(x), w);
    plain_magnitude_.add(std::fabs(x));
    ++count_;
  }
  // Stores the sum divided by `divisor`, with the bound of m - 1 additions and
  // a division, which may be a product with a rounded reciprocal.
  void write(const Results& out, const Index& at, std::int64_t divisor) {
    const ExactReal mean =
        quotient(sum_.value(), divisor);  // avg_pool.nonfinite,
    // avg_pool_backward.nonfinite, adaptive_avg_pool.nonfinite,
    // adaptive_avg_pool_backward.nonfinite
    out.put(at, mean);  // pooling.accumulator, avg_pool.long,
    // adaptive_avg_pool.long, adaptive_avg_pool.identity
    if (!recording_) return;
    out.note_scale(
        at, 0,
        scaled(magnitude_.finite_value(), 0) / static_cast<double>(divisor));
    out.note_terms(at, count_);
    out.note_roundings(at, count_ + 2);
    if (mean.kind == ExactReal::Kind::kZero)
      out.note_freedom(at, Freedom::kZeroSign);
    const double largest =
        decode_component(accumulator_, largest_finite_bits(accumulator_));
    if (scaled(plain_magnitude_.finite_value(), 0) > largest)
      out.note_freedom(at, Freedom::kAny);  // avg_pool.partial_overflow,
    // avg_pool_backward.partial_overflow, adaptive_avg_pool.partial_overflow,
    // adaptive_avg_pool_backward.partial_overflow
  }

 private:
  const FloatFormat& accumulator_;
  bool recording_;
  ExactSum sum_;
  ExactSum magnitude_;
  ExactSum plain_magnitude_;  // without weights, as backends add
  std::int64_t count_ = 0;
};

// Returns D(p), the number of positions of window p that count.
std::int64_t divisor_of(const PoolWindows& windows, const Index& p,
                        bool includes_padding) {
  std::int64_t count = 0;
  for (const Index& k : indices(windows.kernel())) {
    const Index place = windows.place(k, p);
    const bool counts =
        includes_padding ? windows.is_padded(place)  // avg_pool.divisor_clipped
                         : windows.is_inside(place);  // avg_pool.divisor
    count += counts ? 1 : 0;
  }
  return std::max<std::int64_t>(count, 1);
}

// Holds the geometry of a call of adaptive_avg_pool or of its gradient.
class Bins {
 public:
  explicit Bins(const Evaluation& call)
      : Bins(call.call.operands[0].view.shape(),
             call.call.attributes.integers(AttributeKey::kOutputSize)) {}

  const Shape& leading() const { return leading_; }
  const Shape& spatial() const { return spatial_; }
  const Shape& counts() const { return counts_; }

  // Returns the first position of bin p, and the extents of the bin.
  Index first(const Index& p) const {
    Index at(p.size());
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] = p[i] * spatial_[i] / counts_[i];  // adaptive_avg_pool.bins
    return at;
  }
  Shape extents(const Index& p) const {
    Shape extents(p.size());
    for (std::size_t i = 0; i < extents.size(); ++i) {
      const std::int64_t end =  // adaptive_avg_pool.bins
          ((p[i] + 1) * spatial_[i] + counts_[i] - 1) / counts_[i];
      extents[i] = end - p[i] * spatial_[i] / counts_[i];
    }
    return extents;
  }

 private:
  Bins(const Shape& shape, const Shape& counts)
      : leading_(shape.begin(), shape.begin() + 2),
        spatial_(shape.begin() + 2, shape.end()),
        counts_(counts) {}

  Shape leading_;
  Shape spatial_;
  Shape counts_;
};

Index sum_of(const Index& a, const Index& b) {
  Index sum = a;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += b[i];
  return sum;
}

// Holds a gradient that reaches a position, and the divisor of its mean.
struct Share {
  double grad;
  std::int64_t divisor;
};

// Writes gx[n, c, i] = Σ grad/D over the shares of each position. They are
// brought to a common divisor, so that the sum is exact. It stays below 2^53,
// since a position meets few different divisors.
void write_shares(const Evaluation& call, const Index& lead,
                  const Shape& spatial,
                  const std::vector<std::vector<Share>>& shares) {
  const Results gx = call.results();
  std::size_t place = 0;
  for (const Index& i : indices(spatial)) {
    std::int64_t common = 1;
    for (const Share& share : shares[place])
      common = std::lcm(common, share.divisor);
    WeightedMean sum(call);  // avg_pool_backward.uncovered
    for (const Share& share : shares[place])
      sum.add(share.grad, common / share.divisor);
    sum.write(gx, followed_by(lead, i), common);
    ++place;
  }
}

}  // namespace

// y[n, c, p] = Σ x / D(p) over the elements of window p.
Result<Tensors> evaluate(OpTag<"avg_pool">, const Evaluation& call) {
  if (refuses_windows(call))
    return refused_windows(call);  // avg_pool.zero_kernel, avg_pool.zero_stride
  const Elements x = call.operand(0);
  const PoolWindows windows(call);
  const bool includes_padding =
      call.call.attributes.flag(AttributeKey::kCountIncludePad);
  for (const Index& lead : indices(windows.leading()))
    for (const Index& p : indices(windows.counts())) {
      WeightedMean mean(call);
      for (const Index& k : indices(windows.kernel())) {
        const Index place = windows.place(k, p);
        if (windows.is_inside(place))
          mean.add(  // avg_pool.value, avg_pool.every_term
              x.value<double>(followed_by(lead, place)), 1);
      }
      mean.write(call.results(), followed_by(lead, p),
                 divisor_of(windows, p, includes_padding));
    }
  return Tensors{};
}

// gx[n, c, i] = Σ grad[n, c, p] / D(p) over the windows p that hold i.
Result<Tensors> evaluate(OpTag<"avg_pool_backward">, const Evaluation& call) {
  const Elements grad = call.operand(1);  // avg_pool_backward.shape_only
  const PoolWindows windows(call);
  const View positions(windows.spatial());
  const bool includes_padding =
      call.call.attributes.flag(AttributeKey::kCountIncludePad);
  for (const Index& lead : indices(windows.leading())) {
    std::vector<std::vector<Share>> shares(
        static_cast<std::size_t>(positions.numel()));
    for (const Index& p : indices(windows.counts())) {
      const Share share = {grad.value<double>(followed_by(lead, p)),
                           divisor_of(  // avg_pool_backward.same_divisor
                               windows, p, includes_padding)};
      for (const Index& k : indices(windows.kernel())) {
        const Index i = windows.place(k, p);
        if (windows.is_inside(i))  // avg_pool_backward.value,
          // avg_pool_backward.every_term, avg_pool_backward.overlap
          shares[static_cast<std::size_t>(positions.linear_index(i))].push_back(
              share);
      }
    }
    write_shares(call, lead, windows.spatial(), shares);
  }
  return Tensors{};
}

// y[n, c, p] = the mean of bin p.
Result<Tensors> evaluate(OpTag<"adaptive_avg_pool">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Bins bins(call);
  for (const Index& lead : indices(bins.leading()))
    for (const Index& p : indices(bins.counts())) {
      const Index first = bins.first(p);
      const Shape extents = bins.extents(p);
      WeightedMean mean(call);
      for (const Index& step : indices(extents))
        mean.add(  // adaptive_avg_pool.value, adaptive_avg_pool.every_term
            x.value<double>(followed_by(lead, sum_of(first, step))), 1);
      mean.write(call.results(), followed_by(lead, p),
                 element_count(extents));  // adaptive_avg_pool.global
    }
  return Tensors{};
}

// gx[n, c, i] = Σ grad[n, c, p] / the count of bin p over the bins that hold i.
Result<Tensors> evaluate(OpTag<"adaptive_avg_pool_backward">,
                         const Evaluation& call) {
  const Elements grad =
      call.operand(1);  // adaptive_avg_pool_backward.shape_only
  const Bins bins(call);
  const View positions(bins.spatial());
  for (const Index& lead : indices(bins.leading())) {
    std::vector<std::vector<Share>> shares(
        static_cast<std::size_t>(positions.numel()));
    for (const Index& p : indices(bins.counts())) {
      const Shape extents = bins.extents(p);
      const Share share = {grad.value<double>(followed_by(lead, p)),
                           element_count(extents)};
      for (const Index& step : indices(extents)) {
        const Index i = sum_of(bins.first(p), step);
        shares[static_cast<std::size_t>(positions.linear_index(i))].push_back(
            share);  // adaptive_avg_pool_backward.value,
        // adaptive_avg_pool_backward.every_term,
        // adaptive_avg_pool_backward.overlap
      }
    }
    write_shares(call, lead, bins.spatial(), shares);
  }
  return Tensors{};
}

}  // namespace assay
