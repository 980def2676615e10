//! Computes with shapes and strides: how a buffer is read as an array, and what
//! the ops that move no element make of it. Strides and offsets count elements.
//! Tested by tests/strided_arrays.rs.
use crate::status::{Result, Status, Unsupported};

/// The largest rank of a tensor.
pub const MAX_RANK: usize = crate::generated::numbers::MAX_RANK as usize;

// No case has more elements.
const LARGEST_COUNT: usize = 1 << 40;

/// Says which elements of a buffer a tensor shows, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    shape: Vec<usize>,
    strides: Vec<isize>,
    offset: usize,
}

impl View {
    /// Returns the row-major view of a shape that begins with the first element
    /// of the buffer. Refuses shapes that no case has.
    pub fn contiguous(shape: &[usize]) -> Result<Self> {
        checked_count(shape)?;
        let mut strides = vec![0; shape.len()];
        let mut step = 1;
        for (stride, extent) in strides.iter_mut().zip(shape).rev() {
            *stride = step;
            step *= *extent as isize;
        }
        Ok(View { shape: shape.to_vec(), strides, offset: 0 })
    }

    /// Returns a view with these strides. If the shape has no elements, strides
    /// and offset have no meaning, and the view is a contiguous one. Refuses
    /// views that begin before their buffer.
    pub fn strided(
        shape: &[usize],
        strides: &[isize],
        offset: isize,
    ) -> Result<Self> {
        if shape.len() != strides.len() {
            return Err(Status::invalid(format!(
                "{} strides for rank {}",
                strides.len(),
                shape.len()
            )));
        }
        if checked_count(shape)? == 0 {
            return View::contiguous(shape);
        }
        let mut low = offset;
        let mut high = offset;
        for (&extent, &stride) in shape.iter().zip(strides) {
            let reach = (extent as isize - 1).checked_mul(stride);
            let end = if stride < 0 { &mut low } else { &mut high };
            *end = reach.and_then(|reach| end.checked_add(reach)).ok_or_else(
                || {
                    Status::invalid(format!(
                        "strides {strides:?} leave the address space"
                    ))
                },
            )?;
        }
        if low < 0 {
            return Err(Status::invalid(format!(
                "strides {strides:?} and offset {offset} lead to element {low}"
            )));
        }
        Ok(View {
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            offset: offset as usize,
        })
    }

