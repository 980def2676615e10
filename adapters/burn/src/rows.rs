//! Calls functions of Burn that have the form of a row of the contract: operands
//! of one shape, and one result.
use assay_backend::{DType, Result, Status, Tensor, TensorMut};
use burn_backend::BoolDType;

use crate::subject::{Bool, Float, Int, Subject};
use crate::values::{kind_of, put, Kind, Value};

/// Returns the status of a cell that Burn has no function for.
pub fn no_function<T>(dtype: DType) -> Result<T> {
    Err(assay_backend::no_dtype("the function of Burn", dtype))
}

pub fn float1<S: Subject>(
    out: TensorMut,
    x: Tensor,
    f: impl FnOnce(Float<S>) -> Float<S>,
) -> Result<()> {
    put::<S>(out, Value::Float(f(S::float(&x)?)))
}

pub fn float2<S: Subject>(
    out: TensorMut,
    a: Tensor,
    b: Tensor,
    f: impl FnOnce(Float<S>, Float<S>) -> Float<S>,
) -> Result<()> {
    put::<S>(out, Value::Float(f(S::float(&a)?, S::float(&b)?)))
}

pub fn int2<S: Subject>(
    out: TensorMut,
    a: Tensor,
    b: Tensor,
    f: impl FnOnce(Int<S>, Int<S>) -> Int<S>,
) -> Result<()> {
    put::<S>(out, Value::Int(f(S::int(&a)?, S::int(&b)?)))
}

pub fn number1<S: Subject>(
    out: TensorMut,
    x: Tensor,
    float: impl FnOnce(Float<S>) -> Float<S>,
    int: impl FnOnce(Int<S>) -> Int<S>,
) -> Result<()> {
    put::<S>(
        out,
        match kind_of(x.dtype()) {
            Kind::Float => Value::Float(float(S::float(&x)?)),
            Kind::Int => Value::Int(int(S::int(&x)?)),
            Kind::Bool => return no_function(x.dtype()),
        },
    )
}

pub fn number2<S: Subject>(
    out: TensorMut,
    a: Tensor,
    b: Tensor,
    float: impl FnOnce(Float<S>, Float<S>) -> Float<S>,
    int: impl FnOnce(Int<S>, Int<S>) -> Int<S>,
) -> Result<()> {
    match kind_of(a.dtype()) {
        Kind::Float => float2::<S>(out, a, b, float),
        _ => int2::<S>(out, a, b, int),
    }
}

pub fn bits2<S: Subject>(
    out: TensorMut,
    a: Tensor,
    b: Tensor,
    int: impl FnOnce(Int<S>, Int<S>) -> Int<S>,
    bool: impl FnOnce(Bool<S>, Bool<S>) -> Bool<S>,
) -> Result<()> {
    match kind_of(a.dtype()) {
        Kind::Bool => put::<S>(out, Value::Bool(bool(S::bool(&a)?, S::bool(&b)?))),
        _ => int2::<S>(out, a, b, int),
    }
}

/// Compares elements. Results have the bool of one byte.
pub fn compare<S: Subject>(
    out: TensorMut,
    a: Tensor,
    b: Tensor,
    float: impl FnOnce(Float<S>, Float<S>, BoolDType) -> Bool<S>,
    int: impl FnOnce(Int<S>, Int<S>, BoolDType) -> Bool<S>,
    bool: Option<fn(Bool<S>, Bool<S>) -> Bool<S>>,
) -> Result<()> {
    let native = BoolDType::Native;
    let compared = match (kind_of(a.dtype()), bool) {
        (Kind::Float, _) => float(S::float(&a)?, S::float(&b)?, native),
        (Kind::Int, _) => int(S::int(&a)?, S::int(&b)?, native),
        (Kind::Bool, Some(bool)) => bool(S::bool(&a)?, S::bool(&b)?),
        (Kind::Bool, None) => return no_function(a.dtype()),
    };
    put::<S>(out, Value::Bool(compared))
}

/// Calls the function of the kind of a dtype. Every arm has a `Value`.
macro_rules! by_kind {
    ($dtype:expr, $float:expr, $int:expr, $bool:expr $(,)?) => {
        match $crate::values::kind_of($dtype) {
            $crate::values::Kind::Float => $crate::values::Value::Float($float),
            $crate::values::Kind::Int => $crate::values::Value::Int($int),
            $crate::values::Kind::Bool => $crate::values::Value::Bool($bool),
        }
    };
    ($dtype:expr, $float:expr, $int:expr $(,)?) => {
        match $crate::values::kind_of($dtype) {
            $crate::values::Kind::Float => $crate::values::Value::Float($float),
            $crate::values::Kind::Int => $crate::values::Value::Int($int),
            $crate::values::Kind::Bool => return $crate::rows::no_function($dtype),
        }
    };
}
pub(crate) use by_kind;

/// Refuses a call of a form that Burn does not have.
pub fn refuse<T>(what: &str) -> Result<T> {
    Err(Status::unsupported(assay_backend::Unsupported::Op, what))
}
