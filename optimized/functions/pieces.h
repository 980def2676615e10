// Pieces of tanh and erf: base + t (s[0] + s[1] t + ... + s[4] t^4), where t is
// the distance from a center. Written by scripts/fit_pieces.py.
#pragma once

namespace assay::optimized {

// tanh by the low five bits of bits >> 21, from 1/8 on; within 2^-25.6.
alignas(64) inline constexpr float kTanhCenter[] = {
    0x1.1f7fbcp+1f, 0x1.6047p+1f,   0x1.a05654p+1f, 0x1.e0badp+1f,
    0x1.1f3d5p+2f,  0x1.60b768p+2f, 0x1.a05b7p+2f,  0x1.e0d61p+2f,
    0x1.10d464p+3f, 0x0p+0f,        0x0p+0f,        0x0p+0f,
    0x0p+0f,        0x0p+0f,        0x0p+0f,        0x0p+0f,
    0x1.1f5528p-3f, 0x1.5f7738p-3f, 0x1.a04f84p-3f, 0x1.df17d8p-3f,
    0x1.20e1fcp-2f, 0x1.5fc744p-2f, 0x1.9feb08p-2f, 0x1.dfd17cp-2f,
    0x1.1f3d5p-1f,  0x1.5f8d5cp-1f, 0x1.a0f4b8p-1f, 0x1.dfbd0cp-1f,
    0x1.2024fp+0f,  0x1.608604p+0f, 0x1.a0c354p+0f, 0x1.e06e2cp+0f};
alignas(64) inline constexpr float kTanhBase[] = {
    0x1.f4a974p-1f, 0x1.fbd9a2p-1f, 0x1.fe788ap-1f, 0x1.ff70bcp-1f,
    0x1.ffdeep-1f,  0x1.fffbb8p-1f, 0x1.ffff6ap-1f, 0x1.ffffecp-1f,
    0x1.fffffep-1f, 0x0p+0f,        0x0p+0f,        0x0p+0f,
    0x0p+0f,        0x0p+0f,        0x0p+0f,        0x0p+0f,
    0x1.1d764cp-3f, 0x1.5c0e34p-3f, 0x1.9aab6ep-3f, 0x1.d68a7cp-3f,
    0x1.19749p-2f,  0x1.52903ep-2f, 0x1.8a7606p-2f, 0x1.bf88cap-2f,
    0x1.04783ep-1f, 0x1.310df8p-1f, 0x1.580f6p-1f,  0x1.77b956p-1f,
    0x1.9e763p-1f,  0x1.c2b516p-1f, 0x1.d9fefap-1f, 0x1.e88c6p-1f};
alignas(64) inline constexpr float kTanhSeries[][32] = {
    {0x1.66cd0ep-5f,  0x1.0884p-6f,   0x1.86e07p-8f,   0x1.1e6008p-9f,
     0x1.08f5f6p-11f, 0x1.12036p-14f, 0x1.2c056ap-17f, 0x1.400272p-20f,
     0x1.605216p-23f, 0x0p+0f,        0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f,        0x0p+0f,         0x0p+0f,
     0x1.f60d7cp-1f,  0x1.f1364cp-1f, 0x1.eb69b4p-1f,  0x1.e4f8fap-1f,
     0x1.d951dcp-1f,  0x1.c807dap-1f, 0x1.b4061p-1f,   0x1.9e342p-1f,
     0x1.7b7dc4p-1f,  0x1.4a3edcp-1f, 0x1.18cb56p-1f,  0x1.d88f8p-2f,
     0x1.60fd86p-2f,  0x1.ccfdbcp-3f, 0x1.24bf94p-3f,  0x1.6ea214p-4f},
    {-0x1.5ed87ap-5f,  -0x1.065b4p-6f,   -0x1.85aeb6p-8f,  -0x1.1e0a7cp-9f,
     -0x1.0893eep-11f, -0x1.11a512p-14f, -0x1.2bb282p-17f, -0x1.3f7f1ep-20f,
     -0x1.e758cep-22f, 0x0p+0f,          0x0p+0f,          0x0p+0f,
     0x0p+0f,          0x0p+0f,          0x0p+0f,          0x1.44d58cp-22f,
     -0x1.17ea1ep-3f,  -0x1.5200c2p-3f,  -0x1.8a2838p-3f,  -0x1.bdb3aap-3f,
     -0x1.043128p-2f,  -0x1.2d8da2p-2f,  -0x1.4fed3p-2f,   -0x1.6a0d26p-2f,
     -0x1.821deap-2f,  -0x1.8986dep-2f,  -0x1.79621ap-2f,  -0x1.5ac82ep-2f,
     -0x1.1dbf04p-2f,  -0x1.95cea8p-3f,  -0x1.0f04fep-3f,  -0x1.5dd718p-4f},
    {0x1.befeb2p-6f,  0x1.581d8cp-7f,  0x1.023874p-8f,  0x1.7c7ee8p-10f,
     0x1.61257p-12f,  0x1.6c671ap-15f, 0x1.8f4852p-18f, 0x1.a996cap-21f,
     -0x1.374cap-25f, 0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f,         0x0p+0f,         -0x1.555b0cp-2f,
     -0x1.3b8b02p-2f, -0x1.2f212ep-2f, -0x1.20476ap-2f, -0x1.103ddp-2f,
     -0x1.e7e4a2p-3f, -0x1.98c2ecp-3f, -0x1.42942p-3f,  -0x1.d75666p-4f,
     -0x1.c45bf6p-5f, 0x1.c906e4p-7f,  0x1.09a9cap-4f,  0x1.83d608p-4f,
     0x1.c69662p-4f,  0x1.972308p-4f,  0x1.32a508p-4f,  0x1.a73644p-5f},
    {-0x1.9867e8p-7f,  -0x1.4ffe4cp-8f,  -0x1.01e9cep-9f,  -0x1.7f3418p-11f,
     -0x1.712c1ep-13f, -0x1.7e95e4p-16f, -0x1.a232ecp-19f, -0x1.c018d6p-22f,
     0x1.d604eap-21f,  0x0p+0f,          0x0p+0f,          0x0p+0f,
     0x0p+0f,          0x0p+0f,          0x0p+0f,          0x1.e80ee6p-12f,
     0x1.5e9618p-4f,   0x1.af09fep-4f,   0x1.ef431ep-4f,   0x1.10564ep-3f,
     0x1.332298p-3f,   0x1.4fd19ep-3f,   0x1.5c26a8p-3f,   0x1.583038p-3f,
     0x1.3a8ec8p-3f,   0x1.ea43d8p-4f,   0x1.44cc08p-4f,   0x1.64333ap-5f,
     0x1.d5e698p-9f,   -0x1.5b8432p-6f,  -0x1.9b5d86p-6f,  -0x1.54f41ep-6f},
    {0x1.04919ap-8f,   0x1.f678ap-10f,  0x1.9452d6p-11f, 0x1.3373e6p-12f,
     0x1.1d61cap-14f,  0x1.387cd2p-17f, 0x1.524972p-20f, 0x1.6d7ec2p-23f,
     0x1.30f20ep-21f,  0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,          0x0p+0f,         0x0p+0f,         0x1.0a46a2p-3f,
     0x1.1d8e8ap+0f,   0x1.2d496p+0f,   0x1.42ea2ep-1f,  0x1.c7d2bp-2f,
     -0x1.9fa3e4p-11f, 0x1.3991dcp-4f,  0x1.c646b4p-7f,  -0x1.0e85eep-4f,
     -0x1.80074p-5f,   -0x1.d92ad8p-5f, -0x1.0a6bf4p-4f, -0x1.b077dap-5f,
     -0x1.06a1c8p-5f,  -0x1.389202p-7f, 0x1.6e81fp-10f,  0x1.2daceap-8f}};

// erf by the nearest multiple of 1/8; within 2^-27.1.
alignas(64) inline constexpr float kErfRest[] = {
    0x0p+0f,          0x0p+0f,          0x1.196b04p-29f,  0x1.6e43e8p-27f,
    -0x1.f38916p-28f, -0x1.978766p-28f, -0x1.4c5e34p-26f, -0x1.5c8e08p-26f,
    0x1.d04222p-27f,  0x1.053d8cp-26f,  -0x1.9d508p-27f,  0x1.da51fep-28f,
    -0x1.1d90a4p-26f, -0x1.2610a2p-27f, -0x1.00e552p-26f, 0x1.de99eep-26f,
    -0x1.7b0d44p-26f, -0x1.ca69aep-27f, -0x1.3f9ccap-26f, 0x1.e7d664p-26f,
    0x1.e9937ep-26f,  0x1.77b832p-26f,  -0x1.3eeb0ap-27f, 0x1.083a0ep-27f,
    0x1.8826cp-26f,   -0x1.44d984p-29f, -0x1.82606ap-27f, -0x1.d24c26p-26f,
    -0x1.de5534p-26f, 0x1.8c3da6p-29f,  0x1.78b8f2p-28f,  0x1.259db2p-26f};
alignas(64) inline constexpr float kErfBase[] = {
    0x0p+0f,        0x0p+0f,        0x1.1af54ep-2f, 0x1.9dd0d2p-2f,
    0x1.0a7ef6p-1f, 0x1.3f196ep-1f, 0x1.6c1c98p-1f, 0x1.91724ap-1f,
    0x1.af767ap-1f, 0x1.c6dad2p-1f, 0x1.d8865ep-1f, 0x1.e5768cp-1f,
    0x1.eea556p-1f, 0x1.f4f694p-1f, 0x1.f92d08p-1f, 0x1.fbe61ep-1f,
    0x1.fd9ae2p-1f, 0x1.fea422p-1f, 0x1.ff4048p-1f, 0x1.ff996p-1f,
    0x1.ffcaa8p-1f, 0x1.ffe514p-1f, 0x1.fff2dp-1f,  0x1.fff9bap-1f,
    0x1.fffd1ap-1f, 0x1.fffeb4p-1f, 0x1.ffff7p-1f,  0x1.ffffc4p-1f,
    0x1.ffffe8p-1f, 0x1.fffff6p-1f, 0x1.fffffcp-1f, 0x1.fffffep-1f};
alignas(64) inline constexpr float kErfSeries[][32] = {
    {0x1.06eba8p-3f,  0x1.06eba8p-3f,  0x1.0f5d16p+0f,  0x1.f5f0cep-1f,
     0x1.c1efcap-1f,  0x1.86e96ap-1f,  0x1.492e42p-1f,  0x1.0cab62p-1f,
     0x1.a911fp-2f,   0x1.45e99cp-2f,  0x1.e4653p-3f,   0x1.5ce596p-3f,
     0x1.e72372p-4f,  0x1.499d48p-4f,  0x1.b0553p-5f,   0x1.12ceb4p-5f,
     0x1.529b9ep-6f,  0x1.94624ep-7f,  0x1.d4143ap-8f,  0x1.06918cp-8f,
     0x1.1d8318p-9f,  0x1.2ce898p-10f, 0x1.3360ccp-11f, 0x1.30539p-12f,
     0x1.2408eap-13f, 0x1.0f9e1cp-14f, 0x1.e9b5eap-16f, 0x1.abe0ap-17f,
     0x1.6a5974p-18f, 0x1.296a72p-19f, 0x1.d93722p-21f, 0x1.6ce1aep-22f},
    {0x1.45ba8p-20f,   0x1.45ba8p-20f,   -0x1.0f5d04p-2f,  -0x1.787484p-2f,
     -0x1.c1efb4p-2f,  -0x1.e8a3b2p-2f,  -0x1.edc558p-2f,  -0x1.d62be6p-2f,
     -0x1.a911f2p-2f,  -0x1.6ea6d6p-2f,  -0x1.2ebf48p-2f,  -0x1.dfbbc2p-3f,
     -0x1.6d5aa8p-3f,  -0x1.0bcfd8p-3f,  -0x1.7a4a9ap-4f,  -0x1.01a1dp-4f,
     -0x1.529bap-5f,   -0x1.ada866p-6f,  -0x1.074b4cp-6f,  -0x1.37cca8p-7f,
     -0x1.64e38cp-8f,  -0x1.8af0c8p-9f,  -0x1.a6a45cp-10f, -0x1.b57718p-11f,
     -0x1.b60c0cp-12f, -0x1.a8656cp-13f, -0x1.8de1e8p-14f, -0x1.69036cp-15f,
     -0x1.3d0c08p-16f, -0x1.0d863p-17f,  -0x1.bb9f3ep-19f, -0x1.61767p-20f},
    {-0x1.813606p-2f, -0x1.813606p-2f, -0x1.3c9734p-2f, -0x1.e10af4p-3f,
     -0x1.2bf1aap-3f, -0x1.c83702p-5f, 0x1.b73dap-6f,   0x1.7c9bcp-4f,
     0x1.1b6502p-3f,  0x1.4cb278p-3f,  0x1.571bf8p-3f,  0x1.43741cp-3f,
     0x1.1c2ab4p-3f,  0x1.d661b8p-4f,  0x1.714922p-4f,  0x1.143c5ap-4f,
     0x1.8b0bd4p-5f,  0x1.0ea4dep-5f,  0x1.63efe6p-6f,  0x1.c1eb14p-7f,
     0x1.119cd8p-7f,  0x1.40800cp-8f,  0x1.69cfc2p-9f,  0x1.89e0fcp-10f,
     0x1.9db6a8p-11f, 0x1.a3725cp-12f, 0x1.9aa354p-13f, 0x1.8450bcp-14f,
     0x1.62cb28p-15f, 0x1.39499ep-16f, 0x1.0b6898p-17f, 0x1.b95becp-19f},
    {0x1.9ed34ep-11f,  0x1.9ed34ep-11f,  0x1.039abcp-3f,   0x1.549a82p-3f,
     0x1.766362p-3f,   0x1.68ef76p-3f,   0x1.344dd2p-3f,   0x1.cc217p-4f,
     0x1.1b78aep-4f,   0x1.cbb05ap-6f,   -0x1.8bd858p-8f,  -0x1.f1bac6p-6f,
     -0x1.6c7908p-5f,  -0x1.96a25ap-5f,  -0x1.89a75ep-5f,  -0x1.5a0172p-5f,
     -0x1.1a2744p-5f,  -0x1.b00f66p-6f,  -0x1.38ec42p-6f,  -0x1.aee92ep-7f,
     -0x1.1b0a6ap-7f,  -0x1.63a286p-8f,  -0x1.ac3c0ep-9f,  -0x1.eeedfp-10f,
     -0x1.12d758p-10f, -0x1.25a066p-11f, -0x1.2e00f8p-12f, -0x1.2b3deap-13f,
     -0x1.1dd0c8p-14f, -0x1.07476ap-15f, -0x1.d3fab4p-17f, -0x1.9172dcp-18f},
    {0x1.bee2f8p-4f,  0x1.bee2f8p-4f,   0x1.47a082p-4f,  0x1.80905cp-5f,
     0x1.929a26p-8f,  -0x1.889a86p-6f,  -0x1.d1e344p-5f, -0x1.11c268p-4f,
     -0x1.206ad4p-4f, -0x1.f233c2p-5f,  -0x1.7f6b1p-5f,  -0x1.f15dc2p-6f,
     -0x1.efbd18p-7f, -0x1.f6e1a4p-10f, 0x1.ac298ep-8f,  0x1.7b3d2p-7f,
     0x1.a9bb86p-7f,  0x1.980626p-7f,   0x1.5c65bp-7f,   0x1.12934ap-7f,
     0x1.922e36p-8f,  0x1.14665p-8f,    0x1.693c9ep-9f,  0x1.c216a6p-10f,
     0x1.0b28bep-10f, 0x1.2f838p-11f,   0x1.4a41d4p-12f, 0x1.58eb92p-13f,
     0x1.5a1f42p-14f, 0x1.4dd37ep-15f,  0x1.361704p-16f, 0x1.154b28p-17f}};

// 1 - the normal distribution by the nearest multiple of 3/8, as s[0] + s[1] t
// + ...; within 2^-23.2 of 1.
alignas(64) inline constexpr float kNormalTailSeries[][16] = {
    {0x1p-1f, 0x1.6a527ap-2f, 0x1.d022p-3f, 0x1.0ad7dap-3f, 0x1.11a46ep-4f,
     0x1.f20392p-6f, 0x1.90924cp-7f, 0x1.1bee6ap-8f, 0x1.61de22p-10f,
     0x1.8301dp-12f, 0x1.72d988p-14f, 0x1.36ff0cp-16f, 0x1.c80834p-19f,
     0x1.2415cep-21f, 0x1.46a3b4p-24f, 0x1.3eb6dap-27f},
    {-0x1.98841ap-2f, -0x1.7cc6e6p-2f, -0x1.345d62p-2f, -0x1.b1ed72p-3f,
     -0x1.0941b4p-3f, -0x1.19c0f8p-4f, -0x1.040342p-5f, -0x1.a0ef12p-7f,
     -0x1.226aecp-8f, -0x1.5f7e4cp-10f, -0x1.719594p-12f, -0x1.519a34p-14f,
     -0x1.0be86ep-16f, -0x1.7161b6p-19f, -0x1.ba6bbap-22f, -0x1.cc50d2p-25f},
    {-0x1.71bcbcp-15f, 0x1.1d927p-4f, 0x1.ce8aa4p-4f, 0x1.e8293ep-4f,
     0x1.8de0f2p-4f, 0x1.0824c6p-4f, 0x1.2484b4p-5f, 0x1.119fd4p-6f,
     0x1.b3a9dep-8f, 0x1.289dd4p-9f, 0x1.5a913cp-11f, 0x1.5c46e4p-13f,
     0x1.2d8d6cp-15f, 0x1.c28296p-18f, 0x1.22a012p-20f, 0x1.4415dep-23f},
    {0x1.1340ccp-4f, 0x1.b1e31cp-5f, 0x1.67da4ap-6f, -0x1.2bcc2cp-7f,
     -0x1.b5e084p-6f, -0x1.d62658p-6f, -0x1.5fc262p-6f, -0x1.9aba6ep-7f,
     -0x1.867178p-8f, -0x1.34904ap-9f, -0x1.9a5d08p-11f, -0x1.ceb4f6p-13f,
     -0x1.bca038p-15f, -0x1.6d737cp-17f, -0x1.01a006p-19f, -0x1.382d24p-22f},
    {-0x1.284aa8p-8f, -0x1.0d747ep-6f, -0x1.757bcp-6f, -0x1.192f58p-6f,
     -0x1.8fb01ep-8f, 0x1.614b4ap-9f, 0x1.8ec3aap-8f, 0x1.61ce86p-8f,
     0x1.b46b5p-9f, 0x1.a17dd8p-10f, 0x1.433326p-11f, 0x1.9dc2ccp-13f,
     0x1.bb8f1cp-15f, 0x1.9172cep-17f, 0x1.347b84p-19f, 0x1.942844p-22f}};

// The derivative of gelu at -a by the multiple of 13/32 nearest to a, as s[0] +
// s[1] t + ...; within 2^-24.3 of 1.
alignas(64) inline constexpr float kGeluSlopeSeries[][16] = {
    {0x1p-1f, 0x1.8b5bd2p-3f, -0x1.95b24p-6f, -0x1.eb1042p-4f, -0x1.efcb3cp-4f,
     -0x1.4f4bf2p-4f, -0x1.5bd286p-5f, -0x1.217088p-6f, -0x1.8a5ad8p-8f,
     -0x1.bcac1ep-10f, -0x1.a1abacp-12f, -0x1.482824p-14f, -0x1.b08fa8p-17f,
     -0x1.df4586p-20f, -0x1.bf06acp-23f, -0x1.5f64d8p-26f},
    {-0x1.988452p-1f, -0x1.591e8p-1f, -0x1.8978aap-2f, -0x1.902aaap-4f,
     0x1.178e7p-4f, 0x1.b973e2p-4f, 0x1.4a3022p-4f, 0x1.5cdb1ep-5f,
     0x1.1ca6aap-6f, 0x1.73b942p-8f, 0x1.8b827cp-10f, 0x1.5a7b68p-12f,
     0x1.f730d2p-15f, 0x1.30415ap-17f, 0x1.3361bep-20f, 0x1.041026p-23f},
    {-0x1.7eede2p-19f, 0x1.24ffe8p-2f, 0x1.8e6ff8p-2f, 0x1.29e00ap-2f,
     0x1.e206p-4f, -0x1.a89f44p-8f, -0x1.8c6fc2p-5f, -0x1.4d1178p-5f,
     -0x1.628a8ap-6f, -0x1.180302p-7f, -0x1.5a4764p-9f, -0x1.57eccap-11f,
     -0x1.1651aep-13f, -0x1.725bc4p-16f, -0x1.97af98p-19f, -0x1.74db64p-22f},
    {0x1.106944p-2f, 0x1.6817b4p-3f, -0x1.21f458p-7f, -0x1.0f8dbep-3f,
     -0x1.11274ep-3f, -0x1.0ff884p-4f, -0x1.ffa74p-8f, 0x1.e8aca4p-7f,
     0x1.cd5436p-7f, 0x1.e5c5dap-8f, 0x1.6d88ep-9f, 0x1.a69014p-11f,
     0x1.839604p-13f, 0x1.1f2488p-15f, 0x1.5b777p-18f, 0x1.59f1c8p-21f},
    {-0x1.38d04ep-11f, -0x1.97a478p-4f, -0x1.b8023cp-4f, -0x1.32464ap-5f,
     0x1.d5cb44p-6f, 0x1.688fdcp-5f, 0x1.9a870ep-6f, 0x1.38fd44p-8f,
     -0x1.d46236p-9f, -0x1.ec1e5cp-9f, -0x1.f901bep-10f, -0x1.66e82ap-11f,
     -0x1.821452p-13f, -0x1.4685dcp-15f, -0x1.bb4368p-18f, -0x1.e9173ap-21f},
    {-0x1.d945ap-5f, -0x1.f1b8dp-6f, 0x1.5964dap-6f, 0x1.49c404p-5f,
     0x1.557634p-6f, -0x1.ff1eeep-9f, -0x1.82e55ap-7f, -0x1.d61a3cp-8f,
     -0x1.878744p-10f, 0x1.99ad94p-11f, 0x1.b2c87ap-11f, 0x1.a17e54p-12f,
     0x1.108ebap-13f, 0x1.0ab42ap-15f, 0x1.9797b8p-18f, 0x1.f15c24p-21f}};

// atan less its argument, by the nearest multiple of 1/15 up to 1, as rest +
// t (s[0] + s[1] t + ...), where t is the distance from a center; within
// 2^-26.6 of atan. The far tables are those of atan(c) - pi / 2.
alignas(64) inline constexpr float kAtanCenter[] = {
    0x0p+0f,    0x1.1p-4f,  0x1.1p-3f,  0x1.98p-3f, 0x1.12p-2f, 0x1.56p-2f,
    0x1.9ap-2f, 0x1.dep-2f, 0x1.11p-1f, 0x1.33p-1f, 0x1.55p-1f, 0x1.77p-1f,
    0x1.9ap-1f, 0x1.bcp-1f, 0x1.dep-1f, 0x1p+0f};
alignas(64) inline constexpr float kAtanRest[] = {
    0x0p+0f,         -0x1.985638p-14f, -0x1.95233p-11f, -0x1.51720cp-9f,
    -0x1.91681cp-8f, -0x1.7dae7cp-7f,  -0x1.40445cp-6f, -0x1.ec8c84p-6f,
    -0x1.63199ep-5f, -0x1.e73c9ep-5f,  -0x1.416356p-4f, -0x1.9ab088p-4f,
    -0x1.0127c2p-3f, -0x1.38eeeap-3f,  -0x1.75cff2p-3f, -0x1.b7812ap-3f};
alignas(64) inline constexpr float kAtanFarBase[] = {
    -0x1.921fb6p+0f, -0x1.812616p+0f, -0x1.70525ap+0f, -0x1.5fc86ep+0f,
    -0x1.4f311ep+0f, -0x1.3f9b12p+0f, -0x1.30a0c6p+0f, -0x1.2251e8p+0f,
    -0x1.14b882p+0f, -0x1.07d99ap+0f, -0x1.f76bd6p-1f, -0x1.e0957cp-1f,
    -0x1.ca895cp-1f, -0x1.b67b26p-1f, -0x1.a3b366p-1f, -0x1.921fb6p-1f};
alignas(64) inline constexpr float kAtanFarRest[] = {
    0x1.777a5cp-25f,  -0x1.3a4afep-25f, 0x1.5694fep-26f,  -0x1.28e332p-26f,
    0x1.3e791cp-25f,  -0x1.e7c15cp-27f, -0x1.638722p-25f, 0x1.5e445ap-25f,
    -0x1.cfdfc6p-27f, -0x1.df3254p-27f, 0x1.36658ap-26f,  0x1.f126d8p-27f,
    0x1.a8ea2ep-26f,  0x1.919f3p-26f,   -0x1.e8fe1cp-26f, 0x1.777a5cp-26f};
alignas(64) inline constexpr float kAtanSeries[][16] = {
    {-0x1.086f9ep-29f, -0x1.1fbc58p-8f, -0x1.1bfddap-6f, -0x1.38b6dcp-5f,
     -0x1.11abdep-4f, -0x1.9b0a74p-4f, -0x1.1af55cp-3f, -0x1.6e6a7cp-3f,
     -0x1.c55d26p-3f, -0x1.0ecc9cp-2f, -0x1.3aa69ap-2f, -0x1.658666p-2f,
     -0x1.9015e4p-2f, -0x1.b787a2p-2f, -0x1.dcdfaep-2f, -0x1.ffff48p-2f},
    {0x1.efedfcp-20f, -0x1.0d9cfep-4f, -0x1.06a6f2p-3f, -0x1.7971fap-3f,
     -0x1.dd37dep-3f, -0x1.14cdd6p-2f, -0x1.3087ccp-2f, -0x1.424194p-2f,
     -0x1.4b06b4p-2f, -0x1.4c32f4p-2f, -0x1.4747e4p-2f, -0x1.3db4dcp-2f,
     -0x1.306dbcp-2f, -0x1.21501ap-2f, -0x1.10e8fap-2f, -0x1.ff65aep-3f},
    {-0x1.559e02p-2f, -0x1.4c234ap-2f, -0x1.3288e6p-2f, -0x1.0b697ap-2f,
     -0x1.b37cbap-3f, -0x1.4ac1aap-3f, -0x1.c5f4c6p-4f, -0x1.062346p-4f,
     -0x1.7d0accp-6f, 0x1.513fdcp-7f, 0x1.2b16c4p-5f, 0x1.c9df8ep-5f,
     0x1.1cfd74p-4f, 0x1.3ea322p-4f, 0x1.502146p-4f, 0x1.857a96p-4f},
    {0x1.b45402p-7f, 0x1.06212cp-4f, 0x1.f19882p-4f, 0x1.4f286ep-3f,
     0x1.8182ap-3f, 0x1.8ea0e8p-3f, 0x1.78a0e4p-3f, 0x1.4fa3c4p-3f,
     0x1.264584p-3f, 0x1.def6p-4f, 0x1.800bc4p-4f, 0x1.e63ea2p-5f,
     0x1.9ba188p-5f, 0x1.2e9a88p-5f, 0x1.fa8a3ep-9f, 0x1.42b19ap-3f}};

// 2^(j / 16).
alignas(64) inline constexpr float kPowerSixteenthInFloat[] = {
    0x1p+0f,        0x1.0b5586p+0f, 0x1.172b84p+0f, 0x1.2387a6p+0f,
    0x1.306fep+0f,  0x1.3dea64p+0f, 0x1.4bfdaep+0f, 0x1.5ab07ep+0f,
    0x1.6a09e6p+0f, 0x1.7a1148p+0f, 0x1.8ace54p+0f, 0x1.9c4918p+0f,
    0x1.ae89fap+0f, 0x1.c199bep+0f, 0x1.d5818ep+0f, 0x1.ea4afap+0f};

// The bits of 2^(j / 16), less j in the places from 2^19 on. The bits of j +
// 16k there, added to them, give those of 2^(k + j / 16).
alignas(64) inline constexpr float kRootSixteenthInFloat[] = {
    0x1p+0f,        0x1.fb5586p-1f, 0x1.f72b84p-1f, 0x1.f387a6p-1f,
    0x1.f06fep-1f,  0x1.edea64p-1f, 0x1.ebfdaep-1f, 0x1.eab07ep-1f,
    0x1.ea09e6p-1f, 0x1.ea1148p-1f, 0x1.eace54p-1f, 0x1.ec4918p-1f,
    0x1.ee89fap-1f, 0x1.f199bep-1f, 0x1.f5818ep-1f, 0x1.fa4afap-1f};

// Powers next to 2^(j / 16), within 0.19 ulp, and exp(r) as 1 plus a polynomial
// over what the powers are off by; within 2^-29.7.
alignas(64) inline constexpr float kExpPowerInFloat[] = {
    0x1.00287cp+0f, 0x1.0b7fcep+0f, 0x1.1757aap+0f, 0x1.23b5c2p+0f,
    0x1.30a006p+0f, 0x1.3e1cacp+0f, 0x1.4c322ep+0f, 0x1.5ae752p+0f,
    0x1.6a4328p+0f, 0x1.7a4d12p+0f, 0x1.8b0cc4p+0f, 0x1.9c8a4cp+0f,
    0x1.aece1p+0f,  0x1.c1e0d8p+0f, 0x1.d5cbcep+0f, 0x1.ea9884p+0f};
inline constexpr float kExpBesidePowerInFloat[] = {
    -0x1.43aff6p-11f, 0x1.ffaf14p-1f, 0x1.ffb43p-2f, 0x1.552314p-3f};

// The bits of these powers over 4, less j in the places from 2^19 on, and those
// of 2^(-j / 16) next to them over 2, plus j there. The bits of j + 16k are
// added to the first and subtracted from the others. The series of r^2 are
// those of 2 cosh(r) - 2 and 2 sinh(r) / r, where both functions are divided by
// what the powers are off by.
alignas(64) inline constexpr float kCoshGrownInFloat[] = {
    0x1.00287cp-2f, 0x1.fb7fcep-3f, 0x1.f757aap-3f, 0x1.f3b5c2p-3f,
    0x1.f0a006p-3f, 0x1.ee1cacp-3f, 0x1.ec322ep-3f, 0x1.eae752p-3f,
    0x1.ea4328p-3f, 0x1.ea4d12p-3f, 0x1.eb0cc4p-3f, 0x1.ec8a4cp-3f,
    0x1.eece1p-3f,  0x1.f1e0d8p-3f, 0x1.f5cbcep-3f, 0x1.fa9884p-3f};
alignas(64) inline constexpr float kCoshShrunkInFloat[] = {
    0x1.00287cp-1f, 0x1.fa9884p-2f, 0x1.f5cbcep-2f, 0x1.f1e0d8p-2f,
    0x1.eece1p-2f,  0x1.ec8a4cp-2f, 0x1.eb0cc4p-2f, 0x1.ea4d12p-2f,
    0x1.ea4328p-2f, 0x1.eae752p-2f, 0x1.ec322ep-2f, 0x1.ee1cacp-2f,
    0x1.f0a006p-2f, 0x1.f3b5c2p-2f, 0x1.f757aap-2f, 0x1.fb7fcep-2f};
inline constexpr float kCoshBesideInFloat[] = {-0x1.43afdp-10f, 0x1.ffaf14p-1f,
                                               0x1.551f62p-4f};
inline constexpr float kSinhBesideInFloat[] = {0x1.ffaf14p+0f, 0x1.551f62p-2f};

// The bits of powers of 16 bits near 2^(j / 16), less j in the places from 2^19
// on, what their logarithms have more than j log(2) / 16, which is within
// 2^-32.9, and (exp(r) - 1 - r) / r^2 times 2^24; within 2^-29.7 of r.
alignas(64) inline constexpr float kExpm1PowerInFloat[] = {
    0x1p+0f,      0x1.f93ep-1f, 0x1.f74p-1f,  0x1.f3a2p-1f,
    0x1.f05cp-1f, 0x1.edfap-1f, 0x1.ebb2p-1f, 0x1.eaf4p-1f,
    0x1.e9bap-1f, 0x1.ea3ap-1f, 0x1.eb0ap-1f, 0x1.ec5ap-1f,
    0x1.ee88p-1f, 0x1.f17p-1f,  0x1.f54p-1f,  0x1.fd7ep-1f};
alignas(64) inline constexpr float kExpm1ShiftInFloat[] = {
    0x0p+0f,         -0x1.016b64p-7f, 0x1.2c848p-12f,  0x1.722p-12f,
    -0x1.0b79p-12f,  0x1.921bp-13f,   -0x1.d30c4p-11f, 0x1.8ea44p-11f,
    -0x1.c42d8p-11f, 0x1.b9168p-12f,  0x1.3572p-11f,   0x1.4fe2p-13f,
    -0x1.2cap-16f,   -0x1.7c59p-12f,  -0x1.1e06cp-11f, 0x1.aa40b8p-8f};
inline constexpr float kExpm1BesideInFloat[] = {0x1p+23f, 0x1.55588ep+21f,
                                                0x1.555956p+19f};

}  // namespace assay::optimized
