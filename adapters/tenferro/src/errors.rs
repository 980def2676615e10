//! Turns tenferro's typed errors into statuses, by their kinds and never by
//! their words.
use assay_backend::{Numeric, Result, Status, Unsupported};
use tenferro_linalg::Error as Linalg;
use tenferro_tensor::{Error, ErrorKind};

/// Results of tenferro that become results of the crate.
pub trait Answer<R> {
    fn answer(self) -> Result<R>;
}

impl<R> Answer<R> for tenferro_tensor::Result<R> {
    fn answer(self) -> Result<R> {
        self.map_err(|error| status_of(&error))
    }
}

impl<R> Answer<R> for tenferro_einsum::Result<R> {
    fn answer(self) -> Result<R> {
        self.map_err(|error| match &error {
            tenferro_einsum::Error::Tensor(inner) => status_of(inner),
            _ => of_kind(error.kind(), error.to_string()),
        })
    }
}

fn status_of(error: &Error) -> Status {
    let message = error.to_string();
    match error {
        Error::UnsupportedDTypeConversion { .. }
        | Error::UnsupportedDType { .. } => {
            Status::unsupported(Unsupported::DType, message)
        }
        // Its own arithmetic on integers: a divisor of 0, a negative exponent.
        Error::Extension { family: "cpu", .. } => Status::invalid(message),
        Error::Extension { op, source, kind, .. } => {
            match source.downcast_ref::<Linalg>() {
                Some(Linalg::UnsupportedDType { .. }) => {
                    Status::unsupported(Unsupported::DType, message)
                }
                Some(error) => numeric(error, op, message),
                None => of_kind(*kind, message),
            }
        }
        _ => of_kind(error.kind(), message),
    }
}

fn numeric(error: &Linalg, op: &str, message: String) -> Status {
    let kind = match error {
        _ if op == "cholesky" => Numeric::NotPositiveDefinite,
        Linalg::Singular { .. } => Numeric::Singular,
        _ => Numeric::NoConvergence,
    };
    Status::numeric(kind, message)
}

fn of_kind(kind: ErrorKind, message: String) -> Status {
    match kind {
        ErrorKind::Validation(_) => Status::invalid(message),
        ErrorKind::Unsupported => Status::unsupported(Unsupported::Op, message),
        // Only a solver is left here: linalg's own errors have a type.
        ErrorKind::NumericalFailure => {
            Status::numeric(Numeric::Singular, message)
        }
        _ => Status::internal(message),
    }
}
