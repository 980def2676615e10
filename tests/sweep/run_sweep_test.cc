// Runs of sweeps: the same totals for 1 shard, 7, and a run that was broken off
// and gone on with; and what becomes of subjects that do not last.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "spec/op_table.h"
#include "sweep/run_sweeps.h"

namespace assay {
namespace {

constexpr Op kNeg = "neg"_op;

// A fast subject: neg, by the bits, and wrong at one input in 2^22.
class Negating : public Reference {
 public:
  std::optional<Claim> claim(const Cell& cell) const override {
    if (cell.op != "neg"_op) return std::nullopt;
    return Claim{};
  }
  // Through the memory that was wrapped: the operand's, then the out's.
  Result<Tensors> execute(const Call& call) override {
    const std::int64_t count = call.outs[0].view.numel();
    for (std::int64_t i = 0; i < count; ++i) {
      ElementBits bits = load_element(memory_.at(0), DType::kFloat32, i);
      bits.re ^= 0x80000000;
      if ((bits.re & 0x3fffff) == 0x12345) bits.re += 2;
      store_element(memory_.at(1), DType::kFloat32, i, bits);
    }
    return Tensors{};
  }
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override {
    memory_.push_back(memory.data());
    return Reference::wrap(dtype, count, memory, writable);
  }

 private:
  std::vector<std::byte*> memory_;
};

class DiesInABlock : public Negating {
 public:
  Result<Tensors> execute(const Call& call) override {
    static int calls = 0;
    if (++calls == 20) raise(SIGKILL);
    return Negating::execute(call);
  }
};

// Claims less than the calls of a sweep need.
class TakesShortArrays : public Negating {
 public:
  std::optional<Claim> claim(const Cell& cell) const override {
    auto claim = Negating::claim(cell);
    if (claim) claim->max_extent = 100;
    return claim;
  }
};

class Hangs : public Negating {
 public:
  Result<Tensors> execute(const Call&) override {
    for (;;) pause();
  }
};

class Refuses : public Negating {
 public:
  Result<Tensors> execute(const Call&) override {
    return Status::unsupported("op", "not today");
  }
};

class RunSweep : public testing::Test {
 protected:
  RunSweep()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("assay-run-sweep-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~RunSweep() override { std::filesystem::remove_all(folder_); }

  template <typename Made = Negating>
  SweepOptions options(const std::string& file) const {
    SweepOptions made;
    made.subject = "negating";
    made.make_subject = []() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(
          std::make_unique<InProcessSubject>(std::make_unique<Made>()));
    };
    made.make_oracle = [] { return std::make_unique<Reference>(); };
    made.inputs = *inputs_of(kNeg, DType::kFloat32);
    // The last numbers, the NaNs, and the first below zero.
    made.first_block = 2036;
    made.end_block = 2052;
    made.out = folder_ / file;
    return made;
  }

  std::string text(const std::string& file) const {
    std::ifstream in(folder_ / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // Runs and returns the sweep, which must succeed.
  static Sweep run(const SweepOptions& options) {
    Sweep sweep;
    const auto failure = run_sweep(options, sweep);
    EXPECT_FALSE(failure) << failure->message;
    return sweep;
  }

  template <typename Made>
  void expect_failure(SweepError error, const std::string& part) const {
    SweepOptions bad = options<Made>("bad");
    bad.block_seconds = 1;
    Sweep sweep;
    const auto failure = run_sweep(bad, sweep);
    ASSERT_TRUE(failure);
    EXPECT_EQ(error, failure->error) << failure->message;
    EXPECT_NE(std::string::npos, failure->message.find(part))
        << failure->message;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "bad"));
  }

  const std::filesystem::path folder_;
};

TEST_F(RunSweep, GivesTheSameForEveryNumberOfShards) {
  const Sweep one = run(options("one"));
  EXPECT_EQ(16u, one.blocks.size());
  EXPECT_EQ(16u << 20, one.total().inputs);
  EXPECT_EQ(2u, one.total().rejected);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "one.partial"));
  // Seven shards, joined backwards, on two workers.
  std::optional<Sweep> joined;
  for (std::uint64_t shard = 7; shard >= 1; --shard) {
    SweepOptions part = options("part" + std::to_string(shard));
    part.shard_index = shard;
    part.shard_count = 7;
    part.jobs = 2;
    const Sweep swept = run(part);
    EXPECT_LE(swept.blocks.size(), 3u);
    if (!joined)
      joined = swept;
    else
      ASSERT_TRUE(join(*joined, swept).ok());
  }
  EXPECT_EQ(one.total(), joined->total());
  ASSERT_TRUE(write_sweep(folder_ / "joined", *joined).ok());
  EXPECT_EQ(text("one"), text("joined"));
}

