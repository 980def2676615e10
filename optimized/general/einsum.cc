// Implements einsum. Diagonals become views, labels that one operand alone has
// are summed, and the operands are contracted in pairs in the cheapest order.
// Tested by tests/optimized/general_contraction_test.cc and the contraction
// family of lax.
#include "optimized/general/einsum.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "optimized/elementwise/elementwise.h"
#include "optimized/general/contraction_path.h"
#include "optimized/general/dot_general.h"
#include "optimized/general/viewed.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/reduction/reduction.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"

namespace assay::optimized {
namespace {

bool has(const Labels& labels, std::int64_t label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}
std::int64_t axis_of(const Labels& labels, std::int64_t label) {
  return std::find(labels.begin(), labels.end(), label) - labels.begin();
}
Labels without_repetition(const Labels& labels) {
  Labels once;
  for (const std::int64_t label : labels)
    if (!has(once, label)) once.push_back(label);
  return once;
}

// A tensor whose axes have different labels.
struct Term {
  Tensor tensor;
  Labels labels;

  std::int64_t extent(std::int64_t label) const {
    return tensor.view
        .shape()[static_cast<std::size_t>(axis_of(labels, label))];
  }
  // Returns the tensor with one axis for each label, in this order. Labels that
  // it lacks have these extents, and the tensor repeats along them.
  Tensor along(const Labels& order, const Shape& extents) const {
    Strides strides;
    for (const std::int64_t label : order)
      strides.push_back(
          has(labels, label)
              ? tensor.view
                    .strides()[static_cast<std::size_t>(axis_of(labels, label))]
              : 0);
    return viewed(tensor,
                  View(extents, std::move(strides), tensor.view.offset()));
  }
};

// Shows the diagonals of labels that an operand has more than once.
Term diagonal_term(const Tensor& x, const Labels& labels) {
  Term term{x, without_repetition(labels)};
  if (term.labels.size() == labels.size()) return term;
  Shape shape;
  Strides strides;
  for (const std::int64_t label : term.labels) {
    shape.push_back(0);
    strides.push_back(0);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == label) {
        shape.back() = x.view.shape()[i];
        strides.back() += x.view.strides()[i];
      }
  }
  term.tensor =
      viewed(x, View(std::move(shape), std::move(strides), x.view.offset()));
  return term;
}

class Einsum {
 public:
  Einsum(Backend& memory, const Tensor& out, const Tensors& operands,
         const Subscripts& subscripts)
      : memory_(memory),
        out_(out),
        output_(without_repetition(subscripts.output)) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      terms_.push_back(diagonal_term(operands[i], subscripts.inputs[i]));
  }

  // Stores the result, whose labels are those of the output, each once.
  Status run() {
    if (terms_.size() == 1) return store_sum(out_, terms_[0], output_);
    for (std::size_t i = 0; i < terms_.size(); ++i)
      if (Status s = sum_lone_labels(i); !s.ok()) return s;
    std::vector<LabelSet> sets;
    std::vector<double> extents;
    number_labels(sets, extents);
    LabelSet of_output;
    for (const std::int64_t label : output_)
      of_output.set(static_cast<std::size_t>(axis_of(known_, label)));
    const auto path = contraction_path(sets, of_output, extents);
    for (std::size_t i = 0; i < path.size(); ++i) {
      const auto [a, b] = path[i];
      const bool is_last = i + 1 == path.size();
      if (Status s = is_last ? store_pair(a, b) : append_pair(a, b); !s.ok())
        return s;
    }
    return {};
  }

 private:
  Result<Tensor> room(const Shape& shape) {
    return memory_.buffer(out_.dtype, shape);
  }
  Shape extents_of(const Labels& labels) const {
    Shape shape;
    for (const std::int64_t label : labels)
      for (const Term& term : terms_)
        if (has(term.labels, label)) {
          shape.push_back(term.extent(label));
          break;
        }
    return shape;
  }

  // Stores the sums of a term over the labels that are not kept, with the axes
  // in the order of `kept`.
  static Status store_sum(const Tensor& out, const Term& term,
                          const Labels& kept) {
    Labels order = kept;
    std::vector<std::int64_t> summed;
    for (const std::int64_t label : term.labels)
      if (!has(kept, label)) {
        summed.push_back(static_cast<std::int64_t>(order.size()));
        order.push_back(label);
      }
    Shape shape;
    for (const std::int64_t label : order) shape.push_back(term.extent(label));
    const Tensor x = term.along(order, shape);
    if (!summed.empty()) return reduce(Scan::kSum, out, x, summed);
    copy_elements(out, x);
    return {};
  }

