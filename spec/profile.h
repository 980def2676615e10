// Lists the policy axes on which real backends differ, and the profiles, which
// have one value for each axis. `nx` has the first value of each axis. Tested
// by tests/spec/profile_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Holds one policy axis: its name, its values with the canonical one first, and
// the source of the other values.
struct PolicyAxis {
  std::string_view name;
  std::array<std::string_view, 5> values;  // unused places are empty
  std::string_view source;  // of the values that are not canonical
};

// Lists the policy axes. An axis is here only if a real library needs it. There
// is no axis for the dtype in which integer sums are returned, because the
// caller's out decides it.
inline constexpr PolicyAxis kPolicyAxes[] = {
    {"round.half", {"away", "even"}, "NumPy round, PyTorch round, Burn round"},
    {"mod.sign", {"dividend", "divisor"}, "Burn remainder, PyTorch remainder"},
    {"div.integer", {"truncate", "floor"}, "NumPy floor_divide"},
    {"div.integer_zero",
     {"zero", "error", "any"},
     "Burn panics, PyTorch raises"},
    {"mod.integer_zero",
     {"zero", "error", "any"},
     "Burn panics, PyTorch raises; XLA returns the dividend"},
    {"recip.integer_zero",
     {"zero", "any"},
     "NumPy reciprocal: undefined for integer 0"},
    {"max.nan", {"propagate", "ignore", "any"}, "C fmax ignores"},
    {"sign.nan", {"nan", "zero"}, "PyTorch sign, Burn sign"},
    {"sign.zero", {"positive", "kept"}, "XLA and StableHLO sign: -0 is kept"},
    {"sign.complex", {"unit", "real_part"}, "NumPy 1 sign"},
    {"clamp_general.crossed",
     {"upper", "lower", "any"},
     "tenferro applies the lower bound last; C++ leaves crossed bounds "
     "undefined"},
    {"pow.negative_exponent",
     {"power", "zero", "error", "any"},
     "NumPy power raises, Burn takes the exponent for unsigned"},
    {"pow.overflow",
     {"wrap", "any"},
     "XLA reads six bits of an integer exponent: exponents above 63"},
    {"cast.out_of_range",
     {"saturate", "any", "error"},
     "C conversions, NumPy astype; tenferro refuses"},
    {"cast.float8_overflow",
     {"nonfinite", "saturate", "any"},
     "ONNX Cast saturates to the largest finite value by default"},
    {"cast.complex_bool",
     {"either", "real"},
     "StableHLO and JAX convert the real part alone to bool"},
    {"convert.check",
     {"dtype", "value"},
     "NumPy astype with casting=\"same_value\" checks each element"},
    {"sum.order",
     {"pairwise", "any"},
     "NumPy sum: pairwise along the fast axis only"},
    {"sum.accumulator",
     {"float32", "same"},
     "NumPy cumsum and sum of float16 along other axes round every step"},
    {"sum.float64",
     {"pairwise", "any"},
     "libraries that add float32 in float64, and float64 in order"},
    {"prod.accumulator",
     {"float32", "same"},
     "NumPy and PyTorch prod of float16 round every step"},
    {"scan.narrow",
     {"running", "each_step"},
     "NumPy cumsum and cumprod of float16 round each running value"},
    {"float.subnormal",
     {"kept", "flush_input", "flush_output", "flush_both", "any"},
     "processors set to flush (FTZ, DAZ); XLA and ONNX Runtime leave it open"},
    {"layout.bits",
     {"same", "within_bound"},
     "NumPy and PyTorch: contiguous operands take other code than strided"},
    {"reduce.empty", {"identity", "error"}, "tenferro"},
    {"max.empty",
     {"error", "identity", "any"},
     "StableHLO reduce and ONNX ReduceMax: the least value of the dtype; the "
     "array API standard leaves it open"},
    {"argmax.nan",
     {"first_nan", "ignore", "any"},
     "comparisons that are false for NaN; the array API standard and ONNX "
     "leave it open"},
    {"sort.nan",
     {"last", "greatest", "total_order", "any"},
     "PyTorch sort, Rust total_cmp; the array API standard leaves it open"},
    {"sort.complex_nan", {"last", "any"}, "comparisons of NaN parts"},
    {"contiguous.offset",
     {"fresh", "kept"},
     "NumPy ascontiguousarray: contiguity does not regard the offset"},
    {"gather.negative",
     {"precondition", "wrap"},
     "NumPy and PyTorch indexing: -1 is the last"},
    {"gather.out_of_range",
     {"precondition", "error", "clamp", "any"},
     "NumPy and PyTorch raise an error; StableHLO clamps; any: jax.numpy, "
     "whose "
     "mode is implementation-defined unless given"},
    {"scatter.out_of_range",
     {"precondition", "error", "clamp", "drop"},
     "NumPy and PyTorch raise an error; StableHLO drops the update"},
    {"scatter.base",
     {"template", "zero"},
     "scatter into zeros: one-hot and embedding gradients"},
    {"fft.norm",
     {"none", "backward"},
     "NumPy and PyTorch fft: the inverse is divided by n"},
    {"triangular_solve.transpose",
     {"conjugate", "plain"},
     "BLAS trsm with T instead of C"},
    {"svd.values",
     {"float64", "same"},
     "NumPy and PyTorch: singular values and those of eigh in the operand's "
     "real dtype"},
    {"eig.values",
     {"complex128", "same"},
     "NumPy, PyTorch and tenferro: the complex dtype of the operand's "
     "precision"},
    {"flip.result", {"view", "copy"}, "PyTorch and JAX return a copy"},
    {"view.write",
     {"shared", "value", "any"},
     "Burn tensors are values: a write to one copies what another one shows; "
     "arrays of JAX and MLX own their memory"},
    {"solve.singular",
     {"error", "any"},
     "PyTorch solve_triangular: the result may contain NaN"},
    {"cholesky.failure",
     {"error", "any"},
     "JAX returns NaN; StableHLO leaves it open"},
    {"cholesky.triangle",
     {"zero", "any"},
     "StableHLO leaves the other triangle of the factor open"},
    {"triangular_solve.unit_diag",
     {"unread", "assumed"},
     "StableHLO assumes that the elements of the diagonal are ones"},
    {"eig.norm",
     {"unit", "any"},
     "Earlier tenferro documented no length of vectors"},
    {"lu.parity",
     {"real", "same"},
     "tenferro: parity has the dtype of the operand, complex too"},
    {"full_piv_lu.singular",
     {"factor", "error", "any"},
     "Earlier tenferro: of two providers one factors and one refuses"},
    {"scatter.duplicates",
     {"last", "any"},
     "set: NumPy guarantees no order of assignments, PyTorch neither"},
    {"conv.padding",
     {"excluded", "any"},
     "PyTorch, JAX and ONNX Runtime may multiply padding by the weight"},
    {"conv.algorithm",
     {"direct", "any"},
     "cuDNN, oneDNN and NNPACK may compute by Winograd or Fourier transforms"},
    {"attention.causal",
     {"bottom_right", "top_left"},
     "PyTorch aligns the first query with the first key"},
    {"attention.empty_row",
     {"zero", "nan"},
     "PyTorch before 2.5 divides 0 by 0"},
    {"attention.weights",
     {"accumulator", "dtype"},
     "PyTorch rounds the weights of 16-bit floats before the second product"},
    {"pool.ceil",
     {"start_inside", "plain"},
     "Burn before 0.22 keeps a window in the padding"},
    {"pool.nan",
     {"propagate", "any"},
     "ONNX Runtime and earlier versions of Burn may lose a NaN"},
    {"topk.tie",
     {"first", "any"},
     "PyTorch topk does not order the indices of equal elements"},
    {"shift.count",
     {"any", "saturate", "mask_64", "mask_width"},
     "PyTorch shifts everything out; burn-flex takes the count modulo the "
     "width, "
     "and before 0.22 modulo 64"},
    {"mean.integer",
     {"exact", "wrapped"},
     "Burn wraps the sum of integers in the dtype before it divides"},
    {"quantize.half",
     {"even", "away"},
     "Burn rounds a quotient halfway between two integers away from zero"},
    {"reshape.order",
     {"row", "column"},
     "tenferro lists the elements column by column"},
    {"broadcast_in_dim.order",
     {"any", "increasing"},
     "jax.lax refuses dimensions that do not ascend"},
    {"session.bits",
     {"same", "bounded"},
     "libraries that choose kernels by what a session has measured"},
    {"fusion.contract",
     {"forbidden", "allowed"},
     "compilers of device code contract a product and a sum"},
    {"dynamic_slice.negative",
     {"clamp", "wrap"},
     "JAX counts a negative start from the end, once, and then clamps"},
    {"gather_general.out_of_range",
     {"clamp", "any"},
     "libraries that leave a window outside of the operand open"},
    {"scatter_general.out_of_range",
     {"drop_element", "drop_window", "clamp", "any"},
     "XLA drops the whole window, tenferro moves it inside"},
    {"scatter_general.order",
     {"fixed", "any"},
     "StableHLO prescribes no order; atomic additions of GPUs"},
    {"dot_general.order",
     {"batch_first", "batch_last"},
     "tenferro: batch axes are the last ones, as its tensors are stored column "
     "by column"},
};
inline constexpr std::size_t kPolicyAxisCount = std::size(kPolicyAxes);

