// Implements a Backend whose calls are requests to the adapter, and checks
// every tensor that a reply describes.
// Tested by tests/harness/subject/process_subject_test.cc.
#include "harness/subject/process_subject.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "harness/case/attribute_json.h"
#include "harness/subject/command_words.h"
#include "spec/cells.h"

namespace assay {
namespace {

// Holds a numbered buffer of the adapter. Releases it with the last tensor that
// uses it.
class WireBuffer : public Buffer {
 public:
  WireBuffer(std::shared_ptr<WireConnection> connection, std::int64_t number,
             std::int64_t bytes)
      : connection_(std::move(connection)), number_(number), bytes_(bytes) {}
  ~WireBuffer() override {
    connection_->post("release", {{"buffer", number_}});
  }
  WireBuffer(const WireBuffer&) = delete;
  WireBuffer& operator=(const WireBuffer&) = delete;

  const WireConnection* connection() const { return connection_.get(); }
  std::int64_t number() const { return number_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<WireConnection> connection_;
  std::int64_t number_;
  std::int64_t bytes_;
};

using CellKey = std::tuple<Op, std::string_view, DType, DType>;

CellKey key_of(const Cell& cell) {
  return {cell.op, cell.variant, cell.dtype, cell.result};
}

}  // namespace

class ProcessSubject::WireBackend : public Backend {
 public:
  // Takes over a connection whose hello has been answered.
  void use(std::shared_ptr<WireConnection> connection) {
    connection_ = std::move(connection);
    claims_.clear();
    for (const auto& [cell, claim] : connection_->hello().claims)
      claims_[key_of(cell)] = claim;
    adapter_buffers_.clear();
  }

  std::string_view name() const override { return connection_->hello().name; }
  std::string_view version() const override {
    return connection_->hello().version;
  }
  std::optional<Claim> claim(const Cell& cell) const override {
    const auto found = claims_.find(key_of(cell));
    if (found == claims_.end()) return std::nullopt;
    return found->second;
  }

  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    const auto count = checked_element_count(shape);
    if (!count)
      return Status::invalid(fmt::format("{} is not a list of possible extents",
                                         shape_text(shape)));
    auto made = allocate(storage_bytes(dtype, *count));
    if (!made) return made.status();
    return Tensor{dtype, View(shape), *std::move(made)};
  }

  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override {
    auto made = allocate(storage_bytes(dtype, count));
    if (!made) return made.status();
    if (static_cast<std::int64_t>(storage.size()) != (*made)->bytes())
      return Status::invalid(
          fmt::format("{} bytes of storage where {} elements of {} take {}",
                      storage.size(), count, name_of(dtype), (*made)->bytes()));
    if (storage.size() > kMaxPayloadBytes) return too_large(storage.size());
    connection_->post("write", {{"buffer", (*made)->number()}}, storage);
    if (connection_->breakdown()) return broken();
    return Tensor{dtype, View({count}), *std::move(made)};
  }

  Result<Bytes> to_host(const Tensor& tensor) override {
    const auto buffer = buffer_of(tensor);
    if (!buffer) return buffer.status();
    const auto bytes = static_cast<std::uint64_t>((*buffer)->bytes());
    if (bytes > kMaxPayloadBytes) return too_large(bytes);
    auto reply =
        connection_->call("read", {{"buffer", (*buffer)->number()}}, "", bytes);
    if (!reply) return reply.status();
    return std::move(reply->payload);
  }

  // Waits for the answer, because an adapter may be unable to write to this
  // buffer.
  Status write(const Tensor& tensor,
               std::span<const std::byte> storage) override {
    const auto buffer = buffer_of(tensor);
    if (!buffer) return buffer.status();
    if (static_cast<std::int64_t>(storage.size()) != (*buffer)->bytes())
      return Status::invalid(
          fmt::format("{} bytes of storage where buffer {} has {}",
                      storage.size(), (*buffer)->number(), (*buffer)->bytes()));
    if (storage.size() > kMaxPayloadBytes) return too_large(storage.size());
    return connection_
        ->call("write", {{"buffer", (*buffer)->number()}}, "", 0, storage)
        .status();
  }

  Result<Tensors> execute(const Call& call) override {
    const OpSpec& spec = spec_of(call.op);
    if (spec.signature.delivery == Delivery::kAllocated) {
      auto made = buffer(call.attributes.dtype(), call.attributes.shape());
      if (!made) return made.status();
      return Tensors{*std::move(made)};
    }
    if (!spec.signature.is_executed())
      return Status::unsupported(
          "op", fmt::format("{} is no call of the wire", spec.name));
    WireJson request = {{"op", spec.name},
                        {"operands", WireJson::array()},
                        {"attributes", attributes_to_json(call.attributes,
                                                          element_dtype(call))},
                        {"outs", WireJson::array()}};
    for (auto [key, tensors] :
         {std::pair{"operands", &call.operands}, std::pair{"outs", &call.outs}})
      for (const Tensor& tensor : *tensors) {
        const auto buffer = buffer_of(tensor);
        if (!buffer) return buffer.status();
        request[key].push_back(
            tensor_to_json((*buffer)->number(), tensor.dtype, tensor.view));
      }
    const auto reply =
        connection_->call("invoke", std::move(request), spec.name, 0);
    if (!reply) return reply.status();
    return results(call, reply->header);
  }

