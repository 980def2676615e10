// Reads the lists of names in a row of the adversary's table.
// Tested by tests/adversary/bug_table_test.cc.
#include "tests/adversary/bug_row.h"

#include <algorithm>

namespace assay::adversary {
namespace {

bool is_dtype_of(std::string_view wanted, std::string_view dtype,
                 std::string_view result) {
  const std::size_t arrow = wanted.find('>');
  if (arrow == std::string_view::npos) return wanted == dtype;
  const std::string_view from = wanted.substr(0, arrow);
  const std::string_view to = wanted.substr(arrow + 1);
  return (from.empty() || from == dtype) && (to.empty() || to == result);
}

}  // namespace

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

bool concerns(const BugRow& row, std::string_view op, std::string_view dtype,
              std::string_view result) {
  bool found = false;
  for (std::string_view name : ops_of(row)) found = found || name == op;
  if (!found || row.dtypes.empty()) return found;
  for (std::string_view wanted : split(row.dtypes, ','))
    if (is_dtype_of(wanted, dtype, result)) return true;
  return false;
}

std::vector<std::string_view> ops_of(const BugRow& row) {
  return split(row.ops, ',');
}

}  // namespace assay::adversary
