//! Defines the outcome of a call that has no result. docs/protocol.md of Assay
//! says which status belongs to which failure.
use crate::generated::numbers as abi;

/// The result of an op, or the reason why there is none.
pub type Result<T> = std::result::Result<T, Status>;

/// Says why a call has no result, with one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The backend has no such op, or not for this dtype, layout or rank.
    Unsupported(Unsupported, String),
    /// The arguments break the contract of the op, or the library refuses the
    /// call and does not say why.
    Invalid(String),
    /// The values do not allow a result.
    Numeric(Numeric, String),
    /// An allocation failed.
    OutOfMemory(String),
    /// The backend itself is wrong. No case expects this.
    Internal(String),
}

/// Names the thing that a backend lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    Op,
    DType,
    Layout,
    Rank,
    /// Strides cannot express the result.
    View,
}

/// Why values have no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeric {
    NotPositiveDefinite,
    Singular,
    NoConvergence,
}

impl Status {
    pub fn invalid(message: impl Into<String>) -> Self {
        Status::Invalid(message.into())
    }
    pub fn unsupported(kind: Unsupported, message: impl Into<String>) -> Self {
        Status::Unsupported(kind, message.into())
    }
    pub fn numeric(kind: Numeric, message: impl Into<String>) -> Self {
        Status::Numeric(kind, message.into())
    }
    pub fn out_of_memory(message: impl Into<String>) -> Self {
        Status::OutOfMemory(message.into())
    }
    pub fn internal(message: impl Into<String>) -> Self {
        Status::Internal(message.into())
    }

    pub fn message(&self) -> &str {
        match self {
            Status::Unsupported(_, message) | Status::Numeric(_, message) => {
                message
            }
            Status::Invalid(message)
            | Status::OutOfMemory(message)
            | Status::Internal(message) => message,
        }
    }

    // The number and the name in the C header and on the wire.
    pub(crate) fn code(&self) -> (u32, &'static str) {
        match self {
            Status::Unsupported(..) => (abi::UNSUPPORTED, "unsupported"),
            Status::Invalid(_) => (abi::INVALID, "invalid"),
            Status::Numeric(..) => (abi::NUMERIC, "numeric"),
            Status::OutOfMemory(_) => (abi::OUT_OF_MEMORY, "out_of_memory"),
            Status::Internal(_) => (abi::INTERNAL, "internal"),
        }
    }

    pub(crate) fn kind(&self) -> Option<(u32, &'static str)> {
        match self {
            Status::Unsupported(kind, _) => Some(match kind {
                Unsupported::Op => (abi::KIND_OP, "op"),
                Unsupported::DType => (abi::KIND_DTYPE, "dtype"),
                Unsupported::Layout => (abi::KIND_LAYOUT, "layout"),
                Unsupported::Rank => (abi::KIND_RANK, "rank"),
                Unsupported::View => (abi::KIND_VIEW, "view"),
            }),
            Status::Numeric(kind, _) => Some(match kind {
                Numeric::NotPositiveDefinite => {
                    (abi::KIND_NOT_POSITIVE_DEFINITE, "not_positive_definite")
                }
                Numeric::Singular => (abi::KIND_SINGULAR, "singular"),
                Numeric::NoConvergence => {
                    (abi::KIND_NO_CONVERGENCE, "no_convergence")
                }
            }),
            _ => None,
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind =
            self.kind().map_or(String::new(), |(_, name)| format!(" ({name})"));
        write!(f, "{}{kind}: {}", self.code().1, self.message())
    }
}
impl std::error::Error for Status {}

impl From<std::collections::TryReserveError> for Status {
    fn from(error: std::collections::TryReserveError) -> Self {
        Status::OutOfMemory(error.to_string())
    }
}