TEST_F(RunSweep, GoesOnWhereItWasBrokenOff) {
  const Sweep one = run(options("one"));
  SweepOptions broken = options<DiesInABlock>("resumed");
  Sweep sweep;
  const auto failure = run_sweep(broken, sweep);
  ASSERT_TRUE(failure);
  EXPECT_EQ(SweepError::kBroke, failure->error);
  EXPECT_NE(std::string::npos, failure->message.find("signal 9"));
  EXPECT_NE(std::string::npos, failure->message.find("in block 2037"))
      << failure->message;
  // A line that was torn is swept again.
  std::ofstream(folder_ / "resumed.partial", std::ios::app) << "{\"block\":20";
  const auto left = read_sweep(folder_ / "resumed.partial", true);
  ASSERT_TRUE(left) << left.status().message;
  EXPECT_EQ(1u, left->blocks.size());
  SweepOptions again = options("resumed");
  again.resume = true;
  EXPECT_EQ(one.total(), run(again).total());
  EXPECT_EQ(text("one"), text("resumed"));
}

TEST_F(RunSweep, GoesOnWithNoOtherSweep) {
  SweepOptions first = options<DiesInABlock>("file");
  Sweep sweep;
  ASSERT_TRUE(run_sweep(first, sweep));
  SweepOptions other = options("file");
  other.end_block = 2051;
  other.resume = true;
  const auto failure = run_sweep(other, sweep);
  ASSERT_TRUE(failure);
  EXPECT_EQ(SweepError::kUnwritable, failure->error);
  EXPECT_NE(std::string::npos, failure->message.find("not parts of one sweep"))
      << failure->message;
  // The file of a complete sweep is not replaced either.
  ASSERT_FALSE(run_sweep(options("whole"), sweep));
  const std::string before = text("whole");
  other.out = folder_ / "whole";
  const auto refused = run_sweep(other, sweep);
  ASSERT_TRUE(refused);
  EXPECT_EQ(SweepError::kUnwritable, refused->error);
  EXPECT_NE(std::string::npos,
            refused->message.find("belongs to another sweep"))
      << refused->message;
  EXPECT_EQ(before, text("whole"));
}

TEST_F(RunSweep, SaysWhyThereIsNone) {
  expect_failure<Hangs>(SweepError::kBroke, "no answer within 1 s in block");
  expect_failure<Refuses>(SweepError::kBroke, "not today");
  expect_failure<TakesShortArrays>(SweepError::kNotClaimed,
                                   "with extents above 100");
  SweepOptions unclaimed = options("bad");
  unclaimed.inputs = *inputs_of("abs"_op, DType::kFloat32);
  Sweep sweep;
  auto failure = run_sweep(unclaimed, sweep);
  ASSERT_TRUE(failure);
  EXPECT_EQ(SweepError::kNotClaimed, failure->error);
  SweepOptions nowhere = options("none/of/it");
  std::ofstream(folder_ / "none") << "a file";
  failure = run_sweep(nowhere, sweep);
  ASSERT_TRUE(failure);
  EXPECT_EQ(SweepError::kUnwritable, failure->error);
}

// A subject that dies or that lacks a cell ends its own sweep alone, and all
// are taken in their order however many run at once.
TEST_F(RunSweep, SeveralAreTakenInOrder) {
  const auto of_int8 = [&](Op op, SweepOptions made) {
    made.inputs = *inputs_of(op, DType::kInt8);
    made.first_block = made.end_block = 0;
    made.out = folder_ / (std::string(name_of(op)) + ".jsonl");
    return made;
  };
  SweepOptions two_blocks = options("long.jsonl");
  two_blocks.end_block = two_blocks.first_block + 2;
  for (const int jobs : {1, 3}) {
    const std::vector<SweepOptions> sweeps = {
        of_int8("abs"_op, options<Reference>("")),
        of_int8("sign"_op, options<Refuses>("")),
        of_int8(kNeg, options<Refuses>("")),
        two_blocks,
        of_int8("add"_op, options<Reference>("")),
    };
    std::vector<std::string> seen;
    run_sweeps(sweeps, jobs,
               [&](std::size_t i, const std::optional<SweepFailure>& failure,
                   const Sweep& sweep) {
                 EXPECT_EQ(seen.size(), i);
                 if (failure && failure->error == SweepError::kBroke)
                   seen.push_back(failure->message);
                 else if (failure)
                   seen.push_back("not claimed");
                 else
                   seen.push_back(std::to_string(sweep.total().inputs));
                 return i < 3 || jobs == 1;
               });
    ASSERT_EQ(jobs == 1 ? 5u : 4u, seen.size());
    EXPECT_EQ("256", seen[0]);
    EXPECT_EQ("not claimed", seen[1]);
    EXPECT_NE(std::string::npos, seen[2].find("not today")) << seen[2];
    EXPECT_EQ(std::to_string(2 * kBlockInputs), seen[3]);
    EXPECT_EQ(jobs == 1 ? "65536" : seen[3], seen.back());
  }
}

}  // namespace
}  // namespace assay
