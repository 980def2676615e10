// Writes calls as requests, and reads the tensors of replies.
// Tested by tests/harness/subject/process_subject_test.cc.
#include "harness/subject/wire_backend.h"

#include <fmt/format.h>

#include "harness/case/attribute_json.h"
#include "spec/cells.h"

namespace assay {

// Holds a numbered buffer of the adapter. Releases it with the last tensor that
// uses it.
class WireBuffer : public Buffer {
 public:
  WireBuffer(std::shared_ptr<WireConnection> connection, std::int64_t number,
             std::int64_t bytes, std::uint32_t place)
      : connection_(std::move(connection)),
        number_(number),
        bytes_(bytes),
        place_(place) {}
  ~WireBuffer() override {
    if (!is_disowned_) connection_->post("release", {{"buffer", number_}});
  }
  WireBuffer(const WireBuffer&) = delete;
  WireBuffer& operator=(const WireBuffer&) = delete;

  const WireConnection* connection() const { return connection_.get(); }
  std::int64_t number() const { return number_; }
  std::int64_t bytes() const { return bytes_; }
  std::uint32_t place() const { return place_; }
  void set_place(std::uint32_t place) { place_ = place; }
  // Keeps the buffer from being released: it was reclaimed.
  void disown() { is_disowned_ = true; }

