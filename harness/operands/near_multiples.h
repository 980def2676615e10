// Lists the floats nearest to multiples of pi/2, and those next to small
// multiples. Their sin, cos or tan is as small as possible, so an argument
// reduction with too few bits of pi loses all digits of the result.
//
// scripts/find_near_multiples.py prints both tables. For each e it finds the
// significand m for which m 2^e is nearest to a multiple of pi/2. Such an m is
// a denominator of the continued fraction of 2^e / (pi/2) (Kahan, "Minimizing
// q*m-n", 1983). The first entry of float64 is 6381956970095103 * 2^797, the
// worst case of all (Muller et al., "Handbook of Floating-Point Arithmetic").
// Tested by tests/harness/operands/hard_operands_test.cc.
#pragma once

#include <cstdint>
#include <span>

#include "spec/dtype.h"

namespace assay {

inline constexpr std::uint64_t kNearMultiplesOfFloat64[] = {
    0x7506ac5b262ca1ff, 0x4046c6cbc45dc8de, 0x7516ac5b262ca1ff,
    0x4056c6cbc45dc8de, 0x416b951f1572eba5, 0x482504cac51f1eaf,
    0x7526ac5b262ca1ff, 0x7dee009c53148be1, 0x4066c6cbc45dc8de,
    0x6404c96c11134d36, 0x75bcfe482285f8ed, 0x6a7db41f3cb71d7b,
    0x4c4e7e44a78ac18c, 0x417b951f1572eba5, 0x526c45cd11154dfd,
    0x483504cac51f1eaf, 0x527c45cd11154dfd, 0x5e6b88cbb4e32576,
    0x597e3ca9b6c655cb, 0x66583009e2e9e2eb, 0x6a8db41f3cb71d7b,
    0x7dfe009c53148be1, 0x3ff921fb54442d18, 0x400921fb54442d18,
    0x4012d97c7f3321d2, 0x401921fb54442d18, 0x401f6a7a2955385e,
    0x4022d97c7f3321d2, 0x4025fdbbe9bba775, 0x402921fb54442d18,
    0x402f6a7a2955385e, 0x409921fb54442d18, 0x412921f83004c290,
    0x412921fb54442d18,
};
inline constexpr std::uint64_t kNearMultiplesOfFloat32[] = {
    0x6f79be45, 0x50a3e87f, 0x6ff9be45, 0x5123e87f, 0x437ce5f1, 0x7079be45,
    0x6a1976f1, 0x53b146a6, 0x65898498, 0x51a3e87f, 0x43fce5f1, 0x77584625,
    0x4c2332e9, 0x4096cbe4, 0x6c55da58, 0x70f9be45, 0x4a2562ae, 0x5c07bcd0,
    0x5c87bcd0, 0x66098498, 0x77d84625, 0x7ebdcda0, 0x3fc90fdb, 0x40490fdb,
    0x40c90fdb, 0x40fb53d1, 0x4116cbe4, 0x412feddf, 0x41490fdb, 0x417b53d1,
    0x44c90fdb, 0x49490fc2, 0x49490fdb,
};

// Returns the table of a format. It is empty for formats of 16 or fewer bits,
// because tests sweep all of their values.
constexpr std::span<const std::uint64_t> near_multiples_of_half_pi(
    const FloatFormat& format) {
  if (format.bits == 64) return kNearMultiplesOfFloat64;
  if (format.bits == 32) return kNearMultiplesOfFloat32;
  return {};
}

}  // namespace assay
