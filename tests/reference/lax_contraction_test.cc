// Tests dot_general and einsum: against sums over pairs of
// elements, against each other and matmul in a thousand structures, and by
// values that can be checked by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "reference/lax/factor_sum.h"
#include "spec/built_in_profiles.h"
#include "spec/dot_axes.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Attributes contraction_lists(const Axes& lhs_contracting,
                             const Axes& rhs_contracting, const Axes& lhs_batch,
                             const Axes& rhs_batch) {
  return Attributes()
      .set(AttributeKey::kLhsContracting, lhs_contracting)
      .set(AttributeKey::kRhsContracting, rhs_contracting)
      .set(AttributeKey::kLhsBatch, lhs_batch)
      .set(AttributeKey::kRhsBatch, rhs_batch);
}

Tensor einsum(const std::vector<Tensor>& operands,
              const std::vector<Labels>& inputs, const Labels& output) {
  return execute(
      call_of("einsum"_op, operands,
              Attributes().set(AttributeKey::kSubscripts,
                               subscript_integers({inputs, output}))));
}

// Holds a drawn dot_general: where each axis of both operands stands.
struct DrawnDot {
  Shape lhs;
  Shape rhs;
  Axes lhs_contracting, rhs_contracting, lhs_batch, rhs_batch;

  Attributes attributes() const {
    return contraction_lists(lhs_contracting, rhs_contracting, lhs_batch,
                             rhs_batch);
  }
};

class DotDrawer {
 public:
  explicit DotDrawer(unsigned seed) : random_(seed) {}

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(random_() %
                                     static_cast<std::uint64_t>(count));
  }

  DrawnDot draw() {
    constexpr std::int64_t kExtents[] = {1, 2, 3, 2, 3, 0, 7, 8};
    const auto extents = [&] {
      Shape drawn(static_cast<std::size_t>(below(3)));
      for (std::int64_t& extent : drawn)
        extent = kExtents[below(below(8) == 0 ? 8 : 5)];
      return drawn;
    };
    const Shape batch = extents();
    const Shape contracted = extents();
    DrawnDot drawn;
    place(batch, contracted, extents(), drawn.lhs, drawn.lhs_batch,
          drawn.lhs_contracting);
    place(batch, contracted, extents(), drawn.rhs, drawn.rhs_batch,
          drawn.rhs_contracting);
    return drawn;
  }

  Tensor tensor(DType dtype, const Shape& shape) {
    std::vector<ElementBits> elements;
    for (std::int64_t k = 0; k < element_count(shape); ++k) {
      const Complex z{static_cast<double>(below(9) - 4),
                      static_cast<double>(below(9) - 4)};
      elements.push_back(is_complex(dtype) ? encode(dtype, z)
                         : is_real(dtype)
                             ? encode(dtype, z.re)
                             : encode(dtype, static_cast<std::int64_t>(z.re)));
    }
    Tensor made = tensor_of_elements(dtype, elements, {std::ssize(elements)});
    made.view = View(shape);
    return made;
  }

 private:
  void place(const Shape& batch, const Shape& contracted, const Shape& free,
             Shape& shape, Axes& batch_axes, Axes& contracted_axes) {
    Shape all = batch;
    all.insert(all.end(), contracted.begin(), contracted.end());
    all.insert(all.end(), free.begin(), free.end());
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    shape.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      shape[order[i]] = all[i];
      const auto axis = static_cast<std::int64_t>(order[i]);
      if (i < batch.size())
        batch_axes.push_back(axis);
      else if (i < batch.size() + contracted.size())
        contracted_axes.push_back(axis);
    }
  }

  std::mt19937 random_;
};

