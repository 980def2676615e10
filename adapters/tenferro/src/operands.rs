//! Shows Assay's tensors to tenferro with their strides, and hands tenferro's
//! column-major results back. Nothing here computes; elements are only moved.
use std::ops::Range;

use assay_backend::{
    with_dtype, Complex128, Complex64, DType, Element, Result, Status, Tensor,
    TensorMut, View,
};
use tenferro_tensor as tenferro;
use tenferro_tensor::{Complex, TensorRead, TensorScalar, TensorWrite};

use crate::errors::Answer;

/// An element type that both sides have, stored in the same way.
///
/// # Safety
/// `Theirs` has the size, the alignment and the bytes of `Self`.
pub unsafe trait Shared: Element {
    type Theirs: TensorScalar;
}
// SAFETY: the types are the same.
unsafe impl Shared for f32 {
    type Theirs = f32;
}
unsafe impl Shared for f64 {
    type Theirs = f64;
}
unsafe impl Shared for i32 {
    type Theirs = i32;
}
unsafe impl Shared for i64 {
    type Theirs = i64;
}
unsafe impl Shared for bool {
    type Theirs = bool;
}
// SAFETY: both are a real and an imaginary part in a C struct.
unsafe impl Shared for Complex64 {
    type Theirs = Complex<f32>;
}
unsafe impl Shared for Complex128 {
    type Theirs = Complex<f64>;
}

/// Evaluates an expression with `T` as the element type of one of the seven
/// dtypes that tenferro has.
macro_rules! with_shared {
    ($dtype:expr, $element:ident => $body:expr) => {
        with_dtype!($dtype, $element in [
            f32, f64, i32, i64, bool, Complex64, Complex128
        ] => $body)
    };
}

/// Returns tenferro's name of a dtype.
pub fn dtype_of(dtype: DType) -> Result<tenferro::DType> {
    with_shared!(dtype, T => Ok(<T as Shared>::Theirs::dtype()))
}

/// An operand as tenferro may read it. Bytes of bool are copied, with their
/// strides, because a byte in the gaps need not be a Rust bool.
pub struct Operand<'a> {
    tensor: Tensor<'a>,
    low: usize,
    length: usize,
    bools: Vec<bool>,
}

impl<'a> Operand<'a> {
    pub fn new(tensor: &Tensor<'a>) -> Result<Self> {
        let (low, length) = span_of(tensor.view());
        let mut operand =
            Operand { tensor: tensor.clone(), low, length, bools: Vec::new() };
        if tensor.dtype() == DType::Bool {
            let bytes: &[u8] = operand.bytes()?;
            operand.bools = bytes.iter().map(|&byte| byte != 0).collect();
        }
        Ok(operand)
    }

    /// Shows the axes in another order, without a copy.
    pub fn permuted(tensor: &Tensor<'a>, axes: &[usize]) -> Result<Self> {
        Operand::new(&tensor.with_view(tensor.view().permute(axes)?)?)
    }

    /// Returns the elements as tenferro's borrowed view.
    pub fn read(&self) -> Result<TensorRead<'_>> {
        let view = self.tensor.view();
        let offset = if self.length == 0 { 0 } else { view.offset() };
        with_shared!(self.tensor.dtype(), T => {
            tenferro::TypedTensorView::from_slice(
                view.shape(), view.strides(), (offset - self.low) as isize,
                self.elements::<T>()?,
            )
            .and_then(tenferro::TypedTensorView::into_tensor_read)
            .answer()
        })
    }

    /// Copies the elements into a tensor that tenferro owns.
    pub fn owned(&self) -> Result<tenferro::Tensor> {
        let reversed: Vec<usize> = (0..self.tensor.rank()).rev().collect();
        let column_major = self.tensor.view().permute(&reversed)?;
        with_shared!(self.tensor.dtype(), T => {
            let elements = self.elements::<T>()?;
            tenferro::Tensor::from_vec_col_major(
                self.tensor.shape().to_vec(),
                column_major.places().map(|place| elements[place - self.low])
                    .collect(),
            )
            .answer()
        })
    }

    /// Returns Assay's view of what a view of this operand shows.
    pub fn shown(&self, view: &TensorRead) -> Result<Tensor<'a>> {
        let offset = self.low as isize + view.offset();
        let strides = view.strides().answer()?;
        self.tensor.with_view(View::strided(view.shape(), &strides, offset)?)
    }

    fn bytes<T>(&self) -> Result<&[T]> {
        if self.length == 0 {
            return Ok(&[]);
        }
        let start = self.tensor.as_ptr()?.cast::<T>();
        if start as usize % std::mem::align_of::<T>() != 0 {
            return Err(Status::internal("a buffer is not aligned"));
        }
        // SAFETY: every element from the lowest to the highest place of the
        // view is in the buffer, which lives as long as the tensor. Outs that
        // overlap it are not written while the slice lives (`Out::place`).
        Ok(unsafe {
            std::slice::from_raw_parts(start.add(self.low), self.length)
        })
    }

    fn elements<T: Shared>(&self) -> Result<&[T::Theirs]> {
        if T::DTYPE == DType::Bool {
            // SAFETY: `Theirs` is bool.
            return Ok(unsafe {
                &*(self.bools.as_slice() as *const [bool]
                    as *const [T::Theirs])
            });
        }
        self.bytes::<T::Theirs>()
    }

    /// Returns whether writing to the out could change an element.
    pub fn overlaps(&self, out: &Tensor) -> Result<bool> {
        let (low, length) = span_of(out.view());
        let of = |tensor: &Tensor, low, length| -> Result<Range<usize>> {
            let start = tensor.as_ptr()? as usize;
            let at = |place| start + tensor.dtype().bytes_of(place);
            Ok(at(low)..at(low + length))
        };
        let (ours, theirs) =
            (of(&self.tensor, self.low, self.length)?, of(out, low, length)?);
        let apart = ours.end <= theirs.start || theirs.end <= ours.start;
        Ok(!apart && self.tensor.dtype() != DType::Bool)
    }
}

