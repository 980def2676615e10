// Defines view modules with one thing broken on purpose. The functions of a row
// replace those of the module; most of them are right.
#pragma once

#include <ostream>
#include <string_view>

#include "harness/view/view_json.h"
#include "harness/view/view_subject.h"
#include "spec/op_name.h"

namespace assay::mutants {

class ViewMutant;
using ViewJson = nlohmann::ordered_json;

// Holds the functions that are broken. A null function means the right one.
struct ViewFault {
  Status (*create)(ViewMutant& view, SymbolicShape shape,
                   ViewLayout layout) = nullptr;
  Status (*apply)(ViewMutant& view, ViewStep step) = nullptr;
  Result<ViewJson> (*ask)(ViewMutant& view, ViewQuestion question) = nullptr;
};

struct ViewMutantRow {
  std::string_view name;
  std::string_view clause;
  ViewFault fault = {};
};
inline void PrintTo(const ViewMutantRow& row, std::ostream* out) {
  *out << row.name;
}

class ViewMutant : public SymbolicViewSubject {
 public:
  explicit ViewMutant(const ViewFault& fault) : fault_(fault) {}

  Status create(const SymbolicShape& shape, const ViewLayout& layout) override {
    given_ = layout;
    return fault_.create != nullptr ? fault_.create(*this, shape, layout)
                                    : right_create(shape, layout);
  }
  Status apply(const ViewStep& step) override {
    before_ = last_;
    return fault_.apply != nullptr ? fault_.apply(*this, step)
                                   : right_apply(step);
  }
  Result<ViewJson> ask(const ViewQuestion& question) override {
    return fault_.ask != nullptr ? fault_.ask(*this, question)
                                 : right_ask(question);
  }

  Status right_create(const SymbolicShape& shape, const ViewLayout& layout) {
    return SymbolicViewSubject::create(shape, layout);
  }
  Status right_apply(const ViewStep& step) {
    return SymbolicViewSubject::apply(step);
  }
  Result<ViewJson> right_ask(const ViewQuestion& question) {
    return SymbolicViewSubject::ask(question);
  }

  // Return the layout that the view was created with, and the views before and
  // after the last step.
  const ViewLayout& given() const { return given_; }
  const SymbolicView& before() const { return before_; }
  const SymbolicView& last() const { return last_; }
  void forget_the_first() { first_ = last_; }

  // Puts another view in the place of the last one.
  Status replace(const SymbolicShape& shape, const ViewLayout& layout) {
    auto made = SymbolicView::create(shape, layout);
    if (!made) return made.status();
    last_ = *std::move(made);
    return {};
  }

 private:
  ViewFault fault_;
  ViewLayout given_;
  SymbolicView before_;
};

// Carries the step out, and takes what must be refused.
template <OpName name>
Status accept(ViewMutant& view, ViewStep step) {
  const Status right = view.right_apply(step);
  return step.name == std::string_view(name.text) ? Status{} : right;
}
// Refuses every step of a name.
template <OpName name>
Status refuse(ViewMutant& view, ViewStep step) {
  if (step.name == std::string_view(name.text))
    return Status::unsupported("view", "there is no such step");
  return view.right_apply(step);
}
// The same for views that are not static.
template <OpName name>
Status refuse_symbolic(ViewMutant& view, ViewStep step) {
  if (step.name == std::string_view(name.text) &&
      !view.last().shape().is_static())
    return Status::unsupported("view", "there is no such step");
  return view.right_apply(step);
}

inline bool has_zero_size(const SymbolicView& view) {
  return view.shape().is_zero_size();
}
inline Status no_kernel() {
  return Status::unsupported("view", "there is no such step");
}
// The layout of a view, to be changed.
inline ViewLayout layout_of(const SymbolicView& view) {
  return {view.offset(), view.strides(), view.mask()};
}

}  // namespace assay::mutants
