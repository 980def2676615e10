// Lists the workloads of layers: convolutions, linear layers, pools and
// resampling, with shapes of ResNet-50, MobileNet and VGG.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// A convolution over square images, whose padding keeps the extent if the
// stride is 1.
struct Images {
  std::int64_t count, channels, extent, outputs, kernel, stride, groups;

  std::int64_t padding() const { return kernel / 2; }
  std::int64_t result() const {
    return (extent + 2 * padding() - kernel) / stride + 1;
  }
  Operand x(DType dtype) const {
    return dense(dtype, {count, channels, extent, extent});
  }
  Operand weight(DType dtype) const {
    return dense(dtype, {outputs, channels / groups, kernel, kernel});
  }
  Operand grad(DType dtype) const {
    return dense(dtype, {count, outputs, result(), result()});
  }
  Attributes attributes() const {
    return Attributes()
        .padding(Pairs(2, {padding(), padding()}))
        .set(AttributeKey::kStride, {stride, stride})
        .set(AttributeKey::kDilation, {1, 1})
        .set(AttributeKey::kGroups, {groups});
  }
  double flops() const {
    return 2 * as_double(count * outputs * result() * result()) *
           as_double(channels / groups * kernel * kernel);
  }
};

Level level_of(const std::vector<Operand>& operands) {
  std::int64_t bytes = 0;
  for (const Operand& operand : operands) bytes += operand.bytes();
  return level_of_bytes(2 * bytes);
}

void add_convolutions(Catalogue& list) {
  const auto conv = [&](bool is_quick, std::string name, const Images& by,
                        DType dtype = kF32) {
    if (by.count != 1) name += "_batch_" + std::to_string(by.count);
    std::vector operands{by.x(dtype), by.weight(dtype)};
    const Level level = level_of(operands);
    list.add(is_quick, "conv"_op, name, level, std::move(operands),
             by.attributes().flag(AttributeKey::kBiased, false), by.flops());
  };
  for (const std::int64_t n : {1, 8}) {
    conv(n == 1, "1x1_narrow", {n, 256, 56, 64, 1, 1, 1});
    conv(false, "1x1_wide", {n, 64, 56, 256, 1, 1, 1});
    conv(false, "1x1_late", {n, 512, 7, 2048, 1, 1, 1});
    conv(n == 1, "3x3", {n, 64, 56, 64, 3, 1, 1});
    conv(false, "3x3", {n, 128, 28, 128, 3, 1, 1});
    conv(false, "3x3", {n, 256, 14, 256, 3, 1, 1});
    conv(false, "3x3", {n, 512, 7, 512, 3, 1, 1});
  }
  conv(false, "3x3_stride_2", {1, 128, 56, 128, 3, 2, 1});
  conv(false, "7x7_stride_2", {1, 3, 224, 64, 7, 2, 1});
  conv(false, "3x3", {1, 64, 56, 64, 3, 1, 1}, kF64);
  conv(false, "3x3", {1, 64, 56, 64, 3, 1, 1}, kBf16);
  conv(true, "depthwise", {1, 32, 112, 32, 3, 1, 32});
  conv(false, "depthwise", {1, 144, 56, 144, 3, 1, 144});
  conv(false, "depthwise", {1, 960, 7, 960, 3, 1, 960});
  conv(false, "depthwise_stride_2", {1, 144, 56, 144, 3, 2, 144});
  conv(true, "small", {1, 4, 8, 4, 3, 1, 1});
  list.full("conv"_op, "1d", Level::kL2,
            std::vector{dense(kF32, {1, 64, 1024}), dense(kF32, {64, 64, 5})},
            Attributes()
                .padding({{2, 2}})
                .set(AttributeKey::kStride, {1})
                .set(AttributeKey::kDilation, {1})
                .set(AttributeKey::kGroups, {1})
                .flag(AttributeKey::kBiased, false),
            2.0 * 1024 * 64 * 64 * 5);

  const auto gradients = [&](bool is_quick, const Images& by) {
    list.add(is_quick, "conv_x_backward"_op, "3x3",
             level_of({by.x(kF32), by.weight(kF32), by.grad(kF32)}),
             std::vector{by.x(kF32), by.weight(kF32), by.grad(kF32)},
             by.attributes(), by.flops());
    list.add(is_quick, "conv_weight_backward"_op, "3x3",
             level_of({by.x(kF32), by.weight(kF32), by.grad(kF32)}),
             std::vector{by.x(kF32), by.weight(kF32), by.grad(kF32)},
             by.attributes(), by.flops());
  };
  gradients(true, {1, 4, 8, 4, 3, 1, 1});
  gradients(false, {1, 64, 56, 64, 3, 1, 1});
  gradients(false, {8, 128, 28, 128, 3, 1, 1});
}

