//! Defines the rows of the contract's ops as the crate needs them. The rows are
//! in generated/ops.rs.
use crate::dtype::DType;
use crate::generated::ops;
use crate::status::{Status, Unsupported};

/// An op of the contract.
#[derive(Debug, PartialEq)]
pub struct Op {
    pub name: &'static str,
    pub(crate) id: u32,
    pub(crate) signature: &'static str,
    pub(crate) delivery: Delivery,
    pub(crate) is_by_element: bool,
    pub(crate) is_paired: bool,
    pub(crate) operands: &'static [Argument],
    pub(crate) results: &'static [Argument],
    pub(crate) attributes: &'static [AttributeRow],
    pub(crate) variants: &'static [Variant],
}

/// An operand or a result.
#[derive(Debug, PartialEq)]
pub(crate) struct Argument {
    pub role: Role,
    pub is_list: bool,
    /// The key of the flag that says whether the call has it.
    pub given_by: Option<u16>,
}

/// Says which dtype an operand or a result has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    Cell,
    Same,
    Paired,
    Bool,
    Int32,
    Index,
    Float32,
    Derived,
}

/// How an op delivers its results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Delivery {
    Written,
    Kept,
    Returned,
    Offered,
    View,
    Shared,
    Hosted,
    Allocated,
    Accessed,
    Protocol,
}

#[derive(Debug, PartialEq)]
pub(crate) struct AttributeRow {
    pub name: &'static str,
    pub key: u16,
    pub kind: AttributeKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AttributeKind {
    Integer,
    IntegerList,
    Bool,
    BoolList,
    PairList,
    Element,
    Dtype,
    Choice(&'static [&'static str]),
    Subscripts,
}

/// A variant of an op. Bit i of `dtypes` is set if it has a cell of dtype i.
#[derive(Debug, PartialEq)]
pub(crate) struct Variant {
    pub name: &'static str,
    pub dtypes: u32,
}

impl Op {
    pub(crate) fn of_id(id: u32) -> Option<&'static Op> {
        ops::ALL.iter().copied().find(|op| op.id == id)
    }
    pub(crate) fn named(name: &str) -> Option<&'static Op> {
        ops::ALL.iter().copied().find(|op| op.name == name)
    }
    /// Returns whether the op has a cell of the dtype. Programs call this while
    /// they are compiled.
    pub(crate) const fn has(&self, dtype: DType) -> bool {
        let mut i = 0;
        while i < self.variants.len() {
            if self.variants[i].dtypes >> dtype as u32 & 1 == 1 {
                return true;
            }
            i += 1;
        }
        false
    }
    /// Returns whether results are written to tensors of the caller.
    pub(crate) fn writes(&self) -> bool {
        matches!(self.delivery, Delivery::Written | Delivery::Kept)
    }
    /// Returns the position of the operand whose dtype selects the cell.
    pub(crate) fn cell_operand(&self) -> usize {
        self.operands
            .iter()
            .position(|operand| operand.role == Role::Cell)
            .unwrap_or(0)
    }
}

/// Returns the status of an op that the backend does not have.
pub(crate) fn missing(name: &str) -> Status {
    Status::unsupported(Unsupported::Op, format!("there is no {name}"))
}
