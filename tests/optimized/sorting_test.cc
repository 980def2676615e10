// Checks sorts: every bit of zeros and every NaN is kept, and in argsort equal
// elements keep their order, in both directions and however keys are packed.
#include "optimized/sorting/sorting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "optimized/resources/settings.h"
#include "optimized/sorting/quicksort.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class SortTargets : public test::SettingsCases {};

// Returns few different values, so that most elements have equals.
template <typename T>
T few(std::int64_t i) {
  const std::int64_t value = (i * 7919) % 23 - 11;
  if constexpr (std::is_floating_point_v<T>) {
    if (value == 5) return std::numeric_limits<T>::quiet_NaN();
    if (value == 6) return std::numeric_limits<T>::infinity();
    if (value == 0 && i % 2 == 0) return -T(0);
    if (value == 7) return -std::numeric_limits<T>::denorm_min();
  }
  return static_cast<T>(value);
}

// Argsorts elements that `value` gives by position, and expects a stable order.
template <typename T>
void expect_stable(DType dtype, std::int64_t count, T (*value)(std::int64_t)) {
  const Tensor x = room(dtype, {count});
  T* values = elements_of<T>(x);
  for (std::int64_t i = 0; i < count; ++i) values[i] = value(i);
  for (const bool descending : {false, true}) {
    std::vector<std::int32_t> expected(static_cast<std::size_t>(count));
    std::iota(expected.begin(), expected.end(), 0);
    const auto before = [&](std::int32_t i, std::int32_t j) {
      const T a = values[i];
      const T b = values[j];
      if (a != a || b != b) return a == a;
      return descending ? b < a : a < b;
    };
    std::stable_sort(expected.begin(), expected.end(), before);
    const Tensor out = room(DType::kInt32, {count});
    ASSERT_TRUE(argsort(out, x, 0, descending).ok());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                           elements_of<std::int32_t>(out)))
        << name_of(dtype) << " " << count << " " << descending;
  }
}
template <typename T>
void expect_stable(DType dtype, std::int64_t count) {
  expect_stable<T>(dtype, count, few<T>);
}

TEST_P(SortTargets, KeepTheOrderOfEqualElements) {
  for (const std::int64_t count : {1, 30, 1000, 70000}) {
    expect_stable<std::int8_t>(DType::kInt8, count);
    expect_stable<std::int16_t>(DType::kInt16, count);
    expect_stable<std::int32_t>(DType::kInt32, count);
    expect_stable<std::int64_t>(DType::kInt64, count);
    expect_stable<float>(DType::kFloat32, count);
    expect_stable<double>(DType::kFloat64, count);
  }
}

// Returns random bits, so that few elements are equal.
std::uint64_t hash(std::int64_t i) {
  std::uint64_t bits = static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9U;
  return bits ^ bits >> 32;
}
template <typename T>
T any(std::int64_t i) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(static_cast<std::int64_t>(hash(i))) / 1024;
  else
    return static_cast<T>(hash(i));
}

// Keys that differ in their lowest bits only, and others far away, so that a
// word of 8 bytes cannot hold a key beside its position.
double nearly_one(std::int64_t i) {
  if (i % 5 == 0) return any<double>(i);
  return 1 + std::ldexp(static_cast<double>(hash(i) % 64), -52);
}
std::int64_t nearly_zero(std::int64_t i) {
  return i % 5 == 0 ? any<std::int64_t>(i) : few<std::int64_t>(i);
}

TEST_P(SortTargets, OrderKeysThatDifferInTheirLowestBits) {
  for (const std::int64_t count : {2, 7, 40, 100, 1000, 5000}) {
    expect_stable<double>(DType::kFloat64, count, nearly_one);
    expect_stable<std::int64_t>(DType::kInt64, count, nearly_zero);
  }
}

// Labels at an end of the dtype's range.
template <typename T, int labels, bool highest>
T label(std::int64_t i) {
  const auto distance = static_cast<T>(hash(i) % labels);
  return static_cast<T>(highest ? std::numeric_limits<T>::max() - distance
                                : std::numeric_limits<T>::min() + distance);
}

template <typename T>
void expect_stable_labels(DType dtype, std::int64_t count) {
  expect_stable<T>(dtype, count, label<T, 10, true>);
  expect_stable<T>(dtype, count, label<T, 1024, true>);
  expect_stable<T>(dtype, count, label<T, 1024, false>);
  expect_stable<T>(dtype, count, label<T, 1025, true>);
  expect_stable<T>(dtype, count, label<T, 1025, false>);
}

TEST_P(SortTargets, CountLabels) {
  for (const std::int64_t count : {4095, 4096}) {
    expect_stable_labels<std::uint16_t>(DType::kUint16, count);
    expect_stable_labels<std::int32_t>(DType::kInt32, count);
    expect_stable_labels<std::int64_t>(DType::kInt64, count);
    expect_stable_labels<std::uint64_t>(DType::kUint64, count);
  }
  expect_stable_labels<std::int32_t>(DType::kInt32, 70000);
}

