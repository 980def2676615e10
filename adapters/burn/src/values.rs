//! Turns operands into tensors of Burn, and tensors of Burn into results.
use assay_backend::{DType, Result, Scalar, Status, Tensor, TensorMut, Unsupported};
use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn_backend::{
    try_read_sync, BoolStore, Bytes, DType as BurnDType, Scalar as BurnScalar, Shape,
    TensorData,
};
use half::{bf16, f16};

use crate::subject::{Bool, Float, Int, Subject};

/// A tensor of Burn. A backend has a type for each of the three kinds.
pub enum Value<S: Subject> {
    Float(Float<S>),
    Int(Int<S>),
    Bool(Bool<S>),
}

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Float,
    Int,
    Bool,
}

pub fn dtype_of(dtype: DType) -> Result<BurnDType> {
    Ok(match dtype {
        DType::Float16 => BurnDType::F16,
        DType::Float32 => BurnDType::F32,
        DType::Float64 => BurnDType::F64,
        DType::Bfloat16 => BurnDType::BF16,
        DType::Int8 => BurnDType::I8,
        DType::Int16 => BurnDType::I16,
        DType::Int32 => BurnDType::I32,
        DType::Int64 => BurnDType::I64,
        DType::Uint8 => BurnDType::U8,
        DType::Uint16 => BurnDType::U16,
        DType::Uint32 => BurnDType::U32,
        DType::Uint64 => BurnDType::U64,
        DType::Bool => BurnDType::Bool(BoolStore::Native),
        _ => {
            let message = format!("Burn has no {}", dtype.name());
            return Err(Status::unsupported(Unsupported::DType, message));
        }
    })
}

pub fn kind_of(dtype: DType) -> Kind {
    match dtype {
        DType::Bool => Kind::Bool,
        DType::Float16 | DType::Float32 | DType::Float64 | DType::Bfloat16 => {
            Kind::Float
        }
        _ => Kind::Int,
    }
}

pub fn shape_of(extents: &[usize]) -> Shape {
    Shape::from(extents.to_vec())
}

/// Returns numbers of an attribute that cannot be negative.
pub fn extents(numbers: &[i64]) -> Result<Vec<usize>> {
    numbers.iter().map(|&number| extent(number)).collect()
}

pub fn extent(number: i64) -> Result<usize> {
    usize::try_from(number)
        .map_err(|_| Status::invalid(format!("{number} is negative")))
}

/// Returns an attribute that is an element as Burn takes it.
pub fn scalar_of(scalar: Scalar) -> Result<BurnScalar> {
    let bytes = scalar.storage();
    macro_rules! number {
        ($type:ty) => {
            <$type>::from_le_bytes(bytes.try_into().expect("the bytes of a dtype"))
        };
    }
    Ok(match scalar.dtype() {
        DType::Float16 => BurnScalar::Float(f16::from_bits(number!(u16)).to_f64()),
        DType::Bfloat16 => BurnScalar::Float(bf16::from_bits(number!(u16)).to_f64()),
        DType::Float32 => BurnScalar::Float(number!(f32).into()),
        DType::Float64 => BurnScalar::Float(number!(f64)),
        DType::Int8 => BurnScalar::Int(number!(i8).into()),
        DType::Int16 => BurnScalar::Int(number!(i16).into()),
        DType::Int32 => BurnScalar::Int(number!(i32).into()),
        DType::Int64 => BurnScalar::Int(number!(i64)),
        DType::Uint8 => BurnScalar::UInt(number!(u8).into()),
        DType::Uint16 => BurnScalar::UInt(number!(u16).into()),
        DType::Uint32 => BurnScalar::UInt(number!(u32).into()),
        DType::Uint64 => BurnScalar::UInt(number!(u64)),
        DType::Bool => BurnScalar::Bool(bytes[0] != 0),
        dtype => return Err(dtype_of(dtype).expect_err("a dtype that Burn lacks")),
    })
}

pub fn f64_of(scalar: Scalar) -> Result<f64> {
    match scalar_of(scalar)? {
        BurnScalar::Float(value) => Ok(value),
        _ => Err(Status::internal("an attribute is not a float")),
    }
}

