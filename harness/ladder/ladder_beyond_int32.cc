// Builds cases whose operand has more than 2^31 elements, which repeat a few
// elements of storage by stride 0: reductions that must count that far, and
// views of such a tensor, which are cut down to a few elements before anything
// is read. Memory stays small, but counters, extents, offsets and products of
// extents grow.
// Tested by tests/harness/ladder/ladder_deep_test.cc.
#include "harness/families/accumulation.h"
#include "harness/families/clause_rows/movement.h"
#include "harness/families/op_rows.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Adds a tensor with this view, whose storage is as long as the view reaches.
void add_view(CaseBuilder& builder, const std::string& name, View view,
              std::int64_t first_address) {
  const DType dtype = builder.plan().dtype;
  const std::int64_t count = view.bounds().second + 1;
  std::vector<ElementBits> storage;
  for (std::int64_t i = 0; i < count; ++i)
    storage.push_back(address_element(dtype, first_address + i));
  builder.add_stored(name, dtype, std::move(view), std::move(storage));
}

// Returns an integer as an element of the dtype; integer dtypes wrap.
ElementBits number(DType dtype, std::int64_t value) {
  if (is_real(dtype))
    return {encode_real(format_of(dtype), static_cast<double>(value)), 0};
  return {static_cast<std::uint64_t>(value) &
              UINT64_MAX >> (64 - spec_of(dtype).bits),
          0};
}

// Builds a reduction of one long axis or, in every second case, of two columns
// whose extents stay below 2^31 while their element count exceeds it.
void build_reduction_beyond(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const std::int64_t extent = builder.structure().shape[0];
  const bool is_sum = adds_terms(plan.op, plan.variant);
  const bool is_product = multiplies_factors(plan.op, plan.variant);
  const bool has_columns = plan.number % 2 == 1;
  const std::int64_t count =
      has_columns ? extent / 2 + 1 : extent - extent % 2 + 1;  // odd
  const Shape shape = has_columns ? Shape{count, 2} : Shape{count};
  const View view(shape, has_columns ? Strides{0, 1} : Strides{0}, 0);
  std::vector<std::int64_t> elements = {is_product ? -1 : is_sum ? 1 : 5};
  if (has_columns) elements.push_back(is_sum ? 2 : -7);
  std::vector<ElementBits> storage;
  for (const std::int64_t element : elements)
    storage.push_back(number(plan.dtype, element));
  builder.add_stored("x", plan.dtype, view, storage);
  builder.add_out("out", plan.dtype, has_columns ? Shape{2} : Shape{});
  builder.add_step(plan.op, {"x"}, Attributes().axes({0}).keepdims(false),
                   {"out"});
  std::vector<ElementBits> results;
  for (const std::int64_t element : elements)
    results.push_back(number(
        plan.dtype, is_sum ? element * count : element));  // odd powers of -1
  builder.expect_values("out", {results});
}

// Builds a gather with indices along the long axis, up to the largest int32, or
// along the short axis.
void build_gather_beyond(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const std::int64_t extent = builder.structure().shape[0];
  const bool is_along = plan.number % 2 == 0;
  const std::int64_t rows = 3 + builder.structure().choose(1, 5);
  add_view(builder, "data", View({rows, extent}, {1, 0}, 0), 1);
  const Shape shape = {rows - 1, 4};
  ValueStream stream(builder.seed(), 1016);
  std::vector<std::int64_t> indices;
  std::vector<ElementBits> results;
  for (std::int64_t k = 0; k < element_count(shape); ++k) {
    std::int64_t index = static_cast<std::int64_t>(
        stream.below(static_cast<std::uint64_t>(is_along ? INT32_MAX : rows)));
    if (is_along && k % 3 == 0) index = INT32_MAX - k % 2;
    indices.push_back(index);
    const std::int64_t row = is_along ? k / shape[1] : index;
    results.push_back(address_element(plan.dtype, 1 + row));
  }
  builder.add_tensor(
      "indices", DType::kInt32, shape, Layout::kContiguous,
      [&](std::size_t k) { return small_integer(DType::kInt32, indices[k]); });
  builder.add_out("out", plan.dtype, shape);
  builder.add_step(plan.op, {"data", "indices"},
                   Attributes().axis(is_along ? 1 : 0), {"out"});
  builder.expect_values("out", {results});
}

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Appends steps that move a tensor with more columns than 32 bits can count.
// Each step works on the result of the step before. The last one cuts out the
// columns from `start` on, which the case compares.
struct WideView {
  CaseBuilder& builder;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t start;
  std::string name = "wide";

