// Defines a row of the adversary's table: one bug that a real backend could
// have, the ops and dtypes it concerns, and the function that puts it into a
// call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::adversary {

class CallSite;

// Says what kind of situation a bug waits for.
enum class BugClass : std::uint8_t {
  kSizes,       // a size above a threshold, a tail, a narrow index
  kLayouts,     // offsets, strides, overlapping and broadcast views
  kAxes,        // axis positions, ranks, permutations
  kValues,      // particular operand values
  kState,       // earlier calls, the identity of operands, other contexts
  kDegenerate,  // calls that do nothing: no updates, extent 1, identity
  kLinalg,      // factorizations, products and solves
  kTransforms,  // lengths, axes and batches of Fourier transforms
  kMemory,      // allocation, reads, writes, copies and fills
  kNetworks,    // windows, taps, groups, masks and rows of op set nn
};
inline constexpr std::string_view kBugClassNames[] = {
    "sizes",      "layouts", "axes",       "values", "state",
    "degenerate", "linalg",  "transforms", "memory", "networks"};
inline constexpr int kBugClassCount = 10;

constexpr std::string_view name_of(BugClass kind) {
  return kBugClassNames[static_cast<int>(kind)];
}

// Decides whether a bug shows in a call.
using Condition = std::function<bool(const CallSite&)>;
// Changes the results of a call that succeeded.
using Edit = std::function<void(CallSite&)>;
// Carries out a call with the bug in it and returns its status code.
using Fault = std::function<int(CallSite&)>;

// The dtypes of most bugs in op set nn.
inline constexpr const char* kFloats = "float16,bfloat16,float32,float64";

struct BugRow {
  std::string name{};
  std::string ops{};     // names with commas between them
  std::string dtypes{};  // "" for all, "float32,int8", or "float32>float16"
  std::string text{};    // one sentence: what the backend does wrong
  std::string source{};  // "owner/repository#number" of a report, or ""
  Fault fault{};
  std::string witness{};    // a program on which the bug changes the answer
  bool concurrent = false;  // not serialized: it is about overlapping calls
  // Change bytes on their way out of a buffer or into it; may be empty.
  std::function<void(std::byte* bytes, std::size_t count)> on_read = nullptr;
  std::function<void(std::byte* bytes, std::size_t count)> on_write = nullptr;
  BugClass kind{};          // set by the table that the row is in
  bool is_control = false;  // no bug: the suite has to pass it
  // Rows of one ladder stand next to each other, and each shows in a part of
  // the calls that the one before it shows in: where that one passes a case,
  // so do all after it.
  std::string ladder{};
};
using BugRows = std::vector<BugRow>;

// Returns whether the op of a name and the dtypes of a call are the row's.
// `dtype` is the first operand's (the filled one's where there is none).
bool concerns(const BugRow& row, std::string_view op, std::string_view dtype,
              std::string_view result);

// Returns the parts of a list with a separator between them.
std::vector<std::string_view> split(std::string_view list, char separator);

// Returns the ops of a row, in the order that it names them.
std::vector<std::string_view> ops_of(const BugRow& row);

}  // namespace assay::adversary
