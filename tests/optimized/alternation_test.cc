// Checks that walks back and forth reach every element once, and that results
// do not show the direction.
#include "optimized/resources/alternation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "optimized/optimized.h"
#include "spec/op_table.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

Ranges ranges_of(std::int64_t count, std::int64_t bytes) {
  Ranges ranges;
  in_alternating_order(count, bytes,
                       [&](std::int64_t first, std::int64_t last) {
                         ranges.emplace_back(first, last);
                       });
  return ranges;
}

TEST(Alternation, BeginsEverySecondLongWalkAtTheEnd) {
  constexpr std::int64_t kCount = 200000;
  const Ranges whole = {{0, kCount}};
  const Ranges backwards = {
      {196608, kCount}, {131072, 196608}, {65536, 131072}, {0, 65536}};
  const std::int64_t bytes = l2_bytes() / 4 * 3;
  const bool was_whole = ranges_of(kCount, bytes + 1) == whole;
  for (int i = 0; i < 4; ++i) {
    const bool is_whole = (i % 2 == 0) != was_whole;
    EXPECT_EQ(ranges_of(kCount, bytes), whole);
    EXPECT_EQ(ranges_of(kCount, bytes + 1), is_whole ? whole : backwards);
  }
}

// There are five long calls, so each op is carried out once in each direction.
TEST(Alternation, IsNotSeenInResults) {
  const std::unique_ptr<Backend> backend = make_optimized();
  const std::int64_t count = l2_bytes() / 4 + 4001;
  Tensor x = *backend->buffer(DType::kFloat32, {count});
  float* elements = test::elements_of<float>(x);
  for (std::int64_t i = 0; i < count; ++i)
    elements[i] = static_cast<float>(i % 8191) - 4000.25F;
  const Tensor out = *backend->buffer(DType::kFloat32, {count});
  const Tensor narrow = *backend->buffer(DType::kFloat16, {count});
  for (int call = 0; call < 2; ++call) {
    std::fill_n(test::elements_of<float>(out), count, 0.0F);
    ASSERT_TRUE(backend->execute({"neg"_op, {x}, {}, {out}}).ok());
    for (std::int64_t i = 0; i < count; ++i)
      ASSERT_EQ(test::elements_of<float>(out)[i], -elements[i]) << i;
    std::fill_n(test::elements_of<float>(out), count, 0.0F);
    ASSERT_TRUE(backend->execute({"assign"_op, {x}, {}, {out}}).ok());
    for (std::int64_t i = 0; i < count; ++i)
      ASSERT_EQ(test::elements_of<float>(out)[i], elements[i]) << i;
    std::fill_n(test::elements_of<std::uint16_t>(narrow), count,
                std::uint16_t{0});
    ASSERT_TRUE(backend->execute({"cast"_op, {x}, {}, {narrow}}).ok());
    std::fill_n(test::elements_of<float>(out), count, 0.0F);
    ASSERT_TRUE(backend->execute({"cast"_op, {narrow}, {}, {out}}).ok());
    for (std::int64_t i = 0; i < count; ++i)
      ASSERT_NEAR(test::elements_of<float>(out)[i], elements[i], 2.0F) << i;
    // Rows of a view.
    constexpr std::int64_t kWidth = 1000, kStep = 1001;
    const std::int64_t rows = count / kStep;
    const Tensor part{x.dtype, View({rows, kWidth}, {kStep, 1}, 0), x.buffer};
    const Tensor dense{x.dtype, View({rows, kWidth}), out.buffer};
    ASSERT_TRUE(backend->execute({"assign"_op, {part}, {}, {dense}}).ok());
    for (std::int64_t i = 0; i < rows * kWidth; ++i)
      ASSERT_EQ(test::elements_of<float>(out)[i],
                elements[i / kWidth * kStep + i % kWidth])
          << i;
  }
}

// Sums of integers, which are exact, over an axis of a matrix of these extents.
void check_sums(Backend& backend, const Tensor& storage, std::int64_t rows,
                std::int64_t columns, std::int64_t axis) {
  const Tensor x{storage.dtype, View({rows, columns}), storage.buffer};
  const float* elements = test::elements_of<float>(x);
  const std::int64_t kept = axis == 0 ? columns : rows;
  std::vector<double> sums(static_cast<std::size_t>(kept));
  for (std::int64_t i = 0; i < rows * columns; ++i)
    sums[static_cast<std::size_t>(axis == 0 ? i % columns : i / columns)] +=
        static_cast<double>(elements[i]);
  const Tensor out = *backend.buffer(x.dtype, {kept});
  const Attributes attributes = Attributes().axes({axis}).keepdims(false);
  for (int call = 0; call < 2; ++call) {
    std::fill_n(test::elements_of<float>(out), kept, -1.0F);
    ASSERT_TRUE(
        backend.execute({"reduce_sum"_op, {x}, attributes, {out}}).ok());
    for (std::int64_t i = 0; i < kept; ++i)
      ASSERT_EQ(test::elements_of<float>(out)[i],
                static_cast<float>(sums[static_cast<std::size_t>(i)]))
          << rows << " rows, axis " << axis << ", " << i;
  }
}

TEST(Alternation, IsNotSeenInSums) {
  const std::unique_ptr<Backend> backend = make_optimized();
  const std::int64_t count = l2_bytes() / 4 + 4001;
  const Tensor x = *backend->buffer(DType::kFloat32, {count});
  for (std::int64_t i = 0; i < count; ++i)
    test::elements_of<float>(x)[i] = static_cast<float>(i % 129 - 60);
  check_sums(*backend, x, 1, count, 1);
  check_sums(*backend, x, count / 700, 700, 1);
  check_sums(*backend, x, count / 5000, 5000, 0);
}

}  // namespace
}  // namespace assay::optimized
