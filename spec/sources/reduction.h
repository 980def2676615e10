// Lists the sources of the reduction family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kReductionSources[] = {
    {"reduction.axes"},
    {"reduction.axes_valid"},
    {"reduction.no_axes", Place::kHome,
     "A sum over no axes has one term per element; the answer for None, all "
     "axes, belongs to frontends."},
    {"reduction.empty_result", Place::kHome,
     "There is nothing to compute, so nothing may be read or fail."},
    {"reduce_sum.empty", Place::kHome,
     "The neutral element: sums over a split of the axis then agree with the "
     "whole; NumPy and PyTorch say so."},
    {"reduce_sum.accuracy", Place::kHome,
     "Pairwise or blocked summation costs little and keeps the error near "
     "log n roundings. NumPy sums so along its fast axis, but only within "
     "blocks of 8192 elements."},
    {"reduce_sum.long", Place::kHome,
     "A float32 accumulator of ones stops at 2^24; sums over a batch of images "
     "are longer."},
    {"reduce_sum.nonfinite", Place::kHome,
     "The order of the terms is free, so only what every order gives is "
     "asked."},
    {"reduce_sum.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros, and both are "
     "common."},
    {"reduce_prod.empty", Place::kHome,
     "The neutral element: products over a split of the axis then agree with "
     "the whole."},
    {"reduce_prod.nonfinite", Place::kHome,
     "The order of the factors is free, so only what every order gives is "
     "asked."},
    {"reduce_prod.range", Place::kHome,
     "Whether a partial product overflows depends on the order, and no order "
     "is prescribed."},
    {"reduce_max.nan", Place::kHome,
     "As max: a maximum that hides NaN reports a clean result for broken "
     "data."},
    {"reduce_max.empty", Place::kHome,
     "No element can be returned; NumPy and PyTorch raise, and a made-up value "
     "would pass for data."},
    {"reduce_max.signed_zero", Place::kHome,
     "As for max, the instructions that are used do not order zeros."},
    {"reduce_min.nan", Place::kHome,
     "As min: a minimum that hides NaN reports a clean result for broken "
     "data."},
    {"reduce_min.empty", Place::kHome,
     "No element can be returned; NumPy and PyTorch raise, and a made-up value "
     "would pass for data."},
    {"reduce_min.signed_zero", Place::kHome,
     "As for min, the instructions that are used do not order zeros."},
    {"argmax.nan", Place::kHome,
     "Points at the value that reduce_max returns; NumPy and PyTorch agree."},
    {"argmax.signed_zero", Place::kHome,
     "IEEE 754, 5.11: zeros compare equal, so the first is a tie."},
    {"argmax.empty", Place::kHome,
     "No index exists; 0 would point outside of the axis."},
    {"argmin.nan", Place::kHome,
     "Points at the value that reduce_min returns; NumPy and PyTorch agree."},
    {"argmin.signed_zero", Place::kHome,
     "IEEE 754, 5.11: zeros compare equal, so the first is a tie."},
    {"argmin.empty", Place::kHome,
     "No index exists; 0 would point outside of the axis."},
    {"associative_scan.nan", Place::kHome,
     "A prefix that contains NaN is NaN, as the reduction of it would be."},
    {"associative_scan.running", Place::kHome,
     "The last element equals the reduction only if both accumulate in the "
     "wider format."},
    {"associative_scan.signed_zero", Place::kHome,
     "Starting at +0 or at the first term gives different zeros, and both are "
     "common."},
};

}  // namespace assay
