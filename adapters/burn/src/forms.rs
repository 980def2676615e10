//! Writes the functions of ops that have the same form, and adds the others.
macro_rules! adapter {
    (
        float1 { $($float1:ident: $of_float1:ident,)* }
        number1 { $($number1:ident: $of_number1:ident $of_int1:ident,)* }
        float2 { $($float2:ident: $of_float2:ident,)* }
        number2 { $($number2:ident: $of_number2:ident $of_int2:ident,)* }
        int2 { $($int2:ident: $just_int2:ident,)* }
        bits2 { $($bits2:ident: $bits_int:ident $bits_bool:ident,)* }
        ordered { $($ordered:ident: $ordered_float:ident $ordered_int:ident,)* }
        equal {
            $($equal:ident: $equal_float:ident $equal_int:ident $equal_bool:ident,)*
        }
        test { $($test:ident: $of_test:ident,)* }
        along { $($along:ident: $of_along:ident,)* }
        reduction {
            $($reduction:ident: $all:ident $dim:ident $int_all:ident $int_dim:ident,)*
        }
        truth {
            $($truth:ident: $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident,)*
        }
        $($others:tt)*
    ) => {
        backend! {
            impl<S: Subject> Backend for Adapter<S> {
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $float1(&self, out: TensorMut, x: Tensor) -> Result<()> {
                        rows::float1::<S>(out, x, <S::Burn>::$of_float1)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $number1(&self, out: TensorMut, x: Tensor) -> Result<()> {
                        rows::number1::<S>(
                            out, x, <S::Burn>::$of_number1, <S::Burn>::$of_int1)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $float2(&self, out: TensorMut, a: Tensor,
                        b: Tensor) -> Result<()> {
                        rows::float2::<S>(out, a, b, <S::Burn>::$of_float2)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $number2(&self, out: TensorMut, a: Tensor,
                        b: Tensor) -> Result<()> {
                        rows::number2::<S>(
                            out, a, b, <S::Burn>::$of_number2, <S::Burn>::$of_int2)
                    }
                )*
                $(
                    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $int2(&self, out: TensorMut, a: Tensor,
                        b: Tensor) -> Result<()> {
                        rows::int2::<S>(out, a, b, <S::Burn>::$just_int2)
                    }
                )*
                $(
                    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64, bool)]
                    fn $bits2(&self, out: TensorMut, a: Tensor,
                        b: Tensor) -> Result<()> {
                        rows::bits2::<S>(
                            out, a, b, <S::Burn>::$bits_int, <S::Burn>::$bits_bool)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $ordered(&self, out: TensorMut, a: Tensor,
                        b: Tensor) -> Result<()> {
                        rows::compare::<S>(out, a, b, <S::Burn>::$ordered_float,
                            <S::Burn>::$ordered_int, None)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64,
                        bool)]
                    fn $equal(&self, out: TensorMut, a: Tensor,
                        b: Tensor) -> Result<()> {
                        rows::compare::<S>(out, a, b, <S::Burn>::$equal_float,
                            <S::Burn>::$equal_int, Some(<S::Burn>::$equal_bool))
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $test(&self, out: TensorMut, x: Tensor) -> Result<()> {
                        let found = <S::Burn>::$of_test(S::float(&x)?,
                            BoolDType::Native);
                        put::<S>(out, Value::Bool(found))
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $along(&self, out: TensorMut, x: Tensor,
                        axis: usize) -> Result<()> {
                        rows::float1::<S>(out, x, |x| <S::Burn>::$of_along(x, axis))
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $reduction(&self, out: TensorMut, x: Tensor, axes: &[usize],
                                  _keepdims: bool) -> Result<()> {
                        reductions::reduce::<S>(out, x, axes, Reduction {
                            float: <S::Burn>::$all,
                            float_dim: <S::Burn>::$dim,
                            int: <S::Burn>::$int_all,
                            int_dim: <S::Burn>::$int_dim,
                        })
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64,
                        bool)]
                    fn $truth(&self, out: TensorMut, x: Tensor, axes: &[usize],
                              _keepdims: bool) -> Result<()> {
                        reductions::truth::<S>(out, x, axes, Truth {
                            float: <S::Burn>::$t1,
                            float_dim: <S::Burn>::$t2,
                            int: <S::Burn>::$t3,
                            int_dim: <S::Burn>::$t4,
                            bool: <S::Burn>::$t5,
                            bool_dim: <S::Burn>::$t6,
                        })
                    }
                )*
                $($others)*
            }
        }
    };
}