// The transposed convolution that doubles images, as decoders have it.
void add_transposed(Catalogue& list) {
  for (const bool is_small : {true, false}) {
    const std::int64_t channels = is_small ? 4 : 64;
    const std::int64_t outputs = is_small ? 4 : 32;
    const std::int64_t extent = is_small ? 6 : 28;
    const Operand x = dense(kF32, {1, channels, extent, extent});
    const Operand weight = dense(kF32, {channels, outputs, 4, 4});
    const Operand grad = dense(kF32, {1, outputs, 2 * extent, 2 * extent});
    const Attributes by = Attributes()
                              .padding({{1, 1}, {1, 1}})
                              .set(AttributeKey::kStride, {2, 2})
                              .set(AttributeKey::kDilation, {1, 1})
                              .set(AttributeKey::kGroups, {1})
                              .set(AttributeKey::kOutputPadding, {0, 0});
    const double flops =
        2 * as_double(channels * outputs * 16 * extent * extent);
    const Level level = is_small ? Level::kL1 : Level::kL2;
    Attributes forward = by;
    list.add(is_small, "conv_transpose"_op, "4x4_stride_2", level,
             std::vector{x, weight}, forward.flag(AttributeKey::kBiased, false),
             flops);
    list.add(is_small, "conv_transpose_x_backward"_op, "4x4_stride_2", level,
             std::vector{weight, grad}, by, flops);
    list.add(is_small, "conv_transpose_weight_backward"_op, "4x4_stride_2",
             level, std::vector{x, weight, grad}, by, flops);
  }
}

void add_linear(Catalogue& list) {
  const auto linear = [&](bool is_quick, std::int64_t rows, std::int64_t in,
                          std::int64_t out) {
    const Operand x = dense(kF32, {rows, in});
    const Operand weight = dense(kF32, {in, out});
    const Operand grad = dense(kF32, {rows, out});
    const double flops = 2 * as_double(rows * in * out);
    list.add(is_quick, "linear"_op, "biased", level_of({x, weight}),
             std::vector{x, weight, dense(kF32, {out})},
             Attributes().flag(AttributeKey::kBiased, true), flops);
    list.add(is_quick, "linear_x_backward"_op, "contiguous",
             level_of({weight, grad}), std::vector{weight, grad}, Attributes(),
             flops);
    list.add(is_quick, "linear_weight_backward"_op, "contiguous",
             level_of({x, grad}), std::vector{x, grad}, Attributes(), flops);
  };
  linear(true, 32, 64, 64);
  linear(false, 512, 768, 768);
  const std::vector narrow{dense(kBf16, {512, 768}), dense(kBf16, {768, 768}),
                           dense(kBf16, {768})};
  list.full("linear"_op, "biased", level_of({narrow[0], narrow[1]}), narrow,
            Attributes().flag(AttributeKey::kBiased, true),
            2.0 * 512 * 768 * 768);
  list.quick("bias_backward"_op, "images", Level::kL2,
             std::vector{dense(kF32, {8, 64, 14, 14})}, Attributes().axis(1));
  list.full("bias_backward"_op, "rows", Level::kL2,
            std::vector{dense(kF32, {512, 768})}, Attributes().axis(1));
}

Attributes pool(std::int64_t kernel, std::int64_t stride,
                std::int64_t padding) {
  return Attributes()
      .set(AttributeKey::kKernelSize, {kernel, kernel})
      .set(AttributeKey::kStride, {stride, stride})
      .padding(Pairs(2, {padding, padding}))
      .flag(AttributeKey::kCeilMode, false);
}

