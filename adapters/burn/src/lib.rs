//! Makes any backend of Burn a subject of Assay. Each op is one call of Burn's
//! trait `Backend`, so the report shows what that call answers.
#![recursion_limit = "1024"]

#[macro_use]
mod forms;
#[macro_use]
mod layer_ops;
mod backend;
mod layers;
mod movement;
mod pools;
mod reductions;
mod rows;
mod selection;
mod subject;
mod values;

pub use subject::{Adapter, Bool, Float, Int, Subject};
pub use values::{dtype_of, shape_of, Value};
