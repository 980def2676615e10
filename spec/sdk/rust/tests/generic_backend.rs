//! Tests a backend that is generic over the library behind it.
use assay_backend::*;
use std::marker::PhantomData;

trait Library: Send + 'static {
    const NAME: &'static str;
    const HAS_DOUBLES: bool;
    fn negated(x: f32) -> f32;
}

struct Adapter<L>(PhantomData<L>);

trait Real: Element {}
impl Real for f32 {}
impl Real for f64 {}

backend! {
    impl<L: Library> Backend for Adapter<L> {
        const NAME: &'static str = L::NAME;
        const VERSION: &'static str = "1";

        fn create() -> Result<Self> {
            Ok(Adapter(PhantomData))
        }

        fn narrow(&self, claim: Claim) -> Option<Claim> {
            (L::HAS_DOUBLES || claim.dtype != DType::Float64).then(|| claim)
        }

        #[dtypes(f32)]
        fn neg(&self, mut out: ArrayMut<f32>, x: Array<f32>) {
            out.write(x.iter().map(L::negated));
        }

        #[dtypes(f32, f64)]
        fn abs<T: Real>(&self, mut out: ArrayMut<T>, x: Array<T>) {
            out.write(x.iter());
        }
    }
}

struct Right;
impl Library for Right {
    const NAME: &'static str = "right";
    const HAS_DOUBLES: bool = true;
    fn negated(x: f32) -> f32 {
        -x
    }
}

struct Wrong;
impl Library for Wrong {
    const NAME: &'static str = "wrong";
    const HAS_DOUBLES: bool = false;
    fn negated(x: f32) -> f32 {
        x
    }
}

export_backend!(Adapter<Wrong>);

fn hello<L: Library>() -> String {
    let header = "{\"id\":1,\"type\":\"hello\"}";
    let mut frame = (header.len() as u32).to_le_bytes().to_vec();
    frame.extend(0u64.to_le_bytes());
    frame.extend(header.as_bytes());
    let mut reply = Vec::new();
    answer::<Adapter<L>>(&frame[..], &mut reply).unwrap();
    String::from_utf8_lossy(&reply).into_owned()
}

#[test]
fn each_library_has_its_name_and_its_claims() {
    let both = "{\"op\":\"abs\",\"variant\":\"\",\"dtypes\":\
                [\"float32\",\"float64\"]}";
    assert!(hello::<Right>().contains("\"name\":\"right\""));
    assert!(hello::<Right>().contains(both));
    assert!(hello::<Wrong>().contains("\"name\":\"wrong\""));
    assert!(!hello::<Wrong>().contains(both));
}

#[test]
fn a_plugin_is_exported_with_a_type() {
    // SAFETY: the table and its name are static.
    let name =
        unsafe { std::ffi::CStr::from_ptr((*assay_backend_v1()).name.cast()) };
    assert_eq!(name.to_str(), Ok("wrong"));
}
