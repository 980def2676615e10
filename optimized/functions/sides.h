// Polynomials of tanh and erf near 0 and further out; P(t) is the sum of its
// coefficients times 1, t, t^2, ... Written by scripts/fit_sides.py.
#pragma once

namespace assay::optimized {

// 2 / log(2) in two parts.
inline constexpr double kTwoOverLog2[] = {0x1.71547652b82fep+1,
                                          0x1.777d0ffda0d24p-55};
inline constexpr float kTwoOverLog2InFloat[] = {0x1.715476p+1f, 0x1.4ae0cp-25f};

// tanh(r) = r + r t P(t), t = r^2; within 2^-59.7.
inline constexpr double kTanhNear[] = {
    -0x1.555555555554ep-2,  0x1.1111111110a71p-3,   -0x1.ba1ba1b9d7e25p-5,
    0x1.664f4877b2a99p-6,   -0x1.226e34491b220p-7,  0x1.d6d3ad275d5c8p-9,
    -0x1.7da1ca5b58693p-10, 0x1.354addea0390bp-11,  -0x1.f4da6c8977c46p-13,
    0x1.938c46001c522p-14,  -0x1.3f23323cd162cp-15, 0x1.de8176c2471abp-17,
    -0x1.3e6b039cbdfdep-18, 0x1.53a77fcb2804ap-20,  -0x1.f0e162a5375e6p-23,
    0x1.6a9008d9be8a9p-26};

// tanh(r) = r + r t P(t), t = r^2; within 2^-27.6.
inline constexpr float kTanhNearInFloat[] = {
    -0x1.55553ap-2f, 0x1.110b9cp-3f, -0x1.b95b52p-5f, 0x1.5fe224p-6f,
    -0x1.03ecb8p-7f, 0x1.2c5384p-9f, -0x1.74db72p-12f};

// erf(r) = r + r P(t), t = r^2; within 2^-56.7.
inline constexpr double kErfNear[] = {
    0x1.06eba8214db69p-3,   -0x1.812746b037a01p-2,  0x1.ce2f21a043a06p-4,
    -0x1.b82ce312c127dp-6,  0x1.565bcd164aaddp-8,   -0x1.c02db55b83144p-11,
    0x1.f9a34def2ee76p-14,  -0x1.f4d5488f89b42p-17, 0x1.ba0c7974a1600p-20,
    -0x1.60b319b2ec972p-23, 0x1.04dcb2a02dc4bp-26,  -0x1.7411ed47fc3a2p-30,
    0x1.b2a2472236ecap-34};

// erf(r) = r + r P(t), t = r^2; within 2^-30.4.
inline constexpr float kErfNearInFloat[] = {
    0x1.06eba8p-3f, -0x1.812742p-2f,  0x1.ce2de6p-4f, -0x1.b80c08p-6f,
    0x1.54b154p-8f, -0x1.a97ffep-11f, 0x1.5a7072p-14f};

// erf(t) = 1 - 2^(t P(t)); within 2^-60.9.
inline constexpr double kErfcLog2[] = {
    -0x1.a0be84be682cdp+0,  -0x1.d63ec21d0b896p-1,  -0x1.2fa9c573215cfp-3,
    0x1.c457578979361p-6,   0x1.1d3834a714f29p-12,  -0x1.39a0af81d49b1p-9,
    0x1.962e5b1916110p-11,  0x1.94f088a08008ap-15,  -0x1.63f06482b4429p-13,
    0x1.9bf0cf473e995p-14,  -0x1.357d7b50dec18p-15, 0x1.5c037eb9c06ebp-17,
    -0x1.302431082a2e6p-19, 0x1.9f00f4d9a602fp-22,  -0x1.b3bc51d78d0c3p-25,
    0x1.54c8568d20049p-28,  -0x1.7647a20bbd9d0p-32, 0x1.018f6ab318ad9p-36,
    -0x1.4e2099055e6acp-42};

// erf(t) = 1 - 2^(t P(t)); within 2^-29.8.
inline constexpr float kErfcLog2InFloat[] = {
    -0x1.a0d9a4p+0f, -0x1.d51b72p-1f, -0x1.3a408ep-3f, 0x1.1a18fap-5f,
    -0x1.5d4244p-8f, 0x1.fbda24p-12f, -0x1.2fa49p-16f};

// 2^t = 1 + t P(t); within 2^-57.5.
inline constexpr double kPowerOfTwo[] = {
    0x1.62e42fefa39efp-1,  0x1.ebfbdff82c5a6p-3,  0x1.c6b08d704a183p-5,
    0x1.3b2ab6fb9fd4fp-7,  0x1.5d87fe7888b62p-10, 0x1.4309130f862b6p-13,
    0x1.ffcbfcdbb0815p-17, 0x1.62bfc60f5590bp-20, 0x1.b524224fbe196p-24,
    0x1.e61dcc21b6ec9p-28, 0x1.eafe8868eac99p-32};

// 2^t = 1 + t P(t); within 2^-28.2.
inline constexpr float kPowerOfTwoInFloat[] = {0x1.62e43p-1f,   0x1.ebfbep-3f,
                                               0x1.c6af72p-5f,  0x1.3b2a48p-7f,
                                               0x1.5f0dccp-10f, 0x1.4424bp-13f};

}  // namespace assay::optimized
