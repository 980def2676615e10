// Lists the sources of the clauses of the quantization family, except those
// that aspects.h covers, and what Burn's traits say of it.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kQuantizationSources[] = {
    {"quantization.strided_operands", Place::kBurnFlex},
    {"quantization.box", Place::kHome,
     "A scale belongs to neighbours in every axis; runs of the storage would "
     "make the result depend on the layout."},
    {"quantization.block_size", Place::kHome,
     "A block that is cut off has no rule for its scale."},
    {"quantization.limits", Place::kHome,
     "Results are 8 bits wide, and 0 must stay 0."},
    {"quantization.scale_type", Place::kHome,
     "Burn keeps scales as float32 unless told otherwise."},
    {"quantization.positive", Place::kHome,
     "A division by 0 or by a subnormal scale has no integer."},
    {"quantize.clamped"},
    {"quantize.half", Place::kHome,
     "IEEE 754 rounds to the even neighbour, and so do PyTorch and ONNX; with "
     "such a scale every way to divide is exact."},
    {"quantize.infinite", Place::kHome,
     "The clamp holds for every element beyond the limits."},
    {"quantize.negative_zero", Place::kHome, "Integers have one zero."},
    {"quantize.near_half", Place::kHome,
     "A product with the rounded reciprocal of the scale is a sound way to "
     "divide, and falls on either side."},
    {"quantize.nan", Place::kHome, "No integer stands for NaN."},
    {"dequantize.overflow", Place::kHome,
     "IEEE 754 rounds what is beyond the range to infinity."},
    {"dequantize.float_dtype", Place::kHome,
     "Only a float can hold a fraction of a scale."},
    {"quantize_dynamic.half", Place::kHome,
     "Elements are quantized by the same rule as with a given scale."},
    {"quantize_dynamic.zeros", Place::kHome,
     "A division of 0 by the scale 0 would make NaN of a block of zeros."},
    {"quantize_dynamic.blocks_apart", Place::kHome,
     "Each block has a scale of its own."},
    {"quantize_dynamic.near_half", Place::kHome,
     "Two sound ways to compute the scale differ in its last bits."},
    {"quantize_dynamic.nonfinite", Place::kHome,
     "A scale of NaN or infinity has no quotients."},
    {"quantize_dynamic.scale_range", Place::kHome,
     "A scale that is subnormal or overflows has lost its digits."},
};

inline constexpr SourceStatement kBurnQuantizationStatements[] = {
    {Place::kBurnQuantization, 2,
     "quantize divides by the scale, rounds, and clamps to the range of the "
     "scheme.",
     "quantize.value quantize.clamped"},
    {Place::kBurnQuantization, 1,
     "dequantize multiplies by the scale and gives floats of the dtype asked "
     "for.",
     "dequantize.value dequantize.dtype"},
    {Place::kBurnQuantization, 1,
     "quantize_dynamic derives the scale from the largest magnitude and the "
     "range of the scheme.",
     "quantize_dynamic.value"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "quantization.strided_operands"},
};

}  // namespace assay
