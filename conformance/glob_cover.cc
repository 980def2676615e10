// Tries the globs that the id of each wanted case suggests, and takes those
// that match the most cases first. That need not be the smallest number of
// globs, which is a hard problem, but it is small where failures have one
// cause. Tested by tests/conformance/glob_cover_test.cc.
#include "conformance/glob_cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay {
namespace {

bool is_dtype(std::string_view parameter) {
  return parameter.starts_with("dtype=") || parameter.starts_with("to=");
}

// Returns "dtype=float*" for "dtype=float32", and nothing if the dtype has no
// family of this kind.
std::string widened(std::string_view parameter) {
  const std::size_t value = parameter.find('=') + 1;
  for (const std::string_view kind : {"float", "uint", "int", "complex"})
    if (parameter.substr(value).starts_with(kind))
      return fmt::format("{}{}*", parameter.substr(0, value), kind);
  return {};
}

// Returns lists of parameters that a glob for the case may have, the shortest
// first: none, its dtypes, a kind of dtypes, and each of these with one other
// parameter. A glob never has the number of the case.
std::vector<std::string> parameter_choices(const SplitId& id) {
  std::vector<std::string> dtypes, others;
  for (const std::string_view parameter : id.parameters)
    if (is_dtype(parameter))
      dtypes.emplace_back(parameter);
    else if (!parameter.starts_with("case="))
      others.emplace_back(parameter);
  std::vector<std::string> choices = {""};
  if (!dtypes.empty()) {
    choices.push_back(fmt::format("{}", fmt::join(dtypes, ",")));
    for (const std::string& dtype : dtypes) {
      if (dtypes.size() > 1) choices.push_back(dtype);
      if (std::string wide = widened(dtype); !wide.empty())
        choices.push_back(std::move(wide));
    }
  }
  const std::size_t without_others = choices.size();
  for (std::size_t i = 0; i < without_others; ++i)
    for (const std::string& other : others)
      choices.push_back(choices[i] + (choices[i].empty() ? "" : ",") + other);
  return choices;
}

// Returns the globs that may cover the case together with others. Of those that
// match the same cases, the first is the best to read.
std::vector<std::string> candidates(const SplitId& id) {
  if (id.path.size() < 3) return {};
  const std::string clause = fmt::format(
      "{}/{}", id.path[0], fmt::join(id.path.begin() + 1, id.path.end(), ":"));
  const std::string variant = clause.substr(0, clause.rfind(':'));
  std::vector<std::string> paths = {clause, variant};
  const std::string op = fmt::format("{}/{}", id.path[0], id.path[1]);
  if (op != variant) paths.push_back(op);
  paths.push_back(fmt::format("{}/*:{}", id.path[0], id.path.back()));
  std::vector<std::string> globs;
  const auto choices = parameter_choices(id);
  for (const std::string& path : paths)
    for (const std::string& parameters : choices)
      globs.push_back(parameters.empty() ? path : path + ":" + parameters);
  return globs;
}

// Returns the glob of the clause and the dtypes of a case. Only this one may
// stand for a single case: a wider one would also hide cases to come.
std::string narrow_glob(const SplitId& id) {
  std::vector<std::string_view> dtypes;
  std::copy_if(id.parameters.begin(), id.parameters.end(),
               std::back_inserter(dtypes), is_dtype);
  if (dtypes.empty()) return {};
  return fmt::format("{}/{}:{}", id.path[0],
                     fmt::join(id.path.begin() + 1, id.path.end(), ":"),
                     fmt::join(dtypes, ","));
}

}  // namespace

GlobCover::GlobCover(const std::vector<PlannedCase>& plan) {
  ids_.reserve(plan.size());
  for (const PlannedCase& planned : plan) {
    by_name_[std::string(name_of(planned.op))].push_back(ids_.size());
    by_name_[fmt::format("{}/", family_of(planned.op).name)].push_back(
        ids_.size());
    ids_.push_back(planned.id());
  }
  split_.reserve(ids_.size());
  for (const std::string& id : ids_) split_.emplace_back(id);
}

GlobCover::Cover GlobCover::cover_of(std::string glob,
                                     const std::vector<Place>& places) const {
  Cover cover;
  cover.glob = std::move(glob);
  const auto matcher = CaseGlob::parse(cover.glob);
  if (!matcher) return cover;
  std::string place(matcher->op());
  if (place.empty()) place = cover.glob.substr(0, cover.glob.find('/') + 1);
  const auto cases = by_name_.find(place);
  if (cases == by_name_.end()) return cover;
  for (const std::size_t i : cases->second) {
    if (!matcher->matches(split_[i])) continue;
    if (places[i] == Place::kOther) {
      cover.wanted = 0;
      return cover;
    }
    cover.cases.push_back(i);
    cover.wanted += places[i] == Place::kWanted ? 1 : 0;
  }
  return cover;
}

std::vector<std::string> GlobCover::globs_for(const Ids& wanted,
                                              Ids& open) const {
  std::vector<Place> places(ids_.size(), Place::kOther);
  for (std::size_t i = 0; i < ids_.size(); ++i)
    if (wanted.contains(ids_[i]))
      places[i] = Place::kWanted;
    else if (open.contains(ids_[i]))
      places[i] = Place::kOpen;
  std::vector<Cover> covers;
  std::set<std::string> tried;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (places[i] != Place::kWanted) continue;
    const SplitId& id = split_[i];
    const std::string narrow = narrow_glob(id);
    for (std::string& glob : candidates(id)) {
      if (!tried.insert(glob).second) continue;
      Cover cover = cover_of(std::move(glob), places);
      if (cover.wanted > 1 || (cover.wanted == 1 && cover.glob == narrow))
        covers.push_back(std::move(cover));
    }
  }
  std::stable_sort(
      covers.begin(), covers.end(),
      [](const Cover& a, const Cover& b) { return a.wanted > b.wanted; });
  // Two lines must not match one case, so a glob is taken only if no glob
  // before it has any of its cases.
  std::vector<const Cover*> of_case(ids_.size());
  for (const Cover& cover : covers) {
    if (std::any_of(cover.cases.begin(), cover.cases.end(),
                    [&](std::size_t i) { return of_case[i] != nullptr; }))
      continue;
    for (const std::size_t i : cover.cases) {
      of_case[i] = &cover;
      open.erase(ids_[i]);
    }
  }
  std::vector<std::string> globs;
  std::set<const Cover*> written;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (places[i] != Place::kWanted) continue;
    if (of_case[i] == nullptr)
      globs.push_back(ids_[i]);
    else if (written.insert(of_case[i]).second)
      globs.push_back(of_case[i]->glob);
  }
  return globs;
}

}  // namespace assay