/// Copies an operand in row-major order.
pub fn copied_in(x: &Tensor) -> Result<TensorData> {
    fn elements<E: Copy>(x: &Tensor) -> Result<Vec<E>> {
        let memory = x.as_ptr()?.cast::<E>();
        // SAFETY: every place of the view is in the buffer of the tensor.
        let element = |place| unsafe { memory.add(place).read_unaligned() };
        Ok(x.view().places().map(element).collect())
    }
    let bytes = match x.dtype().bytes_of(1) {
        1 => Bytes::from_elems(elements::<u8>(x)?),
        2 => Bytes::from_elems(elements::<u16>(x)?),
        4 => Bytes::from_elems(elements::<u32>(x)?),
        _ => Bytes::from_elems(elements::<u64>(x)?),
    };
    Ok(TensorData::from_bytes(bytes, shape_of(x.shape()), dtype_of(x.dtype())?))
}

/// Reads a tensor of Burn by the function that programs read it by.
fn read<S: Subject>(value: Value<S>) -> Result<TensorData> {
    let read = match value {
        Value::Float(x) => try_read_sync(<S::Burn>::float_into_data(x)),
        Value::Int(x) => try_read_sync(<S::Burn>::int_into_data(x)),
        Value::Bool(x) => try_read_sync(<S::Burn>::bool_into_data(x)),
    };
    read.ok_or_else(|| Status::internal("the data of a tensor is not there at once"))?
        .map_err(|error| Status::internal(error.to_string()))
}

fn of_another<T>(data: &TensorData, expected: &Tensor) -> Result<T> {
    Err(Status::internal(format!(
        "Burn returned {:?}{:?} where {expected:?} is expected",
        data.dtype(),
        data.shape()
    )))
}

/// Writes a result to the out. The dtypes are the same. The shapes are the same
/// but for axes of extent 1, which Burn keeps.
pub fn put<S: Subject>(out: TensorMut, value: Value<S>) -> Result<()> {
    let data = read(value)?;
    if data.dtype() != dtype_of(out.dtype())? {
        return of_another(&data, &out);
    }
    put_data(out, data)
}

/// Writes indices to the out. The functions of integers have no argument for the
/// dtype of indices, so theirs are converted on the way, wherever they fit.
pub fn put_indices<S: Subject>(out: TensorMut, indices: Int<S>) -> Result<()> {
    let data = read::<S>(Value::Int(indices))?;
    let dtype = dtype_of(out.dtype())?;
    put_data(out, data.convert_dtype(dtype))
}

/// Writes a result whose leading axes Burn has as other axes of the same extent.
pub fn put_rows<S: Subject>(out: TensorMut, rows: Float<S>) -> Result<()> {
    let data = read::<S>(Value::Float(rows))?;
    let count = data.shape().iter().product::<usize>();
    if data.dtype() != dtype_of(out.dtype())? || count != out.count() {
        return of_another(&data, &out);
    }
    store(&out, &data)
}

fn put_data(out: TensorMut, data: TensorData) -> Result<()> {
    let long = |shape: &[usize]| -> Vec<usize> {
        shape.iter().copied().filter(|&extent| extent != 1).collect()
    };
    if long(data.shape()) != long(out.shape()) {
        return of_another(&data, &out);
    }
    store(&out, &data)
}

fn store(out: &Tensor, data: &TensorData) -> Result<()> {
    let bytes: &[u8] = data.bytes();
    let count = out.dtype().bytes_of(out.count());
    if bytes.len() < count {
        return Err(Status::internal(format!("Burn returned {} bytes", bytes.len())));
    }
    // SAFETY: the out is row-major from the start of its buffer, as the crate
    // checks, and no tensor of Burn that shows its memory is left.
    unsafe { out.as_ptr()?.copy_from_nonoverlapping(bytes.as_ptr(), count) };
    Ok(())
}

/// Returns a result that Burn makes: a view of the operand, or a tensor of its own.
pub fn give<'a, S: Subject>(x: &Tensor<'a>, value: Value<S>) -> Result<Tensor<'a>> {
    if x.count() > 0 {
        if let Some(view) = S::view_of(&value, x.as_ptr()?) {
            return x.with_view(view);
        }
    }
    give_new(x.dtype(), value)
}

/// Returns a result in memory of its own.
pub fn give_new<'a, S: Subject>(dtype: DType, value: Value<S>) -> Result<Tensor<'a>> {
    let data = read(value)?;
    let made = Tensor::zeros(dtype, data.shape())?;
    match data.dtype() == dtype_of(dtype)? {
        true => store(&made, &data).map(|()| made),
        false => of_another(&data, &made),
    }
}
