// Tested by tests/adversary/witness_test.cc.
#include "tests/adversary/faults.h"

#include <algorithm>
#include <utility>

#include "spec/float_codec.h"

namespace assay::adversary {

std::int64_t extent_of(const AssayTensor& tensor, std::int64_t axis) {
  const auto rank = static_cast<std::int64_t>(tensor.rank);
  if (axis < 0) axis += rank;
  return axis < 0 || axis >= rank ? 1 : tensor.shape[axis];
}

std::int64_t extent_along(const CallSite& site) {
  return site.operands.empty() ? 0 : extent_of(site.operands[0], site.axis());
}

std::int64_t operand_count_of(const CallSite& site) {
  if (!site.operands.empty()) return count_of(site.operands[0]);
  return element_count(site.integers(ASSAY_KEY_SHAPE));
}

std::int64_t out_count_of(const CallSite& site) {
  return site.outs.empty() ? operand_count_of(site) : count_of(site.outs[0]);
}

std::int64_t reduced_count(const CallSite& site) {
  std::int64_t count = 1;
  for (std::int64_t axis : site.integers(ASSAY_KEY_AXES))
    count *= extent_of(site.operands[0], axis);
  for (std::int64_t axis : site.integers(ASSAY_KEY_AXIS))
    count *= extent_of(site.operands[0], axis);
  return count;
}

std::int64_t batch_count(const AssayTensor& tensor, std::uint32_t inner) {
  std::int64_t count = 1;
  for (std::uint32_t axis = 0; axis + inner < tensor.rank; ++axis)
    count *= tensor.shape[axis];
  return count;
}

Condition along_over(std::int64_t bound) {
  return [=](const CallSite& site) { return extent_along(site) > bound; };
}

Condition count_over(std::int64_t bound) {
  return [=](const CallSite& site) { return operand_count_of(site) > bound; };
}

Condition extent_over(std::size_t operand, std::int64_t axis,
                      std::int64_t bound) {
  return [=](const CallSite& site) {
    return operand < site.operands.size() &&
           extent_of(site.operands[operand], axis) > bound;
  };
}

Condition operator&&(Condition a, Condition b) {
  return [a = std::move(a), b = std::move(b)](const CallSite& site) {
    return a(site) && b(site);
  };
}

Condition operator!(Condition a) {
  return [a = std::move(a)](const CallSite& site) { return !a(site); };
}

Condition rank_is(std::uint32_t rank) {
  return [=](const CallSite& site) {
    return !site.operands.empty() && site.operands[0].rank == rank;
  };
}

Condition any_strided() {
  return [](const CallSite& site) {
    return std::any_of(
        site.operands.begin(), site.operands.end(),
        [](const AssayTensor& tensor) { return !is_row_major(tensor); });
  };
}

Condition along_last() {
  return [](const CallSite& site) {
    return !site.operands.empty() && site.axis() + 1 == site.operands[0].rank;
  };
}

Condition along_first() {
  return [](const CallSite& site) {
    return !site.operands.empty() && site.operands[0].rank > 1 &&
           site.axis() == 0;
  };
}

Condition along_middle() {
  return [](const CallSite& site) {
    return !site.operands.empty() && site.axis() > 0 &&
           site.axis() + 1 < site.operands[0].rank;
  };
}

int forward(CallSite& site) { return site.forward(); }

Fault when(Condition condition, Fault fault) {
  return [condition = std::move(condition),
          fault = std::move(fault)](CallSite& site) {
    return condition(site) ? fault(site) : site.forward();
  };
}

Fault after(Edit edit) {
  return [edit = std::move(edit)](CallSite& site) {
    const int code = site.forward();
    if (code == ASSAY_OK && site.result_count() > 0) edit(site);
    return code;
  };
}

Fault after_when(Condition condition, Edit edit) {
  return when(std::move(condition), after(std::move(edit)));
}

Fault unwritten(Pick pick) {
  return [pick = std::move(pick)](CallSite& site) {
    std::vector<std::pair<std::int64_t, ElementBits>> before;
    if (!site.outs.empty()) {
      const Cells out = site.cells(site.outs[0]);
      for (std::int64_t i = 0; i < out.count(); ++i)
        if (pick(i, out.count())) before.emplace_back(i, out.get(i));
    }
    const int code = site.forward();
    if (code != ASSAY_OK || site.result_count() == 0) return code;
    Cells out = site.result_cells();
    for (const auto& [number, bits] : before) out.set(number, bits);
    if (!before.empty()) return code;
    for (std::int64_t i = 0; i < out.count(); ++i)
      if (pick(i, out.count())) out.set(i, {});
    return code;
  };
}

Pick tail_of(std::int64_t block) {
  return [=](std::int64_t number, std::int64_t count) {
    return number >= count / block * block;
  };
}

Pick from_number(std::int64_t first) {
  return [=](std::int64_t number, std::int64_t) { return number >= first; };
}

Pick last_one() {
  return [](std::int64_t number, std::int64_t count) {
    return number + 1 == count;
  };
}

Pick every_one() {
  return [](std::int64_t, std::int64_t) { return true; };
}

Edit changed(Pick pick, std::function<ElementBits(DType, ElementBits)> change) {
  return [pick = std::move(pick), change = std::move(change)](CallSite& site) {
    Cells out = site.result_cells();
    for (std::int64_t i = 0; i < out.count(); ++i)
      if (pick(i, out.count())) out.set(i, change(out.dtype(), out.get(i)));
  };
}

Edit zero_picked(Pick pick) {
  return changed(std::move(pick),
                 [](DType, ElementBits) { return ElementBits{}; });
}

Edit wrapped_numbers(int bits) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    const std::int64_t period = std::int64_t{1} << bits;
    for (std::int64_t i = period; i < out.count(); ++i)
      out.set(i, out.get(i % period));
  };
}

