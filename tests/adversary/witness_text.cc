// Tested by tests/adversary/witness_test.cc.
#include "tests/adversary/witness_text.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "spec/float_codec.h"
#include "tests/adversary/bug_row.h"

namespace assay::adversary {
namespace {

std::vector<std::int64_t> integers_of(std::string_view text, char separator) {
  std::vector<std::int64_t> values;
  for (std::string_view part : split(text, separator))
    values.push_back(std::strtoll(std::string(part).c_str(), nullptr, 10));
  return values;
}

// Returns the bits of one component from its text.
std::uint64_t component_of(DType dtype, std::string_view text) {
  const std::string word(text);
  if (is_real(dtype) || is_complex(dtype)) {
    const FloatFormat& format = format_of(dtype);
    if (word == "snan") return overflow_bits(format) + 1;
    if (word == "-nan") return quiet_nan_bits(format) | sign_bit(format);
    return encode_real(format, std::strtod(word.c_str(), nullptr));
  }
  const std::uint64_t bits =
      word[0] == '-'
          ? static_cast<std::uint64_t>(std::strtoll(word.c_str(), nullptr, 10))
          : std::strtoull(word.c_str(), nullptr, 10);
  const int width = spec_of(dtype).bits;
  if (dtype == DType::kBool) return bits & 1;
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

ElementBits element_of_text(DType dtype, std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.empty()) return {};
  return {component_of(dtype, parts[0]),
          parts.size() > 1 ? component_of(dtype, parts[1]) : 0};
}

ElementBits element_of_number(DType dtype, double value) {
  if (is_real(dtype) || is_complex(dtype))
    return {encode_real(format_of(dtype), value), 0};
  return {component_of(dtype, std::to_string(static_cast<std::int64_t>(value))),
          0};
}

// Numbers of both signs, different from one to the next.
ElementBits mixed(DType dtype, std::int64_t i, int seed) {
  if (dtype == DType::kBool) return {(i + seed) % 3 == 0 ? 1u : 0u, 0};
  const bool small = spec_of(dtype).bits <= 8;
  std::int64_t number = (i * 37 + 11 + 17 * seed) % 101 - 50;
  if (small) number = (i * 5 + 3 + seed) % 7 - 3;
  if (is_integer(dtype)) {
    if (category_of(dtype) == Category::kUnsigned) number = std::abs(number);
    return element_of_number(dtype, static_cast<double>(number));
  }
  ElementBits bits = element_of_number(dtype, static_cast<double>(number) / 8);
  if (is_complex(dtype))
    bits.im = encode_real(format_of(dtype),
                          static_cast<double>((i * 11 + seed) % 13) / 4);
  return bits;
}

// An entry of a matrix of order n.
double matrix_entry(std::string_view fill, std::int64_t i, std::int64_t j,
                    std::int64_t n) {
  const double apart = static_cast<double>(std::abs(i - j));
  const auto order = static_cast<double>(n);
  if (fill == "spd")
    return 1 / (1 + apart) + (i == j ? order + static_cast<double>(i) : 0);
  if (fill == "dominant")
    return i == j ? order + 1 + static_cast<double>(i)
                  : static_cast<double>((i * 7 + j * 3) % 5) / 8;
  if (i < j) return 0;  // tri, tri3
  if (i > j) return 0.5 / apart;
  return fill == "tri3" ? 3 : 1;
}

std::optional<AttributeKey> key_of(Op op, std::string_view name) {
  constexpr std::pair<std::string_view, AttributeKey> kShort[] = {
      {"permutation", AttributeKey::kPermutation},
      {"flips", AttributeKey::kFlips},
      {"kernel", AttributeKey::kKernelSize},
      {"output", AttributeKey::kOutputSize},
      {"full", AttributeKey::kFullMatrices},
      {"unit", AttributeKey::kUnitDiag},
      {"copies", AttributeKey::kTimes}};  // "times" repeats the call
  for (AttributeKey key : spec_of(op).attributes) {
    if (spec_of(key).name == name) return key;
    for (const auto& [text, meant] : kShort)
      if (text == name && meant == key) return key;
  }
  return std::nullopt;
}

}  // namespace

std::vector<ElementBits> filled(std::string_view fill, DType dtype,
                                const Shape& shape, std::int64_t count,
                                int seed) {
  const auto list = fill.starts_with("v/") ? split(fill.substr(2), '/')
                                           : std::vector<std::string_view>();
  const std::int64_t n = shape.empty() ? 1 : shape.back();
  const std::int64_t m = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  const auto number = [&](std::int64_t i) -> double {
    if (fill == "ones") return 1;
    if (fill == "iota") return static_cast<double>(i);
    if (fill == "iota1") return static_cast<double>(i + 1);
    if (fill == "down") return static_cast<double>(count - i);
    if (fill == "tail2") return i + 1 == count ? 2 : 1;
    if (fill == "tail0") return i + 1 == count ? 0 : 1;
    if (fill.starts_with("idx")) {
      const std::int64_t bound = integers_of(fill.substr(3), ',')[0];
      return static_cast<double>((i * 5 + i / 3 + 1) % bound);
    }
    if (fill == "zeros" || n == 0 || m == 0) return 0;
    return matrix_entry(fill, i / n % m, i % n, std::max(m, n));
  };
  std::vector<ElementBits> elements;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!list.empty())
      elements.push_back(element_of_text(
          dtype, list[static_cast<std::size_t>(i) % list.size()]));
    else if (fill.empty() || fill == "mix")
      elements.push_back(mixed(dtype, i, seed));
    else if (fill == "tailnan")
      elements.push_back(element_of_text(dtype, i + 1 == count ? "nan" : "1"));
    else
      elements.push_back(element_of_number(dtype, number(i)));
  }
  return elements;
}

