//! burn-ndarray as a subject of Assay. Its tensors have no public strides, so
//! operands are copied in row-major order.
use assay_backend::export_backend;
use assay_burn::{Adapter, Subject};
#[allow(deprecated)] // in favour of burn-flex
use burn_ndarray::NdArray;

pub struct BurnNdArray;

impl Subject for BurnNdArray {
    #[allow(deprecated)]
    type Burn = NdArray;
    const NAME: &'static str = "burn-ndarray";
    const VERSION: &'static str = "0.22.1 (strided operands copied in)";
    const MAX_RANK: usize = 6;
    const LACKS: &'static str = include_str!("../lacks.txt");
}

pub type Judged = Adapter<BurnNdArray>;

export_backend!(Judged);
