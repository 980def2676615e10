// Tested by tests/harness/relation_test.cc.
#include "harness/relation_trial.h"

#include <fmt/format.h>

#include "harness/program.h"
#include "harness/value_kind.h"
#include "spec/element_text.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Noise in what no view shows.
CaseTensor tensor_of(const std::string& name, const Array& array,
                     ValueStream noise) {
  const LaidOut laid_out = lay_out(array.layout, array.shape);
  CaseTensor tensor{name, array.dtype, laid_out.view, {}, {}};
  tensor.storage.emplace();
  for (std::int64_t i = 0; i < laid_out.storage_count; ++i)
    tensor.storage->push_back(
        draw_element(ValueKind::kPlain, array.dtype, noise));
  std::size_t k = 0;
  for (const Index& at : indices(array.shape)) {
    const auto place = static_cast<std::size_t>(tensor.view.linear_index(at));
    (*tensor.storage)[place] = array.elements[k++];
  }
  return tensor;
}

Verdict verdict_of(const Breakdown& breakdown) {
  switch (breakdown.kind) {
    case Breakdown::Kind::kCrashed:
      return Verdict::kCrashed;
    case Breakdown::Kind::kTimedOut:
      return Verdict::kTimedOut;
    case Breakdown::Kind::kProtocolError:
      break;
  }
  return Verdict::kProtocolError;
}

bool same_component(DType dtype, std::uint64_t a, std::uint64_t b,
                    Sameness open) {
  if (a == b) return true;
  if (!is_real(dtype) && !is_complex(dtype)) return false;
  const FloatFormat& format = format_of(dtype);
  if (is_nan_bits(format, a) && is_nan_bits(format, b)) return true;
  const std::uint64_t magnitude = sign_bit(format) - 1;
  return open.zero_sign && (a & magnitude) == 0 && (b & magnitude) == 0;
}

std::string text_of(DType dtype, ElementBits bits) {
  return fmt::format("{} ({})", decimal_text(dtype, bits),
                     bits_text(dtype, bits));
}

}  // namespace

bool is_same(DType dtype, ElementBits a, ElementBits b, Sameness open) {
  return same_component(dtype, a.re, b.re, open) &&
         same_component(dtype, a.im, b.im, open);
}

Array part_of(const Array& from, std::int64_t first, std::int64_t count) {
  Array part{from.dtype, from.shape, {}, from.layout};
  part.shape.front() = count;
  const std::int64_t row =
      element_count(part.shape) / std::max<std::int64_t>(count, 1);
  const auto begin = from.elements.begin() + first * row;
  part.elements.assign(begin, begin + count * row);
  return part;
}

ElementBits element_of(DType dtype, std::int64_t number) {
  if (is_real(dtype) || is_complex(dtype))
    return {encode_real(format_of(dtype), static_cast<double>(number)), 0};
  const int bits = spec_of(dtype).bits;
  if (dtype == DType::kBool) return {number != 0 ? 1u : 0u, 0};
  return {static_cast<std::uint64_t>(number) & (UINT64_MAX >> (64 - bits)), 0};
}

void RelationTrial::end(Verdict verdict, std::string message) {
  outcome_.verdict = verdict;
  outcome_.failure = Failure{.message = std::move(message)};
}

