// Writes elements, lists and dtypes as Python text, for programs that call a
// library.
// Tested by tests/cli/export_command_test.cc.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>

#include "conformance/export_library.h"
#include "harness/case/case_parts.h"

namespace assay {
namespace {

// A decimal with more characters is written in hex.
constexpr std::size_t kLongestDecimal = 9;

std::string python_component(DType dtype, std::uint64_t bits) {
  const std::string text = component_json(dtype, bits);
  if (dtype == DType::kBool) return text == "1" ? "True" : "False";
  if (!is_real(dtype) && !is_complex(dtype)) return text;
  return text.starts_with("nan")
             ? "nan"
             : python_number(std::strtod(text.c_str(), nullptr));
}

bool is_payload_nan(DType dtype, std::uint64_t bits) {
  return component_json(dtype, bits).starts_with("nan:");
}

}  // namespace

std::string_view title_of(Library library) {
  switch (library) {
    case Library::kTorch:
      return "PyTorch";
    case Library::kJax:
      return "JAX";
    default:
      return "ONNX";
  }
}

std::string library_dtype(Library library, DType dtype) {
  const std::string_view name = name_of(dtype);
  if (library == Library::kTorch) return fmt::format("torch.{}", name);
  const bool is_bool = dtype == DType::kBool;
  if (library == Library::kJax)
    return fmt::format("jnp.{}{}", name, is_bool ? "_" : "");
  const bool extended = name == "bfloat16" || name.starts_with("float8") ||
                        spec_of(dtype).bits == 4;
  return fmt::format("{}.{}{}", extended ? "ml_dtypes" : "np", name,
                     is_bool ? "_" : "");
}

std::string python_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text.size() <= kLongestDecimal ? text
                                        : fmt::format("h(\"{:a}\")", value);
}

std::string python_value(DType dtype, ElementBits bits) {
  const std::string real = python_component(dtype, bits.re);
  return is_complex(dtype) ? fmt::format("complex({}, {})", real,
                                         python_component(dtype, bits.im))
                           : real;
}

bool has_nan_payload(DType dtype, ElementBits bits) {
  return is_payload_nan(dtype, bits.re) ||
         (is_complex(dtype) && is_payload_nan(dtype, bits.im));
}

int component_bits(DType dtype) {
  return spec_of(dtype).bits / (is_complex(dtype) ? 2 : 1);
}

std::string python_bits(DType dtype, ElementBits bits) {
  return is_complex(dtype) ? fmt::format("{:#x}, {:#x}", bits.re, bits.im)
                           : fmt::format("{:#x}", bits.re);
}

std::string library_scalar(Library library, DType dtype, ElementBits bits) {
  const std::string name = library_dtype(library, dtype);
  const std::string_view array =
      library == Library::kJax ? "jnp.array" : "np.array";
  if (!has_nan_payload(dtype, bits))
    return fmt::format("{}({}, {})", array, python_value(dtype, bits), name);
  return fmt::format("{}(np.array([{}], np.uint{}).view({})[0])", array,
                     python_bits(dtype, bits), component_bits(dtype), name);
}

std::string python_list(const std::vector<std::string>& entries,
                        std::string_view open, std::string_view close) {
  const std::string line =
      fmt::format("{}{}{}", open, fmt::join(entries, ", "), close);
  if (line.size() <= 60) return line;
  std::string text(open), rest = "\n   ";
  for (const std::string& entry : entries) {
    if (rest.size() + entry.size() > 86) {
      text += rest;
      rest = "\n   ";
    }
    rest += fmt::format(" {},", entry);
  }
  rest.pop_back();  // the last comma
  return fmt::format("{}{}{}", text, rest, close);
}

std::string python_tuple(const std::vector<std::int64_t>& integers) {
  return fmt::format("({}{})", fmt::join(integers, ", "),
                     integers.size() == 1 ? "," : "");
}

}  // namespace assay
