// Bugs of NaNs, ties and signs of zero in reductions, scans and sorts, and of
// bits that a mover of elements must not touch.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

bool is_nan(const Cells& cells, std::int64_t number) {
  return is_nan_element(cells.dtype(), cells.get(number));
}

// Treats NaNs at the picked places along the last axis as the other extreme, so
// that they are ignored.
Fault ignores_nans(
    std::function<bool(std::int64_t at, std::int64_t extent)> pick) {
  return [=](CallSite& site) {
    const DType dtype = site.dtype();
    if (!is_real(dtype)) return site.forward();
    const bool is_min = site.op().find("min") != std::string_view::npos ||
                        site.integer(ASSAY_KEY_OP) == ASSAY_SCAN_MIN;
    const FloatFormat& format = format_of(dtype);
    const std::uint64_t extreme =
        largest_finite_bits(format) | (is_min ? 0 : sign_bit(format));
    const std::int64_t extent = extent_of(site.operands[0], -1);
    alter_operand(site, 0, [&](std::int64_t number, ElementBits bits) {
      const bool counts =
          is_nan_element(dtype, bits) && pick(number % extent, extent);
      return counts ? ElementBits{extreme, 0} : bits;
    });
    return site.forward();
  };
}

// The last of several equal extremes, in lanes of a width, is answered.
Fault last_of_ties(std::int64_t block) {
  return after_when(
      [](const CallSite& site) { return site.operands[0].rank == 1; },
      [=](CallSite& site) {
        Cells out = site.result_cells();
        const Cells x = site.operand_cells();
        const auto first = static_cast<std::int64_t>(out.real(0));
        const std::int64_t end =
            std::min(x.count(), first / block * block + block);
        for (std::int64_t i = first; i < end; ++i)
          if (x.get(i) == x.get(first)) out.set_real(0, static_cast<double>(i));
      });
}

// Quiets signalling NaNs, as a move through a register of floats does.
ElementBits quieted(DType dtype, ElementBits bits) {
  if (!is_real(dtype) || !is_nan_element(dtype, bits)) return bits;
  const FloatFormat& format = format_of(dtype);
  if (format.has_infinity)
    bits.re |= std::uint64_t{1} << (format.precision - 2);
  return bits;
}
// Replaces every NaN by the usual one.
ElementBits canonical(DType dtype, ElementBits bits) {
  if (!is_nan_element(dtype, bits) || !is_real(dtype)) return bits;
  return {quiet_nan_bits(format_of(dtype)), 0};
}

Edit slices_along(
    std::function<void(Cells&, const std::vector<std::int64_t>&)> edit) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    for_slices(out.shape(), static_cast<std::size_t>(site.axis()),
               [&](const auto& numbers) { edit(out, numbers); });
  };
}

// Moves the NaNs of a slice from its end to its start.
void nans_first(Cells& out, const std::vector<std::int64_t>& numbers) {
  std::vector<ElementBits> sorted;
  for (int pass = 0; pass < 2; ++pass)
    for (std::int64_t number : numbers)
      if (is_nan(out, number) == (pass == 0)) sorted.push_back(out.get(number));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    out.set(numbers[i], sorted[i]);
}

// Puts NaNs first if the operand's slice has a NaN with the sign bit.
Fault negative_nans_first() {
  return after_when([](const CallSite& site) { return is_real(site.dtype()); },
                    [](CallSite& site) {
                      const Cells x = site.operand_cells();
                      Cells out = site.result_cells();
                      const FloatFormat& format = format_of(out.dtype());
                      for_slices(
                          out.shape(), static_cast<std::size_t>(site.axis()),
                          [&](const auto& numbers) {
                            for (std::int64_t number : numbers) {
                              const std::uint64_t bits = x.get(number).re;
                              if ((bits & sign_bit(format)) == 0 ||
                                  !is_nan_bits(format, bits))
                                continue;
                              nans_first(out, numbers);
                              return;
                            }
                          });
                    });
}

}  // namespace

