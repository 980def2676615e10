// Writes a case as a Python program around its JSON. The table has the NumPy
// call of every op for which NumPy has one.
// Tested by tests/cli/export_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "conformance/export_program.h"
#include "harness/case/case_json.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

// The NumPy call of an op, as an expression of the operands x, the attributes a
// and the result's dtype.
struct NumpyCall {
  std::string_view op;
  std::string_view expression;
};
constexpr NumpyCall kNumpyCalls[] = {
    {"add", "np.add(*x)"},
    {"sub", "np.subtract(*x)"},
    {"mul", "np.multiply(*x)"},
    {"div", "(np.floor_divide if dtype.kind in \"iu\" else np.divide)(*x)"},
    {"mod", "np.fmod(*x)"},
    {"pow", "np.power(*x)"},
    {"atan2", "np.arctan2(*x)"},
    {"max", "np.maximum(*x)"},
    {"min", "np.minimum(*x)"},
    {"neg", "np.negative(*x)"},
    {"recip", "np.reciprocal(*x)"},
    {"abs", "np.absolute(*x)"},
    {"sign", "np.sign(*x)"},
    {"cmpeq", "np.equal(*x)"},
    {"cmpne", "np.not_equal(*x)"},
    {"cmplt", "np.less(*x)"},
    {"cmple", "np.less_equal(*x)"},
    {"xor", "np.bitwise_xor(*x)"},
    {"or", "np.bitwise_or(*x)"},
    {"and", "np.bitwise_and(*x)"},
    {"where", "np.where(*x)"},
    {"trunc", "np.trunc(*x)"},
    {"ceil", "np.ceil(*x)"},
    {"floor", "np.floor(*x)"},
    {"round", "np.round(*x)"},
    {"sqrt", "np.sqrt(*x)"},
    {"exp", "np.exp(*x)"},
    {"log", "np.log(*x)"},
    {"sin", "np.sin(*x)"},
    {"cos", "np.cos(*x)"},
    {"tan", "np.tan(*x)"},
    {"asin", "np.arcsin(*x)"},
    {"acos", "np.arccos(*x)"},
    {"atan", "np.arctan(*x)"},
    {"sinh", "np.sinh(*x)"},
    {"cosh", "np.cosh(*x)"},
    {"tanh", "np.tanh(*x)"},
    {"reduce_sum",
     "np.sum(x[0], tuple(a[\"axes\"]), dtype, keepdims=a[\"keepdims\"])"},
    {"reduce_prod",
     "np.prod(x[0], tuple(a[\"axes\"]), dtype, keepdims=a[\"keepdims\"])"},
    {"reduce_max",
     "np.max(x[0], tuple(a[\"axes\"]), keepdims=a[\"keepdims\"])"},
    {"reduce_min",
     "np.min(x[0], tuple(a[\"axes\"]), keepdims=a[\"keepdims\"])"},
    {"argmax", "np.argmax(x[0], a[\"axis\"], keepdims=a[\"keepdims\"])"},
    {"argmin", "np.argmin(x[0], a[\"axis\"], keepdims=a[\"keepdims\"])"},
    {"associative_scan",
     "{\"sum\": np.add, \"prod\": np.multiply, \"max\": np.maximum,\n"
     "                \"min\": np.minimum}[a[\"op\"]].accumulate(\n"
     "                    x[0], a[\"axis\"], dtype)"},
    {"expand", "np.broadcast_to(x[0], a[\"shape\"])"},
    {"reshape", "np.reshape(x[0], a[\"shape\"])"},
    {"permute", "np.transpose(x[0], a[\"axes\"])"},
    {"shrink", "x[0][(*(slice(*pair) for pair in a[\"ranges\"]), ...)]"},
    {"flip", "np.flip(x[0], [i for i, f in enumerate(a[\"axes\"]) if f])"},
    {"pad",
     "np.pad(x[0], np.array(a[\"padding\"], int).reshape(-1, 2),\n"
     "                      constant_values=decode(a[\"value\"], x[0].dtype))"},
    {"cat", "np.concatenate(x, a[\"axis\"])"},
    {"cast", "x[0].astype(dtype)"},
    {"full",
     "np.full(a[\"shape\"], decode(a[\"value\"], dtype_of(a[\"dtype\"])))"},
    {"contiguous", "np.asarray(x[0], order=\"C\")"},
    {"copy", "np.copy(x[0])"},
    {"assign", "x[0]"},
    {"sort", "np.sort(x[0], a[\"axis\"])"},
    {"argsort", "np.argsort(x[0], a[\"axis\"])"},
    {"matmul", "np.matmul(*x)"},
    {"fft", "np.fft.fftn(x[0], axes=a[\"axes\"]).astype(x[0].dtype)"},
    {"ifft", "np.fft.ifftn(x[0], axes=a[\"axes\"]).astype(x[0].dtype)"},
    {"rfft", "np.fft.rfftn(x[0], axes=a[\"axes\"]).astype(a[\"dtype\"])"},
    {"irfft",
     "np.fft.irfftn(x[0], a.get(\"s\"), a[\"axes\"]).astype(a[\"dtype\"])"},
};

// Returns the body of run(), with one branch for each op of the case.
std::string run_body(const Case& test_case) {
  std::string body;
  std::set<std::string_view> seen;
  for (const Step& step : test_case.steps) {
    const std::string_view op = name_of(step.op);
    if (!seen.insert(op).second) continue;
    // NumPy sorts in ascending order only.
    const auto* descending = step.attributes.find(AttributeKey::kDescending);
    if (descending != nullptr && descending->front() != 0) continue;
    for (const NumpyCall& call : kNumpyCalls) {
      if (call.op == op)
        body += fmt::format("    if op == \"{}\":\n        return {}\n", op,
                            call.expression);
    }
  }
  return body +
         "    raise NotImplementedError(\"run() has no call of \" + op)\n";
}

}  // namespace

std::string filled_in(
    std::string_view program,
    const std::vector<std::pair<std::string, std::string>>& values) {
  std::string text;
  while (!program.empty()) {
    const std::size_t at = std::min(program.find('@'), program.size());
    text += program.substr(0, at);
    program.remove_prefix(at);
    const std::size_t end = program.find('@', 1);
    const auto value =
        std::find_if(values.begin(), values.end(), [&](const auto& entry) {
          return end != std::string_view::npos &&
                 program.substr(1, end - 1) == entry.first;
        });
    if (value != values.end()) {
      text += value->second;
      program.remove_prefix(end + 1);
    } else if (!program.empty()) {
      text += '@';
      program.remove_prefix(1);
    }
  }
  return text;
}

std::string clause_text_of(const Case& test_case) {
  const Clause* clause = clause_named(test_case.clause);
  const Profile* profile = profile_named(test_case.profile);
  return clause == nullptr
             ? std::string()
             : broken_text(*clause, profile == nullptr ? kNx : *profile);
}

std::string python_program(const Case& test_case) {
  return filled_in(kPythonProgram, {{"ID", test_case.id},
                                    {"CLAUSE", test_case.clause},
                                    {"TEXT", clause_text_of(test_case)},
                                    {"RUN", run_body(test_case)},
                                    {"CASE", case_to_json(test_case).dump(1)}});
}

}  // namespace assay
