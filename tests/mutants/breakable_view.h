// Defines a view module that was written from the clauses and shares no code
// with spec/ for shapes of numbers, so that one thing at a time can be broken
// in it. Symbolic views are left to the module of spec/.
// Tested by tests/mutants/view_rows_test.cc.
#pragma once

#include <optional>

#include "harness/view/view_subject.h"
#include "tests/mutants/view_slips.h"

namespace assay::mutants {

class BreakableView : public SymbolicViewSubject {
 public:
  using Json = nlohmann::ordered_json;

  explicit BreakableView(Slip slip = {}) : slip_(slip) {}

  Status create(const SymbolicShape& shape, const ViewLayout& layout) override;
  Status apply(const ViewStep& step) override;
  Result<Json> ask(const ViewQuestion& question) override;

 private:
  // A view of numbers, in elements.
  struct Strided {
    Shape shape;
    Strides strides;
    std::int64_t offset = 0;
    std::optional<AxisPairs> mask;
    // Facts about earlier views that only a broken module remembers.
    bool was_contiguous = false;
    bool was_masked = false;
    std::int64_t created_count = 0;

    std::size_t rank() const { return shape.size(); }
  };

  bool broken(Slip slip) const { return slip_.is(slip); }
  static Strided strided(const SymbolicView& view);
  Status keep(Strided view, bool is_created);
  bool is_full(const Strided& view) const;

  Status transform(const ViewStep& step);
  bool changes_the_first(std::string_view step) const;
  Status reshape(Strided view, const SymbolicShape& wanted);
  Status reshape_runs(Strided view, const Shape& shape);
  bool merges(std::int64_t outer_extent, std::int64_t outer, std::int64_t inner,
              std::int64_t extent) const;
  Status expand(Strided view, const Shape& shape);
  Status permute(Strided view, std::vector<std::int64_t> axes);
  Status shrink(Strided view, AxisPairs ranges);
  void shrink_mask(Strided& view, const AxisPairs& ranges) const;
  Status pad(Strided view, const AxisPairs& padding);
  AxisPairs padded_mask(const Strided& view, const AxisPairs& padding) const;
  Status flip(Strided view, std::vector<bool> axes);
  void flip_mask(Strided& view, const std::vector<bool>& axes) const;

  Result<Json> property(const Strided& view, std::string_view name) const;
  Json elements_of(const Strided& view) const;
  bool is_contiguous(const Strided& view) const;
  bool is_valid(const Strided& view, const Index& at) const;
  std::int64_t position(const Strided& view, const Index& at) const;

  Slip slip_;
  std::optional<Strided> created_;  // nothing while it is symbolic
  std::optional<Strided> current_;
};

}  // namespace assay::mutants
