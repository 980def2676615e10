//! Adds the ops of layers and pools to the others. They are apart, because one
//! macro writes the whole backend, and a file has one subject.
macro_rules! with_layers {
    ($($others:tt)*) => {
        adapter! {
            $($others)*

            #[dtypes(F16, Bf16, f32, f64)]
            fn linear(&self, out: TensorMut, x: Tensor, weight: Tensor,
                bias: Option<Tensor>) -> Result<()> {
                layers::linear::<S>(out, x, weight, bias)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn conv(&self, out: TensorMut, x: Tensor, weight: Tensor,
                bias: Option<Tensor>, padding: &[(i64, i64)], stride: &[i64],
                dilation: &[i64], groups: i64) -> Result<()> {
                layers::conv::<S>(out, x, weight, bias, Window { padding, stride,
                    dilation, groups })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn conv_x_backward(&self, gx: TensorMut, x: Tensor, weight: Tensor,
                grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64],
                groups: i64) -> Result<()> {
                layers::conv_x_backward::<S>(gx, x, weight, grad, Window { padding,
                    stride, dilation, groups })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn conv_weight_backward(&self, gw: TensorMut, x: Tensor, weight: Tensor,
                grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64],
                groups: i64) -> Result<()> {
                layers::conv_weight_backward::<S>(gw, x, weight, grad, Window { padding,
                    stride, dilation, groups })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn conv_transpose(&self, out: TensorMut, x: Tensor, weight: Tensor,
                bias: Option<Tensor>, padding: &[(i64, i64)], stride: &[i64],
                dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
                layers::conv_transpose::<S>(out, x, weight, bias, Window { padding,
                    stride, dilation, groups }, output_padding)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn conv_transpose_x_backward(&self, gx: TensorMut, weight: Tensor,
                grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64],
                groups: i64, output_padding: &[i64]) -> Result<()> {
                layers::conv_transpose_x_backward::<S>(gx, weight, grad,
                    Window { padding, stride, dilation, groups }, output_padding)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn conv_transpose_weight_backward(&self, gw: TensorMut, x: Tensor,
                weight: Tensor, grad: Tensor, padding: &[(i64, i64)], stride: &[i64],
                dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
                layers::conv_transpose_weight_backward::<S>(gw, x, weight, grad,
                    Window { padding, stride, dilation, groups }, output_padding)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn interpolate(&self, y: TensorMut, x: Tensor, interpolation: Interpolation,
                output_size: &[i64], align_corners: bool) -> Result<()> {
                layers::interpolate::<S>(y, x, None, interpolation, output_size,
                    align_corners)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn interpolate_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor,
                interpolation: Interpolation, output_size: &[i64],
                align_corners: bool) -> Result<()> {
                layers::interpolate::<S>(gx, x, Some(grad), interpolation, output_size,
                    align_corners)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn grid_sample_2d(&self, y: TensorMut, x: Tensor, grid: Tensor,
                interpolation: Interpolation, padding_mode: PaddingMode,
                align_corners: bool) -> Result<()> {
                layers::grid_sample_2d::<S>(y, x, grid, interpolation, padding_mode,
                    align_corners)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn attention(&self, out: TensorMut, query: Tensor, key: Tensor,
                value: Tensor, mask: Option<Tensor>, bias: Option<Tensor>,
                scale: Option<Scalar>, softcap: Option<Scalar>,
                causal: bool) -> Result<()> {
                layers::attention::<S>(out, Heads { query, key, value, mask, bias },
                    scale, softcap, causal)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn layer_norm(&self, out: TensorMut, x: Tensor, gamma: Tensor,
                beta: Option<Tensor>, epsilon: Scalar) -> Result<()> {
                layers::layer_norm::<S>(out, x, gamma, beta, epsilon)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn batch_norm(&self, out: TensorMut, x: Tensor, gamma: Tensor, beta: Tensor,
                mean: Tensor, variance: Tensor, epsilon: Scalar) -> Result<()> {
                layers::batch_norm::<S>(out, x, [gamma, beta, mean, variance], epsilon)
            }

            #[dtypes(F16, Bf16, f32, f64)]
            #[variants("1d", "2d")]
            fn max_pool(&self, y: TensorMut, x: Tensor, kernel_size: &[i64],
                stride: &[i64], padding: &[(i64, i64)], dilation: &[i64],
                ceil_mode: bool) -> Result<()> {
                pools::max_pool::<S>(y, x, Pool { kernel_size, stride, padding,
                    dilation, ceil_mode, count_include_pad: false })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            #[variants("1d", "2d")]
            fn max_pool_with_indices(&self, y: TensorMut, indices: TensorMut, x: Tensor,
                kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)],
                dilation: &[i64], ceil_mode: bool, index_dtype: DType) -> Result<()> {
                pools::max_pool_with_indices::<S>(y, indices, x, Pool { kernel_size,
                    stride, padding, dilation, ceil_mode, count_include_pad: false },
                    index_dtype)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            #[variants("1d", "2d")]
            fn max_pool_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor,
                indices: Tensor, kernel_size: &[i64], stride: &[i64], padding: &[(i64,
                i64)], dilation: &[i64], ceil_mode: bool) -> Result<()> {
                pools::max_pool_backward::<S>(gx, x, grad, indices, Pool { kernel_size,
                    stride, padding, dilation, ceil_mode, count_include_pad: false })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            #[variants("1d", "2d")]
            fn avg_pool(&self, y: TensorMut, x: Tensor, kernel_size: &[i64],
                stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool,
                count_include_pad: bool) -> Result<()> {
                pools::avg_pool::<S>(y, x, None, Pool { kernel_size, stride, padding,
                    dilation: &vec![1; stride.len()], ceil_mode, count_include_pad })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            #[variants("1d", "2d")]
            fn avg_pool_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor,
                kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)],
                ceil_mode: bool, count_include_pad: bool) -> Result<()> {
                pools::avg_pool::<S>(gx, x, Some(grad), Pool { kernel_size, stride,
                    padding, dilation: &vec![1; stride.len()], ceil_mode,
                    count_include_pad })
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn adaptive_avg_pool(&self, y: TensorMut, x: Tensor,
                output_size: &[i64]) -> Result<()> {
                pools::adaptive_avg_pool::<S>(y, x, output_size)
            }
            #[dtypes(F16, Bf16, f32, f64)]
            fn adaptive_avg_pool_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor,
                output_size: &[i64]) -> Result<()> {
                pools::adaptive_avg_pool_backward::<S>(gx, x, grad, output_size)
            }
        }
    };
}
