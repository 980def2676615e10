// Lists the extents of each op's calls that an implementation could branch on.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/cliff_bugs.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

using Site = CallSite;

std::int64_t largest_extent(const Site& site) {
  std::int64_t largest = 0;
  for (const AssayTensor& tensor : site.operands)
    for (std::uint32_t axis = 0; axis < tensor.rank; ++axis)
      largest = std::max(largest, tensor.shape[axis]);
  for (std::int64_t extent : site.integers(ASSAY_KEY_SHAPE))
    largest = std::max(largest, extent);
  return largest;
}
std::int64_t first_extent(const Site& site) {
  return site.operands.empty() || site.operands[0].rank < 2
             ? 0
             : site.operands[0].shape[0];
}
std::int64_t middle_extent(const Site& site) {
  std::int64_t largest = 0;
  if (site.operands.empty()) return 0;
  const AssayTensor& tensor = site.operands[0];
  for (std::uint32_t axis = 1; axis + 1 < tensor.rank; ++axis)
    largest = std::max(largest, tensor.shape[axis]);
  return largest;
}
std::int64_t last_extent(const Site& site) {
  return site.operands.empty() ? 0 : extent_of(site.operands[0], -1);
}
std::int64_t strided_count(const Site& site) {
  std::int64_t largest = 0;
  for (const AssayTensor& tensor : site.operands)
    if (!is_row_major(tensor)) largest = std::max(largest, count_of(tensor));
  return largest;
}
std::int64_t kept_count(const Site& site) {
  const std::int64_t reduced = reduced_count(site);
  return reduced == 0 ? 0 : operand_count_of(site) / reduced;
}
std::int64_t along(const Site& site) { return extent_along(site); }
std::int64_t beside(const Site& site) {
  const std::int64_t extent = extent_along(site);
  return extent == 0 ? 0 : operand_count_of(site) / extent;
}
std::int64_t inner_of_axis(const Site& site) {
  std::int64_t inner = 1;
  const AssayTensor& tensor = site.operands[0];
  for (auto axis = static_cast<std::uint32_t>(site.axis()) + 1;
       axis < tensor.rank; ++axis)
    inner *= tensor.shape[axis];
  return inner;
}
std::int64_t index_count(const Site& site) {
  return site.operands.size() < 2 ? 0 : count_of(site.operands[1]);
}
// The elements of a slice, which are given by sizes or as an update.
std::int64_t window_count(const Site& site) {
  const auto sizes = site.integers(ASSAY_KEY_SLICE_SIZES);
  return sizes.empty() ? index_count(site) : element_count(sizes);
}
std::int64_t indices_along(const Site& site) {
  return site.operands.size() < 2 ? 0
                                  : extent_of(site.operands[1], site.axis());
}
std::int64_t member_count(const Site& site) {
  return static_cast<std::int64_t>(site.operands.size());
}
std::int64_t joined_extent(const Site& site) {
  std::int64_t sum = 0;
  for (const AssayTensor& tensor : site.operands)
    sum += extent_of(tensor, site.axis());
  return sum;
}
std::int64_t joined_count(const Site& site) {
  std::int64_t sum = 0;
  for (const AssayTensor& tensor : site.operands) sum += count_of(tensor);
  return sum;
}
std::int64_t pair_count(const Site& site) { return operand_count_of(site) / 2; }
std::int64_t kernel_count(const Site& site) {
  return element_count(site.integers(ASSAY_KEY_KERNEL_SIZE));
}
std::int64_t rows(const Site& site) { return extent_of(site.operands[0], -2); }
std::int64_t columns(const Site& site) {
  return extent_of(site.operands[1], -1);
}
std::int64_t inner(const Site& site) { return extent_of(site.operands[0], -1); }
std::int64_t batch(const Site& site) {
  return site.operands[0].rank < 3 ? 0 : batch_count(site.operands[0], 2);
}
std::int64_t row_step(const Site& site) {
  std::int64_t largest = 0;
  for (const AssayTensor& tensor : site.operands)
    for (std::uint32_t axis = 0; axis < tensor.rank; ++axis)
      largest = std::max(largest, std::abs(tensor.strides[axis]));
  return largest;
}
std::int64_t listed_count(const Site& site, std::uint16_t key) {
  std::int64_t count = 1;
  for (const std::int64_t axis : site.integers(key))
    count *= extent_of(site.operands[0], axis);
  return count;
}
std::int64_t contracted(const Site& site) {
  return listed_count(site, ASSAY_KEY_LHS_CONTRACTING);
}
std::int64_t batched(const Site& site) {
  return listed_count(site, ASSAY_KEY_LHS_BATCH);
}
std::int64_t offset_of(const Site& site) {
  std::int64_t largest = 0;
  for (const AssayTensor& tensor : site.operands)
    largest = std::max(largest, tensor.offset);
  return largest;
}
std::int64_t right_hand_sides(const Site& site) {
  return site.operands[1].rank < site.operands[0].rank
             ? 1
             : extent_of(site.operands[1], -1);
}
std::int64_t transformed(const Site& site) {
  std::int64_t largest = 0;
  for (std::int64_t axis : site.integers(ASSAY_KEY_AXES))
    largest = std::max(largest, extent_of(site.operands[0], axis));
  for (std::int64_t size : site.integers(ASSAY_KEY_SIZES))
    largest = std::max(largest, size);
  return largest;
}
std::int64_t transforms(const Site& site) {
  const std::int64_t each = reduced_count(site);
  return each == 0 ? 0 : operand_count_of(site) / each;
}
std::int64_t channels(const Site& site) {
  return extent_of(site.operands[0], 1);
}
std::int64_t samples(const Site& site) {
  return extent_of(site.operands[0], 0);
}
std::int64_t channels_out(const Site& site) {
  return site.outs.empty() ? 0 : extent_of(site.outs[0], 1);
}
std::int64_t filter_taps(const Site& site) {
  std::int64_t taps = 1;
  for (std::uint32_t axis = 2; axis < site.operands[1].rank; ++axis)
    taps *= site.operands[1].shape[axis];
  return taps;
}
std::int64_t out_width(const Site& site) {
  return site.outs.empty() ? 0 : extent_of(site.outs[0], -1);
}
std::int64_t leading_count(const Site& site) {
  return batch_count(site.operands[0], 1);
}
std::int64_t queries(const Site& site) {
  return extent_of(site.operands[0], 2);
}
std::int64_t keys(const Site& site) { return extent_of(site.operands[1], 2); }
std::int64_t depth(const Site& site) { return extent_of(site.operands[0], 3); }
std::int64_t heads(const Site& site) {
  return batch_count(site.operands[0], 2);
}

