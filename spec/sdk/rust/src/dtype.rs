//! Defines the Rust types of elements, and how each is stored.
//! Tested by the module at the end and by tests/strided_arrays.rs.
use crate::floats::{Bf16, F8E4m3fn, F8E5m2, F16};
pub use crate::generated::numbers::DType;

impl DType {
    /// Returns how many bytes hold `count` elements. Elements of 4 bits share
    /// bytes.
    pub fn bytes_of(self, count: usize) -> usize {
        (count * self.bits() + 7) / 8
    }

    /// Returns the dtype with the name that the contract gives it.
    pub fn named(name: &str) -> Option<DType> {
        DType::ALL.iter().copied().find(|dtype| dtype.name() == name)
    }
}

/// A Rust type that is the element of a dtype.
///
/// # Safety
/// `load` and `store` touch only the bytes of element `place`, and accept any
/// bits that they find there.
pub unsafe trait Element:
    Copy + PartialEq + Send + Sync + 'static
{
    /// The dtype whose elements have this type.
    const DTYPE: DType;

    /// Returns element number `place` of the storage that begins at `storage`.
    ///
    /// # Safety
    /// The element is in memory that may be read.
    unsafe fn load(storage: *const u8, place: usize) -> Self;

    /// Stores element number `place` of the storage that begins at `storage`.
    ///
    /// # Safety
    /// The element is in memory that may be read and written.
    unsafe fn store(storage: *mut u8, place: usize, value: Self);
}

// Types for which every bit pattern is a value. The host may place them at any
// address.
macro_rules! plain_elements {
    ($($type:ty: $dtype:ident),* $(,)?) => { $(
        // SAFETY: both touch `size_of::<Self>()` bytes at the element's place.
        unsafe impl Element for $type {
            const DTYPE: DType = DType::$dtype;
            unsafe fn load(storage: *const u8, place: usize) -> Self {
                storage.cast::<Self>().add(place).read_unaligned()
            }
            unsafe fn store(storage: *mut u8, place: usize, value: Self) {
                storage.cast::<Self>().add(place).write_unaligned(value)
            }
        }
    )* };
}
plain_elements! {
    i8: Int8, i16: Int16, i32: Int32, i64: Int64,
    u8: Uint8, u16: Uint16, u32: Uint32, u64: Uint64,
    f32: Float32, f64: Float64, F16: Float16, Bf16: Bfloat16,
    F8E4m3fn: Float8E4m3fn, F8E5m2: Float8E5m2,
    Complex64: Complex64, Complex128: Complex128,
}

// SAFETY: a bool is one byte. Any byte except 0 is read as true, because other
// bytes than 0 and 1 are not values of a Rust bool.
unsafe impl Element for bool {
    const DTYPE: DType = DType::Bool;
    unsafe fn load(storage: *const u8, place: usize) -> Self {
        storage.add(place).read() != 0
    }
    unsafe fn store(storage: *mut u8, place: usize, value: Self) {
        storage.add(place).write(value as u8)
    }
}

/// A complex number, stored as its real part and then its imaginary part.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}
/// The element of dtype complex64.
pub type Complex64 = Complex<f32>;
/// The element of dtype complex128.
pub type Complex128 = Complex<f64>;

/// The element of dtype int4: an integer from -8 to 7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Int4(pub i8);
/// The element of dtype uint4: an integer from 0 to 15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Uint4(pub u8);

unsafe fn load_nibble(storage: *const u8, place: usize) -> u8 {
    let byte = storage.add(place / 2).read();
    if place % 2 == 0 {
        byte & 15
    } else {
        byte >> 4
    }
}

unsafe fn store_nibble(storage: *mut u8, place: usize, value: u8) {
    let byte = storage.add(place / 2);
    let value = value & 15;
    byte.write(if place % 2 == 0 {
        byte.read() & 0xf0 | value
    } else {
        byte.read() & 0x0f | value << 4
    })
}

// SAFETY: one byte holds the element and its neighbour, whose bits are kept.
unsafe impl Element for Int4 {
    const DTYPE: DType = DType::Int4;
    unsafe fn load(storage: *const u8, place: usize) -> Self {
        // Moves the sign to the highest bit and back.
        Int4((load_nibble(storage, place) << 4) as i8 >> 4)
    }
    unsafe fn store(storage: *mut u8, place: usize, value: Self) {
        store_nibble(storage, place, value.0 as u8)
    }
}

// SAFETY: as for Int4.
unsafe impl Element for Uint4 {
    const DTYPE: DType = DType::Uint4;
    unsafe fn load(storage: *const u8, place: usize) -> Self {
        Uint4(load_nibble(storage, place))
    }
    unsafe fn store(storage: *mut u8, place: usize, value: Self) {
        store_nibble(storage, place, value.0)
    }
}

/// One element of any dtype, as it is stored. An op gets its fill value so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    dtype: DType,
    storage: [u8; 16],
}

impl Scalar {
    /// Returns the scalar with these bytes of storage. Bytes beyond the
    /// element's are ignored, and missing ones are 0.
    pub fn from_storage(dtype: DType, bytes: &[u8]) -> Self {
        let mut storage = [0; 16];
        let used = dtype.bytes_of(1).min(bytes.len());
        storage[..used].copy_from_slice(&bytes[..used]);
        Scalar { dtype, storage }
    }

    /// Returns the scalar of an element.
    pub fn of<T: Element>(value: T) -> Self {
        let mut storage = [0; 16];
        // SAFETY: no element has more than 16 bytes.
        unsafe { T::store(storage.as_mut_ptr(), 0, value) };
        Scalar { dtype: T::DTYPE, storage }
    }

    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Returns the bytes of the element, little endian.
    pub fn storage(&self) -> &[u8] {
        &self.storage[..self.dtype.bytes_of(1)]
    }

    /// Returns the element, or nothing if it has another type.
    pub fn get<T: Element>(&self) -> Option<T> {
        // SAFETY: no element has more than 16 bytes.
        (T::DTYPE == self.dtype)
            .then(|| unsafe { T::load(self.storage.as_ptr(), 0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_holds_two_elements_of_4_bits() {
        let mut byte = [0u8; 1];
        // SAFETY: both elements are in the byte.
        unsafe {
            Int4::store(byte.as_mut_ptr(), 0, Int4(-8));
            Int4::store(byte.as_mut_ptr(), 1, Int4(7));
            assert_eq!(byte, [0x78]);
            assert_eq!(Int4::load(byte.as_ptr(), 0), Int4(-8));
            assert_eq!(Int4::load(byte.as_ptr(), 1), Int4(7));
            assert_eq!(Uint4::load(byte.as_ptr(), 0), Uint4(8));
        }
        assert_eq!(DType::Int4.bytes_of(3), 2);
        assert_eq!(DType::Complex128.bytes_of(2), 32);
    }

    #[test]
    fn a_byte_that_is_no_bool_is_read_as_true() {
        // SAFETY: the element is in the array.
        assert!(unsafe { bool::load([2u8].as_ptr(), 0) });
    }

    #[test]
    fn a_scalar_keeps_the_bits_of_its_element() {
        let nan = f32::from_bits(0x7fc0_1234);
        let scalar = Scalar::of(nan);
        assert_eq!(scalar.storage(), nan.to_bits().to_le_bytes());
        assert_eq!(scalar.get::<f32>().unwrap().to_bits(), nan.to_bits());
        assert_eq!(scalar.get::<f64>(), None);
    }
}
