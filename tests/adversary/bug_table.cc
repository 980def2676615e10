// Tested by tests/adversary/bug_table_test.cc.
#include "tests/adversary/bug_table.h"

#include "spec/op_lookup.h"
#include "tests/adversary/cliff_bugs.h"

namespace assay::adversary {
namespace {

std::vector<BugRow> join_tables() {
  using Table = BugRows (*)();
  constexpr std::pair<BugClass, Table> kTables[] = {
      {BugClass::kSizes, size_bugs},
      {BugClass::kSizes, array_size_bugs},
      {BugClass::kSizes, indexing_size_bugs},
      {BugClass::kLayouts, layout_bugs},
      {BugClass::kLayouts, array_layout_bugs},
      {BugClass::kAxes, axis_bugs},
      {BugClass::kValues, value_bugs},
      {BugClass::kValues, integer_value_bugs},
      {BugClass::kValues, order_value_bugs},
      {BugClass::kValues, narrow_value_bugs},
      {BugClass::kValues, complex_value_bugs},
      {BugClass::kValues, lax_elementwise_bugs},
      {BugClass::kState, state_bugs},
      {BugClass::kState, aliasing_bugs},
      {BugClass::kDegenerate, degenerate_bugs},
      {BugClass::kLinalg, product_bugs},
      {BugClass::kLinalg, linalg_bugs},
      {BugClass::kLinalg, pivoted_bugs},
      {BugClass::kTransforms, transform_bugs},
      {BugClass::kMemory, memory_bugs},
      {BugClass::kNetworks, convolution_bugs},
      {BugClass::kNetworks, pooling_bugs},
      {BugClass::kNetworks, resampling_bugs},
      {BugClass::kNetworks, activation_bugs},
      {BugClass::kNetworks, normalization_bugs},
      {BugClass::kNetworks, attention_bugs},
      {BugClass::kNetworks, statistics_bugs},
      {BugClass::kNetworks, region_bugs},
      {BugClass::kNetworks, pointwise_bugs},
      {BugClass::kNetworks, ordering_bugs},
      {BugClass::kNetworks, indexed_bugs},
      {BugClass::kNetworks, quantization_bugs},
      {BugClass::kAxes, lax_movement_bugs},
      {BugClass::kAxes, lax_indexing_bugs},
      {BugClass::kLinalg, lax_contraction_bugs},
  };
  std::vector<BugRow> rows;
  for (const auto& [kind, table] : kTables)
    for (BugRow& row : table()) {
      row.kind = kind;
      rows.push_back(std::move(row));
    }
  return rows;
}

}  // namespace

const std::vector<BugRow>& every_bug() {
  static const std::vector<BugRow> rows = join_tables();
  return rows;
}

bool is_about_networks(const BugRow& row) {
  if (row.name == kNetworkControl) return true;
  for (std::string_view name : ops_of(row))
    if (const auto op = op_named(name)) return set_of(*op) != "nx";
  return false;
}

std::optional<BugRow> bug_named(std::string_view name) {
  if (name == "control" || name == kNetworkControl) {
    BugRow row;
    row.name = name;
    row.is_control = true;
    return row;
  }
  if (name.starts_with("cliff:")) return cliff_named(name);
  for (const BugRow& row : every_bug())
    if (row.name == name) return row;
  return std::nullopt;
}

}  // namespace assay::adversary
