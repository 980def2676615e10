// Checks the arena and the buffers that come from it.
#include "optimized/arrays/memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "optimized/optimized.h"
#include "optimized/resources/arena.h"

namespace assay::optimized {
namespace {

TEST(Arena, GivesAlignedMemoryOfAnySizeAgain) {
  Arena arena;
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{65},
        std::size_t{4097}, std::size_t{1} << 20, (std::size_t{5} << 20) + 1}) {
    std::byte* memory = arena.take(bytes);
    ASSERT_NE(nullptr, memory);
    EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(memory) % 64);
    for (std::size_t i = 0; i < bytes; ++i) memory[i] = std::byte{1};
    arena.give_back(memory, bytes);
    EXPECT_GE(arena.kept(), bytes);
    EXPECT_LE(arena.kept(), bytes + bytes / 4 + 64);
    EXPECT_EQ(memory, arena.take(bytes));
    arena.give_back(memory, bytes);
    arena.trim();
    EXPECT_EQ(0u, arena.kept());
  }
}

TEST(Arena, HasALimit) {
  Arena arena;
  EXPECT_EQ(nullptr, arena.take(std::size_t{1} << 60));
  EXPECT_EQ(nullptr, arena.take(SIZE_MAX));
}

TEST(Memory, GivesBuffersBackWithTheLastReference) {
  Arena::process().trim();
  const auto backend = make_optimized();
  {
    const auto made = backend->buffer(DType::kFloat32, {1000});
    ASSERT_TRUE(made);
    const Tensor second = *made;
    EXPECT_EQ(0u, Arena::process().kept());
  }
  EXPECT_GE(Arena::process().kept(), 4000u);
  Arena::process().trim();
}

}  // namespace
}  // namespace assay::optimized
