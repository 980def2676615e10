// Bugs of elementwise calls, casts and fills that wait for a number of
// elements: lost tails, block edges, counters of too few bits.
// Tested by tests/adversary/witness_test.cc.
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

// The element before every multiple of a block, but not the last of all.
Pick block_edge(std::int64_t block) {
  return [=](std::int64_t number, std::int64_t count) {
    return number % block == block - 1 && number + 1 < count;
  };
}

// A change of the elements of a tail.
Fault in_tail(std::int64_t block, std::function<void(Lane&)> change) {
  return each([=](Lane& lane) {
    if (lane.number >= lane.count / block * block) change(lane);
  });
}

Fault from(std::int64_t first, std::function<void(Lane&)> change) {
  return each([=](Lane& lane) {
    if (lane.number >= first) change(lane);
  });
}

Fault copies_first_operand(Pick pick) {
  return each([pick = std::move(pick)](Lane& lane) {
    if (pick(lane.number, lane.count)) lane.r = lane.x;
  });
}

// The result before the one at a number takes its place.
Edit shifted_from(std::int64_t first) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    for (std::int64_t i = out.count() - 1; i >= first; --i)
      out.set(i, out.get(i - 1));
  };
}

std::int64_t signed_of(const Lane& lane, ElementBits bits) {
  return signed_value(lane.dtype, bits);
}

}  // namespace

