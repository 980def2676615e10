// Implements attention in tiles: for a block of queries, the scores of a tile
// of keys are one product, their weights replace them, and the sum of the
// weighted values is another product. No more than a tile of scores is ever
// stored, and tiles that are hidden from all queries of a block are skipped.
// If a sum overflows because a later tile has a far larger score, the block is
// computed again with the largest score of all tiles.
// Tested by tests/optimized/attention_test.cc, and the suite.
#include "optimized/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "optimized/attention/score_kernels.h"
#include "optimized/layout/conversion.h"
#include "optimized/layout/panel.h"
#include "optimized/product/product_parts.h"
#include "optimized/reduction/largest.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/float_codec.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// A matrix of each head, as a panel of rows.
class HeadMatrix {
 public:
  explicit HeadMatrix(const Tensor& x)
      : panel_(x.dtype, HostMemory::storage_of(x)),
        storage_(HostMemory::storage_of(x)),
        view_(x.view),
        element_(bytes_of(x.dtype)),
        is_plain_(compute_dtype_of(x.dtype) == x.dtype) {}

  // Returns the rows [first, first + count) with adjacent columns, of which
  // there are `columns` from `column` on. Rows that repeat are read once.
  Panel::Block rows(std::int64_t batch, std::int64_t head, std::int64_t first,
                    std::int64_t count, std::int64_t column,
                    std::int64_t columns) {
    const Strides& strides = view_.strides();
    const std::int64_t offset =
        view_.linear_index({batch, head, first, column});
    const bool repeats = strides[2] == 0;
    Panel::Block block = panel_.fetch(offset, {repeats ? 1 : count, strides[2]},
                                      {columns, strides[3]});
    if (repeats) block.row_stride = 0;
    return block;
  }

  // Returns the rows [first, first + count) as columns.
  Panel::Block columns(std::int64_t batch, std::int64_t head,
                       std::int64_t first, std::int64_t count) {
    const Strides& strides = view_.strides();
    const Run width{view_.shape()[3], strides[3]};
    if (is_plain_)
      return panel_.fetch(view_.linear_index({batch, head, first, 0}), width,
                          {count, strides[2]});
    // Widened rows are transposed faster than those of 16 bits.
    const Panel::Block wide = rows(batch, head, first, count, 0, width.extent);
    turned_ = Panel(DType::kFloat32, wide.first);
    return turned_.fetch(0, {width.extent, 1}, {count, wide.row_stride});
  }

  // Returns the rows as a factor of a product, in place if elements are
  // computed in their own type.
  MatrixPlace place(std::int64_t batch, std::int64_t head, std::int64_t first,
                    std::int64_t count) {
    if (!is_plain_) {
      const Panel::Block block =
          rows(batch, head, first, count, 0, view_.shape()[3]);
      return {block.first, block.row_stride, 1};
    }
    const std::int64_t offset = view_.linear_index({batch, head, first, 0});
    return {storage_ + offset * element_, view_.strides()[2],
            view_.strides()[3]};
  }

 private:
  Panel panel_;
  Panel turned_{DType::kFloat32, nullptr};
  const std::byte* storage_;
  const View& view_;
  std::int64_t element_;
  bool is_plain_;
};

double number_of(DType dtype, ElementBits element) {
  return decode_real(format_of(dtype), element.re);
}

// Returns the size of the fewest nearly equal parts of at most `most` units.
std::int64_t even_share(std::int64_t count, std::int64_t most) {
  const std::int64_t parts =
      std::max<std::int64_t>((count + most - 1) / most, 1);
  return std::max<std::int64_t>((count + parts - 1) / parts, 1);
}

// The extents of a call and the sizes of its blocks.
struct AttentionSizes {
  explicit AttentionSizes(const AttentionCall& call)
      : heads(call.query.view.shape()[1]),
        queries(call.query.view.shape()[2]),
        keys(call.key.view.shape()[2]),
        width(call.query.view.shape()[3]),
        columns(call.value.view.shape()[3]),
        block(even_share(queries, settings().matmul_rows)),
        part(even_share(
            block, std::max<std::int64_t>(settings().matmul_rows / 10, 1))),
        tile(even_share(keys, settings().matmul_depth)) {}

  std::int64_t heads, queries, keys;
  std::int64_t width;    // of a query
  std::int64_t columns;  // of a value
  std::int64_t block;    // of queries, which share a transposed tile
  std::int64_t part;     // of a block, whose scores are stored
  std::int64_t tile;     // of keys
};

