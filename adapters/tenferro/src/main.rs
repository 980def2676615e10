//! Runs tenferro-cpu as a process that speaks Assay's protocol.
assay_backend::main!(assay_tenferro::Tenferro);
