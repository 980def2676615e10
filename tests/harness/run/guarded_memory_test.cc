// Tests pieces of guarded memory: where they are stored, what is next to them,
// and that regions are used again. Faults are in fault_address_test.cc.
#include "harness/run/guarded_memory.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

using Edge = GuardedMemory::Edge;
using Side = GuardedPlace::Side;

TEST(GuardedMemory, APieceTouchesItsGuard) {
  GuardedMemory memory;
  for (std::size_t bytes : {0u, 1u, 12u, 4096u, 65536u, 1u << 20}) {
    const auto begin = memory.take("x", bytes, Edge::kBegin);
    const auto end = memory.take("y", bytes, Edge::kEnd);
    ASSERT_TRUE(begin && end) << bytes;
    ASSERT_EQ(begin->bytes().size(), bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(begin->bytes().data()) % 4096,
              0u);
    EXPECT_EQ(
        (reinterpret_cast<std::uintptr_t>(end->bytes().data()) + bytes) % 4096,
        0u);
    for (const auto* piece : {&*begin, &*end})
      for (std::byte& byte : piece->bytes()) byte = std::byte{1};
    EXPECT_TRUE(begin->fringe_is_kept() && end->fringe_is_kept());
  }
  EXPECT_FALSE(memory.take("x", (1u << 20) + 1, Edge::kEnd).has_value());
}

TEST(GuardedMemory, AddressesAreLocated) {
  GuardedMemory memory;
  auto piece = memory.take("operand", 10, Edge::kEnd);
  ASSERT_TRUE(piece);
  const std::byte* data = piece->bytes().data();
  struct Row {
    std::ptrdiff_t at;
    Side side;
    std::int64_t bytes;
  };
  for (const Row& row :
       {Row{-1, Side::kBefore, 1}, Row{-100, Side::kBefore, 100},
        Row{10, Side::kBehind, 1}, Row{5000, Side::kBehind, 4991}}) {
    const auto place = memory.locate(data + row.at);
    ASSERT_TRUE(place) << row.at;
    EXPECT_EQ(place->side, row.side) << row.at;
    EXPECT_EQ(place->bytes, row.bytes);
    EXPECT_STREQ(place->tensor, "operand");
  }
  EXPECT_FALSE(memory.locate(data + 9)) << "its own bytes may be touched";
  EXPECT_FALSE(memory.locate(nullptr));
  EXPECT_FALSE(memory.locate(&memory));
  ASSERT_TRUE(piece->make_read_only());
  EXPECT_EQ(memory.locate(data + 9)->side, Side::kReadOnly);
  EXPECT_EQ(memory.locate(data + 9)->bytes, 9);
  piece.reset();
  EXPECT_FALSE(memory.locate(data + 10)) << "the piece went back";
}

TEST(GuardedMemory, TheFringeIsWatched) {
  GuardedMemory memory;
  const auto begin = memory.take("x", 8, Edge::kBegin);
  const auto end = memory.take("y", 8, Edge::kEnd);
  begin->bytes().data()[8] = std::byte{0};
  end->bytes().data()[-1] = std::byte{0};
  EXPECT_FALSE(begin->fringe_is_kept());
  EXPECT_FALSE(end->fringe_is_kept());
}

TEST(GuardedMemory, RegionsAreUsedAgainAndRunOut) {
  GuardedMemory memory;
  const std::byte* first = nullptr;
  for (int round = 0; round < 1000; ++round) {
    auto piece = memory.take("x", 16, Edge::kBegin);
    ASSERT_TRUE(piece);
    if (first == nullptr) first = piece->bytes().data();
    EXPECT_EQ(piece->bytes().data(), first);
    piece->bytes()[0] = std::byte{1};  // writable again
    EXPECT_TRUE(piece->fringe_is_kept());
    if (round % 2 == 0) {
      EXPECT_TRUE(piece->make_read_only());
    }
  }
  std::vector<GuardedMemory::Piece> pieces;
  while (auto piece = memory.take("x", 16, Edge::kEnd))
    pieces.push_back(*std::move(piece));
  EXPECT_EQ(pieces.size(), 32u);
  pieces.pop_back();
  EXPECT_TRUE(memory.take("large", 1u << 20, Edge::kEnd).has_value());
}

}  // namespace
}  // namespace assay
