// Parses and writes wire messages field by field. An adapter may send anything,
// so each error says what was found and what was expected.
// Tested by tests/harness/subject/wire_test.cc and process_subject_test.cc.
#include "harness/subject/wire_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "harness/subject/tensor_bounds.h"
#include "spec/cells.h"
#include "spec/status_kinds.h"

namespace assay {
namespace {

template <typename... Values>
Status found(fmt::format_string<Values...> text, Values&&... values) {
  return Status::internal(fmt::format(text, std::forward<Values>(values)...));
}

// Returns the value of a key, or null if it is missing.
const WireJson* find(const WireJson& object, const char* key) {
  const auto place = object.find(key);
  return place == object.end() ? nullptr : &*place;
}

Result<std::string> text_at(const WireJson& object, const char* key) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return found("\"{}\" is missing", key);
  if (!value->is_string())
    return found("\"{}\" is {} where a string is expected", key,
                 excerpt(*value));
  return value->get<std::string>();
}

bool is_int64(const WireJson& value) {
  return value.is_number_integer() &&
         (!value.is_number_unsigned() ||
          value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
}

Result<std::int64_t> integer_at(const WireJson& object, const char* key) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return found("\"{}\" is missing", key);
  if (!is_int64(*value))
    return found("\"{}\" is {} where an integer is expected", key,
                 excerpt(*value));
  return value->get<std::int64_t>();
}

Result<std::vector<std::int64_t>> integers_at(const WireJson& object,
                                              const char* key) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return found("\"{}\" is missing", key);
  if (!value->is_array() ||
      !std::all_of(value->begin(), value->end(), is_int64))
    return found("\"{}\" is {} where a list of integers is expected", key,
                 excerpt(*value));
  return value->get<std::vector<std::int64_t>>();
}

Result<DType> dtype_of(const WireJson& value) {
  const auto dtype = value.is_string()
                         ? dtype_named(value.get_ref<const std::string&>())
                         : std::nullopt;
  if (!dtype) return found("{} where a dtype is expected", excerpt(value));
  return *dtype;
}

bool is_one_of(std::string_view text, std::span<const std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Reads an optional integer of a claim into `limit`.
Status parse_limit(const WireJson& row, const char* key, std::int64_t low,
                   std::int64_t high, std::int64_t& limit) {
  if (find(row, key) == nullptr) return {};
  const auto number = integer_at(row, key);
  if (!number) return number.status();
  if (*number < low || *number > high)
    return high == INT64_MAX
               ? found("\"{}\" is {} where {} or more is expected", key,
                       *number, low)
               : found("\"{}\" is {} where {} to {} is expected", key, *number,
                       low, high);
  limit = *number;
  return {};
}

// Reads an optional true or false into `flag`.
Status parse_flag(const WireJson& object, const char* key, bool& flag) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return {};
  if (!value->is_boolean())
    return found("\"{}\" is {} where true or false is expected", key,
                 excerpt(*value));
  flag = value->get<bool>();
  return {};
}

Result<Claim> parse_promise(const WireJson& row) {
  Claim claim;
  for (const auto& [key, low, high, limit] :
       {std::tuple{"max_rank", std::int64_t{0}, kMaxRank, &claim.max_rank},
        {"min_axes", 0, kMaxRank, &claim.min_axes},
        {"max_axes", 0, kMaxRank, &claim.max_axes},
        {"max_operands", 1, INT64_MAX, &claim.max_operands},
        {"min_extent", 0, INT64_MAX, &claim.min_extent},
        {"max_extent", 0, INT64_MAX, &claim.max_extent}})
    if (Status s = parse_limit(row, key, low, high, *limit); !s.ok()) return s;
  if (claim.min_axes > claim.max_axes)
    return found("\"min_axes\" is {} where \"max_axes\" is {}", claim.min_axes,
                 claim.max_axes);
  if (claim.min_extent > claim.max_extent)
    return found("\"min_extent\" is {} where \"max_extent\" is {}",
                 claim.min_extent, claim.max_extent);
  for (const auto& [key, flag] : {std::pair{"composed", &claim.composed},
                                  std::pair{"immutable", &claim.immutable}})
    if (Status s = parse_flag(row, key, *flag); !s.ok()) return s;
  if (const WireJson* layouts = find(row, "layouts")) {
    if (!layouts->is_array())
      return found("\"layouts\" is {} where a list of names is expected",
                   excerpt(*layouts));
    for (const WireJson& name : *layouts) {
      if (!name.is_string() ||
          !is_one_of(name.get_ref<const std::string&>(), kLayoutNames))
        return found("{} is no layout of this kit", excerpt(name));
      claim.layouts.push_back(name.get<std::string>());
    }
  }
  return claim;
}

