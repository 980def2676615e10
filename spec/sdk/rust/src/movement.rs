//! Carries out the ops that only move elements, for backends without functions
//! of their own. Views share the operand's memory.
//! Tested by tests/strided_arrays.rs.
use crate::dtype::{DType, Element, Scalar};
use crate::status::{Result, Status, Unsupported};
use crate::tensor::{Tensor, TensorMut};
use crate::with_dtype;

pub(crate) fn expand<'a>(x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
    x.with_view(x.view().expand(&extents(shape)?)?)
}

pub(crate) fn permute<'a>(x: Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
    x.with_view(x.view().permute(axes)?)
}

pub(crate) fn shrink<'a>(
    x: Tensor<'a>,
    ranges: &[(i64, i64)],
) -> Result<Tensor<'a>> {
    x.with_view(x.view().shrink(ranges)?)
}

pub(crate) fn flip<'a>(x: Tensor<'a>, axes: &[bool]) -> Result<Tensor<'a>> {
    x.with_view(x.view().flip(axes)?)
}

// Copies the elements if no strides show them in the new shape.
pub(crate) fn reshape<'a>(x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
    let shape = extents(shape)?;
    match x.view().reshape(&shape) {
        Err(Status::Unsupported(Unsupported::View, _)) => {
            let copied = copy(x)?;
            copied.with_view(copied.view().reshape(&shape)?)
        }
        view => x.with_view(view?),
    }
}

// Copies a tensor that begins later in its buffer, as the contract says.
pub(crate) fn contiguous(x: Tensor<'_>) -> Result<Tensor<'_>> {
    if x.view().is_contiguous() && x.view().offset() == 0 {
        Ok(x)
    } else {
        copy(x)
    }
}

pub(crate) fn copy(x: Tensor<'_>) -> Result<Tensor<'_>> {
    let made = Tensor::zeros(x.dtype(), x.shape())?;
    assign(TensorMut::on(made.clone())?, x)?;
    Ok(made)
}

pub(crate) fn full<'a>(
    dtype: DType,
    shape: &[i64],
    value: Scalar,
) -> Result<Tensor<'a>> {
    let made = Tensor::zeros(dtype, &extents(shape)?)?;
    let mut out = TensorMut::on(made.clone())?;
    with_dtype!(dtype, T => {
        let value = value.get::<T>().ok_or_else(|| {
            Status::invalid(format!("the value is {}", value.dtype().name()))
        })?;
        out.array::<T>()?.write((0..made.count()).map(|_| value));
        Ok(made)
    })
}

pub(crate) fn assign(mut out: TensorMut<'_>, x: Tensor<'_>) -> Result<()> {
    if out.shape() != x.shape() {
        return Err(Status::invalid(format!(
            "{x:?} is assigned to {:?}",
            *out
        )));
    }
    with_dtype!(x.dtype(), T => {
        moved::<T>(&mut out, &x)
    })
}

fn moved<T: Element>(out: &mut TensorMut<'_>, x: &Tensor<'_>) -> Result<()> {
    out.array::<T>()?.write(x.array::<T>()?.iter());
    Ok(())
}

// Returns a shape of an attribute, which may not have negative extents.
fn extents(shape: &[i64]) -> Result<Vec<usize>> {
    let extent = |&extent: &i64| usize::try_from(extent).ok();
    shape
        .iter()
        .map(extent)
        .collect::<Option<_>>()
        .ok_or_else(|| Status::invalid(format!("{shape:?} is not a shape")))
}
