// Mutants that walk memory wrongly, of any op that computes into an out: tails,
// elements, layouts, ranks, stale outs, aliases, runs that differ.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "tests/mutants/computing_mutants.h"

namespace assay::mutants {

// Runs the reference, then puts back what stood in some elements of the out.
class ForgottenElements : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (!is_computing(call)) return Reference::execute(call);
    const Tensor& out = call.outs[0];
    const std::int64_t count = out.view.numel();
    std::map<std::int64_t, ElementBits> kept;
    for (std::int64_t i = 0; i < count; ++i)
      if (is_forgotten(call, i, count))
        kept[i] = load_element(storage_of(out), out.dtype, i);
    auto made = Reference::execute(call);
    for (const auto& [i, bits] : kept)
      store_element(storage_of(out), out.dtype, i, bits);
    return made;
  }

 protected:
  // Outs are C-contiguous from the start of their buffer.
  virtual bool is_forgotten(const Call& call, std::int64_t i,
                            std::int64_t count) = 0;
};

class ForgetsTheLastElement : public ForgottenElements {
  bool is_forgotten(const Call&, std::int64_t i, std::int64_t count) override {
    return count > 8 && i == count - 1;
  }
};
// A loop over vectors of eight, without what is left over.
class ForgetsTheTail : public ForgottenElements {
  bool is_forgotten(const Call&, std::int64_t i, std::int64_t count) override {
    return count > 8 && i >= count / 8 * 8;
  }
};
class ForgetsAnElement : public ForgottenElements {
  bool is_forgotten(const Call&, std::int64_t i, std::int64_t count) override {
    return count > 2 && i == count / 2;
  }
};
// The last row of what has rows.
class ForgetsTheLastRow : public ForgottenElements {
  bool is_forgotten(const Call& call, std::int64_t i,
                    std::int64_t count) override {
    const Shape& shape = call.outs[0].view.shape();
    return shape.size() > 1 && i >= count - count / shape[0];
  }
};
// Forgets rank 0, because it loops over axes.
class ForgetsRankZero : public ForgottenElements {
  bool is_forgotten(const Call& call, std::int64_t, std::int64_t) override {
    return call.operands[0].view.rank() == 0;
  }
};
// Takes a reduction over no axes for one that has nothing to do.
class ForgetsToCopyOverNoAxes : public ForgottenElements {
  bool is_forgotten(const Call& call, std::int64_t, std::int64_t) override {
    const auto* axes = call.attributes.find(AttributeKey::kAxes);
    return axes != nullptr && axes->empty();
  }
};

// Stores each result one place too early, except the last one.
class ShiftsByOne : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    for (std::int64_t i = 0; i + 1 < out.view.numel(); ++i)
      store_element(storage_of(out), out.dtype, i,
                    load_element(storage_of(out), out.dtype, i + 1));
  }
};

// Combines the result with what stood in the out.
class ReadsTheStaleOut : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (!is_computing(call)) return Reference::execute(call);
    const Tensor& out = call.outs[0];
    std::vector<ElementBits> stale;
    for (const Index& at : indices(out.view.shape()))
      stale.push_back(element_at(out, at));
    auto made = Reference::execute(call);
    std::size_t i = 0;
    replace_each(out, [&](const Index&, ElementBits bits) {
      const ElementBits old = stale[i++];
      return ElementBits{bits.re ^ old.re, bits.im ^ old.im};
    });
    return made;
  }
};

// Clears the out before it reads the operands.
class ClearsTheOutFirst : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (is_computing(call))
      replace_each(call.outs[0],
                   [](const Index&, ElementBits) { return ElementBits{}; });
    return Reference::execute(call);
  }
};

// Writes one element past the last one, also if there are no elements.
class WritesOnePastTheEnd : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (out.view.numel() < capacity_of(out))
      store_element(storage_of(out), out.dtype, out.view.numel(), {1, 1});
  }
};
// A vector of eight for every eight elements begun.
class WritesWholeVectors : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    const std::int64_t count = out.view.numel();
    const std::int64_t end = std::min((count + 7) / 8 * 8, capacity_of(out));
    for (std::int64_t i = count; i < end; ++i)
      store_element(storage_of(out), out.dtype, i, {1, 1});
  }
};

// Uses the last operand as its workspace.
class WorksInAnOperand : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor&) override {
    const Tensor& operand = call.operands.back();
    for (const Index& at : indices(operand.view.shape())) {
      const ElementBits bits = element_at(operand, at);
      put_at(operand, at, {bits.re ^ 1, bits.im});
      return;
    }
  }
};