    pub fn shape(&self) -> &[usize] {
        &self.shape
    }
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }
    pub fn offset(&self) -> usize {
        self.offset
    }
    pub fn rank(&self) -> usize {
        self.shape.len()
    }
    /// Returns how many elements the view shows.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns whether the elements are in row-major order without gaps. Axes of
    /// extent 1 may have any stride.
    pub fn is_contiguous(&self) -> bool {
        let mut step = 1;
        self.count() == 0
            || self.shape.iter().zip(&self.strides).rev().all(
                |(&extent, &stride)| {
                    let fits = extent == 1 || stride == step;
                    step *= extent as isize;
                    fits
                },
            )
    }

    // The first and the last place that the view shows, or nothing.
    pub(crate) fn bounds(&self) -> Option<(usize, usize)> {
        if self.count() == 0 {
            return None;
        }
        let (mut low, mut high) = (self.offset as isize, self.offset as isize);
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            let reach = (extent as isize - 1) * stride;
            *(if reach < 0 { &mut low } else { &mut high }) += reach;
        }
        Some((low as usize, high as usize))
    }

    /// Returns the place in the buffer of the element at an index. Panics if the
    /// index is not in the shape.
    #[track_caller]
    pub fn place(&self, index: &[usize]) -> usize {
        assert_eq!(
            index.len(),
            self.rank(),
            "index {index:?} of a tensor of rank {}",
            self.rank()
        );
        let mut place = self.offset as isize;
        for (axis, &at) in index.iter().enumerate() {
            assert!(
                at < self.shape[axis],
                "index {at} is out of range for extent {} of axis {axis}",
                self.shape[axis]
            );
            place += at as isize * self.strides[axis];
        }
        place as usize
    }

    /// Lists the places of all elements in row-major order.
    pub fn places(&self) -> Places<'_> {
        Places {
            view: self,
            index: vec![0; self.rank()],
            place: self.offset as isize,
            left: self.count(),
        }
    }

    /// Repeats axes of extent 1, or a single element, without copying.
    pub fn expand(&self, shape: &[usize]) -> Result<Self> {
        checked_count(shape)?;
        if self.rank() == 0 {
            return View::strided(
                shape,
                &vec![0; shape.len()],
                self.offset as isize,
            );
        }
        let mut strides = self.strides.clone();
        let fits = shape.len() == self.rank()
            && (0..self.rank()).all(|axis| {
                if shape[axis] != self.shape[axis] {
                    strides[axis] = 0;
                }
                shape[axis] == self.shape[axis] || self.shape[axis] == 1
            });
        if !fits {
            return Err(Status::invalid(format!(
                "{:?} cannot be expanded to {shape:?}",
                self.shape
            )));
        }
        View::strided(shape, &strides, self.offset as isize)
    }

    /// Orders the axes anew: axis i of the result is axis `axes[i]`.
    pub fn permute(&self, axes: &[usize]) -> Result<Self> {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..self.rank()) {
            return Err(Status::invalid(format!(
                "{axes:?} is not a permutation of {} axes",
                self.rank()
            )));
        }
        let shape: Vec<_> = axes.iter().map(|&axis| self.shape[axis]).collect();
        let strides: Vec<_> =
            axes.iter().map(|&axis| self.strides[axis]).collect();
        View::strided(&shape, &strides, self.offset as isize)
    }

    /// Keeps the range [start, stop) of each axis. No range may be empty.
    pub fn shrink(&self, ranges: &[(i64, i64)]) -> Result<Self> {
        let mut shape = Vec::new();
        let mut offset = self.offset as isize;
        let fits = ranges.len() == self.rank()
            && ranges.iter().enumerate().all(|(axis, &(start, stop))| {
                shape.push((stop.saturating_sub(start)) as usize);
                offset += start as isize * self.strides[axis];
                0 <= start && start < stop && stop <= self.shape[axis] as i64
            });
        if !fits {
            return Err(Status::invalid(format!(
                "the ranges {ranges:?} do not fit into {:?}",
                self.shape
            )));
        }
        View::strided(&shape, &self.strides, offset)
    }

    /// Reverses the axes that are true.
    pub fn flip(&self, axes: &[bool]) -> Result<Self> {
        if axes.len() != self.rank() {
            return Err(Status::invalid(format!(
                "{} flags for rank {}",
                axes.len(),
                self.rank()
            )));
        }
        if self.count() == 0 {
            return Ok(self.clone());
        }
        let mut strides = self.strides.clone();
        let mut offset = self.offset as isize;
        for axis in (0..self.rank()).filter(|&axis| axes[axis]) {
            offset += (self.shape[axis] as isize - 1) * strides[axis];
            strides[axis] = -strides[axis];
        }
        View::strided(&self.shape, &strides, offset)
    }

    /// Shows the same elements in another shape. Answers `unsupported` with the
    /// kind `view` if no strides express it.
    pub fn reshape(&self, shape: &[usize]) -> Result<Self> {
        if shape == self.shape {
            return Ok(self.clone());
        }
        let count = checked_count(shape)?;
        if count != self.count() {
            return Err(Status::invalid(format!(
                "{:?} has {} elements where {shape:?} has {count}",
                self.shape,
                self.count()
            )));
        }
        if count == 0 {
            return View::contiguous(shape);
        }
        // Merges neighbours whose outer stride is the inner one times the inner
        // extent: (extent, stride).
        let mut runs: Vec<(usize, isize)> = Vec::new();
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            match runs.last_mut() {
                _ if extent == 1 => {}
                Some(run) if run.1 == stride * extent as isize => {
                    *run = (run.0 * extent, stride)
                }
                _ => runs.push((extent, stride)),
            }
        }
        // The extents of the result must divide the runs, from the last axis on.
        let mut strides = vec![0; shape.len()];
        let (mut left, mut step) = (1, 1);
        for (stride, &extent) in strides.iter_mut().zip(shape).rev() {
            if extent > 1 && left == 1 {
                (left, step) =
                    runs.pop().expect("equal counts have enough runs");
            }
            if left % extent != 0 {
                return Err(Status::unsupported(
                    Unsupported::View,
                    format!("no strides show {:?} as {shape:?}", self.shape),
                ));
            }
            *stride = step;
            step *= extent as isize;
            left /= extent;
        }
        View::strided(shape, &strides, self.offset as isize)
    }
}

/// The places of a view's elements, in row-major order.
pub struct Places<'a> {
    view: &'a View,
    index: Vec<usize>,
    place: isize,
    left: usize,
}

impl Iterator for Places<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let found = self.place as usize;
        for axis in (0..self.index.len()).rev() {
            self.place += self.view.strides[axis];
            self.index[axis] += 1;
            if self.index[axis] < self.view.shape[axis] {
                break;
            }
            self.place -= self.view.strides[axis] * self.index[axis] as isize;
            self.index[axis] = 0;
        }
        Some(found)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl ExactSizeIterator for Places<'_> {}

/// Calls `f` with each index of a shape in row-major order.
pub fn for_each_index(shape: &[usize], mut f: impl FnMut(&[usize])) {
    let mut index = vec![0; shape.len()];
    for _ in 0..shape.iter().product() {
        f(&index);
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            if index[axis] < shape[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
}

// Returns the number of elements, or refuses the shape.
fn checked_count(shape: &[usize]) -> Result<usize> {
    let product = || {
        shape
            .iter()
            .try_fold(1usize, |count, &extent| count.checked_mul(extent))
    };
    let count = if shape.contains(&0) { Some(0) } else { product() };
    match count {
        Some(count) if count <= LARGEST_COUNT && shape.len() <= MAX_RANK => {
            Ok(count)
        }
        _ => Err(Status::invalid(format!(
            "{shape:?} is not a shape that a tensor can have"
        ))),
    }
}
