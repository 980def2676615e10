// Tests that an explanation is kept only if no case that passed refutes it, and
// that pairs of policy values are tried on what is left.
#include "conformance/explain_failures.h"

#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

// Follows another policy where `where` says so.
class Follows : public Reference {
 public:
  Follows(const Profile& profile, bool (*where)(const Call&))
      : other_(profile), where_(where) {}
  Result<Tensors> execute(const Call& call) override {
    return where_(call) ? other_.execute(call) : Reference::execute(call);
  }

 private:
  Reference other_;
  bool (*where_)(const Call&);
};

class ExplainFailures : public ScratchRun {
 protected:
  CheckReport run(const char* filter, const Profile& followed,
                  bool (*where)(const Call&)) {
    CheckOptions checked = options(filter);
    checked.make_subject = [=]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
          std::make_unique<Follows>(followed, where)));
    };
    checked.make_oracle_of = [](const Profile& profile) {
      return std::make_unique<Reference>(profile);
    };
    checked.seed = 2;
    return report_of(checked);
  }
  static std::size_t count(const CheckReport& report, const std::string& name) {
    return static_cast<std::size_t>(
        std::count_if(report.records.begin(), report.records.end(),
                      [&](const Record& record) {
                        return std::find(record.explained_by.begin(),
                                         record.explained_by.end(),
                                         name) != record.explained_by.end();
                      }));
  }
  static std::size_t failing(const CheckReport& report) {
    return static_cast<std::size_t>(std::count_if(
        report.records.begin(), report.records.end(),
        [](const Record& record) { return is_failure(record.verdict); }));
  }
};

TEST_F(ExplainFailures, APolicyThatIsFollowedExplainsAllOfThem) {
  const auto report =
      run("round", kNx.with("round.half=even"_policy),
          [](const Call& call) { return call.op == "round"_op; });
  EXPECT_LT(0u, failing(report));
  EXPECT_EQ(failing(report), count(report, "round.half=even"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/explanations.partial"));
}

// Follows the policy for strided operands only. The other cases pass, and where
// the signs differ they refute it.
TEST_F(ExplainFailures, ACaseThatPassedRefutesAnExplanation) {
  const auto report =
      run("mod", kNx.with("mod.sign=divisor"_policy), [](const Call& call) {
        return call.op == "mod"_op && !call.operands[0].view.is_c_contiguous();
      });
  EXPECT_LT(0u, failing(report));
  EXPECT_GT(failing(report), count(report, "mod.sign=divisor"));
}

TEST_F(ExplainFailures, NothingIsExplainedWithoutAnOracleOfOtherProfiles) {
  CheckOptions plain = options("neg", confuse);
  const CheckReport report = report_of(plain);
  for (const Record& record : report.records)
    EXPECT_TRUE(record.explained_by.empty()) << record.id;
}

}  // namespace
}  // namespace assay
