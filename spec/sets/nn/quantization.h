// Has the rows of the quantization family: floats as integers of 8 bits, and
// back, with one scale for all elements or one for each block.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

// The type rules of these ops (spec/type_rules_quantization.cc).
Result<std::vector<TensorType>> types_quantized(const CallTypes& call);
Result<std::vector<TensorType>> types_dequantized(const CallTypes& call);
Result<std::vector<TensorType>> types_quantized_with_scale(
    const CallTypes& call);

std::size_t variant_of_scales(const Attributes& attributes);
constexpr Need dequantize_need(DType, DType result, Need need) {
  if (!kWideFloats.contains(result)) return Need::kNone;
  return result == DType::kFloat32 ? need : Need::kOptional;
}

inline constexpr DTypeSet kOtherFloats = {DType::kFloat16, DType::kBfloat16,
                                          DType::kFloat64};
inline constexpr FixedList<Tolerance, 6> kProductWithScale = {
    {{DType::kInt8}, Accuracy::kCorrectlyRounded}};
inline constexpr FixedList<Tolerance, 6> kComputedScale = {
    {kWideFloats, Accuracy::kConditionAware, 1}};

inline constexpr OpSpec kQuantizationOps[] = {
    {.name = "quantize",
     .id = 480,
     .signature = {.name = "quantize",
                   .operands = {{.name = "x"},
                                {.name = "scale", .role = Role::kFloat32}},
                   .results = {{.name = "q", .role = Role::kDerived}},
                   .types = types_quantized},
     .attributes = {AttributeKey::kQMin, AttributeKey::kQMax,
                    AttributeKey::kBlockSize},
     .formula = "q[i] = x[i] / scale, rounded to the nearest integer and "
                "clamped to qmin … qmax; scale is that of the block of i",
     .variants = {{"tensor", {DType::kFloat32}, kOtherFloats, kAllExact},
                  {"block", {DType::kFloat32}, kOtherFloats, kAllExact}},
     .variant_rule = variant_of_scales,
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("quantize.value",
                     "Each element is divided by its scale and rounded to the "
                     "nearest integer."),
          documented("quantize.clamped",
                     "Integers beyond qmin and qmax become the nearer one."),
          clarified("quantize.half",
                    "A quotient halfway between two integers becomes the even "
                    "one, if the scale is a power of two."),
          clarified("quantize.infinite",
                    "An infinity becomes qmin or qmax, by its sign."),
          clarified("quantize.negative_zero",
                    "-0 and small negative elements give 0."),
          unspecified("quantize.near_half",
                      "Which of the two nearest integers the result is, where "
                      "the scale is no power of two and the quotient v is "
                      "within 2^-20·max(1, |v|) of halfway between them."),
          unspecified("quantize.nan", "The integer that NaN becomes.")}},
    {.name = "dequantize",
     .id = 481,
     .signature = {.name = "dequantize",
                   .operands = {{.name = "q"},
                                {.name = "scale", .role = Role::kFloat32}},
                   .results = {{.name = "out", .role = Role::kPaired}},
                   .types = types_dequantized},
     .attributes = {AttributeKey::kDType, AttributeKey::kBlockSize},
     .formula = "out[i] = scale · q[i]; scale is that of the block of i",
     .variants = {{"tensor", {DType::kInt8}, {}, kProductWithScale},
                  {"block", {DType::kInt8}, {}, kProductWithScale}},
     .variant_rule = variant_of_scales,
     .pair_need = dequantize_need,
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("dequantize.value",
                     "Each integer is multiplied by its scale, and the product "
                     "is rounded once. As another dtype than float32 it may be "
                     "rounded to float32 before."),
          clarified("dequantize.overflow",
                    "A product beyond the largest finite value is the infinity "
                    "of its sign."),
          documented("dequantize.dtype", "The result has the dtype asked for."),
          precondition("dequantize.float_dtype",
                       "dtype is float16, bfloat16, float32 or float64.",
                       ClauseStatus::kClarified)}},
    {.name = "quantize_dynamic",
     .id = 482,
     .signature = {.name = "quantize_dynamic",
                   .operands = {{.name = "x"}},
                   .results = {{.name = "q", .role = Role::kDerived},
                               {.name = "scale", .role = Role::kFloat32}},
                   .types = types_quantized_with_scale},
     .attributes = {AttributeKey::kQMin, AttributeKey::kQMax,
                    AttributeKey::kBlockSize},
     .formula = "scale = the largest |x[i]| of the block, divided by "
                "(qmax - qmin)/2; q = quantize(x, scale)",
     .variants = {{"tensor", {DType::kFloat32}, kOtherFloats, kComputedScale},
                  {"block", {DType::kFloat32}, kOtherFloats, kComputedScale}},
     .variant_rule = variant_of_scales,
     // The scales of a block of zeros: all that are positive and finite.
     .range = {0x1p-149, 0x1.fffffep127},
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("quantize_dynamic.value",
                     "Each block is quantized by the scale that takes its "
                     "largest magnitude to (qmax - qmin)/2. A scale that is a "
                     "power of two is exact; the scale S of the bound of any "
                     "other is four times its value."),
          clarified("quantize_dynamic.half",
                    "A quotient halfway between two integers becomes the even "
                    "one, if the scale is a power of two."),
          clarified("quantize_dynamic.every_term",
                    "No element is left out of the maximum, at any size."),
          clarified("quantize_dynamic.zeros",
                    "A block without elements other than zeros gives zeros, "
                    "and a scale that is positive and finite."),
          clarified("quantize_dynamic.blocks_apart",
                    "No element changes the results of another block."),
          unspecified("quantize_dynamic.near_half",
                      "Which of the two nearest integers the result is, where "
                      "the scale is no power of two and the quotient v is "
                      "within 2^-20·max(1, |v|) of halfway between them."),
          unspecified("quantize_dynamic.nonfinite",
                      "The results of a block with a NaN or an infinity."),
          unspecified("quantize_dynamic.scale_range",
                      "The results of a block whose scale is too small or too "
                      "large to be a normal float32.")}},
};

inline constexpr Clause kQuantizationClauses[] = {
    documented("quantization.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("quantization.box",
              "A block is a box of block_size in x, not a run of its storage; "
              "block b has the scale at index b."),
    clarified("quantization.empty", "An empty operand has an empty result.",
              EnforcedBy::kHarness),
    clarified("quantization.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("quantization.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("quantization.stray_writes",
              "Nothing outside the outs is written.", EnforcedBy::kHarness),
    clarified("quantization.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    precondition("quantization.block_size",
                 "block_size is empty, or has an entry for each axis of x, "
                 "which is positive and divides the extent.",
                 ClauseStatus::kClarified),
    precondition("quantization.limits", "-128 <= qmin <= 0 < qmax <= 127.",
                 ClauseStatus::kClarified),
    precondition("quantization.scale_type",
                 "scale is float32, of rank 0 if block_size is empty and "
                 "otherwise with an element for each block.",
                 ClauseStatus::kClarified),
    precondition("quantization.positive",
                 "Every scale is positive, finite and normal.",
                 ClauseStatus::kClarified),
    precondition("quantization.out",
                 "The outs have the dtypes and shapes of the results and are "
                 "C-contiguous."),
};

}  // namespace assay
