// A block judged by the fast oracle is judged as by the oracle alone, also of a
// subject that is wrong in many ways: every count, the checksum, the worst.
#include "sweep/sweep_block.h"

#include <gtest/gtest.h>

#include "reference/elements.h"
#include "reference/reference.h"
#include "spec/op_table.h"
#include "tests/sampled.h"

namespace assay {
namespace {

// The reference, with some results moved by a few steps or replaced.
class Perturbed : public Reference {
 public:
  explicit Perturbed(bool is_right = false) : is_right_(is_right) {}

  Result<Tensors> execute(const Call& call) override {
    auto returned = Reference::execute(call);
    if (!returned || is_right_) return returned;
    const Elements x(call.operands[0]);
    const Elements out(call.outs[0]);
    for (const Index& at : indices(call.outs[0].view.shape())) {
      const std::uint64_t hash = digest_of(x.bits(at).re, 7) >> 20;
      out.store(at, {perturbed(out.dtype(), out.bits(at).re, hash % 32), 0});
    }
    return returned;
  }

 private:
  static std::uint64_t perturbed(DType dtype, std::uint64_t bits,
                                 std::uint64_t way) {
    if (!is_real(dtype)) return way == 0 ? bits ^ 1 : bits;
    const FloatFormat& format = format_of(dtype);
    const std::uint64_t mask = 2 * sign_bit(format) - 1;
    constexpr int kMoves[] = {1, -1, 2, -3,  3,  -4, 4,
                              5, -5, 6, -15, 16, 17, 99};
    if (way < std::size(kMoves))
      return (bits + static_cast<std::uint64_t>(kMoves[way])) & mask;
    switch (way) {
      case 14:
        return quiet_nan_bits(format);
      case 15:
        return overflow_bits(format);
      case 16:
        return bits ^ sign_bit(format);
      case 17:
        return 0;
      case 18:
        return sign_bit(format);
      default:
        return bits;
    }
  }

