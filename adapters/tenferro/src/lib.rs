//! Makes tenferro-cpu a subject of Assay, as a plugin and as a process. The
//! README lists the call of each op.
#![recursion_limit = "1024"]

mod algebra;
mod backend;
mod calls;
mod errors;
mod indexing;
mod operands;
mod structure;

pub use calls::Tenferro;

assay_backend::export_backend!(Tenferro);
