// Makes the calls of a relation through Program, which puts half of them in
// guarded memory, and compares their results.
// Tested by tests/harness/relation/relation_test.cc.
#include "harness/relation/relation_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/judge/excess_text.h"
#include "harness/operands/value_kind.h"
#include "harness/run/program.h"
#include "harness/subject/step_claim.h"
#include "spec/element_text.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Returns a case tensor; the storage that its view does not show gets noise.
CaseTensor tensor_of(const std::string& name, const Array& array,
                     ValueStream noise) {
  const LaidOut laid_out =
      array.laid_out ? *array.laid_out : lay_out(array.layout, array.shape);
  CaseTensor tensor{name, array.dtype, laid_out.view, {}, {}};
  if (laid_out.view.is_c_contiguous() &&
      laid_out.storage_count == std::ssize(array.elements)) {
    tensor.storage = array.elements;
    return tensor;
  }
  // A few elements are enough, because they only have to differ.
  constexpr std::size_t kNoiseCount = 13;
  std::array<ElementBits, kNoiseCount> elements;
  for (ElementBits& bits : elements)
    bits = draw_element(ValueKind::kPlain, array.dtype, noise);
  tensor.storage.emplace();
  tensor.storage->reserve(static_cast<std::size_t>(laid_out.storage_count));
  for (std::int64_t i = 0; i < laid_out.storage_count; ++i)
    tensor.storage->push_back(
        elements[static_cast<std::size_t>(i) % kNoiseCount]);
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

// Returns a note if a wrong result equals what its out held before the call,
// which is the poison of program.h. Small dtypes may hold it by chance, so for
// them it returns "".
std::string unwritten_text(Op op, DType dtype, ElementBits bits) {
  if (spec_of(op).signature.returns_tensor() || spec_of(dtype).bits < 16)
    return {};
  const CaseTensor out{"out", dtype, View(Shape{1}), {}, {}};
  return storage_of(out)[0] == bits
             ? ", which out held before: the element was never written"
             : "";
}

}  // namespace

ElementBits unlike(DType dtype, ElementBits bits) {
  const bool is_float = is_real(dtype) || is_complex(dtype);
  if (is_float && is_nan_bits(format_of(dtype), bits.re)) return {};
  bits.re ^= 1;
  return bits;
}

bool is_same(DType dtype, ElementBits a, ElementBits b, Sameness open) {
  return same_component(dtype, a.re, b.re, open) &&
         same_component(dtype, a.im, b.im, open);
}

void RelationTrial::end(Verdict verdict, std::string message) {
  outcome_.verdict = verdict;
  outcome_.failure = Failure{.message = std::move(message)};
}

bool RelationTrial::broke_down() {
  const auto& breakdown = subject_.breakdown();
  if (breakdown) end(verdict_of(*breakdown), breakdown->message);
  return breakdown.has_value();
}

void RelationTrial::fail(std::string message) {
  if (!ended()) end(Verdict::kFail, std::move(message));
}

void RelationTrial::find_change(std::string message) {
  if (!ended()) end(Verdict::kChangedEnvironment, std::move(message));
}

void RelationTrial::decline(std::string kind, std::string message) {
  if (ended()) return;
  end(Verdict::kUnsupported, std::move(message));
  outcome_.unsupported_kind = std::move(kind);
}

bool RelationTrial::is_reached(const Call& call,
                               std::span<const TensorType> results) {
  const auto claim = subject_.backend().claim(cell_of(call));
  auto beyond = claim ? beyond_claim(*claim, call, results) : std::nullopt;
  if (!beyond) return true;
  if (!beyond_) beyond_ = std::move(beyond);
  return false;
}

// If the claim covers the call, `unsupported` is a failure.
void RelationTrial::refuse(Op op, const Status& status, const Call& call,
                           Backend& backend) {
  if (ended()) return;
  const bool claimed = is_claimed(backend, call);
  const bool is_declined = status.code == StatusCode::kUnsupported && !claimed;
  const bool is_out_of_memory = status.code == StatusCode::kOutOfMemory;
  end(is_declined        ? Verdict::kUnsupported
      : is_out_of_memory ? Verdict::kOutOfMemory
                         : Verdict::kFail,
      fmt::format("{}{} answered {}: {}", name_of(op),
                  status.code == StatusCode::kUnsupported && claimed
                      ? " is claimed, and"
                      : "",
                  name_of(status.code), status.message));
  if (status.code == StatusCode::kUnsupported)
    outcome_.unsupported_kind = status.kind;
}

