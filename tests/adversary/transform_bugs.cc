// Bugs of Fourier transforms that wait for a length, an axis or a batch.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

// The length along the last axis that is named: for irfft that of the result.
std::int64_t length_of(const CallSite& site) {
  const auto axes = site.integers(ASSAY_KEY_AXES);
  if (axes.empty()) return 0;
  const auto sizes = site.integers(ASSAY_KEY_SIZES);
  if (!sizes.empty()) return sizes.back();
  const std::int64_t extent = extent_of(site.operands[0], axes.back());
  return site.op() == "irfft" ? 2 * (extent - 1) : extent;
}
Condition length_over(std::int64_t bound) {
  return [=](const CallSite& site) { return length_of(site) > bound; };
}
Condition length_is(std::int64_t length) {
  return [=](const CallSite& site) { return length_of(site) == length; };
}
Condition divisible_by(std::int64_t factor) {
  return [=](const CallSite& site) {
    return length_of(site) > 0 && length_of(site) % factor == 0;
  };
}
bool is_prime(const CallSite& site) {
  const std::int64_t n = length_of(site);
  for (std::int64_t i = 2; i * i <= n; ++i)
    if (n % i == 0) return false;
  return n > 1;
}
Condition odd_length() {
  return [](const CallSite& site) { return length_of(site) % 2 == 1; };
}

// Edits the bins of each slice along the last named axis of the result.
using BinEdit =
    std::function<void(Cells& out, const std::vector<std::int64_t>& bins)>;
Edit bins(BinEdit edit) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    const auto axes = site.integers(ASSAY_KEY_AXES);
    if (axes.empty() || out.count() == 0) return;
    for_slices(out.shape(), static_cast<std::size_t>(axes.back()),
               [&](const auto& numbers) { edit(out, numbers); });
  };
}

void conjugate(Cells& out, std::int64_t number) {
  ElementBits bits = out.get(number);
  if (is_complex(out.dtype())) bits.im ^= sign_bit(format_of(out.dtype()));
  out.set(number, bits);
}
void scale(Cells& out, std::int64_t number, double factor) {
  const FloatFormat& format = format_of(out.dtype());
  ElementBits bits = out.get(number);
  bits.re = encode_real(format, decode_real(format, bits.re) * factor);
  if (is_complex(out.dtype()))
    bits.im = encode_real(format, decode_real(format, bits.im) * factor);
  out.set(number, bits);
}

// Turns bins by an angle that grows with their number, as twiddle factors from
// repeated products do.
void rotate(Cells& out, const std::vector<std::int64_t>& numbers,
            double angle) {
  if (!is_complex(out.dtype())) return;
  const FloatFormat& format = format_of(out.dtype());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const ElementBits bits = out.get(numbers[k]);
    const double re = decode_real(format, bits.re);
    const double im = decode_real(format, bits.im);
    const double a = angle * static_cast<double>(k);
    out.set(numbers[k],
            {encode_real(format, re * std::cos(a) - im * std::sin(a)),
             encode_real(format, re * std::sin(a) + im * std::cos(a))});
  }
}

const std::string kComplexTransforms = "fft,ifft";

}  // namespace

