// Reads the attribute `subscripts` of einsum: the labels of the axes of each
// operand and of the result.
// Tested by tests/spec/infer_lax_contraction_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "spec/attributes.h"

namespace assay {

using Labels = std::vector<std::int64_t>;

// Holds a list of labels for each operand, and that of the result.
struct Subscripts {
  std::vector<Labels> inputs;
  Labels output;

  // Returns how often a list has the label.
  static std::int64_t count_in(const Labels& labels, std::int64_t label) {
    return std::count(labels.begin(), labels.end(), label);
  }
  // Returns how many operands have the label.
  std::int64_t operands_with(std::int64_t label) const {
    return std::count_if(
        inputs.begin(), inputs.end(),
        [label](const Labels& labels) { return count_in(labels, label) > 0; });
  }
  // Returns the labels of the operands that the result does not have, each
  // once, in the order in which they first stand.
  Labels summed() const {
    Labels found;
    for (const Labels& labels : inputs)
      for (const std::int64_t label : labels)
        if (count_in(output, label) == 0 && count_in(found, label) == 0)
          found.push_back(label);
    return found;
  }
  // Returns how many summed labels one operand alone has.
  std::int64_t lone_count() const {
    const Labels all = summed();
    return std::count_if(all.begin(), all.end(), [this](std::int64_t label) {
      return operands_with(label) == 1;
    });
  }
  // Returns whether elements are only moved: one operand, and nothing summed.
  bool only_moves() const { return inputs.size() == 1 && summed().empty(); }
  // Returns whether the result has a label twice.
  bool embeds() const {
    return std::any_of(
        output.begin(), output.end(),
        [this](std::int64_t label) { return count_in(output, label) > 1; });
  }
  friend bool operator==(const Subscripts&, const Subscripts&) = default;
};

// Returns what the integers of the attribute say, or nothing if they are not a
// count and that many lists and one more, each after its length.
inline std::optional<Subscripts> read_subscripts(
    const Attributes::Integers& integers) {
  auto at = integers.begin();
  const auto left = [&] { return integers.end() - at; };
  if (at == integers.end() || *at < 0 || *at > left()) return std::nullopt;
  const std::int64_t count = *at++;
  Subscripts subscripts;
  for (std::int64_t i = 0; i <= count; ++i) {
    if (left() == 0 || *at < 0 || *at > left() - 1) return std::nullopt;
    const std::int64_t length = *at++;
    subscripts.output.assign(at, at + length);
    at += length;
    if (i < count) subscripts.inputs.push_back(std::move(subscripts.output));
  }
  if (left() != 0) return std::nullopt;
  return subscripts;
}

// Returns the integers of the attribute.
inline Attributes::Integers subscript_integers(const Subscripts& subscripts) {
  Attributes::Integers integers = {
      static_cast<std::int64_t>(subscripts.inputs.size())};
  const auto append = [&integers](const Labels& labels) {
    integers.push_back(static_cast<std::int64_t>(labels.size()));
    integers.insert(integers.end(), labels.begin(), labels.end());
  };
  for (const Labels& labels : subscripts.inputs) append(labels);
  append(subscripts.output);
  return integers;
}

}  // namespace assay
