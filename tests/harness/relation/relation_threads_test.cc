// Relations of contexts and threads: a context that knows of another, and
// memory that two threads share, are found.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "harness/relation/relation.h"
#include "harness/relation/relation_trial.h"
#include "harness/subject/in_process_subject.h"
#include "harness/subject/plugin_subject.h"
#include "spec/cells.h"
#include "spec/sdk/export_backend.h"
#include "tests/mutants/mutant.h"
#include "tests/sampled.h"

namespace assay {
namespace {

PlannedCase thread_plan(Relation relation, Op op, DType dtype) {
  PlannedCase plan{.op = op, .dtype = dtype, .result = dtype};
  plan.relation = relation;
  return plan;
}

// Keeps its result in one place for a while, which every context shares. The
// accesses are atomic, so that no sanitizer takes offence: what is wrong is
// what comes out.
class StaticScratch : public mutants::Mutant {
 protected:
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& result = made.empty() ? call.outs.front() : made.front();
    const Index at(result.view.rank(), 0);
    scratch_ = mutants::element_at(result, at).re;
    for (int i = 0; i < 20; ++i) std::this_thread::yield();
    ElementBits bits = mutants::element_at(result, at);
    bits.re = scratch_;
    mutants::put_at(result, at, bits);
  }

 private:
  static inline std::atomic<std::uint64_t> scratch_{0};
};

// Counts the contexts, and is wrong once there is a second one.
class KnowsOfOthers : public mutants::Mutant {
 public:
  KnowsOfOthers() { ++contexts_; }
  ~KnowsOfOthers() override { --contexts_; }

 protected:
  void spoil(const Call& call, Tensors& made) override {
    if (contexts_ < 2 || ++calls_ < 5) return;
    const Tensor& result = made.empty() ? call.outs.front() : made.front();
    const Index at(result.view.rank(), 0);
    ElementBits bits = mutants::element_at(result, at);
    bits.re ^= 1;
    mutants::put_at(result, at, bits);
  }

 private:
  static inline std::atomic<int> contexts_{0};
  std::atomic<int> calls_{0};
};

// Forgets a few bytes in each call.
class ForgetsScratch : public mutants::Mutant {
 protected:
  void spoil(const Call&, Tensors&) override { last_ = new std::byte[24]; }

 private:
  static inline std::atomic<std::byte*> last_{nullptr};
};

// Keeps memory from call to call, up to a limit.
class KeepsScratch : public mutants::Mutant {
 protected:
  void spoil(const Call&, Tensors&) override {
    if (kept_.size() < 100) kept_.emplace_back(4096);
  }

 private:
  std::vector<std::vector<std::byte>> kept_;
};

template <typename Made>
CaseOutcome thread_outcome(const PlannedCase& plan, std::uint64_t seed = 0) {
  InProcessSubject subject(
      std::make_unique<Made>(), [] { return std::make_unique<Made>(); }, true);
  return run_relation(plan, seed, subject, kNx);
}

TEST(RelationsOfThreads, AreKeptByTheReferenceOnEveryOp) {
  std::set<std::string_view> seen;
  for (const auto& [cell, required] : every_cell())
    for (const Relation relation : {Relation::kContexts, Relation::kThreads}) {
      if (!is_related(relation, cell)) continue;
      PlannedCase plan = thread_plan(relation, cell.op, cell.dtype);
      plan.variant = cell.variant;
      plan.result = cell.result;
      const CaseOutcome outcome = thread_outcome<Reference>(plan);
      EXPECT_EQ(Verdict::kPass, outcome.verdict)
          << plan.id() << ": "
          << (outcome.failure ? outcome.failure->message : "");
      EXPECT_GT(outcome.compared, 0);
      seen.insert(name_of(cell.op));
    }
  EXPECT_LT(70u, seen.size());
}

TEST(RelationsOfThreads, FindMemoryThatThreadsShare) {
  constexpr Op kSub = "sub"_op;
  for (const Relation relation : {Relation::kContexts, Relation::kThreads}) {
    const PlannedCase plan = thread_plan(relation, kSub, DType::kFloat32);
    int found = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed)
      found +=
          thread_outcome<StaticScratch>(plan, seed).verdict == Verdict::kFail;
    EXPECT_LE(8, found) << name_of(relation);
  }
}

