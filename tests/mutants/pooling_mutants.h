// Mutants of pools and of their gradients. They pool anew, in plain loops over
// floats, with one mistake.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "tests/mutants/indexing_mutants.h"

namespace assay::mutants::arrays {

// Says what a pool does wrong.
enum class PoolFault {
  kRoundsEachStep,      // sums in the dtype
  kPadsWithZeros,       // takes padding for elements
  kStaysTogether,       // takes dilation for 1
  kLosesNan,            // compares so that a NaN never wins
  kStartsAtLeast,       // starts a search at the least finite number
  kStartsWithoutIndex,  // finds nothing unless it is above -inf
  kNothingIsZero,       // gives 0, and index 0, for a window without elements
  kTakesTheLastTie,
  kNamesTheNumber,      // for a NaN gives the index of the largest number
  kCountsThePadding,    // numbers positions with the padding
  kColumnMajor,         // numbers positions with the first axis fastest
  kSkipsTheLastTap,     // leaves the last position of large windows out
  kAlignsAtTheEnd,      // leaves positions over at the beginning
  kShiftsPartsBack,     // moves a part of a window back until it is whole
  kExchangesPadding,    // counts padding if it should not, and the reverse
  kDividesByTheKernel,  // whatever part of the window is there
  kOverwrites,          // keeps the last gradient of a position
  kLeavesGaps,          // writes no position that no gradient reaches
  kWrapsIndices,        // takes index -1 for the last position
  kReadsTheLent,        // adds 0 times x
};

// Holds the attributes of a call for loops over positions.
struct PoolLoops {
  explicit PoolLoops(const Call& call)
      : kernel(call.attributes.integers(AttributeKey::kKernelSize)),
        stride(call.attributes.integers(AttributeKey::kStride)),
        dilation(kernel.size(), 1),
        padding(call.attributes.padding()),
        shape(call.operands[0].view.shape()),
        leading(shape.begin(), shape.begin() + 2),
        spatial(shape.begin() + 2, shape.end()) {
    if (const auto* given = call.attributes.find(AttributeKey::kDilation))
      dilation = *given;
    const bool is_gradient = call.operands.size() > 1;
    const Shape& pooled =
        is_gradient ? call.operands[1].view.shape() : call.outs[0].view.shape();
    counts.assign(pooled.begin() + 2, pooled.end());
  }

  // Returns the place of position k of window p.
  Index place(PoolFault fault, const Index& k, const Index& p) const {
    Index at(p.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      const std::int64_t step =
          fault == PoolFault::kStaysTogether ? 1 : dilation[i];
      std::int64_t start = stride[i] * p[i] - padding[i].first;
      const std::int64_t end =
          spatial[i] + padding[i].second - (dilation[i] * (kernel[i] - 1) + 1);
      if (fault == PoolFault::kAlignsAtTheEnd)
        start += (end + padding[i].first) % stride[i];
      if (fault == PoolFault::kShiftsPartsBack) start = std::min(start, end);
      at[i] = start + step * k[i];
    }
    return at;
  }
  bool is_inside(const Index& at) const {
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] < 0 || at[i] >= spatial[i]) return false;
    return true;
  }
  bool is_padded(const Index& at) const {
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] < -padding[i].first || at[i] >= spatial[i] + padding[i].second)
        return false;
    return true;
  }
  std::int64_t divisor(PoolFault fault, const Index& p, bool includes) const {
    if (fault == PoolFault::kDividesByTheKernel) return element_count(kernel);
    if (fault == PoolFault::kExchangesPadding) includes = !includes;
    std::int64_t count = 0;
    for (const Index& k : indices(kernel)) {
      const Index at = place(fault, k, p);
      count += (includes ? is_padded(at) : is_inside(at)) ? 1 : 0;
    }
    return std::max<std::int64_t>(count, 1);
  }
  // Returns the number of a position.
  std::int64_t number(PoolFault fault, const Index& at) const {
    std::int64_t flat = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (fault == PoolFault::kColumnMajor) {
        const std::size_t last = at.size() - 1 - i;
        flat = flat * spatial[last] + at[last];
      } else if (fault == PoolFault::kCountsThePadding) {
        flat = flat * (spatial[i] + padding[i].first + padding[i].second) +
               at[i] + padding[i].first;
      } else {
        flat = flat * spatial[i] + at[i];
      }
    }
    return flat;
  }

  static Index at(const Index& lead, const Index& rest) {
    Index whole = lead;
    whole.insert(whole.end(), rest.begin(), rest.end());
    return whole;
  }

  Shape kernel, stride, dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  Shape shape, leading, spatial, counts;
};

inline bool includes_padding(const Call& call) {
  const auto* flag = call.attributes.find(AttributeKey::kCountIncludePad);
  return flag != nullptr && flag->front() != 0;
}

// Returns a number rounded to the format of a tensor.
inline ElementBits rounded(const Tensor& tensor, double value) {
  return {encode_real(format_of(tensor.dtype), value), 0};
}

