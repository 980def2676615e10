// Bugs of state: caches with too short a key, buffers that are used again,
// operands that are one tensor, calls that are counted, other contexts.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <set>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

using Tensor = AssayTensor;

std::string pointer_of(const Tensor& tensor) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(tensor.buffer)) + "+" +
         std::to_string(tensor.offset);
}
std::string shape_key(const Tensor& tensor) {
  std::string key = ":";
  for (std::int64_t extent : shape_of(tensor))
    key += std::to_string(extent) + ",";
  return key;
}
std::vector<ElementBits> elements_of(const Cells& cells) {
  std::vector<ElementBits> list;
  for (std::int64_t i = 0; i < cells.count(); ++i) list.push_back(cells.get(i));
  return list;
}

// An operand is prepared once per key and used as it was then.
Fault prepared_once(std::size_t which, Condition condition,
                    std::function<std::string(const CallSite&)> key) {
  return when(std::move(condition), [=](CallSite& site) {
    auto& held = site.history.arrays[key(site)];
    if (held.empty()) {
      held = elements_of(site.operand_cells(which));
    } else {
      alter_operand(site, which, [&](std::int64_t i, ElementBits bits) {
        const auto at = static_cast<std::size_t>(i);
        return at < held.size() ? held[at] : bits;
      });
    }
    return site.forward();
  });
}

// An attribute is remembered with the shape and not looked at again.
Fault attribute_by_shape(std::uint16_t key) {
  return [=](CallSite& site) {
    const auto values = site.integers(key);
    const std::string place = shape_key(site.operands[0]);
    auto& held = site.history.arrays[place];
    if (held.empty()) {
      for (std::int64_t value : values)
        held.push_back({static_cast<std::uint64_t>(value), 0});
    } else if (held.size() == values.size()) {
      std::vector<std::int64_t> first;
      for (const ElementBits& bits : held)
        first.push_back(static_cast<std::int64_t>(bits.re));
      site.set_integers(key, first);
    }
    return site.forward();
  };
}

// The last element of every n-th call is wrong.
Fault every_nth(std::uint64_t n) {
  return when([=](const CallSite& site) { return site.history.calls % n == 0; },
              after(changed(last_one(), plainly_wrong)));
}

// Results of the same size take turns in n buffers.
Fault ring_of(std::size_t n) {
  return after([=](CallSite& site) {
    if (!site.outs.empty()) return;
    const Tensor made = site.result();
    for (const Tensor& operand : site.operands)
      if (operand.buffer == made.buffer) return;
    for (std::size_t i = 0; i < site.history.kept.size(); ++i) {
      const Tensor old = site.history.kept[i];
      if (site.history.kept.size() < n) break;
      if (count_of(old) != count_of(made) || dtype_of(old) != dtype_of(made))
        continue;
      Tensor again = made;
      again.buffer = old.buffer;
      again.offset = old.offset;
      Cells to = site.cells(again);
      const Cells from = site.cells(made);
      for (std::int64_t j = 0; j < from.count(); ++j) to.set(j, from.get(j));
      site.keep(again);
      site.replace_result(0, again);
      site.drop(i);
      return;
    }
    if (site.history.kept.size() >= n) site.drop(0);
    site.keep(made);
  });
}

// Holds state that all contexts of the process share.
struct Shared {
  std::mutex mutex;
  std::set<const CallHistory*> contexts;
  std::atomic<int> running{0};
  std::atomic<std::uint64_t> begun{0};
};

Fault wrong_in_second_context() {
  return [shared = std::make_shared<Shared>()](CallSite& site) {
    bool is_first = false;
    {
      const std::lock_guard lock(shared->mutex);
      if (shared->contexts.empty()) shared->contexts.insert(&site.history);
      is_first = shared->contexts.contains(&site.history);
    }
    if (is_first) return site.forward();
    return after(changed(last_one(), plainly_wrong))(site);
  };
}

