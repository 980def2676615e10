// A view module under test, and the verdict on one case of it.
// Tested by tests/harness/view/view_case_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "harness/case/verdict.h"
#include "harness/view/view_case.h"

namespace assay {

// Answers in the forms that view_case.h describes. A subject keeps the view
// that it created and the one that the last step gave.
class ViewSubject {
 public:
  virtual ~ViewSubject() = default;
  // Creates a view and forgets all others.
  virtual Status create(const SymbolicShape& shape,
                        const ViewLayout& layout) = 0;
  // Transforms the last view; after a failure the last view stays.
  virtual Status apply(const ViewStep& step) = 0;
  // Answers about the last view, or the one created.
  virtual Result<nlohmann::ordered_json> ask(const ViewQuestion& question) = 0;
};

// The view module of spec/ as a subject.
class SymbolicViewSubject : public ViewSubject {
 public:
  Status create(const SymbolicShape& shape, const ViewLayout& layout) override;
  Status apply(const ViewStep& step) override;
  Result<nlohmann::ordered_json> ask(const ViewQuestion& question) override;

 protected:
  SymbolicView first_;
  SymbolicView last_;
};

struct ViewJudgement {
  Verdict verdict = Verdict::kPass;
  std::string message;  // what came and what was expected; empty on a pass
};

// Runs the case and judges each status and answer. A status that came in place
// of another is a failure; `unsupported` needs the kind "view".
ViewJudgement judge_view_case(const ViewCase& view_case, ViewSubject& subject);

}  // namespace assay
