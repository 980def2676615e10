// Writes a case as a short program that calls PyTorch, JAX or ONNX Runtime, for
// an issue of that library. The calls are those of the adapters; the tables of
// conformance/calls list them.
// Tested by tests/cli/export_command_test.cc and
// tests/scripts/export_field_test.py.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/case_types.h"

namespace assay {

enum class Library : std::uint8_t { kTorch, kJax, kOnnx };

// The tables of calls, and the parts of the programs.
extern const std::string_view kTorchCalls;
extern const std::string_view kJaxCalls;
extern const std::string_view kOnnxCalls;
extern const std::string_view kLibraryProgram;

// Returns the program. Fails with one sentence if the library has no call of an
// op of the case, lacks one of its dtypes, or cannot show what it expects.
Result<std::string> library_program(const Case& test_case, Library library);

// Returns the library's call of a step as a Python expression. `operands` are
// the names of the operands in the program, and `types` has the types of all
// tensors of the case.
Result<std::string> library_call(Library library, const Case& test_case,
                                 const Step& step,
                                 const std::vector<std::string>& operands,
                                 const TensorTypes& types);

// Returns the name that messages give to the library.
std::string_view title_of(Library library);

// Returns the library's name of a dtype, such as torch.float32.
std::string library_dtype(Library library, DType dtype);

// Returns an element as a Python literal. Every NaN becomes `nan`.
std::string python_value(DType dtype, ElementBits bits);

// Returns a number as a Python literal: decimal if that is short, else in hex,
// by the program's name h for float.fromhex.
std::string python_number(double value);

// Returns whether Python's `nan` has not the bits of this element.
bool has_nan_payload(DType dtype, ElementBits bits);

// Returns the bits of an element as the integers of its components.
std::string python_bits(DType dtype, ElementBits bits);

// Returns the width of a component in bits.
int component_bits(DType dtype);

// Returns an expression of an array of rank 0 with this element.
std::string library_scalar(Library library, DType dtype, ElementBits bits);

// Returns entries between two brackets, in lines of at most 88 characters.
std::string python_list(const std::vector<std::string>& entries,
                        std::string_view open = "[",
                        std::string_view close = "]");

// Returns integers as a tuple.
std::string python_tuple(const std::vector<std::int64_t>& integers);

}  // namespace assay
