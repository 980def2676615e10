//! A backend that the tests of plugins and of processes share. Some of its ops
//! fail in every way that an op can.
use assay_backend::*;

pub struct Mixed {
    pub calls: usize,
}

pub trait Sum: Element + std::ops::Add<Output = Self> {}
impl<T: Element + std::ops::Add<Output = T>> Sum for T {}

backend! {
    impl Backend for Mixed {
        const NAME: &'static str = "mixed";
        const VERSION: &'static str = "1.2";
        const KEEPS_THREADS: bool = true;

        fn create() -> Result<Self> {
            Ok(Mixed { calls: 0 })
        }

        fn narrow(&self, mut claim: Claim) -> Option<Claim> {
            match claim.op.name {
                "sub" => claim.max_rank = 3,
                "cat" => claim.max_operands = Some(2),
                "neg" => claim.layouts = &[Layout::Contiguous, Layout::Slice],
                "flip" => return None,
                _ => {}
            }
            Some(claim)
        }

        #[dtypes(f32, f64)]
        fn add<T: Sum>(
            &mut self,
            mut out: ArrayMut<T>,
            a: Array<T>,
            b: Array<T>,
        ) {
            self.calls += 1;
            out.write(a.iter().zip(b.iter()).map(|(x, y)| x + y));
        }

        /// Panics, with an index that is out of range.
        #[dtypes(f32)]
        fn sub(&self, _out: TensorMut, a: Tensor, _b: Tensor) -> Result<()> {
            a.array::<f32>()?.get(&[7]);
            Ok(())
        }

        /// Prints, and refuses.
        #[dtypes(f32)]
        fn neg(&self, _out: TensorMut, _x: Tensor) -> Result<()> {
            println!("a line that is not a frame");
            Err(Status::invalid("no \"neg\" today"))
        }

        #[dtypes(f32, f64)]
        fn cat<T: Element>(
            &self,
            mut out: ArrayMut<T>,
            members: Vec<Array<T>>,
            axis: usize,
        ) {
            assert_eq!(axis, 0, "an axis that no test has");
            out.write(members.iter().flat_map(|x| x.iter()));
        }

        #[dtypes(f32)]
        fn cholesky<'a>(
            &self,
            _a: Tensor<'a>,
            _upper: bool,
        ) -> Result<Vec<Tensor<'a>>> {
            let kind = Numeric::NotPositiveDefinite;
            Err(Status::numeric(kind, "the first pivot is -1"))
        }

        /// Returns the value, as a tensor of rank 0.
        #[dtypes(f32)]
        fn pad<'a>(
            &self,
            _x: Tensor<'a>,
            _padding: &[(i64, i64)],
            value: f32,
        ) -> Result<Tensor<'a>> {
            Tensor::from_elements(&[], &[value])
        }

        #[pairs([f32] => [i32, u8])]
        fn cast(&self, mut out: TensorMut, x: Tensor) -> Result<()> {
            let elements = x.to_vec::<f32>()?;
            with_dtype!(out.dtype(), T in [i32, u8] => {
                let cast = elements.iter().map(|&x| x as T);
                out.write(&cast.collect::<Vec<T>>())
            })
        }

        #[dtypes(f32)]
        #[variants("max")]
        fn associative_scan(
            &self,
            mut out: TensorMut,
            x: Tensor,
            _axis: usize,
            op: Scan,
        ) -> Result<()> {
            assert_eq!(op, Scan::Max);
            out.write(&x.to_vec::<f32>()?)
        }
    }
}
