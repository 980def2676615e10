//! Holds one call of an op, and reads its attributes as Rust values. Plugins and
//! processes make calls of what they receive.
use crate::dtype::{DType, Scalar};
use crate::op::Op;
use crate::status::{Result, Status};
use crate::tensor::{Tensor, TensorMut};

/// The labels of the axes of each operand of `einsum`, and those of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscripts {
    pub inputs: Vec<Vec<i64>>,
    pub output: Vec<i64>,
}

/// The value of an attribute. Choices are the number of the value, and pairs
/// and subscripts are stored flat, as in the C header.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Attribute {
    Integers(Vec<i64>),
    Flags(Vec<bool>),
    Element(Scalar),
    DType(DType),
}

/// One call. The functions that read attributes refuse a call without them.
pub(crate) struct Call<'a> {
    pub op: &'static Op,
    pub operands: Vec<Tensor<'a>>,
    pub outs: Vec<Tensor<'a>>,
    pub attributes: Vec<(u16, Attribute)>,
}

impl<'a> Call<'a> {
    pub fn out(&self, i: usize) -> Result<TensorMut<'a>> {
        TensorMut::on(
            self.outs.get(i).ok_or_else(|| self.lacks("an out"))?.clone(),
        )
    }
    pub fn operand(&self, i: usize) -> Result<Tensor<'a>> {
        self.operands.get(i).cloned().ok_or_else(|| self.lacks("an operand"))
    }
    pub fn optional_operand(
        &self,
        i: usize,
        given_by: u16,
    ) -> Result<Option<Tensor<'a>>> {
        self.flag(given_by)?.then(|| self.operand(i)).transpose()
    }

    pub fn integers(&self, key: u16) -> Result<&[i64]> {
        self.optional_integers(key)?.ok_or_else(|| self.lacks_attribute(key))
    }
    pub fn optional_integers(&self, key: u16) -> Result<Option<&[i64]>> {
        match self.find(key) {
            Some(Attribute::Integers(list)) => Ok(Some(list)),
            None => Ok(None),
            Some(_) => Err(self.lacks_attribute(key)),
        }
    }
    pub fn integer(&self, key: u16) -> Result<i64> {
        match self.integers(key)? {
            [value] => Ok(*value),
            _ => Err(self.lacks_attribute(key)),
        }
    }
    pub fn pairs(&self, key: u16) -> Result<Vec<(i64, i64)>> {
        let flat = self.integers(key)?;
        if flat.len() % 2 == 1 {
            return Err(self.lacks_attribute(key));
        }
        Ok(flat.chunks(2).map(|pair| (pair[0], pair[1])).collect())
    }
    pub fn choice<T: Copy>(&self, key: u16, values: &[T]) -> Result<T> {
        let chosen = usize::try_from(self.integer(key)?).ok();
        chosen
            .and_then(|i| values.get(i).copied())
            .ok_or_else(|| self.lacks_attribute(key))
    }
    pub fn flags(&self, key: u16) -> Result<&[bool]> {
        match self.find(key) {
            Some(Attribute::Flags(list)) => Ok(list),
            _ => Err(self.lacks_attribute(key)),
        }
    }
    pub fn flag(&self, key: u16) -> Result<bool> {
        match self.flags(key)? {
            [value] => Ok(*value),
            _ => Err(self.lacks_attribute(key)),
        }
    }
    pub fn element(&self, key: u16) -> Result<Scalar> {
        self.optional_element(key)?.ok_or_else(|| self.lacks_attribute(key))
    }
    pub fn optional_element(&self, key: u16) -> Result<Option<Scalar>> {
        match self.find(key) {
            Some(Attribute::Element(scalar)) => Ok(Some(*scalar)),
            None => Ok(None),
            Some(_) => Err(self.lacks_attribute(key)),
        }
    }
    pub fn dtype(&self, key: u16) -> Result<DType> {
        match self.find(key) {
            Some(Attribute::DType(dtype)) => Ok(*dtype),
            _ => Err(self.lacks_attribute(key)),
        }
    }
    pub fn subscripts(&self, key: u16) -> Result<Subscripts> {
        let mut rest = self.integers(key)?.iter().copied();
        let mut next = || rest.next().ok_or_else(|| self.lacks_attribute(key));
        let count = next()?;
        let mut lists = Vec::new();
        for _ in 0..=count {
            let length = next()?;
            lists
                .push((0..length).map(|_| next()).collect::<Result<Vec<_>>>()?);
        }
        let output = lists.pop().ok_or_else(|| self.lacks_attribute(key))?;
        Ok(Subscripts { inputs: lists, output })
    }

    /// Returns an axis of the operand that selects the cell.
    pub fn axis(&self, key: u16) -> Result<usize> {
        self.checked_axis(self.integer(key)?)
    }
    /// Returns axes of that operand, each at most once.
    pub fn axes(&self, key: u16) -> Result<Vec<usize>> {
        let axes: Vec<usize> = self
            .integers(key)?
            .iter()
            .map(|&axis| self.checked_axis(axis))
            .collect::<Result<_>>()?;
        for (i, axis) in axes.iter().enumerate() {
            if axes[..i].contains(axis) {
                return Err(Status::invalid(format!(
                    "axis {axis} is named twice"
                )));
            }
        }
        Ok(axes)
    }

    fn checked_axis(&self, axis: i64) -> Result<usize> {
        let rank = self.operand(self.op.cell_operand())?.rank();
        match usize::try_from(axis) {
            Ok(found) if found < rank => Ok(found),
            _ => Err(Status::invalid(format!(
                "axis {axis} is out of range for rank {rank}"
            ))),
        }
    }

    pub fn find(&self, key: u16) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|(found, _)| *found == key)
            .map(|(_, value)| value)
    }

    fn lacks(&self, what: &str) -> Status {
        Status::invalid(format!("a call of {} lacks {what}", self.op.name))
    }
    fn lacks_attribute(&self, key: u16) -> Status {
        let rows = self.op.attributes.iter();
        let name =
            rows.clone().find(|row| row.key == key).map_or("", |row| row.name);
        self.lacks(&format!("the attribute {name}, or has another form of it"))
    }
}

// The attribute `dtype`, which names the dtype of a result.
pub(crate) const DTYPE_KEY: u16 = 11;

impl Call<'_> {
    /// Returns the dtype that selects the cell.
    pub fn cell_dtype(&self) -> DType {
        let leading =
            self.operands.get(self.op.cell_operand()).map(Tensor::dtype);
        leading.or_else(|| self.dtype(DTYPE_KEY).ok()).unwrap_or(DType::Float32)
    }
    /// Returns the second dtype of a cell that is a pair.
    pub fn result_dtype(&self) -> DType {
        let named = self.dtype(DTYPE_KEY).ok();
        named
            .or_else(|| self.outs.first().map(Tensor::dtype))
            .unwrap_or(self.cell_dtype())
    }
    /// Returns the key of an attribute of the op.
    pub fn key(&self, name: &str) -> Option<u16> {
        self.op
            .attributes
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.key)
    }
}
