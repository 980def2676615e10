// Implements plans as programs that threads run on ranges of elements. Inputs
// that are not in row-major order are gathered block by block.
// Tested by tests/optimized/fusion_test.cc and the protocol family of the
// suite.
#include "optimized/fusion/fusion.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "optimized/elementwise/block_reader.h"
#include "optimized/fusion/program.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Blocks of a program of several passes have at most this many elements, so
// that a few of them stay in L1. They are also multiples of it, or of a group
// if that is larger.
constexpr std::int64_t kFusedBlock = 1024;
constexpr std::int64_t kFusedUnit = 128;

// An input: plain memory, one element for all, or any other layout.
struct FusedInput {
  explicit FusedInput(const Tensor& x) : source(x, true) {
    const auto& axes = source.axes;
    is_constant =
        axes.count() == 0 || (axes.count() == 1 && axes[0].strides[0] == 0);
    is_plain = !is_constant && source.is_direct;
  }
  OperandSource source;
  bool is_constant;
  bool is_plain;
};

// A program with its inputs and outs.
struct FusedCall {
  const Program& program;
  DType dtype;
  std::int64_t element;  // bytes
  std::vector<FusedInput> inputs;
  std::vector<std::byte*> outs;
  bool past;
  // True if the program is one chain on plain memory, which needs no blocks.
  bool is_whole;
};

// The memory in which one thread runs the program on a range.
class FusedRange {
 public:
  FusedRange(const FusedCall& call, std::int64_t block)
      : call_(call), block_(block), group_(chain_group(call.dtype)) {
    const auto zeroed = [&](std::int64_t elements) {
      const std::int64_t bytes = elements * call.element;
      Scratch made(bytes);
      std::memset(made.bytes(), 0, static_cast<std::size_t>(bytes));
      return made;
    };
    for (std::uint32_t i = 0; i < call.program.blocks; ++i)
      blocks_.push_back(zeroed(block));
    for (std::uint32_t i = 0; i < call.program.groups; ++i)
      groups_.push_back(zeroed(group_));
    readers_.reserve(call.inputs.size());
    for (const FusedInput& input : call.inputs) {
      // Other inputs need no room.
      const bool is_gathered = !input.is_plain && !input.is_constant;
      readers_.emplace_back(input.source, is_gathered ? block : 0);
      constants_.emplace_back();
      if (!input.is_constant) continue;
      const std::int64_t count = call.is_whole ? group_ : block;
      constants_.back() = zeroed(count);
      fill_run(constants_.back().bytes(),
               input.source.storage + input.source.offset * call.element,
               static_cast<std::size_t>(call.element), count);
    }
  }

  void run(std::int64_t from, std::int64_t to) {
    for (std::int64_t first = from; first < to; first += block_)
      run_block(first, std::min(block_, to - first));
    if (call_.past) end_past_caches();
  }

 private:
  void run_block(std::int64_t first, std::int64_t count) {
    read_.clear();
    for (std::size_t i = 0; i < call_.inputs.size(); ++i)
      read_.push_back(call_.inputs[i].is_constant
                          ? constants_[i].bytes()
                          : readers_[i].read(first, count));
    for (const PlanPass& pass : call_.program.passes) {
      if (pass.kernel == nullptr) {
        run_chain_on(pass, first, count);
        continue;
      }
      const std::byte* in[kMaxOperands];
      for (std::size_t i = 1; i < pass.places.size(); ++i)
        in[i - 1] = memory_of(pass.places[i], first);
      std::byte* out = memory_of(pass.places[0], first);
      pass.kernel(out, in, count);
      if (!pass.copied_to) continue;
      std::byte* copied = out_at(*pass.copied_to, first);
      if (call_.past)
        copy_past_caches(copied, out, count * call_.element);
      else
        copy_bytes(copied, out, count * call_.element);
    }
  }

  void run_chain_on(const PlanPass& pass, std::int64_t first,
                    std::int64_t count) {
    using Kind = PlaceName::Kind;
    places_.clear();
    for (const PlaceName& name : pass.places) {
      const bool is_input = name.kind == Kind::kInput;
      const bool is_out = name.kind == Kind::kOut;
      const bool is_constant =
          is_input && call_.inputs[name.number].is_constant;
      std::byte* memory = memory_of(name, first);
      places_.push_back(
          {.first = memory,
           .advances = !is_constant && name.kind != Kind::kGroup,
           .is_exact = is_out || (is_input && !is_constant),
           .goes_past = is_out && call_.past &&
                        reinterpret_cast<std::uintptr_t>(memory) % 64 == 0});
    }
    run_chain(call_.dtype, pass.chain, places_, count);
  }

  std::byte* out_at(std::uint32_t out, std::int64_t first) const {
    return call_.outs[out] + first * call_.element;
  }
  std::byte* memory_of(const PlaceName& name, std::int64_t first) const {
    switch (name.kind) {
      case PlaceName::Kind::kInput:
        // Programs do not write inputs.
        return const_cast<std::byte*>(read_[name.number]);
      case PlaceName::Kind::kBlock:
        return blocks_[name.number].bytes();
      case PlaceName::Kind::kGroup:
        return groups_[name.number].bytes();
      case PlaceName::Kind::kOut:
        break;
    }
    return out_at(name.number, first);
  }

