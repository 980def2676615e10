// Draws sample calls of the families that move elements, and of those that work
// on windows and matrices. Tested by
// tests/harness/relation/relation_sample_test.cc.
#include <algorithm>
#include <functional>
#include <numeric>

#include "harness/families/matrix_rows.h"
#include "harness/families/op_rows.h"
#include "harness/operands/value_kind.h"
#include "harness/relation/relation_sample.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Holds what the attributes of a movement are drawn from, and what is drawn.
struct MovementDraw {
  const Shape& shape;  // of the sample
  std::size_t axis;    // of `shape`, the long one
  std::size_t first;   // 1 if axis 0 is a batch, whose entries stay, or else 0
  std::function<std::int64_t(std::int64_t)> choose;  // a number below another
  Shape operand;                                     // at first `shape`
  Attributes attributes;
};

void draw_expand(MovementDraw& draw) {
  draw.attributes.shape(draw.shape);
  draw.operand[draw.axis] = 1;
}

void draw_reshape(MovementDraw& draw) {
  const std::int64_t count = element_count(draw.shape);
  if (draw.first == 1 || draw.choose(2) == 0)
    draw.attributes.shape({draw.shape[0], count / draw.shape[0]});
  else
    draw.attributes.shape({count});
}

void draw_permute(MovementDraw& draw) {
  Attributes::Integers order(draw.shape.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size() - 1; i > draw.first; --i) {
    const auto choices = static_cast<std::int64_t>(i - draw.first) + 1;
    std::swap(
        order[i],
        order[draw.first + static_cast<std::size_t>(draw.choose(choices))]);
  }
  draw.attributes.permutation(order);
}

void draw_shrink(MovementDraw& draw) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (std::size_t axis = 0; axis < draw.shape.size(); ++axis) {
    const std::int64_t extent = draw.shape[axis];
    const std::int64_t start = draw.choose(std::min<std::int64_t>(extent, 5));
    const std::int64_t less =
        draw.choose(std::min<std::int64_t>(extent - start, 5));
    if (axis < draw.first)
      ranges.emplace_back(0, extent);
    else
      ranges.emplace_back(start, extent - less);
  }
  draw.attributes.ranges(ranges);
}

void draw_flip(MovementDraw& draw) {
  std::vector<bool> flips;
  for (std::size_t axis = 0; axis < draw.shape.size(); ++axis)
    flips.push_back(axis >= draw.first &&
                    (axis == draw.axis || draw.choose(2) == 0));
  draw.attributes.flips(flips);
}

}  // namespace

void SampleMaker::movement(SampleCall& call) {
  // Either draws the attributes of a call on one operand with any elements, or
  // makes the whole call.
  struct MovementRow {
    Op op;
    void (*draw)(MovementDraw& draw);
    Maker make = nullptr;
  };
  static constexpr MovementRow kMovements[] = {
      {"expand"_op, draw_expand},
      {"reshape"_op, draw_reshape},
      {"permute"_op, draw_permute},
      {"shrink"_op, draw_shrink},
      {"flip"_op, draw_flip},
      {"pad"_op, nullptr, &SampleMaker::pad},
      {"cat"_op, nullptr, &SampleMaker::cat},
  };
  static_assert(is_complete("movement", kMovements));
  const MovementRow& row = row_for(cell_.op, kMovements);
  if (row.draw == nullptr) return (this->*row.make)(call);
  MovementDraw draw{
      .shape = shape_,
      .axis = axis_,
      .first = wish_.batched ? std::size_t{1} : 0,
      .choose = [this](std::int64_t count) { return choose(count); },
      .operand = shape_,
      .attributes = {}};
  row.draw(draw);
  call.attributes = draw.attributes;
  call.operands = {any_bits(draw.operand)};
}

void SampleMaker::pad(SampleCall& call) {
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
    const std::int64_t before = choose(4);
    const std::int64_t after = choose(4);
    if (wish_.batched && axis == 0)
      padding.emplace_back(0, 0);
    else
      padding.emplace_back(before, after);
  }
  call.operands = {any_bits(shape_)};
  call.attributes.padding(padding).value(element_of(cell_.dtype, 1));
}

void SampleMaker::cat(SampleCall& call) {
  call.attributes.axis(static_cast<std::int64_t>(axis_));
  const std::int64_t members = 2 + choose(4);
  for (std::int64_t i = 0; i < members; ++i) {
    Shape shape = shape_;
    const std::int64_t length = shape[axis_];
    const std::int64_t drawn_length = 1 + choose(length);
    if (i > 0 && !wish_.equal_operands) shape[axis_] = drawn_length;
    call.operands.push_back(any_bits(shape));
  }
}

void SampleMaker::threefry(SampleCall& call) {
  shape_.push_back(2);
  call.operands = {any_bits(shape_), any_bits(shape_)};
}

Array SampleMaker::indices_below(std::int64_t extent, const Shape& shape) {
  return drawn(DType::kInt32, shape, [extent](ValueStream& stream) {
    return element_of(DType::kInt32, static_cast<std::int64_t>(stream.below(
                                         static_cast<std::uint64_t>(extent))));
  });
}

