//! Ops that choose elements by indices and by masks.
use assay_backend::{
    DType, Result, ScatterMode, Status, Tensor, TensorMut, Update, View,
};
use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps, ModuleOps};
use burn_backend::tensor::IndexingUpdateOp;
use burn_backend::{try_read_sync, TensorData};

use crate::rows::{by_kind, refuse};
use crate::subject::Subject;
use crate::values::{copied_in, dtype_of, give_new, put, put_rows, Value};

pub fn choose<S: Subject>(
    out: TensorMut,
    condition: Tensor,
    if_true: Tensor,
    if_false: Tensor,
) -> Result<()> {
    let mask = S::bool(&condition)?;
    let made = by_kind!(
        if_true.dtype(),
        <S::Burn>::float_mask_where(S::float(&if_false)?, mask, S::float(&if_true)?),
        <S::Burn>::int_mask_where(S::int(&if_false)?, mask, S::int(&if_true)?),
        <S::Burn>::bool_mask_where(S::bool(&if_false)?, mask, S::bool(&if_true)?),
    );
    put::<S>(out, made)
}

// Burn wants the other axes equal, so the operand is shown without the elements
// that no index can reach.
pub fn gather<S: Subject>(
    out: TensorMut,
    data: Tensor,
    indices: Tensor,
    axis: usize,
) -> Result<()> {
    if indices.rank() != data.rank() {
        return gather_of::<S>(out, data, indices, axis);
    }
    let kept =
        |at: usize| if at == axis { data.shape()[at] } else { indices.shape()[at] };
    let shape: Vec<usize> = (0..data.rank()).map(kept).collect();
    let offset = data.view().offset() as isize;
    let cut = data.with_view(View::strided(&shape, data.strides(), offset)?)?;
    gather_of::<S>(out, cut, indices, axis)
}

fn gather_of<S: Subject>(
    out: TensorMut,
    data: Tensor,
    indices: Tensor,
    axis: usize,
) -> Result<()> {
    let at = S::int(&indices)?;
    let made = by_kind!(
        data.dtype(),
        <S::Burn>::float_gather(axis, S::float(&data)?, at),
        <S::Burn>::int_gather(axis, S::int(&data)?, at),
        <S::Burn>::bool_gather(axis, S::bool(&data)?, at),
    );
    put::<S>(out, made)
}

pub fn scatter<'a, S: Subject>(
    template: Tensor<'a>,
    indices: Tensor<'a>,
    updates: Tensor<'a>,
    axis: usize,
    mode: ScatterMode,
) -> Result<Tensor<'a>> {
    let update = match mode {
        ScatterMode::Set => IndexingUpdateOp::Assign,
        ScatterMode::Add => IndexingUpdateOp::Add,
        _ => return refuse("the contract has no such scatter"),
    };
    let at = S::int(&indices)?;
    let dtype = template.dtype();
    let made = by_kind!(
        dtype,
        <S::Burn>::float_scatter(
            axis,
            S::float(&template)?,
            at,
            S::float(&updates)?,
            update
        ),
        <S::Burn>::int_scatter(axis, S::int(&template)?, at, S::int(&updates)?, update),
    );
    give_new::<S>(dtype, made)
}

pub fn scatter_reduce<S: Subject>(
    out: TensorMut,
    x: Tensor,
    indices: Tensor,
    updates: Tensor,
    axis: usize,
    update: Update,
) -> Result<()> {
    if update != Update::Or {
        return refuse("only bool_scatter_or is called");
    }
    let made = <S::Burn>::bool_scatter_or(
        axis,
        S::bool(&x)?,
        S::int(&indices)?,
        S::bool(&updates)?,
    );
    put::<S>(out, Value::Bool(made))
}

pub fn select<S: Subject>(
    out: TensorMut,
    x: Tensor,
    indices: Tensor,
    axis: usize,
) -> Result<()> {
    let at = S::int(&indices)?;
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_select(S::float(&x)?, axis, at),
        <S::Burn>::int_select(S::int(&x)?, axis, at),
        <S::Burn>::bool_select(S::bool(&x)?, axis, at),
    );
    put::<S>(out, made)
}

fn update_of(update: Update) -> Result<IndexingUpdateOp> {
    Ok(match update {
        Update::Assign => IndexingUpdateOp::Assign,
        Update::Add => IndexingUpdateOp::Add,
        Update::Mul => IndexingUpdateOp::Mul,
        Update::Min => IndexingUpdateOp::Min,
        Update::Max => IndexingUpdateOp::Max,
        Update::Or => {
            return refuse("Burn updates numbers, and bools by other functions")
        }
    })
}

