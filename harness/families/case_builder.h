// The hands that build a case: tensors laid out and filled from the value
// stream, steps and expectations appended. One builder makes one case.
// Tested by tests/harness/generate/build_case_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/families/clause_cases.h"
#include "harness/families/structure.h"

namespace assay {

class CaseBuilder {
 public:
  CaseBuilder(const PlannedCase& plan, std::uint64_t seed,
              const Structure& structure, const ClauseCase& row);

  // Element k of a tensor, in row-major order.
  using Filler = std::function<ElementBits(std::size_t k)>;

  // Adds a tensor of the shape in the layout; storage that the view does not
  // show is filled with other values of the dtype.
  void add_tensor(const std::string& name, DType dtype, const Shape& shape,
                  Layout layout, const Filler& filler);
  // The same, with values of the row's kind.
  void add_operand(const std::string& name, DType dtype, const Shape& shape,
                   Layout layout);
  // Adds a tensor whose every element is the same one of storage (stride 0).
  void add_repeated(const std::string& name, DType dtype, const Shape& shape,
                    ElementBits bits);
  // Adds a tensor with a view and a storage of its own.
  void add_stored(const std::string& name, DType dtype, View view,
                  std::vector<ElementBits> storage);
  // Adds a tensor for a step to write.
  void add_out(const std::string& name, DType dtype, const Shape& shape);

  void add_step(Op op, std::vector<std::string> operands,
                const Attributes& attributes, std::vector<std::string> outs);
  // Says that the subject may also refuse the first call of the plan's op.
  void permit_refusal();
  // Names a tensor whose elements the oracle is to foretell.
  Expectation& expect(const std::string& tensor);
  void expect_values(const std::string& tensor,
                     std::vector<std::vector<ElementBits>> any_of);

  // The same for an op that returns its result, named "y": once, twice, or
  // before writes to the first operand and to the next result.
  void add_returning_program(const std::vector<std::string>& operands,
                             const Attributes& attributes);

  // Appends an assignment of other values to a tensor of this type.
  void add_write(const std::string& name, DType dtype, const Shape& shape);

  // Appends the call once more, its result "y_again", and a write to that.
  void add_next_result(const std::vector<std::string>& operands,
                       const Attributes& attributes);

  // Says of what is expected that every partial sum or product is exact.
  void demand_exact();

  // Says of the last expectation which of its elements have the same operands.
  void share_answers(std::vector<std::uint32_t> entries);

  // Appends the plan's op on these operands as the row's program says: into
  // "out" (of the given type), twice, into the first operand, ….
  void add_writing_program(const std::vector<std::string>& operands,
                           const Attributes& attributes, DType dtype,
                           const Shape& shape);

  // The structure's shape, made long, empty or of high rank as the row wants.
  Shape fitted_shape() const;

  // The layout of operand k: that of the plan, or, for the others of a case
  // about layouts, one that the structure chooses.
  Layout layout_of(std::size_t operand) const;

  const PlannedCase& plan() const { return plan_; }
  const Structure& structure() const { return structure_; }
  const ClauseCase& row() const { return row_; }
  std::uint64_t seed() const { return case_.seed; }
  Case finish() { return std::move(case_); }

 private:
  const PlannedCase& plan_;
  const Structure& structure_;
  const ClauseCase& row_;
  Case case_;
  std::uint32_t streams_ = 0;  // how many value streams have been opened
};

// The parts of build_case(), by family.
void build_elementwise(CaseBuilder& builder);
void build_reduction(CaseBuilder& builder);
void build_sorting(CaseBuilder& builder);
void build_movement(CaseBuilder& builder);
void build_memory(CaseBuilder& builder);
void build_random(CaseBuilder& builder);
void build_indexing(CaseBuilder& builder);
void build_windows(CaseBuilder& builder);
void build_contraction(CaseBuilder& builder);
void build_fourier(CaseBuilder& builder);
void build_linalg(CaseBuilder& builder);

// Returns the sizes around vector widths and block sizes; the first two have a
// tail behind several vectors.
std::int64_t ladder_size(int number);

}  // namespace assay