TEST(RelationsOfThreads, FindAContextThatKnowsOfAnother) {
  constexpr Op kSub = "sub"_op;
  EXPECT_EQ(Verdict::kFail,
            thread_outcome<KnowsOfOthers>(
                thread_plan(Relation::kContexts, kSub, DType::kFloat32))
                .verdict);
  EXPECT_EQ(Verdict::kPass,
            thread_outcome<KnowsOfOthers>(
                thread_plan(Relation::kThreads, kSub, DType::kFloat32))
                .verdict);
}

TEST(RelationsOfThreads, FindMemoryThatAContextLeavesBehind) {
  if (test::kIsSanitized) GTEST_SKIP() << "malloc is not the C library's";
  for (const Op op : {"sub"_op, "flip"_op, "sort"_op}) {
    const PlannedCase plan =
        thread_plan(Relation::kContexts, op, DType::kFloat32);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const CaseOutcome outcome = thread_outcome<ForgetsScratch>(plan, seed);
      EXPECT_EQ(Verdict::kChangedEnvironment, outcome.verdict);
      ASSERT_TRUE(outcome.failure.has_value());
      EXPECT_NE(std::string::npos,
                outcome.failure->message.find("bytes for each call"))
          << outcome.failure->message;
      EXPECT_EQ(Verdict::kPass,
                thread_outcome<KeepsScratch>(plan, seed).verdict);
    }
  }
}

// The reference as a plugin whose functions wait for each other: what the SDK
// exports is for one thread at a time.
const AssayBackendV1& exported_reference() {
  static const AssayBackendV1 table =
      *exported_table(Exported<Reference>::make, Exported<Reference>::create);
  return table;
}

std::mutex one_at_a_time;

template <auto function, typename R, typename... Args>
void lock(AssayBackendV1& table, R (*AssayBackendV1::*)(Args...)) {
  if (table.*function == nullptr) return;
  table.*function = [](Args... arguments) -> R {
    const std::lock_guard guard(one_at_a_time);
    return (exported_reference().*function)(arguments...);
  };
}

template <auto... functions>
AssayBackendV1 with_locks() {
  AssayBackendV1 table = exported_reference();
  (lock<functions>(table, functions), ...);
  return table;
}

std::unique_ptr<PluginSubject> plugin_with(std::uint64_t flags) {
  using Table = AssayBackendV1;
  static AssayBackendV1 table =
      with_locks<&Table::create, &Table::destroy, &Table::claims, &Table::alloc,
                 &Table::retain, &Table::release, &Table::size, &Table::write,
                 &Table::read, &Table::invoke, &Table::map, &Table::wrap>();
  table.flags = flags;
  auto library = PluginLibrary::of_table(&table, "lib.so");
  auto subject = PluginSubject::start(*library);
  EXPECT_TRUE(subject.ok()) << subject.status().message;
  return *std::move(subject);
}

TEST(RelationsOfThreads, UseOneContextOfAPluginIfThatIsPromised) {
  for (const Op op : {"add"_op, "flip"_op, "pad"_op, "matmul"_op, "qr"_op}) {
    const PlannedCase threads =
        thread_plan(Relation::kThreads, op, DType::kFloat32);
    const PlannedCase contexts =
        thread_plan(Relation::kContexts, op, DType::kFloat32);
    const auto promised = plugin_with(ASSAY_THREAD_SAFE_CONTEXT);
    for (const PlannedCase& plan : {threads, contexts}) {
      const CaseOutcome outcome = run_relation(plan, 0, *promised, kNx);
      EXPECT_EQ(Verdict::kPass, outcome.verdict)
          << plan.id() << ": "
          << (outcome.failure ? outcome.failure->message : "");
    }
    const auto plain = plugin_with(0);
    EXPECT_EQ(Verdict::kUnsupported,
              run_relation(threads, 0, *plain, kNx).verdict);
    EXPECT_EQ(Verdict::kPass, run_relation(contexts, 0, *plain, kNx).verdict);
  }
}

}  // namespace
}  // namespace assay
