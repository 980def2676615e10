// Implements the functions of the C header with the methods of a C++ Backend.
// Tested by tests/spec/export_backend_test.cc.
#include "spec/sdk/export_backend.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "spec/cells.h"
#include "spec/sdk/abi_values.h"
#include "spec/sdk/exported_calls.h"
#include "spec/version.h"

namespace assay {
namespace {

AssayCell cell_of(const Cell& cell, const Claim& claim) {
  AssayCell made{};
  const OpSpec& spec = spec_of(cell.op);
  made.op = spec.id;
  const auto* variant = variant_named(spec, cell.variant);
  made.variant = static_cast<std::uint16_t>(variant - spec.variants.begin());
  made.max_rank = static_cast<std::uint16_t>(
      std::clamp<std::int64_t>(claim.max_rank, 0, kMaxRank));
  made.dtype = abi_dtype(cell.dtype);
  made.result = abi_dtype(cell.result);
  for (const std::string& name : claim.layouts)
    for (int i = 0; i < kLayoutCount; ++i)
      if (kLayoutNames[i] == name) made.layouts |= std::uint64_t{1} << i;
  return made;
}

int list_claims(AssayContext* context, const AssayCell** cells,
                std::size_t* count, AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    ExportedContext& self = context_of(context);
    self.cells.clear();
    for (const auto& [cell, required] : every_cell())
      if (const auto claim = self.backend->claim(cell))
        self.cells.push_back(cell_of(cell, *claim));
    *cells = self.cells.data();
    *count = self.cells.size();
    return {};
  });
}

// Returns those limits of a claim that AssayCell cannot express, or nothing if
// there are none.
std::optional<AssayClaimLimits> limits_of(const Claim& claim) {
  Claim other = claim;
  other.max_rank = Claim().max_rank;
  other.layouts.clear();
  if (other == Claim()) return std::nullopt;
  AssayClaimLimits limits{};
  limits.flags = (claim.composed ? ASSAY_CLAIM_COMPOSED : 0) |
                 (claim.immutable ? ASSAY_CLAIM_IMMUTABLE : 0);
  const auto narrowed = [](std::int64_t value) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(value, 0, UINT32_MAX));
  };
  limits.min_axes = narrowed(claim.min_axes);
  limits.max_axes = narrowed(claim.max_axes);
  if (claim.max_operands != Claim().max_operands)
    limits.max_operands = narrowed(claim.max_operands);
  limits.min_extent = claim.min_extent;
  if (claim.max_extent != Claim().max_extent)
    limits.max_extent = claim.max_extent;
  return limits;
}

int list_limits(AssayContext* context, const AssayClaimLimits** limits,
                std::size_t* count, AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    ExportedContext& self = context_of(context);
    self.limits.clear();
    std::uint64_t position = 0;
    for (const auto& [cell, required] : every_cell()) {
      const auto claim = self.backend->claim(cell);
      if (!claim) continue;
      if (auto limited = limits_of(*claim)) {
        limited->cell = position;
        self.limits.push_back(*limited);
      }
      ++position;
    }
    *limits = self.limits.data();
    *count = self.limits.size();
    return {};
  });
}

const AssayClaimLimitsV1 kClaimLimits = {
    {sizeof(AssayClaimLimitsV1), ASSAY_CLAIM_LIMITS, nullptr}, list_limits};

// Returns which operands the call gives up.
std::uint64_t donated_by(const AssayCall& call) {
  constexpr int kLongestChain = 64;
  const AssayExtension* entry = call.next;
  for (int i = 0; entry != nullptr && i < kLongestChain;
       ++i, entry = entry->next)
    if (entry->name != nullptr &&
        std::strcmp(entry->name, ASSAY_DONATION) == 0 &&
        entry->struct_size >= sizeof(AssayDonation))
      return reinterpret_cast<const AssayDonation*>(entry)->operands;
  return 0;
}

