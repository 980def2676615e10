// Writes a case as the data of a C++ program. The program around it, which
// calls a plugin and judges the results, is in export_program.cpp.in and
// export_plugin.cpp.in.
// Tested by tests/cli/export_command_test.cc.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

#include "conformance/export_program.h"
#include "harness/case/case_json.h"
#include "harness/case/compact_lists.h"
#include "harness/generate/robustness_case.h"
#include "harness/run/program.h"
#include "spec/cells.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

std::string list(const std::vector<std::string>& entries) {
  return fmt::format("{{{}}}", fmt::join(entries, ", "));
}

template <typename Range, typename F>
std::string list_of(const Range& range, const F& text) {
  std::vector<std::string> entries;
  for (const auto& entry : range) entries.push_back(text(entry));
  return list(entries);
}

std::string integer_text(std::int64_t value) {
  // C++ has no literal for the least integer.
  return value == INT64_MIN ? "INT64_MIN" : fmt::format("{}", value);
}

std::string bits_text(std::uint64_t bits) {
  return fmt::format("{:#x}u", bits);
}

std::string bound_text(double bound) {
  return std::isinf(bound) ? "HUGE_VAL" : fmt::format("{:a}", bound);
}

std::string flag_text(bool flag) { return flag ? "true" : "false"; }

std::string string_literal(std::string_view text) {
  return fmt::format("\"{}\"", text);
}

std::string dtype_text(DType dtype) {
  return fmt::format("{{{}, {}, 1}}", spec_of(dtype).dlpack_code,
                     spec_of(dtype).bits);
}

std::string bytes_text(DType dtype, const std::vector<ElementBits>& elements) {
  const auto count = static_cast<std::int64_t>(elements.size());
  Bytes bytes(static_cast<std::size_t>(storage_bytes(dtype, count)));
  for (std::int64_t i = 0; i < count; ++i)
    store_element(bytes.data(), dtype, i,
                  elements[static_cast<std::size_t>(i)]);
  return list_of(bytes, [](std::byte byte) {
    return fmt::format("{}", static_cast<int>(byte));
  });
}

// The short forms of the lists of a long case; nothing for other cases.
using Compact = std::optional<CompactLists>;

int part_bits(DType dtype) {
  return spec_of(dtype).bits / (is_complex(dtype) ? 2 : 1);
}

int exponent_bits(DType dtype) {
  if (!is_real(dtype) && !is_complex(dtype)) return 0;
  return part_bits(dtype) - format_of(dtype).precision;
}

// Lists in short form refer to sequences, which the program defines first.
std::string sequence_name(std::size_t number) {
  return fmt::format("kSequence{}", number);
}

std::string sequence_text(std::size_t number, const SequenceForm& form) {
  return fmt::format(
      "const Sequence {} = {{{}, {},\n    {}, \"{}\", {:#x}u, {}, {}u, {},\n"
      "    {}}};\n",
      sequence_name(number), form.count,
      list_of(form.runs,
              [](const SequenceRun& run) {
                return fmt::format("{{{}, {}, {}}}", run.count, run.first,
                                   run.step);
              }),
      form.bits ? form.bits->width : 0,
      form.bits ? base64_text(form.bits->bytes) : "",
      form.draw ? form.draw->seed : 0, form.draw ? form.draw->shift : 0,
      form.draw ? form.draw->modulo : 0, form.first,
      list_of(form.except, [](const auto& entry) {
        return fmt::format("{{{}, {}}}", entry.first, entry.second);
      }));
}

// Returns a list in short form as an expression that expands it. Each entry has
// `size` values of this type.
template <typename F>
std::string spread_text(const CompactList& compact, std::string_view type,
                        std::size_t size, const F& entry) {
  return fmt::format("spread<{}>({}, {}, {})", type,
                     sequence_name(compact.sequence),
                     list_of(*compact.table, entry), size);
}

std::string components_text(DType dtype, ElementBits bits) {
  return is_complex(dtype)
             ? fmt::format("{}, {}", bits_text(bits.re), bits_text(bits.im))
             : bits_text(bits.re);
}

