// Operands that show structural errors: what adds up exactly, what is unique.
#include "harness/operands/exact_operands.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/families/structure.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

double value_of(DType dtype, std::uint64_t bits) {
  if (is_real(dtype) || is_complex(dtype))
    return decode_real(format_of(dtype), bits);
  return static_cast<double>(signed_value(dtype, {bits, 0}));
}

TEST(ExactOperands, TermsAreSmallIntegersOtherThanZero) {
  for (const DTypeSpec& spec : kDTypes) {
    if (spec.dtype == DType::kBool) continue;
    ValueStream stream(7, 0);
    std::set<double> seen;
    for (int i = 0; i < 300; ++i) {
      const ElementBits term = draw_term(spec.dtype, stream);
      for (std::uint64_t part : {term.re, term.im}) {
        if (part == term.im && !is_complex(spec.dtype)) continue;
        const double value = value_of(spec.dtype, part);
        EXPECT_NE(value, 0) << spec.name;
        EXPECT_EQ(value, std::trunc(value)) << spec.name;
        // The products of 4096 pairs, times two for complex, stay exact.
        EXPECT_LE(2 * 4096 * value * value, 0x1p24) << spec.name;
        seen.insert(value);
      }
    }
    EXPECT_GE(seen.size(), 4u) << spec.name;
  }
}

TEST(ExactOperands, FactorsAreNeverOneAndStayInRange) {
  for (const DTypeSpec& spec : kDTypes) {
    if (spec.dtype == DType::kBool) continue;
    ValueStream stream(9, 0);
    double travel = 0;
    for (int i = 0; i < 300; ++i) {
      const ElementBits factor = draw_factor(spec.dtype, stream);
      if (is_integer(spec.dtype)) {
        EXPECT_EQ(factor.re % 2, 1u);
        EXPECT_NE(factor.re, 1u);
        continue;
      }
      const double re = value_of(spec.dtype, factor.re);
      const double im =
          is_complex(spec.dtype) ? value_of(spec.dtype, factor.im) : 0;
      EXPECT_TRUE(re == 0 || im == 0);
      EXPECT_FALSE(re == 1 && im == 0);
      travel += std::fabs(std::log2(std::fabs(re + im)));
    }
    EXPECT_LT(travel, 126) << spec.name;
  }
}

TEST(ExactOperands, AddressesDifferAndAreNotZero) {
  for (const DTypeSpec& spec : kDTypes) {
    if (spec.dtype == DType::kBool) continue;
    const std::int64_t count =
        std::min<std::int64_t>(address_count(spec.dtype), 5000);
    EXPECT_GE(count, 15) << spec.name;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (std::int64_t i = 0; i < count; ++i) {
      const ElementBits bits = address_element(spec.dtype, i);
      seen.emplace(bits.re, bits.im);
      EXPECT_NE(value_of(spec.dtype, bits.re), 0);
      EXPECT_TRUE(std::isfinite(value_of(spec.dtype, bits.re)));
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(count)) << spec.name;
  }
}

TEST(ExactOperands, LongAxesShrink) {
  Structure structure{{}, std::vector<std::uint32_t>(kChoiceCount, 63)};
  EXPECT_EQ(shrinkable_size(structure, 300), 300);
  std::int64_t last = 300;
  for (std::uint32_t choice = kFullSize; choice-- > 0;) {
    structure.choices[kSizeChoice] = choice;
    EXPECT_LT(shrinkable_size(structure, 300), last);
    last = shrinkable_size(structure, 300);
  }
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace assay
