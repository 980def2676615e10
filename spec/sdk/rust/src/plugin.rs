//! Implements the functions of assay_backend.h over a `Backend`. A reference to a
//! buffer is an `Rc<Block>` that `into_raw` has made a pointer of, so a result
//! that shows an operand's block has the operand's pointer.
//! Tested by tests/plugin_calls.rs.
use std::os::raw::{c_int, c_void};
use std::ptr::{self, NonNull};
use std::rc::Rc;

use crate::abi::*;
use crate::abi_values::{call_of, cell_of, fill, handle_of, limits_of};
use crate::backend::{execute, Backend};
use crate::claim::claims_of;
use crate::generated::numbers as abi;
use crate::memory::Block;
use crate::panics::caught;
use crate::status::{Result, Status};

// An AssayContext points to this.
struct Context<B> {
    backend: B,
    cells: Vec<AssayCell>,
    limits: Vec<AssayClaimLimits>,
}

/// Returns the bytes of a text with the zero that ends strings in C.
pub const fn c_string<const BYTES: usize>(text: &str) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let mut i = 0;
    while i < text.len() {
        bytes[i] = text.as_bytes()[i];
        i += 1;
    }
    bytes
}

const SPEC_VERSION: &[u8; abi::SPEC_VERSION.len() + 1] =
    &c_string(abi::SPEC_VERSION);
const CLAIM_LIMITS: &[u8; 19] = &c_string("assay.claim_limits");

/// Returns the extension of the table that has the limits of claims.
pub const fn limits_extension<B: Backend>() -> AssayClaimLimitsV1 {
    AssayClaimLimitsV1 {
        extension: AssayExtension {
            struct_size: std::mem::size_of::<AssayClaimLimitsV1>(),
            name: CLAIM_LIMITS.as_ptr().cast(),
            next: ptr::null(),
        },
        limits: limits::<B>,
    }
}

/// Returns the table of a backend. Name and version end in a zero.
pub const fn table<B: Backend>(
    name: &'static [u8],
    version: &'static [u8],
    limits: &'static AssayClaimLimitsV1,
) -> AssayBackendV1 {
    AssayBackendV1 {
        struct_size: std::mem::size_of::<AssayBackendV1>(),
        abi_minor: abi::ABI_MINOR,
        reserved: 0,
        name: name.as_ptr().cast(),
        version: version.as_ptr().cast(),
        spec_version: SPEC_VERSION.as_ptr().cast(),
        flags: if B::KEEPS_THREADS { abi::KEEPS_THREADS } else { 0 },
        next: &limits.extension,
        create: create::<B>,
        destroy: destroy::<B>,
        claims: claims::<B>,
        alloc: alloc::<B>,
        retain,
        release,
        size,
        write,
        read,
        invoke: invoke::<B>,
        map: None,
        wrap: Some(wrap),
        session_begin: None,
        session_end: None,
        reclaim: None,
        execute_plan: None,
        places: None,
        place_of: None,
        alloc_in: None,
        transfer: None,
    }
}

// Runs the body of a function, and reports its error or its panic.
unsafe fn answered(
    status: *mut AssayStatus,
    body: impl FnOnce() -> Result<()>,
) -> c_int {
    let called =
        caught(body).unwrap_or_else(|message| Err(Status::Internal(message)));
    let failure = match called {
        Ok(()) => return abi::OK as c_int,
        Err(failure) => failure,
    };
    let code = failure.code().0;
    if !status.is_null() {
        let status = &mut *status;
        status.code = code;
        status.kind =
            failure.kind().map_or(abi::KIND_NONE, |(number, _)| number);
        if !status.message.is_null() && status.message_capacity > 0 {
            let mut end =
                failure.message().len().min(status.message_capacity - 1);
            while !failure.message().is_char_boundary(end) {
                end -= 1;
            }
            let to = status.message.cast::<u8>();
            to.copy_from_nonoverlapping(failure.message().as_ptr(), end);
            to.add(end).write(0);
        }
    }
    code as c_int
}

// SAFETY (for all functions below): the host calls them as assay_backend.h says,
// so pointers are valid, contexts come from `create`, and buffers from here.

unsafe fn backend_of<'a, B>(context: *mut AssayContext) -> &'a mut Context<B> {
    &mut *context.cast::<Context<B>>()
}

unsafe extern "C" fn create<B: Backend>(
    _host: *const AssayHost,
    context: *mut *mut AssayContext,
    status: *mut AssayStatus,
) -> c_int {
    answered(status, || {
        let backend = B::create()?;
        let claims = claims_of(&backend);
        let limits = claims.iter().enumerate().filter_map(limits_of).collect();
        let cells = claims.iter().map(cell_of).collect();
        *context =
            Box::into_raw(Box::new(Context { backend, cells, limits })).cast();
        Ok(())
    })
}

unsafe extern "C" fn destroy<B: Backend>(context: *mut AssayContext) {
    // A panic of the backend's destructor has no status to go to.
    let _ = caught(|| drop(Box::from_raw(context.cast::<Context<B>>())));
}

