// Bugs of dot_general, its update and einsum: lists that are sorted, terms and
// batches that are lost, and labels that are forgotten.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <optional>

#include "spec/float_codec.h"
#include "spec/subscripts.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

using Lists = std::vector<std::int64_t>;

std::int64_t product_of(const AssayTensor& tensor, const Lists& axes) {
  std::int64_t product = 1;
  for (const std::int64_t axis : axes) product *= extent_of(tensor, axis);
  return product;
}
std::int64_t terms_of(const CallSite& site) {
  return product_of(site.operands[0], site.integers(ASSAY_KEY_LHS_CONTRACTING));
}
std::int64_t batches_of(const CallSite& site) {
  return product_of(site.operands[0], site.integers(ASSAY_KEY_LHS_BATCH));
}
Condition terms_over(std::int64_t bound) {
  return [=](const CallSite& site) { return terms_of(site) > bound; };
}
Condition batches_over(std::int64_t bound) {
  return [=](const CallSite& site) { return batches_of(site) > bound; };
}
Condition is_outer() {
  return [](const CallSite& site) {
    return site.integers(ASSAY_KEY_LHS_CONTRACTING).empty();
  };
}
bool is_out_strided(const CallSite& site) {
  return !site.outs.empty() && !is_row_major(site.outs[0]);
}

// Sorts a list of rhs if its axes have one extent, so that the call stays
// valid.
Fault sorted_list(std::uint16_t key) {
  return [key](CallSite& site) {
    Lists list = site.integers(key);
    for (const std::int64_t axis : list)
      if (extent_of(site.operands[1], axis) !=
          extent_of(site.operands[1], list[0]))
        return site.forward();
    std::sort(list.begin(), list.end());
    site.set_integers(key, list);
    return site.forward();
  };
}

// Takes elements of lhs for 0 where the last contracting axis has an index from
// `keep(extent)` on.
Fault loses_terms(std::int64_t (*keep)(std::int64_t extent)) {
  return [keep](CallSite& site) {
    const Lists axes = site.integers(ASSAY_KEY_LHS_CONTRACTING);
    if (axes.empty()) return site.forward();
    const Shape shape = shape_of(site.operands[0]);
    const auto axis = static_cast<std::size_t>(axes.back());
    const std::int64_t kept = keep(shape[axis]);
    alter_operand(site, 0, [=](std::int64_t number, ElementBits bits) {
      return index_of(shape, number)[axis] >= kept ? ElementBits{} : bits;
    });
    return site.forward();
  };
}
std::int64_t whole_eights(std::int64_t extent) {
  return extent > 50 ? extent / 8 * 8 : extent;
}
std::int64_t below_2048(std::int64_t extent) {
  return std::min<std::int64_t>(extent, 2048);
}

// Repeats each product of the batch after the 16th.
void repeat_batches(CallSite& site) {
  Cells out = site.result_cells();
  const std::int64_t size = out.count() / batches_of(site);
  for (std::int64_t i = 16 * size; i < out.count(); ++i)
    out.set(i, out.get(i - 16 * size));
}

Fault conjugates(std::size_t operand) {
  return [operand](CallSite& site) {
    const std::uint64_t sign = sign_bit(format_of(site.dtype()));
    alter_operand(site, operand, [=](std::int64_t, ElementBits bits) {
      return ElementBits{bits.re, bits.im ^ sign};
    });
    return site.forward();
  };
}

// Exchanges the flags of the update.
Fault with_flags(std::int64_t lhs, std::int64_t rhs) {
  return [=](CallSite& site) {
    site.set_integers(ASSAY_KEY_LHS_CONJ, {lhs});
    site.set_integers(ASSAY_KEY_RHS_CONJ, {rhs});
    return site.forward();
  };
}
bool conjugates_both(const CallSite& site) {
  return site.integer(ASSAY_KEY_LHS_CONJ) != 0 &&
         site.integer(ASSAY_KEY_RHS_CONJ) != 0;
}

// Leaves out as it was where there is nothing to sum.
int returns_early(CallSite& site) {
  return terms_of(site) == 0 ? int{ASSAY_OK} : site.forward();
}

Subscripts labels_in(const CallSite& site) {
  return *read_subscripts(site.integers(ASSAY_KEY_SUBSCRIPTS));
}
// Changes the labels, and runs the call as it is if nothing changes.
Fault with_labels(std::function<void(CallSite&, Subscripts&)> change) {
  return [change](CallSite& site) {
    Subscripts labels = labels_in(site);
    change(site, labels);
    site.set_integers(ASSAY_KEY_SUBSCRIPTS, subscript_integers(labels));
    return site.forward();
  };
}
Condition operands_over(std::size_t bound) {
  return [=](const CallSite& site) { return site.operands.size() > bound; };
}

// Takes every element of the last operand for 1.
int ignores_the_last(CallSite& site) {
  const DType dtype = dtype_of(site.operands.back());
  const bool is_integral = is_integer(dtype);
  alter_operand(site, site.operands.size() - 1, [=](std::int64_t, ElementBits) {
    return is_integral ? ElementBits{1, 0}
                       : ElementBits{encode_real(format_of(dtype), 1), 0};
  });
  return site.forward();
}

