//! Writes tensor backends that Assay judges. A backend implements [`Backend`]
//! by the macro [`backend!`], which derives its claims from its functions. It
//! becomes a plugin by [`export_backend!`] or a process by [`main!`].
//!
//! The README has a whole backend, and `assay new --rust` writes the project of
//! one.

#[doc(hidden)]
pub mod abi;
mod abi_values;
mod backend;
mod call;
mod check;
mod claim;
mod dtype;
mod floats;
#[rustfmt::skip]
mod generated;
mod macros;
mod memory;
mod movement;
mod op;
mod panics;
#[doc(hidden)]
pub mod plugin;
mod status;
mod tensor;
mod view;
mod wire;

pub use backend::{no_dtype, Backend};
pub use call::Subscripts;
pub use claim::{Claim, Layout, Written};
pub use dtype::{
    Complex, Complex128, Complex64, DType, Element, Int4, Scalar, Uint4,
};
pub use floats::{Bf16, F8E4m3fn, F8E5m2, F16};
pub use generated::numbers::{
    Interpolation, PaddingMode, Scan, ScatterMode, Transpose, Update,
};
#[doc(hidden)]
pub use generated::ops;
pub use memory::Storage;
pub use op::Op;
pub use status::{Numeric, Result, Status, Unsupported};
pub use tensor::{
    Array, ArrayMut, FromArgument, IntoAnswer, Tensor, TensorMut,
};
pub use view::{for_each_index, Places, View, MAX_RANK};
pub use wire::{answer, serve};