// The elements of the first int32 operand after the first one.
std::int64_t selected_places(const Site& site) {
  for (std::size_t i = 1; i < site.operands.size(); ++i)
    if (dtype_of(site.operands[i]) == DType::kInt32)
      return count_of(site.operands[i]);
  return 0;
}
std::int64_t scale_count(const Site& site) {
  return count_of(site.operands.size() > 1 ? site.operands[1] : site.outs[1]);
}

constexpr CliffRole kElementwise[] = {{"elements", operand_count_of},
                                      {"strided elements", strided_count},
                                      {"last extent", last_extent},
                                      {"stride", row_step},
                                      {"offset", offset_of}};
constexpr CliffRole kMoving[] = {{"elements", operand_count_of},
                                 {"strided elements", strided_count},
                                 {"extent", largest_extent},
                                 {"first extent", first_extent},
                                 {"middle extent", middle_extent},
                                 {"last extent", last_extent},
                                 {"stride", row_step},
                                 {"offset", offset_of}};
constexpr CliffRole kReductions[] = {{"reduced", reduced_count},
                                     {"kept", kept_count},
                                     {"elements", operand_count_of},
                                     {"strided elements", strided_count},
                                     {"stride", row_step}};
constexpr CliffRole kAlong[] = {{"axis", along},
                                {"slices", beside},
                                {"inner extent", inner_of_axis},
                                {"strided elements", strided_count},
                                {"stride", row_step}};
constexpr CliffRole kGather[] = {{"data along the axis", along},
                                 {"indices along the axis", indices_along},
                                 {"indices", index_count},
                                 {"data elements", operand_count_of},
                                 {"strided elements", strided_count}};
constexpr CliffRole kPlacedWindows[] = {{"elements", operand_count_of},
                                        {"extent", largest_extent},
                                        {"indices", index_count},
                                        {"strided elements", strided_count}};
constexpr CliffRole kSlicesByData[] = {{"elements", operand_count_of},
                                       {"extent", largest_extent},
                                       {"window", window_count},
                                       {"strided elements", strided_count}};
constexpr CliffRole kCat[] = {{"members", member_count},
                              {"joined extent", joined_extent},
                              {"elements", joined_count},
                              {"strided elements", strided_count}};
constexpr CliffRole kCreation[] = {{"elements", operand_count_of},
                                   {"extent", largest_extent}};
constexpr CliffRole kThreefry[] = {{"pairs", pair_count},
                                   {"strided elements", strided_count}};
constexpr CliffRole kUnfold[] = {{"elements", operand_count_of},
                                 {"extent", largest_extent},
                                 {"kernel", kernel_count}};
constexpr CliffRole kFold[] = {{"windows", last_extent},
                               {"elements", operand_count_of},
                               {"kernel", kernel_count}};
constexpr CliffRole kMatmul[] = {{"m", rows},
                                 {"n", columns},
                                 {"k", inner},
                                 {"batch", batch},
                                 {"strided elements", strided_count},
                                 {"leading dimension", row_step}};
constexpr CliffRole kDotGeneral[] = {{"terms", contracted},
                                     {"batch", batched},
                                     {"extent", largest_extent},
                                     {"elements", joined_count},
                                     {"strided elements", strided_count}};
constexpr CliffRole kEinsum[] = {{"extent", largest_extent},
                                 {"elements", joined_count},
                                 {"strided elements", strided_count}};
constexpr CliffRole kFourier[] = {{"length", transformed},
                                  {"transforms", transforms},
                                  {"elements", operand_count_of},
                                  {"strided elements", strided_count}};
