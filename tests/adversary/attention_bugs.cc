// Bugs of attention and of linear layers: which keys a query sees, in which
// order scores are changed, tiles of keys, leading axes.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/network_faults.h"

namespace assay::adversary {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Changes each score after the contract's rule.
using OneScore = std::function<double(const CallSite&, const ScoreRow&,
                                      std::int64_t key, double score)>;
Fault scored(OneScore change) {
  return attended([=](const CallSite& site, ScoreRow& row) {
    for (std::int64_t j = 0; j < row.keys; ++j) {
      double& score = row.scores[static_cast<std::size_t>(j)];
      score = change(site, row, j, score);
    }
  });
}

// Changes the elements of an operand of a linear layer, in a copy.
Fault with_operand(
    std::size_t which,
    std::function<ElementBits(const CallSite&, const Cells&, std::int64_t)>
        value) {
  return [=](CallSite& site) {
    if (site.operands.size() <= which) return site.forward();
    const Cells from = site.operand_cells(which);
    const AssayTensor copy = site.copy_of(site.operands[which]);
    Cells to = site.cells(copy);
    for (std::int64_t i = 0; i < to.count(); ++i)
      to.set(i, value(site, from, i));
    site.operands[which] = copy;
    return site.forward();
  };
}

}  // namespace

