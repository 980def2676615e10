// Builds one case: lays tensors out, fills them from the value stream, and
// appends steps and expectations. The builders of all families use it.
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

// Builds one case. The plan, the structure and the row must outlive it.
class CaseBuilder {
 public:
  CaseBuilder(const PlannedCase& plan, std::uint64_t seed,
              const Structure& structure, const ClauseCase& row);

  // Returns element k of a tensor, in row-major order.
  using Filler = std::function<ElementBits(std::size_t k)>;

  // Adds a tensor of this shape and layout. Storage that the view does not show
  // gets other values of the dtype.
  void add_tensor(const std::string& name, DType dtype, const Shape& shape,
                  Layout layout, const Filler& filler);
  // Does the same, with values of the row's kind.
  void add_operand(const std::string& name, DType dtype, const Shape& shape,
                   Layout layout);
  // Adds a tensor whose elements all share one element of storage (stride 0).
  void add_repeated(const std::string& name, DType dtype, const Shape& shape,
                    ElementBits bits);
  // Adds a tensor with the given view and storage.
  void add_stored(const std::string& name, DType dtype, View view,
                  std::vector<ElementBits> storage);
  // Adds a tensor for a step to write.
  void add_out(const std::string& name, DType dtype, const Shape& shape);

  void add_step(Op op, std::vector<std::string> operands,
                const Attributes& attributes, std::vector<std::string> outs);
  // Appends a step that is not a call, and returns it. The reference is valid
  // until the next step is added, as that of last_step().
  Step& add_surroundings(StepKind does, std::vector<std::string> operands = {},
                         std::vector<std::string> outs = {});
  Step& last_step() { return case_.steps.back(); }
  CaseTensor& last_tensor() { return case_.tensors.back(); }
  Expectation& expect_last() { return case_.expect.back(); }
  // Returns a tensor that was added under this name.
  CaseTensor& tensor(std::string_view name);
  const Case& so_far() const { return case_; }
  // Allows the subject to refuse the first call of the plan's op.
  void permit_refusal();
  // Expects a tensor whose elements the oracle will provide. The reference is
  // valid until the next expectation is added.
  Expectation& expect(const std::string& tensor);
  void expect_values(const std::string& tensor,
                     std::vector<std::vector<ElementBits>> any_of);

  // Appends the plan's op, which returns its result "y" and further results
  // under the names of the signature, as the row's program says: once, twice,
  // or before writes to the first operand and to the next results.
  void add_returning_program(const std::vector<std::string>& operands,
                             const Attributes& attributes);

  // Appends an assignment of other values to a tensor of this type.
  void add_write(const std::string& name, DType dtype, const Shape& shape);

  // Appends the call again with the results "y_again", …, and a write to each
  // of them.
  void add_next_result(const std::vector<std::string>& operands,
                       const Attributes& attributes);

  // Marks the expected results as exact: every partial sum or product is.
  void demand_exact();

  // Tells which elements of the last expectation have the same operands.
  void share_answers(std::vector<std::uint32_t> entries);

  // Appends the plan's op on these operands as the row's program says: into
  // "out" of this dtype and shape, twice, into an operand, ….
  void add_writing_program(const std::vector<std::string>& operands,
                           const Attributes& attributes, DType dtype,
                           const Shape& shape);
  // Does the same with an out for each result that infer() derives.
  void add_writing_program(const std::vector<std::string>& operands,
                           const Attributes& attributes);

  // Appends the plan's op, which reads its out and writes it. `filler` makes
  // the elements that the out has before; if it is empty the row's kind
  // decides.
  void add_updating_program(const std::vector<std::string>& operands,
                            const Attributes& attributes, const Filler& filler,
                            Layout layout);

  // Returns the structure's shape, made long, empty or of high rank as the row
  // wants.
  Shape fitted_shape() const;

  // Returns the layout of operand k: the plan's for the first; for the others
  // in a case about layouts, one that the structure chooses. If the plan has
  // the layout transpose, operands of lax are transposed and contiguous in
  // turn.
  Layout layout_of(std::size_t operand) const;

  const PlannedCase& plan() const { return plan_; }
  const Structure& structure() const { return structure_; }
  const ClauseCase& row() const { return row_; }
  std::uint64_t seed() const { return case_.seed; }
  Case finish() { return std::move(case_); }

 private:
  // Returns the types of the results of a call of the plan's op.
  std::vector<TensorType> result_types(const std::vector<std::string>& operands,
                                       const Attributes& attributes) const;
  // Returns the names of results: the first one's, and those that the signature
  // gives the others.
  std::vector<std::string> result_names(const std::string& first,
                                        std::size_t count) const;
  void add_writing_program(const std::vector<std::string>& operands,
                           const Attributes& attributes,
                           const std::vector<TensorType>& types);

  const PlannedCase& plan_;
  const Structure& structure_;
  const ClauseCase& row_;
  Case case_;
  std::uint32_t streams_ = 0;  // the number of value streams opened
};

// Build the steps and tensors of a case, one function for each family.
void build_elementwise(CaseBuilder& builder);
void build_reduction(CaseBuilder& builder);
void build_sorting(CaseBuilder& builder);
void build_movement(CaseBuilder& builder);
void build_memory(CaseBuilder& builder);
void build_random(CaseBuilder& builder);
void build_indexing(CaseBuilder& builder);
void build_contraction(CaseBuilder& builder);
void build_fourier(CaseBuilder& builder);
void build_linalg(CaseBuilder& builder);

// Returns a size near vector widths and block sizes. The first two sizes have a
// tail after several vectors.
std::int64_t ladder_size(int number);

}  // namespace assay