std::optional<Array> RelationTrial::call(Op op,
                                         const std::vector<Array>& operands,
                                         const Attributes& attributes,
                                         DType requested) {
  if (ended()) return std::nullopt;
  Case made;
  made.seed = seed_ + calls_++;
  Step step;
  step.op = op;
  step.attributes = attributes;
  step.outs = {"out"};
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    step.operands.push_back(fmt::format("operand_{}", i + 1));
    types.push_back({operands[i].dtype, operands[i].shape});
    made.tensors.push_back(tensor_of(
        step.operands.back(), operands[i],
        ValueStream(made.seed, static_cast<std::uint32_t>(1000 + i))));
  }
  const auto results = infer(op, types, attributes, requested, profile_);
  if (!results) {
    end(Verdict::kHarnessError, results.status().message);
    return std::nullopt;
  }
  const TensorType& type = results->front();
  if (!returns_tensor(spec_of(op).signature))
    made.tensors.push_back({"out", type.dtype, View(type.shape), {}, {}});
  made.steps.push_back(step);
  Program program(subject_.backend());
  Status status = program.make_tensors(made);
  if (status.ok()) status = program.run(step);
  if (subject_.breakdown()) {
    end(verdict_of(*subject_.breakdown()), subject_.breakdown()->message);
    return std::nullopt;
  }
  if (!status.ok()) {
    const bool is_declined = status.code == StatusCode::kUnsupported;
    end(is_declined ? Verdict::kUnsupported : Verdict::kFail,
        fmt::format("{} answered {}: {}", name_of(op), name_of(status.code),
                    status.message));
    if (is_declined) outcome_.unsupported_kind = status.kind;
    return std::nullopt;
  }
  outcome_.memory = program.memory();
  const Tensor* out = program.find("out");
  auto elements = program.read("out", false);
  if (out == nullptr || !elements || out->dtype != type.dtype ||
      out->view.shape() != type.shape) {
    end(Verdict::kWrongMetadata,
        fmt::format("the result of {} is not {} of shape {}", name_of(op),
                    name_of(type.dtype), shape_text(type.shape)));
    return std::nullopt;
  }
  return Array{type.dtype, type.shape, *std::move(elements)};
}

void RelationTrial::demand_same(const Array& expected, std::size_t first,
                                const Array& got, Sameness sameness,
                                const std::string& how,
                                const std::vector<bool>& open) {
  if (ended()) return;
  for (std::size_t i = 0; i < got.elements.size(); ++i) {
    if (i < open.size() && open[i]) continue;
    ++outcome_.compared;
    const ElementBits a = expected.elements[first + i];
    const ElementBits b = got.elements[i];
    if (is_same(got.dtype, a, b, sameness)) continue;
    end(Verdict::kFail,
        fmt::format("{}: element {} is {} and was {}", how, i,
                    text_of(got.dtype, b), text_of(got.dtype, a)));
    return;
  }
}

void RelationTrial::demand_within(long double error, long double bound,
                                  const std::string& what) {
  if (ended()) return;
  ++outcome_.compared;
  if (error <= bound) {
    if (bound > 0)
      outcome_.tightness =
          std::max(outcome_.tightness, static_cast<double>(error / bound));
    return;
  }
  end(Verdict::kFail,
      fmt::format("{} is {:.3g}, at most {:.3g} is accepted", what,
                  static_cast<double>(error), static_cast<double>(bound)));
}

void RelationTrial::note(double tightness, std::string measured, bool holds) {
  if (ended()) return;
  ++outcome_.compared;
  outcome_.tightness = tightness;
  outcome_.measured = measured;
  if (!holds) end(Verdict::kFail, std::move(measured));
}

CaseOutcome RelationTrial::finish() {
  if (!ended() && outcome_.compared == 0)
    end(Verdict::kHarnessError, "the relation was held against nothing");
  return std::move(outcome_);
}

CaseOutcome run_relation(const PlannedCase& plan, std::uint64_t run_seed,
                         Subject& subject, const Profile& profile) {
  subject.begin_case();
  RelationTrial trial(plan, case_seed(run_seed, plan.id()), subject, profile);
  const bool is_elementwise = family_of(plan.op).name == "elementwise";
  if (plan.relation == Relation::kAccuracy)
    relate_accuracy(trial);
  else if (plan.relation == Relation::kRoundTrip)
    relate_round_trip(trial);
  else if (is_elementwise)
    relate_elementwise(trial);
  else
    relate_arrays(trial);
  return trial.finish();
}

}  // namespace assay
