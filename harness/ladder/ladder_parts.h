// What the builders of the ladder share: shapes around a long axis, places
// where kernels change their way, and the parts of build_rung() by family.
// Tested by tests/harness/ladder/ladder_test.cc.
#pragma once

#include <vector>

#include "harness/case/scrambled.h"
#include "harness/case/scramblings.h"
#include "harness/families/case_builder.h"

namespace assay {

// A shape with one axis that the op works along.
struct LongAxis {
  Shape shape;
  std::int64_t axis = 0;
};

// The places where the long axis may stand, in the order of case numbers.
enum class AxisPlace : int {
  kLast,      // a few rows, each of them long
  kFirst,     // a few columns, each of them long
  kMiddle,    // between two short axes
  kAlone,     // rank 1
  kManyRows,  // short rows, many of them
  kManyColumns,
};
inline constexpr int kAxisPlaceCount = 6;

// Returns a shape whose axis is in the place that the case's number says and
// has the case's extent (kManyRows and kManyColumns: the other axis has it).
LongAxis long_axis(const CaseBuilder& builder);

// Returns the length of the long axis of a tensor that has `others` elements
// for each place along it: the extent of the case, or, of the millions of
// elements of level deep, a share of it.
std::int64_t elements_along(const CaseBuilder& builder, std::int64_t others);

// Which extent of a product is long, in the order of case numbers.
enum class ProductWay : int {
  kRows,
  kColumns,
  kInner,
  kBatch,
  kCube,
  kRowVector,
  kColumnVector,
  kTiles,       // all three, each of its own length
  kRemainders,  // several products, with every remainder of rows and columns
};
inline constexpr int kProductWayCount = 9;

// Which extent of a factorization or solve is long, by case number.
enum class MatrixWay : int {
  kOrder,
  kBatch,
  kTall,  // rows of a matrix that need not be square; right-hand sides
  kWide,  // columns of such a matrix
};
inline constexpr int kMatrixWayCount = 4;

// Which extent of a transform is long, by case number.
enum class TransformWay : int {
  kLast,  // a power of two
  kFirst,
  kBatch,
  kPrime,    // the next length that is a prime
  kColumns,  // many short columns
  kAxes,     // several axes of a small array, in any order
};
inline constexpr int kTransformWayCount = 6;

// Returns whether several extents of the case grow together, so that its cost
// is the cube of its extent and its rungs are lower.
bool is_about_orders(Op op, int number);

// Returns whether the cell is the one of its op that has every geometry:
// float32 where the op has it, and some pairs of a cast.
bool stands_for_op(const Cell& cell);

// Returns whether the cell is a pair of dtypes, of which one is converted to
// the other element by element.
bool is_cast(const Cell& cell);

// Returns whether only MPFR knows the values of the op, at microseconds each.
bool is_function(const Cell& cell);

// Returns whether the data of a gather or scatter are long, and not its indices
// alone.
bool is_long_template(int number);

// Returns whether a clause is the op's own or its family's.
bool concerns(const Cell& cell, std::string_view clause);

// Returns whether a window is as long as its row.
bool is_long_kernel(int number);

// Returns a shape of two to four axes with about as many elements as the case's
// extent, of which the innermost is often longer than 50: all extents equal,
// or all different.
Shape block_shape(const CaseBuilder& builder, std::uint32_t stream);

// Returns a shape of up to ten axes with about as many elements as the case's
// extent: the number of the case decides between two axes, often equal ones,
// three, four to six, and more. One in three of the first two has one axis.
Shape varied_shape(const CaseBuilder& builder);

// Returns positions below `count` that kernels treat apart: both ends, and both
// sides of some multiples of powers of two, drawn from the stream. At most
// `most`, ascending, each once.
std::vector<std::int64_t> edges(std::int64_t count, std::size_t most,
                                ValueStream& stream);

// Draws any bit pattern or boundary value but NaN and zeros with a sign: of
// both zeros which comes first is left open.
ElementBits draw_wild(DType dtype, ValueStream& stream);

// The parts of build_rung().
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

// Returns the shape of matrices behind the axes of a batch.
inline Shape matrix_axes(Shape batch, std::int64_t rows, std::int64_t columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}

}  // namespace assay
