// Evaluates quantize, dequantize and quantize_dynamic.
// Tested by tests/reference/quantization_test.cc.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "reference/nn/long_real.h"
#include "reference/policy.h"
#include "reference/tensor_ops.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

constexpr double kLargestScale = 0x1.fffffep127;

using Extents = std::vector<std::int64_t>;

// Returns the index of the scale of an element. Without a block size there is
// one scale, whose index is empty.
Index scale_index(const Index& at, const Extents& block_size) {
  Index scale;
  for (std::size_t axis = 0; axis < block_size.size(); ++axis)
    scale.push_back(at[axis] / block_size[axis]);  // quantization.box
  return scale;
}
Extents block_size_of(const Evaluation& call) {
  return call.call.attributes.integers(AttributeKey::kBlockSize);
}

// Returns whether a scale is positive, finite and a normal float32.
bool is_normal_scale(double scale) {
  return 0x1p-126 <= scale && scale <= kLargestScale;
}

bool is_power_of_two(const LongReal& x) {
  int exponent = 0;
  const double nearest = x.nearest();
  return x == nearest && std::frexp(nearest, &exponent) == 0.5;
}

// Returns x, rounded to float32.
double as_float32(double x) {
  return decode<double>(DType::kFloat32, encode(DType::kFloat32, x));
}

// Returns `invalid` if an element of the operand scale is no scale.
Status check_scales(const Evaluation& call) {
  const Elements scales = call.operand(1);
  for (const Index& at : indices(scales.view().shape())) {
    const auto scale = scales.value<double>(at);
    if (is_normal_scale(scale)) continue;
    Status status = Status::invalid(std::string(name_of(call.call.op)) +
                                    ": the scale " + std::to_string(scale) +
                                    " is not positive, finite and normal");
    status.kind = clause_of(call.call.op, "positive");  // quantization.positive
    return status;
  }
  return {};
}

// Stores quantized elements.
class Quantizer {
 public:
  explicit Quantizer(const Evaluation& call)
      : out_(call.results()),
        rounds_away_(call.profile.is(kPolicy<"quantize.half=away">)),
        qmin_(call.call.attributes.integers(AttributeKey::kQMin)[0]),
        qmax_(call.call.attributes.integers(AttributeKey::kQMax)[0]) {}

  // q = clamp(round(x / scale), qmin, qmax)
  void put(const Index& at, double x, const LongReal& scale) const {
    if (std::isnan(x)) return leave_open(at);  // quantize.nan
    const LongReal v = LongReal(x) / scale;
    const LongReal q =  // quantize.half, quantize_dynamic.half
        rounds_away_ ? round_away(v) : round_to_even(v);
    out_.put(at, clamped(q));  // quantize.value, quantize.negative_zero
    if (std::isinf(x) || is_power_of_two(scale)) return;
    const LongReal below = floor(v);
    const double doubt = 0x1p-20 * std::max(1.0, std::fabs(v.nearest()));
    if (std::fabs((v - below - 0.5).nearest()) > doubt) return;
    for (const LongReal& either : {below, below + 1.0})
      out_.note_alternative(  // quantize.near_half, quantize_dynamic.near_half
          at, encode(DType::kInt8, clamped(either)));
  }
  void leave_open(const Index& at) const {
    out_.put(at, std::int64_t{0});
    out_.note_freedom(at, Freedom::kAny);
  }

 private:
  std::int64_t clamped(const LongReal& q) const {
    if (q < from_integer(qmin_)) return qmin_;  // quantize.clamped,
    if (from_integer(qmax_) < q) return qmax_;  // quantize.infinite
    return static_cast<std::int64_t>(q.nearest());
  }

  Results out_;
  bool rounds_away_;
  std::int64_t qmin_;
  std::int64_t qmax_;
};

// Holds what decides the scale of a block.
struct Block {
  double largest = 0;  // max |x|
  bool is_finite = true;

  void add(double x) {
    is_finite &= std::isfinite(x);
    largest = std::max(largest, std::fabs(x));  // quantize_dynamic.every_term
  }
};

}  // namespace

Result<Tensors> evaluate(OpTag<"quantize">, const Evaluation& call) {
  if (Status s = check_scales(call); !s.ok()) return s;
  const Elements x = call.operand(0);
  const Elements scales = call.operand(1);
  const Extents block_size = block_size_of(call);
  const Quantizer q(call);
  for (const Index& at : indices(x.view().shape()))
    q.put(at, x.value<double>(at),
          scales.value<double>(scale_index(at, block_size)));
  return Tensors{};
}

// out = scale · q
Result<Tensors> evaluate(OpTag<"dequantize">, const Evaluation& call) {
  if (Status s = check_scales(call); !s.ok()) return s;
  const Elements q = call.operand(0);
  const Elements scales = call.operand(1);
  const Extents block_size = block_size_of(call);
  const Results out = call.results();
  const DType dtype = call.call.attributes.dtype();  // dequantize.dtype
  for (const Index& at : indices(q.view().shape())) {
    const double r =  // exact: the factors have 8 and 24 bits
        static_cast<double>(q.value<std::int64_t>(at)) *
        scales.value<double>(scale_index(at, block_size));
    const ElementBits once = encode(dtype, r);
    out.put(at, once);  // dequantize.value, dequantize.overflow
    const ElementBits twice = encode(dtype, as_float32(r));
    if (twice != once) out.note_alternative(at, twice);
  }
  return Tensors{};
}

Result<Tensors> evaluate(OpTag<"quantize_dynamic">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Extents block_size = block_size_of(call);
  const auto& attributes = call.call.attributes;
  const auto steps =
      static_cast<double>(attributes.integers(AttributeKey::kQMax)[0] -
                          attributes.integers(AttributeKey::kQMin)[0]);
  std::map<Index, Block> blocks;  // quantize_dynamic.blocks_apart
  for (const Index& at : indices(x.view().shape()))
    blocks[scale_index(at, block_size)].add(x.value<double>(at));

  // scale = max|x| / ((qmax - qmin)/2)
  const auto scale_of = [&](const Block& block) {
    return LongReal(block.largest) / (steps / 2);
  };
  const auto is_open = [&](const Block& block) {
    return !block.is_finite ||  // quantize_dynamic.nonfinite
           (block.largest > 0 &&
            !is_normal_scale(  // quantize_dynamic.scale_range
                scale_of(block).nearest()));
  };

  const Results scales = call.results_in(call.call.outs[1], 1);
  for (const Index& at : indices(call.call.outs[1].view.shape())) {
    const Block& block = blocks[at];
    const LongReal scale = scale_of(block);
    if (is_open(block) || block.largest == 0) {
      scales.put(at, 1.0);  // quantize_dynamic.zeros
      scales.note_scale(at, 0, kInfinity);
      if (is_open(block)) scales.note_freedom(at, Freedom::kAny);
      continue;
    }
    scales.put(at, scale.exact());  // quantize_dynamic.value
    if (is_power_of_two(scale))
      scales.note_roundings(at, 0);
    else
      scales.note_scale(at, 0, 4 * scale.nearest());
  }

  const Quantizer q(call);
  for (const Index& at : indices(x.view().shape())) {
    const Block& block = blocks[scale_index(at, block_size)];
    if (is_open(block))
      q.leave_open(at);
    else
      q.put(at, x.value<double>(at),
            block.largest == 0 ? LongReal(1.0) : scale_of(block));
  }
  return Tensors{};
}

}  // namespace assay
