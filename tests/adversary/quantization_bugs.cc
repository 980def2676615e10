// Bugs of quantization.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

constexpr const char* kToInteger = "quantize,quantize_dynamic";

bool derives_scale(const CallSite& site) {
  return site.op() == "quantize_dynamic";
}
bool is_blocked(const CallSite& site) {
  return !site.integers(ASSAY_KEY_BLOCK_SIZE).empty();
}
Cells scales_of(CallSite& site) {
  return derives_scale(site) ? site.result_cells(1) : site.operand_cells(1);
}

// Returns the index of the block that an element is in.
Index block_of(const CallSite& site, const Shape& shape, std::int64_t number) {
  const auto size = site.integers(ASSAY_KEY_BLOCK_SIZE);
  Index block = index_of(shape, number);
  if (size.empty()) return {};
  for (std::size_t axis = 0; axis < size.size(); ++axis)
    block[axis] /= size[axis];
  return block;
}

double clamped(const CallSite& site, double q) {
  return std::clamp(q, static_cast<double>(site.integer(ASSAY_KEY_QMIN)),
                    static_cast<double>(site.integer(ASSAY_KEY_QMAX)));
}

// Quantizes each element anew: `quantize` gets its number, its quotient with
// the scale that `choose` names, and the integer that is right.
using Choose = Index (*)(const Shape& counts, Index block);
using Quantize = double (*)(const CallSite& site, std::int64_t number,
                            double quotient, double right);
Index own_block(const Shape&, Index block) { return block; }
Fault quantizes(Quantize quantize, Choose choose = own_block) {
  return after([=](CallSite& site) {
    Cells q = site.result_cells(0);
    const Cells x = site.operand_cells(0);
    const Cells scales = scales_of(site);
    for (std::int64_t k = 0; k < q.count(); ++k) {
      const Index block = choose(scales.shape(), block_of(site, x.shape(), k));
      const double scale = scales.real(number_of(scales.shape(), block));
      q.set_real(
          k, clamped(site, quantize(site, k, x.real(k) / scale, q.real(k))));
    }
  });
}

double as_int32(const CallSite&, std::int64_t, double v, double right) {
  return v >= 0x1p31 ? -0x1p31 : right;
}
double halves_up(const CallSite&, std::int64_t, double v, double right) {
  return v - std::floor(v) == 0.5 ? std::floor(v + 0.5) : right;
}
double tail_truncated(const CallSite& site, std::int64_t number, double v,
                      double right) {
  const std::int64_t count = operand_count_of(site);
  const bool is_tail = number >= count - count % 16;
  return is_tail && std::fabs(v) < 128 ? std::trunc(v) : right;
}
double rounded(const CallSite&, std::int64_t, double v, double) {
  return std::nearbyint(v);
}
Index first_row(const Shape&, Index block) {
  if (!block.empty()) block[0] = 0;
  return block;
}
Index first_eight(const Shape&, Index block) {
  if (!block.empty()) block.back() %= 8;
  return block;
}

// Derives the scales from other magnitudes: `magnitude` gets an element and its
// number.
using Magnitude = double (*)(const CallSite& site, std::int64_t number,
                             double x);
Fault derives(Magnitude magnitude) {
  return [=](CallSite& site) {
    const Cells x = site.operand_cells(0);
    std::vector<double> elements;
    for (std::int64_t k = 0; k < x.count(); ++k) elements.push_back(x.real(k));
    const int status = site.forward();
    if (status != ASSAY_OK) return status;
    Cells scales = site.result_cells(1);
    std::vector<double> most(static_cast<std::size_t>(scales.count()), 0);
    for (std::int64_t k = 0; k < x.count(); ++k) {
      const Index block = block_of(site, x.shape(), k);
      double& largest =
          most[static_cast<std::size_t>(number_of(scales.shape(), block))];
      const double m =
          magnitude(site, k, elements[static_cast<std::size_t>(k)]);
      largest = std::max(largest, m);
    }
    const double steps = static_cast<double>(site.integer(ASSAY_KEY_QMAX) -
                                             site.integer(ASSAY_KEY_QMIN));
    Cells q = site.result_cells(0);
    for (std::int64_t b = 0; b < scales.count(); ++b)
      if (most[static_cast<std::size_t>(b)] > 0)
        scales.set_real(b, most[static_cast<std::size_t>(b)] / (steps / 2));
    for (std::int64_t k = 0; k < x.count(); ++k) {
      const double scale =
          scales.real(number_of(scales.shape(), block_of(site, x.shape(), k)));
      const double v = elements[static_cast<std::size_t>(k)] / scale;
      if (std::isfinite(v)) q.set_real(k, clamped(site, std::nearbyint(v)));
    }
    return status;
  };
}
double positive_part(const CallSite&, std::int64_t, double x) {
  return std::max(x, 0.0);
}
double without_lane_63(const CallSite& site, std::int64_t number, double x) {
  const bool is_long = operand_count_of(site) > 512;
  return is_long && number % 64 == 63 ? 0 : std::fabs(x);
}