// Computes blocks of queries on one thread.
template <typename T>
class AttentionBlocks {
 public:
  AttentionBlocks(const Tensor& out, const AttentionCall& call,
                  const AttentionSizes& sizes)
      : out_(out),
        call_(call),
        sizes_(sizes),
        query_(call.query),
        key_(call.key),
        value_(call.value),
        mask_(call.mask == nullptr ? call.query : *call.mask),
        bias_(call.bias == nullptr ? call.query : *call.bias),
        room_(room_elements() * std::int64_t{sizeof(T)}) {
    T* next = reinterpret_cast<T*>(room_.bytes());
    const auto take = [&](std::int64_t count) {
      T* taken = next;
      next += count;
      return taken;
    };
    scaled_ = take(sizes.block * sizes.width);
    scores_ = take(sizes.part * sizes.tile);
    sums_ = take(sizes.block * sizes.columns);
    row_ = take(sizes.columns);
    state_ = {take(sizes.block), take(sizes.block), take(sizes.block)};
    const DType dtype = call.query.dtype;
    scale_ = call.scale ? number_of(dtype, *call.scale)
                        : 1 / std::sqrt(static_cast<double>(sizes.width));
    if (call.softcap) softcap_ = number_of(dtype, *call.softcap);
  }

  // Computes the queries [first, first + block) of a head, or as many as there
  // are.
  void compute(std::int64_t batch, std::int64_t head, std::int64_t first) {
    batch_ = batch;
    head_ = head;
    first_ = first;
    rows_ = std::min(sizes_.block, sizes_.queries - first);
    offset_ = call_.is_causal ? sizes_.keys - sizes_.queries : sizes_.keys;
    keys_ = std::clamp<std::int64_t>(first + rows_ + offset_, 0, sizes_.keys);
    scale_queries();
    start();
    for (std::int64_t key = 0; key < keys_; key += sizes_.tile)
      add_tile(key, false);
    if (keys_ > sizes_.tile && !are_finite(sums_, rows_ * sizes_.columns)) {
      start();
      for (std::int64_t key = 0; key < keys_; key += sizes_.tile)
        for_parts(key, [&](const Part& part) {
          find_largest(scores_of(part), state_from(part.first));
        });
      for (std::int64_t key = 0; key < keys_; key += sizes_.tile)
        add_tile(key, true);
    }
    store();
  }

 private:
  std::int64_t room_elements() const {
    return sizes_.block * (sizes_.width + sizes_.columns + 3) +
           sizes_.part * sizes_.tile + sizes_.columns;
  }

  // A scale of at most 1 multiplies the queries, and a larger one the scores,
  // so that neither overflows before the other factor is there.
  bool scales_queries() const { return std::fabs(scale_) <= 1; }

  void scale_queries() {
    const Panel::Block block =
        query_.rows(batch_, head_, first_, rows_, 0, sizes_.width);
    const T factor = scales_queries() ? static_cast<T>(scale_) : T(1);
    for (std::int64_t r = 0; r < rows_; ++r) {
      const T* from =
          reinterpret_cast<const T*>(block.first) + r * block.row_stride;
      T* to = scaled_ + r * sizes_.width;
      for (std::int64_t i = 0; i < sizes_.width; ++i) to[i] = from[i] * factor;
    }
  }

  void start() {
    std::fill_n(state_.largest, rows_, -std::numeric_limits<T>::infinity());
    std::fill_n(state_.sum, rows_, T(0));
    std::fill_n(sums_, rows_ * sizes_.columns, T(0));
  }

  // Some queries of the block, from its query `first` on, and the keys of a
  // tile that any of them sees.
  struct Part {
    std::int64_t first, rows;
    std::int64_t key, keys;
    MatrixPlace columns;  // of the keys
  };

  // Calls visit(part) for the parts of the block that see a key of the tile.
  template <typename F>
  void for_parts(std::int64_t key, F visit) {
    const std::int64_t count = std::min(sizes_.tile, keys_ - key);
    MatrixPlace columns;
    if (rows_ > 1) {
      const Panel::Block block = key_.columns(batch_, head_, key, count);
      columns = {block.first, block.row_stride, 1};
    } else {  // a transposed tile would be read only once
      columns = key_.place(batch_, head_, key, count);
      std::swap(columns.row, columns.column);
    }
    for (std::int64_t first = 0; first < rows_; first += sizes_.part) {
      const std::int64_t rows = std::min(sizes_.part, rows_ - first);
      const std::int64_t seen =
          std::min(first_ + first + rows + offset_ - key, count);
      if (seen > 0) visit(Part{first, rows, key, seen, columns});
    }
  }

  QueryState<T> state_from(std::int64_t row) const {
    return {state_.largest + row, state_.sum + row, state_.rescale + row};
  }

  // Computes the scores of a part, as products without what is done to them.
  ScoreTile<T> scores_of(const Part& part) {
    Product product;
    product.m = product.matrix_rows = part.rows;
    product.n = part.keys;
    product.k = sizes_.width;
    product.a = {scaled_ + part.first * sizes_.width, sizes_.width, 1};
    product.b = part.columns;
    product.c = scores_;
    product.c_row = part.keys;
    if (rows_ == 1) {  // a product of the keys and a column
      std::swap(product.m, product.n);
      product.matrix_rows = product.m;
      product.a = {part.columns.elements, part.columns.column,
                   part.columns.row};
      product.b = {scaled_, 1, 1};
      product.c_row = 1;
    }
    multiply_real_alone(product, std::is_same_v<T, double>);
    ScoreTile<T> tile;
    tile.scores = scores_;
    tile.row = tile.columns = part.keys;
    tile.rows = part.rows;
    tile.factor = scales_queries() ? T(1) : static_cast<T>(scale_);
    tile.softcap = static_cast<T>(softcap_);
    const std::int64_t query = first_ + part.first;
    tile.visible = query + offset_ + 1 - part.key;
    if (call_.mask != nullptr) {
      const auto block =
          mask_.rows(batch_, head_, query, part.rows, part.key, part.keys);
      tile.mask = reinterpret_cast<const std::uint8_t*>(block.first);
      tile.mask_row = block.row_stride;
    }
    if (call_.bias != nullptr) {
      const auto block =
          bias_.rows(batch_, head_, query, part.rows, part.key, part.keys);
      tile.bias = reinterpret_cast<const T*>(block.first);
      tile.bias_row = block.row_stride;
    }
    return tile;
  }