std::optional<Array> RelationTrial::call(Op op,
                                         const std::vector<Array>& operands,
                                         const Attributes& attributes,
                                         DType requested) {
  SampleCall sample;
  sample.op = op;
  sample.requested = requested;
  sample.operands = operands;
  sample.attributes = attributes;
  auto results = call(sample);
  if (!results) return std::nullopt;
  return std::move(results->front());
}

std::optional<Arrays> RelationTrial::call(const SampleCall& sample) {
  if (ended()) return std::nullopt;
  Case made;
  made.seed = seed_ + calls_++;
  Step step;
  step.op = sample.op;
  step.attributes = sample.attributes;
  for (std::size_t i = 0; i < sample.operands.size(); ++i) {
    step.operands.push_back(fmt::format("operand_{}", i + 1));
    made.tensors.push_back(tensor_of(
        step.operands.back(), sample.operands[i],
        ValueStream(made.seed, static_cast<std::uint32_t>(1000 + i))));
  }
  const auto results = types_of_results(sample, profile_);
  if (!results) {
    end(Verdict::kHarnessError, results.status().message);
    return std::nullopt;
  }
  for (std::size_t i = 0; i < results->size(); ++i)
    step.outs.push_back(fmt::format("out_{}", i + 1));
  for (std::size_t i = 0; i < results->size(); ++i) {
    if (spec_of(sample.op).signature.returns_tensor()) break;
    const TensorType& type = (*results)[i];
    CaseTensor out{step.outs[i], type.dtype, View(type.shape), {}, {}};
    if (sample.kept) {
      Array kept = *sample.kept;
      kept.laid_out = sample.out;
      out = tensor_of(step.outs[i], kept, ValueStream(made.seed, 999));
    } else if (sample.out) {
      out.view = sample.out->view;
      out.storage.emplace(static_cast<std::size_t>(sample.out->storage_count));
    }
    made.tensors.push_back(std::move(out));
  }
  made.steps.push_back(step);
  Call asked{sample.op, {}, sample.attributes, {}};
  for (std::size_t i = 0; i < made.tensors.size(); ++i)
    (i < sample.operands.size() ? asked.operands : asked.outs)
        .push_back({made.tensors[i].dtype, made.tensors[i].view, nullptr});
  if (!is_reached(asked, *results)) return std::nullopt;
  Program program(subject_.backend());
  Status status = program.make_tensors(made);
  if (status.ok()) status = program.run(step);
  if (broke_down()) return std::nullopt;
  if (!status.ok()) {
    const bool has_operands =
        step.operands.empty() || program.find(step.operands.back()) != nullptr;
    refuse(sample.op, status, has_operands ? program.call_of(step) : Call{},
           subject_.backend());
    return std::nullopt;
  }
  outcome_.memory = program.memory();
  Arrays arrays;
  for (std::size_t i = 0; i < results->size(); ++i) {
    const TensorType& type = (*results)[i];
    const Tensor* out = program.find(step.outs[i]);
    auto elements = program.read(step.outs[i], false);
    if (out == nullptr || !elements || out->dtype != type.dtype ||
        out->view.shape() != type.shape) {
      end(Verdict::kWrongMetadata,
          fmt::format("the result of {} is not {} of shape {}",
                      name_of(sample.op), name_of(type.dtype),
                      shape_text(type.shape)));
      return std::nullopt;
    }
    arrays.push_back({type.dtype, type.shape, *std::move(elements)});
  }
  judge_factors(sample, arrays);
  if (ended()) return std::nullopt;
  return arrays;
}

std::optional<LiveCall> RelationTrial::place(const SampleCall& sample,
                                             OperandMemory memory,
                                             Backend* backend) {
  if (ended()) return std::nullopt;
  Backend& owner = backend == nullptr ? subject_.backend() : *backend;
  auto live = LiveCall::place(sample, owner, profile_, memory);
  if (live.ok() && !is_reached(live->call_with_out(), live->types()))
    return std::nullopt;
  if (live.ok()) return *std::move(live);
  if (broke_down()) return std::nullopt;
  if (live.status().code == StatusCode::kInvalid)
    end(Verdict::kHarnessError, live.status().message);
  else
    fail("from_host answered " + live.status().message);
  return std::nullopt;
}