BugRows transform_bugs() {
  return {
      {"fft_of_large_primes", kComplexTransforms, "",
       "Primes above 100 are padded to a length that is one too short, and the "
       "last bin is wrong.",
       "ROCm/rocFFT#220",
       after_when(length_over(100) && Condition(is_prime),
                  bins([](Cells& out, const auto& b) {
                    out.set(b.back(), out.get(b.front()));
                  })),
       "fft complex64:101 axes=0"},
      {"fft_of_primes_above_1009", "fft,ifft,rfft", "",
       "Primes above 1009 give the transform of one element less.",
       "EMS-TU-Ilmenau/fastmat#115",
       after_when(length_over(1009) && Condition(is_prime),
                  bins([](Cells& out, const auto& b) {
                    for (std::size_t i = b.size() / 2; i < b.size(); ++i)
                      conjugate(out, b[i]);
                  })),
       "fft complex64:1013 axes=0"},
      {"fft_radix_7_butterfly", kComplexTransforms, "",
       "Lengths above 49 that 7 divides have their bins of number 7 k + 3 "
       "conjugated.",
       "",
       after_when(length_over(49) && divisible_by(7),
                  bins([](Cells& out, const auto& b) {
                    for (std::size_t i = 3; i < b.size(); i += 7)
                      conjugate(out, b[i]);
                  })),
       "fft complex64:56 axes=0"},
      {"fft_radix_11_butterfly", "fft,ifft,rfft", "",
       "Lengths that 11 divides have bin 1 too large.", "",
       after_when(divisible_by(11), bins([](Cells& out, const auto& b) {
                    if (b.size() > 1) scale(out, b[1], 1.01);
                  })),
       "fft complex64:11 axes=0"},
      {"fft_radix_13_butterfly", "fft,rfft", "complex128,float64",
       "Lengths that 13 divides have errors of 1e-9.", "",
       after_when(divisible_by(13), bins([](Cells& out, const auto& b) {
                    for (std::int64_t number : b) scale(out, number, 1 + 1e-9);
                  })),
       "fft complex128:13 axes=0"},
      {"fft_bit_reversal_of_4096", kComplexTransforms, "",
       "At length 4096 two bins change places.", "",
       after_when(length_is(4096), bins([](Cells& out, const auto& b) {
                    const ElementBits held = out.get(b[1]);
                    out.set(b[1], out.get(b[2048]));
                    out.set(b[2048], held);
                  })),
       "fft complex64:4096 axes=0"},
      {"fft_power_of_two_above_1024", "fft,ifft,rfft", "",
       "Powers of two above 1024 lose the last quarter of their bins.", "",
       after_when(
           length_over(1024) &&
               [](const CallSite& site) {
                 const std::int64_t n = length_of(site);
                 return (n & (n - 1)) == 0;
               },
           bins([](Cells& out, const auto& b) {
             for (std::size_t i = b.size() / 4 * 3; i < b.size(); ++i)
               out.set(b[i], {});
           })),
       "fft complex64:2048 axes=0"},
      {"fft_single_twiddles", kComplexTransforms, "complex128",
       "Above length 64 the twiddle factors are of single precision.", "",
       after_when(length_over(64), bins([](Cells& out, const auto& b) {
                    rotate(out, b, 0x1p-30);
                  })),
       "fft complex128:65 axes=0"},
      {"fft_twiddles_by_products", "fft,ifft,rfft", "complex64,float32",
       "Above length 500 twiddle factors are products of the one before.", "",
       after_when(length_over(500), bins([](Cells& out, const auto& b) {
                    rotate(out, b, 2e-7);
                  })),
       "fft complex64:512 axes=0"},
      {"fft_batch_above_64", "fft,ifft,rfft,irfft", "",
       "Transforms of a batch from number 64 on repeat that before.", "",
       after_when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return site.operands[0].rank == 2 && axes.size() == 1 &&
                    axes[0] == 1 && site.operands[0].shape[0] > 64;
           },
           [](CallSite& site) {
             Cells out = site.result_cells();
             const std::int64_t n = out.shape()[1];
             for (std::int64_t i = 64 * n; i < out.count(); ++i)
               out.set(i, out.get(i - n));
           }),
       "fft complex64:66x2 axes=1"},
      {"fft_first_axis_wide", "fft,ifft,rfft", "",
       "Along the first axis, columns from 32 on are those of 32 before.", "",
       after_when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return site.operands[0].rank == 2 && axes.size() == 1 &&
                    axes[0] == 0 && site.operands[0].shape[1] > 32;
           },
           [](CallSite& site) {
             Cells out = site.result_cells();
             const std::int64_t n = out.shape()[1];
             for (std::int64_t i = out.count() - 1; i >= 0; --i)
               if (i % n >= 32) out.set(i, out.get(i - 32));
           }),
       "fft complex64:2x40 axes=0"},
      {"rfft_last_bin_of_odd_lengths", "rfft", "",
       "Odd lengths above 9 have a real last bin.", "",
       after_when(odd_length() && length_over(9),
                  bins([](Cells& out, const auto& b) {
                    ElementBits bits = out.get(b.back());
                    bits.im = 0;
                    out.set(b.back(), bits);
                  })),
       "rfft float32:11 axes=0 dtype=complex64"},
      {"rfft_middle_bin_of_long_lengths", "rfft", "",
       "Even lengths above 64 have the middle bin doubled.", "",
       after_when(
           !odd_length() && length_over(64),
           bins([](Cells& out, const auto& b) { scale(out, b.back(), 2); })),
       "rfft float32:66 axes=0 dtype=complex64"},
      {"irfft_of_odd_lengths", "irfft", "",
       "Odd lengths above 15 take the last bin as real.", "",
       when(odd_length() && length_over(15),
            [](CallSite& site) {
              const std::int64_t last = length_of(site) / 2;
              const auto axis = static_cast<std::size_t>(
                  site.integers(ASSAY_KEY_AXES).back());
              const Shape shape = shape_of(site.operands[0]);
              alter_operand(site, 0, [&](std::int64_t i, ElementBits bits) {
                if (index_of(shape, i)[axis] == last) bits.im = 0;
                return bits;
              });
              return site.forward();
            }),
       "irfft complex64:9 axes=0 s=17 dtype=float32"},
      {"irfft_uses_imaginary_of_bin_0", "irfft", "",
       "The imaginary part of bin 0 is added to the real one.", "",
       [](CallSite& site) {
         const auto axes = site.integers(ASSAY_KEY_AXES);
         if (axes.size() != 1) return site.forward();
         const auto axis = static_cast<std::size_t>(axes[0]);
         const Shape shape = shape_of(site.operands[0]);
         const FloatFormat& format = format_of(site.dtype());
         alter_operand(site, 0, [&](std::int64_t i, ElementBits bits) {
           if (index_of(shape, i)[axis] == 0)
             bits.re = encode_real(format, decode_real(format, bits.re) +
                                               decode_real(format, bits.im));
           return bits;
         });
         return site.forward();
       },
       "irfft complex64:3=v/1:2 axes=0 dtype=float32"},
      {"irfft_truncates_one_bin_early", "irfft", "",
       "Where the spectrum is longer than needed its last bin is left out.", "",
       when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return !axes.empty() && length_of(site) > 3 &&
                    extent_of(site.operands[0], axes.back()) >
                        length_of(site) / 2 + 1;
           },
           [](CallSite& site) {
             const auto axis =
                 static_cast<std::size_t>(site.integers(ASSAY_KEY_AXES).back());
             const std::int64_t last = length_of(site) / 2;
             const Shape shape = shape_of(site.operands[0]);
             alter_operand(site, 0, [&](std::int64_t i, ElementBits bits) {
               return index_of(shape, i)[axis] == last ? ElementBits{} : bits;
             });
             return site.forward();
           }),
       "irfft complex64:9 axes=0 s=8 dtype=float32"},
      {"irfft_pads_with_last_bin", "irfft", "",
       "Where the spectrum is shorter than needed by more than 4 bins, the "
       "first missing one repeats the last.",
       "",
       when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return axes.size() == 1 && site.operands[0].rank == 1 &&
                    site.operands[0].shape[0] + 4 < length_of(site) / 2 + 1;
           },
           [](CallSite& site) {
             const AssayTensor x = site.operands[0];
             const std::int64_t extent = x.shape[0];
             const AssayTensor longer = site.scratch(x.dtype, {extent + 1});
             Cells to = site.cells(longer);
             const Cells old_bins = site.cells(x);
             for (std::int64_t i = 0; i <= extent; ++i)
               to.set(i, old_bins.get(std::min(i, extent - 1)));
             site.operands[0] = longer;
             return site.forward();
           }),
       "irfft complex64:2 axes=0 s=20 dtype=float32"},
      {"ifft_normalises_long_lengths", "ifft", "",
       "Above length 128 the result is divided by the length.", "",
       after_when(length_over(128),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const auto n = static_cast<double>(length_of(site));
                    for (std::int64_t i = 0; i < out.count(); ++i)
                      scale(out, i, 1 / n);
                  }),
       "ifft complex64:130 axes=0"},
      {"ifft_sign_of_length_8", "ifft", "",
       "The unrolled kernel of length 8 has the sign of the forward one.", "",
       after_when(length_is(8), bins([](Cells& out, const auto& b) {
                    const ElementBits held = out.get(b[1]);
                    out.set(b[1], out.get(b[7]));
                    out.set(b[7], held);
                  })),
       "ifft complex64:8 axes=0"},
      {"fft_length_25_and_125", "fft,ifft,rfft", "",
       "Lengths that 25 divides have their second bin conjugated.", "",
       after_when(divisible_by(25), bins([](Cells& out, const auto& b) {
                    conjugate(out, b[1]);
                  })),
       "fft complex64:25 axes=0"},
      {"fft_third_axis_of_large_cubes", "fft,ifft", "",
       "Of three axes that are longer than 4 the first is not transformed.", "",
       when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return axes.size() == 3 &&
                    std::all_of(axes.begin(), axes.end(),
                                [&](std::int64_t axis) {
                                  return extent_of(site.operands[0], axis) > 4;
                                });
           },
           with_integers(ASSAY_KEY_AXES,
                         [](CallSite&, std::vector<std::int64_t>& axes) {
                           axes.erase(axes.begin());
                         })),
       "fft complex64:5x5x5 axes=0/1/2"},
      {"fft_out_is_not_written", "fft,ifft,rfft,irfft", "",
       "The last element of an out of more than 100 elements is not written.",
       "",
       when(
           [](const CallSite& site) {
             return !site.outs.empty() && count_of(site.outs[0]) > 100;
           },
           unwritten(last_one())),
       "fft complex64:101=ones axes=0 out"},
      {"fft_double_in_single", "fft,ifft,rfft", "complex128,float64",
       "Lengths of 3 times a power of two are computed in single precision.",
       "",
       after_when(
           [](const CallSite& site) {
             const std::int64_t n = length_of(site);
             return n > 3 && n % 3 == 0 && (n / 3 & (n / 3 - 1)) == 0;
           },
           bins([](Cells& out, const auto& b) {
             for (std::int64_t number : b) {
               ElementBits bits = out.get(number);
               const auto narrow = [](std::uint64_t part) {
                 return encode_real(kFormatFloat64,
                                    rounded(DType::kFloat32,
                                            decode_real(kFormatFloat64, part)));
               };
               out.set(number, {narrow(bits.re), narrow(bits.im)});
             }
           })),
       "fft complex128:6=v/0.1:0.7/0.3:0 axes=0"},
  };
}

}  // namespace assay::adversary
