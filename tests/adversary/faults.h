// Provides the vocabulary that rows of the adversary's table are written in:
// conditions on a call, edits of its results, and ways to misread an operand. A
// row joins them to one bug.
// Tested by tests/adversary/witness_test.cc.
#pragma once

#include <cstdint>
#include <functional>

#include "tests/adversary/bug_row.h"
#include "tests/adversary/call_site.h"

namespace assay::adversary {

// Extents that thresholds are about. Negative axes count from the last one; an
// axis that is not there has extent 1.
std::int64_t extent_of(const AssayTensor& tensor, std::int64_t axis);
// The extent of the axis attribute in the first operand.
std::int64_t extent_along(const CallSite& site);
// The elements of the first operand, and those of the first out (or, where
// there is none, again of the first operand).
std::int64_t operand_count_of(const CallSite& site);
std::int64_t out_count_of(const CallSite& site);
// The product of the reduced extents (all of those in `axes`, or the axis).
std::int64_t reduced_count(const CallSite& site);
// The product of the leading extents, all but the last `inner`.
std::int64_t batch_count(const AssayTensor& tensor, std::uint32_t inner);

// These are conditions on a call.
Condition along_over(std::int64_t bound);  // extent_along() > bound
Condition count_over(std::int64_t bound);  // operand_count_of() > bound
Condition extent_over(std::size_t operand, std::int64_t axis,
                      std::int64_t bound);
Condition operator&&(Condition a, Condition b);
Condition operator!(Condition a);
Condition rank_is(std::uint32_t rank);
Condition any_strided();  // an operand is not row-major
// The axis attribute is the last, the first, or neither.
Condition along_last();
Condition along_first();
Condition along_middle();

// These are faults, which run the call with something wrong.
int forward(CallSite& site);
Fault when(Condition condition, Fault fault);
// Forwards, and edits the results if the call succeeded.
Fault after(Edit edit);
Fault after_when(Condition condition, Edit edit);
// Leaves elements of the first result as they were before the call: what an
// out held, zeros in a tensor that the call returned.
using Pick = std::function<bool(std::int64_t number, std::int64_t count)>;
Fault unwritten(Pick pick);
Pick tail_of(std::int64_t block);      // after the last whole block
Pick from_number(std::int64_t first);  // that element and all after it
Pick last_one();

// Edits of the first result.
Edit zero_picked(Pick pick);
// Makes element i a copy of element i modulo 2^bits.
Edit wrapped_numbers(int bits);
// Applies a function to the bits of every picked element.
Edit changed(Pick pick, std::function<ElementBits(DType, ElementBits)> change);
Pick every_one();
// A wrong neighbour of a value: the lowest bit of the (real) component flips.
ElementBits low_bit_flipped(DType dtype, ElementBits bits);
// A value that no tolerance accepts: its complement; 0 becomes 1.
ElementBits plainly_wrong(DType dtype, ElementBits bits);

// Holds one element of an elementwise call, with its operands.
struct Lane {
  DType dtype;  // of the first operand
  DType result_dtype;
  std::int64_t number;
  std::int64_t count;
  ElementBits x, y, z;                  // operands; zero where there are fewer
  ElementBits r;                        // the result, to be changed
  double real(ElementBits bits) const;  // as a number of `dtype`
  double result() const;
  void set(double value);
  bool is_nan(ElementBits bits) const;
};
Fault each(std::function<void(Lane&)> change);

// Reads operand `which` through a wrong address. `place` gets the element's
// index and the tensor and returns a place in the storage. The elements are
// gathered into a new row-major tensor, which the target gets instead.
using Address =
    std::function<std::int64_t(const Index& at, const AssayTensor& tensor)>;
void misread(CallSite& site, std::size_t which, const Address& address);
// Misreads every operand for which the condition holds.
using OperandCondition =
    std::function<bool(const CallSite& site, const AssayTensor& tensor)>;
Fault misreads(OperandCondition condition, Address address);
// These are addresses.
std::int64_t right_place(const Index& at, const AssayTensor& tensor);
std::int64_t place_without_offset(const Index& at, const AssayTensor& tensor);
std::int64_t place_as_row_major(const Index& at, const AssayTensor& tensor);

// Exchanges the attribute's integers by a function of them.
Fault with_integers(
    std::uint16_t key,
    std::function<void(CallSite&, std::vector<std::int64_t>&)> change);

// Runs a fault on the slices of the results along an axis: `edit` gets the row-
// major numbers of the elements of each slice, in order.
void for_slices(const Shape& shape, std::size_t axis,
                const std::function<void(const std::vector<std::int64_t>&)>&);

// Changes the elements of an operand, in a copy that the target gets.
void alter_operand(
    CallSite& site, std::size_t which,
    const std::function<ElementBits(std::int64_t number, ElementBits)>& change);

// Reads only the first keep(extent) entries of the (last) reduced axis.
Fault shortened(std::function<std::int64_t(std::int64_t extent)> keep);
std::int64_t all_but_last(std::int64_t extent);

// Runs the op on the entries before `cut` along its axis and on those after it
// as if they were two calls, and puts the results side by side.
Fault in_parts(std::int64_t cut);

// Rounds a number to the nearest one of a format.
double rounded(DType dtype, double value);

// Returns the index of an element of a shape.
Index index_of(const Shape& shape, std::int64_t number);
std::int64_t number_of(const Shape& shape, const Index& at);

// A returned tensor becomes a copy where it was a view, or the operand itself
// where it was fresh memory.
void copies_view(CallSite& site);
void shares_operand(CallSite& site);

}  // namespace assay::adversary