// Returns indices of which none occurs twice along the axis. The extent of the
// axis is at most `extent`, and each line is a run of consecutive indices,
// modulo `extent`.
Array SampleMaker::distinct_indices(std::int64_t extent, const Shape& shape) {
  Array drawn_once = indices_below(extent, shape);
  const View view(shape);
  std::size_t next = 0;
  for (Index at : indices(shape)) {
    const std::int64_t along = at[axis_];
    at[axis_] = 0;
    const auto first = static_cast<std::int64_t>(
        drawn_once.elements[static_cast<std::size_t>(view.linear_index(at))]
            .re);
    drawn_once.elements[next++] =
        element_of(DType::kInt32, (first + along) % extent);
  }
  return drawn_once;
}

// Draws as many indices along the axis as the data have, or fewer, or more. If
// the data must serve as their own indices, they are in range.
void SampleMaker::gather(SampleCall& call) {
  call.attributes.axis(static_cast<std::int64_t>(axis_));
  const std::int64_t extent = shape_[axis_];
  if (wish_.equal_operands && cell_.dtype == DType::kInt32) {
    const Array own = indices_below(extent, shape_);
    call.operands = {own, own};
    return;
  }
  Shape indices = shape_;
  indices[axis_] = 1 + choose(2 * extent);
  call.operands = {any_bits(shape_), indices_below(extent, indices)};
}

void SampleMaker::scatter(SampleCall& call) {
  const bool is_sum = cell_.variant == "add";
  call.attributes.axis(static_cast<std::int64_t>(axis_))
      .mode(is_sum ? ScatterMode::kAdd : ScatterMode::kSet)
      .flag(AttributeKey::kUniqueIndices, false);
  const std::int64_t extent = shape_[axis_];
  Shape indices = shape_;
  const std::int64_t updates = 1 + choose(2 * extent);
  if (!wish_.equal_operands) indices[axis_] = updates;
  // If any of several updates to a place may remain, no place gets several.
  const bool is_distinct =
      !is_sum && profile_.is("scatter.duplicates=any"_policy);
  if (is_distinct) indices[axis_] = std::min(indices[axis_], extent);
  const auto values = [&](const Shape& shape) {
    return is_sum ? terms(shape) : any_bits(shape);
  };
  call.operands = {values(shape_),
                   is_distinct ? distinct_indices(extent, indices)
                               : indices_below(extent, indices),
                   values(indices)};
  // For int32 all three operands have one type, and only copies of the indices
  // are in range.
  if (wish_.equal_operands && cell_.dtype == DType::kInt32) {
    call.operands[0].elements = call.operands[1].elements;
    call.operands[2].elements = call.operands[1].elements;
  }
}

// Draws windows over one or two spatial axes after the first axis.
void SampleMaker::windows(SampleCall& call) {
  const Shape spatial(shape_.begin() + 1, shape_.end());
  Attributes::Integers kernel;
  Attributes::Integers stride;
  Attributes::Integers dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (const std::int64_t extent : spatial) {
    kernel.push_back(1 + choose(std::min<std::int64_t>(extent, 3)));
    stride.push_back(1 + choose(2));
    const std::int64_t fits =
        kernel.back() == 1 ? 2 : (extent - 1) / (kernel.back() - 1);
    dilation.push_back(1 + choose(std::clamp<std::int64_t>(fits, 1, 2)));
    const std::int64_t before = choose(3);
    padding.emplace_back(before, choose(3));
  }
  call.attributes.set(AttributeKey::kKernelSize, kernel)
      .set(AttributeKey::kStride, stride)
      .set(AttributeKey::kDilation, dilation)
      .padding(padding);
  if (!spec_of(cell_.op).has(AttributeKey::kOutputSize)) {
    call.operands = {any_bits(shape_)};
    return;
  }
  call.attributes.set(AttributeKey::kOutputSize, spatial);
  call.operands = {
      terms({shape_[0], element_count(kernel),
             element_count(window_counts(spatial, call.attributes))})};
}

std::int64_t SampleMaker::batch() {
  return 1 + choose(3) + (wish_.batched ? wish_.more_entries : 0);
}

// Returns the order of matrices that have about as many elements as wished for.
// One form has many small matrices instead.
std::int64_t SampleMaker::order_up_to(std::int64_t largest) {
  const bool is_long_batch = wish_.form == SampleForm::kFirst;
  const std::int64_t most = is_long_batch ? 1 + choose(3) : largest;
  std::int64_t n = 1;
  while (n < most && (n + 1) * (n + 1) <= wish_.size) ++n;
  return n;
}

