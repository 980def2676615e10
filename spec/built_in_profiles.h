// Lists the built-in profiles but nx. spec/profile_sources.h says where each
// library documents its values, and what it does not promise.
// Tested by tests/spec/profile_test.cc.
#pragma once

#include "spec/profile.h"

namespace assay {

// Holds what NumPy documents about the functions that adapters/numpy calls.
inline constexpr Profile kNumpy =
    Profile{"numpy"}
        .with("round.half=even"_policy)
        .with("div.integer=floor"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("pow.negative_exponent=error"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("sum.order=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("prod.accumulator=same"_policy)
        .with("scan.narrow=each_step"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("contiguous.offset=kept"_policy)
        .with("gather.negative=wrap"_policy)
        .with("gather.out_of_range=error"_policy)
        .with("scatter.out_of_range=error"_policy)
        .with("fft.norm=backward"_policy)
        .with("svd.values=same"_policy)
        .with("eig.values=same"_policy)
        .with("scatter.duplicates=any"_policy);

// Holds what PyTorch documents about the functions that adapters/array_api
// calls.
inline constexpr Profile kTorch =
    Profile{"torch"}
        .with("round.half=even"_policy)
        .with("div.integer_zero=error"_policy)
        .with("mod.integer_zero=error"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("sign.nan=zero"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("cast.float8_overflow=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("prod.accumulator=same"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("sort.nan=greatest"_policy)
        .with("sort.complex_nan=any"_policy)
        .with("contiguous.offset=kept"_policy)
        .with("gather.out_of_range=error"_policy)
        .with("scatter.out_of_range=error"_policy)
        .with("fft.norm=backward"_policy)
        .with("triangular_solve.transpose=plain"_policy)
        .with("svd.values=same"_policy)
        .with("eig.values=same"_policy)
        .with("flip.result=copy"_policy)
        .with("solve.singular=any"_policy)
        .with("scatter.duplicates=any"_policy)
        .with("conv.padding=any"_policy)
        .with("conv.algorithm=any"_policy)
        .with("attention.causal=top_left"_policy)
        .with("attention.weights=dtype"_policy)
        .with("topk.tie=any"_policy)
        .with("shift.count=saturate"_policy);

// Holds what the array API standard promises. Most of what real libraries
// differ on is open there.
inline constexpr Profile kArrayApi =
    Profile{"array_api"}
        .with("round.half=even"_policy)
        .with("mod.sign=divisor"_policy)
        .with("div.integer=floor"_policy)
        .with("div.integer_zero=any"_policy)
        .with("mod.integer_zero=any"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("clamp_general.crossed=any"_policy)
        .with("pow.negative_exponent=any"_policy)
        .with("pow.overflow=any"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("sum.order=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("sum.float64=any"_policy)
        .with("prod.accumulator=same"_policy)
        .with("scan.narrow=each_step"_policy)
        .with("float.subnormal=any"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("max.empty=any"_policy)
        .with("argmax.nan=any"_policy)
        .with("sort.nan=any"_policy)
        .with("sort.complex_nan=any"_policy)
        .with("gather.negative=wrap"_policy)
        .with("gather.out_of_range=any"_policy)
        .with("fft.norm=backward"_policy)
        .with("svd.values=same"_policy)
        .with("eig.values=same"_policy)
        .with("view.write=any"_policy)
        .with("solve.singular=any"_policy)
        .with("cholesky.failure=any"_policy);

// Holds what JAX documents about jax.numpy and jax.lax on CPUs.
inline constexpr Profile kJax =
    Profile{"jax"}
        .with("round.half=even"_policy)
        .with("div.integer_zero=any"_policy)
        .with("mod.integer_zero=any"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("sign.zero=kept"_policy)
        .with("pow.negative_exponent=any"_policy)
        .with("pow.overflow=any"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("cast.complex_bool=real"_policy)
        .with("sum.order=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("sum.float64=any"_policy)
        .with("prod.accumulator=same"_policy)
        .with("scan.narrow=each_step"_policy)
        .with("float.subnormal=any"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("sort.nan=greatest"_policy)
        .with("sort.complex_nan=any"_policy)
        .with("gather.negative=wrap"_policy)
        .with("gather.out_of_range=any"_policy)
        .with("scatter.out_of_range=drop"_policy)
        .with("fft.norm=backward"_policy)
        .with("svd.values=same"_policy)
        .with("eig.values=same"_policy)
        .with("flip.result=copy"_policy)
        .with("view.write=any"_policy)
        .with("solve.singular=any"_policy)
        .with("cholesky.failure=any"_policy)
        .with("scatter.duplicates=any"_policy)
        .with("conv.padding=any"_policy)
        .with("conv.algorithm=any"_policy)
        .with("dynamic_slice.negative=wrap"_policy)
        .with("scatter_general.out_of_range=drop_window"_policy)
        .with("scatter_general.order=any"_policy)
        .with("broadcast_in_dim.order=increasing"_policy);

// Holds what the specification of StableHLO says about single operations.
inline constexpr Profile kStablehlo =
    Profile{"stablehlo"}
        .with("div.integer_zero=any"_policy)
        .with("mod.integer_zero=any"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("sign.zero=kept"_policy)
        .with("pow.negative_exponent=any"_policy)
        .with("pow.overflow=any"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("cast.float8_overflow=any"_policy)
        .with("cast.complex_bool=real"_policy)
        .with("sum.order=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("sum.float64=any"_policy)
        .with("prod.accumulator=same"_policy)
        .with("scan.narrow=each_step"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("max.empty=identity"_policy)
        .with("gather.out_of_range=clamp"_policy)
        .with("scatter.out_of_range=drop"_policy)
        .with("fft.norm=backward"_policy)
        .with("flip.result=copy"_policy)
        .with("view.write=any"_policy)
        .with("solve.singular=any"_policy)
        .with("cholesky.failure=any"_policy)
        .with("cholesky.triangle=any"_policy)
        .with("triangular_solve.unit_diag=assumed"_policy)
        .with("scatter.duplicates=any"_policy)
        .with("conv.padding=any"_policy)
        .with("conv.algorithm=any"_policy)
        .with("scatter_general.order=any"_policy);

// Holds what the operators of ONNX document.
inline constexpr Profile kOnnx =
    Profile{"onnx"}
        .with("round.half=even"_policy)
        .with("div.integer_zero=any"_policy)
        .with("mod.integer_zero=any"_policy)
        .with("recip.integer_zero=any"_policy)
        .with("max.nan=any"_policy)
        .with("pow.negative_exponent=any"_policy)
        .with("pow.overflow=any"_policy)
        .with("cast.out_of_range=any"_policy)
        .with("cast.float8_overflow=saturate"_policy)
        .with("sum.order=any"_policy)
        .with("sum.accumulator=same"_policy)
        .with("sum.float64=any"_policy)
        .with("prod.accumulator=same"_policy)
        .with("scan.narrow=each_step"_policy)
        .with("float.subnormal=any"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("max.empty=identity"_policy)
        .with("argmax.nan=any"_policy)
        .with("sort.nan=any"_policy)
        .with("gather.negative=wrap"_policy)
        .with("gather.out_of_range=error"_policy)
        .with("scatter.out_of_range=error"_policy)
        .with("fft.norm=backward"_policy)
        .with("flip.result=copy"_policy)
        .with("view.write=any"_policy)
        .with("scatter.duplicates=any"_policy)
        .with("conv.padding=any"_policy)
        .with("conv.algorithm=any"_policy)
        .with("attention.causal=top_left"_policy)
        .with("pool.nan=any"_policy);

// Holds what the traits of Burn's backends (0.22) document and burn-flex does.
inline constexpr Profile kBurn = Profile{"burn"}
                                     .with("round.half=even"_policy)
                                     .with("mod.sign=divisor"_policy)
                                     .with("div.integer_zero=error"_policy)
                                     .with("mod.integer_zero=error"_policy)
                                     .with("recip.integer_zero=any"_policy)
                                     .with("max.nan=any"_policy)
                                     .with("sign.nan=zero"_policy)
                                     .with("pow.negative_exponent=any"_policy)
                                     .with("sum.order=any"_policy)
                                     .with("sum.accumulator=same"_policy)
                                     .with("layout.bits=within_bound"_policy)
                                     .with("sort.nan=total_order"_policy)
                                     .with("sort.complex_nan=any"_policy)
                                     .with("gather.out_of_range=error"_policy)
                                     .with("scatter.out_of_range=error"_policy)
                                     .with("view.write=value"_policy)
                                     .with("conv.padding=any"_policy)
                                     .with("shift.count=mask_width"_policy)
                                     .with("mean.integer=wrapped"_policy)
                                     .with("quantize.half=away"_policy);

// Holds what tenferro documents, which is that it returns typed errors, and
// what its CPU backend does where it documents nothing.
inline constexpr Profile kTenferro =
    Profile{"tenferro"}
        .with("cast.out_of_range=error"_policy)
        .with("sum.order=any"_policy)
        .with("layout.bits=within_bound"_policy)
        .with("reduce.empty=error"_policy)
        .with("div.integer_zero=error"_policy)
        .with("mod.integer_zero=error"_policy)
        .with("pow.negative_exponent=error"_policy)
        .with("fft.norm=backward"_policy)
        .with("triangular_solve.transpose=plain"_policy)
        .with("svd.values=same"_policy)
        .with("eig.values=same"_policy)
        .with("reshape.order=column"_policy)
        .with("scatter_general.out_of_range=clamp"_policy)
        .with("dot_general.order=batch_last"_policy)
        .with("lu.parity=same"_policy)
        .with("solve.singular=any"_policy);

inline constexpr const Profile* kProfiles[] = {&kNx,       &kNumpy, &kTorch,
                                               &kArrayApi, &kJax,   &kStablehlo,
                                               &kOnnx,     &kBurn,  &kTenferro};

}  // namespace assay
