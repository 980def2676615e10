//! Holds what scripts/generate_rust.py of Assay writes from the contract.
pub(crate) mod methods;
pub(crate) mod numbers;
pub mod ops;