// Searches windows with one mistake.
template <PoolFault fault>
class SearchesWrong : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const PoolLoops loops(call);
    for (const Index& lead : indices(loops.leading))
      for (const Index& p : indices(loops.counts)) search(call, loops, lead, p);
  }

  void search(const Call& call, const PoolLoops& loops, const Index& lead,
              const Index& p) {
    double best = -std::numeric_limits<double>::infinity();
    if (fault == PoolFault::kStartsAtLeast) best = -0x1.fffffep127;
    std::int64_t best_at = -1;
    bool has_any = fault == PoolFault::kStartsAtLeast ||
                   fault == PoolFault::kStartsWithoutIndex;
    std::int64_t taps = 0;
    for (const Index& k : indices(loops.kernel)) {
      const Index at = loops.place(fault, k, p);
      const bool is_inside = loops.is_inside(at);
      if (!is_inside && fault != PoolFault::kPadsWithZeros) continue;
      if (fault == PoolFault::kSkipsTheLastTap && ++taps > 8) break;
      const double x =
          is_inside ? real_at(call.operands[0], PoolLoops::at(lead, at)) : 0;
      const bool is_lost = fault == PoolFault::kLosesNan && std::isnan(x);
      if (is_lost) continue;
      const bool wins = !has_any || x > best ||
                        (fault == PoolFault::kTakesTheLastTie && x == best) ||
                        (std::isnan(x) && !std::isnan(best));
      if (!wins) continue;
      has_any = true;
      if (!(fault == PoolFault::kNamesTheNumber && std::isnan(x)))
        best_at = loops.number(fault, at);
      best = x;
    }
    const Index to = PoolLoops::at(lead, p);
    if (fault == PoolFault::kNothingIsZero && !has_any) {
      best = 0;
      best_at = 0;
    }
    put_at(call.outs[0], to, rounded(call.outs[0], best));
    if (call.outs.size() > 1)
      put_at(call.outs[1], to, {static_cast<std::uint64_t>(best_at), 0});
  }
};

// Takes means of windows with one mistake.
template <PoolFault fault>
class AveragesWrong : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const PoolLoops loops(call);
    const Tensor& y = call.outs[0];
    const FloatFormat& format = format_of(y.dtype);
    for (const Index& lead : indices(loops.leading))
      for (const Index& p : indices(loops.counts)) {
        double sum = 0;
        std::int64_t taps = 0;
        for (const Index& k : indices(loops.kernel)) {
          const Index at = loops.place(fault, k, p);
          if (!loops.is_inside(at)) continue;
          if (fault == PoolFault::kSkipsTheLastTap && ++taps > 8) break;
          sum += real_at(call.operands[0], PoolLoops::at(lead, at));
          if (fault == PoolFault::kRoundsEachStep)
            sum = decode_real(format, encode_real(format, sum));
        }
        const auto divisor = static_cast<double>(
            loops.divisor(fault, p, includes_padding(call)));
        put_at(y, PoolLoops::at(lead, p), rounded(y, sum / divisor));
      }
  }
};

// Holds gradients while they are summed.
class GradientSums {
 public:
  GradientSums(const Tensor& gx, PoolFault fault)
      : gx_(gx), fault_(fault), held_(size(), 0), reached_(size(), false) {}

  void add(const Index& at, double grad) {
    const auto place = static_cast<std::size_t>(gx_.view.linear_index(at));
    double& sum = held_[place];
    sum = fault_ == PoolFault::kOverwrites ? grad : sum + grad;
    if (fault_ == PoolFault::kRoundsEachStep)
      sum = decode_real(format_of(gx_.dtype),
                        encode_real(format_of(gx_.dtype), sum));
    reached_[place] = true;
  }
  void write() const {
    replace_each(gx_, [&](const Index& at, ElementBits) {
      const auto place = static_cast<std::size_t>(gx_.view.linear_index(at));
      if (fault_ == PoolFault::kLeavesGaps && !reached_[place])
        return ElementBits{1, 0};
      return rounded(gx_, held_[place]);
    });
  }

 private:
  std::size_t size() const {
    return static_cast<std::size_t>(gx_.view.numel());
  }

  const Tensor& gx_;
  PoolFault fault_;
  std::vector<double> held_;
  std::vector<bool> reached_;
};

// Returns gradients of means or of maxima with one mistake.
template <PoolFault fault>
class ReturnsWrong : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const PoolLoops loops(call);
    GradientSums sums(call.outs[0], fault);
    const bool is_max = call.operands.size() == 3;
    std::int64_t count = 0;
    for (const Index& lead : indices(loops.leading))
      for (const Index& p : indices(loops.counts)) {
        const Index from = PoolLoops::at(lead, p);
        if (fault == PoolFault::kSkipsTheLastTap && ++count % 9 == 8) continue;
        const double grad = real_at(call.operands[1], from);
        if (is_max) {
          add_at_index(call, loops, lead, from, grad, sums);
          continue;
        }
        const auto divisor = static_cast<double>(
            loops.divisor(fault, p, includes_padding(call)));
        for (const Index& k : indices(loops.kernel)) {
          const Index at = loops.place(fault, k, p);
          if (loops.is_inside(at))
            sums.add(PoolLoops::at(lead, at), grad / divisor);
        }
      }
    sums.write();
  }

  void add_at_index(const Call& call, const PoolLoops& loops, const Index& lead,
                    const Index& from, double grad, GradientSums& sums) {
    auto place =
        static_cast<std::int32_t>(element_at(call.operands[2], from).re);
    const std::int64_t positions = element_count(loops.spatial);
    if (place < 0 && fault != PoolFault::kWrapsIndices) return;
    if (place < 0) place += static_cast<std::int32_t>(positions);
    std::int64_t rest = place;
    Index at(loops.spatial.size());
    for (std::size_t i = at.size(); i-- > 0;) {
      at[i] = rest % loops.spatial[i];
      rest /= loops.spatial[i];
    }
    sums.add(PoolLoops::at(lead, at), grad);
  }
};

