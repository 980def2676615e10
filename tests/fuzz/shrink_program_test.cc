// Tests that a failing program shrinks to the step that is wrong.
#include "fuzz/shrink_program.h"

#include "spec/op_table.h"
#include "tests/fuzz/programs.h"

namespace assay {
namespace {

// Is the reference, except that one op is wrong if the operand is not a plain
// array.
class WrongOnViews : public Reference {
 public:
  explicit WrongOnViews(Op op) : op_(op) {}
  Result<Tensors> execute(const Call& call) override {
    if (call.op != op_ || call.operands[0].view.is_c_contiguous())
      return Reference::execute(call);
    Call plain = call;
    plain.operands[0].view = View(call.operands[0].view.shape());
    if (plain.operands[0].view.numel() > 1) {
      const auto storage = to_host(call.operands[0]);
      if (storage->size() * 8 /
              static_cast<std::size_t>(spec_of(call.operands[0].dtype).bits) <
          static_cast<std::size_t>(plain.operands[0].view.numel()))
        return Reference::execute(call);
    }
    return Reference::execute(plain);
  }

 private:
  Op op_;
};

class Shrinking {
 public:
  explicit Shrinking(std::unique_ptr<Backend> backend)
      : subject_(std::move(backend)) {}

  ProgramRules rules() { return every_cell_of(oracle_); }

  std::vector<Record> run(const std::vector<Case>& cases) {
    std::vector<Record> records;
    for (const Case& test_case : cases) {
      const CaseOutcome outcome = run_case(test_case, subject_);
      Record record;
      record.id = test_case.id;
      record.verdict = outcome.verdict;
      record.failure = outcome.failure;
      records.push_back(std::move(record));
    }
    ran_ += std::ssize(cases);
    return records;
  }

  // Returns the first failing program with this number of steps, shrunk.
  std::optional<FailingProgram> first_failing(std::size_t steps) {
    for (std::uint64_t number = 0; number < 3000; ++number) {
      auto test_case = program_number(number, rules());
      if (!test_case || test_case->steps.size() < steps) continue;
      Record record = run({*test_case}).front();
      if (!is_failure(record.verdict)) continue;
      return shrink_program(
          {program_bytes(0, number), *std::move(test_case), std::move(record)},
          rules(), "case=1", [this](const std::vector<Case>& cases) {
            return std::optional(run(cases));
          });
    }
    return std::nullopt;
  }
  std::int64_t ran() const { return ran_; }

 private:
  Reference oracle_;
  InProcessSubject subject_;
  std::int64_t ran_ = 0;
};

TEST(ShrinkProgram, LeavesTheStepThatIsWrong) {
  Shrinking shrinking(std::make_unique<WrongOnViews>("neg"_op));
  const auto shrunk = shrinking.first_failing(4);
  ASSERT_TRUE(shrunk);
  EXPECT_EQ(Verdict::kFail, shrunk->record.verdict);
  // The view is given, or made by one step.
  ASSERT_GE(2u, shrunk->test_case.steps.size());
  EXPECT_EQ("neg"_op, shrunk->test_case.steps.back().op);
  if (shrunk->test_case.steps.size() == 2) {
    EXPECT_EQ(Delivery::kView,
              spec_of(shrunk->test_case.steps[0].op).signature.delivery);
  }
  EXPECT_EQ(1u, shrunk->test_case.expect.size());
  // Two tensors: the operand, of few elements, and the result.
  ASSERT_EQ(2u, shrunk->test_case.tensors.size());
  EXPECT_GE(4, shrunk->test_case.tensors[0].view.numel());
  EXPECT_EQ("elementwise/neg:program:layout=mixed,case=1",
            shrunk->test_case.id);
  // It is the program of its bytes, and it still fails.
  EXPECT_EQ(Verdict::kFail, shrinking.run({shrunk->test_case}).front().verdict);
}

TEST(ShrinkProgram, KeepsWhatItTakes) {
  // Is wrong about views of results, which only a step can make.
  class WrongOnViewsOfResults : public Reference {
   public:
    Result<Tensors> execute(const Call& call) override {
      auto made = Reference::execute(call);
      if (!made) return made;
      if (call.op == "pad"_op) padded_ = made->front().buffer;
      const bool flips = call.op == "flip"_op && padded_ != nullptr &&
                         call.operands[0].buffer == padded_;
      if (flips) made->front().view = call.operands[0].view;
      return made;
    }
    std::shared_ptr<Buffer> padded_;
  };
  Shrinking shrinking(std::make_unique<WrongOnViewsOfResults>());
  const auto shrunk = shrinking.first_failing(2);
  ASSERT_TRUE(shrunk);
  ASSERT_EQ(2u, shrunk->test_case.steps.size());
  EXPECT_EQ("pad"_op, shrunk->test_case.steps[0].op);
  EXPECT_EQ("flip"_op, shrunk->test_case.steps[1].op);
  EXPECT_EQ("y1", shrunk->test_case.expect[0].tensor);
}

TEST(ShrinkProgram, StopsWhereRunsEnd) {
  Shrinking shrinking(std::make_unique<WrongOnViews>("neg"_op));
  Reference oracle;
  auto test_case = program_number(1, every_cell_of(oracle));
  ASSERT_TRUE(test_case);
  Record record;
  record.verdict = Verdict::kCrashed;
  int asked = 0;
  const FailingProgram same = shrink_program(
      {program_bytes(0, 1), *test_case, record}, every_cell_of(oracle),
      "case=1", [&](const std::vector<Case>&) {
        ++asked;
        return std::optional<std::vector<Record>>();
      });
  EXPECT_EQ(1, asked);
  EXPECT_EQ(program_bytes(0, 1), same.bytes);
}

}  // namespace
}  // namespace assay
