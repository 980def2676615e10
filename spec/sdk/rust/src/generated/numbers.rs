//! Has the numbers of assay_backend.h and the layout of its structs.
//! Written by scripts/generate_rust.py.

#![allow(dead_code)]
pub const SPEC_VERSION: &str = "0.1.0";
pub const ABI_MAJOR: u32 = 1;
pub const ABI_MINOR: u32 = 3;
pub const MAX_RANK: u32 = 32;
pub const MAX_RESULTS: u32 = 8;
pub const LAYOUT_CONTIGUOUS: u64 = 1 << 0;
pub const LAYOUT_OFFSET: u64 = 1 << 1;
pub const LAYOUT_TRANSPOSE: u64 = 1 << 2;
pub const LAYOUT_SLICE: u64 = 1 << 3;
pub const LAYOUT_FLIP: u64 = 1 << 4;
pub const LAYOUT_BROADCAST: u64 = 1 << 5;
pub const LAYOUT_MIXED: u64 = 1 << 6;
pub const THREAD_SAFE_CONTEXT: u64 = 1 << 0;
pub const KEEPS_THREADS: u64 = 1 << 1;
pub const CLAIM_COMPOSED: u64 = 1 << 0;
pub const CLAIM_IMMUTABLE: u64 = 1 << 1;
pub const CODE_INT: u8 = 0;
pub const CODE_UINT: u8 = 1;
pub const CODE_FLOAT: u8 = 2;
pub const CODE_BFLOAT: u8 = 4;
pub const CODE_COMPLEX: u8 = 5;
pub const CODE_BOOL: u8 = 6;
pub const CODE_FLOAT8_E4M3FN: u8 = 10;
pub const CODE_FLOAT8_E5M2: u8 = 12;
pub const OK: u32 = 0;
pub const UNSUPPORTED: u32 = 1;
pub const INVALID: u32 = 2;
pub const NUMERIC: u32 = 3;
pub const OUT_OF_MEMORY: u32 = 4;
pub const INTERNAL: u32 = 5;
pub const KIND_NONE: u32 = 0;
pub const KIND_OP: u32 = 1;
pub const KIND_DTYPE: u32 = 2;
pub const KIND_LAYOUT: u32 = 3;
pub const KIND_RANK: u32 = 4;
pub const KIND_VIEW: u32 = 5;
pub const KIND_NOT_POSITIVE_DEFINITE: u32 = 6;
pub const KIND_SINGULAR: u32 = 7;
pub const KIND_NO_CONVERGENCE: u32 = 8;
pub const KIND_PLACEMENT: u32 = 9;
pub const KIND_PLAN: u32 = 10;
pub const ATTRIBUTE_I64: u16 = 1;
pub const ATTRIBUTE_BOOL: u16 = 2;
pub const ATTRIBUTE_F64: u16 = 3;
pub const ATTRIBUTE_ELEMENT: u16 = 4;
pub const ATTRIBUTE_DTYPE: u16 = 5;

