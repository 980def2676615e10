// Plans of every op, dtype and clause, and the cases made of them, for tests
// that say something of all cases. Casts are sampled: 19 pairs of 361.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <vector>

#include "harness/families/clause_cases.h"
#include "harness/generate/build_case.h"
#include "harness/run/prepare.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay::test {

inline constexpr DType kDTypesOfInterest[] = {
    DType::kFloat16,   DType::kFloat32,   DType::kFloat64, DType::kFloat8E4m3fn,
    DType::kInt32,     DType::kInt4,      DType::kInt8,    DType::kUint64,
    DType::kInt64,     DType::kBool,      DType::kUint8,   DType::kUint16,
    DType::kComplex64, DType::kComplex128};

// The result's dtype in the plans of a dtype.
inline DType result_of(Op op, DType from) {
  if (op == "cast"_op)
    return static_cast<DType>((static_cast<int>(from) * 7 + 3) % kDTypeCount);
  if (op == "rfft"_op)
    return from == DType::kFloat32 ? DType::kComplex64 : DType::kComplex128;
  if (op == "dequantize"_op) return DType::kFloat32;
  if (op == "irfft"_op)
    return from == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
  return from;
}

// The plan of one case, contiguous unless another layout is asked for.
inline PlannedCase plan_of(Op op, std::string_view clause,
                           DType dtype = DType::kFloat32, Layout layout = {},
                           int number = 0, std::string_view variant = "") {
  return {op, variant, dtype, dtype, clause, layout, number};
}

// The elements that a tensor of a case shows.
inline std::vector<ElementBits> shown(const CaseTensor& tensor) {
  std::vector<ElementBits> elements;
  for (const Index& at : indices(tensor.view.shape()))
    elements.push_back((*tensor.storage)[static_cast<std::size_t>(
        tensor.view.linear_index(at))]);
  return elements;
}

// Calls `f` with a plan of each clause on each of the op's dtypes of interest.
inline void for_each_plan_of(Op op,
                             const std::function<void(const PlannedCase&)>& f) {
  for (const Variant& variant : spec_of(op).variants)
    for (DType from : kDTypesOfInterest) {
      if (!variant.dtypes().contains(from)) continue;
      const DType to = result_of(op, from);
      PlannedCase plan{op, variant.name, from, to, "", {}, 0};
      const auto add = [&](const Clause& clause) {
        if (!is_applicable(op, variant.name, from, to, clause.id)) return;
        const ClauseCase* row = clause_case(clause.id);
        if (row != nullptr && row->shape == CaseShape::kLongest) return;
        plan.clause = clause.id;
        plan.layout = row != nullptr && row->every_layout ? Layout::kMixed
                                                          : Layout::kContiguous;
        f(plan);
      };
      for (const Clause& clause : spec_of(op).clauses) add(clause);
      // A clause of the op replaces the one of its family on that aspect.
      for (const Clause& clause : family_of(op).clauses)
        if (clause_of(op, clause.id.substr(clause.id.find('.') + 1)) ==
            clause.id)
          add(clause);
    }
}

// The same for all ops of the table.
inline std::vector<PlannedCase> every_plan() {
  std::vector<PlannedCase> plans;
  // The reference has one place, so it does not claim placement.
  for (std::size_t i = 0; i < kOps.size(); ++i)
    if (kOps[i]->name != "placement")
      for_each_plan_of(static_cast<Op>(i),
                       [&](const PlannedCase& plan) { plans.push_back(plan); });
  return plans;
}

// Builds and prepares the case of a plan, with run seed 0.
inline Case prepared(const PlannedCase& plan) {
  Reference oracle;
  Case test_case = build_case(plan, 0);
  const Status status = prepare_case(test_case, oracle, kNx);
  EXPECT_TRUE(status.ok()) << plan.id() << ": " << status.message;
  return test_case;
}

}  // namespace assay::test
