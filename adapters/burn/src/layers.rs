//! Layers of neural networks: linear maps, convolutions, resampling, attention
//! and normalization.
use assay_backend::{
    Interpolation, PaddingMode, Result, Scalar, Status, Tensor, TensorMut,
};
use burn_backend::ops::{
    AttentionModuleOptions, ConvOptions, ConvTransposeOptions, FloatTensorOps,
    GridSampleOptions, GridSamplePaddingMode, InterpolateMode, InterpolateOptions,
    ModuleOps,
};

use crate::rows::refuse;
use crate::subject::{Float, Subject};
use crate::values::{extent, f64_of, put, Value};

/// Returns numbers of an attribute that has one for each spatial axis.
pub fn list<const N: usize>(numbers: &[i64]) -> Result<[usize; N]> {
    let mut list = [0; N];
    if numbers.len() != N {
        return Err(Status::invalid(format!("{} numbers for {N} axes", numbers.len())));
    }
    for (to, &number) in list.iter_mut().zip(numbers) {
        *to = extent(number)?;
    }
    Ok(list)
}

/// Returns the padding of each spatial axis, before and after it.
fn pairs<const N: usize>(padding: &[(i64, i64)]) -> Result<[(usize, usize); N]> {
    let before: Vec<i64> = padding.iter().map(|pair| pair.0).collect();
    let after: Vec<i64> = padding.iter().map(|pair| pair.1).collect();
    let (before, after) = (list::<N>(&before)?, list::<N>(&after)?);
    Ok(std::array::from_fn(|axis| (before[axis], after[axis])))
}

/// Returns the padding of each spatial axis where Burn takes one number.
pub fn symmetric<const N: usize>(padding: &[(i64, i64)]) -> Result<[usize; N]> {
    let pairs = pairs::<N>(padding)?;
    if pairs.iter().any(|(before, after)| before != after) {
        return refuse("this padding is symmetric in Burn");
    }
    Ok(pairs.map(|pair| pair.0))
}

pub fn maybe<S: Subject>(x: Option<Tensor>) -> Result<Option<Float<S>>> {
    x.as_ref().map(S::float).transpose()
}

/// The attributes of a convolution.
#[derive(Clone, Copy)]
pub struct Window<'a> {
    pub padding: &'a [(i64, i64)],
    pub stride: &'a [i64],
    pub dilation: &'a [i64],
    pub groups: i64,
}

impl Window<'_> {
    fn options<const N: usize>(&self) -> Result<ConvOptions<N>> {
        Ok(ConvOptions::new_with_padding(
            list(self.stride)?,
            pairs(self.padding)?,
            list(self.dilation)?,
            extent(self.groups)?,
        ))
    }
    fn transposed<const N: usize>(
        &self,
        output_padding: &[i64],
    ) -> Result<ConvTransposeOptions<N>> {
        Ok(ConvTransposeOptions::new(
            list(self.stride)?,
            symmetric(self.padding)?,
            list(output_padding)?,
            list(self.dilation)?,
            extent(self.groups)?,
        ))
    }
}

// Calls the function for the number of spatial axes.
macro_rules! by_axes {
    ($axes:expr, $one:expr, $two:expr, $three:expr) => {
        Value::Float(match $axes {
            1 => $one,
            2 => $two,
            3 => $three,
            _ => return refuse("Burn has functions for one to three axes"),
        })
    };
}

pub fn linear<S: Subject>(
    out: TensorMut,
    x: Tensor,
    weight: Tensor,
    bias: Option<Tensor>,
) -> Result<()> {
    let made = <S::Burn>::linear(S::float(&x)?, S::float(&weight)?, maybe::<S>(bias)?);
    put::<S>(out, Value::Float(made))
}

