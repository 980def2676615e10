//! Reductions, scans and sorts along one axis.
use assay_backend::{DType, Result, Scan, Status, Tensor, TensorMut};
use burn_backend::ops::{FloatTensorOps, IntTensorOps, ModuleOps};
use burn_backend::{BoolDType, IntDType};

use crate::rows::{by_kind, no_function};
use crate::subject::{Bool, Float, Int, Subject};
use crate::values::{dtype_of, kind_of, put, put_indices, Kind, Value};

/// The four functions of a reduction of floats and integers: over all elements,
/// and along an axis.
pub struct Reduction<S: Subject> {
    pub float: fn(Float<S>) -> Float<S>,
    pub float_dim: fn(Float<S>, usize) -> Float<S>,
    pub int: fn(Int<S>) -> Int<S>,
    pub int_dim: fn(Int<S>, usize) -> Int<S>,
}

pub fn reduce<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axes: &[usize],
    with: Reduction<S>,
) -> Result<()> {
    let axis = one_axis(axes)?;
    let reduced = match x.rank() {
        1 => by_kind!(x.dtype(), (with.float)(S::float(&x)?), (with.int)(S::int(&x)?)),
        _ => by_kind!(
            x.dtype(),
            (with.float_dim)(S::float(&x)?, axis),
            (with.int_dim)(S::int(&x)?, axis)
        ),
    };
    put::<S>(out, reduced)
}

fn one_axis(axes: &[usize]) -> Result<usize> {
    match axes {
        [axis] => Ok(*axis),
        _ => Err(Status::invalid(format!("{} axes", axes.len()))),
    }
}

/// The functions of `any` or `all`.
pub struct Truth<S: Subject> {
    pub float: fn(Float<S>, BoolDType) -> Bool<S>,
    pub float_dim: fn(Float<S>, usize, BoolDType) -> Bool<S>,
    pub int: fn(Int<S>, BoolDType) -> Bool<S>,
    pub int_dim: fn(Int<S>, usize, BoolDType) -> Bool<S>,
    pub bool: fn(Bool<S>) -> Bool<S>,
    pub bool_dim: fn(Bool<S>, usize) -> Bool<S>,
}

pub fn truth<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axes: &[usize],
    with: Truth<S>,
) -> Result<()> {
    let axis = one_axis(axes)?;
    let native = BoolDType::Native;
    let found = match (kind_of(x.dtype()), x.rank()) {
        (Kind::Float, 1) => (with.float)(S::float(&x)?, native),
        (Kind::Float, _) => (with.float_dim)(S::float(&x)?, axis, native),
        (Kind::Int, 1) => (with.int)(S::int(&x)?, native),
        (Kind::Int, _) => (with.int_dim)(S::int(&x)?, axis, native),
        (Kind::Bool, 1) => (with.bool)(S::bool(&x)?),
        (Kind::Bool, _) => (with.bool_dim)(S::bool(&x)?, axis),
    };
    put::<S>(out, Value::Bool(found))
}

pub fn index_of_extremum<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axis: usize,
    float: impl FnOnce(Float<S>, usize, IntDType) -> Int<S>,
    int: impl FnOnce(Int<S>, usize) -> Int<S>,
) -> Result<()> {
    match kind_of(x.dtype()) {
        Kind::Float => {
            put::<S>(out, Value::Int(float(S::float(&x)?, axis, IntDType::I32)))
        }
        Kind::Int => put_indices::<S>(out, int(S::int(&x)?, axis)),
        Kind::Bool => no_function(x.dtype()),
    }
}

/// Writes values and indices, which the functions `…_with_indices` return.
pub fn with_indices<S: Subject>(
    values: TensorMut,
    indices: TensorMut,
    x: Tensor,
    index_dtype: DType,
    float: impl FnOnce(Float<S>, IntDType) -> (Float<S>, Int<S>),
    int: impl FnOnce(Int<S>) -> (Int<S>, Int<S>),
) -> Result<()> {
    match kind_of(x.dtype()) {
        Kind::Float => {
            let (found, at) = float(S::float(&x)?, dtype_of(index_dtype)?.into());
            put::<S>(values, Value::Float(found))?;
            put::<S>(indices, Value::Int(at))
        }
        Kind::Int => {
            let (found, at) = int(S::int(&x)?);
            put::<S>(values, Value::Int(found))?;
            put_indices::<S>(indices, at)
        }
        Kind::Bool => no_function(x.dtype()),
    }
}

pub fn scan<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axis: usize,
    op: Scan,
) -> Result<()> {
    let (float, int): (fn(_, _) -> _, fn(_, _) -> _) = match op {
        Scan::Sum => (<S::Burn>::float_cumsum, <S::Burn>::int_cumsum),
        Scan::Prod => (<S::Burn>::float_cumprod, <S::Burn>::int_cumprod),
        Scan::Max => (<S::Burn>::float_cummax, <S::Burn>::int_cummax),
        Scan::Min => (<S::Burn>::float_cummin, <S::Burn>::int_cummin),
    };
    put::<S>(
        out,
        by_kind!(x.dtype(), float(S::float(&x)?, axis), int(S::int(&x)?, axis)),
    )
}

pub fn sort<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axis: usize,
    descending: bool,
) -> Result<()> {
    put::<S>(
        out,
        by_kind!(
            x.dtype(),
            <S::Burn>::float_sort(S::float(&x)?, axis, descending),
            <S::Burn>::int_sort(S::int(&x)?, axis, descending)
        ),
    )
}

pub fn argsort<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axis: usize,
    descending: bool,
) -> Result<()> {
    index_of_extremum::<S>(
        out,
        x,
        axis,
        |x, axis, dtype| <S::Burn>::float_argsort(x, axis, descending, dtype),
        |x, axis| <S::Burn>::int_argsort(x, axis, descending),
    )
}

pub fn bias_backward<S: Subject>(
    out: TensorMut,
    grad: Tensor,
    axis: usize,
) -> Result<()> {
    // The functions of convolutions take x and bias for their shapes alone.
    let both = || -> Result<[Float<S>; 3]> {
        Ok([S::float(&grad)?, S::float(&out)?, S::float(&grad)?])
    };
    let summed = match (axis, grad.rank()) {
        (1, 3) => {
            let [x, bias, grad] = both()?;
            <S::Burn>::conv1d_bias_backward(x, bias, grad)
        }
        (1, 4) => {
            let [x, bias, grad] = both()?;
            <S::Burn>::conv2d_bias_backward(x, bias, grad)
        }
        (1, 5) => {
            let [x, bias, grad] = both()?;
            <S::Burn>::conv3d_bias_backward(x, bias, grad)
        }
        _ => {
            // The function of linear layers sums over all axes but the last.
            let mut axes: Vec<usize> =
                (0..grad.rank()).filter(|&at| at != axis).collect();
            axes.push(axis);
            let last = grad.with_view(grad.view().permute(&axes)?)?;
            <S::Burn>::linear_bias_backward(S::float(&last)?)
        }
    };
    put::<S>(out, Value::Float(summed))
}