// The lowest place of a view, and how many places reach up to the highest.
fn span_of(view: &View) -> (usize, usize) {
    if view.count() == 0 {
        return (0, 0);
    }
    let (mut low, mut high) = (view.offset() as isize, view.offset() as isize);
    for (&extent, &stride) in view.shape().iter().zip(view.strides()) {
        let reach = (extent as isize - 1) * stride;
        *(if reach < 0 { &mut low } else { &mut high }) += reach;
    }
    (low as usize, (high - low) as usize + 1)
}

/// Lets tenferro write into an out through its strides, or through those of
/// its axes in another order.
pub fn write_into<R>(
    out: &Tensor,
    axes: Option<&[usize]>,
    call: impl FnOnce(TensorWrite) -> tenferro::Result<R>,
) -> Result<R> {
    let view = match axes {
        Some(axes) => out.view().permute(axes)?,
        None => out.view().clone(),
    };
    let (low, length) = span_of(&view);
    with_shared!(out.dtype(), T => {
        let mut nothing: [<T as Shared>::Theirs; 0] = [];
        let elements: &mut [<T as Shared>::Theirs] = if length == 0 {
            &mut nothing
        } else {
            let start = out.as_ptr()?.cast::<<T as Shared>::Theirs>();
            // SAFETY: the places are in the buffer of the out, no operand of
            // the call is read there, and the host wrote 0 or 1 as bools.
            unsafe {
                std::slice::from_raw_parts_mut(start.add(low), length)
            }
        };
        let offset = if length == 0 { 0 } else { view.offset() - low };
        tenferro::TypedTensorViewMut::from_slice(
            view.shape(), view.strides(), offset as isize, elements,
        )
        .and_then(|view| {
            call(tenferro::TypedTensorWrite::from_view(view).into_tensor_write())
        })
        .answer()
    })
}

/// Copies a result into an out that lists the same elements, possibly with
/// other axes of extent 1.
pub fn copy_to(out: &mut TensorMut, result: &tenferro::Tensor) -> Result<()> {
    with_shared!(out.dtype(), T => {
        let (view, elements) = parts::<T>(result)?;
        if view.count() != out.count() {
            return Err(Status::internal(format!(
                "the result has the shape {:?}", result.shape())));
        }
        let places = view.places();
        out.array::<T>()?.write(places.map(|place| elements[place]));
        Ok(())
    })
}

/// Returns a result with tenferro's strides. `axes` are those of the result
/// in tenferro's order.
pub fn give<'a>(
    result: &tenferro::Tensor,
    axes: Option<&[usize]>,
) -> Result<Tensor<'a>> {
    let dtype = DType::ALL
        .iter()
        .find(|&&dtype| dtype_of(dtype).ok() == Some(result.dtype()));
    let dtype = *dtype.ok_or_else(|| Status::internal("another dtype"))?;
    with_shared!(dtype, T => {
        let (mut view, elements) = parts::<T>(result)?;
        if let Some(axes) = axes {
            view = view.permute(axes)?;
        }
        Tensor::from_elements::<T>(&[elements.len()], elements)?
            .with_view(view)
    })
}

// The elements of a result as they are stored, and Assay's view of them.
fn parts<T: Shared>(result: &tenferro::Tensor) -> Result<(View, &[T])> {
    let elements = result.as_slice::<T::Theirs>().answer()?;
    let mut step = 1;
    let strides: Vec<isize> = result
        .shape()
        .iter()
        .map(|&extent| {
            let stride = step;
            step *= extent as isize;
            stride
        })
        .collect();
    let view = View::strided(result.shape(), &strides, 0)?;
    // SAFETY: both types have the same bytes.
    Ok((view, unsafe { &*(elements as *const [T::Theirs] as *const [T]) }))
}

/// Returns extents and axes as tenferro takes them.
pub fn unsigned(list: &[i64]) -> Result<Vec<usize>> {
    list.iter()
        .map(|&number| {
            usize::try_from(number)
                .map_err(|_| Status::invalid(format!("{number} is negative")))
        })
        .collect()
}