// The pools of ResNet-50 (3x3 by 2) and VGG (2x2 by 2), and one by 1.
void add_pools(Catalogue& list) {
  struct Case {
    bool is_quick;
    std::int64_t count, channels, extent, kernel, stride, padding;
  };
  constexpr Case kCases[] = {{true, 1, 8, 16, 3, 2, 1},
                             {true, 1, 64, 112, 3, 2, 1},
                             {false, 8, 64, 112, 3, 2, 1},
                             {false, 1, 64, 224, 2, 2, 0},
                             {false, 1, 192, 28, 3, 1, 1}};
  for (const Case& each : kCases) {
    const Operand x =
        dense(kF32, {each.count, each.channels, each.extent, each.extent});
    const std::int64_t n =
        (each.extent + 2 * each.padding - each.kernel) / each.stride + 1;
    const Operand grad = dense(kF32, {each.count, each.channels, n, n});
    const std::string name = std::to_string(each.kernel) + "x" +
                             std::to_string(each.kernel) + "_stride_" +
                             std::to_string(each.stride);
    const Level level = level_of({x});
    const Attributes by = pool(each.kernel, each.stride, each.padding);
    Attributes dilated = by, averaged = by;
    dilated.set(AttributeKey::kDilation, {1, 1});
    averaged.flag(AttributeKey::kCountIncludePad, true);
    list.add(each.is_quick, "max_pool"_op, name, level, std::vector{x},
             dilated);
    list.add(each.is_quick, "avg_pool"_op, name, level, std::vector{x},
             averaged);
    list.add(each.is_quick, "avg_pool_backward"_op, name, level,
             std::vector{x, grad}, averaged);
    Operand places =
        dense(kI32, grad.view.shape(), 0, as_double(each.extent * each.extent));
    list.add(each.is_quick, "max_pool_backward"_op, name, level,
             std::vector{x, grad, places}, dilated);
    dilated.set(AttributeKey::kIndexDType,
                {static_cast<std::int64_t>(DType::kInt32)});
    list.add(each.is_quick, "max_pool_with_indices"_op, name, level,
             std::vector{x}, dilated);
  }
  const auto adaptive = [&](bool is_quick, const Shape& shape,
                            std::int64_t size) {
    const Operand x = dense(kF32, shape);
    const Operand grad = dense(kF32, {shape[0], shape[1], size, size});
    const auto by = Attributes().set(AttributeKey::kOutputSize, {size, size});
    const std::string name = "to_" + std::to_string(size);
    list.add(is_quick, "adaptive_avg_pool"_op, name, level_of({x}),
             std::vector{x}, by);
    list.add(is_quick, "adaptive_avg_pool_backward"_op, name, level_of({x}),
             std::vector{x, grad}, by);
  };
  adaptive(true, {1, 512, 7, 7}, 1);
  adaptive(false, {1, 2048, 7, 7}, 1);
  adaptive(false, {1, 256, 28, 28}, 7);
}

void add_resampling(Catalogue& list) {
  const auto interpolate = [&](bool is_quick, Interpolation by,
                               const Shape& shape) {
    const Operand x = dense(kF32, shape);
    const std::int64_t size = 2 * shape[3];
    const Operand grad = dense(kF32, {shape[0], shape[1], size, size});
    const Attributes attributes =
        Attributes()
            .interpolation(by)
            .set(AttributeKey::kOutputSize, {size, size})
            .flag(AttributeKey::kAlignCorners, false);
    const auto name =
        std::string(kInterpolationNames[static_cast<std::size_t>(by)]);
    list.add(is_quick, "interpolate"_op, name + "_to_double", level_of({grad}),
             std::vector{x}, attributes);
    list.add(is_quick, "interpolate_backward"_op, name + "_to_double",
             level_of({grad}), std::vector{x, grad}, attributes);
  };
  for (const Interpolation by :
       {Interpolation::kNearest, Interpolation::kBilinear,
        Interpolation::kBicubic}) {
    interpolate(by == Interpolation::kBilinear, by, {1, 8, 14, 14});
    interpolate(false, by, {1, 64, 56, 56});
  }
  for (const std::int64_t extent : {32, 224}) {
    const auto by = Attributes()
                        .interpolation(Interpolation::kBilinear)
                        .padding_mode(PaddingMode::kZeros)
                        .flag(AttributeKey::kAlignCorners, false);
    list.add(extent == 32, "grid_sample_2d"_op, "bilinear",
             extent == 32 ? Level::kL1 : Level::kL3,
             std::vector{dense(kF32, {1, 3, extent, extent}),
                         dense(kF32, {1, extent, extent, 2})},
             by);
  }
}

}  // namespace

void add_layers(Catalogue& list) {
  add_convolutions(list);
  add_transposed(list);
  add_linear(list);
  add_pools(list);
  add_resampling(list);
}

}  // namespace assay::bench
