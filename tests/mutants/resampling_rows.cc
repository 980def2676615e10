// Mutants of the resampling family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/grid_sample_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

template <ImageFault fault>
constexpr Maker kInterpolates = make<Interpolates<fault>>;
template <ImageFault fault>
constexpr Maker kReturns = make<ReturnsImages<fault>>;
template <GridFault fault>
constexpr Maker kSamples = make<SamplesGrid<fault>>;
using Image = ImageFault;
using Grid = GridFault;

constexpr RowRule kInterpolationRules[] = {
    {"RoundsPositions", kInterpolates<Image::kRoundsPositions>, "nearest",
     "interpolate", ""},
    {"ForgetsTheHalf", kInterpolates<Image::kForgetsTheHalf>,
     "nearest_exact half_pixels", "interpolate", ""},
    {"AlignsNearest", kInterpolates<Image::kAlignsNearest>, "nearest_alike", "",
     ""},
    {"LosesTheLowestBit", make<LosesTheLowestBit>, "bits", "interpolate", ""},
    {"HasPositionsInFloat32", kInterpolates<Image::kFloatPositions>,
     "half_pixels align_corners", "interpolate", "dtype=float64"},
    {"IgnoresCorners", kInterpolates<Image::kIgnoresCorners>,
     "align_corners corners", "interpolate", ""},
    {"AlwaysAlignsCorners", kInterpolates<Image::kAlwaysCorners>, "half_pixels",
     "interpolate", ""},
    {"HasAnotherKernel", kInterpolates<Image::kOtherKernel>, "bicubic", "", ""},
    {"ForgetsTheSum", kInterpolates<Image::kForgetsTheSum>, "lanczos3", "", ""},
    {"HasTheWrongRatio", kInterpolates<Image::kWrongRatio>, "value identity",
     "interpolate", ""},
    {"DropsOutside", kInterpolates<Image::kDropsOutside>, "border constant",
     "interpolate", ""},
    {"WrapsAround", kInterpolates<Image::kWrapsAround>, "border", "interpolate",
     ""},
    {"HasOneRatio", kInterpolates<Image::kOneRatio>, "axes_apart", "", ""},
    {"Filters", kInterpolates<Image::kFilters>, "no_antialias", "", ""},
    {"LosesNonfinite", kInterpolates<Image::kLosesNonfinite>, "nonfinite_tap",
     "", ""},
    {"RoundsEachStep", kInterpolates<Image::kRoundsEachStep>, "accumulator",
     "interpolate", ""},

    {"HasTheWrongRatio", kReturns<Image::kWrongRatio>, "value",
     "interpolate_backward", ""},
    {"LosesTheLast", kReturns<Image::kLosesTheLast>, "total", "", ""},
    {"Overwrites", kReturns<Image::kOverwrites>, "overlap",
     "interpolate_backward", ""},
    {"LeavesGaps", kReturns<Image::kLeavesGaps>, "uncovered",
     "interpolate_backward", ""},
    {"SkipsTerms", kReturns<Image::kSkipsTerms>, "every_term",
     "interpolate_backward", ""},
    {"RoundsEachStep", kReturns<Image::kRoundsEachStep>, "accumulator long",
     "interpolate_backward", ""},
    {"LosesNonfinite", kReturns<Image::kLosesNonfinite>, "nonfinite",
     "interpolate_backward", ""},
    {"ReadsTheLent", kReturns<Image::kReadsTheLent>, "shape_only",
     "interpolate_backward", ""},

    {"SwapsCoordinates", kSamples<Grid::kSwapsCoordinates>, "order",
     "grid_sample_2d", ""},
    {"IgnoresCorners", kSamples<Grid::kIgnoresCorners>, "align_corners",
     "grid_sample_2d", ""},
    {"AlwaysAlignsCorners", kSamples<Grid::kAlwaysCorners>, "half_pixels",
     "grid_sample_2d", ""},
    {"AlwaysClamps", kSamples<Grid::kAlwaysClamps>, "zeros", "grid_sample_2d",
     ""},
    {"NeverClamps", kSamples<Grid::kNeverClamps>, "border", "grid_sample_2d",
     ""},
    {"ClampsAtMirrors", kSamples<Grid::kClampsAtMirrors>, "reflection", "", ""},
    {"MirrorsOnce", kSamples<Grid::kMirrorsOnce>, "reflection", "", ""},
    {"RoundsHalvesUp", kSamples<Grid::kRoundsHalvesUp>, "tie", "", ""},
    {"LosesFarPositions", kSamples<Grid::kLosesFarPositions>, "far", "", ""},
    {"DividesByZero", kSamples<Grid::kDividesByZero>, "single",
     "grid_sample_2d", ""},
    {"SpreadsNan", kSamples<Grid::kSpreadsNan>, "isolated_nan",
     "grid_sample_2d", ""},
    {"RoundsEachStep", kSamples<Grid::kRoundsEachStep>, "accumulator",
     "grid_sample_2d", ""},
};

}  // namespace

const std::vector<MutantRow>& resampling_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("resampling", kSharedRules);
    for (const MutantRow& row : rows_of("resampling", kInterpolationRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
