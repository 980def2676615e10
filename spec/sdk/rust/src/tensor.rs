//! Defines tensors, which show elements of a buffer, and arrays, which read and
//! write these elements as Rust values.
//! Tested by tests/strided_arrays.rs.
use std::marker::PhantomData;
use std::rc::Rc;

use crate::dtype::{DType, Element, Scalar};
use crate::memory::{Block, Storage};
use crate::status::{Result, Status, Unsupported};
use crate::view::View;

/// Elements of a buffer, of a dtype that is known when the program runs. An
/// operand lives as long as its call (`'a`), so no op can keep it. An op returns
/// a tensor in memory of its own, or one that shows the buffer of an operand.
#[derive(Clone)]
pub struct Tensor<'a> {
    dtype: DType,
    view: View,
    block: Rc<Block>,
    call: PhantomData<&'a ()>,
}

impl<'a> Tensor<'a> {
    pub(crate) fn on(
        block: Rc<Block>,
        dtype: DType,
        view: View,
    ) -> Result<Self> {
        let needed =
            view.bounds().map_or(0, |(_, last)| dtype.bytes_of(last + 1));
        if needed > block.bytes() {
            return Err(Status::invalid(format!(
                "a tensor reaches byte {needed} of a buffer of {} bytes",
                block.bytes()
            )));
        }
        Ok(Tensor { dtype, view, block, call: PhantomData })
    }

    /// Returns a tensor of zeros in memory of its own.
    pub fn zeros(dtype: DType, shape: &[usize]) -> Result<Self> {
        let view = View::contiguous(shape)?;
        let block = Block::allocate(dtype.bytes_of(view.count()))?;
        Tensor::on(Rc::new(block), dtype, view)
    }

    /// Returns a tensor of these elements in row-major order.
    pub fn from_elements<T: Element>(
        shape: &[usize],
        elements: &[T],
    ) -> Result<Self> {
        let tensor = Tensor::zeros(T::DTYPE, shape)?;
        ArrayMut::on(tensor.clone())?.write(elements.iter().copied());
        Ok(tensor)
    }

    /// Returns a row-major tensor in a storage of the author.
    pub fn from_storage(
        dtype: DType,
        shape: &[usize],
        storage: impl Storage + 'static,
    ) -> Result<Self> {
        let block = Block::of_storage(Box::new(storage));
        Tensor::on(Rc::new(block), dtype, View::contiguous(shape)?)
    }

    pub fn dtype(&self) -> DType {
        self.dtype
    }
    pub fn view(&self) -> &View {
        &self.view
    }
    pub fn shape(&self) -> &[usize] {
        self.view.shape()
    }
    pub fn strides(&self) -> &[isize] {
        self.view.strides()
    }
    pub fn rank(&self) -> usize {
        self.view.rank()
    }
    pub fn count(&self) -> usize {
        self.view.count()
    }

    /// Shows the same buffer by another view, which must not leave it.
    pub fn with_view(&self, view: View) -> Result<Self> {
        Tensor::on(self.block.clone(), self.dtype, view)
    }

    /// Returns the elements for reading, or `unsupported` if they are not `T`.
    pub fn array<T: Element>(&self) -> Result<Array<'a, T>> {
        Array::on(self.clone())
    }

    /// Returns a row-major copy of the elements.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        Ok(self.array()?.iter().collect())
    }

    /// Returns a row-major copy of an index tensor, whether of int32 or int64.
    pub fn to_indices(&self) -> Result<Vec<i64>> {
        match self.dtype {
            DType::Int32 => {
                Ok(self.array::<i32>()?.iter().map(i64::from).collect())
            }
            _ => self.to_vec(),
        }
    }

    /// Returns the storage that the author's `allocate` or `from_storage` made.
    pub fn storage<S: Storage>(&self) -> Option<&S> {
        self.block.storage()?.as_any().downcast_ref()
    }

    /// Returns where the buffer begins; the view says where its elements are.
    /// Whoever follows the pointer writes to no operand, and makes no reference
    /// to elements, because an out may be an operand too.
    pub fn as_ptr(&self) -> Result<*mut u8> {
        self.block.address()
    }

    pub(crate) fn block(&self) -> &Rc<Block> {
        &self.block
    }
}

impl std::fmt::Debug for Tensor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.dtype.name(), self.shape())
    }
}

/// The tensor that an op writes its result to. It is row-major, except for that
/// of `assign`.
pub struct TensorMut<'a> {
    tensor: Tensor<'a>,
}

impl<'a> TensorMut<'a> {
    pub(crate) fn on(tensor: Tensor<'a>) -> Result<Self> {
        if !tensor.block.is_writable() {
            return Err(Status::invalid(
                "an out is in memory that may only be read",
            ));
        }
        Ok(TensorMut { tensor })
    }

    /// Returns the elements for writing, or `unsupported` if they are not `T`.
    pub fn array<T: Element>(&mut self) -> Result<ArrayMut<'a, T>> {
        ArrayMut::on(self.tensor.clone())
    }

    /// Writes elements in row-major order. Answers `unsupported` if they are of
    /// another dtype, and `internal` if their number differs.
    pub fn write<T: Element>(&mut self, elements: &[T]) -> Result<()> {
        if elements.len() != self.count() {
            return Err(Status::internal(format!(
                "{} elements were written to {:?}",
                elements.len(),
                self.tensor
            )));
        }
        self.array()?.write(elements.iter().copied());
        Ok(())
    }
}

impl<'a> std::ops::Deref for TensorMut<'a> {
    type Target = Tensor<'a>;
    fn deref(&self) -> &Tensor<'a> {
        &self.tensor
    }
}

