// Checks the relations about what a subject remembers from call to call:
// results must not depend on earlier calls, on what buffers held before, or on
// which operands share a tensor. Tested by
// tests/harness/relation/relation_state_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "harness/relation/relation.h"
#include "harness/relation/relation_trial.h"
#include "harness/run/program.h"
#include "harness/subject/step_claim.h"
#include "spec/cells.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Small calls show state too, and cost a tenth of large ones.
constexpr std::int64_t kLargestOfState = 500;
constexpr std::int64_t kLargestShare = 3;
// How many sizes the many calls of repeat have: more than a cache of 64 entries
// holds.
constexpr std::int64_t kSizeCount = 65;
// How many results kept reads again, and how many calls it makes in between.
constexpr std::int64_t kKeptCount = 6;
constexpr int kFurtherCalls = 100;

SampleWish wish_of(const RelationTrial& trial, std::uint32_t number) {
  ValueStream stream = trial.stream(number);
  const std::int64_t largest = std::min(
      kLargestOfState, largest_size(trial.plan().cell()) / kLargestShare);
  SampleWish wish;
  wish.size = draw_size(stream, 10, largest);
  wish.form = static_cast<SampleForm>(stream.below(kSampleFormCount));
  wish.shape_seed = stream.next();
  wish.value_seed = stream.next();
  return wish;
}

// Demands equal results of a repeated call: the same bits for elementwise ops,
// agreement for others.
void demand_repeated(RelationTrial& trial, const SampleCall& sample,
                     const std::optional<Arrays>& expected,
                     const std::optional<Arrays>& got, const std::string& how) {
  if (!expected || !got) return;
  if (family_of(sample.op).name == "elementwise")
    trial.demand_bits(sample, *expected, *got, how);
  else
    trial.demand_agreement(sample, *expected, *got, how);
}

SampleCall sample_for(const RelationTrial& trial, const SampleWish& wish) {
  return sample_call(trial.plan().cell(), wish, trial.profile());
}

// Holds a call and its expected results. They come from a call with more
// entries, so that nothing remembered by shape serves both calls.
struct KnownCall {
  SampleCall sample;
  std::optional<Arrays> expected;
};

KnownCall known_call(RelationTrial& trial, const Cell& cell, SampleWish wish,
                     std::int64_t more_entries) {
  wish.batched = true;
  KnownCall known{sample_call(cell, wish, trial.profile()), {}};
  wish.more_entries = more_entries;
  const SampleCall longer = sample_call(cell, wish, trial.profile());
  const auto live = trial.place(longer);
  if (live) known.expected = trial.run(*live);
  return known;
}

// Makes the same call three times, with another call of the same shape in
// between.
void relate_repeated(RelationTrial& trial) {
  SampleWish wish = wish_of(trial, 1);
  wish.batched = true;
  wish.has_boundaries = true;
  const SampleCall sample = sample_for(trial, wish);
  wish.has_boundaries = false;
  wish.value_seed ^= 1;
  const KnownCall other = known_call(trial, trial.plan().cell(), wish, 1);
  const auto live = trial.place(sample);
  const auto between = trial.place(other.sample);
  if (!live || !between) return;
  const auto first = trial.run(*live);
  for (int time = 2; time <= 3; ++time) {
    const auto unlike = trial.run(*between);
    const auto again = trial.run(*live);
    if (!first || !unlike || !again || !other.expected) return;
    trial.demand_agreement(other.sample, *other.expected, *unlike,
                           "after a call of the same shape");
    trial.demand_bits(sample, *first, *again,
                      fmt::format("called for time {}", time));
  }
}

// Returns the size of each of many calls: first three large sizes, so that they
// are seen before a cache is full, and then all sizes up and down.
std::vector<std::size_t> order_of_calls(int count) {
  std::vector<std::size_t> order;
  // Fewer calls use fewer sizes, so that each size occurs again.
  const auto sizes = static_cast<std::size_t>(
      std::clamp<std::int64_t>(count / 2, 1, kSizeCount));
  for (std::size_t i = 1; i <= std::min<std::size_t>(sizes, 3); ++i)
    order.push_back(sizes - i);
  for (bool is_up = true; std::ssize(order) < count; is_up = !is_up)
    for (std::size_t i = 0; i < sizes; ++i)
      order.push_back(is_up ? i : sizes - 1 - i);
  order.resize(static_cast<std::size_t>(count));
  return order;
}

