// Chooses and writes golden vectors. A case is chosen if it is the first with
// some feature, such as a clause on a kind of dtype, a layout or a high rank.
// That keeps the files small without losing what they cover.
// Tested by tests/conformance/vectors_test.cc.
#include "conformance/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "conformance/long_vectors.h"
#include "conformance/second_sources.h"
#include "conformance/stored_cases.h"
#include "harness/case/case_json.h"
#include "harness/case/seed.h"
#include "harness/families/drawn_families.h"
#include "harness/generate/build_case.h"
#include "harness/record/record.h"
#include "harness/run/prepare.h"
#include "harness/view/view_case_plan.h"
#include "spec/version.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Numbers of elements: the most of a small case, the most of a medium case, and
// the fewest of a case with many.
constexpr std::size_t kSmall = 48;
constexpr std::size_t kMedium = 512;
constexpr std::size_t kMany = 128;

std::size_t elements_in(const Case& test_case) {
  std::size_t count = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    count += tensor.storage ? tensor.storage->size()
                            : static_cast<std::size_t>(tensor.view.numel());
  return count;
}

// Returns the kind of a dtype. Dtypes that few libraries have are kinds of
// their own, so that a reader without them still gets every clause.
std::string_view kind_of(DType dtype) {
  constexpr DTypeSet kSigned = {DType::kInt8, DType::kInt16, DType::kInt32,
                                DType::kInt64};
  constexpr DTypeSet kRare = {DType::kBfloat16, DType::kFloat8E4m3fn,
                              DType::kFloat8E5m2};
  if (dtype == DType::kBool) return "bool";
  if (kPacked.contains(dtype)) return "packed";
  if (is_complex(dtype)) return "complex";
  if (is_real(dtype)) return kRare.contains(dtype) ? "rare real" : "real";
  return kSigned.contains(dtype) ? "signed" : "unsigned";
}

// Returns the largest rank of a tensor of a case.
std::size_t rank_in(const Case& test_case) {
  std::size_t rank = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    rank = std::max(rank, tensor.view.rank());
  return rank;
}

struct Candidate {
  PlannedCase plan;
  std::size_t elements = 0;
  std::size_t rank = 0;
  std::uint64_t seed = 0;

  int size_class() const {
    return elements <= kSmall ? 0 : elements <= kMedium ? 1 : 2;
  }
};

// Returns the features of a case. It is chosen if no case before it had one of
// them.
std::vector<std::string> features_of(const Candidate& candidate) {
  const PlannedCase& plan = candidate.plan;
  const std::string_view family = family_of(plan.op).name;
  std::vector<std::string> features = {
      fmt::format("layout {} {}", plan.clause, name_of(plan.layout)),
      fmt::format("cell {} {} {}", plan.variant, name_of(plan.dtype),
                  name_of(plan.result))};
  const std::string kinds =
      fmt::format("{} {}", kind_of(plan.dtype), kind_of(plan.result));
  if (set_of(plan.op) == "nx") {
    features.push_back(
        fmt::format("kind {} {} {}", plan.variant, plan.clause, kinds));
  } else {
    // Ops of networks have large cases and up to five variants.
    features.push_back(fmt::format("kind {} {}", plan.clause, kinds));
    features.push_back(fmt::format("variant {} {}", plan.variant, plan.clause));
  }
  if (family == "elementwise" && candidate.elements >= kMany &&
      plan.clause.starts_with(name_of(plan.op)))
    features.push_back(
        fmt::format("many {} {}", plan.clause, kind_of(plan.dtype)));
  if (candidate.elements >= kMany && candidate.elements <= kMedium)
    features.push_back(fmt::format("long {}", plan.clause));
  // Some implementations have a fixed number of nested loops or a table of axes
  // of a fixed length, which high ranks exceed.
  if (candidate.rank > 4)
    features.push_back(fmt::format("rank {} {}", plan.clause,
                                   candidate.rank > 16  ? "32"
                                   : candidate.rank > 8 ? "16"
                                                        : "8"));
  return features;
}

Json head_of(std::string_view family, std::string_view op) {
  const Provenance* provenance =
      provenance_of(family == "view" ? "view_module" : op);
  Json sources = Json::array();
  for (const SecondSource& source : second_sources())
    if (lists_word(provenance->sources, source.name))
      sources.push_back(source.name);
  return {{"format", kVectorFormat},
          {"family", family},
          {"op", op},
          {"spec_version", kSpecVersion},
          {"suite_version", kSuiteVersion},
          {"provenance",
           {{"oracle", family == "view" ? "none" : "reference"},
            {"method", provenance->method},
            {"second_sources", std::move(sources)}}}};
}

Result<std::vector<Json>> written(const std::vector<PlannedCase>& chosen,
                                  Oracle& oracle) {
  std::vector<Json> cases;
  for (const PlannedCase& planned : chosen) {
    Case test_case = build_case(planned, 0);
    if (Status status = prepare_case(test_case, oracle, kNx); !status.ok())
      return Status::internal(planned.id() + ": " + status.message);
    cases.push_back(case_to_json(test_case));
  }
  return cases;
}