  // Replaces a term by its sum over the labels that nothing else has.
  Status sum_lone_labels(std::size_t number) {
    Term& term = terms_[number];
    Labels kept;
    Shape shape;
    for (const std::int64_t label : term.labels) {
      bool is_lone = !has(output_, label);
      for (std::size_t i = 0; i < terms_.size() && is_lone; ++i)
        is_lone = i == number || !has(terms_[i].labels, label);
      if (is_lone) continue;
      kept.push_back(label);
      shape.push_back(term.extent(label));
    }
    if (kept.size() == term.labels.size()) return {};
    auto sum = room(shape);
    if (!sum) return sum.status();
    if (Status s = store_sum(*sum, term, kept); !s.ok()) return s;
    term = {*std::move(sum), std::move(kept)};
    return {};
  }

  void number_labels(std::vector<LabelSet>& sets,
                     std::vector<double>& extents) {
    for (const Term& term : terms_) {
      sets.emplace_back();
      for (const std::int64_t label : term.labels) {
        if (!has(known_, label)) {
          known_.push_back(label);
          extents.push_back(static_cast<double>(term.extent(label)));
        }
        sets.back().set(static_cast<std::size_t>(axis_of(known_, label)));
      }
    }
    is_done_.assign(2 * terms_.size(), false);
  }

  // The labels of two terms by their role. Lanes are batch labels that the
  // result has last.
  struct Roles {
    Labels batch, contracted, of_a, of_b, lanes;

    Labels result(bool swaps) const {
      Labels all = batch;
      for (const Labels* labels :
           {swaps ? &of_b : &of_a, swaps ? &of_a : &of_b, &lanes})
        all.insert(all.end(), labels->begin(), labels->end());
      return all;
    }
    // Returns the roles where batch labels that end the output are lanes.
    Roles with_lanes(const Labels& output) const {
      Roles roles = *this;
      std::size_t count = 0;
      while (count < batch.size() && count < output.size() &&
             batch[batch.size() - 1 - count] ==
                 output[output.size() - 1 - count])
        ++count;
      roles.lanes.assign(batch.end() - static_cast<std::ptrdiff_t>(count),
                         batch.end());
      roles.batch.resize(batch.size() - count);
      return roles;
    }
  };

  // Returns whether the result or a term other than these two needs a label.
  bool is_kept(std::int64_t label, std::size_t a, std::size_t b) const {
    if (has(output_, label)) return true;
    for (std::size_t i = 0; i < terms_.size(); ++i)
      if (i != a && i != b && !is_done_[i] && has(terms_[i].labels, label))
        return true;
    return false;
  }

  // Returns the labels of two terms, each once. Those that the output has come
  // first, in its order.
  Labels ordered_labels(std::size_t a, std::size_t b) const {
    Labels order;
    for (const std::int64_t label : output_)
      if (has(terms_[a].labels, label) || has(terms_[b].labels, label))
        order.push_back(label);
    for (const std::size_t term : {a, b})
      for (const std::int64_t label : terms_[term].labels)
        if (!has(order, label)) order.push_back(label);
    return order;
  }

  Roles roles_of(std::size_t a, std::size_t b) const {
    Roles roles;
    const Labels order = ordered_labels(a, b);
    for (const std::int64_t label : order) {
      const bool in_a = has(terms_[a].labels, label);
      const bool in_b = has(terms_[b].labels, label);
      if (in_a && in_b)
        (is_kept(label, a, b) ? roles.batch : roles.contracted)
            .push_back(label);
      else
        (in_a ? roles.of_a : roles.of_b).push_back(label);
    }
    return roles;
  }

  static ContractionAxes axes_of(const Term& term, const Roles& roles,
                                 const Labels& free) {
    ContractionAxes axes;
    for (const std::int64_t label : roles.contracted)
      axes.contracting.push_back(axis_of(term.labels, label));
    for (const std::int64_t label : roles.batch)
      axes.batch.push_back(axis_of(term.labels, label));
    for (const std::int64_t label : free)
      axes.free.push_back(axis_of(term.labels, label));
    for (const std::int64_t label : roles.lanes)
      axes.lanes.push_back(axis_of(term.labels, label));
    return axes;
  }

