// Calls a plugin as a Backend. Every answer of the plugin is checked, and an
// answer that breaks the rules of the C header ends the context.
// Tested by tests/harness/subject/plugin_backend_test.cc.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "harness/subject/mapped_memory.h"
#include "harness/subject/plugin_context.h"
#include "spec/backend.h"
#include "spec/sdk/abi_values.h"

namespace assay {

// Implements a Backend by calls to a plugin.
class PluginBackend : public Backend, public MappedMemory {
 public:
  // Makes a context and reads its claims. Fails with one sentence.
  static Result<std::unique_ptr<PluginBackend>> create(
      std::shared_ptr<const PluginLibrary> library);

  // Returns how the plugin broke the rules, or nothing if it did not. After a
  // violation every call returns `internal` with this sentence.
  const std::optional<std::string>& violation() const {
    return context_->violation();
  }

  std::string_view name() const override;
  std::string_view version() const override;
  std::optional<Claim> claim(const Cell& cell) const override;
  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;
  Result<Bytes> to_host(const Tensor& tensor) override;
  // Returns `unsupported` if the plugin does, or if it has no such function.
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override;
  Status write(const Tensor& tensor,
               std::span<const std::byte> storage) override;
  const std::byte* map(const Tensor& tensor) override;
  bool keeps_threads() const override;
  Result<Tensors> execute(const Call& call) override;
  // Return `unsupported` if the plugin has no such function.
  Status session_begin() override;
  Status session_end() override;
  Status reclaim(Tensor tensor) override;
  Result<Tensors> execute_plan(const Plan& plan) override;
  Result<Places> places() override;
  Result<std::uint32_t> place_of(const Tensor& tensor) override;
  Result<Tensor> alloc_in(std::uint32_t place, DType dtype,
                          const Shape& shape) override;
  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override;

 private:
  using CellKey = std::tuple<Op, std::string_view, DType, DType>;

  explicit PluginBackend(std::shared_ptr<PluginContext> context)
      : context_(std::move(context)) {}
  Status read_claims();
  Status fill(const Tensor& tensor, AssayTensor& filled) const;
  // Holds the C structures that a call is passed in. They are reused from call
  // to call, so that small calls allocate little.
  struct Handover {
    std::vector<AssayTensor> tensors;
    AbiAttributes attributes;
    AssayResults results;
  };
  Result<Tensors> results(const Call& call, const AssayResults& returned);
  // Returns the tensors that a function has returned, each of them checked.
  Result<Tensors> tensors_of(const AssayResults& returned,
                             const std::string& function);
  Result<Tensor> result(const std::string& function, const AssayTensor& tensor);
  Result<PluginBuffer*> buffer_of(const Tensor& tensor) const;

  std::shared_ptr<PluginContext> context_;
  std::map<CellKey, Claim> claims_;
  std::optional<Places> places_;  // as the plugin listed them
  Handover handover_;  // not used if several threads may call at once
};

}  // namespace assay