pub fn conv<S: Subject>(
    out: TensorMut,
    x: Tensor,
    weight: Tensor,
    bias: Option<Tensor>,
    w: Window,
) -> Result<()> {
    let axes = w.stride.len();
    let (x, weight, bias) = (S::float(&x)?, S::float(&weight)?, maybe::<S>(bias)?);
    let made = by_axes!(
        axes,
        <S::Burn>::conv1d(x, weight, bias, w.options()?),
        <S::Burn>::conv2d(x, weight, bias, w.options()?),
        <S::Burn>::conv3d(x, weight, bias, w.options()?)
    );
    put::<S>(out, made)
}

pub fn conv_x_backward<S: Subject>(
    out: TensorMut,
    x: Tensor,
    weight: Tensor,
    grad: Tensor,
    w: Window,
) -> Result<()> {
    let axes = w.stride.len();
    let (x, weight, grad) = (S::float(&x)?, S::float(&weight)?, S::float(&grad)?);
    let made = by_axes!(
        axes,
        <S::Burn>::conv1d_x_backward(x, weight, grad, w.options()?),
        <S::Burn>::conv2d_x_backward(x, weight, grad, w.options()?),
        <S::Burn>::conv3d_x_backward(x, weight, grad, w.options()?)
    );
    put::<S>(out, made)
}

pub fn conv_weight_backward<S: Subject>(
    out: TensorMut,
    x: Tensor,
    weight: Tensor,
    grad: Tensor,
    w: Window,
) -> Result<()> {
    let axes = w.stride.len();
    let (x, weight, grad) = (S::float(&x)?, S::float(&weight)?, S::float(&grad)?);
    let made = by_axes!(
        axes,
        <S::Burn>::conv1d_weight_backward(x, weight, grad, w.options()?),
        <S::Burn>::conv2d_weight_backward(x, weight, grad, w.options()?),
        <S::Burn>::conv3d_weight_backward(x, weight, grad, w.options()?)
    );
    put::<S>(out, made)
}

pub fn conv_transpose<S: Subject>(
    out: TensorMut,
    x: Tensor,
    weight: Tensor,
    bias: Option<Tensor>,
    w: Window,
    more: &[i64],
) -> Result<()> {
    let axes = w.stride.len();
    let (x, weight, bias) = (S::float(&x)?, S::float(&weight)?, maybe::<S>(bias)?);
    let made = by_axes!(
        axes,
        <S::Burn>::conv_transpose1d(x, weight, bias, w.transposed(more)?),
        <S::Burn>::conv_transpose2d(x, weight, bias, w.transposed(more)?),
        <S::Burn>::conv_transpose3d(x, weight, bias, w.transposed(more)?)
    );
    put::<S>(out, made)
}

pub fn conv_transpose_x_backward<S: Subject>(
    out: TensorMut,
    weight: Tensor,
    grad: Tensor,
    w: Window,
    more: &[i64],
) -> Result<()> {
    let axes = w.stride.len();
    let (weight, grad) = (S::float(&weight)?, S::float(&grad)?);
    let made = by_axes!(
        axes,
        <S::Burn>::conv_transpose1d_x_backward(weight, grad, w.transposed(more)?),
        <S::Burn>::conv_transpose2d_x_backward(weight, grad, w.transposed(more)?),
        <S::Burn>::conv_transpose3d_x_backward(weight, grad, w.transposed(more)?)
    );
    put::<S>(out, made)
}

pub fn conv_transpose_weight_backward<S: Subject>(
    out: TensorMut,
    x: Tensor,
    weight: Tensor,
    grad: Tensor,
    w: Window,
    more: &[i64],
) -> Result<()> {
    let axes = w.stride.len();
    let (x, weight, grad) = (S::float(&x)?, S::float(&weight)?, S::float(&grad)?);
    let made = by_axes!(
        axes,
        <S::Burn>::conv_transpose1d_weight_backward(
            x,
            weight,
            grad,
            w.transposed(more)?
        ),
        <S::Burn>::conv_transpose2d_weight_backward(
            x,
            weight,
            grad,
            w.transposed(more)?
        ),
        <S::Burn>::conv_transpose3d_weight_backward(
            x,
            weight,
            grad,
            w.transposed(more)?
        )
    );
    put::<S>(out, made)
}

