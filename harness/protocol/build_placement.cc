// Builds the cases about places: transfers, and calls with tensors in a place
// where no op runs.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include <algorithm>

#include "harness/case/case_storage.h"
#include "harness/operands/value_kind.h"
#include "harness/protocol/build_protocol.h"
#include "harness/protocol/sample_calls.h"
#include "spec/op_table.h"

namespace assay {
namespace {

const std::string kHome(kHomePlace);
const std::string kAway(kAwayPlace);

void expect_in(CaseBuilder& builder, const std::string& tensor,
               const std::string& place, std::vector<ElementBits> elements) {
  builder.expect_values(tensor, {std::move(elements)});
  builder.expect_last().place = place;
}

void add_transfer(CaseBuilder& builder, const std::string& from,
                  const std::string& to, const std::string& place) {
  builder.add_surroundings(StepKind::kTransfer, {from}, {to}).place = place;
}

// Returns how many elements a case about every bit has: none, odd numbers of
// few and of many, and of narrow dtypes every value once.
std::int64_t count_of_bits(DType dtype, int number) {
  constexpr std::int64_t kCounts[] = {4099, 0, 1, 7, 33, 1025};
  const int bits = spec_of(dtype).bits;
  if (number == 0 && bits <= 16) return std::int64_t{1} << bits;
  return kCounts[static_cast<std::size_t>(number) % std::size(kCounts)];
}

// Moves a tensor from one place to the other and back.
void build_round_trip(CaseBuilder& builder) {
  const DType dtype = builder.plan().dtype;
  const int number = builder.plan().number;
  const std::int64_t count = count_of_bits(dtype, number);
  const int bits = spec_of(dtype).bits;
  const bool is_every_value = number == 0 && bits <= 16;
  ValueStream values(builder.seed(), 2001);
  builder.add_tensor("x", dtype, {count}, Layout::kContiguous,
                     [&](std::size_t k) {
                       // Every value of bool is 0 or 1.
                       if (dtype == DType::kBool) return ElementBits{k % 2, 0};
                       if (is_every_value) return ElementBits{k, 0};
                       return draw_element(ValueKind::kPayloads, dtype, values);
                     });
  const std::vector<ElementBits> elements =
      shown_elements(*builder.so_far().find("x"));
  const bool starts_away = number % 2 == 1;
  if (starts_away) builder.last_tensor().place = kAway;
  const std::string& first = starts_away ? kAway : kHome;
  const std::string& second = starts_away ? kHome : kAway;
  add_transfer(builder, "x", "there", second);
  add_transfer(builder, "there", "back", first);
  expect_in(builder, "there", second, elements);
  expect_in(builder, "back", first, elements);  // placement.round_trip
}

// Copies a tensor to another place or to its own, and then writes to it.
void build_fresh_copy(CaseBuilder& builder) {
  const int number = builder.plan().number;
  const std::string& from = number % 2 == 0 ? kHome : kAway;
  const std::string& to = (number / 2 + number) % 2 == 0 ? kAway : kHome;
  const DType dtype = builder.plan().dtype;
  const Shape shape = {1 + number % 3, 5};
  builder.add_stored("x", dtype, View(shape),
                     elements_of_out(dtype, element_count(shape)));
  builder.last_tensor().place = from;
  const std::vector<ElementBits> elements =
      shown_elements(*builder.so_far().find("x"));
  add_transfer(builder, "x", "copy", to);
  add_addressed(builder, "other", dtype, shape, 0);
  builder.add_step("assign"_op, {"other"}, {}, {"x"});
  expect_in(builder, "copy", to, elements);  // placement.fresh
  expect_in(builder, "x", from,
            shown_elements(*builder.so_far().find("other")));
}

// Calls an op that returns a tensor, or one that returns a view.
void build_result(CaseBuilder& builder) {
  const DType dtype = builder.plan().dtype;
  const int number = builder.plan().number;
  add_addressed(builder, "x", dtype, {2, 3});
  const bool is_away = number % 4 == 3;
  if (is_away) builder.last_tensor().place = kAway;
  const Attributes swapped =
      Attributes().set(AttributeKey::kPermutation, {1, 0});
  if (number % 4 == 0)
    builder.add_step("copy"_op, {"x"}, {}, {"made"});
  else if (number % 4 == 1)
    builder.add_step("full"_op, {},
                     Attributes().dtype(dtype).shape({3}).value({1, 0}),
                     {"made"});
  else
    builder.add_step("permute"_op, {"x"}, swapped, {"made"});
  // Whether views of tensors elsewhere are made is open.
  if (is_away) builder.last_step().kind = kRefusal;
  builder.expect("made").place = is_away ? kAway : kHome;  // placement.result
}

// Returns which tensors of a call are away: one of them, or all.
std::vector<std::string> tensors_away(const SampleStep& call, bool has_out,
                                      int pattern) {
  std::vector<std::string> names = call.operands;
  if (has_out) names.push_back(call.out);
  const auto count = static_cast<int>(names.size());
  const int chosen = pattern % (count + 1);
  if (chosen < count) names = {names[static_cast<std::size_t>(chosen)]};
  return names;
}

// Makes a call that must be refused because of where a tensor is. Then, if
// wanted, makes it again after transfers.
void build_refused(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  // Level quick has one case for each dtype, so dtypes take turns.
  const int turn = plan.number + 3 * static_cast<int>(plan.dtype);
  const auto kind = static_cast<CallKind>(turn % kCallKindCount);
  SampleStep call = add_sample_call(builder, kind, plan.dtype, "", 5);
  const bool has_out = builder.so_far().find(call.out) != nullptr;
  const std::vector<std::string> away =
      tensors_away(call, has_out, turn / kCallKindCount + plan.number);
  for (const std::string& name : away) builder.tensor(name).place = kAway;
  Step& step = add_call(builder, call);
  step.status = StatusCode::kUnsupported;
  step.kind = "placement";          // placement.refused
  step.message_contains = kWayOut;  // placement.hint
  for (const std::string& name : away)
    expect_in(builder, name, kAway,  // placement.no_fallback
              shown_elements(*builder.so_far().find(name)));
  if (has_out && std::find(away.begin(), away.end(), call.out) == away.end())
    expect_in(builder, call.out, kHome,
              shown_elements(*builder.so_far().find(call.out)));
  if (plan.clause != "placement.after"_clause) return;
  for (const std::string& name : away) {
    const std::string at_home = name + "_at_home";
    add_transfer(builder, name, at_home, kHome);
    std::replace(call.operands.begin(), call.operands.end(), name, at_home);
    if (name == call.out) call.out = at_home;
  }
  if (has_out && call.out == "out") {
    const CaseTensor& first = *builder.so_far().find("out");
    builder.add_stored("out_again", first.dtype, first.view, *first.storage);
    call.out = "out_again";
  }
  if (!has_out) call.out = "out_again";
  add_call(builder, call);
  builder.expect(call.out).place = kHome;  // placement.after
}

}  // namespace

void build_placement(CaseBuilder& builder) {
  const std::string_view clause = builder.plan().clause;
  if (clause == "placement.round_trip"_clause)
    build_round_trip(builder);
  else if (clause == "placement.fresh"_clause)
    build_fresh_copy(builder);
  else if (clause == "placement.result"_clause)
    build_result(builder);
  else
    build_refused(builder);
}

}  // namespace assay