int invoke(AssayContext* context, const AssayCall* call, AssayResults* results,
           AssayStatus* status) noexcept {
  const int code = guarded(status, [&]() -> Status {
    if (call == nullptr || results == nullptr ||
        call->struct_size < sizeof(AssayCall) ||
        results->struct_size < offsetof(AssayResults, tensors))
      return Status::invalid("a call or its results are of an older header");
    results->count = 0;
    const auto op = op_of_id(call->op);
    if (!op)
      return Status::unsupported("op",
                                 "there is no op " + std::to_string(call->op));
    Backend& backend = *context_of(context).backend;
    auto operands = tensors_of(backend, call->operands, call->operand_count);
    if (!operands) return operands.status();
    auto outs = tensors_of(backend, call->outs, call->out_count);
    if (!outs) return outs.status();
    auto attributes = attributes_of_abi(*call);
    if (!attributes) return attributes.status();
    auto returned =
        backend.execute({*op, *std::move(operands), *std::move(attributes),
                         *std::move(outs), donated_by(*call)});
    if (!returned) return returned.status();
    return fill_results(
        backend,
        {{call->operands, call->operand_count}, {call->outs, call->out_count}},
        *std::move(returned), *results);
  });
  if (code != ASSAY_OK && results != nullptr) drop(*results);
  return code;
}

void destroy(AssayContext* context) noexcept { delete &context_of(context); }

int alloc(AssayContext*, std::size_t bytes, AssayBuffer** buffer,
          AssayStatus* status) noexcept {
  return guarded_buffer(buffer, status, [&]() -> Result<ExportedBuffer> {
    return ExportedBuffer(bytes);
  });
}

void retain(AssayContext*, AssayBuffer* buffer) noexcept {
  buffer_of(buffer)->retain();
}

void release(AssayContext*, AssayBuffer* buffer) noexcept {
  if (buffer_of(buffer)->release()) delete buffer_of(buffer);
}

std::size_t size_of(AssayContext*, AssayBuffer* buffer) noexcept {
  return buffer_of(buffer)->bytes();
}

int write(AssayContext* context, AssayBuffer* buffer, std::size_t offset,
          const void* bytes, std::size_t count, AssayStatus* status) noexcept {
  return guarded(status, [&] {
    return buffer_of(buffer)->write(
        *context_of(context).backend, offset,
        {static_cast<const std::byte*>(bytes), count});
  });
}

int read(AssayContext* context, AssayBuffer* buffer, std::size_t offset,
         void* bytes, std::size_t count, AssayStatus* status) noexcept {
  return guarded(status, [&] {
    return buffer_of(buffer)->read(*context_of(context).backend, offset,
                                   {static_cast<std::byte*>(bytes), count});
  });
}

int wrap(AssayContext* context, void* memory, std::size_t bytes, int writable,
         AssayBuffer** buffer, AssayStatus* status) noexcept {
  return guarded_buffer(buffer, status, [&] {
    return ExportedBuffer::wrap(*context_of(context).backend,
                                {static_cast<std::byte*>(memory), bytes},
                                writable != 0);
  });
}

// Holds a table and the text that it points to.
struct ExportedTable {
  std::string name;
  std::string version;
  AssayBackendV1 table{};
};

}  // namespace

const AssayBackendV1* exported_table(BackendMaker make,
                                     CreateFunction create) noexcept {
  try {
    auto made = std::make_unique<ExportedTable>();
    AssayBackendV1& table = made->table;
    try {
      const auto backend = make();
      made->name = backend->name();
      made->version = backend->version();
      table.flags = backend->keeps_threads() ? ASSAY_KEEPS_THREADS : 0;
    } catch (...) {
      // create() will fail in the same way and can report the reason.
      made->name = "unnamed";
    }
    table.struct_size = sizeof table;
    table.abi_minor = ASSAY_ABI_MINOR;
    table.name = made->name.c_str();
    table.version = made->version.c_str();
    table.spec_version = kSpecVersion.data();
    table.next = &kClaimLimits.extension;
    table.create = create;
    table.destroy = destroy;
    table.claims = list_claims;
    table.alloc = alloc;
    table.retain = retain;
    table.release = release;
    table.size = size_of;
    table.write = write;
    table.read = read;
    table.invoke = invoke;
    table.wrap = wrap;
    add_protocol(table);
    return &made.release()->table;  // never freed: the header requires this
  } catch (...) {
    return nullptr;
  }
}

int create_exported(BackendMaker make, const AssayHost* host,
                    AssayContext** context, AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    if (host == nullptr || host->abi_major != ASSAY_ABI_MAJOR)
      return Status::invalid("the host is not of ABI version 1");
    auto made = std::make_unique<ExportedContext>();
    made->backend = make();
    *context = reinterpret_cast<AssayContext*>(made.release());
    return {};
  });
}

}  // namespace assay
