// Converts attributes and single elements to JSON and back. The op table says
// which attributes an op has and of which type each is.
// Tested by tests/harness/case/attribute_json_test.cc.
#include "harness/case/attribute_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "spec/element_text.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using Integers = Attributes::Integers;

Status bad_attribute(Op op, std::string_view name, const Json& found,
                     std::string_view expected) {
  return Status::invalid(fmt::format("attribute {} of {} is {}: expected {}",
                                     name, name_of(op), found_text(found),
                                     expected));
}

Result<Integers> parse_integers(Op op, std::string_view name,
                                const Json& value) {
  if (!value.is_array())
    return bad_attribute(op, name, value, "a list of integers");
  Integers integers;
  for (const Json& entry : value) {
    const auto integer = integer_from_json(entry);
    if (!integer) return bad_attribute(op, name, value, "a list of integers");
    integers.push_back(*integer);
  }
  return integers;
}

Result<Integers> parse_pairs(Op op, std::string_view name, const Json& value) {
  Integers integers;
  if (!value.is_array())
    return bad_attribute(op, name, value, "a list of pairs of integers");
  for (const Json& pair : value) {
    const bool two = pair.is_array() && pair.size() == 2;
    const auto first = two ? integer_from_json(pair[0]) : std::nullopt;
    const auto second = two ? integer_from_json(pair[1]) : std::nullopt;
    if (!first || !second)
      return bad_attribute(op, name, value, "a list of pairs of integers");
    integers.push_back(*first);
    integers.push_back(*second);
  }
  return integers;
}

Result<Integers> parse_bools(Op op, std::string_view name, const Json& value) {
  Integers integers;
  if (!value.is_array())
    return bad_attribute(op, name, value, "a list of true and false");
  for (const Json& flag : value) {
    if (!flag.is_boolean())
      return bad_attribute(op, name, value, "a list of true and false");
    integers.push_back(flag.get<bool>() ? 1 : 0);
  }
  return integers;
}

// Reads {"inputs": [[0, 1], [1, 2]], "output": [0, 2]}.
Result<Integers> parse_subscripts(Op op, std::string_view name,
                                  const Json& value) {
  constexpr std::string_view kExpected =
      "an object with \"inputs\", a list of lists of labels, and \"output\"";
  if (!value.is_object() || value.size() != 2 || !value.contains("inputs") ||
      !value.contains("output") || !value["inputs"].is_array())
    return bad_attribute(op, name, value, kExpected);
  Integers integers = {std::ssize(value["inputs"])};
  Json lists = value["inputs"];
  lists.push_back(value["output"]);
  for (const Json& list : lists) {
    const auto labels = parse_integers(op, name, list);
    if (!labels) return labels.status();
    integers.push_back(std::ssize(*labels));
    integers.insert(integers.end(), labels->begin(), labels->end());
  }
  return integers;
}

// Returns the lists of labels. What a broken attribute lacks is left out.
Json subscripts_to_json(const Integers& integers) {
  Json inputs = Json::array();
  auto at = integers.begin() + (integers.empty() ? 0 : 1);
  while (at != integers.end()) {
    const std::int64_t length =
        std::clamp<std::int64_t>(*at, 0, std::distance(at + 1, integers.end()));
    inputs.push_back(Integers(at + 1, at + 1 + length));
    at += 1 + length;
  }
  Json output = Json::array();
  if (!inputs.empty()) {
    output = inputs.back();
    inputs.erase(inputs.size() - 1);
  }
  return {{"inputs", inputs}, {"output", output}};
}

Result<Integers> parse_value(Op op, const AttributeSpec& row, const Json& value,
                             DType element) {
  switch (row.kind) {
    case AttributeKind::kInteger:
      if (const auto integer = integer_from_json(value))
        return Integers{*integer};
      return bad_attribute(op, row.name, value, "an integer");
    case AttributeKind::kIntegerList:
      return parse_integers(op, row.name, value);
    case AttributeKind::kBool:
      if (!value.is_boolean())
        return bad_attribute(op, row.name, value, "true or false");
      return Integers{value.get<bool>() ? 1 : 0};
    case AttributeKind::kBoolList:
      return parse_bools(op, row.name, value);
    case AttributeKind::kPairList:
      return parse_pairs(op, row.name, value);
    case AttributeKind::kSubscripts:
      return parse_subscripts(op, row.name, value);
    case AttributeKind::kElement: {
      const auto bits = element_from_json(value, element);
      if (!bits) return bits.status();
      return Integers{static_cast<std::int64_t>(bits->re),
                      static_cast<std::int64_t>(bits->im)};
    }
    case AttributeKind::kDType: {
      const auto dtype = value.is_string()
                             ? dtype_named(value.get<std::string>())
                             : std::nullopt;
      if (!dtype) return bad_attribute(op, row.name, value, "a dtype");
      return Integers{static_cast<std::int64_t>(*dtype)};
    }
    case AttributeKind::kChoice: {
      const auto names = row.choices;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (value == names[i]) return Integers{static_cast<std::int64_t>(i)};
      return bad_attribute(op, row.name, value,
                           fmt::format("one of {}", fmt::join(names, ", ")));
    }
  }
  return Status::internal("an attribute kind without a parser");
}

