//! Defines the macros that authors use. What begins with two underscores is
//! called by them alone.

/// Implements `Backend` for a type, and derives its claims from the functions.
///
/// A function with the attribute `dtypes` carries out the op of its name. It is
/// claimed for these element types, and for no others:
///
/// ```
/// # use assay_backend::*;
/// struct Mine;
/// trait Factor: Element + std::ops::Mul<Output = Self> {}
/// impl<T: Element + std::ops::Mul<Output = T>> Factor for T {}
///
/// backend! {
///     impl Backend for Mine {
///         const NAME: &'static str = "mine";
///         const VERSION: &'static str = "0.1.0";
///
///         fn create() -> Result<Self> {
///             Ok(Mine)
///         }
///
///         #[dtypes(f32, f64)]
///         fn mul<T: Factor>(&self, mut out: ArrayMut<T>, a: Array<T>, b: Array<T>) {
///             out.write(a.iter().zip(b.iter()).map(|(x, y)| x * y));
///         }
///     }
/// }
/// ```
///
/// * A function takes `&self` or `&mut self`, then outs, operands and attributes.
///   It may be generic over one type with one bound, `<T: Bound>`, which stands
///   for each of `dtypes` in turn. Then it takes `Array<T>`, `ArrayMut<T>` and `T`. Or it takes `Tensor`,
///   `TensorMut` and `Scalar`, and looks at their dtypes itself.
/// * `dtypes(floats)` stands for `f32, f64`, `dtypes(integers)` for the integers
///   of 8 to 64 bits, and `dtypes(numbers)` for both.
/// * Ops whose cells are pairs, such as `cast`, have `pairs` instead:
///   `#[pairs([f32, f64] => [i32, i64])]`.
/// * `variants("sum", "max")` claims these variants of the op only.
/// * A function without these attributes is one of the trait, such as `create`.
/// * A function for which the contract has no op, or no cell of a dtype, does not
///   compile, and neither does one that takes other arguments than its op.
/// * The backend may be generic over one type with one bound, as in
///   `impl<L: Library> Backend for Mine<L>`. `export_backend!` and `main!` then
///   take `Mine<Some>`.
/// * Each item is one step of the compiler. A backend of more than 60 functions
///   begins its crate with `#![recursion_limit = "1024"]`.
#[macro_export]
macro_rules! backend {
    (impl Backend for $backend:ident { $($items:tt)* }) => {
        $crate::__backend! { ([] $backend) {} {} {} {} [] [] [] $($items)* }
    };
    (impl<$parameter:ident: $bound:path> Backend for $backend:ident<$argument:ident> {
        $($items:tt)*
    }) => {
        $crate::__backend! { ([<$parameter: $bound>] $backend<$argument>)
            {} {} {} {} [] [] [] $($items)* }
    };
}

