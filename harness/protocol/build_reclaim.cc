// Builds the cases about memory that a caller gives up: reclaimed buffers, and
// operands that a call may use up.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include <algorithm>

#include "harness/case/case_storage.h"
#include "harness/operands/exact_operands.h"
#include "harness/protocol/build_protocol.h"
#include "harness/protocol/sample_calls.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Numbers of elements: a few, an odd number, a page and a block.
constexpr std::int64_t kCounts[] = {17, 131, 1024, 4099};
constexpr DType kDTypesOfCases[] = {DType::kFloat32, DType::kInt32,
                                    DType::kFloat64, DType::kComplex64};

template <typename Item, std::size_t n>
Item turn(const Item (&items)[n], int number) {
  return items[static_cast<std::size_t>(number) % n];
}

// Returns a number that chooses what a case has. It follows the seed too, so
// that cases of one number differ in their sizes and kinds of calls.
int turns_of(const CaseBuilder& builder) {
  return builder.plan().number + static_cast<int>(builder.seed() % 28);
}

// Adds a call that returns a new tensor of a size, and an expectation of it.
void add_new_result(CaseBuilder& builder, int kind, DType dtype,
                    std::int64_t count, const std::string& source,
                    const std::string& result) {
  switch (kind % 3) {
    case 0:
      builder.add_step("full"_op, {},
                       Attributes().dtype(dtype).shape({count}).value({}),
                       {result});
      break;
    case 1:
      builder.add_step("copy"_op, {source}, {}, {result});
      break;
    default:  // a pad of nothing is the fill value alone
      builder.add_step("pad"_op, {source + "_of_none"},
                       Attributes().value({}).padding({{count - 1, 1}}),
                       {result});
  }
  builder.expect(result);
}

// Gives many buffers up and makes as many results of their sizes, while other
// tensors live on. The buffers hold poison, of which nothing may show.
void build_reuse(CaseBuilder& builder, int count) {
  const int number = turns_of(builder);
  const DType dtype = turn(kDTypesOfCases, number / 4);
  const std::int64_t size = turn(kCounts, number);
  add_addressed(builder, "source", dtype, {size});
  builder.add_stored("source_of_none", dtype, View({0}), {});
  for (int i = 0; i < count; ++i) {
    const std::string live = "live_" + std::to_string(i);
    if (i % 8 == 0) add_addressed(builder, live, dtype, {size}, i / 8);
    const std::string given = "given_" + std::to_string(i);
    builder.add_out(given, dtype, {size});
    // Backends may make a buffer at its first use.
    builder.add_out("used_" + std::to_string(i), dtype, {size});
    builder.add_step("add"_op, {"source", "source"}, {},
                     {"used_" + std::to_string(i)});
  }
  for (int i = 0; i < count; ++i) {
    const std::string given =
        (i % 2 == 0 ? "given_" : "used_") + std::to_string(i);
    builder.add_surroundings(StepKind::kReclaim, {given});
    add_new_result(builder, number + i, dtype, size, "source",
                   "result_" + std::to_string(i));
  }
}

// Reclaims bytes of odd sizes and makes results of wide dtypes.
void build_other_dtype(CaseBuilder& builder) {
  const int number = turns_of(builder);
  const DType wide = number % 2 == 0 ? DType::kFloat64 : DType::kComplex128;
  const std::int64_t size = turn(kCounts, number / 2);
  add_addressed(builder, "source", wide, {size});
  builder.add_stored("source_of_none", wide, View({0}), {});
  for (int i = 0; i < 16; ++i) {
    const std::int64_t bytes = size * spec_of(wide).bits / 8 + 2 * i + 1;
    const std::string name = std::to_string(i);
    add_addressed(builder, "bytes_" + name, DType::kInt8, {bytes});
    builder.add_out("sum_" + name, DType::kInt8, {bytes});
    builder.add_step("add"_op, {"bytes_" + name, "bytes_" + name}, {},
                     {"sum_" + name});
    builder.add_surroundings(StepKind::kReclaim, {"bytes_" + name});
    builder.add_surroundings(StepKind::kReclaim, {"sum_" + name});
    add_new_result(builder, i, wide, size, "source", "result_" + name);
  }  // reclaim.other_dtype
}

