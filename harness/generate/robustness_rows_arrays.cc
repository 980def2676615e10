// Lists rows of the ops that index, multiply, transform or factor.
// Tested by tests/spec/precondition_test.cc.
#include <limits>

#include "harness/families/clause_rows/fourier.h"
#include "harness/families/clause_rows/indexing.h"
#include "harness/families/clause_rows/linalg.h"
#include "harness/families/matrix_rows.h"
#include "harness/generate/robustness_rows.h"

namespace assay {
namespace {

SampleTensor indices_of(Shape shape, std::int64_t first = 0) {
  return {.type = {DType::kInt32, std::move(shape)},
          .filling = Filling::kIndices,
          .first_index = first};
}

SampleTensor matrix_of(DType dtype, Shape shape,
                       Filling filling = Filling::kHermitian) {
  return {.type = {dtype, std::move(shape)}, .filling = filling};
}

// Adds rows with one index beyond the extent 3: the next one, the largest, one
// that counts from the end, and one that is too small even for that.
void add_range_rows(std::string_view clause, const Sample& sample,
                    RobustnessRows& rows) {
  const auto with_first = [&](std::int64_t index) {
    Sample with = sample;
    with.operands[1].first_index = index;
    return with;
  };
  constexpr auto kLast = std::numeric_limits<std::int32_t>::max();
  constexpr auto kFirst = std::numeric_limits<std::int32_t>::min();
  for (std::int64_t index : {std::int64_t{3}, std::int64_t{kLast},
                             std::int64_t{-4}, std::int64_t{kFirst}})
    rows.push_back({clause, with_first(index), with_first(2)});
  rows.push_back({clause, with_first(-1), with_first(2), true});
}

void add_gather_rows(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const Attributes axis = Attributes().axis(1);
  const Sample control = {{x, indices_of({2, 3})}, axis};
  rows.push_back({"gather.int32"_clause,
                  {{x, of(DType::kFloat32, {2, 3})}, axis},
                  control});
  rows.push_back({"gather.rank"_clause,
                  {{x, indices_of({3})}, axis},
                  {{x, indices_of({1, 3})}, axis}});
  for (std::int64_t wrong : {2, -1})
    rows.push_back({"gather.axis"_clause,
                    {{x, indices_of({2, 3})}, Attributes().axis(wrong)},
                    control});
  rows.push_back({"gather.extents"_clause,
                  {{x, indices_of({3, 1})}, axis},
                  {{x, indices_of({2, 9})}, axis}});
  add_range_rows("gather.range"_clause, control, rows);
  add_out_rows(cell, "indexing.out"_clause, control, x.type, rows);
}

void add_scatter_rows(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const auto along = [&](std::int64_t axis) {
    return Attributes()
        .axis(axis)
        .mode(cell.variant == "add" ? ScatterMode::kAdd : ScatterMode::kSet)
        .flag(AttributeKey::kUniqueIndices, false);
  };
  const auto sample = [&](const SampleTensor& places,
                          const SampleTensor& updates, std::int64_t axis = 1) {
    return Sample{{x, places, updates}, along(axis)};
  };
  const Sample control = sample(indices_of({2, 3}), x);
  constexpr std::string_view kDTypes = "scatter.dtypes"_clause;
  rows.push_back({kDTypes, sample(of(DType::kFloat32, {2, 3}), x), control});
  rows.push_back({kDTypes,
                  sample(indices_of({2, 3}), of(another(cell.dtype), {2, 3})),
                  control});
  rows.push_back({"scatter.rank"_clause,
                  sample(indices_of({3}), of(cell.dtype, {3})), control});
  // Shorter only along the axis; indices that are shorter elsewhere may be
  // refused.
  rows.push_back({"scatter.same_shape"_clause,
                  sample(indices_of({2, 3}), of(cell.dtype, {2, 2})),
                  sample(indices_of({2, 2}), of(cell.dtype, {2, 2}))});
  for (std::int64_t wrong : {2, -1})
    rows.push_back({"scatter.axis"_clause, sample(indices_of({2, 3}), x, wrong),
                    sample(indices_of({2, 3}), x, 0)});
  rows.push_back({"scatter.extents"_clause,
                  sample(indices_of({3, 3}), of(cell.dtype, {3, 3})),
                  sample(indices_of({3, 3}), of(cell.dtype, {3, 3}), 0)});
  add_range_rows("scatter.range"_clause, control, rows);
}

Attributes linalg_attributes(Op op) {
  Attributes attributes;
  for (AttributeKey key : spec_of(op).attributes)
    attributes.flag(key, key != AttributeKey::kTranspose);
  return attributes;
}

}  // namespace

void add_random_rows(const Cell& cell, RobustnessRows& rows) {
  const auto words = [](Shape shape) { return of(DType::kInt32, shape); };
  const Sample control = {{words({2, 2}), words({2, 2})}};
  rows.push_back({"threefry.int32"_clause,
                  {{of(DType::kFloat32, {2, 2}), words({2, 2})}},
                  control});
  rows.push_back({"threefry.same_shape"_clause,
                  {{words({1, 2}), words({2, 2})}},
                  control});
  rows.push_back({"threefry.pairs"_clause,
                  {{words({2, 3}), words({2, 3})}},
                  {{words({3, 2}), words({3, 2})}}});
  add_out_rows(cell, "random.out"_clause, control, control.operands[0].type,
               rows);
}

void add_indexing_rows(const Cell& cell, RobustnessRows& rows) {
  if (takes_updates(spec_of(cell.op))) return add_scatter_rows(cell, rows);
  add_gather_rows(cell, rows);
}

void add_contraction_rows(const Cell& cell, RobustnessRows& rows) {
  const auto pair = [&](Shape a, Shape b) {
    return Sample{{of(cell.dtype, std::move(a)), of(cell.dtype, std::move(b))}};
  };
  const Sample control = pair({2, 3}, {3, 4});
  Sample mixed = control;
  mixed.operands[1].type.dtype = another(cell.dtype);
  rows.push_back({"matmul.same_dtype"_clause, mixed, control});
  rows.push_back({"matmul.rank"_clause, pair({2, 3}, {1, 3, 4}), control});
  rows.push_back({"matmul.rank"_clause, pair({3}, {3}), pair({1, 3}, {3, 1})});
  rows.push_back({"matmul.inner"_clause, pair({2, 3}, {2, 3}), control});
  rows.push_back({"matmul.batch"_clause, pair({2, 1, 1}, {1, 1, 1}),
                  pair({2, 1, 1}, {2, 1, 1})});
  add_out_rows(cell, "contraction.out"_clause, control, {cell.dtype, {2, 4}},
               rows);
}

void add_fourier_rows(const Cell& cell, RobustnessRows& rows) {
  const bool is_pair = spec_of(cell.op).signature.is_paired();
  const auto over = [&](Attributes::Integers axes) {
    Attributes attributes = Attributes().axes(std::move(axes));
    if (is_pair) attributes.dtype(cell.result);
    return attributes;
  };
  const auto add = [&](std::string_view clause, const Shape& shape,
                       const Attributes& broken, const Attributes& control) {
    rows.push_back({clause,
                    {{of(cell.dtype, shape)}, broken},
                    {{of(cell.dtype, shape)}, control}});
  };
  add("fourier.axes_valid"_clause, {2, 4}, over({2}), over({1}));
  add("fourier.axes_valid"_clause, {2, 4}, over({-1}), over({1}));
  add("fourier.length"_clause, {0, 2}, over({0}), over({1}));
  const Sample whole = {{of(cell.dtype, {2, 4})}, over({1})};
  const auto types = result_types(cell, {.clause = {}, .control = whole});
  add_out_rows(cell, "fourier.out"_clause, whole, types.front(), rows);
  if (is_pair && !takes_sizes(spec_of(cell.op)))
    add("rfft.complex_dtype"_clause, {2, 4}, over({1}).dtype(cell.dtype),
        over({1}));
  if (!takes_sizes(spec_of(cell.op))) return;
  const auto sized = [&](Attributes::Integers axes,
                         Attributes::Integers sizes) {
    return over(std::move(axes)).set(AttributeKey::kSizes, std::move(sizes));
  };
  add("irfft.real_dtype"_clause, {2, 4}, over({1}).dtype(cell.dtype),
      over({1}));
  constexpr std::string_view kSizes = "irfft.s_lengths"_clause;
  add(kSizes, {2, 3}, sized({0, 1}, {3, 4}), sized({0, 1}, {2, 4}));
  add(kSizes, {2, 3}, sized({0, 1}, {4}), sized({0, 1}, {2, 4}));
  add(kSizes, {3}, sized({0}, {0}), sized({0}, {1}));
  rows.push_back({"irfft.two_bins"_clause,
                  {{of(cell.dtype, {1})}, over({0})},
                  {{of(cell.dtype, {2})}, over({0})}});
}

void add_linalg_rows(const Cell& cell, RobustnessRows& rows) {
  const Attributes attributes = linalg_attributes(cell.op);
  const bool solves = takes_right_sides(spec_of(cell.op));
  const MatrixForm form = matrix_row(cell.op).form;
  const auto sample = [&](Shape shape, Filling filling = Filling::kHermitian) {
    Sample made = {{matrix_of(cell.dtype, shape, filling)}, attributes};
    if (solves) made.operands.push_back(of(cell.dtype, {3}));
    return made;
  };
  const Sample control = sample({3, 3});
  rows.push_back({"linalg.rank"_clause, sample({3}), control});
  if (form != MatrixForm::kOblong)
    rows.push_back({"linalg.square"_clause, sample({3, 2}), control});
  if (form == MatrixForm::kPositive)
    rows.push_back({"linalg.hermitian"_clause,
                    sample({3, 3}, Filling::kNotHermitian), control});
  if (!solves) return;
  Sample mixed = control;
  mixed.operands[1].type.dtype = another(cell.dtype);
  rows.push_back({"triangular_solve.same_dtype"_clause, mixed, control});
  Sample batch = sample({2, 3, 3});
  batch.operands[1] = of(cell.dtype, {2, 3});
  Sample wrong = batch;
  wrong.operands[1] = of(cell.dtype, {3, 2});
  rows.push_back({"triangular_solve.right_sides"_clause, wrong, batch});
  Sample few = control;
  few.operands[1] = of(cell.dtype, {2});
  rows.push_back({"triangular_solve.right_sides"_clause, few, control});
}

}  // namespace assay
