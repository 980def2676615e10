// Builds the cases about sessions. A program of a few steps runs outside of a
// session and in one, and every result must be the same. Results that other
// steps use have exactly one right sequence of bits.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include <algorithm>

#include "harness/operands/exact_operands.h"
#include "harness/protocol/build_protocol.h"
#include "harness/protocol/sample_calls.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Describes one step of a drawn program, whose operands are numbers of tensors:
// the sources first, and then the result of each step.
struct DrawnStep {
  Op op{};
  std::vector<std::size_t> operands;
  Attributes attributes;
  Shape shape;  // of the result
};

// A program whose results have one right sequence of bits each, but for the
// last one of floats.
struct DrawnProgram {
  DType dtype = DType::kInt32;
  std::vector<Shape> sources;
  std::vector<DrawnStep> steps;
};

constexpr Op kIntegerOps[] = {"add"_op, "sub"_op, "mul"_op, "max"_op, "min"_op};
// Sums of small integers are exact, and none of them is -0.
constexpr Op kFloatOps[] = {"add"_op, "sub"_op, "max"_op, "min"_op, "add"_op};

// Draws a program of 4 to 12 steps. Operands are mostly recent results, so that
// a wrong one reaches the end.
DrawnProgram draw_program(std::uint64_t seed, int number) {
  ValueStream stream(seed, 2101);
  DrawnProgram program;
  program.dtype = number % 2 == 0 ? DType::kFloat32 : DType::kInt32;
  const auto rows = static_cast<std::int64_t>(2 + stream.below(3));
  const Shape shape = {rows, static_cast<std::int64_t>(3 + stream.below(40))};
  program.sources = {shape, shape, {shape[1]}};
  std::vector<Shape> shapes = program.sources;
  const auto with_shape = [&](const Shape& wanted) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < shapes.size(); ++i)
      if (shapes[i] == wanted) found.push_back(i);
    // Half of the choices are among the last three.
    const std::size_t recent = std::min<std::size_t>(3, found.size());
    return stream.below(2) == 0 ? found[found.size() - 1 - stream.below(recent)]
                                : found[stream.below(found.size())];
  };
  const std::size_t count = 4 + stream.below(9);
  for (std::size_t i = 0; i < count; ++i) {
    DrawnStep step;
    const std::size_t x = with_shape(shapes[stream.below(shapes.size())]);
    const Shape& of_x = shapes[x];
    const std::uint64_t kind = stream.below(6);
    if (kind == 0 && of_x.size() == 2) {
      step.op = "reduce_max"_op;
      step.operands = {x};
      step.attributes.axes({0}).keepdims(false);
      step.shape = {of_x[1]};
    } else if (kind == 1) {
      step.op = "copy"_op;
      step.operands = {x};
      step.shape = of_x;
    } else if (kind == 2) {
      step.op = "pad"_op;
      step.operands = {x};
      step.attributes.value({}).padding(
          std::vector<std::pair<std::int64_t, std::int64_t>>(of_x.size(),
                                                             {0, 1}));
      step.shape = of_x;
      for (std::int64_t& extent : step.shape) ++extent;
    } else {
      const auto& ops =
          program.dtype == DType::kInt32 ? kIntegerOps : kFloatOps;
      step.op = ops[stream.below(std::size(kIntegerOps))];
      step.operands = {x, with_shape(of_x)};
      step.shape = of_x;
    }
    shapes.push_back(step.shape);
    program.steps.push_back(std::move(step));
  }
  // A result that is rounded goes nowhere, because any of several may be right.
  if (program.dtype == DType::kFloat32)
    program.steps.push_back({"exp"_op, {0}, {}, shape});
  return program;
}

std::string source_name(std::size_t source) {
  return "source_" + std::to_string(source);
}

void add_sources(CaseBuilder& builder, const DrawnProgram& program) {
  for (std::size_t i = 0; i < program.sources.size(); ++i)
    builder.add_tensor(source_name(i), program.dtype, program.sources[i],
                       Layout::kContiguous, [&](std::size_t k) {
                         const auto value =
                             static_cast<std::int64_t>((k * 7 + i * 3) % 11);
                         return small_integer(program.dtype, value + 1);
                       });
}

// Adds the steps of the program, whose results get names that begin with
// `prefix`. Calls `between` before each step.
template <typename Between>
std::vector<std::string> add_program(CaseBuilder& builder,
                                     const DrawnProgram& program,
                                     const std::string& prefix,
                                     Between between) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < program.sources.size(); ++i)
    names.push_back(source_name(i));
  const std::size_t first = names.size();
  for (const DrawnStep& step : program.steps) {
    between(names.size() - first);
    const std::string out = prefix + std::to_string(names.size() - first);
    std::vector<std::string> operands;
    for (const std::size_t operand : step.operands)
      operands.push_back(names[operand]);
    if (!spec_of(step.op).signature.returns_tensor())
      builder.add_out(out, program.dtype, step.shape);
    builder.add_step(step.op, operands, step.attributes, {out});
    names.push_back(out);
  }
  return {names.begin() + static_cast<std::ptrdiff_t>(first), names.end()};
}

