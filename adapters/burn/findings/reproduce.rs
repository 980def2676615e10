//! Shows the findings about burn-flex and burn-ndarray by calls of Burn alone.
#![allow(deprecated)] // burn-ndarray, in favour of burn-flex
#![recursion_limit = "256"]

#[path = "../../reproduce/reproduce.rs"]
mod reproduce;

mod flex;
mod ndarray;

use burn_backend::tensor::{BoolTensor, FloatTensor, IntTensor};
use burn_backend::{try_read_sync, Backend, Element, TensorData};
use reproduce::reproduce;

/// Makes a tensor of elements.
fn data<E: Element, const D: usize>(elements: &[E], shape: [usize; D]) -> TensorData {
    TensorData::new(elements.to_vec(), shape)
}
fn float<B: Backend, E: Element, const D: usize>(
    elements: &[E],
    shape: [usize; D],
) -> FloatTensor<B> {
    B::float_from_data(data(elements, shape), &Default::default())
}
fn int<B: Backend, E: Element, const D: usize>(
    elements: &[E],
    shape: [usize; D],
) -> IntTensor<B> {
    B::int_from_data(data(elements, shape), &Default::default())
}
fn bool<B: Backend, const D: usize>(
    elements: &[bool],
    shape: [usize; D],
) -> BoolTensor<B> {
    B::bool_from_data(data(elements, shape), &Default::default())
}

fn listed<E: Element + std::fmt::Debug>(data: TensorData) -> String {
    let elements: Vec<String> =
        data.iter::<E>().map(|element| format!("{element:?}")).collect();
    elements.join(" ")
}
/// Lists the elements of a tensor.
fn floats<B: Backend>(x: FloatTensor<B>) -> String {
    listed::<f64>(try_read_sync(B::float_into_data(x)).unwrap().unwrap())
}
fn ints<B: Backend>(x: IntTensor<B>) -> String {
    listed::<i64>(try_read_sync(B::int_into_data(x)).unwrap().unwrap())
}
fn dtype_of_int<B: Backend>(x: IntTensor<B>) -> String {
    format!("{:?}", try_read_sync(B::int_into_data(x)).unwrap().unwrap().dtype())
}
fn dtype_of_bool<B: Backend>(x: BoolTensor<B>) -> String {
    format!("{:?}", try_read_sync(B::bool_into_data(x)).unwrap().unwrap().dtype())
}

fn main() -> std::process::ExitCode {
    let mut findings = flex::findings();
    findings.extend(ndarray::findings());
    reproduce(&findings)
}
