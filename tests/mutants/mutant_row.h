// Defines a row of the registry: a mutant, the cases that it is tried on, the
// clause that it breaks and the verdict that says how.
#pragma once

#include <memory>
#include <string_view>

#include "harness/case/verdict.h"
#include "reference/reference.h"

namespace assay::mutants {

using Maker = std::unique_ptr<Backend> (*)();
template <typename T>
std::unique_ptr<Backend> make() {
  // A unique_ptr of each mutant's own class would double the time to compile
  // some 800 mutants.
  return std::unique_ptr<Backend>(new T());
}
// A reference that follows another profile is a mutant of this one.
template <Policy policy>
std::unique_ptr<Backend> follow() {
  return std::make_unique<Reference>(kNx.with(policy));
}

struct MutantRow {
  std::string_view name;
  Maker make;
  std::string_view filter;
  std::string_view clause;
  Verdict verdict = Verdict::kFail;
};

}  // namespace assay::mutants
