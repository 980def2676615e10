// Converts calls, claims and results between the C header and the harness, and
// checks the tensors that a plugin returns.
// Tested by tests/harness/subject/plugin_backend_test.cc.
#include "harness/subject/plugin_backend.h"

#include <fmt/format.h>

#include "harness/subject/tensor_bounds.h"
#include "spec/cells.h"

namespace assay {
namespace {

// Returns the claim that an entry of the C header makes, or an error that says
// what is wrong with it. Returns nothing for a claim on something that only a
// later version of the header defines.
Result<std::optional<std::pair<Cell, Claim>>> claim_of(const AssayCell& cell,
                                                       bool is_later) {
  using Found = std::optional<std::pair<Cell, Claim>>;
  const auto op = op_of_id(cell.op);
  const auto dtype = dtype_of_abi(cell.dtype);
  const auto result = dtype_of_abi(cell.result);
  if ((!op || !dtype || !result) && is_later) return Found();
  if (!op) return Status::internal(fmt::format("there is no op {}", cell.op));
  const OpSpec& spec = spec_of(*op);
  if (!dtype || !result)
    return Status::internal(fmt::format(
        "{} has the dtype {}, which is none of the header", spec.name,
        abi_dtype_text(dtype ? cell.result : cell.dtype)));
  if (cell.variant >= spec.variants.size()) {
    if (is_later) return Found();
    return Status::internal(
        fmt::format("{} has variant {} where {} is the "
                    "last one",
                    spec.name, cell.variant, spec.variants.size() - 1));
  }
  if (!spec.signature.is_paired() && *dtype != *result)
    return Status::internal(
        fmt::format("{} of {} has the result dtype {}, where they are equal",
                    spec.name, name_of(*dtype), name_of(*result)));
  if (cell.max_rank > ASSAY_MAX_RANK)
    return Status::internal(
        fmt::format("{} has max_rank {} where at most {} "
                    "is expected",
                    spec.name, cell.max_rank, ASSAY_MAX_RANK));
  if (cell.layouts >> kLayoutCount != 0 && !is_later)
    return Status::internal(
        fmt::format("{} has layouts {:#x} where only the "
                    "lowest {} bits are used",
                    spec.name, cell.layouts, kLayoutCount));
  Claim claim;
  claim.max_rank = cell.max_rank;
  for (int i = 0; i < kLayoutCount; ++i)
    if ((cell.layouts >> i & 1) != 0)
      claim.layouts.emplace_back(kLayoutNames[i]);
  return Found({{*op, spec.variants.items[cell.variant].name, *dtype, *result},
                std::move(claim)});
}

// Adds limits of the C header to a claim. Fails with what is wrong with them.
Status limit_claim(const AssayClaimLimits& limits, bool is_later,
                   Claim& claim) {
  constexpr std::uint64_t kKnown = ASSAY_CLAIM_COMPOSED | ASSAY_CLAIM_IMMUTABLE;
  if ((limits.flags & ~kKnown) != 0 && !is_later)
    return Status::internal(
        fmt::format("it has the flags {:#x} where only {:#x} are used",
                    limits.flags, kKnown));
  claim.composed = (limits.flags & ASSAY_CLAIM_COMPOSED) != 0;
  claim.immutable = (limits.flags & ASSAY_CLAIM_IMMUTABLE) != 0;
  claim.min_axes = limits.min_axes;
  claim.min_extent = limits.min_extent;
  if (limits.max_axes != 0) claim.max_axes = limits.max_axes;
  if (limits.max_operands != 0) claim.max_operands = limits.max_operands;
  if (limits.max_extent != 0) claim.max_extent = limits.max_extent;
  if (claim.min_axes > claim.max_axes)
    return Status::internal(
        fmt::format("it has min_axes {} where at most {} is expected",
                    claim.min_axes, claim.max_axes));
  if (claim.min_extent < 0 || claim.max_extent < claim.min_extent)
    return Status::internal(
        fmt::format("it has extents from {} to {} where 0 or more are expected",
                    claim.min_extent, claim.max_extent));
  return {};
}

}  // namespace

Result<std::unique_ptr<PluginBackend>> PluginBackend::create(
    std::shared_ptr<const PluginLibrary> library) {
  const std::string path = library->path();
  auto context = PluginContext::create(std::move(library));
  if (!context) return context.status();
  std::unique_ptr<PluginBackend> made(new PluginBackend(*std::move(context)));
  if (Status status = made->read_claims(); !status.ok())
    return Status::internal(fmt::format("{}: {}", path, status.message));
  return made;
}

Status PluginBackend::read_claims() {
  std::span<const AssayCell> cells;
  if (Status status = context_->claims(cells); !status.ok()) return status;
  std::span<const AssayClaimLimits> limits;
  if (Status status = context_->limits(limits); !status.ok()) return status;
  std::map<std::uint64_t, const AssayClaimLimits*> limits_of_cells;
  for (const AssayClaimLimits& limit : limits) {
    if (limit.cell >= cells.size())
      return context_->violate(
          "limits", fmt::format("it limits cell {} where claims lists {}",
                                limit.cell, cells.size()));
    limits_of_cells[limit.cell] = &limit;
  }
  const bool is_later = context_->library().table().abi_minor > ASSAY_ABI_MINOR;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    auto claim = claim_of(cells[i], is_later);
    if (!claim)
      return context_->violate(
          "claims", fmt::format("cell {}: {}", i, claim.status().message));
    if (!*claim) continue;
    if (const auto limit = limits_of_cells.find(i);
        limit != limits_of_cells.end())
      if (Status status =
              limit_claim(*limit->second, is_later, (*claim)->second);
          !status.ok())
        return context_->violate("limits",
                                 fmt::format("cell {}: {}", i, status.message));
    const Cell& cell = (*claim)->first;
    if (const std::string_view row = name_of(cell.op);
        !has_functions_of(context_->library().table(), row))
      return context_->violate(
          "claims", fmt::format("cell {}: {} is claimed, and the table lacks "
                                "a function of it",
                                i, row));
    claims_[{cell.op, cell.variant, cell.dtype, cell.result}] =
        (*claim)->second;
  }
  return {};
}