// Shares the size among rows, columns and terms; which of them is long varies.
void SampleMaker::matmul(SampleCall& call) {
  const std::int64_t size = std::max<std::int64_t>(wish_.size, 2);
  const std::int64_t k = draw_size(stream_, 1, size);
  const std::int64_t m =
      draw_size(stream_, 1, std::max<std::int64_t>(size / k, 2));
  const std::int64_t most = std::max<std::int64_t>(6 * size / (k * m), 2);
  const std::int64_t n =
      draw_size(stream_, 1, std::min<std::int64_t>(most, size));
  const std::int64_t entries = batch();
  if (wish_.equal_operands) {
    const std::int64_t order = std::max<std::int64_t>(std::min(m * n, k), 2);
    const std::int64_t side = std::min<std::int64_t>(order, 20);
    call.operands = {terms({entries, side, side}),
                     terms({entries, side, side})};
    return;
  }
  // The form decides which of the three is the long one.
  switch (wish_.form) {
    case SampleForm::kLast:
      call.operands = {terms({entries, m, k}), terms({entries, k, n})};
      break;
    case SampleForm::kFirst:
      call.operands = {terms({entries, k, m}), terms({entries, m, n})};
      break;
    case SampleForm::kMiddle:
      call.operands = {terms({entries, n, m}), terms({entries, m, k})};
      break;
  }
}

void SampleMaker::fourier(SampleCall& call) {
  Attributes::Integers axes = {static_cast<std::int64_t>(axis_)};
  const auto other = static_cast<std::int64_t>(shape_.size()) - 1;
  if (choose(3) == 0 && other != axes[0]) axes.push_back(other);
  call.attributes.axes(axes);
  const OpSpec& spec = spec_of(cell_.op);
  if (spec.has(AttributeKey::kDType)) call.attributes.dtype(cell_.result);
  if (spec.has(AttributeKey::kSizes)) {
    const auto last = static_cast<std::size_t>(axes.back());
    Attributes::Integers sizes;
    for (const std::int64_t axis : axes)
      sizes.push_back(shape_[static_cast<std::size_t>(axis)]);
    sizes.back() = std::max<std::int64_t>(2 * shape_[last] - 1 - choose(2), 1);
    call.attributes.set(AttributeKey::kSizes, sizes);
  }
  call.operands = {fractions(shape_)};
}

Array SampleMaker::matrices(std::int64_t rows, std::int64_t columns) {
  std::int64_t entries = batch();
  if (wish_.form == SampleForm::kFirst)
    entries += std::min<std::int64_t>(wish_.size / (rows * columns), 80);
  return fractions({entries, rows, columns});
}

// Draws a matrix to factorize. It is Hermitian if the op needs that. If it must
// also be positive definite, its diagonal makes it that and well conditioned.
void SampleMaker::factorization(SampleCall& call) {
  for (const AttributeKey key : spec_of(cell_.op).attributes)
    call.attributes.flag(key, key == AttributeKey::kVectors || choose(2) == 0);
  const MatrixForm form = matrix_row(cell_.op).form;
  const bool is_rectangular = form == MatrixForm::kOblong;
  const std::int64_t largest = form == MatrixForm::kSquare ? 20 : 30;
  std::int64_t n = order_up_to(largest);
  std::int64_t columns = n;
  if (is_rectangular) {
    columns = std::max<std::int64_t>(n + choose(5) - 2, 1);
    // Makes it tall instead of square.
    if (wish_.form == SampleForm::kMiddle) {
      columns = 1 + choose(4);
      n = std::max<std::int64_t>(wish_.size / 4, columns);
    }
  }
  Array a = matrices(n, columns);
  const bool is_definite = form == MatrixForm::kPositive;
  if (is_definite || form == MatrixForm::kHermitian) {
    const auto place = [n](std::int64_t entry, std::int64_t i, std::int64_t j) {
      return static_cast<std::size_t>((entry * n + i) * n + j);
    };
    const std::uint64_t sign =
        is_complex(cell_.dtype) ? sign_bit(format_of(cell_.dtype)) : 0;
    for (std::int64_t entry = 0; entry < a.shape[0]; ++entry)
      for (std::int64_t i = 0; i < n; ++i) {
        a.elements[place(entry, i, i)].im = 0;
        if (is_definite)
          a.elements[place(entry, i, i)] = element_of(cell_.dtype, 2 * n);
        for (std::int64_t j = i + 1; j < n; ++j) {
          ElementBits bits = a.elements[place(entry, i, j)];
          bits.im ^= sign;
          a.elements[place(entry, j, i)] = bits;
        }
      }
  }
  call.operands = {std::move(a)};
}

// Draws a triangular system with a dominant diagonal.
void SampleMaker::solve(SampleCall& call) {
  for (const AttributeKey key : spec_of(cell_.op).attributes)
    call.attributes.flag(key, key != AttributeKey::kUnitDiag && choose(2) == 0);
  const std::int64_t n = order_up_to(60);
  Array a = matrices(n, n);
  for (std::int64_t i = 0; i < std::ssize(a.elements); ++i)
    if (i / n % n == i % n)
      a.elements[static_cast<std::size_t>(i)] = element_of(cell_.dtype, n + 2);
  const std::int64_t sides = wish_.equal_operands ? n : 1 + choose(5);
  call.operands = {a, fractions({a.shape[0], n, sides})};
}

}  // namespace assay
