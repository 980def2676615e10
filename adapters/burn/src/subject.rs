//! Says which backend of Burn is judged. A crate for one backend implements
//! [`Subject`] for a type of its own, and exports [`Adapter`] of that type.
use std::marker::PhantomData;

use assay_backend::{Claim, DType, Result, Status, Tensor, View, MAX_RANK};
use burn_backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn_backend::tensor::{BoolTensor, FloatTensor, IntTensor};
use burn_backend::{Backend, DType as BurnDType};

use crate::values::{copied_in, dtype_of, Value};

/// Float, int and bool tensors of the backend that a subject is about.
pub type Float<S> = FloatTensor<<S as Subject>::Burn>;
pub type Int<S> = IntTensor<<S as Subject>::Burn>;
pub type Bool<S> = BoolTensor<<S as Subject>::Burn>;

/// A backend of Burn as a subject of Assay.
pub trait Subject: Send + Sized + 'static {
    type Burn: Backend;
    const NAME: &'static str;
    const VERSION: &'static str;
    /// The largest rank that the backend takes.
    const MAX_RANK: usize = MAX_RANK;
    /// The cells that the backend refuses, one op a line:
    /// `op: dtype dtype`, `op:variant: dtype`, or `op: all`. `#` begins a comment.
    const LACKS: &'static str;

    /// Makes tensors of operands. By default elements are copied in row-major
    /// order, because the trait of backends has no strides.
    fn float(x: &Tensor) -> Result<Float<Self>> {
        Ok(Self::Burn::float_from_data(copied_in(x)?, &Default::default()))
    }
    fn int(x: &Tensor) -> Result<Int<Self>> {
        Ok(Self::Burn::int_from_data(copied_in(x)?, &Default::default()))
    }
    fn bool(x: &Tensor) -> Result<Bool<Self>> {
        Ok(Self::Burn::bool_from_data(copied_in(x)?, &Default::default()))
    }

    /// Returns the view by which a result shows memory that begins at `memory`,
    /// or nothing if the result is in memory of its own.
    fn view_of(value: &Value<Self>, memory: *const u8) -> Option<View> {
        let _ = (value, memory);
        None
    }
}

/// The backend that Assay judges.
pub struct Adapter<S>(pub(crate) PhantomData<S>);

/// Returns the claim of a cell, or nothing if the backend of Burn does not have it.
pub(crate) fn narrowed<S: Subject>(mut claim: Claim) -> Option<Claim> {
    // The crate carries these out itself, and no function of Burn does.
    if ["copy", "contiguous", "assign"].contains(&claim.op.name) {
        return None;
    }
    if !supports::<S>(claim.dtype) || !supports::<S>(claim.result) {
        return None;
    }
    if lacks(S::LACKS, &claim) {
        return None;
    }
    // The forms `_dim` have one axis. The forms without reduce all axes to one
    // element, and are called for operands of rank 1.
    const ALONG_AN_AXIS: [&str; 8] = [
        "reduce_sum",
        "reduce_prod",
        "reduce_max",
        "reduce_min",
        "mean",
        "max_abs",
        "any",
        "all",
    ];
    if ALONG_AN_AXIS.contains(&claim.op.name) {
        claim.min_axes = 1;
        claim.max_axes = Some(1);
    }
    claim.max_rank = claim.max_rank.min(S::MAX_RANK);
    // Tensors of Burn are values: a write makes a copy.
    claim.immutable = true;
    Some(claim)
}

fn supports<S: Subject>(dtype: DType) -> bool {
    dtype_of(dtype).is_ok_and(|dtype: BurnDType| {
        S::Burn::supports_dtype(&Default::default(), dtype)
    })
}

fn lacks(table: &str, claim: &Claim) -> bool {
    let lines = table.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.filter_map(|line| line.rsplit_once(':')).any(|(cell, dtypes)| {
        let (op, variant) = match cell.split_once(':') {
            Some((op, variant)) => (op, Some(variant)),
            None => (cell, None),
        };
        op == claim.op.name
            && variant.map_or(true, |variant| variant == claim.variant)
            && dtypes.split_whitespace().any(|dtype| {
                dtype == "all"
                    || dtype == claim.dtype.name()
                    || dtype
                        == format!("{}>{}", claim.dtype.name(), claim.result.name())
            })
    })
}

/// Returns the status of a call that panicked. Burn refuses calls by panics, so a
/// panic in its crates is a refusal. A panic in this adapter is a fault of it: the
/// compiler names its files by relative paths, and those of the registry and of
/// the standard library by absolute ones.
pub(crate) fn status_of_panic(message: String) -> Status {
    let place = message.trim_start_matches("panicked at ");
    match place.starts_with('/') && !place.contains("spec/sdk/rust") {
        true => Status::Invalid(message),
        false => Status::Internal(message),
    }
}