// Reclaims wrapped memory, which the host then uses for something else.
void build_wrapped(CaseBuilder& builder) {
  const int number = turns_of(builder);
  const DType dtype = turn(kDTypesOfCases, number);
  const std::int64_t size = turn(kCounts, number);
  add_addressed(builder, "source", dtype, {size});
  builder.add_stored("source_of_none", dtype, View({0}), {});
  builder.add_out("y", dtype, {size});
  builder.add_step("add"_op, {"source", "source"}, {}, {"y"});
  builder.add_surroundings(StepKind::kReclaim, {"y"});
  for (int i = 0; i < 8; ++i)
    add_new_result(builder, i, dtype, size, "source",
                   "result_" + std::to_string(i));  // reclaim.wrapped
}

// Returns a call of the kind, with the operands of another call under new
// names.
SampleStep again(CaseBuilder& builder, const SampleStep& call) {
  SampleStep made = call;
  for (std::string& name : made.operands) {
    const CaseTensor from = *builder.so_far().find(name);
    name += "_again";
    builder.add_stored(name, from.dtype, from.view, *from.storage);
  }
  made.out += "_again";
  if (const CaseTensor* out = builder.so_far().find(call.out)) {
    const CaseTensor from = *out;
    builder.add_stored(made.out, from.dtype, from.view, *from.storage);
  }
  return made;
}

// Returns which operands are given up: one of them, or all.
std::vector<std::string> donated_of(const SampleStep& call, int pattern) {
  const auto count = static_cast<int>(call.operands.size());
  const int chosen = pattern % (count + 1);
  return chosen < count
             ? std::vector{call.operands[static_cast<std::size_t>(chosen)]}
             : call.operands;
}

}  // namespace

void build_reclaim(CaseBuilder& builder) {
  const std::string_view clause = builder.plan().clause;
  if (clause == "reclaim.wrapped"_clause) return build_wrapped(builder);
  if (clause == "reclaim.other_dtype"_clause) return build_other_dtype(builder);
  const bool is_long = clause == "reclaim.live_kept"_clause;
  build_reuse(builder, is_long ? 64 : 8);  // reclaim.live_kept,
  // reclaim.never_visible
}

void build_donation(CaseBuilder& builder) {
  const std::string_view clause = builder.plan().clause;
  const int number = turns_of(builder);
  const DType dtype = turn(kDTypesOfCases, number / 7);
  if (clause == "donation.failed"_clause) {
    const std::int64_t length = turn(kCounts, number);
    builder.add_stored("x", DType::kFloat32, View({0, length}), {});
    builder.add_out("out", DType::kFloat32, {length});
    builder.add_step("reduce_max"_op, {"x"},
                     Attributes().axes({0}).keepdims(false), {"out"});
    builder.last_step().donated = {"x"};  // donation.failed
    add_addressed(builder, "y", DType::kFloat32, {length});
    builder.add_out("sum", DType::kFloat32, {length});
    builder.add_step("add"_op, {"y", "y"}, {}, {"sum"});
    builder.expect("sum");
    return;
  }
  const auto kind = static_cast<CallKind>(number % kCallKindCount);
  const SampleStep plain =
      add_sample_call(builder, kind, dtype, "", turn(kCounts, number));
  const SampleStep donating = again(builder, plain);
  add_call(builder, plain);
  const auto donated = donated_of(donating, number);
  add_call(builder, donating).donated = donated;
  builder.expect(donating.out);  // donation.permission, donation.result_alias
  builder.expect(donating.out).same_bits_as = plain.out;  // donation.same_bits
  for (const std::string& name : donating.operands)
    if (std::find(donated.begin(), donated.end(), name) == donated.end())
      builder.expect_values(name, {*builder.so_far().find(name)->storage});
  // donation.others_kept, donation.contents
}

}  // namespace assay
