// Tested by tests/harness/program_test.cc.
#include "harness/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/case_types.h"
#include "harness/seed.h"

namespace assay {
namespace {

// Bytes behind a written tensor, and what stands in them.
constexpr std::size_t kCanaryBytes = 64;
constexpr std::byte kCanary{0x5c};
constexpr std::uint64_t kCanaryNibble = 0xc;
// No finite value of interest, no small integer, no index, no bool.
constexpr std::uint64_t kPoison = 0xa5a5a5a5a5a5a5a5u;

Bytes encode_storage(DType dtype, const std::vector<ElementBits>& elements) {
  const auto count = static_cast<std::int64_t>(elements.size());
  Bytes bytes(static_cast<std::size_t>(storage_bytes(dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(bytes.data(), dtype, i,
                  elements[static_cast<std::size_t>(i)]);
  return bytes;
}

// How many elements fit into so many bytes.
std::int64_t capacity_of(DType dtype, std::size_t bytes) {
  return static_cast<std::int64_t>(bytes) * 8 / spec_of(dtype).bits;
}

// Whether packed elements leave the last nibble of their storage free.
bool has_odd_nibble(DType dtype, std::int64_t count) {
  return spec_of(dtype).bits == 4 && count % 2 == 1;
}

// The tensors that steps write, themselves or through a view made of them.
std::set<std::string> written_names(const Case& test_case) {
  std::set<std::string> written;
  for (auto step = test_case.steps.rbegin(); step != test_case.steps.rend();
       ++step) {
    if (!makes_tensor(step->op) ||
        takes_optional_out(spec_of(step->op).signature))
      written.insert(step->outs.begin(), step->outs.end());
    else if (!step->operands.empty() && written.contains(step->outs.front()))
      written.insert(step->operands.front());
  }
  return written;
}

}  // namespace

std::vector<ElementBits> storage_of(const CaseTensor& tensor) {
  if (tensor.storage) return *tensor.storage;
  std::vector<ElementBits> elements;
  const int bits = spec_of(tensor.dtype).bits;
  const int part_bits = is_complex(tensor.dtype) ? bits / 2 : bits;
  const std::uint64_t mask =
      tensor.dtype == DType::kBool ? 1 : UINT64_MAX >> (64 - part_bits);
  if (tensor.recipe) {
    ValueStream stream(tensor.recipe->seed, 0);
    for (std::int64_t i = 0; i < tensor.recipe->count; ++i) {
      ElementBits element{stream.next() & mask, 0};
      if (is_complex(tensor.dtype)) element.im = stream.next() & mask;
      elements.push_back(element);
    }
    return elements;
  }
  const std::uint64_t poison = kPoison & UINT64_MAX >> (64 - part_bits);
  elements.assign(static_cast<std::size_t>(tensor.view.numel()),
                  {poison, is_complex(tensor.dtype) ? poison : 0});
  return elements;
}

std::vector<ElementBits> elements_of(const Tensor& tensor,
                                     const Bytes& storage) {
  std::vector<ElementBits> elements;
  elements.reserve(static_cast<std::size_t>(tensor.view.numel()));
  for (const Index& at : indices(tensor.view.shape()))
    elements.push_back(load_element(storage.data(), tensor.dtype,
                                    tensor.view.linear_index(at)));
  return elements;
}

Status Program::make_tensors(const Case& test_case) {
  const std::set<std::string> written = written_names(test_case);
  for (const CaseTensor& tensor : test_case.tensors) {
    Placed placed;
    const std::vector<ElementBits> elements = storage_of(tensor);
    placed.storage = encode_storage(tensor.dtype, elements);
    placed.case_count = std::ssize(elements);
    placed.written = written.contains(tensor.name);
    if (placed.written)
      placed.storage.resize(placed.storage.size() + kCanaryBytes, kCanary);
    const std::int64_t count = capacity_of(tensor.dtype, placed.storage.size());
    if (has_odd_nibble(tensor.dtype, placed.case_count))
      store_element(placed.storage.data(), tensor.dtype, placed.case_count,
                    {kCanaryNibble, 0});
    auto made = backend_.from_host(tensor.dtype, count, placed.storage);
    if (!made) return made.status();
    placed.tensor = {tensor.dtype, tensor.view, made->buffer};
    tensors_.insert_or_assign(tensor.name, std::move(placed));
  }
  return {};
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
    call.operands.push_back(tensors_.at(name).tensor);
  const bool optional = takes_optional_out(spec_of(step.op).signature);
  if (!makes_tensor(step.op) || optional)
    for (const std::string& name : step.outs)
      if (!optional || tensors_.contains(name))
        call.outs.push_back(tensors_.at(name).tensor);
  return call;
}

Status Program::run(const Step& step) {
  const Signature signature = spec_of(step.op).signature;
  if (signature == Signature::kAccessor) {
    // The accessors are answered by the tensor itself.
    name_tensor(step.outs[0], tensors_.at(step.operands[0]).tensor);
    return {};
  }
  if (signature == Signature::kHost) {
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
  if (step.op == "buffer"_op) {
    auto made =
        backend_.buffer(step.attributes.dtype(), step.attributes.shape());
    if (!made) return made.status();
    name_tensor(step.outs[0], *std::move(made));
    return {};
  }
  const Call call = call_of(step);
  auto returned = backend_.execute(call);
  if (!returned) return returned.status();
  const std::size_t wanted = makes_tensor(step.op) ? step.outs.size() : 0;
  if (returned->size() != wanted)
    return Status::internal(
        fmt::format("{} returned {} tensors where {} are "
                    "expected",
                    name_of(step.op), returned->size(), wanted));
  if (makes_tensor(step.op) && !call.outs.empty()) {
    // The given out: written, and returned itself.
    const Tensor& made = returned->front();
    if (made.buffer == call.outs[0].buffer && made.view == call.outs[0].view)
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
  if (whole_storage) shown.view = View({placed.case_count});
  if (!stays_within_storage(shown.view, count))
    return Status::internal(fmt::format(
        "the view of {}, of shape {}, strides {} and offset {}, leaves its "
        "storage of {} elements",
        name, shape_text(shown.view.shape()), shape_text(shown.view.strides()),
        shown.view.offset(), count));
  return elements_of(shown, *storage);
}

Result<std::optional<std::string>> Program::changed_canary() const {
  for (const auto& [name, placed] : tensors_) {
    if (!placed.written || placed.storage.empty()) continue;
    const auto storage = backend_.to_host(placed.tensor);
    if (!storage) return storage.status();
    const DType dtype = placed.tensor.dtype;
    const std::int64_t end = placed.case_count;
    const std::int64_t from = storage_bytes(dtype, end);
    const auto nibble = [dtype, end](const Bytes& bytes) {
      return load_element(bytes.data(), dtype, end);
    };
    if (storage->size() != placed.storage.size() ||
        !std::equal(storage->begin() + from, storage->end(),
                    placed.storage.begin() + from) ||
        (has_odd_nibble(dtype, end) &&
         nibble(*storage) != nibble(placed.storage)))
      return std::optional(name);
  }
  return std::optional<std::string>();
}

Result<std::optional<std::string>> Program::changed_operand(
    const Case& test_case) const {
  for (const CaseTensor& tensor : test_case.tensors) {
    const Placed& placed = tensors_.at(tensor.name);
    if (placed.written) continue;
    const auto storage = backend_.to_host(placed.tensor);
    if (!storage) return storage.status();
    if (*storage != placed.storage) return std::optional(tensor.name);
  }
  return std::optional<std::string>();
}

}  // namespace assay
