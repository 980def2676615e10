// The subcommands. Each prints to stdout what was asked for and to stderr one
// sentence where it fails, and returns the exit code.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "conformance/run_lock.h"

namespace assay {

struct Case;
enum class CheckError;
struct Status;

struct CheckArguments {
  std::string command = "assay";  // as it was called, for replay lines
  std::string subject;
  std::string profile = "nx";
  std::string level = "quick";
  std::string filter;
  std::uint64_t seed = 0;
  int jobs = 0;  // 0: one per core
  double timeout_seconds = 5;
  std::string out;
  int memory_megabytes = 4096;  // that a worker may hold
  std::string shard;            // "I/N"; empty: as the environment says
  std::string expect;           // a file of expectations
  bool strict = false;
  bool require = false;      // what is not claimed fails
  bool robustness = false;   // also calls that the contract leaves undefined
  bool metamorphic = false;  // also relations, without an oracle
  int repeats = 130;         // calls that the relation repeat makes of an op
  bool resume = false;
  std::string junit;
  std::string html;
  bool list = false;  // print the selected ids instead of running them
};

struct FuzzArguments {
  std::string command = "assay";  // as it was called, for replay lines
  std::string subject;
  std::string profile = "nx";
  std::uint64_t seed = 0;
  double seconds = 60;     // in which programs are begun
  std::int64_t count = 0;  // programs at most; 0: no limit
  int jobs = 0;            // 0: one per core
  double timeout_seconds = 5;
  int memory_megabytes = 4096;  // that a worker may hold
  std::string out;
};
// Runs random programs on a subject, and keeps what fails, shrunk.
int fuzz_command(const FuzzArguments& arguments);

struct ReportArguments {
  std::string command = "assay";     // as it was called, for replay lines
  std::vector<std::string> records;  // files, or folders of runs
  std::string html;
  std::string junit;
};

int check_command(const CheckArguments& arguments);
// Prints what the records say; exits as the check that made them.
int report_command(const ReportArguments& arguments);
// Prints a table of the largest errors as shares of what is allowed, a column
// per run.
int tightness_command(const std::vector<std::string>& records);
// Of a file of one case, the verdict in full; of a folder, or a file of golden
// vectors, every case, what did not pass, and the counts.
struct ReplayArguments {
  std::string file;
  std::string subject;
  double timeout_seconds = 5;
  std::int64_t memory_megabytes = 4096;
  bool robustness = false;  // of many, also calls that break a precondition
  bool in_process = false;  // in this very process, without limits
};
int replay_command(const ReplayArguments& arguments);
int replay_stored(const ReplayArguments& arguments);
// Judges the view module of spec/ by the text of a view case.
int replay_view_case(const std::string& file, const std::string& text,
                     const std::string& subject);
// Whether the text of a case file is that of a view case.
bool is_view_case(const std::string& text);
// Writes a case as a program of its own, to a file or to stdout.
enum class ExportFormat : std::uint8_t { kPython, kCpp };
int export_command(const std::string& file, ExportFormat format,
                   const std::string& out);
// Adds a failing case to the regressions in a folder.
struct PromoteArguments {
  std::string file;
  std::string note;
  std::string to = "conformance/regressions";
};
int promote_command(const PromoteArguments& arguments);
// Completes a case that does not say what to expect, by asking the reference.
Status complete_case(Case& test_case);
// Writes the golden vectors below a folder: all, or those of a filter's ops.
int vectors_command(const std::string& out, const std::string& filter_text);
// Prints, per family of a level's cases, how large their tensors are at most.
int list_sizes(const std::string& level_name, const std::string& filter_text);
// Lists "ops", "dtypes", "clauses", "cases", "sizes", "view-cases" or
// "sources".
int list_command(const std::string& what, const std::string& level,
                 const std::string& filter);

struct MergeArguments {
  std::string command = "assay";    // as it was called, for replay lines
  std::vector<std::string> places;  // files of records or folders of runs
  std::string out;                  // a folder or a file; empty: none
  bool strict = false;
  bool require = false;
  std::string junit;
};
int merge_command(const MergeArguments& arguments);
// Compares two runs, each a file of records or a folder.
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
// Speaks the wire on stdin and stdout for a subject, until the host hangs up.
int serve_command(const std::string& subject, double timeout_seconds);
int explain_command(const std::string& clause);
// Writes a backend's project into a folder that is empty or not there.
int skeleton_command(const std::string& directory, bool plain_c);

// Runs the suite on its mutants; fails if one survives.
struct MutantsArguments {
  std::string level;    // empty: standard, quick and the golden vectors
  std::string op;       // of this op alone, or of "views"
  std::string against;  // "allclose": how a customary comparison fares
  bool markdown = false;
  bool full = false;     // everything that fires, instead of the first
  bool vectors = false;  // on the golden vectors alone
};
int mutants_command(const MutantsArguments& arguments);

// Takes the lock of a folder that a command writes records to, and says on
// stderr where there is none to be had. Fails as RunLock::take_folder() does.
Result<RunLock> take_lock(const std::filesystem::path& folder);
// Prints "assay: MESSAGE" to stderr and returns the code.
int complain(int code, const std::string& message);
// Why there was no run, as an exit code.
int exit_code_of(CheckError error);

}  // namespace assay
