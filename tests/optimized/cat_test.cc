// Checks how cat joins members of long rows. The suite checks short ones.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "optimized/arrays/movement.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

// Members of long rows are joined row by row.
TEST(Cat, JoinsLongRowsOfMembers) {
  for (const std::int64_t first : {512, 700, 3})
    for (const std::int64_t second : {513, 2048})
      for (const bool turns : {false, true}) {
        const std::int64_t extents[] = {first, second, 600};
        std::vector<Tensor> members;
        for (const std::int64_t extent : extents) {
          const Tensor x =
              test::waves<std::int8_t>(DType::kInt8, {2, 3, extent}, 100);
          members.push_back(turns ? test::reversed_in_memory<std::int8_t>(x)
                                  : x);
        }
        const Tensor out =
            test::room(DType::kInt8, {2, 3, first + second + 600});
        cat(out, members, 2);
        std::int64_t at = 0;
        for (std::int64_t row = 0; row < 6; ++row)
          for (const std::int64_t extent : extents) {
            const Tensor x =
                test::waves<std::int8_t>(DType::kInt8, {2, 3, extent}, 100);
            for (std::int64_t i = 0; i < extent; ++i, ++at)
              ASSERT_EQ(test::elements_of<std::int8_t>(out)[at],
                        test::elements_of<std::int8_t>(x)[row * extent + i])
                  << row << ", " << i;
          }
      }
}

}  // namespace
}  // namespace assay::optimized
