//! Reads the parts of requests, and writes claims. A part that is missing or of
//! another form is a fault of the host, which is answered `internal`.
use super::element_text::scalar;
use super::json::Json;
use crate::call::{Attribute, DTYPE_KEY};
use crate::claim::Claim;
use crate::dtype::DType;
use crate::op::{missing, AttributeKind, Op};
use crate::status::{Result, Status, Unsupported};
use crate::view::{View, MAX_RANK};

fn lacks(key: &str) -> Status {
    Status::internal(format!(
        "\"{key}\" is missing in a request, or has another form"
    ))
}

pub(super) fn integer_of(object: &Json, key: &str) -> Result<i64> {
    object.get(key).and_then(Json::integer).ok_or_else(|| lacks(key))
}

fn integers_of(object: &Json, key: &str) -> Result<Vec<i64>> {
    object
        .get(key)
        .and_then(|list| list.list_of(Json::integer))
        .ok_or_else(|| lacks(key))
}

pub(super) fn op_of(request: &Json) -> Result<&'static Op> {
    let name =
        request.get("op").and_then(Json::text).ok_or_else(|| lacks("op"))?;
    Op::named(name).ok_or_else(|| missing(name))
}

fn dtype_of(value: &Json) -> Result<DType> {
    let name = value.text().ok_or_else(|| lacks("dtype"))?;
    DType::named(name).ok_or_else(|| {
        Status::unsupported(
            Unsupported::DType,
            format!("there is no dtype {name}"),
        )
    })
}

pub(super) fn view_of(tensor: &Json) -> Result<(DType, View)> {
    let dtype = dtype_of(tensor.get("dtype").unwrap_or(&Json::Null))?;
    let extents = integers_of(tensor, "shape")?;
    let shape = extents.iter().map(|&extent| usize::try_from(extent).ok());
    let shape: Vec<usize> =
        shape.collect::<Option<_>>().ok_or_else(|| lacks("shape"))?;
    let strides: Vec<isize> = integers_of(tensor, "strides")?
        .iter()
        .map(|&stride| stride as isize)
        .collect();
    let offset = integer_of(tensor, "offset")? as isize;
    Ok((dtype, View::strided(&shape, &strides, offset)?))
}

/// Reads the attributes of a call. An element is of the dtype that the attribute
/// `dtype` names, or else of the first operand's.
pub(super) fn attributes_of(
    op: &Op,
    request: &Json,
    operand: Option<DType>,
) -> Result<Vec<(u16, Attribute)>> {
    let empty = Json::Object(Vec::new());
    let given = request.get("attributes").unwrap_or(&empty);
    let has_dtype = op.attributes.iter().any(|row| row.key == DTYPE_KEY);
    let element = match given.get("dtype").filter(|_| has_dtype) {
        Some(name) => dtype_of(name)?,
        None => operand.unwrap_or(DType::Float32),
    };
    let mut attributes = Vec::new();
    for row in op.attributes {
        // The function of the op refuses a call without what it needs.
        if let Some(value) = given.get(row.name) {
            let read = attribute_of(row.kind, value, element)
                .ok_or_else(|| lacks(row.name))?;
            attributes.push((row.key, read));
        }
    }
    Ok(attributes)
}

fn attribute_of(
    kind: AttributeKind,
    value: &Json,
    element: DType,
) -> Option<Attribute> {
    Some(match kind {
        AttributeKind::Integer => Attribute::Integers(vec![value.integer()?]),
        AttributeKind::IntegerList => {
            Attribute::Integers(value.list_of(Json::integer)?)
        }
        AttributeKind::Bool => Attribute::Flags(vec![flag(value)?]),
        AttributeKind::BoolList => Attribute::Flags(value.list_of(flag)?),
        AttributeKind::PairList => {
            let pairs = value.list_of(|pair| pair.list_of(Json::integer))?;
            if pairs.iter().any(|pair| pair.len() != 2) {
                return None;
            }
            Attribute::Integers(pairs.concat())
        }
        AttributeKind::Element => Attribute::Element(scalar(element, value)?),
        AttributeKind::Dtype => Attribute::DType(dtype_of(value).ok()?),
        AttributeKind::Choice(names) => {
            let name = value.text()?;
            Attribute::Integers(vec![names
                .iter()
                .position(|known| *known == name)?
                as i64])
        }
        AttributeKind::Subscripts => Attribute::Integers(subscripts_of(value)?),
    })
}

fn flag(value: &Json) -> Option<bool> {
    match value {
        Json::Bool(flag) => Some(*flag),
        _ => None,
    }
}

// Stores subscripts flat, as the C header has them.
fn subscripts_of(value: &Json) -> Option<Vec<i64>> {
    let mut lists =
        value.get("inputs")?.list_of(|labels| labels.list_of(Json::integer))?;
    let mut flat = vec![lists.len() as i64];
    lists.push(value.get("output")?.list_of(Json::integer)?);
    for labels in lists {
        flat.push(labels.len() as i64);
        flat.extend(labels);
    }
    Some(flat)
}

/// Writes claims as rows, each for the dtypes of an op that share a variant and
/// limits. A header has room for 1 MiB.
pub(super) fn claims_to_json(claims: &[Claim]) -> Json {
    let mut rows: Vec<(Claim, Vec<Json>)> = Vec::new();
    for claim in claims {
        let from = Json::from(claim.dtype.name());
        let cell = match claim.op.is_paired {
            true => Json::List(vec![from, claim.result.name().into()]),
            false => from,
        };
        // Claims with equal limits differ in their dtypes alone.
        let same = Claim {
            dtype: DType::Float32,
            result: DType::Float32,
            ..claim.clone()
        };
        match rows.last_mut() {
            Some((row, cells)) if *row == same => cells.push(cell),
            _ => rows.push((same, vec![cell])),
        }
    }
    Json::List(rows.into_iter().map(row_to_json).collect())
}

fn row_to_json((claim, cells): (Claim, Vec<Json>)) -> Json {
    let cells_key = if claim.op.is_paired { "pairs" } else { "dtypes" };
    let mut row = vec![
        ("op".to_string(), Json::from(claim.op.name)),
        ("variant".to_string(), claim.variant.into()),
        (cells_key.to_string(), Json::List(cells)),
    ];
    let mut put = |key: &str, value| row.push((key.to_string(), value));
    if !claim.layouts.is_empty() {
        let names =
            claim.layouts.iter().map(|layout| layout.name().into()).collect();
        put("layouts", Json::List(names));
    }
    for (key, limit, none) in [
        ("max_rank", Some(claim.max_rank), MAX_RANK),
        ("min_axes", Some(claim.min_axes), 0),
        ("max_axes", claim.max_axes, usize::MAX),
        ("max_operands", claim.max_operands, usize::MAX),
        ("min_extent", Some(claim.min_extent), 0),
        ("max_extent", claim.max_extent, usize::MAX),
    ] {
        if let Some(limit) = limit.filter(|&limit| limit != none) {
            put(key, Json::Integer(limit as i64));
        }
    }
    for (key, is_set) in
        [("composed", claim.composed), ("immutable", claim.immutable)]
    {
        if is_set {
            put(key, Json::Bool(true));
        }
    }
    Json::Object(row)
}
