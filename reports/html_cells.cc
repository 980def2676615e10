// Collects the verdicts and errors of every cell, and writes them as rows of
// JSON.
// Tested by tests/reports/html_page_test.cc.
#include "reports/html_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "spec/op_lookup.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using Counts = std::map<Verdict, std::int64_t>;

struct Cell {
  Counts verdicts;
  std::map<std::string, Counts> clauses;
  double ulp = 0;
  double share = 0;
  const Record* worst = nullptr;
};

// Returns the dtype of the column, and that of the result if the cell is a
// pair.
std::pair<std::string, std::string> column_and_result(const Record& record) {
  const auto arrow = record.dtype.find('>');
  if (arrow == std::string::npos) return {record.dtype, ""};
  return {record.dtype.substr(0, arrow), record.dtype.substr(arrow + 1)};
}

// Op, variant, result dtype; then dtype.
using RowKey = std::tuple<std::string, std::string, std::string>;
using Cells = std::map<RowKey, std::map<std::string, Cell>>;

Cells cells_of(const std::vector<Record>& records) {
  Cells cells;
  for (const Record& record : records) {
    const auto [column, result] = column_and_result(record);
    Cell& cell = cells[{record.op, record.variant, result}][column];
    ++cell.verdicts[record.verdict];
    ++cell.clauses[record.clause][record.verdict];
    cell.share = std::max(cell.share, record.tightness);
    // For equal errors the first id counts, so that the order of records is
    // irrelevant.
    const bool worse = record.max_ulp > cell.ulp ||
                       (record.max_ulp == cell.ulp && cell.worst != nullptr &&
                        record.id < cell.worst->id);
    if (record.max_ulp > 0 && worse) {
      cell.ulp = record.max_ulp;
      cell.worst = &record;
    }
  }
  return cells;
}

Json counts_json(const Counts& counts) {
  Json json = Json::array();
  for (const auto& [verdict, count] : counts)
    json.push_back({static_cast<int>(verdict), count});
  return json;
}

std::string accuracy_text(const Tolerance& tolerance) {
  switch (tolerance.accuracy) {
    case Accuracy::kExact:
      return "exact";
    case Accuracy::kBits:
      return "exact, bit for bit";
    case Accuracy::kCorrectlyRounded:
      return "correctly rounded";
    case Accuracy::kUlp:
      return fmt::format("{} ULP", tolerance.bound);
    case Accuracy::kNormwise:
      return fmt::format("{} u of the modulus", tolerance.bound);
    case Accuracy::kConditionAware:
      return "error bound of the summation";
    case Accuracy::kProduct:
      return "error bound of the product";
    case Accuracy::kFft:
      return "norm-wise bounds per slice";
    case Accuracy::kResidual:
      return "residuals per matrix";
  }
  return {};
}

Json cell_json(const Cell* cell, Need need, const Tolerance& tolerance,
               TextNumbers& clauses, TextNumbers& accuracy) {
  if (cell == nullptr && need == Need::kNone) return 0;
  Json json = {{"need", need == Need::kRequired ? "required" : "optional"}};
  if (cell == nullptr) return json;
  json["verdicts"] = counts_json(cell->verdicts);
  Json strip = Json::array();
  for (const auto& [clause, counts] : cell->clauses)
    strip.push_back({clauses[clause], counts_json(counts)});
  json["clauses"] = std::move(strip);
  json["accuracy"] = accuracy[accuracy_text(tolerance)];
  if (cell->share > 0) json["share"] = cell->share;
  if (cell->worst != nullptr) {
    json["ulp"] = cell->ulp;
    if (!cell->worst->worst_operands.empty())
      json["worst"] = cell->worst->worst_operands;
    json["worst_id"] = cell->worst->id;
  }
  return json;
}

// Returns one row of the table. `result` is empty unless the cells are pairs.
Json row_json(Op op, const Variant& variant, std::string_view result,
              const std::map<std::string, Cell>& cells, TextNumbers& clauses,
              TextNumbers& accuracy) {
  std::string name(name_of(op));
  if (!variant.name.empty()) name += fmt::format(":{}", variant.name);
  if (!result.empty()) name += fmt::format(" > {}", result);
  Json row = {
      {"name", name}, {"family", family_of(op).name}, {"op", name_of(op)}};
  for (const DTypeSpec& column : kDTypes) {
    const auto cell = cells.find(std::string(column.name));
    const DType made =
        result.empty() ? column.dtype : dtype_named(result).value();
    row["cells"].push_back(
        cell_json(cell == cells.end() ? nullptr : &cell->second,
                  need_of(op, variant, column.dtype, made),
                  tolerance_of(variant, column.dtype), clauses, accuracy));
  }
  return row;
}

}  // namespace

Json html_rows(const std::vector<Record>& records, TextNumbers& clauses,
               TextNumbers& accuracy) {
  const Cells cells = cells_of(records);
  Json rows = Json::array();
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const Op op = static_cast<Op>(i);
    for (const Variant& variant : spec_of(op).variants) {
      const auto add = [&](std::string_view result) {
        const auto found =
            cells.find({std::string(name_of(op)), std::string(variant.name),
                        std::string(result)});
        if (found != cells.end())
          rows.push_back(
              row_json(op, variant, result, found->second, clauses, accuracy));
      };
      add("");
      for (const DTypeSpec& result : kDTypes) add(result.name);
    }
  }
  return rows;
}

std::vector<std::string> ops_without_records(
    const std::vector<Record>& records) {
  std::set<std::string> seen;
  for (const Record& record : records) seen.insert(record.op);
  std::vector<std::string> names;
  for (const OpSpec* op : every_op())
    if (!seen.contains(std::string(op->name))) names.emplace_back(op->name);
  return names;
}

}  // namespace assay