  const FusedCall& call_;
  std::int64_t block_, group_;
  std::vector<Scratch> blocks_, groups_, constants_;
  std::vector<BlockReader> readers_;
  std::vector<const std::byte*> read_;  // inputs of the block
  std::vector<ChainPlace> places_;
};

Status declined() {
  return Status::unsupported("plan", "an op of the plan has no kernel");
}

// Runs the program on all elements.
void run_program(const FusedCall& call, std::int64_t count) {
  const std::int64_t unit =
      std::max<std::int64_t>(chain_group(call.dtype), kFusedUnit);
  const std::int64_t wanted = std::min(settings().block, kFusedBlock);
  const std::int64_t block = (wanted + unit - 1) / unit * unit;
  const auto arrays =
      static_cast<std::int64_t>(call.inputs.size() + call.outs.size());
  const auto passes = static_cast<std::int64_t>(call.program.passes.size());
  in_ranges(count, block,
            is_worth_threads(arrays * count * call.element, passes * count),
            [&](std::int64_t from, std::int64_t to) {
              const std::int64_t range = (to - from + unit - 1) / unit * unit;
              FusedRange(call, call.is_whole ? range : std::min(block, range))
                  .run(from, to);
            });
}

// Makes the outputs. Those that are the same result, or inputs, are copied.
Result<Tensors> fused_outputs(Backend& backend, const Plan& plan,
                              const Program& program, const Tensors& shown,
                              std::int64_t count, bool past) {
  const std::int64_t element = bytes_of(plan.dtype);
  const auto inputs = static_cast<std::uint32_t>(shown.size());
  Tensors outputs;
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    auto made = backend.buffer(plan.dtype, plan.shape);
    if (!made) return made.status();
    outputs.push_back(*std::move(made));
  }
  if (count == 0) return outputs;
  const auto first_of = [&](std::uint32_t id) {
    return static_cast<std::size_t>(
        std::find(plan.outputs.begin(), plan.outputs.end(), id) -
        plan.outputs.begin());
  };
  FusedCall call{program, plan.dtype, element, {}, {}, past, false};
  bool are_plain = true;
  for (const Tensor& input : shown) {
    call.inputs.emplace_back(input);
    are_plain = are_plain &&
                (call.inputs.back().is_constant || call.inputs.back().is_plain);
  }
  call.is_whole = are_plain && program.passes.size() == 1 &&
                  program.passes[0].kernel == nullptr;
  for (const std::uint32_t id : program.outs)
    call.outs.push_back(HostMemory::storage_of(outputs[first_of(id)]));
  if (!program.passes.empty()) run_program(call, count);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::uint32_t id = plan.outputs[i];
    std::byte* to = HostMemory::storage_of(outputs[i]);
    if (id < inputs)
      strided_copy(to, View(plan.shape), HostMemory::storage_of(shown[id]),
                   shown[id].view, static_cast<std::size_t>(element));
    else if (first_of(id) != i)
      copy_bytes(to, HostMemory::storage_of(outputs[first_of(id)]),
                 count * element);
  }
  return outputs;
}

// The most programs that a session keeps.
constexpr std::size_t kMostKept = 16;

}  // namespace

Status SessionPrograms::begin() {
  if (is_in_session_) return Status::invalid("a session has begun already");
  is_in_session_ = true;
  return {};
}

Status SessionPrograms::end() {
  if (!is_in_session_) return Status::invalid("no session has begun");
  is_in_session_ = false;
  kept_.clear();
  return {};
}

const Program* SessionPrograms::find(const PlanSteps& plan,
                                     std::uint32_t inputs, bool past) {
  const std::int64_t group = chain_group(plan.dtype);
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
        return kept.inputs == inputs && kept.past == past &&
               kept.group == group && kept.plan == plan;
      });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
  } else {
    if (!is_in_session_) kept_.clear();
    if (kept_.size() == kMostKept) kept_.pop_back();
    kept_.push_front(
        {plan, inputs, past, group, program_of(plan, inputs, past)});
  }
  const auto& program = kept_.front().program;
  return program ? &*program : nullptr;
}

Result<Tensors> execute_plan(Backend& backend, SessionPrograms& programs,
                             const Plan& plan) {
  if (Status status = check_plan(plan); !status.ok()) return status;
  if (is_narrow_real(plan.dtype) || kPacked.contains(plan.dtype))
    return declined();
  Tensors shown;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    const Tensor& input = plan.inputs[i];
    if (HostMemory::storage_of(input) == nullptr)
      return Status::invalid("an input's buffer is of another backend");
    auto view = shown_input(plan, i, input.view);
    if (!view) return view.status();
    shown.push_back({input.dtype, *std::move(view), input.buffer});
  }
  const std::int64_t count = element_count(plan.shape);
  const bool past = goes_past_caches(count * bytes_of(plan.dtype));
  const Program* program =
      programs.find(plan, static_cast<std::uint32_t>(shown.size()), past);
  if (program == nullptr) return declined();
  return fused_outputs(backend, plan, *program, shown, count, past);
}

}  // namespace assay::optimized