// Makes many small calls of different sizes. Each size must always give the
// bits that it gave the first time.
void relate_many(RelationTrial& trial) {
  SampleWish wish = wish_of(trial, 1);
  wish.is_one_row = true;
  std::vector<SampleCall> samples;
  for (wish.size = 1; wish.size <= kSizeCount; ++wish.size)
    samples.push_back(sample_for(trial, wish));
  std::vector<std::optional<LiveCall>> calls(samples.size());
  std::vector<std::optional<Arrays>> first(samples.size());
  int number = 0;
  for (const std::size_t at : order_of_calls(trial.repeats())) {
    ++number;
    if (!calls[at]) calls[at] = trial.place(samples[at]);
    if (!calls[at]) return;
    auto results = trial.run(*calls[at]);
    if (!results) return;
    if (first[at])
      trial.demand_bits(samples[at], *first[at], *results,
                        fmt::format("call {} of {}, of size {}", number,
                                    trial.repeats(), at + 1));
    else
      first[at] = std::move(results);
  }
}

// Checks that one tensor as several operands gives the same results as equal
// tensors, and so do operands that follow each other in one buffer.
void relate_same_tensor(RelationTrial& trial) {
  SampleWish wish = wish_of(trial, 1);
  wish.equal_operands = true;
  const auto compare = [&](const SampleCall& sample, OperandMemory memory,
                           const char* how) {
    const auto apart = trial.place(sample);
    const auto shared = trial.place(sample, memory);
    if (!apart || !shared) return;
    const auto expected = trial.run(*apart);
    demand_repeated(trial, sample, expected, trial.run(*shared), how);
  };
  // Includes infinities minus themselves and zeros divided by themselves.
  wish.has_boundaries = true;
  compare(sample_for(trial, wish), OperandMemory::kTensor, "of one tensor");
  wish.has_boundaries = false;
  SampleCall sample = sample_for(trial, wish);
  compare(sample, OperandMemory::kTensor, "of one tensor");
  for (std::size_t i = 1; i < sample.operands.size(); ++i)
    if (!is_fixed(sample, i))
      std::reverse(sample.operands[i].elements.begin(),
                   sample.operands[i].elements.end());
  compare(sample, OperandMemory::kBuffer, "of operands in one buffer");
}

// Writes an operand of another sample into the buffer that a call uses. Returns
// false if that ends the trial.
bool overwrite(RelationTrial& trial, const LiveCall& live,
               const SampleCall& from, std::size_t operand) {
  const Array& source = from.operands[operand];
  constexpr Op kAssign = "assign"_op;
  Backend& backend = live.backend();
  const Tensor& into = live.call().operands[operand];
  const auto claim = backend.claim(cell_of(live.call()));
  if (claim && claim->immutable) {
    const Status status = write_elements(backend, into, source.elements);
    if (status.ok()) return true;
    if (status.code != StatusCode::kUnsupported) {
      trial.fail(fmt::format("the host's write into a buffer answered {}: {}",
                             name_of(status.code), status.message));
      return false;
    }
  }
  if (!backend.claim({kAssign, "", source.dtype, source.dtype})) {
    trial.decline("op",
                  "assign is not claimed, so that nothing writes into "
                  "the buffers of a call");
    return false;
  }
  auto stored = store_array(source, backend);
  Status status = stored.status();
  if (stored.ok())
    status = backend.execute({kAssign, {*stored}, {}, {into}}).status();
  if (!status.ok())
    trial.fail(fmt::format("assign answered {}: {}", name_of(status.code),
                           status.message));
  return status.ok();
}

// Writes other elements into the same buffers, first into the last operand and
// then into all. The expected results come from a call with one more entry.
void relate_new_contents(RelationTrial& trial) {
  SampleWish wish = wish_of(trial, 1);
  wish.batched = true;
  SampleWish other = wish;
  other.value_seed ^= 1;
  const SampleCall before = sample_for(trial, wish);
  const SampleCall after = sample_for(trial, other);
  wish.more_entries = other.more_entries = 1;
  SampleCall longer = sample_for(trial, wish);
  const SampleCall longer_after = sample_for(trial, other);
  const auto live = trial.place(before);
  if (!live) return;
  static_cast<void>(trial.run(*live));
  SampleCall mixed = before;
  // Which elements are open depends on all operands. For a mixture of old and
  // new operands it is not known, so every element is compared; even open bits
  // must not depend on the buffer.
  mixed.open.clear();
  for (std::size_t i = before.operands.size(); i-- > 0;) {
    mixed.operands[i] = after.operands[i];
    longer.operands[i] = longer_after.operands[i];
    const bool is_last = i + 1 == before.operands.size();
    if (trial.ended() || !overwrite(trial, *live, after, i)) return;
    if (!is_last && i != 0) continue;
    const auto fresh = trial.place(longer);
    if (!fresh) return;
    const auto expected = trial.run(*fresh);
    const auto results = trial.leave(*live);
    if (!expected || !results) return;
    const auto got = trial.read(*live, *results);
    if (!got) return;
    // The results are judged by the new elements.
    trial.judge_factors(mixed, *got);
    trial.demand_agreement(mixed, *expected, *got,
                           "with new elements in the same buffers");
  }
}

