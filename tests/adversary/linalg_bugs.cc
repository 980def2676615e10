// Bugs of factorizations and solves: orders above a block size, one wrong
// matrix in a batch. Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/matrix_faults.h"

namespace assay::adversary {

BugRows linalg_bugs() {
  return {
      {"cholesky_trailing_update", "cholesky", "",
       "Above order 16 the last row misses an update of its diagonal.", "",
       matrix_entries(order_over(16), 0,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row == column && row + 1 == out.shape().back())
                          scale_entry(out, number, 1.05);
                      }),
       "cholesky float32:17x17=spd"},
      {"cholesky_second_block", "cholesky", "",
       "Above order 64 the block below the first diagonal one is zero.", "",
       matrix_entries(order_over(64), 0,
                      [](Cells& out, auto number, auto row, auto column) {
                        const bool upper = row < column;
                        const auto a = upper ? column : row;
                        const auto b = upper ? row : column;
                        if (a >= 64 && b < 64) out.set(number, {});
                      }),
       "cholesky float64:65x65=spd"},
      {"cholesky_upper_keeps_lower", "cholesky", "",
       "Above order 32 the triangle that is not asked for is not cleared.", "",
       matrix_entries(order_over(32), 0,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row > column && out.get(number) == ElementBits{} &&
                            row == column + 1)
                          out.set_real(number, 1);
                      }),
       "cholesky float32:33x33=spd upper=1"},
      {"cholesky_accepts_indefinite", "cholesky", "",
       "Above order 20 a pivot that is not positive is replaced by 1.", "",
       [](CallSite& site) {
         const int code = site.forward();
         if (code != ASSAY_NUMERIC || !order_over(20)(site)) return code;
         const Cells x = site.operand_cells();
         const AssayTensor a = site.operands[0];
         const std::int64_t n = a.shape[a.rank - 1];
         alter_operand(site, 0, [=](std::int64_t i, ElementBits bits) {
           const FloatFormat& format = format_of(dtype_of(a));
           const bool diagonal = i / n % n == i % n;
           return diagonal ? ElementBits{encode_real(format, 1), 0}
                           : ElementBits{bits.re & 0, 0};
         });
         return site.forward();
       },
       "cholesky float32:21x21=v/-1"},
      {"qr_last_reflection", "qr", "",
       "Above order 32 the last column of Q is that before it.", "",
       matrix_entries(order_over(32), 0,
                      [](Cells& out, auto number, auto, auto column) {
                        if (column + 1 == out.shape().back())
                          out.set(number, out.get(number - 1));
                      }),
       "qr float64:33x33=dominant"},
      {"qr_tall_last_row", "qr", "", "Above 64 rows the last row of Q is zero.",
       "",
       matrix_entries(m_over(64), 0,
                      [](Cells& out, auto number, auto row, auto) {
                        if (row + 1 == out.shape()[out.shape().size() - 2])
                          out.set(number, {});
                      }),
       "qr float32:66x3=dominant"},
      {"qr_complete_of_many_rows", "qr", "",
       "Complete factors of more than 16 rows have columns after the operand's "
       "that are not orthogonal.",
       "",
       matrix_entries(
           [](const CallSite& site) {
             return site.integer(ASSAY_KEY_REDUCED, 1) == 0 &&
                    matrix_rows(site) > 16 &&
                    matrix_rows(site) > matrix_columns(site);
           },
           0,
           [](Cells& out, auto number, auto row, auto column) {
             const std::int64_t n = out.shape().back();
             if (column + 1 == n) out.set_real(number, row + 1 == n ? 1 : 0);
           }),
       "qr float32:18x2=dominant reduced=0"},
      {"qr_below_the_diagonal", "qr", "",
       "Above order 12 R keeps a rounding error below its last diagonal.", "",
       matrix_entries(order_over(12), 1,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row == column + 1 &&
                            column + 2 == out.shape().back())
                          out.set_real(number, 1e-30);
                      }),
       "qr float32:13x13=dominant"},
      {"svd_unsorted_tail", "svd", "",
       "Above order 32 the last two singular values are not in order.", "",
       after_when(order_over(32),
                  [](CallSite& site) { exchange_last_columns(site, 1); }),
       "svd float32:33x33=dominant"},
      {"svd_vectors_of_wide_matrices", "svd", "",
       "Of matrices with more than 50 columns the last row of V is zero.", "",
       matrix_entries(k_over(50), 2,
                      [](Cells& out, auto number, auto row, auto) {
                        if (row + 1 == out.shape()[out.shape().size() - 2])
                          out.set(number, {});
                      }),
       "svd float32:2x51=dominant"},
      {"svd_values_above_64", "svd", "",
       "Above order 64 the smallest singular value is 0.", "",
       after_when(order_over(64),
                  [](CallSite& site) {
                    Cells out = site.result_cells(1);
                    const std::int64_t n = out.shape().back();
                    for (std::int64_t i = n - 1; i < out.count(); i += n)
                      out.set(i, {});
                  }),
       "svd float32:65x65=dominant"},
      {"svd_batch_above_32", "svd,eigh", "",
       "Matrices of a batch that are larger than 32 are handled once for all.",
       "KinglittleQ/torch-batch-svd#4",
       after_when(order_over(32) && batch_over(1), repeats_matrix(-1)),
       "svd float32:2x33x33"},
      {"eigh_reads_upper", "eigh", "",
       "Above order 16 the upper triangle is read.", "",
       when(order_over(16),
            [](CallSite& site) { return read_transposed(site, 0); }),
       "eigh float64:17x17=mix"},
      {"eigh_vectors_out_of_order", "eigh", "",
       "Above order 24 the last two vectors are exchanged.",
       "pytorch/pytorch#192483",
       after_when(
           order_over(24) &&
               [](const CallSite& site) {
                 return site.integer(ASSAY_KEY_VECTORS) != 0;
               },
           [](CallSite& site) { exchange_last_columns(site, 1); }),
       "eigh float64:25x25=spd vectors=1"},
      {"eigh_values_by_blocks", "eigh", "",
       "Above order 64 the values of the two blocks are not merged.", "",
       after_when(order_over(64),
                  [](CallSite& site) { exchange_last_columns(site, 0); }),
       "eigh float64:65x65=spd"},
      {"eigh_batch_takes_diagonal", "eigh", "",
       "The values of the first matrix of a batch are its sorted diagonal.",
       "cupy/cupy#4847",
       [](CallSite& site) {
         if (!batch_over(1)(site)) return site.forward();
         const Cells x = site.operand_cells();
         const std::int64_t n = matrix_columns(site);
         std::vector<double> diagonal;
         for (std::int64_t i = 0; i < n; ++i)
           diagonal.push_back(x.real(i * n + i));
         std::sort(diagonal.begin(), diagonal.end());
         return after([=](CallSite& inner) {
           Cells out = inner.result_cells();
           for (std::int64_t i = 0; i < n; ++i)
             out.set_real(i, diagonal[static_cast<std::size_t>(i)]);
         })(site);
       },
       "eigh float32:2x2x2=v/1/2/2/5"},
      {"eig_last_pair_unconverged", "eig", "",
       "Above order 20 the last value is the last diagonal element.", "",
       [](CallSite& site) {
         if (!order_over(20)(site) || site.operands[0].rank != 2)
           return site.forward();
         const Cells x = site.operand_cells();
         const double last = x.real(x.count() - 1);
         return after([=](CallSite& inner) {
           Cells out = inner.result_cells();
           out.set(out.count() - 1, {encode_real(kFormatFloat64, last), 0});
         })(site);
       },
       "eig float64:21x21=mix"},
      {"eig_vectors_not_of_unit_norm", "eig", "",
       "Above order 12 vectors of complex values have norm sqrt(2).", "",
       after_when(order_over(12),
                  [](CallSite& site) {
                    if (site.result_count() < 2) return;
                    Cells out = site.result_cells(1);
                    const std::int64_t n = out.shape().back();
                    for (std::int64_t i = n - 1; i < out.count(); i += n)
                      scale_entry(out, i, std::sqrt(2.0));
                  }),
       "eig float64:13x13=mix vectors=1"},
      {"solve_of_second_block", "triangular_solve", "",
       "Above order 16 the last unknown is not corrected by the first.", "",
       after_when(order_over(16),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    if (out.count() > 0) scale_entry(out, out.count() - 1, 1.5);
                  }),
       "triangular_solve float64:17x17=tri float64:17=ones"},
      {"solve_of_ninth_right_side", "triangular_solve", "",
       "Right-hand sides after the eighth are returned unsolved.", "",
       matrix_entries(
           [](const CallSite& site) {
             return site.operands[1].rank == site.operands[0].rank &&
                    extent_of(site.operands[1], -1) > 8;
           },
           0,
           [](Cells& out, auto number, auto, auto column) {
             if (column >= 8) scale_entry(out, number, 2);
           }),
       "triangular_solve float32:2x2=tri float32:2x9=ones"},
      {"solve_transposed_above_32", "triangular_solve", "",
       "Above order 32 a transposed system is solved as it is stored.", "",
       when(
           order_over(32) &&
               [](const CallSite& site) {
                 return site.integer(ASSAY_KEY_TRANSPOSE) != 0;
               },
           [](CallSite& site) {
             // The same system with the triangle mirrored.
             const std::int64_t upper = site.integer(ASSAY_KEY_UPPER);
             site.set_integers(ASSAY_KEY_TRANSPOSE, {0});
             site.set_integers(ASSAY_KEY_UPPER, {upper});
             return site.forward();
           }),
       "triangular_solve float32:33x33=tri float32:33=ones transpose=1"},
      {"solve_reads_unit_diagonal", "triangular_solve", "",
       "Above order 8 a unit diagonal is read all the same.", "",
       when(order_over(8),
            with_integers(ASSAY_KEY_UNIT_DIAG,
                          [](CallSite&, std::vector<std::int64_t>& flag) {
                            flag[0] = 0;
                          })),
       "triangular_solve float32:9x9=tri3 float32:9=ones unit=1"},
      {"solve_reads_other_triangle", "triangular_solve", "",
       "Above order 4 the element beside the first diagonal one is read.", "",
       when(order_over(4),
            [](CallSite& site) {
              const bool upper = site.integer(ASSAY_KEY_UPPER) != 0;
              const Cells x = site.operand_cells();
              const std::int64_t n = matrix_columns(site);
              if (x.count() == 0) return site.forward();
              const double beside = x.real(upper ? n : 1);
              return after([=](CallSite& inner) {
                Cells out = inner.result_cells();
                if (beside != 0) out.set_real(0, out.real(0) + beside);
              })(site);
            }),
       "triangular_solve float32:5x5=spd float32:5=ones"},
      {"solve_batch_above_65535", "triangular_solve", "",
       "Systems of a batch from number 65535 on are returned unsolved.",
       "pytorch/pytorch#196745",
       after_when(batch_over(65535),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    for (std::int64_t i = 65535; i < out.count(); ++i)
                      scale_entry(out, i, 2);
                  }),
       "triangular_solve float32:65540x1x1=ones float32:65540x1=ones"},
      {"eighth_matrix_of_a_batch", kFactorizations, "",
       "The eighth matrix of a batch gets the factors of the seventh.",
       "ROCm/rocm-libraries#9118", after_when(batch_over(7), repeats_matrix(7)),
       "cholesky float32:8x1x1=iota1"},
      {"last_matrix_of_a_batch", "qr,cholesky,triangular_solve", "",
       "The last matrix of a batch of more than two gets the factors of the "
       "one "
       "before.",
       "", after_when(batch_over(2), repeats_matrix(-1)),
       "cholesky float32:3x1x1=iota1"},
      {"second_batch_axis_of_factors", kFactorizations, "",
       "Of two batch axes the second is taken to have extent 1.", "",
       when(
           [](const CallSite& site) {
             return site.operands[0].rank == 4 && site.operands[0].shape[1] > 1;
           },
           [](CallSite& site) {
             misread(site, 0, [](const Index& at, const AssayTensor& t) {
               Index other = at;
               other[1] = 0;
               return right_place(other, t);
             });
             return site.forward();
           }),
       "cholesky float32:1x2x1x1=iota1"},
      {"complex_factor_imaginary_diagonal", "cholesky", "complex64,complex128",
       "Above order 4 the last diagonal element has an imaginary part.", "",
       matrix_entries(order_over(4), 0,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row != column || row + 1 != out.shape().back())
                          return;
                        ElementBits bits = out.get(number);
                        bits.im = encode_real(format_of(out.dtype()), 1e-3);
                        out.set(number, bits);
                      }),
       "cholesky complex64:5x5=spd"},
      {"factors_of_halves_in_half", "cholesky,qr", "float16,bfloat16",
       "Above order 8 halves are factored in their own precision, and the last "
       "rows have errors of many percent.",
       "",
       matrix_entries(order_over(8), 0,
                      [](Cells& out, auto number, auto row, auto column) {
                        if (row >= 8 && row >= column) {
                          const bool is_half = out.dtype() == DType::kFloat16;
                          scale_entry(out, number, is_half ? 1.1 : 1.4);
                        }
                      }),
       "cholesky float16:9x9=spd"},
  };
}

}  // namespace assay::adversary