// Changes each operand's view where it stays within its buffer.
class MisreadViews : public MisreadOperands {
 protected:
  virtual View misread_view(const View& view) = 0;

 private:
  void misread_call(Call& call) final {
    for (Tensor& operand : call.operands) {
      const View view = misread_view(operand.view);
      const auto [low, high] = view.bounds();
      if (low >= 0 && high < capacity_of(operand)) operand.view = view;
    }
  }
};
class TakesStridesForContiguous : public MisreadViews {
  View misread_view(const View& view) override {
    return View(view.shape(), row_major_strides(view.shape()), view.offset());
  }
};
class ForgetsTheOffset : public MisreadViews {
  View misread_view(const View& view) override {
    return View(view.shape(), view.strides(), 0);
  }
};
// A negative stride is taken for its magnitude, from the lowest address on.
class TakesStridesWithoutSign : public MisreadViews {
  View misread_view(const View& view) override {
    Strides strides = view.strides();
    for (std::int64_t& stride : strides) stride = std::abs(stride);
    const std::int64_t low = view.numel() > 0 ? view.bounds().first : 0;
    return View(view.shape(), strides, low);
  }
};
// The strides of the last two axes change places.
class SwapsStrides : public MisreadViews {
  View misread_view(const View& view) override {
    Strides strides = view.strides();
    if (strides.size() > 1) std::swap(strides.back(), strides.end()[-2]);
    return View(view.shape(), strides, view.offset());
  }
};
// Does not walk axes after the fourth.
class WalksFourAxes : public MisreadViews {
  View misread_view(const View& view) override {
    Strides strides = view.strides();
    for (std::size_t axis = 4; axis < strides.size(); ++axis) strides[axis] = 0;
    return View(view.shape(), strides, view.offset());
  }
};

// Takes stride 0 for 1, so that it walks through the buffer along a repeated
// axis.
class WalksRepeatedAxes : public MisreadOperands {
  void misread_call(Call& call) override {
    for (Tensor& operand : call.operands) {
      const Tensor x = operand;
      Strides strides = x.view.strides();
      std::replace(strides.begin(), strides.end(), std::int64_t{0},
                   std::int64_t{1});
      const View view(x.view.shape(), strides, x.view.offset());
      if (strides == x.view.strides()) continue;
      operand = copy_of(x);
      replace_each(operand, [&](const Index& at, ElementBits) {
        const std::int64_t place = view.linear_index(at);
        return load_element(storage_of(x), x.dtype, place % capacity_of(x));
      });
    }
  }
};
// Elements are read with the first axis fastest.
class ReadsColumnsFirst : public MisreadOperands {
  void misread_call(Call& call) override {
    for (Tensor& operand : call.operands) {
      const Tensor x = operand;
      const Shape& shape = x.view.shape();
      operand = copy_of(x);
      std::int64_t position = 0;
      replace_each(operand, [&](const Index& at, ElementBits) {
        std::int64_t rest = position++;
        Index from = at;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
          from[axis] = rest % shape[axis];
          rest /= shape[axis];
        }
        return element_at(x, from);
      });
    }
  }
};

// Answers an error where there is nothing to do.
class RefusesWhatIsEmpty : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (is_computing(call) && call.outs[0].view.numel() == 0)
      return Status::invalid("there is nothing to compute");
    return Reference::execute(call);
  }
};
class RefusesRankZero : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (is_computing(call) && call.operands[0].view.rank() == 0)
      return Status::invalid("there is no axis");
    return Reference::execute(call);
  }
};
class RefusesHighRanks : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (is_computing(call) && call.operands[0].view.rank() > 8)
      return Status::unsupported("rank", "at most eight axes");
    return Reference::execute(call);
  }
};

// Is one low bit off if an operand is strided, as by a kernel of its own.
class DiffersOnStrides : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    for (const Tensor& operand : call.operands)
      if (!operand.view.is_c_contiguous()) {
        replace_each(out, [](const Index&, ElementBits bits) {
          return ElementBits{bits.re ^ 1, bits.im};
        });
        return;
      }
  }
};
// Every second call is a low bit off.
class DiffersFromRunToRun : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (++calls_ % 2 == 1) return;
    replace_each(out, [](const Index&, ElementBits bits) {
      return ElementBits{bits.re ^ 1, bits.im};
    });
  }
  int calls_ = 0;
};

}  // namespace assay::mutants