 private:
  Status broken() const {
    return Status::internal(connection_->breakdown()->message);
  }
  static Status too_large(std::uint64_t bytes) {
    return {StatusCode::kOutOfMemory, "",
            fmt::format("{} bytes do not fit the {} of a frame", bytes,
                        kMaxPayloadBytes)};
  }
  Status refuse(Op op, std::string_view what) {
    return connection_->break_down(
        Breakdown::Kind::kProtocolError,
        fmt::format("the reply to invoke of {} breaks the protocol: {}",
                    name_of(op), what));
  }

  Result<std::shared_ptr<WireBuffer>> allocate(std::int64_t bytes) {
    const std::int64_t number = connection_->next_buffer();
    connection_->post("alloc", {{"buffer", number}, {"bytes", bytes}});
    if (connection_->breakdown()) return broken();
    return std::make_shared<WireBuffer>(connection_, number, bytes);
  }

  Result<std::shared_ptr<WireBuffer>> buffer_of(const Tensor& tensor) const {
    auto buffer = std::dynamic_pointer_cast<WireBuffer>(tensor.buffer);
    if (buffer == nullptr || buffer->connection() != connection_.get())
      return Status::internal(
          "a tensor is not of this subject, or of before its restart");
    return buffer;
  }

  // Turns the tensors of a reply into tensors of the host. Each uses the buffer
  // of an operand, or one that the adapter made and gave a number below 0.
  Result<Tensors> results(const Call& call, const WireJson& reply) {
    auto listed = parse_tensors(reply);
    if (!listed) return refuse(call.op, listed.status().message);
    const bool returns = spec_of(call.op).signature.returns_tensor();
    if (listed->empty() == returns)
      return refuse(
          call.op,
          fmt::format("\"tensors\" has {} entries where {}", listed->size(),
                      returns ? "the returned tensor is expected"
                              : "none are expected, as this op "
                                "writes into its outs"));
    Tensors tensors;
    for (const WireTensor& entry : *listed) {
      auto buffer = result_buffer(call, entry);
      if (!buffer) return refuse(call.op, buffer.status().message);
      if (Status status = check_bounds(entry, (*buffer)->bytes()); !status.ok())
        return refuse(call.op, status.message);
      tensors.push_back({entry.dtype, entry.view, *std::move(buffer)});
    }
    return tensors;
  }

  Result<std::shared_ptr<WireBuffer>> result_buffer(const Call& call,
                                                    const WireTensor& entry) {
    for (const auto& tensors : {call.operands, call.outs})
      for (const Tensor& tensor : tensors) {
        auto buffer = std::static_pointer_cast<WireBuffer>(tensor.buffer);
        if (buffer->number() == entry.buffer) return buffer;
      }
    std::erase_if(adapter_buffers_,
                  [](const auto& known) { return known.second.expired(); });
    const auto known = adapter_buffers_.find(entry.buffer);
    if (known != adapter_buffers_.end()) {
      if (auto buffer = known->second.lock()) return buffer;
    }
    if (entry.buffer >= 0)
      return Status::internal(
          fmt::format("\"buffer\" is {} where the buffer of an operand or a "
                      "negative number is expected",
                      entry.buffer));
    if (entry.bytes < 0)
      return Status::internal(fmt::format(
          "\"bytes\" is missing where buffer {} is new", entry.buffer));
    auto buffer =
        std::make_shared<WireBuffer>(connection_, entry.buffer, entry.bytes);
    adapter_buffers_[entry.buffer] = buffer;
    return buffer;
  }

  std::shared_ptr<WireConnection> connection_;
  std::map<CellKey, Claim> claims_;
  // Holds the buffers that the adapter numbered, as long as a tensor uses them.
  std::map<std::int64_t, std::weak_ptr<WireBuffer>> adapter_buffers_;
};

ProcessSubject::ProcessSubject(std::vector<std::string> words,
                               const ProcessLimits& limits,
                               std::shared_ptr<WireConnection> connection)
    : words_(std::move(words)),
      limits_(limits),
      connection_(std::move(connection)),
      backend_(std::make_unique<WireBackend>()) {
  backend_->use(connection_);
}

ProcessSubject::~ProcessSubject() { connection_->close(); }

Result<std::unique_ptr<ProcessSubject>> ProcessSubject::start(
    const std::string& command, double timeout_seconds) {
  ProcessLimits limits;
  limits.case_seconds = timeout_seconds;
  return start(command, limits);
}

Result<std::unique_ptr<ProcessSubject>> ProcessSubject::start(
    const std::string& command, const ProcessLimits& limits) {
  auto words = command_words(command);
  if (!words) return words.status();
  auto connection = WireConnection::open(*words, limits);
  if (!connection) return connection.status();
  return std::unique_ptr<ProcessSubject>(
      new ProcessSubject(*std::move(words), limits, *std::move(connection)));
}

Backend& ProcessSubject::backend() { return *backend_; }
void ProcessSubject::begin_case() { connection_->restart_clock(times_); }

void ProcessSubject::allow_times(double factor) { times_ = factor; }
const std::optional<Breakdown>& ProcessSubject::breakdown() const {
  return connection_->breakdown();
}
const std::string& ProcessSubject::spec_version() const {
  return connection_->hello().spec_version;
}

Status ProcessSubject::restart() {
  connection_->close();
  auto connection = WireConnection::open(words_, limits_);
  if (!connection) {
    // Kept as a breakdown, so that later calls say why they fail.
    (void)connection_->break_down(
        Breakdown::Kind::kCrashed,
        fmt::format("the subject cannot be restarted: {}",
                    connection.status().message));
    return connection.status();
  }
  connection_ = *std::move(connection);
  backend_->use(connection_);
  return {};
}

}  // namespace assay
