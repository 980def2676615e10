// Polynomials of the functions' main ranges, and constants in parts whose sum
// is closer than one double. Written by scripts/fit_polynomials.py; P(t) is the
// sum of its coefficients times 1, t, t^2, ... The bound is on the error
// relative to the function, rounding of the coefficients included.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr double kLog2[] = {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45};
inline constexpr double kInverseLog2 = 0x1.71547652b82fep+0;
inline constexpr double kHalfPiParts[] = {
    0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e000000p-69,
    0x1.b839a252049c1p-104};
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
inline constexpr double kHalfPi[] = {0x1.921fb54442d18p+0,
                                     0x1.1a62633145c07p-54};
inline constexpr double kThird[] = {0x1.5555555555555p-2,
                                    0x1.5555555555555p-56};
// The first 256 bits of 2 / pi.
inline constexpr std::uint64_t kTwoOverPiBits[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561};

// exp(t) = 1 + t + t^2 P(t); within 2^-61.6.
inline constexpr double kExp[] = {
    0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,
    0x1.11111111100dcp-7,  0x1.6c16c16c162d5p-10, 0x1.a01a01abe78f9p-13,
    0x1.a01a01a6d84aap-16, 0x1.71de0232f4775p-19, 0x1.27e4db653346ep-22,
    0x1.af4de6a36d4fcp-26, 0x1.1f7301a8efa5cp-29};

// exp(t) = 1 + t + t^2 P(t); within 2^-44.0.
inline constexpr double kExpShort[] = {
    0x1.fffffffffe064p-2,  0x1.5555555554f96p-3,  0x1.55555565c746ep-5,
    0x1.111111170b889p-7,  0x1.6c166be0ac9c4p-10, 0x1.a019c36d4499dp-13,
    0x1.a136bb8abfb74p-16, 0x1.72ad42f9bb93fp-19};

// sinh(r) = r + r t P(t), t = r^2; within 2^-59.6.
inline constexpr double kSinh[] = {
    0x1.5555555555555p-3,  0x1.1111111111111p-7,  0x1.a01a01a0196acp-13,
    0x1.71de3a5aa7d2cp-19, 0x1.ae642c8266736p-26, 0x1.61bfab09616c8p-33};

// sinh(r) = r + r t P(t), t = r^2; within 2^-47.5.
inline constexpr double kSinhShort[] = {
    0x1.5555555554f96p-3, 0x1.111111170bdb3p-7, 0x1.a019c36b076b7p-13,
    0x1.72ad46b3fdd8ap-19};

// cosh(r) = 1 + t P(t), t = r^2; within 2^-65.3.
inline constexpr double kCosh[] = {
    0x1.0000000000000p-1,  0x1.5555555555557p-5,  0x1.6c16c16c15a68p-10,
    0x1.a01a01a9e9bd7p-16, 0x1.27e4d418f1ef1p-22, 0x1.1f7f284f42404p-29};

// cosh(r) = 1 + t P(t), t = r^2; within 2^-44.1.
inline constexpr double kCoshShort[] = {
    0x1.fffffffffe062p-2, 0x1.55555565c82a3p-5, 0x1.6c166bdd98304p-10,
    0x1.a136c0ab5c295p-16};

// log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2; within 2^-59.7.
inline constexpr double kLog[] = {0x1.5555555555555p-1, 0x1.9999999999a38p-2,
                                  0x1.2492492476ba1p-2, 0x1.c71c72017a15cp-3,
                                  0x1.745cf8f6c9119p-3, 0x1.3b1c38474d3eep-3,
                                  0x1.0fbe478772696p-3, 0x1.0c06cf14c641bp-3};

// log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2; within 2^-42.1.
inline constexpr double kLogShort[] = {
    0x1.5555555564f23p-1, 0x1.999998ca9ec73p-2, 0x1.2493242f22b76p-2,
    0x1.c67ab529f564fp-3, 0x1.8c8edd9198f8ep-3};

// log((1 + s) / (1 - s)) = 2s + 2s t (1/3 + t P(t)), t = s^2; within 2^-66.3.
inline constexpr double kLogTail[] = {
    0x1.999999999999ap-3, 0x1.2492492492522p-3, 0x1.c71c71c6ea871p-4,
    0x1.745d177aad02ap-4, 0x1.3b1395c881220p-4, 0x1.1118c9ee5b8a4p-4,
    0x1.df7c5bc7c7563p-5, 0x1.e032e4d8436a1p-5};