template <typename T>
void expect_sorted(DType dtype, std::int64_t count) {
  const Tensor x = room(dtype, {count});
  for (std::int64_t i = 0; i < count; ++i) elements_of<T>(x)[i] = any<T>(i);
  const Tensor out = room(dtype, {count});
  for (const bool descending : {false, true}) {
    std::vector<T> expected(elements_of<T>(x), elements_of<T>(x) + count);
    std::sort(expected.begin(), expected.end());
    if (descending) std::reverse(expected.begin(), expected.end());
    ASSERT_TRUE(sort(out, x, 0, descending).ok());
    EXPECT_TRUE(
        std::equal(expected.begin(), expected.end(), elements_of<T>(out)))
        << name_of(dtype) << " " << count << " " << descending;
  }
  expect_stable<T>(dtype, count, any<T>);
}

// Lengths on both sides of those at which a network has another block, odd
// lengths, and rows that are too long for a network.
TEST_P(SortTargets, SortEveryLength) {
  for (const std::int64_t count :
       {2,   3,    4,    5,    31,   32,   33,   63,   64,   65,
        127, 129,  255,  256,  257,  384,  385,  500,  513,  700,
        769, 1000, 1024, 1025, 1300, 2049, 3000, 6144, 6145, 12289}) {
    expect_sorted<std::int16_t>(DType::kInt16, count);
    expect_sorted<std::int32_t>(DType::kInt32, count);
    expect_sorted<std::uint64_t>(DType::kUint64, count);
    expect_sorted<float>(DType::kFloat32, count);
    expect_sorted<double>(DType::kFloat64, count);
  }
}

// Wide integers of which only `bits` low bits differ, below zero and above. The
// numbers are on both sides of the one up to which digits are sorted.
TEST_P(SortTargets, SortWideIntegersOfFewBits) {
  constexpr std::int64_t kCount = 7000;
  for (const int bits : {0, 1, 8, 9, 16, 17, 24, 25, 40})
    for (const std::int64_t base : {std::int64_t{-1} << 50, std::int64_t{0}}) {
      const Tensor x = room(DType::kInt64, {kCount});
      const Tensor out = room(DType::kInt64, {kCount});
      std::int64_t* values = elements_of<std::int64_t>(x);
      for (std::int64_t i = 0; i < kCount; ++i)
        values[i] =
            base + (any<std::int64_t>(i) & ((std::int64_t{1} << bits) - 1));
      for (const bool descending : {false, true}) {
        std::vector<std::int64_t> expected(values, values + kCount);
        std::sort(expected.begin(), expected.end());
        if (descending) std::reverse(expected.begin(), expected.end());
        ASSERT_TRUE(sort(out, x, 0, descending).ok());
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                               elements_of<std::int64_t>(out)))
            << bits << " " << base << " " << descending;
      }
    }
}

template <typename T, typename Bits>
void expect_permutation(DType dtype, std::int64_t count) {
  const Tensor x = room(dtype, {count});
  const Tensor out = room(dtype, {count});
  for (std::int64_t i = 0; i < count; ++i) elements_of<T>(x)[i] = few<T>(i);
  for (const bool descending : {false, true}) {
    ASSERT_TRUE(sort(out, x, 0, descending).ok());
    const T* sorted = elements_of<T>(out);
    const T* end = sorted + count;
    const T* first_nan = std::find_if(sorted, end, [](T v) { return v != v; });
    EXPECT_TRUE(std::is_sorted(sorted, first_nan, [&](T a, T b) {
      return descending ? b < a : a < b;
    }));
    EXPECT_TRUE(std::all_of(first_nan, end, [](T v) { return v != v; }));
    const auto bits = [&](const Tensor& tensor) {
      std::vector<Bits> all(static_cast<std::size_t>(count));
      std::memcpy(all.data(), elements_of<T>(tensor), all.size() * sizeof(T));
      std::sort(all.begin(), all.end());
      return all;
    };
    EXPECT_EQ(bits(x), bits(out)) << count << " " << descending;
  }
}

TEST_P(SortTargets, KeepEveryBit) {
  for (const std::int64_t count : {30, 100, 300, 5000}) {
    expect_permutation<float, std::uint32_t>(DType::kFloat32, count);
    expect_permutation<double, std::uint64_t>(DType::kFloat64, count);
  }
}