Result<VectorFile> file_of(const std::vector<PlannedCase>& plan,
                           Oracle& oracle) {
  const Op op = plan.front().op;
  const std::string_view family = family_of(op).name;
  auto cases = written(choose_vectors(plan), oracle);
  if (!cases) return cases.status();
  auto longer = choose_long_vectors(plan, oracle);
  if (!longer) return longer.status();
  for (LongVector& one : *longer) cases->push_back(std::move(one.json));
  // The calls that must be refused, each after its control.
  std::vector<PlannedCase> breaches;
  for (const PlannedCase& breach :
       plan_robustness(Level::kQuick, *Filter::parse(name_of(op))))
    if (breach.op == op) breaches.push_back(breach);
  const auto refused = written(breaches, oracle);
  if (!refused) return refused.status();
  cases->insert(cases->end(), refused->begin(), refused->end());
  return VectorFile{fmt::format("{}/{}.json", family, name_of(op)),
                    vector_text(head_of(family, name_of(op)), *cases)};
}

// Adds one file per transformation. The ids of view cases are "view/STEP:…".
Status add_view_files(std::vector<VectorFile>& files) {
  const auto planned = planned_view_cases();
  if (!planned) return planned.status();
  std::map<std::string, std::vector<Json>> cases;
  for (const ViewCase& view_case : *planned) {
    const std::size_t slash = view_case.id.find('/') + 1;
    cases[view_case.id.substr(slash, view_case.id.find(':') - slash)].push_back(
        view_case_to_json(view_case));
  }
  for (const auto& [step, list] : cases)
    files.push_back(
        {"view/" + step + ".json", vector_text(head_of("view", step), list)});
  return {};
}

}  // namespace

std::string vector_text(const Json& head, const std::vector<Json>& cases) {
  std::string text = "{";
  for (const auto& [key, value] : head.items())
    text += fmt::format("{}: {},\n", Json(key).dump(), value.dump());
  text += "\"cases\": [\n";
  for (std::size_t i = 0; i < cases.size(); ++i)
    text += cases[i].dump() + (i + 1 < cases.size() ? ",\n" : "\n");
  return text + "]}\n";
}

std::vector<PlannedCase> choose_vectors(const std::vector<PlannedCase>& plan) {
  std::vector<Candidate> candidates;
  for (const PlannedCase& planned : plan) {
    // choose_long_vectors() chooses among the cases of the ladder. Further
    // cases are left out because they would replace vectors that are published.
    if (planned.rung > 0 || is_further_case(planned)) continue;
    const Case test_case = build_case(planned, 0);
    candidates.push_back({planned, elements_in(test_case), rank_in(test_case),
                          case_seed(0, planned.id())});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) {
              return std::tuple(a.size_class(), a.seed) <
                     std::tuple(b.size_class(), b.seed);
            });
  std::set<std::string> seen;
  std::set<std::string> chosen;
  for (const Candidate& candidate : candidates) {
    bool is_first = false;
    for (std::string& feature : features_of(candidate))
      is_first |= seen.insert(std::move(feature)).second;
    if (is_first) chosen.insert(candidate.plan.id());
  }
  // Returned in the order of the plan, so that a file reads clause by clause.
  std::vector<PlannedCase> kept;
  for (const PlannedCase& planned : plan)
    if (chosen.contains(planned.id())) kept.push_back(planned);
  return kept;
}

Result<std::vector<PlannedCase>> read_vectors(
    const std::vector<PlannedCase>& plan, Oracle& oracle) {
  std::vector<PlannedCase> chosen = choose_vectors(plan);
  auto cases = written(chosen, oracle);
  if (!cases) return cases.status();
  auto longer = choose_long_vectors(plan, oracle);
  if (!longer) return longer.status();
  for (LongVector& one : *longer) {
    chosen.push_back(one.plan);
    cases->push_back(std::move(one.json));
  }
  std::vector<PlannedCase> read;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto test_case = parse_case((*cases)[i].dump());
    if (!test_case)
      return Status::internal(chosen[i].id() + ": " +
                              test_case.status().message);
    read.push_back(plan_stored(*std::move(test_case)));
    // The id in the op table outlives the case.
    read.back().clause = chosen[i].clause;
  }
  return read;
}

Result<std::vector<VectorFile>> golden_vectors(Oracle& oracle,
                                               const Filter& filter) {
  std::vector<PlannedCase> plan = plan_cases(Level::kStandard, Filter());
  std::erase_if(plan, [&](const PlannedCase& planned) {
    // A session or a place is of a subject, so no file shows its clauses.
    return !filter.may_select(planned.op) || surrounds_calls(planned.op);
  });
  std::vector<VectorFile> files;
  for (auto from = plan.begin(); from != plan.end();) {
    const auto to = std::find_if(from, plan.end(), [&](const auto& planned) {
      return planned.op != from->op;
    });
    auto file = file_of({from, to}, oracle);
    if (!file) return file.status();
    files.push_back(*std::move(file));
    from = to;
  }
  if (!filter.is_empty()) return files;
  if (Status status = add_view_files(files); !status.ok()) return status;
  return files;
}

}  // namespace assay