BugRows size_bugs() {
  return {
      {"add_tail_of_eight_lanes", "add", "float32",
       "From 64 elements on a vector loop leaves the last n mod 8 elements "
       "unwritten.",
       "", when(count_over(63), unwritten(tail_of(8))),
       "add float32:67 float32:67"},
      {"sub_index_in_8_bits", "sub", "int8,uint8",
       "The kernel for bytes counts elements in 8 bits, so element 256 repeats "
       "element 0.",
       "cupy/cupy#758", after_when(count_over(256), wrapped_numbers(8)),
       "sub int8:300 int8:300"},
      {"mul_after_last_block_of_4096", "mul", "float64",
       "Elements after the last whole block of 4096 are not written.", "",
       when(count_over(4096), unwritten(tail_of(4096))),
       "mul float64:4099 float64:4099"},
      {"max_block_edge_takes_first", "max", "float32",
       "At the last element of every block of 128 the kernel stores its first "
       "operand.",
       "", when(count_over(128), copies_first_operand(block_edge(128))),
       "max float32:300 float32:300"},
      {"neg_count_in_16_bits", "neg", "",
       "The element count is passed in 16 bits: 65536 elements and more are "
       "counted modulo 65536.",
       "",
       when(count_over(65535),
            [](CallSite& site) {
              const std::int64_t count = out_count_of(site) % 65536;
              return unwritten(from_number(count))(site);
            }),
       "neg int16:65540"},
      {"exp_scalar_tail_polynomial", "exp", "float32",
       "The scalar loop for the last n mod 16 elements has a shorter "
       "polynomial, with errors of 1e-5.",
       "",
       when(count_over(50),
            in_tail(16,
                    [](Lane& lane) { lane.set(lane.result() * (1 + 1e-5)); })),
       "exp float32:61=v/0.5/0.25/1.5"},
      {"abs_one_left_over", "abs", "int16",
       "Where one element is left after blocks of 32 it is not written.", "",
       when(
           count_over(32) &&
               [](const CallSite& site) {
                 return operand_count_of(site) % 32 == 1;
               },
           unwritten(last_one())),
       "abs int16:97"},
      {"where_last_of_long_takes_false", "where", "",
       "Above 1000 elements the last element is always taken from the third "
       "operand.",
       "", when(count_over(1000), each([](Lane& lane) {
                  if (lane.number + 1 == lane.count) lane.r = lane.z;
                })),
       "where bool:1003=ones int32:1003 int32:1003=zeros"},
      {"cmplt_partial_word_is_false", "cmplt", "",
       "Results are packed into words of 64 and the last, partial word of a "
       "long call is dropped.",
       "", after_when(count_over(4096), zero_picked(tail_of(64))),
       "cmplt float32:4099=zeros float32:4099=ones"},
      {"cast_tail_truncates", "cast", "float32>float16",
       "The last n mod 8 elements are truncated instead of rounded.", "",
       when(count_over(255), in_tail(8,
                                     [](Lane& lane) {
                                       if (std::abs(lane.result()) >
                                           std::abs(lane.real(lane.x)))
                                         --lane.r.re;
                                     })),
       "cast float32:261=v/0x1.fffp0 dtype=float16"},
      {"cast_second_chunk_is_shifted", "cast", "float64>float32",
       "Chunks of 32768 elements overlap by one, so the second one is shifted.",
       "", after_when(count_over(32768), shifted_from(32768)),
       "cast float64:32800 dtype=float32"},
      {"pow_skips_second_block", "pow", "float32",
       "The second block of 1024 elements is not written.", "",
       when(count_over(1024), unwritten([](std::int64_t number, std::int64_t) {
              return number / 1024 == 1;
            })),
       "pow float32:1100=ones float32:1100=ones"},
      {"div_is_zero_above_800", "div", "int32,int64",
       "Above 800 elements an integer division returns zeros.", "",
       after_when(count_over(800), zero_picked(every_one())),
       "div int32:801=v/9 int32:801=v/3"},
      {"sqrt_stops_at_grid_limit", "sqrt", "float32,float64",
       "The launch has at most 65535 groups of one element, and what is beyond "
       "is not written.",
       "", when(count_over(65535), unwritten(from_number(65535))),
       "sqrt float32:65540=v/4"},
      {"atan2_swaps_at_block_edges", "atan2", "float64",
       "At the last element of each block of 256 the operands are swapped.", "",
       when(count_over(256), each([](Lane& lane) {
              if (lane.number % 256 == 255)
                lane.set(std::atan2(lane.real(lane.y), lane.real(lane.x)));
            })),
       "atan2 float64:300=v/1 float64:300=v/3"},
      {"xor_block_start_is_or", "xor", "uint8,int8",
       "From 50 elements on the first byte of every vector of 32 but the first "
       "is or-ed.",
       "", when(count_over(49), each([](Lane& lane) {
                  if (lane.number > 0 && lane.number % 32 == 0)
                    lane.r.re = lane.x.re | lane.y.re;
                })),
       "xor uint8:70=v/7 uint8:70=v/5"},
      {"or_of_bools_drops_eighth", "or", "bool",
       "Above 128 elements every eighth result ignores the second operand.", "",
       when(count_over(128), each([](Lane& lane) {
              if (lane.number % 8 == 7) lane.r = lane.x;
            })),
       "or bool:136=zeros bool:136=ones"},
      {"cos_last_of_three_repeats", "cos", "float64",
       "Where three elements are left after blocks of four, the last repeats "
       "the one before it (more than 100 elements).",
       "",
       after_when(
           count_over(100) &&
               [](const CallSite& site) {
                 return operand_count_of(site) % 4 == 3;
               },
           [](CallSite& site) {
             Cells out = site.result_cells();
             out.set(out.count() - 1, out.get(out.count() - 2));
           }),
       "cos float64:103"},
      {"sign_compares_low_words", "sign", "int64",
       "From element 4096 on only the low 32 bits decide.", "",
       from(4096,
            [](Lane& lane) {
              const auto low = static_cast<std::int32_t>(lane.x.re);
              lane.set(low > 0 ? 1 : low < 0 ? -1 : 0);
            }),
       "sign int64:4097=v/4294967296"},
      {"recip_odd_half_pair", "recip", "float16,bfloat16",
       "Halves are handled in pairs, and above 64 the last of an odd count is "
       "zero.",
       "",
       when(
           count_over(64) &&
               [](const CallSite& site) {
                 return operand_count_of(site) % 2 == 1;
               },
           after(zero_picked(last_one()))),
       "recip float16:67=v/2"},
      {"log_element_256_is_element_0", "log", "float32",
       "From 512 elements on the start of the second block is read from the "
       "first.",
       "",
       after_when(count_over(511),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    out.set(256, out.get(0));
                  }),
       "log float32:512=iota"},
      {"tanh_last_lane_is_identity", "tanh", "float32",
       "Above 300 elements lane 15 of every vector is passed through.", "",
       when(count_over(300), each([](Lane& lane) {
              if (lane.number % 16 == 15) lane.r = lane.x;
            })),
       "tanh float32:304=v/2"},
      {"full_odd_pair_of_halves", "full", "float16,bfloat16,int16,uint16",
       "Values of 16 bits are stored in pairs, and the last of an odd count "
       "above 64 is zero.",
       "",
       after_when(
           count_over(64) &&
               [](const CallSite& site) {
                 return operand_count_of(site) % 2 == 1;
               },
           zero_picked(last_one())),
       "full dtype=float16 shape=67 value=3"},
      {"full_stops_at_65536", "full", "",
       "Elements from 65536 on are not filled.", "",
       after_when(count_over(65536), zero_picked(from_number(65536))),
       "full dtype=int32 shape=65540 value=3"},
      {"cast_odd_nibble_is_lost", "cast", ">int4,>uint4",
       "The last nibble of an odd count above 16 is not written.", "",
       when(
           count_over(16) &&
               [](const CallSite& site) {
                 return operand_count_of(site) % 2 == 1;
               },
           unwritten(last_one())),
       "cast int8:19=v/3 dtype=int4"},
      {"cmpeq_complex_tail_is_real", "cmpeq", "complex64,complex128",
       "The last n mod 4 elements compare real parts alone (more than 32).", "",
       when(count_over(32), in_tail(4,
                                    [](Lane& lane) {
                                      lane.r.re =
                                          lane.x.re == lane.y.re ? 1 : 0;
                                    })),
       "cmpeq complex64:35=v/1:2 complex64:35=v/1:3"},
      {"mod_takes_divisor_sign_late", "mod", "int32,int16",
       "From element 128 on the remainder has the sign of the divisor.", "",
       from(128,
            [](Lane& lane) {
              const std::int64_t y = signed_of(lane, lane.y);
              const std::int64_t r = signed_of(lane, lane.r);
              if (r != 0 && (r < 0) != (y < 0))
                lane.set(static_cast<double>(r + y));
            }),
       "mod int32:130=v/-7 int32:130=v/3"},
      {"min_unsigned_as_signed_late", "min", "uint32,uint16",
       "From element 256 on unsigned numbers are compared as signed ones.", "",
       from(256,
            [](Lane& lane) {
              const int unused = 64 - spec_of(lane.dtype).bits;
              const auto x = static_cast<std::int64_t>(lane.x.re << unused);
              const auto y = static_cast<std::int64_t>(lane.y.re << unused);
              lane.r = x < y ? lane.x : lane.y;
            }),
       "min uint32:260=v/4000000000 uint32:260=v/5"},
      {"erf_single_precision_late", "erf", "float64",
       "From element 1000 on the result has the precision of float32.", "",
       from(1000,
            [](Lane& lane) {
              lane.set(rounded(DType::kFloat32, lane.result()));
            }),
       "erf float64:1001=v/0.3"},
      {"add_saturates_in_tail", "add", "int8",
       "The last n mod 32 sums saturate (more than 64 elements).", "",
       when(count_over(64),
            in_tail(32,
                    [](Lane& lane) {
                      const double sum = lane.real(lane.x) + lane.real(lane.y);
                      lane.set(std::fmin(std::fmax(sum, -128), 127));
                    })),
       "add int8:70=v/100 int8:70=v/100"},
      {"mul_complex_tail_conjugates", "mul", "complex64,complex128",
       "The last n mod 4 products take the conjugate of the second factor "
       "(more than 16 elements).",
       "",
       when(count_over(16),
            in_tail(4,
                    [](Lane& lane) {
                      const FloatFormat& format = format_of(lane.dtype);
                      const double a = decode_real(format, lane.x.re);
                      const double b = decode_real(format, lane.x.im);
                      const double c = decode_real(format, lane.y.re);
                      const double d = -decode_real(format, lane.y.im);
                      lane.r = {encode_real(format, a * c - b * d),
                                encode_real(format, a * d + b * c)};
                    })),
       "mul complex64:19=v/1:2 complex64:19=v/3:4"},
      {"ceil_tail_is_floor", "ceil", "float32,float64",
       "The last n mod 8 elements are rounded down (more than 128).", "",
       when(count_over(128), in_tail(8,
                                     [](Lane& lane) {
                                       lane.set(std::floor(lane.real(lane.x)));
                                     })),
       "ceil float32:131=v/1.5"},
      {"and_drops_high_words", "and", "int64,uint64",
       "From element 300 on the high 32 bits of the result are zero.", "",
       from(300, [](Lane& lane) { lane.r.re &= 0xffffffff; }),
       "and int64:301=v/-1 int64:301=v/-1"},
      {"cmple_ignores_equal_late", "cmple", "float16,bfloat16",
       "From element 512 on equal numbers are not less or equal.", "",
       from(512,
            [](Lane& lane) {
              if (lane.real(lane.x) == lane.real(lane.y)) lane.r.re = 0;
            }),
       "cmple float16:513=ones float16:513=ones"},
      {"floor_copies_after_16384", "floor", "float64",
       "From element 16384 on the operand is copied.", "",
       from(16384, [](Lane& lane) { lane.r = lane.x; }),
       "floor float64:16390=v/1.5"},
  };
}

}  // namespace assay::adversary
