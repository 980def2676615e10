// Parses globs over case ids and matches them, segment by segment.
// Tested by tests/conformance/filter_test.cc.
#include "conformance/case_glob.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/nearest_name.h"

namespace assay {
namespace {

std::vector<std::string_view> split(std::string_view text,
                                    std::string_view at) {
  std::vector<std::string_view> parts;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t to = std::min(text.find_first_of(at, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

bool are_parameters(std::string_view segment) {
  return segment.find('=') != std::string_view::npos;
}

bool is_glob(std::string_view segment) {
  return segment.find_first_of("*?") != std::string_view::npos;
}

bool is_family(std::string_view name) {
  return std::any_of(
      every_family().begin(), every_family().end(),
      [&](const FamilySpec& family) { return family.name == name; });
}

// Returns the names that are possible where `what` is expected: those of
// families, of ops or of both.
std::vector<std::string> names_for(std::string_view what) {
  std::vector<std::string> names;
  if (what != "op")
    for (const FamilySpec& family : every_family())
      names.emplace_back(family.name);
  if (what != "family")
    for (const OpSpec* op : every_op()) names.emplace_back(op->name);
  return names;
}

// Fails if a leading name without wildcards is not that of a family or op. A
// misspelt name must not pass for a filter that selects nothing.
Status check_names(const std::vector<std::string>& path, bool has_family) {
  if (path.empty()) return {};
  const auto unknown = [](std::string_view what, std::string_view name) {
    return Status::invalid(
        fmt::format("there is no {} \"{}\"{}; `assay list ops` shows them all",
                    what, name, did_you_mean(name, names_for(what))));
  };
  if (!is_glob(path[0]) && !is_family(path[0])) {
    if (has_family) return unknown("family", path[0]);
    if (!op_named(path[0])) return unknown("family or op", path[0]);
  }
  if (has_family && path.size() > 1 && !is_glob(path[1]) && !op_named(path[1]))
    return unknown("op", path[1]);
  return {};
}

// Returns whether some neighbouring parameters of an id, with the commas
// between them, match a glob.
bool run_matches(std::string_view glob,
                 const std::vector<std::string_view>& parameters) {
  for (auto first = parameters.begin(); first != parameters.end(); ++first)
    for (auto last = first; last != parameters.end(); ++last) {
      const auto length = last->data() + last->size() - first->data();
      if (glob_matches(glob,
                       std::string_view(first->data(),
                                        static_cast<std::size_t>(length))))
        return true;
    }
  return false;
}

}  // namespace

std::string_view spelt_key(std::string_view parameter) {
  const std::size_t end = parameter.find('=');
  if (end == std::string_view::npos || end == 0 ||
      parameter.find('=', end + 1) != std::string_view::npos)
    return {};
  const std::string_view key = parameter.substr(0, end);
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; })
             ? key
             : std::string_view();
}

bool is_stars(std::string_view part) {
  return !part.empty() && part.find_first_not_of('*') == std::string_view::npos;
}

bool glob_matches(std::string_view glob, std::string_view text) {
  // Backtracks to the last star only, which is enough for globs.
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

SplitId::SplitId(std::string_view id) : path(split(id, "/:")) {
  parameters = split(path.back(), ",");
  path.pop_back();
}

Result<CaseGlob> CaseGlob::parse(std::string_view text) {
  CaseGlob glob;
  glob.has_family_ = text.find('/') != std::string_view::npos;
  for (const std::string_view segment : split(text, "/:")) {
    if (!are_parameters(segment)) {
      glob.path_.emplace_back(segment);
      continue;
    }
    for (const std::string_view parameter : split(segment, ",")) {
      if (is_stars(parameter)) continue;
      auto& globs =
          spelt_key(parameter).empty() ? glob.runs_ : glob.parameters_;
      globs.emplace_back(parameter);
    }
  }
  // Stars at the end, also in the place of parameters, exclude nothing.
  while (!glob.path_.empty() && glob.path_.back() == "*") glob.path_.pop_back();
  if (Status status = check_names(glob.path_, glob.has_family_); !status.ok())
    return status;
  return glob;
}

bool CaseGlob::matches(const SplitId& id) const {
  for (const std::string& wanted : parameters_)
    if (std::none_of(id.parameters.begin(), id.parameters.end(),
                     [&](std::string_view parameter) {
                       return glob_matches(wanted, parameter);
                     }))
      return false;
  for (const std::string& wanted : runs_)
    if (!run_matches(wanted, id.parameters)) return false;
  // With "/", the first segment names the family and the second the op. Without
  // it, the first names either. The other segments must match in order; the id
  // may have further segments between them.
  if (path_.empty()) return true;
  std::size_t at = 0;
  if (!glob_matches(path_[0], id.path[0])) {
    if (has_family_ || !glob_matches(path_[0], id.path[1])) return false;
    at = 1;
  }
  if (has_family_ && path_.size() > 1 && !glob_matches(path_[1], id.path[1]))
    return false;
  for (std::size_t i = 1; i < path_.size(); ++i) {
    do {
      if (++at >= id.path.size()) return false;
    } while (!glob_matches(path_[i], id.path[at]));
  }
  return true;
}

bool CaseGlob::may_match(Op op) const {
  if (path_.empty()) return true;
  const bool is_of_family = glob_matches(path_[0], family_of(op).name);
  if (!has_family_) return is_of_family || glob_matches(path_[0], name_of(op));
  return is_of_family &&
         (path_.size() < 2 || glob_matches(path_[1], name_of(op)));
}

std::string_view CaseGlob::op() const {
  if (path_.empty()) return {};
  // Without "/", the first segment may name a family.
  if (!has_family_)
    return op_named(path_[0]) && !is_family(path_[0])
               ? std::string_view(path_[0])
               : std::string_view();
  return path_.size() > 1 && !is_glob(path_[1]) ? std::string_view(path_[1])
                                                : std::string_view();
}

}  // namespace assay
