// Tests the movement ops of lax against loops over all indices of the result,
// and against elements listed by hand.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <optional>
#include <random>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using List = Attributes::Integers;

Attributes broadcast_to(Shape shape, List dims) {
  return Attributes()
      .shape(std::move(shape))
      .set(AttributeKey::kBroadcastDims, std::move(dims));
}
Attributes strided_from(List starts, List limits, List strides) {
  return Attributes()
      .set(AttributeKey::kStarts, std::move(starts))
      .set(AttributeKey::kLimits, std::move(limits))
      .set(AttributeKey::kStrides, std::move(strides));
}
Attributes edges_of(List low, List high, List interior, ElementBits value) {
  return Attributes()
      .set(AttributeKey::kEdgeLow, std::move(low))
      .set(AttributeKey::kEdgeHigh, std::move(high))
      .set(AttributeKey::kInterior, std::move(interior))
      .value(value);
}
Attributes diagonal_of(std::int64_t a, std::int64_t b) {
  return Attributes()
      .set(AttributeKey::kAxisA, {a})
      .set(AttributeKey::kAxisB, {b});
}
Attributes offset_by(std::int64_t k) {
  return Attributes().set(AttributeKey::kK, {k});
}

// Returns a tensor whose elements are their number in row-major order plus 1,
// stored with the axes reversed.
Tensor numbered(const Shape& shape) {
  std::vector<std::int64_t> axes;
  Shape turned;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    axes.push_back(static_cast<std::int64_t>(axis));
    turned.push_back(shape[axis]);
  }
  const auto count = static_cast<std::size_t>(element_count(shape));
  std::vector<ElementBits> elements(count);
  const View row_major(shape);
  std::size_t k = 0;
  for (const Index& at : indices(turned)) {
    Index index(at.rbegin(), at.rend());
    elements[k++] = {
        static_cast<std::uint64_t>(row_major.linear_index(index)) + 1, 0};
  }
  Bytes storage(count * 4);
  for (std::size_t i = 0; i < count; ++i)
    store_element(storage.data(), DType::kInt32, static_cast<std::int64_t>(i),
                  elements[i]);
  Tensor tensor = *Reference().from_host(
      DType::kInt32, static_cast<std::int64_t>(count), storage);
  tensor.view = *View(turned).permute(axes);
  return tensor;
}

// Returns the element of numbered(shape) at this index.
double number_at(const Shape& shape, const Index& at) {
  double number = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    number = number * static_cast<double>(shape[axis]) +
             static_cast<double>(at[axis]);
  return number + 1;
}

// Expects that element i of the result is that of x at from(i), or `other`.
void expect_moved(
    Op op, const Shape& shape, const Attributes& attributes,
    const Shape& expected, double other,
    const std::function<std::optional<Index>(const Index&)>& from) {
  const Tensor y = execute(call_of(op, {numbered(shape)}, attributes));
  ASSERT_EQ(y.view.shape(), expected) << name_of(op);
  Numbers numbers;
  for (const Index& at : indices(expected)) {
    const auto place = from(at);
    numbers.push_back(place ? number_at(shape, *place) : other);
  }
  expect_same(numbers, numbers_in(y), std::string(name_of(op)));
}

class LaxMovement : public testing::Test {
 protected:
  std::int64_t below(std::int64_t count) {
    return std::uniform_int_distribution<std::int64_t>(0, count - 1)(random_);
  }
  Shape shape_of_rank(std::size_t least, std::size_t most) {
    Shape shape(least + static_cast<std::size_t>(below(
                            static_cast<std::int64_t>(most - least) + 1)));
    for (std::int64_t& extent : shape) extent = 1 + below(4);
    return shape;
  }
  std::mt19937_64 random_{20};
};