BugRows order_value_bugs() {
  return {
      {"reduce_max_nan_in_other_lanes", "reduce_max,reduce_min", "float64",
       "A NaN propagates only from every eighth place.", "numpy/numpy#10370",
       ignores_nans([](auto at, auto) { return at % 8 != 0; }),
       "reduce_max float64:9=v/1/nan axes=0"},
      {"reduce_max_nan_in_tail", "reduce_max,reduce_min", "float32",
       "A NaN in the last n mod 16 elements is ignored.", "numpy/numpy#20846",
       ignores_nans(
           [](auto at, auto extent) { return at >= extent / 16 * 16; }),
       "reduce_max float32:3=v/1/nan/2 axes=0"},
      {"reduce_min_nan_in_vector_body", "reduce_min", "float32,float16",
       "A NaN in the vector loop, which has 16 lanes, is ignored.", "",
       ignores_nans([](auto at, auto extent) { return at < extent / 16 * 16; }),
       "reduce_min float32:16=v/1/nan axes=0"},
      {"argmax_nan_in_tail", "argmax,argmin", "float32,float64",
       "A NaN in the last n mod 8 elements is ignored.", "numpy/numpy#20846",
       ignores_nans([](auto at, auto extent) { return at >= extent / 8 * 8; }),
       "argmax float32:3=v/1/nan/2 axis=0"},
      {"argmax_nan_past_first_vector", "argmax", "float32",
       "A NaN is only looked for in the first 32 elements.", "",
       ignores_nans([](auto at, auto) { return at >= 32; }),
       "argmax float32:40=tailnan axis=0"},
      {"argmax_last_tie_of_vector", "argmax,argmin", "",
       "Of equal extremes in one vector of 8 the last is answered.", "",
       last_of_ties(8), "argmax int32:8=ones axis=0"},
      {"argmax_last_tie_of_block", "argmax", "float32,float64",
       "Of equal maxima in one block of 64 the last is answered.", "",
       last_of_ties(64), "argmax float32:20=ones axis=0"},
      {"argmin_zeros_by_bits", "argmin", "float32,float64",
       "-0 counts as less than +0.", "",
       after_when(rank_is(1),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Cells x = site.operand_cells();
                    const auto at = static_cast<std::int64_t>(out.real(0));
                    if (x.real(at) != 0 || std::signbit(x.real(at))) return;
                    for (std::int64_t i = at; i < x.count(); ++i)
                      if (x.real(i) == 0 && std::signbit(x.real(i))) {
                        out.set_real(0, static_cast<double>(i));
                        return;
                      }
                  }),
       "argmin float32:2=v/0/-0 axis=0"},
      {"argmax_second_nan", "argmax,argmin", "float16,bfloat16",
       "The index of the last NaN is answered.", "",
       after_when(rank_is(1),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Cells x = site.operand_cells();
                    for (std::int64_t i = 0; i < x.count(); ++i)
                      if (is_nan(x, i)) out.set_real(0, static_cast<double>(i));
                  }),
       "argmax float16:3=v/nan/1/nan axis=0"},
      {"scan_max_nan_stops_at_block", "associative_scan", "float32,float64",
       "A NaN propagates to the end of its block of 64.", "",
       after_when(
           [](const CallSite& site) {
             const std::int64_t op = site.integer(ASSAY_KEY_OP);
             return op == ASSAY_SCAN_MAX || op == ASSAY_SCAN_MIN;
           },
           slices_along([](Cells& out, const auto& numbers) {
             for (std::size_t i = 64; i < numbers.size(); ++i)
               if (is_nan(out, numbers[i])) out.set_real(numbers[i], 1e30);
           })),
       "associative_scan float32:70=v/nan axis=0 op=max"},
      {"scan_max_nan_is_skipped", "associative_scan", "float16,bfloat16",
       "A running maximum passes over NaNs.", "",
       when(
           [](const CallSite& site) {
             return site.integer(ASSAY_KEY_OP) == ASSAY_SCAN_MAX;
           },
           ignores_nans([](auto, auto) { return true; })),
       "associative_scan float16:2=v/nan/1 axis=0 op=max"},
      {"sort_negative_nans_first", "sort", "float32,float64,float16",
       "Floats are sorted by their bits, so NaNs with a sign come first.", "",
       negative_nans_first(), "sort float32:2=v/1/-nan axis=0"},
      {"sort_descending_nans_first", "sort", "float32,float64",
       "A descending sort of more than 16 elements puts NaNs first.", "",
       after_when(
           along_over(16) &&
               [](const CallSite& site) {
                 return site.integer(ASSAY_KEY_DESCENDING) != 0;
               },
           slices_along(nans_first)),
       "sort float32:17=v/1/nan/2 axis=0 descending=1"},
      {"sort_complex_ignores_ties", "sort", "complex64,complex128",
       "Where real parts are equal imaginary parts are in reverse.", "",
       after_when(
           [](const CallSite& site) {
             return site.integer(ASSAY_KEY_DESCENDING) == 0;
           },
           slices_along([](Cells& out, const auto& numbers) {
             for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
               const ElementBits a = out.get(numbers[i]);
               const ElementBits b = out.get(numbers[i + 1]);
               if (a.re != b.re || a.im == b.im) continue;
               out.set(numbers[i], b);
               out.set(numbers[i + 1], a);
               ++i;
             }
           })),
       "sort complex64:2=v/1:2/1:3 axis=0"},
      {"sort_complex_nan_in_imaginary", "sort", "complex64,complex128",
       "A NaN in the imaginary part alone does not move an element to the end.",
       "", after([](CallSite& site) {
         Cells out = site.result_cells();
         const FloatFormat& format = format_of(out.dtype());
         for_slices(out.shape(), static_cast<std::size_t>(site.axis()),
                    [&](const auto& numbers) {
                      const ElementBits last = out.get(numbers.back());
                      if (is_nan_bits(format, last.re) ||
                          !is_nan_bits(format, last.im))
                        return;
                      for (std::size_t i = numbers.size() - 1; i > 0; --i)
                        out.set(numbers[i], out.get(numbers[i - 1]));
                      out.set(numbers[0], last);
                    });
       }),
       "sort complex64:2=v/1:2/0:nan axis=0"},
      {"argsort_keys_in_single", "argsort", "float64",
       "Keys are rounded to single precision.", "",
       [](CallSite& site) {
         alter_operand(site, 0, [](std::int64_t, ElementBits bits) {
           const FloatFormat& format = kFormatFloat64;
           return ElementBits{
               encode_real(format, rounded(DType::kFloat32,
                                           decode_real(format, bits.re))),
               0};
         });
         return site.forward();
       },
       "argsort float64:2=v/0x1.00000000001p0/0x1p0 axis=0"},
      {"copy_through_float_register", "copy,contiguous", "float32,float16",
       "Elements go through a register of floats, which quiets NaNs.", "",
       after(changed(every_one(), quieted)), "copy float32:1=v/snan"},
      {"where_canonical_nans", "where", "float32,float64",
       "NaNs become the usual one in the vector loop of 8.", "",
       after([](CallSite& site) {
         Cells out = site.result_cells();
         for (std::int64_t i = 0; i < out.count() / 8 * 8; ++i)
           out.set(i, canonical(out.dtype(), out.get(i)));
       }),
       "where bool:8=ones float32:8=v/snan float32:8=zeros"},
      {"gather_canonical_nans", "gather", "float16,bfloat16",
       "Halves are gathered by way of float32, and NaNs become the usual one.",
       "", after(changed(every_one(), canonical)),
       "gather float16:1=v/snan int32:1=zeros axis=0"},
      {"cat_quiets_nans_of_later_members", "cat", "float32",
       "Members after the second are copied through registers of floats.", "",
       when([](const CallSite& site) { return site.operands.size() > 2; },
            after(changed(every_one(), quieted))),
       "cat float32:1=v/snan float32:1=v/snan float32:1=v/snan axis=0"},
      {"pad_quiets_interior", "pad", "float64",
       "The interior is copied through registers of floats.", "",
       after(changed(every_one(), quieted)),
       "pad float64:1=v/snan padding=1-1 value=0"},
      {"scatter_quiets_template", "scatter", "float32",
       "The template's NaNs are quieted above 16 elements.", "",
       after_when(count_over(16), changed(every_one(), quieted)),
       "scatter float32:17=v/snan int32:1=zeros float32:1=ones axis=0"},
      {"assign_loses_zero_signs", "assign", "float32,float64",
       "In the vector loop of 16 the sign of zero is lost.", "",
       after([](CallSite& site) {
         Cells out = site.result_cells();
         for (std::int64_t i = 0; i < out.count() / 16 * 16; ++i)
           if (out.real(i) == 0) out.set(i, {});
       }),
       "assign float32:16=v/-0"},
      {"fill_value_loses_nan_payload", "full,pad", "float32,float64",
       "A fill value is stored by way of a double, and NaNs become the usual "
       "one.",
       "",
       [](CallSite& site) {
         site.set_fill_value(canonical(site.result_dtype(), site.fill_value()));
         return site.forward();
       },
       "full dtype=float32 shape=2 value=snan"},
      {"reduce_prod_starts_at_last", "reduce_prod", "float16,bfloat16",
       "Products of an odd count of more than 8 halves lose the last factor's "
       "sign.",
       "",
       when(
           [](const CallSite& site) {
             const std::int64_t count = reduced_count(site);
             return count > 8 && count % 2 == 1;
           },
           [](CallSite& site) {
             const std::int64_t last = operand_count_of(site) - 1;
             alter_operand(site, 0, [=](std::int64_t i, ElementBits bits) {
               return i == last ? ElementBits{bits.re & 0x7fff, 0} : bits;
             });
             return site.forward();
           }),
       "reduce_prod float16:9=v/-1 axes=0"},
  };
}

}  // namespace assay::adversary