/// The dtypes of the contract, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    Float16,
    Float32,
    Float64,
    Bfloat16,
    Float8E4m3fn,
    Float8E5m2,
    Int4,
    Uint4,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Complex64,
    Complex128,
    Bool,
}
impl DType {
    pub const ALL: [DType; 19] = [
        DType::Float16,
        DType::Float32,
        DType::Float64,
        DType::Bfloat16,
        DType::Float8E4m3fn,
        DType::Float8E5m2,
        DType::Int4,
        DType::Uint4,
        DType::Int8,
        DType::Uint8,
        DType::Int16,
        DType::Uint16,
        DType::Int32,
        DType::Uint32,
        DType::Int64,
        DType::Uint64,
        DType::Complex64,
        DType::Complex128,
        DType::Bool,
    ];
    /// Returns the name that the contract gives the dtype.
    pub const fn name(self) -> &'static str {
        match self {
            DType::Float16 => "float16",
            DType::Float32 => "float32",
            DType::Float64 => "float64",
            DType::Bfloat16 => "bfloat16",
            DType::Float8E4m3fn => "float8_e4m3fn",
            DType::Float8E5m2 => "float8_e5m2",
            DType::Int4 => "int4",
            DType::Uint4 => "uint4",
            DType::Int8 => "int8",
            DType::Uint8 => "uint8",
            DType::Int16 => "int16",
            DType::Uint16 => "uint16",
            DType::Int32 => "int32",
            DType::Uint32 => "uint32",
            DType::Int64 => "int64",
            DType::Uint64 => "uint64",
            DType::Complex64 => "complex64",
            DType::Complex128 => "complex128",
            DType::Bool => "bool",
        }
    }
    /// Returns how many bits an element takes.
    pub const fn bits(self) -> usize {
        match self {
            DType::Float16 => 16,
            DType::Float32 => 32,
            DType::Float64 => 64,
            DType::Bfloat16 => 16,
            DType::Float8E4m3fn => 8,
            DType::Float8E5m2 => 8,
            DType::Int4 => 4,
            DType::Uint4 => 4,
            DType::Int8 => 8,
            DType::Uint8 => 8,
            DType::Int16 => 16,
            DType::Uint16 => 16,
            DType::Int32 => 32,
            DType::Uint32 => 32,
            DType::Int64 => 64,
            DType::Uint64 => 64,
            DType::Complex64 => 64,
            DType::Complex128 => 128,
            DType::Bool => 8,
        }
    }
    // The type code of DLPack.
    pub(crate) const fn code(self) -> u8 {
        match self {
            DType::Float16 => 2,
            DType::Float32 => 2,
            DType::Float64 => 2,
            DType::Bfloat16 => 4,
            DType::Float8E4m3fn => 10,
            DType::Float8E5m2 => 12,
            DType::Int4 => 0,
            DType::Uint4 => 1,
            DType::Int8 => 0,
            DType::Uint8 => 1,
            DType::Int16 => 0,
            DType::Uint16 => 1,
            DType::Int32 => 0,
            DType::Uint32 => 1,
            DType::Int64 => 0,
            DType::Uint64 => 1,
            DType::Complex64 => 5,
            DType::Complex128 => 5,
            DType::Bool => 6,
        }
    }
}

/// The values of an attribute: sum, prod, max, min.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    Sum,
    Prod,
    Max,
    Min,
}
impl Scan {
    pub(crate) const ALL: &'static [Scan] = &[
        Scan::Sum,
        Scan::Prod,
        Scan::Max,
        Scan::Min,
    ];
}

/// The values of an attribute: set, add, min, max.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatterMode {
    Set,
    Add,
    Min,
    Max,
}
impl ScatterMode {
    pub(crate) const ALL: &'static [ScatterMode] = &[
        ScatterMode::Set,
        ScatterMode::Add,
        ScatterMode::Min,
        ScatterMode::Max,
    ];
}

/// The values of an attribute: nearest, nearest_exact, bilinear, bicubic, lanczos3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Nearest,
    NearestExact,
    Bilinear,
    Bicubic,
    Lanczos3,
}
impl Interpolation {
    pub(crate) const ALL: &'static [Interpolation] = &[
        Interpolation::Nearest,
        Interpolation::NearestExact,
        Interpolation::Bilinear,
        Interpolation::Bicubic,
        Interpolation::Lanczos3,
    ];
}

/// The values of an attribute: zeros, border, reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaddingMode {
    Zeros,
    Border,
    Reflection,
}
impl PaddingMode {
    pub(crate) const ALL: &'static [PaddingMode] = &[
        PaddingMode::Zeros,
        PaddingMode::Border,
        PaddingMode::Reflection,
    ];
}

/// The values of an attribute: assign, add, mul, min, max, or.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    Assign,
    Add,
    Mul,
    Min,
    Max,
    Or,
}
impl Update {
    pub(crate) const ALL: &'static [Update] = &[
        Update::Assign,
        Update::Add,
        Update::Mul,
        Update::Min,
        Update::Max,
        Update::Or,
    ];
}

/// The values of an attribute: none, plain, adjoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transpose {
    None,
    Plain,
    Adjoint,
}
impl Transpose {
    pub(crate) const ALL: &'static [Transpose] = &[
        Transpose::None,
        Transpose::Plain,
        Transpose::Adjoint,
    ];
}

