// Checks that indices out of range are refused wherever they are and that
// nothing is written then, and that updates of one place come in order.
#include "optimized/arrays/indexing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "optimized/optimized.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;

class IndexTargets : public test::SettingsCases {
 protected:
  Tensor room(DType dtype, std::int64_t count) {
    return *backend_->buffer(dtype, {count});
  }

  std::unique_ptr<Backend> backend_ = make_optimized();
};

TEST_P(IndexTargets, FindTheOneOutOfRange) {
  constexpr std::int64_t kCount = 67;
  constexpr std::int64_t kExtent = 5;
  const Tensor data = room(DType::kFloat32, kExtent);
  for (std::int64_t i = 0; i < kExtent; ++i)
    elements_of<float>(data)[i] = static_cast<float>(i);
  const Tensor out = room(DType::kFloat32, kCount);
  const Tensor whole = room(DType::kInt32, 2 * kCount);
  auto* all = elements_of<std::int32_t>(whole);
  for (const std::int64_t stride : {1, 2, -1}) {
    const std::int64_t first = stride == -1 ? kCount - 1 : 0;
    const Tensor indices{whole.dtype, View({kCount}, {stride}, first),
                         whole.buffer};
    // Memory between the indices holds no index and is not checked.
    std::fill_n(all, 2 * kCount, -1);
    for (std::int64_t i = 0; i < kCount; ++i)
      all[first + i * stride] = static_cast<std::int32_t>(i % kExtent);
    ASSERT_TRUE(gather(out, data, indices, 0).ok());
    for (std::int64_t i = 0; i < kCount; ++i)
      ASSERT_EQ(elements_of<float>(out)[i], static_cast<float>(i % kExtent));
    for (std::int64_t at = 0; at < kCount; ++at) {
      std::int32_t& index = all[first + at * stride];
      const std::int32_t right = index;
      for (const std::int32_t wrong :
           {std::int32_t{kExtent}, -1, std::numeric_limits<int>::min()}) {
        index = wrong;
        std::fill_n(elements_of<float>(out), kCount, 7.0F);
        EXPECT_EQ(gather(out, data, indices, 0).kind, "gather.range"_clause);
        EXPECT_EQ(scatter(out, out, indices, out, 0, ScatterMode::kSet).ok(),
                  wrong == kExtent);
        EXPECT_EQ(std::count(elements_of<float>(out),
                             elements_of<float>(out) + kCount, 7.0F),
                  kCount);
      }
      index = right;
    }
  }
}

// If few places have many updates, most indices repeat one of their neighbours.
// There are many places, far apart, and most of them have one update.
TEST_P(IndexTargets, UpdateOnePlaceInOrder) {
  for (std::int64_t n = 2; n <= 90; ++n) {
    const std::int64_t count = n / 2;
    const std::int64_t places = n % 2 == 0 ? 3 : 53;
    const std::int64_t apart = n % 2 == 0 ? 1 : 200;
    const std::int64_t room_for = (places - 1) * apart + 1;
    const Tensor into = room(DType::kFloat32, room_for);
    std::fill_n(elements_of<float>(into), room_for, 1e8F);
    const Tensor whole = room(DType::kInt32, 2 * count);
    const Tensor updates = room(DType::kFloat32, count);
    for (const std::int64_t stride : {1, 2}) {
      const Tensor indices{whole.dtype, View({count}, {stride}, 0),
                           whole.buffer};
      std::vector<float> last(static_cast<std::size_t>(places), 1e8F);
      std::vector<float> sums(static_cast<std::size_t>(places), 1e8F);
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t place = i * i % places;
        // Updates of -1e8 and of less than an ULP of it show the order.
        const float update = i % 7 == 2 ? -1e8F : static_cast<float>(i) / 4;
        elements_of<std::int32_t>(whole)[i * stride] =
            static_cast<std::int32_t>(place * apart);
        elements_of<float>(updates)[i] = update;
        last[static_cast<std::size_t>(place)] = update;
        sums[static_cast<std::size_t>(place)] += update;
      }
      const Tensor out = room(DType::kFloat32, room_for);
      const auto expect = [&](ScatterMode mode, const std::vector<float>& all) {
        ASSERT_TRUE(scatter(out, into, indices, updates, 0, mode).ok());
        std::vector<float> found;
        for (std::int64_t place = 0; place < places; ++place)
          found.push_back(elements_of<float>(out)[place * apart]);
        EXPECT_EQ(found, all) << count << " updates, stride " << stride;
      };
      expect(ScatterMode::kSet, last);
      expect(ScatterMode::kAdd, sums);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, IndexTargets,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1"));

}  // namespace
}  // namespace assay::optimized
