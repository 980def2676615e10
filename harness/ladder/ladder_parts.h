// Declares what the builders of the ladder share: shapes around a long axis,
// places where kernels switch methods, and the parts of build_rung() by family.
// Tested by tests/harness/ladder/ladder_test.cc.
#pragma once

#include <vector>

#include "harness/case/scrambled.h"
#include "harness/case/scramblings.h"
#include "harness/families/case_builder.h"

namespace assay {

// Holds a shape and the axis that the op works along.
struct LongAxis {
  Shape shape;
  std::int64_t axis = 0;
};

// Lists the positions that the long axis may have, in the order of case
// numbers.
enum class AxisPlace : int {
  kLast,      // a few rows, each of them long
  kFirst,     // a few columns, each of them long
  kMiddle,    // between two short axes
  kAlone,     // rank 1
  kManyRows,  // many short rows
  kManyColumns,
};
inline constexpr int kAxisPlaceCount = 6;

// Returns a shape whose axis has the case's extent, at the position that the
// case's number selects. For kManyRows and kManyColumns the other axis has the
// extent.
LongAxis long_axis(const CaseBuilder& builder);

// Returns the length of the long axis of a tensor with `others` elements for
// each place along it. It is the case's extent or, for the millions of elements
// of level deep, the extent divided by `others`.
std::int64_t elements_along(const CaseBuilder& builder, std::int64_t others);

// Lists which extent of a product is long, in the order of case numbers.
enum class ProductWay : int {
  kRows,
  kColumns,
  kInner,
  kBatch,
  kCube,
  kRowVector,
  kColumnVector,
  kTiles,       // all three extents, each of its own length
  kRemainders,  // several products with all remainders of rows and columns
};
inline constexpr int kProductWayCount = 9;

// Lists which extent of a factorization or solve is long, by case number.
enum class MatrixWay : int {
  kOrder,
  kBatch,
  kTall,  // many rows (need not be square), or many right-hand sides
  kWide,  // many columns (need not be square)
};
inline constexpr int kMatrixWayCount = 4;

// Lists which extent of a transform is long, by case number.
enum class TransformWay : int {
  kLast,  // a power of two
  kFirst,
  kBatch,
  kPrime,    // the next prime length
  kColumns,  // many short columns
  kAxes,     // several axes of a small array, in any order
};
inline constexpr int kTransformWayCount = 6;

// Returns the position of an op among all, those of one op set after the other.
// Rows that a set adds to a family of another set leave the others in place.
int place_among_sets(Op op);

// Returns whether several extents of the case grow together. Its cost is then
// the cube of its extent, so its rungs are lower.
bool is_about_orders(Op op, int number);

// Returns whether the cell represents its op and has every geometry: float32 if
// the op has it, and some pairs of a cast.
bool stands_for_op(const Cell& cell);

// Returns whether the cell belongs to a conversion: a pair of dtypes, where
// each element of the one is converted to the other.
bool is_cast(const Cell& cell);

// Returns whether the reference computes the op with MPFR, which takes
// microseconds for each element.
bool is_function(const Cell& cell);

// Returns whether the data of a gather or scatter are long, and not only its
// indices.
bool is_long_template(int number);

// Returns whether a clause belongs to the op or to its family.
bool concerns(const Cell& cell, std::string_view clause);

// Returns whether a window is as long as its row.
bool is_long_kernel(int number);

// Returns a shape of two to four axes with about as many elements as the case's
// extent: all extents equal, or all different. The innermost is often longer
// than 50.
Shape block_shape(const CaseBuilder& builder, std::uint32_t stream);

// Returns a shape of up to ten axes with about as many elements as the case's
// extent. The number of the case selects two axes (often equal ones), three,
// four to six, or more. One third of the first two kinds have one axis.
Shape varied_shape(const CaseBuilder& builder);

// Returns positions below `count` that kernels treat differently: both ends,
// and both sides of some multiples of powers of two, drawn from the stream.
// There are at most `most`, ascending and distinct.
std::vector<std::int64_t> edges(std::int64_t count, std::size_t most,
                                ValueStream& stream);

// Draws any bit pattern or boundary value except NaN and -0. The contract
// leaves open which of two different zeros comes first.
ElementBits draw_wild(DType dtype, ValueStream& stream);

// Build the cases of build_rung(), one function for each family.
void build_elementwise_rung(CaseBuilder& builder);
void build_reduction_rung(CaseBuilder& builder);
void build_sorting_rung(CaseBuilder& builder);
void build_movement_rung(CaseBuilder& builder);
void build_memory_rung(CaseBuilder& builder);
void build_random_rung(CaseBuilder& builder);
void build_indexing_rung(CaseBuilder& builder);
void build_windows_rung(CaseBuilder& builder);
void build_contraction_rung(CaseBuilder& builder);
void build_fourier_rung(CaseBuilder& builder);
void build_linalg_rung(CaseBuilder& builder);
void build_beyond_int32(CaseBuilder& builder);

// Returns the shape of matrices after the axes of a batch.
inline Shape matrix_axes(Shape batch, std::int64_t rows, std::int64_t columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}

}  // namespace assay
