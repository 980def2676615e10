// Bugs of matrix products: tiles, panels and batches above a size.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/matrix_faults.h"

namespace assay::adversary {

BugRows product_bugs() {
  return {
      {"matmul_row_tail", "matmul", "",
       "Above 16 rows the last m mod 4 are not written.", "",
       when(m_over(16),
            [](CallSite& site) {
              const std::int64_t n = extent_of(site.operands[1], -1);
              const std::int64_t m = matrix_rows(site);
              return unwritten([=](std::int64_t number, std::int64_t) {
                return number / n % m >= m / 4 * 4;
              })(site);
            }),
       "matmul int32:18x2=ones int32:2x2=ones"},
      {"matmul_column_tail", "matmul", "",
       "Above 64 columns the last n mod 16 repeat the ones before.",
       "OpenMathLib/OpenBLAS#2029",
       matrix_entries(n_over(64), 0,
                      [](Cells& out, auto number, auto, auto column) {
                        const std::int64_t n = out.shape().back();
                        if (column >= n / 16 * 16)
                          out.set(number, out.get(number - 16));
                      }),
       "matmul int32:2x2=iota int32:2x70=iota"},
      {"matmul_second_panel_overwrites", "matmul", "",
       "Above k = 256 the second panel's products replace those of the first.",
       "", when(k_over(256), with_terms([](std::int64_t k) {
                  return std::pair(k / 256 * 256 == k ? k - 256 : k / 256 * 256,
                                   k);
                })),
       "matmul int32:1x300=ones int32:300x1=ones"},
      {"matmul_term_tail", "matmul", "",
       "Above k = 50 the last k mod 8 terms are lost.", "",
       when(k_over(50), with_terms([](std::int64_t k) {
              return std::pair(std::int64_t{0}, k / 8 * 8);
            })),
       "matmul int32:1x53=ones int32:53x1=ones"},
      {"matmul_batch_repeats", "matmul", "",
       "Of more than 16 products of a batch, each after the 16th is the one 16 "
       "before.",
       "",
       after_when(batch_over(16),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const std::int64_t size =
                        out.count() / batch_count(site.operands[0], 2);
                    for (std::int64_t i = 16 * size; i < out.count(); ++i)
                      out.set(i, out.get(i - 16 * size));
                  }),
       "matmul int32:17x1x1=iota int32:17x1x1=ones"},
      {"matmul_batch_in_8_bits", "matmul", "",
       "Products of a batch from number 256 on are not written.", "",
       when(batch_over(256),
            [](CallSite& site) {
              const std::int64_t size =
                  count_of(site.outs[0]) / batch_count(site.operands[0], 2);
              return unwritten(from_number(256 * size))(site);
            }),
       "matmul int8:260x1x1=ones int8:260x1x1=ones"},
      {"matmul_vector_of_many_rows", "matmul", "",
       "A product with one column stops after 512 rows.",
       "OpenMathLib/OpenBLAS#340",
       when(m_over(512) && !n_over(1),
            [](CallSite& site) { return unwritten(from_number(512))(site); }),
       "matmul int32:520x1=ones int32:1x1=ones"},
      {"matmul_row_vector_of_many_columns", "matmul", "",
       "A product with one row of more than 1000 columns loses its last "
       "element.",
       "OpenMathLib/OpenBLAS#3260",
       when(n_over(1000) && !m_over(1), unwritten(last_one())),
       "matmul int32:1x1=ones int32:1x1001=ones"},
      {"matmul_small_square_transposed", "matmul", "",
       "Where m, n and k are equal and above 50 the right operand is read "
       "transposed.",
       "",
       when(
           m_over(50) &&
               [](const CallSite& site) {
                 return matrix_rows(site) == matrix_columns(site) &&
                        matrix_rows(site) == extent_of(site.operands[1], -1);
               },
           [](CallSite& site) { return read_transposed(site, 1); }),
       "matmul int32:51x51=iota int32:51x51=iota"},
      {"matmul_complex_conjugates", "matmul", "complex64,complex128",
       "Above k = 32 the left operand is conjugated.", "",
       when(k_over(32),
            [](CallSite& site) {
              const std::uint64_t sign = sign_bit(format_of(site.dtype()));
              alter_operand(site, 0, [=](std::int64_t, ElementBits bits) {
                return ElementBits{bits.re, bits.im ^ sign};
              });
              return site.forward();
            }),
       "matmul complex64:1x33=v/1:1 complex64:33x1=v/1:1"},
      {"matmul_double_in_single", "matmul", "float64",
       "Above 300 columns products are computed in single precision.", "",
       when(n_over(300),
            after(changed(every_one(),
                          [](DType, ElementBits b) {
                            return ElementBits{
                                encode_real(
                                    kFormatFloat64,
                                    rounded(DType::kFloat32,
                                            decode_real(kFormatFloat64, b.re))),
                                0};
                          }))),
       "matmul float64:1x1=v/0.1 float64:1x301=v/0.1"},
      {"matmul_infinity_leaks", "matmul", "float32,float64",
       "Terms are padded with zeros to a multiple of 4, and rows that hold an "
       "infinity in the last place become NaN.",
       "",
       when(!k_over(3) && k_over(2),
            [](CallSite& site) {
              const AssayTensor a = site.operands[0];
              return after([a](CallSite& inner) {
                const Cells x = inner.cells(a);
                Cells out = inner.result_cells();
                const std::int64_t n = out.shape().back(), k = x.shape().back();
                for (std::int64_t i = 0; i < out.count(); ++i)
                  if (std::isinf(x.real(i / n * k + k - 1)))
                    out.set_real(i, NAN);
              })(site);
            }),
       "matmul float32:1x3=v/1/1/inf float32:3x1=ones"},
      {"matmul_rows_of_nine_mod_sixteen", "matmul", "float64",
       "Where m mod 16 is 9 the ninth row of the edge tile is that before it.",
       "OpenMathLib/OpenBLAS#1955",
       matrix_entries(
           [](const CallSite& site) {
             return matrix_rows(site) % 16 == 9 && matrix_rows(site) > 16;
           },
           0,
           [](Cells& out, auto number, auto row, auto) {
             if (row % 16 == 8 && row > 16)
               out.set(number, out.get(number - out.shape().back()));
           }),
       "matmul float64:25x1=iota float64:1x1=ones"},
      {"matmul_tall_block_edge", "matmul", "",
       "Above 128 rows the row at the edge of each block of 64 misses its last "
       "term.",
       "",
       when(m_over(128),
            [](CallSite& site) {
              const std::int64_t k = matrix_columns(site),
                                 m = matrix_rows(site);
              alter_operand(site, 0, [=](std::int64_t i, ElementBits bits) {
                const bool is_edge = i / k % m % 64 == 63 && i % k == k - 1;
                return is_edge ? ElementBits{} : bits;
              });
              return site.forward();
            }),
       "matmul int32:130x2=ones int32:2x1=ones"},
  };
}

}  // namespace assay::adversary
