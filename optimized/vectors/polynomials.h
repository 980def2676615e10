// Polynomials of the functions' main ranges, and constants in parts whose sum
// is closer than one double. Written by scripts/fit_polynomials.py; P(t) is the
// sum of its coefficients times 1, t, t^2, ... The bound is on the error
// relative to the function, rounding of the coefficients included.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr double kLog2[] = {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45};
inline constexpr double kLog2Sixteenth[] = {0x1.62e42fefa3800p-5,
                                            0x1.ef35793c76730p-49};
inline constexpr double kInverseLog2 = 0x1.71547652b82fep+0;
inline constexpr double kHalfPiViaDouble[] = {
    0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69};
inline constexpr double kHalfPiParts[] = {
    0x1.921fb54442d18p+0, 0x1.1a62633100000p-54, 0x1.1701b839a2520p-88};
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
inline constexpr double kHalfPi[] = {0x1.921fb54442d18p+0,
                                     0x1.1a62633145c07p-54};
inline constexpr float kLog2InFloat[] = {0x1.62e4p-1f, 0x1.7f7d1cp-20f};
inline constexpr float kHalfPiInFloat[] = {0x1.921fb6p+0f, -0x1.7778p-25f,
                                           -0x1.2e7b96p-40f};
inline constexpr float kLog2WholeInFloat[] = {0x1.62e43p-1f, -0x1.05c61p-29f};
inline constexpr double kThird[] = {0x1.5555555555555p-2,
                                    0x1.5555555555555p-56};
// The first 256 bits of 2 / pi.
inline constexpr std::uint64_t kTwoOverPiBits[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561};

// exp(t) = 1 + t + t^2 P(t); within 2^-57.9.
inline constexpr double kExp[] = {0x1.000000000000cp-1,  0x1.555555555555cp-3,
                                  0x1.555555554fe07p-5,  0x1.111111110e9eep-7,
                                  0x1.6c16c186069e7p-10, 0x1.a01a01b44ba88p-13,
                                  0x1.a01995bc7e321p-16, 0x1.71ddee5f5b3d3p-19,
                                  0x1.28b0f4a3f5455p-22, 0x1.af6ea368bb5bbp-26};

// exp(t) = 1 + t + t^2 P(t); within 2^-45.8.
inline constexpr double kExpViaDouble[] = {
    0x1.ffffffffede15p-2,  0x1.5555555550320p-3,  0x1.5555558293a12p-5,
    0x1.1111112672ed7p-7,  0x1.6c163439f9e27p-10, 0x1.a0198afd9e985p-13,
    0x1.a1761598b6280p-16, 0x1.72eb708e37ed6p-19};

// exp(t) = 1 + t + t^2 P(t); within 2^-28.2.
inline constexpr float kExpInFloat[] = {0x1p-1f, 0x1.55548cp-3f, 0x1.5554e4p-5f,
                                        0x1.123d06p-7f, 0x1.6d514cp-10f};

// exp(t) = 1 + t + t^2 P(t); within 2^-57.3.
inline constexpr double kExpShifted[] = {
    0x1.ffffffffffff3p-2,  0x1.55555555556e0p-3,  0x1.555555555812cp-5,
    0x1.111111108b46cp-7,  0x1.6c16c16260fdcp-10, 0x1.a01a058328a58p-13,
    0x1.a01a0f08890e5p-16, 0x1.71d21c1055df6p-19, 0x1.28231979ff962p-22,
    0x1.c9bd544f34ab7p-26};

// exp(t) = 1 + t + t^2 P(t); within 2^-33.5.
inline constexpr float kExpShiftedInFloat[] = {
    0x1p-1f,       0x1.55555cp-3f,  0x1.55552ap-5f,
    0x1.11038p-7f, 0x1.6cdabcp-10f, 0x1.ba50a6p-13f};

// exp(t) = 1 + t + t^2 P(t); within 2^-59.7.
inline constexpr double kExpSixteenth[] = {
    0x1.0000000000003p-1, 0x1.5555555555557p-3,  0x1.555555549ef47p-5,
    0x1.11111110b64edp-7, 0x1.6c182b1313af0p-10, 0x1.a01b52187a107p-13};

// sinh(r) = r + r t P(t), t = r^2; within 2^-61.7.
inline constexpr double kSinh[] = {0x1.5555555555559p-3, 0x1.111111110f655p-7,
                                   0x1.a01a01b00309cp-13, 0x1.71ddf811d8e6dp-19,
                                   0x1.af5f25abc050fp-26};