void divided_by_qmax(CallSite& site) {
  Cells scales = site.result_cells(1);
  const auto qmax = static_cast<double>(site.integer(ASSAY_KEY_QMAX));
  const auto qmin = static_cast<double>(site.integer(ASSAY_KEY_QMIN));
  for (std::int64_t b = 0; b < scales.count(); ++b)
    scales.set_real(b, scales.real(b) * (qmax - qmin) / 2 / qmax);
}
void zero_scale_of_the_last(CallSite& site) {
  Cells scales = site.result_cells(1);
  const Cells x = site.operand_cells(0);
  const std::int64_t last = scales.count() - 1;
  if (last < 0) return;
  for (std::int64_t k = 0; k < x.count(); ++k)
    if (number_of(scales.shape(), block_of(site, x.shape(), k)) == last &&
        !(x.real(k) == 0))
      return;
  scales.set_real(last, 0);
}

void least_is_positive(CallSite& site) {
  Cells out = site.result_cells(0);
  const Cells q = site.operand_cells(0);
  for (std::int64_t k = 0; k < q.count(); ++k)
    if (q.real(k) == -128) out.set_real(k, -out.real(k));
}
void through_float16(CallSite& site) {
  Cells out = site.result_cells(0);
  for (std::int64_t k = 0; k < out.count(); ++k) {
    int exponent = 0;
    const double r = out.real(k);
    const double significand = std::frexp(r, &exponent);
    if (std::isfinite(r))
      out.set_real(
          k, std::ldexp(std::nearbyint(significand * 0x1p11), exponent - 11));
  }
}
bool is_long_call(const CallSite& site) { return operand_count_of(site) > 256; }

}  // namespace

BugRows quantization_bugs() {
  return {
      {"quantize_converts_through_int32", kToInteger, "",
       "Quotients from 2^31 on become the least integer.", "",
       quantizes(as_int32),
       "quantize float32:1=v/1e20 float32:=v/1 qmin=-128 qmax=127"},
      {"quantize_rounds_halves_up", kToInteger, "",
       "A half becomes the integer above it.", "", quantizes(halves_up),
       "quantize float32:2=v/0.5/2.5 float32:=v/1 qmin=-128 qmax=127"},
      {"quantize_truncates_the_tail", kToInteger, "",
       "Elements after the last whole vector of 16 are truncated.", "",
       quantizes(tail_truncated),
       "quantize float32:1=v/0.75 float32:=v/1 qmin=-128 qmax=127"},
      {"quantize_takes_scales_of_the_first_row", kToInteger, "",
       "The block of the first axis is not looked at.", "",
       quantizes(rounded, first_row),
       "quantize float32:2=v/1/1 float32:2=v/1/2 qmin=-128 qmax=127 "
       "block_size=1"},
      {"quantize_repeats_eight_scales", kToInteger, "",
       "From the ninth block of the last axis on scales repeat.", "",
       quantizes(rounded, first_eight),
       "quantize float32:9=ones float32:9=v/1/1/1/1/1/1/1/1/0.25 qmin=-128 "
       "qmax=127 block_size=1"},
      {"quantize_dynamic_looks_at_positive_elements", "quantize_dynamic", "",
       "The scale comes from the largest element, not the largest magnitude.",
       "", derives(positive_part),
       "quantize_dynamic float32:2=v/1/-4 qmin=-127 qmax=127"},
      {"quantize_dynamic_drops_a_lane", "quantize_dynamic", "",
       "With more than 512 elements every 64th has no part in the maximum.", "",
       derives(without_lane_63),
       "quantize_dynamic float32:576=iota qmin=-127 qmax=127"},
      {"quantize_dynamic_divides_by_qmax", "quantize_dynamic", "",
       "The scale is the largest magnitude divided by qmax.", "",
       after(divided_by_qmax),
       "quantize_dynamic float32:2=v/1/-4 qmin=-128 qmax=127"},
      {"quantize_dynamic_gives_zeros_the_scale_zero", "quantize_dynamic", "",
       "A last block of zeros has the scale 0.", "",
       after(zero_scale_of_the_last),
       "quantize_dynamic float32:2=zeros qmin=-127 qmax=127"},
      {"dequantize_negates_the_least", "dequantize", "",
       "-128 is taken for 128.", "", after(least_is_positive),
       "dequantize int8:1=v/-128 float32:=v/1 dtype=float32"},
      {"dequantize_in_16_bits_when_long", "dequantize", "",
       "Of more than 256 elements only 11 bits of each product are kept.", "",
       after_when(is_long_call, through_float16),
       "dequantize int8:257=iota float32:=v/0.1 dtype=float32"},
      {"dequantize_ignores_blocks", "dequantize", "",
       "Every block has the scale of the first one.", "",
       [](CallSite& site) {
         if (is_blocked(site))
           alter_operand(site, 1, [&](std::int64_t, ElementBits) {
             return site.operand_cells(1).get(0);
           });
         return site.forward();
       },
       "dequantize int8:2=ones float32:2=v/1/2 dtype=float32 block_size=1"},
  };
}

}  // namespace assay::adversary