 private:
  std::shared_ptr<WireConnection> connection_;
  std::int64_t number_;
  std::int64_t bytes_;
  std::uint32_t place_;
  bool is_disowned_ = false;
};

namespace {

Status too_large(std::uint64_t bytes) {
  return {StatusCode::kOutOfMemory, "",
          fmt::format("{} bytes do not fit the {} of a frame", bytes,
                      kMaxPayloadBytes)};
}

Status not_a_shape(const Shape& shape) {
  return Status::invalid(
      fmt::format("{} is not a list of possible extents", shape_text(shape)));
}

}  // namespace

void WireBackend::use(std::shared_ptr<WireConnection> connection) {
  connection_ = std::move(connection);
  claims_.clear();
  for (const auto& [cell, claim] : connection_->hello().claims)
    claims_[{cell.op, cell.variant, cell.dtype, cell.result}] = claim;
  adapter_buffers_.clear();
}

std::optional<Claim> WireBackend::claim(const Cell& cell) const {
  const auto found =
      claims_.find({cell.op, cell.variant, cell.dtype, cell.result});
  if (found == claims_.end()) return std::nullopt;
  return found->second;
}

Result<Tensor> WireBackend::buffer(DType dtype, const Shape& shape) {
  const auto count = checked_element_count(shape);
  if (!count) return not_a_shape(shape);
  auto made = allocate(storage_bytes(dtype, *count));
  if (!made) return made.status();
  return Tensor{dtype, View(shape), *std::move(made)};
}

Result<Tensor> WireBackend::from_host(DType dtype, std::int64_t count,
                                      std::span<const std::byte> storage) {
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

Result<Bytes> WireBackend::to_host(const Tensor& tensor) {
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  const auto bytes = static_cast<std::uint64_t>((*buffer)->bytes());
  if (bytes > kMaxPayloadBytes) return too_large(bytes);
  auto reply =
      connection_->call("read", {{"buffer", (*buffer)->number()}}, "", bytes);
  if (!reply) return reply.status();
  return std::move(reply->payload);
}

Status WireBackend::write(const Tensor& tensor,
                          std::span<const std::byte> storage) {
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

Status WireBackend::put_tensors(const char* key, const Tensors& tensors,
                                WireJson& request) const {
  request[key] = WireJson::array();
  for (const Tensor& tensor : tensors) {
    const auto buffer = buffer_of(tensor);
    if (!buffer) return buffer.status();
    request[key].push_back(
        tensor_to_json((*buffer)->number(), tensor.dtype, tensor.view));
  }
  return {};
}

Result<Tensors> WireBackend::execute(const Call& call) {
  const OpSpec& spec = spec_of(call.op);
  if (spec.signature.delivery == Delivery::kAllocated) {
    auto made = buffer(call.attributes.dtype(), call.attributes.shape());
    if (!made) return made.status();
    return Tensors{*std::move(made)};
  }
  if (!spec.signature.is_executed())
    return Status::unsupported(
        "op", fmt::format("{} is no call of the wire", spec.name));
  WireJson request = {
      {"op", spec.name},
      {"operands", WireJson::array()},
      {"attributes", attributes_to_json(call.attributes, element_dtype(call))},
      {"outs", WireJson::array()}};
  for (auto [key, tensors] :
       {std::pair{"operands", &call.operands}, std::pair{"outs", &call.outs}})
    if (Status status = put_tensors(key, *tensors, request); !status.ok())
      return status;
  for (std::size_t i = 0; i < 64 && call.donated >> i != 0; ++i)
    if ((call.donated >> i & 1) != 0) request["donate"].push_back(i);
  const auto reply =
      connection_->call("invoke", std::move(request), spec.name, 0);
  if (!reply) return reply.status();
  const std::string named = fmt::format("invoke of {}", spec.name);
  const Tensors* const given[] = {&call.operands, &call.outs};
  auto tensors = results(named, reply->header, given);
  if (!tensors) return tensors;
  const bool returns = spec.signature.returns_tensor();
  if (tensors->empty() == returns)
    return refuse(named, fmt::format("\"tensors\" has {} entries where {}",
                                     tensors->size(),
                                     returns ? "the returned tensor is expected"
                                             : "none are expected, as this op "
                                               "writes into its outs"));
  return tensors;
}

Status WireBackend::session(const char* what) {
  return connection_->call("session", {{"do", what}}, "", 0).status();
}

Status WireBackend::session_begin() { return session("begin"); }
Status WireBackend::session_end() { return session("end"); }

// No release follows, whatever the answer is.
Status WireBackend::reclaim(Tensor tensor) {
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  if (tensor.buffer.use_count() > 2) return {};  // a view of it is alive
  (*buffer)->disown();
  return connection_->call("reclaim", {{"buffer", (*buffer)->number()}}, "", 0)
      .status();
}

Result<Places> WireBackend::places() {
  if (connection_->hello().places.names.empty())
    return Status::unsupported("op", "the subject names no places");
  return connection_->hello().places;
}

std::string WireBackend::place_name(std::uint32_t place) const {
  const auto& names = connection_->hello().places.names;
  return place < names.size() ? names[place] : fmt::format("place {}", place);
}

Result<std::uint32_t> WireBackend::place_of(const Tensor& tensor) {
  if (const auto known = places(); !known) return known.status();
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  return (*buffer)->place();
}

Result<Tensor> WireBackend::alloc_in(std::uint32_t place, DType dtype,
                                     const Shape& shape) {
  const auto count = checked_element_count(shape);
  if (!count) return not_a_shape(shape);
  const std::int64_t number = connection_->next_buffer();
  const std::int64_t bytes = storage_bytes(dtype, *count);
  if (const auto reply = connection_->call(
          "alloc",
          {{"buffer", number}, {"bytes", bytes}, {"place", place_name(place)}},
          "", 0);
      !reply)
    return reply.status();
  return Tensor{
      dtype, View(shape),
      std::make_shared<WireBuffer>(connection_, number, bytes, place)};
}

Result<Tensor> WireBackend::transfer(const Tensor& tensor,
                                     std::uint32_t place) {
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  const std::int64_t number = connection_->next_buffer();
  if (const auto reply = connection_->call("transfer",
                                           {{"buffer", (*buffer)->number()},
                                            {"to", number},
                                            {"place", place_name(place)}},
                                           "", 0);
      !reply)
    return reply.status();
  return Tensor{tensor.dtype, tensor.view,
                std::make_shared<WireBuffer>(connection_, number,
                                             (*buffer)->bytes(), place)};
}

Result<Tensors> WireBackend::execute_plan(const Plan& plan) {
  WireJson request = plan_to_json(plan);
  if (Status status = put_tensors("inputs", plan.inputs, request); !status.ok())
    return status;
  const auto reply = connection_->call("plan", std::move(request), "", 0);
  if (!reply) return reply.status();
  const Tensors* const given[] = {&plan.inputs};
  auto tensors = results("plan", reply->header, given);
  if (tensors && tensors->size() != plan.outputs.size())
    return refuse("plan", fmt::format("\"tensors\" has {} entries where {} are "
                                      "expected",
                                      tensors->size(), plan.outputs.size()));
  return tensors;
}

Status WireBackend::broken() const {
  return Status::internal(connection_->breakdown()->message);
}

Status WireBackend::refuse(std::string_view request, std::string_view what) {
  return connection_->break_down(
      Breakdown::Kind::kProtocolError,
      fmt::format("the reply to {} breaks the protocol: {}", request, what));
}

Result<std::shared_ptr<WireBuffer>> WireBackend::allocate(std::int64_t bytes) {
  const std::int64_t number = connection_->next_buffer();
  connection_->post("alloc", {{"buffer", number}, {"bytes", bytes}});
  if (connection_->breakdown()) return broken();
  return std::make_shared<WireBuffer>(connection_, number, bytes,
                                      connection_->hello().places.home);
}

Result<std::shared_ptr<WireBuffer>> WireBackend::buffer_of(
    const Tensor& tensor) const {
  auto buffer = std::dynamic_pointer_cast<WireBuffer>(tensor.buffer);
  if (buffer == nullptr || buffer->connection() != connection_.get())
    return Status::internal(
        "a tensor is not of this subject, or of before its restart");
  return buffer;
}

Result<Tensors> WireBackend::results(std::string_view request,
                                     const WireJson& reply,
                                     std::span<const Tensors* const> given) {
  auto listed = parse_tensors(reply);
  if (!listed) return refuse(request, listed.status().message);
  Tensors tensors;
  for (const WireTensor& entry : *listed) {
    auto buffer = result_buffer(entry, given);
    if (!buffer) return refuse(request, buffer.status().message);
    if (Status status = check_bounds(entry, (*buffer)->bytes()); !status.ok())
      return refuse(request, status.message);
    if (Status status = note_place(entry, **buffer); !status.ok())
      return refuse(request, status.message);
    tensors.push_back({entry.dtype, entry.view, *std::move(buffer)});
  }
  return tensors;
}

// A buffer is where the adapter says that it is, also if it has moved.
Status WireBackend::note_place(const WireTensor& entry, WireBuffer& buffer) {
  if (entry.place.empty()) return {};
  const auto& names = connection_->hello().places.names;
  for (std::uint32_t place = 0; place < names.size(); ++place)
    if (names[place] == entry.place) {
      buffer.set_place(place);
      return {};
    }
  return Status::internal(fmt::format(
      "\"place\" is \"{}\" where one of hello is expected", entry.place));
}

Result<std::shared_ptr<WireBuffer>> WireBackend::result_buffer(
    const WireTensor& entry, std::span<const Tensors* const> given) {
  for (const Tensors* tensors : given)
    for (const Tensor& tensor : *tensors) {
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
  auto buffer = std::make_shared<WireBuffer>(
      connection_, entry.buffer, entry.bytes, connection_->hello().places.home);
  adapter_buffers_[entry.buffer] = buffer;
  return buffer;
}

}  // namespace assay