constexpr CliffRole kFactorization[] = {{"rows", rows},
                                        {"columns", inner},
                                        {"batch", batch},
                                        {"leading dimension", row_step}};
constexpr CliffRole kSolve[] = {{"order", rows},
                                {"right-hand sides", right_hand_sides},
                                {"batch", batch},
                                {"leading dimension", row_step}};

constexpr CliffRole kConvolution[] = {
    {"channels", channels}, {"channels out", channels_out},
    {"taps", filter_taps},  {"last extent", last_extent},
    {"samples", samples},   {"strided elements", strided_count}};
constexpr CliffRole kPooling[] = {{"channels", channels},
                                  {"kernel", kernel_count},
                                  {"last extent", last_extent},
                                  {"samples", samples},
                                  {"strided elements", strided_count}};
constexpr CliffRole kResampling[] = {{"channels", channels},
                                     {"last extent", last_extent},
                                     {"width out", out_width},
                                     {"samples", samples},
                                     {"strided elements", strided_count}};
constexpr CliffRole kLinear[] = {{"leading", leading_count},
                                 {"inner", last_extent},
                                 {"outputs", out_width},
                                 {"strided elements", strided_count}};
constexpr CliffRole kAttention[] = {
    {"queries", queries}, {"keys", keys},
    {"depth", depth},     {"value width", out_width},
    {"heads", heads},     {"strided elements", strided_count}};
constexpr CliffRole kNormalization[] = {{"elements", operand_count_of},
                                        {"last extent", last_extent},
                                        {"rows", leading_count},
                                        {"strided elements", strided_count}};

constexpr CliffRole kProductsOfVectors[] = {
    {"slices", beside}, {"strided elements", strided_count}};
constexpr CliffRole kRegions[] = {{"elements", operand_count_of},
                                  {"last extent", last_extent},
                                  {"strided elements", strided_count}};
constexpr CliffRole kSelections[] = {{"elements", operand_count_of},
                                     {"last extent", last_extent},
                                     {"indices", selected_places},
                                     {"strided elements", strided_count}};
constexpr CliffRole kSequences[] = {{"elements", out_count_of}};
constexpr CliffRole kQuantization[] = {{"elements", operand_count_of},
                                       {"last extent", last_extent},
                                       {"scales", scale_count},
                                       {"strided elements", strided_count}};

std::span<const CliffRole> selection_roles(const Signature& signature) {
  if (signature.operands.empty()) return kSequences;
  for (const Argument& operand : signature.operands)
    if (operand.role == Role::kInt32 || operand.role == Role::kIndex)
      return kSelections;
  return kRegions;
}

}  // namespace

std::span<const CliffRole> cliff_roles(Op op) {
  const OpSpec& spec = spec_of(op);
  const Signature& signature = spec.signature;
  const std::string_view family = family_of(op).name;
  if (!signature.is_executed()) return {};
  if (signature.is_by_element || family == "elementwise" ||
      family == "pointwise")
    return kElementwise;
  if (family == "reduction" && spec.has(AttributeKey::kKeepdims))
    return kReductions;
  if (family == "reduction" || family == "sorting") return kAlong;
  if (family == "movement" && signature.operands[0].is_list) return kCat;
  if (family == "memory" && signature.operands.empty()) return kCreation;
  if (family == "movement" || family == "memory") return kMoving;
  if (family == "random") return kThreefry;
  if (family == "indexing" && spec.has(AttributeKey::kIndexVectorDim))
    return kPlacedWindows;
  if (family == "indexing" && spec.set == "lax") return kSlicesByData;
  if (family == "indexing") return kGather;
  if (family == "windows")
    return name_of(op) == "fold" ? std::span<const CliffRole>(kFold)
                                 : std::span<const CliffRole>(kUnfold);
  if (spec.has(AttributeKey::kLhsContracting)) return kDotGeneral;
  if (family == "contraction" && signature.operands[0].is_list) return kEinsum;
  if (family == "contraction") return kMatmul;
  if (family == "convolution") return kConvolution;
  if (family == "pooling") return kPooling;
  if (family == "resampling") return kResampling;
  if (family == "linear") return kLinear;
  if (family == "attention") return kAttention;
  if (family == "activation")
    return spec.has(AttributeKey::kAxis)
               ? std::span<const CliffRole>(kAlong)
               : std::span<const CliffRole>(kElementwise);
  if (family == "normalization") return kNormalization;
  if (family == "statistics")
    return spec.has(AttributeKey::kKeepdims)
               ? std::span<const CliffRole>(kReductions)
               : std::span<const CliffRole>(kProductsOfVectors);
  if (family == "ordering") return kAlong;
  if (family == "selection") return selection_roles(signature);
  if (family == "quantization") return kQuantization;
  if (family == "fourier") return kFourier;
  if (family == "linalg")
    return signature.operands.size() == 2
               ? std::span<const CliffRole>(kSolve)
               : std::span<const CliffRole>(kFactorization);
  return {};
}

}  // namespace assay::adversary