ElementBits low_bit_flipped(DType, ElementBits bits) {
  bits.re ^= 1;
  return bits;
}

ElementBits plainly_wrong(DType dtype, ElementBits bits) {
  const bool is_zero = bits == ElementBits{};
  if (is_real(dtype) || is_complex(dtype))
    return {is_zero ? encode_real(format_of(dtype), 1) : 0, 0};
  return {is_zero ? std::uint64_t{1} : 0, 0};
}

double Lane::real(ElementBits bits) const {
  if (is_real(dtype) || is_complex(dtype))
    return decode_real(format_of(dtype), bits.re);
  if (category_of(dtype) == Category::kUnsigned)
    return static_cast<double>(bits.re);
  return static_cast<double>(signed_value(dtype, bits));
}

double Lane::result() const {
  if (is_real(result_dtype) || is_complex(result_dtype))
    return decode_real(format_of(result_dtype), r.re);
  return static_cast<double>(signed_value(result_dtype, r));
}

void Lane::set(double value) {
  if (is_real(result_dtype) || is_complex(result_dtype)) {
    r.re = encode_real(format_of(result_dtype), value);
    return;
  }
  const int bits = spec_of(result_dtype).bits;
  r.re = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  if (bits < 64) r.re &= (std::uint64_t{1} << bits) - 1;
}

bool Lane::is_nan(ElementBits bits) const {
  return is_nan_element(dtype, bits);
}

Fault each(std::function<void(Lane&)> change) {
  return [change = std::move(change)](CallSite& site) {
    // An out may be the very tensor of an operand, so these are read first.
    std::vector<std::vector<ElementBits>> operands;
    for (const AssayTensor& tensor : site.operands) {
      const Cells cells = site.cells(tensor);
      auto& list = operands.emplace_back();
      for (std::int64_t i = 0; i < cells.count(); ++i)
        list.push_back(cells.get(i));
    }
    const int code = site.forward();
    if (code != ASSAY_OK || site.result_count() == 0) return code;
    Cells out = site.result_cells();
    const auto operand = [&](std::size_t which, std::int64_t i) {
      if (which >= operands.size()) return ElementBits{};
      const auto& list = operands[which];
      const auto at = static_cast<std::size_t>(i);
      return at < list.size() ? list[at] : ElementBits{};
    };
    for (std::int64_t i = 0; i < out.count(); ++i) {
      const ElementBits r = out.get(i);
      Lane lane{site.dtype(),  out.dtype(),   i, out.count(), operand(0, i),
                operand(1, i), operand(2, i), r};
      change(lane);
      if (lane.r != r) out.set(i, lane.r);
    }
    return code;
  };
}

Fault with_integers(
    std::uint16_t key,
    std::function<void(CallSite&, std::vector<std::int64_t>&)> change) {
  return [=](CallSite& site) {
    auto values = site.integers(key);
    change(site, values);
    site.set_integers(key, values);
    return site.forward();
  };
}

void for_slices(
    const Shape& shape, std::size_t axis,
    const std::function<void(const std::vector<std::int64_t>&)>& edit) {
  std::int64_t inner = 1;
  for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
  std::int64_t outer = 1;
  for (std::size_t i = 0; i < axis; ++i) outer *= shape[i];
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(shape[axis]));
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i) {
      for (std::int64_t k = 0; k < shape[axis]; ++k)
        numbers[static_cast<std::size_t>(k)] =
            (o * shape[axis] + k) * inner + i;
      edit(numbers);
    }
}

}  // namespace assay::adversary
