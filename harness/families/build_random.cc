// Builds the cases of the random family: published known answers, consecutive
// counters, and arbitrary words.
// Tested by tests/harness/families/build_arrays_test.cc.
#include <algorithm>

#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/random.h"

namespace assay {
namespace {

// The published known answers ("Parallel random numbers: as easy as 1, 2, 3",
// kat_vectors). Each row has six words: two each for key, counter and result.
constexpr std::uint64_t kKnownAnswers[][6] = {
    {0, 0, 0, 0, 0x6b200159, 0x99ba4efe},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x1cb996fc, 0xbb002be7},
    {0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3, 0xc4923a9c, 0x483df7a0}};

// Returns one part of the known answers, repeated: from column 0 the keys, from
// column 2 the counters, from column 4 the results.
std::vector<ElementBits> known_words(std::size_t column, std::int64_t rounds) {
  std::vector<ElementBits> words;
  for (std::int64_t i = 0; i < rounds; ++i)
    for (const auto& answer : kKnownAnswers)
      for (std::size_t word = 0; word < 2; ++word)
        words.push_back({answer[column + word], 0});
  return words;
}

// Builds a case of the known answers, repeated. It needs no oracle.
void build_known_answers(CaseBuilder& builder) {
  const std::int64_t rounds =
      std::min<std::int64_t>(element_count(builder.structure().shape), 8);
  const Shape shape = {3 * rounds, 2};
  const auto keys = known_words(0, rounds);
  const auto counters = known_words(2, rounds);
  builder.add_tensor("key", DType::kInt32, shape, builder.layout_of(0),
                     [&](std::size_t k) { return keys[k]; });
  builder.add_tensor("counter", DType::kInt32, shape, builder.layout_of(1),
                     [&](std::size_t k) { return counters[k]; });
  builder.add_out("out", DType::kInt32, shape);
  builder.add_step(builder.plan().op, {"key", "counter"}, {}, {"out"});
  builder.expect_values("out", {known_words(4, rounds)});
}

// Returns the shape of the word pairs that the row wants, with the axis of the
// two words last.
Shape shape_of_words(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  Shape shape = structure.shape;
  if (builder.row().shape == CaseShape::kHighRank) {
    shape = with_high_rank(shape, builder.plan().number);
    shape.erase(std::find(shape.begin(), shape.end(), 1));
  }
  if (builder.row().shape == CaseShape::kEmpty)
    shape[static_cast<std::size_t>(
        structure.choose(7, static_cast<std::int64_t>(shape.size())))] = 0;
  shape.push_back(2);
  return shape;
}

}  // namespace

void build_random(CaseBuilder& builder) {
  const auto special = special_of<RandomCase>(builder.row());
  if (special == RandomCase::kKnownAnswers) return build_known_answers(builder);
  const Shape shape = shape_of_words(builder);
  if (special == RandomCase::kCounters) {
    // Uses one key, and the counters 0, 1, 2, …
    ValueStream words(builder.seed(), 1004);
    const std::uint64_t key[] = {words.next() >> 32, words.next() >> 32};
    builder.add_tensor("key", DType::kInt32, shape, builder.layout_of(0),
                       [&](std::size_t k) { return ElementBits{key[k % 2]}; });
    builder.add_tensor(
        "counter", DType::kInt32, shape, builder.layout_of(1),
        [](std::size_t k) { return ElementBits{k % 2 == 0 ? k / 2 : 0}; });
  } else {
    builder.add_operand("key", DType::kInt32, shape, builder.layout_of(0));
    builder.add_operand("counter", DType::kInt32, shape, builder.layout_of(1));
  }
  builder.add_writing_program({"key", "counter"}, {}, DType::kInt32, shape);
}

}  // namespace assay
