// Sums the products of filters and elements that meet, to windows, to places or
// to taps. Each element of a result is one exact sum.
// Tested by tests/reference/convolution_test.cc.
#pragma once

#include <cmath>

#include "reference/accumulators.h"
#include "reference/nn/any_algorithm.h"
#include "reference/nn/filters.h"
#include "reference/policy.h"

namespace assay {

// Returns f<T>() for the scalar T of the call's operands.
template <typename F>
Result<Tensors> sum_by_scalar(const Evaluation& call, F f) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (std::is_same_v<T, double> || Integer<T>) {
          f.template operator()<T>();
          return Tensors{};
        }
        return Status::internal("convolutions have neither bool nor complex");
      });
}

template <typename T>
bool is_infinite_or_nan(T x) {
  if constexpr (Real<T>) return !std::isfinite(x);
  return false;
}

// Returns whether the profile leaves open what such an element gives over
// padding, and there is one.
template <typename T>
bool may_spoil_padding(const Evaluation& call, const Elements& factor) {
  if (!call.profile.is(kPolicy<"conv.padding=any">)) return false;
  for (const Index& at : indices(factor.view().shape()))
    if (is_infinite_or_nan(factor.value<T>(at))) return true;
  return false;
}

// Returns the bias of a channel, and 0 for integers and without one.
template <typename T>
double bias_of_channel(const Elements* bias, std::int64_t channel) {
  if constexpr (Real<T>)
    if (bias != nullptr) return bias->value<double>({channel});
  return 0;
}

// Returns the index (0, 0, rest…).
inline Index after_leading(const Index& rest) {
  Index at(2, 0);
  at.insert(at.end(), rest.begin(), rest.end());
  return at;
}

// out[n, o, p] = bias[o] + Σ_c Σ_k filter[o, c, k] · in[n, first + c, place of
// tap k of window p], where first is the first input channel of o's group.
// `bias` is null if there is none.
template <typename T>
void sum_to_windows(const Evaluation& call, const Filters& filters,
                    const Elements& filter, const Elements& in,
                    const Elements* bias) {
  const Planes weights(filter);
  const Planes places(in);
  const Results out = call.results();
  const std::int64_t outputs = weights.extent(0) / filters.groups();
  const std::int64_t inputs = weights.extent(1);
  const AnyAlgorithm algorithm(
      call, in, filter,
      inputs * element_count(filters.kernel()) + (bias != nullptr ? 1 : 0));
  const bool may_be_open = may_spoil_padding<T>(call, filter);
  const auto over_padding = [&](const Index& p, std::int64_t o) {
    for (const Index& k : indices(filters.kernel()))
      for (std::int64_t c = 0; c < inputs; ++c) {
        Index at = after_leading(k);
        at[0] = o;
        at[1] = c;
        if (filters.is_over_padding(p, k) &&
            is_infinite_or_nan(filter.value<T>(at)))
          return true;
      }
    return false;
  };
  Meetings meetings(Side::kWindow, filters);
  for (const Index& p : indices(filters.windows())) {  // conv.window_count
    const auto& met = meetings.at(p, [&](std::size_t axis, const Meeting& m) {
      return Meeting{0, weights.step(axis, m.tap), places.step(axis, m.place)};
    });
    Index at = after_leading(p);
    for (at[0] = 0; at[0] < places.extent(0); ++at[0])
      for (at[1] = 0; at[1] < weights.extent(0); ++at[1]) {
        const std::int64_t first =
            at[1] / outputs * inputs;  // conv.groups, conv.depthwise,
                                       // conv_transpose_x_backward.groups
        Sum<T> sum(call);
        if (bias != nullptr) sum.add(bias->value<T>({at[1]}));  // conv.bias
        for (std::int64_t c = 0; c < inputs; ++c)
          for (const Meeting& m : met)
            sum.add_product(  // conv.value, conv.every_term,
                              // conv.isolated_nan,
                              // conv_transpose_x_backward.value,
                              // conv_transpose_x_backward.every_term
                places.value<T>(at[0], first + c, m.place),
                weights.value<T>(at[1], c, m.tap));
        sum.write(out, at);  // conv.wrap, conv.nonfinite,
                             // conv.partial_overflow, convolution.accumulator,
                             // convolution.accuracy,
                             // conv_transpose_x_backward.wrap,
                             // conv_transpose_x_backward.nonfinite,
                             // conv_transpose_x_backward.partial_overflow
        algorithm.note(out, at, {at[0], 1, first, inputs},
                       {at[1], 1, 0, inputs}, bias_of_channel<T>(bias, at[1]));
        if (may_be_open && over_padding(p, at[1]))
          out.note_freedom(at, Freedom::kAny);
      }
  }
}