// sinh(r) = r + r t P(t), t = r^2; within 2^-49.3.
inline constexpr double kSinhViaDouble[] = {
    0x1.55555555520f4p-3, 0x1.1111112173e29p-7, 0x1.a0199b2ebc9fbp-13,
    0x1.72db16dea687cp-19};

// sinh(r) = r + r t P(t), t = r^2; within 2^-34.1.
inline constexpr float kSinhInFloat[] = {0x1.555556p-3f, 0x1.110fep-7f,
                                         0x1.a293d2p-13f};

// cosh(r) = 1 + t P(t), t = r^2; within 2^-58.0.
inline constexpr double kCosh[] = {0x1.000000000000cp-1, 0x1.555555554fe06p-5,
                                   0x1.6c16c18607040p-10, 0x1.a01995bb063d6p-16,
                                   0x1.28b0f64cbaaeap-22};

// cosh(r) = 1 + t P(t), t = r^2; within 2^-45.8.
inline constexpr double kCoshViaDouble[] = {
    0x1.ffffffffede00p-2, 0x1.5555558296155p-5, 0x1.6c163434dfe8fp-10,
    0x1.a1761be2353b2p-16};

// cosh(r) = 1 + t P(t), t = r^2; within 2^-33.2.
inline constexpr float kCoshInFloat[] = {0x1p-1f, 0x1.5554e4p-5f,
                                         0x1.6d514ep-10f};

// log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2; within 2^-58.4.
inline constexpr double kLog[] = {0x1.5555555555594p-1, 0x1.999999997f6eep-2,
                                  0x1.24924942423edp-2, 0x1.c71c51ceeacd2p-3,
                                  0x1.746649e261b8dp-3, 0x1.39a0b1c03dbcbp-3,
                                  0x1.2f0f4cbb2f684p-3};

// log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2; within 2^-43.9.
inline constexpr double kLogViaDouble[] = {
    0x1.55555556239bbp-1, 0x1.9999969df7e03p-2, 0x1.249415f3d7408p-2,
    0x1.c629e8089b4b1p-3, 0x1.9125141095b92p-3};

// log((1 + s) / (1 - s)) = 2s + s t P(t), t = s^2; within 2^-32.0.
inline constexpr float kLogOneMoreInFloat[] = {0x1.555558p-1f, 0x1.9996dap-2f,
                                               0x1.2504bep-2f, 0x1.b733f2p-3f,
                                               0x1.f06958p-3f};

// log(1 + t) = t + t^2 P(t); within 2^-28.4.
inline constexpr float kLogNearInFloat[] = {-0x1.fffff6p-2f, 0x1.5555bp-2f,
                                            -0x1.00208ap-2f, 0x1.99beap-3f,
                                            -0x1.2819aep-3f};

// log(1 + t) = t + t^2 P(t); within 2^-61.5.
inline constexpr double kLogWide[] = {
    -0x1.fffffffffffffp-2, 0x1.5555555555570p-2,  -0x1.000000000219cp-2,
    0x1.999999997061fp-3,  -0x1.5555552879fb7p-3, 0x1.249248829a121p-3,
    -0x1.0000bdcbb9f5ep-3, 0x1.c731ce792e4fap-4,  -0x1.97be7cd40e33ap-4,
    0x1.4153706a0cd93p-4};

// log(1 + t) = t - t^2 / 2 + t^3 P(t); within 2^-38.2.
inline constexpr float kLogCubeInFloat[] = {0x1.555554p-2f, -0x1.00005ap-2f,
                                            0x1.99ceaap-3f, -0x1.4f15dep-3f};

// log(1 + t) = t - t^2 / 2 + t^3 P(t); within 2^-72.0.
inline constexpr double kLogNearCube[] = {
    0x1.5555555555555p-2,  -0x1.fffffffffffffp-3, 0x1.99999999a0d20p-3,
    -0x1.555555555e0bap-3, 0x1.249247b60a152p-3,  -0x1.fffffcf5474bdp-4,
    0x1.c75465345a705p-4,  -0x1.99d02a694bc57p-4};

