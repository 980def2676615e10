// The attributes of a call: axis, axes, keepdims, …, by key. Every value is a
// list of 64-bit integers underneath, so that files, the wire and the C ABI
// each convert a handful of kinds and never an op.
// Tested by tests/spec/attributes_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/attribute_keys.h"
#include "spec/dtype.h"
#include "spec/element.h"
#include "spec/shape.h"

namespace assay {

struct AttributeSpec {
  AttributeKey key;
  std::string_view name;
  AttributeKind kind;
  std::string_view text;                           // what it means, in one line
  std::span<const std::string_view> choices = {};  // the names of a kChoice
  std::string_view choices_name = {};              // what the list is called
  bool is_optional = false;                        // a call may leave it out
};

// permute and flip call their attribute "axes", as reductions do; the key
// tells the kind apart, the name is that of the interface.
inline constexpr AttributeSpec kAttributes[] = {
    {AttributeKey::kAxis, "axis", AttributeKind::kInteger,
     "the axis worked along, 0 <= axis < rank"},
    {AttributeKey::kAxes, "axes", AttributeKind::kIntegerList,
     "distinct axes, in any order"},
    {AttributeKey::kKeepdims, "keepdims", AttributeKind::kBool,
     "whether reduced axes stay, with extent 1"},
    {AttributeKey::kDescending, "descending", AttributeKind::kBool,
     "whether larger values come first"},
    {AttributeKey::kOp, "op", AttributeKind::kChoice,
     "the scanned operation: sum, prod, max or min", kScanNames, "scan"},
    {AttributeKey::kShape, "shape", AttributeKind::kIntegerList,
     "the shape of the result"},
    {AttributeKey::kPermutation, "axes", AttributeKind::kIntegerList,
     "axis i of the result is axis axes[i] of the operand"},
    {AttributeKey::kRanges, "ranges", AttributeKind::kPairList,
     "[start, stop) per axis, start < stop"},
    {AttributeKey::kFlips, "axes", AttributeKind::kBoolList,
     "per axis, whether it is reversed"},
    {AttributeKey::kPadding, "padding", AttributeKind::kPairList,
     "[before, after] per axis; for windows, per spatial axis"},
    {AttributeKey::kValue, "value", AttributeKind::kElement,
     "the fill value, in the dtype"},
    {AttributeKey::kDType, "dtype", AttributeKind::kDType,
     "the dtype of the result"},
    {AttributeKey::kMode, "mode", AttributeKind::kChoice,
     "what an update does to its place: set, add, min or max",
     kScatterModeNames, "scatter_mode"},
    {AttributeKey::kUniqueIndices, "unique_indices", AttributeKind::kBool,
     "a hint that no place is updated twice"},
    {AttributeKey::kKernelSize, "kernel_size", AttributeKind::kIntegerList,
     "the extents of a window, per spatial axis"},
    {AttributeKey::kStride, "stride", AttributeKind::kIntegerList,
     "the step from window to window, per spatial axis"},
    {AttributeKey::kDilation, "dilation", AttributeKind::kIntegerList,
     "the step within a window, per spatial axis"},
    {AttributeKey::kOutputSize, "output_size", AttributeKind::kIntegerList,
     "the spatial extents of the result"},
    {AttributeKey::kSizes,
     "s",
     AttributeKind::kIntegerList,
     "the extents of the result, one per entry of axes; optional",
     {},
     {},
     true},
    {AttributeKey::kUpper, "upper", AttributeKind::kBool,
     "whether the triangle is the upper one"},
    {AttributeKey::kReduced, "reduced", AttributeKind::kBool,
     "whether Q and R have only min(m, n) columns and rows"},
    {AttributeKey::kFullMatrices, "full_matrices", AttributeKind::kBool,
     "whether U and V are square"},
    {AttributeKey::kVectors, "vectors", AttributeKind::kBool,
     "whether eigenvectors are returned too"},
    {AttributeKey::kTranspose, "transpose", AttributeKind::kBool,
     "whether the transposed system is solved"},
    {AttributeKey::kUnitDiag, "unit_diag", AttributeKind::kBool,
     "whether the diagonal is taken to be ones and not read"},
    {AttributeKey::kGroups, "groups", AttributeKind::kInteger,
     "the number of groups that channels are split into"},
    {AttributeKey::kBiased, "biased", AttributeKind::kBool,
     "whether the call has a bias"},
    {AttributeKey::kOutputPadding, "output_padding",
     AttributeKind::kIntegerList,
     "what the result is longer at the end, per spatial axis"},
    {AttributeKey::kCeilMode, "ceil_mode", AttributeKind::kBool,
     "whether windows that do not fit whole count too"},
    {AttributeKey::kIndexDType, "index_dtype", AttributeKind::kDType,
     "the dtype of results that are indices"},
    {AttributeKey::kCountIncludePad, "count_include_pad", AttributeKind::kBool,
     "whether padding counts in the divisor of a mean"},
    {AttributeKey::kSize, "size", AttributeKind::kInteger,
     "the extent of a window along the axis"},
    {AttributeKey::kStep, "step", AttributeKind::kInteger,
     "the step along the axis, from window to window or element to element"},
    {AttributeKey::kScale,
     "scale",
     AttributeKind::kElement,
     "the factor of the scores, in the dtype; 1/√d if it is left out",
     {},
     {},
     true},
    {AttributeKey::kSoftcap,
     "softcap",
     AttributeKind::kElement,
     "the limit that scores approach, in the dtype; none if it is left out",
     {},
     {},
     true},
    {AttributeKey::kCausal, "causal", AttributeKind::kBool,
     "whether a query sees no key after its own place"},
    {AttributeKey::kMasked, "masked", AttributeKind::kBool,
     "whether the call has a mask"},
    {AttributeKey::kNegativeSlope, "negative_slope", AttributeKind::kElement,
     "the factor of negative elements, in the dtype"},
    {AttributeKey::kAlpha, "alpha", AttributeKind::kElement,
     "the factor of x or of the product, in the dtype"},
    {AttributeKey::kBeta, "beta", AttributeKind::kElement,
     "what is added to the product, or the factor of out, in the dtype"},
    {AttributeKey::kEpsilon, "epsilon", AttributeKind::kElement,
     "what is added to a variance, in the dtype"},
    {AttributeKey::kInterpolation, "interpolation", AttributeKind::kChoice,
     "how elements between positions are computed: nearest, nearest_exact, "
     "bilinear, bicubic or lanczos3",
     kInterpolationNames, "interpolation"},
    {AttributeKey::kAlignCorners, "align_corners", AttributeKind::kBool,
     "whether the outermost positions meet, instead of the outer edges"},
    {AttributeKey::kPaddingMode, "padding_mode", AttributeKind::kChoice,
     "what a position outside of the operand shows: zeros, border or "
     "reflection",
     kPaddingModeNames, "padding_mode"},
    {AttributeKey::kLow,
     "low",
     AttributeKind::kElement,
     "the least value, in the dtype; none if it is left out",
     {},
     {},
     true},
    {AttributeKey::kHigh,
     "high",
     AttributeKind::kElement,
     "the greatest value, in the dtype; none if it is left out",
     {},
     {},
     true},
    {AttributeKey::kK, "k", AttributeKind::kInteger,
     "how many elements of a slice are wanted"},
    {AttributeKey::kUpdate, "update", AttributeKind::kChoice,
     "what a value does to its place: assign, add, mul, min, max or or",
     kUpdateModeNames, "update"},
    {AttributeKey::kSteps, "steps", AttributeKind::kIntegerList,
     "the step per axis; a negative one walks its range backwards"},
    {AttributeKey::kTimes, "times", AttributeKind::kInteger,
     "how many repetitions the result has"},
    {AttributeKey::kStart, "start", AttributeKind::kInteger,
     "the first integer"},
    {AttributeKey::kStop, "stop", AttributeKind::kInteger,
     "the integer that ends the sequence and is not in it"},
    {AttributeKey::kQMin, "qmin", AttributeKind::kInteger,
     "the least quantized integer"},
    {AttributeKey::kQMax, "qmax", AttributeKind::kInteger,
     "the greatest quantized integer"},
    {AttributeKey::kBlockSize, "block_size", AttributeKind::kIntegerList,
     "the extents of a block, one per axis; empty for one block"},
    {AttributeKey::kLhsContracting, "lhs_contracting",
     AttributeKind::kIntegerList, "the axes of lhs that are summed over"},
    {AttributeKey::kRhsContracting, "rhs_contracting",
     AttributeKind::kIntegerList,
     "the axes of rhs that are summed over, paired by position"},
    {AttributeKey::kLhsBatch, "lhs_batch", AttributeKind::kIntegerList,
     "the axes of lhs that number the products"},
    {AttributeKey::kRhsBatch, "rhs_batch", AttributeKind::kIntegerList,
     "the axes of rhs that number the products, paired by position"},
    {AttributeKey::kStarts, "starts", AttributeKind::kIntegerList,
     "the first index per axis"},
    {AttributeKey::kLimits, "limits", AttributeKind::kIntegerList,
     "the index per axis that ends the slice and is not in it"},
    {AttributeKey::kStrides, "strides", AttributeKind::kIntegerList,
     "the step per axis"},
    {AttributeKey::kEdgeLow, "edge_low", AttributeKind::kIntegerList,
     "what is put before the first element per axis; negative removes"},
    {AttributeKey::kEdgeHigh, "edge_high", AttributeKind::kIntegerList,
     "what is put after the last element per axis; negative removes"},
    {AttributeKey::kInterior, "interior", AttributeKind::kIntegerList,
     "what is put between neighbours per axis"},
    {AttributeKey::kSliceSizes, "slice_sizes", AttributeKind::kIntegerList,
     "the extents of a window, one per axis of x"},
    {AttributeKey::kOffsetDims, "offset_dims", AttributeKind::kIntegerList,
     "the axes of the result that run within a window"},
    {AttributeKey::kCollapsedSliceDims, "collapsed_slice_dims",
     AttributeKind::kIntegerList,
     "the axes of x that windows have extent 1 on and the result lacks"},
    {AttributeKey::kStartIndexMap, "start_index_map",
     AttributeKind::kIntegerList,
     "the axis of x of each component of an index vector"},
    {AttributeKey::kIndexVectorDim, "index_vector_dim", AttributeKind::kInteger,
     "the axis of the indices that holds index vectors; their rank if each "
     "element is one"},
    {AttributeKey::kOperandBatchingDims, "operand_batching_dims",
     AttributeKind::kIntegerList, "the axes of x that batches share"},
    {AttributeKey::kStartIndicesBatchingDims, "start_indices_batching_dims",
     AttributeKind::kIntegerList,
     "the axes of the indices that batches share, paired by position"},
    {AttributeKey::kIndicesAreSorted, "indices_are_sorted",
     AttributeKind::kBool, "a hint that index vectors ascend"},
    {AttributeKey::kUpdateWindowDims, "update_window_dims",
     AttributeKind::kIntegerList,
     "the axes of the updates that run within a window"},
    {AttributeKey::kInsertedWindowDims, "inserted_window_dims",
     AttributeKind::kIntegerList,
     "the axes of x that windows have extent 1 on and the updates lack"},
    {AttributeKey::kScatterDimsToOperandDims, "scatter_dims_to_operand_dims",
     AttributeKind::kIntegerList,
     "the axis of x of each component of an index vector"},
    {AttributeKey::kAxisA, "axis_a", AttributeKind::kInteger,
     "the axis along which the diagonal runs"},
    {AttributeKey::kAxisB, "axis_b", AttributeKind::kInteger,
     "the other axis of the diagonal"},
    {AttributeKey::kBroadcastDims, "broadcast_dims",
     AttributeKind::kIntegerList,
     "the axis of the result of each axis of the operand"},
    {AttributeKey::kLeftSide, "left_side", AttributeKind::kBool,
     "whether the matrix is the left factor"},
    {AttributeKey::kLower, "lower", AttributeKind::kBool,
     "whether the triangle is the lower one"},
    {AttributeKey::kTransposeA, "transpose_a", AttributeKind::kChoice,
     "which matrix is taken: none, transpose or adjoint", kTransposeANames,
     "transpose_a"},
    {AttributeKey::kLhsConj, "lhs_conj", AttributeKind::kBool,
     "whether lhs is conjugated"},
    {AttributeKey::kRhsConj, "rhs_conj", AttributeKind::kBool,
     "whether rhs is conjugated"},
    {AttributeKey::kSubscripts, "subscripts", AttributeKind::kSubscripts,
     "a label for each axis of the operands and of the result"},
};
inline constexpr int kAttributeKeyCount = std::size(kAttributes);
constexpr const AttributeSpec& spec_of(AttributeKey key) {
  return kAttributes[static_cast<std::size_t>(key)];
}

class Attributes {
 public:
  using Integers = std::vector<std::int64_t>;
  struct Entry {
    AttributeKey key;
    Integers integers;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // Sets an attribute, replacing an earlier value.
  Attributes& set(AttributeKey key, Integers integers);

