//! Ops that move elements: views, casts, padding and parts of tensors.
use assay_backend::{DType, Result, Scalar, Tensor, TensorMut};
use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn_backend::tensor::Device;
use burn_backend::{BoolDType, Slice};
use burn_std::PadMode;

use crate::rows::{by_kind, no_function, refuse};
use crate::subject::Subject;
use crate::values::{
    dtype_of, extent, extents, give, give_new, kind_of, put, scalar_of, shape_of, Kind,
    Value,
};

pub fn expand<'a, S: Subject>(x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
    let shape = shape_of(&extents(shape)?);
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_expand(S::float(&x)?, shape),
        <S::Burn>::int_expand(S::int(&x)?, shape),
        <S::Burn>::bool_expand(S::bool(&x)?, shape),
    );
    give::<S>(&x, made)
}

pub fn reshape<'a, S: Subject>(x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
    let shape = shape_of(&extents(shape)?);
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_reshape(S::float(&x)?, shape),
        <S::Burn>::int_reshape(S::int(&x)?, shape),
        <S::Burn>::bool_reshape(S::bool(&x)?, shape),
    );
    give::<S>(&x, made)
}

pub fn permute<'a, S: Subject>(x: Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_permute(S::float(&x)?, axes),
        <S::Burn>::int_permute(S::int(&x)?, axes),
        <S::Burn>::bool_permute(S::bool(&x)?, axes),
    );
    give::<S>(&x, made)
}

pub fn flip<'a, S: Subject>(x: Tensor<'a>, axes: &[bool]) -> Result<Tensor<'a>> {
    let axes: Vec<usize> = (0..axes.len()).filter(|&axis| axes[axis]).collect();
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_flip(S::float(&x)?, &axes),
        <S::Burn>::int_flip(S::int(&x)?, &axes),
        <S::Burn>::bool_flip(S::bool(&x)?, &axes),
    );
    give::<S>(&x, made)
}

fn slices_of(ranges: &[(i64, i64)], steps: &[i64]) -> Vec<Slice> {
    let slice = |(&(start, stop), &step): (&(i64, i64), &i64)| {
        Slice::new(start as isize, Some(stop as isize), step as isize)
    };
    ranges.iter().zip(steps).map(slice).collect()
}

pub fn slice<'a, S: Subject>(
    x: Tensor<'a>,
    ranges: &[(i64, i64)],
    steps: &[i64],
) -> Result<Tensor<'a>> {
    let slices = slices_of(ranges, steps);
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_slice(S::float(&x)?, &slices),
        <S::Burn>::int_slice(S::int(&x)?, &slices),
        <S::Burn>::bool_slice(S::bool(&x)?, &slices),
    );
    give::<S>(&x, made)
}

pub fn slice_assign<S: Subject>(
    out: TensorMut,
    x: Tensor,
    value: Tensor,
    ranges: &[(i64, i64)],
    steps: &[i64],
) -> Result<()> {
    let slices = slices_of(ranges, steps);
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_slice_assign(S::float(&x)?, &slices, S::float(&value)?),
        <S::Burn>::int_slice_assign(S::int(&x)?, &slices, S::int(&value)?),
        <S::Burn>::bool_slice_assign(S::bool(&x)?, &slices, S::bool(&value)?),
    );
    put::<S>(out, made)
}

pub fn unfold_view<'a, S: Subject>(
    x: Tensor<'a>,
    axis: usize,
    size: i64,
    step: i64,
) -> Result<Tensor<'a>> {
    let (size, step) = (extent(size)?, extent(step)?);
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_unfold(S::float(&x)?, axis, size, step),
        <S::Burn>::int_unfold(S::int(&x)?, axis, size, step),
        <S::Burn>::bool_unfold(S::bool(&x)?, axis, size, step),
    );
    give::<S>(&x, made)
}

pub fn pad<'a, S: Subject>(
    x: Tensor<'a>,
    padding: &[(i64, i64)],
    value: Scalar,
) -> Result<Tensor<'a>> {
    let side = |&(before, after): &(i64, i64)| Ok((extent(before)?, extent(after)?));
    let padding = padding.iter().map(side).collect::<Result<Vec<_>>>()?;
    // The trait takes the value as an f32, so only dtypes that fit are claimed.
    let value = match value.get::<f32>() {
        Some(value) => value, // with its bits, if it is a NaN
        None => scalar_of(value)?.elem::<f32>(),
    };
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_pad(S::float(&x)?, &padding, PadMode::Constant(value)),
        <S::Burn>::int_pad(S::int(&x)?, &padding, PadMode::Constant(value)),
    );
    give_new::<S>(x.dtype(), made)
}