// Adds 0 times the operand of which only the shape counts.
class ReadsWhatIsLent : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& gx = call.outs[0];
    replace_each(gx, [&](const Index& at, ElementBits bits) {
      const double value = decode_real(format_of(gx.dtype), bits.re);
      return rounded(gx, value + 0 * real_at(call.operands[0], at));
    });
  }
};

// Writes nothing, and calls that a success, if a kernel or stride is 0.
class AcceptsZeros : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    const bool is_zero =
        slides_nowhere(call.operands[0].view.shape(), call.attributes);
    return is_zero ? Result<Tensors>(Tensors{}) : std::move(made);
  }
};

// Writes indices of 32 bits, whatever their dtype.
class WritesNarrowIndices : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& index = call.outs[1];
    if (index.dtype != DType::kInt64) return;
    std::vector<std::uint64_t> words;
    for (const Index& at : indices(index.view.shape()))
      words.push_back(element_at(index, at).re & 0xffff'ffff);
    std::size_t k = 0;
    replace_each(index, [&](const Index&, ElementBits bits) {
      const std::size_t low = 2 * k++;
      if (low + 1 >= words.size()) return bits;
      return ElementBits{words[low] | words[low + 1] << 32, 0};
    });
  }
};

// Says what adaptive_avg_pool does wrong.
enum class BinFault {
  kRoundsEachStep,
  kEndsEarly,     // takes ⌊⌋ for the end of a bin
  kEqualBins,     // takes ⌊in/out⌋ for the extent of every bin
  kOneMore,       // takes one element more, where there is one
  kSkipsTheLast,  // leaves the last element of large bins out
  kOverwrites,    // keeps the last gradient of a position
};

// Takes means of wrong bins, or returns their gradients.
template <BinFault fault>
class BinsWrong : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const bool is_gradient = call.operands.size() > 1;
    const Tensor& result = call.outs[0];
    const Shape& shape = call.operands[0].view.shape();
    const Shape leading(shape.begin(), shape.begin() + 2);
    const Shape& counts = call.attributes.integers(AttributeKey::kOutputSize);
    const FloatFormat& format = format_of(result.dtype);
    GradientSums sums(result, fault == BinFault::kOverwrites
                                  ? PoolFault::kOverwrites
                              : fault == BinFault::kRoundsEachStep
                                  ? PoolFault::kRoundsEachStep
                                  : PoolFault::kColumnMajor);
    for (const Index& lead : indices(leading))
      for (const Index& p : indices(counts)) {
        Shape extents;
        Index first;
        for (std::size_t i = 0; i < p.size(); ++i)
          add_axis(p[i], shape[i + 2], counts[i], first, extents);
        const auto count = static_cast<double>(element_count(extents));
        const Index at = PoolLoops::at(lead, p);
        double sum = 0;
        std::int64_t taps = 0;
        for (const Index& step : indices(extents)) {
          Index place = first;
          for (std::size_t i = 0; i < place.size(); ++i) place[i] += step[i];
          const Index from = PoolLoops::at(lead, place);
          if (fault == BinFault::kSkipsTheLast &&
              ++taps == element_count(extents) && taps > 3)
            continue;
          if (is_gradient) {
            sums.add(from, real_at(call.operands[1], at) / count);
            continue;
          }
          sum += real_at(call.operands[0], from);
          if (fault == BinFault::kRoundsEachStep)
            sum = decode_real(format, encode_real(format, sum));
        }
        if (!is_gradient) put_at(result, at, rounded(result, sum / count));
      }
    if (is_gradient) sums.write();
  }

  static void add_axis(std::int64_t p, std::int64_t in, std::int64_t out,
                       Index& first, Shape& extents) {
    std::int64_t start = p * in / out;
    std::int64_t end = ((p + 1) * in + out - 1) / out;
    if (fault == BinFault::kEndsEarly)
      end = std::max((p + 1) * in / out, start + 1);
    if (fault == BinFault::kEqualBins) {
      start = std::min(p * std::max<std::int64_t>(in / out, 1), in - 1);
      end = std::min(start + std::max<std::int64_t>(in / out, 1), in);
    }
    if (fault == BinFault::kOneMore) end = std::min(end + 1, in);
    first.push_back(start);
    extents.push_back(end - start);
  }
};

}  // namespace assay::mutants::arrays
