// Implements grid_sample_2d: shares images, and the positions of images, among
// threads.
// Tested by tests/optimized/resampling_test.cc.
#include "optimized/layout/dense.h"
#include "optimized/resampling/grid_sample.h"
#include "optimized/resampling/resampling.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {

void grid_sample(const Tensor& y, const Tensor& x, const Tensor& grid,
                 bool takes_nearest, PaddingMode padding, bool aligns_corners) {
  if (y.view.numel() == 0) return;
  const Shape& from = x.view.shape();
  const Shape& to = y.view.shape();
  const SampledImage image{.channels = from[1],
                           .height = from[2],
                           .width = from[3],
                           .positions = to[2] * to[3],
                           .padding = padding,
                           .takes_nearest = takes_nearest,
                           .aligns_corners = aligns_corners};
  const auto in_type = [&]<typename T>(std::type_identity<T>) {
    const Dense<T> elements(x), positions(grid);
    DenseOut<T> samples(y);
    const bool is_worth =
        is_worth_threads((elements.size() + positions.size() + samples.size()) *
                         std::int64_t{sizeof(T)});
    // Ranges of positions of all images, of which a range may hold parts of
    // several.
    in_ranges(
        to[0] * image.positions, 256, is_worth,
        [&](std::int64_t first, std::int64_t last) {
          while (first < last) {
            const std::int64_t n = first / image.positions;
            const std::int64_t begin = n * image.positions;
            const std::int64_t end = std::min(last, begin + image.positions);
            sample_image(image,
                         elements.data() +
                             n * image.channels * image.height * image.width,
                         positions.data() + 2 * begin,
                         samples.data() + n * image.channels * image.positions,
                         first - begin, end - begin);
            first = end;
          }
        });
    samples.store();
  };
  if (y.dtype == DType::kFloat64)
    in_type(std::type_identity<double>());
  else
    in_type(std::type_identity<float>());
}

}  // namespace assay::optimized