TEST_F(LaxMovement, BroadcastsFollowTheFormula) {
  for (int i = 0; i < 300; ++i) {
    const Shape to = shape_of_rank(0, 4);
    List dims;
    for (std::int64_t axis = 0; axis < std::ssize(to); ++axis)
      if (below(3) > 0) dims.push_back(axis);
    std::shuffle(dims.begin(), dims.end(), random_);
    Shape x;
    for (std::int64_t dim : dims)
      x.push_back(below(3) == 0 ? 1 : to[static_cast<std::size_t>(dim)]);
    expect_moved("broadcast_in_dim"_op, x, broadcast_to(to, dims), to, 0,
                 [&](const Index& at) {
                   Index from;
                   for (std::size_t d = 0; d < x.size(); ++d)
                     from.push_back(
                         x[d] == 1 ? 0 : at[static_cast<std::size_t>(dims[d])]);
                   return from;
                 });
  }
}

// jax.lax.slice gives the same.
TEST_F(LaxMovement, SlicesFollowTheFormula) {
  for (int i = 0; i < 300; ++i) {
    const Shape x = shape_of_rank(0, 4);
    List starts, limits, strides;
    Shape y;
    for (std::int64_t extent : x) {
      starts.push_back(below(extent + 1));
      limits.push_back(starts.back() + below(extent - starts.back() + 1));
      strides.push_back(1 + below(4));
      std::int64_t count = 0;
      for (std::int64_t at = starts.back(); at < limits.back();
           at += strides.back())
        ++count;
      y.push_back(count);
    }
    expect_moved("slice_general"_op, x, strided_from(starts, limits, strides),
                 y, 0, [&](const Index& at) {
                   Index from;
                   for (std::size_t axis = 0; axis < at.size(); ++axis)
                     from.push_back(starts[axis] + at[axis] * strides[axis]);
                   return from;
                 });
  }
}

