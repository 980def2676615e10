// Says for each value of the profiles of interfaces that others document where
// the documentation has it, and what it leaves open. `assay list profiles` and
// the exported contract print these rows.
// Tested by tests/spec/profile_sources_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "spec/profile.h"

namespace assay {

// Says why a profile has a value.
enum class Basis : std::uint8_t {
  kDocumented,  // the documentation promises it
  kOpen,        // the documentation leaves it open
  kSilent,      // the documentation says nothing, so nothing is promised
  kObserved,    // the documentation says nothing, and every run shows it
};
inline constexpr std::string_view kBasisTexts[] = {"documented", "left open",
                                                   "not promised", "observed"};

// Holds the source of one value of one profile.
struct ValueSource {
  std::string_view profile;
  Policy policy;
  Basis basis;
  std::string_view place;  // an address or a function, and what it says
};

// Sorted by profile, and within a profile in the order of the axes.
inline constexpr ValueSource kValueSources[] = {
    // https://docs.pytorch.org/docs/stable, PyTorch 2.15
    {"torch", "round.half=even"_policy, Basis::kDocumented,
     "generated/torch.round.html: round half to even"},
    {"torch", "mod.sign=dividend"_policy, Basis::kDocumented,
     "generated/torch.fmod.html: the sign of the dividend"},
    {"torch", "div.integer=truncate"_policy, Basis::kDocumented,
     "generated/torch.div.html: rounding_mode=\"trunc\""},
    {"torch", "div.integer_zero=error"_policy, Basis::kObserved,
     "torch.div raises ZeroDivisionError"},
    {"torch", "mod.integer_zero=error"_policy, Basis::kDocumented,
     "generated/torch.fmod.html: raises on CPUs, any value on GPUs"},
    {"torch", "recip.integer_zero=any"_policy, Basis::kSilent,
     "torch.reciprocal of integers is of float32"},
    {"torch", "max.nan=propagate"_policy, Basis::kDocumented,
     "generated/torch.maximum.html: a NaN is returned"},
    {"torch", "sign.nan=zero"_policy, Basis::kObserved,
     "torch.sign of NaN is 0"},
    {"torch", "cast.out_of_range=any"_policy, Basis::kSilent,
     "generated/torch.Tensor.to.html says nothing about the range"},
    {"torch", "cast.float8_overflow=any"_policy, Basis::kSilent,
     "generated/torch.Tensor.to.html says nothing about the range"},
    {"torch", "sum.accumulator=same"_policy, Basis::kSilent,
     "generated/torch.nn.functional.avg_pool2d.html and others"},
    {"torch", "prod.accumulator=same"_policy, Basis::kSilent,
     "generated/torch.prod.html"},
    {"torch", "float.subnormal=kept"_policy, Basis::kDocumented,
     "generated/torch.set_flush_denormal.html: kept unless asked"},
    {"torch", "layout.bits=within_bound"_policy, Basis::kOpen,
     "notes/numerical_accuracy.html, batched computations or slice "
     "computations"},
    {"torch", "sort.nan=greatest"_policy, Basis::kObserved,
     "torch.sort has NaN last ascending and first descending"},
    {"torch", "sort.complex_nan=any"_policy, Basis::kSilent,
     "generated/torch.sort.html"},
    {"torch", "contiguous.offset=kept"_policy, Basis::kDocumented,
     "generated/torch.Tensor.contiguous.html: a contiguous tensor is returned "
     "itself"},
    {"torch", "gather.negative=precondition"_policy, Basis::kObserved,
     "torch.gather raises for -1, which indexing by [] counts from the end"},
    {"torch", "gather.out_of_range=error"_policy, Basis::kObserved,
     "torch.gather raises on CPUs"},
    {"torch", "scatter.out_of_range=error"_policy, Basis::kObserved,
     "torch.scatter raises on CPUs"},
    {"torch", "fft.norm=backward"_policy, Basis::kDocumented,
     "generated/torch.fft.ifftn.html: norm, by default 1/n"},
    {"torch", "triangular_solve.transpose=plain"_policy, Basis::kObserved,
     "torch.linalg.solve_triangular has no transpose; A.mT is its operand"},
    {"torch", "svd.values=same"_policy, Basis::kDocumented,
     "generated/torch.linalg.svd.html: S has the real dtype of A"},
    {"torch", "eig.values=same"_policy, Basis::kDocumented,
     "generated/torch.linalg.eig.html: the complex dtype of A's precision"},
    {"torch", "flip.result=copy"_policy, Basis::kDocumented,
     "generated/torch.flip.html: makes a copy"},
    {"torch", "solve.singular=any"_policy, Basis::kDocumented,
     "generated/torch.linalg.solve_triangular.html: the result may contain "
     "NaN"},
    {"torch", "scatter.duplicates=any"_policy, Basis::kOpen,
     "generated/torch.Tensor.scatter_.html: nondeterministic if not unique"},
    {"torch", "conv.padding=any"_policy, Basis::kSilent,
     "generated/torch.nn.functional.conv2d.html"},
    {"torch", "conv.algorithm=any"_policy, Basis::kOpen,
     "notes/numerical_accuracy.html, extremal values: intermediate results may "
     "overflow"},
    {"torch", "attention.causal=top_left"_policy, Basis::kDocumented,
     "generated/torch.nn.functional.scaled_dot_product_attention.html: upper "
     "left"},
    {"torch", "attention.weights=dtype"_policy, Basis::kDocumented,
     "generated/torch.nn.functional.scaled_dot_product_attention.html: the "
     "example multiplies weights of the dtype"},
    {"torch", "topk.tie=any"_policy, Basis::kOpen,
     "generated/torch.topk.html: indices of ties are not stable"},
    {"torch", "shift.count=saturate"_policy, Basis::kObserved,
     "torch.bitwise_left_shift shifts everything out"},

    // https://data-apis.org/array-api/draft/API_specification, April 2026
    {"array_api", "round.half=even"_policy, Basis::kDocumented,
     "generated/array_api.round.html: the even integer"},
    {"array_api", "mod.sign=divisor"_policy, Basis::kDocumented,
     "generated/array_api.remainder.html: the sign of x2"},
    {"array_api", "div.integer=floor"_policy, Basis::kDocumented,
     "generated/array_api.floor_divide.html; there is no other quotient of "
     "integers"},
    {"array_api", "div.integer_zero=any"_policy, Basis::kOpen,
     "generated/array_api.floor_divide.html, notes"},
    {"array_api", "mod.integer_zero=any"_policy, Basis::kOpen,
     "generated/array_api.remainder.html, notes"},
    {"array_api", "recip.integer_zero=any"_policy, Basis::kOpen,
     "generated/array_api.reciprocal.html is of floats"},
    {"array_api", "sign.nan=nan"_policy, Basis::kDocumented,
     "generated/array_api.sign.html, special cases"},
    {"array_api", "sign.zero=positive"_policy, Basis::kDocumented,
     "generated/array_api.sign.html: 0 for zeros of both signs"},
    {"array_api", "pow.negative_exponent=any"_policy, Basis::kOpen,
     "generated/array_api.pow.html, notes"},
    {"array_api", "pow.overflow=any"_policy, Basis::kSilent,
     "generated/array_api.pow.html"},
    {"array_api", "cast.out_of_range=any"_policy, Basis::kOpen,
     "generated/array_api.astype.html: NaN and infinities; silent on numbers "
     "out of range"},
    {"array_api", "sum.order=any"_policy, Basis::kSilent,
     "generated/array_api.sum.html"},
    {"array_api", "sum.accumulator=same"_policy, Basis::kSilent,
     "generated/array_api.sum.html"},
    {"array_api", "sum.float64=any"_policy, Basis::kSilent,
     "generated/array_api.sum.html"},
    {"array_api", "prod.accumulator=same"_policy, Basis::kSilent,
     "generated/array_api.prod.html"},
    {"array_api", "scan.narrow=each_step"_policy, Basis::kSilent,
     "generated/array_api.cumulative_sum.html"},
    {"array_api", "float.subnormal=any"_policy, Basis::kOpen,
     "data_types.html, floating-point data types, note on subnormals"},
    {"array_api", "layout.bits=within_bound"_policy, Basis::kSilent,
     "there are no strides in the standard"},
    {"array_api", "max.empty=any"_policy, Basis::kOpen,
     "generated/array_api.max.html, notes"},
    {"array_api", "argmax.nan=any"_policy, Basis::kSilent,
     "generated/array_api.argmax.html"},
    {"array_api", "sort.nan=any"_policy, Basis::kOpen,
     "sorting_functions.html, note"},
    {"array_api", "sort.complex_nan=any"_policy, Basis::kOpen,
     "generated/array_api.sort.html is of real numbers"},
    {"array_api", "gather.negative=wrap"_policy, Basis::kDocumented,
     "indexing.html, single-axis indexing"},
    {"array_api", "gather.out_of_range=any"_policy, Basis::kOpen,
     "indexing.html, single-axis indexing; generated/array_api.take.html"},
    {"array_api", "fft.norm=backward"_policy, Basis::kDocumented,
     "extensions/generated/array_api.fft.ifft.html: norm"},
    {"array_api", "svd.values=same"_policy, Basis::kDocumented,
     "extensions/generated/array_api.linalg.svd.html"},
    {"array_api", "eig.values=same"_policy, Basis::kDocumented,
     "extensions/generated/array_api.linalg.eig.html"},
    {"array_api", "view.write=any"_policy, Basis::kOpen,
     "../design_topics/copies_views_and_mutation.html"},
    {"array_api", "solve.singular=any"_policy, Basis::kOpen,
     "extensions/generated/array_api.linalg.solve.html, notes"},
    {"array_api", "cholesky.failure=any"_policy, Basis::kOpen,
     "extensions/generated/array_api.linalg.cholesky.html, notes"},

    // https://docs.jax.dev/en/latest, JAX 0.10.2
    {"jax", "round.half=even"_policy, Basis::kDocumented,
     "_autosummary/jax.lax.RoundingMethod.html: TO_NEAREST_EVEN, which "
     "jnp.round takes"},
    {"jax", "mod.sign=dividend"_policy, Basis::kDocumented,
     "_autosummary/jax.lax.rem.html: the sign of x"},
    {"jax", "div.integer=truncate"_policy, Basis::kDocumented,
     "_autosummary/jax.lax.div.html"},
    {"jax", "div.integer_zero=any"_policy, Basis::kOpen,
     "_autosummary/jax.lax.div.html: implementation defined"},
    {"jax", "mod.integer_zero=any"_policy, Basis::kOpen,
     "_autosummary/jax.lax.rem.html: implementation defined"},
    {"jax", "recip.integer_zero=any"_policy, Basis::kSilent,
     "_autosummary/jax.numpy.reciprocal.html"},
    {"jax", "sign.zero=kept"_policy, Basis::kDocumented,
     "_autosummary/jax.lax.sign.html: -0 for -0"},
    {"jax", "pow.negative_exponent=any"_policy, Basis::kSilent,
     "_autosummary/jax.lax.pow.html"},
    {"jax", "pow.overflow=any"_policy, Basis::kSilent,
     "_autosummary/jax.lax.pow.html"},
    {"jax", "cast.out_of_range=any"_policy, Basis::kOpen,
     "notebooks/Common_Gotchas_in_JAX.html, miscellaneous divergences from "
     "NumPy: depends on the backend"},
    {"jax", "sum.order=any"_policy, Basis::kSilent,
     "_autosummary/jax.numpy.sum.html"},
    {"jax", "sum.accumulator=same"_policy, Basis::kSilent,
     "_autosummary/jax.numpy.sum.html"},
    {"jax", "sum.float64=any"_policy, Basis::kSilent,
     "_autosummary/jax.numpy.sum.html"},
    {"jax", "prod.accumulator=same"_policy, Basis::kSilent,
     "_autosummary/jax.numpy.prod.html"},
    {"jax", "scan.narrow=each_step"_policy, Basis::kSilent,
     "_autosummary/jax.lax.cumsum.html"},
    {"jax", "float.subnormal=any"_policy, Basis::kDocumented,
     "notebooks/Common_Gotchas_in_JAX.html, miscellaneous divergences from "
     "NumPy: flushed to zero on some backends"},
    {"jax", "layout.bits=within_bound"_policy, Basis::kSilent,
     "arrays have no strides"},
    {"jax", "sort.nan=greatest"_policy, Basis::kObserved,
     "jnp.sort has every NaN last ascending and first descending; its page "
     "has those with the sign bit first"},
    {"jax", "sort.complex_nan=any"_policy, Basis::kSilent,
     "_autosummary/jax.numpy.sort.html"},
    {"jax", "gather.negative=wrap"_policy, Basis::kDocumented,
     "_autosummary/jax.numpy.ndarray.at.html: wrap_negative_indices"},
    {"jax", "gather.out_of_range=any"_policy, Basis::kOpen,
     "_autosummary/jax.numpy.ndarray.at.html: by default all indices are "
     "assumed to be in bounds"},
    {"jax", "scatter.out_of_range=drop"_policy, Basis::kDocumented,
     "_autosummary/jax.numpy.ndarray.at.html: ignored in updates by default"},
    {"jax", "fft.norm=backward"_policy, Basis::kDocumented,
     "_autosummary/jax.numpy.fft.ifftn.html: norm"},
    {"jax", "svd.values=same"_policy, Basis::kDocumented,
     "_autosummary/jax.numpy.linalg.svd.html"},
    {"jax", "eig.values=same"_policy, Basis::kDocumented,
     "_autosummary/jax.numpy.linalg.eig.html"},
    {"jax", "flip.result=copy"_policy, Basis::kDocumented,
     "notebooks/Common_Gotchas_in_JAX.html, in-place updates: arrays are "
     "immutable"},
    {"jax", "view.write=any"_policy, Basis::kDocumented,
     "notebooks/Common_Gotchas_in_JAX.html, in-place updates: arrays are "
     "immutable"},
    {"jax", "solve.singular=any"_policy, Basis::kSilent,
     "_autosummary/jax.lax.linalg.triangular_solve.html"},
    {"jax", "cholesky.failure=any"_policy, Basis::kDocumented,
     "_autosummary/jax.lax.linalg.cholesky.html: NaN"},
    {"jax", "scatter.duplicates=any"_policy, Basis::kOpen,
     "_autosummary/jax.numpy.ndarray.at.html: implementation-defined"},
    {"jax", "conv.padding=any"_policy, Basis::kSilent,
     "_autosummary/jax.lax.conv_general_dilated.html"},
    {"jax", "conv.algorithm=any"_policy, Basis::kSilent,
     "_autosummary/jax.lax.conv_general_dilated.html"},

    // https://openxla.org/stablehlo/spec, August 2026
    {"stablehlo", "round.half=away"_policy, Basis::kDocumented,
     "#round_nearest_afz; #round_nearest_even has the other"},
    {"stablehlo", "mod.sign=dividend"_policy, Basis::kDocumented,
     "#remainder: the sign of the dividend"},
    {"stablehlo", "div.integer=truncate"_policy, Basis::kDocumented,
     "#divide: any fractional part is discarded"},
    {"stablehlo", "div.integer_zero=any"_policy, Basis::kOpen,
     "#errors: implementation-defined unless called out"},
    {"stablehlo", "mod.integer_zero=any"_policy, Basis::kOpen, "#errors"},
    {"stablehlo", "recip.integer_zero=any"_policy, Basis::kOpen, "#errors"},
    {"stablehlo", "max.nan=propagate"_policy, Basis::kDocumented,
     "#maximum: maximum of IEEE 754"},
    {"stablehlo", "sign.nan=nan"_policy, Basis::kDocumented, "#sign"},
    {"stablehlo", "sign.zero=kept"_policy, Basis::kDocumented, "#sign"},
    {"stablehlo", "pow.negative_exponent=any"_policy, Basis::kOpen, "#errors"},
    {"stablehlo", "pow.overflow=any"_policy, Basis::kOpen, "#errors"},
    {"stablehlo", "cast.out_of_range=any"_policy, Basis::kOpen,
     "#convert: to be decided"},
    {"stablehlo", "cast.float8_overflow=any"_policy, Basis::kOpen,
     "#convert: to be decided"},
    {"stablehlo", "sum.order=any"_policy, Basis::kOpen,
     "#reduce: an implementation-defined tree"},
    {"stablehlo", "sum.accumulator=same"_policy, Basis::kDocumented,
     "#reduce: the body's dtype"},
    {"stablehlo", "sum.float64=any"_policy, Basis::kOpen,
     "#reduce: an implementation-defined tree"},
    {"stablehlo", "prod.accumulator=same"_policy, Basis::kDocumented,
     "#reduce: the body's dtype"},
    {"stablehlo", "scan.narrow=each_step"_policy, Basis::kDocumented,
     "#reduce_window: the body's dtype"},
    {"stablehlo", "float.subnormal=kept"_policy, Basis::kDocumented,
     "#floating-point-exceptions: underflow has the default result of IEEE "
     "754"},
    {"stablehlo", "layout.bits=within_bound"_policy, Basis::kOpen,
     "how tensors are represented is implementation-defined"},
    {"stablehlo", "max.empty=identity"_policy, Basis::kDocumented,
     "#reduce: nothing gives init_values"},
    {"stablehlo", "gather.negative=precondition"_policy, Basis::kDocumented,
     "#gather: clamped to 0"},
    {"stablehlo", "gather.out_of_range=clamp"_policy, Basis::kDocumented,
     "#gather: full_start_index"},
    {"stablehlo", "scatter.out_of_range=drop"_policy, Basis::kDocumented,
     "#scatter: results are updated at result_index if it is in bounds"},
    {"stablehlo", "fft.norm=backward"_policy, Basis::kDocumented,
     "#fft: IFFT is the inverse of FFT"},
    {"stablehlo", "flip.result=copy"_policy, Basis::kDocumented,
     "#values: tensors have no memory"},
    {"stablehlo", "view.write=any"_policy, Basis::kDocumented,
     "#values: tensors have no memory"},
    {"stablehlo", "solve.singular=any"_policy, Basis::kOpen, "#errors"},
    {"stablehlo", "cholesky.failure=any"_policy, Basis::kOpen,
     "#cholesky: undefined"},
    {"stablehlo", "cholesky.triangle=any"_policy, Basis::kOpen,
     "#cholesky: the other triangle is implementation-defined"},
    {"stablehlo", "triangular_solve.unit_diag=assumed"_policy, Basis::kOpen,
     "#triangular_solve: undefined unless the diagonal holds ones"},
    {"stablehlo", "scatter.duplicates=any"_policy, Basis::kOpen,
     "#scatter: an implementation-defined permutation"},
    {"stablehlo", "conv.padding=any"_policy, Basis::kOpen,
     "#convolution: a dot product of padded windows"},
    {"stablehlo", "conv.algorithm=any"_policy, Basis::kSilent, "#convolution"},

    // https://onnx.ai/onnx/operators, ONNX 1.23
    {"onnx", "round.half=even"_policy, Basis::kDocumented,
     "onnx__Round.html: to the nearest even integer"},
    {"onnx", "mod.sign=dividend"_policy, Basis::kDocumented,
     "onnx__Mod.html: fmod=1 has the sign of A"},
    {"onnx", "div.integer=truncate"_policy, Basis::kDocumented,
     "onnx__Div.html: truncating division"},
    {"onnx", "div.integer_zero=any"_policy, Basis::kSilent, "onnx__Div.html"},
    {"onnx", "mod.integer_zero=any"_policy, Basis::kSilent, "onnx__Mod.html"},
    {"onnx", "recip.integer_zero=any"_policy, Basis::kSilent,
     "onnx__Reciprocal.html is of floats"},
    {"onnx", "max.nan=any"_policy, Basis::kSilent, "onnx__Max.html"},
    {"onnx", "pow.negative_exponent=any"_policy, Basis::kSilent,
     "onnx__Pow.html"},
    {"onnx", "pow.overflow=any"_policy, Basis::kSilent, "onnx__Pow.html"},
    {"onnx", "cast.out_of_range=any"_policy, Basis::kOpen,
     "onnx__Cast.html: undefined if out of range"},
    {"onnx", "cast.float8_overflow=saturate"_policy, Basis::kDocumented,
     "onnx__Cast.html: saturate"},
    {"onnx", "sum.order=any"_policy, Basis::kSilent, "onnx__ReduceSum.html"},
    {"onnx", "sum.accumulator=same"_policy, Basis::kSilent,
     "onnx__ReduceSum.html"},
    {"onnx", "sum.float64=any"_policy, Basis::kSilent, "onnx__ReduceSum.html"},
    {"onnx", "prod.accumulator=same"_policy, Basis::kSilent,
     "onnx__ReduceProd.html"},
    {"onnx", "scan.narrow=each_step"_policy, Basis::kSilent,
     "onnx__CumSum.html"},
    {"onnx", "float.subnormal=any"_policy, Basis::kSilent,
     "no operator says anything"},
    {"onnx", "layout.bits=within_bound"_policy, Basis::kSilent,
     "tensors have no strides"},
    {"onnx", "max.empty=identity"_policy, Basis::kDocumented,
     "onnx__ReduceMax.html: minus infinity, or the minimum of the dtype"},
    {"onnx", "argmax.nan=any"_policy, Basis::kSilent, "onnx__ArgMax.html"},
    {"onnx", "sort.nan=any"_policy, Basis::kSilent, "onnx__TopK.html"},
    {"onnx", "gather.negative=wrap"_policy, Basis::kDocumented,
     "onnx__GatherElements.html: within [-s, s-1]"},
    {"onnx", "gather.out_of_range=error"_policy, Basis::kDocumented,
     "onnx__GatherElements.html: an error"},
    {"onnx", "scatter.out_of_range=error"_policy, Basis::kDocumented,
     "onnx__ScatterElements.html: an error"},
    {"onnx", "fft.norm=backward"_policy, Basis::kDocumented,
     "onnx__DFT.html: the inverse transform is divided by n"},
    {"onnx", "flip.result=copy"_policy, Basis::kDocumented,
     "tensors are values"},
    {"onnx", "view.write=any"_policy, Basis::kDocumented, "tensors are values"},
    {"onnx", "scatter.duplicates=any"_policy, Basis::kOpen,
     "onnx__ScatterElements.html: duplicates are not allowed"},
    {"onnx", "conv.padding=any"_policy, Basis::kSilent, "onnx__Conv.html"},
    {"onnx", "conv.algorithm=any"_policy, Basis::kSilent, "onnx__Conv.html"},
    {"onnx", "attention.causal=top_left"_policy, Basis::kDocumented,
     "onnx__Attention.html of opset 23"},
    {"onnx", "attention.empty_row=zero"_policy, Basis::kDocumented,
     "onnx__Attention.html: a zero output row"},
    {"onnx", "pool.nan=any"_policy, Basis::kSilent, "onnx__MaxPool.html"},
    {"onnx", "topk.tie=first"_policy, Basis::kDocumented,
     "onnx__TopK.html: the lower index appears first"},
};

// Returns the source of a profile's value of an axis, or null.
constexpr const ValueSource* source_of(std::string_view profile,
                                       std::size_t axis) {
  for (const ValueSource& source : kValueSources)
    if (source.profile == profile && source.policy.axis == axis) return &source;
  return nullptr;
}

// Returns the address that the places of a profile are relative to; empty if
// the profile has no sources.
constexpr std::string_view documentation_of(std::string_view profile) {
  constexpr std::pair<std::string_view, std::string_view> kAddresses[] = {
      {"torch", "https://docs.pytorch.org/docs/stable/"},
      {"array_api", "https://data-apis.org/array-api/draft/API_specification/"},
      {"jax", "https://docs.jax.dev/en/latest/"},
      {"stablehlo", "https://openxla.org/stablehlo/spec"},
      {"onnx", "https://onnx.ai/onnx/operators/"}};
  for (const auto& [name, address] : kAddresses)
    if (name == profile) return address;
  return {};
}

}  // namespace assay
