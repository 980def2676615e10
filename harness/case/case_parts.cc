// Reads the keys of one object of a case file, with checks of type and range.
// Tested by tests/harness/case/case_json_test.cc.
#include "harness/case/case_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "harness/case/compact_lists.h"
#include "harness/case/sequence_json.h"
#include "spec/element_text.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

CaseReader::CaseReader(const Json& json, std::string place,
                       std::initializer_list<std::string_view> keys)
    : json_(json), place_(std::move(place)) {
  if (!json.is_object()) {
    fail(fmt::format("found {}, expected an object", found_text(json)));
    return;
  }
  for (const auto& [key, value] : json.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      fail(fmt::format("unknown key \"{}\", expected one of {}", key,
                       fmt::join(keys, ", ")));
}

void CaseReader::fail(std::string message) {
  if (status_.ok()) status_ = Status::invalid(place_ + ": " + message);
}

bool CaseReader::has(std::string_view key) const {
  return json_.is_object() && json_.contains(std::string(key));
}

const Json& CaseReader::at(std::string_view key) {
  static const Json kNull;
  if (has(key)) return json_[std::string(key)];
  fail(fmt::format("\"{}\" is missing", key));
  return kNull;
}

std::string CaseReader::text(std::string_view key) {
  const Json& value = at(key);
  if (value.is_string()) return value.get<std::string>();
  fail(fmt::format("\"{}\" is {}, expected a string", key, found_text(value)));
  return {};
}

std::string CaseReader::named_place() {
  std::string name = text("place");
  if (name.empty()) fail("\"place\" is \"\", expected the name of a place");
  return name;
}

std::int64_t CaseReader::integer(std::string_view key, std::int64_t low,
                                 std::int64_t high) {
  const Json& value = at(key);
  const auto number = integer_from_json(value);
  if (number && *number >= low && *number <= high) return *number;
  fail(fmt::format("\"{}\" is {}, expected an integer from {} to {}", key,
                   found_text(value), low, high));
  return low;
}

bool CaseReader::list(std::string_view key) {
  const Json& value = at(key);
  if (value.is_array()) return true;
  fail(fmt::format("\"{}\" is {}, expected a list", key, found_text(value)));
  return false;
}

bool CaseReader::flag(std::string_view key) {
  if (!has(key)) return false;
  const Json& value = at(key);
  if (value.is_boolean()) return value.get<bool>();
  fail(fmt::format("\"{}\" is {}, expected true or false", key,
                   found_text(value)));
  return false;
}

std::vector<std::int64_t> CaseReader::integers(std::string_view key) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 40;
  const Json& value = at(key);
  std::vector<std::int64_t> integers;
  if (!value.is_array()) {
    fail(fmt::format("\"{}\" is {}, expected a list of integers", key,
                     found_text(value)));
    return {};
  }
  for (const Json& entry : value) {
    const auto integer = integer_from_json(entry);
    if (!integer || *integer > kLimit || *integer < -kLimit) {
      fail(fmt::format("\"{}\" has {}, expected {}", key, found_text(entry),
                       entry.is_number_integer() ? "integers from -2^40 to 2^40"
                                                 : "integers"));
      return {};
    }
    integers.push_back(*integer);
  }
  return integers;
}

std::vector<std::string> CaseReader::texts(std::string_view key) {
  const Json& value = at(key);
  std::vector<std::string> texts;
  bool good = value.is_array();
  if (good)
    for (const Json& entry : value) {
      good = good && entry.is_string();
      if (good) texts.push_back(entry.get<std::string>());
    }
  if (good) return texts;
  fail(fmt::format("\"{}\" is {}, expected a list of names", key,
                   found_text(value)));
  return {};
}