// log((1 + s) / (1 - s)) = 2s + 2s t (1/3 + t P(t)), t = s^2; within 2^-66.1.
inline constexpr double kLogTail[] = {
    0x1.9999999999b47p-3, 0x1.24924924558aep-3, 0x1.c71c7230380b2p-4,
    0x1.745ce904f26f0p-4, 0x1.3b1f10b618996p-4, 0x1.0f7cd1ce7fa10p-4,
    0x1.0e5d8b2d1a7ffp-4};

// sin(r) = r + r t P(t), t = r^2; within 2^-57.9.
inline constexpr double kSin[] = {
    -0x1.5555555555548p-3, 0x1.111111110f75cp-7,   -0x1.a01a019bf1f88p-13,
    0x1.71de355ede0bep-19, -0x1.ae5e5453375f2p-26, 0x1.5d8e2c6c2e429p-33};

// sin(r) = r + r t P(t), t = r^2; within 2^-47.4.
inline constexpr double kSinViaDouble[] = {
    -0x1.55555555520a6p-3, 0x1.1111110c72760p-7, -0x1.a019f922ac055p-13,
    0x1.71d762e4fac47p-19, -0x1.a95e68cebdbd6p-26};

// sin(r) = r + r t P(t), t = r^2; within 2^-32.3.
inline constexpr float kSinInFloat[] = {-0x1.555556p-3f, 0x1.111166p-7f,
                                        -0x1.a04a74p-13f, 0x1.7864bep-19f};

// cos(r) = 1 - t/2 + t^2 P(t), t = r^2; within 2^-64.0.
inline constexpr double kCos[] = {
    0x1.555555555554bp-5,   -0x1.6c16c16c1504ap-10, 0x1.a01a019c974c2p-16,
    -0x1.27e4f7f8c131ap-22, 0x1.1ee9e13d0b8f2p-29,  -0x1.8fa980da25145p-37};

// cos(r) = 1 - t/2 + t^2 P(t), t = r^2; within 2^-53.4.
inline constexpr double kCosViaDouble[] = {
    0x1.5555555552f53p-5, -0x1.6c16c167463e5p-10, 0x1.a019fa8723d70p-16,
    -0x1.27e01c7a3de8cp-22, 0x1.1bc3b82cd52dep-29};

// cos(r) = 1 + t P(t), t = r^2; within 2^-33.1.
inline constexpr float kCosWholeInFloat[] = {-0x1p-1f, 0x1.55554ap-5f,
                                             -0x1.6c0c2ep-10f, 0x1.99eacep-16f};

// tan(r) = r + r t P(t), t = r^2; within 2^-56.1.
inline constexpr double kTan[] = {
    0x1.55555555554f4p-2,   0x1.1111111117fc9p-3,   0x1.ba1ba1b493d9cp-5,
    0x1.664f49a0952e4p-6,   0x1.226e1338a7c8bp-7,   0x1.d6d914b11572fp-9,
    0x1.7d5cceeb090dbp-10,  0x1.37eea38f40d0bp-11,  0x1.d2f9c2a381b05p-13,
    0x1.1d161b953eb11p-13,  -0x1.ad2c8e4e26605p-16, 0x1.742958335c49cp-14,
    -0x1.7542ccf27493ap-15, 0x1.5c8780d4deb73p-16};

// tan(r) = r + r t P(t), t = r^2; within 2^-29.5.
inline constexpr float kTanInFloat[] = {
    0x1.55556p-2f,  0x1.110da8p-3f,  0x1.bad734p-5f, 0x1.5cdf38p-6f,
    0x1.6222fap-7f, 0x1.050568p-13f, 0x1.1db5e2p-8f};

// atan(r) = r + r t P(t), t = r^2; within 2^-57.7.
inline constexpr double kAtan[] = {
    -0x1.5555555555511p-2, 0x1.9999999990934p-3,  -0x1.249249213821ep-3,
    0x1.c71c70859f5dcp-4,  -0x1.745cf3ccf2c75p-4, 0x1.3b112f911adafp-4,
    -0x1.10f2999696f6dp-4, 0x1.dfe2e9a30978cp-5,  -0x1.a37d29c620e8bp-5,
    0x1.56adf5bc83a91p-5,  -0x1.c0a61dfd8a72ep-6, 0x1.4a632653adb79p-7};

