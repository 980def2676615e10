// Mutants of unfold, fold and matmul.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/mutants/indexing_mutants.h"

namespace assay::mutants::arrays {

// Says how a window finds the wrong place on one axis.
enum class Misplacement {
  kStepsByOne,     // takes stride for 1
  kStaysTogether,  // takes dilation for 1
  kSwapsPadding,
  kKeepsToTheEdge,  // takes the edge for elements in the padding
  kColumnMajor,     // counts the places in the kernel with the first fastest
  kNone,            // rounds at every term of a fold, and that is all
};

// Walks windows as unfold and fold do, but finds other places.
template <Misplacement fault>
class Misplaces : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const bool folds = name_of(call.op) == "fold";
    const Tensor& columns = folds ? call.operands[0] : made[0];
    const Tensor& image = folds ? made[0] : call.operands[0];
    const auto& kernel = call.attributes.integers(AttributeKey::kKernelSize);
    const Shape& whole = image.view.shape();
    const auto outer = whole.size() - kernel.size();
    const auto middle = whole.begin() + static_cast<std::ptrdiff_t>(outer);
    const Shape extents(middle, whole.end());
    const Shape counts = window_counts(extents, call.attributes);
    const FloatFormat& format = format_of(image.dtype);
    if (folds)
      replace_each(image,
                   [](const Index&, ElementBits) { return ElementBits{}; });
    else
      replace_each(columns,
                   [](const Index&, ElementBits) { return ElementBits{}; });
    for (const Index& lead : indices(Shape(whole.begin(), middle)))
      for (const Index& k : indices(kernel))
        for (const Index& l : indices(counts)) {
          Index column = lead;
          column.push_back(row_of(kernel, k));
          column.push_back(View(counts).linear_index(l));
          Index place = lead;
          bool is_inside = true;
          for (std::size_t i = 0; i < k.size(); ++i) {
            place.push_back(place_on(call.attributes, i, k[i], l[i]));
            std::int64_t& at = place.back();
            if (fault == Misplacement::kKeepsToTheEdge && extents[i] > 0)
              at = std::clamp<std::int64_t>(at, 0, extents[i] - 1);
            is_inside = is_inside && at >= 0 && at < extents[i];
          }
          if (!is_inside) continue;
          if (folds)
            put_at(image, place,
                   {encode_real(format, real_at(image, place) +
                                            real_at(columns, column)),
                    0});
          else
            put_at(columns, column, element_at(image, place));
        }
  }

  static std::int64_t row_of(const Shape& kernel, const Index& k) {
    if (fault != Misplacement::kColumnMajor)
      return View(kernel).linear_index(k);
    std::int64_t row = 0;
    for (std::size_t i = k.size(); i-- > 0;) row = row * kernel[i] + k[i];
    return row;
  }
  static std::int64_t place_on(const Attributes& attributes, std::size_t i,
                               std::int64_t k, std::int64_t l) {
    std::int64_t stride = attributes.integers(AttributeKey::kStride)[i];
    std::int64_t dilation = attributes.integers(AttributeKey::kDilation)[i];
    const auto padding = attributes.padding()[i];
    if (fault == Misplacement::kStepsByOne) stride = 1;
    if (fault == Misplacement::kStaysTogether) dilation = 1;
    return stride * l + dilation * k -
           (fault == Misplacement::kSwapsPadding ? padding.second
                                                 : padding.first);
  }
};

