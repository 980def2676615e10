// Tests the elements that contractions get: of which a wrong one shows, and
// whose sums are exact.
#include "harness/lax/contraction_labels.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/operands/exact_operands.h"
#include "reference/reference.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "tests/harness/lax/oracle_calls.h"

namespace assay {
namespace {

Tensor tensor_of_drawn(DType dtype, const DrawnOperand& operand) {
  std::vector<ElementBits> elements;
  for (std::int64_t k = 0; k < element_count(operand.shape); ++k)
    elements.push_back(operand.element(static_cast<std::size_t>(k)));
  return test::oracle_tensor(dtype, elements, operand.shape);
}

// Returns the elements of the contraction as integers.
std::vector<std::int64_t> contracted(
    const LabelledCall& labelled, DType dtype,
    const std::vector<DrawnOperand>& operands) {
  Call call{"einsum"_op,
            {},
            Attributes().set(AttributeKey::kSubscripts,
                             subscript_integers(labelled.subscripts)),
            {}};
  for (const DrawnOperand& operand : operands)
    call.operands.push_back(tensor_of_drawn(dtype, operand));
  const Answer answer = test::oracle_answer(call);
  std::vector<std::int64_t> numbers;
  for (const ElementBits bits : test::oracle_elements(answer.tensors[0]))
    numbers.push_back(signed_value(dtype, bits));
  return numbers;
}

// "bik,kjb->bij", "bik,kj,jb->bij", and a trace with a lone label.
const LabelledCall kMatrices{{{{0, 1, 2}, {2, 3, 0}}, {0, 1, 3}}, {2, 3, 4, 5}};
const LabelledCall kChain{{{{0, 1, 2}, {2, 3}, {3, 0}}, {0, 1, 3}},
                          {2, 3, 4, 5}};
const LabelledCall kTrace{{{{0, 1, 1}, {0, 2}}, {0}}, {3, 4, 5}};

TEST(ContractionLabels, ResultsAreAddresses) {
  for (const LabelledCall* labelled : {&kMatrices, &kChain, &kTrace})
    for (std::size_t shown = 0; shown < labelled->subscripts.inputs.size();
         ++shown) {
      const auto operands =
          telling_operands(*labelled, DType::kInt32, shown, 1);
      std::set<std::int64_t> addresses;
      for (std::int64_t k = 0; k < element_count(labelled->shape_of(shown));
           ++k)
        addresses.insert(
            signed_value(DType::kInt32, address_element(DType::kInt32, k)));
      std::set<std::int64_t> found;
      for (const std::int64_t element :
           contracted(*labelled, DType::kInt32, operands)) {
        EXPECT_TRUE(addresses.contains(element)) << element;
        found.insert(element);
      }
      EXPECT_GT(found.size(), 1u);
    }
}

TEST(ContractionLabels, IsolatesOneBatch) {
  const auto operands =
      isolated_operands(kMatrices, DType::kInt32, 7, ValueStream(1, 2), 0, 1);
  const auto numbers = contracted(kMatrices, DType::kInt32, operands);
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(numbers[i], 0);
  EXPECT_NE(numbers, std::vector<std::int64_t>(30, 0));
}

TEST(ContractionLabels, KnowsWhenSumsAreExact) {
  EXPECT_EQ(exact_magnitude(DType::kInt8, 1000, 8), 7);
  EXPECT_EQ(exact_magnitude(DType::kFloat32, 4, 3), 7);
  EXPECT_EQ(exact_magnitude(DType::kFloat16, 8, 3), 6);  // 8 · 6³ <= 2^11
  EXPECT_EQ(exact_magnitude(DType::kBfloat16, 256, 3), 1);
  EXPECT_EQ(exact_magnitude(DType::kBfloat16, 257, 3), 0);
  EXPECT_EQ(exact_magnitude(DType::kFloat8E5m2, 8, 8), 1);
}

TEST(ContractionLabels, ModerateElementsStayWithinTwo) {
  for (const DrawnOperand& operand :
       moderate_operands(kChain, DType::kComplex64, ValueStream(3, 4)))
    for (std::int64_t k = 0; k < element_count(operand.shape); ++k) {
      const ElementBits bits = operand.element(static_cast<std::size_t>(k));
      for (const std::uint64_t part : {bits.re, bits.im}) {
        const double value = std::fabs(decode_real(kFormatFloat32, part));
        EXPECT_GE(value, 0.5);
        EXPECT_LE(value, 2);
      }
    }
}

}  // namespace
}  // namespace assay
