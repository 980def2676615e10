//! Carries out the ops that move elements: views are tenferro's own views,
//! and reductions and indexing are handed their axes.
use assay_backend::{DType, Result, Tensor, TensorMut};
use tenferro_cpu::CpuEngine;
use tenferro_tensor as tenferro;
use tenferro_tensor::{
    StridedSliceSpec, TensorRead, TensorStructural, TensorView,
};

use crate::algebra::{batch_first, batch_last};
use crate::calls::Tenferro;
use crate::errors::Answer;
use crate::operands::{copy_to, dtype_of, give, unsigned, write_into, Operand};

/// Evaluates a method of the typed view inside a `TensorView`.
macro_rules! of_view {
    ($view:expr, $typed:ident => $call:expr) => {
        match $view {
            TensorView::F32($typed) => $call.map(TensorView::F32),
            TensorView::F64($typed) => $call.map(TensorView::F64),
            TensorView::I32($typed) => $call.map(TensorView::I32),
            TensorView::I64($typed) => $call.map(TensorView::I64),
            TensorView::Bool($typed) => $call.map(TensorView::Bool),
            TensorView::C32($typed) => $call.map(TensorView::C32),
            TensorView::C64($typed) => $call.map(TensorView::C64),
        }
    };
}

/// Returns what a metadata-only function of tenferro shows of a tensor.
fn view<'a>(
    x: &Tensor<'a>,
    call: impl FnOnce(TensorView) -> tenferro::Result<TensorView>,
) -> Result<Tensor<'a>> {
    let operand = Operand::new(x)?;
    let shown = call(operand.read()?.tensor_view()).answer()?;
    operand.shown(&TensorRead::from_view(shown))
}

pub fn permute<'a>(x: &Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
    view(x, |x| of_view!(x, x => x.transpose_view(axes)))
}

pub fn slice<'a>(
    x: &Tensor<'a>,
    slices: &[StridedSliceSpec],
) -> Result<Tensor<'a>> {
    view(x, |x| of_view!(x, x => x.slice_view(slices)))
}

pub fn shrink<'a>(x: &Tensor<'a>, ranges: &[(i64, i64)]) -> Result<Tensor<'a>> {
    let of = |&(start, stop): &(i64, i64)| {
        StridedSliceSpec::new(start as isize, Some(stop as isize), 1)
    };
    slice(x, &ranges.iter().map(of).collect::<Vec<_>>())
}

pub fn flip<'a>(x: &Tensor<'a>, axes: &[bool]) -> Result<Tensor<'a>> {
    let of = |&axis: &bool| match axis {
        true => StridedSliceSpec::reverse(),
        false => StridedSliceSpec::all(),
    };
    slice(x, &axes.iter().map(of).collect::<Vec<_>>())
}

pub fn expand<'a>(x: &Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
    let axes: Vec<usize> = (0..x.rank()).collect();
    let operand = Operand::new(x)?;
    let shown = operand
        .read()?
        .broadcast_in_dim_view(&unsigned(shape)?, &axes)
        .answer()?;
    operand.shown(&shown)
}

/// A compact operand becomes a view, as `reshape_view` has it, and any other
/// one is copied by `reshape_read`.
pub fn reshape<'a>(
    to: &mut Tenferro,
    x: &Tensor<'a>,
    shape: &[i64],
) -> Result<Tensor<'a>> {
    let shape = unsigned(shape)?;
    let operand = Operand::new(x)?;
    let read = operand.read()?;
    if read.is_col_major_contiguous().answer()? {
        let shown =
            of_view!(read.tensor_view(), x => x.reshape_view(&shape[..]))
                .answer()?;
        return operand.shown(&TensorRead::from_view(shown));
    }
    give(&to.engine().reshape_read(read, &shape).answer()?, None)
}

/// Copies into row-major memory.
pub fn contiguous<'a>(to: &mut Tenferro, x: &Tensor<'a>) -> Result<Tensor<'a>> {
    let result = Tensor::zeros(x.dtype(), x.shape())?;
    let operand = Operand::new(x)?;
    let read = operand.read()?;
    let engine = to.engine();
    write_into(&result, None, |out| engine.copy_read_into(read, out))?;
    Ok(result)
}

/// Copies through the strides of the out. An operand in the memory of the out
/// becomes an owned tensor first, because tenferro rules such calls out.
pub fn assign(to: &mut Tenferro, out: TensorMut, x: &Tensor) -> Result<()> {
    let operand = Operand::new(x)?;
    let engine = to.engine();
    if operand.overlaps(&out)? {
        let owned = operand.owned()?;
        let read = TensorRead::from_tensor(&owned);
        return write_into(&out, None, |out| engine.copy_read_into(read, out));
    }
    let read = operand.read()?;
    write_into(&out, None, |out| engine.copy_read_into(read, out))
}

pub fn cast(to: &mut Tenferro, mut out: TensorMut, x: &Tensor) -> Result<()> {
    let owned = Operand::new(x)?.owned()?;
    let dtype = dtype_of(out.dtype())?;
    copy_to(&mut out, &to.engine().cast(&owned, dtype).answer()?)
}

pub fn convert(
    to: &mut Tenferro,
    mut out: TensorMut,
    x: &Tensor,
) -> Result<()> {
    let owned = Operand::new(x)?.owned()?;
    let dtype = dtype_of(out.dtype())?;
    copy_to(&mut out, &to.engine().convert(&owned, dtype).answer()?)
}

/// Whether tenferro has the dtype.
pub fn has(dtype: DType) -> bool {
    dtype_of(dtype).is_ok()
}

/// Masks matrices, whose axes come first for tenferro.
pub fn triangle<'a>(
    to: &mut Tenferro,
    x: &Tensor,
    call: impl FnOnce(
        &mut CpuEngine,
        TensorRead,
    ) -> tenferro::Result<tenferro::Tensor>,
) -> Result<Tensor<'a>> {
    let operand = Operand::permuted(x, &batch_last(x.rank(), 2))?;
    let result = call(to.engine(), operand.read()?).answer()?;
    give(&result, Some(&batch_first(x.rank(), 2)))
}