  bool is_right_;
};

struct Both {
  Totals fast;
  Totals exact;
};

Both judged(Backend& subject, const Inputs& inputs, std::uint64_t first,
            std::uint64_t end) {
  Reference oracle;
  BlockSweep fast(subject, oracle, inputs, kNx);
  BlockSweep exact(subject, oracle, inputs, kNx,
                   BlockSweep::Judge::kOracleAlone);
  const auto a = fast.sweep_inputs(first, end);
  const auto b = exact.sweep_inputs(first, end);
  EXPECT_TRUE(a) << a.status().message;
  EXPECT_TRUE(b) << b.status().message;
  return {a ? *a : Totals{}, b ? *b : Totals{}};
}

void expect_same(const Both& both, const std::string& what) {
  EXPECT_EQ(both.exact.inputs, both.fast.inputs) << what;
  EXPECT_EQ(both.exact.digest, both.fast.digest) << what;
  EXPECT_EQ(both.exact.steps, both.fast.steps) << what;
  EXPECT_EQ(both.exact.rejected, both.fast.rejected) << what;
  EXPECT_EQ(both.exact.breaks, both.fast.breaks) << what;
  ASSERT_EQ(both.exact.worst.has_value(), both.fast.worst.has_value()) << what;
  // The fast oracle may take one of two errors that are all but equal.
  if (both.exact.worst) {
    EXPECT_TRUE(both.exact.worst->ulp == both.fast.worst->ulp ||
                std::fabs(both.exact.worst->ulp - both.fast.worst->ulp) <
                    0x1p-14 * both.exact.worst->ulp)
        << what << ": " << both.exact.worst->ulp << " and "
        << both.fast.worst->ulp;
  }
  ASSERT_EQ(both.exact.first_rejected.has_value(),
            both.fast.first_rejected.has_value())
      << what;
  if (both.exact.first_rejected) {
    EXPECT_EQ(both.exact.first_rejected->input, both.fast.first_rejected->input)
        << what;
  }
}

std::vector<Op> unary_ops() {
  std::vector<Op> ops;
  for (const OpSpec* spec : kOps)
    if (spec->signature.is_lifted() && spec->signature.operands.size() == 1)
      ops.push_back(*op_named(spec->name));
  return ops;
}

// The length of a block of a narrow dtype, and the distance of blocks of
// float32.
constexpr std::uint64_t kLength = test::kIsSanitized ? 512 : 4096;
constexpr std::uint64_t kStep = (test::kIsSanitized ? 21ULL : 3ULL) << 24;

class SweepBlock : public testing::TestWithParam<DType> {};

// Every input of the narrow dtypes; of float32 a piece of every sixth binade.
TEST_P(SweepBlock, JudgesAsTheOracleDoes) {
  for (const bool is_right : {false, true}) {
    Perturbed subject(is_right);
    for (const Op op : unary_ops()) {
      const auto inputs = inputs_of(op, GetParam());
      if (!inputs) continue;
      const std::string what(name_of(op));
      if (GetParam() != DType::kFloat32) {
        // A quarter of the 16-bit floats around each zero and each end.
        for (std::uint64_t at = 0; at < inputs->count(); at += 16384)
          expect_same(judged(subject, *inputs, at,
                             std::min(at + kLength, inputs->count())),
                      what);
        continue;
      }
      for (std::uint64_t at = 0; at < inputs->count(); at += kStep)
        expect_same(judged(subject, *inputs, at, at + 256), what);
      // The ends of the ranges of exp and cosh, and of sine's quarters.
      for (const float x : {88.7f, -87.4f, -103.9f, 0.785f, 3.14159f, 1.0f})
        expect_same(
            judged(subject, *inputs, std::bit_cast<std::uint32_t>(x) & ~1023u,
                   (std::bit_cast<std::uint32_t>(x) & ~1023u) + 1024),
            what);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, SweepBlock,
                         testing::Values(DType::kFloat32, DType::kFloat16,
                                         DType::kBfloat16, DType::kFloat8E4m3fn,
                                         DType::kFloat8E5m2),
                         [](const auto& dtype) {
                           return std::string(name_of(dtype.param));
                         });

TEST(SweepBlock, FindsNothingWrongWithTheReference) {
  Reference subject;
  Reference oracle;
  for (const char* name : {"exp", "acos", "erf", "round", "neg"}) {
    const auto inputs = inputs_of(*op_named(name), DType::kFloat16);
    BlockSweep sweep(subject, oracle, *inputs, kNx);
    const auto totals = sweep.sweep(0);
    ASSERT_TRUE(totals) << totals.status().message;
    EXPECT_EQ(65536u, totals->inputs);
    EXPECT_EQ(65536u, totals->steps[0]) << name;
    EXPECT_EQ(0u, totals->rejected) << name;
    EXPECT_EQ(0u, totals->breaks) << name;
    EXPECT_FALSE(totals->worst) << name;
  }
}

// Returns one wrong result in a whole block.
class OneWrong : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto returned = Reference::execute(call);
    const Elements x(call.operands[0]);
    const Elements out(call.outs[0]);
    for (const Index& at : indices(call.outs[0].view.shape()))
      if (x.bits(at).re == 0x3c01) out.store(at, {0x4000, 0});
    return returned;
  }
};

TEST(SweepBlock, FindsTheOneWrongResult) {
  OneWrong subject;
  Reference oracle;
  BlockSweep sweep(subject, oracle, *inputs_of("exp"_op, DType::kFloat16), kNx);
  const auto totals = sweep.sweep(0);
  ASSERT_TRUE(totals);
  EXPECT_EQ(1u, totals->rejected);
  ASSERT_TRUE(totals->first_rejected);
  EXPECT_EQ(0x3c01u, totals->first_rejected->input);
  EXPECT_EQ(0x4000u, totals->first_rejected->got);
  EXPECT_EQ(totals->worst, totals->first_rejected);
  // e^1.00098 is 2.72, and 2 stands between larger values.
  EXPECT_EQ(1u, totals->breaks);
}

TEST(SweepBlock, SweepsBinaryOpsAndIntegers) {
  Reference oracle;
  Reference right;
  Perturbed wrong;
  for (const char* op : {"add", "div", "cmplt", "max", "pow"})
    for (const DType dtype : {DType::kInt8, DType::kFloat8E5m2}) {
      const auto inputs = inputs_of(*op_named(op), dtype);
      ASSERT_TRUE(inputs) << inputs.status().message;
      BlockSweep sweep(right, oracle, *inputs, kNx);
      const auto totals = sweep.sweep(0);
      ASSERT_TRUE(totals) << totals.status().message;
      EXPECT_EQ(65536u, totals->steps[0] + totals->open) << op;
      EXPECT_EQ(0u, totals->rejected) << op;
      BlockSweep other(wrong, oracle, *inputs, kNx);
      EXPECT_GT(other.sweep(0)->rejected, 100u) << op;
    }
  BlockSweep ints(right, oracle, *inputs_of("abs"_op, DType::kInt16), kNx);
  EXPECT_EQ(65536u, ints.sweep(0)->steps[0]);
}

}  // namespace
}  // namespace assay