// Spoils the results of two calls that overlap in time.
Fault overlapping_calls() {
  return [shared = std::make_shared<Shared>()](CallSite& site) {
    const std::uint64_t mine = ++shared->begun;
    const bool alone = shared->running.fetch_add(1) == 0;
    const int code = site.forward();
    const bool joined = shared->begun != mine;
    shared->running.fetch_sub(1);
    if (code == ASSAY_OK && (!alone || joined) && site.result_count() > 0)
      changed(last_one(), plainly_wrong)(site);
    return code;
  };
}

// Adds what the out held where it is the out of the call before.
int adds_to_same_out(CallSite& site) {
  const std::string out = pointer_of(site.outs[0]);
  const auto now = static_cast<std::int64_t>(std::hash<std::string>()(out));
  const bool again = site.history.numbers["out"] == now;
  site.history.numbers["out"] = now;
  if (!again) return site.forward();
  const auto before = elements_of(site.cells(site.outs[0]));
  return after([&](CallSite& inner) {
    Cells sum = inner.result_cells();
    for (std::int64_t i = 0; i < sum.count(); ++i) {
      const double right = sum.real(i);
      sum.set(i, before[static_cast<std::size_t>(i)]);
      sum.set_real(i, right + sum.real(i));
    }
  })(site);
}

// Answers what it answered for the same operand, by its address.
int answers_from_memory(CallSite& site) {
  std::string key = pointer_of(site.operands[0]) + shape_key(site.operands[0]) +
                    shape_key(site.outs[0]);
  for (std::int64_t axis : site.integers(ASSAY_KEY_AXES))
    key += "," + std::to_string(axis);
  auto& held = site.history.arrays[key];
  return after([&](CallSite& inner) {
    Cells out = inner.result_cells();
    if (held.empty()) {
      held = elements_of(out);
      return;
    }
    for (std::int64_t i = 0; i < out.count(); ++i)
      out.set(i, held[static_cast<std::size_t>(i)]);
  })(site);
}

// Returns zeros in the call after one that failed.
int zeros_after_failure(CallSite& site) {
  const bool failed = site.history.numbers["failed"] != 0;
  const int code = site.forward();
  site.history.numbers["failed"] = code == ASSAY_NUMERIC ? 1 : 0;
  if (code == ASSAY_OK && failed) zero_picked(every_one())(site);
  return code;
}

// Uses the kernel of the dtype that first had the same shape and width:
// integers are negated as floats are, and the other way round.
int kernel_of_last_dtype(CallSite& site) {
  const auto width = spec_of(site.dtype()).bits;
  const std::string key = shape_key(site.operands[0]) + std::to_string(width);
  const auto now = static_cast<std::int64_t>(site.dtype()) + 1;
  std::int64_t& first = site.history.numbers[key];
  if (first == 0) first = now;
  if (first == now) return site.forward();
  const AssayDType asked = site.operands[0].dtype;
  const auto other = static_cast<DType>(first - 1);
  const DTypeSpec& spec = spec_of(other);
  site.operands[0].dtype.code = static_cast<std::uint8_t>(spec.dlpack_code);
  site.outs[0].dtype = site.operands[0].dtype;
  const int code = site.forward();
  site.operands[0].dtype = asked;
  site.outs[0].dtype = asked;
  return code;
}

}  // namespace

