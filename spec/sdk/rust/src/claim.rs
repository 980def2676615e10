//! Derives the claims of a backend from its functions. A claim is a promise: it
//! names cells of the contract that the host judges.
//! Tested by tests/claims.rs.
use crate::backend::Backend;
use crate::call::Call;
use crate::dtype::DType;
use crate::generated::ops;
use crate::op::{Delivery, Op};
use crate::view::MAX_RANK;

/// A cell that a backend promises to get right, with the limits of the promise.
/// The host makes no call beyond a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub op: &'static Op,
    pub variant: &'static str,
    pub dtype: DType,
    /// The dtype of the result, for `cast` and other ops of pairs.
    pub result: DType,
    pub max_rank: usize,
    /// The layouts of operands; empty for all of them.
    pub layouts: &'static [Layout],
    /// How many axes one call works along.
    pub min_axes: usize,
    pub max_axes: Option<usize>,
    pub max_operands: Option<usize>,
    /// The extents of every axis of operands and results.
    pub min_extent: usize,
    pub max_extent: Option<usize>,
    /// Whether the op takes several calls of the library.
    pub composed: bool,
    /// Whether `assign` cannot write into results and their operands.
    pub immutable: bool,
}

/// A layout of operands, as docs/protocol.md of Assay describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Contiguous,
    Offset,
    Transpose,
    Slice,
    Flip,
    Broadcast,
    Mixed,
}

impl Layout {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Layout::Contiguous => "contiguous",
            Layout::Offset => "offset",
            Layout::Transpose => "transpose",
            Layout::Slice => "slice",
            Layout::Flip => "flip",
            Layout::Broadcast => "broadcast",
            Layout::Mixed => "mixed",
        }
    }
}

/// A function that the author wrote, with what its attributes in `backend!` say.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Written {
    op: &'static Op,
    dtypes: &'static [DType],
    pairs: &'static [(&'static [DType], &'static [DType])],
    variants: &'static [&'static str],
}

impl Written {
    /// Refuses to compile if the op has no cell of a dtype.
    pub const fn checked(
        op: &'static Op,
        dtypes: &'static [DType],
        pairs: &'static [(&'static [DType], &'static [DType])],
        variants: &'static [&'static str],
    ) -> Self {
        assert!(
            op.is_paired == dtypes.is_empty(),
            "an op of pairs needs #[pairs(...)], and no other op has it"
        );
        let mut i = 0;
        while i < dtypes.len() {
            assert!(
                op.has(dtypes[i]),
                "the contract has no such op of this dtype"
            );
            i += 1;
        }
        Written { op, dtypes, pairs, variants }
    }

    fn cells(&self) -> Vec<(DType, DType)> {
        let same = self.dtypes.iter().map(|&dtype| (dtype, dtype));
        let pairs = self.pairs.iter().flat_map(|(from, to)| {
            from.iter().flat_map(move |&x| to.iter().map(move |&y| (x, y)))
        });
        same.chain(pairs).collect()
    }
}

/// Returns whether the author's function of the op is there for the call. Ops
/// without a function answer for themselves.
pub(crate) fn has<B: Backend>(call: &Call) -> bool {
    let dtype = call.cell_dtype();
    let result = call.result_dtype();
    B::WRITTEN.iter().find(|row| row.op == call.op).map_or(true, |row| {
        row.cells().iter().any(|&(from, to)| {
            from == dtype && (!row.op.is_paired || to == result)
        })
    })
}

/// Lists what the backend claims.
pub(crate) fn claims_of<B: Backend>(backend: &B) -> Vec<Claim> {
    let mut claims = Vec::new();
    for op in ops::ALL {
        let every_dtype =
            || DType::ALL.iter().map(|&dtype| (dtype, dtype)).collect();
        let written = B::WRITTEN.iter().find(|row| row.op == op);
        let is_hosted = matches!(
            op.delivery,
            Delivery::Hosted | Delivery::Allocated | Delivery::Accessed
        );
        let cells: Vec<_> = match written {
            Some(row) => row.cells(),
            None if is_hosted || ops::GIVEN.contains(&op) => every_dtype(),
            None => continue,
        };
        let names = written.map_or(&[][..], |row| row.variants);
        for variant in op.variants {
            if !names.is_empty() && !names.contains(&variant.name) {
                continue;
            }
            for &(dtype, result) in &cells {
                if variant.dtypes >> dtype as u32 & 1 == 1 {
                    claims.extend(backend.narrow(whole(
                        op,
                        variant.name,
                        dtype,
                        result,
                    )));
                }
            }
        }
    }
    claims
}

fn whole(
    op: &'static Op,
    variant: &'static str,
    dtype: DType,
    result: DType,
) -> Claim {
    Claim {
        op,
        variant,
        dtype,
        result,
        max_rank: MAX_RANK,
        layouts: &[],
        min_axes: 0,
        max_axes: None,
        max_operands: None,
        min_extent: 0,
        max_extent: None,
        composed: false,
        immutable: false,
    }
}
