// Mutants that carry plans out wrongly.
#pragma once

#include <cmath>
#include <utility>

#include "tests/mutants/mutant.h"

namespace assay::mutants {

// Changes a plan before the reference carries it out, or its results after.
class PlanMutant : public Reference {
 public:
  Result<Tensors> execute_plan(const Plan& plan) override {
    Plan changed = plan;
    change(changed);
    auto made = Reference::execute_plan(changed);
    if (made) spoil(plan, *made);
    return made;
  }

 protected:
  virtual void change(Plan&) {}
  virtual void spoil(const Plan&, Tensors&) {}
};

// Exchanges the operands of differences and quotients.
class SwapsIds : public PlanMutant {
  void change(Plan& plan) override {
    for (PlanStep& step : plan.steps)
      if (step.inputs.size() == 2) std::swap(step.inputs[0], step.inputs[1]);
  }
};

// Rounds a product that feeds a sum not at all.
class ContractsProducts : public PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    if (plan.dtype != DType::kFloat32) return;
    const auto inputs = static_cast<std::uint32_t>(plan.inputs.size());
    Plan every = plan;
    every.outputs.clear();
    for (std::uint32_t id = 0; id < inputs + plan.steps.size(); ++id)
      every.outputs.push_back(id);
    const Tensors values = *Reference::execute_plan(every);
    for (std::size_t k = 0; k < plan.outputs.size(); ++k) {
      if (plan.outputs[k] < inputs) continue;
      const PlanStep& sum = plan.steps[plan.outputs[k] - inputs];
      if (sum.op != "add"_op || sum.inputs[0] < inputs) continue;
      const PlanStep& product = plan.steps[sum.inputs[0] - inputs];
      if (product.op != "mul"_op) continue;
      const auto value = [&](std::uint32_t id, const Index& at) {
        return static_cast<float>(real_at(values[id], at));
      };
      replace_each(made[k], [&](const Index& at, ElementBits) {
        const float fused =
            std::fma(value(product.inputs[0], at), value(product.inputs[1], at),
                     value(sum.inputs[1], at));
        return ElementBits{encode_real(format_of(plan.dtype), fused), 0};
      });
    }
  }
};

// Forgets the last step of plans of at least this many steps, and answers with
// the result of the step before.
template <std::size_t least>
class ForgetsTheLastStep : public PlanMutant {
  void change(Plan& plan) override {
    if (plan.steps.size() < least) return;
    const auto last =
        static_cast<std::uint32_t>(plan.inputs.size() + plan.steps.size() - 1);
    for (std::uint32_t& id : plan.outputs)
      if (id == last) --id;
  }
};

// Drops steps that feed no output, and does not number the others anew.
class RenumbersDeadSteps : public PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    const auto inputs = static_cast<std::uint32_t>(plan.inputs.size());
    std::vector<bool> used(inputs + plan.steps.size(), false);
    for (const std::uint32_t id : plan.outputs) used[id] = true;
    for (std::size_t i = plan.steps.size(); i-- > 0;)
      if (used[inputs + i])
        for (const std::uint32_t id : plan.steps[i].inputs) used[id] = true;
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
      if (!used[inputs + i])
        for (std::size_t k = 0; k < plan.outputs.size(); ++k)
          if (plan.outputs[k] > inputs + i) {
            Plan earlier = plan;
            earlier.outputs = {plan.outputs[k] - 1};
            made[k] = (*Reference::execute_plan(earlier))[0];
          }
  }
};

// Takes the first output for all.
class RepeatsTheFirstOutput : public PlanMutant {
  void change(Plan& plan) override {
    for (std::uint32_t& id : plan.outputs) id = plan.outputs[0];
  }
};

// Computes 1/1024 more than it should, relative to each real result.
class RoundsRoughly : public PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    for (const Tensor& tensor : made)
      replace_each(tensor, [&](const Index&, ElementBits bits) {
        const double value = decode_real(format_of(plan.dtype), bits.re);
        return ElementBits{
            encode_real(format_of(plan.dtype), value * (1 + 0x1p-10)), bits.im};
      });
  }
};

// Takes another way if one result is asked for.
class DependsOnTheOutputs : public PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    if (plan.outputs.size() != 1 || made[0].view.numel() == 0) return;
    const Index first(made[0].view.rank(), 0);
    ElementBits bits = element_at(made[0], first);
    bits.re ^= 1;
    put_at(made[0], first, bits);
  }
};

// Gives +0 for -0 and 0 for NaN.
class LosesSpecialValues : public PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    for (const Tensor& tensor : made)
      replace_each(tensor, [&](const Index&, ElementBits bits) {
        const double value = decode_real(format_of(plan.dtype), bits.re);
        return std::isnan(value) || value == 0 ? ElementBits{0, bits.im} : bits;
      });
  }
};

// Fills the shape of the plan with the first element of an input that has a
// view.
class FillsWithTheFirstElement : public PlanMutant {
  void change(Plan& plan) override {
    for (std::size_t i = 0; i < plan.views.size(); ++i) {
      View& view = plan.inputs[i].view;
      if (plan.views[i] && view.rank() > 0)
        view = View(view.shape(), Strides(view.rank(), 0), view.offset());
    }
  }
};

// Leaves the elements after the last block of 16 unwritten.
class DropsTheTailOfPlans : public PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    const std::int64_t count = element_count(plan.shape);
    for (const Tensor& tensor : made)
      for (std::int64_t i = count / 16 * 16; i < count; ++i)
        store_element(storage_of(tensor), tensor.dtype, i, {});
  }
};

// Uses the first input as scratch memory.
class PlansModifyInputs : public PlanMutant {
  void spoil(const Plan& plan, Tensors&) override {
    if (plan.inputs[0].view.numel() == 0 ||
        !host_buffer_of(plan.inputs[0])->writable())
      return;
    const Index first(plan.inputs[0].view.rank(), 0);
    ElementBits bits = element_at(plan.inputs[0], first);
    bits.re ^= 1;
    put_at(plan.inputs[0], first, bits);
  }
};

// Declines after it has written into an input.
class DeclinesAndWrites : public PlansModifyInputs {
 public:
  Result<Tensors> execute_plan(const Plan& plan) override {
    static_cast<void>(PlansModifyInputs::execute_plan(plan));
    return Status::unsupported("plan", "the plan is too large");
  }
};

// Gives another result each time.
class VariesPlans : public PlanMutant {
  void spoil(const Plan&, Tensors& made) override {
    if (made.empty() || made[0].view.numel() == 0 || ++calls_ % 2 == 1) return;
    const Index first(made[0].view.rank(), 0);
    ElementBits bits = element_at(made[0], first);
    bits.re ^= 1;
    put_at(made[0], first, bits);
  }

 private:
  int calls_ = 0;
};

}  // namespace assay::mutants
