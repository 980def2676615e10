// Defines how the values of a policy axis are told apart: which cases, and
// which subjects pass under which value.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "spec/backend.h"

namespace assay::mutants {

using MakeFollower = std::function<std::unique_ptr<Backend>()>;

// The subjects of a row are references that follow the profile with one value
// of the axis; where the value is `any`, they answer anything where the answer
// is open.
struct AxisRow {
  std::string_view axis;
  std::string_view filter;
  // For each value, by its number, the numbers of the values whose subjects
  // pass under it: "02" are the first and the third. "-" where no case is
  // planned, as a precondition asks nothing of backends.
  std::vector<std::string_view> passing;
  // The subject of the last value, where it is another.
  MakeFollower last = {};
  // The subject of the second of three values, where it is another.
  MakeFollower middle = {};
};

template <typename T>
MakeFollower maker_of() {
  return [] { return std::make_unique<T>(); };
}

}  // namespace assay::mutants
