// Says where the libraries of peers are: Python interpreters and shared
// libraries that the command line names, or else those of this machine.
// Tested by tests/cli/bench_command_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spec/result.h"

namespace assay {

class BenchPlaces {
 public:
  // Reads the values of --python, which are NAME=PYTHON or a PYTHON for all
  // peers without one of their own, and those of --library, which are
  // NAME=FILE. Fails with `invalid` if there is no such peer.
  static Result<BenchPlaces> parse(const std::vector<std::string>& pythons,
                                   const std::vector<std::string>& libraries);

  // Returns the interpreters to try for a peer, the best first: the one that
  // was named; or else those of $ASSAY_NUMPY_PYTHON (with the name of the
  // peer), of the environment that scripts/judge_field.py made beside the build
  // folder, of adapters, and of the system.
  std::vector<std::string> interpreters(const std::string& peer) const;

  // Returns the files to try for "openblas" or "mkl" in the same order: the one
  // that was named; or else $ASSAY_OPENBLAS or $ASSAY_MKL, the libraries of the
  // environments beside the build folder, and those of the system.
  std::vector<std::string> libraries(const std::string& peer) const;

 private:
  std::map<std::string, std::string, std::less<>> pythons_;  // "" for all
  std::map<std::string, std::string, std::less<>> libraries_;
};

// Returns the folder of this program, where the build also puts the plugins.
std::string program_folder();

}  // namespace assay
