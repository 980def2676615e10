//! Holds the memory of tensors: bytes that the crate allocates, bytes of the
//! host, or a storage of the author.
//! Tested by tests/strided_arrays.rs and tests/plugin_calls.rs.
use std::any::Any;
use std::cell::UnsafeCell;
use std::ptr::NonNull;

use crate::status::{Result, Status};

/// Memory that a backend manages itself, such as that of a device. The host
/// moves elements with `read` and `write`, and ops find the storage of a tensor
/// by `Tensor::storage`.
pub trait Storage: Any {
    fn bytes(&self) -> usize;
    /// Copies bytes from the storage into `bytes`.
    fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<()>;
    /// Copies `bytes` into the storage.
    fn write(&self, offset: usize, bytes: &[u8]) -> Result<()>;
    /// Returns the storage as a value that can be downcast.
    fn as_any(&self) -> &dyn Any;
}

// Sixteen bytes, so that allocations have the alignment that C gives them.
#[repr(C, align(16))]
struct Unit(UnsafeCell<[u8; 16]>);

enum Memory {
    Owned(Vec<Unit>),
    Wrapped { memory: NonNull<u8>, is_writable: bool },
    Authored(Box<dyn Storage>),
}

/// The buffer that tensors show. Tensors hold it by reference counts.
pub(crate) struct Block {
    memory: Memory,
    bytes: usize,
}

impl Block {
    /// Allocates zeroed memory.
    pub(crate) fn allocate(bytes: usize) -> Result<Self> {
        let count = (bytes + 15) / 16;
        let mut units = Vec::new();
        units.try_reserve_exact(count)?;
        units.resize_with(count, || Unit(UnsafeCell::new([0; 16])));
        Ok(Block { memory: Memory::Owned(units), bytes })
    }

    pub(crate) fn of_storage(storage: Box<dyn Storage>) -> Self {
        let bytes = storage.bytes();
        Block { memory: Memory::Authored(storage), bytes }
    }

    /// Shows memory of the host.
    ///
    /// # Safety
    /// The memory is valid as long as the block, and may be written if
    /// `is_writable`.
    pub(crate) unsafe fn wrap(
        memory: NonNull<u8>,
        bytes: usize,
        is_writable: bool,
    ) -> Self {
        Block { memory: Memory::Wrapped { memory, is_writable }, bytes }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn storage(&self) -> Option<&dyn Storage> {
        match &self.memory {
            Memory::Authored(storage) => Some(storage.as_ref()),
            _ => None,
        }
    }

    /// Returns where the bytes begin. An authored storage has no address.
    pub(crate) fn address(&self) -> Result<*mut u8> {
        match &self.memory {
            Memory::Owned(units) => Ok(units.as_ptr() as *mut u8),
            Memory::Wrapped { memory, .. } => Ok(memory.as_ptr()),
            Memory::Authored(_) => Err(Status::internal(
                "the storage of the tensor is not in host memory",
            )),
        }
    }

    pub(crate) fn is_writable(&self) -> bool {
        !matches!(self.memory, Memory::Wrapped { is_writable: false, .. })
    }

    fn check(&self, offset: usize, count: usize) -> Result<()> {
        match offset.checked_add(count) {
            Some(end) if end <= self.bytes => Ok(()),
            _ => Err(Status::invalid(format!(
                "{count} bytes from byte {offset} on leave a buffer of {} bytes",
                self.bytes
            ))),
        }
    }

    pub(crate) fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<()> {
        self.check(offset, bytes.len())?;
        if let Some(storage) = self.storage() {
            return storage.read(offset, bytes);
        }
        let from = self.address()?;
        // SAFETY: the range is in the block, as checked, and `bytes` is memory of
        // its own, because no reference to a block's bytes is ever made.
        unsafe {
            from.add(offset)
                .copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len())
        };
        Ok(())
    }

    pub(crate) fn write(&self, offset: usize, bytes: &[u8]) -> Result<()> {
        self.check(offset, bytes.len())?;
        if !self.is_writable() {
            return Err(Status::invalid(
                "the host wrote to a buffer that may only be read",
            ));
        }
        if let Some(storage) = self.storage() {
            return storage.write(offset, bytes);
        }
        let to = self.address()?;
        // SAFETY: as in `read`; the memory may be written.
        unsafe {
            to.add(offset).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
        };
        Ok(())
    }
}
