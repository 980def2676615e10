// Derives the dtypes and shapes of the results of threefry, gather, scatter,
// unfold and fold, and rejects calls that break a precondition.
// Tested by tests/spec/infer_indexing_test.cc.
#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Rejects indices whose extent on an axis other than `axis` exceeds that of
// `data`.
Status check_extents(Op op, std::string_view clause, const Shape& data,
                     const Shape& indices, std::int64_t axis) {
  for (std::size_t i = 0; i < data.size(); ++i)
    if (static_cast<std::int64_t>(i) != axis && indices[i] > data[i])
      return broken(op, clause,
                    fmt::format("indices have extent {} on axis {}, where {} "
                                "is the most",
                                indices[i], i, data[i]));
  return {};
}

// Holds the clause ids by which unfold and fold differ in the same checks.
struct WindowClauses {
  std::string_view lengths;
  std::string_view positive;
};
constexpr WindowClauses kUnfoldClauses = {"unfold.lengths"_clause,
                                          "unfold.positive"_clause};
constexpr WindowClauses kFoldClauses = {"fold.lengths"_clause,
                                        "fold.positive"_clause};

Status check_windows(Op op, const WindowClauses& clauses,
                     const Attributes& attributes) {
  const std::size_t axes =
      attributes.integers(AttributeKey::kKernelSize).size();
  for (AttributeKey key : {AttributeKey::kKernelSize, AttributeKey::kStride,
                           AttributeKey::kDilation}) {
    const auto& integers = attributes.integers(key);
    if (axes == 0 || integers.size() != axes)
      return broken(op, clauses.lengths,
                    fmt::format("{} has {} entries for {} spatial axes",
                                spec_of(key).name, integers.size(), axes));
    for (std::int64_t integer : integers)
      if (integer < 1 || !checked_element_count({integer}))
        return broken(op, clauses.positive,
                      fmt::format("{} has the entry {}, not a positive extent",
                                  spec_of(key).name, integer));
  }
  const auto padding = attributes.padding();
  if (padding.size() != axes)
    return broken(op, clauses.lengths,
                  fmt::format("padding has {} entries for {} spatial axes",
                              padding.size(), axes));
  for (const auto& [before, after] : padding)
    if (!checked_element_count({before}) || !checked_element_count({after}))
      return broken(op, clauses.positive,
                    fmt::format("padding [{}, {}] is negative or too large",
                                before, after));
  return {};
}

}  // namespace

std::vector<std::int64_t> window_counts(const Shape& spatial,
                                        const Attributes& attributes) {
  const auto& kernel = attributes.integers(AttributeKey::kKernelSize);
  const auto& stride = attributes.integers(AttributeKey::kStride);
  const auto& dilation = attributes.integers(AttributeKey::kDilation);
  const auto padding = attributes.padding();
  std::vector<std::int64_t> counts;
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const std::int64_t reach = dilation[i] * (kernel[i] - 1) + 1;
    const std::int64_t room =
        spatial[i] + padding[i].first + padding[i].second - reach;
    counts.push_back(room < 0 ? 0 : room / stride[i] + 1);
  }
  return counts;
}

TypesResult types_of_words(const CallTypes& call) {
  const Op op = call.op;
  const TypeSpan operands = call.operands;
  if (Status s = check_int32(op, "threefry.int32"_clause, operands[0], "key");
      !s.ok())
    return s;
  if (Status s =
          check_int32(op, "threefry.int32"_clause, operands[1], "counter");
      !s.ok())
    return s;
  if (Status s = check_same_shape(op, "threefry.same_shape"_clause, operands);
      !s.ok())
    return s;
  const Shape& shape = operands[0].shape;
  if (shape.empty() || shape.back() != 2)
    return broken(
        op, "threefry.pairs"_clause,
        fmt::format("the last axis of {} has not extent 2", shape_text(shape)));
  return std::vector<TensorType>{operands[1]};
}

TypesResult types_gathered(const CallTypes& call) {
  const Op op = call.op;
  const TypeSpan operands = call.operands;
  const std::int64_t axis = call.attributes.axis();
  const TensorType& data = operands[0];
  const TensorType& indices = operands[1];
  if (Status s = check_int32(op, "gather.int32"_clause, indices, "indices");
      !s.ok())
    return s;
  if (data.shape.size() != indices.shape.size())
    return broken(op, "gather.rank"_clause,
                  fmt::format("data has rank {}, indices {}", data.shape.size(),
                              indices.shape.size()));
  if (Status s = check_axis(op, "gather.axis"_clause, axis, data.shape);
      !s.ok())
    return s;
  if (Status s = check_extents(op, "gather.extents"_clause, data.shape,
                               indices.shape, axis);
      !s.ok())
    return s;
  return std::vector<TensorType>{{data.dtype, indices.shape}};
}

