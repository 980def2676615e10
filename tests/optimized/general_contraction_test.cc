// Checks that small products have the sums of large ones, and contractions of
// many forms against plain sums of integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "optimized/general/contraction_path.h"
#include "optimized/general/dot_general.h"
#include "optimized/general/einsum.h"
#include "optimized/optimized.h"
#include "optimized/product/contraction.h"
#include "optimized/resources/settings.h"
#include "spec/subscripts.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class ContractionForms : public test::SettingsCases {};

template <typename T>
Tensor random_tensor(DType dtype, const Shape& shape, int most = 0) {
  static std::mt19937 random(3);
  const Tensor x = room(dtype, shape);
  std::uniform_real_distribution<T> real(-1, 1);
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<T>(x)[i] =
        most == 0 ? real(random)
                  : static_cast<T>(static_cast<int>(random() % 9) - 4);
  return x;
}

template <typename T>
void expect_sums_of_one(DType dtype, std::int64_t m, std::int64_t n,
                        std::int64_t k) {
  constexpr std::int64_t kBatch = 5;
  const Tensor a = random_tensor<T>(dtype, {kBatch, m, k});
  const Tensor b = random_tensor<T>(dtype, {kBatch, k, n});
  const Tensor all = room(dtype, {kBatch, m, n});
  matmul(all, a, b);
  for (std::int64_t i = 0; i < kBatch; ++i) {
    const auto part = [&](const Tensor& x, std::int64_t rows,
                          std::int64_t columns) {
      return Tensor{dtype,
                    View({rows, columns}, {columns, 1}, i * rows * columns),
                    x.buffer};
    };
    const Tensor one = room(dtype, {m, n});
    matmul(one, part(a, m, k), part(b, k, n));
    ASSERT_EQ(std::memcmp(elements_of<T>(one), elements_of<T>(all) + i * m * n,
                          static_cast<std::size_t>(m * n) * sizeof(T)),
              0)
        << m << " by " << k << " by " << n;
  }
}

// A batch of one has no axis, so it goes the way of large products.
TEST_P(ContractionForms, SmallProductsHaveTheSumsOfLargeOnes) {
  for (const std::int64_t m : {1, 2, 3, 4, 5, 7, 16})
    for (const std::int64_t n : {2, 3, 4, 8, 16})
      for (const std::int64_t k : {1, 3, 4, 8, 9, 16}) {
        expect_sums_of_one<float>(DType::kFloat32, m, n, k);
        expect_sums_of_one<double>(DType::kFloat64, m, n, k);
      }
}

// Computes an einsum label by label.
std::vector<float> plain_sums(const Subscripts& subscripts,
                              const std::vector<Tensor>& operands,
                              const Tensor& out) {
  Labels labels;
  Shape extents;
  const auto position = [&](std::int64_t label) {
    return static_cast<std::size_t>(
        std::find(labels.begin(), labels.end(), label) - labels.begin());
  };
  for (std::size_t o = 0; o < operands.size(); ++o)
    for (std::size_t i = 0; i < subscripts.inputs[o].size(); ++i)
      if (position(subscripts.inputs[o][i]) == labels.size()) {
        labels.push_back(subscripts.inputs[o][i]);
        extents.push_back(operands[o].view.shape()[i]);
      }
  // Views with an axis for each label. Along a label that a tensor lacks, it
  // repeats; along one that it has twice, it has its diagonal.
  const auto by_labels = [&](const View& view, const Labels& own) {
    Strides strides(labels.size(), 0);
    for (std::size_t i = 0; i < own.size(); ++i)
      strides[position(own[i])] += view.strides()[i];
    return View(extents, strides, view.offset());
  };
  std::vector<View> factors;
  for (std::size_t o = 0; o < operands.size(); ++o)
    factors.push_back(by_labels(operands[o].view, subscripts.inputs[o]));
  const View result = by_labels(out.view, subscripts.output);
  std::vector<float> sums(static_cast<std::size_t>(out.view.numel()));
  for (const Index& at : IndexSpace(extents)) {
    float product = 1;
    for (std::size_t o = 0; o < operands.size(); ++o)
      product *= elements_of<float>(operands[o])[factors[o].linear_index(at)];
    sums[static_cast<std::size_t>(result.linear_index(at))] += product;
  }
  return sums;
}

