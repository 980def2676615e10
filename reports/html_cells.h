// The op x dtype table of the HTML page as JSON: per cell the verdicts, the
// strip of its clauses, and the largest error with the input that gave it.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// Numbers for texts that many cells name: clause ids, accuracy bounds.
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

// Returns the rows of the ops that have records, in the order of the op table;
// an op whose cells are pairs has one row per result dtype:
//   {"name", "family", "op", "cells": [one per dtype of kDTypes]}
// A cell outside of the contract is 0, one without records {"need"}, others
//   {"need": "required"|"optional", "verdicts": [[verdict, count]…],
//    "clauses": [[clause, [[verdict, count]…]]…], "accuracy": number,
//    "ulp", "worst", "worst_id": where an error was measured,
//    "share": that of the largest error in what is allowed, where it is one}
// Verdicts are positions in kVerdictNames.
nlohmann::ordered_json html_rows(const std::vector<Record>& records,
                                 TextNumbers& clauses, TextNumbers& accuracy);

// Returns the names of the ops of the table without any record.
std::vector<std::string> ops_without_records(
    const std::vector<Record>& records);

}  // namespace assay