  Ranges last() const { return {{1, rows}, {start, columns}}; }
  void add(Op op, const Attributes& attributes, const std::string& made) {
    builder.add_step(op, {name}, attributes, {made});
    name = made;
  }
  void cut(const Ranges& ranges) {
    add("shrink"_op, Attributes().ranges(ranges), "few");
  }
};

// A reshape splits the columns into parts of this many.
constexpr std::int64_t kSplitPart = 65536;

void permute_wide(WideView& view, Op op) {
  view.add(op, Attributes().permutation({1, 0}), "turned");
  view.cut({view.last()[1], view.last()[0]});
}

void flip_wide(WideView& view, Op op) {
  view.add(op, Attributes().flips({true, true}), "flipped");
  view.cut(view.last());
}

void reshape_wide(WideView& view, Op op) {
  const std::int64_t parts = view.columns / kSplitPart;
  view.add(op, Attributes().shape({view.rows, parts, kSplitPart}), "split");
  view.cut({{1, view.rows}, {parts - 2, parts}, {kSplitPart - 3, kSplitPart}});
}

void shrink_wide(WideView& view, Op op) {
  view.add(op, Attributes().ranges({{0, view.rows}, {1, view.columns}}),
           "most");
  view.add(
      op,
      Attributes().ranges({{1, view.rows}, {view.start - 1, view.columns - 1}}),
      "few");
}

// The wide tensor is already the result of expand, so it is only cut.
void expand_wide(WideView& view, Op /*op*/) { view.cut(view.last()); }

// Names the function that applies an op to a wide tensor. It is null if the op
// has no such case.
struct WideMovement {
  Op op;
  void (*add)(WideView& view, Op op);
  std::int64_t multiple_of = 1;  // must divide the number of columns
};
constexpr WideMovement kWideMovements[] = {
    {"expand"_op, expand_wide},   {"reshape"_op, reshape_wide, kSplitPart},
    {"permute"_op, permute_wide}, {"shrink"_op, shrink_wide},
    {"flip"_op, flip_wide},       {"pad"_op, nullptr},
    {"cat"_op, nullptr},
};
static_assert(is_complete("movement", kWideMovements));

// Expands rows to more columns than 32 bits can count, applies the op, and
// copies a few elements near the end.
void build_view_beyond(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  const WideMovement& movement = row_for(plan.op, kWideMovements);
  const std::int64_t rows = 3 + structure.choose(1, 5);
  // The second geometry exceeds unsigned 32-bit integers too.
  std::int64_t columns = structure.shape[0] * (plan.number % 2 == 0 ? 1 : 2);
  columns -= columns % movement.multiple_of;
  const std::int64_t start = columns - 2 - structure.choose(2, 7);
  add_view(builder, "x", View({rows, 1}), 1);
  builder.add_step("expand"_op, {"x"}, Attributes().shape({rows, columns}),
                   {"wide"});
  WideView view{builder, rows, columns, start};
  movement.add(view, plan.op);
  builder.add_step("copy"_op, {view.name}, {}, {"y"});
  builder.expect("y");
}

}  // namespace

void build_beyond_int32(CaseBuilder& builder) {
  if (spec_of(builder.plan().op).has(AttributeKey::kAxes))
    return build_reduction_beyond(builder);
  if (returns_view(spec_of(builder.plan().op)))
    return build_view_beyond(builder);
  build_gather_beyond(builder);
}

}  // namespace assay
