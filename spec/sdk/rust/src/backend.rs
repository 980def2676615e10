//! Defines the trait that a backend implements, and carries out calls with it.
//! `backend!` writes the part of an implementation that claims ops.
use crate::call::{Call, Subscripts};
use crate::check;
use crate::claim::{self, Claim, Written};
use crate::dtype::{DType, Scalar};
use crate::generated::methods::{op_functions, run};
use crate::generated::numbers::{
    Interpolation, PaddingMode, Scan, ScatterMode, Transpose, Update,
};
use crate::memory::Storage;
use crate::op::Delivery;
use crate::panics::caught;
use crate::status::{Result, Status, Unsupported};
use crate::tensor::{Tensor, TensorMut};

/// A tensor backend. It has a function for each op of the contract, with the
/// name of the op; those that it does not write answer `unsupported`. The ops
/// that only move elements (`expand`, `reshape`, `permute`, `shrink`, `flip`,
/// `full`, `copy`, `contiguous` and `assign`) are there without a function, for
/// every dtype.
///
/// Implement this trait by the macro `backend!`, which derives the claims from
/// the functions. A function gets the outs, the operands and then the attributes,
/// after the crate has checked what `docs/plugins.md` of Assay lists. `axis` and
/// `axes` are in range.
#[allow(clippy::too_many_arguments)]
pub trait Backend: Send + Sized + 'static {
    /// The name and the version that reports show.
    const NAME: &'static str;
    const VERSION: &'static str;
    /// Whether threads may still run after a call has returned.
    const KEEPS_THREADS: bool = false;
    #[doc(hidden)]
    const WRITTEN: &'static [Written];

    /// Makes the backend. A plugin may have several at a time.
    fn create() -> Result<Self>;

    /// Narrows a claim that follows from the functions, or gives it up. By
    /// default every claim stays as it is.
    fn narrow(&self, claim: Claim) -> Option<Claim> {
        Some(claim)
    }

    /// Makes the storage of a buffer. By default the crate allocates host
    /// memory, which ops can read as arrays.
    fn allocate(&mut self, bytes: usize) -> Result<Option<Box<dyn Storage>>> {
        let _ = bytes;
        Ok(None)
    }

    /// Returns the status of a call whose function panicked. A backend whose
    /// library refuses calls by panics answers `invalid`.
    fn status_of_panic(&self, message: String) -> Status {
        Status::Internal(message)
    }

    op_functions!();
}

/// Carries out a call, and returns the tensors that the op returns.
pub(crate) fn execute<'a, B: Backend>(
    backend: &mut B,
    call: &Call<'a>,
) -> Result<Vec<Tensor<'a>>> {
    let called = caught(|| {
        check::check(call)?;
        if !claim::has::<B>(call) {
            return Err(no_dtype(call.op.name, call.cell_dtype()));
        }
        run(backend, call)
    });
    let mut results = match called {
        Ok(results) => results?,
        Err(message) => return Err(backend.status_of_panic(message)),
    };
    if call.op.delivery == Delivery::Offered && !call.outs.is_empty() {
        // The host offered an out, and the function does not know of it.
        for (result, out) in results.iter_mut().zip(&call.outs) {
            crate::movement::assign(
                TensorMut::on(out.clone())?,
                result.clone(),
            )?;
            *result = out.clone();
        }
    }
    Ok(results)
}

/// Returns the status of an op that is not there for a dtype.
#[doc(hidden)]
pub fn no_dtype(op: &str, dtype: DType) -> Status {
    Status::unsupported(
        Unsupported::DType,
        format!("{op} is not there for {}", dtype.name()),
    )
}