// Takes one item after the other from an implementation. It collects, in this
// order: functions of ops, items of the trait, rows of `Written`, and what the
// attributes of the next function say: others, types, pairs and variants.
#[doc(hidden)]
#[macro_export]
macro_rules! __backend {
    (([$($generics:tt)*] $backend:ty) { $($inherent:tt)* } { $($items:tt)* } { $($written:tt)* }
     {} [] [] []) => {
        impl $($generics)* $backend { $($inherent)* }
        impl $($generics)* $crate::Backend for $backend {
            const WRITTEN: &'static [$crate::Written] = &[$($written)*];
            $($items)*
        }
        const _: () = {
            const WRITTEN: &[$crate::Written] = &[$($written)*];
            assert!(!WRITTEN.is_empty(), "the backend has no function with dtypes");
        };
    };

    ($backend:tt $inherent:tt $items:tt $written:tt $attributes:tt [] [] $variants:tt
     #[dtypes(floats)] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written $attributes
            [f32, f64] [] $variants $($rest)* }
    };
    ($backend:tt $inherent:tt $items:tt $written:tt $attributes:tt [] [] $variants:tt
     #[dtypes(integers)] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written $attributes
            [i8, i16, i32, i64, u8, u16, u32, u64] [] $variants $($rest)* }
    };
    ($backend:tt $inherent:tt $items:tt $written:tt $attributes:tt [] [] $variants:tt
     #[dtypes(numbers)] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written $attributes
            [f32, f64, i8, i16, i32, i64, u8, u16, u32, u64] [] $variants $($rest)* }
    };
    ($backend:tt $inherent:tt $items:tt $written:tt $attributes:tt [] [] $variants:tt
     #[dtypes($($type:ty),+ $(,)?)] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written $attributes
            [$($type),+] [] $variants $($rest)* }
    };
    ($backend:tt $inherent:tt $items:tt $written:tt $attributes:tt [] [] $variants:tt
     #[pairs($([$($from:ty),+ $(,)?] => [$($to:ty),+ $(,)?]),+ $(,)?)] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written $attributes
            [] [$(([$($from),+] [$($to),+]))+] $variants $($rest)* }
    };
    ($backend:tt $inherent:tt $items:tt $written:tt $attributes:tt $types:tt $pairs:tt []
     #[variants($($variant:literal),+ $(,)?)] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written $attributes
            $types $pairs [$($variant),+] $($rest)* }
    };
    ($backend:tt $inherent:tt $items:tt $written:tt { $($attributes:tt)* } $types:tt $pairs:tt
     $variants:tt #[$($attribute:tt)*] $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent $items $written
            { $($attributes)* #[$($attribute)*] } $types $pairs $variants $($rest)* }
    };

    // The function of an op for elements of a type.
    ($backend:tt { $($inherent:tt)* } { $($items:tt)* } { $($written:tt)* }
     { $($attributes:tt)* } [$($type:ty),+] [] [$($variant:literal),*]
     fn $name:ident < $($life:lifetime,)? $element:ident : $first:path > ($($argument:tt)*)
     $(-> $answer:ty)? $body:block $($rest:tt)*) => {
        $crate::__backend! { $backend
            { $($inherent)*
              $($attributes)* #[allow(clippy::too_many_arguments)]
              fn $name <$($life,)? $element: $first> ($($argument)*) $(-> $answer)? $body }
            { $($items)* $crate::__op_function! { $name typed [$($type),+] } }
            { $($written)* $crate::Written::checked($crate::ops::$name,
                &[$(<$type as $crate::Element>::DTYPE),+], &[], &[$($variant),*]), }
            {} [] [] [] $($rest)* }
    };
    // The function of an op for tensors.
    ($backend:tt { $($inherent:tt)* } { $($items:tt)* } { $($written:tt)* }
     { $($attributes:tt)* } [$($type:ty),+] [] [$($variant:literal),*]
     fn $name:ident $(< $life:lifetime >)? ($($argument:tt)*) $(-> $answer:ty)? $body:block
     $($rest:tt)*) => {
        $crate::__backend! { $backend
            { $($inherent)*
              $($attributes)* #[allow(clippy::too_many_arguments)]
              fn $name $(<$life>)? ($($argument)*) $(-> $answer)? $body }
            { $($items)* $crate::__op_function! { $name plain [] } }
            { $($written)* $crate::Written::checked($crate::ops::$name,
                &[$(<$type as $crate::Element>::DTYPE),+], &[], &[$($variant),*]), }
            {} [] [] [] $($rest)* }
    };
    // The same for an op whose cells are pairs.
    ($backend:tt { $($inherent:tt)* } { $($items:tt)* } { $($written:tt)* }
     { $($attributes:tt)* } [] [$(([$($from:ty),+] [$($to:ty),+]))+] [$($variant:literal),*]
     fn $name:ident $(< $life:lifetime >)? ($($argument:tt)*) $(-> $answer:ty)? $body:block
     $($rest:tt)*) => {
        $crate::__backend! { $backend
            { $($inherent)*
              $($attributes)* #[allow(clippy::too_many_arguments)]
              fn $name $(<$life>)? ($($argument)*) $(-> $answer)? $body }
            { $($items)* $crate::__op_function! { $name plain [] } }
            { $($written)* $crate::Written::checked($crate::ops::$name, &[],
                &[$((&[$(<$from as $crate::Element>::DTYPE),+],
                     &[$(<$to as $crate::Element>::DTYPE),+])),+],
                &[$($variant),*]), }
            {} [] [] [] $($rest)* }
    };

    // Items of the trait.
    ($backend:tt $inherent:tt { $($items:tt)* } $written:tt { $($attributes:tt)* } [] [] []
     fn $name:ident ($($argument:tt)*) $(-> $answer:ty)? $body:block $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent
            { $($items)* $($attributes)* fn $name ($($argument)*) $(-> $answer)? $body }
            $written {} [] [] [] $($rest)* }
    };
    ($backend:tt $inherent:tt { $($items:tt)* } $written:tt { $($attributes:tt)* } [] [] []
     const $name:ident : $type:ty = $value:expr; $($rest:tt)*) => {
        $crate::__backend! { $backend $inherent
            { $($items)* $($attributes)* const $name: $type = $value; }
            $written {} [] [] [] $($rest)* }
    };
}

