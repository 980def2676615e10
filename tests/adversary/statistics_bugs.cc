// Bugs of means, tests of truth, extrema with their indices and cross products.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {
namespace {

constexpr const char* kExtrema = "max_with_index,min_with_index";
constexpr const char* kTruths = "any,all";
constexpr const char* kRealDTypes = "float16,bfloat16,float32,float64";

// Changes the first operand's elements before the call.
Fault with_elements(
    std::function<ElementBits(DType, std::int64_t number, ElementBits)>
        change) {
  return [=](CallSite& site) {
    const DType dtype = site.dtype();
    alter_operand(site, 0, [&](std::int64_t number, ElementBits bits) {
      return change(dtype, number, bits);
    });
    return site.forward();
  };
}

// Divides by the number of all elements, although some axes are kept.
void divide_by_all(CallSite& site) {
  Cells out = site.result_cells();
  const auto ratio = static_cast<double>(reduced_count(site)) /
                     static_cast<double>(operand_count_of(site));
  for (std::int64_t i = 0; i < out.count(); ++i)
    out.set_real(i, rounded(out.dtype(), out.real(i) * ratio));
}

// Sums 16-bit floats in their dtype along the only axis.
void sum_in_the_dtype(CallSite& site) {
  Cells out = site.result_cells();
  const Cells x = site.operand_cells();
  double sum = 0;
  for (std::int64_t i = 0; i < x.count(); ++i)
    sum = rounded(x.dtype(), sum + x.real(i));
  out.set_real(0, rounded(x.dtype(), sum / static_cast<double>(x.count())));
}
bool has_one_axis(const CallSite& site) {
  return site.operands[0].rank == 1 && count_of(site.outs[0]) == 1 &&
         reduced_count(site) > 1;
}

// Rounds results to what a double holds.
void pass_through_double(CallSite& site) {
  Cells out = site.result_cells();
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const auto value = static_cast<std::int64_t>(out.get(i).re);
    const double near = static_cast<double>(value);
    if (value < 0 || near >= 0x1p63) continue;
    out.set(i, {static_cast<std::uint64_t>(near), 0});
  }
}

// Negates the middle component of each vector.
void negate_the_middle(CallSite& site) {
  Cells out = site.result_cells();
  const auto axis = static_cast<std::size_t>(site.axis());
  for (std::int64_t i = 0; i < out.count(); ++i)
    if (index_of(out.shape(), i)[axis] == 1) out.set_real(i, -out.real(i));
}

// Changes each index by a function of it and of the slice's number.
Edit with_indices(
    std::function<std::int64_t(CallSite&, std::int64_t index, std::int64_t i)>
        change) {
  return [=](CallSite& site) {
    Cells index = site.result_cells(1);
    for (std::int64_t i = 0; i < index.count(); ++i)
      index.set_real(
          i, static_cast<double>(
                 change(site, static_cast<std::int64_t>(index.real(i)), i)));
  };
}

// Names the last of equal extrema that are among eight neighbours.
void name_the_last_of_eight(CallSite& site) {
  const Cells x = site.operand_cells();
  Cells index = site.result_cells(1);
  const auto first = static_cast<std::int64_t>(index.real(0));
  const std::int64_t end = std::min(x.count(), (first / 8 + 1) * 8);
  for (std::int64_t i = first; i < end; ++i)
    if (x.get(i) == x.get(first)) index.set_real(0, static_cast<double>(i));
}

// Names the largest number where the value is NaN.
void name_a_number(CallSite& site) {
  const Cells x = site.operand_cells();
  Cells index = site.result_cells(1);
  if (!std::isnan(site.result_cells().real(0))) return;
  std::int64_t best = -1;
  for (std::int64_t i = 0; i < x.count(); ++i)
    if (!std::isnan(x.real(i)) && (best < 0 || x.real(i) > x.real(best)))
      best = i;
  if (best >= 0) index.set_real(0, static_cast<double>(best));
}

std::int64_t at_most_64(std::int64_t extent) {
  return std::min<std::int64_t>(extent, 64);
}
std::int64_t whole_blocks_of_16(std::int64_t extent) {
  return extent < 16 ? extent : extent / 16 * 16;
}

}  // namespace