unsafe extern "C" fn claims<B: Backend>(
    context: *mut AssayContext,
    cells: *mut *const AssayCell,
    count: *mut usize,
    _status: *mut AssayStatus,
) -> c_int {
    let found = &backend_of::<B>(context).cells;
    *cells = found.as_ptr();
    *count = found.len();
    abi::OK as c_int
}

unsafe extern "C" fn limits<B: Backend>(
    context: *mut AssayContext,
    limits: *mut *const AssayClaimLimits,
    count: *mut usize,
    _status: *mut AssayStatus,
) -> c_int {
    let found = &backend_of::<B>(context).limits;
    *limits = found.as_ptr();
    *count = found.len();
    abi::OK as c_int
}

unsafe extern "C" fn alloc<B: Backend>(
    context: *mut AssayContext,
    bytes: usize,
    buffer: *mut *mut AssayBuffer,
    status: *mut AssayStatus,
) -> c_int {
    answered(status, || {
        *buffer = handle_of(Rc::new(allocate(
            &mut backend_of::<B>(context).backend,
            bytes,
        )?));
        Ok(())
    })
}

/// Makes a buffer by the backend, or in host memory.
pub(crate) fn allocate<B: Backend>(
    backend: &mut B,
    bytes: usize,
) -> Result<Block> {
    match backend.allocate(bytes)? {
        Some(storage) if storage.bytes() != bytes => {
            Err(Status::internal(format!(
                "a storage of {} bytes was made where {bytes} were asked for",
                storage.bytes()
            )))
        }
        Some(storage) => Ok(Block::of_storage(storage)),
        None => Block::allocate(bytes),
    }
}

unsafe extern "C" fn wrap(
    _context: *mut AssayContext,
    memory: *mut c_void,
    bytes: usize,
    writable: c_int,
    buffer: *mut *mut AssayBuffer,
    status: *mut AssayStatus,
) -> c_int {
    answered(status, || {
        let memory =
            NonNull::new(memory.cast::<u8>()).unwrap_or(NonNull::dangling());
        *buffer = handle_of(Rc::new(Block::wrap(memory, bytes, writable != 0)));
        Ok(())
    })
}

unsafe fn block_of<'a>(buffer: *mut AssayBuffer) -> &'a Block {
    &*buffer.cast::<Block>()
}

unsafe extern "C" fn retain(
    _context: *mut AssayContext,
    buffer: *mut AssayBuffer,
) {
    Rc::increment_strong_count(buffer.cast::<Block>() as *const Block);
}

unsafe extern "C" fn release(
    _context: *mut AssayContext,
    buffer: *mut AssayBuffer,
) {
    let _ = caught(|| {
        Rc::decrement_strong_count(buffer.cast::<Block>() as *const Block)
    });
}

unsafe extern "C" fn size(
    _context: *mut AssayContext,
    buffer: *mut AssayBuffer,
) -> usize {
    block_of(buffer).bytes()
}

unsafe extern "C" fn write(
    _context: *mut AssayContext,
    buffer: *mut AssayBuffer,
    offset: usize,
    bytes: *const c_void,
    count: usize,
    status: *mut AssayStatus,
) -> c_int {
    answered(status, || match count {
        0 => block_of(buffer).write(offset, &[]),
        _ => block_of(buffer)
            .write(offset, std::slice::from_raw_parts(bytes.cast(), count)),
    })
}

unsafe extern "C" fn read(
    _context: *mut AssayContext,
    buffer: *mut AssayBuffer,
    offset: usize,
    bytes: *mut c_void,
    count: usize,
    status: *mut AssayStatus,
) -> c_int {
    answered(status, || {
        if count == 0 {
            return block_of(buffer).read(offset, &mut []);
        }
        // The host's memory may not be initialized, and a slice of it must be.
        ptr::write_bytes(bytes.cast::<u8>(), 0, count);
        block_of(buffer)
            .read(offset, std::slice::from_raw_parts_mut(bytes.cast(), count))
    })
}

unsafe extern "C" fn invoke<B: Backend>(
    context: *mut AssayContext,
    call: *const AssayCall,
    results: *mut AssayResults,
    status: *mut AssayStatus,
) -> c_int {
    answered(status, || {
        (*results).count = 0;
        let call = call_of(&*call)?;
        let made = execute(&mut backend_of::<B>(context).backend, &call)?;
        // A host that was built with another header has other room.
        let before = std::mem::size_of::<AssayResults>()
            - abi::MAX_RESULTS as usize * std::mem::size_of::<AssayTensor>();
        let room = (*results).struct_size.saturating_sub(before)
            / std::mem::size_of::<AssayTensor>();
        if made.len() > room {
            return Err(Status::internal(format!(
                "the op returns {} tensors where the host has room for {room}",
                made.len()
            )));
        }
        let first = ptr::addr_of_mut!((*results).tensors).cast::<AssayTensor>();
        for (i, tensor) in made.iter().enumerate() {
            fill(&mut *first.add(i), tensor);
            (*results).count += 1;
        }
        Ok(())
    })
}