// atan(r) = r + r t P(t), t = r^2; within 2^-44.8.
inline constexpr double kAtanViaDouble[] = {
    -0x1.555555550b047p-2, 0x1.9999993ce966ep-3,  -0x1.24923507f1322p-3,
    0x1.c71820e60574cp-4,  -0x1.74195bad5c46cp-4, 0x1.38888aa196a8ap-4,
    -0x1.01a47803a21f6p-4, 0x1.6bdf4bc4821fap-5,  -0x1.329e00a22126ep-6};

// atan(r) = r + r t P(t), t = r^2; within 2^-58.8.
inline constexpr double kAtanLonger[] = {
    -0x1.5555555555536p-2, 0x1.9999999995909p-3,  -0x1.249249231baaep-3,
    0x1.c71c713d93868p-4,  -0x1.745d084f26590p-4, 0x1.3b12a3f395e35p-4,
    -0x1.110430e70388bp-4, 0x1.e104c75cbadd0p-5,  -0x1.a9de99ec9be20p-5,
    0x1.6ee0bc67888f3p-5,  -0x1.1b5e9e6ef0f5bp-5, 0x1.4c9daad6f40afp-6,
    -0x1.a330b189ad9d9p-8};

// atan(r) = r + r t P(t), t = r^2; within 2^-28.2.
inline constexpr float kAtanWideInFloat[] = {
    -0x1.55553ap-2f, 0x1.9991p-3f,    -0x1.24177ap-3f,
    0x1.c0317ep-4f,  -0x1.5709bap-4f, 0x1.d6de14p-5f,
    -0x1.f722e6p-6f, 0x1.5d871ap-7f,  -0x1.c7dc84p-10f};

// asin(r) = r + r t P(t), t = r^2; within 2^-59.8.
inline constexpr double kAsin[] = {
    0x1.5555555555576p-3, 0x1.333333332e3cdp-4, 0x1.6db6db71f042dp-5,
    0x1.f1c71aa268624p-6, 0x1.6e8bdd59f3cecp-6, 0x1.1c4a0c33dcb7ep-6,
    0x1.ca1cec27f0751p-7, 0x1.759b222ddbf0ep-7, 0x1.60c37c53569f8p-7,
    0x1.ed16b9d7001d8p-9, 0x1.61736be6b58eap-6, -0x1.54f2adff088c8p-6,
    0x1.0a5498ba841a0p-5};

// asin(r) = r + r t P(t), t = r^2; within 2^-47.9.
inline constexpr double kAsinViaDouble[] = {
    0x1.5555555541f9bp-3, 0x1.3333334ff1616p-4, 0x1.6db6cc9dbb472p-5,
    0x1.f1cae25fc48cep-6, 0x1.6e4542cba7b1ap-6, 0x1.1f748cb902dc6p-6,
    0x1.9c169b65756afp-7, 0x1.2466471740249p-6, -0x1.d6559c14d6f7bp-8,
    0x1.0142e6377c398p-5};

// asin(r) = r + r t P(t), t = r^2; within 2^-27.6.
inline constexpr float kAsinInFloat[] = {0x1.5555c8p-3f, 0x1.330246p-4f,
                                         0x1.747212p-5f, 0x1.8caecep-6f,
                                         0x1.58f46p-5f};

// erf(r) = r + r P(t), t = r^2; within 2^-56.4.
inline constexpr double kErf[] = {
    0x1.06eba8214db69p-3,  -0x1.812746b037a1cp-2,  0x1.ce2f21a046603p-4,
    -0x1.b82ce31455d74p-6, 0x1.565bcd89f9168p-8,   -0x1.c02ddabc40cf8p-11,
    0x1.f9aa6f77cbd52p-14, -0x1.f59f5a838a1bdp-17, 0x1.c5b15508e3f19p-20,
    -0x1.99d6afb37f1e6p-23};

// log(m) = log(m c) - log(c), by the first four bits of m from 3/4 to 3/2.
// -log(c) is within 2^-31.7.
inline constexpr float kLogFactorInFloat[] = {
    0x1p+0f,        0x1p+0f,        0x1.bb76p-1f,   0x1.a49908p-1f,
    0x1.8f8434p-1f, 0x1.7d29p-1f,   0x1.6bf76cp-1f, 0x1.5c432ep-1f,
    0x1.4ee3bap+0f, 0x1.40e486p+0f, 0x1.34fcfap+0f, 0x1.298142p+0f,
    0x1.1f36dep+0f, 0x1.1578e6p+0f, 0x1p+0f,        0x1p+0f};
