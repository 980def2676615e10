// Evaluates conv and conv_transpose with one exact sum of products per element.
// Tested by tests/reference/convolution_test.cc.
#include <cmath>
#include <optional>

#include "reference/accumulators.h"
#include "reference/policy.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Holds the operands and attributes of a call.
struct Filters {
  explicit Filters(const Evaluation& call)
      : x(call.operand(0)),
        weight(call.operand(1)),
        stride(call.call.attributes.integers(AttributeKey::kStride)),
        dilation(call.call.attributes.integers(AttributeKey::kDilation)),
        padding(call.call.attributes.padding()),
        groups(call.call.attributes.integers(AttributeKey::kGroups)[0]),
        is_biased(call.call.attributes.flag(AttributeKey::kBiased)),
        kernel(weight.view().shape().begin() + 2, weight.view().shape().end()) {
  }

  // Returns the extents of x along its spatial axes.
  std::int64_t extent(std::size_t axis) const {
    return x.view().shape()[axis + 2];
  }

  Elements x;
  Elements weight;
  const Shape& stride;
  const Shape& dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  std::int64_t groups;
  bool is_biased;
  Shape kernel;
};

// Returns the index (first, second, rest…).
Index joined(std::int64_t first, std::int64_t second, const Index& rest) {
  Index at = {first, second};
  at.insert(at.end(), rest.begin(), rest.end());
  return at;
}

template <typename T>
bool is_infinite_or_nan(T x) {
  if constexpr (Real<T>) return !std::isfinite(x);
  return false;
}

Index spatial(const Index& at) { return Index(at.begin() + 2, at.end()); }

// Returns the place of x under tap k of window p, which is stride·p +
// dilation·k - before on each axis; nothing if it is in the padding.
std::optional<Index> place_under(const Filters& call, const Index& k,
                                 const Index& p) {
  Index place(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    place[i] = call.stride[i] * p[i]      // conv.stride
               + call.dilation[i] * k[i]  // conv.dilation, conv.correlation
               - call.padding[i].first;   // conv.padding, conv.asymmetric
    if (place[i] < 0 || place[i] >= call.extent(i))
      return std::nullopt;  // conv.padding_is_no_term
  }
  return place;
}

// out[n, o, p] = bias[o] + Σ_c Σ_k weight[o, c, k] · x[n, first + c, place of
// tap k of window p], where first is the first input channel of o's group.
template <typename T>
Result<Tensors> convolve(const Evaluation& evaluation) {
  const Filters call(evaluation);
  const Results out = evaluation.results();
  const std::int64_t outputs = call.weight.view().shape()[0];
  const std::int64_t inputs = call.weight.view().shape()[1];  // of a group
  const auto taps = indices(call.kernel);
  for (const Index& at :
       indices(evaluation.call.outs[0].view.shape())) {  // conv.window_count
    const std::int64_t n = at[0];
    const std::int64_t o = at[1];
    const std::int64_t group = o / (outputs / call.groups);
    const std::int64_t first = group * inputs;  // conv.groups, conv.depthwise
    Sum<T> sum(evaluation);
    if (call.is_biased)
      sum.add(evaluation.operand(2).template value<T>({o}));  // conv.bias
    bool is_open = false;
    for (std::int64_t c = 0; c < inputs; ++c)
      for (const Index& k : taps) {
        const T weight = call.weight.value<T>(joined(o, c, k));
        if (const auto place = place_under(call, k, spatial(at)))
          sum.add_product(  // conv.value, conv.every_term, conv.isolated_nan
              call.x.value<T>(joined(n, first + c, *place)), weight);
        else
          is_open = is_open || is_infinite_or_nan(weight);
      }
    sum.write(out, at);  // conv.wrap, conv.nonfinite, conv.partial_overflow,
                         // convolution.accumulator, convolution.accuracy
    if (is_open && evaluation.profile.is(kPolicy<"conv.padding=any">))
      out.note_freedom(at, Freedom::kAny);
  }
  return Tensors{};
}

// Returns the place i of x whose tap k falls onto place q of the result, that
// is stride·i + dilation·k - before = q; nothing if there is none.
std::optional<Index> place_onto(const Filters& call, const Index& k,
                                const Index& q) {
  Index place(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    const std::int64_t start =
        q[i] + call.padding[i].first  // conv_transpose.dropped
        - call.dilation[i] * k[i];    // conv_transpose.dilation
    place[i] = start / call.stride[i];
    const bool is_met =
        start >= 0 && start % call.stride[i] == 0;  // conv_transpose.stride
    if (!is_met || place[i] >= call.extent(i)) return std::nullopt;
  }
  return place;
}

// out[n, o, q] = bias[o] + Σ_c Σ_k weight[c, o - first, k] · x[n, c, place
// whose tap k falls onto q], where c runs over the group of o, and first is the
// first output channel of that group.
template <typename T>
Result<Tensors> convolve_transposed(const Evaluation& evaluation) {
  const Filters call(evaluation);
  const Results out = evaluation.results();
  const std::int64_t inputs = call.weight.view().shape()[0] / call.groups;
  const std::int64_t outputs =
      call.weight.view().shape()[1];  // conv_transpose.weight_layout
  const auto taps = indices(call.kernel);
  for (const Index& at :
       indices(evaluation.call.outs[0].view.shape())) {  // conv_transpose.size
    const std::int64_t n = at[0];
    const std::int64_t o = at[1];
    const std::int64_t group = o / outputs;  // conv_transpose.groups
    Sum<T> sum(evaluation);                  // conv_transpose.uncovered
    if (call.is_biased)
      sum.add(
          evaluation.operand(2).template value<T>({o}));  // conv_transpose.bias
    for (std::int64_t c = group * inputs; c < (group + 1) * inputs; ++c)
      for (const Index& k : taps)
        if (const auto place = place_onto(call, k, spatial(at)))
          sum.add_product(  // conv_transpose.value, conv_transpose.overlap,
                            // conv_transpose.every_term
              call.x.value<T>(joined(n, c, *place)),
              call.weight.value<T>(joined(c, o - group * outputs, k)));
    sum.write(out, at);  // conv_transpose.output_padding,
                         // conv_transpose.output_padding_keeps,
                         // conv_transpose.wrap, conv_transpose.nonfinite,
                         // conv_transpose.partial_overflow
  }
  return Tensors{};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"conv">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (std::is_same_v<T, double> || Integer<T>)
          return convolve<T>(call);
        return Status::internal("conv has neither bool nor complex cells");
      });
}

Result<Tensors> evaluate(OpTag<"conv_transpose">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (std::is_same_v<T, double> || Integer<T>)
          return convolve_transposed<T>(call);
        return Status::internal(
            "conv_transpose has neither bool nor complex cells");
      });
}

}  // namespace assay
