// Mutants of threefry, gather, scatter, unfold, fold and matmul, and of sums
// that lose a term.
#pragma once

#include <algorithm>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

// Takes the counter's words in the other order.
class ThreefrySwapsWords : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "threefry"_op) return;
    Tensor& counter = call.operands[1];
    std::vector<bool> axes(counter.view.rank(), false);
    axes.back() = true;
    counter.view = *counter.view.flip(axes);
  }
};

// Every pair takes the first counter.
class ThreefryReadsOneCounter : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "threefry"_op) return;
    Tensor& counter = call.operands[1];
    Strides strides(counter.view.rank(), 0);
    strides.back() = counter.view.strides().back();
    counter.view = View(counter.view.shape(), strides, counter.view.offset());
  }
};

// Reads the element before the one meant, where there is one.
class GatherOffByOne : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "gather"_op) return;
    Tensor& places = call.operands[1] = copy_of(call.operands[1]);
    replace_each(places, [](const Index&, ElementBits bits) {
      return ElementBits{bits.re == 0 ? 0 : bits.re - 1, 0};
    });
  }
};

// Keeps the first of several updates to one place, because it walks updates and
// indices backwards.
class ScatterTakesTheFirst : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "scatter"_op || call.attributes.mode() != ScatterMode::kSet)
      return;
    // Along the axis alone: the other coordinates of indices and updates say
    // where they go.
    std::vector<bool> along(call.operands[1].view.rank(), false);
    along[static_cast<std::size_t>(call.attributes.axis())] = true;
    for (std::size_t operand = 1; operand < 3; ++operand)
      call.operands[operand].view = *call.operands[operand].view.flip(along);
  }
};

// Accumulates onto zeros.
class ScatterForgetsTheTemplate : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "scatter"_op) return;
    Tensor& into = call.operands[0] = copy_of(call.operands[0]);
    replace_each(into, [](const Index&, ElementBits) { return ElementBits{}; });
  }
};

// Makes add do what set does.
class ScatterSetsInsteadOfAdding : public ChangedCall {
  void change(Call& call) override {
    if (call.op == "scatter"_op) call.attributes.mode(ScatterMode::kSet);
  }
};

// Changes the template and returns it.
class ScattersInPlace : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok() || call.op != "scatter"_op) return made;
    const Tensor& into = call.operands[0];
    replace_each(into, [&](const Index& at, ElementBits) {
      return element_at((*made)[0], at);
    });
    return Tensors{into};
  }
};

// Swaps what stands before and after an axis.
class SwapsPadding : public ChangedCall {
  void change(Call& call) override {
    const auto* padding = call.attributes.find(AttributeKey::kPadding);
    if (padding == nullptr || call.op == "pad"_op) return;
    auto pairs = call.attributes.padding();
    for (auto& [before, after] : pairs) std::swap(before, after);
    call.attributes.padding(pairs);
  }
};

// Repeats the edge instead of reading zeros: the first element of a window
// that starts in the padding is that of x.
class UnfoldPadsWithTheEdge : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "unfold"_op || call.operands[0].view.numel() == 0) return;
    const ElementBits edge =
        element_at(call.operands[0], Index(call.operands[0].view.rank(), 0));
    replace_each(made[0], [&](const Index&, ElementBits bits) {
      return bits == ElementBits{} ? edge : bits;
    });
  }
};

// Numbers the elements of a window with the first axis fastest.
class UnfoldOrdersColumnMajor : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "unfold"_op) return;
    const auto& kernel = call.attributes.integers(AttributeKey::kKernelSize);
    if (kernel.size() != 2) return;
    const Tensor& y = made[0];
    std::vector<ElementBits> old;
    for (const Index& at : indices(y.view.shape()))
      old.push_back(element_at(y, at));
    const View place(y.view.shape());
    replace_each(y, [&](const Index& at, ElementBits) {
      Index from = at;
      std::int64_t& row = from[from.size() - 2];
      row = row % kernel[0] * kernel[1] + row / kernel[0];
      return old[static_cast<std::size_t>(place.linear_index(from))];
    });
  }
};

// Keeps the last of the elements that meet at a place.
class FoldOverwrites : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok() || call.op != "fold"_op) return made;
    const auto& stride = call.attributes.integers(AttributeKey::kStride);
    const auto& dilation = call.attributes.integers(AttributeKey::kDilation);
    const auto& kernel = call.attributes.integers(AttributeKey::kKernelSize);
    const auto padding = call.attributes.padding();
    const Tensor& x = call.operands[0];
    const Tensor& y = (*made)[0];
    const auto& extents = call.attributes.integers(AttributeKey::kOutputSize);
    const Shape counts = window_counts(extents, call.attributes);
    const Shape leading(x.view.shape().begin(), x.view.shape().end() - 2);
    for (const Index& lead : indices(leading))
      for (const Index& k : indices(kernel))
        for (const Index& l : indices(counts)) {
          Index from = lead;
          from.push_back(View(kernel).linear_index(k));
          from.push_back(View(counts).linear_index(l));
          Index to = lead;
          bool is_inside = true;
          for (std::size_t i = 0; i < k.size(); ++i) {
            to.push_back(stride[i] * l[i] + dilation[i] * k[i] -
                         padding[i].first);
            is_inside = is_inside && to.back() >= 0 && to.back() < extents[i];
          }
          if (is_inside) put_at(y, to, element_at(x, from));
        }
    return made;
  }
};

