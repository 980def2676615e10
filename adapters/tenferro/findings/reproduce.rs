//! Shows findings about tenferro-cpu 0.9.0 with tenferro alone.
#[path = "../../reproduce/reproduce.rs"]
mod reproduce;

fn main() -> std::process::ExitCode {
    reproduce::reproduce(&[])
}