/// The elements of an operand. Reading copies them, because the out of the same
/// call may be in the same memory.
#[derive(Clone)]
pub struct Array<'a, T> {
    tensor: Tensor<'a>,
    storage: *const u8,
    element: PhantomData<T>,
}

impl<'a, T: Element> Array<'a, T> {
    fn on(tensor: Tensor<'a>) -> Result<Self> {
        let storage = address_of::<T>(&tensor)?;
        Ok(Array { tensor, storage, element: PhantomData })
    }

    pub fn shape(&self) -> &[usize] {
        self.tensor.shape()
    }
    pub fn rank(&self) -> usize {
        self.tensor.rank()
    }
    pub fn view(&self) -> &View {
        self.tensor.view()
    }

    /// Returns the element at an index. Panics if the index is out of range.
    #[track_caller]
    pub fn get(&self, index: &[usize]) -> T {
        // SAFETY: the index is in the shape, and every element is in the block.
        unsafe { T::load(self.storage, self.tensor.view.place(index)) }
    }

    /// Lists the elements in row-major order, whatever the strides are.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + '_ {
        // SAFETY: every element is in the block.
        self.tensor
            .view
            .places()
            .map(move |place| unsafe { T::load(self.storage, place) })
    }
}

/// The elements of an out.
pub struct ArrayMut<'a, T> {
    array: Array<'a, T>,
    storage: *mut u8,
}

impl<'a, T: Element> ArrayMut<'a, T> {
    fn on(tensor: Tensor<'a>) -> Result<Self> {
        let storage = address_of::<T>(&tensor)?;
        Ok(ArrayMut { array: Array::on(tensor)?, storage })
    }

    /// Replaces the element at an index. Panics if the index is out of range.
    #[track_caller]
    pub fn set(&mut self, index: &[usize], value: T) {
        // SAFETY: as in `Array::get`; an out may be written.
        unsafe {
            T::store(self.storage, self.array.tensor.view.place(index), value)
        }
    }

    /// Writes elements in row-major order. Panics if their number is not that of
    /// the array. They may be computed from an operand in the same memory, if
    /// each depends on operand elements at its own index only.
    #[track_caller]
    pub fn write(&mut self, elements: impl IntoIterator<Item = T>) {
        let mut elements = elements.into_iter();
        for place in self.array.tensor.view.places() {
            let value = elements
                .next()
                .expect("there are fewer elements than places in the out");
            // SAFETY: every element is in the block, and an out may be written.
            unsafe { T::store(self.storage, place, value) };
        }
        assert!(
            elements.next().is_none(),
            "there are more elements than places in the out"
        );
    }
}

impl<'a, T> std::ops::Deref for ArrayMut<'a, T> {
    type Target = Array<'a, T>;
    fn deref(&self) -> &Array<'a, T> {
        &self.array
    }
}

fn address_of<T: Element>(tensor: &Tensor) -> Result<*mut u8> {
    if tensor.dtype != T::DTYPE {
        return Err(Status::unsupported(
            Unsupported::DType,
            format!(
                "a tensor is {} where {} is needed",
                tensor.dtype.name(),
                T::DTYPE.name()
            ),
        ));
    }
    tensor.block.address()
}

/// Types that a function of an op may take in the place of an argument `A` of the
/// call: `A` itself, or an array of a Rust type.
pub trait FromArgument<A>: Sized {
    fn from_argument(argument: A) -> Result<Self>;
}

impl<A> FromArgument<A> for A {
    fn from_argument(argument: A) -> Result<Self> {
        Ok(argument)
    }
}
impl<'a, T: Element> FromArgument<Tensor<'a>> for Array<'a, T> {
    fn from_argument(argument: Tensor<'a>) -> Result<Self> {
        Array::on(argument)
    }
}
impl<'a, T: Element> FromArgument<TensorMut<'a>> for ArrayMut<'a, T> {
    fn from_argument(argument: TensorMut<'a>) -> Result<Self> {
        ArrayMut::on(argument.tensor)
    }
}
impl<'a, T: Element> FromArgument<Option<Tensor<'a>>> for Option<Array<'a, T>> {
    fn from_argument(argument: Option<Tensor<'a>>) -> Result<Self> {
        argument.map(Array::on).transpose()
    }
}
impl<'a, T: Element> FromArgument<&[Tensor<'a>]> for Vec<Array<'a, T>> {
    fn from_argument(argument: &[Tensor<'a>]) -> Result<Self> {
        argument.iter().cloned().map(Array::on).collect()
    }
}
impl<T: Element> FromArgument<Scalar> for T {
    fn from_argument(argument: Scalar) -> Result<Self> {
        argument.get().ok_or_else(|| scalar_of_another_dtype(argument))
    }
}
impl<T: Element> FromArgument<Option<Scalar>> for Option<T> {
    fn from_argument(argument: Option<Scalar>) -> Result<Self> {
        argument.map(T::from_argument).transpose()
    }
}

fn scalar_of_another_dtype(scalar: Scalar) -> Status {
    Status::internal(format!("an attribute is {}", scalar.dtype().name()))
}

/// Types that a function of an op may return: nothing or a result, or either in a
/// `Result`.
pub trait IntoAnswer<R> {
    fn into_answer(self) -> Result<R>;
}

impl<R> IntoAnswer<R> for R {
    fn into_answer(self) -> Result<R> {
        Ok(self)
    }
}
impl<R> IntoAnswer<R> for Result<R> {
    fn into_answer(self) -> Result<R> {
        self
    }
}
