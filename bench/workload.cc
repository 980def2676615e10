// Builds workloads, with ids, outs and byte counts that follow from the
// operands.
// Tested by tests/bench/workload_test.cc.
#include "bench/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "spec/cells.h"
#include "spec/element.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

// Aborts: the catalogue is part of Assay, so a wrong call in it is a mistake of
// ours.
[[noreturn]] void refuse(Op op, const std::string& layout,
                         const std::string& message) {
  fmt::print(stderr, "assay: the workload {}:{} is not a valid call: {}\n",
             name_of(op), layout, message);
  std::abort();
}

// Returns the extents of the largest operand, such as "64x32"; "scalar" for
// rank 0.
std::string extents(const Shape& shape) {
  std::string text;
  for (std::int64_t extent : shape)
    text += fmt::format("{}{}", text.empty() ? "" : "x", extent);
  return text.empty() ? "scalar" : text;
}

// Returns whether the elements of the result are some of the first operand's.
bool picks_elements(Op op) {
  constexpr std::array kPicks = {"gather"_op,         "gather_nd"_op,
                                 "gather_general"_op, "select"_op,
                                 "embedding"_op,      "dynamic_slice"_op};
  return std::find(kPicks.begin(), kPicks.end(), op) != kPicks.end();
}

}  // namespace

std::string Workload::dtype_text() const {
  std::string text(name_of(dtype));
  if (spec_of(op).signature.is_paired())
    text += ">" + std::string(name_of(result));
  return text;
}

std::int64_t Operand::bytes() const {
  return storage_bytes(dtype, std::min(view.numel(), count));
}

Operand dense(DType dtype, const Shape& shape, double low, double high) {
  return {.dtype = dtype,
          .view = View(shape),
          .count = element_count(shape),
          .low = low,
          .high = high};
}

Workload workload_of(Op op, std::string layout, Level level,
                     std::vector<Operand> operands, Attributes attributes,
                     double flops, std::optional<DType> result) {
  const Signature& signature = spec_of(op).signature;
  Workload made;
  made.op = op;
  made.layout = std::move(layout);
  made.level = level;
  made.flops = flops;
  std::vector<TensorType> types;
  Shape largest;
  std::int64_t written = 0;
  for (const Operand& operand : operands) {
    const Shape& shape = operand.view.shape();
    types.push_back({operand.dtype, shape});
    made.read += operand.bytes();
    if (&operand == &operands[0] ||
        operand.view.numel() > element_count(largest))
      largest = shape;
  }
  const Cell cell = cell_of(op, types, attributes, result);
  made.dtype = cell.dtype;
  made.result = cell.result;
  const auto inferred = infer(op, types, attributes, made.result);
  if (!inferred) refuse(op, made.layout, inferred.status().message);
  if (operands.empty()) largest = (*inferred)[0].shape;
  made.id = fmt::format(
      "{}/{}:{}:dtype={},level={},shape={}", family_of(op).name, name_of(op),
      made.layout, made.dtype_text(),
      kLevelNames[static_cast<std::size_t>(level)], extents(largest));
  made.elements = element_count(largest);
  for (const TensorType& type : *inferred) {
    written += storage_bytes(type.dtype, element_count(type.shape));
    made.elements = std::max(made.elements, element_count(type.shape));
  }
  if (picks_elements(op)) {
    const std::int64_t whole = operands[0].bytes();
    made.read -= whole - std::min(whole, written);
  }
  made.bytes = made.read + written;
  if (!signature.returns_tensor() || signature.takes_optional_out())
    made.outs = *inferred;
  made.operands = std::move(operands);
  made.attributes = std::move(attributes);
  return made;
}

}  // namespace assay::bench
