// Computes plans once for each way to contract their products.
// Tested by tests/harness/run/plan_answers_test.cc.
#include "harness/run/plan_answers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "spec/op_lookup.h"

namespace assay {
namespace {

// With more ways than this, the results of a plan are left open.
constexpr std::size_t kMostWays = 256;

// Says which operand of a sum is a product that is not rounded; nothing where
// both are.
using Way = std::vector<std::optional<std::size_t>>;

const Step* step_of_plan(const Case& test_case, const std::string& name) {
  for (const Step& step : test_case.steps)
    if (step.does == StepKind::kPlan &&
        std::find(step.outs.begin(), step.outs.end(), name) != step.outs.end())
      return &step;
  return nullptr;
}

bool is_sum(const PlanStep& step) {
  return name_of(step.op) == "add" || name_of(step.op) == "sub";
}

// Returns every way to contract the products of a plan, the plain one first;
// none if there are too many.
std::vector<Way> ways_of(const PlanSteps& plan, std::size_t inputs) {
  std::vector<Way> ways = {Way(plan.steps.size())};
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (!is_sum(plan.steps[i])) continue;
    const std::size_t known = ways.size();
    for (std::size_t operand = 0; operand < 2; ++operand) {
      const std::uint32_t id = plan.steps[i].inputs[operand];
      if (id < inputs || name_of(plan.steps[id - inputs].op) != "mul") continue;
      for (std::size_t k = 0; k < known; ++k) {
        ways.push_back(ways[k]);
        ways.back()[i] = operand;
      }
      if (ways.size() > kMostWays) return {};
    }
  }
  return ways;
}

// Returns x·y + z, rounded once.
std::uint64_t fused(DType dtype, std::uint64_t x, std::uint64_t y,
                    std::uint64_t z, bool negates_product, bool negates_sum) {
  const auto compute = [&]<typename T, typename Bits>(T, Bits) {
    const auto value = [](std::uint64_t bits) {
      return std::bit_cast<T>(static_cast<Bits>(bits));
    };
    const T product = negates_product ? -value(x) : value(x);
    const T sum = negates_sum ? -value(z) : value(z);
    return std::uint64_t{std::bit_cast<Bits>(std::fma(product, value(y), sum))};
  };
  return dtype == DType::kFloat32 ? compute(float{}, std::uint32_t{})
                                  : compute(double{}, std::uint64_t{});
}

// Computes a plan in one way, and returns the elements of one id.
class PlanWalk {
 public:
  PlanWalk(const PlanSteps& plan, Oracle& oracle)
      : plan_(plan), oracle_(oracle) {}

  Status add_input(const Program& program, const std::string& name) {
    const Tensor* tensor = program.find(name);
    if (tensor == nullptr) return Status::invalid("there is no tensor " + name);
    auto view = shown_input(plan_, known_.size(), tensor->view);
    if (!view) return view.status();
    known_.push_back({tensor->dtype, *std::move(view), tensor->buffer});
    return {};
  }

  Status run(const Way& way) {
    const std::size_t inputs = known_.size();
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      auto out = oracle_.buffer(plan_.dtype, plan_.shape);
      if (!out) return out.status();
      const PlanStep& step = plan_.steps[i];
      if (way[i]) {
        Status status = contract(step, *way[i], inputs, *out);
        if (!status.ok()) return status;
      } else {
        Call call{step.op, {}, {}, {*out}};
        for (const std::uint32_t id : step.inputs)
          call.operands.push_back(known_[id]);
        if (auto done = oracle_.execute(call); !done) return done.status();
      }
      known_.push_back(*std::move(out));
    }
    return {};
  }

  Result<std::vector<ElementBits>> elements(std::uint32_t id) const {
    const auto storage = oracle_.to_host(known_[id]);
    if (!storage) return storage.status();
    return elements_of(known_[id], *storage);
  }

 private:
  // Replaces `out` by the sum whose operand is a product of full precision.
  Status contract(const PlanStep& sum, std::size_t operand, std::size_t inputs,
                  Tensor& out) {
    const PlanStep& product = plan_.steps[sum.inputs[operand] - inputs];
    const auto x = elements(product.inputs[0]);
    const auto y = elements(product.inputs[1]);
    const auto z = elements(sum.inputs[1 - operand]);
    for (const auto* values : {&x, &y, &z})
      if (!*values) return values->status();
    const bool is_difference = name_of(sum.op) == "sub";
    std::vector<ElementBits> made(x->size());
    for (std::size_t k = 0; k < made.size(); ++k)
      made[k].re =
          fused(plan_.dtype, (*x)[k].re, (*y)[k].re, (*z)[k].re,
                is_difference && operand == 1, is_difference && operand == 0);
    const auto count = static_cast<std::int64_t>(made.size());
    Bytes bytes(static_cast<std::size_t>(storage_bytes(plan_.dtype, count)));
    store_elements(bytes.data(), plan_.dtype, made);
    auto copy = oracle_.from_host(plan_.dtype, count, bytes);
    if (!copy) return copy.status();
    out.buffer = copy->buffer;
    return {};
  }

  const PlanSteps& plan_;
  Oracle& oracle_;
  std::vector<Tensor> known_;
};

// Adds the elements of other ways to what is permitted.
void permit_elements(const std::vector<ElementBits>& elements,
                     Permitted& permitted) {
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (elements[k] == permitted.values[k]) continue;
    const auto position = static_cast<std::int64_t>(k);
    auto place = std::lower_bound(
        permitted.alternatives.begin(), permitted.alternatives.end(), position,
        [](const Alternatives& entry, std::int64_t wanted) {
          return entry.position < wanted;
        });
    if (place == permitted.alternatives.end() || place->position != position)
      place = permitted.alternatives.insert(place, {position, {}});
    if (std::find(place->elements.begin(), place->elements.end(),
                  elements[k]) == place->elements.end())
      place->elements.push_back(elements[k]);
  }
}

}  // namespace

bool is_made_by_plan(const Case& test_case, const std::string& name) {
  return step_of_plan(test_case, name) != nullptr;
}

Result<Permitted> permitted_of_plan(const Case& test_case,
                                    const Program& program,
                                    const std::string& name,
                                    std::vector<ElementBits> values,
                                    Oracle& oracle, const Profile& profile) {
  Permitted permitted{.values = std::move(values),
                      .accuracy = Accuracy::kExact};
  const Step& step = *step_of_plan(test_case, name);
  const PlanSteps& plan = *step.plan;
  if (!profile.is("fusion.contract=allowed"_policy) || is_integer(plan.dtype))
    return permitted;
  const auto out = std::find(step.outs.begin(), step.outs.end(), name);
  const std::uint32_t id =
      plan.outputs[static_cast<std::size_t>(out - step.outs.begin())];
  const std::vector<Way> ways = ways_of(plan, step.operands.size());
  if (ways.empty()) {
    permitted.accept.assign(
        permitted.values.size() * (is_complex(plan.dtype) ? 2 : 1),
        {.any = true});
    return permitted;
  }
  for (const Way& way : ways) {
    PlanWalk walk(plan, oracle);
    for (const std::string& input : step.operands)
      if (Status status = walk.add_input(program, input); !status.ok())
        return status;
    if (Status status = walk.run(way); !status.ok()) return status;
    const auto elements = walk.elements(id);
    if (!elements) return elements.status();
    permit_elements(*elements, permitted);
  }
  return permitted;
}

}  // namespace assay