std::optional<Tensors> RelationTrial::leave(const LiveCall& live) {
  if (ended()) return std::nullopt;
  auto results = live.run();
  if (broke_down()) return std::nullopt;
  if (results.ok()) return *std::move(results);
  refuse(live.call().op, results.status(), live.call(), live.backend());
  return std::nullopt;
}

std::optional<Arrays> RelationTrial::read(const LiveCall& live,
                                          const Tensors& results) {
  if (ended()) return std::nullopt;
  auto arrays = live.read(results);
  if (broke_down()) return std::nullopt;
  if (arrays.ok()) return *std::move(arrays);
  end(Verdict::kWrongMetadata, arrays.status().message);
  return std::nullopt;
}

std::optional<Arrays> RelationTrial::run(const LiveCall& live) {
  const auto results = leave(live);
  if (!results) return std::nullopt;
  auto arrays = read(live, *results);
  if (!arrays) return std::nullopt;
  judge_factors(live.sample(), *arrays);
  if (ended()) return std::nullopt;
  return arrays;
}

void RelationTrial::control(bool is_refused, const char* what) {
  controls_->add("relation", is_refused,
                 fmt::format("{}: {}", plan_.id(), what));
  controls_ = nullptr;
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
    if (is_same(got.dtype, a, b, sameness)) {
      if (wants_control())
        control(!is_same(got.dtype, a, unlike(got.dtype, b), sameness),
                "another element was taken for the same");
      continue;
    }
    end(Verdict::kFail,
        fmt::format("{}: element {} is {} and was {}{}", how, i,
                    text_of(got.dtype, b), text_of(got.dtype, a),
                    unwritten_text(plan_.op, got.dtype, b)));
    return;
  }
}

void RelationTrial::demand_within(long double error, long double bound,
                                  const std::string& what) {
  if (ended()) return;
  ++outcome_.compared;
  if (error <= bound) {
    if (wants_control()) {
      const long double too_large = 2 * bound + 1;
      control(!(too_large <= bound), "an error above the bound was accepted");
    }
    if (bound > 0)
      outcome_.tightness =
          std::max(outcome_.tightness, static_cast<double>(error / bound));
    return;
  }
  end(Verdict::kFail, fmt::format("{} is {}", what, excess_text(error, bound)));
}

void RelationTrial::note(double tightness, std::string measured, bool holds) {
  if (ended()) return;
  ++outcome_.compared;
  outcome_.tightness = tightness;
  outcome_.measured = measured;
  if (!holds) end(Verdict::kFail, std::move(measured));
}

CaseOutcome RelationTrial::finish() {
  if (!ended() && outcome_.compared == 0 && beyond_) {
    decline(beyond_->kind,
            "the claim does not reach the calls of the relation");
    outcome_.needs = beyond_->needs;
  }
  if (!ended() && outcome_.compared == 0)
    end(Verdict::kHarnessError, "the relation was held against nothing");
  return std::move(outcome_);
}

CaseOutcome run_relation(const PlannedCase& plan, std::uint64_t run_seed,
                         Subject& subject, const Profile& profile, int repeats,
                         ControlCount* controls) {
  subject.begin_case();
  RelationTrial trial(plan, case_seed(run_seed, plan.id()), subject, profile,
                      repeats, controls);
  const bool is_elementwise = family_of(plan.op).name == "elementwise";
  switch (plan.relation) {
    case Relation::kLayout:
      relate_layouts(trial);
      break;
    case Relation::kRepeat:
    case Relation::kSameTensor:
    case Relation::kNewContents:
    case Relation::kOtherDTypes:
    case Relation::kKept:
      relate_state(trial);
      break;
    case Relation::kContexts:
      relate_contexts(trial);
      break;
    case Relation::kThreads:
      relate_threads(trial);
      break;
    case Relation::kAccuracy:
      relate_accuracy(trial);
      break;
    case Relation::kContraction:
      relate_contraction(trial);
      break;
    case Relation::kPlan:
      relate_plan(trial);
      break;
    case Relation::kRoundTrip:
      relate_round_trip(trial);
      break;
    default:
      if (is_elementwise)
        relate_elementwise(trial);
      else
        relate_arrays(trial);
  }
  return trial.finish();
}

}  // namespace assay
