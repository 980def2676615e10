//! Tests a plugin through its table, as a host calls it.
mod backend;

use std::os::raw::c_char;
use std::ptr;

use assay_backend::abi::*;
use assay_backend::export_backend;
use backend::Mixed;

export_backend!(Mixed);

const FLOAT32: AssayDType = AssayDType { code: 2, bits: 32, lanes: 1 };
const ADD: u32 = 1;
const SUB: u32 = 2;
const MUL: u32 = 3;
const EXPAND: u32 = 120;
const CHOLESKY: u32 = 230;

// Opens a context of the plugin, and has the status of the last call.
struct Host {
    table: &'static AssayBackendV1,
    context: *mut AssayContext,
    message: [c_char; 200],
}

impl Host {
    fn open() -> Self {
        let mut host = Host {
            // SAFETY: the plugin returns its table, which is always valid.
            table: unsafe { &*assay_backend_v1() },
            context: ptr::null_mut(),
            message: [1; 200],
        };
        let mut context = ptr::null_mut();
        let mut status = host.status();
        // SAFETY: the header allows each of the calls below.
        let code = unsafe {
            (host.table.create)(ptr::null(), &mut context, &mut status)
        };
        assert_eq!(code, 0);
        host.context = context;
        host
    }

    fn status(&mut self) -> AssayStatus {
        AssayStatus {
            struct_size: std::mem::size_of::<AssayStatus>(),
            code: 0,
            kind: 0,
            message: self.message.as_mut_ptr(),
            message_capacity: self.message.len(),
        }
    }

    fn buffer(&mut self, bytes: &mut [u8], writable: bool) -> *mut AssayBuffer {
        let mut buffer = ptr::null_mut();
        let mut status = self.status();
        let wrap = self.table.wrap.unwrap();
        let memory = bytes.as_mut_ptr().cast();
        let writable = writable as i32;
        // SAFETY: the tests keep the bytes until they release the buffer.
        unsafe {
            wrap(
                self.context,
                memory,
                bytes.len(),
                writable,
                &mut buffer,
                &mut status,
            )
        };
        buffer
    }

    fn release(&mut self, buffer: *mut AssayBuffer) {
        // SAFETY: the caller owns a reference.
        unsafe { (self.table.release)(self.context, buffer) }
    }

    /// Makes a call. Returns the code, the kind and the message.
    fn invoke(
        &mut self,
        op: u32,
        operands: &[AssayTensor],
        attributes: &[AssayAttribute],
        outs: &[AssayTensor],
        results: &mut AssayResults,
    ) -> (i32, u32, String) {
        let call = AssayCall {
            struct_size: std::mem::size_of::<AssayCall>(),
            op,
            operand_count: operands.len() as u32,
            operands: operands.as_ptr(),
            attribute_count: attributes.len() as u32,
            out_count: outs.len() as u32,
            attributes: attributes.as_ptr(),
            outs: outs.as_ptr(),
            next: ptr::null(),
        };
        let mut status = self.status();
        // SAFETY: the call and the results are as the header says.
        let code = unsafe {
            (self.table.invoke)(self.context, &call, results, &mut status)
        };
        let text = self.message.iter().take_while(|&&byte| byte != 0);
        let text = text.map(|&byte| byte as u8).collect();
        (code, status.kind, String::from_utf8(text).unwrap())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: the tests have released their buffers.
        unsafe { (self.table.destroy)(self.context) }
    }
}

fn tensor(buffer: *mut AssayBuffer, extent: i64, offset: i64) -> AssayTensor {
    let mut tensor = AssayTensor {
        struct_size: std::mem::size_of::<AssayTensor>(),
        buffer,
        dtype: FLOAT32,
        rank: 1,
        offset,
        shape: [0; 32],
        strides: [0; 32],
    };
    tensor.shape[0] = extent;
    tensor.strides[0] = 1;
    tensor
}

fn no_results() -> AssayResults {
    // SAFETY: zeros are valid for every member.
    let mut results: AssayResults = unsafe { std::mem::zeroed() };
    results.struct_size = std::mem::size_of::<AssayResults>();
    results
}

#[test]
fn the_table_says_what_the_backend_is() {
    let host = Host::open();
    assert_eq!(host.table.struct_size, 216);
    assert_eq!(host.table.flags, 2);
    // SAFETY: both are strings of the table.
    unsafe {
        let text = |text| std::ffi::CStr::from_ptr(text).to_str().unwrap();
        assert_eq!(text(host.table.name), "mixed");
        assert_eq!(text(host.table.version), "1.2");
        assert_eq!(text((*host.table.next).name), "assay.claim_limits");
    }
}

