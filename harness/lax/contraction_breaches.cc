// Lists the calls that break preconditions of dot_general, its update and
// einsum. Tested by tests/spec/precondition_test.cc.
#include "harness/families/drawn_families.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"

namespace assay {
namespace {

using Integers = Attributes::Integers;

// Makes the calls of dot_general and of its update. The control contracts axis
// 1 of lhs {2, 3, 4} with axis 2 of rhs {2, 5, 3}, and axis 0 is the batch.
class DotBreaches {
 public:
  DotBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell), rows_(rows) {
    control_ = {{of(cell.dtype, {2, 3, 4}), of(cell.dtype, {2, 5, 3})},
                Attributes()
                    .set(AttributeKey::kLhsContracting, {1})
                    .set(AttributeKey::kRhsContracting, {2})
                    .set(AttributeKey::kLhsBatch, {0})
                    .set(AttributeKey::kRhsBatch, {0})};
    if (!is_update()) return;
    control_.attributes.flag(AttributeKey::kLhsConj, false)
        .flag(AttributeKey::kRhsConj, false)
        .set(AttributeKey::kAlpha, {0, 0})
        .set(AttributeKey::kBeta, {0, 0});
    control_.outs = {of(cell.dtype, {2, 4, 5})};
  }

  void add_all() {
    const std::string_view axes = clause_of(cell_.op, "axes");
    add_list(axes, AttributeKey::kLhsContracting, {3});
    add_list(axes, AttributeKey::kRhsContracting, {-1});
    add_list(axes, AttributeKey::kLhsBatch, {-1});
    add_list(axes, AttributeKey::kRhsBatch, {3});
    add_list(axes, AttributeKey::kLhsContracting, {0});
    add_list(axes, AttributeKey::kRhsBatch, {2});
    add_list(axes, AttributeKey::kLhsContracting, {1, 1});
    add_list(axes, AttributeKey::kRhsContracting, {2, 2});
    add_list(axes, AttributeKey::kRhsContracting, {});
    add_list(axes, AttributeKey::kLhsBatch, {});
    const std::string_view extents = clause_of(cell_.op, "extents");
    add_list(extents, AttributeKey::kLhsContracting, {2});
    add_list(extents, AttributeKey::kRhsBatch, {1});
    Sample one = control_;
    one.operands[1].type.shape[2] = 1;
    add(extents, one);
    Sample other = control_;
    other.operands[1].type.dtype = another(cell_.dtype);
    add(clause_of(cell_.op, "same_dtype"), other);
    if (is_update()) add_outs();
  }

 private:
  bool is_update() const { return cell_.op == "dot_general_update"_op; }

  void add(std::string_view clause, const Sample& broken) {
    rows_.push_back({clause, broken, control_});
  }
  void add_list(std::string_view clause, AttributeKey key,
                const Integers& axes) {
    Sample broken = control_;
    broken.attributes.set(key, axes);
    add(clause, broken);
  }
  void add_outs() {
    const TensorType out = control_.outs[0].type;
    add_out_rows(cell_, "dot_general_update.match"_clause, control_, out,
                 rows_);
  }

  const Cell& cell_;
  RobustnessRows& rows_;
  Sample control_;
};

// Makes the calls of einsum. The control is "ab,bc->ac", or "ab,bc->aca" of the
// variant embed.
class EinsumBreaches {
 public:
  EinsumBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell), rows_(rows) {
    subscripts_ = {{{0, 1}, {1, 2}}, {0, 2}};
    if (is_embedded()) subscripts_.output.push_back(0);
    control_ = {{of(cell.dtype, {2, 3}), of(cell.dtype, {3, 4})},
                attributes(subscript_integers(subscripts_))};
  }

  void add_all() {
    constexpr std::string_view kLabels = "einsum.labels"_clause;
    const auto add_labels = [&](const Subscripts& broken) {
      add_subscripts(kLabels, subscript_integers(broken));
    };
    Subscripts unknown = subscripts_;
    unknown.output[1] = 3;
    add_labels(unknown);
    Subscripts few = subscripts_;
    few.inputs[1].pop_back();
    few.output = Labels(few.output.size(), 0);
    if (!is_embedded()) few.output = {0};
    add_labels(few);
    Subscripts many = subscripts_;
    many.inputs[0].push_back(3);
    add_labels(many);
    Subscripts missing = subscripts_;
    missing.inputs.pop_back();
    missing.output = is_embedded() ? Labels{0, 0} : Labels{0};
    add_labels(missing);
    if (!is_embedded()) add_too_many();
    Sample longer = control_;
    longer.operands[1].type.shape[0] = 4;
    add("einsum.extents"_clause, longer);
    Sample one = control_;
    one.operands[1].type.shape[0] = 1;
    add("einsum.extents"_clause, one);
    Sample other = control_;
    other.operands[1].type.dtype = another(cell_.dtype);
    add("einsum.same_dtype"_clause, other);
  }

 private:
  bool is_embedded() const { return cell_.variant == "embed"; }
  static Attributes attributes(const Integers& integers) {
    return Attributes().set(AttributeKey::kSubscripts, integers);
  }
  void add(std::string_view clause, const Sample& broken) {
    rows_.push_back({clause, broken, control_});
  }
  void add_subscripts(std::string_view clause, const Integers& integers) {
    Sample broken = control_;
    broken.attributes = attributes(integers);
    add(clause, broken);
  }
  // Adds more operands than an op may have.
  void add_too_many() {
    Sample nine{{}, {}};
    Subscripts subscripts;
    for (std::int64_t i = 0; i < 9; ++i) {
      nine.operands.push_back(of(cell_.dtype, {2}));
      subscripts.inputs.push_back({0});
    }
    nine.attributes = attributes(subscript_integers(subscripts));
    add("einsum.labels"_clause, nine);
  }

  const Cell& cell_;
  RobustnessRows& rows_;
  Subscripts subscripts_;
  Sample control_;
};

}  // namespace

void add_lax_contraction_rows(const Cell& cell, RobustnessRows& rows) {
  if (cell.op == "einsum"_op)
    EinsumBreaches(cell, rows).add_all();
  else
    DotBreaches(cell, rows).add_all();
}

}  // namespace assay
