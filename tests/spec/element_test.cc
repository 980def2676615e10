// Elements in storage: byte order, packing, and neighbours left alone.
#include "spec/element.h"

#include <gtest/gtest.h>

#include <random>

#include "spec/float_codec.h"

namespace assay {
namespace {

std::uint64_t mask_of(int bits) {
  return bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
}

ElementBits random_element(DType dtype, std::mt19937_64& random) {
  const int bits = spec_of(dtype).bits;
  if (!is_complex(dtype)) return {random() & mask_of(bits), 0};
  return {random() & mask_of(bits / 2), random() & mask_of(bits / 2)};
}

TEST(Element, StorageIsCountedInWholeBytes) {
  EXPECT_EQ(storage_bytes(DType::kInt4, 0), 0);
  EXPECT_EQ(storage_bytes(DType::kInt4, 1), 1);
  EXPECT_EQ(storage_bytes(DType::kInt4, 2), 1);
  EXPECT_EQ(storage_bytes(DType::kUint4, 5), 3);
  EXPECT_EQ(storage_bytes(DType::kBool, 5), 5);
  EXPECT_EQ(storage_bytes(DType::kFloat16, 5), 10);
  EXPECT_EQ(storage_bytes(DType::kComplex64, 5), 40);
  EXPECT_EQ(storage_bytes(DType::kComplex128, 5), 80);
}

TEST(Element, PacksTheEvenIndexInTheLowNibble) {
  for (DType dtype : {DType::kInt4, DType::kUint4}) {
    Bytes storage(2, std::byte{0});
    store_element(storage.data(), dtype, 0, {0x1, 0});
    store_element(storage.data(), dtype, 1, {0x2, 0});
    store_element(storage.data(), dtype, 3, {0xf, 0});
    EXPECT_EQ(storage[0], std::byte{0x21});
    EXPECT_EQ(storage[1], std::byte{0xf0});
    EXPECT_EQ(load_element(storage.data(), dtype, 0).re, 0x1u);
    EXPECT_EQ(load_element(storage.data(), dtype, 1).re, 0x2u);
    EXPECT_EQ(load_element(storage.data(), dtype, 2).re, 0x0u);
    EXPECT_EQ(load_element(storage.data(), dtype, 3).re, 0xfu);
  }
}

TEST(Element, LiesInLittleEndianOrderRealPartFirst) {
  Bytes storage(16, std::byte{0});
  store_element(storage.data(), DType::kUint32, 1, {0x0403'0201, 0});
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(storage[4 + i], static_cast<std::byte>(i + 1));
  store_element(storage.data(), DType::kComplex64, 0,
                {0x0403'0201, 0x0807'0605});
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(storage[i], static_cast<std::byte>(i + 1));
  store_element(storage.data(), DType::kComplex128, 0, {0x01, 0x02});
  EXPECT_EQ(storage[0], std::byte{1});
  EXPECT_EQ(storage[8], std::byte{2});
}

// Every write is read back, and changes no other element.
TEST(Element, StoresEveryDTypeAndKeepsItsNeighbours) {
  std::mt19937_64 random(1);
  constexpr std::int64_t kCount = 7;
  for (const DTypeSpec& row : kDTypes) {
    const DType dtype = row.dtype;
    Bytes storage(static_cast<std::size_t>(storage_bytes(dtype, kCount)));
    std::vector<ElementBits> expected(kCount);
    for (int i = 0; i < 500; ++i) {
      const auto at = static_cast<std::int64_t>(random() % kCount);
      expected[static_cast<std::size_t>(at)] = random_element(dtype, random);
      store_element(storage.data(), dtype, at,
                    expected[static_cast<std::size_t>(at)]);
      for (std::int64_t k = 0; k < kCount; ++k)
        ASSERT_EQ(load_element(storage.data(), dtype, k),
                  expected[static_cast<std::size_t>(k)])
            << row.name << " at " << k << " after a store at " << at;
    }
  }
}

TEST(Element, IgnoresBitsBeyondTheElement) {
  Bytes storage(2, std::byte{0});
  store_element(storage.data(), DType::kInt4, 0, {0xabc, 0});
  EXPECT_EQ(storage[0], std::byte{0x0c});
  store_element(storage.data(), DType::kInt8, 0, {0x1ff, 0});
  EXPECT_EQ(storage[0], std::byte{0xff});
  EXPECT_EQ(storage[1], std::byte{0});
}

TEST(Element, ExtendsIntegersByTheirSign) {
  EXPECT_EQ(signed_value(DType::kInt4, {0x7, 0}), 7);
  EXPECT_EQ(signed_value(DType::kInt4, {0x8, 0}), -8);
  EXPECT_EQ(signed_value(DType::kInt4, {0xf, 0}), -1);
  EXPECT_EQ(signed_value(DType::kUint4, {0xf, 0}), 15);
  EXPECT_EQ(signed_value(DType::kInt8, {0x80, 0}), -128);
  EXPECT_EQ(signed_value(DType::kUint8, {0x80, 0}), 128);
  EXPECT_EQ(signed_value(DType::kInt16, {0xffff, 0}), -1);
  EXPECT_EQ(signed_value(DType::kInt32, {0x8000'0000, 0}), INT32_MIN);
  EXPECT_EQ(signed_value(DType::kUint32, {0xffff'ffff, 0}), UINT32_MAX);
  EXPECT_EQ(signed_value(DType::kInt64, {std::uint64_t{1} << 63, 0}),
            INT64_MIN);
  EXPECT_EQ(signed_value(DType::kInt64, {UINT64_MAX, 0}), -1);
}

TEST(Element, TellsNaN) {
  for (const DTypeSpec& row : kDTypes) {
    EXPECT_FALSE(is_nan_element(row.dtype, {0, 0})) << row.name;
    if (!is_real(row.dtype) && !is_complex(row.dtype)) {
      EXPECT_FALSE(is_nan_element(row.dtype, {mask_of(4), 0})) << row.name;
      continue;
    }
    const std::uint64_t nan = quiet_nan_bits(row.format);
    EXPECT_TRUE(is_nan_element(row.dtype, {nan, 0})) << row.name;
    EXPECT_TRUE(is_nan_element(row.dtype, {nan | sign_bit(row.format), 0}))
        << row.name;
    EXPECT_EQ(is_nan_element(row.dtype, {overflow_bits(row.format), 0}),
              !row.format.has_infinity)
        << row.name;
    if (is_complex(row.dtype)) {
      EXPECT_TRUE(is_nan_element(row.dtype, {0, nan})) << row.name;
    }
  }
  // The smallest payload, which is signaling.
  EXPECT_TRUE(is_nan_element(DType::kFloat32, {0x7f80'0001, 0}));
  EXPECT_FALSE(is_nan_element(DType::kFloat32, {0x7f80'0000, 0}));
}

}  // namespace
}  // namespace assay