#[cfg(target_pointer_width = "64")]
mod layout {
    use crate::abi::*;

    const _: () = assert!(std::mem::size_of::<AssayDType>() == 4);
    const _: () = assert!(std::mem::size_of::<AssayStatus>() == 32);
    const _: () = assert!(std::mem::size_of::<AssayExtension>() == 24);
    const _: () = assert!(std::mem::size_of::<AssayTensor>() == 544);
    const _: () = assert!(std::mem::size_of::<AssayAttribute>() == 16);
    const _: () = assert!(std::mem::size_of::<AssayCall>() == 56);
    const _: () = assert!(std::mem::size_of::<AssayResults>() == 4368);
    const _: () = assert!(std::mem::size_of::<AssayDonation>() == 32);
    const _: () = assert!(std::mem::size_of::<AssayPlanStep>() == 16);
    const _: () = assert!(std::mem::size_of::<AssayPlanView>() == 8);
    const _: () = assert!(std::mem::size_of::<AssayPlan>() == 80);
    const _: () = assert!(std::mem::size_of::<AssayCell>() == 24);
    const _: () = assert!(std::mem::size_of::<AssayHost>() == 24);
    const _: () = assert!(std::mem::size_of::<AssayBackendV1>() == 216);
    const _: () = assert!(std::mem::size_of::<AssayClaimLimits>() == 48);
    const _: () = assert!(std::mem::size_of::<AssayClaimLimitsV1>() == 32);

