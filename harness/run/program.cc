// Places tensors in guarded memory or between canaries, and runs steps on them.
// The checks for stray writes are in stray_writes.cc.
// Tested by tests/harness/run/program_test.cc.
#include "harness/run/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/case/call_text.h"
#include "harness/case/case_types.h"
#include "harness/case/seed.h"
#include "harness/run/view_check.h"
#include "spec/op_table.h"
#include "spec/places.h"

namespace assay {
namespace {

// The number of canary bytes on each side of a tensor, and their value.
constexpr std::size_t kCanaryBytes = 64;
constexpr std::byte kCanary{0x5c};
constexpr std::uint64_t kCanaryNibble = 0xc;

// Returns the bytes of elements, with room for canaries.
Bytes encode_storage(DType dtype, const std::vector<ElementBits>& elements) {
  const auto count = static_cast<std::size_t>(
      storage_bytes(dtype, static_cast<std::int64_t>(elements.size())));
  Bytes bytes;
  bytes.reserve(count + 2 * kCanaryBytes);
  bytes.resize(count);
  store_elements(bytes.data(), dtype, elements);
  return bytes;
}

// Returns how many elements fit into this many bytes.
std::int64_t capacity_of(DType dtype, std::size_t bytes) {
  return static_cast<std::int64_t>(bytes) * 8 / spec_of(dtype).bits;
}

// Returns the tensors that steps write, directly or through a view of them.
std::set<std::string> written_names(const Case& test_case) {
  std::set<std::string> written;
  for (auto step = test_case.steps.rbegin(); step != test_case.steps.rend();
       ++step) {
    if (!makes_tensor(step->op) ||
        spec_of(step->op).signature.takes_optional_out())
      written.insert(step->outs.begin(), step->outs.end());
    else if (!step->operands.empty() && !step->outs.empty() &&
             written.contains(step->outs.front()))
      written.insert(step->operands.front());
  }
  return written;
}

}  // namespace

Status write_elements(Backend& backend, const Tensor& into,
                      const std::vector<ElementBits>& elements) {
  auto storage = backend.to_host(into);
  if (!storage) return storage.status();
  if (!stays_within_storage(into.view,
                            capacity_of(into.dtype, storage->size())))
    return Status::internal(fmt::format(
        "the view of shape {}, strides {} and offset {} leaves its "
        "storage of {} bytes",
        shape_text(into.view.shape()), shape_text(into.view.strides()),
        into.view.offset(), storage->size()));
  std::size_t k = 0;
  for_each_place(into.view, [&](std::int64_t place) {
    store_element(storage->data(), into.dtype, place, elements[k++]);
  });
  return backend.write(into, *storage);
}

// Puts canaries on both sides of the tensor, in a buffer that the backend
// allocates.
Status Program::place(const CaseTensor& tensor, Placed& placed) {
  View view = tensor.view;
  // A view that starts its buffer gets no canary in front, because an offset
  // would change its layout.
  if (view.offset() > 0) {
    placed.lead = capacity_of(tensor.dtype, kCanaryBytes);
    placed.storage.insert(placed.storage.begin(), kCanaryBytes, kCanary);
    view = View(view.shape(), view.strides(), view.offset() + placed.lead);
  }
  if (placed.written)
    placed.storage.resize(placed.storage.size() + kCanaryBytes, kCanary);
  const std::int64_t count = capacity_of(tensor.dtype, placed.storage.size());
  if (wraps_all_ && placed.written) {
    wrapped_.push_back(placed.storage);
    auto wrapped = backend_.wrap(tensor.dtype, count, wrapped_.back(), true);
    if (wrapped) {
      placed.memory = wrapped_.back();
      placed.tensor = {tensor.dtype, std::move(view), wrapped->buffer};
      return {};
    }
  }
  auto made = backend_.from_host(tensor.dtype, count, placed.storage);
  if (!made) return made.status();
  placed.tensor = {tensor.dtype, std::move(view), made->buffer};
  return {};
}

// Puts the tensor between guards, in memory of the harness. Returns
// `unsupported` if there is none.
Status Program::wrap(const CaseTensor& tensor, std::uint64_t seed,
                     Placed& placed) {
  const bool at_end = (seed >> pieces_.size() % 60 & 1) != 0;
  auto piece = GuardedMemory::in_use()->take(
      tensor.name, placed.storage.size(),
      at_end ? GuardedMemory::Edge::kEnd : GuardedMemory::Edge::kBegin);
  if (!piece) return Status::unsupported("op", "no guarded memory is left");
  std::copy(placed.storage.begin(), placed.storage.end(),
            piece->bytes().begin());
  if (!placed.written && !piece->make_read_only())
    return Status::unsupported("op", "memory cannot be made read-only");
  const std::int64_t count = capacity_of(tensor.dtype, placed.storage.size());
  auto made =
      backend_.wrap(tensor.dtype, count, piece->bytes(), placed.written);
  if (!made) return made.status();
  pieces_.push_back(*std::move(piece));
  placed.piece = &pieces_.back();
  placed.tensor = {tensor.dtype, tensor.view, made->buffer};
  return {};
}

Status Program::make_tensors(const Case& test_case, bool guarded) {
  const std::set<std::string> written = written_names(test_case);
  if (!test_case.tensors.empty())
    memory_ = guarded ? "guard_pages" : "canaries";
  tensors_.clear();
  given_up_.clear();
  reclaimed_.clear();
  wrapped_.clear();
  pieces_.clear();
  pieces_.reserve(test_case.tensors.size());  // they are pointed to
  for (const CaseTensor& tensor : test_case.tensors) {
    Placed placed;
    if (tensor.storage) {
      placed.storage = encode_storage(tensor.dtype, *tensor.storage);
      placed.case_count = std::ssize(*tensor.storage);
    } else {
      const std::vector<ElementBits> elements = storage_of(tensor, poison_);
      placed.storage = encode_storage(tensor.dtype, elements);
      placed.case_count = std::ssize(elements);
    }
    placed.written = written.contains(tensor.name);
    if (has_odd_nibble(tensor.dtype, placed.case_count))
      store_element(placed.storage.data(), tensor.dtype, placed.case_count,
                    {kCanaryNibble, 0});
    const Status status = !tensor.place.empty() && !imagines_places_
                              ? place_away(tensor, placed)
                          : guarded ? wrap(tensor, test_case.seed >> 4, placed)
                                    : place(tensor, placed);
    if (!status.ok()) return status;
    tensors_.insert_or_assign(tensor.name, std::move(placed));
  }
  return {};
}

Status Program::make_tensors(const Case& test_case) {
  const bool has_host_step = std::any_of(
      test_case.steps.begin(), test_case.steps.end(), [](const Step& step) {
        return spec_of(step.op).signature.delivery == Delivery::kHosted;
      });
  host_writes_ = HostWrites(test_case);
  seed_ = test_case.seed;
  wraps_all_ = test_case.clause == "reclaim.wrapped"_clause;
  // Memory that was wrapped is not donated.
  const bool donates =
      std::any_of(test_case.steps.begin(), test_case.steps.end(),
                  [](const Step& step) { return !step.donated.empty(); });
  // In a case about from_host the backend's own storage has to be seen.
  if (GuardedMemory::in_use() != nullptr && test_case.seed % 2 == 1 &&
      !wraps_all_ && !has_host_step && !donates) {
    const Status status = make_tensors(test_case, true);
    if (status.code != StatusCode::kUnsupported) return status;
  }
  return make_tensors(test_case, false);
}

const Tensor* Program::find(const std::string& name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second.tensor;
}

void Program::name_tensor(const std::string& name, Tensor tensor) {
  Placed placed;
  placed.tensor = std::move(tensor);
  placed.written = true;
  tensors_.insert_or_assign(name, std::move(placed));
}

Call Program::call_of(const Step& step) const {
  Call call{step.op, {}, step.attributes, {}};
  for (const std::string& name : step.operands)
    if (const auto found = tensors_.find(name); found != tensors_.end())
      call.operands.push_back(found->second.tensor);
  if (step.does != StepKind::kCall) return call;
  const bool optional = spec_of(step.op).signature.takes_optional_out();
  if (!makes_tensor(step.op) || optional)
    for (const std::string& name : step.outs)
      if (!optional || tensors_.contains(name))
        call.outs.push_back(tensors_.at(name).tensor);
  return call;
}

Status Program::run(const Step& step) {
  if (step.does != StepKind::kCall) return run_surroundings(step);
  const Delivery delivery = spec_of(step.op).signature.delivery;
  if (delivery == Delivery::kAccessed) {
    // The accessors are answered by the tensor itself.
    name_tensor(step.outs[0], tensors_.at(step.operands[0]).tensor);
    return {};
  }
  if (delivery == Delivery::kHosted) {
    // from_host made the operand; to_host and from_host again make its copy.
    const Placed& from = tensors_.at(step.operands[0]);
    const auto storage = backend_.to_host(from.tensor);
    if (!storage) return storage.status();
    const std::int64_t count = capacity_of(from.tensor.dtype, storage->size());
    auto made = backend_.from_host(from.tensor.dtype, count, *storage);
    if (!made) return made.status();
    made->view = from.tensor.view;
    name_tensor(step.outs[0], *std::move(made));
    return {};
  }
  if (delivery == Delivery::kAllocated) {
    auto made =
        backend_.buffer(step.attributes.dtype(), step.attributes.shape());
    if (!made) return made.status();
    name_tensor(step.outs[0], *std::move(made));
    return {};
  }
  if (host_writes_.replace(step)) {
    const auto elements = read(step.operands[0], false);
    if (!elements) return elements.status();
    const Status status =
        write_elements(backend_, tensors_.at(step.outs[0]).tensor, *elements);
    if (status.code != StatusCode::kUnsupported) return status;
  }
  Call call = call_of(step);
  for (const std::string& name : step.donated) {
    if (tensors_.at(name).piece != nullptr) continue;
    given_up_.insert(name);
    for (std::size_t i = 0; i < std::min<std::size_t>(step.operands.size(), 64);
         ++i)
      if (step.operands[i] == name) call.donated |= std::uint64_t{1} << i;
  }
  const NamedStep named(step);
  auto returned = backend_.execute(call);
  if (!returned) return returned.status();
  host_writes_.note(step.op, backend_.claim(cell_of(call)));
  const std::size_t wanted = makes_tensor(step.op) ? step.outs.size() : 0;
  if (returned->size() != wanted)
    return Status::internal(
        fmt::format("{} returned {} tensors where {} are "
                    "expected",
                    name_of(step.op), returned->size(), wanted));
  if (makes_tensor(step.op) && !call.outs.empty()) {
    // The op must write the given out and also return it.
    const Tensor& made = returned->front();
    if (made.buffer == call.outs[0].buffer &&
        show_the_same(made.view, call.outs[0].view))
      return {};
    return Status::internal(
        fmt::format("{} returned another tensor than the out it was given",
                    name_of(step.op)));
  }
  for (std::size_t i = 0; i < wanted; ++i)
    name_tensor(step.outs[i], std::move((*returned)[i]));
  return {};
}

Result<std::vector<ElementBits>> Program::read(const std::string& name,
                                               bool whole_storage) const {
  const Placed& placed = tensors_.at(name);
  const auto storage = backend_.to_host(placed.tensor);
  if (!storage) return storage.status();
  const std::int64_t count = capacity_of(placed.tensor.dtype, storage->size());
  Tensor shown = placed.tensor;
  if (whole_storage) shown.view = View({placed.case_count}, {1}, placed.lead);
  if (!stays_within_storage(shown.view, count))
    return Status::internal(fmt::format(
        "the view of {}, of shape {}, strides {} and offset {}, leaves its "
        "storage of {} elements",
        name, shape_text(shown.view.shape()), shape_text(shown.view.strides()),
        shown.view.offset(), count));
  return elements_of(shown, *storage);
}

}  // namespace assay