// Adds the product of every pair of elements that meet to its place.
std::vector<std::complex<double>> sums_over_pairs(const DrawnDot& drawn,
                                                  const Tensor& lhs,
                                                  const Tensor& rhs,
                                                  const Shape& shape) {
  const auto value = [](const Tensor& tensor, const Index& at) {
    const ElementBits bits = elements_of(tensor)[static_cast<std::size_t>(
        View(tensor.view.shape()).linear_index(at))];
    if (is_complex(tensor.dtype)) {
      const auto z = decode<Complex>(tensor.dtype, bits);
      return std::complex<double>(z.re, z.im);
    }
    return std::complex<double>(
        is_real(tensor.dtype)
            ? decode<double>(tensor.dtype, bits)
            : static_cast<double>(signed_value(tensor.dtype, bits)));
  };
  const auto at_axes = [](const Index& at, const Axes& axes) {
    Index found;
    for (const std::int64_t axis : axes)
      found.push_back(at[static_cast<std::size_t>(axis)]);
    return found;
  };
  const auto is_listed = [](const Axes& list, std::size_t axis) {
    return std::count(list.begin(), list.end(),
                      static_cast<std::int64_t>(axis)) > 0;
  };
  std::vector<std::complex<double>> sums(
      static_cast<std::size_t>(element_count(shape)));
  for (const Index& i : indices(drawn.lhs)) {
    const auto left = value(lhs, i);
    for (const Index& k : indices(drawn.rhs)) {
      if (at_axes(i, drawn.lhs_batch) != at_axes(k, drawn.rhs_batch) ||
          at_axes(i, drawn.lhs_contracting) !=
              at_axes(k, drawn.rhs_contracting))
        continue;
      Index to = at_axes(i, drawn.lhs_batch);
      for (std::size_t axis = 0; axis < i.size(); ++axis)
        if (!is_listed(drawn.lhs_batch, axis) &&
            !is_listed(drawn.lhs_contracting, axis))
          to.push_back(i[axis]);
      for (std::size_t axis = 0; axis < k.size(); ++axis)
        if (!is_listed(drawn.rhs_batch, axis) &&
            !is_listed(drawn.rhs_contracting, axis))
          to.push_back(k[axis]);
      sums[static_cast<std::size_t>(View(shape).linear_index(to))] +=
          left * value(rhs, k);
    }
  }
  return sums;
}

// Copies the operand with its axes in this order, under another shape.
Tensor arranged(const Tensor& from, const Axes& order, const Shape& shape) {
  Tensor moved = from;
  moved.view = *from.view.permute(order);
  Tensor copied = execute(call_of("copy"_op, {moved}));
  copied.view = View(shape);
  return copied;
}

// Returns dot_general by matmul: a batch of matrices, whose axes are merged.
Tensor by_matmul(const DrawnDot& drawn, const Tensor& lhs, const Tensor& rhs,
                 const Shape& shape) {
  const Attributes attributes = drawn.attributes();
  const DotAxes left = dot_axes(attributes, true, drawn.lhs.size());
  const DotAxes right = dot_axes(attributes, false, drawn.rhs.size());
  const auto joined = [](std::initializer_list<Axes> lists) {
    Axes all;
    for (const Axes& list : lists)
      all.insert(all.end(), list.begin(), list.end());
    return all;
  };
  const auto count = [](const Shape& of, const Axes& axes) {
    return element_count(extents_at(of, axes));
  };
  const std::int64_t batch = count(drawn.lhs, left.batch);
  const std::int64_t inner = count(drawn.lhs, left.contracting);
  const Tensor a =
      arranged(lhs, joined({left.batch, left.free, left.contracting}),
               {batch, count(drawn.lhs, left.free), inner});
  const Tensor b =
      arranged(rhs, joined({right.batch, right.contracting, right.free}),
               {batch, inner, count(drawn.rhs, right.free)});
  Tensor product = execute(call_of("matmul"_op, {a, b}));
  product.view = View(shape);
  return product;
}

