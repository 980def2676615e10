// Asks the oracle about calls whose operands the subject has computed.
// Tested by tests/harness/run/judge_follows_test.cc.
#include "harness/run/judge_follows.h"

#include <algorithm>

#include "harness/judge/subnormal_answers.h"
#include "harness/judge/tolerance.h"

namespace assay {
namespace {

// Returns what is permitted of the result of one call on these tensors.
Result<Permitted> permitted_after(const Program& program,
                                  const Expectation& expectation,
                                  Oracle& oracle, const Profile& profile) {
  const Follows& follows = *expectation.follows;
  Call call{follows.op, {}, follows.attributes, {}};
  OperandValues operands;
  for (const std::string& name : follows.operands) {
    const Tensor* tensor = program.find(name);
    if (tensor == nullptr) return Status::invalid("there is no tensor " + name);
    auto values = program.read(name, false);
    if (!values) return values.status();
    Bytes bytes(static_cast<std::size_t>(storage_bytes(
        tensor->dtype, static_cast<std::int64_t>(values->size()))));
    store_elements(bytes.data(), tensor->dtype, *values);
    auto copy = oracle.from_host(
        tensor->dtype, static_cast<std::int64_t>(values->size()), bytes);
    if (!copy) return copy.status();
    call.operands.push_back(
        {tensor->dtype, View(tensor->view.shape()), copy->buffer});
    operands.push_back(*std::move(values));
  }
  if (!spec_of(call.op).signature.returns_tensor()) {
    auto out = oracle.buffer(expectation.dtype, expectation.shape);
    if (!out) return out.status();
    call.outs.push_back(*std::move(out));
  }
  const auto answer = oracle.answer(call);
  if (!answer) return answer.status();
  const Tensor& result = answer->tensors.front();
  const auto storage = oracle.to_host(result);
  if (!storage) return storage.status();
  Permitted permitted =
      permitted_answer(call, expectation.dtype, elements_of(result, *storage),
                       *answer, operands, profile);
  if (Status status = permit_flushed_operands(call, expectation.dtype, operands,
                                              oracle, profile, permitted);
      !status.ok())
    return status;
  return permitted;
}

}  // namespace

bool has_follows(const Case& test_case) {
  return std::any_of(test_case.expect.begin(), test_case.expect.end(),
                     [](const Expectation& expectation) {
                       return expectation.follows.has_value();
                     });
}

Status permit_follows(const Program& program, Oracle& oracle,
                      const Profile& profile, Case& test_case) {
  for (Expectation& expectation : test_case.expect) {
    if (!expectation.follows) continue;
    auto permitted = permitted_after(program, expectation, oracle, profile);
    if (!permitted) return permitted.status();
    expectation.any_of = {*std::move(permitted)};
  }
  return {};
}

}  // namespace assay
