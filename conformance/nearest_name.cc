// Computes edit distances by dynamic programming, and finds the name at the
// smallest distance.
// Tested by tests/conformance/nearest_name_test.cc.
#include "conformance/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // rows[i][j] is the distance of a's first i characters to b's first j.
  std::vector<std::vector<std::size_t>> rows(
      a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      const std::size_t replaced =
          rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({replaced, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
      const bool swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

std::string nearest_name(std::string_view given,
                         std::span<const std::string> names) {
  // Longer than any name. It limits the table of distances.
  constexpr std::size_t kLongest = 100;
  if (given.size() > kLongest) return {};
  std::size_t least = std::max<std::size_t>(given.size() / 3, 1) + 1;
  std::string nearest;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(given, name);
    if (distance >= least || distance >= given.size()) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view given,
                         std::span<const std::string> names) {
  const std::string name = nearest_name(given, names);
  return name.empty() ? "" : fmt::format(" (did you mean {}?)", name);
}

}  // namespace assay
