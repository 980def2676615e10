// Checks what all calls have in common, and hands them to the type rule of
// their row. Tested by tests/spec/infer_test.cc.
#include "spec/infer.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "spec/type_rules.h"

namespace assay {
namespace {

using Types = std::vector<TensorType>;

// Returns the status of a malformed call, which breaks no clause.
Status malformed(Op op, std::string_view what) { return broken(op, "", what); }

// Rejects a call with too few or too many operands. An optional operand counts
// only if its attribute says that the call has it.
Status check_operand_count(Op op, const Attributes& attributes,
                           std::size_t count) {
  std::size_t expected = 0;
  bool has_list = false;
  for (const Argument& operand : spec_of(op).signature.operands) {
    has_list = has_list || operand.is_list;
    expected += is_given(operand, attributes) ? 1 : 0;
  }
  if (has_list ? count >= expected : count == expected) return {};
  if (has_list && count == 0)
    return broken(op, clause_of(op, "not_empty"),  // cat.not_empty
                  "there are no members");
  return malformed(
      op, fmt::format("{} operands where {} are needed", count, expected));
}

bool has_right_length(AttributeKind kind, std::size_t length) {
  switch (kind) {
    case AttributeKind::kInteger:
    case AttributeKind::kBool:
    case AttributeKind::kDType:
    case AttributeKind::kChoice:
      return length == 1;
    case AttributeKind::kElement:
      return length == 2;
    case AttributeKind::kPairList:
      return length % 2 == 0;
    case AttributeKind::kIntegerList:
    case AttributeKind::kBoolList:
    case AttributeKind::kSubscripts:
      break;
  }
  return true;
}

// Returns the limit that an entry of the attribute must be below, or nothing if
// there is no limit. An attribute that selects the variant has as many values
// as there are variants.
std::optional<std::int64_t> entry_bound(Op op, const AttributeSpec& row) {
  if (spec_of(op).variant_by == row.key && row.kind == AttributeKind::kChoice)
    return std::ssize(spec_of(op).variants);
  switch (row.kind) {
    case AttributeKind::kBool:
    case AttributeKind::kBoolList:
      return 2;
    case AttributeKind::kDType:
      return kDTypeCount;
    case AttributeKind::kChoice:
      return std::ssize(row.choices);
    default:
      return std::nullopt;
  }
}

Status check_attributes(Op op, const Attributes& attributes) {
  const auto& keys = spec_of(op).attributes;
  for (AttributeKey key : keys) {
    const auto* integers = attributes.find(key);
    const AttributeSpec& row = spec_of(key);
    if (integers == nullptr && row.is_optional) continue;
    if (integers == nullptr)
      return malformed(op, fmt::format("attribute {} is missing", row.name));
    if (!has_right_length(row.kind, integers->size()))
      return malformed(op, fmt::format("attribute {} has {} entries", row.name,
                                       integers->size()));
    const auto bound = entry_bound(op, row);
    for (std::int64_t entry : *integers)
      if (bound && (entry < 0 || entry >= *bound))
        return malformed(op,
                         fmt::format("attribute {} has the entry {}, not one "
                                     "of 0 to {}",
                                     row.name, entry, *bound - 1));
  }
  for (const auto& entry : attributes.entries())
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
      return malformed(op, fmt::format("attribute {} is not one of this op",
                                       spec_of(entry.key).name));
  return {};
}

Status check_shape(Op op, const Shape& shape) {
  if (shape.size() <= static_cast<std::size_t>(kMaxRank) &&
      checked_element_count(shape))
    return {};
  return malformed(
      op, fmt::format("{} is not a shape of rank 0 to 32", shape_text(shape)));
}

}  // namespace

Result<Types> infer(Op op, std::span<const TensorType> operands,
                    const Attributes& attributes, DType requested,
                    const Profile& profile) {
  if (Status s = check_operand_count(op, attributes, operands.size()); !s.ok())
    return s;
  if (Status s = check_attributes(op, attributes); !s.ok()) return s;
  for (const TensorType& operand : operands)
    if (Status s = check_shape(op, operand.shape); !s.ok()) return s;
  auto types = spec_of(op).signature.types(
      {op, operands, attributes, requested, profile});
  if (!types) return types;
  for (const TensorType& type : *types)
    if (Status s = check_shape(op, type.shape); !s.ok()) return s;
  return types;
}

}  // namespace assay
