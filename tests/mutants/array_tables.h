// The tables of mutants of movement to linalg: by op, each with the clause that
// it breaks. Tested by tests/mutants/array_tables_test.cc.
#pragma once

#include <span>
#include <vector>

#include "tests/mutants/mutant_row.h"

namespace assay::mutants::arrays {

std::span<const MutantRow> viewing_mutants();        // expand to flip
std::span<const MutantRow> filling_mutants();        // pad, cat
std::span<const MutantRow> creation_mutants();       // buffer to to_host
std::span<const MutantRow> copy_mutants();           // contiguous to context
std::span<const MutantRow> random_mutants();         // threefry
std::span<const MutantRow> indexing_mutants();       // gather, scatter
std::span<const MutantRow> window_mutants();         // unfold, fold
std::span<const MutantRow> max_pooling_mutants();    // maxima of pools
std::span<const MutantRow> mean_pooling_mutants();   // means of pools
std::span<const MutantRow> contraction_mutants();    // matmul
std::span<const MutantRow> transform_mutants();      // what transforms share
std::span<const MutantRow> factorization_mutants();  // what factors share
// eliminations with pivots, and solves
const std::vector<MutantRow>& lax_linalg_mutants();
// activations and normalization
const std::vector<MutantRow>& activation_mutants();
// conv, conv_transpose and their gradients
const std::vector<MutantRow>& convolution_mutants();
const std::vector<MutantRow>& attention_mutants();
const std::vector<MutantRow>& resampling_mutants();
const std::vector<MutantRow>& pointwise_mutants();
const std::vector<MutantRow>& ordering_mutants();
const std::vector<MutantRow>& statistics_mutants();
const std::vector<MutantRow>& selection_mutants();
const std::vector<MutantRow>& quantization_mutants();
// the elementwise ops of lax, and convert
const std::vector<MutantRow>& lax_elementwise_mutants();
const std::vector<MutantRow>& lax_movement_mutants();
const std::vector<MutantRow>& lax_indexing_mutants();
const std::vector<MutantRow>& linear_mutants();  // linear and its gradients
// dot_general, its update and einsum
const std::vector<MutantRow>& lax_contraction_mutants();
std::span<const MutantRow> protocol_mutants();  // sessions to plans

}  // namespace assay::mutants::arrays
