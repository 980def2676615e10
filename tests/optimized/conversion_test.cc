// Checks narrow floats against the codec of spec/ on each target: every bit
// pattern in one direction, and every value, tie and neighbour in the other.
#include "optimized/layout/conversion.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "optimized/resources/settings.h"
#include "spec/float_codec.h"

namespace assay::optimized {
namespace {

constexpr DType kNarrow[] = {DType::kFloat16, DType::kBfloat16,
                             DType::kFloat8E4m3fn, DType::kFloat8E5m2};
constexpr const char* kTargetNames[] = {"scalar", "sse4", "avx2", "avx512"};

class Conversion : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto read = parse_settings(std::string("target=") + GetParam());
    if (!read) GTEST_SKIP() << read.status().message;
    use_settings(*read);
  }
  void TearDown() override { use_settings(Settings()); }
};

std::uint64_t bits_at(DType dtype, const std::vector<std::byte>& storage,
                      std::size_t i) {
  const std::size_t size = static_cast<std::size_t>(spec_of(dtype).bits) / 8;
  std::uint64_t bits = 0;
  std::memcpy(&bits, storage.data() + i * size, size);
  return bits;
}

TEST_P(Conversion, WidensEveryPattern) {
  for (const DType dtype : kNarrow) {
    const FloatFormat& format = format_of(dtype);
    const std::size_t size = static_cast<std::size_t>(format.bits) / 8;
    const std::size_t count = std::size_t{1} << format.bits;
    std::vector<std::byte> storage(count * size);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(storage.data() + i * size, &i, size);
    std::vector<float> got(count);
    widen(dtype, storage.data(), got.data(), static_cast<std::int64_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      const auto want = static_cast<float>(decode_real(format, i));
      if (std::isnan(want))
        ASSERT_TRUE(std::isnan(got[i])) << name_of(dtype) << ' ' << i;
      else
        ASSERT_EQ(std::bit_cast<std::uint32_t>(want),
                  std::bit_cast<std::uint32_t>(got[i]))
            << name_of(dtype) << ' ' << i;
    }
  }
}

// Returns every value of a format, the ties between neighbours, and their
// neighbours.
TEST_P(Conversion, NarrowsToNearestEven) {
  std::mt19937 random(1);
  for (const DType dtype : kNarrow) {
    const FloatFormat& format = format_of(dtype);
    std::vector<float> x = {0.0f, -0.0f, INFINITY, -INFINITY,
                            NAN,  3e38f, 1e-45f,   1e-40f};
    for (std::uint64_t i = 0; i + 1 < std::uint64_t{1} << format.bits; ++i) {
      const double low = decode_real(format, i);
      const double tie = (low + decode_real(format, i + 1)) / 2;
      for (const double value : {low, tie}) {
        const auto near = static_cast<float>(value);
        x.insert(x.end(), {near, std::nextafter(near, INFINITY),
                           std::nextafter(near, -INFINITY)});
      }
    }
    for (int i = 0; i < 100'000; ++i)
      x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    std::vector<std::byte> storage(x.size() * 2);
    narrow(dtype, x.data(), storage.data(), std::ssize(x));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::uint64_t want = encode_real(format, x[i]);
      const std::uint64_t got = bits_at(dtype, storage, i);
      if (is_nan_bits(format, want)) {
        ASSERT_TRUE(is_nan_bits(format, got)) << name_of(dtype) << ' ' << x[i];
        // The bits of a NaN do not depend on its place in a vector.
        std::vector<std::byte> alone(2);
        narrow(dtype, &x[i], alone.data(), 1);
        ASSERT_EQ(bits_at(dtype, alone, 0), got) << name_of(dtype);
      } else {
        ASSERT_EQ(want, got) << name_of(dtype) << ' ' << x[i];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, Conversion, testing::ValuesIn(kTargetNames),
                         [](const auto& target) {
                           return std::string(target.param);
                         });

TEST(Nibbles, KeepTheirNeighbours) {
  std::byte storage[3] = {std::byte{0x21}, std::byte{0x43}, std::byte{0x65}};
  const std::uint8_t x[] = {0xa, 0xff};
  pack_nibbles(x, storage, 1, 2);
  EXPECT_EQ(std::byte{0xa1}, storage[0]);
  EXPECT_EQ(std::byte{0x4f}, storage[1]);
  EXPECT_EQ(std::byte{0x65}, storage[2]);
  std::uint8_t out[3];
  unpack_nibbles(DType::kInt4, storage, 1, out, 3);
  EXPECT_EQ(-6, static_cast<std::int8_t>(out[0]));
  EXPECT_EQ(-1, static_cast<std::int8_t>(out[1]));
  EXPECT_EQ(4, static_cast<std::int8_t>(out[2]));
}

}  // namespace
}  // namespace assay::optimized