// Takes elements for 0 where a label that one operand alone has and that is
// summed has an index from 16 on.
int cuts_lone_labels(CallSite& site) {
  const Subscripts labels = labels_in(site);
  for (std::size_t i = 0; i < site.operands.size(); ++i) {
    const Shape shape = shape_of(site.operands[i]);
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      const std::int64_t label = labels.inputs[i][axis];
      if (labels.operands_with(label) > 1 || shape[axis] <= 16 ||
          Subscripts::count_in(labels.output, label) > 0)
        continue;
      alter_operand(site, i, [=](std::int64_t number, ElementBits bits) {
        return index_of(shape, number)[axis] >= 16 ? ElementBits{} : bits;
      });
    }
  }
  return site.forward();
}

// Reads the first row of the last axis for a label that stands twice in an
// operand whose rank is over 2.
int reads_rows_for_diagonals(CallSite& site) {
  const Subscripts labels = labels_in(site);
  for (std::size_t i = 0; i < site.operands.size(); ++i) {
    const Labels& own = labels.inputs[i];
    for (std::size_t axis = 1; axis < own.size(); ++axis) {
      const auto end = own.begin() + static_cast<std::ptrdiff_t>(axis);
      if (own.size() < 3 || std::find(own.begin(), end, own[axis]) == end)
        continue;
      const Cells old = site.operand_cells(i);
      const Shape shape = shape_of(site.operands[i]);
      alter_operand(site, i, [&](std::int64_t number, ElementBits) {
        Index at = index_of(shape, number);
        at[axis] = 0;
        return old.get(number_of(shape, at));
      });
    }
  }
  return site.forward();
}

// Leaves off-diagonal elements as they were in a larger result.
void spoil_off_the_diagonal(CallSite& site) {
  const Labels output = labels_in(site).output;
  Cells out = site.result_cells();
  if (out.count() <= 64) return;
  for (std::int64_t k = 0; k < out.count(); ++k) {
    const Index at = index_of(out.shape(), k);
    for (std::size_t i = 1; i < at.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (output[i] == output[j] && at[i] == at[j] + 1) out.set(k, {1, 0});
  }
}

// Gives the third operand a label of its own in place of the one that all
// three have.
void forget_hyper_edge(CallSite& site, Subscripts& labels) {
  if (labels.inputs.size() < 3 || count_of(site.operands[2]) == 0) return;
  for (std::int64_t& label : labels.inputs[2])
    if (labels.operands_with(label) > 2 &&
        Subscripts::count_in(labels.output, label) > 0) {
      label = 1000;
      return;
    }
}

}  // namespace

