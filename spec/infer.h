// Checks the arguments of a call and derives the dtypes and shapes of its
// results. What the interface requires of a frontend is checked here, so that
// no backend gets a call that infer() rejects. Tested by
// tests/spec/infer_test.cc.
#pragma once

#include <span>
#include <vector>

#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// Holds the dtype and shape of an operand or a result.
struct TensorType {
  DType dtype = DType::kFloat32;
  Shape shape;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// Returns the types of the results. If the call breaks a precondition, returns
// `invalid` with its clause as the kind and one sentence that says what is
// wrong. For cast and creation the dtype comes from the attribute `dtype`, or
// from `requested`, which is the dtype of out.
Result<std::vector<TensorType>> infer(Op op,
                                      std::span<const TensorType> operands,
                                      const Attributes& attributes,
                                      DType requested,
                                      const Profile& profile = kNx);

// Checks a whole call: operands, attributes, and the dtype, shape and
// contiguity of outs. It does not check that views stay within their buffers,
// because only the backend knows how large those are.
Status check_call(const Call& call, const Profile& profile = kNx);

// Returns how many windows unfold finds along each of the spatial extents; the
// count is 0 if none fits. The attributes are valid ones of unfold or fold.
std::vector<std::int64_t> window_counts(const Shape& spatial,
                                        const Attributes& attributes);

// Returns whether the call must be refused as `invalid` because it asks for a
// maximum, minimum or arg-reduction over an axis of extent 0.
bool is_empty_extremum(Op op, const Shape& operand,
                       const Attributes& attributes);

}  // namespace assay
