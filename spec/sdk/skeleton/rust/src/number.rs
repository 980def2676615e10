//! Defines what the ops need to know of numbers.
use assay_backend::Element;
use std::cmp::Ordering;

pub trait Number: Element + PartialOrd {
    /// The number that no number is below.
    const LOWEST: Self;
    /// Sums and negations of integers wrap.
    fn plus(self, other: Self) -> Self;
    fn negated(self) -> Self;

    fn is_nan(self) -> bool {
        self.partial_cmp(&self).is_none()
    }

    /// Compares numbers for a sort. NaN comes last in both directions.
    fn compared(self, other: Self, descending: bool) -> Ordering {
        match self.partial_cmp(&other) {
            Some(order) if descending => order.reverse(),
            Some(order) => order,
            None => self.is_nan().cmp(&other.is_nan()),
        }
    }
}

macro_rules! integers {
    ($($type:ty),*) => { $(
        impl Number for $type {
            const LOWEST: Self = <$type>::MIN;
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn negated(self) -> Self {
                self.wrapping_neg()
            }
        }
    )* };
}
integers!(i8, i16, i32, i64, u8, u16, u32, u64);

macro_rules! floats {
    ($($type:ty),*) => { $(
        impl Number for $type {
            const LOWEST: Self = <$type>::NEG_INFINITY;
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn negated(self) -> Self {
                -self
            }
        }
    )* };
}
floats!(f32, f64);
