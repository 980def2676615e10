// Calls an adapter as a Backend: each call is a request on the wire, and every
// tensor that a reply describes is checked.
// Tested by tests/harness/subject/process_subject_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "harness/subject/wire_connection.h"
#include "spec/backend.h"

namespace assay {

class WireBuffer;

// Implements a Backend by requests to an adapter.
class WireBackend : public Backend {
 public:
  // Takes over a connection whose hello has been answered.
  void use(std::shared_ptr<WireConnection> connection);

  std::string_view name() const override { return connection_->hello().name; }
  std::string_view version() const override {
    return connection_->hello().version;
  }
  std::optional<Claim> claim(const Cell& cell) const override;
  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;
  Result<Bytes> to_host(const Tensor& tensor) override;
  // Waits for the answer, because an adapter may be unable to write to this
  // buffer.
  Status write(const Tensor& tensor,
               std::span<const std::byte> storage) override;
  Result<Tensors> execute(const Call& call) override;
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

  Status broken() const;
  Status refuse(std::string_view request, std::string_view what);
  Status session(const char* what);
  std::string place_name(std::uint32_t place) const;
  Result<std::shared_ptr<WireBuffer>> allocate(std::int64_t bytes);
  Result<std::shared_ptr<WireBuffer>> buffer_of(const Tensor& tensor) const;
  // Adds the tensors to a request.
  Status put_tensors(const char* key, const Tensors& tensors,
                     WireJson& request) const;
  // Turns the tensors of a reply into tensors of the host. Each uses the buffer
  // of one of the given tensors, or one that the adapter made and gave a number
  // below 0.
  Result<Tensors> results(std::string_view request, const WireJson& reply,
                          std::span<const Tensors* const> given);
  Result<std::shared_ptr<WireBuffer>> result_buffer(
      const WireTensor& entry, std::span<const Tensors* const> given);
  Status note_place(const WireTensor& entry, WireBuffer& buffer);

  std::shared_ptr<WireConnection> connection_;
  std::map<CellKey, Claim> claims_;
  // Holds the buffers that the adapter numbered, as long as a tensor uses them.
  std::map<std::int64_t, std::weak_ptr<WireBuffer>> adapter_buffers_;
};

}  // namespace assay