// sin(r) = r + r t P(t), t = r^2; within 2^-57.3.
inline constexpr double kSin[] = {-0x1.5555555555555p-3,  0x1.1111111111110p-7,
                                  -0x1.a01a01a019936p-13, 0x1.71de3a5460533p-19,
                                  -0x1.ae64541251e39p-26, 0x1.61217eaffbfdbp-33,
                                  -0x1.ab179e14267cdp-41};

// sin(r) = r + r t P(t), t = r^2; within 2^-45.7.
inline constexpr double kSinShort[] = {
    -0x1.555555555516ap-3, 0x1.1111110fd3857p-7, -0x1.a019fd9a76884p-13,
    0x1.71d9a96359771p-19, -0x1.aa28147f8571cp-26};

// cos(r) = 1 - t/2 + t^2 P(t), t = r^2; within 2^-60.0.
inline constexpr double kCos[] = {0x1.5555555555555p-5,  -0x1.6c16c16c16c16p-10,
                                  0x1.a01a01a019d09p-16, -0x1.27e4fb7712b8cp-22,
                                  0x1.1eed8deb644b7p-29, -0x1.9394b9bb6e16dp-37,
                                  0x1.ab782b04de8dep-45};

// cos(r) = 1 - t/2 + t^2 P(t), t = r^2; within 2^-50.2.
inline constexpr double kCosShort[] = {
    0x1.5555555555436p-5, -0x1.6c16c16b6122cp-10, 0x1.a019ff5339224p-16,
    -0x1.27e25ef8e35d4p-22, 0x1.1c819cf9094adp-29};

// atan(r) = r + r t P(t), t = r^2; within 2^-58.2.
inline constexpr double kAtan[] = {
    -0x1.5555555555555p-2, 0x1.9999999999953p-3,  -0x1.249249248d7e6p-3,
    0x1.c71c71c3045bap-4,  -0x1.745d165de250bp-4, 0x1.3b1392d7e8f74p-4,
    -0x1.110e87e6a8722p-4, 0x1.e19a10824a50bp-5,  -0x1.ac7a7bd8f05c0p-5,
    0x1.74dd67f0d3109p-5,  -0x1.1b32a3266af2ep-5, 0x1.0ad10221730d6p-6};

// atan(r) = r + r t P(t), t = r^2; within 2^-43.2.
inline constexpr double kAtanShort[] = {
    -0x1.5555555552614p-2, 0x1.999999885d999p-3,  -0x1.249240da41636p-3,
    0x1.c719636d4b2cap-4,  -0x1.7415b3b39088ap-4, 0x1.377e031c91c5ep-4,
    -0x1.edc0eb9c0960ep-5, 0x1.0df9d68ec3cb8p-5};

// asin(r) = r + r t P(t), t = r^2; within 2^-58.5.
inline constexpr double kAsin[] = {
    0x1.5555555555555p-3,  0x1.3333333333388p-4, 0x1.6db6db6dac1e0p-5,
    0x1.f1c71c7a52ba3p-6,  0x1.6e8ba123e494cp-6, 0x1.1c4efce23019fp-6,
    0x1.c990ad3d8fdcap-7,  0x1.7b027ee1dd585p-7, 0x1.3b49de7121487p-7,
    0x1.31622469ce5aep-7,  0x1.8f193743418fdp-9, 0x1.406192d12462ap-6,
    -0x1.3b416bb7d9258p-6, 0x1.e529c6fce9bb4p-6};

// asin(r) = r + r t P(t), t = r^2; within 2^-46.0.
inline constexpr double kAsinShort[] = {
    0x1.5555555554f05p-3, 0x1.33333335a9cd6p-4, 0x1.6db6d8e71341bp-5,
    0x1.f1c81c59ea536p-6, 0x1.6e72146fda29ep-6, 0x1.1dc2ef640046fp-6,
    0x1.b02442413f6b9p-7, 0x1.00d47e7966d94p-6, -0x1.815314c864b10p-9,
    0x1.c93a92d53b4f2p-6};

// erf(r) = r + r P(t), t = r^2; within 2^-55.6.
inline constexpr double kErf[] = {
    0x1.06eba8214db69p-3,  -0x1.812746b0379e6p-2,  0x1.ce2f21a042b29p-4,
    -0x1.b82ce3127f739p-6, 0x1.565bcd0aa6349p-8,   -0x1.c02db23d41138p-11,
    0x1.f9a2a6635fe79p-14, -0x1.f4bb9f7301dedp-17, 0x1.b776442df3041p-20,
    -0x1.39fb524e9c1f7p-23};

}  // namespace assay::optimized