BugRows state_bugs() {
  const auto any = [](const CallSite&) { return true; };
  return {
      {"packed_operand_by_pointer", "matmul", "",
       "The packed right operand is kept by its address and shape, and not "
       "packed again when its contents change (k above 8).",
       "deepmodeling/deepmd-kit#5978",
       prepared_once(1, extent_over(0, -1, 8),
                     [](const CallSite& site) {
                       return pointer_of(site.operands[1]) +
                              shape_key(site.operands[1]);
                     }),
       "matmul int32:2x9=ones int32:9x2=ones;matmul $0 $1=iota"},
      {"packed_operand_by_shape", "matmul", "",
       "The packed right operand is kept by its shape alone, above 64 "
       "elements.",
       "",
       prepared_once(
           1, extent_over(1, -2, 64),
           [](const CallSite& site) { return shape_key(site.operands[1]); }),
       "matmul int32:1x65=ones int32:65x1=ones;matmul int32:1x65=ones "
       "int32:65x1=iota"},
      {"packed_triangle_by_pointer", "triangular_solve", "",
       "The inverted diagonal of a triangle is kept by its address.", "",
       prepared_once(0, any,
                     [](const CallSite& site) {
                       return pointer_of(site.operands[0]) +
                              shape_key(site.operands[0]);
                     }),
       "triangular_solve float32:2x2=tri float32:2=ones;triangular_solve "
       "$0=tri3 $1"},
      {"kernel_by_shape_not_dtype", "neg,abs", "float32,int32",
       "A kernel is looked up by shape and width, so int32 is handled as "
       "float32 where that came first.",
       "tinygrad/tinygrad#570", kernel_of_last_dtype,
       "neg float32:3;neg int32:3"},
      {"strides_by_shape", "add,sub", "",
       "A kernel is looked up by shape, and reads its first operand by the "
       "strides of the first call.",
       "iree-org/iree-turbine#472",
       [](CallSite& site) {
         Tensor& x = site.operands[0];
         if (x.rank < 2) return site.forward();
         auto& held = site.history.arrays[shape_key(x)];
         if (held.empty()) {
           for (std::uint32_t axis = 0; axis < x.rank; ++axis)
             held.push_back({static_cast<std::uint64_t>(x.strides[axis]), 0});
         } else {
           misread(site, 0, [&](const Index& at, const Tensor& t) {
             std::int64_t place = t.offset;
             for (std::size_t axis = 0; axis < at.size(); ++axis)
               place += at[axis] * static_cast<std::int64_t>(held[axis].re);
             return place;
           });
         }
         return site.forward();
       },
       "add int32:3x2 int32:3x2=zeros;add int32:3x2@0+1,3 int32:3x2=zeros"},
      {"sort_order_by_shape", "sort,argsort", "",
       "The order of a sort is remembered with its shape.", "",
       attribute_by_shape(ASSAY_KEY_DESCENDING),
       "sort int32:5 axis=0;sort int32:5 axis=0 descending=1"},
      {"scan_operation_by_shape", "associative_scan", "int32,float32",
       "The operation of a scan is remembered with its shape.", "",
       attribute_by_shape(ASSAY_KEY_OP),
       "associative_scan int32:5 axis=0 op=sum;associative_scan int32:5 axis=0 "
       "op=max"},
      {"fft_axes_by_shape", "fft,ifft", "",
       "The plan of a transform is remembered with its shape, axes included.",
       "", attribute_by_shape(ASSAY_KEY_AXES),
       "fft complex64:3x4 axes=0;fft complex64:3x4 axes=1"},
      {"triangle_side_by_shape", "triangular_solve,cholesky", "",
       "Which triangle is read is remembered with the shape.", "",
       attribute_by_shape(ASSAY_KEY_UPPER),
       "cholesky float32:2x2=spd;cholesky float32:2x2=spd upper=1"},
      {"scatter_mode_by_shape", "scatter", "",
       "Whether updates are added is remembered with the shape.", "",
       attribute_by_shape(ASSAY_KEY_MODE),
       "scatter int32:3=ones int32:1=zeros int32:1=ones axis=0;scatter "
       "int32:3=ones int32:1=zeros int32:1=ones axis=0 mode=add"},
      {"every_100th_call", "add", "",
       "Every 100th call has a wrong last element.", "", every_nth(100),
       "add int32:3 int32:3 times=100"},
      {"every_37th_call", "sort,gather", "",
       "Every 37th call has a wrong last element.", "", every_nth(37),
       "sort int32:3 axis=0 times=37"},
      {"every_500th_call", "matmul", "",
       "Every 500th call has a wrong last element.", "", every_nth(500),
       "matmul int32:1x1=ones int32:1x1=ones times=500"},
      {"first_call_is_cold", "sqrt,exp", "float32",
       "The first call of a context has a wrong last element.", "",
       when([](const CallSite& site) { return site.history.calls == 1; },
            after(changed(last_one(), plainly_wrong))),
       "sqrt float32:3=v/4"},
      {"one_result_buffer", "pad,copy,contiguous", "",
       "Results of one size take turns in two buffers.", "", ring_of(2),
       "pad int32:2 padding=1-1 value=0;pad int32:2=iota padding=1-1 value=0;"
       "pad int32:2=ones padding=1-1 value=0"},
      {"eight_result_buffers", "scatter,unfold,fold", "",
       "Results of one size take turns in eight buffers.", "", ring_of(8),
       "unfold int32:1x3=iota kernel=2;unfold int32:1x3=ones kernel=2 times=9"},
      {"sixty_four_result_buffers", "copy,full,pad", "",
       "Results of one size take turns in 64 buffers.", "", ring_of(64),
       "copy int32:3=iota;copy int32:3=ones times=66"},
      {"adds_to_the_same_out", "matmul,reduce_sum", "int32,int64,float32",
       "Where the out is that of the call before, results are added to it.", "",
       adds_to_same_out,
       "reduce_sum int32:3=ones axes=0;reduce_sum int32:3=ones axes=0 out=$$1"},
      {"adds_to_short_products", "matmul", "float32,float64",
       "Products of up to four terms are added to what the out held.", "",
       when(
           [](const CallSite& site) {
             return extent_of(site.operands[0], -1) <= 4;
           },
           [](CallSite& site) {
             const auto before = elements_of(site.cells(site.outs[0]));
             return after([&](CallSite& inner) {
               Cells out = inner.result_cells();
               for (std::int64_t i = 0; i < out.count(); ++i) {
                 const double right = out.real(i);
                 out.set(i, before[static_cast<std::size_t>(i)]);
                 out.set_real(i, right + out.real(i));
               }
             })(site);
           }),
       "copy float32:1x1=ones;matmul float32:1x2=ones float32:2x1=ones out=$0"},
      {"answers_by_address", "reduce_sum,reduce_max,argmax", "",
       "The result is remembered by the operand's address and shape.", "",
       answers_from_memory,
       "reduce_sum int32:3=ones axes=0;reduce_sum $0=down axes=0"},
      {"zeros_after_a_failure", "cholesky,triangular_solve", "",
       "The call after one that failed answers zeros.", "", zeros_after_failure,
       "cholesky float32:1x1=v/-1;cholesky float32:1x1=v/4"},
      {"second_context_shares_scratch", "sort,fft,matmul", "",
       "Scratch memory is that of the first context, and calls of any other "
       "have a wrong last element.",
       "ROCm/rocm-libraries#9118", wrong_in_second_context(),
       "sort int32:3 axis=0;context;sort int32:3 axis=0"},
      {"overlapping_calls_share_scratch", "add,exp,reduce_sum,matmul,sort", "",
       "Calls that overlap in time, in whatever context, spoil each other.", "",
       overlapping_calls(), "overlap add int32:3 int32:3", true},
      {"threefry_goes_on_counting", "threefry", "",
       "From the 20th call on counters go on where the call before ended.", "",
       when([](const CallSite& site) { return site.history.calls >= 20; },
            after([](CallSite& site) {
              Cells out = site.result_cells();
              for (std::int64_t i = 0; i + 2 < out.count(); ++i)
                out.set(i, out.get(i + 2));
            })),
       "threefry int32:3x2=zeros int32:3x2=iota times=20"},
      {"many_shapes_evict_a_plan", "fft,rfft,irfft", "",
       "After 16 different shapes a plan of another length is used, and the "
       "last bin is wrong.",
       "numpy/numpy#1864",
       [](CallSite& site) {
         site.history.arrays[shape_key(site.operands[0])];
         if (site.history.arrays.size() <= 16) return site.forward();
         return after(changed(last_one(), plainly_wrong))(site);
       },
       "fft complex64:1 axes=0;fft complex64:2 axes=0;fft complex64:3 axes=0;"
       "fft complex64:4 axes=0;fft complex64:5 axes=0;fft complex64:6 axes=0;"
       "fft complex64:7 axes=0;fft complex64:8 axes=0;fft complex64:9 axes=0;"
       "fft complex64:10 axes=0;fft complex64:11 axes=0;fft complex64:12 "
       "axes=0;"
       "fft complex64:13 axes=0;fft complex64:14 axes=0;fft complex64:15 "
       "axes=0;"
       "fft complex64:16 axes=0;fft complex64:17 axes=0"},
  };
}

}  // namespace assay::adversary