inline constexpr float kLogBaseInFloat[] = {
    0x0p+0f,       0x0p+0f,       0x1.2654p-3f,  0x1.92bcp-3f,
    0x1.fc0cp-3f,  0x1.2e3p-2f,   0x1.5d74p-2f,  0x1.8a9ep-2f,
    -0x1.1312p-2f, -0x1.ceb4p-3f, -0x1.8148p-3f, -0x1.33b8p-3f,
    -0x1.d74p-4f,  -0x1.49e8p-4f, 0x0p+0f,       0x0p+0f};

// log(m) = log(m c) - log(c), by the first five bits of m, for powers. The
// last table is what the second one lacks.
inline constexpr float kPowerLogFactorInFloat[] = {
    0x1p+0f,    0x1.e8p-1f, 0x1.d8p-1f, 0x1.dp-1f,  0x1.cp-1f,  0x1.b8p-1f,
    0x1.a8p-1f, 0x1.ap-1f,  0x1.98p-1f, 0x1.88p-1f, 0x1.8p-1f,  0x1.78p-1f,
    0x1.7p-1f,  0x1.68p-1f, 0x1.6p-1f,  0x1.58p-1f, 0x1.5p+0f,  0x1.4cp+0f,
    0x1.44p+0f, 0x1.4p+0f,  0x1.38p+0f, 0x1.34p+0f, 0x1.2cp+0f, 0x1.28p+0f,
    0x1.2p+0f,  0x1.1cp+0f, 0x1.18p+0f, 0x1.14p+0f, 0x1.1p+0f,  0x1.0cp+0f,
    0x1.08p+0f, 0x1p+0f};
inline constexpr float kPowerLogBaseInFloat[] = {
    0x0p+0f,       0x1.895p-5f,   0x1.4d3p-4f,   0x1.9338p-4f,  0x1.1178p-3f,
    0x1.366p-3f,   0x1.823cp-3f,  0x1.a94p-3f,   0x1.d104p-3f,  0x1.1178p-2f,
    0x1.2696p-2f,  0x1.3c26p-2f,  0x1.522ap-2f,  0x1.68acp-2f,  0x1.7fbp-2f,
    0x1.973ap-2f,  -0x1.1676p-2f, -0x1.0a32p-2f, -0x1.e27p-3f,  -0x1.c9p-3f,
    -0x1.9524p-3f, -0x1.7ab8p-3f, -0x1.44d4p-3f, -0x1.2954p-3f, -0x1.e27p-4f,
    -0x1.a928p-4f, -0x1.6f1p-4f,  -0x1.342p-4f,  -0x1.f0ap-5f,  -0x1.774p-5f,
    -0x1.f82p-6f,  0x0p+0f};
inline constexpr float kPowerLogRestInFloat[] = {
    0x0p+0f,          -0x1.57ad82p-19f, 0x1.15d208p-20f,  -0x1.0d1536p-19f,
    0x1.d044fcp-20f,  -0x1.a7f538p-22f, 0x1.6551a4p-23f,  -0x1.2c3752p-19f,
    -0x1.01b354p-20f, 0x1.d044fcp-19f,  0x1.089a6ep-21f,  -0x1.b1199ap-19f,
    0x1.c0e714p-19f,  0x1.07d38ep-19f,  -0x1.7109fap-20f, 0x1.a189acp-21f,
    0x1.aa2a2cp-21f,  -0x1.389ce4p-20f, -0x1.db8abcp-21f, 0x1.070cacp-20f,
    -0x1.a9cf46p-19f, -0x1.20421cp-20f, 0x1.493348p-19f,  -0x1.2f82p-19f,
    -0x1.db8abcp-22f, 0x1.2c5b52p-20f,  0x1.6ba8d4p-19f,  0x1.434f22p-19f,
    -0x1.86008cp-20f, -0x1.63d8ccp-19f, -0x1.361cfp-19f,  0x0p+0f};