pub fn select_update<S: Subject>(
    out: TensorMut,
    x: Tensor,
    indices: Tensor,
    value: Tensor,
    axis: usize,
    update: Update,
) -> Result<()> {
    let at = S::int(&indices)?;
    let made = if x.dtype() == DType::Bool {
        let (x, value) = (S::bool(&x)?, S::bool(&value)?);
        Value::Bool(<S::Burn>::bool_select_or(x, axis, at, value))
    } else {
        let by = update_of(update)?;
        by_kind!(
            x.dtype(),
            <S::Burn>::float_select_assign(
                S::float(&x)?,
                axis,
                at,
                S::float(&value)?,
                by
            ),
            <S::Burn>::int_select_assign(S::int(&x)?, axis, at, S::int(&value)?, by),
        )
    };
    put::<S>(out, made)
}

pub fn gather_nd<S: Subject>(out: TensorMut, x: Tensor, indices: Tensor) -> Result<()> {
    let at = S::int(&indices)?;
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_gather_nd(S::float(&x)?, at),
        <S::Burn>::int_gather_nd(S::int(&x)?, at),
    );
    put::<S>(out, made)
}

pub fn scatter_nd<S: Subject>(
    out: TensorMut,
    x: Tensor,
    indices: Tensor,
    values: Tensor,
    update: Update,
) -> Result<()> {
    let (at, by) = (S::int(&indices)?, update_of(update)?);
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_scatter_nd(S::float(&x)?, at, S::float(&values)?, by),
        <S::Burn>::int_scatter_nd(S::int(&x)?, at, S::int(&values)?, by),
    );
    put::<S>(out, made)
}

// Indices of an embedding are batch and position in Burn. Those of other ranks
// are passed as one batch.
fn batch_of<'a>(indices: &Tensor<'a>) -> Result<Tensor<'a>> {
    let at = indices.to_vec::<i32>()?;
    Tensor::from_elements(&[1, at.len()], &at)
}

pub fn embedding<S: Subject>(
    out: TensorMut,
    weights: Tensor,
    indices: Tensor,
) -> Result<()> {
    let batch = if indices.rank() == 2 { indices } else { batch_of(&indices)? };
    let made = <S::Burn>::embedding(S::float(&weights)?, S::int(&batch)?);
    put_rows::<S>(out, made)
}

pub fn embedding_backward<S: Subject>(
    out: TensorMut,
    weights: Tensor,
    grad: Tensor,
    indices: Tensor,
) -> Result<()> {
    if indices.rank() != 2 {
        return embedding_backward_of_batch::<S>(out, weights, grad, indices);
    }
    let (weights, grad) = (S::float(&weights)?, S::float(&grad)?);
    let made = <S::Burn>::embedding_backward(weights, grad, S::int(&indices)?);
    put::<S>(out, Value::Float(made))
}

fn embedding_backward_of_batch<S: Subject>(
    out: TensorMut,
    weights: Tensor,
    grad: Tensor,
    indices: Tensor,
) -> Result<()> {
    let batch = batch_of(&indices)?;
    let columns = grad.shape().last().copied().unwrap_or(0);
    let (bytes, _, dtype) = copied_in(&grad)?.into_parts();
    let rows = TensorData::from_bytes(bytes, [1, indices.count(), columns], dtype);
    let grad = <S::Burn>::float_from_data(rows, &Default::default());
    let made =
        <S::Burn>::embedding_backward(S::float(&weights)?, grad, S::int(&batch)?);
    put::<S>(out, Value::Float(made))
}

fn at_once<T>(result: Option<T>) -> Result<T> {
    result.ok_or_else(|| Status::internal("the result is not there at once"))
}

pub fn mask_select<'a, S: Subject>(
    x: Tensor<'a>,
    mask: Tensor<'a>,
) -> Result<Tensor<'a>> {
    let mask = S::bool(&mask)?;
    let made = by_kind!(
        x.dtype(),
        at_once(try_read_sync(<S::Burn>::float_mask_select(S::float(&x)?, mask)))?,
        at_once(try_read_sync(<S::Burn>::int_mask_select(S::int(&x)?, mask)))?,
        at_once(try_read_sync(<S::Burn>::bool_mask_select(S::bool(&x)?, mask)))?,
    );
    give_new::<S>(x.dtype(), made)
}

pub fn argwhere<'a, S: Subject>(
    x: Tensor<'a>,
    index_dtype: DType,
) -> Result<Tensor<'a>> {
    let dtype = dtype_of(index_dtype)?.into();
    let found = try_read_sync(<S::Burn>::bool_argwhere(S::bool(&x)?, dtype));
    give_new::<S>(index_dtype, Value::Int(at_once(found)?))
}
