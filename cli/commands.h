// Declares the subcommands. Each prints its result to stdout, prints one
// sentence to stderr if it fails, and returns the exit code.
// Tested by the files in tests/cli/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "conformance/run_lock.h"
#include "harness/case/shapes.h"

namespace assay {

struct Case;
enum class CheckError;
struct Status;

struct CheckArguments {
  std::string command = "assay";  // as it was called, for replay lines
  std::string subject;
  std::string profile = "nx";
  std::string level = "quick";
  std::string set;  // names of op sets, or "all"; empty: those that are claimed
  std::string filter;
  std::uint64_t seed = 0;
  int jobs = 0;  // 0: one per core
  double timeout_seconds = 5;
  std::string out;
  int memory_megabytes = 4096;  // that a worker may hold
  std::string shard;            // "I/N"; empty: from the environment
  std::string cost;             // the costs that deal shards; empty: a hash
  std::string expect;           // a file of expectations
  bool strict = false;
  bool require = false;     // cells that are not claimed fail
  bool robustness = false;  // also run calls that break preconditions
  Shapes shapes = Shapes::kMany;
  bool metamorphic = false;  // also run relations that need no oracle
  int repeats = 130;         // calls of an op that the relation repeat makes
  bool resume = false;
  std::string junit;
  std::string html;
  bool all = false;   // the table also has ops that are not claimed
  bool list = false;  // print the selected ids and run nothing
};

struct FuzzArguments {
  std::string command = "assay";  // as it was called, for replay lines
  std::string subject;
  std::string profile = "nx";
  std::uint64_t seed = 0;
  double seconds = 60;     // time in which new programs are started
  std::int64_t count = 0;  // at most this many programs; 0: no limit
  int jobs = 0;            // 0: one per core
  double timeout_seconds = 5;
  int memory_megabytes = 4096;  // that a worker may hold
  std::string out;
};
// Runs random programs on a subject, and keeps the failing ones, shrunk.
int fuzz_command(const FuzzArguments& arguments);

struct ReportArguments {
  std::string command = "assay";     // as it was called, for replay lines
  std::vector<std::string> records;  // files, or folders of runs
  std::string html;
  std::string junit;
  std::string json;
  bool all = false;  // the table also has ops that are not claimed
};

int check_command(const CheckArguments& arguments);
// Prints what the records say, and returns the exit code of the check that made
// them.
int report_command(const ReportArguments& arguments);
// Prints a table of the largest errors as shares of what is allowed, with one
// column per run.
int tightness_command(const std::vector<std::string>& records);
// Holds the arguments of `assay replay`, which runs a file with one case, or a
// file or folder with many.
struct ReplayArguments {
  std::string file;
  std::string subject;
  double timeout_seconds = 5;
  std::int64_t memory_megabytes = 4096;
  bool robustness = false;  // also calls that break preconditions
  bool in_process = false;  // in this process, without limits
};
// Replays one case file and prints its full verdict. replay_stored() runs every
// case of a folder or a file of golden vectors, and prints the failures and the
// counts.
int replay_command(const ReplayArguments& arguments);
int replay_stored(const ReplayArguments& arguments);
// Judges the view module of spec/ by a view case, whose text is given.
int replay_view_case(const std::string& file, const std::string& text,
                     const std::string& subject);
// Returns whether the text of a case file is that of a view case.
bool is_view_case(const std::string& text);
// Writes a case as a program that stands alone, to a file or to stdout.
enum class ExportFormat : std::uint8_t { kPython, kCpp, kTorch, kJax, kOnnx };
int export_command(const std::string& file, ExportFormat format,
                   const std::string& out);
// Adds a failing case to the regressions in a folder.
struct PromoteArguments {
  std::string file;
  std::string note;
  std::string to = "conformance/regressions";
};
int promote_command(const PromoteArguments& arguments);
// Completes a case that does not contain what it expects, by asking the
// reference.
Status complete_case(Case& test_case);
// Writes the golden vectors below a folder: all, or those of a filter's ops.
int vectors_command(const std::string& out, const std::string& filter_text);
// Prints, for each family, the largest sizes of tensors in a level's cases.
int list_sizes(const std::string& level_name, const std::string& filter_text);
// Returns the names of the lists that list_command() prints.
std::vector<std::string> list_names();
// Prints one of these lists; "plan-sizes" is the text of
// conformance/plan_sizes.inc.
int list_command(const std::string& what, const std::string& level,
                 const std::string& filter);
// Prints the subjects that a name can mean, and which of them are installed.
int list_subjects();

struct MergeArguments {
  std::string command = "assay";  // as it was called, for replay lines
  // Files of records, folders of runs, or files of sweeps.
  std::vector<std::string> places;
  std::string out;  // a folder or a file; empty: none
  bool strict = false;
  bool require = false;
  std::string junit;
  std::string cost;         // the file by which the shards were dealt
  bool missing = false;     // only print the shards that lack something
  std::int64_t shards = 0;  // of sweeps, for `missing`; 0: not given
};
// Joins the records of shards, or files of sweeps, and prints the report.
int merge_command(const MergeArguments& arguments);
// Compares two runs, each a file of records or a folder, and prints changes.
int diff_command(const std::string& before, const std::string& after);

struct BaselineArguments {
  std::string records;  // a file of records or the folder of a run
  std::string expect;   // the file to be updated or made
  std::string reason;   // of the lines that are added
  bool print = false;   // to stdout, instead of into the file
};
int baseline_command(const BaselineArguments& arguments);

enum class SpecFormat : std::uint8_t { kJson, kMarkdown, kClauses };
int spec_command(SpecFormat format);
int caps_command(const std::string& subject, double timeout_seconds);
// Speaks the wire protocol on stdin and stdout for a subject, until the host
// closes it.
int serve_command(const std::string& subject, double timeout_seconds);
// Prints a clause, an op or a case. The words are its name, or a line of a
// report that begins with it. Texts are those under a profile, which is a
// built-in one or a file; with an empty one they are those of nx, followed by
// those under the other values of the policy axes.
int explain_command(const std::vector<std::string>& words,
                    const std::string& profile);

// Holds the arguments of `assay mutants`. The command fails if a mutant
// survives.
struct MutantsArguments {
  std::string level;    // empty: standard, quick and the golden vectors
  std::string op;       // of this op alone, or of "views"
  std::string against;  // "allclose": judge by that comparison instead
  bool markdown = false;
  bool full = false;     // every failing case, not only the first
  bool vectors = false;  // run the golden vectors only
};
int mutants_command(const MutantsArguments& arguments);

// Takes the lock of a folder that a command writes records to. If the file
// system has no locks, says so on stderr. Fails like RunLock::take_folder().
Result<RunLock> take_lock(const std::filesystem::path& folder);
// Prints "assay: MESSAGE" to stderr and returns the code.
int complain(int code, const std::string& message);
// Returns the exit code for a run that did not take place.
int exit_code_of(CheckError error);

}  // namespace assay
