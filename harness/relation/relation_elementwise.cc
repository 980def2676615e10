// Compares results of elementwise ops: neither an element's position nor the
// elements next to it may change its result.
// Tested by tests/harness/relation/relation_test.cc.
#include <fmt/format.h>

#include "harness/relation/relation_trial.h"

namespace assay {
namespace {

// Sizes with a tail after vectors of any width, and with rows of five.
constexpr std::int64_t kSizes[] = {130, 1035, 35};

// Returns one row of elements that the op's plain clause governs. Under nx,
// dtypes that are not complex also get boundary values.
SampleCall sample_of(const RelationTrial& trial, std::int64_t count) {
  SampleWish wish;
  wish.size = count;
  wish.is_one_row = true;
  wish.has_boundaries = true;
  wish.value_seed = trial.stream(1).next();
  SampleCall sample = sample_call(trial.plan().cell(), wish, trial.profile());
  for (Array& operand : sample.operands) operand.shape = {count};
  return sample;
}

// Returns the number of elements. For position it is log-uniform, because
// backends switch their method at sizes that are not known.
std::int64_t count_of(const RelationTrial& trial) {
  if (trial.plan().relation == Relation::kPosition) {
    ValueStream stream = trial.stream(2);
    return draw_size(stream, 12, largest_size(trial.plan().cell()));
  }
  const auto number = static_cast<std::size_t>(trial.plan().number);
  return kSizes[number % std::size(kSizes)];
}

std::vector<Array> parts_of(const std::vector<Array>& operands,
                            std::int64_t first, std::int64_t count) {
  std::vector<Array> parts;
  for (const Array& operand : operands)
    parts.push_back(part_of(operand, first, count));
  return parts;
}

std::vector<bool> open_part(const SampleCall& sample, std::int64_t first,
                            std::int64_t count) {
  const auto begin = sample.open.begin() + first;
  return {begin, begin + count};
}

// The sign of a complex zero is left open.
Sameness sameness_of(const RelationTrial& trial) {
  return {.zero_sign = is_complex(trial.plan().dtype)};
}

void relate_positions(RelationTrial& trial, const SampleCall& sample) {
  const auto whole = trial.call(sample.operands);
  const auto count = std::ssize(sample.open);
  const auto compare = [&](std::int64_t first, std::int64_t length) {
    const auto part = trial.call(parts_of(sample.operands, first, length));
    if (!whole || !part) return;
    trial.demand_same(
        *whole, static_cast<std::size_t>(first), *part, sameness_of(trial),
        fmt::format("elements {} to {} alone", first, first + length - 1),
        open_part(sample, first, length));
  };
  // Compares every position in a vector of up to eight elements, with tails of
  // every shorter length.
  for (std::int64_t first = 1; first <= 9; ++first) compare(first, 10 - first);
  // Compares from two drawn positions to the end.
  ValueStream stream = trial.stream(3);
  for (int i = 0; i < 2; ++i) {
    const auto first = static_cast<std::int64_t>(1 + stream.below(9));
    compare(first, count - first);
  }
}

void relate_parts(RelationTrial& trial, const SampleCall& sample) {
  const auto whole = trial.call(sample.operands);
  const auto count = std::ssize(sample.open);
  for (std::int64_t cut : {count / 2, count - 1, std::int64_t{16}}) {
    std::optional<Array> joined;
    for (const auto& [first, length] :
         {std::pair{std::int64_t{0}, cut}, {cut, count - cut}}) {
      const auto part = trial.call(parts_of(sample.operands, first, length));
      if (!part) return;
      if (!joined)
        joined = part;
      else
        joined->elements.insert(joined->elements.end(), part->elements.begin(),
                                part->elements.end());
    }
    if (!whole) return;
    trial.demand_same(*whole, 0, *joined, sameness_of(trial),
                      fmt::format("in two parts, cut at {}", cut), sample.open);
  }
}

void relate_swapped(RelationTrial& trial, SampleCall& sample) {
  const auto first = trial.call(sample.operands);
  std::swap(sample.operands[0], sample.operands[1]);
  const auto second = trial.call(sample.operands);
  if (first && second)
    trial.demand_same(*first, 0, *second, sameness_of(trial),
                      "with operands swapped", sample.open);
}

void relate_twice(RelationTrial& trial, SampleCall& sample) {
  if (sample.operands.size() == 1) {
    const auto once = trial.call(sample.operands);
    if (!once) return;
    const auto twice = trial.call({*once});
    if (twice)
      trial.demand_same(*once, 0, *twice, {}, "applied to its own result");
    return;
  }
  const Array& x = sample.operands[0];
  const auto result = trial.call({x, x});
  if (result)
    trial.demand_same(x, 0, *result, {.zero_sign = true},
                      "of an operand and itself");
}

}  // namespace

void relate_elementwise(RelationTrial& trial) {
  SampleCall sample = sample_of(trial, count_of(trial));
  switch (trial.plan().relation) {
    case Relation::kPosition:
      return relate_positions(trial, sample);
    case Relation::kConcat:
      return relate_parts(trial, sample);
    case Relation::kSwap:
      return relate_swapped(trial, sample);
    case Relation::kIdempotence:
      return relate_twice(trial, sample);
    default:
      return;
  }
}

}  // namespace assay