pub fn cat<S: Subject>(out: TensorMut, members: &[Tensor], axis: usize) -> Result<()> {
    fn all<T>(members: &[Tensor], of: fn(&Tensor) -> Result<T>) -> Result<Vec<T>> {
        members.iter().map(of).collect()
    }
    let made = by_kind!(
        out.dtype(),
        <S::Burn>::float_cat(all(members, S::float)?, axis),
        <S::Burn>::int_cat(all(members, S::int)?, axis),
        <S::Burn>::bool_cat(all(members, S::bool)?, axis),
    );
    put::<S>(out, made)
}

pub fn repeat<S: Subject>(
    out: TensorMut,
    x: Tensor,
    axis: usize,
    times: i64,
) -> Result<()> {
    let times = extent(times)?;
    let made = by_kind!(
        x.dtype(),
        <S::Burn>::float_repeat_dim(S::float(&x)?, axis, times),
        <S::Burn>::int_repeat_dim(S::int(&x)?, axis, times),
        <S::Burn>::bool_repeat_dim(S::bool(&x)?, axis, times),
    );
    put::<S>(out, made)
}

pub fn full<'a, S: Subject>(
    dtype: DType,
    shape: &[i64],
    value: Scalar,
) -> Result<Tensor<'a>> {
    let shape = shape_of(&extents(shape)?);
    let device = Device::<S::Burn>::default();
    let (of, fill) = (dtype_of(dtype)?, scalar_of(value)?);
    let made = by_kind!(
        dtype,
        <S::Burn>::float_full(shape, fill, &device, of.into()),
        <S::Burn>::int_full(shape, fill, &device, of.into()),
        match value.storage() {
            [0] => <S::Burn>::bool_zeros(shape, &device, BoolDType::Native),
            _ => <S::Burn>::bool_ones(shape, &device, BoolDType::Native),
        },
    );
    give_new::<S>(dtype, made)
}

pub fn arange<S: Subject>(
    out: TensorMut,
    step: i64,
    start: i64,
    stop: i64,
) -> Result<()> {
    let dtype = dtype_of(out.dtype())?.into();
    let device = Device::<S::Burn>::default();
    let made = <S::Burn>::int_arange_step(start..stop, extent(step)?, &device, dtype);
    put::<S>(out, Value::Int(made))
}

pub fn cast<S: Subject>(out: TensorMut, x: Tensor) -> Result<()> {
    let to = dtype_of(out.dtype())?;
    let cast = match (kind_of(x.dtype()), kind_of(out.dtype())) {
        (Kind::Float, Kind::Float) => {
            Value::Float(<S::Burn>::float_cast(S::float(&x)?, to.into()))
        }
        (Kind::Float, Kind::Int) => {
            Value::Int(<S::Burn>::float_into_int(S::float(&x)?, to.into()))
        }
        (Kind::Int, Kind::Float) => {
            Value::Float(<S::Burn>::int_into_float(S::int(&x)?, to.into()))
        }
        (Kind::Int, Kind::Int) => {
            Value::Int(<S::Burn>::int_cast(S::int(&x)?, to.into()))
        }
        (Kind::Bool, Kind::Float) => {
            Value::Float(<S::Burn>::bool_into_float(S::bool(&x)?, to.into()))
        }
        (Kind::Bool, Kind::Int) => {
            Value::Int(<S::Burn>::bool_into_int(S::bool(&x)?, to.into()))
        }
        (_, Kind::Bool) => return refuse("Burn casts nothing to bool"),
    };
    put::<S>(out, cast)
}

pub fn bitwise_not<S: Subject>(out: TensorMut, x: Tensor) -> Result<()> {
    let made = match kind_of(x.dtype()) {
        Kind::Int => Value::Int(<S::Burn>::bitwise_not(S::int(&x)?)),
        Kind::Bool => Value::Bool(<S::Burn>::bool_not(S::bool(&x)?)),
        Kind::Float => return no_function(x.dtype()),
    };
    put::<S>(out, made)
}
