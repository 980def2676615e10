// Implements the steps of a Program that are not calls: sessions, transfers,
// reclaimed memory and plans.
// Tested by tests/harness/run/program_protocol_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "harness/case/call_text.h"
#include "harness/run/program.h"
#include "harness/subject/mapped_memory.h"

namespace assay {
namespace {

// The byte that the host stores in wrapped memory after the reclaim.
constexpr std::byte kReused{0x6b};

// Returns whether two tensors are stored in one buffer.
bool is_same_buffer(const Tensor& a, const Tensor& b) {
  return a.buffer == b.buffer;
}

}  // namespace

Program::~Program() {
  if (is_in_session_) static_cast<void>(backend_.session_end());
}

Result<std::uint32_t> Program::place_named(std::string_view name) const {
  const auto places = backend_.places();
  if (!places) return places.status();
  if (name == kHomePlace) return places->home;
  const auto count = static_cast<std::uint32_t>(places->names.size());
  if (name == kNowherePlace) return count;
  if (name == kAwayPlace && count > 1) {
    const auto chosen = static_cast<std::uint32_t>(seed_ / 8 % (count - 1));
    return chosen < places->home ? chosen : chosen + 1;
  }
  const auto found =
      std::find(places->names.begin(), places->names.end(), name);
  if (found == places->names.end())
    return Status::unsupported(
        "placement", fmt::format("the subject has no place \"{}\"", name));
  return static_cast<std::uint32_t>(found - places->names.begin());
}

std::string Program::way_out(const Step& step) const {
  const auto places = backend_.places();
  if (!places) return "";
  bool is_on_host = false;
  bool is_elsewhere = false;
  for (const auto* names : {&step.operands, &step.outs})
    for (const std::string& name : *names) {
      const auto found = tensors_.find(name);
      if (found == tensors_.end()) continue;
      const auto place = backend_.place_of(found->second.tensor);
      if (!place.ok() || *place == places->home) continue;
      (*place == 0 ? is_on_host : is_elsewhere) = true;
    }
  if (places->home == 0) return is_elsewhere ? "download" : "";
  return is_on_host ? "upload" : "";
}

// Allocates the tensor in the place that it names, and writes it there.
Status Program::place_away(const CaseTensor& tensor, Placed& placed) {
  const auto to = place_named(tensor.place);
  if (!to) return to.status();
  const std::int64_t count = placed.case_count;
  auto made = backend_.alloc_in(*to, tensor.dtype, {count});
  if (!made) return made.status();
  if (Status status = backend_.write(*made, placed.storage); !status.ok())
    return status;
  placed.tensor = {tensor.dtype, tensor.view, made->buffer};
  return {};
}

Status Program::run_surroundings(const Step& step) {
  switch (step.does) {
    case StepKind::kSessionBegin: {
      Status status = backend_.session_begin();
      is_in_session_ = status.ok();
      return status;
    }
    case StepKind::kSessionEnd:
      is_in_session_ = false;
      return backend_.session_end();
    case StepKind::kReclaim:
      return reclaim(step);
    case StepKind::kTransfer:
      return transfer(step);
    default:
      return run_plan(step);
  }
}

// Gives a tensor up. A buffer that another tensor of the program shows is only
// released. Memory that was wrapped belongs to the host, which then uses it for
// something else.
Status Program::reclaim(const Step& step) {
  const auto found = tensors_.find(step.operands[0]);
  Placed given = std::move(found->second);
  tensors_.erase(found);
  const bool is_shared =
      std::any_of(tensors_.begin(), tensors_.end(), [&](const auto& other) {
        return is_same_buffer(other.second.tensor, given.tensor);
      });
  if (is_shared) return {};
  const Status status = backend_.reclaim(std::move(given.tensor));
  if (!given.memory.empty()) {
    std::fill(given.memory.begin(), given.memory.end(), kReused);
    reclaimed_.push_back(given.memory);
  }
  return status;
}

std::optional<StrayWrite> Program::changed_reclaimed() const {
  for (const auto memory : reclaimed_)
    if (!std::all_of(memory.begin(), memory.end(),
                     [](std::byte byte) { return byte == kReused; }))
      return StrayWrite{
          "", "memory that was wrapped was written after its reclaim"};
  return std::nullopt;
}

std::optional<std::string> Program::misaligned(const Case& test_case) const {
  auto* const mapped = dynamic_cast<MappedMemory*>(&backend_);
  if (mapped == nullptr) return std::nullopt;
  for (const Expectation& expectation : test_case.expect) {
    const Tensor* tensor = find(expectation.tensor);
    if (tensor == nullptr) continue;
    const std::byte* address = mapped->map(*tensor);
    const int bits = spec_of(tensor->dtype).bits;
    const int bytes = std::max(1, bits / (is_complex(tensor->dtype) ? 16 : 8));
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    if (number % static_cast<std::uintptr_t>(bytes) != 0)
      return fmt::format(
          "{} of {} is stored at an address that is no multiple of {}",
          expectation.tensor, name_of(tensor->dtype), bytes);
  }
  return std::nullopt;
}

Status Program::transfer(const Step& step) {
  const Tensor& from = tensors_.at(step.operands[0]).tensor;
  if (imagines_places_) {
    const auto storage = backend_.to_host(from);
    if (!storage) return storage.status();
    const auto count = static_cast<std::int64_t>(storage->size()) * 8 /
                       spec_of(from.dtype).bits;
    auto copy = backend_.from_host(from.dtype, count, *storage);
    if (!copy) return copy.status();
    name_tensor(step.outs[0], {from.dtype, from.view, copy->buffer});
    return {};
  }
  const auto to = place_named(step.place);
  if (!to) return to.status();
  auto copy = backend_.transfer(from, *to);
  if (!copy) return copy.status();
  name_tensor(step.outs[0], {from.dtype, from.view, copy->buffer});
  return {};
}

Status Program::run_plan(const Step& step) {
  Plan plan{*step.plan, {}};
  for (const std::string& name : step.operands)
    plan.inputs.push_back(tensors_.at(name).tensor);
  const NamedStep named(step);
  auto outputs = backend_.execute_plan(plan);
  if (!outputs) return outputs.status();
  if (outputs->size() != step.outs.size())
    return Status::internal(
        fmt::format("a plan returned {} tensors where {} are expected",
                    outputs->size(), step.outs.size()));
  for (std::size_t i = 0; i < outputs->size(); ++i)
    name_tensor(step.outs[i], std::move((*outputs)[i]));
  return {};
}

}  // namespace assay