// Every leading place has the first one's windows.
class KnowsTheFirstImageAlone : public ChangedCall {
  void change(Call& call) override {
    const bool folds = name_of(call.op) == "fold";
    const View& x = call.operands[0].view;
    const std::size_t inner =
        folds ? 2 : call.attributes.integers(AttributeKey::kKernelSize).size();
    Strides strides = x.strides();
    std::fill(strides.begin(),
              strides.end() - static_cast<std::ptrdiff_t>(inner), 0);
    call.operands[0].view = View(x.shape(), strides, x.offset());
  }
};
class KnowsTwoSpatialAxes : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.attributes.integers(AttributeKey::kKernelSize).size() > 2)
      return Status::invalid("at most two spatial axes");
    return Reference::execute(call);
  }
};
// Counts a part of a window after the last whole one as a window.
class KeepsPartsOfWindows : public ChangedCall {
  void change(Call& call) override {
    auto padding = call.attributes.padding();
    const auto& stride = call.attributes.integers(AttributeKey::kStride);
    for (std::size_t i = 0; i < padding.size(); ++i)
      padding[i].second += stride[i] - 1;
    call.attributes.padding(padding);
  }
};
// Shows the operand where strides can express the windows of one axis.
class UnfoldReturnsAView : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const auto& kernel = call.attributes.integers(AttributeKey::kKernelSize);
    const auto padding = call.attributes.padding();
    if (kernel.size() != 1 || padding[0].first + padding[0].second > 0) return;
    const View& x = call.operands[0].view;
    Strides strides = x.strides();
    const std::int64_t step = strides.back();
    strides.back() =
        step * call.attributes.integers(AttributeKey::kDilation)[0];
    strides.push_back(step *
                      call.attributes.integers(AttributeKey::kStride)[0]);
    made[0] = {made[0].dtype, View(made[0].view.shape(), strides, x.offset()),
               call.operands[0].buffer};
  }
};
// Places that no window covers hold what memory held before.
class FoldLeavesGaps : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    replace_each(made[0], [](const Index&, ElementBits bits) {
      return bits == ElementBits{} ? ElementBits{1, 0} : bits;
    });
  }
};
// Leaves the last window out.
class FoldDropsTheLastWindow : public ChangedCall {
  void change(Call& call) override {
    Tensor& x = call.operands[0] = copy_of(call.operands[0]);
    replace_each(x, [&](const Index& at, ElementBits bits) {
      return at.back() + 1 == x.view.shape().back() ? ElementBits{} : bits;
    });
  }
};

// Cuts the significands of operands, as reduced-precision units do.
template <int significand>
class TakesFewerBits : public ChangedCall {
  void change(Call& call) override {
    for (Tensor& operand : call.operands) {
      const int cut = format_of(operand.dtype).precision - significand;
      const std::uint64_t mask = ~((std::uint64_t{1} << cut) - 1);
      operand = copy_of(operand);
      replace_each(operand, [&](const Index&, ElementBits bits) {
        return ElementBits{bits.re & mask, bits.im & mask};
      });
    }
  }
};
// Skips terms with a zero in them, as sparse kernels do.
class MatmulSkipsZeros : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits) {
      Index a_at = at;
      Index b_at = at;
      double sum = 0;
      for (std::int64_t k = 0; k < call.operands[0].view.shape().back(); ++k) {
        a_at[at.size() - 1] = k;
        b_at[at.size() - 2] = k;
        const double a = real_at(call.operands[0], a_at);
        const double b = real_at(call.operands[1], b_at);
        if (a != 0 && b != 0) sum += a * b;
      }
      return ElementBits{encode_real(format, sum), 0};
    });
  }
};
// Adds beta·out with beta = 0, so that a NaN in the out stays.
class MatmulMultipliesTheOutByZero : public Reference {
  Result<Tensors> execute(const Call& call) override {
    const Tensor& out = call.outs[0];
    std::vector<bool> was_nan;
    for (const Index& at : indices(out.view.shape()))
      was_nan.push_back(is_nan_element(out.dtype, element_at(out, at)));
    auto made = Reference::execute(call);
    std::size_t k = 0;
    replace_each(out, [&](const Index&, ElementBits bits) {
      return was_nan[k++] ? ElementBits{quiet_nan_bits(format_of(out.dtype)), 0}
                          : bits;
    });
    return made;
  }
};

}  // namespace assay::mutants::arrays
