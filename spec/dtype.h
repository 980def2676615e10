// Lists the 19 dtypes with their names, categories, storage widths and float
// formats.
// Tested by tests/spec/dtype_test.cc.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace assay {

enum class DType : std::uint8_t {
  kFloat16,
  kFloat32,
  kFloat64,
  kBfloat16,
  kFloat8E4m3fn,
  kFloat8E5m2,
  kInt4,
  kUint4,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kComplex64,
  kComplex128,
  kBool,
};
inline constexpr int kDTypeCount = 19;

// Says what kind of number an element is. The reference has one evaluator of an
// op for each category.
enum class Category : std::uint8_t {
  kBool,
  kSigned,
  kUnsigned,
  kReal,
  kComplex,
};

// Describes a binary floating-point format. Its normal values are ±1.f × 2^e
// with `precision` significand bits and min_exponent <= e <= max_exponent.
struct FloatFormat {
  int bits = 0;
  int precision = 0;
  int min_exponent = 0;
  int max_exponent = 0;
  bool has_infinity = true;  // float8_e4m3fn has none: overflow gives NaN
};

// Holds the facts about one dtype. `bits` is the storage width of an element,
// which is 4 for the packed integers. `format` describes the value or, for
// complex, one component; it is empty for integers and bool. The C ABI and
// other languages name the dtype by its pair of DLPack numbers.
struct DTypeSpec {
  DType dtype;
  std::string_view name;
  Category category;
  int bits;
  FloatFormat format;
  int dlpack_code;
};

inline constexpr FloatFormat kFormatFloat16{16, 11, -14, 15, true};
inline constexpr FloatFormat kFormatFloat32{32, 24, -126, 127, true};
inline constexpr FloatFormat kFormatFloat64{64, 53, -1022, 1023, true};
inline constexpr FloatFormat kFormatBfloat16{16, 8, -126, 127, true};
inline constexpr FloatFormat kFormatE4m3fn{8, 4, -6, 8, false};
inline constexpr FloatFormat kFormatE5m2{8, 3, -14, 15, true};

// Has one row per dtype, in the order of the enumeration.
inline constexpr std::array<DTypeSpec, kDTypeCount> kDTypes = {{
    {DType::kFloat16, "float16", Category::kReal, 16, kFormatFloat16, 2},
    {DType::kFloat32, "float32", Category::kReal, 32, kFormatFloat32, 2},
    {DType::kFloat64, "float64", Category::kReal, 64, kFormatFloat64, 2},
    {DType::kBfloat16, "bfloat16", Category::kReal, 16, kFormatBfloat16, 4},
    {DType::kFloat8E4m3fn, "float8_e4m3fn", Category::kReal, 8, kFormatE4m3fn,
     10},
    {DType::kFloat8E5m2, "float8_e5m2", Category::kReal, 8, kFormatE5m2, 12},
    {DType::kInt4, "int4", Category::kSigned, 4, {}, 0},
    {DType::kUint4, "uint4", Category::kUnsigned, 4, {}, 1},
    {DType::kInt8, "int8", Category::kSigned, 8, {}, 0},
    {DType::kUint8, "uint8", Category::kUnsigned, 8, {}, 1},
    {DType::kInt16, "int16", Category::kSigned, 16, {}, 0},
    {DType::kUint16, "uint16", Category::kUnsigned, 16, {}, 1},
    {DType::kInt32, "int32", Category::kSigned, 32, {}, 0},
    {DType::kUint32, "uint32", Category::kUnsigned, 32, {}, 1},
    {DType::kInt64, "int64", Category::kSigned, 64, {}, 0},
    {DType::kUint64, "uint64", Category::kUnsigned, 64, {}, 1},
    {DType::kComplex64, "complex64", Category::kComplex, 64, kFormatFloat32, 5},
    {DType::kComplex128, "complex128", Category::kComplex, 128, kFormatFloat64,
     5},
    {DType::kBool, "bool", Category::kBool, 8, {}, 6},
}};

constexpr const DTypeSpec& spec_of(DType dtype) {
  return kDTypes[static_cast<std::size_t>(dtype)];
}
constexpr std::string_view name_of(DType dtype) { return spec_of(dtype).name; }
constexpr Category category_of(DType dtype) { return spec_of(dtype).category; }
constexpr const FloatFormat& format_of(DType dtype) {
  return spec_of(dtype).format;
}
constexpr bool is_integer(DType dtype) {
  return category_of(dtype) == Category::kSigned ||
         category_of(dtype) == Category::kUnsigned;
}
constexpr bool is_real(DType dtype) {
  return category_of(dtype) == Category::kReal;
}
constexpr bool is_complex(DType dtype) {
  return category_of(dtype) == Category::kComplex;
}
// Returns whether the dtype is a float of 16 or 8 bits. Sums of these
// accumulate in float32.
constexpr bool is_narrow_real(DType dtype) {
  return is_real(dtype) && spec_of(dtype).bits <= 16;
}

// Returns the dtype with this name, or nothing if there is none. The name
// "float8_e4m3" also stands for float8_e4m3fn.
std::optional<DType> dtype_named(std::string_view name);

// Holds a set of dtypes, for rows of the op table.
struct DTypeSet {
  std::uint32_t members = 0;

  constexpr DTypeSet() = default;
  constexpr DTypeSet(std::initializer_list<DType> list) {
    for (DType dtype : list) members |= 1u << static_cast<int>(dtype);
  }
  constexpr bool contains(DType dtype) const {
    return (members >> static_cast<int>(dtype) & 1u) != 0;
  }
  constexpr bool empty() const { return members == 0; }
  constexpr int count() const { return std::popcount(members); }
  friend constexpr DTypeSet operator|(DTypeSet a, DTypeSet b) {
    a.members |= b.members;
    return a;
  }
  friend constexpr DTypeSet operator&(DTypeSet a, DTypeSet b) {
    a.members &= b.members;
    return a;
  }
  friend constexpr bool operator==(DTypeSet, DTypeSet) = default;
};

inline constexpr DTypeSet kPacked = {DType::kInt4, DType::kUint4};
inline constexpr DTypeSet kWideIntegers = {
    DType::kInt8,  DType::kUint8,  DType::kInt16, DType::kUint16,
    DType::kInt32, DType::kUint32, DType::kInt64, DType::kUint64};
inline constexpr DTypeSet kIntegers = kWideIntegers | kPacked;
inline constexpr DTypeSet kNarrowFloats = {DType::kFloat16, DType::kBfloat16,
                                           DType::kFloat8E4m3fn,
                                           DType::kFloat8E5m2};
inline constexpr DTypeSet kFloats =
    kNarrowFloats | DTypeSet{DType::kFloat32, DType::kFloat64};
inline constexpr DTypeSet kWideFloats = {DType::kFloat16, DType::kBfloat16,
                                         DType::kFloat32, DType::kFloat64};
inline constexpr DTypeSet kComplexes = {DType::kComplex64, DType::kComplex128};
inline constexpr DTypeSet kBools = {DType::kBool};
inline constexpr DTypeSet kEveryDType =
    kIntegers | kFloats | kComplexes | kBools;

static_assert(kEveryDType.count() == kDTypeCount);
static_assert(
    [] {
      for (int i = 0; i < kDTypeCount; ++i)
        if (static_cast<int>(kDTypes[static_cast<std::size_t>(i)].dtype) != i)
          return false;
      return true;
    }(),
    "kDTypes is not in the order of DType");

}  // namespace assay
