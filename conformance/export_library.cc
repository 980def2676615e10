// Writes a case as a program that calls PyTorch, JAX or ONNX Runtime: operands,
// one call for each step, and the check of each result.
// Tested by tests/cli/export_command_test.cc.
#include "conformance/export_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/export_check.h"
#include "conformance/export_program.h"
#include "harness/case/case_json.h"
#include "harness/case/case_storage.h"

namespace assay {
namespace {

using Names = std::vector<std::string>;

// Returns one part of export_library.py.in, which "#@ NAME" opens.
std::string template_part(std::string_view name) {
  const std::string mark = fmt::format("#@ {}\n", name);
  const std::size_t begin = kLibraryProgram.find(mark) + mark.size();
  const std::size_t end = kLibraryProgram.find("#@ ", begin);
  return std::string(kLibraryProgram.substr(begin, end - begin));
}

bool is_extended(DType dtype) {
  return library_dtype(Library::kOnnx, dtype).starts_with("ml_dtypes");
}

// Returns a name that Python takes and the program does not use otherwise.
std::string safe_name(std::string_view name) {
  static const std::set<std::string_view> kTaken = {
      "torch", "jax",   "jnp",  "np",     "h",        "inf",   "nan",
      "node",  "parts", "math", "expand", "expected", "wrong", "got",
      "in",    "is",    "as",   "sys",    "lambda",   "error", "accept"};
  std::string safe;
  for (const char letter : name) {
    const bool good = std::isalnum(static_cast<unsigned char>(letter)) != 0;
    safe += good ? letter : '_';
  }
  const bool digit =
      !safe.empty() && std::isdigit(static_cast<unsigned char>(safe[0])) != 0;
  if (safe.empty() || digit) safe = "_" + safe;
  return kTaken.contains(safe) ? safe + "_" : safe;
}

// Returns lines with four more spaces before each.
std::string indented(std::string_view lines) {
  std::string text;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size() - 1);
    text += "    ";
    text += lines.substr(at, end + 1 - at);
    at = end + 1;
  }
  return text;
}

class LibraryProgram {
 public:
  LibraryProgram(const Case& test_case, Library library)
      : case_(test_case), library_(library) {}

  Result<std::string> written() {
    auto types = type_case(case_);
    if (!types) return types.status();
    types_ = *std::move(types);
    if (Status status = check_dtypes(); !status.ok()) return status;
    find_made();
    make_contiguous();
    if (is_long_case(case_)) compact_.emplace(case_, kShortestCompact);
    for (const CaseTensor& tensor : case_.tensors)
      if (made_.contains(tensor.name)) body_ += tensor_lines(tensor);
    for (const Step& step : case_.steps)
      if (Status status = add_step(step); !status.ok()) return status;
    const bool is_refused = std::any_of(
        case_.steps.begin(), case_.steps.end(),
        [](const Step& step) { return step.status != StatusCode::kOk; });
    for (const Expectation& expectation : case_.expect) {
      if (is_refused) break;
      auto check = check_lines(library_, case_, expectation, compact_,
                               [](std::string_view n) { return safe_name(n); });
      if (!check) return check.status();
      body_ += *check;
    }
    if (!is_refused && std::any_of(case_.expect.begin(), case_.expect.end(),
                                   is_judged_by_residuals))
      body_ +=
          "print(\"judged by residuals, which this program does not do\")\n"
          "sys.exit(2)\n";
    return assembled();
  }

 private:
  Status check_dtypes() const {
    for (const auto& [name, type] : types_) {
      const bool is_packed = spec_of(type.dtype).bits == 4;
      if (is_packed && library_ != Library::kJax)
        return Status::invalid(fmt::format(
            "a program for {} cannot hold {}, which {} is; expected another "
            "dtype",
            title_of(library_), name_of(type.dtype), name));
    }
    return Status();
  }

  // Finds the tensors that are there before the first call: operands, and outs
  // whose memory matters.
  void find_made() {
    std::set<std::string> written;
    for (const Step& step : case_.steps) {
      for (const std::string& name : step.operands)
        if (!written.contains(name)) made_.insert(name);
      if (name_of(step.op) == "assign" && library_ == Library::kTorch)
        made_.insert(step.outs.begin(), step.outs.end());
      written.insert(step.outs.begin(), step.outs.end());
    }
    for (const CaseTensor& tensor : case_.tensors)
      if (tensor.storage || tensor.recipe ||
          (library_ == Library::kTorch && !tensor.view.is_c_contiguous()))
        made_.insert(tensor.name);
    for (const Expectation& expectation : case_.expect)
      if (expectation.whole_storage) made_.insert(expectation.tensor);
  }

  // Gives operands without strides to libraries that have none. Those of
  // PyTorch are not negative.
  void make_contiguous() {
    for (CaseTensor& tensor : case_.tensors) {
      if (!tensor.storage && !tensor.recipe) continue;
      const Strides& strides = tensor.view.strides();
      const bool shown = library_ == Library::kTorch &&
                         std::all_of(strides.begin(), strides.end(),
                                     [](auto stride) { return stride >= 0; });
      if (shown || tensor.view.is_c_contiguous()) continue;
      tensor.storage = shown_elements(tensor);
      tensor.recipe.reset();
      tensor.view = View(tensor.view.shape());
      notes_.insert("Operands are handed over contiguous.");
    }
  }

