// Implements the part of the vocabulary that exchanges operands: they are
// misread, changed, or taken in part.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <utility>

#include "spec/float_codec.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {

void misread(CallSite& site, std::size_t which, const Address& address) {
  const AssayTensor tensor = site.operands[which];
  const Shape shape = shape_of(tensor);
  const AssayTensor read = site.scratch(tensor.dtype, shape);
  const Cells from = site.cells(tensor);
  Cells to = site.cells(read);
  std::int64_t number = 0;
  for (const Index& at : IndexSpace(shape))
    to.set(number++, from.at_place(address(at, tensor)));
  site.operands[which] = read;
}

Fault misreads(OperandCondition condition, Address address) {
  return [condition = std::move(condition),
          address = std::move(address)](CallSite& site) {
    for (std::size_t i = 0; i < site.operands.size(); ++i)
      if (condition(site, site.operands[i])) misread(site, i, address);
    return site.forward();
  };
}

std::int64_t right_place(const Index& at, const AssayTensor& tensor) {
  std::int64_t place = tensor.offset;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    place += at[axis] * tensor.strides[axis];
  return place;
}

std::int64_t place_without_offset(const Index& at, const AssayTensor& tensor) {
  return right_place(at, tensor) - tensor.offset;
}

std::int64_t place_as_row_major(const Index& at, const AssayTensor& tensor) {
  std::int64_t place = 0;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    place = place * tensor.shape[axis] + at[axis];
  return place + tensor.offset;
}

void alter_operand(CallSite& site, std::size_t which,
                   const std::function<ElementBits(std::int64_t number,
                                                   ElementBits)>& change) {
  const AssayTensor altered = site.copy_of(site.operands[which]);
  Cells cells = site.cells(altered);
  for (std::int64_t i = 0; i < cells.count(); ++i) {
    const ElementBits before = cells.get(i);
    const ElementBits now = change(i, before);
    if (now != before) cells.set(i, now);
  }
  site.operands[which] = altered;
}

Fault shortened(std::function<std::int64_t(std::int64_t extent)> keep) {
  return [keep = std::move(keep)](CallSite& site) {
    auto axes = site.integers(ASSAY_KEY_AXES);
    if (axes.empty()) axes = site.integers(ASSAY_KEY_AXIS);
    if (axes.empty()) return site.forward();
    const std::int64_t axis = *std::max_element(axes.begin(), axes.end());
    std::int64_t& extent = site.operands[0].shape[axis];
    const std::int64_t kept = keep(extent);
    if (kept > 0) extent = std::min(extent, kept);
    return site.forward();
  };
}

std::int64_t all_but_last(std::int64_t extent) { return extent - 1; }

Fault in_parts(std::int64_t cut) {
  return [=](CallSite& site) {
    const auto axis = static_cast<std::size_t>(site.axis());
    const AssayTensor operand = site.operands[0];
    const AssayTensor out = site.outs[0];
    const Shape shape = shape_of(out);
    if (operand.shape[axis] <= cut) return site.forward();
    Cells whole = site.cells(out);
    for (const std::int64_t begin : {std::int64_t{0}, cut}) {
      const std::int64_t extent = begin == 0 ? cut : shape[axis] - cut;
      Shape part = shape;
      part[axis] = extent;
      site.operands[0] = operand;
      site.operands[0].shape[axis] = extent;
      site.operands[0].offset += begin * operand.strides[axis];
      site.outs[0] = site.scratch(out.dtype, part);
      if (const int code = site.forward(); code != ASSAY_OK) return code;
      const Cells made = site.cells(site.outs[0]);
      std::int64_t number = 0;
      for (const Index& at : IndexSpace(part)) {
        Index there = at;
        there[axis] += begin;
        whole.set(number_of(shape, there), made.get(number++));
      }
    }
    site.outs[0] = out;
    return static_cast<int>(ASSAY_OK);
  };
}

double rounded(DType dtype, double value) {
  const FloatFormat& format = format_of(dtype);
  return decode_real(format, encode_real(format, value));
}

Index index_of(const Shape& shape, std::int64_t number) {
  Index at(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at[axis] = number % shape[axis];
    number /= shape[axis];
  }
  return at;
}

std::int64_t number_of(const Shape& shape, const Index& at) {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    number = number * shape[axis] + at[axis];
  return number;
}

void copies_view(CallSite& site) {
  site.replace_result(0, site.copy_of(site.result()));
}

void shares_operand(CallSite& site) {
  AssayTensor shared = site.result();
  if (count_of(shared) != count_of(site.operands[0])) return;
  shared.buffer = site.operands[0].buffer;
  shared.offset = site.operands[0].offset;
  site.replace_result(0, shared);
}

}  // namespace assay::adversary
