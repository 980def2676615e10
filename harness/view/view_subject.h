// Declares a view module under test, and the judge of a case on it.
// Tested by tests/harness/view/view_case_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "harness/case/verdict.h"
#include "harness/view/view_case.h"

namespace assay {

// Answers in the forms that view_case.h describes. A subject keeps the view
// that it created and the one that the last step returned.
class ViewSubject {
 public:
  virtual ~ViewSubject() = default;
  // Creates a view and forgets all earlier ones.
  virtual Status create(const SymbolicShape& shape,
                        const ViewLayout& layout) = 0;
  // Transforms the last view. If that fails, the last view stays unchanged.
  virtual Status apply(const ViewStep& step) = 0;
  // Answers a question about the last view, or about the one created.
  virtual Result<nlohmann::ordered_json> ask(const ViewQuestion& question) = 0;
};

// Makes the view module of spec/ a subject.
class SymbolicViewSubject : public ViewSubject {
 public:
  Status create(const SymbolicShape& shape, const ViewLayout& layout) override;
  Status apply(const ViewStep& step) override;
  Result<nlohmann::ordered_json> ask(const ViewQuestion& question) override;

 protected:
  SymbolicView first_;
  SymbolicView last_;
};

// Holds the verdict on a case about views.
struct ViewJudgement {
  Verdict verdict = Verdict::kPass;
  std::string message;  // what was found and expected; empty for a pass
};

// Runs the case and judges each status and answer. An unexpected status is a
// failure, and `unsupported` must have the kind "view".
ViewJudgement judge_view_case(const ViewCase& view_case, ViewSubject& subject);

}  // namespace assay