std::optional<View> view_of_word(std::string_view word, const Shape& shape) {
  const std::size_t plus = word.find('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const auto offset = integers_of(word.substr(0, plus), ',');
  const auto strides = integers_of(word.substr(plus + 1), ',');
  if (offset.size() != 1 || strides.size() != shape.size()) return std::nullopt;
  return View(shape, strides, offset[0]);
}

std::optional<WitnessOperand> operand_of(std::string_view word, int seed) {
  const std::size_t colon = word.find(':');
  const std::size_t equals = std::min(word.find('='), word.size());
  if (colon == std::string_view::npos || colon > equals) return std::nullopt;
  const auto dtype = dtype_named(word.substr(0, colon));
  if (!dtype) return std::nullopt;
  std::string_view layout = word.substr(colon + 1, equals - colon - 1);
  const std::size_t at = layout.find('@');
  const Shape shape = integers_of(layout.substr(0, at), 'x');
  WitnessOperand operand{*dtype, View(shape), {}};
  if (at != std::string_view::npos) {
    const auto view = view_of_word(layout.substr(at + 1), shape);
    if (!view) return std::nullopt;
    operand.view = *view;
  }
  const std::string_view fill =
      equals < word.size() ? word.substr(equals + 1) : std::string_view();
  operand.storage =
      filled(fill, *dtype, shape, operand.view.bounds().second + 1, seed);
  return operand;
}

bool set_attribute(Op op, std::string_view word, DType element_dtype,
                   Attributes& attributes) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return false;
  const auto key = key_of(op, word.substr(0, equals));
  if (!key) return false;
  const std::string_view text = word.substr(equals + 1);
  const AttributeKind kind = spec_of(*key).kind;
  if (kind == AttributeKind::kDType) {
    const auto dtype = dtype_named(text);
    if (dtype) attributes.set(*key, {static_cast<std::int64_t>(*dtype)});
    return dtype.has_value();
  }
  if (kind == AttributeKind::kElement) {
    attributes.element(*key, element_of_text(element_dtype, text));
    return true;
  }
  const auto names = spec_of(*key).choices;
  if (!names.empty()) {
    const auto at = std::find(names.begin(), names.end(), text);
    attributes.set(*key, {static_cast<std::int64_t>(at - names.begin())});
    return at != names.end();
  }
  std::vector<std::int64_t> values;
  for (std::string_view part : split(text, '/'))
    for (std::int64_t value :
         integers_of(part, kind == AttributeKind::kPairList ? '-' : ','))
      values.push_back(value);
  attributes.set(*key, values);
  return true;
}

void complete_attributes(Op op, const Shape& operand, Attributes& attributes) {
  const auto* kernel = attributes.find(AttributeKey::kKernelSize);
  const std::size_t spatial = operand.size() > 2 ? operand.size() - 2 : 0;
  const std::size_t windows = kernel != nullptr ? kernel->size()
                              : spec_of(op).has(AttributeKey::kGroups) ? spatial
                                                                       : 0;
  for (AttributeKey key : spec_of(op).attributes) {
    if (attributes.find(key) != nullptr || spec_of(key).is_optional) continue;
    switch (key) {
      case AttributeKey::kStride:
      case AttributeKey::kDilation:
        attributes.set(key, std::vector<std::int64_t>(windows, 1));
        break;
      case AttributeKey::kPadding:
        attributes.set(key, std::vector<std::int64_t>(2 * windows, 0));
        break;
      case AttributeKey::kOutputPadding:
        attributes.set(key, std::vector<std::int64_t>(windows, 0));
        break;
      case AttributeKey::kGroups:
        attributes.set(key, {1});
        break;
      case AttributeKey::kAxis:
        attributes.set(key, {static_cast<std::int64_t>(operand.size()) - 1});
        break;
      case AttributeKey::kReduced:
        attributes.set(key, {1});
        break;
      case AttributeKey::kBlockSize:
      case AttributeKey::kOperandBatchingDims:
      case AttributeKey::kStartIndicesBatchingDims:
        attributes.set(key, {});
        break;
      case AttributeKey::kLhsContracting:
      case AttributeKey::kRhsContracting:
      case AttributeKey::kLhsBatch:
      case AttributeKey::kRhsBatch:
        attributes.set(key, {});
        break;
      default:
        attributes.set(key, {0});
    }
  }
}

}  // namespace assay::adversary
