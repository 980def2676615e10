// Parses and writes wire messages field by field. An adapter may send anything,
// so each error says what was found and what was expected.
// Tested by tests/harness/subject/wire_test.cc and process_subject_test.cc.
#include "harness/subject/wire_messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/subject/tensor_bounds.h"
#include "harness/subject/wire_fields.h"
#include "spec/cells.h"
#include "spec/status_kinds.h"

namespace assay {
namespace {

Result<WireTensor> parse_tensor(const WireJson& object) {
  if (!object.is_object())
    return found("it is {} where an object is expected", excerpt(object));
  WireTensor tensor;
  const auto buffer = integer_at(object, "buffer");
  if (!buffer) return buffer.status();
  tensor.buffer = *buffer;
  if (find(object, "bytes") != nullptr) {
    const auto bytes = integer_at(object, "bytes");
    if (!bytes) return bytes.status();
    if (*bytes < 0)
      return found("\"bytes\" is {} where 0 or more is expected", *bytes);
    tensor.bytes = *bytes;
  }
  if (find(object, "place") != nullptr) {
    auto place = text_at(object, "place");
    if (!place) return place.status();
    tensor.place = one_line(*place, 100);
  }
  const WireJson* dtype_text = find(object, "dtype");
  if (dtype_text == nullptr) return found("\"dtype\" is missing");
  const auto dtype = dtype_of(*dtype_text);
  if (!dtype) return found("\"dtype\" is {}", dtype.status().message);
  tensor.dtype = *dtype;
  const auto shape = integers_at(object, "shape");
  if (!shape) return shape.status();
  const auto strides = integers_at(object, "strides");
  if (!strides) return strides.status();
  const auto offset = integer_at(object, "offset");
  if (!offset) return offset.status();
  if (shape->size() > static_cast<std::size_t>(kMaxRank))
    return found("\"shape\" has rank {} where at most {} is expected",
                 shape->size(), kMaxRank);
  if (strides->size() != shape->size())
    return found("\"strides\" has {} entries where \"shape\" has {}",
                 strides->size(), shape->size());
  if (!checked_element_count(*shape))
    return found("\"shape\" is {}, not a list of possible extents",
                 shape_text(*shape));
  tensor.view = View(*shape, *strides, *offset);
  if (tensor.bytes >= 0)
    if (Status status = check_bounds(tensor, tensor.bytes); !status.ok())
      return status;
  return tensor;
}

}  // namespace

Status parse_status(const WireJson& reply, Status& answered) {
  const auto name = text_at(reply, "status");
  if (!name) return name.status();
  std::optional<StatusCode> code;
  for (int i = 0; i <= static_cast<int>(StatusCode::kInternal); ++i)
    if (name_of(static_cast<StatusCode>(i)) == *name)
      code = static_cast<StatusCode>(i);
  if (!code)
    return found(
        "\"status\" is \"{}\" where ok, unsupported, invalid, numeric, "
        "out_of_memory or internal is expected",
        one_line(*name, 60));
  answered = {*code, "", ""};
  for (auto [key, field] : {std::pair{"kind", &answered.kind},
                            std::pair{"message", &answered.message}}) {
    if (find(reply, key) == nullptr) continue;
    const auto text = text_at(reply, key);
    if (!text) return text.status();
    *field = one_line(*text, 500);
  }
  if (!kinds_of(*code).empty() && !is_kind_of(*code, answered.kind))
    return found("\"kind\" of {} is \"{}\" where {} is expected", *name,
                 one_line(answered.kind, 60), kinds_text(*code));
  return {};
}

Result<std::vector<WireTensor>> parse_tensors(const WireJson& message,
                                              const char* key,
                                              std::size_t limit) {
  std::vector<WireTensor> tensors;
  const WireJson* list = find(message, key);
  if (list == nullptr) return tensors;
  if (!list->is_array() || list->size() > limit)
    return found("\"{}\" is {} where a list of at most {} is expected", key,
                 excerpt(*list), limit);
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto tensor = parse_tensor((*list)[i]);
    if (!tensor) return found("tensor {}: {}", i, tensor.status().message);
    tensors.push_back(*std::move(tensor));
  }
  return tensors;
}

Status check_bounds(const WireTensor& tensor, std::int64_t buffer_bytes) {
  return check_bounds(tensor.view, tensor.dtype, buffer_bytes,
                      fmt::format("buffer {}", tensor.buffer));
}

WireJson tensor_to_json(std::int64_t buffer, DType dtype, const View& view) {
  return {{"buffer", buffer},
          {"dtype", name_of(dtype)},
          {"shape", view.shape()},
          {"strides", view.strides()},
          {"offset", view.offset()}};
}

void put_status(WireJson& reply, const Status& status) {
  reply["status"] = name_of(status.code);
  if (is_kind_of(status.code, status.kind)) reply["kind"] = status.kind;
  if (!status.message.empty()) reply["message"] = status.message;
}

}  // namespace assay
