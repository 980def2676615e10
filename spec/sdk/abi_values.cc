// Converts dtypes, op ids, status kinds, views and attributes between the C
// header and C++, and checks what comes from the other side.
// Tested by tests/spec/abi_values_test.cc.
#include "spec/sdk/abi_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "spec/cells.h"
#include "spec/op_table.h"
#include "spec/status_kinds.h"

namespace assay {
namespace {

constexpr std::size_t kIdLimit = [] {
  std::size_t limit = 0;
  for (const OpSpec* op : kOps)
    limit = std::max(limit, std::size_t{op->id} + 1);
  return limit;
}();

// Positions in kOps by id; -1 where no op has the id.
constexpr auto kPositions = [] {
  std::array<std::int16_t, kIdLimit> positions{};
  for (std::int16_t& position : positions) position = -1;
  for (std::size_t i = 0; i < kOps.size(); ++i)
    positions[kOps[i]->id] = static_cast<std::int16_t>(i);
  return positions;
}();

std::uint16_t abi_kind_of(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kBool:
    case AttributeKind::kBoolList:
      return ASSAY_ATTRIBUTE_BOOL;
    case AttributeKind::kElement:
      return ASSAY_ATTRIBUTE_ELEMENT;
    case AttributeKind::kDType:
      return ASSAY_ATTRIBUTE_DTYPE;
    default:
      return ASSAY_ATTRIBUTE_I64;
  }
}

bool is_list(AttributeKind kind) {
  return kind == AttributeKind::kIntegerList ||
         kind == AttributeKind::kBoolList || kind == AttributeKind::kPairList ||
         kind == AttributeKind::kSubscripts;
}

// Returns the dtype of attributes that are elements, or nothing if the call
// names no dtype for them, or an unknown one.
std::optional<DType> element_dtype_of(const AssayCall& call) {
  std::optional<AssayDType> named;
  for (std::uint32_t i = 0; i < call.attribute_count && !named; ++i) {
    const AssayAttribute& attribute = call.attributes[i];
    if (attribute.key == ASSAY_KEY_DTYPE && attribute.count == 1 &&
        attribute.kind == ASSAY_ATTRIBUTE_DTYPE)
      named = *static_cast<const AssayDType*>(attribute.data);
  }
  const auto first = call.operand_count == 0
                         ? std::nullopt
                         : std::optional(call.operands[0].dtype);
  const auto code = element_dtype(named, first);
  return code ? dtype_of_abi(*code) : std::nullopt;
}

Status check_attribute(const AssayAttribute& attribute,
                       const AttributeSpec& spec) {
  if (attribute.kind != abi_kind_of(spec.kind))
    return Status::invalid(
        fmt::format("attribute {} has kind {} where {} is expected", spec.name,
                    attribute.kind, abi_kind_of(spec.kind)));
  if (!is_list(spec.kind) && attribute.count != 1)
    return Status::invalid(
        fmt::format("attribute {} has {} entries where 1 is expected",
                    spec.name, attribute.count));
  if (spec.kind == AttributeKind::kPairList && attribute.count % 2 != 0)
    return Status::invalid(
        fmt::format("attribute {} has {} entries where pairs are expected",
                    spec.name, attribute.count));
  if (attribute.count > 0 && attribute.data == nullptr)
    return Status::invalid(
        fmt::format("attribute {} has a null pointer for its {} entries",
                    spec.name, attribute.count));
  return {};
}

Result<Attributes::Integers> integers_of(const AssayAttribute& attribute,
                                         const AttributeSpec& spec,
                                         const AssayCall& call) {
  if (attribute.kind == ASSAY_ATTRIBUTE_BOOL) {
    const auto* bools = static_cast<const std::uint8_t*>(attribute.data);
    return Attributes::Integers(bools, bools + attribute.count);
  }
  if (attribute.kind == ASSAY_ATTRIBUTE_DTYPE) {
    const auto& code = *static_cast<const AssayDType*>(attribute.data);
    const auto dtype = dtype_of_abi(code);
    if (!dtype)
      return Status::unsupported(
          "dtype", fmt::format("there is no dtype {}", abi_dtype_text(code)));
    return Attributes::Integers{static_cast<std::int64_t>(*dtype)};
  }
  if (attribute.kind == ASSAY_ATTRIBUTE_ELEMENT) {
    const auto dtype = element_dtype_of(call);
    if (!dtype)
      return Status::invalid(fmt::format(
          "attribute {} is an element of no known dtype", spec.name));
    const ElementBits bits =
        load_element(static_cast<const std::byte*>(attribute.data), *dtype, 0);
    return Attributes::Integers{static_cast<std::int64_t>(bits.re),
                                static_cast<std::int64_t>(bits.im)};
  }
  const auto* integers = static_cast<const std::int64_t*>(attribute.data);
  const auto names = spec.choices;
  if (!names.empty() && (integers[0] < 0 || integers[0] >= std::ssize(names)))
    return Status::invalid(
        fmt::format("attribute {} is {} where 0 to {} is expected", spec.name,
                    integers[0], names.size() - 1));
  return Attributes::Integers(integers, integers + attribute.count);
}

}  // namespace

