// Makes the op x dtype table of the HTML page as JSON. Each cell has its
// verdicts, the verdicts of its clauses, and the largest error with its input.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// Gives numbers to texts that many cells refer to: clause ids, accuracy bounds.
class TextNumbers {
 public:
  int operator[](const std::string& text) {
    const auto [place, fresh] =
        numbers_.try_emplace(text, static_cast<int>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return place->second;
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> texts_;
};

// Returns rows for the ops that have records, in the order of the op table. An
// op whose cells are pairs has one row per result dtype:
//   {"name", "family", "op", "cells": [one per dtype of kDTypes]}
// A cell that is not in the contract is 0, one without records is {"need"}, and
// any other is
//   {"need": "required"|"optional", "verdicts": [[verdict, count]…],
//    "clauses": [[clause, [[verdict, count]…]]…], "accuracy": number,
//    "ulp", "worst", "worst_id": if an error was measured,
//    "share": the largest error as a share of what is allowed, if it has one}
// Verdicts are positions in kVerdictNames.
nlohmann::ordered_json html_rows(const std::vector<Record>& records,
                                 TextNumbers& clauses, TextNumbers& accuracy);

// Returns the names of the ops in the op table that have no record.
std::vector<std::string> ops_without_records(
    const std::vector<Record>& records);

}  // namespace assay