  std::string tensor_lines(const CaseTensor& tensor) {
    const std::string name = safe_name(tensor.name);
    const std::string dtype = library_dtype(library_, tensor.dtype);
    const bool is_torch = library_ == Library::kTorch;
    const bool is_strided = !tensor.view.is_c_contiguous();
    const Shape& shape = tensor.view.shape();
    const std::vector<ElementBits> storage = storage_of(tensor);
    const std::vector<ElementBits>& elements =
        tensor.storage ? *tensor.storage : storage;
    const bool as_bits = std::any_of(
        elements.begin(), elements.end(), [&](const ElementBits& one) {
          return has_nan_payload(tensor.dtype, one);
        });
    const std::string list =
        list_text(compact_, tensor.dtype, elements, as_bits);
    const std::string bits = fmt::format(
        "{}uint{}", is_torch ? "torch." : "np.", component_bits(tensor.dtype));
    std::string text;
    if (is_torch)
      text = as_bits ? fmt::format("torch.tensor({}, dtype={}).view({})", list,
                                   bits, dtype)
                     : fmt::format("torch.tensor({}, dtype={})", list, dtype);
    else if (as_bits)
      text = fmt::format("np.array({}, {}).view({})", list, bits, dtype);
    else
      text = fmt::format("{}.array({}, {})",
                         library_ == Library::kJax ? "jnp" : "np", list, dtype);
    if (as_bits && library_ == Library::kJax)
      text = fmt::format("jnp.array({})", text);
    if (is_strided)
      return fmt::format(
          "{0}_storage = {1}\n{0} = {0}_storage.as_strided({2}, {3}, {4})\n",
          name, text, python_tuple(shape), python_tuple(tensor.view.strides()),
          tensor.view.offset());
    if (shape.size() != 1)
      text += fmt::format(".reshape({})", python_tuple(shape));
    return fmt::format("{} = {}\n", name, text);
  }

  // Returns the statement that makes a call and names its results.
  std::string statement(const Step& step, const std::string& call) const {
    Names outs;
    bool copies = false;
    for (const std::string& name : step.outs) {
      outs.push_back(safe_name(name));
      copies = copies || (library_ == Library::kTorch &&
                          case_.find(name) != nullptr && made_.contains(name));
    }
    if (!copies) return fmt::format("{} = {}\n", fmt::join(outs, ", "), call);
    if (outs.size() == 1) return fmt::format("{}.copy_({})\n", outs[0], call);
    std::string text = fmt::format("results = {}\n", call);
    for (std::size_t i = 0; i < outs.size(); ++i)
      text += fmt::format("{}.copy_(results[{}])\n", outs[i], i);
    return text;
  }

  Status add_step(const Step& step) {
    Names operands;
    for (const std::string& name : step.operands)
      operands.push_back(safe_name(name));
    const bool assigns = name_of(step.op) == "assign";
    if (assigns && library_ != Library::kTorch) {
      const CaseTensor* out = case_.find(step.outs[0]);
      if (out == nullptr || out->storage)
        return Status::invalid(fmt::format(
            "arrays of {} are immutable, and the case assigns to {}; expected "
            "a case without such a step",
            title_of(library_), step.outs[0]));
    }
    auto call = library_call(library_, case_, step, operands, types_);
    if (!call) return call.status();
    std::string lines = statement(step, *call);
    if (assigns && library_ == Library::kTorch)
      lines = fmt::format("{}.copy_({})\n", safe_name(step.outs[0]), *call);
    const bool is_refused = step.status != StatusCode::kOk;
    if (!is_refused && step.kind.empty()) {
      body_ += lines;
      return Status();
    }
    body_ += fmt::format(
        "try:\n{}except Exception as error:\n"
        "    print(\"refused, which is {}:\", error)\n    sys.exit(0)\n",
        indented(lines), is_refused ? "right" : "permitted");
    if (is_refused)
      body_ +=
          fmt::format("sys.exit(\"expected an error ({}), got results\")\n",
                      name_of(step.status));
    return Status();
  }

  // Puts the parts together that the body uses.
  std::string assembled() const {
    const auto uses = [&](std::string_view text) {
      return body_.find(text) != std::string::npos;
    };
    bool extended = false;
    for (const auto& [name, type] : types_)
      extended = extended || is_extended(type.dtype);
    const bool is_onnx = library_ == Library::kOnnx;
    std::string text = fmt::format("\"\"\"{}\n\n{}: {}\n", case_.id,
                                   case_.clause, clause_text_of(case_));
    for (const std::string& note : notes_) text += note + "\n";
    text += "\"\"\"\n";
    std::string imports = compact_ ? "import base64\n" : "";
    if (is_onnx && extended) imports += "import ctypes\n";
    if (uses("within(")) imports += "import math\n";
    if (uses("sys.")) imports += "import sys\n";
    text += imports + (imports.empty() ? "" : "\n");
    text += template_part(library_ == Library::kTorch ? "torch"
                          : !is_onnx                  ? "jax"
                          : extended                  ? "onnx_extended"
                                                      : "onnx");
    if (is_onnx) {
      text += template_part("node") +
              template_part(extended ? "run_extended" : "run");
      if (uses("parts(")) text += template_part("parts");
      text += "\n\n";
    }
    if (uses("h(\"") || uses("inf") || uses("nan"))
      text += template_part("numbers");
    if (compact_) {
      text += template_part("expand") + "\n\n";
      for (std::size_t i = 0; i < compact_->sequences().size(); ++i)
        text += sequence_line(i, compact_->sequences()[i]);
    }
    if (uses("within(")) text += template_part("within") + "\n\n";
    return text + body_;
  }

  Case case_;
  Library library_;
  TensorTypes types_;
  ShortForms compact_;
  std::set<std::string> made_;
  std::set<std::string> notes_;
  std::string body_;
};

}  // namespace

Result<std::string> library_program(const Case& test_case, Library library) {
  return LibraryProgram(test_case, library).written();
}

}  // namespace assay