Json value_to_json(const AttributeSpec& row, const Integers& integers,
                   DType element) {
  switch (row.kind) {
    case AttributeKind::kInteger:
      return integers[0];
    case AttributeKind::kIntegerList:
      return integers;
    case AttributeKind::kBool:
      return integers[0] != 0;
    case AttributeKind::kBoolList: {
      Json flags = Json::array();
      for (std::int64_t flag : integers) flags.push_back(flag != 0);
      return flags;
    }
    case AttributeKind::kPairList: {
      Json pairs = Json::array();
      for (std::size_t i = 0; i + 1 < integers.size(); i += 2)
        pairs.push_back({integers[i], integers[i + 1]});
      return pairs;
    }
    case AttributeKind::kSubscripts:
      return subscripts_to_json(integers);
    case AttributeKind::kElement:
      return element_to_json(element,
                             {static_cast<std::uint64_t>(integers[0]),
                              static_cast<std::uint64_t>(integers[1])});
    case AttributeKind::kDType:
      return name_of(static_cast<DType>(integers[0]));
    case AttributeKind::kChoice:
      return row.choices[static_cast<std::size_t>(integers[0])];
  }
  return nullptr;
}

}  // namespace

std::string found_text(const Json& json) {
  std::string text =
      json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

std::optional<std::int64_t> integer_from_json(const Json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  // Larger numbers would become negative in the conversion below.
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX)
    return std::nullopt;
  return value.get<std::int64_t>();
}

Json attributes_to_json(const Attributes& attributes, DType element) {
  Json object = Json::object();
  for (const auto& entry : attributes.entries()) {
    const AttributeSpec& row = spec_of(entry.key);
    object[std::string(row.name)] = value_to_json(row, entry.integers, element);
  }
  return object;
}

Result<Attributes> attributes_from_json(const Json& object, Op op,
                                        DType element) {
  if (!object.is_object())
    return Status::invalid(
        fmt::format("attributes of {} are {}: expected an object", name_of(op),
                    found_text(object)));
  const auto& keys = spec_of(op).attributes;
  for (const auto& [name, value] : object.items())
    if (std::none_of(keys.begin(), keys.end(),
                     [wanted = std::string_view(name)](AttributeKey key) {
                       return spec_of(key).name == wanted;
                     }))
      return Status::invalid(
          fmt::format("{} has no attribute {}", name_of(op), name));
  Attributes attributes;
  for (AttributeKey key : keys) {
    const AttributeSpec& row = spec_of(key);
    const auto found = object.find(std::string(row.name));
    if (found == object.end() && spec_of(key).is_optional) continue;
    if (found == object.end())
      return Status::invalid(
          fmt::format("{} lacks its attribute {}", name_of(op), row.name));
    // The dtype attribute comes before the value whose dtype it gives, so
    // `element` is set when the value is parsed.
    if (key == AttributeKey::kValue)
      if (const auto* dtype = attributes.find(AttributeKey::kDType))
        element = static_cast<DType>(dtype->front());
    auto integers = parse_value(op, row, *found, element);
    if (!integers) return integers.status();
    attributes.set(key, *std::move(integers));
  }
  return attributes;
}

Json element_to_json(DType dtype, ElementBits bits) {
  if (!is_complex(dtype)) return component_text(dtype, bits.re);
  return {component_text(dtype, bits.re), component_text(dtype, bits.im)};
}

Result<ElementBits> element_from_json(const Json& value, DType dtype) {
  const auto text = [](const Json& part) {
    return part.is_string() ? part.get_ref<const std::string&>()
                            : std::string();
  };
  if (is_complex(dtype)) {
    if (!value.is_array() || value.size() != 2 || !value[0].is_string() ||
        !value[1].is_string())
      return Status::invalid(
          fmt::format("{} is not an element of {}: expected [\"re\", \"im\"]",
                      found_text(value), name_of(dtype)));
    const auto re = parse_component(dtype, text(value[0]));
    if (!re) return re.status();
    const auto im = parse_component(dtype, text(value[1]));
    if (!im) return im.status();
    return ElementBits{*re, *im};
  }
  if (!value.is_string())
    return Status::invalid(
        fmt::format("{} is not an element of {}: expected a string in quotes",
                    found_text(value), name_of(dtype)));
  const auto bits = parse_component(dtype, text(value));
  if (!bits) return bits.status();
  return ElementBits{*bits, 0};
}

}  // namespace assay