  // Setters that say what they set, for callers in C++.
  Attributes& axis(std::int64_t value);
  Attributes& axes(Integers value);
  Attributes& keepdims(bool value);
  Attributes& descending(bool value);
  Attributes& op(Scan value);
  Attributes& shape(Shape value);
  Attributes& permutation(Integers value);
  Attributes& ranges(const std::vector<std::pair<std::int64_t, std::int64_t>>&);
  Attributes& flips(const std::vector<bool>& value);
  Attributes& padding(
      const std::vector<std::pair<std::int64_t, std::int64_t>>&);
  Attributes& value(ElementBits bits);
  Attributes& dtype(DType value);
  Attributes& mode(ScatterMode value);
  Attributes& interpolation(Interpolation value);
  Attributes& padding_mode(PaddingMode value);
  Attributes& update(UpdateMode value);
  Attributes& transpose_a(TransposeA value);
  // Set a key of kind bool, and one of kind element.
  Attributes& flag(AttributeKey key, bool value);
  Attributes& element(AttributeKey key, ElementBits bits);

  // Returns the integers of an attribute, or null if it is not set.
  const Integers* find(AttributeKey key) const;

  // Typed readers; the attribute must be set, which infer() checks.
  std::int64_t axis() const;
  const Integers& axes() const;
  bool keepdims() const;
  bool descending() const;
  Scan op() const;
  const Shape& shape() const;
  const Integers& permutation() const;
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges() const;
  std::vector<bool> flips() const;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding() const;
  ElementBits value() const;
  DType dtype() const;
  ScatterMode mode() const;
  Interpolation interpolation() const;
  PaddingMode padding_mode() const;
  UpdateMode update() const;
  TransposeA transpose_a() const;
  bool flag(AttributeKey key) const;
  ElementBits element(AttributeKey key) const;
  const Integers& integers(AttributeKey key) const { return *find(key); }

  // In the order of the keys, whatever order they were set in.
  const std::vector<Entry>& entries() const { return entries_; }
  friend bool operator==(const Attributes&, const Attributes&) = default;

 private:
  std::vector<Entry> entries_;
};

}  // namespace assay
