// Withholds a timing unless the subject conforms, because the time of a wrong
// answer means nothing. A workload needs a check, by this build, that passed
// every case of its op and dtype.
// Tested by tests/cli/bench_command_test.cc.
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
  // Runs the quick check on the ops of some workloads. If that fails, `code` is
  // the exit code.
  static Result<BenchGate> check(const std::string& subject,
                                 const std::vector<bench::Workload>& workloads,
                                 int& code);

  // Reads the records of a check. Fails with `invalid` if they are not of this
  // subject, not complete, or older than this program.
  static Result<BenchGate> of_records(const std::string& subject,
                                      const std::string& place);

  // Returns why the number of a workload may not be published; "" if it may.
  std::string why_withheld(const bench::Workload& workload) const;

 private:
  struct Count {
    std::int64_t cases = 0;
    std::int64_t passed = 0;
    std::string first;  // the id of the first that did not pass
  };
  std::map<std::pair<std::string, std::string>, Count> cells_;  // op, dtype
  template <typename Records>
  void count(const Records& records);
};

}  // namespace assay
