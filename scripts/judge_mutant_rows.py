"""Lists the ways in which judge_mutants.py breaks the judge, one rule each.

A row names the mutant, the source file, and the replacements in it: a text that
occurs once, and the text that replaces it. Rows marked quick are tried in every
build.
Tested by tests/scripts/judge_mutants_test.py.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    file: str
    changes: tuple  # of (before, after)
    quick: bool = False


ACCEPTANCE = "harness/judge/acceptance.cc"
JUDGE = "harness/judge/judge.cc"
FFT = "harness/judge/judge_fft.cc"
RESIDUAL = "harness/judge/judge_residual.cc"
INSPECTION = "harness/judge/inspection.cc"
TENSOR = "harness/run/judge_tensor.cc"
RUN = "harness/run/run_case.cc"
SECOND = "harness/run/second_run.cc"
STRAY = "harness/run/stray_writes.cc"
TOLERANCE = "harness/judge/tolerance.cc"
TOLERANCE_FFT = "harness/judge/tolerance_fft.cc"
TOLERANCE_RESIDUAL = "harness/judge/tolerance_residual.cc"


def row(name, file, before, after, quick=False):
    return Row(name, file, ((before, after),), quick)


ROWS = (
    # NaN.
    row("nan_passes_intervals", ACCEPTANCE,
        "if (is_nan_bits(format, bits)) return low_nan || high_nan;",
        "if (is_nan_bits(format, bits)) return true;", quick=True),
    row("nan_passes_exact", JUDGE, "if (expected == got) return true;",
        "if (expected == got || is_nan_element(dtype, got)) return true;"),
    row("nan_passes_discs", JUDGE, "weighed.accepted = off <= bound;",
        "weighed.accepted = !(off > bound);"),
    Row("maximum_loses_nan_of_fft", FFT,
        (("std::isfinite(measured) ? measured : HUGE_VALL", "measured"),
         ("error.squares += off * off;",
          "if (off == off) error.squares += off * off;")), quick=True),
    Row("residual_nan_accepted", INSPECTION,
        (("if (amount <= bound) {", "if (!(amount > bound)) {"),
         ("demand(x.is_finite(),", "demand(true || x.is_finite(),")),
        quick=True),
    row("expected_nan_takes_a_number", ACCEPTANCE,
        "if (low_nan && acceptance.low == acceptance.high) return false;",
        "if (low_nan && acceptance.low == acceptance.high) return true;",
        quick=True),
    row("expected_nan_takes_all_exact", JUDGE,
        "return a == b || (is_nan_bits(format, a) && is_nan_bits(format, b))",
        "return a == b || is_nan_bits(format, a)"),
    row("expected_nan_takes_all_discs", JUDGE,
        "           (is_nan_bits(format, a) && is_nan_bits(format, b));\n"
        "  };\n  return same(expected.re, got.re) &&",
        "           is_nan_bits(format, a);\n"
        "  };\n  return same(expected.re, got.re) &&"),
    row("a_disc_around_infinity", TOLERANCE,
        "permitted.bound.push_back(0);  // nothing else comes near",
        "permitted.bound.push_back(HUGE_VAL);"),
    row("nan_payloads_ignored", JUDGE, "if (every_bit || (!is_real",
        "if ((!is_real"),
    # Infinities, zeros, ends of intervals.
    row("infinity_beside_the_largest", ACCEPTANCE,
        "ordinal(format, bits) <= ordinal(format, high);",
        "ordinal(format, bits) <=\n"
        "      ordinal(format, high) + (high == largest ? 1 : 0);",
        quick=True),
    row("overflow_at_the_largest", ACCEPTANCE,
        "largest + std::ldexp(1.0L, format.max_exponent - format.precision)",
        "largest"),
    row("no_overflow_window", ACCEPTANCE,
        "if (overflows) return sign | overflow_bits(format);", ""),
    row("zero_sign_ignored_exact", JUDGE, "return a == b || (",
        "return a == b ||\n"
        "           ((a | b) & (sign_bit(format) - 1)) == 0 || (", quick=True),
    row("zero_sign_ignored_in_intervals", ACCEPTANCE,
        "if (rules.judge_zero_sign && is_zero_bits(format, rounded)) {",
        "if (false) {"),
    row("zeros_have_one_place", ACCEPTANCE, "? -magnitude - 1 : magnitude",
        "? -magnitude : magnitude"),
    row("zero_sign_open_everywhere", TOLERANCE,
        "(freedom == Freedom::kZeroSign || complex_rounded) &&", "(true) &&"),
    row("low_end_open", ACCEPTANCE,
        "return ordinal(format, low) <= ordinal(format, bits) &&",
        "return ordinal(format, low) - 1 <= ordinal(format, bits) &&"),
    row("high_end_ignored", ACCEPTANCE,
        "ordinal(format, bits) <= ordinal(format, high);", "true;"),
    row("ends_rounded_outward", ACCEPTANCE,
        "const bool away = negative != up;", "const bool away = negative == up;"),
    row("unit_of_the_next_binade", ACCEPTANCE,
        "return std::ldexp(1.0L, exponent - format.precision + 1);",
        "return std::ldexp(1.0L, exponent - format.precision + 2);"),
    row("no_smallest_unit", ACCEPTANCE,
        "exponent = std::max(std::ilogb(exact), format.min_exponent);",
        "exponent = std::ilogb(exact);"),
    row("residue_ignored", ACCEPTANCE,
        "static_cast<long double>(residue) * ulp_at(format, value);", "0;"),
    # These mutants skip elements.
    row("first_element_only", JUDGE,
        "for (std::size_t i = 0; i < got.size(); ++i) {\n    if (grouped",
        "for (std::size_t i = 0; i < got.size() && i < 1; ++i) {\n"
        "    if (grouped", quick=True),
    row("last_element_ignored", JUDGE,
        "for (std::size_t i = 0; i < got.size(); ++i) {\n    if (grouped",
        "for (std::size_t i = 0; i + 1 < got.size(); ++i) {\n    if (grouped"),
    row("first_element_ignored", JUDGE,
        "for (std::size_t i = 0; i < got.size(); ++i) {\n    if (grouped",
        "for (std::size_t i = 1; i < got.size(); ++i) {\n    if (grouped"),
    row("one_percent_may_be_wrong", JUDGE,
        "judgement.pass = judgement.mismatches == 0;",
        "judgement.pass = judgement.mismatches * 100 <= judgement.compared;"),
    row("errors_accumulate", JUDGE, "judgement.max_ulp = weighed.error;",
        "judgement.max_ulp += weighed.error;"),
    row("another_length_passes", JUDGE,
        "if (got.size() != permitted.values.size()) return judgement;",
        "if (got.size() != permitted.values.size()) return {.pass = true};"),
    row("open_elements_are_compared", JUDGE,
        "if (!weighed.open) ++judgement.compared;", "++judgement.compared;"),
    row("one_open_part_opens_both", JUDGE,
        "weighed.open = weighed.open && accept.any;\n"
        "    if (accept.any) continue;",
        "weighed.open = weighed.open && accept.any;\n"
        "    if (accept.any) break;"),
    row("imaginary_part_ignored_exact", JUDGE,
        "(!is_complex(dtype) || same(expected.im, got.im));", "true;"),
    row("imaginary_part_ignored_in_intervals", JUDGE,
        "for (std::size_t part = 0; part < parts; ++part) {",
        "for (std::size_t part = 0; part < 1; ++part) {", quick=True),
    row("imaginary_part_ignored_in_discs", JUDGE,
        "return std::hypot(part(expected.re, got.re), "
        "part(expected.im, got.im));",
        "return std::fabs(part(expected.re, got.re));"),
    row("exact_discs_are_open", JUDGE,
        "if (bound < 0) return {.accepted", "if (bound <= 0) return {.accepted"),
    row("last_permitted_answer_counts", JUDGE, "if (better) best =",
        "if (better || true) best ="),
    row("no_permitted_answer_passes", JUDGE, "  Judgement best;\n",
        "  Judgement best;\n  best.pass = any_of.empty();\n"),
    row("groups_may_repeat", JUDGE,
        "    std::sort(picked.begin(), picked.end());\n",
        "    std::sort(picked.begin(), picked.end());\n"
        "    picked.erase(std::unique(picked.begin(), picked.end()),\n"
        "                 picked.end());\n"),
    row("groups_are_not_looked_at", JUDGE, "if (!same)\n", "if (false)\n"),
    # Slices of fft.
    row("slices_of_fft_ignored", JUDGE,
        "if (permitted.slices) return judge_slices(dtype, permitted, got, "
        "shape);",
        "if (permitted.slices) return {.pass = true, .compared = 1};",
        quick=True),
    row("first_slice_only", FFT,
        "for (std::size_t slice = 0; slice < errors.size(); ++slice) {",
        "for (std::size_t slice = 0; slice < errors.size() && slice < 1; "
        "++slice) {"),
    row("two_norm_ignored", FFT, "l2 <= bounds.l2[slice];", "l2 >= 0;"),
    row("largest_error_ignored", FFT, "error.worst <= bounds.max[slice] &&",
        ""),
    row("imaginary_part_ignored_by_fft", FFT,
        "if (!is_complex(dtype)) return std::fabs(re);",
        "return std::fabs(re);"),
    # Residuals.
    row("first_matrix_only", RESIDUAL,
        "for (std::size_t i = 0; i < matrices.size(); ++i) {\n"
        "    const Bounds",
        "for (std::size_t i = 0; i < matrices.size() && i < 1; ++i) {\n"
        "    const Bounds"),
    row("residual_of_qr_ignored", RESIDUAL,
        'inspection.at_most("‖A - Q·R‖", (a - q * r).norm(), bounds.residual);',
        ""),
    row("orthogonality_of_qr_ignored", RESIDUAL,
        'inspection.at_most("‖Qᴴ·Q - I‖", distance_from_identity(q),\n'
        "                     bounds.orthogonality);", ""),
    row("triangle_of_qr_ignored", RESIDUAL,
        "inspection.demand(r(i, j) == Entry(0),",
        "inspection.demand(true || r(i, j) == Entry(0),"),
    row("residual_of_svd_ignored", RESIDUAL, "(a - product).norm(),", "0,"),
    row("orthogonality_of_svd_ignored", RESIDUAL,
        "distance_from_identity(vh.adjoint()),", "0,"),
    row("residual_of_eigh_ignored", RESIDUAL,
        "(a * v - v * diagonal_matrix(column_of(w, 0))).norm(),", "0,"),
    row("diagonal_of_cholesky_ignored", RESIDUAL,
        "l(i, i).real() > 0 && l(i, i).imag() == 0,", "true,"),
    row("triangle_of_cholesky_ignored", RESIDUAL,
        "inspection.demand(l(i, j) == Entry(0),", "inspection.demand(true,"),
    row("order_of_values_ignored", RESIDUAL,
        "inspection.demand(ascending ? before <= x : before >= x,",
        "inspection.demand(true,"),
    row("values_not_compared", RESIDUAL,
        "std::abs(x - value.real()), bounds.spectrum);",
        "0, bounds.spectrum);"),
    row("pairs_of_eig_ignored", RESIDUAL,
        "inspection.demand(can_be_paired(near),", "inspection.demand(true,"),
    row("eigenvalues_may_repeat", RESIDUAL,
        "if (row_of[column] != n && !place(row_of[column])) continue;", ""),
    row("length_of_eigenvectors_ignored", RESIDUAL,
        "std::abs(length - 1), bounds.orthogonality);",
        "0, bounds.orthogonality);"),
    row("residual_of_solve_ignored", RESIDUAL, "std::abs(rest(i, k)),", "0,"),
    # Metadata, memory, status, what a case adds up to.
    row("dtype_not_compared", TENSOR,
        "if (tensor.dtype != expectation.dtype)", "if (false)", quick=True),
    row("shape_not_compared", TENSOR,
        "if (tensor.view.shape() != expectation.shape)", "if (false)"),
    row("layout_not_compared", TENSOR,
        "if (expectation.contiguous && !tensor.view.is_c_contiguous())",
        "if (false)"),
    row("repetition_by_value_alone", TENSOR,
        ".accuracy = Accuracy::kBits});", ".accuracy = Accuracy::kExact});"),
    row("better_verdict_stays", TENSOR, "if (other.verdict > into.verdict) {",
        "if (other.verdict < into.verdict) {"),
    row("residual_complaint_lost", TENSOR,
        "if (!judgement.complaint) return outcome;", "return outcome;"),
    row("operands_kept_not_looked_at", RUN,
        "if (*operand) return fault(Verdict::kModifiedOperand",
        "if (false) return fault(Verdict::kModifiedOperand", quick=True),
    row("stray_writes_not_looked_at", RUN,
        "if (*stray) return fault(Verdict::kWroteOutside",
        "if (false) return fault(Verdict::kWroteOutside"),
    row("nothing_compared_is_a_pass", RUN,
        "if (outcome.verdict == Verdict::kPass && outcome.compared == 0 &&",
        "if (false &&", quick=True),
    row("any_error_will_do", RUN,
        "return status.code == step.status && same_kind;",
        "return !status.ok() && same_kind;"),
    row("any_kind_will_do", RUN, "step.kind == status.kind;", "true;"),
    row("an_error_may_be_ok", RUN,
        "return status.code == step.status && same_kind;",
        "return status.ok() || (status.code == step.status && same_kind);"),
    row("false_claims_are_unsupported", RUN,
        "if (status.code == StatusCode::kUnsupported && !claimed) {",
        "if (status.code == StatusCode::kUnsupported) {"),
    row("broken_calls_may_be_accepted", RUN,
        "return !must_be_refused(step) && status.ok();",
        "return status.ok();"),
    row("never_run_twice", RUN, "if (!is_run_twice(test_case) &&", "if (true ||"),
    row("second_run_is_open", SECOND,
        "if (open[i] ||", "if (true ||"),
    row("payloads_need_not_come_again", SECOND,
        "permitted.accuracy == Accuracy::kBits;", "false;"),
    row("every_payload_must_come_again", SECOND,
        "permitted.accuracy == Accuracy::kBits;", "true;"),
    row("open_elements_must_come_again", SECOND,
        "open[i * count / permitted.accept.size()] = true;",
        "open[i * count / permitted.accept.size()] = false;"),
    row("canary_behind_ignored", STRAY,
        "!std::equal(storage->begin() + from, storage->end(),\n"
        "                    placed.storage.begin() + from) ||",
        ""),
    row("last_nibble_ignored", STRAY, "(has_odd_nibble(dtype, end) &&",
        "(false &&"),
    row("canary_in_front_ignored", STRAY,
        "if (!std::equal(storage->begin(), storage->begin() + begin,\n"
        "                    placed.storage.begin()))", "if (false)"),
    row("fringe_of_guards_ignored", STRAY,
        'if (!placed.piece->fringe_is_kept()) return stray(name, "beside");',
        ""),
    row("gaps_of_outs_ignored", STRAY, "if (may_change[i] ||", "if (true ||"),
    # The tolerance table.
    row("bound_x2_ulp", TOLERANCE, "bound * ulp_at(format, exact), rules);",
        "2 * bound * ulp_at(format, exact), rules);", quick=True),
    row("bound_x10_ulp", TOLERANCE, "bound * ulp_at(format, exact), rules);",
        "10 * bound * ulp_at(format, exact), rules);", quick=True),
    row("bound_x2_normwise", TOLERANCE,
        "factor = u * normwise_factor(call, bound, operands, i);",
        "factor = 2 * u * normwise_factor(call, bound, operands, i);"),
    row("bound_x10_normwise", TOLERANCE,
        "factor = u * normwise_factor(call, bound, operands, i);",
        "factor = 10 * u * normwise_factor(call, bound, operands, i);"),
    row("bound_x2_sums", TOLERANCE, "return gamma * scale +",
        "return 2 * gamma * scale +"),
    row("bound_x10_sums", TOLERANCE, "return gamma * scale +",
        "return 10 * gamma * scale +"),
    row("bound_x2_products", TOLERANCE,
        "bound = std::expm1(roundings * std::log1p(u_a)) * std::fabs(exact) +",
        "bound = 2 * std::expm1(roundings * std::log1p(u_a)) *\n"
        "                  std::fabs(exact) +"),
    row("bound_x2_complex_products", TOLERANCE,
        "factor = std::expm1(std::max(m - 1, 0.0L)",
        "factor = 2 * std::expm1(std::max(m - 1, 0.0L)"),
    row("bound_x2_fft", TOLERANCE_FFT,
        "4 * u * levels * std::sqrt(n * slice.squares) / divisor",
        "8 * u * levels * std::sqrt(n * slice.squares) / divisor"),
    row("bound_x10_fft", TOLERANCE_FFT, "8 * u * levels * slice.largest",
        "80 * u * levels * slice.largest"),
    row("bound_x2_residuals", TOLERANCE_RESIDUAL,
        "units.c = 30 * std::max", "units.c = 60 * std::max"),
    row("bound_x10_residuals", TOLERANCE_RESIDUAL,
        "units.f = units.c + 3 * std::sqrt(extent) * u;",
        "units.f = 10 * (units.c + 3 * std::sqrt(extent) * u);"),
    row("sums_in_the_dtype_of_the_result", TOLERANCE,
        "const FloatFormat& accumulator = accumulator_format(dtype, profile, "
        "kind);",
        "const FloatFormat& accumulator = format_of(dtype);"),
    row("pairwise_sums_like_any", TOLERANCE,
        "static_cast<long double>(h < 0 ? m : h)",
        "static_cast<long double>(m)"),
    row("roundings_of_the_first_for_all", TOLERANCE,
        "entry<std::int64_t>(answer.roundings, element, -1)",
        "entry<std::int64_t>(answer.roundings, 0, -1)"),
    row("copies_of_scatter_have_a_bound", TOLERANCE,
        "if (h != 0)", "if (true)"),
    row("exact_points_have_a_bound", TOLERANCE,
        "if (!exact_zero && !is_exact_point(call, operands, i)) {",
        "if (!exact_zero) {"),
    row("exact_zeros_have_a_bound", TOLERANCE,
        "if (!exact_zero && !is_exact_point(call, operands, i)) {",
        "if (!is_exact_point(call, operands, i)) {"),
    row("functions_leave_their_range", TOLERANCE,
        "if (std::isfinite(range.low)) rules.low = as_rounded(format, "
        "range.low);", ""),
    row("exact_slices_of_fft_have_a_bound", TOLERANCE_FFT,
        "} else if (is_exact(slice, format, lengths)) {", "} else if (false) {"),
    row("slices_with_infinities_are_judged", TOLERANCE_FFT,
        "const bool is_judged = slice.sum + max <= range;",
        "const bool is_judged = !(slice.sum + max > range);"),
    row("singular_systems_may_be_solved", TOLERANCE_RESIDUAL,
        'rule.status = StatusCode::kNumeric;\n  rule.kind = "singular";',
        'rule.kind = "singular";'),
)
