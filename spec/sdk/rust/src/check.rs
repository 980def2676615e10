//! Refuses calls that break a precondition of their op, before a function of the
//! backend is called. It checks the number and the dtypes of operands and outs,
//! and the shapes of elementwise ops, reductions and sorts. The functions of
//! other ops check shapes themselves.
//! Tested by tests/plugin_calls.rs.
use crate::call::Call;
use crate::dtype::DType;
use crate::op::{Argument, Delivery, Role};
use crate::status::{Result, Status};
use crate::tensor::Tensor;

pub(crate) fn check(call: &Call) -> Result<()> {
    check_operands(call)?;
    check_outs(call)?;
    check_shapes(call)?;
    check_extremum(call)
}

fn refuse<T>(call: &Call, what: impl std::fmt::Display) -> Result<T> {
    Err(Status::invalid(format!("{}: {what}", call.op.name)))
}

fn check_operands(call: &Call) -> Result<()> {
    let mut expected = Vec::new();
    for argument in call.op.operands {
        match argument.given_by {
            _ if argument.is_list => {
                expected.extend(call.operands.iter().map(|_| argument))
            }
            Some(key) if !call.flag(key)? => {}
            _ => expected.push(argument),
        }
    }
    if expected.len() != call.operands.len()
        || expected.is_empty() != call.op.operands.is_empty()
    {
        return refuse(
            call,
            format!("{} operands were given", call.operands.len()),
        );
    }
    check_dtypes(call, "operand", &call.operands, &expected)
}

fn check_outs(call: &Call) -> Result<()> {
    let is_left_out = call.outs.is_empty() && !call.op.writes();
    let may_be_given =
        call.op.writes() || call.op.delivery == Delivery::Offered;
    if is_left_out {
        return Ok(());
    }
    if !may_be_given || call.outs.len() != call.op.results.len() {
        return refuse(call, format!("{} outs were given", call.outs.len()));
    }
    for out in &call.outs {
        let is_row_major =
            out.view().is_contiguous() && out.view().offset() == 0;
        if call.op.delivery != Delivery::Kept && !is_row_major {
            return refuse(
                call,
                "an out is not row-major from the start of its buffer",
            );
        }
        if call.op.signature == "assign" && repeats_elements(out) {
            return refuse(call, "an out shows an element twice");
        }
        let overlaps = |operand| overlaps_partly(out, operand);
        if call.op.is_by_element && call.operands.iter().any(overlaps) {
            return refuse(
                call,
                "an out overlaps an operand and is not the same tensor",
            );
        }
    }
    check_dtypes(
        call,
        "out",
        &call.outs,
        &call.op.results.iter().collect::<Vec<_>>(),
    )
}

fn check_dtypes(
    call: &Call,
    what: &str,
    tensors: &[Tensor],
    rows: &[&Argument],
) -> Result<()> {
    for (i, (tensor, row)) in tensors.iter().zip(rows).enumerate() {
        let fits = match row.role {
            Role::Cell | Role::Same => tensor.dtype() == call.cell_dtype(),
            Role::Bool => tensor.dtype() == DType::Bool,
            Role::Int32 => tensor.dtype() == DType::Int32,
            Role::Float32 => tensor.dtype() == DType::Float32,
            Role::Index => {
                matches!(tensor.dtype(), DType::Int32 | DType::Int64)
            }
            Role::Paired | Role::Derived => true,
        };
        if !fits {
            return refuse(
                call,
                format!("{what} {i} is {}", tensor.dtype().name()),
            );
        }
    }
    Ok(())
}

fn check_shapes(call: &Call) -> Result<()> {
    let (first, out) = match (call.operands.first(), call.outs.first()) {
        (Some(first), Some(out)) => (first, out),
        _ => return Ok(()),
    };
    let expected = match call.op.signature {
        _ if call.op.is_by_element => first.shape().to_vec(),
        "sort" | "argsort" | "scan" | "assign" => first.shape().to_vec(),
        "reduction" | "arg_reduction" | "truth" => reduced_shape(call, first)?,
        _ => return Ok(()),
    };
    let operands = if call.op.is_by_element { &call.operands[..] } else { &[] };
    match operands.iter().find(|operand| operand.shape() != first.shape()) {
        Some(other) => {
            refuse(call, format!("{first:?} and {other:?} have other shapes"))
        }
        None if out.shape() != expected => {
            refuse(call, format!("the out is {out:?}"))
        }
        None => Ok(()),
    }
}

// The axes that a reduction works along.
fn reduced_axes(call: &Call) -> Result<Vec<usize>> {
    match (call.key("axis"), call.key("axes")) {
        (Some(key), _) => Ok(vec![call.axis(key)?]),
        (_, Some(key)) => call.axes(key),
        _ => Ok(Vec::new()),
    }
}

fn reduced_shape(call: &Call, x: &Tensor) -> Result<Vec<usize>> {
    let axes = reduced_axes(call)?;
    let keepdims = call.flag(call.key("keepdims").unwrap_or_default())?;
    let extents = x.shape().iter().enumerate();
    Ok(extents
        .filter_map(|(axis, &extent)| match axes.contains(&axis) {
            false => Some(extent),
            true => keepdims.then_some(1),
        })
        .collect())
}

// The extremum of no elements is an error, unless there is no result either.
fn check_extremum(call: &Call) -> Result<()> {
    const EXTREMA: [&str; 4] = ["reduce_max", "reduce_min", "argmax", "argmin"];
    if !EXTREMA.contains(&call.op.name) {
        return Ok(());
    }
    let x = call.operand(0)?;
    if reduced_axes(call)?.iter().any(|&axis| x.shape()[axis] == 0) {
        return refuse(call, "the extremum of no elements");
    }
    Ok(())
}

fn overlaps_partly(out: &Tensor, operand: &Tensor) -> bool {
    let is_same =
        out.dtype() == operand.dtype() && out.view() == operand.view();
    if !std::rc::Rc::ptr_eq(out.block(), operand.block()) || is_same {
        return false;
    }
    match out.view().bounds() {
        Some((low, high)) => {
            operand.view().places().any(|place| low <= place && place <= high)
        }
        None => false,
    }
}

fn repeats_elements(out: &Tensor) -> bool {
    if out.view().is_contiguous() {
        return false;
    }
    let mut places: Vec<usize> = out.view().places().collect();
    places.sort_unstable();
    places.windows(2).any(|pair| pair[0] == pair[1])
}
