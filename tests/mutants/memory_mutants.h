// Mutants that mistreat memory, layouts, types and the interface itself.
#pragma once

#include <algorithm>
#include <map>

#include "spec/op_table.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

// A vector loop without its tail.
class DropsLastElement : public Mutant {
 public:
  Result<Tensors> execute(const Call& call) override {
    const Tensor& out = call.outs[0];
    const std::int64_t last = out.view.numel() - 1;
    if (last < 8) return Reference::execute(call);
    const ElementBits kept = load_element(storage_of(out), out.dtype, last);
    auto made = Reference::execute(call);
    store_element(storage_of(out), out.dtype, last, kept);
    return made;
  }

 private:
  void spoil(const Call&, Tensors&) override {}
};

class WritesPastTheEnd : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (out.view.numel() < capacity_of(out))
      store_element(storage_of(out), out.dtype, out.view.numel(), {1, 0});
  }
};

// Writes packed elements two at a time.
class WritesWholeBytesOfNibbles : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (out.view.numel() % 2 == 1)
      store_element(storage_of(out), out.dtype, out.view.numel(), {0, 0});
  }
};

// Works in place, then copies the result out.
class ModifiesItsOperand : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    for (const Index& at : indices(call.outs[0].view.shape()))
      put_at(call.operands[0], at, element_at(call.outs[0], at));
  }
};

class IgnoresStrides : public Mutant {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    for (Tensor& operand : changed.operands)
      if (operand.view.numel() <= capacity_of(operand))
        operand.view = View(operand.view.shape());
    return Reference::execute(changed);
  }

 private:
  void spoil(const Call&, Tensors&) override {}
};

class IgnoresTheOffset : public Mutant {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    for (Tensor& operand : changed.operands)
      operand.view = View(operand.view.shape(), operand.view.strides(), 0);
    return Reference::execute(changed);
  }

 private:
  void spoil(const Call&, Tensors&) override {}
};

// Is one unit off if operands are strided, as by a kernel of its own.
class DependsOnTheLayout : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    if (call.operands[0].view.is_c_contiguous()) return;
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re ^ 1, bits.im};
    });
  }
};

class CopiesInsteadOfViewing : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (spec_of(call.op).signature.delivery != Delivery::kView) return;
    made[0].buffer =
        std::make_shared<HostBuffer>(host_buffer_of(made[0])->bytes());
  }
};

class ViewsInsteadOfCopying : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op == "copy"_op) made = call.operands;
  }
};

// Hands out its workspace, which the next call of the same size overwrites.
class ReturnsItsWorkspace : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op == "assign"_op) return;
    for (std::size_t i = 0; i < made.size(); ++i) {
      const auto bytes = host_buffer_of(made[i])->bytes();
      auto& kept = workspaces_[{i, bytes.size()}];
      if (kept == nullptr) kept = std::make_shared<HostBuffer>(bytes);
      std::copy(bytes.begin(), bytes.end(), kept->storage());
      made[i].buffer = kept;
    }
  }
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<HostBuffer>>
      workspaces_;
};

// Writes its result over the second operand, then hands that out.
class ReturnsTheRightSides : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "triangular_solve"_op) return;
    const Tensor& b = call.operands[1];
    replace_each(b, [&](const Index& at, ElementBits) {
      return element_at(made[0], at);
    });
    made[0] = b;
  }
};

class QuietsNanInCopies : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "copy"_op) return;
    const FloatFormat& format = format_of(made[0].dtype);
    replace_each(made[0], [&](const Index&, ElementBits bits) {
      if (is_nan_bits(format, bits.re))
        bits.re |= quiet_nan_bits(format) & ~overflow_bits(format);
      return bits;
    });
  }
};

class WrongDtypeReturned : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    made[0].dtype = DType::kInt32;
  }
};

class PadsWithZero : public Mutant {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    if (call.op == "pad"_op) changed.attributes.value({});
    return Reference::execute(changed);
  }

 private:
  void spoil(const Call&, Tensors&) override {}
};

class ContiguousReturnsItsOperand : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op == "contiguous"_op) made = call.operands;
  }
};

class ContiguousAlwaysCopies : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op == "contiguous"_op)
      made[0].buffer =
          std::make_shared<HostBuffer>(host_buffer_of(made[0])->bytes());
  }
};

// Writes the run of memory that a strided destination spans.
class AssignClobbersNeighbours : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "assign"_op) return;
    const Tensor& out = call.outs[0];
    const auto [low, high] = out.view.bounds();
    std::vector<bool> shown(static_cast<std::size_t>(high + 1), false);
    for (const Index& at : indices(out.view.shape()))
      shown[static_cast<std::size_t>(out.view.linear_index(at))] = true;
    for (std::int64_t i = low; i <= high; ++i)
      if (!shown[static_cast<std::size_t>(i)])
        store_element(storage_of(out), out.dtype, i, {});
  }
};

// Every second sum is one unit off: within the bound, but not the same.
class NondeterministicSum : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    if (++calls_ % 2 == 1) return;
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re ^ 1, bits.im};
    });
  }
  int calls_ = 0;
};

class ClaimsButAnswersUnsupported : public Reference {
  Result<Tensors> execute(const Call&) override {
    return Status::unsupported("dtype", "there is no kernel");
  }
};

class EmptyMaxIsZero : public Reference {
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (made.status().code == StatusCode::kInvalid) return Tensors{};
    return made;
  }
};

}  // namespace assay::mutants
