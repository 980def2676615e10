// Lists the statements of Burn's backend traits about activations and
// normalization, and those of burn-flex that concern them, in our own words.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr SourceStatement kBurnActivationStatements[] = {
    {Place::kBurnActivation, 2,
     "Every activation takes a tensor and returns one of its shape.",
     "activation.same_shape"},
    {Place::kBurnActivation, 1, "relu is a rectifier.", "relu.value"},
    {Place::kBurnActivation, 1,
     "The gradient of relu takes the output of relu.", "relu_backward.value"},
    {Place::kBurnActivation, 1,
     "leaky_relu multiplies by negative_slope below 0.", "leaky_relu.value"},
    {Place::kBurnActivation, 1, "prelu does so with a tensor alpha.",
     "prelu.value"},
    {Place::kBurnActivation, 1, "gelu and its gradient are named.", "",
     "Which of the two usual forms is meant is not said."},
    {Place::kBurnActivation, 1, "sigmoid is the logistic function.",
     "sigmoid.value"},
    {Place::kBurnActivation, 1,
     "The gradient of sigmoid takes the output of sigmoid.",
     "sigmoid_backward.value"},
    {Place::kBurnActivation, 1,
     "hard_sigmoid limits alpha·x + beta to the range of sigmoid.",
     "hard_sigmoid.value"},
    {Place::kBurnActivation, 1, "log_sigmoid is the logarithm of sigmoid.",
     "log_sigmoid.value"},
    {Place::kBurnActivation, 1, "Its gradient takes x.",
     "log_sigmoid_backward.value"},
    {Place::kBurnActivation, 3,
     "softmax, softmin and log_softmax work along an axis.",
     "softmax.value softmin.value log_softmax.value"},
    {Place::kBurnActivation, 3,
     "They subtract the extremum of the slice first, for stability.",
     "softmax.shifted softmin.shifted log_softmax.shifted"},
    {Place::kBurnModules, 2,
     "layer_norm normalizes over the last axis, and takes gamma and an "
     "optional beta of its extent.",
     "layer_norm.value layer_norm.bias layer_norm.extents"},
    {Place::kBurnModules, 1, "Its variance is divided by n.",
     "layer_norm.biased_variance"},
    {Place::kBurnModules, 1, "epsilon is added under the root.",
     "layer_norm.epsilon_inside"},
    {Place::kBurnModules, 2,
     "batch_norm normalizes by statistics that are given, as in inference.",
     "batch_norm.value"},
    {Place::kBurnFlex, 2,
     "Layouts have an offset and signed strides, with 0 for repeated axes.",
     "activation.strided_operands normalization.strided_operands"},
};

}  // namespace assay