PolicyValues CaseReader::policy_values(std::string_view key) {
  const Json& object = at(key);
  PolicyValues values;
  if (!object.is_object())
    fail(fmt::format("\"{}\" is {}, expected an object", key,
                     found_text(object)));
  else
    for (const auto& [axis, value] : object.items())
      if (value.is_string())
        values[axis] = value.get<std::string>();
      else
        fail(fmt::format("\"{}\" has {} for {}, expected a string", key,
                         found_text(value), axis));
  return values;
}

void CaseReader::keep_profile_of(std::string_view key, std::string_view name) {
  const PolicyValues values = policy_values(key);
  if (!status_.ok()) return;
  const auto profile = with_values(kNx, values);
  if (!profile) return fail(profile.status().message);
  if (const auto kept = keep_profile(name, *profile); !kept)
    fail(kept.status().message);
}

DType CaseReader::dtype(std::string_view key) {
  const std::string name = text(key);
  if (const auto dtype = dtype_named(name)) return *dtype;
  fail(fmt::format(
      "there is no dtype \"{}\"; `assay list dtypes` shows them all", name));
  return DType::kFloat32;
}

std::uint64_t CaseReader::seed(std::string_view key) {
  const std::string digits = text(key);
  std::uint64_t seed = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, seed, 16);
  if (error != std::errc{} || stop != end)
    fail(fmt::format("\"{}\" is \"{}\", expected up to 16 hex digits", key,
                     digits));
  return seed;
}

std::vector<ElementBits> CaseReader::elements(std::string_view key,
                                              DType dtype) {
  const auto list = short_list(key);
  if (!list) return listed_elements(key, at(key), dtype);
  if (list->table == nullptr) return integer_elements(key, *list, dtype);
  return spread(key, *list, listed_elements(key, *list->table, dtype));
}

std::vector<ElementBits> CaseReader::listed_elements(std::string_view key,
                                                     const Json& list,
                                                     DType dtype) {
  std::vector<ElementBits> elements;
  if (!list.is_array()) {
    fail(fmt::format("\"{}\" is {}, expected a list of elements", key,
                     found_text(list)));
    return elements;
  }
  for (const Json& entry : list) {
    const auto bits = element_from_json(entry, dtype);
    if (!bits) {
      fail(fmt::format("\"{}\": {}", key, bits.status().message));
      return elements;
    }
    elements.push_back(*bits);
  }
  return elements;
}

std::vector<ElementBits> CaseReader::integer_elements(std::string_view key,
                                                      const ShortList& list,
                                                      DType dtype) {
  std::vector<ElementBits> elements;
  if (is_complex(dtype) != (list.imaginary != nullptr)) {
    fail(fmt::format(
        "\"{}\" has {} of elements of {}, expected {}", key,
        list.imaginary != nullptr ? "two sequences" : "one sequence",
        name_of(dtype), is_complex(dtype) ? "two" : "one"));
    return elements;
  }
  elements.reserve(list.terms->size());
  for (std::size_t k = 0; k < list.terms->size(); ++k) {
    const auto re = component_of(dtype, (*list.terms)[k]);
    const auto im = list.imaginary != nullptr
                        ? component_of(dtype, (*list.imaginary)[k])
                        : std::optional<std::uint64_t>(0);
    if (!re || !im) {
      fail(fmt::format("\"{}\" has the term {}, which {} does not have", key,
                       re ? (*list.imaginary)[k] : (*list.terms)[k],
                       name_of(dtype)));
      return elements;
    }
    elements.push_back({*re, *im});
  }
  return elements;
}