fn mode_of(interpolation: Interpolation) -> InterpolateMode {
    match interpolation {
        Interpolation::Nearest => InterpolateMode::Nearest,
        Interpolation::NearestExact => InterpolateMode::NearestExact,
        Interpolation::Bilinear => InterpolateMode::Bilinear,
        Interpolation::Bicubic => InterpolateMode::Bicubic,
        Interpolation::Lanczos3 => InterpolateMode::Lanczos3,
    }
}

pub fn interpolate<S: Subject>(
    out: TensorMut,
    x: Tensor,
    grad: Option<Tensor>,
    interpolation: Interpolation,
    output_size: &[i64],
    align_corners: bool,
) -> Result<()> {
    let options = InterpolateOptions::new(mode_of(interpolation))
        .with_align_corners(align_corners);
    let (x, size) = (S::float(&x)?, list(output_size)?);
    let made = match maybe::<S>(grad)? {
        Some(grad) => <S::Burn>::interpolate_backward(x, grad, size, options),
        None => <S::Burn>::interpolate(x, size, options),
    };
    put::<S>(out, Value::Float(made))
}

pub fn grid_sample_2d<S: Subject>(
    out: TensorMut,
    x: Tensor,
    grid: Tensor,
    interpolation: Interpolation,
    padding_mode: PaddingMode,
    align_corners: bool,
) -> Result<()> {
    let padding_mode = match padding_mode {
        PaddingMode::Zeros => GridSamplePaddingMode::Zeros,
        PaddingMode::Border => GridSamplePaddingMode::Border,
        PaddingMode::Reflection => GridSamplePaddingMode::Reflection,
    };
    let mode = mode_of(interpolation);
    let options = GridSampleOptions { mode, padding_mode, align_corners };
    let made =
        <S::Burn>::float_grid_sample_2d(S::float(&x)?, S::float(&grid)?, options);
    put::<S>(out, Value::Float(made))
}

/// The operands of attention.
pub struct Heads<'a> {
    pub query: Tensor<'a>,
    pub key: Tensor<'a>,
    pub value: Tensor<'a>,
    pub mask: Option<Tensor<'a>>,
    pub bias: Option<Tensor<'a>>,
}

pub fn attention<S: Subject>(
    out: TensorMut,
    heads: Heads,
    scale: Option<Scalar>,
    softcap: Option<Scalar>,
    is_causal: bool,
) -> Result<()> {
    let options = AttentionModuleOptions {
        scale: scale.map(f64_of).transpose()?,
        softcap: softcap.map(f64_of).transpose()?,
        is_causal,
    };
    let made = <S::Burn>::attention(
        S::float(&heads.query)?,
        S::float(&heads.key)?,
        S::float(&heads.value)?,
        heads.mask.as_ref().map(S::bool).transpose()?,
        maybe::<S>(heads.bias)?,
        options,
    );
    put::<S>(out, Value::Float(made))
}

pub fn layer_norm<S: Subject>(
    out: TensorMut,
    x: Tensor,
    gamma: Tensor,
    beta: Option<Tensor>,
    epsilon: Scalar,
) -> Result<()> {
    let (x, gamma, beta) = (S::float(&x)?, S::float(&gamma)?, maybe::<S>(beta)?);
    let made = <S::Burn>::layer_norm(x, gamma, beta, f64_of(epsilon)?);
    put::<S>(out, Value::Float(made))
}

pub fn batch_norm<S: Subject>(
    out: TensorMut,
    x: Tensor,
    [gamma, beta, mean, variance]: [Tensor; 4],
    epsilon: Scalar,
) -> Result<()> {
    let made = <S::Burn>::batch_norm(
        S::float(&x)?,
        S::float(&gamma)?,
        S::float(&beta)?,
        S::float(&mean)?,
        S::float(&variance)?,
        f64_of(epsilon)?,
    );
    put::<S>(out, Value::Float(made))
}