// Leaves the last term of sums of ten or more out.
class MatmulDropsTheTail : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "matmul"_op || call.operands[0].view.shape().back() < 10)
      return;
    for (std::size_t operand = 0; operand < 2; ++operand) {
      Tensor& tensor = call.operands[operand];
      const std::size_t axis = tensor.view.rank() - 1 - operand;
      std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
      for (std::int64_t extent : tensor.view.shape())
        ranges.emplace_back(0, extent);
      if (tensor.view.numel() == 0) return;
      --ranges[axis].second;
      tensor.view = *tensor.view.shrink(ranges);
    }
  }
};

// Every matrix of a batch is multiplied by the first of b.
class MatmulIgnoresTheBatch : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "matmul"_op || call.operands[1].view.rank() < 3) return;
    const View& b = call.operands[1].view;
    Strides strides = b.strides();
    std::fill(strides.begin(), strides.end() - 2, 0);
    call.operands[1].view = View(b.shape(), strides, b.offset());
  }
};

// Reads b transposed where its matrices are square.
class MatmulTransposesB : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "matmul"_op) return;
    const View& b = call.operands[1].view;
    const std::size_t rank = b.rank();
    if (b.shape()[rank - 1] != b.shape()[rank - 2]) return;
    Strides strides = b.strides();
    std::swap(strides[rank - 1], strides[rank - 2]);
    call.operands[1].view = View(b.shape(), strides, b.offset());
  }
};

// Reads the row after the one meant, round and round.
class MatmulReadsTheNextRow : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "matmul"_op) return;
    const Tensor a = call.operands[0];
    if (a.view.numel() == 0) return;
    Tensor& copy = call.operands[0] = copy_of(a);
    replace_each(copy, [&](const Index& at, ElementBits) {
      Index from = at;
      std::int64_t& row = from[from.size() - 2];
      row = (row + 1) % a.view.shape()[from.size() - 2];
      return element_at(a, from);
    });
  }
};

// Takes the conjugate of a.
class MatmulConjugates : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "matmul"_op) return;
    Tensor& a = call.operands[0] = copy_of(call.operands[0]);
    const FloatFormat& format = format_of(a.dtype);
    replace_each(a, [&](const Index&, ElementBits bits) {
      return ElementBits{bits.re, bits.im ^ sign_bit(format)};
    });
  }
};

// Accumulates in the dtype, rounding at every step.
class MatmulRoundsEachStep : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "matmul"_op) return;
    const FloatFormat& format = format_of(call.outs[0].dtype);
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      Index a_at = at;
      Index b_at = at;
      double sum = 0;
      for (std::int64_t k = 0; k < call.operands[0].view.shape().back(); ++k) {
        a_at[at.size() - 1] = k;
        b_at[at.size() - 2] = k;
        const double product =
            real_at(call.operands[0], a_at) * real_at(call.operands[1], b_at);
        sum = decode_real(format, encode_real(format, sum + product));
      }
      return ElementBits{encode_real(format, sum)};
    });
  }
};

// Makes every element of the result NaN if an operand has a NaN anywhere.
class MatmulLeaksNan : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.outs[0].dtype;
    if (call.op != "matmul"_op || !is_real(dtype)) return;
    bool has_nan = false;
    for (const Tensor& operand : call.operands)
      for (const Index& at : indices(operand.view.shape()))
        has_nan = has_nan || is_nan_element(dtype, element_at(operand, at));
    if (!has_nan) return;
    replace_each(call.outs[0], [&](const Index&, ElementBits) {
      return ElementBits{quiet_nan_bits(format_of(dtype)), 0};
    });
  }
};

// Leaves zeros where there is nothing to sum: that is, writes nothing.
class MatmulSkipsEmptySums : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (call.op == "matmul"_op && call.operands[0].view.shape().back() == 0)
      return Tensors{};
    return Reference::execute(call);
  }
};

// Leaves the last element of a long axis out.
class SumsDropTheTail : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "reduce_sum"_op || call.attributes.axes().empty()) return;
    const auto axis = static_cast<std::size_t>(call.attributes.axes()[0]);
    Tensor& x = call.operands[0];
    if (x.view.shape()[axis] < 10) return;
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (std::int64_t extent : x.view.shape()) ranges.emplace_back(0, extent);
    --ranges[axis].second;
    x.view = *x.view.shrink(ranges);
  }
};

}  // namespace assay::mutants