TypesResult types_scattered(const CallTypes& call) {
  const Op op = call.op;
  const TypeSpan operands = call.operands;
  const std::int64_t axis = call.attributes.axis();
  const TensorType& into = operands[0];
  const TensorType& indices = operands[1];
  const TensorType& updates = operands[2];
  if (Status s = check_int32(op, "scatter.dtypes"_clause, indices, "indices");
      !s.ok())
    return s;
  const TensorType values[] = {into, updates};
  if (Status s = check_same_dtype(op, "scatter.dtypes"_clause, values); !s.ok())
    return s;
  if (into.shape.size() != indices.shape.size())
    return broken(op, "scatter.rank"_clause,
                  fmt::format("template has rank {}, indices {}",
                              into.shape.size(), indices.shape.size()));
  if (Status s = check_same_shape(op, "scatter.same_shape"_clause,
                                  operands.subspan(1));
      !s.ok())
    return s;
  if (Status s = check_axis(op, "scatter.axis"_clause, axis, into.shape);
      !s.ok())
    return s;
  if (Status s = check_extents(op, "scatter.extents"_clause, into.shape,
                               indices.shape, axis);
      !s.ok())
    return s;
  return std::vector<TensorType>{into};
}

TypesResult types_unfolded(const CallTypes& call) {
  const Op op = call.op;
  const TensorType& x = call.operands[0];
  const Attributes& attributes = call.attributes;
  if (Status s = check_windows(op, kUnfoldClauses, attributes); !s.ok())
    return s;
  const auto& kernel = attributes.integers(AttributeKey::kKernelSize);
  if (x.shape.size() < kernel.size())
    return broken(op, "unfold.rank"_clause,
                  fmt::format("rank {} has not {} spatial axes", x.shape.size(),
                              kernel.size()));
  const auto leading = static_cast<std::ptrdiff_t>(x.shape.size()) -
                       static_cast<std::ptrdiff_t>(kernel.size());
  const Shape spatial(x.shape.begin() + leading, x.shape.end());
  const auto counts = window_counts(spatial, attributes);
  for (std::int64_t count : counts)
    if (count == 0)
      return broken(op, "unfold.fits"_clause,
                    fmt::format("no window fits into the padded extents of {}",
                                shape_text(spatial)));
  Shape shape(x.shape.begin(), x.shape.begin() + leading);
  const auto rows = checked_element_count(kernel);
  const auto columns = checked_element_count(counts);
  shape.push_back(rows.value_or(-1));  // an invalid extent if too large
  shape.push_back(columns.value_or(-1));
  return std::vector<TensorType>{{x.dtype, std::move(shape)}};
}

TypesResult types_folded(const CallTypes& call) {
  const Op op = call.op;
  const TensorType& x = call.operands[0];
  const Attributes& attributes = call.attributes;
  if (Status s = check_windows(op, kFoldClauses, attributes); !s.ok()) return s;
  const Shape& output = attributes.integers(AttributeKey::kOutputSize);
  const auto& kernel = attributes.integers(AttributeKey::kKernelSize);
  if (output.size() != kernel.size())
    return broken(op, "fold.lengths"_clause,
                  fmt::format("output_size has {} entries for {} spatial axes",
                              output.size(), kernel.size()));
  if (!checked_element_count(output))
    return broken(op, "fold.positive"_clause,
                  fmt::format("output_size {} is no list of extents",
                              shape_text(output)));
  const Shape& shape = x.shape;
  const auto counts = window_counts(output, attributes);
  const auto rows = checked_element_count(kernel);
  const auto columns = checked_element_count(counts);
  const bool fits = columns.value_or(0) > 0 && shape.size() >= 2 &&
                    rows == shape[shape.size() - 2] && columns == shape.back();
  if (!fits)
    return broken(op, "fold.consistent"_clause,
                  fmt::format("{} is not what unfold gives for output_size {}",
                              shape_text(shape), shape_text(output)));
  Shape result(shape.begin(), shape.end() - 2);
  result.insert(result.end(), output.begin(), output.end());
  return std::vector<TensorType>{{x.dtype, std::move(result)}};
}

}  // namespace assay
