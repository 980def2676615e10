// Tests short forms of integer lists: each reads back as the same list, the
// shortest form is found, and forms that do not fit are refused.
#include "harness/case/integer_sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "harness/case/scrambled.h"
#include "harness/case/shortest_form.h"

namespace assay {
namespace {

using Terms = std::vector<std::int64_t>;

const std::vector<Scrambling> kSeeds = {{5, 0, 0}, {7, 32, 0}, {9, 0, 251}};

SequenceForm shortened(const Terms& terms) {
  const SequenceForm form = shortest_form(terms, kSeeds);
  EXPECT_TRUE(check_form(form).ok()) << check_form(form).message;
  EXPECT_EQ(terms_of(form), terms);
  return form;
}

Terms drawn(std::uint64_t seed, int shift, std::uint64_t modulo,
            std::int64_t first, std::size_t count) {
  Terms terms;
  for (std::size_t k = 0; k < count; ++k)
    terms.push_back(first + static_cast<std::int64_t>(
                                (scrambled(seed, k) >> shift) % modulo));
  return terms;
}

TEST(IntegerSequence, FindsRuns) {
  EXPECT_TRUE(shortened({}).runs.empty());
  Terms terms(5000);
  std::iota(terms.begin(), terms.end(), -100);
  EXPECT_EQ(shortened(terms).runs.size(), 1u);
  terms.insert(terms.end(), 3000, 7);
  EXPECT_EQ(shortened(terms).runs.size(), 2u);
}

TEST(IntegerSequence, PacksBits) {
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    const std::uint64_t modulo = std::uint64_t{1} << width;
    // The seed is one that nobody tries, and the lengths do not fill a byte.
    const Terms terms = drawn(77, 3, modulo, -3, 1003);
    const SequenceForm form = shortened(terms);
    ASSERT_TRUE(form.bits.has_value());
    EXPECT_EQ(form.bits->width, width);
    EXPECT_EQ(form.first, *std::min_element(terms.begin(), terms.end()));
  }
}

TEST(IntegerSequence, FindsDrawsWithTheirExceptions) {
  Terms terms = drawn(5, 0, 1000003, 17, 4000);
  const SequenceForm plain = shortened(terms);
  ASSERT_TRUE(plain.draw.has_value());
  EXPECT_EQ(plain.draw->modulo, 1000003u);
  EXPECT_EQ(plain.first, 17);
  EXPECT_TRUE(plain.except.empty());
  for (const std::size_t at : {0u, 1u, 2000u, 3999u}) terms[at] = -5;
  EXPECT_EQ(shortened(terms).except.size(), 4u);
  // Words as they are, and a modulo that is known.
  EXPECT_TRUE(shortened(drawn(7, 32, std::uint64_t{1} << 32, 0, 500)).draw);
  EXPECT_EQ(shortened(drawn(9, 0, 251, 0, 5000)).draw->modulo, 251u);
}

TEST(IntegerSequence, TellsWhichResidueALabelStandsFor) {
  std::vector<std::uint32_t> labels;
  for (std::size_t k = 0; k < 9000; ++k)
    labels.push_back(static_cast<std::uint32_t>(scrambled(9, k) % 251 / 2));
  // One of a residue's places right in the middle is another, and one is new.
  labels[4500] = 3;
  labels[10] = 200;
  const auto found = draw_of_labels(labels, kSeeds);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->exceptions, 2u);
  EXPECT_EQ(found->label_of.size(), 252u);
  for (std::size_t k = 0; k < labels.size(); ++k)
    ASSERT_EQ(found->label_of[static_cast<std::size_t>(found->residues[k])],
              labels[k]);
  for (std::uint32_t& label : labels) label = label * 7919 % 65 % 13;
  for (std::size_t k = 0; k < labels.size(); ++k)
    labels[k] = static_cast<std::uint32_t>(scrambled(1234, k) % 13);
  EXPECT_FALSE(draw_of_labels(labels, kSeeds).has_value());
}

TEST(IntegerSequence, RefusesWhatDoesNotAddUp) {
  const auto refused = [](const SequenceForm& form) {
    return !check_form(form).ok();
  };
  SequenceForm runs{.count = 3, .runs = {{3, 0, 1}}};
  EXPECT_FALSE(refused(runs));
  runs.count = 4;
  EXPECT_TRUE(refused(runs));
  runs.count = 2;
  EXPECT_TRUE(refused(runs));
  runs = {.count = 3, .runs = {{3, 0, kMaxTerm}}};
  EXPECT_TRUE(refused(runs));
  SequenceForm bits{.count = 9, .bits = SequenceBits{1, "ab"}};
  EXPECT_FALSE(refused(bits));
  bits.bits->width = 3;
  EXPECT_TRUE(refused(bits));
  bits.bits = SequenceBits{1, "abc"};
  EXPECT_TRUE(refused(bits));
  SequenceForm draw{.count = 5, .draw = SequenceDraw{1, 0, 1}};
  EXPECT_FALSE(refused(draw));
  draw.except = {{4, 1}};
  EXPECT_FALSE(refused(draw));
  draw.except = {{5, 1}};
  EXPECT_TRUE(refused(draw));
  draw.except = {{2, 1}, {2, 2}};
  EXPECT_TRUE(refused(draw));
  draw = {.count = 5, .draw = SequenceDraw{1, 0, 0}};
  EXPECT_TRUE(refused(draw));
}

// Test vectors of RFC 4648.
TEST(Base64, IsThatOfTheStandard) {
  for (const auto& [bytes, text] :
       {std::pair{"", ""}, std::pair{"f", "Zg=="}, std::pair{"fo", "Zm8="},
        std::pair{"foo", "Zm9v"}, std::pair{"foobar", "Zm9vYmFy"}}) {
    EXPECT_EQ(base64_text(bytes), text);
    EXPECT_EQ(base64_bytes(text), bytes);
  }
  for (const char* text : {"Z", "Zg=", "Zm9!", "=Zm9", "Zg===", "Z==="})
    EXPECT_FALSE(base64_bytes(text).has_value()) << text;
}

}  // namespace
}  // namespace assay