std::optional<ShortList> CaseReader::short_list(std::string_view key) {
  if (sequences_ == nullptr || !has(key) || !at(key).is_object())
    return std::nullopt;
  CaseReader reader(at(key), place_ + "." + std::string(key),
                    {"sequence", "table"});
  ShortList list;
  const auto find = [&](const Json& number) {
    const auto* found =
        sequences_->find(integer_from_json(number).value_or(-1));
    if (found == nullptr)
      reader.fail(fmt::format("there is no sequence {}", found_text(number)));
    return found;
  };
  const Json& number = reader.at("sequence");
  if (number.is_array() && number.size() == 2) {
    list.terms = find(number[0]);
    list.imaginary = find(number[1]);
    if (reader.status().ok() && list.terms->size() != list.imaginary->size())
      reader.fail(fmt::format("{} real and {} imaginary parts",
                              list.terms->size(), list.imaginary->size()));
  } else {
    list.terms = find(number);
  }
  if (reader.has("table")) list.table = &reader.at("table");
  if (list.table != nullptr && list.imaginary != nullptr)
    reader.fail("both a table and two sequences are given");
  if (reader.status().ok() && !sequences_->take(list.terms->size()))
    reader.fail(
        fmt::format("{} entries are too many, expected at most {} in "
                    "all lists of the case",
                    list.terms->size(), kMostExpanded));
  if (!reader.status().ok()) {
    fail(reader.status().message.substr(place_.size() + 2));
    return std::nullopt;
  }
  return list;
}

bool CaseReader::numbers_entries(std::string_view key, const ShortList& list,
                                 std::size_t count) {
  for (const std::int64_t term : *list.terms)
    if (term < 0 || term >= static_cast<std::int64_t>(count)) {
      fail(
          fmt::format("\"{}\" has the term {}, expected the number of one of "
                      "{} entries",
                      key, term, count));
      return false;
    }
  return true;
}

std::vector<double> CaseReader::bounds(std::string_view key) {
  const auto list = short_list(key);
  if (!list) return listed_bounds(key, at(key));
  if (list->table == nullptr) {
    fail(fmt::format("\"{}\" has no table, expected bounds", key));
    return {};
  }
  return spread(key, *list, listed_bounds(key, *list->table));
}

std::vector<double> CaseReader::listed_bounds(std::string_view key,
                                              const Json& list) {
  std::vector<double> bounds;
  if (!list.is_array()) {
    fail(fmt::format("\"{}\" is {}, expected a list", key, found_text(list)));
    return bounds;
  }
  for (const Json& entry : list) {
    double bound = -1;
    if (entry.is_string() && entry != "any") {
      const auto bits =
          parse_component(DType::kFloat64, entry.get<std::string>());
      if (bits) bound = std::bit_cast<double>(*bits);
    }
    const bool good = entry == "any" || bound >= 0;
    if (!good)
      fail(fmt::format("\"{}\" has {}, expected a hex float or \"any\"", key,
                       found_text(entry)));
    bounds.push_back(bound);
  }
  return bounds;
}

CaseReader::Json bounds_json(const std::vector<double>& bounds) {
  Json list = Json::array();
  for (double bound : bounds)
    list.push_back(bound < 0 ? std::string("any") : fmt::format("{:a}", bound));
  return list;
}

std::string component_json(DType dtype, std::uint64_t bits) {
  const bool is_float = is_real(dtype) || is_complex(dtype);
  if (is_float && bits == quiet_nan_bits(format_of(dtype))) return "nan";
  return component_text(dtype, bits);
}

Status not_json(std::string_view text, std::size_t error_byte) {
  if (text.empty()) return Status::invalid("not JSON: the text is empty");
  if (error_byte > text.size())
    return Status::invalid(fmt::format(
        "not JSON: the text of {} bytes ends too early", text.size()));
  return Status::invalid(fmt::format("not JSON: syntax error at byte {} of {}",
                                     error_byte, text.size()));
}

Status in_one_line(Status refusal) {
  constexpr std::size_t kLongest = 280;
  std::string& message = refusal.message;
  for (char& c : message)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  if (message.size() <= kLongest) return refusal;
  std::size_t end = kLongest;
  // Do not cut within a character that takes several bytes.
  while ((static_cast<unsigned char>(message[end]) & 0xc0) == 0x80) --end;
  message.resize(end);
  message += "...";
  return refusal;
}

}  // namespace assay
