//! Carries out linear algebra. tenferro has the axes of a matrix first and
//! the batch last, so axes of operands and results are permuted as metadata.
use assay_backend::{Result, Status, Tensor, View};
use tenferro_cpu::CpuEngine;
use tenferro_linalg::{LinalgBackend, QrOptions, TensorLinalgExt};
use tenferro_tensor as tenferro;
use tenferro_tensor::{TensorIndexing, TensorRead};

use crate::calls::{Called, Tenferro};
use crate::errors::Answer;
use crate::indexing::pad_config;
use crate::operands::{give, Operand};

/// The order of axes in which the last `own` ones come first.
pub fn batch_last(rank: usize, own: usize) -> Vec<usize> {
    let own = own.min(rank);
    (rank - own..rank).chain(0..rank - own).collect()
}

/// The order of axes in which the first `own` ones come last.
pub fn batch_first(rank: usize, own: usize) -> Vec<usize> {
    let own = own.min(rank);
    (own..rank).chain(0..own).collect()
}

fn matrices<'a>(a: &Tensor<'a>) -> Result<Operand<'a>> {
    Operand::permuted(a, &batch_last(a.rank(), 2))
}

/// Returns results of which `own` axes each belong to a matrix.
fn give_all<'a>(
    results: &[tenferro::Tensor],
    own: &[usize],
) -> Result<Vec<Tensor<'a>>> {
    if results.len() != own.len() {
        return Err(Status::internal("tenferro returned other results"));
    }
    let pairs = results.iter().zip(own);
    pairs
        .map(|(result, &own)| {
            let rank = result.shape().len();
            give(result, Some(&batch_first(rank, own)))
        })
        .collect()
}

/// Factors matrices.
pub fn factors<'a>(
    to: &mut Tenferro,
    a: &Tensor,
    own: &[usize],
    call: impl FnOnce(
        &mut CpuEngine,
        TensorRead,
    ) -> tenferro::Result<Vec<tenferro::Tensor>>,
) -> Result<Vec<Tensor<'a>>> {
    let operand = matrices(a)?;
    let results = call(to.engine(), operand.read()?).answer()?;
    give_all(&results, own)
}

/// Returns eigenvalues alone.
pub fn values<'a>(
    to: &mut Tenferro,
    a: &Tensor,
    call: impl FnOnce(&mut CpuEngine, TensorRead) -> Called,
) -> Result<Vec<Tensor<'a>>> {
    factors(to, a, &[1], |to, a| Ok(vec![call(to, a)?]))
}

/// The upper factor of A is the transposed lower factor of the transposed A,
/// so the axes of the operand and of the result change places.
pub fn cholesky<'a>(
    to: &mut Tenferro,
    a: &Tensor,
    upper: bool,
) -> Result<Vec<Tensor<'a>>> {
    let swapped = |tensor: &Tensor| {
        let mut axes: Vec<usize> = (0..tensor.rank()).collect();
        if upper && axes.len() >= 2 {
            let last = axes.len() - 1;
            axes.swap(last - 1, last);
        }
        tensor.view().permute(&axes)
    };
    let turned = a.with_view(swapped(a)?)?;
    let results = factors(to, &turned, &[2], |engine, a| {
        Ok(vec![engine.cholesky_read(a)?])
    })?;
    results.iter().map(|l| l.with_view(swapped(l)?)).collect()
}

/// How the right sides of a system are handed over.
#[derive(Clone, Copy, PartialEq)]
pub enum Vectors {
    /// tenferro takes a vector a matrix.
    Taken,
    /// A vector is a matrix of one column.
    AsColumns,
}

/// Solves systems. `own` axes of b belong to a matrix: one if b has a vector
/// a matrix.
pub fn solve<'a>(
    to: &mut Tenferro,
    a: &Tensor,
    b: &Tensor,
    vectors: Vectors,
    call: impl FnOnce(
        &mut CpuEngine,
        &Operand,
        &Operand,
    ) -> Result<tenferro::Tensor>,
) -> Result<Tensor<'a>> {
    let is_vector = b.rank() + 1 == a.rank();
    let given = match is_vector && vectors == Vectors::AsColumns {
        true => b.with_view(with_column(b.view())?)?,
        false => b.clone(),
    };
    let own = 2 - usize::from(is_vector && vectors == Vectors::Taken);
    let a = matrices(a)?;
    let b = Operand::permuted(&given, &batch_last(given.rank(), own))?;
    let result = call(to.engine(), &a, &b)?;
    let axes = batch_first(result.shape().len(), own);
    let result = give(&result, Some(&axes))?;
    match is_vector && vectors == Vectors::AsColumns {
        true => result.with_view(without_column(result.view())?),
        false => Ok(result),
    }
}

fn with_column(view: &View) -> Result<View> {
    let shape = [view.shape(), &[1]].concat();
    let strides = [view.strides(), &[1]].concat();
    View::strided(&shape, &strides, view.offset() as isize)
}

fn without_column(view: &View) -> Result<View> {
    let last = view.rank() - 1;
    let (shape, strides) = (&view.shape()[..last], &view.strides()[..last]);
    View::strided(shape, strides, view.offset() as isize)
}

pub fn triangular_solve<'a>(
    to: &mut Tenferro,
    a: &Tensor,
    b: &Tensor,
    [left, lower, transpose, unit]: [bool; 4],
) -> Result<Tensor<'a>> {
    solve(to, a, b, Vectors::AsColumns, |engine, a, b| {
        engine
            .triangular_solve_read(
                a.read()?,
                b.read()?,
                left,
                lower,
                transpose,
                unit,
            )
            .answer()
    })
}

/// qr_read has the reduced factors. The complete ones take four calls: the
/// reflectors, all columns of Q, and R with rows of zeros below it.
pub fn qr<'a>(
    to: &mut Tenferro,
    a: &Tensor,
    reduced: bool,
) -> Result<Vec<Tensor<'a>>> {
    if reduced {
        return factors(to, a, &[2, 2], |to, a| to.qr_read(a));
    }
    let owned = matrices(a)?.owned()?;
    let rows = owned.shape()[0];
    let engine = to.engine();
    let reflectors = owned.householder_qr(engine).answer()?;
    let options = QrOptions::default();
    let q = reflectors.q_columns(0..rows, options, engine).answer()?;
    let r = reflectors.r(options, engine).answer()?;
    let mut below = vec![0; r.shape().len()];
    below[0] = (rows - r.shape()[0]) as i64;
    let none = vec![0; below.len()];
    let config = pad_config(&none, &below, &none);
    let r = engine.pad_read(TensorRead::from_tensor(&r), &config).answer()?;
    give_all(&[q, r], &[2, 2])
}
