//! burn-flex as a process that speaks the protocol of Assay.
assay_backend::main!(assay_burn_flex::Judged);