  void add_tile(std::int64_t key, bool keeps_largest) {
    const std::int64_t count = std::min(sizes_.tile, keys_ - key);
    const MatrixPlace values = value_.place(batch_, head_, key, count);
    for_parts(key, [&](const Part& part) {
      const QueryState<T> state = state_from(part.first);
      weigh(scores_of(part), state, keeps_largest);
      T* sums = sums_ + part.first * sizes_.columns;
      if (key != 0)
        rescale_rows(sums, sums, part.rows, sizes_.columns, state.rescale);
      Product product;
      product.m = product.matrix_rows = part.rows;
      product.n = sizes_.columns;
      product.k = part.keys;
      product.a = {scores_, part.keys, 1};
      product.b = values;
      product.c = sums;
      product.c_row = sizes_.columns;
      product.adds = key != 0;
      if (rows_ > 1 || key == 0)
        return multiply_real_alone(product, std::is_same_v<T, double>);
      // The kernel of a single row does not add.
      product.adds = false;
      product.c = row_;
      multiply_real_alone(product, std::is_same_v<T, double>);
      for (std::int64_t i = 0; i < sizes_.columns; ++i) sums[i] += row_[i];
    });
  }

  // Divides the sums by those of the weights. A query without a key gives
  // zeros.
  void store() {
    const std::int64_t count = rows_ * sizes_.columns;
    for (std::int64_t r = 0; r < rows_; ++r) {
      const T sum = state_.sum[r];
      state_.rescale[r] = T(1) / sum;
      if (sum == T(0)) {
        state_.rescale[r] = T(1);
        std::fill_n(sums_ + r * sizes_.columns, sizes_.columns, T(0));
      }
    }
    const std::int64_t place =
        out_.view.offset() +
        ((batch_ * sizes_.heads + head_) * sizes_.queries + first_) *
            sizes_.columns;
    std::byte* to = HostMemory::storage_of(out_) + place * bytes_of(out_.dtype);
    const bool is_narrow = is_narrow_real(out_.dtype);
    T* place_of_rows = is_narrow ? sums_ : reinterpret_cast<T*>(to);
    rescale_rows(sums_, place_of_rows, rows_, sizes_.columns, state_.rescale);
    if constexpr (std::is_same_v<T, float>)
      if (is_narrow) narrow(out_.dtype, sums_, to, count);
  }

  const Tensor& out_;
  const AttentionCall& call_;
  const AttentionSizes& sizes_;
  HeadMatrix query_, key_, value_, mask_, bias_;
  Scratch room_;
  T* scaled_;  // queries times the scale
  T* scores_;
  T* sums_;
  T* row_;  // what a tile adds to a single query
  QueryState<T> state_;
  double scale_ = 1;
  double softcap_ = 0;
  // The block that is computed. Query first_ + r sees the keys up to
  // first_ + r + offset_, and keys from keys_ on are hidden from all of them.
  std::int64_t batch_ = 0, head_ = 0, first_ = 0, rows_ = 0;
  std::int64_t offset_ = 0, keys_ = 0;
};

template <typename T>
void attend(const Tensor& out, const AttentionCall& call) {
  const AttentionSizes sizes(call);
  const std::int64_t batches = call.query.view.shape()[0];
  const std::int64_t blocks = (sizes.queries + sizes.block - 1) / sizes.block;
  const std::int64_t scores =
      batches * sizes.heads * sizes.queries * sizes.keys;
  in_ranges(batches * sizes.heads * blocks, 1,
            is_worth_threads(0, 2 * scores * (sizes.width + sizes.columns)),
            [&](std::int64_t first, std::int64_t last) {
              AttentionBlocks<T> part(out, call, sizes);
              for (std::int64_t unit = first; unit < last; ++unit) {
                const std::int64_t matrix = unit / blocks;
                part.compute(matrix / sizes.heads, matrix % sizes.heads,
                             unit % blocks * sizes.block);
              }
            });
}

}  // namespace

void attention(const Tensor& out, const AttentionCall& call) {
  if (out.view.numel() == 0) return;
  if (compute_dtype_of(out.dtype) == DType::kFloat64)
    attend<double>(out, call);
  else
    attend<float>(out, call);
}

}  // namespace assay::optimized