  Status contract_terms(const Tensor& out, std::size_t a, std::size_t b,
                        const Roles& roles, bool swaps) {
    const ContractionAxes of_a = axes_of(terms_[a], roles, roles.of_a);
    const ContractionAxes of_b = axes_of(terms_[b], roles, roles.of_b);
    if (swaps)
      return contract(memory_, out, terms_[b].tensor, of_b, terms_[a].tensor,
                      of_a);
    return contract(memory_, out, terms_[a].tensor, of_a, terms_[b].tensor,
                    of_b);
  }

  // Stores the products of two terms whose labels are all kept.
  Status multiply_terms(const Tensor& out, std::size_t a, std::size_t b,
                        const Labels& order) {
    const Shape shape = extents_of(order);
    const Tensor x = terms_[a].along(order, shape);
    const Tensor y = terms_[b].along(order, shape);
    return elementwise("mul"_op, out, {&x, &y});
  }

  // Contracts two terms to a further one. A product that sums nothing has its
  // labels in the order of the output.
  Status append_pair(std::size_t a, std::size_t b) {
    const Roles roles = roles_of(a, b);
    Labels labels =
        roles.contracted.empty() ? ordered_labels(a, b) : roles.result(false);
    auto made = room(extents_of(labels));
    if (!made) return made.status();
    if (Status s = roles.contracted.empty()
                       ? multiply_terms(*made, a, b, labels)
                       : contract_terms(*made, a, b, roles, false);
        !s.ok())
      return s;
    is_done_[a] = is_done_[b] = true;
    terms_.push_back({*std::move(made), std::move(labels)});
    return {};
  }

  // Contracts the last two terms to the result.
  Status store_pair(std::size_t a, std::size_t b) {
    const Roles roles = roles_of(a, b);
    if (roles.contracted.empty()) return multiply_terms(out_, a, b, output_);
    for (const bool swaps : {false, true})
      if (roles.result(swaps) == output_)
        return contract_terms(out_, a, b, roles, swaps);
    const Roles in_lanes = roles.with_lanes(output_);
    const bool suits =
        suits_lanes(terms_[a].tensor, axes_of(terms_[a], in_lanes, roles.of_a),
                    terms_[b].tensor, axes_of(terms_[b], in_lanes, roles.of_b));
    for (const bool swaps : {false, true})
      if (suits && in_lanes.result(swaps) == output_)
        return contract_terms(out_, a, b, in_lanes, swaps);
    Labels labels = roles.result(false);
    auto made = room(extents_of(labels));
    if (!made) return made.status();
    if (Status s = contract_terms(*made, a, b, roles, false); !s.ok()) return s;
    const Term term{*std::move(made), std::move(labels)};
    copy_elements(out_, term.along(output_, extents_of(output_)));
    return {};
  }

  Backend& memory_;
  const Tensor& out_;
  Labels output_;  // each label once
  std::vector<Term> terms_;
  std::vector<bool> is_done_;  // terms that were contracted
  Labels known_;               // the label of each number
};

// Stores a result, which has each label once, on the diagonal of the labels
// that the output has more than once, and zeros elsewhere.
void store_on_diagonal(const Tensor& out, const Tensor& x,
                       const Labels& output) {
  ElementsOut to(out);
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  std::memset(to.storage(), 0, static_cast<std::size_t>(count) * to.bytes());
  const Labels once = without_repetition(output);
  const Strides all = row_major_strides(out.view.shape());
  Strides strides(once.size(), 0);
  for (std::size_t i = 0; i < output.size(); ++i)
    strides[static_cast<std::size_t>(axis_of(once, output[i]))] += all[i];
  const ElementsIn from(x);
  strided_copy(to.storage(), View(x.view.shape(), std::move(strides), 0),
               from.storage(), from.view(), to.bytes());
  to.store();
}

}  // namespace

Status einsum(Backend& memory, const Tensor& out,
              const std::vector<Tensor>& operands,
              const std::vector<std::int64_t>& integers) {
  const auto subscripts = read_subscripts(integers);
  if (!subscripts) return Status::invalid("the subscripts are no lists");
  if (!subscripts->embeds())
    return Einsum(memory, out, operands, *subscripts).run();
  Shape shape;
  const Labels& output = subscripts->output;
  for (const std::int64_t label : without_repetition(output))
    shape.push_back(
        out.view.shape()[static_cast<std::size_t>(axis_of(output, label))]);
  auto made = memory.buffer(out.dtype, shape);
  if (!made) return made.status();
  if (Status s = Einsum(memory, *made, operands, *subscripts).run(); !s.ok())
    return s;
  store_on_diagonal(out, *made, output);
  return {};
}

}  // namespace assay::optimized