std::string_view PluginBackend::name() const {
  return context_->library().name();
}
std::string_view PluginBackend::version() const {
  return context_->library().version();
}
bool PluginBackend::keeps_threads() const {
  return (context_->library().table().flags & ASSAY_KEEPS_THREADS) != 0;
}

std::optional<Claim> PluginBackend::claim(const Cell& cell) const {
  const auto found =
      claims_.find({cell.op, cell.variant, cell.dtype, cell.result});
  if (found == claims_.end()) return std::nullopt;
  return found->second;
}

Result<Tensor> PluginBackend::buffer(DType dtype, const Shape& shape) {
  if (violation()) return Status::internal(*violation());
  const auto count = checked_element_count(shape);
  if (!count)
    return Status::invalid(
        fmt::format("{} is not a list of possible extents", shape_text(shape)));
  auto made =
      context_->alloc(static_cast<std::size_t>(storage_bytes(dtype, *count)));
  if (!made) return made.status();
  return Tensor{dtype, View(shape), *std::move(made)};
}

Result<Tensor> PluginBackend::from_host(DType dtype, std::int64_t count,
                                        std::span<const std::byte> storage) {
  if (violation()) return Status::internal(*violation());
  if (std::ssize(storage) != storage_bytes(dtype, count))
    return Status::invalid(fmt::format(
        "{} bytes of storage where {} elements of {} take {}", storage.size(),
        count, name_of(dtype), storage_bytes(dtype, count)));
  auto made = context_->alloc(storage.size());
  if (!made) return made.status();
  if (Status status = context_->write(**made, storage); !status.ok())
    return status;
  return Tensor{dtype, View({count}), *std::move(made)};
}

Result<Tensor> PluginBackend::wrap(DType dtype, std::int64_t count,
                                   std::span<std::byte> memory, bool writable) {
  if (violation()) return Status::internal(*violation());
  if (std::ssize(memory) < storage_bytes(dtype, count))
    return Status::invalid(fmt::format(
        "{} bytes of memory where {} elements of {} take {}", memory.size(),
        count, name_of(dtype), storage_bytes(dtype, count)));
  auto made = context_->wrap(memory, writable);
  if (!made) return made.status();
  return Tensor{dtype, View({count}), *std::move(made)};
}

Result<PluginBuffer*> PluginBackend::buffer_of(const Tensor& tensor) const {
  auto* buffer = dynamic_cast<PluginBuffer*>(tensor.buffer.get());
  if (buffer == nullptr || buffer->context() != context_.get())
    return Status::internal(
        "a tensor is not of this subject, or of before its restart");
  return buffer;
}

Result<Bytes> PluginBackend::to_host(const Tensor& tensor) {
  if (violation()) return Status::internal(*violation());
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  return context_->read(**buffer);
}

Status PluginBackend::write(const Tensor& tensor,
                            std::span<const std::byte> storage) {
  if (violation()) return Status::internal(*violation());
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  if (storage.size() != (*buffer)->bytes())
    return Status::invalid(
        fmt::format("{} bytes of storage where the buffer has {}",
                    storage.size(), (*buffer)->bytes()));
  return context_->write(**buffer, storage);
}