BugRows attention_bugs() {
  return {
      {"attention_causal_at_the_top_left", "attention", kFloats,
       "With causal, query i sees the keys up to i, however many keys there "
       "are.",
       "pytorch/executorch#22426",
       scored([](const CallSite&, const ScoreRow& r, std::int64_t j,
                 double score) {
         return r.is_causal && r.queries < r.keys && j > r.query ? -kInf
                                                                 : score;
       }),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 causal=1"},
      {"attention_of_hidden_row_is_nan", "attention", kFloats,
       "A query that sees no key divides 0 by 0.", "robertknight/rten#1321",
       attended([](const CallSite&, ScoreRow&) {}, kNan),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 "
       "bool:1x1x1x2=ones masked=1"},
      {"attention_of_hidden_row_is_the_mean", "attention", kFloats,
       "A hidden key gets the lowest finite score, so a query that sees none "
       "gets the mean.",
       "pytorch/pytorch#103749", attended([](const CallSite&, ScoreRow& r) {
         const bool sees = std::any_of(r.scores.begin(), r.scores.end(),
                                       [](double s) { return s != -kInf; });
         if (!sees) r.scores.assign(r.scores.size(), 0);
       }),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 "
       "bool:1x1x1x2=ones masked=1"},
      {"attention_mask_of_the_first_head", "attention", kFloats,
       "Every head uses the mask of the first head of its sample.", "",
       [](CallSite& site) {
         if (site.integer(ASSAY_KEY_MASKED) == 0) return site.forward();
         const AssayTensor mask = site.copy_of(site.operands[3]);
         Cells cells = site.cells(mask);
         const std::int64_t plane = mask.shape[2] * mask.shape[3];
         for (std::int64_t i = 0; i < cells.count(); ++i) {
           const std::int64_t sample = i / plane / mask.shape[1];
           cells.set(i, cells.get(sample * mask.shape[1] * plane + i % plane));
         }
         site.operands[3] = mask;
         return site.forward();
       },
       "attention float32:1x2x1x2 float32:1x2x2x2 float32:1x2x2x2 "
       "bool:1x2x1x2=v/0/0/1/0 masked=1"},
      {"attention_scale_of_zero_is_absent", "attention", kFloats,
       "A scale of 0 is taken for the default.", "",
       scored([](const CallSite& site, const ScoreRow& r, std::int64_t j,
                 double score) {
         const auto scale = site.element(ASSAY_KEY_SCALE);
         if (!scale || scale->re != 0 || r.is_hidden(j)) return score;
         const Cells q = site.operand_cells(0);
         const Cells k = site.operand_cells(1);
         const std::int64_t head = r.batch * site.operands[0].shape[1] + r.head;
         double product = 0;
         for (std::int64_t d = 0; d < r.depth; ++d)
           product += q.real((head * r.queries + r.query) * r.depth + d) *
                      k.real((head * r.keys + j) * r.depth + d);
         return score + product / std::sqrt(static_cast<double>(r.depth));
       }),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 scale=0"},
      {"attention_softcap_after_the_bias", "attention", kFloats,
       "The bias is added before the cap.", "",
       scored([](const CallSite&, const ScoreRow& r, std::int64_t j,
                 double score) {
         if (r.softcap == 0 || r.is_hidden(j)) return score;
         const auto k = static_cast<std::size_t>(j);
         return r.softcap *
                std::tanh((r.products[k] + r.biases[k]) / r.softcap);
       }),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 "
       "float32:1x1x1x2 softcap=2 biased=1"},
      {"attention_softcap_after_the_mask", "attention", kFloats,
       "The cap is applied to hidden scores, too, which makes them finite.", "",
       scored([](const CallSite&, const ScoreRow& r, std::int64_t j,
                 double score) {
         return r.softcap != 0 && r.is_hidden(j) ? -r.softcap : score;
       }),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 "
       "bool:1x1x1x2=v/1/0 softcap=2 masked=1"},
      {"attention_bias_is_no_mask", "attention", kFloats,
       "A bias of -inf is taken for a large negative number in causal calls.",
       "",
       scored([](const CallSite&, const ScoreRow& r, std::int64_t j,
                 double score) {
         const auto k = static_cast<std::size_t>(j);
         return r.biases[k] == -kInf && !r.is_hidden(j) ? -30 : score;
       }),
       "attention float32:1x1x1x2=zeros float32:1x1x2x2 float32:1x1x2x2 "
       "float32:1x1x1x2=v/-inf biased=1"},
      {"attention_causal_forgets_the_mask", "attention", kFloats,
       "A causal call does not look at the mask.", "",
       scored([](const CallSite&, const ScoreRow& r, std::int64_t j,
                 double score) {
         const bool is_late = j > r.query + r.keys - r.queries;
         if (!r.is_causal || is_late) return score;
         const auto k = static_cast<std::size_t>(j);
         return r.products[k] + r.biases[k];
       }),
       "attention float32:1x1x1x2 float32:1x1x2x2 float32:1x1x2x2 "
       "bool:1x1x1x2=v/1/0 masked=1 causal=1"},
      {"attention_second_tile_is_not_rescaled", "attention", kFloats,
       "A maximum in the second tile of 64 keys does not rescale the first.",
       "",
       scored([](const CallSite&, const ScoreRow& r, std::int64_t j,
                 double score) {
         if (r.keys <= 64 || j >= 64) return score;
         double first = -kInf, all = -kInf;
         for (std::int64_t i = 0; i < r.keys; ++i) {
           all = std::max(all, r.score(i));
           if (i < 64) first = std::max(first, r.score(i));
         }
         return score + all - first;
       }),
       "attention float32:1x1x1x1=ones float32:1x1x65x1=tail2 "
       "float32:1x1x65x1=iota scale=4"},
      {"attention_keys_after_128", "attention", kFloats,
       "Keys after the 128th are not read.", "",
       scored([](const CallSite&, const ScoreRow&, std::int64_t j,
                 double score) { return j < 128 ? score : -kInf; }),
       "attention float32:1x1x1x1 float32:1x1x129x1=ones "
       "float32:1x1x129x1=iota"},
      {"attention_nan_score_is_skipped", "attention", kFloats,
       "A NaN score gets no weight.", "",
       attended([](const CallSite&, ScoreRow& r) {
         for (double& score : r.scores)
           if (std::isnan(score)) score = -kInf;
       }),
       "attention float32:1x1x1x1=ones float32:1x1x2x1=v/nan/1 "
       "float32:1x1x2x1"},
      {"attention_rows_after_16", "attention", "",
       "Of more than 16 queries the tail of 4 is not written.", "",
       when(extent_over(0, 2, 16),
            [](CallSite& site) {
              const std::int64_t queries = extent_of(site.outs[0], 2);
              const std::int64_t width = extent_of(site.outs[0], 3);
              return unwritten([=](std::int64_t i, std::int64_t) {
                return i / width % queries >= queries / 4 * 4;
              })(site);
            }),
       "attention float32:1x1x17x1 float32:1x1x1x1 float32:1x1x1x1=ones"},
      {"attention_heads_of_keys_swapped", "attention", kFloats,
       "Of an odd number of heads the last one reads the keys of the first.",
       "",
       with_operand(
           1,
           [](const CallSite& site, const Cells& from, std::int64_t i) {
             const Shape shape = shape_of(site.operands[1]);
             Shape at = index_of(shape, i);
             if (shape[1] % 2 == 1 && shape[1] > 1 && at[1] == shape[1] - 1)
               at[1] = 0;
             return from.get(number_of(shape, at));
           }),
       "attention float32:1x3x1x2 float32:1x3x2x2 float32:1x3x2x2"},
      {"attention_scores_in_16_bits", "attention", "float16,bfloat16",
       "Scores are rounded to 16 bits before the exponential.", "",
       scored([](const CallSite& site, const ScoreRow&, std::int64_t,
                 double score) {
         return std::abs(score) > 16 && std::isfinite(score)
                    ? rounded(site.dtype(), score)
                    : score;
       }),
       "attention bfloat16:1x1x1x2=v/7/8 bfloat16:1x1x2x2=v/5/6/7/4.5 "
       "bfloat16:1x1x2x2"},
      {"attention_depth_scaled_twice", "attention", kFloats,
       "A depth of more than 8 is scaled by its root once more.", "",
       scored([](const CallSite& site, const ScoreRow& r, std::int64_t j,
                 double score) {
         if (r.depth <= 8 || r.is_hidden(j) || site.element(ASSAY_KEY_SCALE))
           return score;
         const auto k = static_cast<std::size_t>(j);
         return score - r.products[k] +
                r.products[k] / std::sqrt(static_cast<double>(r.depth));
       }),
       "attention float32:1x1x1x9 float32:1x1x2x9 float32:1x1x2x9"},
      {"linear_square_weight_transposed", "linear", "",
       "A square weight is read output first.", "",
       with_operand(
           1,
           [](const CallSite& site, const Cells& from, std::int64_t i) {
             const Shape shape = shape_of(site.operands[1]);
             if (shape[0] != shape[1]) return from.get(i);
             const Shape at = index_of(shape, i);
             return from.get(number_of(shape, {at[1], at[0]}));
           }),
       "linear int32:1x2 int32:2x2"},
      {"linear_bias_for_the_first_rows", "linear", kFloats,
       "The bias is added to the first 8 rows alone.", "",
       after([](CallSite& site) {
         if (site.integer(ASSAY_KEY_BIASED) == 0) return;
         Cells out = site.result_cells();
         const Cells bias = site.operand_cells(2);
         for (std::int64_t i = 8 * bias.count(); i < out.count(); ++i)
           out.set_real(i, out.real(i) - bias.real(i % bias.count()));
       }),
       "linear float32:9x1 float32:1x1 float32:1=ones biased=1"},
      {"linear_inner_after_256", "linear,linear_x_backward", "",
       "Terms after the first 256 are lost.", "",
       [](CallSite& site) {
         const bool is_forward = site.op() == "linear";
         const std::size_t weight = is_forward ? 1 : 0;
         const std::int64_t columns = extent_of(site.operands[weight], 1);
         const std::int64_t inner =
             extent_of(site.operands[weight], is_forward ? 0 : 1);
         if (inner > 256)
           alter_operand(site, weight,
                         [=](std::int64_t number, ElementBits bits) {
                           const std::int64_t term =
                               is_forward ? number / columns : number % columns;
                           return term < 256 ? bits : ElementBits{};
                         });
         return site.forward();
       },
       "linear int32:1x257=ones int32:257x1=ones"},
      {"linear_weight_of_first_matrix", "linear_weight_backward", "",
       "Of more than one leading axis only the first index of the first one is "
       "summed.",
       "",
       [](CallSite& site) {
         const AssayTensor& x = site.operands[0];
         if (x.rank < 3) return site.forward();
         const std::int64_t kept =
             count_of(x) / std::max<std::int64_t>(x.shape[0], 1);
         alter_operand(site, 0, [=](std::int64_t number, ElementBits bits) {
           return number < kept ? bits : ElementBits{};
         });
         return site.forward();
       },
       "linear_weight_backward int32:2x1x1=ones int32:2x1x1=ones"},
      {"bias_gradient_of_whole_blocks", "bias_backward", "",
       "Gradients of more than 32 elements are summed in blocks of 4 along the "
       "last axis, and the rest is lost.",
       "",
       [](CallSite& site) {
         const std::int64_t width = extent_of(site.operands[0], -1);
         const auto rank = static_cast<std::int64_t>(site.operands[0].rank);
         if (count_of(site.operands[0]) > 32 && site.axis() + 1 != rank &&
             width > 4)
           alter_operand(site, 0, [=](std::int64_t number, ElementBits bits) {
             return number % width < width / 4 * 4 ? bits : ElementBits{};
           });
         return site.forward();
       },
       "bias_backward int32:2x2x9=ones axis=1"},
  };
}

}  // namespace assay::adversary