std::vector<std::string> add_program(CaseBuilder& builder,
                                     const DrawnProgram& program,
                                     const std::string& prefix) {
  return add_program(builder, program, prefix, [](std::size_t) {});
}

void begin(CaseBuilder& builder) {
  builder.add_surroundings(StepKind::kSessionBegin);
}
void end(CaseBuilder& builder) {
  builder.add_surroundings(StepKind::kSessionEnd);
}

void expect_each(CaseBuilder& builder, const std::vector<std::string>& names) {
  for (const std::string& name : names) builder.expect(name);
}

void expect_same(CaseBuilder& builder, const std::vector<std::string>& names,
                 const std::vector<std::string>& as) {
  for (std::size_t i = 0; i < names.size(); ++i)
    builder.expect(names[i]).same_bits_as = as[i];
}

// Adds a call that answers a typed error, of the kind that `number` chooses.
// The oracle says which error it is.
void add_failing_call(CaseBuilder& builder, int number, int which) {
  const std::string suffix = "_of_error_" + std::to_string(which);
  const std::string x = "x" + suffix;
  const std::string out = "out" + suffix;
  switch (number % 3) {
    case 0: {  // the maximum of nothing
      builder.add_stored(x, DType::kFloat32, View({0, 2}), {});
      builder.add_out(out, DType::kFloat32, {2});
      builder.add_step("reduce_max"_op, {x},
                       Attributes().axes({0}).keepdims(false), {out});
      return;
    }
    case 1: {  // a pivot that is exactly zero
      builder.add_stored(x, DType::kFloat64, View({2, 2}),
                         {small_integer(DType::kFloat64, 1),
                          small_integer(DType::kFloat64, 1),
                          {},
                          {}});
      const std::string b = "b" + suffix;
      add_addressed(builder, b, DType::kFloat64, {2});
      builder.add_step("triangular_solve"_op, {x, b},
                       Attributes()
                           .set(AttributeKey::kUpper, {1})
                           .set(AttributeKey::kTranspose, {0})
                           .set(AttributeKey::kUnitDiag, {0}),
                       {out});
      return;
    }
    default: {  // a matrix that is not positive definite
      builder.add_stored(x, DType::kFloat64, View({1, 1}),
                         {small_integer(DType::kFloat64, -1)});
      builder.add_step("cholesky"_op, {x},
                       Attributes().set(AttributeKey::kUpper, {0}), {out});
      return;
    }
  }
}

}  // namespace

void build_session(CaseBuilder& builder) {
  const std::string_view clause = builder.plan().clause;
  const int number = builder.plan().number;
  const DrawnProgram program = draw_program(builder.seed(), number);
  add_sources(builder, program);
  if (clause == "session.empty"_clause) {
    begin(builder);
    end(builder);  // session.empty
    begin(builder);
    end(builder);
    return expect_each(builder, add_program(builder, program, "result_"));
  }
  if (clause == "session.value"_clause || clause == "session.isolated"_clause) {
    begin(builder);  // session.value, session.isolated
    const auto names = add_program(builder, program, "result_");
    end(builder);
    return expect_each(builder, names);
  }
  if (clause == "session.results_outlive"_clause) {
    begin(builder);
    const auto names = add_program(builder, program, "result_");
    end(builder);
    // Results of the same sizes take whatever memory the session gave back.
    const bool copies = number % 2 == 1;
    const std::string from = source_name(static_cast<std::size_t>(number % 3));
    for (int i = 0; i < 100; ++i)
      if (copies)
        builder.add_step("copy"_op, {from}, {}, {"later_" + std::to_string(i)});
      else
        builder.add_step("full"_op, {},
                         Attributes()
                             .dtype(program.dtype)
                             .shape(program
                                        .steps[static_cast<std::size_t>(i) %
                                               program.steps.size()]
                                        .shape)
                             .value(small_integer(program.dtype, 77)),
                         {"later_" + std::to_string(i)});
    return expect_each(builder, names);  // session.results_outlive
  }
  if (clause == "session.repeatable"_clause) {
    begin(builder);
    const auto first = add_program(builder, program, "first_");
    end(builder);
    begin(builder);
    const auto second = add_program(builder, program, "second_");
    end(builder);
    return expect_same(builder, second, first);  // session.repeatable
  }
  const bool fails = clause == "session.survives_error"_clause;
  const auto outside = add_program(builder, program, "outside_");
  if (fails) add_failing_call(builder, number, 0);
  begin(builder);
  int errors = 0;
  const auto inside =
      add_program(builder, program, "inside_", [&](std::size_t step) {
        if (fails && step % 3 == 1) add_failing_call(builder, number, ++errors);
      });
  end(builder);
  expect_same(builder, inside,
              outside);  // session.same_bits, session.survives_error
  expect_each(builder, inside);
}

}  // namespace assay
