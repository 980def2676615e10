// Tables of exp, log and tanh for vectors of eight doubles, which hold 16
// entries in two registers. Written by scripts/fit_double_tables.py.
#pragma once

namespace assay::optimized {

// log(m) = log(m c) - log(c), by the first four bits of m from 3/4 to 3/2.
// -log(c) is within 2^-63.2.
inline constexpr double kLogFactor[] = {
    0x1.0000000000000p+0, 0x1.d41134c4dcd1cp-1, 0x1.bac4c8bdee930p-1,
    0x1.a4108cedcef34p-1, 0x1.8f9350c2968d5p-1, 0x1.7cfdf827b8306p-1,
    0x1.6c0f771a519efp-1, 0x1.5c91d3dc5e6f6p-1, 0x1.4e51be9222169p+0,
    0x1.4135e7698de6dp+0, 0x1.35174d05343b3p+0, 0x1.29da500c8f291p+0,
    0x1.1f6731897f864p+0, 0x1.15a96aadb87b0p+0, 0x1.0c8f25bb6605dp+0,
    0x1.0000000000000p+0};
inline constexpr double kLogBase[] = {0x0.0p+0,
                                      0x1.6f769c4f48000p-4,
                                      0x1.29870faf08000p-3,
                                      0x1.9554fb53e4000p-3,
                                      0x1.fbbe896f3e000p-3,
                                      0x1.2ea3a0fce1000p-2,
                                      0x1.5d305d3009000p-2,
                                      0x1.89b6da44ec000p-2,
                                      -0x1.11533f10bf000p-2,
                                      -0x1.d0bb211ff2000p-3,
                                      -0x1.81f6736884000p-3,
                                      -0x1.361cb03e44000p-3,
                                      -0x1.d9f0f61390000p-4,
                                      -0x1.4cb3f96b48000p-4,
                                      -0x1.88589c8a78000p-5,
                                      0x0.0p+0};

// Powers of 20 bits near 2^(-j / 16), and -log(power) - j log(2) / 16, which
// is within 2^-64.4.
inline constexpr double kPowerSixteenth[] = {
    0x1.0000000000000p+0, 0x1.ea4a000000000p-1, 0x1.d587800000000p-1,
    0x1.c19c200000000p-1, 0x1.ae91400000000p-1, 0x1.9c44000000000p-1,
    0x1.8ad4c00000000p-1, 0x1.7a12a00000000p-1, 0x1.6a03400000000p-1,
    0x1.5ab7200000000p-1, 0x1.4bf8c00000000p-1, 0x1.3df1000000000p-1,
    0x1.306c200000000p-1, 0x1.2380c00000000p-1, 0x1.172bc00000000p-1,
    0x1.0b52600000000p-1};
inline constexpr double kPowerShift[] = {0x0.0p+0,
                                         0x1.053df09e3a800p-17,
                                         -0x1.9efab5b7baa00p-15,
                                         -0x1.5b6a4837cb000p-16,
                                         -0x1.14d72ecfb2700p-14,
                                         0x1.94e81a67cee00p-15,
                                         -0x1.0a78595ba1000p-14,
                                         -0x1.d2e21f7b41800p-17,
                                         0x1.2cf4de29f7200p-14,
                                         -0x1.3979da5bce100p-14,
                                         0x1.e65257348de00p-15,
                                         -0x1.5473f86ba9500p-14,
                                         0x1.93e86b3f8c400p-15,
                                         0x1.83e8b31e11900p-14,
                                         -0x1.b9c5516e90000p-19,
                                         0x1.824fb08f02e00p-15};

}  // namespace assay::optimized
