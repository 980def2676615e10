//! Pools. Burn has functions for one and two spatial axes, and adaptive ones for
//! three.
use assay_backend::{DType, Result, Tensor, TensorMut};
use burn_backend::ops::ModuleOps;

use crate::layers::{list, symmetric};
use crate::rows::refuse;
use crate::subject::Subject;
use crate::values::{dtype_of, put, Value};

/// The attributes of a pool.
#[derive(Clone, Copy)]
pub struct Pool<'a> {
    pub kernel_size: &'a [i64],
    pub stride: &'a [i64],
    pub padding: &'a [(i64, i64)],
    pub dilation: &'a [i64],
    pub ceil_mode: bool,
    pub count_include_pad: bool,
}

impl Pool<'_> {
    // Kernel size, stride, padding and dilation.
    fn lists<const N: usize>(&self) -> Result<[[usize; N]; 4]> {
        Ok([
            list(self.kernel_size)?,
            list(self.stride)?,
            symmetric(self.padding)?,
            list(self.dilation)?,
        ])
    }
}

pub fn max_pool<S: Subject>(out: TensorMut, x: Tensor, pool: Pool) -> Result<()> {
    let (ceil, x) = (pool.ceil_mode, S::float(&x)?);
    let made = match pool.stride.len() {
        1 => {
            let [[k], [s], [p], [d]] = pool.lists()?;
            <S::Burn>::max_pool1d(x, k, s, p, d, ceil)
        }
        2 => {
            let [k, s, p, d] = pool.lists()?;
            <S::Burn>::max_pool2d(x, k, s, p, d, ceil)
        }
        _ => return refuse("max_pool has one or two axes in Burn"),
    };
    put::<S>(out, Value::Float(made))
}

pub fn max_pool_with_indices<S: Subject>(
    out: TensorMut,
    indices: TensorMut,
    x: Tensor,
    pool: Pool,
    index_dtype: DType,
) -> Result<()> {
    let (ceil, x, dtype) =
        (pool.ceil_mode, S::float(&x)?, dtype_of(index_dtype)?.into());
    let (made, at) = match pool.stride.len() {
        1 => {
            let [[k], [s], [p], [d]] = pool.lists()?;
            let both = <S::Burn>::max_pool1d_with_indices(x, k, s, p, d, ceil, dtype);
            (both.output, both.indices)
        }
        2 => {
            let [k, s, p, d] = pool.lists()?;
            let both = <S::Burn>::max_pool2d_with_indices(x, k, s, p, d, ceil, dtype);
            (both.output, both.indices)
        }
        _ => return refuse("max_pool has one or two axes in Burn"),
    };
    put::<S>(out, Value::Float(made))?;
    put::<S>(indices, Value::Int(at))
}

pub fn max_pool_backward<S: Subject>(
    out: TensorMut,
    x: Tensor,
    grad: Tensor,
    indices: Tensor,
    pool: Pool,
) -> Result<()> {
    let (ceil, x, g, at) =
        (pool.ceil_mode, S::float(&x)?, S::float(&grad)?, S::int(&indices)?);
    let made = match pool.stride.len() {
        1 => {
            let [[k], [s], [p], [d]] = pool.lists()?;
            <S::Burn>::max_pool1d_with_indices_backward(x, k, s, p, d, ceil, g, at)
                .x_grad
        }
        2 => {
            let [k, s, p, d] = pool.lists()?;
            <S::Burn>::max_pool2d_with_indices_backward(x, k, s, p, d, ceil, g, at)
                .x_grad
        }
        _ => return refuse("max_pool has one or two axes in Burn"),
    };
    put::<S>(out, Value::Float(made))
}

pub fn avg_pool<S: Subject>(
    out: TensorMut,
    x: Tensor,
    grad: Option<Tensor>,
    pool: Pool,
) -> Result<()> {
    let (ceil, padded, x) = (pool.ceil_mode, pool.count_include_pad, S::float(&x)?);
    let grad = grad.as_ref().map(S::float).transpose()?;
    let made = match (pool.stride.len(), grad) {
        (1, None) => {
            let [[k], [s], [p], _] = pool.lists()?;
            <S::Burn>::avg_pool1d(x, k, s, p, padded, ceil)
        }
        (1, Some(grad)) => {
            let [[k], [s], [p], _] = pool.lists()?;
            <S::Burn>::avg_pool1d_backward(x, grad, k, s, p, padded, ceil)
        }
        (2, None) => {
            let [k, s, p, _] = pool.lists()?;
            <S::Burn>::avg_pool2d(x, k, s, p, padded, ceil)
        }
        (2, Some(grad)) => {
            let [k, s, p, _] = pool.lists()?;
            <S::Burn>::avg_pool2d_backward(x, grad, k, s, p, padded, ceil)
        }
        _ => return refuse("avg_pool has one or two axes in Burn"),
    };
    put::<S>(out, Value::Float(made))
}

pub fn adaptive_avg_pool<S: Subject>(
    out: TensorMut,
    x: Tensor,
    output_size: &[i64],
) -> Result<()> {
    let x = S::float(&x)?;
    let made = match output_size.len() {
        1 => <S::Burn>::adaptive_avg_pool1d(x, list::<1>(output_size)?[0]),
        2 => <S::Burn>::adaptive_avg_pool2d(x, list(output_size)?),
        3 => <S::Burn>::adaptive_avg_pool3d(x, list(output_size)?),
        _ => return refuse("adaptive_avg_pool has one to three axes in Burn"),
    };
    put::<S>(out, Value::Float(made))
}

pub fn adaptive_avg_pool_backward<S: Subject>(
    out: TensorMut,
    x: Tensor,
    grad: Tensor,
    output_size: &[i64],
) -> Result<()> {
    let (x, grad) = (S::float(&x)?, S::float(&grad)?);
    let made = match output_size.len() {
        1 => <S::Burn>::adaptive_avg_pool1d_backward(x, grad),
        2 => <S::Burn>::adaptive_avg_pool2d_backward(x, grad),
        3 => <S::Burn>::adaptive_avg_pool3d_backward(x, grad),
        _ => return refuse("adaptive_avg_pool has one to three axes in Burn"),
    };
    put::<S>(out, Value::Float(made))
}