// Returns the components of elements, as a list or as an expression.
std::string elements_text(const Compact& compact, DType dtype,
                          const std::vector<ElementBits>& elements) {
  const auto text = [&](const ElementBits& bits) {
    return components_text(dtype, bits);
  };
  const CompactList* shorter = compact ? compact->find(elements) : nullptr;
  if (shorter == nullptr) return list_of(elements, text);
  if (shorter->table)
    return spread_text(*shorter, "std::uint64_t", is_complex(dtype) ? 2 : 1,
                       [&](std::size_t k) { return text(elements[k]); });
  std::vector<std::string> names = {sequence_name(shorter->sequence)};
  if (shorter->imaginary) names.push_back(sequence_name(*shorter->imaginary));
  return fmt::format("integers({}, {}, {})", list(names), part_bits(dtype),
                     exponent_bits(dtype));
}

std::string storage_text(const Compact& compact, const CaseTensor& tensor) {
  if (compact && tensor.storage && compact->find(*tensor.storage) != nullptr)
    return fmt::format("stored({}, {})",
                       elements_text(compact, tensor.dtype, *tensor.storage),
                       part_bits(tensor.dtype));
  return bytes_text(tensor.dtype, storage_of(tensor));
}

std::string tensor_text(const Compact& compact, const CaseTensor& tensor) {
  return fmt::format(
      "    {{{}, {}, {}, {}, {}, {}}},\n", string_literal(tensor.name),
      dtype_text(tensor.dtype), list_of(tensor.view.shape(), integer_text),
      list_of(tensor.view.strides(), integer_text), tensor.view.offset(),
      // An out of a long case gets its poison, byte 165, by a constructor.
      compact && !tensor.storage && !tensor.recipe
          ? fmt::format("std::vector<unsigned char>({}, 165)",
                        storage_bytes(tensor.dtype, tensor.view.numel()))
          : storage_text(compact, tensor));
}

std::string_view kind_text(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kBool:
    case AttributeKind::kBoolList:
      return "ASSAY_ATTRIBUTE_BOOL";
    case AttributeKind::kElement:
      return "ASSAY_ATTRIBUTE_ELEMENT";
    case AttributeKind::kDType:
      return "ASSAY_ATTRIBUTE_DTYPE";
    default:
      return "ASSAY_ATTRIBUTE_I64";
  }
}

// Returns the dtype of elements among the attributes of a step.
DType element_dtype_of(const Case& test_case, const Step& step) {
  Call call{step.op, {}, step.attributes, {}};
  const CaseTensor* first =
      step.operands.empty() ? nullptr : test_case.find(step.operands[0]);
  if (first != nullptr)
    call.operands.push_back({first->dtype, first->view, nullptr});
  return element_dtype(call);
}

// Returns the statuses that are accepted. A refusal may have several, and a
// step that may succeed can name an error that is accepted instead.
std::string statuses_text(const Step& step) {
  std::vector<std::string> names = {
      fmt::format("{}", static_cast<int>(step.status))};
  if (step.kind == kRefusal) {
    if (step.status == StatusCode::kOk) names.emplace_back("ASSAY_INVALID");
    names.emplace_back("ASSAY_UNSUPPORTED");
  } else if (step.status == StatusCode::kOk && !step.kind.empty()) {
    names.emplace_back("ASSAY_NUMERIC");
  }
  return list(names);
}

std::string step_text(const Case& test_case, const Step& step) {
  const auto attribute = [&](const Attributes::Entry& entry) {
    const AttributeKind kind = spec_of(entry.key).kind;
    const bool is_element = kind == AttributeKind::kElement;
    const bool is_dtype = kind == AttributeKind::kDType;
    return fmt::format(
        "{{{}, {}, {}, {}, {}}}", static_cast<int>(entry.key), kind_text(kind),
        is_element || is_dtype ? "{}" : list_of(entry.integers, integer_text),
        is_dtype ? dtype_text(static_cast<DType>(entry.integers[0]))
                 : "{0, 0, 1}",
        is_element ? bytes_text(element_dtype_of(test_case, step),
                                {step.attributes.element(entry.key)})
                   : "{}");
  };
  return fmt::format("    {{{}, {}, {}, {}, {}, {}}},\n",
                     string_literal(name_of(step.op)), spec_of(step.op).id,
                     list_of(step.operands, string_literal),
                     list_of(step.attributes.entries(), attribute),
                     list_of(step.outs, string_literal), statuses_text(step));
}

