// Compares attention of several blocks and tiles with a plain loop in double,
// on every target: with masks and biases of any layout, sums that overflow in
// early tiles, and a single query. Checks that strides and threads do not
// change a bit.
#include "optimized/attention/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using test::waves;

class Attention : public test::SettingsCases {};

constexpr double kHidden = -std::numeric_limits<double>::infinity();

double element(const Tensor& x, const Index& at) {
  return elements_of<float>(x)[x.view.linear_index(at)];
}

// Returns the results of one query.
std::vector<double> expected_row(const AttentionCall& call, const Index& at) {
  const Shape& shape = call.key.view.shape();
  const std::int64_t keys = shape[2], width = shape[3];
  const std::int64_t offset = keys - call.query.view.shape()[2];
  const auto columns = call.value.view.shape()[3];
  std::vector<double> scores;
  double largest = kHidden;
  for (std::int64_t j = 0; j < keys; ++j) {
    double score = 0;
    for (std::int64_t c = 0; c < width; ++c)
      score += element(call.query, {at[0], at[1], at[2], c}) *
               element(call.key, {at[0], at[1], j, c});
    score /= std::sqrt(static_cast<double>(width));
    const Index pair = {at[0], at[1], at[2], j};
    if (call.softcap) score = 2 * std::tanh(score / 2);
    if (call.bias != nullptr) score += element(*call.bias, pair);
    if (call.is_causal && j > at[2] + offset) score = kHidden;
    if (call.mask != nullptr &&
        elements_of<bool>(*call.mask)[call.mask->view.linear_index(pair)])
      score = kHidden;
    scores.push_back(score);
    largest = std::max(largest, score);
  }
  std::vector<double> row(static_cast<std::size_t>(columns));
  if (largest == kHidden) return row;
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - largest);
  for (std::int64_t j = 0; j < keys; ++j)
    for (std::int64_t c = 0; c < columns; ++c)
      row[static_cast<std::size_t>(c)] +=
          scores[static_cast<std::size_t>(j)] / sum *
          element(call.value, {at[0], at[1], j, c});
  return row;
}

Tensor result_of(const AttentionCall& call) {
  Shape shape = call.query.view.shape();
  shape[3] = call.value.view.shape()[3];
  const Tensor out = room(call.query.dtype, shape);
  attention(out, call);
  return out;
}

void expect_right(const AttentionCall& call, double scale = 1) {
  const Tensor out = result_of(call);
  const Shape& shape = out.view.shape();
  for (const Index& at : indices({shape[0], shape[1], shape[2]})) {
    if (at[2] % 7 != 0 && at[2] + 3 < shape[2]) continue;
    const std::vector<double> row = expected_row(call, at);
    for (std::int64_t c = 0; c < shape[3]; ++c)
      ASSERT_NEAR(element(out, {at[0], at[1], at[2], c}) / scale,
                  row[static_cast<std::size_t>(c)] / scale, 1e-5)
          << at[2] << " " << c;
  }
}

struct Heads {
  Heads(std::int64_t queries, std::int64_t keys)
      : query(waves<float>(DType::kFloat32, {1, 2, queries, 19}, 2)),
        key(waves<float>(DType::kFloat32, {1, 2, keys, 19}, 2)),
        value(waves<float>(DType::kFloat32, {1, 2, keys, 21})) {}
  Tensor query, key, value;
};

TEST_P(Attention, OfSeveralBlocksAndTiles) {
  for (const auto& [queries, keys] :
       {std::pair{300, 500}, {1, 900}, {30, 7}, {260, 130}}) {
    const Heads x(queries, keys);
    expect_right({x.query, x.key, x.value});
    expect_right(
        {.query = x.query, .key = x.key, .value = x.value, .is_causal = true});
  }
}

TEST_P(Attention, WithMaskAndBias) {
  const Heads x(130, 450);
  const Shape scores = {1, 2, 130, 450};
  const Tensor bias = waves<float>(DType::kFloat32, scores, 3);
  Tensor turned = test::reversed_in_memory<float>(bias);
  Tensor mask = room(DType::kBool, scores);
  for (std::int64_t i = 0; i < mask.view.numel(); ++i)
    elements_of<bool>(mask)[i] = i % 3 == 0 || i / 450 == 5;
  const ElementBits two{0x40000000, 0};
  expect_right({x.query, x.key, x.value, &mask, &bias, {}, two, true});
  const AttentionCall call{x.query, x.key, x.value, &mask, &bias};
  const AttentionCall other{test::reversed_in_memory<float>(x.query),
                            test::reversed_in_memory<float>(x.key),
                            test::reversed_in_memory<float>(x.value), &mask,
                            &turned};
  EXPECT_EQ(std::memcmp(HostMemory::storage_of(result_of(call)),
                        HostMemory::storage_of(result_of(other)),
                        1 * 2 * 130 * 21 * 4),
            0);
  // One row for all queries, and one element for all keys.
  mask.view = View(scores, {0, 450, 0, 1}, 0);
  turned.view = View(scores, {0, 0, 1, 0}, 0);
  expect_right({x.query, x.key, x.value, &mask, &turned});
}

// The first tile has values near the largest float, whose weights vanish beside
// that of the last key.
TEST_P(Attention, SurvivesSumsThatOverflow) {
  Heads x(3, 900);
  for (std::int64_t i = 0; i < x.value.view.numel(); ++i)
    elements_of<float>(x.value)[i] = 3e38f;
  for (std::int64_t i = 0; i < x.key.view.numel(); ++i)
    elements_of<float>(x.key)[i] = 0;
  for (std::int64_t i = 0; i < x.query.view.numel(); ++i)
    elements_of<float>(x.query)[i] = 1;
  for (const std::int64_t head : {0, 1})
    for (std::int64_t c = 0; c < 21; ++c) {
      if (c < 19)
        elements_of<float>(x.key)[x.key.view.linear_index({0, head, 899, c})] =
            30;
      elements_of<float>(
          x.value)[x.value.view.linear_index({0, head, 899, c})] = 2;
    }
  expect_right({x.query, x.key, x.value}, 2);
}

TEST_P(Attention, DoesNotDependOnThreads) {
  const Heads x(700, 500);
  std::vector<float> once;
  for (const std::int64_t threads : {1, 2, 3}) {
    Settings use = settings();
    use.threads = threads;
    use.thread_bytes = use.thread_flops = 1;
    use_settings(use);
    const Tensor out = result_of({x.query, x.key, x.value});
    const float* first = elements_of<float>(out);
    const std::vector<float> result(first, first + out.view.numel());
    if (threads == 1) once = result;
    EXPECT_EQ(result, once);
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, Attention,
                         testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