// Identifies one value of one axis. The literal "round.half=even"_policy makes
// it.
struct Policy {
  std::size_t axis;
  std::uint8_t value;
};

consteval Policy operator""_policy(const char* text, std::size_t size) {
  const std::string_view literal(text, size);
  const std::size_t equals = literal.find('=');
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    if (kPolicyAxes[axis].name != literal.substr(0, equals)) continue;
    for (std::size_t value = 0; value < kPolicyAxes[axis].values.size();
         ++value)
      if (kPolicyAxes[axis].values[value] == literal.substr(equals + 1))
        return {axis, static_cast<std::uint8_t>(value)};
  }
  throw "spec/profile.h has no such axis or value";
}

struct Profile {
  std::string_view name;
  std::array<std::uint8_t, kPolicyAxisCount> values{};

  constexpr bool is(Policy policy) const {
    return values[policy.axis] == policy.value;
  }
  constexpr Profile with(Policy policy) const {
    Profile changed = *this;
    changed.values[policy.axis] = policy.value;
    return changed;
  }
};

// Has the canonical value of each axis. spec/built_in_profiles.h has the
// others.
inline constexpr Profile kNx{"nx"};

// Returns the profile with this name, or null if there is none.
const Profile* profile_named(std::string_view name);

// Returns "nx, numpy, …".
std::string profile_names();

}  // namespace assay