// Rows of all lengths up to a few blocks of the network and around the longest
// length that is sorted side by side, in numbers that leave lanes empty. The
// results must be those of single rows.
TEST_P(SortTargets, SortRowsSideBySideAsOneByOne) {
  std::vector<std::int64_t> lengths = {95, 96, 97, 127, 129, 191, 192, 193};
  for (std::int64_t columns = 1; columns <= 66; ++columns)
    lengths.push_back(columns);
  for (const std::int64_t columns : lengths)
    for (const std::int64_t rows : {8, 65}) {
      const Shape shape = {rows, columns};
      const Tensor x = room(DType::kFloat32, shape);
      for (std::int64_t i = 0; i < rows * columns; ++i)
        elements_of<float>(x)[i] =
            i % 2 == 0 ? few<float>(i * i)
                       : static_cast<float>(i * i * i % 1009 - 500);
      const Tensor sorted = room(DType::kFloat32, shape);
      const Tensor order = room(DType::kInt32, shape);
      const bool descending = columns % 2 == 0;
      ASSERT_TRUE(sort(sorted, x, 1, descending).ok());
      ASSERT_TRUE(argsort(order, x, 1, descending).ok());
      for (std::int64_t r = 0; r < rows; ++r) {
        const auto row_of = [&](const Tensor& tensor) {
          return Tensor{tensor.dtype,
                        *tensor.view.shrink({{r, r + 1}, {0, columns}}),
                        tensor.buffer};
        };
        const Tensor one = room(DType::kFloat32, {1, columns});
        const Tensor one_order = room(DType::kInt32, {1, columns});
        ASSERT_TRUE(sort(one, row_of(x), 1, descending).ok());
        ASSERT_TRUE(argsort(one_order, row_of(x), 1, descending).ok());
        const auto bytes = static_cast<std::size_t>(columns) * 4;
        EXPECT_EQ(0,
                  std::memcmp(elements_of<float>(one),
                              elements_of<float>(sorted) + r * columns, bytes));
        EXPECT_EQ(0, std::memcmp(elements_of<std::int32_t>(one_order),
                                 elements_of<std::int32_t>(order) + r * columns,
                                 bytes));
      }
    }
}

// Columns that are transposed in more than one part, the last one incomplete.
TEST_P(SortTargets, SortColumnsAsRows) {
  const Shape shape = {2, 1100, 70};
  const Tensor x = room(DType::kFloat32, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<float>(x)[i] = static_cast<float>((i * i) % 1009);
  const Tensor columns = room(DType::kFloat32, shape);
  ASSERT_TRUE(sort(columns, x, 1, false).ok());
  const Tensor turned{x.dtype, *x.view.permute({0, 2, 1}), x.buffer};
  const Tensor rows = room(DType::kFloat32, {2, 70, 1100});
  ASSERT_TRUE(sort(rows, turned, 2, false).ok());
  const View as_rows = *columns.view.permute({0, 2, 1});
  for (const Index& at : indices(as_rows.shape()))
    ASSERT_EQ(elements_of<float>(rows)[rows.view.linear_index(at)],
              elements_of<float>(columns)[as_rows.linear_index(at)]);
}

// Returns keys that make partitions uneven, or leave nothing to compare.
template <typename Key>
Key hard(int kind, std::int64_t i, std::int64_t count) {
  const auto any_key = static_cast<Key>(hash(i));
  const auto place = static_cast<Key>(i);
  constexpr Key kMost = std::numeric_limits<Key>::max();
  switch (kind) {
    case 0:
      return any_key;
    case 1:
      return kMost;  // like the keys that pad a network
    case 2:
      return any_key % 2 == 0 ? kMost : Key{0};
    case 3:
      return any_key % 10;
    case 4:
      return any_key % 16 != 0 ? Key{7} : any_key % 4096;  // one on both sides
    case 5:
      return place;
    case 6:
      return static_cast<Key>(count - i);
    case 7:  // as many values as are counted, or one more at the end
      return any_key % 16;
    case 8:
      return i == count - 1 ? Key{99} : any_key % 16;
    default:
      return i % (count / 9 + 1) < 64 ? any_key % 64 : any_key;  // a low sample
  }
}

// Each part of a row must be reported once, with its final keys, however few
// levels of partitions there may be before the rest is sorted by digits.
template <typename Key>
void expect_quicksort() {
  for (const std::int64_t count : {1, 33, 1025, 5000, 70001})
    for (const int kind : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
      for (const int levels : {0, 1, 3, 40}) {
        std::vector<Key> keys;
        for (std::int64_t i = 0; i < count; ++i)
          keys.push_back(hard<Key>(kind, i, count));
        std::vector<Key> expected = keys;
        std::sort(expected.begin(), expected.end());
        std::int64_t reported = 0;
        bool is_final = true;
        quicksort(
            keys.data(), count, levels, [&](Key* part, std::int64_t some) {
              reported += some;
              is_final = is_final &&
                         std::equal(part, part + some,
                                    expected.data() + (part - keys.data()));
            });
        EXPECT_EQ(count, reported) << kind << " " << levels;
        EXPECT_TRUE(is_final) << count << " " << kind << " " << levels;
        EXPECT_EQ(expected, keys) << count << " " << kind << " " << levels;
      }
}

TEST_P(SortTargets, PartitionKeys) {
  expect_quicksort<std::uint32_t>();
  expect_quicksort<std::uint64_t>();
}

INSTANTIATE_TEST_SUITE_P(Every, SortTargets,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1"));

}  // namespace
}  // namespace assay::optimized