// log(m) = log(m c) - log(c), for powers of doubles. The tables begin at m =
// 3/4, and the last one is what the second one lacks.
inline constexpr double kPowerLogFactor[] = {
    0x1.5555560000000p+0, 0x1.4e5e0a0000000p+0, 0x1.47ae140000000p+0,
    0x1.4141420000000p+0, 0x1.3b13b20000000p+0, 0x1.3521d00000000p+0,
    0x1.2f684c0000000p+0, 0x1.29e4120000000p+0, 0x1.24924a0000000p+0,
    0x1.1f70480000000p+0, 0x1.1a7b960000000p+0, 0x1.15b1e60000000p+0,
    0x1.1111120000000p+0, 0x1.0c97140000000p+0, 0x1.0842100000000p+0,
    0x1.0410420000000p+0, 0x1.0000000000000p+0, 0x1.f07c200000000p-1,
    0x1.e1e1e20000000p-1, 0x1.d41d420000000p-1, 0x1.c71c720000000p-1,
    0x1.bacf920000000p-1, 0x1.af286c0000000p-1, 0x1.a41a420000000p-1,
    0x1.99999a0000000p-1, 0x1.8f9c180000000p-1, 0x1.8618620000000p-1,
    0x1.7d05f40000000p-1, 0x1.745d180000000p-1, 0x1.6c16c20000000p-1,
    0x1.642c860000000p-1, 0x1.5c98820000000p-1};
inline constexpr double kPowerLogBase[] = {-0x1.269623134e000p-2,
                                           -0x1.1178e6c27e000p-2,
                                           -0x1.f991c3cb3c000p-3,
                                           -0x1.d10383e656000p-3,
                                           -0x1.a93ed8c8ae000p-3,
                                           -0x1.823c18551a000p-3,
                                           -0x1.5bf407b544000p-3,
                                           -0x1.365fc6c15a000p-3,
                                           -0x1.1178ee227e000p-3,
                                           -0x1.da72783844000p-4,
                                           -0x1.9335e4d594000p-4,
                                           -0x1.4d31165208000p-4,
                                           -0x1.08599959e4000p-4,
                                           -0x1.894a8349f8000p-5,
                                           -0x1.0415c89e78000p-5,
                                           -0x1.0205a38930000p-6,
                                           0x0.0p+0,
                                           0x1.f82990e780000p-6,
                                           0x1.f0a30a0118000p-5,
                                           0x1.6f0d272e58000p-4,
                                           0x1.e27074e2b0000p-4,
                                           0x1.29552c4200000p-3,
                                           0x1.5ff3060a7a000p-3,
                                           0x1.9525a80f46000p-3,
                                           0x1.c8ff7a79aa000p-3,
                                           0x1.fb918bd5e4000p-3,
                                           0x1.1675c97aba000p-2,
                                           0x1.2e8e2bee12000p-2,
                                           0x1.4618ba21c6000p-2,
                                           0x1.5d1bda5581000p-2,
                                           0x1.739d7e2bbd000p-2,
                                           0x1.89a33a8c14000p-2};
inline constexpr double kPowerLogRest[] = {0x1.1d61f10477b7ap-44,
                                           -0x1.1e058ce29909cp-44,
                                           0x1.91f04cd814834p-44,
                                           0x1.9b37e7528118fp-47,
                                           0x1.8d643502c76bep-45,
                                           -0x1.deddb9a6873d8p-46,
                                           0x1.27823eb67ed71p-46,
                                           0x1.ff7c0afc63470p-44,
                                           -0x1.15f78ce7507f2p-45,
                                           -0x1.a81401fa7c1dep-46,
                                           -0x1.3105c3abd3d2fp-45,
                                           0x1.53c2582f4d745p-48,
                                           0x1.96ddd6f24e582p-46,
                                           -0x1.9311a8ba32660p-44,
                                           0x1.dfdc7f46c6fc0p-44,
                                           -0x1.599b27cdc18c1p-44,
                                           0x0.0p+0,
                                           0x1.9c0267c68b48fp-45,
                                           -0x1.d589e8336993cp-45,
                                           -0x1.4b3441b665813p-44,
                                           -0x1.a302c2af05591p-45,
                                           -0x1.5a447f44cd6a7p-44,
                                           -0x1.8566f183c169cp-44,
                                           -0x1.290f37d9ffa39p-44,
                                           -0x1.7694f68a22edfp-45,
                                           -0x1.bc72aaaf291dcp-47,
                                           0x1.8448e731cbb19p-44,
                                           -0x1.67a1e99b7212dp-45,
                                           -0x1.3582f48772f77p-46,
                                           -0x1.8c19dc9cd7ae3p-44,
                                           0x1.379c4975aa053p-51,
                                           0x1.31ded38dd9f2dp-45};

}  // namespace assay::optimized