BugRows statistics_bugs() {
  return {
      {"mean_divides_by_all_elements", "mean", kRealDTypes,
       "The sum is divided by the number of all elements, also where axes are "
       "kept.",
       "", after(divide_by_all), "mean float32:2x3=ones axes=1"},
      {"mean_sums_in_the_dtype", "mean", "float16,bfloat16",
       "16-bit floats are added in their dtype.", "",
       after_when(has_one_axis, sum_in_the_dtype),
       "mean bfloat16:600=ones axes=0"},
      {"mean_forgets_the_tail_of_16", "mean", kRealDTypes,
       "Elements after the last whole block of 16 do not count.", "",
       shortened(whole_blocks_of_16), "mean float32:17=iota axes=0"},
      {"mean_of_a_strided_axis_reads_rows", "mean", "",
       "The strides of the operand are ignored.", "",
       misreads_where(is_strided, place_as_row_major),
       "mean float32:3@0+2=iota axes=0"},
      {"any_stops_after_64", kTruths, "",
       "No more than 64 elements of an axis are tested.", "",
       shortened(at_most_64), "all int32:65=tail0 axes=0"},
      {"any_tests_the_low_byte", kTruths, "int16,uint16,int32,uint32,int64",
       "Integers are narrowed to a byte before they are tested.", "",
       with_elements([](DType, std::int64_t, ElementBits bits) {
         return ElementBits{bits.re & 0xff, 0};
       }),
       "any int32:1=v/256 axes=0"},
      {"any_takes_nan_for_false", kTruths, kRealDTypes,
       "A comparison with 0 in both directions finds NaN false.", "",
       with_elements([](DType dtype, std::int64_t, ElementBits bits) {
         return is_nan_element(dtype, bits) ? ElementBits{} : bits;
       }),
       "any float32:1=v/nan axes=0"},
      {"any_converts_floats_to_integers", kTruths, "float32,float64",
       "Magnitudes below 1 are taken for 0.", "",
       with_elements([](DType dtype, std::int64_t, ElementBits bits) {
         const double x = decode_real(format_of(dtype), bits.re);
         return std::fabs(x) < 1 ? ElementBits{} : bits;
       }),
       "any float32:1=v/0.5 axes=0"},
      {"max_abs_through_double", "max_abs", "int64",
       "Magnitudes pass through a double.", "", after(pass_through_double),
       "max_abs int64:1=v/9007199254740993 axes=0"},
      {"max_abs_takes_unsigned_for_signed", "max_abs", "uint8,uint16,uint32",
       "Elements with the top bit set are negated.", "",
       with_elements([](DType dtype, std::int64_t, ElementBits bits) {
         const int width = spec_of(dtype).bits;
         const std::uint64_t top = std::uint64_t{1} << (width - 1);
         if ((bits.re & top) == 0) return bits;
         return ElementBits{(2 * top - bits.re) & (2 * top - 1), 0};
       }),
       "max_abs uint8:1=v/255 axes=0"},
      {"max_abs_ignores_nan_in_the_tail", "max_abs", "float32,float64",
       "A NaN after the last whole block of 8 elements is ignored.", "",
       [](CallSite& site) {
         const std::int64_t extent = extent_of(site.operands[0], -1);
         const DType dtype = site.dtype();
         alter_operand(site, 0, [&](std::int64_t number, ElementBits bits) {
           const bool is_lost =
               is_nan_element(dtype, bits) && number % extent >= extent / 8 * 8;
           return is_lost ? ElementBits{} : bits;
         });
         return site.forward();
       },
       "max_abs float32:3=v/1/nan/2 axes=0"},
      {"cross_negates_the_middle", "cross", "int8,int16,int32,float32,float64",
       "The middle component has the opposite sign.", "",
       after(negate_the_middle),
       "cross int32:3=v/1/0/0 int32:3=v/0/0/1 axis=0"},
      {"cross_prefers_the_last_axis", "cross", "",
       "The last axis is taken whenever it has extent 3.", "",
       with_integers(ASSAY_KEY_AXIS,
                     [](CallSite& site, std::vector<std::int64_t>& axis) {
                       const auto last =
                           static_cast<std::int64_t>(site.operands[0].rank) - 1;
                       if (extent_of(site.operands[0], -1) == 3) axis[0] = last;
                     }),
       "cross int32:3x3=iota int32:3x3=down axis=0"},
      {"cross_reads_a_strided_factor_as_rows", "cross", "",
       "The strides of b are ignored.", "",
       misreads_one(1, is_strided, place_as_row_major),
       "cross int32:3=v/1/2/3 int32:3@0+2=iota axis=0"},
      {"max_with_index_counts_all_elements", kExtrema, "",
       "Indices count the elements of the whole operand.", "",
       after_when(
           along_last(),
           with_indices([](CallSite& site, std::int64_t index, std::int64_t i) {
             return i * extent_along(site) + index;
           })),
       "max_with_index int32:2x2=iota axis=1 index_dtype=int32"},
      {"max_with_index_counts_in_8_bits", kExtrema, "",
       "Indices are kept in a byte.", "",
       after(with_indices([](CallSite&, std::int64_t index, std::int64_t) {
         return index & 0xff;
       })),
       "max_with_index int32:300=iota axis=0 index_dtype=int32"},
      {"max_with_index_last_tie_of_eight", kExtrema, "",
       "Of equal extrema in one vector of 8 the last is named.", "",
       after_when(rank_is(1), name_the_last_of_eight),
       "max_with_index int32:4=ones axis=0 index_dtype=int32"},
      {"max_with_index_names_a_number_for_nan", "max_with_index", kRealDTypes,
       "If the value is NaN, the index is that of the largest number.", "",
       after_when(rank_is(1), name_a_number),
       "max_with_index float32:3=v/1/nan/2 axis=0 index_dtype=int32"},
      {"min_with_index_forgets_the_last_element", "min_with_index", "",
       "The last element of an axis is not looked at.", "",
       shortened(all_but_last),
       "min_with_index int32:3=down axis=0 index_dtype=int64"},
  };
}

}  // namespace assay::adversary
