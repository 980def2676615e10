// Lists the calls that break preconditions of the quantization family.
// Tested by tests/spec/precondition_test.cc.
#include <limits>

#include "harness/families/drawn_families.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using Integers = Attributes::Integers;

// Makes the calls of one cell: x has the shape {4, 6}, and blocks {2, 3}.
class QuantizationBreaches {
 public:
  QuantizationBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell), rows_(rows), is_whole_(cell.variant == "tensor") {
    control_.operands = {of(cell.dtype, {4, 6})};
    if (takes_scale()) control_.operands.push_back(scales(control_shape()));
    control_.attributes = attributes(is_whole_ ? Integers{} : Integers{2, 3});
    control_.outs = {of(result_dtype(), {4, 6})};
    if (!takes_scale())
      control_.outs.push_back(of(DType::kFloat32, control_shape()));
  }

  void add_all() {
    if (!is_whole_)
      for (const Integers& size : {Integers{2}, Integers{4, 4}, Integers{2, 0},
                                   Integers{-2, 3}, Integers{2, 3, 1}})
        add("quantization.block_size"_clause, attributes(size));
    if (cell_.op == "dequantize"_op)
      add("dequantize.float_dtype"_clause,
          Attributes(control_.attributes).dtype(DType::kInt32));
    else
      add_limits();
    if (takes_scale()) add_scales();
    add_outs();
  }

 private:
  bool takes_scale() const { return cell_.op != "quantize_dynamic"_op; }
  DType result_dtype() const {
    return cell_.op == "dequantize"_op ? cell_.result : DType::kInt8;
  }
  Shape control_shape() const { return is_whole_ ? Shape{} : Shape{2, 2}; }
  static SampleTensor scales(Shape shape) {
    return {.type = {DType::kFloat32, std::move(shape)},
            .filling = Filling::kScales};
  }

  Attributes attributes(Integers block_size, std::int64_t qmin = -128,
                        std::int64_t qmax = 127) const {
    Attributes made;
    if (cell_.op == "dequantize"_op)
      made.dtype(cell_.result);
    else
      made.set(AttributeKey::kQMin, {qmin}).set(AttributeKey::kQMax, {qmax});
    return made.set(AttributeKey::kBlockSize, std::move(block_size));
  }

  void add(std::string_view clause, const Attributes& attributes) {
    Sample broken = control_;
    broken.attributes = attributes;
    rows_.push_back({clause, broken, control_});
  }
  void add_limits() {
    const Integers size = is_whole_ ? Integers{} : Integers{2, 3};
    constexpr std::string_view kClause = "quantization.limits"_clause;
    add(kClause, attributes(size, -129, 127));
    add(kClause, attributes(size, -128, 128));
    add(kClause, attributes(size, 1, 127));
    add(kClause, attributes(size, -128, 0));
  }
  void add_scales() {
    const auto add_type = [&](DType dtype, Shape shape) {
      Sample broken = control_;
      broken.operands[1].type = {dtype, std::move(shape)};
      rows_.push_back({"quantization.scale_type"_clause, broken, control_});
    };
    add_type(DType::kFloat64, control_shape());
    add_type(DType::kFloat32, {4});
    add_type(DType::kFloat32, is_whole_ ? Shape{1, 1} : Shape{});
    for (double first : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
      Sample broken = control_;
      broken.operands[1].first_scale = first;
      rows_.push_back({"quantization.positive"_clause, broken, control_});
    }
  }
  void add_outs() {
    for (std::size_t i = 0; i < control_.outs.size(); ++i) {
      const auto add_out = [&](const SampleTensor& out) {
        Sample broken = control_;
        broken.outs[i] = out;
        rows_.push_back({"quantization.out"_clause, broken, control_});
      };
      const TensorType type = control_.outs[i].type;
      add_out(of(type.dtype, {1}));
      add_out(of(another(type.dtype), type.shape));
      if (!type.shape.empty()) add_out({.type = type, .has_gaps = true});
    }
  }

  const Cell& cell_;
  RobustnessRows& rows_;
  bool is_whole_;
  Sample control_;
};

}  // namespace

void add_quantization_rows(const Cell& cell, RobustnessRows& rows) {
  QuantizationBreaches(cell, rows).add_all();
}

}  // namespace assay
