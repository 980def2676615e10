// What has to come before a number: the subject conforms in that op and dtype,
// in this build.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/workload.h"
#include "cli/commands.h"
#include "spec/result.h"

namespace assay {

class BenchGate {
 public:
  // Runs the quick check on the ops of some workloads. On failure `code` is
  // the exit code.
  static Result<BenchGate> check(const std::string& subject,
                                 const std::vector<bench::Workload>& workloads,
                                 int& code);

  // Reads the records of a check. `invalid` where they are of other subjects
  // alone, not complete, or older than this program.
  static Result<BenchGate> of_records(const std::string& subject,
                                      const std::string& place);

  // Returns why a number may not be published; "" if it may.
  std::string why_withheld(const bench::Workload& workload) const;

 private:
  struct Count {
    std::int64_t cases = 0;
    std::int64_t passed = 0;
    std::string first;  // that did not pass
  };
  std::map<std::pair<std::string, std::string>, Count> cells_;  // op, dtype
  template <typename Records>
  void count(const Records& records);
};

}  // namespace assay
