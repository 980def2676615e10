// Tests gather_general and scatter_general on thousands of drawn calls, in
// every policy about windows that leave x, against loops over windows.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "spec/op_table.h"
#include "tests/reference/calls.h"
#include "tests/reference/drawn_windows.h"

namespace assay::test {
namespace {

using Key = AttributeKey;

constexpr int kCalls = 1500;

std::pair<std::int64_t, std::int64_t> limits_of(DType dtype) {
  if (dtype == DType::kInt64)
    return {std::numeric_limits<std::int64_t>::min(),
            std::numeric_limits<std::int64_t>::max()};
  return {std::numeric_limits<std::int32_t>::min(),
          std::numeric_limits<std::int32_t>::max()};
}

// Returns the index operand, with each vector along its axis.
Tensor indices_of(const DrawnWindows& of, DType dtype) {
  std::vector<ElementBits> elements;
  const Shape shape = of.indices();
  for (const Index& at : indices(shape)) {
    std::int64_t number = 0;
    std::int64_t component = 0;
    std::size_t batch = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (of.has_vector_axis &&
          static_cast<std::int64_t>(axis) == of.index_vector)
        component = at[axis];
      else
        number = number * of.batch[batch++] + at[axis];
    elements.push_back(
        encode(dtype, of.starts[static_cast<std::size_t>(number)]
                               [static_cast<std::size_t>(component)]));
  }
  Tensor tensor = tensor_of_elements(dtype, elements);
  tensor.view = View(shape);
  return tensor;
}

Tensor numbered(DType dtype, const Shape& shape,
                const std::function<std::int64_t(std::int64_t)>& value) {
  std::vector<ElementBits> elements;
  for (std::int64_t k = 0; k < element_count(shape); ++k)
    elements.push_back(is_real(dtype)
                           ? encode(dtype, Complex{double(value(k)), 0})
                           : encode(dtype, value(k)));
  Tensor tensor = tensor_of_elements(dtype, elements);
  tensor.view = View(shape);
  return tensor;
}

Attributes attributes_of(const DrawnWindows& of, bool is_gather) {
  Attributes attributes;
  attributes
      .set(is_gather ? Key::kOffsetDims : Key::kUpdateWindowDims, of.window)
      .set(is_gather ? Key::kCollapsedSliceDims : Key::kInsertedWindowDims,
           of.left_out)
      .set(is_gather ? Key::kStartIndexMap : Key::kScatterDimsToOperandDims,
           of.index_map)
      .set(Key::kIndexVectorDim, {of.index_vector})
      .set(Key::kOperandBatchingDims, of.batching)
      .set(Key::kStartIndicesBatchingDims, of.of_indices)
      .flag(Key::kIndicesAreSorted, false);
  if (is_gather) return attributes.set(Key::kSliceSizes, of.sizes);
  return attributes.flag(Key::kUniqueIndices, false);
}

bool leaves_x(const DrawnWindows& of, std::size_t number) {
  for (std::size_t k = 0; k < of.index_map.size(); ++k) {
    const auto axis = static_cast<std::size_t>(of.index_map[k]);
    const std::int64_t start = of.starts[number][k];
    if (start < 0 || start > of.x[axis] - of.sizes[axis]) return true;
  }
  return false;
}

// Counts what was drawn, so that the loops below are known to meet it.
struct Coverage {
  std::set<std::size_t> window_ranks, batch_ranks, batching_ranks, map_lengths;
  std::set<std::int64_t> vector_places;
  int unsorted_maps = 0, past_the_last = 0, leaving = 0, empty = 0;
  void note(const DrawnWindows& of) {
    window_ranks.insert(of.window.size());
    batch_ranks.insert(of.batch.size());
    batching_ranks.insert(of.batching.size());
    map_lengths.insert(of.index_map.size());
    if (of.has_vector_axis) vector_places.insert(of.index_vector);
    past_the_last += of.has_vector_axis ? 0 : 1;
    unsorted_maps +=
        std::is_sorted(of.index_map.begin(), of.index_map.end()) ? 0 : 1;
    for (std::size_t i = 0; i < of.starts.size(); ++i)
      leaving += leaves_x(of, i) ? 1 : 0;
    empty += element_count(of.outer()) == 0 ? 1 : 0;
  }
  void check() const {
    EXPECT_GE(window_ranks.size(), 3u);
    EXPECT_GE(batch_ranks.size(), 4u);
    EXPECT_GE(batching_ranks.size(), 3u);
    EXPECT_GE(map_lengths.size(), 4u);
    EXPECT_GE(vector_places.size(), 3u);
    EXPECT_GT(unsorted_maps, kCalls / 10);
    EXPECT_GT(past_the_last, kCalls / 10);
    EXPECT_GT(leaving, kCalls);
    EXPECT_GT(empty, kCalls / 50);
  }
};

TEST(LaxWindows, GatherReadsWhatALoopOverWindowsReads) {
  const Profile any = kNx.with("gather_general.out_of_range=any"_policy);
  Coverage coverage;
  WindowDraw draw(1);
  for (int i = 0; i < kCalls; ++i) {
    const DType dtype = i % 2 == 0 ? DType::kInt32 : DType::kInt64;
    const DrawnWindows of = draw.draw(i % 3 == 0, limits_of(dtype));
    coverage.note(of);
    const Tensor x =
        numbered(DType::kInt32, of.x, [](std::int64_t k) { return 100 + k; });
    const Call call = call_of("gather_general"_op, {x, indices_of(of, dtype)},
                              attributes_of(of, true));
    const Tensor y = execute(call);
    ASSERT_EQ(of.outer(), y.view.shape()) << i;
    Numbers expected(static_cast<std::size_t>(y.view.numel()), -1);
    std::vector<std::size_t> window_of(expected.size());
    each_window_element(of, Leaving::kMoveInside,
                        [&](std::int64_t outer, std::int64_t at) {
                          expected[static_cast<std::size_t>(outer)] =
                              100 + static_cast<double>(at);
                        });
    ASSERT_EQ(expected, numbers_in(y)) << i;
    // Under the other policy just the windows that leave x are open.
    const Answer answered = answer(call, any);
    ASSERT_EQ(expected, numbers_in(answered.tensors[0])) << i;
    std::size_t open = 0;
    for (Freedom freedom : answered.freedom)
      open += freedom == Freedom::kAny ? 1 : 0;
    std::size_t leaving = 0;
    for (std::size_t k = 0; k < of.starts.size(); ++k)
      leaving += leaves_x(of, k) ? 1 : 0;
    const std::size_t each =
        of.starts.empty() ? 0 : expected.size() / of.starts.size();
    ASSERT_EQ(leaving * each, open) << i;
  }
  coverage.check();
}

// For each place of x, the updates that meet it, after its element.
using Met = std::vector<std::vector<std::int64_t>>;

Met met_by(const DrawnWindows& of, Leaving leaving) {
  Met met(static_cast<std::size_t>(element_count(of.x)));
  each_window_element(of, leaving, [&](std::int64_t outer, std::int64_t at) {
    met[static_cast<std::size_t>(at)].push_back(outer);
  });
  return met;
}

std::int64_t element_of_x(std::int64_t k) { return (k * 7 + 3) % 19 - 9; }
std::int64_t update_at(std::int64_t k) { return (k * 11 + 5) % 23 - 11; }

std::int64_t combined(ScatterMode mode, std::int64_t at,
                      const std::vector<std::int64_t>& met) {
  std::int64_t value = element_of_x(at);
  for (std::int64_t outer : met) {
    const std::int64_t update = update_at(outer);
    if (mode == ScatterMode::kAdd) value += update;
    if (mode == ScatterMode::kMin) value = std::min(value, update);
    if (mode == ScatterMode::kMax) value = std::max(value, update);
    if (mode == ScatterMode::kSet) value = update;
  }
  return value;
}

// Each place must have one of the updates that meet there, and the answer must
// list all of them.
void expect_any_of_the_updates(const Answer& answered, const Met& met) {
  const Numbers y = numbers_in(answered.tensors[0]);
  for (std::size_t at = 0; at < met.size(); ++at) {
    std::multiset<double> expected, listed = {y[at]};
    for (std::int64_t outer : met[at])
      expected.insert(static_cast<double>(update_at(outer)));
    if (met[at].empty())
      expected.insert(
          static_cast<double>(element_of_x(static_cast<std::int64_t>(at))));
    for (const Alternatives& others : answered.alternatives)
      if (others.position == static_cast<std::int64_t>(at))
        for (ElementBits bits : others.elements)
          listed.insert(static_cast<double>(signed_value(DType::kInt32, bits)));
    EXPECT_EQ(expected, listed) << at;
  }
}

struct LeavingPolicy {
  Policy policy;
  Leaving leaving;
};
constexpr LeavingPolicy kLeavingPolicies[] = {
    {"scatter_general.out_of_range=drop_element"_policy, Leaving::kDropElement},
    {"scatter_general.out_of_range=drop_window"_policy, Leaving::kDropWindow},
    {"scatter_general.out_of_range=clamp"_policy, Leaving::kMoveInside}};

Call scatter_of(const DrawnWindows& of, ScatterMode mode, DType dtype,
                DType of_indices) {
  return call_of(
      "scatter_general"_op,
      {numbered(dtype, of.x, element_of_x), indices_of(of, of_indices),
       numbered(dtype, of.outer(), update_at)},
      attributes_of(of, false).mode(mode));
}

TEST(LaxWindows, ScatterCombinesWhatALoopOverWindowsCombines) {
  Coverage coverage;
  WindowDraw draw(2);
  for (int i = 0; i < kCalls; ++i) {
    const auto mode = static_cast<ScatterMode>(i % 4);
    const bool is_plain =
        mode == ScatterMode::kSet || mode == ScatterMode::kAdd;
    DrawnWindows of = draw.draw(i % 3 == 0, limits_of(DType::kInt32));
    // Batching axes and int64 indices have variants of set and add, and these
    // not together.
    while (!is_plain && !of.batching.empty())
      of = draw.draw(i % 3 == 0, limits_of(DType::kInt32));
    const bool is_wide = is_plain && of.batching.empty() && i % 8 >= 4;
    coverage.note(of);
    const Call call =
        scatter_of(of, mode, i % 5 == 0 ? DType::kFloat32 : DType::kInt32,
                   is_wide ? DType::kInt64 : DType::kInt32);
    for (const LeavingPolicy& row : kLeavingPolicies) {
      const Profile profile = kNx.with(row.policy);
      const Met met = met_by(of, row.leaving);
      if (mode == ScatterMode::kSet && call.operands[0].dtype == DType::kInt32)
        expect_any_of_the_updates(answer(call, profile), met);
      if (mode == ScatterMode::kSet) continue;
      Numbers expected;
      for (std::size_t at = 0; at < met.size(); ++at)
        expected.push_back(static_cast<double>(
            combined(mode, static_cast<std::int64_t>(at), met[at])));
      ASSERT_EQ(expected, numbers_in(execute(call, profile))) << i;
    }
  }
  coverage.check();
}

// Under `any` an element is open exactly if the window of some start on the
// indexed axes, at a batch position whose window leaves x, could reach it. The
// others are as if that window were not there.
TEST(LaxWindows, ScatterOpensWhatALeavingWindowCouldReach) {
  const Profile any = kNx.with("scatter_general.out_of_range=any"_policy);
  WindowDraw draw(3);
  int opened = 0;
  for (int i = 0; i < kCalls / 10; ++i) {
    const DrawnWindows of = draw.draw(i % 3 == 0, limits_of(DType::kInt32));
    const Call call =
        scatter_of(of, ScatterMode::kAdd, DType::kInt32, DType::kInt32);
    const Answer answered = answer(call, any);
    DrawnWindows staying = of, everywhere = of;
    std::vector<bool> reachable(static_cast<std::size_t>(element_count(of.x)),
                                false);
    const bool has_elements = element_count(of.outer()) > 0;
    for (std::size_t number = 0; number < of.starts.size(); ++number) {
      if (!leaves_x(of, number) || !has_elements) continue;
      // Tries each start on the indexed axes, alone.
      std::int64_t starts = 1;
      for (std::int64_t axis : of.index_map)
        starts *= of.x[static_cast<std::size_t>(axis)];
      for (std::int64_t start = 0; start < starts; ++start) {
        auto rest = start;
        for (std::size_t k = 0; k < of.index_map.size(); ++k) {
          const auto extent = of.x[static_cast<std::size_t>(of.index_map[k])];
          everywhere.starts[number][k] = rest % extent;
          rest /= extent;
        }
        DrawnWindows one = everywhere;
        const auto own = one.outer();
        each_window_element(
            one, Leaving::kDropElement,
            [&](std::int64_t outer, std::int64_t at) {
              // The batch position of an element of outer.
              std::int64_t of_batch = 0, step = element_count(own);
              std::size_t batch = 0;
              for (std::size_t axis = 0; axis < own.size(); ++axis) {
                step /= own[axis];
                const std::int64_t coordinate = outer / step % own[axis];
                if (!DrawnWindows::has(one.window,
                                       static_cast<std::int64_t>(axis)))
                  of_batch = of_batch * one.batch[batch++] + coordinate;
              }
              if (of_batch == static_cast<std::int64_t>(number))
                reachable[static_cast<std::size_t>(at)] = true;
            });
      }
      everywhere.starts[number] = of.starts[number];
    }
    const Met met = met_by(of, Leaving::kDropWindow);
    const Numbers y = numbers_in(answered.tensors[0]);
    for (std::size_t at = 0; at < y.size(); ++at) {
      const bool is_open =
          !answered.freedom.empty() && answered.freedom[at] == Freedom::kAny;
      ASSERT_EQ(reachable[at], is_open) << i << " " << at;
      opened += is_open ? 1 : 0;
      if (is_open) continue;
      ASSERT_EQ(static_cast<double>(combined(
                    ScatterMode::kAdd, static_cast<std::int64_t>(at), met[at])),
                y[at])
          << i;
    }
  }
  EXPECT_GT(opened, kCalls / 10);
}

}  // namespace
}  // namespace assay::test