TEST(LaxContractions, AgreeInAThousandStructures) {
  DotDrawer drawer(1);
  constexpr DType kDTypes[] = {DType::kInt8, DType::kInt32, DType::kFloat32,
                               DType::kFloat64, DType::kComplex64};
  int structures = 0;
  int unsorted = 0;
  int pairs = 0;
  while (structures < 1000) {
    const DrawnDot drawn = drawer.draw();
    const std::int64_t size =
        element_count(drawn.lhs) * element_count(drawn.rhs);
    if (size > 3000) continue;
    const DType dtype = kDTypes[structures % 5];
    const Tensor lhs = drawer.tensor(dtype, drawn.lhs);
    const Tensor rhs = drawer.tensor(dtype, drawn.rhs);
    const Tensor dot =
        execute(call_of("dot_general"_op, {lhs, rhs}, drawn.attributes()));
    const Shape& shape = dot.view.shape();
    const Subscripts subscripts = dot_subscripts(
        drawn.attributes(), drawn.lhs.size(), drawn.rhs.size(), false);
    const Tensor sums =
        einsum({lhs, rhs}, subscripts.inputs, subscripts.output);
    EXPECT_EQ(sums.view.shape(), shape);
    EXPECT_EQ(elements_of(sums), elements_of(dot));
    EXPECT_EQ(elements_of(by_matmul(drawn, lhs, rhs, shape)), elements_of(dot));
    if (dtype != DType::kInt8 && size < 400) {
      ++pairs;
      const auto expected = sums_over_pairs(drawn, lhs, rhs, shape);
      if (is_complex(dtype)) {
        EXPECT_EQ(complexes_in(dot), expected);
      } else {
        Numbers reals;
        for (const auto& sum : expected) reals.push_back(sum.real());
        EXPECT_EQ(numbers_in(dot), reals);
      }
    }
    for (const Axes& list : {drawn.lhs_contracting, drawn.rhs_contracting,
                             drawn.lhs_batch, drawn.rhs_batch})
      if (!std::is_sorted(list.begin(), list.end())) {
        ++unsorted;
        break;
      }
    ++structures;
  }
  EXPECT_GT(unsorted, 300);
  EXPECT_GT(pairs, 400);
}

TEST(LaxDotGeneral, PutsTheBatchLastUnderTenferro) {
  const Tensor lhs = tensor_of(DType::kInt32, Numbers{1, 2, 3, 4}, {2, 2});
  const Tensor rhs = tensor_of(DType::kInt32, Numbers{1, 10, 5, 7}, {2, 2});
  // The batch is axis 0, and nothing is contracted: (2, 2, 2).
  const Call call = call_of("dot_general"_op, {lhs, rhs},
                            contraction_lists({}, {}, {0}, {0}));
  expect_same({1, 10, 2, 20, 15, 21, 20, 28}, numbers_in(execute(call)));
  expect_same({1, 15, 10, 21, 2, 20, 20, 28},
              numbers_in(execute(call, kTenferro)));
}

TEST(LaxDotGeneral, RoundsASingleProductOnce) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1 + 0x1p-23}, {1});
  const auto outer = answer(
      call_of("dot_general"_op, {x, x}, contraction_lists({}, {}, {}, {})));
  EXPECT_EQ(outer.roundings, (std::vector<std::int64_t>{0}));
  const auto sum = answer(
      call_of("dot_general"_op, {x, x}, contraction_lists({0}, {0}, {}, {})));
  EXPECT_TRUE(sum.roundings.empty());
}

