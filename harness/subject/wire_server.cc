// Answers the requests of a host: decodes each, calls the subject, and encodes
// what it answers.
// Tested by tests/cli/plugin_command_test.cc.
#include "harness/subject/wire_server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <new>

#include "harness/case/attribute_json.h"
#include "harness/subject/wire_messages.h"
#include "spec/cells.h"
#include "spec/version.h"

namespace assay {
namespace {

// Only cat takes many operands; all other ops have at most three.
constexpr std::size_t kMaxTensorsOfCall = 4096;

Result<std::int64_t> integer_of(const WireJson& request, const char* key) {
  const auto place = request.find(key);
  const auto value =
      place == request.end() ? std::nullopt : integer_from_json(*place);
  if (!value)
    return Status::invalid(
        fmt::format("\"{}\" is {} where an integer is expected", key,
                    place == request.end() ? "missing" : excerpt(*place)));
  return *value;
}

std::string text_or_none(const WireJson& request, const char* key) {
  const auto place = request.find(key);
  return place != request.end() && place->is_string()
             ? place->get<std::string>()
             : std::string();
}

// Returns the dtype of a fill value in a call whose attributes are not parsed
// yet.
DType element_dtype_of(const WireJson& attributes, const Tensors& operands) {
  const auto first =
      operands.empty() ? std::nullopt : std::optional(operands[0].dtype);
  return element_dtype(dtype_named(text_or_none(attributes, "dtype")), first)
      .value_or(DType::kFloat32);
}

// Returns which operands a request gives up.
Result<std::uint64_t> donated_by(const WireJson& request) {
  std::uint64_t donated = 0;
  const auto list = request.find("donate");
  if (list == request.end()) return donated;
  if (!list->is_array())
    return Status::invalid(fmt::format(
        "\"donate\" is {} where a list is expected", excerpt(*list)));
  for (const WireJson& entry : *list) {
    const auto operand = integer_from_json(entry);
    if (!operand || *operand < 0 || *operand > 63)
      return Status::invalid(
          fmt::format("\"donate\" has {} where the number of an operand is "
                      "expected",
                      excerpt(entry)));
    donated |= std::uint64_t{1} << *operand;
  }
  return donated;
}

Status write_all(int fd, const Bytes& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return Status::internal(
          fmt::format("a reply cannot be written: {}", std::strerror(errno)));
    done += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace

void WireServer::say_hello(WireJson& reply) {
  const Backend& backend = subject_.backend();
  reply["protocol"] = kWireVersion;
  reply["name"] = backend.name();
  reply["version"] = backend.version();
  reply["spec_version"] = kSpecVersion;
  reply["claims"] = claims_to_json(backend);
  if (const auto places = subject_.backend().places()) {
    reply["places"] = places->names;
    reply["home"] = places->names[places->home];
  }
}

// Returns the place that a request names.
Result<std::uint32_t> WireServer::place_named(const WireJson& request) {
  const auto places = subject_.backend().places();
  if (!places) return places.status();
  const std::string name = text_or_none(request, "place");
  for (std::uint32_t place = 0; place < places->names.size(); ++place)
    if (places->names[place] == name) return place;
  return Status::invalid(
      fmt::format("there is no place \"{}\"", one_line(name, 60)));
}

Status WireServer::alloc(std::int64_t number, const WireJson& request) {
  const auto bytes = integer_of(request, "bytes");
  if (!bytes) return bytes.status();
  std::optional<std::uint32_t> place;
  if (request.contains("place")) {
    const auto named = place_named(request);
    if (!named) return named.status();
    place = *named;
  }
  if (number <= 0 || *bytes < 0 ||
      !buffers_
           .emplace(number,
                    ExportedBuffer(static_cast<std::size_t>(*bytes), place))
           .second)
    return Status::invalid(fmt::format(
        "buffer {} of {} bytes is in use, or not positive", number, *bytes));
  return {};
}

Result<Tensors> WireServer::tensors_at(const char* key,
                                       const WireJson& request) {
  const auto listed = parse_tensors(request, key, kMaxTensorsOfCall);
  if (!listed)
    return Status::invalid(fmt::format("{}: {}", key, listed.status().message));
  Tensors tensors;
  for (const WireTensor& entry : *listed) {
    const auto found = buffers_.find(entry.buffer);
    if (found == buffers_.end())
      return Status::invalid(
          fmt::format("{}: there is no buffer {}", key, entry.buffer));
    auto buffer = found->second.buffer_as(subject_.backend(), entry.dtype);
    if (!buffer) return buffer.status();
    tensors.push_back({entry.dtype, entry.view, *std::move(buffer)});
  }
  return tensors;
}

// Describes a tensor that a call returned, on a known buffer or on a new one.
Result<WireJson> WireServer::described(Tensor tensor) {
  for (const auto& [number, buffer] : buffers_)
    if (buffer.is(tensor.buffer))
      return tensor_to_json(number, tensor.dtype, tensor.view);
  WireJson json = tensor_to_json(--last_made_, tensor.dtype, tensor.view);
  if (const auto places = subject_.backend().places())
    if (const auto place = subject_.backend().place_of(tensor);
        place && *place < places->names.size())
      json["place"] = places->names[*place];
  auto made = ExportedBuffer::of_result(subject_.backend(), std::move(tensor));
  if (!made) return made.status();
  json["bytes"] = made->bytes();
  buffers_.emplace(last_made_, *std::move(made));
  return json;
}

Status WireServer::invoke(const WireJson& request, WireJson& reply) {
  const std::string name = text_or_none(request, "op");
  const auto op = op_named(name);
  if (!op)
    return Status::unsupported(
        "op", fmt::format("there is no op \"{}\"", one_line(name, 60)));
  auto operands = tensors_at("operands", request);
  if (!operands) return operands.status();
  auto outs = tensors_at("outs", request);
  if (!outs) return outs.status();
  const auto listed = request.find("attributes");
  const WireJson none = WireJson::object();
  const WireJson& json = listed == request.end() ? none : *listed;
  auto attributes =
      attributes_from_json(json, *op, element_dtype_of(json, *operands));
  if (!attributes) return attributes.status();
  const auto donated = donated_by(request);
  if (!donated) return donated.status();
  auto returned = subject_.backend().execute({*op, *std::move(operands),
                                              *std::move(attributes),
                                              *std::move(outs), *donated});
  if (!returned) return returned.status();
  return list(*std::move(returned), reply);
}

Status WireServer::list(Tensors returned, WireJson& reply) {
  if (returned.empty()) return {};
  WireJson tensors = WireJson::array();
  for (Tensor& tensor : returned) {
    auto entry = described(std::move(tensor));
    if (!entry) return entry.status();
    tensors.push_back(*std::move(entry));
  }
  reply["tensors"] = std::move(tensors);
  return {};
}

Status WireServer::plan(const WireJson& request, WireJson& reply) {
  auto steps = parse_plan(request);
  if (!steps) return steps.status();
  auto inputs = tensors_at("inputs", request);
  if (!inputs) return inputs.status();
  auto returned =
      subject_.backend().execute_plan({*std::move(steps), *std::move(inputs)});
  if (!returned) return returned.status();
  return list(*std::move(returned), reply);
}

Status WireServer::session(const WireJson& request) {
  const std::string what = text_or_none(request, "do");
  if (what == "begin") return subject_.backend().session_begin();
  if (what == "end") return subject_.backend().session_end();
  return Status::invalid(fmt::format(
      "\"do\" is \"{}\" where begin or end is expected", one_line(what, 60)));
}

Status WireServer::transfer(ExportedBuffer& buffer, const WireJson& request) {
  const auto to = integer_of(request, "to");
  if (!to) return to.status();
  const auto place = place_named(request);
  if (!place) return place.status();
  if (*to <= 0 || buffers_.contains(*to))
    return Status::invalid(
        fmt::format("buffer {} is in use, or not positive", *to));
  auto copy = buffer.transfer(subject_.backend(), *place);
  if (!copy) return copy.status();
  buffers_.emplace(*to, *std::move(copy));
  return {};
}

Status WireServer::carry_out(const Frame& request, Frame& reply) {
  const std::string type = text_or_none(request.header, "type");
  if (type == "invoke") return invoke(request.header, reply.header);
  if (type == "plan") return plan(request.header, reply.header);
  if (type == "session") return session(request.header);
  const auto number = integer_of(request.header, "buffer");
  if (!number) return number.status();
  if (type == "alloc") return alloc(*number, request.header);
  const auto found = buffers_.find(*number);
  if (found == buffers_.end())
    return Status::invalid(fmt::format("there is no buffer {}", *number));
  ExportedBuffer& buffer = found->second;
  if (type == "write") {
    if (request.payload.size() == buffer.bytes())
      return buffer.write(subject_.backend(), 0, request.payload);
    return Status::invalid(
        fmt::format("a payload of {} bytes where buffer {} has {}",
                    request.payload.size(), *number, buffer.bytes()));
  }
  if (type == "read") {
    reply.payload.resize(buffer.bytes());
    return buffer.read(subject_.backend(), 0, reply.payload);
  }
  if (type == "transfer") return transfer(buffer, request.header);
  if (type == "release") {
    buffers_.erase(found);
    return {};
  }
  if (type == "reclaim") {
    ExportedBuffer given = std::move(buffer);
    buffers_.erase(found);
    return given.reclaim(subject_.backend());
  }
  return Status::invalid(
      fmt::format("there is no request \"{}\"", one_line(type, 60)));
}

Frame WireServer::answer(const Frame& request) {
  Frame reply;
  reply.header = WireJson::object();
  if (const auto id = request.header.find("id"); id != request.header.end())
    reply.header["id"] = *id;
  if (text_or_none(request.header, "type") == "hello") {
    say_hello(reply.header);
    return reply;
  }
  Status status;
  try {
    status = carry_out(request, reply);
  } catch (const std::bad_alloc&) {
    status = {StatusCode::kOutOfMemory, "", "memory is short"};
  } catch (const std::exception& exception) {
    status = Status::internal(exception.what());
  }
  if (!status.ok()) reply.payload.clear();
  put_status(reply.header, status);
  return reply;
}

Status WireServer::serve(int from_host, int to_host) {
  Bytes outgoing;
  Status sent;
  // Sends replies before the next wait, so that the replies to requests that
  // came together cost one write.
  const Wait flush_and_wait = [&](int fd, short events, Deadline deadline) {
    if (sent.ok()) sent = write_all(to_host, outgoing);
    outgoing.clear();
    return sent.ok() ? wait_by_poll(fd, events, deadline)
                     : WireError{WireError::Kind::kClosed, sent.message};
  };
  FrameReader reader(from_host, flush_and_wait);
  for (;;) {
    Frame request;
    const auto error = reader.read(request, kMaxPayloadBytes, Deadline::max());
    if (!sent.ok()) return sent;
    // A host that hangs up does so between two frames.
    if (error && error->kind == WireError::Kind::kClosed) return {};
    if (error) return Status::internal(error->message);
    subject_.begin_case();
    const Frame reply = answer(request);
    append_frame_start(outgoing, reply.header, reply.payload.size());
    outgoing.insert(outgoing.end(), reply.payload.begin(), reply.payload.end());
    if (subject_.breakdown()) {
      (void)write_all(to_host, outgoing);
      return Status::internal(subject_.breakdown()->message);
    }
  }
}

}  // namespace assay