// Calls the author's function of an op, which the compiler finds before the
// function of the trait with the same name.
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    (plain [], $dtype:expr, $op:literal, $name:ident, $self:expr, ($($argument:expr),*)) => {
        $crate::IntoAnswer::into_answer(Self::$name(
            $self, $($crate::FromArgument::from_argument($argument)?),*))
    };
    (typed [$($type:ty),+], $dtype:expr, $op:literal, $name:ident, $self:expr, $arguments:tt) => {{
        let dtype = $dtype;
        $(
            if dtype == <$type as $crate::Element>::DTYPE {
                return $crate::__call!(one $type, $name, $self, $arguments);
            }
        )+
        Err($crate::no_dtype($op, dtype))
    }};
    (one $type:ty, $name:ident, $self:expr, ($($argument:expr),*)) => {
        $crate::IntoAnswer::into_answer(Self::$name::<$type>(
            $self, $($crate::FromArgument::from_argument($argument)?),*))
    };
}

/// Evaluates an expression with `T` as the element type of a dtype. The
/// expression is a `Result`. A dtype that is not in the list gives `unsupported`;
/// without a list there are all dtypes.
///
/// ```
/// # use assay_backend::*;
/// fn sum(x: &Tensor) -> Result<f64> {
///     with_dtype!(x.dtype(), T in [f32, f64] => {
///         Ok(x.array::<T>()?.iter().map(f64::from).sum())
///     })
/// }
/// let x = Tensor::from_elements(&[2], &[1.5f32, 2.0]).unwrap();
/// assert_eq!(sum(&x), Ok(3.5));
/// ```
#[macro_export]
macro_rules! with_dtype {
    ($dtype:expr, $element:ident => $body:expr) => {
        $crate::with_dtype!($dtype, $element in [
            f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool,
            $crate::F16, $crate::Bf16, $crate::F8E4m3fn, $crate::F8E5m2,
            $crate::Int4, $crate::Uint4, $crate::Complex64, $crate::Complex128,
        ] => $body)
    };
    ($dtype:expr, $element:ident in [$($type:ty),+ $(,)?] => $body:expr) => {{
        let dtype: $crate::DType = $dtype;
        $( if dtype == <$type as $crate::Element>::DTYPE {
            type $element = $type;
            $body
        } else )+ {
            Err($crate::no_dtype("the op", dtype))
        }
    }};
}

/// Exports a backend as a plugin. The crate is a `cdylib`.
#[macro_export]
macro_rules! export_backend {
    ($backend:ty) => {
        #[no_mangle]
        pub extern "C" fn assay_backend_v1(
        ) -> *const $crate::abi::AssayBackendV1 {
            const NAME_BYTES: usize =
                <$backend as $crate::Backend>::NAME.len() + 1;
            const VERSION_BYTES: usize =
                <$backend as $crate::Backend>::VERSION.len() + 1;
            static NAME: [u8; NAME_BYTES] =
                $crate::plugin::c_string(<$backend as $crate::Backend>::NAME);
            static VERSION: [u8; VERSION_BYTES] = $crate::plugin::c_string(
                <$backend as $crate::Backend>::VERSION,
            );
            static LIMITS: $crate::abi::AssayClaimLimitsV1 =
                $crate::plugin::limits_extension::<$backend>();
            static TABLE: $crate::abi::AssayBackendV1 =
                $crate::plugin::table::<$backend>(&NAME, &VERSION, &LIMITS);
            &TABLE
        }
    };
}

/// Writes the function `main` of a process that speaks Assay's protocol on stdin
/// and stdout. What the backend prints goes to stderr.
#[macro_export]
macro_rules! main {
    ($backend:ty) => {
        fn main() {
            $crate::serve::<$backend>();
        }
    };
}
