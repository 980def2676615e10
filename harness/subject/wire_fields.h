// Reads the fields of wire messages one by one. An adapter may send anything,
// so each error says what was found and what was expected. Tested by
// tests/harness/subject/wire_test.cc.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/subject/wire.h"
#include "spec/backend.h"

namespace assay {

// Returns an error; its code has no meaning.
template <typename... Values>
Status found(fmt::format_string<Values...> text, Values&&... values) {
  return Status::internal(fmt::format(text, std::forward<Values>(values)...));
}

// Returns the value of a key, or null if it is missing.
inline const WireJson* find(const WireJson& object, const char* key) {
  const auto place = object.find(key);
  return place == object.end() ? nullptr : &*place;
}

inline Result<std::string> text_at(const WireJson& object, const char* key) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return found("\"{}\" is missing", key);
  if (!value->is_string())
    return found("\"{}\" is {} where a string is expected", key,
                 excerpt(*value));
  return value->get<std::string>();
}

inline bool is_int64(const WireJson& value) {
  return value.is_number_integer() &&
         (!value.is_number_unsigned() ||
          value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
}

inline Result<std::int64_t> integer_at(const WireJson& object,
                                       const char* key) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return found("\"{}\" is missing", key);
  if (!is_int64(*value))
    return found("\"{}\" is {} where an integer is expected", key,
                 excerpt(*value));
  return value->get<std::int64_t>();
}

inline Result<std::vector<std::int64_t>> integers_at(const WireJson& object,
                                                     const char* key) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return found("\"{}\" is missing", key);
  if (!value->is_array() ||
      !std::all_of(value->begin(), value->end(), is_int64))
    return found("\"{}\" is {} where a list of integers is expected", key,
                 excerpt(*value));
  return value->get<std::vector<std::int64_t>>();
}

inline Result<DType> dtype_of(const WireJson& value) {
  const auto dtype = value.is_string()
                         ? dtype_named(value.get_ref<const std::string&>())
                         : std::nullopt;
  if (!dtype) return found("{} where a dtype is expected", excerpt(value));
  return *dtype;
}

}  // namespace assay