TEST(LaxEinsum, HasTheFactsOfNumPy) {
  const Tensor a = tensor_of(DType::kInt32, Numbers{1, 2, 3, 4}, {2, 2});
  const Tensor v = tensor_of(DType::kInt32, Numbers{5, 7}, {2});
  // numpy.einsum gives these.
  expect_same({1, 3, 2, 4}, numbers_in(einsum({a}, {{0, 1}}, {1, 0})));
  expect_same({1, 4}, numbers_in(einsum({a}, {{0, 0}}, {0})));
  expect_same({5}, numbers_in(einsum({a}, {{0, 0}}, {})));
  expect_same({3, 7}, numbers_in(einsum({a}, {{0, 1}}, {0})));
  expect_same({19, 43}, numbers_in(einsum({a, v}, {{0, 1}, {1}}, {0})));
  expect_same({25, 35, 35, 49}, numbers_in(einsum({v, v}, {{0}, {1}}, {0, 1})));
  expect_same({125, 343}, numbers_in(einsum({v, v, v}, {{0}, {0}, {0}}, {0})));
  expect_same({60}, numbers_in(einsum({a, v}, {{0, 0}, {1}}, {})));
  expect_same({468}, numbers_in(einsum({v, v, v}, {{0}, {0}, {0}}, {})));
  expect_same({396}, numbers_in(einsum({v, a, v}, {{0}, {0, 1}, {1}}, {})));
  expect_same({95, 0, 0, 301},
              numbers_in(einsum({v, a, v}, {{0}, {0, 1}, {1}}, {0, 0})));
}

TEST(LaxEinsum, KeepsEveryBitWhereNothingIsSummed) {
  const Bits payloads = {0x7f800001, 0xffc12345, 0x80000000, 0x00000001};
  const Tensor x = tensor_of_bits(DType::kFloat32, payloads, {2, 2});
  EXPECT_EQ(bits_in(einsum({x}, {{0, 1}}, {1, 0})),
            (Bits{payloads[0], payloads[2], payloads[1], payloads[3]}));
  EXPECT_EQ(
      bits_in(einsum({x}, {{0, 1}}, {0, 1, 1})),
      (Bits{payloads[0], 0, 0, payloads[1], payloads[2], 0, 0, payloads[3]}));
  const Answer moved =
      answer(call_of("einsum"_op, {x},
                     Attributes().set(AttributeKey::kSubscripts,
                                      subscript_integers({{{0, 1}}, {1, 0}}))));
  EXPECT_TRUE(moved.only_moves);
}

TEST(LaxEinsum, LeavesTheRangeOpen) {
  const auto freedom_of = [](const Numbers& x, DType dtype) {
    const Tensor one = tensor_of(dtype, x, {std::ssize(x)});
    return answer(call_of("einsum"_op, {one, one, one},
                          Attributes().set(
                              AttributeKey::kSubscripts,
                              subscript_integers({{{0}, {0}, {0}}, {}}))))
        .freedom;
  };
  using Freedoms = std::vector<Freedom>;
  EXPECT_EQ(freedom_of({1, 2}, DType::kFloat32), Freedoms{});
  EXPECT_EQ(freedom_of({1, 0x1p60}, DType::kFloat32), Freedoms{Freedom::kAny});
  EXPECT_EQ(freedom_of({1, 0x1p-60}, DType::kFloat32), Freedoms{Freedom::kAny});
  EXPECT_EQ(freedom_of({1, kInf}, DType::kFloat32), Freedoms{Freedom::kAny});
  EXPECT_EQ(freedom_of({1, kNan}, DType::kFloat32), Freedoms{Freedom::kAny});
  EXPECT_EQ(freedom_of({1, 32}, DType::kFloat16), Freedoms{Freedom::kAny});
  EXPECT_EQ(freedom_of({0, 0}, DType::kFloat32), Freedoms{Freedom::kZeroSign});
}

TEST(FactorSum, IsExact) {
  FactorSum<double> sum;
  const double x = 1 + 0x1p-52;
  const double cube[] = {x, x, x};
  const double rest[] = {-1, 1 + 3 * 0x1p-52, 1};
  sum.add_factors(cube);
  sum.add_factors(rest);
  // (1 + e)³ - (1 + 3e) = 3e² + e³
  const double e = 0x1p-52;
  EXPECT_EQ(scaled(sum.value(), 0), 3 * e * e + e * e * e);
  FactorSum<double> far;
  const double tiny[] = {0x1p-1000, 0x1p-1000, 0x1p1000, 0x1p1000, 3};
  far.add_factors(tiny);
  EXPECT_EQ(scaled(far.value(), 0), 3);
}

}  // namespace
}  // namespace assay::test
