// Draws the inputs of a sample, and decides which cells can be swept or
// sampled.
// Tested by tests/sweep/inputs_test.cc.
#include "sweep/inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// SplitMix64: its bits are independent enough to choose places in strata.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// Returns a number with its bits reversed, which spreads consecutive numbers
// evenly.
std::uint64_t reversed(std::uint64_t x) {
  std::uint64_t y = 0;
  for (int bit = 0; bit < 64; ++bit) y |= (x >> bit & 1) << (63 - bit);
  return y;
}

// Outside these binades a function is mostly x, 1 or a constant, or out of
// range, or all its digits depend on the reduction of the argument.
constexpr int kLowestBinade = -64;
constexpr int kHighestBinade = 11;

// Returns whether the op is swept: each element of its result must be a
// function of one or two elements of the dtype alone.
bool is_swept(const OpSpec& op) {
  return op.signature.is_lifted() && op.attributes.empty() &&
         op.signature.operands.size() <= 2;
}

}  // namespace

std::uint64_t Inputs::sampled_operand(std::uint64_t input, int operand) const {
  const FloatFormat& format = format_of(dtype);
  const int places = format.precision - 1;
  // Subnormals are binade 0. The binade of infinities and NaN is left out.
  const std::uint64_t binades = overflow_bits(format) >> places;
  const std::uint64_t round = input / kRoundInputs;
  // In each round the binades of the second operand meet those of the first in
  // another order.
  std::uint64_t place = input % (kRoundInputs / 2);
  const bool is_wide = input % kRoundInputs < kRoundInputs / 2;
  const std::uint64_t key = mixed(seed ^ mixed(static_cast<unsigned>(operand)));
  if (operand > 0)
    place = (place * 1103 + mixed(key ^ round)) % (kRoundInputs / 2);
  // In a format with few binades, each gets several inputs of a round.
  std::uint64_t stratum =
      round * (kRoundInputs / 2 / binades + 1) + place / binades;
  std::uint64_t binade = place % binades;
  std::uint64_t sign = mixed(key ^ place) + stratum;
  if (!is_wide) {
    const int bias = 1 - format.min_exponent;
    const int low = std::max(kLowestBinade + bias, 0);
    const int high =
        std::min<int>(kHighestBinade + bias, static_cast<int>(binades) - 1);
    const auto active = static_cast<std::uint64_t>(high - low + 1);
    binade = static_cast<std::uint64_t>(low) + place % active;
    sign = place / active;
    // Several inputs of the round are in one binade, each in another stratum.
    const std::uint64_t in_binade = kRoundInputs / 4 / active + 1;
    stratum = round * in_binade + place / active / 2;
  }
  // The strata are shifted by the binade, so that a round covers them all.
  const std::uint64_t start = mixed(key ^ binade << 1 ^ (is_wide ? 1 : 0));
  const std::uint64_t strata = (reversed(stratum) + start) >> 32 << 32;
  const std::uint64_t rest = mixed(key ^ mixed(input)) >> 32;
  const std::uint64_t significand = (strata | rest) >> (64 - places);
  return binade << places | significand |
         (sign % 2 == 0 ? 0 : sign_bit(format));
}

Result<Inputs> inputs_of(Op op, DType dtype) {
  const OpSpec& spec = spec_of(op);
  const bool unary = spec.signature.operands.size() == 1;
  if (!is_swept(spec))
    return Status::invalid(fmt::format(
        "{} is not a unary, binary or comparison op, and only those are swept",
        spec.name));
  if (need_of(op, *spec.variants.begin(), dtype, dtype) == Need::kNone)
    return Status::invalid(
        fmt::format("the contract has no {} on {}", spec.name, name_of(dtype)));
  const int limit = unary ? 32 : 8;
  if (spec_of(dtype).bits > limit)
    return Status::invalid(fmt::format(
        "{} has {} bits, and {} ops are swept on elements of at most {}",
        name_of(dtype), spec_of(dtype).bits, unary ? "unary" : "binary",
        limit));
  return Inputs{op, dtype, unary ? 1 : 2, 0, 0};
}

Result<Inputs> sampled_inputs_of(Op op, DType dtype, std::uint64_t rounds,
                                 std::uint64_t seed) {
  const OpSpec& spec = spec_of(op);
  const bool unary = spec.signature.operands.size() == 1;
  if (!is_swept(spec))
    return Status::invalid(
        fmt::format("{} is not a unary, binary or comparison op, and only "
                    "those are sampled",
                    spec.name));
  if (!is_real(dtype) || spec_of(dtype).bits < 16)
    return Status::invalid(fmt::format(
        "{} is not a real float of 16 bits or more, and only those are sampled",
        name_of(dtype)));
  if (need_of(op, *spec.variants.begin(), dtype, dtype) == Need::kNone)
    return Status::invalid(
        fmt::format("the contract has no {} on {}", spec.name, name_of(dtype)));
  if (rounds == 0 || rounds > std::uint64_t{1} << 32)
    return Status::invalid(fmt::format(
        "a sample cannot have {} rounds; expected 1 to 2^32", rounds));
  return Inputs{op, dtype, unary ? 1 : 2, rounds, seed};
}

std::optional<std::string> refused_inputs(const Inputs& inputs,
                                          const Profile& profile) {
  if (!is_integer(inputs.dtype)) return std::nullopt;
  const bool power = inputs.op == "pow"_op &&
                     category_of(inputs.dtype) == Category::kSigned &&
                     profile.is("pow.negative_exponent=error"_policy);
  const bool quotient =
      (inputs.op == "div"_op && profile.is("div.integer_zero=error"_policy)) ||
      (inputs.op == "mod"_op && profile.is("mod.integer_zero=error"_policy));
  if (!power && !quotient) return std::nullopt;
  return fmt::format(
      "profile {} answers {} with an error on some inputs of {}, so they "
      "cannot be in one call",
      profile.name, name_of(inputs.op), name_of(inputs.dtype));
}

}  // namespace assay
