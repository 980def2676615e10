//! Shows memory of the host to Burn without copying it. Burn's bytes are copied
//! when somebody writes to them, as bytes of a file are.
use std::mem::MaybeUninit;

use assay_backend::{Result, Tensor};
use burn_backend::{AllocationProperty, Bytes};
use burn_std::{AccessError, AccessPolicy, AllocationController};

// Every element of Burn has at most this alignment.
#[repr(align(16))]
#[derive(Clone, Copy)]
struct Unit(#[allow(dead_code)] [MaybeUninit<u8>; 16]);

enum HostMemory {
    Shown { memory: *const u8, bytes: usize },
    Copied { units: Vec<Unit>, bytes: usize },
}

/// Returns the bytes of the buffer of a tensor, up to the last element that it
/// shows. They are valid as long as the call.
pub fn bytes_of(x: &Tensor) -> Result<Bytes> {
    let bytes = x.dtype().bytes_of(reach_of(x));
    let memory = x.as_ptr()?.cast_const();
    let mut shown = HostMemory::Shown { memory, bytes };
    // Burn reads elements at addresses that fit them.
    if bytes == 0 || memory as usize % x.dtype().bytes_of(1) != 0 {
        shown.copy();
    }
    // SAFETY: the bytes are initialized, because the host wrote them.
    Ok(unsafe { Bytes::from_controller(Box::new(shown), bytes) })
}

// Counts the elements of the buffer up to the last that the tensor shows.
fn reach_of(x: &Tensor) -> usize {
    if x.count() == 0 {
        return 0;
    }
    let axes = x.shape().iter().zip(x.strides());
    let forward = axes.map(|(&extent, &stride)| (extent - 1) * stride.max(0) as usize);
    x.view().offset() + forward.sum::<usize>() + 1
}

impl HostMemory {
    fn slice(&self) -> &[MaybeUninit<u8>] {
        let (memory, bytes) = match self {
            HostMemory::Shown { memory, bytes } => (*memory, *bytes),
            HostMemory::Copied { units, bytes } => (units.as_ptr().cast(), *bytes),
        };
        // SAFETY: the host keeps its memory for the call, and units are large enough.
        unsafe { std::slice::from_raw_parts(memory.cast(), bytes) }
    }

    fn copy(&mut self) {
        let shown = self.slice();
        let bytes = shown.len();
        let mut units = vec![Unit([MaybeUninit::uninit(); 16]); bytes / 16 + 1];
        // SAFETY: the units have room for the bytes, and are other memory.
        unsafe {
            shown.as_ptr().copy_to_nonoverlapping(units.as_mut_ptr().cast(), bytes)
        };
        *self = HostMemory::Copied { units, bytes };
    }
}

impl AllocationController for HostMemory {
    fn alloc_align(&self) -> usize {
        16
    }
    fn property(&self) -> AllocationProperty {
        AllocationProperty::Other
    }
    unsafe fn memory_mut(
        &mut self,
        policy: AccessPolicy,
    ) -> std::result::Result<&mut [MaybeUninit<u8>], AccessError> {
        if matches!(self, HostMemory::Shown { .. }) {
            if !policy.copy_allowed() {
                return Err(AccessError::WouldCopy);
            }
            self.copy();
        }
        match self {
            HostMemory::Copied { units, bytes } => {
                // SAFETY: the units are large enough.
                Ok(std::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), *bytes))
            }
            HostMemory::Shown { .. } => Err(AccessError::WouldCopy),
        }
    }
    fn memory(
        &self,
        _policy: AccessPolicy,
    ) -> std::result::Result<&[MaybeUninit<u8>], AccessError> {
        Ok(self.slice())
    }
}
