//! Converts between values of assay_backend.h and those of the crate: calls,
//! tensors, dtypes and claims.
//! Tested by tests/plugin_calls.rs.
use std::rc::Rc;

use crate::abi::*;
use crate::call::{Attribute, Call, DTYPE_KEY};
use crate::claim::Claim;
use crate::dtype::{DType, Scalar};
use crate::generated::numbers as abi;
use crate::memory::Block;
use crate::op::{missing, Op};
use crate::status::{Result, Status, Unsupported};
use crate::tensor::Tensor;
use crate::view::{View, MAX_RANK};

/// Returns a reference to a block that the host releases.
pub(crate) fn handle_of(block: Rc<Block>) -> *mut AssayBuffer {
    Rc::into_raw(block) as *mut AssayBuffer
}

/// Describes a result, with a reference to its buffer.
pub(crate) fn fill(to: &mut AssayTensor, tensor: &Tensor) {
    to.buffer = handle_of(tensor.block().clone());
    to.dtype = abi_dtype(tensor.dtype());
    to.rank = tensor.rank() as u32;
    to.offset = tensor.view().offset() as i64;
    for axis in 0..tensor.rank() {
        to.shape[axis] = tensor.shape()[axis] as i64;
        to.strides[axis] = tensor.strides()[axis] as i64;
    }
}

// Returns the `count` items that a pointer points to; it may be null for none.
unsafe fn list<'a, T>(first: *const T, count: u32) -> &'a [T] {
    match count {
        0 => &[],
        _ => std::slice::from_raw_parts(first, count as usize),
    }
}

/// Returns the call that a host describes.
///
/// # Safety
/// The host gives it as assay_backend.h says.
pub(crate) unsafe fn call_of<'a>(call: &AssayCall) -> Result<Call<'a>> {
    let op = Op::of_id(call.op)
        .ok_or_else(|| missing(&format!("op {}", call.op)))?;
    let operands = tensors_of(call.operands, call.operand_count)?;
    let outs = tensors_of(call.outs, call.out_count)?;
    let rows = list(call.attributes, call.attribute_count);
    let named = rows
        .iter()
        .find(|row| row.kind == abi::ATTRIBUTE_DTYPE && row.key == DTYPE_KEY);
    let element = match named {
        Some(row) => Some(dtype_of(*row.data.cast())?),
        None => operands.first().map(Tensor::dtype),
    };
    let attributes = rows
        .iter()
        .map(|row| {
            Ok((row.key, attribute_of(row, element.unwrap_or(DType::Float32))?))
        })
        .collect::<Result<_>>()?;
    Ok(Call { op, operands, outs, attributes })
}

unsafe fn tensors_of<'a>(
    first: *const AssayTensor,
    count: u32,
) -> Result<Vec<Tensor<'a>>> {
    list(first, count).iter().map(|tensor| tensor_of(tensor)).collect()
}

unsafe fn tensor_of<'a>(tensor: &AssayTensor) -> Result<Tensor<'a>> {
    let rank = tensor.rank as usize;
    if rank > MAX_RANK {
        return Err(Status::unsupported(
            Unsupported::Rank,
            format!("rank {rank}"),
        ));
    }
    let extents =
        tensor.shape[..rank].iter().map(|&extent| usize::try_from(extent).ok());
    let shape: Vec<usize> = extents
        .collect::<Option<_>>()
        .ok_or_else(|| Status::invalid("a tensor has a negative extent"))?;
    let strides: Vec<isize> =
        tensor.strides[..rank].iter().map(|&stride| stride as isize).collect();
    let view = View::strided(&shape, &strides, tensor.offset as isize)?;
    let block = tensor.buffer.cast::<Block>() as *const Block;
    Rc::increment_strong_count(block);
    Tensor::on(Rc::from_raw(block), dtype_of(tensor.dtype)?, view)
}

unsafe fn attribute_of(
    row: &AssayAttribute,
    element: DType,
) -> Result<Attribute> {
    let count = row.count;
    Ok(match row.kind {
        abi::ATTRIBUTE_I64 => {
            Attribute::Integers(list(row.data.cast::<i64>(), count).to_vec())
        }
        abi::ATTRIBUTE_BOOL => {
            let bytes = list(row.data.cast::<u8>(), count);
            Attribute::Flags(bytes.iter().map(|&byte| byte != 0).collect())
        }
        abi::ATTRIBUTE_ELEMENT => {
            let bytes = list(row.data.cast::<u8>(), element.bytes_of(1) as u32);
            Attribute::Element(Scalar::from_storage(element, bytes))
        }
        abi::ATTRIBUTE_DTYPE => Attribute::DType(dtype_of(*row.data.cast())?),
        kind => {
            return Err(Status::internal(format!(
                "an attribute has the kind {kind}"
            )))
        }
    })
}

fn abi_dtype(dtype: DType) -> AssayDType {
    AssayDType { code: dtype.code(), bits: dtype.bits() as u8, lanes: 1 }
}

fn dtype_of(found: AssayDType) -> Result<DType> {
    let is_it = |dtype: &&DType| {
        (dtype.code(), dtype.bits(), 1)
            == (found.code, found.bits.into(), found.lanes)
    };
    DType::ALL.iter().find(is_it).copied().ok_or_else(|| {
        let text = format!(
            "there is no dtype of code {} and {} bits",
            found.code, found.bits
        );
        Status::unsupported(Unsupported::DType, text)
    })
}

pub(crate) fn cell_of(claim: &Claim) -> AssayCell {
    let variants = claim.op.variants.iter();
    AssayCell {
        op: claim.op.id,
        variant: variants
            .take_while(|variant| variant.name != claim.variant)
            .count() as u16,
        max_rank: claim.max_rank as u16,
        dtype: abi_dtype(claim.dtype),
        result: abi_dtype(claim.result),
        layouts: claim
            .layouts
            .iter()
            .fold(0, |bits, &layout| bits | 1 << layout as u32),
    }
}

/// Returns the limits of the i-th claim, if it has some. 0 stands for no limit.
pub(crate) fn limits_of(
    (cell, claim): (usize, &Claim),
) -> Option<AssayClaimLimits> {
    let at_most = |limit: Option<usize>| limit.unwrap_or(0);
    let flag = |is_set, bit| if is_set { bit } else { 0 };
    let limits = AssayClaimLimits {
        cell: cell as u64,
        flags: flag(claim.composed, abi::CLAIM_COMPOSED)
            | flag(claim.immutable, abi::CLAIM_IMMUTABLE),
        min_axes: claim.min_axes as u32,
        max_axes: at_most(claim.max_axes) as u32,
        max_operands: at_most(claim.max_operands) as u32,
        reserved: 0,
        min_extent: claim.min_extent as i64,
        max_extent: at_most(claim.max_extent) as i64,
    };
    let is_limited = limits.flags != 0
        || limits.min_axes != 0
        || limits.max_axes != 0
        || limits.max_operands != 0
        || limits.min_extent != 0
        || limits.max_extent != 0;
    is_limited.then_some(limits)
}
