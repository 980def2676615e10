//! Hands over the axes, windows and labels of contraction and indexing.
use assay_backend::{
    Complex128, Complex64, Result, Scalar, Status, Subscripts, Tensor,
    TensorMut,
};
use tenferro_einsum::{EinsumSubscripts, TensorReadEinsumExt};
use tenferro_tensor::{
    Complex, ContractionScalar, DotGeneralAccumulation, DotGeneralConfig,
    GatherConfig, PadConfig, ScatterConfig, SliceConfig, TensorDot,
    TensorIndexing,
};

use crate::algebra::batch_last;
use crate::calls::{reads, shared, Tenferro};
use crate::errors::Answer;
use crate::operands::{copy_to, give, unsigned, write_into, Operand};

pub fn cat(
    to: &mut Tenferro,
    mut out: TensorMut,
    members: &[Tensor],
    axis: usize,
) -> Result<()> {
    let operands =
        members.iter().map(Operand::new).collect::<Result<Vec<_>>>()?;
    let reads =
        operands.iter().map(Operand::read).collect::<Result<Vec<_>>>()?;
    let result = to.engine().concatenate_read(&reads, axis).answer()?;
    copy_to(&mut out, &result)
}

pub fn slice_config(
    starts: &[i64],
    limits: &[i64],
    strides: &[i64],
) -> Result<SliceConfig> {
    Ok(SliceConfig {
        starts: unsigned(starts)?,
        limits: unsigned(limits)?,
        strides: unsigned(strides)?,
    })
}

pub fn pad_config(low: &[i64], high: &[i64], interior: &[i64]) -> PadConfig {
    PadConfig {
        edge_padding_low: low.to_vec(),
        edge_padding_high: high.to_vec(),
        interior_padding: interior.to_vec(),
    }
}

pub fn gather_config(
    offset_dims: &[i64],
    collapsed: &[i64],
    index_map: &[i64],
    index_vector_dim: i64,
    sizes: &[i64],
) -> Result<GatherConfig> {
    Ok(GatherConfig {
        offset_dims: unsigned(offset_dims)?,
        collapsed_slice_dims: unsigned(collapsed)?,
        start_index_map: unsigned(index_map)?,
        index_vector_dim: unsigned(&[index_vector_dim])?[0],
        slice_sizes: unsigned(sizes)?,
    })
}

pub fn scatter_config(
    window: &[i64],
    inserted: &[i64],
    to_operand: &[i64],
    index_vector_dim: i64,
) -> Result<ScatterConfig> {
    Ok(ScatterConfig {
        update_window_dims: unsigned(window)?,
        inserted_window_dims: unsigned(inserted)?,
        scatter_dims_to_operand_dims: unsigned(to_operand)?,
        index_vector_dim: unsigned(&[index_vector_dim])?[0],
    })
}

/// tenferro writes the product of matrices through the strides of an out whose
/// batch axes are named last.
pub fn matmul(
    to: &mut Tenferro,
    out: TensorMut,
    operands: [Tensor; 2],
) -> Result<()> {
    let config = matmul_config(&out)?;
    let axes = batch_last(out.rank(), 2);
    let operands = shared(operands)?;
    let [a, b] = reads(&operands)?;
    let engine = to.engine();
    write_into(&out, Some(&axes), |out| {
        engine.dot_general_read_into(a, b, &config, out)
    })
}

pub fn update(
    to: &mut Tenferro,
    out: TensorMut,
    operands: [Tensor; 2],
    axes: [&[i64]; 4],
    accumulation: DotGeneralAccumulation,
) -> Result<()> {
    let config = dot_config(axes)?;
    let operands = shared(operands)?;
    let [a, b] = reads(&operands)?;
    let engine = to.engine();
    write_into(&out, None, |out| {
        engine.dot_general_read_into_accum(a, b, &config, accumulation, out)
    })
}

pub fn einsum<'a>(
    to: &mut Tenferro,
    operands: &[Tensor],
    subscripts: &Subscripts,
) -> Result<Tensor<'a>> {
    let labels = |list: &Vec<i64>| -> Result<Vec<u32>> {
        list.iter()
            .map(|&label| {
                u32::try_from(label)
                    .map_err(|_| Status::invalid("a label is negative"))
            })
            .collect()
    };
    let subscripts = EinsumSubscripts {
        inputs: subscripts.inputs.iter().map(labels).collect::<Result<_>>()?,
        output: labels(&subscripts.output)?,
    };
    let operands =
        operands.iter().map(Operand::new).collect::<Result<Vec<_>>>()?;
    let reads =
        operands.iter().map(Operand::read).collect::<Result<Vec<_>>>()?;
    let result = reads
        .as_slice()
        .einsum_read_subscripts(&subscripts, to.engine())
        .answer()?;
    give(&result, None)
}

/// Returns the roles of axes as tenferro takes them.
pub fn dot_config(
    [lhs_contracting, rhs_contracting, lhs_batch, rhs_batch]: [&[i64]; 4],
) -> Result<DotGeneralConfig> {
    let of =
        |list: &[i64]| unsigned(list).map(|list| list.into_iter().collect());
    Ok(DotGeneralConfig {
        lhs_contracting_dims: of(lhs_contracting)?,
        rhs_contracting_dims: of(rhs_contracting)?,
        lhs_batch_dims: of(lhs_batch)?,
        rhs_batch_dims: of(rhs_batch)?,
    })
}

/// The roles of axes in a product of matrices whose batch axes come first.
fn matmul_config(out: &TensorMut) -> Result<DotGeneralConfig> {
    let rank = out.rank() as i64;
    if rank < 2 {
        return Err(Status::invalid("matmul takes matrices"));
    }
    let batch: Vec<i64> = (0..rank - 2).collect();
    dot_config([&[rank - 1], &[rank - 2], &batch, &batch])
}

pub fn scalar(scalar: Scalar) -> Result<ContractionScalar> {
    let complex = |re, im| Complex { re, im };
    if let Some(value) = scalar.get::<f32>() {
        return Ok(ContractionScalar::F32(value));
    }
    if let Some(value) = scalar.get::<f64>() {
        return Ok(ContractionScalar::F64(value));
    }
    if let Some(value) = scalar.get::<Complex64>() {
        return Ok(ContractionScalar::C32(complex(value.re, value.im)));
    }
    match scalar.get::<Complex128>() {
        Some(Complex128 { re, im }) => {
            Ok(ContractionScalar::C64(Complex { re, im }))
        }
        None => Err(Status::internal("a scalar of another dtype")),
    }
}
