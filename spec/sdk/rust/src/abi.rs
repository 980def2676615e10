//! Mirrors the structs of assay_backend.h. generated/numbers.rs checks their
//! layout against the table that the C header is held to.
#![allow(dead_code)]
use std::os::raw::{c_char, c_int, c_void};

use crate::generated::numbers::{MAX_RANK, MAX_RESULTS};

const RANK: usize = MAX_RANK as usize;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct AssayDType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

#[repr(C)]
pub struct AssayStatus {
    pub struct_size: usize,
    pub code: u32,
    pub kind: u32,
    pub message: *mut c_char,
    pub message_capacity: usize,
}

#[repr(C)]
pub struct AssayExtension {
    pub struct_size: usize,
    pub name: *const c_char,
    pub next: *const AssayExtension,
}

/// A reference to a `Block`, made by `Rc::into_raw`.
#[repr(C)]
pub struct AssayBuffer {
    opaque: [u8; 0],
}
/// A `Context` of plugin.rs, made by `Box::into_raw`.
#[repr(C)]
pub struct AssayContext {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct AssayTensor {
    pub struct_size: usize,
    pub buffer: *mut AssayBuffer,
    pub dtype: AssayDType,
    pub rank: u32,
    pub offset: i64,
    pub shape: [i64; RANK],
    pub strides: [i64; RANK],
}

#[repr(C)]
pub struct AssayAttribute {
    pub key: u16,
    pub kind: u16,
    pub count: u32,
    pub data: *const c_void,
}

#[repr(C)]
pub struct AssayCall {
    pub struct_size: usize,
    pub op: u32,
    pub operand_count: u32,
    pub operands: *const AssayTensor,
    pub attribute_count: u32,
    pub out_count: u32,
    pub attributes: *const AssayAttribute,
    pub outs: *const AssayTensor,
    pub next: *const AssayExtension,
}

#[repr(C)]
pub struct AssayDonation {
    pub header: AssayExtension,
    pub operands: u64,
}

#[repr(C)]
pub struct AssayResults {
    pub struct_size: usize,
    pub count: u32,
    pub reserved: u32,
    pub tensors: [AssayTensor; MAX_RESULTS as usize],
}

#[repr(C)]
pub struct AssayPlanStep {
    pub op: u32,
    pub input_count: u32,
    pub inputs: *const u32,
}

#[repr(C)]
pub struct AssayPlanView {
    pub dims: *const i64,
}

#[repr(C)]
pub struct AssayPlan {
    pub struct_size: usize,
    pub dtype: AssayDType,
    pub rank: u32,
    pub shape: *const i64,
    pub input_count: u32,
    pub step_count: u32,
    pub output_count: u32,
    pub reserved: u32,
    pub inputs: *const AssayTensor,
    pub views: *const AssayPlanView,
    pub steps: *const AssayPlanStep,
    pub outputs: *const u32,
    pub next: *const AssayExtension,
}

#[repr(C)]
pub struct AssayCell {
    pub op: u32,
    pub variant: u16,
    pub max_rank: u16,
    pub dtype: AssayDType,
    pub result: AssayDType,
    pub layouts: u64,
}

#[repr(C)]
pub struct AssayHost {
    pub struct_size: usize,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub next: *const AssayExtension,
}

type Context = *mut AssayContext;
type Buffer = *mut AssayBuffer;
type Status = *mut AssayStatus;

#[repr(C)]
pub struct AssayBackendV1 {
    pub struct_size: usize,
    pub abi_minor: u32,
    pub reserved: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub spec_version: *const c_char,
    pub flags: u64,
    pub next: *const AssayExtension,
    pub create:
        unsafe extern "C" fn(*const AssayHost, *mut Context, Status) -> c_int,
    pub destroy: unsafe extern "C" fn(Context),
    pub claims: unsafe extern "C" fn(
        Context,
        *mut *const AssayCell,
        *mut usize,
        Status,
    ) -> c_int,
    pub alloc:
        unsafe extern "C" fn(Context, usize, *mut Buffer, Status) -> c_int,
    pub retain: unsafe extern "C" fn(Context, Buffer),
    pub release: unsafe extern "C" fn(Context, Buffer),
    pub size: unsafe extern "C" fn(Context, Buffer) -> usize,
    pub write: unsafe extern "C" fn(
        Context,
        Buffer,
        usize,
        *const c_void,
        usize,
        Status,
    ) -> c_int,
    pub read: unsafe extern "C" fn(
        Context,
        Buffer,
        usize,
        *mut c_void,
        usize,
        Status,
    ) -> c_int,
    pub invoke: unsafe extern "C" fn(
        Context,
        *const AssayCall,
        *mut AssayResults,
        Status,
    ) -> c_int,
    pub map: Option<unsafe extern "C" fn(Context, Buffer) -> *mut c_void>,
    pub wrap: Option<
        unsafe extern "C" fn(
            Context,
            *mut c_void,
            usize,
            c_int,
            *mut Buffer,
            Status,
        ) -> c_int,
    >,
    pub session_begin: Option<unsafe extern "C" fn(Context, Status) -> c_int>,
    pub session_end: Option<unsafe extern "C" fn(Context, Status) -> c_int>,
    pub reclaim: Option<unsafe extern "C" fn(Context, Buffer, Status) -> c_int>,
    pub execute_plan: Option<
        unsafe extern "C" fn(
            Context,
            *const AssayPlan,
            *mut AssayResults,
            Status,
        ) -> c_int,
    >,
    pub places: Option<
        unsafe extern "C" fn(
            Context,
            *mut *const *const c_char,
            *mut usize,
            *mut u32,
            Status,
        ) -> c_int,
    >,
    pub place_of: Option<
        unsafe extern "C" fn(Context, Buffer, *mut u32, Status) -> c_int,
    >,
    pub alloc_in: Option<
        unsafe extern "C" fn(Context, u32, usize, *mut Buffer, Status) -> c_int,
    >,
    pub transfer: Option<
        unsafe extern "C" fn(
            Context,
            Buffer,
            u32,
            *mut Buffer,
            Status,
        ) -> c_int,
    >,
}
// SAFETY: a table is constant, and what it points to is too.
unsafe impl Sync for AssayBackendV1 {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct AssayClaimLimits {
    pub cell: u64,
    pub flags: u64,
    pub min_axes: u32,
    pub max_axes: u32,
    pub max_operands: u32,
    pub reserved: u32,
    pub min_extent: i64,
    pub max_extent: i64,
}

#[repr(C)]
pub struct AssayClaimLimitsV1 {
    pub extension: AssayExtension,
    pub limits: unsafe extern "C" fn(
        Context,
        *mut *const AssayClaimLimits,
        *mut usize,
        Status,
    ) -> c_int,
}
// SAFETY: as for the table.
unsafe impl Sync for AssayClaimLimitsV1 {}

// Checks the offset of a member when a test runs.
#[cfg(test)]
macro_rules! offset {
    ($type:ty, $member:ident, $offset:literal) => {
        let value = std::mem::MaybeUninit::<$type>::uninit();
        let base = value.as_ptr();
        // SAFETY: the member is in the value, and nothing reads it.
        let member = unsafe { std::ptr::addr_of!((*base).$member) };
        assert_eq!(
            member as usize - base as usize,
            $offset,
            stringify!($member)
        );
    };
}
#[cfg(test)]
pub(crate) use offset;