// Returns up to two other cells of the op that relations can call and the
// subject claims.
std::vector<Cell> other_cells(const RelationTrial& trial) {
  static const auto kCells = every_cell();
  const Cell own = trial.plan().cell();
  std::vector<Cell> others;
  for (const auto& [cell, required] : kCells)
    if (cell.op == own.op && cell.variant == own.variant &&
        cell.dtype != own.dtype &&
        (others.empty() || others.back().dtype != cell.dtype) &&
        is_related(Relation::kRepeat, cell) &&
        trial.subject().backend().claim(cell))
      others.push_back(cell);
  ValueStream stream = trial.stream(4);
  for (std::size_t i = others.size(); i > 1; --i)
    std::swap(others[i - 1], others[stream.below(i)]);
  if (others.size() > 2) others.resize(2);
  return others;
}

// Makes calls of the same shapes on several dtypes alternately. The expected
// results come from calls with more entries, each with a shape that no other
// dtype has.
void relate_other_dtypes(RelationTrial& trial) {
  const SampleWish wish = wish_of(trial, 1);
  std::vector<Cell> cells = other_cells(trial);
  cells.insert(cells.begin(), trial.plan().cell());
  std::vector<KnownCall> calls;
  for (const Cell& cell : cells) {
    calls.push_back(known_call(trial, cell, wish, 1 + std::ssize(calls)));
    if (!calls.back().expected) return;
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(cells.size(), 2); ++i)
    for (const std::size_t at : {std::size_t{0}, i % cells.size()}) {
      const KnownCall& call = calls[at];
      const auto live = trial.place(call.sample);
      if (!live) return;
      const auto results = trial.run(*live);
      if (!results) return;
      trial.demand_agreement(call.sample, *call.expected, *results,
                             fmt::format("of {} after calls on other dtypes",
                                         name_of(call.sample.cell.dtype)));
    }
}

// Returns calls of other ops on this dtype that the subject claims.
std::vector<SampleCall> calls_of_other_ops(const RelationTrial& trial,
                                           const SampleWish& wish) {
  const DType dtype = trial.plan().dtype;
  std::vector<SampleCall> samples;
  for (const Op op : {"copy"_op, "pad"_op, "add"_op, "matmul"_op}) {
    const Cell cell{op, "", dtype, dtype};
    if (variant_named(spec_of(op), "")->dtypes().contains(dtype) &&
        trial.subject().backend().claim(cell))
      samples.push_back(sample_call(cell, wish, trial.profile()));
  }
  return samples;
}

// Keeps the results of several calls while a hundred further calls are made.
void relate_kept(RelationTrial& trial) {
  SampleWish wish = wish_of(trial, 1);
  std::vector<SampleCall> samples;
  std::vector<SampleCall> twins;  // the same shapes with other elements
  for (std::int64_t i = 0; i < kKeptCount; ++i) {
    samples.push_back(sample_for(trial, wish));
    wish.value_seed ^= 1;
    twins.push_back(sample_for(trial, wish));
    wish.value_seed += 2;
    wish.is_one_row = true;
    wish.size = 3 + 4 * i;
  }
  samples.insert(samples.end(), twins.begin(), twins.end());
  const auto others = calls_of_other_ops(trial, wish);
  samples.insert(samples.end(), others.begin(), others.end());
  std::vector<LiveCall> calls;
  for (const SampleCall& sample : samples) {
    auto live = trial.place(sample);
    if (!live) return;
    calls.push_back(*std::move(live));
  }
  const auto kept_count = static_cast<std::size_t>(kKeptCount);
  std::vector<Tensors> kept;
  std::vector<Arrays> expected;
  for (std::size_t i = 0; i < kept_count; ++i) {
    auto results = trial.leave(calls[i]);
    if (!results) return;
    auto elements = trial.read(calls[i], *results);
    if (!elements) return;
    kept.push_back(*std::move(results));
    expected.push_back(*std::move(elements));
  }
  for (std::size_t i = 0; i < kFurtherCalls; ++i) {
    // Repeats none of the kept calls, but makes others of their sizes.
    const std::size_t at = kept_count + i % (calls.size() - kept_count);
    if (!trial.leave(calls[at])) return;
  }
  for (std::size_t i = 0; i < kept_count; ++i) {
    const auto again = trial.read(calls[i], kept[i]);
    if (!again) return;
    trial.demand_bits(samples[i], expected[i], *again,
                      fmt::format("kept over {} calls", kFurtherCalls));
  }
}

}  // namespace

void relate_state(RelationTrial& trial) {
  switch (trial.plan().relation) {
    case Relation::kRepeat:
      return trial.plan().number == 1 ? relate_many(trial)
                                      : relate_repeated(trial);
    case Relation::kSameTensor:
      return relate_same_tensor(trial);
    case Relation::kNewContents:
      return relate_new_contents(trial);
    case Relation::kOtherDTypes:
      return relate_other_dtypes(trial);
    case Relation::kKept:
      return relate_kept(trial);
    default:
      return;
  }
}

}  // namespace assay
