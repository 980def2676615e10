// Writes the message about a wrong element: its index, values and bits, and the
// operands it came from.
// Tested by tests/harness/run/run_case_test.cc.
#include "harness/run/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/case/case_storage.h"
#include "harness/run/misread.h"
#include "spec/element_text.h"

namespace assay {
namespace {

// Returns the operands at the place of the wrong element, "a=0x1p+0,
// b=nan:7fc00000", if operands and result have the same shape.
std::string operands_at(const Case& test_case, const Program& program,
                        const Expectation& expectation, std::size_t position) {
  std::string text;
  for (const Step& step : test_case.steps) {
    if (step.outs.empty() || step.outs[0] != expectation.tensor) continue;
    for (const std::string& name : step.operands) {
      const Tensor* operand = program.find(name);
      if (operand == nullptr || operand->view.shape() != expectation.shape)
        return {};
      const auto values = program.read(name, false);
      if (!values) return {};
      if (!text.empty()) text += ", ";
      text += name + "=" + element_text(operand->dtype, (*values)[position]);
    }
  }
  return text;
}

ElementReport report_of(DType dtype, ElementBits bits) {
  return {decimal_text(dtype, bits), element_text(dtype, bits),
          bits_text(dtype, bits)};
}

std::vector<std::int64_t> index_of(const Shape& shape, std::int64_t position) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

// Returns the bits that poison has in a tensor, if it has poison.
std::optional<ElementBits> poison_of(const Case& test_case,
                                     const std::string& name) {
  const CaseTensor* out = test_case.find(name);
  if (out == nullptr || !is_poisoned(*out)) return std::nullopt;
  const std::vector<ElementBits> poison = storage_of(*out);
  if (poison.empty()) return std::nullopt;
  return poison.front();
}

// Describes the wrong elements of each pair of classes. Elements that still
// hold the poison of their out were not written, whatever was expected.
std::vector<ClassPair> pairs_of(const Case& test_case, const Program& program,
                                const Expectation& expectation,
                                const Judgement& judgement) {
  const auto poison = poison_of(test_case, expectation.tensor);
  std::vector<ClassPair> pairs;
  for (const PairCount& pair : judgement.pairs) {
    const bool is_unwritten =
        poison && pair.same_got && pair.got_bits == *poison;
    ClassPair one{
        .expected_class =
            std::string(is_unwritten ? "any" : name_of(pair.expected)),
        .got_class =
            std::string(is_unwritten ? "unwritten" : name_of(pair.got)),
        .count = pair.count,
        .index = {pair.position},
        .expected = decimal_text(expectation.dtype, pair.expected_bits),
        .got = decimal_text(expectation.dtype, pair.got_bits),
        .operands = {}};
    if (!expectation.whole_storage) {
      one.index = index_of(expectation.shape, pair.position);
      one.operands = operands_at(test_case, program, expectation,
                                 static_cast<std::size_t>(pair.position));
    }
    const auto same =
        std::find_if(pairs.begin(), pairs.end(), [&](const ClassPair& other) {
          return other.expected_class == one.expected_class &&
                 other.got_class == one.got_class;
        });
    if (same == pairs.end())
      pairs.push_back(std::move(one));
    else
      same->count += one.count;
  }
  return pairs;
}

}  // namespace

Failure explain(const Case& test_case, const Program& program,
                const Expectation& expectation, const Judgement& judgement,
                std::size_t count) {
  const Mismatch& first = *judgement.first;
  Failure failure;
  failure.message =
      fmt::format("{} of {} elements of {} are not accepted",
                  judgement.mismatches, count, expectation.tensor);
  const char* which = first.is_worst ? "worst" : "first";
  if (!first.excess.empty())
    failure.message += fmt::format("; the {} has {}", which, first.excess);
  else if (first.error > 0 && first.error < HUGE_VAL)
    failure.message +=
        fmt::format("; the {} is {:.4g} ULP off", which, first.error);
  failure.tensor = expectation.tensor;
  if (expectation.whole_storage) {
    failure.index = {first.position};
  } else {
    failure.index = index_of(expectation.shape, first.position);
    failure.operands = operands_at(test_case, program, expectation,
                                   static_cast<std::size_t>(first.position));
  }
  failure.expected = report_of(expectation.dtype, first.expected);
  failure.got = report_of(expectation.dtype, first.got);
  failure.accepted = first.accepted;
  failure.pairs = pairs_of(test_case, program, expectation, judgement);
  if (expectation.any_of.size() != 1 || expectation.whole_storage)
    return failure;
  const std::string misread =
      misread_text(test_case, expectation, expectation.any_of[0], first);
  if (!misread.empty()) failure.message += "; " + misread;
  return failure;
}
}  // namespace assay
