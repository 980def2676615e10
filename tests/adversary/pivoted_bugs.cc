// Bugs of eliminations with pivots and of their solves: panels, swaps that are
// lost, signs of permutations, and sides of triangular systems.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/matrix_faults.h"

namespace assay::adversary {
namespace {

// Changes the sign of the elements of the last result, the parity.
void negate_parity(CallSite& site) {
  Cells out = site.result_cells(site.result_count() - 1);
  for (std::int64_t i = 0; i < out.count(); ++i) scale_entry(out, i, -1);
}

// Replaces a pivot by what `change` makes of its number and of its place.
Edit pivots_by(
    std::function<std::int64_t(std::int64_t pivot, std::int64_t place)>
        change) {
  return [=](CallSite& site) {
    Cells out = site.result_cells(1);
    const std::int64_t n = out.shape().back();
    for (std::int64_t i = 0; i < out.count(); ++i) {
      const auto pivot = static_cast<std::int64_t>(out.get(i).re);
      out.set(i, {static_cast<std::uint64_t>(change(pivot, i % n)), 0});
    }
  };
}

bool is_about_transpose(const CallSite& site) {
  return site.integer(ASSAY_KEY_TRANSPOSE) != 0;
}
bool is_about_right_side(const CallSite& site) {
  return site.integer(ASSAY_KEY_LEFT_SIDE) == 0;
}

}  // namespace

BugRows pivoted_bugs() {
  return {
      {"lu_trailing_update", "lu", "",
       "Above order 16 the last pivot misses the update of the last column.",
       "",
       matrix_entries(order_over(16), 2,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row == column && column + 1 == out.shape().back())
                          scale_entry(out, number, 1.01);
                      }),
       "lu float32:17x17=spd"},
      {"lu_late_swaps_of_l", "lu", "",
       "Above order 32 the swaps of the second panel are not made in the first "
       "columns of L.",
       "",
       matrix_entries(order_over(32), 1,
                      [](Cells& out, auto number, auto row, auto column) {
                        const std::int64_t n = out.shape().back();
                        if (row + 1 != out.shape()[out.shape().size() - 2] ||
                            column != 0)
                          return;
                        const ElementBits held = out.get(number);
                        out.set(number, out.get(number - n));
                        out.set(number - n, held);
                      }),
       "lu float64:33x33=spd"},
      {"lu_parity_of_panels", "lu,full_piv_lu", "",
       "Above order 24 the parity counts one swap too many.", "",
       after_when(order_over(24), negate_parity), "lu float32:25x25=spd"},
      {"lu_parity_of_a_batch", "lu", "",
       "The parities of a batch of more than four are that of the first.", "",
       after_when(batch_over(4),
                  [](CallSite& site) {
                    Cells out = site.result_cells(3);
                    for (std::int64_t i = 1; i < out.count(); ++i)
                      out.set(i, out.get(0));
                  }),
       "lu float32:5x2x2=v/0/1/1/1/1/0/0/1"},
      {"lu_of_tall_matrices", "lu", "",
       "Of more than 32 rows those after the last column are not swapped in P.",
       "",
       after_when(
           m_over(32) &&
               [](const CallSite& site) {
                 return matrix_rows(site) > matrix_columns(site) + 1;
               },
           [](CallSite& site) { exchange_last_columns(site, 0); }),
       "lu float32:34x2=dominant"},
      {"lu_keeps_the_other_part", "lu", "",
       "Above order 12 U keeps an element of L below its last diagonal.", "",
       matrix_entries(order_over(12), 2,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row == column + 1 &&
                            row + 1 == out.shape()[out.shape().size() - 2])
                          out.set_real(number, 0.25);
                      }),
       "lu float32:13x13=spd"},
      {"lu_factor_pivots_of_panels", "lu_factor", "",
       "From row 32 on pivots count from the start of their panel.", "",
       after_when(order_over(32), pivots_by([](auto pivot, auto place) {
                    return place < 32 ? pivot : pivot - 32;
                  })),
       "lu_factor float32:33x33=spd"},
      {"lu_factor_pivots_of_a_batch", "lu_factor", "",
       "The pivots of every matrix of a batch are those of the first.", "",
       after_when(batch_over(1),
                  [](CallSite& site) {
                    Cells out = site.result_cells(1);
                    const std::int64_t n = out.shape().back();
                    for (std::int64_t i = n; i < out.count(); ++i)
                      out.set(i, out.get(i % n));
                  }),
       "lu_factor float32:2x2x2=v/0/1/1/1/1/0/0/1"},
      {"lu_factor_pivots_from_one", "lu_factor", "",
       "Above order 8 pivots count from one.", "",
       after_when(order_over(8),
                  pivots_by([](auto pivot, auto) { return pivot + 1; })),
       "lu_factor float64:9x9=spd"},
      {"full_pivots_of_the_first_panel", "full_piv_lu", "",
       "Above order 20 the last two columns are not exchanged in Q.", "",
       after_when(order_over(20),
                  [](CallSite& site) { exchange_last_columns(site, 3); }),
       "full_piv_lu float32:21x21=dominant"},
      {"full_pivots_forget_the_columns", "full_piv_lu", "",
       "Above order 10 the parity is always 1.", "",
       after_when(order_over(10),
                  [](CallSite& site) {
                    Cells out = site.result_cells(4);
                    for (std::int64_t i = 0; i < out.count(); ++i)
                      out.set_real(i, 1);
                  }),
       "full_piv_lu float32:11x11=v/-3/9/3/6/1/5/2/-5/-1/-8/7/8/4"},
      {"solve_of_fifth_right_side", "solve,full_piv_lu_solve", "",
       "Right-hand sides after the fourth are not swapped with the rows.", "",
       matrix_entries(
           [](const CallSite& site) {
             return site.operands[1].rank == site.operands[0].rank &&
                    extent_of(site.operands[1], -1) > 4;
           },
           0,
           [](Cells& out, auto number, auto row, auto column) {
             if (column < 4 || row != 0 ||
                 out.shape()[out.shape().size() - 2] < 2)
               return;
             const std::int64_t n = out.shape().back();
             const ElementBits held = out.get(number);
             out.set(number, out.get(number + n));
             out.set(number + n, held);
           }),
       "solve float32:2x2=dominant float32:2x5=iota1"},
      {"solve_back_substitution_of_blocks", "solve,full_piv_lu_solve", "",
       "Above order 32 the first unknown misses the terms of the last.", "",
       after_when(order_over(32),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    if (out.count() > 0) scale_entry(out, 0, 1.25);
                  }),
       "solve float64:33x33=spd float64:33=ones"},
      {"solve_reads_singular_as_regular", "solve,full_piv_lu_solve", "",
       "Above order 3 a singular matrix is taken for the identity.", "",
       when(order_over(3),
            [](CallSite& site) {
              const int code = site.forward();
              if (code != ASSAY_NUMERIC) return code;
              const AssayTensor a = site.operands[0];
              const std::int64_t n = a.shape[a.rank - 1];
              alter_operand(site, 0, [=](std::int64_t i, ElementBits) {
                const FloatFormat& format = format_of(dtype_of(a));
                return i / n % n == i % n
                           ? ElementBits{encode_real(format, 1), 0}
                           : ElementBits{};
              });
              return site.forward();
            }),
       "solve float32:4x4=v/1/0/2/0 float32:4=ones"},
      {"solve_transposed_as_stored", "full_piv_lu_solve", "",
       "Above order 16 a transposed system is solved as it is stored.", "",
       when(order_over(16) && Condition(is_about_transpose),
            [](CallSite& site) {
              site.set_integers(ASSAY_KEY_TRANSPOSE, {0});
              return site.forward();
            }),
       "full_piv_lu_solve float32:17x17=dominant float32:17=ones transpose=1"},
      {"triangular_right_side_of_blocks", "triangular_solve_general", "",
       "On the right side of more than 16 rows the last unknowns are off.", "",
       after_when(order_over(16) && Condition(is_about_right_side),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const std::int64_t n = out.shape().back();
                    for (std::int64_t i = n - 1; i < out.count(); i += n)
                      scale_entry(out, i, 1.5);
                  }),
       "triangular_solve_general float32:17x17=tri float32:2x17=ones lower=1"},
      {"triangular_adjoint_of_blocks", "triangular_solve_general",
       "complex64,complex128", "Above order 8 the adjoint is not conjugated.",
       "",
       when(order_over(8),
            with_integers(ASSAY_KEY_TRANSPOSE_A,
                          [](CallSite&, std::vector<std::int64_t>& op) {
                            if (op[0] == ASSAY_TRANSPOSE_ADJOINT)
                              op[0] = ASSAY_TRANSPOSE_PLAIN;
                          })),
       "triangular_solve_general complex64:9x9=mix complex64:9x1=ones lower=1 "
       "left_side=1 unit=1 transpose_a=adjoint"},
      {"triangular_reads_unit_diagonal", "triangular_solve_general", "",
       "Above order 6 a unit diagonal is read all the same.", "",
       when(order_over(6),
            with_integers(ASSAY_KEY_UNIT_DIAG,
                          [](CallSite&, std::vector<std::int64_t>& flag) {
                            flag[0] = 0;
                          })),
       "triangular_solve_general float32:7x7=tri3 float32:7x1=ones lower=1 "
       "left_side=1 unit=1"},
      {"ninth_matrix_with_pivots", "lu,lu_factor,full_piv_lu,solve", "",
       "The ninth matrix of a batch gets the results of the eighth.", "",
       after_when(batch_over(8), repeats_matrix(8)),
       "solve float32:9x1x1=iota1 float32:9x1=ones"},
  };
}

}  // namespace assay::adversary
