// Lists the keys of attributes, the kinds of their values, and the choices that
// some of them name. spec/attributes.h says what each key means.
// Tested by tests/spec/attributes_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

// How the integers of an attribute are to be read.
enum class AttributeKind : std::uint8_t {
  kInteger,      // one integer
  kIntegerList,  // a list of integers
  kBool,         // one 0 or 1
  kBoolList,     // a list of 0 and 1
  kPairList,     // a list of [first, second]
  kElement,      // one element: the bits of both components
  kDType,        // one dtype
  kChoice,       // the position of a name in the attribute's list of choices
  kSubscripts,   // the labels of axes: a count of operands, then for each
                 // operand and for the result a length and its labels
};
inline constexpr int kAttributeKindCount = 9;

// Keys and their ids are append-only.
enum class AttributeKey : std::uint8_t {
  kAxis,
  kAxes,
  kKeepdims,
  kDescending,
  kOp,
  kShape,
  kPermutation,
  kRanges,
  kFlips,
  kPadding,
  kValue,
  kDType,
  kMode,
  kUniqueIndices,
  kKernelSize,
  kStride,
  kDilation,
  kOutputSize,
  kSizes,
  kUpper,
  kReduced,
  kFullMatrices,
  kVectors,
  kTranspose,
  kUnitDiag,
  kGroups,
  kBiased,
  kOutputPadding,
  kCeilMode,
  kIndexDType,
  kCountIncludePad,
  kSize,
  kStep,
  kScale,
  kSoftcap,
  kCausal,
  kMasked,
  kNegativeSlope,
  kAlpha,
  kBeta,
  kEpsilon,
  kInterpolation,
  kAlignCorners,
  kPaddingMode,
  kLow,
  kHigh,
  kK,
  kUpdate,
  kSteps,
  kTimes,
  kStart,
  kStop,
  kQMin,
  kQMax,
  kBlockSize,
  kLhsContracting,
  kRhsContracting,
  kLhsBatch,
  kRhsBatch,
  kStarts,
  kLimits,
  kStrides,
  kEdgeLow,
  kEdgeHigh,
  kInterior,
  kSliceSizes,
  kOffsetDims,
  kCollapsedSliceDims,
  kStartIndexMap,
  kIndexVectorDim,
  kOperandBatchingDims,
  kStartIndicesBatchingDims,
  kIndicesAreSorted,
  kUpdateWindowDims,
  kInsertedWindowDims,
  kScatterDimsToOperandDims,
  kAxisA,
  kAxisB,
  kBroadcastDims,
  kLeftSide,
  kLower,
  kTransposeA,
  kLhsConj,
  kRhsConj,
  kSubscripts,
};
// Stands for no attribute where a row may name one.
inline constexpr AttributeKey kNoAttribute{0xff};

// The scanned operation of associative_scan.
enum class Scan : std::uint8_t { kSum, kProd, kMax, kMin };
inline constexpr std::string_view kScanNames[] = {"sum", "prod", "max", "min"};

// How scatter combines an update with the element at its place.
enum class ScatterMode : std::uint8_t { kSet, kAdd, kMin, kMax };
inline constexpr std::string_view kScatterModeNames[] = {"set", "add", "min",
                                                         "max"};

// Which matrix a triangular solve takes: a, its transpose, or its conjugate
// transpose.
enum class TransposeA : std::uint8_t { kNone, kTranspose, kAdjoint };
inline constexpr std::string_view kTransposeANames[] = {"none", "transpose",
                                                        "adjoint"};

// How elements between positions are computed.
enum class Interpolation : std::uint8_t {
  kNearest,
  kNearestExact,
  kBilinear,
  kBicubic,
  kLanczos3,
};
inline constexpr std::string_view kInterpolationNames[] = {
    "nearest", "nearest_exact", "bilinear", "bicubic", "lanczos3"};

// Says which element a position outside of the operand shows.
enum class PaddingMode : std::uint8_t { kZeros, kBorder, kReflection };
inline constexpr std::string_view kPaddingModeNames[] = {"zeros", "border",
                                                         "reflection"};

// Says what a value does to the element at its place.
enum class UpdateMode : std::uint8_t { kAssign, kAdd, kMul, kMin, kMax, kOr };
inline constexpr std::string_view kUpdateModeNames[] = {"assign", "add", "mul",
                                                        "min",    "max", "or"};

}  // namespace assay
