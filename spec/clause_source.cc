// Looks the sources of clauses up. Tested by tests/spec/sources_test.cc.
#include "spec/clause_source.h"

#include <algorithm>
#include <optional>

#include "spec/sources/activation.h"
#include "spec/sources/aspects.h"
#include "spec/sources/attention.h"
#include "spec/sources/burn_activation.h"
#include "spec/sources/burn_attention.h"
#include "spec/sources/burn_convolution.h"
#include "spec/sources/burn_linear.h"
#include "spec/sources/burn_pooling.h"
#include "spec/sources/burn_resampling.h"
#include "spec/sources/burn_selection.h"
#include "spec/sources/contraction.h"
#include "spec/sources/conversion.h"
#include "spec/sources/convolution.h"
#include "spec/sources/convolution_gradients.h"
#include "spec/sources/elementwise.h"
#include "spec/sources/fourier.h"
#include "spec/sources/indexing.h"
#include "spec/sources/interface_algebra.h"
#include "spec/sources/interface_arrays.h"
#include "spec/sources/interface_elements.h"
#include "spec/sources/lax_contraction.h"
#include "spec/sources/lax_conversion.h"
#include "spec/sources/lax_elementwise.h"
#include "spec/sources/lax_indexing.h"
#include "spec/sources/lax_linalg.h"
#include "spec/sources/lax_movement.h"
#include "spec/sources/linalg.h"
#include "spec/sources/linear.h"
#include "spec/sources/memory.h"
#include "spec/sources/movement.h"
#include "spec/sources/normalization.h"
#include "spec/sources/ordering.h"
#include "spec/sources/pointwise.h"
#include "spec/sources/pooling.h"
#include "spec/sources/protocol.h"
#include "spec/sources/quantization.h"
#include "spec/sources/random.h"
#include "spec/sources/reduction.h"
#include "spec/sources/regions.h"
#include "spec/sources/resampling.h"
#include "spec/sources/sections.h"
#include "spec/sources/selection.h"
#include "spec/sources/sorting.h"
#include "spec/sources/statistics.h"
#include "spec/sources/view.h"
#include "spec/sources/view_module.h"
#include "spec/sources/windows.h"

namespace assay {
namespace {

constexpr std::span<const ClauseSource> kSources[] = {
    kAspectSources,         kElementwiseSources,    kReductionSources,
    kSortingSources,        kMovementSources,       kConversionSources,
    kMemorySources,         kRandomSources,         kIndexingSources,
    kWindowsSources,        kContractionSources,    kFourierSources,
    kLinalgSources,         kViewSources,           kConvolutionSources,
    kPoolingSources,        kActivationSources,     kNormalizationSources,
    kLinearSources,         kAttentionSources,      kConvolutionGradientSources,
    kResamplingSources,     kSelectionSources,      kRegionSources,
    kOrderingSources,       kPointwiseSources,      kStatisticsSources,
    kQuantizationSources,   kLaxElementwiseSources, kLaxMovementSources,
    kProtocolSources,       kLaxConversionSources,  kLaxIndexingSources,
    kLaxContractionSources, kLaxLinalgSources};

constexpr std::span<const SourceStatement> kStatements[] = {
    kElementStatements,         kArrayStatements,
    kAlgebraStatements,         kViewStatements,
    kBurnConvolutionStatements, kPoolingStatements,
    kBurnActivationStatements,  kBurnLinearStatements,
    kBurnAttentionStatements,   kBurnResamplingStatements,
    kBurnRegionStatements,      kBurnOrderingStatements,
    kBurnPointwiseStatements,   kBurnSelectionStatements,
    kBurnStatisticsStatements,  kBurnQuantizationStatements,
    kLaxElementwiseStatements,  kLaxMovementStatements,
    kProtocolStatements,        kLaxConversionStatements,
    kLaxIndexingStatements,     kLaxContractionStatements,
    kLaxLinalgStatements};

std::string_view subject_of(std::string_view id) {
  return id.substr(0, id.find('.'));
}

// Whether both end in the same aspect, dot included.
bool has_aspect_of(std::string_view id, std::string_view row) {
  return id.substr(id.find('.')) == row.substr(row.find('.'));
}

bool is_aspect(std::string_view name) { return name.starts_with("*."); }

// The section that an op or a family belongs to.
Place home_of(std::string_view subject) {
  for (const SourceSection& section : kSourceSections)
    for (std::string_view name : names_in(section.ops))
      if (name == subject) return section.place;
  return Place::kHome;
}

std::optional<ClauseSource> row_of(std::string_view id) {
  std::optional<ClauseSource> found;
  for (const auto& rows : kSources)
    for (const ClauseSource& row : rows) {
      if (row.clause == id) return row;
      if (is_aspect(row.clause) && has_aspect_of(id, row.clause)) found = row;
    }
  return found;
}

}  // namespace

std::vector<const Clause*> every_clause() {
  std::vector<const Clause*> clauses;
  for (const FamilySpec& family : every_family()) {
    for (const Clause& clause : family.clauses) clauses.push_back(&clause);
    for (std::size_t i = 0; i < family.op_count; ++i)
      for (const Clause& clause : family.ops[i]->clauses)
        clauses.push_back(&clause);
  }
  return clauses;
}

ClauseSource source_of(std::string_view clause) {
  if (clause_named(clause) == nullptr) return {clause};
  const auto row = row_of(clause);
  if (!row) return {clause};
  const Place place =
      row->place == Place::kHome ? home_of(subject_of(clause)) : row->place;
  return {clause, place, row->why};
}

const SourceSection* section_of(Place place) {
  for (const SourceSection& section : kSourceSections)
    if (section.place == place) return &section;
  return nullptr;
}

std::span<const SourceSection> source_sections() { return kSourceSections; }

std::vector<ClauseSource> source_rows() {
  std::vector<ClauseSource> joined;
  for (const auto& rows : kSources)
    joined.insert(joined.end(), rows.begin(), rows.end());
  return joined;
}

std::vector<SourceStatement> source_statements() {
  std::vector<SourceStatement> joined;
  for (const auto& rows : kStatements)
    joined.insert(joined.end(), rows.begin(), rows.end());
  return joined;
}

std::vector<std::string_view> names_in(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    names.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

std::vector<const Clause*> clauses_meant(std::string_view name) {
  std::vector<const Clause*> meant;
  for (const Clause* clause : every_clause())
    if (clause->id == name ||
        (is_aspect(name) && has_aspect_of(clause->id, name)))
      meant.push_back(clause);
  return meant;
}

}  // namespace assay