std::optional<DType> dtype_of_abi(AssayDType dtype) {
  for (const DTypeSpec& spec : kDTypes)
    if (spec.dlpack_code == dtype.code && spec.bits == dtype.bits)
      return dtype.lanes == 1 ? std::optional(spec.dtype) : std::nullopt;
  return std::nullopt;
}

std::string abi_dtype_text(AssayDType dtype) {
  return fmt::format("{{{}, {}, {}}}", dtype.code, dtype.bits, dtype.lanes);
}

std::optional<Op> op_of_id(std::uint32_t id) {
  if (id >= kIdLimit || kPositions[id] < 0) return std::nullopt;
  return static_cast<Op>(kPositions[id]);
}

std::uint32_t abi_kind(StatusCode code, std::string_view kind) {
  const auto kinds = kinds_of(code);
  const auto place = std::find(kinds.begin(), kinds.end(), kind);
  if (place == kinds.end()) return ASSAY_KIND_NONE;
  const auto at = static_cast<std::uint32_t>(place - kinds.begin());
  if (code == StatusCode::kNumeric)
    return ASSAY_KIND_NOT_POSITIVE_DEFINITE + at;
  // The kinds of numeric errors stand between the older and the later ones of
  // unsupported.
  constexpr std::uint32_t kOlder = ASSAY_KIND_VIEW - ASSAY_KIND_OP + 1;
  return at < kOlder ? ASSAY_KIND_OP + at : ASSAY_KIND_PLACEMENT + at - kOlder;
}

void fill_abi_tensor(AssayTensor& tensor, AssayBuffer* buffer, DType dtype,
                     const View& view) {
  tensor.struct_size = sizeof tensor;
  tensor.buffer = buffer;
  tensor.dtype = abi_dtype(dtype);
  tensor.rank = static_cast<std::uint32_t>(view.rank());
  tensor.offset = view.offset();
  std::copy_n(view.shape().begin(), view.rank(), tensor.shape);
  std::copy_n(view.strides().begin(), view.rank(), tensor.strides);
}

Result<View> view_of_abi(const AssayTensor& tensor) {
  if (tensor.rank > ASSAY_MAX_RANK)
    return Status::invalid(
        fmt::format("rank is {} where at most {} is expected", tensor.rank,
                    ASSAY_MAX_RANK));
  Shape shape(tensor.shape, tensor.shape + tensor.rank);
  if (!checked_element_count(shape))
    return Status::invalid(fmt::format(
        "shape is {}, not a list of possible extents", shape_text(shape)));
  return View(std::move(shape),
              Strides(tensor.strides, tensor.strides + tensor.rank),
              tensor.offset);
}

void AbiAttributes::assign(const Attributes& attributes, DType element) {
  const auto& entries = attributes.entries();
  count_ = entries.size();
  if (items_.size() < count_) items_.resize(count_);
  if (scalars_.size() < count_) scalars_.resize(count_);
  std::size_t bool_count = 0;
  for (const Attributes::Entry& entry : entries)
    if (abi_kind_of(spec_of(entry.key).kind) == ASSAY_ATTRIBUTE_BOOL)
      bool_count += entry.integers.size();
  if (bools_.size() < bool_count) bools_.resize(bool_count);
  std::uint8_t* next_bool = bools_.data();
  for (std::size_t i = 0; i < count_; ++i) {
    const Attributes::Integers& integers = entries[i].integers;
    AssayAttribute& item = items_[i];
    item.key = static_cast<std::uint16_t>(entries[i].key);
    item.kind = abi_kind_of(spec_of(entries[i].key).kind);
    item.count = static_cast<std::uint32_t>(integers.size());
    item.data = integers.data();
    switch (item.kind) {
      case ASSAY_ATTRIBUTE_BOOL:
        item.data = next_bool;
        for (std::int64_t value : integers) *next_bool++ = value != 0 ? 1 : 0;
        break;
      case ASSAY_ATTRIBUTE_ELEMENT:
        scalars_[i] = {};
        store_element(scalars_[i].element, element, 0,
                      attributes.element(entries[i].key));
        item.count = 1;
        item.data = scalars_[i].element;
        break;
      case ASSAY_ATTRIBUTE_DTYPE:
        scalars_[i].dtype = abi_dtype(static_cast<DType>(integers[0]));
        item.data = &scalars_[i].dtype;
        break;
      default:
        break;
    }
  }
}

Result<Attributes> attributes_of_abi(const AssayCall& call) {
  Attributes attributes;
  for (std::uint32_t i = 0; i < call.attribute_count; ++i) {
    const AssayAttribute& attribute = call.attributes[i];
    if (attribute.key >= kAttributeKeyCount)
      return Status::unsupported(
          "op",
          fmt::format("attribute key {} is of a later version", attribute.key));
    const AttributeSpec& spec = kAttributes[attribute.key];
    if (Status status = check_attribute(attribute, spec); !status.ok())
      return status;
    auto integers = integers_of(attribute, spec, call);
    if (!integers) return integers.status();
    attributes.set(spec.key, *std::move(integers));
  }
  return attributes;
}

}  // namespace assay
