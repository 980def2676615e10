// Recomputes the results of convolutions, pools and attention in float64 by a
// rule that a bug changes: which element a tap reads, what a window holds, what
// a score becomes.
// Tested by tests/adversary/witness_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "tests/adversary/faults.h"

namespace assay::adversary {

inline constexpr double kInf = std::numeric_limits<double>::infinity();

// Holds the geometry of a call of conv or conv_transpose.
struct Convolution {
  explicit Convolution(const CallSite& site);
  std::size_t axes() const { return stride.size(); }
  bool is_depthwise() const { return groups > 1 && x[1] == groups; }

  Shape x, weight, out;  // shapes
  std::vector<std::int64_t> stride, dilation, before, after;
  std::int64_t groups;
  bool is_transposed;
  bool is_biased;
};

// Holds one tap over one element. A rule may change what the tap reads.
struct Tap {
  std::int64_t sample, output, input;  // channels count over all groups
  std::int64_t group;
  Shape at;                                  // the place of the result
  Shape tap;                                 // in the filter
  Shape place;                               // of x; outside x it is padding
  std::int64_t filter_output, filter_input;  // in the weight's own axes
  bool counts = true;
};
using TapRule = std::function<void(const Convolution&, Tap&)>;
using ConvolutionCondition = std::function<bool(const Convolution&)>;

// Recomputes calls for which the condition holds. The bias is added unless
// `adds_bias` says otherwise for an output channel.
Fault convolved(
    ConvolutionCondition condition, TapRule rule,
    std::function<bool(const Convolution&, std::int64_t)> adds_bias = nullptr);

// Holds what one window of a pool covers.
struct PoolWindow {
  struct Member {
    std::int64_t position;  // row-major in the plane
    Shape tap;
    double value;
  };
  std::vector<Member> members;  // inside the operand, in row-major order
  const std::vector<double>* plane = nullptr;
  Shape extents, kernel, start;  // start: of the window, may be negative
  Shape stride, dilation, before, after;
  std::int64_t number = 0;  // of the result
  // Filled by a rule: what is stored instead. Nothing: the result stays.
  std::optional<double> value;
  std::optional<std::int64_t> index;

  std::int64_t kernel_count() const { return element_count(kernel); }
  // Positions of the window inside the operand and its padding.
  std::int64_t padded_count() const;
  double sum() const;
};
using WindowRule = std::function<void(CallSite&, PoolWindow&)>;

// Applies a rule to every window of max_pool, max_pool_with_indices, avg_pool
// or adaptive_avg_pool.
Fault pooled(WindowRule rule);

// Holds the scores of one query.
struct ScoreRow {
  std::int64_t batch, head, query;
  std::int64_t queries, keys, depth;
  bool is_causal;
  std::vector<double> products;  // scale · query · key
  std::vector<bool> masked;      // by the operand, not by causality
  std::vector<double> biases;    // 0 where there is none
  double softcap;                // 0: none
  // Filled by the contract's rule and then changed by a bug's: -inf is hidden.
  std::vector<double> scores;

  // Returns what the contract makes of key j.
  double score(std::int64_t key) const;
  bool is_hidden(std::int64_t key) const;
};
using ScoreRule = std::function<void(const CallSite&, ScoreRow&)>;

// Recomputes attention from the scores that a rule leaves. `empty` is what a
// row without a visible key gives.
Fault attended(ScoreRule rule, double empty = 0);

// Returns an attribute that is an element as a number, 0 if it is not given.
double element_of(const CallSite& site, std::uint16_t key);

// Returns the elements of a tensor as numbers.
std::vector<double> numbers_of(const Cells& cells);

// Calls f with the row-major numbers of each row along the last axis.
void for_rows(const Shape& shape,
              const std::function<void(const std::vector<std::int64_t>&)>& f);

}  // namespace assay::adversary