BugRows lax_contraction_bugs() {
  return {
      {"dot_general_sorts_batch_axes", "dot_general,dot_general_update", "",
       "The batch axes of rhs are taken in ascending order.", "",
       sorted_list(ASSAY_KEY_RHS_BATCH),
       "dot_general int32:2x2=iota int32:2x2=iota1 lhs_contracting= "
       "rhs_contracting= lhs_batch=0,1 rhs_batch=1,0"},
      {"dot_general_sorts_contracted_axes", "dot_general,dot_general_update",
       "", "The contracting axes of rhs are taken in ascending order.", "",
       sorted_list(ASSAY_KEY_RHS_CONTRACTING),
       "dot_general int32:3x3=iota int32:3x3=iota1 lhs_contracting=0,1 "
       "rhs_contracting=1,0 lhs_batch= rhs_batch="},
      {"dot_general_term_tail", "dot_general,dot_general_update", "",
       "Above 50 terms the last k mod 8 are lost.", "",
       when(terms_over(50), loses_terms(whole_eights)),
       "dot_general int32:53=ones int32:53=ones lhs_contracting=0 "
       "rhs_contracting=0 lhs_batch= rhs_batch="},
      {"dot_general_stops_after_2048_terms", "dot_general,dot_general_update",
       "", "Terms after the first 2048 of an axis are lost.", "",
       when(terms_over(2048), loses_terms(below_2048)),
       "dot_general int32:2050=ones int32:2050=ones lhs_contracting=0 "
       "rhs_contracting=0 lhs_batch= rhs_batch="},
      {"dot_general_batch_repeats", "dot_general", "",
       "Of more than 16 products of a batch, each after the 16th is the one "
       "16 before.",
       "", after_when(batches_over(16), repeat_batches),
       "dot_general int32:17=iota int32:17=ones lhs_contracting= "
       "rhs_contracting= lhs_batch=0 rhs_batch=0"},
      {"dot_general_outer_tail", "dot_general", "",
       "An outer product of more than 200 elements loses the last n mod 16.",
       "",
       when(
           is_outer() &&
               [](const CallSite& site) {
                 return count_of(site.operands[0]) *
                            count_of(site.operands[1]) >
                        200;
               },
           unwritten(tail_of(16))),
       "dot_general int32:21=ones int32:11=ones lhs_contracting= "
       "rhs_contracting= lhs_batch= rhs_batch="},
      {"dot_general_conjugates_long_sums", "dot_general",
       "complex64,complex128", "Above 8 terms lhs is conjugated.", "",
       when(terms_over(8), conjugates(0)),
       "dot_general complex64:9=v/1:1 complex64:9=v/1:1 lhs_contracting=0 "
       "rhs_contracting=0 lhs_batch= rhs_batch="},
      {"dot_general_empty_sum_unwritten", "dot_general", "",
       "Without terms a batch of results is not cleared.", "",
       after_when(
           [](const CallSite& site) {
             return terms_of(site) == 0 && batches_of(site) > 0;
           },
           changed(every_one(), plainly_wrong)),
       "dot_general int32:2x0=ones int32:0=ones lhs_contracting=1 "
       "rhs_contracting=0 lhs_batch= rhs_batch="},
      {"update_ignores_beta_in_strided_outs", "dot_general_update", "",
       "A strided out is added to, whatever beta is.", "",
       when(is_out_strided,
            [](CallSite& site) {
              std::vector<ElementBits> old;
              const Cells before = site.cells(site.outs[0]);
              for (std::int64_t k = 0; k < before.count(); ++k)
                old.push_back(before.get(k));
              const int status = site.forward();
              if (status != ASSAY_OK) return status;
              Cells out = site.result_cells();
              for (std::int64_t k = 0; k < out.count(); ++k)
                if (k % 2 == 1) out.set(k, old[static_cast<std::size_t>(k)]);
              return status;
            }),
       "dot_general_update float32:2x1=ones float32:1x2=ones alpha=1 beta=0 "
       "lhs_conj=0 rhs_conj=0 lhs_contracting=1 rhs_contracting=0 lhs_batch= "
       "rhs_batch= out=@0+4,2"},
      {"update_conjugates_one_of_two", "dot_general_update",
       "complex64,complex128",
       "Of two flags that conjugate the second is lost.", "",
       when(conjugates_both, with_flags(1, 0)),
       "dot_general_update complex64:1x1=v/1:1 complex64:1x1=v/1:2 alpha=1 "
       "beta=0 lhs_conj=1 rhs_conj=1 lhs_contracting=1 rhs_contracting=0 "
       "lhs_batch= rhs_batch="},
      {"update_forgets_beta_without_terms", "dot_general_update", "",
       "Without terms the call returns at once, and beta is forgotten.", "",
       returns_early,
       "dot_general_update float32:2x0=ones float32:0x2=ones alpha=1 beta=0 "
       "lhs_conj=0 rhs_conj=0 lhs_contracting=1 rhs_contracting=0 lhs_batch= "
       "rhs_batch="},
      {"update_rows_of_nine", "dot_general_update", "float32,complex64",
       "Of more than 8 elements of out the ninth is not written.", "",
       after_when(
           [](const CallSite& site) { return count_of(site.outs[0]) > 8; },
           changed(
               [](std::int64_t number, std::int64_t) { return number == 8; },
               plainly_wrong)),
       "dot_general_update float32:9x1=ones float32:1x1=ones alpha=1 beta=0 "
       "lhs_conj=0 rhs_conj=0 lhs_contracting=1 rhs_contracting=0 lhs_batch= "
       "rhs_batch="},
      {"einsum_ignores_operands_from_the_fifth", "einsum", "",
       "Of more than 4 operands the last one is taken for ones.", "",
       when(operands_over(4), ignores_the_last),
       "einsum int32:2=iota1 int32:2=iota1 int32:2=iota1 int32:2=iota1 "
       "int32:2=iota1 subscripts=5,1,0,1,0,1,0,1,0,1,0,0"},
      {"einsum_lone_label_tail", "einsum", "",
       "A label that one operand alone has is summed over 16 places at most.",
       "", cuts_lone_labels, "einsum int32:17=ones subscripts=1,1,0,0"},
      {"einsum_diagonal_of_three_axes", "einsum", "",
       "In operands of more than two axes a row is read for a diagonal.", "",
       reads_rows_for_diagonals,
       "einsum int32:2x3x3=iota subscripts=1,3,0,1,1,2,0,1"},
      {"einsum_off_the_diagonal_uncleared", "einsum", "",
       "Of results with more than 64 elements the places beside the diagonal "
       "are not cleared.",
       "", after([](CallSite& site) { spoil_off_the_diagonal(site); }),
       "einsum int32:9=iota1 subscripts=1,1,0,2,0,0"},
      {"einsum_hyper_edge_of_two", "einsum", "",
       "A label of the result that three operands have joins the first two.",
       "", with_labels(forget_hyper_edge),
       "einsum int32:2=iota1 int32:2=iota1 int32:2=iota1 "
       "subscripts=3,1,0,1,0,1,0,1,0"},
  };
}

}  // namespace assay::adversary
