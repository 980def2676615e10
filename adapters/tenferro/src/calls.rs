//! Holds the engine, and carries out the forms that calls of it have: a result
//! that is copied into an out, a result that is returned, and an out that
//! tenferro writes itself.
use assay_backend::{Result, Tensor, TensorMut};
use tenferro_cpu::CpuEngine;
use tenferro_tensor as tenferro;
use tenferro_tensor::{
    ActivationOp, CompareDir, ElementwiseReadOp, Engine, TensorElementwise,
    TensorRead,
};

use crate::errors::Answer;
use crate::operands::{copy_to, give, write_into, Operand};

/// What a call of tenferro gives.
pub type Called = tenferro::Result<tenferro::Tensor>;

/// tenferro-cpu on one thread, with its own kernels and faer.
pub struct Tenferro {
    engine: CpuEngine,
}

impl Tenferro {
    pub fn new() -> Self {
        Tenferro { engine: CpuEngine::serial() }
    }

    /// Returns the engine. One in which a call panicked refuses all further
    /// calls, so another takes its place.
    pub fn engine(&mut self) -> &mut CpuEngine {
        if self.engine.is_broken() {
            self.engine = CpuEngine::serial();
        }
        &mut self.engine
    }

    /// Copies the result of a call into the out.
    pub fn unary(
        &mut self,
        mut out: TensorMut,
        x: Tensor,
        call: impl FnOnce(&mut CpuEngine, TensorRead) -> Called,
    ) -> Result<()> {
        let x = Operand::new(&x)?;
        copy_to(&mut out, &call(self.engine(), x.read()?).answer()?)
    }
    pub fn binary(
        &mut self,
        mut out: TensorMut,
        a: Tensor,
        b: Tensor,
        call: impl FnOnce(&mut CpuEngine, TensorRead, TensorRead) -> Called,
    ) -> Result<()> {
        let operands = shared([a, b])?;
        let [a, b] = reads(&operands)?;
        copy_to(&mut out, &call(self.engine(), a, b).answer()?)
    }
    pub fn ternary(
        &mut self,
        mut out: TensorMut,
        a: Tensor,
        b: Tensor,
        c: Tensor,
        call: impl FnOnce(
            &mut CpuEngine,
            TensorRead,
            TensorRead,
            TensorRead,
        ) -> Called,
    ) -> Result<()> {
        let operands = shared([a, b, c])?;
        let [a, b, c] = reads(&operands)?;
        copy_to(&mut out, &call(self.engine(), a, b, c).answer()?)
    }
    pub fn compare(
        &mut self,
        out: TensorMut,
        a: Tensor,
        b: Tensor,
        by: CompareDir,
    ) -> Result<()> {
        self.binary(out, a, b, |to, a, b| to.compare_read(a, b, &by))
    }

    /// tenferro may decline a fused form.
    pub fn activation(
        &mut self,
        out: TensorMut,
        x: Tensor,
        op: ActivationOp,
    ) -> Result<()> {
        self.unary(out, x, |to, x| {
            declined(op.label(), to.fused_activation_read(op, x)?)
        })
    }

    /// Returns the result of a call.
    pub fn returned<'a, const N: usize>(
        &mut self,
        operands: [Tensor; N],
        call: impl FnOnce(&mut CpuEngine, [TensorRead; N]) -> Called,
    ) -> Result<Tensor<'a>> {
        let operands = shared(operands)?;
        let result = call(self.engine(), reads(&operands)?).answer()?;
        give(&result, None)
    }

    /// Lets tenferro write the out through its strides. An out in the memory of
    /// an operand gets a copy of the result, because tenferro, like Rust,
    /// rules such a call out.
    pub fn elementwise<const N: usize>(
        &mut self,
        mut out: TensorMut,
        operands: [Tensor; N],
        op: ElementwiseReadOp,
    ) -> Result<()> {
        let operands = shared(operands)?;
        let reads = reads(&operands)?;
        let engine = self.engine();
        for operand in &operands {
            if operand.overlaps(&out)? {
                let result = allocating(engine, op, &reads).answer()?;
                return copy_to(&mut out, &result);
            }
        }
        write_into(&out, None, |out| {
            engine.elementwise_read_into(op, &reads, out)
        })
    }
}

fn declined(op: &'static str, result: Option<tenferro::Tensor>) -> Called {
    result.ok_or_else(|| tenferro::Error::unsupported(op, "declined"))
}

fn allocating(
    engine: &mut CpuEngine,
    op: ElementwiseReadOp,
    reads: &[TensorRead],
) -> Called {
    let first = reads[0].clone();
    let second = reads.get(1).cloned();
    match (op, second) {
        (ElementwiseReadOp::Negate, None) => engine.neg_read(first),
        (ElementwiseReadOp::Conj, None) => engine.conj_read(first),
        (ElementwiseReadOp::Add, Some(second)) => {
            engine.add_read(first, second)
        }
        (ElementwiseReadOp::Subtract, Some(second)) => {
            engine.sub_read(first, second)
        }
        (ElementwiseReadOp::Multiply, Some(second)) => {
            engine.mul_read(first, second)
        }
        (ElementwiseReadOp::Divide, Some(second)) => {
            engine.div_read(first, second)
        }
        _ => Err(tenferro::Error::unsupported(op.label(), "another op")),
    }
}

/// Makes operands of tensors.
pub fn shared<'a, const N: usize>(
    tensors: [Tensor<'a>; N],
) -> Result<[Operand<'a>; N]> {
    array(tensors.iter().map(Operand::new))
}

/// Returns tenferro's views of operands.
pub fn reads<'t, const N: usize>(
    operands: &'t [Operand; N],
) -> Result<[TensorRead<'t>; N]> {
    array(operands.iter().map(Operand::read))
}

fn array<T, const N: usize>(
    items: impl Iterator<Item = Result<T>>,
) -> Result<[T; N]> {
    let items = items.collect::<Result<Vec<T>>>()?;
    Ok(items.try_into().unwrap_or_else(|_| unreachable!("N items")))
}
