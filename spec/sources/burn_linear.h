// Lists the statements of Burn's backend traits, and of the architecture of
// burn-flex, about linear layers, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kBurnLinearStatements[] = {
    {Place::kBurnModules, 3,
     "A linear layer multiplies x (…, inputs) by weight (inputs, outputs) and "
     "adds a bias (outputs), if there is one.",
     "linear.value linear.leading linear.bias linear.inner"},
    {Place::kBurnModules, 2,
     "Its gradients with respect to x and to weight have functions of their "
     "own.",
     "linear_x_backward.value linear_x_backward.leading "
     "linear_x_backward.inner linear_weight_backward.value "
     "linear_weight_backward.leading linear_weight_backward.inner"},
    {Place::kBurnModules, 2,
     "The gradients of the biases of linear layers and of convolutions are "
     "sums over all other axes.",
     "bias_backward.value bias_backward.axis"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "linear.strided_operands"},
};

}  // namespace assay