// The first letters have these extents.
void expect_einsum(const std::string& text, const Shape& extents) {
  Subscripts subscripts{{{}}, {}};
  std::size_t i = 0;
  for (; text[i] != '-'; ++i)
    if (text[i] == ',')
      subscripts.inputs.emplace_back();
    else
      subscripts.inputs.back().push_back(text[i]);
  for (i += 2; i < text.size(); ++i) subscripts.output.push_back(text[i]);
  const auto shape_of = [&](const Labels& labels) {
    Shape shape;
    for (const std::int64_t label : labels)
      shape.push_back(extents[static_cast<std::size_t>(label - 'a')]);
    return shape;
  };
  std::vector<Tensor> operands;
  for (const Labels& labels : subscripts.inputs)
    operands.push_back(
        random_tensor<float>(DType::kFloat32, shape_of(labels), 4));
  const Tensor out = room(DType::kFloat32, shape_of(subscripts.output));
  const auto memory = make_optimized();
  ASSERT_TRUE(
      einsum(*memory, out, operands, subscript_integers(subscripts)).ok());
  const auto sums = plain_sums(subscripts, operands, out);
  EXPECT_TRUE(std::equal(sums.begin(), sums.end(), elements_of<float>(out)))
      << text;
}

TEST_P(ContractionForms, EinsumOfManyForms) {
  for (const Shape& extents : {Shape{3, 4, 5, 2}, Shape{17, 9, 33, 6}})
    for (const char* text :
         {"ab,bc->ac", "ab,bc->ca", "abd,bcd->acd", "dab,dbc->adc", "ab,ab->",
          "ab,ab->a", "aab,bcc->a", "ab,bc,cd->ad", "ab,cb,db->acd",
          "a,b,c->cab", "ad,bd,cd->abc", "abc,acd->bd", "aa->a", "ab->aab",
          "ab,c->a", "abcd->db", "abc,cbd,ad->b", "ab,ba->ab"})
      expect_einsum(text, extents);
}

// The batch is innermost: tiles and their edges, whole vectors and their tails,
// and sums in several parts.
TEST_P(ContractionForms, ContractionsInLanes) {
  for (const Shape& extents :
       {Shape{8, 9, 7, 64}, Shape{5, 1, 13, 17}, Shape{3, 400, 2, 37}})
    for (const char* text :
         {"abd,bcd->acd", "bad,cbd->cad", "dab,bcd->acd", "abcd,abd->acd"})
      expect_einsum(text, extents);
  expect_einsum("eabfd,ebcfd->eacfd", {6, 5, 7, 8, 3, 4});
}

TEST_P(ContractionForms, LargeContractionsUseEveryTerm) {
  expect_einsum("abc,cbd->ad", {70, 13, 40, 90});
  expect_einsum("abcd,dbae->abce", {6, 5, 70, 40, 50});
  expect_einsum("abc,abc->b", {30, 33, 40});
}

TEST(ContractionPath, ContractsTheCheapestPairFirst) {
  // (100 by 2) · (2 by 100) · (100 by 2): the last two first.
  std::vector<LabelSet> sets(3);
  for (std::size_t i = 0; i < 3; ++i) sets[i].set(i).set(i + 1);
  LabelSet output;
  output.set(0).set(3);
  const auto path = contraction_path(sets, output, {100, 2, 100, 2});
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(std::min(path[0].first, path[0].second), 1u);
  EXPECT_EQ(std::max(path[0].first, path[0].second), 2u);
  EXPECT_EQ(path[1].first + path[1].second, 3u);  // operand 0 and the result
}

INSTANTIATE_TEST_SUITE_P(All, ContractionForms,
                         ::testing::Values("threads=1",
                                           "threads=2,thread_bytes=1,"
                                           "thread_flops=1",
                                           "tiny=1", "target=scalar",
                                           "target=sse4", "target=avx2"));

}  // namespace
}  // namespace assay::optimized