std::string permitted_text(const Compact& compact, DType dtype,
                           const Permitted& permitted) {
  const auto interval = [](const Acceptance& accept) {
    return fmt::format("{{{}, {}, {}}}", flag_text(accept.any),
                       bits_text(accept.low), bits_text(accept.high));
  };
  const SliceBounds slices = permitted.slices.value_or(SliceBounds{});
  const std::size_t parts = is_complex(dtype) ? 2 : 1;
  const CompactList* accept =
      compact ? compact->find(permitted.accept) : nullptr;
  const CompactList* bound = compact ? compact->find(permitted.bound) : nullptr;
  const auto intervals = [&](std::size_t k) {
    std::string text = interval(permitted.accept[k * parts]);
    if (parts == 2) text += ", " + interval(permitted.accept[k * parts + 1]);
    return text;
  };
  return fmt::format(
      "{{{}, {}, {}, {}, {}, {}, {}, {}, {}}}",
      elements_text(compact, dtype, permitted.values),
      flag_text(permitted.accuracy == Accuracy::kBits),
      flag_text(permitted.accuracy == Accuracy::kResidual),
      accept != nullptr ? spread_text(*accept, "Interval", parts, intervals)
                        : list_of(permitted.accept, interval),
      bound != nullptr ? spread_text(*bound, "double", 1,
                                     [&](std::size_t k) {
                                       return bound_text(permitted.bound[k]);
                                     })
                       : list_of(permitted.bound, bound_text),
      list_of(slices.axes, integer_text), list_of(slices.l2, bound_text),
      list_of(slices.max, bound_text),
      list_of(permitted.interchangeable,
              [](const auto& group) { return list_of(group, integer_text); }));
}

std::string expectation_text(const Compact& compact, const Case& test_case,
                             const Expectation& expectation) {
  const CaseTensor* tensor = test_case.find(expectation.tensor);
  return fmt::format(
      "    {{{}, {}, {}, {}, {}, {}, {}, {},\n     {}}},\n",
      string_literal(expectation.tensor), dtype_text(expectation.dtype),
      list_of(expectation.shape, integer_text),
      flag_text(expectation.contiguous), flag_text(expectation.metadata_only),
      flag_text(expectation.whole_storage),
      tensor != nullptr ? storage_of(*tensor).size() : 0,
      string_literal(expectation.same_bits_as),
      list_of(expectation.any_of, [&](const Permitted& permitted) {
        return permitted_text(compact, expectation.dtype, permitted);
      }));
}

}  // namespace

Result<std::string> cpp_program(const Case& test_case) {
  Compact compact;
  if (is_long_case(test_case)) compact.emplace(test_case, kShortestCompact);
  std::string sequences, tensors, steps, expectations;
  if (compact)
    for (std::size_t i = 0; i < compact->sequences().size(); ++i)
      sequences += sequence_text(i, compact->sequences()[i]);
  for (const CaseTensor& tensor : test_case.tensors)
    tensors += tensor_text(compact, tensor);
  for (const Step& step : test_case.steps) {
    if (!spec_of(step.op).signature.is_executed())
      return Status::invalid(
          fmt::format("a plugin never gets a call of {}, because its host does "
                      "it with alloc, write and read; expected a case of ops "
                      "that a plugin computes",
                      name_of(step.op)));
    steps += step_text(test_case, step);
  }
  for (const Expectation& expectation : test_case.expect)
    expectations += expectation_text(compact, test_case, expectation);
  const std::string data = fmt::format(
      "{}const std::vector<TensorSpec> kTensors = {{\n{}}};\n\n"
      "const std::vector<StepSpec> kSteps = {{\n{}}};\n\n"
      "const std::vector<ExpectSpec> kExpect = {{\n{}}};\n",
      sequences, tensors, steps, expectations);
  return filled_in(kCppProgram, {{"ID", test_case.id},
                                 {"CLAUSE", test_case.clause},
                                 {"TEXT", clause_text_of(test_case)},
                                 {"DATA", data}});
}

}  // namespace assay
