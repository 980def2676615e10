//! Has the functions of the trait `Backend`, one for each op.
//! Written by scripts/generate_rust.py.

use crate::generated::numbers::*;
use crate::call::Call;
use crate::{Backend, Result, Tensor};

/// The functions of the trait. Those without a default of the crate
/// answer `unsupported`.
macro_rules! op_functions {
    () => {
        #[doc = "out[i] = a[i] + b[i]"]
        fn add<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("add"))
        }
        #[doc = "out[i] = a[i] - b[i]"]
        fn sub<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("sub"))
        }
        #[doc = "out[i] = a[i] · b[i]"]
        fn mul<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("mul"))
        }
        #[doc = "out[i] = a[i] / b[i]"]
        fn div<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("div"))
        }
        #[doc = "out[i] = a[i] - trunc(a[i] / b[i]) · b[i]"]
        fn r#mod<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("mod"))
        }
        #[doc = "out[i] = a[i] ^ b[i]"]
        fn pow<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("pow"))
        }
        #[doc = "out[i] = the larger of a[i] and b[i]"]
        fn max<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("max"))
        }
        #[doc = "out[i] = the smaller of a[i] and b[i]"]
        fn min<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("min"))
        }
        #[doc = "out[i] = -x[i]"]
        fn neg<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("neg"))
        }
        #[doc = "out[i] = 1 / x[i]"]
        fn recip<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("recip"))
        }
        #[doc = "out[i] = |x[i]|"]
        fn abs<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("abs"))
        }
        #[doc = "out[i] = -1, 0 or 1"]
        fn sign<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("sign"))
        }
        #[doc = "out[i] = (a[i] = b[i])"]
        fn cmpeq<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("cmpeq"))
        }
        #[doc = "out[i] = (a[i] ≠ b[i])"]
        fn cmpne<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("cmpne"))
        }
        #[doc = "out[i] = (a[i] < b[i])"]
        fn cmplt<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("cmplt"))
        }
        #[doc = "out[i] = (a[i] <= b[i])"]
        fn cmple<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("cmple"))
        }
        #[doc = "out[i] = a[i] xor b[i]"]
        fn xor<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("xor"))
        }
        #[doc = "out[i] = a[i] or b[i]"]
        fn or<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("or"))
        }
        #[doc = "out[i] = a[i] and b[i]"]
        fn and<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("and"))
        }
        #[doc = "out[i] = if_true[i] if condition[i], else if_false[i]"]
        fn r#where<'a>(&mut self, out: TensorMut<'a>, condition: Tensor<'a>, if_true: Tensor<'a>, if_false: Tensor<'a>) -> Result<()> {
            let _ = (out, condition, if_true, if_false);
            Err(crate::op::missing("where"))
        }
        #[doc = "out[i] = the integer next to x[i] toward zero"]
        fn trunc<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("trunc"))
        }
        #[doc = "out[i] = the smallest integer not below x[i]"]
        fn ceil<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("ceil"))
        }
        #[doc = "out[i] = the largest integer not above x[i]"]
        fn floor<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("floor"))
        }
        #[doc = "out[i] = the nearest integer, halves away from zero"]
        fn round<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("round"))
        }
        #[doc = "out[i] = √x[i]"]
        fn sqrt<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("sqrt"))
        }
        #[doc = "out[i] = e^x[i]"]
        fn exp<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("exp"))
        }
        #[doc = "out[i] = ln x[i]"]
        fn log<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("log"))
        }
        #[doc = "out[i] = sin x[i]"]
        fn sin<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("sin"))
        }
        #[doc = "out[i] = cos x[i]"]
        fn cos<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("cos"))
        }
        #[doc = "out[i] = tan x[i]"]
        fn tan<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("tan"))
        }
        #[doc = "out[i] = arcsin x[i]"]
        fn asin<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("asin"))
        }
        #[doc = "out[i] = arccos x[i]"]
        fn acos<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("acos"))
        }
        #[doc = "out[i] = arctan x[i]"]
        fn atan<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("atan"))
        }
        #[doc = "out[i] = sinh x[i]"]
        fn sinh<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("sinh"))
        }
        #[doc = "out[i] = cosh x[i]"]
        fn cosh<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("cosh"))
        }
        #[doc = "out[i] = tanh x[i]"]
        fn tanh<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("tanh"))
        }
        #[doc = "out[i] = 2/√π · the integral of e^(-t²) from 0 to x[i]"]
        fn erf<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("erf"))
        }
        #[doc = "out[i] = the angle of the point (x = b[i], y = a[i])"]
        fn atan2<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("atan2"))
        }
        #[doc = "out[i] = re x[i] - im x[i]·i"]
        fn conj<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("conj"))
        }
        #[doc = "out[i] = √(re x[i]² + im x[i]²)"]
        fn abs_real<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("abs_real"))
        }
        #[doc = "out[i] = 1 / √x[i]"]
        fn rsqrt<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("rsqrt"))
        }
        #[doc = "out[i] = e^x[i] - 1"]
        fn expm1<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("expm1"))
        }
        #[doc = "out[i] = (a[i] > b[i])"]
        fn cmpgt<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("cmpgt"))
        }
        #[doc = "out[i] = (a[i] >= b[i])"]
        fn cmpge<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("cmpge"))
        }
        #[doc = "out[i] = min(max(x[i], lower[i]), upper[i])"]
        fn clamp_general<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, lower: Tensor<'a>, upper: Tensor<'a>) -> Result<()> {
            let _ = (out, x, lower, upper);
            Err(crate::op::missing("clamp_general"))
        }
        #[doc = "out[i] = on_true[i] if pred[i], else on_false[i]"]
        fn select_general<'a>(&mut self, out: TensorMut<'a>, pred: Tensor<'a>, on_true: Tensor<'a>, on_false: Tensor<'a>) -> Result<()> {
            let _ = (out, pred, on_true, on_false);
            Err(crate::op::missing("select_general"))
        }
        #[doc = "out[j] = Σ x[i] over the reduced axes"]
        fn reduce_sum<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("reduce_sum"))
        }
        #[doc = "out[j] = Π x[i] over the reduced axes"]
        fn reduce_prod<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("reduce_prod"))
        }
        #[doc = "out[j] = the largest x[i] over the reduced axes"]
        fn reduce_max<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("reduce_max"))
        }
        #[doc = "out[j] = the smallest x[i] over the reduced axes"]
        fn reduce_min<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("reduce_min"))
        }
        #[doc = "out[j] = the index of the largest x[i] along axis (int32)"]
        fn argmax<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize, keepdims: bool) -> Result<()> {
            let _ = (out, x, axis, keepdims);
            Err(crate::op::missing("argmax"))
        }
        #[doc = "out[j] = the index of the smallest x[i] along axis (int32)"]
        fn argmin<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize, keepdims: bool) -> Result<()> {
            let _ = (out, x, axis, keepdims);
            Err(crate::op::missing("argmin"))
        }
        #[doc = "out[…, k, …] = x[…, 0, …] ∘ … ∘ x[…, k, …] along axis"]
        fn associative_scan<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize, op: Scan) -> Result<()> {
            let _ = (out, x, axis, op);
            Err(crate::op::missing("associative_scan"))
        }
        #[doc = "out[…, k, …] = the k-th of x along axis, in order"]
        fn sort<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize, descending: bool) -> Result<()> {
            let _ = (out, x, axis, descending);
            Err(crate::op::missing("sort"))
        }
        #[doc = "out[…, k, …] = the index of the k-th of x along axis (int32)"]
        fn argsort<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize, descending: bool) -> Result<()> {
            let _ = (out, x, axis, descending);
            Err(crate::op::missing("argsort"))
        }
        #[doc = "y[i] = x[i with 0 where x has extent 1]"]
        fn expand<'a>(&mut self, x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
            crate::movement::expand(x, shape)
        }
        #[doc = "y lists the elements of x in row-major order"]
        fn reshape<'a>(&mut self, x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
            crate::movement::reshape(x, shape)
        }
        #[doc = "y[i] = x[i reordered]; axis k of y is axis axes[k] of x"]
        fn permute<'a>(&mut self, x: Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
            crate::movement::permute(x, axes)
        }
        #[doc = "y[i] = x[i + start]"]
        fn shrink<'a>(&mut self, x: Tensor<'a>, ranges: &[(i64, i64)]) -> Result<Tensor<'a>> {
            crate::movement::shrink(x, ranges)
        }
        #[doc = "y[i] = x[extent - 1 - i on the flipped axes]"]
        fn flip<'a>(&mut self, x: Tensor<'a>, axes: &[bool]) -> Result<Tensor<'a>> {
            crate::movement::flip(x, axes)
        }
        #[doc = "y[i] = x[i - before] inside, the fill value outside"]
        fn pad<'a>(&mut self, x: Tensor<'a>, padding: &[(i64, i64)], value: Scalar) -> Result<Tensor<'a>> {
            let _ = (x, padding, value);
            Err(crate::op::missing("pad"))
        }
        #[doc = "out = the members one after the other along axis"]
        fn cat<'a>(&mut self, out: TensorMut<'a>, members: &[Tensor<'a>], axis: usize) -> Result<()> {
            let _ = (out, members, axis);
            Err(crate::op::missing("cat"))
        }
        #[doc = "y[i] = x[j], where j[d] is 0 if x has extent 1 on axis d, else i[broadcast_dims[d]]"]
        fn broadcast_in_dim<'a>(&mut self, x: Tensor<'a>, shape: &[i64], broadcast_dims: &[i64]) -> Result<Tensor<'a>> {
            let _ = (x, shape, broadcast_dims);
            Err(crate::op::missing("broadcast_in_dim"))
        }
        #[doc = "y[i] = x[starts + i·strides]; the extents are (limits - starts) / strides, rounded up"]
        fn slice_general<'a>(&mut self, x: Tensor<'a>, starts: &[i64], limits: &[i64], strides: &[i64]) -> Result<Tensor<'a>> {
            let _ = (x, starts, limits, strides);
            Err(crate::op::missing("slice_general"))
        }
        #[doc = "y[edge_low + j·(interior + 1)] = x[j] where y has that place, and value at every other place; an extent n becomes edge_low + n + max(n - 1, 0)·interior + edge_high"]
        fn pad_general<'a>(&mut self, x: Tensor<'a>, edge_low: &[i64], edge_high: &[i64], interior: &[i64], value: Scalar) -> Result<Tensor<'a>> {
            let _ = (x, edge_low, edge_high, interior, value);
            Err(crate::op::missing("pad_general"))
        }
        #[doc = "y[…, i, …] = x[…, i, …, i, …]: axis_b goes, and axis_a runs along the diagonal"]
        fn extract_diagonal<'a>(&mut self, x: Tensor<'a>, axis_a: i64, axis_b: i64) -> Result<Tensor<'a>> {
            let _ = (x, axis_a, axis_b);
            Err(crate::op::missing("extract_diagonal"))
        }
        #[doc = "y has a new axis at axis_b, as long as axis_a of x; y is the element of x where the index there equals that of axis_a, and 0 elsewhere"]
        fn embed_diagonal<'a>(&mut self, x: Tensor<'a>, axis_a: i64, axis_b: i64) -> Result<Tensor<'a>> {
            let _ = (x, axis_a, axis_b);
            Err(crate::op::missing("embed_diagonal"))
        }
        #[doc = "y[…, i, j] = x[…, i, j] where j - i <= k, else 0"]
        fn tril<'a>(&mut self, x: Tensor<'a>, k: i64) -> Result<Tensor<'a>> {
            let _ = (x, k);
            Err(crate::op::missing("tril"))
        }
        #[doc = "y[…, i, j] = x[…, i, j] where j - i >= k, else 0"]
        fn triu<'a>(&mut self, x: Tensor<'a>, k: i64) -> Result<Tensor<'a>> {
            let _ = (x, k);
            Err(crate::op::missing("triu"))
        }
        #[doc = "out[i] = x[i] in the dtype of out"]
        fn cast<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("cast"))
        }
        #[doc = "out[i] = x[i] in the dtype of out, if it has every value"]
        fn convert<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("convert"))
        }
        #[doc = "y[i] = value"]
        fn full<'a>(&mut self, dtype: DType, shape: &[i64], value: Scalar) -> Result<Tensor<'a>> {
            crate::movement::full(dtype, shape, value)
        }
        #[doc = "y[i] = x[i], C-contiguous"]
        fn contiguous<'a>(&mut self, x: Tensor<'a>) -> Result<Tensor<'a>> {
            crate::movement::contiguous(x)
        }
        #[doc = "y[i] = x[i], in memory of its own"]
        fn copy<'a>(&mut self, x: Tensor<'a>) -> Result<Tensor<'a>> {
            crate::movement::copy(x)
        }
        #[doc = "out[i] = x[i]"]
        fn assign<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            crate::movement::assign(out, x)
        }
        #[doc = "out[…, :] = Threefry-2x32 (20 rounds) of the pair counter[…, :] under the key key[…, :]"]
        fn threefry<'a>(&mut self, out: TensorMut<'a>, key: Tensor<'a>, counter: Tensor<'a>) -> Result<()> {
            let _ = (out, key, counter);
            Err(crate::op::missing("threefry"))
        }
        #[doc = "out[…, i, …] = data[…, indices[…, i, …], …] along axis"]
        fn gather<'a>(&mut self, out: TensorMut<'a>, data: Tensor<'a>, indices: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (out, data, indices, axis);
            Err(crate::op::missing("gather"))
        }
        #[doc = "y = template; y[…, indices[…, i, …], …] ← or += updates[…, i, …] along axis, in row-major order"]
        fn scatter<'a>(&mut self, template: Tensor<'a>, indices: Tensor<'a>, updates: Tensor<'a>, axis: usize, mode: ScatterMode, unique_indices: bool) -> Result<Tensor<'a>> {
            let _ = (template, indices, updates, axis, mode, unique_indices);
            Err(crate::op::missing("scatter"))
        }
        #[doc = "y[i] = x[s + i], with s_d = starts[d] clamped to [0, extent_d - slice_sizes_d]"]
        fn dynamic_slice<'a>(&mut self, x: Tensor<'a>, starts: Tensor<'a>, slice_sizes: &[i64]) -> Result<Tensor<'a>> {
            let _ = (x, starts, slice_sizes);
            Err(crate::op::missing("dynamic_slice"))
        }
        #[doc = "y = x; y[s + i] = update[i], with s_d = starts[d] clamped to [0, extent_d - extent of update]"]
        fn dynamic_update_slice<'a>(&mut self, x: Tensor<'a>, update: Tensor<'a>, starts: Tensor<'a>) -> Result<Tensor<'a>> {
            let _ = (x, update, starts);
            Err(crate::op::missing("dynamic_update_slice"))
        }
        #[doc = "y[b and o] = x[start(b) + batch(b) + window(o)], with b the axes of y that are not offset_dims and o those that are; start(b)[start_index_map[k]] = component k of the index vector at b, clamped to [0, extent - slice size]"]
        fn gather_general<'a>(&mut self, x: Tensor<'a>, start_indices: Tensor<'a>, offset_dims: &[i64], collapsed_slice_dims: &[i64], start_index_map: &[i64], index_vector_dim: i64, slice_sizes: &[i64], operand_batching_dims: &[i64], start_indices_batching_dims: &[i64], indices_are_sorted: bool) -> Result<Tensor<'a>> {
            let _ = (x, start_indices, offset_dims, collapsed_slice_dims, start_index_map, index_vector_dim, slice_sizes, operand_batching_dims, start_indices_batching_dims, indices_are_sorted);
            Err(crate::op::missing("gather_general"))
        }
        #[doc = "y = x; y[start(b) + batch(b) + window(o)] ← mode(itself, updates[b and o]), with b the axes of updates that are not update_window_dims and o those that are; start(b)[scatter_dims_to_operand_dims[k]] = component k of the index vector at b"]
        fn scatter_general<'a>(&mut self, x: Tensor<'a>, indices: Tensor<'a>, updates: Tensor<'a>, mode: ScatterMode, update_window_dims: &[i64], inserted_window_dims: &[i64], scatter_dims_to_operand_dims: &[i64], index_vector_dim: i64, operand_batching_dims: &[i64], start_indices_batching_dims: &[i64], indices_are_sorted: bool, unique_indices: bool) -> Result<Tensor<'a>> {
            let _ = (x, indices, updates, mode, update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims, index_vector_dim, operand_batching_dims, start_indices_batching_dims, indices_are_sorted, unique_indices);
            Err(crate::op::missing("scatter_general"))
        }
        #[doc = "y[…, k, l] = x[…, stride·l + dilation·k - before] per spatial axis, 0 in the padding; k over the kernel, l over the windows"]
        fn unfold<'a>(&mut self, x: Tensor<'a>, padding: &[(i64, i64)], kernel_size: &[i64], stride: &[i64], dilation: &[i64]) -> Result<Tensor<'a>> {
            let _ = (x, padding, kernel_size, stride, dilation);
            Err(crate::op::missing("unfold"))
        }
        #[doc = "y[…, p] = Σ x[…, k, l] over stride·l + dilation·k - before = p"]
        fn fold<'a>(&mut self, x: Tensor<'a>, padding: &[(i64, i64)], kernel_size: &[i64], stride: &[i64], dilation: &[i64], output_size: &[i64]) -> Result<Tensor<'a>> {
            let _ = (x, padding, kernel_size, stride, dilation, output_size);
            Err(crate::op::missing("fold"))
        }
        #[doc = "out[…, i, j] = Σ_k a[…, i, k] · b[…, k, j]"]
        fn matmul<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("matmul"))
        }
        #[doc = "y[batch, i, j] = Σ_k lhs[batch, i, k] · rhs[batch, k, j]"]
        fn dot_general<'a>(&mut self, lhs: Tensor<'a>, rhs: Tensor<'a>, lhs_contracting: &[i64], rhs_contracting: &[i64], lhs_batch: &[i64], rhs_batch: &[i64]) -> Result<Tensor<'a>> {
            let _ = (lhs, rhs, lhs_contracting, rhs_contracting, lhs_batch, rhs_batch);
            Err(crate::op::missing("dot_general"))
        }
        #[doc = "out ← alpha · dot_general(lhs, rhs) + beta · out"]
        fn dot_general_update<'a>(&mut self, out: TensorMut<'a>, lhs: Tensor<'a>, rhs: Tensor<'a>, lhs_contracting: &[i64], rhs_contracting: &[i64], lhs_batch: &[i64], rhs_batch: &[i64], lhs_conj: bool, rhs_conj: bool, alpha: Scalar, beta: Scalar) -> Result<()> {
            let _ = (out, lhs, rhs, lhs_contracting, rhs_contracting, lhs_batch, rhs_batch, lhs_conj, rhs_conj, alpha, beta);
            Err(crate::op::missing("dot_general_update"))
        }
        #[doc = "y[labels] = Σ Π operands, over the labels y does not have"]
        fn einsum<'a>(&mut self, operands: &[Tensor<'a>], subscripts: &Subscripts) -> Result<Tensor<'a>> {
            let _ = (operands, subscripts);
            Err(crate::op::missing("einsum"))
        }
        #[doc = "y[k] = Σ_j x[j] · exp(-2πi · j·k / n), over each of axes"]
        fn fft<'a>(&mut self, x: Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
            let _ = (x, axes);
            Err(crate::op::missing("fft"))
        }
        #[doc = "y[k] = Σ_j x[j] · exp(+2πi · j·k / n), over each of axes"]
        fn ifft<'a>(&mut self, x: Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
            let _ = (x, axes);
            Err(crate::op::missing("ifft"))
        }
        #[doc = "the first n/2 + 1 entries of fft(x) along the last of axes"]
        fn rfft<'a>(&mut self, x: Tensor<'a>, axes: &[usize], dtype: DType) -> Result<Tensor<'a>> {
            let _ = (x, axes, dtype);
            Err(crate::op::missing("rfft"))
        }
        #[doc = "the real x whose spectrum is Hermitian with the half y along the last of axes: Σ over both halves, exp(+2πi · j·k / n)"]
        fn irfft<'a>(&mut self, x: Tensor<'a>, axes: &[usize], dtype: DType, s: Option<&[i64]>) -> Result<Tensor<'a>> {
            let _ = (x, axes, dtype, s);
            Err(crate::op::missing("irfft"))
        }
        #[doc = "A = L·Lᴴ, or A = Uᴴ·U"]
        fn cholesky<'a>(&mut self, a: Tensor<'a>, upper: bool) -> Result<Vec<Tensor<'a>>> {
            let _ = (a, upper);
            Err(crate::op::missing("cholesky"))
        }
        #[doc = "A = Q·R"]
        fn qr<'a>(&mut self, a: Tensor<'a>, reduced: bool) -> Result<Vec<Tensor<'a>>> {
            let _ = (a, reduced);
            Err(crate::op::missing("qr"))
        }
        #[doc = "A = U·diag(S)·Vᴴ"]
        fn svd<'a>(&mut self, a: Tensor<'a>, full_matrices: bool) -> Result<Vec<Tensor<'a>>> {
            let _ = (a, full_matrices);
            Err(crate::op::missing("svd"))
        }
        #[doc = "A·v = λ·v"]
        fn eig<'a>(&mut self, a: Tensor<'a>, vectors: bool) -> Result<Vec<Tensor<'a>>> {
            let _ = (a, vectors);
            Err(crate::op::missing("eig"))
        }
        #[doc = "A·V = V·diag(w)"]
        fn eigh<'a>(&mut self, a: Tensor<'a>, vectors: bool) -> Result<Vec<Tensor<'a>>> {
            let _ = (a, vectors);
            Err(crate::op::missing("eigh"))
        }
        #[doc = "op(A)·x = b, op(A) = A or its (conjugate) transpose"]
        fn triangular_solve<'a>(&mut self, a: Tensor<'a>, b: Tensor<'a>, upper: bool, transpose: bool, unit_diag: bool) -> Result<Tensor<'a>> {
            let _ = (a, b, upper, transpose, unit_diag);
            Err(crate::op::missing("triangular_solve"))
        }
        #[doc = "P·A = L·U"]
        fn lu<'a>(&mut self, a: Tensor<'a>) -> Result<Vec<Tensor<'a>>> {
            let _ = (a,);
            Err(crate::op::missing("lu"))
        }
        #[doc = "packed has L below its diagonal and U from it on, P·A = L·U"]
        fn lu_factor<'a>(&mut self, a: Tensor<'a>) -> Result<Vec<Tensor<'a>>> {
            let _ = (a,);
            Err(crate::op::missing("lu_factor"))
        }
        #[doc = "P·A·Qᵀ = L·U"]
        fn full_piv_lu<'a>(&mut self, a: Tensor<'a>) -> Result<Vec<Tensor<'a>>> {
            let _ = (a,);
            Err(crate::op::missing("full_piv_lu"))
        }
        #[doc = "op(A)·x = b, op(A) = A or Aᵀ"]
        fn full_piv_lu_solve<'a>(&mut self, a: Tensor<'a>, b: Tensor<'a>, transpose: bool) -> Result<Tensor<'a>> {
            let _ = (a, b, transpose);
            Err(crate::op::missing("full_piv_lu_solve"))
        }
        #[doc = "A·x = b"]
        fn solve<'a>(&mut self, a: Tensor<'a>, b: Tensor<'a>) -> Result<Tensor<'a>> {
            let _ = (a, b);
            Err(crate::op::missing("solve"))
        }
        #[doc = "op(A)·x = b or x·op(A) = b, op(A) = A, Aᵀ or Aᴴ"]
        fn triangular_solve_general<'a>(&mut self, a: Tensor<'a>, b: Tensor<'a>, left_side: bool, lower: bool, transpose_a: Transpose, unit_diag: bool) -> Result<Tensor<'a>> {
            let _ = (a, b, left_side, lower, transpose_a, unit_diag);
            Err(crate::op::missing("triangular_solve_general"))
        }
        #[doc = "out[…, j] = bias[j] + Σ_i x[…, i] · weight[i, j]"]
        fn linear<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, weight: Tensor<'a>, bias: Option<Tensor<'a>>) -> Result<()> {
            let _ = (out, x, weight, bias);
            Err(crate::op::missing("linear"))
        }
        #[doc = "gx[…, i] = Σ_j grad[…, j] · weight[i, j]"]
        fn linear_x_backward<'a>(&mut self, gx: TensorMut<'a>, weight: Tensor<'a>, grad: Tensor<'a>) -> Result<()> {
            let _ = (gx, weight, grad);
            Err(crate::op::missing("linear_x_backward"))
        }
        #[doc = "gw[i, j] = Σ x[…, i] · grad[…, j] over the leading axes"]
        fn linear_weight_backward<'a>(&mut self, gw: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>) -> Result<()> {
            let _ = (gw, x, grad);
            Err(crate::op::missing("linear_weight_backward"))
        }
        #[doc = "gb[c] = Σ grad[…, c, …] over all axes but axis"]
        fn bias_backward<'a>(&mut self, gb: TensorMut<'a>, grad: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (gb, grad, axis);
            Err(crate::op::missing("bias_backward"))
        }
        #[doc = "out[n, o, p] = bias[o] + Σ_c Σ_k weight[o, c, k] · x[n, g + c, stride·p + dilation·k - before], where g is the first channel of the group of o; places outside of x give no term"]
        fn conv<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, weight: Tensor<'a>, bias: Option<Tensor<'a>>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
            let _ = (out, x, weight, bias, padding, stride, dilation, groups);
            Err(crate::op::missing("conv"))
        }
        #[doc = "out[n, o, q] = bias[o] + Σ_c Σ_k weight[c, o - first, k] · x[n, c, i] over stride·i + dilation·k - before = q, where c runs over the group of o and first is the first output channel of that group"]
        fn conv_transpose<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, weight: Tensor<'a>, bias: Option<Tensor<'a>>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
            let _ = (out, x, weight, bias, padding, stride, dilation, groups, output_padding);
            Err(crate::op::missing("conv_transpose"))
        }
        #[doc = "gx[n, g + c, i] = Σ_o Σ_k weight[o, c, k] · grad[n, o, p] over stride·p + dilation·k - before = i, where o runs over the group of the channel and g is its first input channel"]
        fn conv_x_backward<'a>(&mut self, gx: TensorMut<'a>, x: Tensor<'a>, weight: Tensor<'a>, grad: Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
            let _ = (gx, x, weight, grad, padding, stride, dilation, groups);
            Err(crate::op::missing("conv_x_backward"))
        }
        #[doc = "gw[o, c, k] = Σ_n Σ_p grad[n, o, p] · x[n, g + c, stride·p + dilation·k - before], where g is the first channel of the group of o; places outside of x give no term"]
        fn conv_weight_backward<'a>(&mut self, gw: TensorMut<'a>, x: Tensor<'a>, weight: Tensor<'a>, grad: Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
            let _ = (gw, x, weight, grad, padding, stride, dilation, groups);
            Err(crate::op::missing("conv_weight_backward"))
        }
        #[doc = "gx[n, c, i] = Σ_o Σ_k weight[c, o, k] · grad[n, g + o, stride·i + dilation·k - before], where g is the first output channel of the group of c; places outside of grad give no term"]
        fn conv_transpose_x_backward<'a>(&mut self, gx: TensorMut<'a>, weight: Tensor<'a>, grad: Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
            let _ = (gx, weight, grad, padding, stride, dilation, groups, output_padding);
            Err(crate::op::missing("conv_transpose_x_backward"))
        }
        #[doc = "gw[c, o, k] = Σ_n Σ_i x[n, c, i] · grad[n, g + o, stride·i + dilation·k - before], where g is the first output channel of the group of c; places outside of grad give no term"]
        fn conv_transpose_weight_backward<'a>(&mut self, gw: TensorMut<'a>, x: Tensor<'a>, weight: Tensor<'a>, grad: Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
            let _ = (gw, x, weight, grad, padding, stride, dilation, groups, output_padding);
            Err(crate::op::missing("conv_transpose_weight_backward"))
        }
        #[doc = "y[n, c, p] = the largest x[n, c, stride·p + dilation·k - before] over the k of the kernel that are inside of x"]
        fn max_pool<'a>(&mut self, y: TensorMut<'a>, x: Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool) -> Result<()> {
            let _ = (y, x, kernel_size, stride, padding, dilation, ceil_mode);
            Err(crate::op::missing("max_pool"))
        }
        #[doc = "y as max_pool; indices[n, c, p] = the position of y[n, c, p] among the spatial positions of x[n, c], row-major"]
        fn max_pool_with_indices<'a>(&mut self, y: TensorMut<'a>, indices: TensorMut<'a>, x: Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool, index_dtype: DType) -> Result<()> {
            let _ = (y, indices, x, kernel_size, stride, padding, dilation, ceil_mode, index_dtype);
            Err(crate::op::missing("max_pool_with_indices"))
        }
        #[doc = "gx[n, c, i] = Σ grad[n, c, p] over the p whose indices[n, c, p] is the position i"]
        fn max_pool_backward<'a>(&mut self, gx: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>, indices: Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool) -> Result<()> {
            let _ = (gx, x, grad, indices, kernel_size, stride, padding, dilation, ceil_mode);
            Err(crate::op::missing("max_pool_backward"))
        }
        #[doc = "y[n, c, p] = Σ x[n, c, stride·p + k - before] over the k of the kernel that are inside of x, divided by D(p)"]
        fn avg_pool<'a>(&mut self, y: TensorMut<'a>, x: Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool, count_include_pad: bool) -> Result<()> {
            let _ = (y, x, kernel_size, stride, padding, ceil_mode, count_include_pad);
            Err(crate::op::missing("avg_pool"))
        }
        #[doc = "gx[n, c, i] = Σ grad[n, c, p]/D(p) over the windows p of avg_pool that hold i"]
        fn avg_pool_backward<'a>(&mut self, gx: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool, count_include_pad: bool) -> Result<()> {
            let _ = (gx, x, grad, kernel_size, stride, padding, ceil_mode, count_include_pad);
            Err(crate::op::missing("avg_pool_backward"))
        }
        #[doc = "y[n, c, p] = the mean of x[n, c, i] over ⌊p·in/out⌋ <= i < ⌈(p + 1)·in/out⌉ on each spatial axis"]
        fn adaptive_avg_pool<'a>(&mut self, y: TensorMut<'a>, x: Tensor<'a>, output_size: &[i64]) -> Result<()> {
            let _ = (y, x, output_size);
            Err(crate::op::missing("adaptive_avg_pool"))
        }
        #[doc = "gx[n, c, i] = Σ grad[n, c, p] / the count of bin p, over the bins of adaptive_avg_pool that hold i"]
        fn adaptive_avg_pool_backward<'a>(&mut self, gx: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>, output_size: &[i64]) -> Result<()> {
            let _ = (gx, x, grad, output_size);
            Err(crate::op::missing("adaptive_avg_pool_backward"))
        }
        #[doc = "y[n, c, p, q] = Σ_ij v(p, i) · w(q, j) · x[n, c, i, j] over the taps i of p and j of q"]
        fn interpolate<'a>(&mut self, y: TensorMut<'a>, x: Tensor<'a>, interpolation: Interpolation, output_size: &[i64], align_corners: bool) -> Result<()> {
            let _ = (y, x, interpolation, output_size, align_corners);
            Err(crate::op::missing("interpolate"))
        }
        #[doc = "gx[n, c, i, j] = Σ_pq v(p, i) · w(q, j) · grad[n, c, p, q], with the weights of interpolate"]
        fn interpolate_backward<'a>(&mut self, gx: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>, interpolation: Interpolation, output_size: &[i64], align_corners: bool) -> Result<()> {
            let _ = (gx, x, grad, interpolation, output_size, align_corners);
            Err(crate::op::missing("interpolate_backward"))
        }
        #[doc = "y[n, c, p, q] = x[n, c] at the position that grid[n, p, q] names"]
        fn grid_sample_2d<'a>(&mut self, y: TensorMut<'a>, x: Tensor<'a>, grid: Tensor<'a>, interpolation: Interpolation, padding_mode: PaddingMode, align_corners: bool) -> Result<()> {
            let _ = (y, x, grid, interpolation, padding_mode, align_corners);
            Err(crate::op::missing("grid_sample_2d"))
        }
        #[doc = "out[b, h, i] = Σ_j p[j] · value[b, h, j], where p is the softmax of s[j] = cap(scale · Σ_c query[b, h, i, c] · key[b, h, j, c]) + bias[b, h, i, j] over the keys j that are not hidden, and cap(x) = softcap · tanh(x / softcap) if softcap is given, else x"]
        fn attention<'a>(&mut self, out: TensorMut<'a>, query: Tensor<'a>, key: Tensor<'a>, value: Tensor<'a>, mask: Option<Tensor<'a>>, bias: Option<Tensor<'a>>, scale: Option<Scalar>, softcap: Option<Scalar>, causal: bool) -> Result<()> {
            let _ = (out, query, key, value, mask, bias, scale, softcap, causal);
            Err(crate::op::missing("attention"))
        }
        #[doc = "out[i] = x[i] if x[i] > 0, else 0"]
        fn relu<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("relu"))
        }
        #[doc = "out[i] = 0 if output[i] ≤ 0, else grad[i]"]
        fn relu_backward<'a>(&mut self, out: TensorMut<'a>, output: Tensor<'a>, grad: Tensor<'a>) -> Result<()> {
            let _ = (out, output, grad);
            Err(crate::op::missing("relu_backward"))
        }
        #[doc = "out[i] = x[i] if x[i] ≥ 0, else negative_slope · x[i]"]
        fn leaky_relu<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, negative_slope: Scalar) -> Result<()> {
            let _ = (out, x, negative_slope);
            Err(crate::op::missing("leaky_relu"))
        }
        #[doc = "out[i] = x[i] if x[i] ≥ 0, else alpha[i] · x[i]"]
        fn prelu<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, alpha: Tensor<'a>) -> Result<()> {
            let _ = (out, x, alpha);
            Err(crate::op::missing("prelu"))
        }
        #[doc = "out[i] = x[i] · Φ(x[i]), where Φ is the distribution function of the normal distribution"]
        fn gelu<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("gelu"))
        }
        #[doc = "out[i] = grad[i] · (Φ(x[i]) + x[i] · φ(x[i])), where φ is the density of the normal distribution"]
        fn gelu_backward<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>) -> Result<()> {
            let _ = (out, x, grad);
            Err(crate::op::missing("gelu_backward"))
        }
        #[doc = "out[i] = 1 / (1 + e^(-x[i]))"]
        fn sigmoid<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("sigmoid"))
        }
        #[doc = "out[i] = grad[i] · output[i] · (1 - output[i])"]
        fn sigmoid_backward<'a>(&mut self, out: TensorMut<'a>, output: Tensor<'a>, grad: Tensor<'a>) -> Result<()> {
            let _ = (out, output, grad);
            Err(crate::op::missing("sigmoid_backward"))
        }
        #[doc = "out[i] = min(max(alpha · x[i] + beta, 0), 1)"]
        fn hard_sigmoid<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, alpha: Scalar, beta: Scalar) -> Result<()> {
            let _ = (out, x, alpha, beta);
            Err(crate::op::missing("hard_sigmoid"))
        }
        #[doc = "out[i] = -ln(1 + e^(-x[i]))"]
        fn log_sigmoid<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("log_sigmoid"))
        }
        #[doc = "out[i] = grad[i] / (1 + e^x[i])"]
        fn log_sigmoid_backward<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, grad: Tensor<'a>) -> Result<()> {
            let _ = (out, x, grad);
            Err(crate::op::missing("log_sigmoid_backward"))
        }
        #[doc = "out[i] = e^(x[i] - M) / Σ_j e^(x[j] - M) along the axis, M the largest element of the slice"]
        fn softmax<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (out, x, axis);
            Err(crate::op::missing("softmax"))
        }
        #[doc = "out[i] = e^(m - x[i]) / Σ_j e^(m - x[j]) along the axis, m the smallest element of the slice"]
        fn softmin<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (out, x, axis);
            Err(crate::op::missing("softmin"))
        }
        #[doc = "out[i] = x[i] - M - ln Σ_j e^(x[j] - M) along the axis, M the largest element of the slice"]
        fn log_softmax<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (out, x, axis);
            Err(crate::op::missing("log_softmax"))
        }
        #[doc = "out[…, i] = z · gamma[i] + beta[i], where z = (x[…, i] - μ) / √(v + epsilon), and μ and v are mean and variance over the last axis"]
        fn layer_norm<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, gamma: Tensor<'a>, beta: Option<Tensor<'a>>, epsilon: Scalar) -> Result<()> {
            let _ = (out, x, gamma, beta, epsilon);
            Err(crate::op::missing("layer_norm"))
        }
        #[doc = "out[n, c, …] = (x[n, c, …] - mean[c]) / √(variance[c] + epsilon) · gamma[c] + beta[c]"]
        fn batch_norm<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, gamma: Tensor<'a>, beta: Tensor<'a>, mean: Tensor<'a>, variance: Tensor<'a>, epsilon: Scalar) -> Result<()> {
            let _ = (out, x, gamma, beta, mean, variance, epsilon);
            Err(crate::op::missing("batch_norm"))
        }
        #[doc = "out[i] = ln(1 + x[i])"]
        fn log1p<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("log1p"))
        }
        #[doc = "out[i] = arsinh x[i]"]
        fn asinh<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("asinh"))
        }
        #[doc = "out[i] = arcosh x[i]"]
        fn acosh<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("acosh"))
        }
        #[doc = "out[i] = artanh x[i]"]
        fn atanh<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("atanh"))
        }
        #[doc = "out[i] = √(a[i]² + b[i]²)"]
        fn hypot<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>) -> Result<()> {
            let _ = (out, a, b);
            Err(crate::op::missing("hypot"))
        }
        #[doc = "out[i] = low if x[i] < low, high if x[i] > high, else x[i]"]
        fn clamp<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, low: Option<Scalar>, high: Option<Scalar>) -> Result<()> {
            let _ = (out, x, low, high);
            Err(crate::op::missing("clamp"))
        }
        #[doc = "out[i] = ~x[i], of bool: not x[i]"]
        fn bitwise_not<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("bitwise_not"))
        }
        #[doc = "out[i] = x[i] · 2^count[i] modulo 2^w"]
        fn shift_left<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, count: Tensor<'a>) -> Result<()> {
            let _ = (out, x, count);
            Err(crate::op::missing("shift_left"))
        }
        #[doc = "out[i] = ⌊x[i] / 2^count[i]⌋"]
        fn shift_right<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, count: Tensor<'a>) -> Result<()> {
            let _ = (out, x, count);
            Err(crate::op::missing("shift_right"))
        }
        #[doc = "out[i] = whether x[i] is NaN"]
        fn is_nan<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("is_nan"))
        }
        #[doc = "out[i] = whether x[i] is infinite"]
        fn is_inf<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>) -> Result<()> {
            let _ = (out, x);
            Err(crate::op::missing("is_inf"))
        }
        #[doc = "out[j] = (Σ x[i] over the reduced axes) / n, n their elements"]
        fn mean<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("mean"))
        }
        #[doc = "out[j] = whether some x[i] over the reduced axes is not 0"]
        fn any<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("any"))
        }
        #[doc = "out[j] = whether no x[i] over the reduced axes is 0"]
        fn all<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("all"))
        }
        #[doc = "out[j] = the largest |x[i]| over the reduced axes"]
        fn max_abs<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axes: &[usize], keepdims: bool) -> Result<()> {
            let _ = (out, x, axes, keepdims);
            Err(crate::op::missing("max_abs"))
        }
        #[doc = "out[k] = a[k + 1]·b[k + 2] - a[k + 2]·b[k + 1] along axis, places modulo 3"]
        fn cross<'a>(&mut self, out: TensorMut<'a>, a: Tensor<'a>, b: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (out, a, b, axis);
            Err(crate::op::missing("cross"))
        }
        #[doc = "values[j] = the largest x[i] along axis, indices[j] = its i"]
        fn max_with_index<'a>(&mut self, values: TensorMut<'a>, indices: TensorMut<'a>, x: Tensor<'a>, axis: usize, keepdims: bool, index_dtype: DType) -> Result<()> {
            let _ = (values, indices, x, axis, keepdims, index_dtype);
            Err(crate::op::missing("max_with_index"))
        }
        #[doc = "values[j] = the smallest x[i] along axis, indices[j] = its i"]
        fn min_with_index<'a>(&mut self, values: TensorMut<'a>, indices: TensorMut<'a>, x: Tensor<'a>, axis: usize, keepdims: bool, index_dtype: DType) -> Result<()> {
            let _ = (values, indices, x, axis, keepdims, index_dtype);
            Err(crate::op::missing("min_with_index"))
        }
        #[doc = "values[…, k, …] = the k-th of x along axis, in order; indices[…, k, …] = its index"]
        fn sort_with_indices<'a>(&mut self, values: TensorMut<'a>, indices: TensorMut<'a>, x: Tensor<'a>, axis: usize, descending: bool, index_dtype: DType) -> Result<()> {
            let _ = (values, indices, x, axis, descending, index_dtype);
            Err(crate::op::missing("sort_with_indices"))
        }
        #[doc = "values and indices: the first k of a descending sort of x along axis, equal elements by index"]
        fn topk<'a>(&mut self, values: TensorMut<'a>, indices: TensorMut<'a>, x: Tensor<'a>, axis: usize, index_dtype: DType, k: i64) -> Result<()> {
            let _ = (values, indices, x, axis, index_dtype, k);
            Err(crate::op::missing("topk"))
        }
        #[doc = "out[…, l, …] = x[…, indices[l], …] along axis"]
        fn select<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, indices: Tensor<'a>, axis: usize) -> Result<()> {
            let _ = (out, x, indices, axis);
            Err(crate::op::missing("select"))
        }
        #[doc = "out[i…, r…] = x[indices[i…, 0], …, indices[i…, k - 1], r…], where k is the last extent of indices"]
        fn gather_nd<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, indices: Tensor<'a>) -> Result<()> {
            let _ = (out, x, indices);
            Err(crate::op::missing("gather_nd"))
        }
        #[doc = "out[i…, d] = weights[indices[i…], d]"]
        fn embedding<'a>(&mut self, out: TensorMut<'a>, weights: Tensor<'a>, indices: Tensor<'a>) -> Result<()> {
            let _ = (out, weights, indices);
            Err(crate::op::missing("embedding"))
        }
        #[doc = "out = x; out[…, indices[l], …] ← update(out[…, indices[l], …], value[…, l, …]) along axis"]
        fn select_update<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, indices: Tensor<'a>, value: Tensor<'a>, axis: usize, update: Update) -> Result<()> {
            let _ = (out, x, indices, value, axis, update);
            Err(crate::op::missing("select_update"))
        }
        #[doc = "out = x; slice indices[i…] of out ← update(slice, values[i…]), with the slices of gather_nd"]
        fn scatter_nd<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, indices: Tensor<'a>, values: Tensor<'a>, update: Update) -> Result<()> {
            let _ = (out, x, indices, values, update);
            Err(crate::op::missing("scatter_nd"))
        }
        #[doc = "out = x; out[…, indices[…, i, …], …] ← update(out[…, indices[…, i, …], …], updates[…, i, …]) along axis"]
        fn scatter_reduce<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, indices: Tensor<'a>, updates: Tensor<'a>, axis: usize, update: Update) -> Result<()> {
            let _ = (out, x, indices, updates, axis, update);
            Err(crate::op::missing("scatter_reduce"))
        }
        #[doc = "gw[v, d] = Σ grad[i…, d] over the i… whose indices[i…] is v"]
        fn embedding_backward<'a>(&mut self, gw: TensorMut<'a>, weights: Tensor<'a>, grad: Tensor<'a>, indices: Tensor<'a>) -> Result<()> {
            let _ = (gw, weights, grad, indices);
            Err(crate::op::missing("embedding_backward"))
        }
        #[doc = "y[i] = x[start + step·i] where step > 0, x[stop - 1 + step·i] where step < 0, on each axis"]
        fn slice<'a>(&mut self, x: Tensor<'a>, ranges: &[(i64, i64)], steps: &[i64]) -> Result<Tensor<'a>> {
            let _ = (x, ranges, steps);
            Err(crate::op::missing("slice"))
        }
        #[doc = "out = x; out[start + step·i] ← value[i], as slice"]
        fn slice_assign<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, value: Tensor<'a>, ranges: &[(i64, i64)], steps: &[i64]) -> Result<()> {
            let _ = (out, x, value, ranges, steps);
            Err(crate::op::missing("slice_assign"))
        }
        #[doc = "y lists the x[i] whose mask[i] is true, in row-major order"]
        fn mask_select<'a>(&mut self, x: Tensor<'a>, mask: Tensor<'a>) -> Result<Tensor<'a>> {
            let _ = (x, mask);
            Err(crate::op::missing("mask_select"))
        }
        #[doc = "indices[k] = the index of the k-th true element of x, in row-major order"]
        fn argwhere<'a>(&mut self, x: Tensor<'a>, index_dtype: DType) -> Result<Tensor<'a>> {
            let _ = (x, index_dtype);
            Err(crate::op::missing("argwhere"))
        }
        #[doc = "out[…, i, …] = x[…, i mod n, …] along axis, of extent n"]
        fn repeat<'a>(&mut self, out: TensorMut<'a>, x: Tensor<'a>, axis: usize, times: i64) -> Result<()> {
            let _ = (out, x, axis, times);
            Err(crate::op::missing("repeat"))
        }
        #[doc = "y[…, w, …, e] = x[…, step·w + e, …]: windows in the place of axis, their elements on a new last axis"]
        fn unfold_view<'a>(&mut self, x: Tensor<'a>, axis: usize, size: i64, step: i64) -> Result<Tensor<'a>> {
            let _ = (x, axis, size, step);
            Err(crate::op::missing("unfold_view"))
        }
        #[doc = "out[i] = start + step·i, as long as it is less than stop"]
        fn arange<'a>(&mut self, out: TensorMut<'a>, dtype: DType, step: i64, start: i64, stop: i64) -> Result<()> {
            let _ = (out, dtype, step, start, stop);
            Err(crate::op::missing("arange"))
        }
        #[doc = "q[i] = x[i] / scale, rounded to the nearest integer and clamped to qmin … qmax; scale is that of the block of i"]
        fn quantize<'a>(&mut self, q: TensorMut<'a>, x: Tensor<'a>, scale: Tensor<'a>, qmin: i64, qmax: i64, block_size: &[i64]) -> Result<()> {
            let _ = (q, x, scale, qmin, qmax, block_size);
            Err(crate::op::missing("quantize"))
        }
        #[doc = "out[i] = scale · q[i]; scale is that of the block of i"]
        fn dequantize<'a>(&mut self, out: TensorMut<'a>, q: Tensor<'a>, scale: Tensor<'a>, dtype: DType, block_size: &[i64]) -> Result<()> {
            let _ = (out, q, scale, dtype, block_size);
            Err(crate::op::missing("dequantize"))
        }
        #[doc = "scale = the largest |x[i]| of the block, divided by (qmax - qmin)/2; q = quantize(x, scale)"]
        fn quantize_dynamic<'a>(&mut self, q: TensorMut<'a>, scale: TensorMut<'a>, x: Tensor<'a>, qmin: i64, qmax: i64, block_size: &[i64]) -> Result<()> {
            let _ = (q, scale, x, qmin, qmax, block_size);
            Err(crate::op::missing("quantize_dynamic"))
        }
    };
}
pub(crate) use op_functions;