// out[n, first + c, i] = bias[first + c] + Σ_o Σ_k filter[o, c, k] · in[n, o,
// window whose tap k is over i], where o runs over the group of first + c, and
// first is the first output channel of that group. `bias` is null if there is
// none.
template <typename T>
void sum_to_places(const Evaluation& call, const Filters& filters,
                   const Elements& filter, const Elements& in,
                   const Elements* bias) {
  const Planes weights(filter);
  const Planes windows(in);
  const Results out = call.results();
  const std::int64_t inputs = weights.extent(0) / filters.groups();
  const std::int64_t outputs =
      weights.extent(1);  // conv_transpose.weight_layout
  const AnyAlgorithm algorithm(
      call, in, filter,
      inputs * element_count(filters.kernel()) + (bias != nullptr ? 1 : 0));
  Meetings meetings(Side::kPlace, filters);
  for (const Index& i :
       indices(filters.places())) {  // conv_transpose.size,
                                     // conv_transpose.output_padding
    const auto& met = meetings.at(i, [&](std::size_t axis, const Meeting& m) {
      return Meeting{windows.step(axis, m.window), weights.step(axis, m.tap),
                     0};
    });
    Index at = after_leading(i);
    for (at[0] = 0; at[0] < windows.extent(0); ++at[0])
      for (at[1] = 0; at[1] < outputs * filters.groups(); ++at[1]) {
        const std::int64_t group =
            at[1] / outputs;  // conv_transpose.groups, conv_x_backward.groups
        Sum<T> sum(call);     // conv_transpose.uncovered,
                              // conv_x_backward.remainder
        if (bias != nullptr)
          sum.add(bias->value<T>({at[1]}));  // conv_transpose.bias
        for (std::int64_t o = group * inputs; o < (group + 1) * inputs; ++o)
          for (const Meeting& m : met)
            sum.add_product(  // conv_transpose.value, conv_transpose.overlap,
                              // conv_transpose.every_term,
                              // conv_x_backward.value,
                              // conv_x_backward.every_term
                windows.value<T>(at[0], o, m.window),
                weights.value<T>(o, at[1] - group * outputs, m.tap));
        sum.write(out, at);  // conv_transpose.output_padding_keeps,
                             // conv_transpose.wrap, conv_transpose.nonfinite,
                             // conv_transpose.partial_overflow,
                             // conv_x_backward.wrap,
                             // conv_x_backward.nonfinite,
                             // conv_x_backward.partial_overflow
        algorithm.note(out, at, {at[0], 1, group * inputs, inputs},
                       {group * inputs, inputs, at[1] - group * outputs, 1},
                       bias_of_channel<T>(bias, at[1]));
      }
  }
}

// out[o, c, k] = Σ_n Σ_p windows[n, o, p] · places[n, first + c, place of tap k
// of window p], where first is the first channel of places in o's group.
template <typename T>
void sum_to_taps(const Evaluation& call, const Filters& filters,
                 const Elements& at_windows, const Elements& at_places) {
  const Planes windows(at_windows);
  const Planes places(at_places);
  const Results out = call.results();
  const std::int64_t outputs = windows.extent(1) / filters.groups();
  const std::int64_t inputs = places.extent(1) / filters.groups();
  const std::int64_t images = windows.extent(0);
  const AnyAlgorithm algorithm(call, at_places, at_windows,
                               images * element_count(filters.windows()));
  const bool may_be_open = may_spoil_padding<T>(call, at_windows);
  const auto over_padding = [&](const Index& k, std::int64_t o) {
    for (const Index& p : indices(filters.windows()))
      for (std::int64_t n = 0; n < windows.extent(0); ++n) {
        Index at = after_leading(p);
        at[0] = n;
        at[1] = o;
        if (filters.is_over_padding(p, k) &&
            is_infinite_or_nan(at_windows.value<T>(at)))
          return true;
      }
    return false;
  };
  Meetings meetings(Side::kTap, filters);
  for (const Index& k : indices(filters.kernel())) {
    const auto& met = meetings.at(k, [&](std::size_t axis, const Meeting& m) {
      return Meeting{windows.step(axis, m.window), 0,
                     places.step(axis, m.place)};
    });
    Index at = after_leading(k);
    for (at[0] = 0; at[0] < windows.extent(1); ++at[0])
      for (at[1] = 0; at[1] < inputs; ++at[1]) {
        const std::int64_t first =
            at[0] / outputs * inputs;  // conv_weight_backward.groups,
                                       // conv_transpose_weight_backward.groups
        Sum<T> sum(call);
        for (std::int64_t n = 0; n < windows.extent(0); ++n)
          for (const Meeting& m : met)
            sum.add_product(  // conv_weight_backward.value,
                              // conv_weight_backward.every_term,
                              // conv_transpose_weight_backward.value,
                              // conv_transpose_weight_backward.every_term
                windows.value<T>(n, at[0], m.window),
                places.value<T>(n, first + at[1], m.place));
        sum.write(out, at);  // conv_weight_backward.wrap,
                             // conv_weight_backward.nonfinite,
                             // conv_weight_backward.partial_overflow,
                             // conv_transpose_weight_backward.wrap,
                             // conv_transpose_weight_backward.nonfinite,
                             // conv_transpose_weight_backward.partial_overflow
        algorithm.note(out, at, {0, images, first + at[1], 1},
                       {0, images, at[0], 1}, 0);
        if (may_be_open && over_padding(k, at[0]))
          out.note_freedom(at, Freedom::kAny);
      }
  }
}

}  // namespace assay