    // `offset_of!` would need Rust 1.77.
    #[test]
    fn members_stay_where_they_are() {
        crate::abi::offset!(AssayDType, code, 0);
        crate::abi::offset!(AssayDType, bits, 1);
        crate::abi::offset!(AssayDType, lanes, 2);
        crate::abi::offset!(AssayStatus, struct_size, 0);
        crate::abi::offset!(AssayStatus, code, 8);
        crate::abi::offset!(AssayStatus, kind, 12);
        crate::abi::offset!(AssayStatus, message, 16);
        crate::abi::offset!(AssayStatus, message_capacity, 24);
        crate::abi::offset!(AssayExtension, struct_size, 0);
        crate::abi::offset!(AssayExtension, name, 8);
        crate::abi::offset!(AssayExtension, next, 16);
        crate::abi::offset!(AssayTensor, struct_size, 0);
        crate::abi::offset!(AssayTensor, buffer, 8);
        crate::abi::offset!(AssayTensor, dtype, 16);
        crate::abi::offset!(AssayTensor, rank, 20);
        crate::abi::offset!(AssayTensor, offset, 24);
        crate::abi::offset!(AssayTensor, shape, 32);
        crate::abi::offset!(AssayTensor, strides, 288);
        crate::abi::offset!(AssayAttribute, key, 0);
        crate::abi::offset!(AssayAttribute, kind, 2);
        crate::abi::offset!(AssayAttribute, count, 4);
        crate::abi::offset!(AssayAttribute, data, 8);
        crate::abi::offset!(AssayCall, struct_size, 0);
        crate::abi::offset!(AssayCall, op, 8);
        crate::abi::offset!(AssayCall, operand_count, 12);
        crate::abi::offset!(AssayCall, operands, 16);
        crate::abi::offset!(AssayCall, attribute_count, 24);
        crate::abi::offset!(AssayCall, out_count, 28);
        crate::abi::offset!(AssayCall, attributes, 32);
        crate::abi::offset!(AssayCall, outs, 40);
        crate::abi::offset!(AssayCall, next, 48);
        crate::abi::offset!(AssayResults, struct_size, 0);
        crate::abi::offset!(AssayResults, count, 8);
        crate::abi::offset!(AssayResults, reserved, 12);
        crate::abi::offset!(AssayResults, tensors, 16);
        crate::abi::offset!(AssayDonation, header, 0);
        crate::abi::offset!(AssayDonation, operands, 24);
        crate::abi::offset!(AssayPlanStep, op, 0);
        crate::abi::offset!(AssayPlanStep, input_count, 4);
        crate::abi::offset!(AssayPlanStep, inputs, 8);
        crate::abi::offset!(AssayPlanView, dims, 0);
        crate::abi::offset!(AssayPlan, struct_size, 0);
        crate::abi::offset!(AssayPlan, dtype, 8);
        crate::abi::offset!(AssayPlan, rank, 12);
        crate::abi::offset!(AssayPlan, shape, 16);
        crate::abi::offset!(AssayPlan, input_count, 24);
        crate::abi::offset!(AssayPlan, step_count, 28);
        crate::abi::offset!(AssayPlan, output_count, 32);
        crate::abi::offset!(AssayPlan, reserved, 36);
        crate::abi::offset!(AssayPlan, inputs, 40);
        crate::abi::offset!(AssayPlan, views, 48);
        crate::abi::offset!(AssayPlan, steps, 56);
        crate::abi::offset!(AssayPlan, outputs, 64);
        crate::abi::offset!(AssayPlan, next, 72);
        crate::abi::offset!(AssayCell, op, 0);
        crate::abi::offset!(AssayCell, variant, 4);
        crate::abi::offset!(AssayCell, max_rank, 6);
        crate::abi::offset!(AssayCell, dtype, 8);
        crate::abi::offset!(AssayCell, result, 12);
        crate::abi::offset!(AssayCell, layouts, 16);
        crate::abi::offset!(AssayHost, struct_size, 0);
        crate::abi::offset!(AssayHost, abi_major, 8);
        crate::abi::offset!(AssayHost, abi_minor, 12);
        crate::abi::offset!(AssayHost, next, 16);
        crate::abi::offset!(AssayBackendV1, struct_size, 0);
        crate::abi::offset!(AssayBackendV1, abi_minor, 8);
        crate::abi::offset!(AssayBackendV1, reserved, 12);
        crate::abi::offset!(AssayBackendV1, name, 16);
        crate::abi::offset!(AssayBackendV1, version, 24);
        crate::abi::offset!(AssayBackendV1, spec_version, 32);
        crate::abi::offset!(AssayBackendV1, flags, 40);
        crate::abi::offset!(AssayBackendV1, next, 48);
        crate::abi::offset!(AssayBackendV1, create, 56);
        crate::abi::offset!(AssayBackendV1, destroy, 64);
        crate::abi::offset!(AssayBackendV1, claims, 72);
        crate::abi::offset!(AssayBackendV1, alloc, 80);
        crate::abi::offset!(AssayBackendV1, retain, 88);
        crate::abi::offset!(AssayBackendV1, release, 96);
        crate::abi::offset!(AssayBackendV1, size, 104);
        crate::abi::offset!(AssayBackendV1, write, 112);
        crate::abi::offset!(AssayBackendV1, read, 120);
        crate::abi::offset!(AssayBackendV1, invoke, 128);
        crate::abi::offset!(AssayBackendV1, map, 136);
        crate::abi::offset!(AssayBackendV1, wrap, 144);
        crate::abi::offset!(AssayBackendV1, session_begin, 152);
        crate::abi::offset!(AssayBackendV1, session_end, 160);
        crate::abi::offset!(AssayBackendV1, reclaim, 168);
        crate::abi::offset!(AssayBackendV1, execute_plan, 176);
        crate::abi::offset!(AssayBackendV1, places, 184);
        crate::abi::offset!(AssayBackendV1, place_of, 192);
        crate::abi::offset!(AssayBackendV1, alloc_in, 200);
        crate::abi::offset!(AssayBackendV1, transfer, 208);
        crate::abi::offset!(AssayClaimLimits, cell, 0);
        crate::abi::offset!(AssayClaimLimits, flags, 8);
        crate::abi::offset!(AssayClaimLimits, min_axes, 16);
        crate::abi::offset!(AssayClaimLimits, max_axes, 20);
        crate::abi::offset!(AssayClaimLimits, max_operands, 24);
        crate::abi::offset!(AssayClaimLimits, reserved, 28);
        crate::abi::offset!(AssayClaimLimits, min_extent, 32);
        crate::abi::offset!(AssayClaimLimits, max_extent, 40);
        crate::abi::offset!(AssayClaimLimitsV1, extension, 0);
        crate::abi::offset!(AssayClaimLimitsV1, limits, 24);
    }
}
