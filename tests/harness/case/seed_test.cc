// Tests SHA-256 against FIPS 180-4, Threefry against the known answers of its
// paper, and case seeds against Python's hashlib.
#include "harness/case/seed.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "harness/case/sha256.h"

namespace assay {
namespace {

std::string hex_digest(std::string_view bytes) {
  std::string text;
  for (std::uint8_t byte : sha256(bytes)) text += fmt::format("{:02x}", byte);
  return text;
}

TEST(Sha256, OfTheStandardsVectors) {
  EXPECT_EQ(hex_digest(""),
            "e3b0c44298fc1c149afbf4c8996fb924"
            "27ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex_digest("abc"),
            "ba7816bf8f01cfea414140de5dae2223"
            "b00361a396177a9cb410ff61f20015ad");
  // 56 bytes: the length no longer fits into the first block.
  EXPECT_EQ(
      hex_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex_digest(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67"
            "f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, AroundTheEndOfABlock) {
  EXPECT_EQ(hex_digest(std::string(55, 'a')),
            "9f4390f8d30c2dd92ec9f095b65e2b9a"
            "e9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(hex_digest(std::string(56, 'a')),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f"
            "590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(hex_digest(std::string(64, 'a')),
            "ffe054fe7ae0cb6dc65c3af9b61d5209"
            "f439851db43d0ba5997337df154668eb");
}

using Words = std::array<std::uint32_t, 2>;

TEST(Threefry, OfTheKnownAnswers) {
  EXPECT_EQ(threefry2x32({0, 0}, {0, 0}), (Words{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry2x32({0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(threefry2x32({0x13198a2e, 0x03707344}, {0x243f6a88, 0x85a308d3}),
            (Words{0xc4923a9c, 0x483df7a0}));
}

// int.from_bytes(hashlib.sha256(b"SEED\0ID").digest()[:8], "little")
TEST(CaseSeed, IsThatOfPythonsHashlib) {
  EXPECT_EQ(
      case_seed(0,
                "elementwise/add:value:dtype=float32,layout=contiguous,case=0"),
      0xb23a01cae1e8a2aau);
  EXPECT_EQ(case_seed(12345678901234567890u,
                      "sorting/sort:nan_last:dtype=float32,layout=flip,case=3"),
            0x1e411e1e0b0742bau);
  EXPECT_EQ(case_seed(0, ""), 0xd3f3d7a60a0df6e4u);
}

TEST(ValueStream, CountsUpTheSecondWordOfTheCounter) {
  const std::uint64_t seed = 0x0123456789abcdefu;
  ValueStream stream(seed, 7);
  for (std::uint32_t k = 0; k < 3; ++k) {
    const Words words = threefry2x32({0x89abcdef, 0x01234567}, {7, k});
    EXPECT_EQ(stream.next(), std::uint64_t{words[1]} << 32 | words[0]) << k;
  }
}

TEST(ValueStream, DiffersByStreamAndRepeats) {
  ValueStream first(5, 0);
  ValueStream same(5, 0);
  ValueStream other(5, 1);
  const std::uint64_t word = first.next();
  EXPECT_EQ(word, same.next());
  EXPECT_NE(word, other.next());
}

TEST(ValueStream, StaysWithinItsRanges) {
  ValueStream stream(11, 0);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 200; ++i) {
    seen.insert(stream.below(5));
    const double unit = stream.unit();
    EXPECT_TRUE(unit >= 0 && unit < 1) << unit;
  }
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace assay
