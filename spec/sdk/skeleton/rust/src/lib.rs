//! my_backend is a tensor backend in Rust, built as a plugin of Assay. Each op
//! is a function with the op's name, and its attribute says for which types of
//! elements the op is claimed.
mod number;

use assay_backend::{
    backend, export_backend, for_each_index, Array, ArrayMut, Result,
};
use number::Number;

pub struct MyBackend;

backend! {
    impl Backend for MyBackend {
        const NAME: &'static str = env!("CARGO_PKG_NAME");
        const VERSION: &'static str = env!("CARGO_PKG_VERSION");

        fn create() -> Result<Self> {
            Ok(MyBackend)
        }

        /// out[i] = a[i] + b[i]. Operands may be strided in any way; `out` may
        /// be one of them.
        #[dtypes(numbers)]
        fn add<T: Number>(
            &self,
            mut out: ArrayMut<T>,
            a: Array<T>,
            b: Array<T>,
        ) {
            out.write(a.iter().zip(b.iter()).map(|(x, y)| x.plus(y)));
        }

        #[dtypes(numbers)]
        fn neg<T: Number>(&self, mut out: ArrayMut<T>, x: Array<T>) {
            out.write(x.iter().map(T::negated));
        }

        #[dtypes(numbers)]
        fn cmplt<T: Number>(
            &self,
            mut out: ArrayMut<bool>,
            a: Array<T>,
            b: Array<T>,
        ) {
            out.write(a.iter().zip(b.iter()).map(|(x, y)| x < y));
        }

        #[dtypes(numbers)]
        fn r#where<T: Number>(
            &self,
            mut out: ArrayMut<T>,
            condition: Array<bool>,
            if_true: Array<T>,
            if_false: Array<T>,
        ) {
            let both = if_true.iter().zip(if_false.iter());
            let chosen = |(is_true, (x, y))| if is_true { x } else { y };
            out.write(condition.iter().zip(both).map(chosen));
        }

        /// Finds the largest element over the axes, or NaN if one is NaN.
        #[dtypes(numbers)]
        fn reduce_max<T: Number>(
            &self,
            mut out: ArrayMut<T>,
            x: Array<T>,
            axes: &[usize],
            keepdims: bool,
        ) {
            out.write(vec![T::LOWEST; out.view().count()]);
            for_each_index(x.shape(), |at| {
                let mut to = Vec::new();
                for (axis, &i) in at.iter().enumerate() {
                    if !axes.contains(&axis) {
                        to.push(i);
                    } else if keepdims {
                        to.push(0);
                    }
                }
                let element = x.get(at);
                if element > out.get(&to) || element.is_nan() {
                    out.set(&to, element);
                }
            });
        }

        /// Sorts along the axis. NaN comes last in both directions.
        #[dtypes(numbers)]
        fn sort<T: Number>(
            &self,
            mut out: ArrayMut<T>,
            x: Array<T>,
            axis: usize,
            descending: bool,
        ) {
            let mut starts = x.shape().to_vec();
            let extent = std::mem::replace(&mut starts[axis], 1);
            for_each_index(&starts, |start| {
                let mut at = start.to_vec();
                let mut slice: Vec<T> = Vec::with_capacity(extent);
                for i in 0..extent {
                    at[axis] = i;
                    slice.push(x.get(&at));
                }
                slice.sort_by(|a, b| a.compared(*b, descending));
                for (i, &element) in slice.iter().enumerate() {
                    at[axis] = i;
                    out.set(&at, element);
                }
            });
        }
    }
}

export_backend!(MyBackend);
