// Argument checking and result inference, once per signature class. What the
// interface calls a frontend's guarantee is checked here: no backend sees a
// call that infer() rejects. Tested by tests/spec/infer_test.cc.
#pragma once

#include <span>
#include <vector>

#include "spec/backend.h"
#include "spec/profile.h"

namespace assay {

// The dtype and shape of an operand or a result.
struct TensorType {
  DType dtype = DType::kFloat32;
  Shape shape;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// Returns the types of the results, or `invalid` with one sentence saying
// which guarantee is broken and its clause as the kind. For cast and creation
// the dtype comes from the `dtype` attribute or `requested`, which is the dtype
// of out.
Result<std::vector<TensorType>> infer(Op op,
                                      std::span<const TensorType> operands,
                                      const Attributes& attributes,
                                      DType requested,
                                      const Profile& profile = kNx);

// Checks a whole call: operands, attributes, outs (type, contiguity) and the
// bounds of every view are left to the backend that knows its buffers.
Status check_call(const Call& call, const Profile& profile = kNx);

// Returns how many windows unfold finds along each of the spatial extents: 0
// where none fits. The attributes are those of unfold or fold, and in order.
std::vector<std::int64_t> window_counts(const Shape& spatial,
                                        const Attributes& attributes);

// Returns whether the call must answer with the typed error `invalid`: a
// maximum, minimum or arg-reduction over an axis of extent 0.
bool is_empty_extremum(Op op, const Shape& operand,
                       const Attributes& attributes);

}  // namespace assay
