// Tested by tests/conformance/filter_test.cc.
#include "conformance/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "spec/op_table.h"

namespace assay {
namespace {

std::vector<std::string> split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t to = std::min(text.find_first_of(at, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

// A comma ends a term unless a parameter follows it: "add:*:dtype=a,case=1"
// is one term, "add,sub" two.
std::vector<std::string> split_terms(std::string_view text) {
  std::vector<std::string> terms;
  for (const std::string& part : split(text, ",")) {
    const bool continues = !terms.empty() &&
                           terms.back().find('=') != std::string::npos &&
                           part.find('=') != std::string::npos &&
                           part.find_first_of("/:") == std::string::npos &&
                           !part.starts_with('-') && !part.starts_with('@');
    if (continues)
      terms.back() += "," + part;
    else
      terms.push_back(part);
  }
  return terms;
}

bool are_parameters(std::string_view segment) {
  return segment.find('=') != std::string_view::npos;
}

bool is_glob(std::string_view segment) {
  return segment.find_first_of("*?") != std::string_view::npos;
}

bool is_family(std::string_view name) {
  return std::any_of(
      std::begin(kFamilies), std::end(kFamilies),
      [&](const FamilySpec& family) { return family.name == name; });
}

// Whether one of the leading names of a term, spelt out, is that of no family
// or op: a misspelt name must not pass for a filter that selects nothing.
Status check_names(const std::vector<std::string>& path, bool has_family) {
  if (path.empty()) return {};
  const auto unknown = [](std::string_view what, std::string_view name) {
    return Status::invalid(fmt::format(
        "--filter: there is no {} \"{}\"; `assay list ops` shows them all",
        what, name));
  };
  if (!is_glob(path[0]) && !is_family(path[0])) {
    if (has_family) return unknown("family", path[0]);
    if (!op_named(path[0])) return unknown("family or op", path[0]);
  }
  if (has_family && path.size() > 1 && !is_glob(path[1]) && !op_named(path[1]))
    return unknown("op", path[1]);
  return {};
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view text) {
  // Backtracks to the last star only: enough for globs.
  std::size_t g = 0, t = 0;
  std::size_t star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t]) &&
        glob[g] != '*') {
      ++g;
      ++t;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      mark = t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

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
        fmt::format("--filter: {} has no terms; expected one a line", path));
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
    term.has_family = rest.find('/') != std::string_view::npos;
    for (std::string& segment : split(rest, "/:")) {
      if (are_parameters(segment))
        for (std::string& parameter : split(segment, ","))
          term.parameters.push_back(std::move(parameter));
      else
        term.path.push_back(std::move(segment));
    }
    if (Status status = check_names(term.path, term.has_family); !status.ok())
      return status;
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

bool Filter::matches(const Term& term, std::string_view id) {
  std::vector<std::string> segments = split(id, "/:");
  const std::vector<std::string> parameters = split(segments.back(), ",");
  segments.pop_back();
  for (const std::string& wanted : term.parameters)
    if (std::none_of(parameters.begin(), parameters.end(),
                     [&](const std::string& parameter) {
                       return glob_matches(wanted, parameter);
                     }))
      return false;
  // The first segment names the family, and the second then the op; without
  // "/" the first names the family or the op. The others follow in order, and
  // what they leave out may be anything.
  if (term.path.empty()) return true;
  std::size_t at = 0;
  if (!glob_matches(term.path[0], segments[0])) {
    if (term.has_family || !glob_matches(term.path[0], segments[1]))
      return false;
    at = 1;
  }
  if (term.has_family && term.path.size() > 1 &&
      !glob_matches(term.path[1], segments[1]))
    return false;
  for (std::size_t i = 1; i < term.path.size(); ++i) {
    do {
      if (++at >= segments.size()) return false;
    } while (!glob_matches(term.path[i], segments[at]));
  }
  return true;
}

bool Filter::selects(std::string_view id) const {
  bool selected = std::all_of(terms_.begin(), terms_.end(),
                              [](const Term& term) { return term.excludes; });
  for (const Term& term : terms_)
    if (matches(term, id)) selected = !term.excludes;
  return selected;
}

}  // namespace assay