Result<std::vector<std::pair<Cell, Claim>>> parse_row(const WireJson& row) {
  if (!row.is_object())
    return found("it is {} where an object is expected", excerpt(row));
  const auto name = text_at(row, "op");
  if (!name) return name.status();
  const auto op = op_named(*name);
  if (!op)
    return found("\"{}\" is no op of this specification", one_line(*name, 60));
  std::string variant_name;
  if (find(row, "variant") != nullptr) {
    auto text = text_at(row, "variant");
    if (!text) return text.status();
    variant_name = *std::move(text);
  }
  const Variant* variant = variant_named(spec_of(*op), variant_name);
  if (variant == nullptr)
    return found("{} has no variant \"{}\"", *name, one_line(variant_name, 60));
  const auto claim = parse_promise(row);
  if (!claim) return claim.status();

  const bool paired = spec_of(*op).signature.is_paired();
  const char* key = paired ? "pairs" : "dtypes";
  const WireJson* list = find(row, key);
  if (list == nullptr) return found("\"{}\" of {} is missing", key, *name);
  if (!list->is_array())
    return found("\"{}\" of {} is {} where a list is expected", key, *name,
                 excerpt(*list));
  std::vector<std::pair<Cell, Claim>> claims;
  for (const WireJson& entry : *list) {
    if (paired && (!entry.is_array() || entry.size() != 2))
      return found("{} of {} where a pair [from, to] is expected",
                   excerpt(entry), *name);
    const auto dtype = dtype_of(paired ? entry[0] : entry);
    if (!dtype) return found("{}: {}", *name, dtype.status().message);
    const auto result = dtype_of(paired ? entry[1] : entry);
    if (!result) return found("{}: {}", *name, result.status().message);
    claims.emplace_back(Cell{*op, variant->name, *dtype, *result}, *claim);
  }
  return claims;
}

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

Result<Hello> parse_hello(const WireJson& reply) {
  const auto protocol = integer_at(reply, "protocol");
  if (!protocol) return protocol.status();
  if (*protocol != kWireVersion)
    return found("\"protocol\" is {} where {} is expected", *protocol,
                 kWireVersion);
  auto name = text_at(reply, "name");
  if (!name) return name.status();
  auto version = text_at(reply, "version");
  if (!version) return version.status();
  auto spec_version = text_at(reply, "spec_version");
  if (!spec_version) return spec_version.status();
  const WireJson* list = find(reply, "claims");
  if (list == nullptr) return found("\"claims\" is missing");
  if (!list->is_array())
    return found("\"claims\" is {} where a list is expected", excerpt(*list));
  Hello hello{one_line(*name, 100),
              one_line(*version, 100),
              one_line(*spec_version, 100),
              {}};
  bool immutable = false;
  if (Status s = parse_flag(reply, "immutable", immutable); !s.ok()) return s;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto claims = parse_row((*list)[i]);
    if (!claims) return found("claim {}: {}", i, claims.status().message);
    for (auto& claim : *claims) {
      claim.second.immutable = claim.second.immutable || immutable;
      hello.claims.push_back(std::move(claim));
    }
  }
  return hello;
}

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

namespace {

// Writes the limits that a claim has, except its rank.
void put_limits(WireJson& row, const Claim& claim) {
  const Claim whole;
  if (!claim.layouts.empty()) row["layouts"] = claim.layouts;
  const auto put = [&row](const char* key, auto value, auto unlimited) {
    if (value != unlimited) row[key] = value;
  };
  put("min_axes", claim.min_axes, whole.min_axes);
  put("max_axes", claim.max_axes, whole.max_axes);
  put("max_operands", claim.max_operands, whole.max_operands);
  put("min_extent", claim.min_extent, whole.min_extent);
  put("max_extent", claim.max_extent, whole.max_extent);
  put("composed", claim.composed, whole.composed);
  put("immutable", claim.immutable, whole.immutable);
}

}  // namespace

WireJson claims_to_json(const Backend& backend) {
  WireJson rows = WireJson::array();
  Cell last;
  Claim last_claim;
  for (const auto& [cell, required] : every_cell()) {
    const auto claim = backend.claim(cell);
    if (!claim) continue;
    const bool paired = spec_of(cell.op).signature.is_paired();
    const char* key = paired ? "pairs" : "dtypes";
    const bool joins = !rows.empty() && last.op == cell.op &&
                       last.variant == cell.variant && last_claim == *claim;
    if (!joins) {
      rows.push_back({{"op", name_of(cell.op)},
                      {"variant", cell.variant},
                      {key, WireJson::array()},
                      {"max_rank", claim->max_rank}});
      put_limits(rows.back(), *claim);
    }
    WireJson& list = rows.back()[key];
    if (paired)
      list.push_back(
          WireJson::array({name_of(cell.dtype), name_of(cell.result)}));
    else
      list.push_back(name_of(cell.dtype));
    last = cell;
    last_claim = *claim;
  }
  return rows;
}

void put_status(WireJson& reply, const Status& status) {
  reply["status"] = name_of(status.code);
  if (is_kind_of(status.code, status.kind)) reply["kind"] = status.kind;
  if (!status.message.empty()) reply["message"] = status.message;
}

}  // namespace assay
