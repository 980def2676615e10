// Mutants of threefry, gather and scatter.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "tests/mutants/array_mutants.h"
#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

// Is Threefry-2x32 with another number of rounds.
template <int rounds>
class ThreefryOfRounds : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    Shape pairs = out.view.shape();
    if (out.view.numel() == 0) return;
    pairs.back() = 1;
    for (Index at : indices(pairs)) {
      const auto word = [&](const Tensor& tensor, std::int64_t k) {
        at.back() = k;
        return static_cast<std::uint32_t>(element_at(tensor, at).re);
      };
      const std::uint32_t first = word(call.operands[0], 0);
      const std::uint32_t second = word(call.operands[0], 1);
      const std::uint32_t keys[] = {first, second,
                                    0x1BD11BDAu ^ first ^ second};
      std::uint32_t x = word(call.operands[1], 0) + keys[0];
      std::uint32_t y = word(call.operands[1], 1) + keys[1];
      constexpr int kTurns[] = {13, 15, 26, 6, 17, 29, 16, 24};
      for (int round = 0; round < rounds; ++round) {
        x += y;
        y = std::rotl(y, kTurns[round % 8]) ^ x;
        if (round % 4 != 3) continue;
        const auto injection = static_cast<std::uint32_t>(round / 4 + 1);
        x += keys[injection % 3];
        y += keys[(injection + 1) % 3] + injection;
      }
      at.back() = 0;
      put_at(out, at, {x, 0});
      at.back() = 1;
      put_at(out, at, {y, 0});
    }
  }
};

// Takes the end of each axis if the indices have a smaller extent than the
// data.
class GatherAlignsAtTheEnd : public ChangedCall {
  void change(Call& call) override {
    Tensor& from = call.operands[0];
    const Shape& reach = call.operands[1].view.shape();
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (std::size_t axis = 0; axis < reach.size(); ++axis) {
      const std::int64_t extent = from.view.shape()[axis];
      const bool is_along =
          static_cast<std::int64_t>(axis) == call.attributes.axis();
      if (!is_along && reach[axis] == 0) return;
      ranges.emplace_back(is_along ? 0 : extent - reach[axis], extent);
    }
    from.view = *from.view.shrink(ranges);
  }
};
// Moves an element out: what is read once is zero the next time.
class GatherMovesOut : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    std::set<Index> read;
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      Index from = at;
      from[axis] =
          static_cast<std::int64_t>(element_at(call.operands[1], at).re);
      return read.insert(from).second ? bits : ElementBits{};
    });
  }
};

// Places beside the reach of the indices are zero.
class ScatterClearsTheRest : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    const Shape& reach = call.operands[1].view.shape();
    replace_each(made[0], [&](const Index& at, ElementBits bits) {
      for (std::size_t i = 0; i < at.size(); ++i)
        if (i != axis && at[i] >= reach[i]) return ElementBits{};
      return bits;
    });
  }
};
// Leaves the last update out if the hint is given.
class ScatterTrustsTheHint : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (!call.attributes.flag(AttributeKey::kUniqueIndices)) return;
    const Tensor& places = call.operands[1];
    if (places.view.numel() == 0) return;
    Index last;
    for (std::int64_t extent : places.view.shape()) last.push_back(extent - 1);
    Index to = last;
    to[static_cast<std::size_t>(call.attributes.axis())] =
        static_cast<std::int64_t>(element_at(places, last).re);
    put_at(made[0], to, element_at(call.operands[0], to));
  }
};
// Rounds at every update.
class ScatterRoundsEachStep : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& y = made[0];
    const FloatFormat& format = format_of(y.dtype);
    replace_each(y, [&](const Index& at, ElementBits) {
      return element_at(call.operands[0], at);
    });
    for (const Index& at : indices(call.operands[1].view.shape())) {
      Index to = at;
      to[static_cast<std::size_t>(call.attributes.axis())] =
          static_cast<std::int64_t>(element_at(call.operands[1], at).re);
      const double sum = real_at(y, to) + real_at(call.operands[2], at);
      put_at(y, to, {encode_real(format, sum), 0});
    }
  }
};
// Leaves the last update of the call out.
class ScatterDropsTheLastUpdate : public ChangedCall {
  void change(Call& call) override {
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    for (std::size_t operand = 1; operand < 3; ++operand) {
      View& view = call.operands[operand].view;
      std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
      for (std::int64_t extent : view.shape()) ranges.emplace_back(0, extent);
      if (view.numel() == 0 || ranges[axis].second < 2) return;
      --ranges[axis].second;
      view = *view.shrink(ranges);
    }
  }
};

// An integer result that left its range stays at the end of it. Computed in
// int64, of which int8 sums fall short.
class SaturatesInt8 : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    Call wide = call;
    for (Tensor& operand : wide.operands)
      if (operand.dtype == DType::kInt8) operand = widened(operand);
    for (Tensor& out : wide.outs)
      out = *buffer(DType::kInt64, out.view.shape());
    const auto sums = Reference::execute(wide);
    if (!sums.ok()) return made;
    const Tensor& sum = (call.outs.empty() ? *sums : wide.outs)[0];
    replace_each(
        (call.outs.empty() ? *made : call.outs)[0],
        [&](const Index& at, ElementBits) {
          const auto value = static_cast<std::int64_t>(element_at(sum, at).re);
          return ElementBits{static_cast<std::uint8_t>(
                                 std::clamp<std::int64_t>(value, -128, 127)),
                             0};
        });
    return made;
  }

 private:
  Tensor widened(const Tensor& from) {
    const Tensor wide = *buffer(DType::kInt64, from.view.shape());
    replace_each(wide, [&](const Index& at, ElementBits) {
      const auto value = static_cast<std::int8_t>(element_at(from, at).re);
      return ElementBits{
          static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), 0};
    });
    return wide;
  }
};

// Replaces infinite sums by the largest finite number.
class InfinitiesSaturate : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& result = results_of(call, made)[0];
    const FloatFormat& format = format_of(result.dtype);
    replace_each(result, [&](const Index&, ElementBits bits) {
      const std::uint64_t sign = bits.re & sign_bit(format);
      if ((bits.re ^ sign) != overflow_bits(format)) return bits;
      return ElementBits{sign | largest_finite_bits(format), bits.im};
    });
  }
};
// Leaves NaN terms out.
class SkipsNan : public ChangedCall {
  void change(Call& call) override {
    for (Tensor& operand : call.operands) {
      if (!is_real(operand.dtype)) continue;
      const FloatFormat& format = format_of(operand.dtype);
      operand = copy_of(operand);
      replace_each(operand, [&](const Index&, ElementBits bits) {
        return is_nan_bits(format, bits.re) ? ElementBits{} : bits;
      });
    }
  }
};
// Infinities of both signs give zero.
class InfinitiesCancel : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& result = results_of(call, made)[0];
    const FloatFormat& format = format_of(result.dtype);
    replace_each(result, [&](const Index&, ElementBits bits) {
      return is_nan_bits(format, bits.re) ? ElementBits{0, bits.im} : bits;
    });
  }
};

}  // namespace assay::mutants::arrays
