//! Runs the backend as a process of its own, which speaks Assay's protocol.
assay_backend::main!(my_backend::MyBackend);