// Calls the function of an op with the arguments of the call.
pub(crate) fn run<'a, B: Backend>(backend: &mut B, call: &Call<'a>) -> Result<Vec<Tensor<'a>>> {
    match call.op.id {
        1 => backend.add(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        2 => backend.sub(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        3 => backend.mul(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        4 => backend.div(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        5 => backend.r#mod(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        6 => backend.pow(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        7 => backend.max(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        8 => backend.min(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        9 => backend.neg(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        10 => backend.recip(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        11 => backend.abs(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        12 => backend.sign(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        20 => backend.cmpeq(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        21 => backend.cmpne(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        22 => backend.cmplt(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        23 => backend.cmple(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        24 => backend.xor(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        25 => backend.or(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        26 => backend.and(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        27 => backend.r#where(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?).map(|()| Vec::new()),
        40 => backend.trunc(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        41 => backend.ceil(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        42 => backend.floor(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        43 => backend.round(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        50 => backend.sqrt(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        51 => backend.exp(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        52 => backend.log(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        53 => backend.sin(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        54 => backend.cos(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        55 => backend.tan(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        56 => backend.asin(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        57 => backend.acos(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        58 => backend.atan(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        59 => backend.sinh(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        60 => backend.cosh(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        61 => backend.tanh(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        62 => backend.erf(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        63 => backend.atan2(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        512 => backend.conj(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        513 => backend.abs_real(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        514 => backend.rsqrt(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        515 => backend.expm1(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        517 => backend.cmpgt(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        518 => backend.cmpge(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        519 => backend.clamp_general(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?).map(|()| Vec::new()),
        520 => backend.select_general(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?).map(|()| Vec::new()),
        80 => backend.reduce_sum(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        81 => backend.reduce_prod(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        82 => backend.reduce_max(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        83 => backend.reduce_min(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        84 => backend.argmax(call.out(0)?, call.operand(0)?, call.axis(0)?, call.flag(2)?).map(|()| Vec::new()),
        85 => backend.argmin(call.out(0)?, call.operand(0)?, call.axis(0)?, call.flag(2)?).map(|()| Vec::new()),
        86 => backend.associative_scan(call.out(0)?, call.operand(0)?, call.axis(0)?, call.choice(4, Scan::ALL)?).map(|()| Vec::new()),
        100 => backend.sort(call.out(0)?, call.operand(0)?, call.axis(0)?, call.flag(3)?).map(|()| Vec::new()),
        101 => backend.argsort(call.out(0)?, call.operand(0)?, call.axis(0)?, call.flag(3)?).map(|()| Vec::new()),
        120 => backend.expand(call.operand(0)?, call.integers(5)?).map(|made| vec![made]),
        121 => backend.reshape(call.operand(0)?, call.integers(5)?).map(|made| vec![made]),
        122 => backend.permute(call.operand(0)?, &call.axes(6)?).map(|made| vec![made]),
        123 => backend.shrink(call.operand(0)?, &call.pairs(7)?).map(|made| vec![made]),
        124 => backend.flip(call.operand(0)?, call.flags(8)?).map(|made| vec![made]),
        125 => backend.pad(call.operand(0)?, &call.pairs(9)?, call.element(10)?).map(|made| vec![made]),
        126 => backend.cat(call.out(0)?, &call.operands, call.axis(0)?).map(|()| Vec::new()),
        522 => backend.broadcast_in_dim(call.operand(0)?, call.integers(5)?, call.integers(78)?).map(|made| vec![made]),
        523 => backend.slice_general(call.operand(0)?, call.integers(59)?, call.integers(60)?, call.integers(61)?).map(|made| vec![made]),
        524 => backend.pad_general(call.operand(0)?, call.integers(62)?, call.integers(63)?, call.integers(64)?, call.element(10)?).map(|made| vec![made]),
        525 => backend.extract_diagonal(call.operand(0)?, call.integer(76)?, call.integer(77)?).map(|made| vec![made]),
        526 => backend.embed_diagonal(call.operand(0)?, call.integer(76)?, call.integer(77)?).map(|made| vec![made]),
        527 => backend.tril(call.operand(0)?, call.integer(46)?).map(|made| vec![made]),
        528 => backend.triu(call.operand(0)?, call.integer(46)?).map(|made| vec![made]),
        140 => backend.cast(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        521 => backend.convert(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        161 => backend.full(call.dtype(11)?, call.integers(5)?, call.element(10)?).map(|made| vec![made]),
        164 => backend.contiguous(call.operand(0)?).map(|made| vec![made]),
        165 => backend.copy(call.operand(0)?).map(|made| vec![made]),
        166 => backend.assign(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        180 => backend.threefry(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        190 => backend.gather(call.out(0)?, call.operand(0)?, call.operand(1)?, call.axis(0)?).map(|()| Vec::new()),
        191 => backend.scatter(call.operand(0)?, call.operand(1)?, call.operand(2)?, call.axis(0)?, call.choice(12, ScatterMode::ALL)?, call.flag(13)?).map(|made| vec![made]),
        529 => backend.dynamic_slice(call.operand(0)?, call.operand(1)?, call.integers(65)?).map(|made| vec![made]),
        530 => backend.dynamic_update_slice(call.operand(0)?, call.operand(1)?, call.operand(2)?).map(|made| vec![made]),
        531 => backend.gather_general(call.operand(0)?, call.operand(1)?, call.integers(66)?, call.integers(67)?, call.integers(68)?, call.integer(69)?, call.integers(65)?, call.integers(70)?, call.integers(71)?, call.flag(72)?).map(|made| vec![made]),
        532 => backend.scatter_general(call.operand(0)?, call.operand(1)?, call.operand(2)?, call.choice(12, ScatterMode::ALL)?, call.integers(73)?, call.integers(74)?, call.integers(75)?, call.integer(69)?, call.integers(70)?, call.integers(71)?, call.flag(72)?, call.flag(13)?).map(|made| vec![made]),
        200 => backend.unfold(call.operand(0)?, &call.pairs(9)?, call.integers(14)?, call.integers(15)?, call.integers(16)?).map(|made| vec![made]),
        201 => backend.fold(call.operand(0)?, &call.pairs(9)?, call.integers(14)?, call.integers(15)?, call.integers(16)?, call.integers(17)?).map(|made| vec![made]),
        210 => backend.matmul(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        533 => backend.dot_general(call.operand(0)?, call.operand(1)?, call.integers(55)?, call.integers(56)?, call.integers(57)?, call.integers(58)?).map(|made| vec![made]),
        534 => backend.dot_general_update(call.out(0)?, call.operand(0)?, call.operand(1)?, call.integers(55)?, call.integers(56)?, call.integers(57)?, call.integers(58)?, call.flag(82)?, call.flag(83)?, call.element(38)?, call.element(39)?).map(|()| Vec::new()),
        535 => backend.einsum(&call.operands, &call.subscripts(84)?).map(|made| vec![made]),
        220 => backend.fft(call.operand(0)?, &call.axes(1)?).map(|made| vec![made]),
        221 => backend.ifft(call.operand(0)?, &call.axes(1)?).map(|made| vec![made]),
        222 => backend.rfft(call.operand(0)?, &call.axes(1)?, call.dtype(11)?).map(|made| vec![made]),
        223 => backend.irfft(call.operand(0)?, &call.axes(1)?, call.dtype(11)?, call.optional_integers(18)?).map(|made| vec![made]),
        230 => backend.cholesky(call.operand(0)?, call.flag(19)?),
        231 => backend.qr(call.operand(0)?, call.flag(20)?),
        232 => backend.svd(call.operand(0)?, call.flag(21)?),
        233 => backend.eig(call.operand(0)?, call.flag(22)?),
        234 => backend.eigh(call.operand(0)?, call.flag(22)?),
        235 => backend.triangular_solve(call.operand(0)?, call.operand(1)?, call.flag(19)?, call.flag(23)?, call.flag(24)?).map(|made| vec![made]),
        536 => backend.lu(call.operand(0)?),
        537 => backend.lu_factor(call.operand(0)?),
        538 => backend.full_piv_lu(call.operand(0)?),
        539 => backend.full_piv_lu_solve(call.operand(0)?, call.operand(1)?, call.flag(23)?).map(|made| vec![made]),
        540 => backend.solve(call.operand(0)?, call.operand(1)?).map(|made| vec![made]),
        541 => backend.triangular_solve_general(call.operand(0)?, call.operand(1)?, call.flag(79)?, call.flag(80)?, call.choice(81, Transpose::ALL)?, call.flag(24)?).map(|made| vec![made]),
        300 => backend.linear(call.out(0)?, call.operand(0)?, call.operand(1)?, call.optional_operand(2, 26)?).map(|()| Vec::new()),
        301 => backend.linear_x_backward(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        302 => backend.linear_weight_backward(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        303 => backend.bias_backward(call.out(0)?, call.operand(0)?, call.axis(0)?).map(|()| Vec::new()),
        315 => backend.conv(call.out(0)?, call.operand(0)?, call.operand(1)?, call.optional_operand(2, 26)?, &call.pairs(9)?, call.integers(15)?, call.integers(16)?, call.integer(25)?).map(|()| Vec::new()),
        318 => backend.conv_transpose(call.out(0)?, call.operand(0)?, call.operand(1)?, call.optional_operand(2, 26)?, &call.pairs(9)?, call.integers(15)?, call.integers(16)?, call.integer(25)?, call.integers(27)?).map(|()| Vec::new()),
        316 => backend.conv_x_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, &call.pairs(9)?, call.integers(15)?, call.integers(16)?, call.integer(25)?).map(|()| Vec::new()),
        317 => backend.conv_weight_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, &call.pairs(9)?, call.integers(15)?, call.integers(16)?, call.integer(25)?).map(|()| Vec::new()),
        319 => backend.conv_transpose_x_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, &call.pairs(9)?, call.integers(15)?, call.integers(16)?, call.integer(25)?, call.integers(27)?).map(|()| Vec::new()),
        320 => backend.conv_transpose_weight_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, &call.pairs(9)?, call.integers(15)?, call.integers(16)?, call.integer(25)?, call.integers(27)?).map(|()| Vec::new()),
        330 => backend.max_pool(call.out(0)?, call.operand(0)?, call.integers(14)?, call.integers(15)?, &call.pairs(9)?, call.integers(16)?, call.flag(28)?).map(|()| Vec::new()),
        331 => backend.max_pool_with_indices(call.out(0)?, call.out(1)?, call.operand(0)?, call.integers(14)?, call.integers(15)?, &call.pairs(9)?, call.integers(16)?, call.flag(28)?, call.dtype(29)?).map(|()| Vec::new()),
        332 => backend.max_pool_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, call.integers(14)?, call.integers(15)?, &call.pairs(9)?, call.integers(16)?, call.flag(28)?).map(|()| Vec::new()),
        333 => backend.avg_pool(call.out(0)?, call.operand(0)?, call.integers(14)?, call.integers(15)?, &call.pairs(9)?, call.flag(28)?, call.flag(30)?).map(|()| Vec::new()),
        334 => backend.avg_pool_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.integers(14)?, call.integers(15)?, &call.pairs(9)?, call.flag(28)?, call.flag(30)?).map(|()| Vec::new()),
        335 => backend.adaptive_avg_pool(call.out(0)?, call.operand(0)?, call.integers(17)?).map(|()| Vec::new()),
        336 => backend.adaptive_avg_pool_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.integers(17)?).map(|()| Vec::new()),
        345 => backend.interpolate(call.out(0)?, call.operand(0)?, call.choice(41, Interpolation::ALL)?, call.integers(17)?, call.flag(42)?).map(|()| Vec::new()),
        346 => backend.interpolate_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.choice(41, Interpolation::ALL)?, call.integers(17)?, call.flag(42)?).map(|()| Vec::new()),
        347 => backend.grid_sample_2d(call.out(0)?, call.operand(0)?, call.operand(1)?, call.choice(41, Interpolation::ALL)?, call.choice(43, PaddingMode::ALL)?, call.flag(42)?).map(|()| Vec::new()),
        360 => backend.attention(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, call.optional_operand(3, 36)?, call.optional_operand(3 + call.flag(36)? as usize, 26)?, call.optional_element(33)?, call.optional_element(34)?, call.flag(35)?).map(|()| Vec::new()),
        375 => backend.relu(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        376 => backend.relu_backward(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        377 => backend.leaky_relu(call.out(0)?, call.operand(0)?, call.element(37)?).map(|()| Vec::new()),
        378 => backend.prelu(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        379 => backend.gelu(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        380 => backend.gelu_backward(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        381 => backend.sigmoid(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        382 => backend.sigmoid_backward(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        383 => backend.hard_sigmoid(call.out(0)?, call.operand(0)?, call.element(38)?, call.element(39)?).map(|()| Vec::new()),
        384 => backend.log_sigmoid(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        385 => backend.log_sigmoid_backward(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        386 => backend.softmax(call.out(0)?, call.operand(0)?, call.axis(0)?).map(|()| Vec::new()),
        387 => backend.softmin(call.out(0)?, call.operand(0)?, call.axis(0)?).map(|()| Vec::new()),
        388 => backend.log_softmax(call.out(0)?, call.operand(0)?, call.axis(0)?).map(|()| Vec::new()),
        390 => backend.layer_norm(call.out(0)?, call.operand(0)?, call.operand(1)?, call.optional_operand(2, 26)?, call.element(40)?).map(|()| Vec::new()),
        391 => backend.batch_norm(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, call.operand(3)?, call.operand(4)?, call.element(40)?).map(|()| Vec::new()),
        420 => backend.log1p(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        421 => backend.asinh(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        422 => backend.acosh(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        423 => backend.atanh(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        424 => backend.hypot(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        425 => backend.clamp(call.out(0)?, call.operand(0)?, call.optional_element(44)?, call.optional_element(45)?).map(|()| Vec::new()),
        426 => backend.bitwise_not(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        427 => backend.shift_left(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        428 => backend.shift_right(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        429 => backend.is_nan(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        430 => backend.is_inf(call.out(0)?, call.operand(0)?).map(|()| Vec::new()),
        435 => backend.mean(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        436 => backend.any(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        437 => backend.all(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        438 => backend.max_abs(call.out(0)?, call.operand(0)?, &call.axes(1)?, call.flag(2)?).map(|()| Vec::new()),
        439 => backend.cross(call.out(0)?, call.operand(0)?, call.operand(1)?, call.axis(0)?).map(|()| Vec::new()),
        440 => backend.max_with_index(call.out(0)?, call.out(1)?, call.operand(0)?, call.axis(0)?, call.flag(2)?, call.dtype(29)?).map(|()| Vec::new()),
        441 => backend.min_with_index(call.out(0)?, call.out(1)?, call.operand(0)?, call.axis(0)?, call.flag(2)?, call.dtype(29)?).map(|()| Vec::new()),
        450 => backend.sort_with_indices(call.out(0)?, call.out(1)?, call.operand(0)?, call.axis(0)?, call.flag(3)?, call.dtype(29)?).map(|()| Vec::new()),
        451 => backend.topk(call.out(0)?, call.out(1)?, call.operand(0)?, call.axis(0)?, call.dtype(29)?, call.integer(46)?).map(|()| Vec::new()),
        465 => backend.select(call.out(0)?, call.operand(0)?, call.operand(1)?, call.axis(0)?).map(|()| Vec::new()),
        467 => backend.gather_nd(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        474 => backend.embedding(call.out(0)?, call.operand(0)?, call.operand(1)?).map(|()| Vec::new()),
        466 => backend.select_update(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, call.axis(0)?, call.choice(47, Update::ALL)?).map(|()| Vec::new()),
        468 => backend.scatter_nd(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, call.choice(47, Update::ALL)?).map(|()| Vec::new()),
        469 => backend.scatter_reduce(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?, call.axis(0)?, call.choice(47, Update::ALL)?).map(|()| Vec::new()),
        475 => backend.embedding_backward(call.out(0)?, call.operand(0)?, call.operand(1)?, call.operand(2)?).map(|()| Vec::new()),
        470 => backend.slice(call.operand(0)?, &call.pairs(7)?, call.integers(48)?).map(|made| vec![made]),
        471 => backend.slice_assign(call.out(0)?, call.operand(0)?, call.operand(1)?, &call.pairs(7)?, call.integers(48)?).map(|()| Vec::new()),
        472 => backend.mask_select(call.operand(0)?, call.operand(1)?).map(|made| vec![made]),
        473 => backend.argwhere(call.operand(0)?, call.dtype(29)?).map(|made| vec![made]),
        476 => backend.repeat(call.out(0)?, call.operand(0)?, call.axis(0)?, call.integer(49)?).map(|()| Vec::new()),
        477 => backend.unfold_view(call.operand(0)?, call.axis(0)?, call.integer(31)?, call.integer(32)?).map(|made| vec![made]),
        478 => backend.arange(call.out(0)?, call.dtype(11)?, call.integer(32)?, call.integer(50)?, call.integer(51)?).map(|()| Vec::new()),
        480 => backend.quantize(call.out(0)?, call.operand(0)?, call.operand(1)?, call.integer(52)?, call.integer(53)?, call.integers(54)?).map(|()| Vec::new()),
        481 => backend.dequantize(call.out(0)?, call.operand(0)?, call.operand(1)?, call.dtype(11)?, call.integers(54)?).map(|()| Vec::new()),
        482 => backend.quantize_dynamic(call.out(0)?, call.out(1)?, call.operand(0)?, call.integer(52)?, call.integer(53)?, call.integers(54)?).map(|()| Vec::new()),
        _ => Err(crate::op::missing(call.op.name)),
    }
}

/// Writes the function of the trait that calls an author's function
/// of the same name, for each dtype that it is claimed for.
#[doc(hidden)]
#[macro_export]
macro_rules! __op_function {
    (add $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn add<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "add", add, self, (out, a, b))
        }
    };
    (sub $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sub<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "sub", sub, self, (out, a, b))
        }
    };
    (mul $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn mul<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "mul", mul, self, (out, a, b))
        }
    };
    (div $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn div<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "div", div, self, (out, a, b))
        }
    };
    (r#mod $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn r#mod<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "mod", r#mod, self, (out, a, b))
        }
    };
    (pow $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn pow<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "pow", pow, self, (out, a, b))
        }
    };
    (max $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn max<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "max", max, self, (out, a, b))
        }
    };
    (min $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn min<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "min", min, self, (out, a, b))
        }
    };
    (neg $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn neg<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "neg", neg, self, (out, x))
        }
    };
    (recip $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn recip<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "recip", recip, self, (out, x))
        }
    };
    (abs $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn abs<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "abs", abs, self, (out, x))
        }
    };
    (sign $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sign<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sign", sign, self, (out, x))
        }
    };
    (cmpeq $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cmpeq<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cmpeq", cmpeq, self, (out, a, b))
        }
    };
    (cmpne $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cmpne<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cmpne", cmpne, self, (out, a, b))
        }
    };
    (cmplt $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cmplt<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cmplt", cmplt, self, (out, a, b))
        }
    };
    (cmple $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cmple<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cmple", cmple, self, (out, a, b))
        }
    };
    (xor $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn xor<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "xor", xor, self, (out, a, b))
        }
    };
    (or $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn or<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "or", or, self, (out, a, b))
        }
    };
    (and $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn and<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "and", and, self, (out, a, b))
        }
    };
    (r#where $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn r#where<'a>(&mut self, out: $crate::TensorMut<'a>, condition: $crate::Tensor<'a>, if_true: $crate::Tensor<'a>, if_false: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, if_true.dtype(), "where", r#where, self, (out, condition, if_true, if_false))
        }
    };
    (trunc $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn trunc<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "trunc", trunc, self, (out, x))
        }
    };
    (ceil $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn ceil<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "ceil", ceil, self, (out, x))
        }
    };
    (floor $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn floor<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "floor", floor, self, (out, x))
        }
    };
    (round $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn round<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "round", round, self, (out, x))
        }
    };
    (sqrt $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sqrt<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sqrt", sqrt, self, (out, x))
        }
    };
    (exp $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn exp<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "exp", exp, self, (out, x))
        }
    };
    (log $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn log<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "log", log, self, (out, x))
        }
    };
    (sin $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sin<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sin", sin, self, (out, x))
        }
    };
    (cos $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cos<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "cos", cos, self, (out, x))
        }
    };
    (tan $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn tan<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "tan", tan, self, (out, x))
        }
    };
    (asin $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn asin<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "asin", asin, self, (out, x))
        }
    };
    (acos $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn acos<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "acos", acos, self, (out, x))
        }
    };
    (atan $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn atan<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "atan", atan, self, (out, x))
        }
    };
    (sinh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sinh<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sinh", sinh, self, (out, x))
        }
    };
    (cosh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cosh<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "cosh", cosh, self, (out, x))
        }
    };
    (tanh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn tanh<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "tanh", tanh, self, (out, x))
        }
    };
    (erf $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn erf<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "erf", erf, self, (out, x))
        }
    };
    (atan2 $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn atan2<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "atan2", atan2, self, (out, a, b))
        }
    };
    (conj $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conj<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "conj", conj, self, (out, x))
        }
    };
    (abs_real $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn abs_real<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "abs_real", abs_real, self, (out, x))
        }
    };
    (rsqrt $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn rsqrt<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "rsqrt", rsqrt, self, (out, x))
        }
    };
    (expm1 $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn expm1<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "expm1", expm1, self, (out, x))
        }
    };
    (cmpgt $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cmpgt<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cmpgt", cmpgt, self, (out, a, b))
        }
    };
    (cmpge $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cmpge<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cmpge", cmpge, self, (out, a, b))
        }
    };
    (clamp_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn clamp_general<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, lower: $crate::Tensor<'a>, upper: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "clamp_general", clamp_general, self, (out, x, lower, upper))
        }
    };
    (select_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn select_general<'a>(&mut self, out: $crate::TensorMut<'a>, pred: $crate::Tensor<'a>, on_true: $crate::Tensor<'a>, on_false: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, on_true.dtype(), "select_general", select_general, self, (out, pred, on_true, on_false))
        }
    };
    (reduce_sum $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn reduce_sum<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "reduce_sum", reduce_sum, self, (out, x, axes, keepdims))
        }
    };
    (reduce_prod $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn reduce_prod<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "reduce_prod", reduce_prod, self, (out, x, axes, keepdims))
        }
    };
    (reduce_max $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn reduce_max<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "reduce_max", reduce_max, self, (out, x, axes, keepdims))
        }
    };
    (reduce_min $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn reduce_min<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "reduce_min", reduce_min, self, (out, x, axes, keepdims))
        }
    };
    (argmax $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn argmax<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "argmax", argmax, self, (out, x, axis, keepdims))
        }
    };
    (argmin $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn argmin<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "argmin", argmin, self, (out, x, axis, keepdims))
        }
    };
    (associative_scan $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn associative_scan<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, op: $crate::Scan) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "associative_scan", associative_scan, self, (out, x, axis, op))
        }
    };
    (sort $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sort<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, descending: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sort", sort, self, (out, x, axis, descending))
        }
    };
    (argsort $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn argsort<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, descending: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "argsort", argsort, self, (out, x, axis, descending))
        }
    };
    (expand $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn expand<'a>(&mut self, x: $crate::Tensor<'a>, shape: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "expand", expand, self, (x, shape))
        }
    };
    (reshape $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn reshape<'a>(&mut self, x: $crate::Tensor<'a>, shape: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "reshape", reshape, self, (x, shape))
        }
    };
    (permute $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn permute<'a>(&mut self, x: $crate::Tensor<'a>, axes: &[usize]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "permute", permute, self, (x, axes))
        }
    };
    (shrink $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn shrink<'a>(&mut self, x: $crate::Tensor<'a>, ranges: &[(i64, i64)]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "shrink", shrink, self, (x, ranges))
        }
    };
    (flip $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn flip<'a>(&mut self, x: $crate::Tensor<'a>, axes: &[bool]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "flip", flip, self, (x, axes))
        }
    };
    (pad $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn pad<'a>(&mut self, x: $crate::Tensor<'a>, padding: &[(i64, i64)], value: $crate::Scalar) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "pad", pad, self, (x, padding, value))
        }
    };
    (cat $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cat<'a>(&mut self, out: $crate::TensorMut<'a>, members: &[$crate::Tensor<'a>], axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, members[0].dtype(), "cat", cat, self, (out, members, axis))
        }
    };
    (broadcast_in_dim $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn broadcast_in_dim<'a>(&mut self, x: $crate::Tensor<'a>, shape: &[i64], broadcast_dims: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "broadcast_in_dim", broadcast_in_dim, self, (x, shape, broadcast_dims))
        }
    };
    (slice_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn slice_general<'a>(&mut self, x: $crate::Tensor<'a>, starts: &[i64], limits: &[i64], strides: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "slice_general", slice_general, self, (x, starts, limits, strides))
        }
    };
    (pad_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn pad_general<'a>(&mut self, x: $crate::Tensor<'a>, edge_low: &[i64], edge_high: &[i64], interior: &[i64], value: $crate::Scalar) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "pad_general", pad_general, self, (x, edge_low, edge_high, interior, value))
        }
    };
    (extract_diagonal $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn extract_diagonal<'a>(&mut self, x: $crate::Tensor<'a>, axis_a: i64, axis_b: i64) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "extract_diagonal", extract_diagonal, self, (x, axis_a, axis_b))
        }
    };
    (embed_diagonal $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn embed_diagonal<'a>(&mut self, x: $crate::Tensor<'a>, axis_a: i64, axis_b: i64) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "embed_diagonal", embed_diagonal, self, (x, axis_a, axis_b))
        }
    };
    (tril $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn tril<'a>(&mut self, x: $crate::Tensor<'a>, k: i64) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "tril", tril, self, (x, k))
        }
    };
    (triu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn triu<'a>(&mut self, x: $crate::Tensor<'a>, k: i64) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "triu", triu, self, (x, k))
        }
    };
    (cast $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cast<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "cast", cast, self, (out, x))
        }
    };
    (convert $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn convert<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "convert", convert, self, (out, x))
        }
    };
    (full $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn full<'a>(&mut self, dtype: $crate::DType, shape: &[i64], value: $crate::Scalar) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, dtype, "full", full, self, (dtype, shape, value))
        }
    };
    (contiguous $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn contiguous<'a>(&mut self, x: $crate::Tensor<'a>) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "contiguous", contiguous, self, (x))
        }
    };
    (copy $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn copy<'a>(&mut self, x: $crate::Tensor<'a>) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "copy", copy, self, (x))
        }
    };
    (assign $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn assign<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "assign", assign, self, (out, x))
        }
    };
    (threefry $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn threefry<'a>(&mut self, out: $crate::TensorMut<'a>, key: $crate::Tensor<'a>, counter: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, key.dtype(), "threefry", threefry, self, (out, key, counter))
        }
    };
    (gather $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn gather<'a>(&mut self, out: $crate::TensorMut<'a>, data: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, data.dtype(), "gather", gather, self, (out, data, indices, axis))
        }
    };
    (scatter $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn scatter<'a>(&mut self, template: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, updates: $crate::Tensor<'a>, axis: usize, mode: $crate::ScatterMode, unique_indices: bool) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, template.dtype(), "scatter", scatter, self, (template, indices, updates, axis, mode, unique_indices))
        }
    };
    (dynamic_slice $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn dynamic_slice<'a>(&mut self, x: $crate::Tensor<'a>, starts: $crate::Tensor<'a>, slice_sizes: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "dynamic_slice", dynamic_slice, self, (x, starts, slice_sizes))
        }
    };
    (dynamic_update_slice $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn dynamic_update_slice<'a>(&mut self, x: $crate::Tensor<'a>, update: $crate::Tensor<'a>, starts: $crate::Tensor<'a>) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "dynamic_update_slice", dynamic_update_slice, self, (x, update, starts))
        }
    };
    (gather_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn gather_general<'a>(&mut self, x: $crate::Tensor<'a>, start_indices: $crate::Tensor<'a>, offset_dims: &[i64], collapsed_slice_dims: &[i64], start_index_map: &[i64], index_vector_dim: i64, slice_sizes: &[i64], operand_batching_dims: &[i64], start_indices_batching_dims: &[i64], indices_are_sorted: bool) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "gather_general", gather_general, self, (x, start_indices, offset_dims, collapsed_slice_dims, start_index_map, index_vector_dim, slice_sizes, operand_batching_dims, start_indices_batching_dims, indices_are_sorted))
        }
    };
    (scatter_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn scatter_general<'a>(&mut self, x: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, updates: $crate::Tensor<'a>, mode: $crate::ScatterMode, update_window_dims: &[i64], inserted_window_dims: &[i64], scatter_dims_to_operand_dims: &[i64], index_vector_dim: i64, operand_batching_dims: &[i64], start_indices_batching_dims: &[i64], indices_are_sorted: bool, unique_indices: bool) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "scatter_general", scatter_general, self, (x, indices, updates, mode, update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims, index_vector_dim, operand_batching_dims, start_indices_batching_dims, indices_are_sorted, unique_indices))
        }
    };
    (unfold $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn unfold<'a>(&mut self, x: $crate::Tensor<'a>, padding: &[(i64, i64)], kernel_size: &[i64], stride: &[i64], dilation: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "unfold", unfold, self, (x, padding, kernel_size, stride, dilation))
        }
    };
    (fold $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn fold<'a>(&mut self, x: $crate::Tensor<'a>, padding: &[(i64, i64)], kernel_size: &[i64], stride: &[i64], dilation: &[i64], output_size: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "fold", fold, self, (x, padding, kernel_size, stride, dilation, output_size))
        }
    };
    (matmul $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn matmul<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "matmul", matmul, self, (out, a, b))
        }
    };
    (dot_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn dot_general<'a>(&mut self, lhs: $crate::Tensor<'a>, rhs: $crate::Tensor<'a>, lhs_contracting: &[i64], rhs_contracting: &[i64], lhs_batch: &[i64], rhs_batch: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, lhs.dtype(), "dot_general", dot_general, self, (lhs, rhs, lhs_contracting, rhs_contracting, lhs_batch, rhs_batch))
        }
    };
    (dot_general_update $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn dot_general_update<'a>(&mut self, out: $crate::TensorMut<'a>, lhs: $crate::Tensor<'a>, rhs: $crate::Tensor<'a>, lhs_contracting: &[i64], rhs_contracting: &[i64], lhs_batch: &[i64], rhs_batch: &[i64], lhs_conj: bool, rhs_conj: bool, alpha: $crate::Scalar, beta: $crate::Scalar) -> $crate::Result<()> {
            $crate::__call!($form $types, lhs.dtype(), "dot_general_update", dot_general_update, self, (out, lhs, rhs, lhs_contracting, rhs_contracting, lhs_batch, rhs_batch, lhs_conj, rhs_conj, alpha, beta))
        }
    };
    (einsum $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn einsum<'a>(&mut self, operands: &[$crate::Tensor<'a>], subscripts: &$crate::Subscripts) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, operands[0].dtype(), "einsum", einsum, self, (operands, subscripts))
        }
    };
    (fft $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn fft<'a>(&mut self, x: $crate::Tensor<'a>, axes: &[usize]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "fft", fft, self, (x, axes))
        }
    };
    (ifft $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn ifft<'a>(&mut self, x: $crate::Tensor<'a>, axes: &[usize]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "ifft", ifft, self, (x, axes))
        }
    };
    (rfft $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn rfft<'a>(&mut self, x: $crate::Tensor<'a>, axes: &[usize], dtype: $crate::DType) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "rfft", rfft, self, (x, axes, dtype))
        }
    };
    (irfft $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn irfft<'a>(&mut self, x: $crate::Tensor<'a>, axes: &[usize], dtype: $crate::DType, s: Option<&[i64]>) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "irfft", irfft, self, (x, axes, dtype, s))
        }
    };
    (cholesky $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cholesky<'a>(&mut self, a: $crate::Tensor<'a>, upper: bool) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "cholesky", cholesky, self, (a, upper))
        }
    };
    (qr $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn qr<'a>(&mut self, a: $crate::Tensor<'a>, reduced: bool) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "qr", qr, self, (a, reduced))
        }
    };
    (svd $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn svd<'a>(&mut self, a: $crate::Tensor<'a>, full_matrices: bool) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "svd", svd, self, (a, full_matrices))
        }
    };
    (eig $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn eig<'a>(&mut self, a: $crate::Tensor<'a>, vectors: bool) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "eig", eig, self, (a, vectors))
        }
    };
    (eigh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn eigh<'a>(&mut self, a: $crate::Tensor<'a>, vectors: bool) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "eigh", eigh, self, (a, vectors))
        }
    };
    (triangular_solve $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn triangular_solve<'a>(&mut self, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>, upper: bool, transpose: bool, unit_diag: bool) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, a.dtype(), "triangular_solve", triangular_solve, self, (a, b, upper, transpose, unit_diag))
        }
    };
    (lu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn lu<'a>(&mut self, a: $crate::Tensor<'a>) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "lu", lu, self, (a))
        }
    };
    (lu_factor $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn lu_factor<'a>(&mut self, a: $crate::Tensor<'a>) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "lu_factor", lu_factor, self, (a))
        }
    };
    (full_piv_lu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn full_piv_lu<'a>(&mut self, a: $crate::Tensor<'a>) -> $crate::Result<Vec<$crate::Tensor<'a>>> {
            $crate::__call!($form $types, a.dtype(), "full_piv_lu", full_piv_lu, self, (a))
        }
    };
    (full_piv_lu_solve $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn full_piv_lu_solve<'a>(&mut self, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>, transpose: bool) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, a.dtype(), "full_piv_lu_solve", full_piv_lu_solve, self, (a, b, transpose))
        }
    };
    (solve $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn solve<'a>(&mut self, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, a.dtype(), "solve", solve, self, (a, b))
        }
    };
    (triangular_solve_general $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn triangular_solve_general<'a>(&mut self, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>, left_side: bool, lower: bool, transpose_a: $crate::Transpose, unit_diag: bool) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, a.dtype(), "triangular_solve_general", triangular_solve_general, self, (a, b, left_side, lower, transpose_a, unit_diag))
        }
    };
    (linear $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn linear<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, weight: $crate::Tensor<'a>, bias: Option<$crate::Tensor<'a>>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "linear", linear, self, (out, x, weight, bias))
        }
    };
    (linear_x_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn linear_x_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, weight: $crate::Tensor<'a>, grad: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, weight.dtype(), "linear_x_backward", linear_x_backward, self, (gx, weight, grad))
        }
    };
    (linear_weight_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn linear_weight_backward<'a>(&mut self, gw: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "linear_weight_backward", linear_weight_backward, self, (gw, x, grad))
        }
    };
    (bias_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn bias_backward<'a>(&mut self, gb: $crate::TensorMut<'a>, grad: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, grad.dtype(), "bias_backward", bias_backward, self, (gb, grad, axis))
        }
    };
    (conv $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conv<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, weight: $crate::Tensor<'a>, bias: Option<$crate::Tensor<'a>>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "conv", conv, self, (out, x, weight, bias, padding, stride, dilation, groups))
        }
    };
    (conv_transpose $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conv_transpose<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, weight: $crate::Tensor<'a>, bias: Option<$crate::Tensor<'a>>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "conv_transpose", conv_transpose, self, (out, x, weight, bias, padding, stride, dilation, groups, output_padding))
        }
    };
    (conv_x_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conv_x_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, weight: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "conv_x_backward", conv_x_backward, self, (gx, x, weight, grad, padding, stride, dilation, groups))
        }
    };
    (conv_weight_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conv_weight_backward<'a>(&mut self, gw: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, weight: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "conv_weight_backward", conv_weight_backward, self, (gw, x, weight, grad, padding, stride, dilation, groups))
        }
    };
    (conv_transpose_x_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conv_transpose_x_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, weight: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, weight.dtype(), "conv_transpose_x_backward", conv_transpose_x_backward, self, (gx, weight, grad, padding, stride, dilation, groups, output_padding))
        }
    };
    (conv_transpose_weight_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn conv_transpose_weight_backward<'a>(&mut self, gw: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, weight: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "conv_transpose_weight_backward", conv_transpose_weight_backward, self, (gw, x, weight, grad, padding, stride, dilation, groups, output_padding))
        }
    };
    (max_pool $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn max_pool<'a>(&mut self, y: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "max_pool", max_pool, self, (y, x, kernel_size, stride, padding, dilation, ceil_mode))
        }
    };
    (max_pool_with_indices $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn max_pool_with_indices<'a>(&mut self, y: $crate::TensorMut<'a>, indices: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool, index_dtype: $crate::DType) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "max_pool_with_indices", max_pool_with_indices, self, (y, indices, x, kernel_size, stride, padding, dilation, ceil_mode, index_dtype))
        }
    };
    (max_pool_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn max_pool_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "max_pool_backward", max_pool_backward, self, (gx, x, grad, indices, kernel_size, stride, padding, dilation, ceil_mode))
        }
    };
    (avg_pool $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn avg_pool<'a>(&mut self, y: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool, count_include_pad: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "avg_pool", avg_pool, self, (y, x, kernel_size, stride, padding, ceil_mode, count_include_pad))
        }
    };
    (avg_pool_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn avg_pool_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool, count_include_pad: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "avg_pool_backward", avg_pool_backward, self, (gx, x, grad, kernel_size, stride, padding, ceil_mode, count_include_pad))
        }
    };
    (adaptive_avg_pool $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn adaptive_avg_pool<'a>(&mut self, y: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, output_size: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "adaptive_avg_pool", adaptive_avg_pool, self, (y, x, output_size))
        }
    };
    (adaptive_avg_pool_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn adaptive_avg_pool_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, output_size: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "adaptive_avg_pool_backward", adaptive_avg_pool_backward, self, (gx, x, grad, output_size))
        }
    };
    (interpolate $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn interpolate<'a>(&mut self, y: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, interpolation: $crate::Interpolation, output_size: &[i64], align_corners: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "interpolate", interpolate, self, (y, x, interpolation, output_size, align_corners))
        }
    };
    (interpolate_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn interpolate_backward<'a>(&mut self, gx: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, interpolation: $crate::Interpolation, output_size: &[i64], align_corners: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "interpolate_backward", interpolate_backward, self, (gx, x, grad, interpolation, output_size, align_corners))
        }
    };
    (grid_sample_2d $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn grid_sample_2d<'a>(&mut self, y: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grid: $crate::Tensor<'a>, interpolation: $crate::Interpolation, padding_mode: $crate::PaddingMode, align_corners: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "grid_sample_2d", grid_sample_2d, self, (y, x, grid, interpolation, padding_mode, align_corners))
        }
    };
    (attention $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn attention<'a>(&mut self, out: $crate::TensorMut<'a>, query: $crate::Tensor<'a>, key: $crate::Tensor<'a>, value: $crate::Tensor<'a>, mask: Option<$crate::Tensor<'a>>, bias: Option<$crate::Tensor<'a>>, scale: Option<$crate::Scalar>, softcap: Option<$crate::Scalar>, causal: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, query.dtype(), "attention", attention, self, (out, query, key, value, mask, bias, scale, softcap, causal))
        }
    };
    (relu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn relu<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "relu", relu, self, (out, x))
        }
    };
    (relu_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn relu_backward<'a>(&mut self, out: $crate::TensorMut<'a>, output: $crate::Tensor<'a>, grad: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, output.dtype(), "relu_backward", relu_backward, self, (out, output, grad))
        }
    };
    (leaky_relu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn leaky_relu<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, negative_slope: $crate::Scalar) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "leaky_relu", leaky_relu, self, (out, x, negative_slope))
        }
    };
    (prelu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn prelu<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, alpha: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "prelu", prelu, self, (out, x, alpha))
        }
    };
    (gelu $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn gelu<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "gelu", gelu, self, (out, x))
        }
    };
    (gelu_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn gelu_backward<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "gelu_backward", gelu_backward, self, (out, x, grad))
        }
    };
    (sigmoid $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sigmoid<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sigmoid", sigmoid, self, (out, x))
        }
    };
    (sigmoid_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sigmoid_backward<'a>(&mut self, out: $crate::TensorMut<'a>, output: $crate::Tensor<'a>, grad: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, output.dtype(), "sigmoid_backward", sigmoid_backward, self, (out, output, grad))
        }
    };
    (hard_sigmoid $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn hard_sigmoid<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, alpha: $crate::Scalar, beta: $crate::Scalar) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "hard_sigmoid", hard_sigmoid, self, (out, x, alpha, beta))
        }
    };
    (log_sigmoid $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn log_sigmoid<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "log_sigmoid", log_sigmoid, self, (out, x))
        }
    };
    (log_sigmoid_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn log_sigmoid_backward<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, grad: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "log_sigmoid_backward", log_sigmoid_backward, self, (out, x, grad))
        }
    };
    (softmax $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn softmax<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "softmax", softmax, self, (out, x, axis))
        }
    };
    (softmin $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn softmin<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "softmin", softmin, self, (out, x, axis))
        }
    };
    (log_softmax $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn log_softmax<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "log_softmax", log_softmax, self, (out, x, axis))
        }
    };
    (layer_norm $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn layer_norm<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, gamma: $crate::Tensor<'a>, beta: Option<$crate::Tensor<'a>>, epsilon: $crate::Scalar) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "layer_norm", layer_norm, self, (out, x, gamma, beta, epsilon))
        }
    };
    (batch_norm $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn batch_norm<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, gamma: $crate::Tensor<'a>, beta: $crate::Tensor<'a>, mean: $crate::Tensor<'a>, variance: $crate::Tensor<'a>, epsilon: $crate::Scalar) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "batch_norm", batch_norm, self, (out, x, gamma, beta, mean, variance, epsilon))
        }
    };
    (log1p $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn log1p<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "log1p", log1p, self, (out, x))
        }
    };
    (asinh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn asinh<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "asinh", asinh, self, (out, x))
        }
    };
    (acosh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn acosh<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "acosh", acosh, self, (out, x))
        }
    };
    (atanh $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn atanh<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "atanh", atanh, self, (out, x))
        }
    };
    (hypot $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn hypot<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "hypot", hypot, self, (out, a, b))
        }
    };
    (clamp $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn clamp<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, low: Option<$crate::Scalar>, high: Option<$crate::Scalar>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "clamp", clamp, self, (out, x, low, high))
        }
    };
    (bitwise_not $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn bitwise_not<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "bitwise_not", bitwise_not, self, (out, x))
        }
    };
    (shift_left $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn shift_left<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, count: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "shift_left", shift_left, self, (out, x, count))
        }
    };
    (shift_right $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn shift_right<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, count: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "shift_right", shift_right, self, (out, x, count))
        }
    };
    (is_nan $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn is_nan<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "is_nan", is_nan, self, (out, x))
        }
    };
    (is_inf $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn is_inf<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "is_inf", is_inf, self, (out, x))
        }
    };
    (mean $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn mean<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "mean", mean, self, (out, x, axes, keepdims))
        }
    };
    (any $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn any<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "any", any, self, (out, x, axes, keepdims))
        }
    };
    (all $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn all<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "all", all, self, (out, x, axes, keepdims))
        }
    };
    (max_abs $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn max_abs<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axes: &[usize], keepdims: bool) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "max_abs", max_abs, self, (out, x, axes, keepdims))
        }
    };
    (cross $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn cross<'a>(&mut self, out: $crate::TensorMut<'a>, a: $crate::Tensor<'a>, b: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, a.dtype(), "cross", cross, self, (out, a, b, axis))
        }
    };
    (max_with_index $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn max_with_index<'a>(&mut self, values: $crate::TensorMut<'a>, indices: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, keepdims: bool, index_dtype: $crate::DType) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "max_with_index", max_with_index, self, (values, indices, x, axis, keepdims, index_dtype))
        }
    };
    (min_with_index $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn min_with_index<'a>(&mut self, values: $crate::TensorMut<'a>, indices: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, keepdims: bool, index_dtype: $crate::DType) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "min_with_index", min_with_index, self, (values, indices, x, axis, keepdims, index_dtype))
        }
    };
    (sort_with_indices $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn sort_with_indices<'a>(&mut self, values: $crate::TensorMut<'a>, indices: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, descending: bool, index_dtype: $crate::DType) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "sort_with_indices", sort_with_indices, self, (values, indices, x, axis, descending, index_dtype))
        }
    };
    (topk $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn topk<'a>(&mut self, values: $crate::TensorMut<'a>, indices: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, index_dtype: $crate::DType, k: i64) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "topk", topk, self, (values, indices, x, axis, index_dtype, k))
        }
    };
    (select $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn select<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, axis: usize) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "select", select, self, (out, x, indices, axis))
        }
    };
    (gather_nd $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn gather_nd<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, indices: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "gather_nd", gather_nd, self, (out, x, indices))
        }
    };
    (embedding $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn embedding<'a>(&mut self, out: $crate::TensorMut<'a>, weights: $crate::Tensor<'a>, indices: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, weights.dtype(), "embedding", embedding, self, (out, weights, indices))
        }
    };
    (select_update $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn select_update<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, value: $crate::Tensor<'a>, axis: usize, update: $crate::Update) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "select_update", select_update, self, (out, x, indices, value, axis, update))
        }
    };
    (scatter_nd $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn scatter_nd<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, values: $crate::Tensor<'a>, update: $crate::Update) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "scatter_nd", scatter_nd, self, (out, x, indices, values, update))
        }
    };
    (scatter_reduce $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn scatter_reduce<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, indices: $crate::Tensor<'a>, updates: $crate::Tensor<'a>, axis: usize, update: $crate::Update) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "scatter_reduce", scatter_reduce, self, (out, x, indices, updates, axis, update))
        }
    };
    (embedding_backward $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn embedding_backward<'a>(&mut self, gw: $crate::TensorMut<'a>, weights: $crate::Tensor<'a>, grad: $crate::Tensor<'a>, indices: $crate::Tensor<'a>) -> $crate::Result<()> {
            $crate::__call!($form $types, weights.dtype(), "embedding_backward", embedding_backward, self, (gw, weights, grad, indices))
        }
    };
    (slice $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn slice<'a>(&mut self, x: $crate::Tensor<'a>, ranges: &[(i64, i64)], steps: &[i64]) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "slice", slice, self, (x, ranges, steps))
        }
    };
    (slice_assign $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn slice_assign<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, value: $crate::Tensor<'a>, ranges: &[(i64, i64)], steps: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "slice_assign", slice_assign, self, (out, x, value, ranges, steps))
        }
    };
    (mask_select $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn mask_select<'a>(&mut self, x: $crate::Tensor<'a>, mask: $crate::Tensor<'a>) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "mask_select", mask_select, self, (x, mask))
        }
    };
    (argwhere $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn argwhere<'a>(&mut self, x: $crate::Tensor<'a>, index_dtype: $crate::DType) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "argwhere", argwhere, self, (x, index_dtype))
        }
    };
    (repeat $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn repeat<'a>(&mut self, out: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, axis: usize, times: i64) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "repeat", repeat, self, (out, x, axis, times))
        }
    };
    (unfold_view $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn unfold_view<'a>(&mut self, x: $crate::Tensor<'a>, axis: usize, size: i64, step: i64) -> $crate::Result<$crate::Tensor<'a>> {
            $crate::__call!($form $types, x.dtype(), "unfold_view", unfold_view, self, (x, axis, size, step))
        }
    };
    (arange $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn arange<'a>(&mut self, out: $crate::TensorMut<'a>, dtype: $crate::DType, step: i64, start: i64, stop: i64) -> $crate::Result<()> {
            $crate::__call!($form $types, dtype, "arange", arange, self, (out, dtype, step, start, stop))
        }
    };
    (quantize $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn quantize<'a>(&mut self, q: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, scale: $crate::Tensor<'a>, qmin: i64, qmax: i64, block_size: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "quantize", quantize, self, (q, x, scale, qmin, qmax, block_size))
        }
    };
    (dequantize $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn dequantize<'a>(&mut self, out: $crate::TensorMut<'a>, q: $crate::Tensor<'a>, scale: $crate::Tensor<'a>, dtype: $crate::DType, block_size: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, q.dtype(), "dequantize", dequantize, self, (out, q, scale, dtype, block_size))
        }
    };
    (quantize_dynamic $form:tt $types:tt) => {
        #[allow(clippy::too_many_arguments)]
        fn quantize_dynamic<'a>(&mut self, q: $crate::TensorMut<'a>, scale: $crate::TensorMut<'a>, x: $crate::Tensor<'a>, qmin: i64, qmax: i64, block_size: &[i64]) -> $crate::Result<()> {
            $crate::__call!($form $types, x.dtype(), "quantize_dynamic", quantize_dynamic, self, (q, scale, x, qmin, qmax, block_size))
        }
    };
    ($name:ident $form:tt $types:tt) => {
        compile_error!(concat!("there is no op ", stringify!($name)));
    };
}
