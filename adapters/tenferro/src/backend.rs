//! Claims the ops that tenferro has, each as one call of it. The other files
//! hand the arguments over.
use assay_backend::*;
use tenferro_cpu::CpuEngine as Cpu;
use tenferro_linalg::{LinalgBackend as Linalg, TensorReadLinalgExt};
use tenferro_tensor::{
    ActivationOp, CompareDir, DotGeneralAccumulation, ElementwiseReadOp as Op,
    Engine, TensorAnalytic, TensorDot, TensorElementwise, TensorIndexing,
    TensorReduction, TensorStructural,
};

use crate::algebra::{self, Vectors};
use crate::calls::Tenferro;
use crate::errors::Answer;
use crate::operands::unsigned;
use crate::{indexing, structure};

type Out<'a> = TensorMut<'a>;
type In<'a> = Tensor<'a>;
type Done = Result<()>;
type One<'a> = Result<Tensor<'a>>;
type Many<'a> = Result<Vec<Tensor<'a>>>;

backend! {
    impl Backend for Tenferro {
        const NAME: &'static str = "tenferro";
        const VERSION: &'static str =
            "0.9.0 (copied in: cast, convert, full_piv_lu_solve, complete qr)";

        fn create() -> Result<Self> { Ok(Tenferro::new()) }

        fn narrow(&self, mut claim: Claim) -> Option<Claim> {
            claim.composed = ["reshape", "qr"].contains(&claim.op.name);
            match (claim.op.name, claim.variant) {
                ("qr", _) => claim.max_rank = 2,
                ("einsum", "embed") => claim.max_operands = Some(1),
                _ => {}
            }
            (structure::has(claim.dtype) && claim.op.name != "full").then_some(claim)
        }

        // tenferro writes these outs itself.
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn add(&mut self, o: Out, a: In, b: In) -> Done {
            self.elementwise(o, [a, b], Op::Add)
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn sub(&mut self, o: Out, a: In, b: In) -> Done {
            self.elementwise(o, [a, b], Op::Subtract)
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn mul(&mut self, o: Out, a: In, b: In) -> Done {
            self.elementwise(o, [a, b], Op::Multiply)
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn div(&mut self, o: Out, a: In, b: In) -> Done {
            self.elementwise(o, [a, b], Op::Divide)
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn neg(&mut self, o: Out, x: In) -> Done {
            self.elementwise(o, [x], Op::Negate)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn conj(&mut self, o: Out, x: In) -> Done { self.elementwise(o, [x], Op::Conj) }

        // The results of these are copied into outs.
        #[dtypes(f32, f64, i32, i64)]
        fn r#mod(&mut self, o: Out, a: In, b: In) -> Done {
            self.binary(o, a, b, Cpu::rem_read)
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn pow(&mut self, o: Out, a: In, b: In) -> Done {
            self.binary(o, a, b, Cpu::pow_read)
        }
        #[dtypes(f32, f64, i32, i64)]
        fn max(&mut self, o: Out, a: In, b: In) -> Done {
            self.binary(o, a, b, Cpu::maximum_read)
        }
        #[dtypes(f32, f64, i32, i64)]
        fn min(&mut self, o: Out, a: In, b: In) -> Done {
            self.binary(o, a, b, Cpu::minimum_read)
        }
        #[dtypes(f32, f64, i32, i64, bool)]
        fn cmpeq(&mut self, o: Out, a: In, b: In) -> Done {
            self.compare(o, a, b, CompareDir::Eq)
        }
        #[dtypes(f32, f64, i32, i64, bool)]
        fn cmplt(&mut self, o: Out, a: In, b: In) -> Done {
            self.compare(o, a, b, CompareDir::Lt)
        }
        #[dtypes(f32, f64, i32, i64, bool)]
        fn cmple(&mut self, o: Out, a: In, b: In) -> Done {
            self.compare(o, a, b, CompareDir::Le)
        }
        #[dtypes(f32, f64, i32, i64, bool)]
        fn cmpgt(&mut self, o: Out, a: In, b: In) -> Done {
            self.compare(o, a, b, CompareDir::Gt)
        }
        #[dtypes(f32, f64, i32, i64, bool)]
        fn cmpge(&mut self, o: Out, a: In, b: In) -> Done {
            self.compare(o, a, b, CompareDir::Ge)
        }
        #[dtypes(f32, f64, i32, i64)]
        fn abs(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::abs_read) }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn sign(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::sign_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn exp(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::exp_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn log(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::log_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn sin(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::sin_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn cos(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::cos_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn tanh(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::tanh_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn sqrt(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::sqrt_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn rsqrt(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::rsqrt_read) }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn expm1(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::expm1_read) }
        #[dtypes(f32, f64)]
        fn log1p(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::log1p_read) }
        #[dtypes(f32, f64)]
        fn erf(&mut self, o: Out, x: In) -> Done { self.unary(o, x, Cpu::erf_read) }
        #[pairs([Complex64] => [f32], [Complex128] => [f64])]
        fn abs_real(&mut self, o: Out, x: In) -> Done {
            self.unary(o, x, Cpu::abs_read)
        }
        #[dtypes(f32, f64)]
        fn sigmoid(&mut self, o: Out, x: In) -> Done {
            self.activation(o, x, ActivationOp::Sigmoid)
        }
        #[dtypes(f32, f64)]
        fn gelu(&mut self, o: Out, x: In) -> Done {
            self.activation(o, x, ActivationOp::Gelu)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn r#where(&mut self, o: Out, p: In, a: In, b: In) -> Done {
            self.ternary(o, p, a, b, Cpu::select_read)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        #[variants("")]
        fn select_general(&mut self, o: Out, p: In, a: In, b: In) -> Done {
            self.ternary(o, p, a, b, Cpu::select_read)
        }
        #[dtypes(f32, f64)]
        #[variants("")]
        fn clamp_general(&mut self, o: Out, p: In, a: In, b: In) -> Done {
            self.ternary(o, p, a, b, Cpu::clamp_read)
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn reduce_sum(&mut self, o: Out, x: In, axes: &[usize], _keep: bool) -> Done {
            self.unary(o, x, |to, x| to.reduce_sum_read(x, axes))
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        fn reduce_prod(&mut self, o: Out, x: In, axes: &[usize], _keep: bool) -> Done {
            self.unary(o, x, |to, x| to.reduce_prod_read(x, axes))
        }
        #[dtypes(f32, f64, i32, i64)]
        fn reduce_max(&mut self, o: Out, x: In, axes: &[usize], _keep: bool) -> Done {
            self.unary(o, x, |to, x| to.reduce_max_read(x, axes))
        }
        #[dtypes(f32, f64, i32, i64)]
        fn reduce_min(&mut self, o: Out, x: In, axes: &[usize], _keep: bool) -> Done {
            self.unary(o, x, |to, x| to.reduce_min_read(x, axes))
        }

        // Movement: views, copies and conversions.
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn permute<'a>(&self, x: In<'a>, axes: &[usize]) -> One<'a> {
            structure::permute(&x, axes)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn shrink<'a>(&self, x: In<'a>, ranges: &[(i64, i64)]) -> One<'a> {
            structure::shrink(&x, ranges)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn flip<'a>(&self, x: In<'a>, axes: &[bool]) -> One<'a> {
            structure::flip(&x, axes)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn expand<'a>(&self, x: In<'a>, shape: &[i64]) -> One<'a> {
            structure::expand(&x, shape)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn reshape<'a>(&mut self, x: In<'a>, shape: &[i64]) -> One<'a> {
            structure::reshape(self, &x, shape)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn copy<'a>(&mut self, x: In<'a>) -> One<'a> {
            self.returned([x], |to, [x]| to.to_contiguous_read(x))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn contiguous<'a>(&mut self, x: In<'a>) -> One<'a> {
            structure::contiguous(self, &x)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn assign(&mut self, o: Out, x: In) -> Done { structure::assign(self, o, &x) }
        #[pairs([f32, f64, i32, i64, bool, Complex64, Complex128] => [
            f32, f64, i32, i64, bool, Complex64, Complex128
        ])]
        fn cast(&mut self, o: Out, x: In) -> Done { structure::cast(self, o, &x) }
        #[pairs(
            [bool] => [f32, f64, i32, i64, bool, Complex64, Complex128],
            [i32] => [f64, i32, i64, Complex128], [i64] => [f64, i64, Complex128],
            [f32] => [f32, f64, Complex64, Complex128], [f64] => [f64, Complex128],
            [Complex64] => [Complex64, Complex128], [Complex128] => [Complex128]
        )]
        fn convert(&mut self, o: Out, x: In) -> Done { structure::convert(self, o, &x) }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn cat(&mut self, o: Out, members: &[Tensor], axis: usize) -> Done {
            indexing::cat(self, o, members, axis)
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn broadcast_in_dim<'a>(
            &mut self, x: In<'a>, shape: &[i64], dims: &[i64],
        ) -> One<'a> {
            let (shape, dims) = (unsigned(shape)?, unsigned(dims)?);
            self.returned([x], |to, [x]| to.broadcast_in_dim_read(x, &shape, &dims))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn slice_general<'a>(
            &mut self, x: In<'a>, starts: &[i64], limits: &[i64], strides: &[i64],
        ) -> One<'a> {
            let config = indexing::slice_config(starts, limits, strides)?;
            self.returned([x], |to, [x]| to.slice_read(x, &config))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        #[variants("zero")]
        fn pad_general<'a>(
            &mut self, x: In<'a>, low: &[i64], high: &[i64], fill: &[i64], _v: Scalar,
        ) -> One<'a> {
            let config = indexing::pad_config(low, high, fill);
            self.returned([x], |to, [x]| to.pad_read(x, &config))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn extract_diagonal<'a>(&mut self, x: In<'a>, a: i64, b: i64) -> One<'a> {
            let axes = unsigned(&[a, b])?;
            self.returned([x], |to, [x]| to.extract_diagonal_read(x, axes[0], axes[1]))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn embed_diagonal<'a>(&mut self, x: In<'a>, a: i64, b: i64) -> One<'a> {
            let axes = unsigned(&[a, b])?;
            self.returned([x], |to, [x]| to.embed_diagonal_read(x, axes[0], axes[1]))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn tril<'a>(&mut self, x: In<'a>, k: i64) -> One<'a> {
            structure::triangle(self, &x, |to, x| to.tril_read(x, k))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn triu<'a>(&mut self, x: In<'a>, k: i64) -> One<'a> {
            structure::triangle(self, &x, |to, x| to.triu_read(x, k))
        }

        // Indexing and contraction.
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn dynamic_slice<'a>(
            &mut self, x: In<'a>, starts: In<'a>, sizes: &[i64],
        ) -> One<'a> {
            let sizes = unsigned(sizes)?;
            self.returned([x, starts], |to, [x, s]| to.dynamic_slice_read(x, s, &sizes))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        fn dynamic_update_slice<'a>(
            &mut self, x: In<'a>, update: In<'a>, starts: In<'a>,
        ) -> One<'a> {
            let all = [x, update, starts];
            self.returned(all, |to, [x, u, s]| to.dynamic_update_slice_read(x, u, s))
        }
        #[dtypes(f32, f64, i32, i64, bool, Complex64, Complex128)]
        #[variants("", "int64")]
        fn gather_general<'a>(
            &mut self, x: In<'a>, indices: In<'a>, offsets: &[i64], collapsed: &[i64],
            index_map: &[i64], index_vector_dim: i64, sizes: &[i64], _batching: &[i64],
            _indices_batching: &[i64], _sorted: bool,
        ) -> One<'a> {
            let config = indexing::gather_config(
                offsets, collapsed, index_map, index_vector_dim, sizes,
            )?;
            self.returned([x, indices], |to, [x, i]| to.gather_read(x, i, &config))
        }
        #[dtypes(f32, f64, i32, i64, Complex64, Complex128)]
        #[variants("add", "add_int64")]
        fn scatter_general<'a>(
            &mut self, x: In<'a>, indices: In<'a>, updates: In<'a>, _add: ScatterMode,
            window: &[i64], inserted: &[i64], to_operand: &[i64], index_vector_dim: i64,
            _batching: &[i64], _indices_batching: &[i64], _sorted: bool, _unique: bool,
        ) -> One<'a> {
            let config = indexing::scatter_config(
                window, inserted, to_operand, index_vector_dim,
            )?;
            let operands = [x, indices, updates];
            self.returned(operands, |to, [x, i, u]| to.scatter_read(x, i, u, &config))
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn matmul(&mut self, o: Out, a: In, b: In) -> Done {
            indexing::matmul(self, o, [a, b])
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn dot_general<'a>(
            &mut self, a: In<'a>, b: In<'a>, a_summed: &[i64], b_summed: &[i64],
            a_batch: &[i64], b_batch: &[i64],
        ) -> One<'a> {
            let axes = [a_summed, b_summed, a_batch, b_batch];
            let config = indexing::dot_config(axes)?;
            self.returned([a, b], |to, [a, b]| to.dot_general_read(a, b, &config))
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn dot_general_update(
            &mut self, o: Out, a: In, b: In, a_summed: &[i64], b_summed: &[i64],
            a_batch: &[i64], b_batch: &[i64], a_conj: bool, b_conj: bool, alpha: Scalar,
            beta: Scalar,
        ) -> Done {
            let axes = [a_summed, b_summed, a_batch, b_batch];
            let accumulation = DotGeneralAccumulation {
                lhs_conj: a_conj,
                rhs_conj: b_conj,
                alpha: indexing::scalar(alpha)?,
                beta: indexing::scalar(beta)?,
            };
            indexing::update(self, o, [a, b], axes, accumulation)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn einsum<'a>(&mut self, operands: &[In<'a>], by: &Subscripts) -> One<'a> {
            indexing::einsum(self, operands, by)
        }

        // Linear algebra.
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn cholesky<'a>(&mut self, a: In<'a>, upper: bool) -> Many<'a> {
            algebra::cholesky(self, &a, upper)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn qr<'a>(&mut self, a: In<'a>, reduced: bool) -> Many<'a> {
            algebra::qr(self, &a, reduced)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn svd<'a>(&mut self, a: In<'a>, full: bool) -> Many<'a> {
            algebra::factors(self, &a, &[2, 1, 2], |to, a| match full {
                true => to.svd_full_read(a),
                false => Linalg::svd_read(to, a),
            })
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn eig<'a>(&mut self, a: In<'a>, vectors: bool) -> Many<'a> {
            if !vectors {
                return algebra::values(self, &a, |to, a| a.eigvals_read(to));
            }
            algebra::factors(self, &a, &[1, 2], Linalg::eig_read)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn eigh<'a>(&mut self, a: In<'a>, vectors: bool) -> Many<'a> {
            if !vectors {
                return algebra::values(self, &a, |to, a| a.eigvalsh_read(to));
            }
            algebra::factors(self, &a, &[1, 2], Linalg::eigh_read)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn triangular_solve<'a>(
            &mut self, a: In<'a>, b: In<'a>, upper: bool, transpose: bool, unit: bool,
        ) -> One<'a> {
            algebra::triangular_solve(self, &a, &b, [true, !upper, transpose, unit])
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        #[variants("none", "transpose")]
        fn triangular_solve_general<'a>(
            &mut self, a: In<'a>, b: In<'a>, left: bool, lower: bool,
            transpose: Transpose, unit: bool,
        ) -> One<'a> {
            let transpose = transpose == Transpose::Plain;
            algebra::triangular_solve(self, &a, &b, [left, lower, transpose, unit])
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn lu<'a>(&mut self, a: In<'a>) -> Many<'a> {
            algebra::factors(self, &a, &[2, 2, 2, 0], Linalg::lu_read)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn full_piv_lu<'a>(&mut self, a: In<'a>) -> Many<'a> {
            algebra::factors(self, &a, &[2, 2, 2, 2, 0], Linalg::full_piv_lu_read)
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn full_piv_lu_solve<'a>(
            &mut self, a: In<'a>, b: In<'a>, transpose: bool,
        ) -> One<'a> {
            algebra::solve(self, &a, &b, Vectors::Taken, |to, a, b| {
                to.full_piv_lu_solve(&a.owned()?, &b.owned()?, transpose).answer()
            })
        }
        #[dtypes(f32, f64, Complex64, Complex128)]
        fn solve<'a>(&mut self, a: In<'a>, b: In<'a>) -> One<'a> {
            algebra::solve(self, &a, &b, Vectors::Taken, |to, a, b| {
                Linalg::solve_read(to, a.read()?, b.read()?).answer()
            })
        }
    }
}
