// Parses filters and applies them. Ids contain commas, so the parser has to
// find out which commas separate terms.
// Tested by tests/conformance/filter_test.cc.
#include "conformance/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

std::vector<std::string> parts_of(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t to = std::min(text.find_first_of(at, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

// Returns the parameters of a term: what follows its names, as in "add:*:", or
// its minus.
std::string_view parameters_of(std::string_view term) {
  const std::size_t names = term.find_last_of("/:");
  if (names != std::string_view::npos) return term.substr(names + 1);
  return term.starts_with('-') ? term.substr(1) : term;
}

// Returns whether one of a term's parameters has the key.
bool has_key(std::string_view term, std::string_view key) {
  for (const std::string& parameter : parts_of(parameters_of(term), ","))
    if (spelt_key(parameter) == key) return true;
  return false;
}

// Splits a filter into terms. A part after a comma continues a term that has
// parameters in two cases: it is `key=…` with the key spelt out, or it is stars
// alone, which leave a parameter open. But a key that the term already has
// begins another term with the same names. Any other part is a term of its own.
// "add:*:dtype=int8,case=1" is one term. "add,sub", "*int8*=1,*int16*=1" and
// "add:*:dtype=int8,dtype=int16" are two terms each.
std::vector<std::string> split_terms(std::string_view text) {
  std::vector<std::string> terms;
  for (const std::string& part : parts_of(text, ",")) {
    const bool may_continue = !terms.empty() &&
                              !terms.back().starts_with('@') &&
                              terms.back().find('=') != std::string::npos;
    const std::string_view key = spelt_key(part);
    if (!may_continue || (key.empty() && !is_stars(part))) {
      terms.push_back(part);
    } else if (!key.empty() && has_key(terms.back(), key)) {
      const std::string_view term = terms.back();
      const std::string_view names =
          term.substr(0, term.size() - parameters_of(term).size());
      terms.push_back(std::string(names) + part);
    } else {
      terms.back() += "," + part;
    }
  }
  return terms;
}

}  // namespace

Status Filter::add_file(const std::string& path, int depth) {
  std::error_code error;
  std::ifstream file(path);
  if (!file || depth > 4 || std::filesystem::is_directory(path, error))
    return Status::invalid(
        fmt::format("--filter: {} cannot be read as a list of terms", path));
  const std::size_t before = terms_.size();
  std::string line;
  while (std::getline(file, line)) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty() || line[0] == '#') continue;
    if (Status status = add(line, depth); !status.ok()) return status;
  }
  if (terms_.size() == before)
    return Status::invalid(
        fmt::format("--filter: {} has no terms; expected one per line", path));
  return {};
}

Status Filter::add(std::string_view text, int depth) {
  for (const std::string& whole : split_terms(text)) {
    std::string_view rest = whole;
    if (rest.starts_with('@')) {
      Status status = add_file(std::string(rest.substr(1)), depth + 1);
      if (!status.ok()) return status;
      continue;
    }
    Term term;
    if (rest.starts_with('-')) {
      term.excludes = true;
      rest.remove_prefix(1);
    }
    if (rest.empty())
      return Status::invalid(fmt::format(
          "--filter: \"{}\" has an empty term; expected globs such as "
          "elementwise/add:*:dtype=float32",
          text));
    auto glob = CaseGlob::parse(rest);
    if (!glob) return Status::invalid("--filter: " + glob.status().message);
    term.glob = *std::move(glob);
    terms_.push_back(std::move(term));
  }
  return {};
}

Result<Filter> Filter::parse(std::string_view text) {
  Filter filter;
  if (text.empty()) return filter;
  if (Status status = filter.add(text, 0); !status.ok()) return status;
  return filter;
}

bool Filter::has_exclusions_alone() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const Term& term) { return term.excludes; });
}

bool Filter::may_select(Op op) const {
  return has_exclusions_alone() ||
         std::any_of(terms_.begin(), terms_.end(), [&](const Term& term) {
           return !term.excludes && term.glob.may_match(op);
         });
}

bool Filter::selects(std::string_view id) const {
  if (terms_.empty()) return true;
  bool selected = has_exclusions_alone();
  const SplitId split_id(id);
  for (const Term& term : terms_)
    if (term.glob.matches(split_id)) selected = !term.excludes;
  return selected;
}

}  // namespace assay