// Builds the padded axis step by step: elements and gaps first, then the edges.
TEST_F(LaxMovement, PadsFollowTheirSteps) {
  for (int i = 0; i < 400; ++i) {
    Shape x = shape_of_rank(0, 3);
    if (!x.empty() && below(8) == 0) x[0] = 0;
    List low, high, interior;
    Shape y;
    std::vector<std::vector<std::int64_t>> sources;  // -1 is the value
    for (std::int64_t extent : x) {
      interior.push_back(below(3));
      std::vector<std::int64_t> source;
      for (std::int64_t at = 0; at < extent; ++at) {
        if (at > 0)
          source.insert(source.end(), static_cast<std::size_t>(interior.back()),
                        -1);
        source.push_back(at);
      }
      low.push_back(below(7) - 3);
      high.push_back(below(7) - 3);
      const auto widen = [&](std::int64_t edge, bool at_front) {
        for (; edge > 0; --edge)
          source.insert(at_front ? source.begin() : source.end(), -1);
      };
      // Positive edges come first, so that negative ones may remove them.
      widen(low.back(), true);
      widen(high.back(), false);
      const std::int64_t removed = std::max<std::int64_t>(-low.back(), 0) +
                                   std::max<std::int64_t>(-high.back(), 0);
      if (removed > std::ssize(source)) {
        low.back() = std::max<std::int64_t>(low.back(), 0);
        high.back() = std::max<std::int64_t>(high.back(), 0);
      }
      if (low.back() < 0)
        source.erase(source.begin(), source.begin() - low.back());
      if (high.back() < 0)
        source.erase(source.end() + high.back(), source.end());
      y.push_back(std::ssize(source));
      sources.push_back(std::move(source));
    }
    expect_moved(
        "pad_general"_op, x, edges_of(low, high, interior, {0x7fff'fff9, 0}), y,
        0x7fff'fff9, [&](const Index& at) -> std::optional<Index> {
          Index from;
          for (std::size_t axis = 0; axis < at.size(); ++axis) {
            from.push_back(sources[axis][static_cast<std::size_t>(at[axis])]);
            if (from.back() < 0) return std::nullopt;
          }
          return from;
        });
  }
}

// The example of the StableHLO specification.
TEST_F(LaxMovement, PadsAsTheSpecificationShows) {
  const Tensor x = tensor_of(DType::kInt32, Numbers{1, 2, 3, 4, 5, 6}, {2, 3});
  const Tensor y = execute(
      call_of("pad_general"_op, {x}, edges_of({0, 1}, {2, 1}, {1, 2}, {0, 0})));
  EXPECT_EQ(y.view.shape(), (Shape{5, 9}));
  expect_same({0, 1, 0, 0, 2, 0, 0, 3, 0,  //
               0, 0, 0, 0, 0, 0, 0, 0, 0,  //
               0, 4, 0, 0, 5, 0, 0, 6, 0,  //
               0, 0, 0, 0, 0, 0, 0, 0, 0,  //
               0, 0, 0, 0, 0, 0, 0, 0, 0},
              numbers_in(y));
}

TEST_F(LaxMovement, PadsWithEveryBitOfTheValue) {
  const auto padded = [](DType dtype, ElementBits value) {
    const Tensor x = tensor_of_elements(dtype, {{1, 0}});
    return elements_of(execute(
        call_of("pad_general"_op, {x}, edges_of({1}, {0}, {0}, value))))[0];
  };
  EXPECT_EQ(padded(DType::kFloat32, {0x8000'0000, 0}),
            (ElementBits{0x8000'0000, 0}));
  EXPECT_EQ(padded(DType::kFloat32, {0x7f80'0001, 0}),  // a signaling NaN
            (ElementBits{0x7f80'0001, 0}));
  EXPECT_EQ(padded(DType::kComplex64, {0x8000'0000, 0xffc0'1234}),
            (ElementBits{0x8000'0000, 0xffc0'1234}));
  EXPECT_EQ(padded(DType::kInt64, {0xffff'ffff'0000'0001, 0}),
            (ElementBits{0xffff'ffff'0000'0001, 0}));
}

TEST_F(LaxMovement, DiagonalsFollowTheFormula) {
  for (int i = 0; i < 300; ++i) {
    Shape x = shape_of_rank(2, 4);
    const std::int64_t a = below(std::ssize(x));
    const std::int64_t b = (a + 1 + below(std::ssize(x) - 1)) % std::ssize(x);
    x[static_cast<std::size_t>(b)] = x[static_cast<std::size_t>(a)];
    Shape y;
    for (std::int64_t axis = 0; axis < std::ssize(x); ++axis)
      if (axis != b) y.push_back(x[static_cast<std::size_t>(axis)]);
    expect_moved("extract_diagonal"_op, x, diagonal_of(a, b), y, 0,
                 [&](const Index& at) {
                   Index from(x.size());
                   std::size_t next = 0;
                   for (std::size_t axis = 0; axis < x.size(); ++axis)
                     if (static_cast<std::int64_t>(axis) != b)
                       from[axis] = at[next++];
                   from[static_cast<std::size_t>(b)] =
                       from[static_cast<std::size_t>(a)];
                   return from;
                 });
  }
}

TEST_F(LaxMovement, EmbeddingsFollowTheFormulaAndAreUndone) {
  for (int i = 0; i < 300; ++i) {
    const Shape x = shape_of_rank(1, 3);
    const std::int64_t a = below(std::ssize(x));
    const std::int64_t b = below(std::ssize(x) + 1);
    const std::int64_t moved = b <= a ? a + 1 : a;
    Shape y;
    for (std::int64_t axis = 0; axis <= std::ssize(x); ++axis)
      y.push_back(x[static_cast<std::size_t>(axis == b  ? a
                                             : axis < b ? axis
                                                        : axis - 1)]);
    expect_moved("embed_diagonal"_op, x, diagonal_of(a, b), y, 0,
                 [&](const Index& at) -> std::optional<Index> {
                   if (at[static_cast<std::size_t>(b)] !=
                       at[static_cast<std::size_t>(moved)])
                     return std::nullopt;
                   Index from;
                   for (std::int64_t axis = 0; axis <= std::ssize(x); ++axis)
                     if (axis != b)
                       from.push_back(at[static_cast<std::size_t>(axis)]);
                   return from;
                 });
    const Tensor operand = numbered(x);
    const Tensor embedded =
        execute(call_of("embed_diagonal"_op, {operand}, diagonal_of(a, b)));
    expect_same(numbers_in(operand),
                numbers_in(execute(call_of("extract_diagonal"_op, {embedded},
                                           diagonal_of(moved, b)))));
  }
}

TEST_F(LaxMovement, TrianglesFollowTheFormula) {
  constexpr std::int64_t kExtremes[] = {
      std::numeric_limits<std::int64_t>::min(),
      std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 32};
  for (int i = 0; i < 300; ++i) {
    const Shape x = shape_of_rank(2, 4);
    const std::int64_t k = i % 10 < 3 ? kExtremes[i % 10] : below(9) - 4;
    for (Op op : {"tril"_op, "triu"_op})
      expect_moved(
          op, x, offset_by(k), x, 0,
          [&](const Index& at) -> std::optional<Index> {
            const auto row = static_cast<long double>(at[at.size() - 2]);
            const auto column = static_cast<long double>(at.back());
            const auto offset = static_cast<long double>(k);
            const bool stays = op == "tril"_op ? column <= row + offset
                                               : column >= row + offset;
            if (!stays) return std::nullopt;
            return at;
          });
  }
}

// np.tril and np.triu of np.arange(1, 13).reshape(3, 4).
TEST_F(LaxMovement, TrianglesAreThoseOfNumpy) {
  const Tensor x = numbered({3, 4});
  const auto cut = [&](Op op, std::int64_t k) {
    return numbers_in(execute(call_of(op, {x}, offset_by(k))));
  };
  expect_same({1, 0, 0, 0, 5, 6, 0, 0, 9, 10, 11, 0}, cut("tril"_op, 0));
  expect_same({1, 2, 0, 0, 5, 6, 7, 0, 9, 10, 11, 12}, cut("tril"_op, 1));
  expect_same({0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0}, cut("tril"_op, -2));
  expect_same({1, 2, 3, 4, 0, 6, 7, 8, 0, 0, 11, 12}, cut("triu"_op, 0));
  expect_same({0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0}, cut("triu"_op, 3));
}

TEST_F(LaxMovement, ZerosStandWhereNothingStays) {
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{kNan, kInf, -kInf, -1}, {2, 2});
  expect_same({kNan, 0, -kInf, -1},
              numbers_in(execute(call_of("tril"_op, {x}, offset_by(0)))));
  expect_same({kNan, kInf, 0, -1},
              numbers_in(execute(call_of("triu"_op, {x}, offset_by(0)))));
  const Tensor v = tensor_of(DType::kFloat32, Numbers{kNan, kInf});
  expect_same({kNan, 0, 0, kInf},
              numbers_in(execute(
                  call_of("embed_diagonal"_op, {v}, diagonal_of(0, 1)))));
}

TEST_F(LaxMovement, ViewsShareMemoryAndPadsDoNot) {
  const Tensor x = numbered({3, 3});
  const auto shares = [&](Op op, const Attributes& attributes) {
    return execute(call_of(op, {x}, attributes)).buffer == x.buffer;
  };
  EXPECT_TRUE(shares("broadcast_in_dim"_op, broadcast_to({3, 3}, {0, 1})));
  EXPECT_TRUE(shares("slice_general"_op, strided_from({0, 0}, {3, 3}, {1, 1})));
  EXPECT_TRUE(shares("extract_diagonal"_op, diagonal_of(0, 1)));
  EXPECT_FALSE(shares("pad_general"_op, edges_of({0, 0}, {0, 0}, {0, 0}, {})));
  EXPECT_FALSE(shares("tril"_op, offset_by(3)));
}

TEST_F(LaxMovement, ReshapesByColumnsUnderThatPolicy) {
  const Profile columns = kNx.with("reshape.order=column"_policy);
  // numpy.arange(1, 7).reshape(2, 3).reshape(3, 2, order="F")
  const Tensor x = numbered({2, 3});  // stored column by column
  const Tensor y =
      execute(call_of("reshape"_op, {x}, Attributes().shape({3, 2})), columns);
  expect_same({1, 5, 4, 3, 2, 6}, numbers_in(y));
  EXPECT_EQ(y.buffer, x.buffer);
  const Tensor rows =
      tensor_of(DType::kInt32, Numbers{1, 2, 3, 4, 5, 6}, {2, 3});
  const Tensor copied =
      execute(call_of("reshape"_op, {rows}, Attributes().shape({6})), columns);
  expect_same({1, 4, 2, 5, 3, 6}, numbers_in(copied));
  EXPECT_NE(copied.buffer, rows.buffer);
}

}  // namespace
}  // namespace assay::test
