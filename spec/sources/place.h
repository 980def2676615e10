// Lists the sections of the source documents that clauses come from, by names
// of our own. spec/sources/sections.h has a row for each.
#pragma once

#include <cstdint>

namespace assay {

enum class Place : std::uint8_t {
  kHome,  // the section of the op or family, which its row names
  // The backend interface.
  kInterfacePurpose,
  kInterfacePhilosophy,
  kInterfaceResponsibilities,
  kInterfaceConventions,
  kInterfaceTypes,
  kInterfaceProperties,
  kInterfaceCreation,
  kInterfaceElementwiseBinary,
  kInterfaceArithmetic,
  kInterfaceComparison,
  kInterfaceMinMax,
  kInterfaceBitwise,
  kInterfaceElementwiseUnary,
  kInterfaceUnaryArithmetic,
  kInterfaceExponential,
  kInterfaceTrigonometric,
  kInterfaceHyperbolic,
  kInterfaceRounding,
  kInterfaceSpecial,
  kInterfaceTernary,
  kInterfaceReduction,
  kInterfaceSort,
  kInterfaceMovement,
  kInterfaceConversion,
  kInterfaceRandom,
  kInterfaceIndexed,
  kInterfaceWindows,
  kInterfaceMatmul,
  kInterfaceFourier,
  kInterfaceLinalg,
  // The view module.
  kViewModulePurpose,
  kViewModuleLayout,
  kViewModuleSymbolic,
  kViewModuleMasks,
  kViewModuleType,
  kViewModuleCreation,
  kViewModuleProperties,
  kViewModuleIndex,
  kViewModuleReshape,
  kViewModuleExpand,
  kViewModulePermute,
  kViewModuleShrink,
  kViewModulePad,
  kViewModuleFlip,
  // Burn's backend traits, and the architecture of burn-flex.
  kBurnModules,
  kBurnOptions,
  kBurnTensor,
  kBurnIntTensor,
  kBurnBoolTensor,
  kBurnActivation,
  kBurnQuantization,
  kBurnFlex,
  // The StableHLO specification.
  kStablehloElementwise,
  kStablehloStructure,
  kStablehloIndexing,
  kStablehloContraction,
  kStablehloLinalg,
  // The tensor backend protocol of tenferro.
  kTenferroElementwise,
  kTenferroConversion,
  kTenferroStructure,
  kTenferroContraction,
  kTenferroLinalg,
  kTenferroSession,
  kTenferroPlacement,
  kTenferroMemory,
  kTenferroFusion,
  // This kit itself, for what it requires of every backend.
  kKit,
};

}  // namespace assay