Status PluginBackend::fill(const Tensor& tensor, AssayTensor& filled) const {
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  if (tensor.view.rank() > ASSAY_MAX_RANK ||
      tensor.view.strides().size() != tensor.view.rank())
    return Status::invalid(
        "a view is of a rank above 32, or has not one "
        "stride per axis");
  fill_abi_tensor(filled, (*buffer)->handle(), tensor.dtype, tensor.view);
  return {};
}

Result<Tensors> PluginBackend::execute(const Call& call) {
  if (violation()) return Status::internal(*violation());
  const OpSpec& spec = spec_of(call.op);
  if (spec.signature.delivery == Delivery::kAllocated) {
    auto made = buffer(call.attributes.dtype(), call.attributes.shape());
    if (!made) return made.status();
    return Tensors{*std::move(made)};
  }
  if (!spec.signature.is_executed())
    return Status::unsupported("op",
                               fmt::format("{} is never invoked", spec.name));

  static thread_local Handover of_thread;
  const bool is_thread_safe =
      (context_->library().table().flags & ASSAY_THREAD_SAFE_CONTEXT) != 0;
  Handover& handover = is_thread_safe ? of_thread : handover_;
  const std::size_t operand_count = call.operands.size();
  const std::size_t tensor_count = operand_count + call.outs.size();
  if (handover.tensors.size() < tensor_count)
    handover.tensors.resize(tensor_count);
  for (std::size_t i = 0; i < tensor_count; ++i) {
    const Tensor& tensor =
        i < operand_count ? call.operands[i] : call.outs[i - operand_count];
    if (Status status = fill(tensor, handover.tensors[i]); !status.ok())
      return status;
  }
  handover.attributes.assign(call.attributes, element_dtype(call));
  AssayCall made{};
  made.struct_size = sizeof made;
  made.op = spec.id;
  made.operand_count = static_cast<std::uint32_t>(operand_count);
  made.operands = handover.tensors.data();
  made.attribute_count = handover.attributes.count();
  made.attributes = handover.attributes.items();
  made.out_count = static_cast<std::uint32_t>(call.outs.size());
  made.outs = handover.tensors.data() + operand_count;
  const AssayDonation donation{{sizeof(AssayDonation), ASSAY_DONATION, nullptr},
                               call.donated};
  if (call.donated != 0) made.next = &donation.header;
  if (Status status = context_->invoke(spec.name, made, handover.results);
      !status.ok())
    return status;
  return results(call, handover.results);
}

Result<Tensors> PluginBackend::results(const Call& call,
                                       const AssayResults& returned) {
  const OpSpec& spec = spec_of(call.op);
  const bool returns = spec.signature.returns_tensor();
  if ((returned.count == 0) == returns || returned.count > ASSAY_MAX_RESULTS)
    return context_->violate(
        fmt::format("invoke of {}", spec.name),
        fmt::format("it returned {} tensors where {}", returned.count,
                    returns ? "1 to 8 are expected"
                            : "none are expected, as this op writes into its "
                              "outs"));
  return tensors_of(returned, fmt::format("invoke of {}", spec.name));
}

Result<Tensors> PluginBackend::tensors_of(const AssayResults& returned,
                                          const std::string& function) {
  Tensors tensors;
  tensors.reserve(returned.count);
  for (std::uint32_t i = 0; i < returned.count; ++i) {
    auto tensor = result(function, returned.tensors[i]);
    if (!tensor)
      return violation() ? tensor.status()
                         : context_->violate(
                               function, fmt::format("result {}: {}", i,
                                                     tensor.status().message));
    tensors.push_back(*std::move(tensor));
  }
  return tensors;
}

Result<Tensor> PluginBackend::result(const std::string& function,
                                     const AssayTensor& tensor) {
  auto buffer = context_->adopt(function, tensor.buffer);
  if (!buffer) return buffer.status();
  const auto dtype = dtype_of_abi(tensor.dtype);
  if (!dtype)
    return Status::internal(fmt::format("its dtype {} is none of the header",
                                        abi_dtype_text(tensor.dtype)));
  auto view = view_of_abi(tensor);
  if (!view) return view.status();
  if (Status status = check_bounds(
          *view, *dtype, static_cast<std::int64_t>((*buffer)->bytes()),
          "its buffer");
      !status.ok())
    return status;
  return Tensor{*dtype, *std::move(view), *std::move(buffer)};
}

}  // namespace assay
