// Tables of exp, log, cosh, tanh and erf for vectors of eight doubles, which
// hold 16 entries in two registers. Written by scripts/fit_double_tables.py.
#pragma once

namespace assay::optimized {

// log(m) = log(m c) - log(c), by the first four bits of m from 3/4 to 3/2.
// -log(c) is within 2^-63.2.
alignas(64) inline constexpr double kLogFactor[] = {
    0x1.0000000000000p+0, 0x1.d41134c4dcd1cp-1, 0x1.bac4c8bdee930p-1,
    0x1.a4108cedcef34p-1, 0x1.8f9350c2968d5p-1, 0x1.7cfdf827b8306p-1,
    0x1.6c0f771a519efp-1, 0x1.5c91d3dc5e6f6p-1, 0x1.4e51be9222169p+0,
    0x1.4135e7698de6dp+0, 0x1.35174d05343b3p+0, 0x1.29da500c8f291p+0,
    0x1.1f6731897f864p+0, 0x1.15a96aadb87b0p+0, 0x1.0c8f25bb6605dp+0,
    0x1.0000000000000p+0};
alignas(64) inline constexpr double kLogBase[] = {0x0.0p+0,
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
alignas(64) inline constexpr double kPowerSixteenth[] = {
    0x1.0000000000000p+0, 0x1.ea4a000000000p-1, 0x1.d587800000000p-1,
    0x1.c19c200000000p-1, 0x1.ae91400000000p-1, 0x1.9c44000000000p-1,
    0x1.8ad4c00000000p-1, 0x1.7a12a00000000p-1, 0x1.6a03400000000p-1,
    0x1.5ab7200000000p-1, 0x1.4bf8c00000000p-1, 0x1.3df1000000000p-1,
    0x1.306c200000000p-1, 0x1.2380c00000000p-1, 0x1.172bc00000000p-1,
    0x1.0b52600000000p-1};
alignas(64) inline constexpr double kPowerShift[] = {0x0.0p+0,
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

// Powers next to 2^(j / 16), within 0.16 ulp, and exp(r) as 1 plus a polynomial
// over what the powers are off by; within 2^-57.0.
alignas(64) inline constexpr double kExpPower[] = {
    0x1.000006b195a80p+0, 0x1.0b558dcd0c244p+0, 0x1.172b8b1482780p+0,
    0x1.2387ae86bf44ap+0, 0x1.306fe898ea086p+0, 0x1.3dea6d112a886p+0,
    0x1.4bfdb601a12bcp+0, 0x1.5ab086e526e8dp+0, 0x1.6a09efdf53a0ep+0,
    0x1.7a1151215aba5p+0, 0x1.8ace5e755f7bep+0, 0x1.9c4922f1f528dp+0,
    0x1.ae8a04d7922acp+0, 0x1.c199c999d1beap+0, 0x1.d5819a1674a6ep+0,
    0x1.ea4b06fc2760fp+0};
inline constexpr double kExpBesidePower[] = {
    -0x1.ac655ecc734bap-22, 0x1.fffff29cd50aep-1, 0x1.fffff29cd50a5p-2,
    0x1.55554c673d9c0p-3,   0x1.55554c67a19dcp-5, 0x1.111267df29694p-7,
    0x1.6c184527f5103p-10};

// The bits of these powers over 4, less j in the places from 2^48 on, and those
// of 2^(-j / 16) next to them over 2, plus j there. The bits of j + 16k are
// added to the first and subtracted from the others. The series of r^2 are
// those of 2 cosh(r) - 2 and 2 sinh(r) / r, where both functions are divided by
// what the powers are off by; within 2^-66.5 and 2^-57.0 of cosh.
alignas(64) inline constexpr double kCoshGrown[] = {
    0x1.000006b195a80p-2, 0x1.fb558dcd0c244p-3, 0x1.f72b8b1482780p-3,
    0x1.f387ae86bf44ap-3, 0x1.f06fe898ea086p-3, 0x1.edea6d112a886p-3,
    0x1.ebfdb601a12bcp-3, 0x1.eab086e526e8dp-3, 0x1.ea09efdf53a0ep-3,
    0x1.ea1151215aba5p-3, 0x1.eace5e755f7bep-3, 0x1.ec4922f1f528dp-3,
    0x1.ee8a04d7922acp-3, 0x1.f199c999d1beap-3, 0x1.f5819a1674a6ep-3,
    0x1.fa4b06fc2760fp-3};
alignas(64) inline constexpr double kCoshShrunk[] = {
    0x1.000006b195a80p-1, 0x1.fa4b06fc2760fp-2, 0x1.f5819a1674a6ep-2,
    0x1.f199c999d1beap-2, 0x1.ee8a04d7922acp-2, 0x1.ec4922f1f528dp-2,
    0x1.eace5e755f7bep-2, 0x1.ea1151215aba5p-2, 0x1.ea09efdf53a0ep-2,
    0x1.eab086e526e8dp-2, 0x1.ebfdb601a12bcp-2, 0x1.edea6d112a886p-2,
    0x1.f06fe898ea086p-2, 0x1.f387ae86bf44ap-2, 0x1.f72b8b1482780p-2,
    0x1.fb558dcd0c244p-2};
inline constexpr double kCoshBeside[] = {
    -0x1.ac655ecc734bap-21, 0x1.fffff29cd50a5p-1, 0x1.55554c67a19dcp-4,
    0x1.6c184527f5103p-9};
inline constexpr double kSinhBeside[] = {
    0x1.fffff29cd50aep+0, 0x1.55554c673d9c0p-2, 0x1.111267df29694p-6};

// erf by the nearest multiple of 5/13: base + rest + t (s[0] + s[1] t + ...),
// where t is the distance from a center. In the first two pieces the base is
// the operand. Within 2^-56.1.
alignas(64) inline constexpr double kErfCenterInDouble[] = {
    0x0.0p+0,
    0x1.8800000000000p-2,
    0x1.8a00000000000p-1,
    0x1.2700000000000p+0,
    0x1.8a00000000000p+0,
    0x1.ec00000000000p+0,
    0x1.2780000000000p+1,
    0x1.5880000000000p+1,
    0x1.8a00000000000p+1,
    0x1.bb00000000000p+1,
    0x1.ec80000000000p+1,
    0x1.0ec0000000000p+2,
    0x1.2780000000000p+2,
    0x1.4000000000000p+2,
    0x1.5880000000000p+2,
    0x1.7140000000000p+2};
alignas(64) inline constexpr double kErfBaseInDouble[] = {0x0.0p+0,
                                                          0x0.0p+0,
                                                          0x1.727269f228ce1p-1,
                                                          0x1.cb2cdd1ca15b5p-1,
                                                          0x1.f0e3a5e1a1788p-1,
                                                          0x1.fca2fee770c79p-1,
                                                          0x1.ff7071cb190bdp-1,
                                                          0x1.ffed814cf132dp-1,
                                                          0x1.fffe3daa95b18p-1,
                                                          0x1.ffffdeee4f810p-1,
                                                          0x1.fffffe39ed015p-1,
                                                          0x1.ffffffed28633p-1,
                                                          0x1.ffffffff6f121p-1,
                                                          0x1.fffffffffc9e8p-1,
                                                          0x1.fffffffffff0ep-1,
                                                          0x1.ffffffffffffdp-1};
alignas(64) inline constexpr double kErfRestInDouble[] = {
    0x0.0p+0,
    0x1.da2aca2093947p-6,
    -0x1.badd91f235cacp-56,
    0x1.9604ac35a1182p-55,
    -0x1.d0f2673fd6d1bp-55,
    0x1.ecfc67e413f67p-57,
    0x1.bdb1a370cefafp-55,
    -0x1.22021a84e833bp-57,
    0x1.5bc316b6f0891p-55,
    0x1.bf97652f4fc24p-56,
    0x1.097d3b5d167b7p-55,
    -0x1.d7a42f28912bcp-57,
    -0x1.522107305cdc6p-55,
    -0x1.a759f7738935fp-56,
    -0x1.03cfed5897880p-55,
    -0x1.15f8bde1e4d58p-58};
alignas(64) inline constexpr double kErfInDoubleSeries[][16] = {
    {0x1.06eba8214db69p-3, -0x1.a0b67d27ffc88p-6, 0x1.3f8e01f2065a0p-1,
     0x1.323c90328955ap-2, 0x1.b09bfb7d11a7dp-4, 0x1.cc0180af00ab8p-6,
     0x1.665b9b0597150p-8, 0x1.a6ce1416c427fp-11, 0x1.6b4702d7d58ddp-14,
     0x1.db92b521308bcp-18, 0x1.c2abf1920eec4p-22, 0x1.47506eaf1b4cap-26,
     0x1.56197e2fd1e81p-31, 0x1.13af4f03eabdfp-36, 0x1.4b72ae64a8a05p-42,
     0x1.1c28ac11cad37p-48},
    {-0x1.96d171055198ep-48, -0x1.7e07a2416b020p-2, -0x1.ebd08efe7dc8ep-2,
     -0x1.60e3ca2a3c42fp-2, -0x1.4ce808873e959p-3, -0x1.ba0971a82aa01p-5,
     -0x1.9da6bd70f3e72p-7, -0x1.1c7c290451895p-9, -0x1.178da530174c5p-12,
     -0x1.9b7b6fb836bfcp-16, -0x1.b181e51ebf464p-20, -0x1.5a2c510fbd856p-24,
     -0x1.8ae26d284472cp-29, -0x1.589b22c5e2b35p-34, -0x1.be07d3b57d33ep-40,
     -0x1.99ddaa24da6c3p-46},
    {-0x1.812746b03449dp-2, -0x1.d64f2aa248bebp-3, 0x1.3a3295d4491a2p-5,
     0x1.520af27c8bd70p-3, 0x1.0d79698097322p-3, 0x1.e9b12ed79cfaap-5,
     0x1.207458321f8b1p-6, 0x1.db359a96905f7p-9, 0x1.0fb26009ab940p-11,
     0x1.c6e39f5629e49p-15, 0x1.0c9be21013ab0p-18, 0x1.da8524612f612p-23,
     0x1.28bfb6185bb78p-27, 0x1.196da0dc71e59p-32, 0x1.893ea2befca49p-38,
     0x1.8433ceffd901fp-44},
    {-0x1.9ba6743cc4a5cp-35, 0x1.58b4e8aa02e1fp-3, 0x1.29a741aad0067p-3,
     0x1.43e9c080a571bp-6, -0x1.8199ad60d8557p-5, -0x1.4337c7cb29f63p-5,
     -0x1.08052c3b05d0ep-6, -0x1.1054ca6db746dp-8, -0x1.7390ec46e6e88p-11,
     -0x1.674ba90df82e9p-14, -0x1.e0a1bbfa719d1p-18, -0x1.d9034974595a6p-22,
     -0x1.461530cee6271p-26, -0x1.516d3ccd08f4dp-31, -0x1.fe9b1feb51e74p-37,
     -0x1.0f6deb28ec2b4p-42},
    {0x1.ce2f220e68ceap-4, 0x1.613cfe47d5a87p-5, -0x1.ccbeb5c0c237ap-5,
     -0x1.e04d9bfc960edp-5, -0x1.57ef8c4c438a2p-7, 0x1.9643b49c2937cp-7,
     0x1.3a8a259164101p-7, 0x1.bbcce23d22c06p-9, 0x1.77fb52ea7f70ap-11,
     0x1.ad2a997685bfap-14, 0x1.4991e0964af58p-17, 0x1.6c9fcac953f04p-21,
     0x1.16dc60b396a68p-25, 0x1.3c51c61b63729p-30, 0x1.041a44f682848p-35,
     0x1.2aa5533c575eep-41},
    {-0x1.1f104d22c69dfp-25, -0x1.9cc304e1e7f75p-5, -0x1.8e9f3e2cf4556p-6,
     0x1.1a9b277bed34bp-6, 0x1.25e0686a95aeap-6, 0x1.5202a2afc8a0fp-9,
     -0x1.94f2ff761bf75p-9, -0x1.f9cfb505df55bp-10, -0x1.1eb04a0ba1a26p-11,
     -0x1.8f4b3c1606763p-14, -0x1.669b329a6ee04p-17, -0x1.c31bd4d2caf46p-21,
     -0x1.81b4e20c31702p-25, -0x1.e2357f8cb30abp-30, -0x1.b0a79f884afb3p-35,
     -0x1.0d1403980e658p-40},
    {-0x1.b82b054bce342p-6, -0x1.37ab2307d21c7p-8, 0x1.330bb21f3e427p-6,
     0x1.0f573ac27df36p-7, -0x1.61210171eacbdp-8, -0x1.1e42e8bf5445ep-8,
     -0x1.03a980ddf3347p-12, 0x1.633e7769adc6bp-11, 0x1.4539d28ea3fdbp-12,
     0x1.24a7a2637a9fep-14, 0x1.3bc1f60afd1f0p-17, 0x1.ca7183ec7468dp-21,
     0x1.ba6e841096e79p-25, 0x1.32c911d29ef7ep-29, 0x1.2dc013139f5c5p-34,
     0x1.9809c358430bap-40},
    {-0x1.0235df91d36f1p-18, 0x1.70b5a54c6cef8p-7, 0x1.a594c1c4213ddp-10,
     -0x1.8e928467f2a87p-8, -0x1.d017045d63242p-10, 0x1.954be97e0011cp-10,
     0x1.a60806acc0665p-11, -0x1.64002ce3af66cp-15, -0x1.fd9eb0825829fp-14,
     -0x1.4f4de977e8b13p-15, -0x1.c5c65d998a17bp-18, -0x1.8430ba7d6bc53p-21,
     -0x1.ac0bc2eb9145dp-25, -0x1.4bcfca4197a2fp-29, -0x1.67b0ef695867ap-34,
     -0x1.09791871e4c82p-39},
    {0x1.57c18504a7b98p-8, -0x1.0edcd31359832p-15, -0x1.00cfc9fafff95p-8,
     -0x1.bcd69727fa896p-15, 0x1.b15d8d4305a5cp-10, 0x1.8ca50d521f51bp-13,
     -0x1.7e89ad296a8efp-12, -0x1.be387be5969acp-14, 0x1.7e96041644e6ap-16,
     0x1.202cf6e61cf49p-16, 0x1.093431556995cp-18, 0x1.13be914bf1d23p-21,
     0x1.60f73a9667218p-25, 0x1.34b0247872a9cp-29, 0x1.72e8227404b94p-34,
     0x1.2be7b4da08ecfp-39},
    {-0x1.2ba08bdd3e3e0p-14, -0x1.05d8beed09b5dp-9, 0x1.4c5f4e25997c2p-12,
     0x1.1e96171f90fa8p-10, -0x1.96f696ac4db49p-13, -0x1.6c62481fb76e9p-12,
     0x1.a8cd109bf91e2p-16, 0x1.0fcd2de04680dp-14, 0x1.fb9e4f2d1f839p-18,
     -0x1.40f0dc12440a1p-18, -0x1.edadf4cfa7dd7p-20, -0x1.48aa72a3d9eaap-22,
     -0x1.f3bc771affb97p-26, -0x1.f3b555cb88516p-30, -0x1.4feb0837e325ap-34,
     -0x1.2a0ee0b87a704p-39},
    {-0x1.80539692a9033p-11, 0x1.255ec6f09a95dp-13, 0x1.349c533b82b0fp-11,
     -0x1.c11b7b3d2bac4p-13, -0x1.c2bebb89e1e8dp-13, 0x1.71b5eaa752169p-14,
     0x1.9ca538e94ed5bp-15, -0x1.d2332aef93ed8p-17, -0x1.0c432094b2db6p-17,
     0x1.4fd4f43ea37c1p-23, 0x1.56a5685695780p-21, 0x1.49b7c1ee1be71p-23,
     0x1.389e89218aefdp-26, 0x1.6fea525f06918p-30, 0x1.1ab4a9cd5461ap-34,
     0x1.1a1c057128edcp-39},
    {-0x1.2f8d9e663544ep-15, 0x1.2f85e675796dap-12, -0x1.f8c17ab5e9135p-14,
     -0x1.fe6c83a7fc1d1p-14, 0x1.5c6a601888caep-14, 0x1.8d4d1420b485cp-16,
     -0x1.77ace17fc3f33p-16, -0x1.d26588a190617p-19, 0x1.8662538097242p-19,
     0x1.4c798833f8f3dp-21, -0x1.138640145c39dp-23, -0x1.0485d4401fa08p-24,
     -0x1.4627c7d2aef79p-27, -0x1.c4044385faecdp-31, -0x1.8742da4935e94p-35,
     -0x1.d22ffb8b7e93cp-40}};

}  // namespace assay::optimized