#[test]
fn an_op_writes_memory_of_the_host() {
    let mut host = Host::open();
    let mut x = [1.0f32.to_le_bytes(), 2.5f32.to_le_bytes()].concat();
    let mut y = [0; 8];
    let operand = host.buffer(&mut x, false);
    let out = host.buffer(&mut y, true);
    let both = [tensor(operand, 2, 0), tensor(operand, 2, 0)];
    let mut results = no_results();
    let outs = [tensor(out, 2, 0)];
    let (code, ..) = host.invoke(ADD, &both, &[], &outs, &mut results);
    assert_eq!((code, results.count), (0, 0));
    assert_eq!(y[4..], 5.0f32.to_le_bytes());
    // The operand's memory may only be read.
    let outs = [tensor(operand, 2, 0)];
    let (code, ..) = host.invoke(ADD, &both, &[], &outs, &mut results);
    assert_eq!(code, 2);
    host.release(operand);
    host.release(out);
}

#[test]
fn failures_and_panics_become_statuses() {
    let mut host = Host::open();
    let mut x = [0; 12];
    let buffer = host.buffer(&mut x, true);
    let two = || tensor(buffer, 2, 0);
    let mut results = no_results();
    let mut call = |op, operands: &[AssayTensor], outs: &[AssayTensor]| {
        host.invoke(op, operands, &[], outs, &mut results)
    };
    let (code, kind, message) = call(SUB, &[two(), two()], &[two()]);
    assert_eq!((code, kind), (5, 0));
    assert!(message.contains("index 7 is out of range"), "{message}");
    assert_eq!(call(MUL, &[two(), two()], &[two()]).0, 1);
    assert_eq!(call(9999, &[], &[]).0, 1);
    assert_eq!(call(ADD, &[two()], &[two()]).0, 2);
    assert_eq!(call(ADD, &[two(), tensor(buffer, 3, 0)], &[two()]).0, 2);
    assert_eq!(call(ADD, &[two(), tensor(buffer, 2, 2)], &[two()]).0, 2);
    assert_eq!(call(ADD, &[two(), tensor(buffer, 2, 1)], &[two()]).0, 2);
    assert_eq!(call(ADD, &[two(), two()], &[tensor(buffer, 2, 1)]).0, 2);
    assert_eq!(call(ADD, &[two(), tensor(buffer, -2, 0)], &[two()]).0, 2);
    let mut wide = two();
    wide.dtype.lanes = 2;
    assert_eq!(call(ADD, &[wide, two()], &[two()]).0, 1);
    assert_eq!(call(ADD, &[two(), two()], &[two()]).0, 0);
    host.release(buffer);
}

#[test]
fn a_numeric_failure_has_its_kind() {
    let mut host = Host::open();
    let mut x = [0; 4];
    let buffer = host.buffer(&mut x, false);
    let mut matrix = tensor(buffer, 1, 0);
    matrix.rank = 2;
    matrix.shape[1] = 1;
    static UPPER: [u8; 1] = [0];
    let upper = AssayAttribute {
        key: 19,
        kind: 2,
        count: 1,
        data: UPPER.as_ptr().cast(),
    };
    let failed =
        host.invoke(CHOLESKY, &[matrix], &[upper], &[], &mut no_results());
    assert_eq!(failed, (3, 6, "the first pivot is -1".to_string()));
    host.release(buffer);
}

#[test]
fn a_view_has_a_reference_of_its_own() {
    let mut host = Host::open();
    let mut x = [0; 8];
    let buffer = host.buffer(&mut x, false);
    static SHAPE: [i64; 1] = [2];
    let shape = || AssayAttribute {
        key: 5,
        kind: 1,
        count: 1,
        data: SHAPE.as_ptr().cast(),
    };
    let mut results = no_results();
    let operand = tensor(buffer, 2, 0);
    let (code, ..) =
        host.invoke(EXPAND, &[operand], &[shape()], &[], &mut results);
    assert_eq!((code, results.count), (0, 1));
    assert_eq!(results.tensors[0].buffer, buffer);
    host.release(buffer);
    host.release(results.tensors[0].buffer);
    // A host without room for a result is told so.
    let buffer = host.buffer(&mut x, false);
    results.struct_size = 16;
    let operand = tensor(buffer, 2, 0);
    let (code, ..) =
        host.invoke(EXPAND, &[operand], &[shape()], &[], &mut results);
    assert_eq!((code, results.count), (5, 0));
    host.release(buffer);
}
