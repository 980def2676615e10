// Lists the calls that break the preconditions of pools, each with a control
// that differs in that one thing.
// Tested by tests/spec/precondition_test.cc.
#include "harness/families/drawn_families.h"
#include "harness/nn/pool_geometry.h"
#include "harness/nn/pooling_rows.h"

namespace assay {
namespace {

// Makes the rows of one cell.
class PoolingBreaches {
 public:
  PoolingBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell), op_(spec_of(cell.op)), rows_(rows) {
    const std::size_t axes = pool_axes(cell.variant);
    // Windows of 2, of which there are one less than positions, or as many with
    // padding.
    geometry_.leading = {1, 2};
    const std::int64_t extent = axes > 2 ? 3 : 4;
    geometry_.axes.assign(axes, {.extent = extent, .kernel = 2});
    counts_.assign(axes, extent - 1);
    if (cell.variant == "asymmetric") {
      geometry_.axes[0].before = 1;
      counts_[0] = extent;
    }
    attributes_ = attributes_of(geometry_);
    control_ = sample_of(geometry_.spatial(), counts_, attributes_);
  }

  void add() {
    add_lengths();
    add_operand();
    add_entries();
    if (has_windows(op_)) add_windows();
    if (is_pool_gradient(op_)) add_gradients();
    add_outs();
  }

 private:
  Attributes attributes_of(const PoolGeometry& geometry) const {
    if (has_windows(op_)) return geometry.attributes(op_, DType::kInt32);
    return Attributes().set(AttributeKey::kOutputSize, counts_);
  }

  Shape with_leading(Shape spatial) const {
    spatial.insert(spatial.begin(), geometry_.leading.begin(),
                   geometry_.leading.end());
    return spatial;
  }

  Sample sample_of(const Shape& spatial, const Shape& counts,
                   const Attributes& attributes) const {
    Sample sample{{of(cell_.dtype, with_leading(spatial))}, attributes};
    if (is_pool_gradient(op_))
      sample.operands.push_back(of(cell_.dtype, with_leading(counts)));
    if (op_.signature.operands.size() == 3)
      sample.operands.push_back({.type = {DType::kInt32, with_leading(counts)},
                                 .filling = Filling::kIndices});
    return sample;
  }

  void add_row(std::string_view clause, Sample broken) {
    rows_.push_back({clause, std::move(broken), control_});
  }
  // Adds a row whose attribute has other integers.
  void add_attribute(std::string_view clause, AttributeKey key,
                     Attributes::Integers integers) {
    Sample broken = control_;
    broken.attributes.set(key, std::move(integers));
    add_row(clause, std::move(broken));
  }
  // Adds a row whose attribute has another first integer.
  void add_first(std::string_view clause, AttributeKey key,
                 std::int64_t first) {
    auto integers = attributes_.integers(key);
    integers[0] = first;
    add_attribute(clause, key, std::move(integers));
  }

  void add_lengths() {
    constexpr std::string_view kClause = "pooling.lengths"_clause;
    if (!has_windows(op_)) {
      add_attribute(kClause, AttributeKey::kOutputSize, {});
      return add_attribute(kClause, AttributeKey::kOutputSize, {1, 1, 1, 1});
    }
    for (AttributeKey key : {AttributeKey::kStride, AttributeKey::kDilation}) {
      if (!op_.has(key)) continue;
      auto integers = attributes_.integers(key);
      integers.push_back(1);
      add_attribute(kClause, key, std::move(integers));
    }
  }

  void add_operand() {
    Sample wrong_rank = control_;
    wrong_rank.operands[0].type.shape.push_back(1);
    add_row("pooling.rank"_clause, wrong_rank);
    Sample without_channels = control_;
    for (SampleTensor& operand : without_channels.operands)
      operand.type.shape[1] = 0;
    add_row("pooling.extents"_clause, without_channels);
    Sample without_positions = control_;
    without_positions.operands[0].type.shape.back() = 0;
    add_row("pooling.extents"_clause, without_positions);
  }

  void add_entries() {
    constexpr std::string_view kClause = "pooling.positive"_clause;
    if (!has_windows(op_))
      return add_first(kClause, AttributeKey::kOutputSize, 0);
    add_first(kClause, AttributeKey::kStride, -1);
    if (op_.has(AttributeKey::kDilation))
      add_first(kClause, AttributeKey::kDilation, 0);
    if (is_pool_gradient(op_)) add_first(kClause, AttributeKey::kKernelSize, 0);
    auto padding = attributes_.integers(AttributeKey::kPadding);
    padding[0] = -1;
    add_attribute(kClause, AttributeKey::kPadding, std::move(padding));
  }

  void add_windows() {
    PoolGeometry wide = geometry_;
    wide.axes[0].before = 2;
    wide.axes[0].after = cell_.variant == "asymmetric" ? 1 : 2;
    Sample broken = control_;
    broken.attributes = attributes_of(wide);
    add_row("pooling.padding"_clause, broken);
    if (pool_axes(cell_.variant) != 2) {
      auto padding = attributes_.integers(AttributeKey::kPadding);
      padding[0] = 1;
      add_attribute("pooling.padding"_clause, AttributeKey::kPadding,
                    std::move(padding));
    }
    add_first("pooling.fits"_clause, AttributeKey::kKernelSize, 6);
    if (!gives_indices(op_)) return;
    for (DType index : {DType::kFloat32, DType::kUint8})
      add_attribute("max_pool_with_indices.index_integer"_clause,
                    AttributeKey::kIndexDType,
                    {static_cast<std::int64_t>(index)});
  }

  void add_gradients() {
    constexpr std::string_view kClause = "pooling.gradient"_clause;
    for (std::size_t i = 1; i < control_.operands.size(); ++i) {
      Sample other_shape = control_;
      ++other_shape.operands[i].type.shape.back();
      add_row(kClause, other_shape);
    }
    Sample other_dtype = control_;
    other_dtype.operands[1].type.dtype = another(cell_.dtype);
    add_row(kClause, other_dtype);
    if (control_.operands.size() < 3) return;
    const std::int64_t positions = element_count(geometry_.spatial());
    for (std::int64_t index : {std::int64_t{-2}, positions}) {
      Sample outside = control_;
      outside.operands[2].first_index = index;
      add_row("max_pool_backward.range"_clause, outside);
    }
  }

  void add_outs() {
    const Shape shape =
        with_leading(is_pool_gradient(op_) ? geometry_.spatial() : counts_);
    constexpr std::string_view kClause = "pooling.out"_clause;
    if (!gives_indices(op_))
      return add_out_rows(cell_, kClause, control_, {cell_.dtype, shape},
                          rows_);
    Sample right = control_;
    right.outs = {of(cell_.dtype, shape), of(DType::kInt32, shape)};
    for (std::size_t i = 0; i < 2; ++i) {
      Sample smaller = right;
      --smaller.outs[i].type.shape.back();
      rows_.push_back({kClause, smaller, right});
      Sample gaps = right;
      gaps.outs[i].has_gaps = true;
      rows_.push_back({kClause, gaps, right});
    }
    Sample other = right;
    other.outs[1].type.dtype = DType::kInt64;
    rows_.push_back({kClause, other, right});
  }

  const Cell& cell_;
  const OpSpec& op_;
  RobustnessRows& rows_;
  PoolGeometry geometry_;
  Shape counts_;
  Attributes attributes_;
  Sample control_;
};

}  // namespace

void add_pooling_rows(const Cell& cell, RobustnessRows& rows) {
  PoolingBreaches(cell, rows).add();
}

}  // namespace assay
