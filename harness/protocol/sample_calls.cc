// Chooses the operands of one call of each kind.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include "harness/protocol/sample_calls.h"

#include "harness/families/robustness_row.h"
#include "harness/operands/exact_operands.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// The op of a kind, or of the next kind that has the dtype.
Op op_of_kind(CallKind kind, DType dtype) {
  struct KindRow {
    Op op;
    Op of_bools;
  };
  static constexpr KindRow kRows[kCallKindCount] = {
      {"add"_op, "or"_op},
      {"cat"_op, "cat"_op},
      {"reduce_sum"_op, "reduce_max"_op},
      {"cast"_op, "cast"_op},
      {"gather"_op, "gather"_op},
      {"matmul"_op, "matmul"_op},
      {"triangular_solve"_op, "triangular_solve"_op}};
  for (int i = 0;; ++i) {
    const KindRow& row = kRows[(static_cast<int>(kind) + i) % kCallKindCount];
    const Op op = dtype == DType::kBool ? row.of_bools : row.op;
    if (spec_of(op).variants[0].dtypes().contains(dtype)) return op;
  }
}

void add_indices(CaseBuilder& builder, const std::string& name) {
  builder.add_tensor(name, DType::kInt32, {3}, Layout::kContiguous,
                     [](std::size_t k) {
                       constexpr std::int64_t kPlaces[] = {3, 0, 2};
                       return small_integer(DType::kInt32, kPlaces[k]);
                     });
}

// Adds an upper triangular matrix of ones with the diagonal 2, which is exact
// to solve with.
void add_triangle(CaseBuilder& builder, const std::string& name, DType dtype) {
  builder.add_tensor(name, dtype, {2, 2}, Layout::kContiguous,
                     [dtype](std::size_t k) {
                       constexpr std::int64_t kPlaces[] = {2, 1, 0, 2};
                       return small_integer(dtype, kPlaces[k]);
                     });
}

}  // namespace

std::vector<ElementBits> elements_of_out(DType dtype, std::int64_t count) {
  std::vector<ElementBits> elements;
  for (std::int64_t k = 0; k < count; ++k)
    elements.push_back(address_element(dtype, k + 3));
  return elements;
}

void add_addressed(CaseBuilder& builder, const std::string& name, DType dtype,
                   const Shape& shape, std::int64_t first) {
  const std::int64_t values = spec_of(dtype).bits > 8 ? 5 : 2;
  builder.add_tensor(
      name, dtype, shape, Layout::kContiguous, [&](std::size_t element) {
        const auto k = static_cast<std::int64_t>(element);
        return small_integer(dtype, (k + k / 7 + first) % values);
      });
}

SampleStep add_sample_call(CaseBuilder& builder, CallKind kind, DType dtype,
                           const std::string& suffix, std::int64_t length) {
  SampleStep call;
  call.op = op_of_kind(kind, dtype);
  const std::string x = "x" + suffix;
  const std::string y = "y" + suffix;
  call.operands = {x, y};
  call.out = "out" + suffix;
  TensorType out{dtype, {length}};
  const std::string_view name = name_of(call.op);
  if (name == "cat") {
    call.attributes.axis(0);
    add_addressed(builder, x, dtype, {2});
    add_addressed(builder, y, dtype, {length - 2});
  } else if (name == "reduce_sum" || name == "reduce_max") {
    call.operands = {x};
    call.attributes.axes({0}).keepdims(false);
    add_addressed(builder, x, dtype, {3, length});
  } else if (name == "cast") {
    call.operands = {x};
    add_addressed(builder, x, dtype, {length});
    out.dtype = another(dtype);
  } else if (name == "gather") {
    call.attributes.axis(0);
    add_addressed(builder, x, dtype, {length});
    add_indices(builder, y);
    out.shape = {3};
  } else if (name == "matmul") {
    add_addressed(builder, x, dtype, {2, 3});
    add_addressed(builder, y, dtype, {3, length}, 0);
    out.shape = {2, length};
  } else if (name == "triangular_solve") {
    call.attributes.set(AttributeKey::kUpper, {1})
        .set(AttributeKey::kTranspose, {0})
        .set(AttributeKey::kUnitDiag, {0});
    add_triangle(builder, x, dtype);
    add_addressed(builder, y, dtype, {2, length});
    out.shape = {2, length};
  } else {
    add_addressed(builder, x, dtype, {length});
    add_addressed(builder, y, dtype, {length}, 0);
  }
  if (!spec_of(call.op).signature.returns_tensor())
    builder.add_stored(call.out, out.dtype, View(out.shape),
                       elements_of_out(out.dtype, element_count(out.shape)));
  return call;
}

Step& add_call(CaseBuilder& builder, const SampleStep& call) {
  builder.add_step(call.op, call.operands, call.attributes, {call.out});
  return builder.last_step();
}

}  // namespace assay
