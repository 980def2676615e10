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
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "optimized/attention/attention_sizes.h"
#include "optimized/attention/head_matrix.h"
#include "optimized/attention/score_kernels.h"
#include "optimized/attention/tile_products.h"
#include "optimized/layout/conversion.h"
#include "optimized/product/product_parts.h"
#include "optimized/reduction/largest.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/resources/tile_registers.h"
#include "spec/float_codec.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

double number_of(DType dtype, ElementBits element) {
  return decode_real(format_of(dtype), element.re);
}

// Computes blocks of queries on one thread.
template <typename T>
class AttentionBlocks {
 public:
  // Multiplies in tile registers if `heads` is given.
  AttentionBlocks(const Tensor& out, const AttentionCall& call,
                  const AttentionSizes& sizes, const TileHeads* heads)
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
    if (heads != nullptr) tiles_.emplace(*heads, sizes.block, sizes.tile);
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
    if (tiles_)
      tiles_->load_queries(batch * sizes_.heads + head, first, rows_);
    else
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
  // Queries in tile registers stay bfloat16.
  bool scales_queries() const { return !tiles_ && std::fabs(scale_) <= 1; }

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
    if (tiles_) {
      tiles_->load_keys(batch_ * sizes_.heads + head_, key, count);
    } else if (rows_ > 1) {
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

  // Stores the scores of a part, as products without what is done to them, and
  // returns the distance of rows.
  std::int64_t multiply_keys(const Part& part) {
    if constexpr (std::is_same_v<T, float>)
      if (tiles_) {
        tiles_->score(part.first, part.keys, scores_, sizes_.tile);
        return sizes_.tile;
      }
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
    return part.keys;
  }

  // Computes the scores of a part, ready for what is done to them.
  ScoreTile<T> scores_of(const Part& part) {
    ScoreTile<T> tile;
    tile.scores = scores_;
    tile.row = multiply_keys(part);
    tile.columns = part.keys;
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
    const MatrixPlace values =
        tiles_ ? MatrixPlace{} : value_.place(batch_, head_, key, count);
    for_parts(key, [&](const Part& part) {
      const QueryState<T> state = state_from(part.first);
      weigh(scores_of(part), state, keeps_largest);
      T* sums = sums_ + part.first * sizes_.columns;
      if (key != 0)
        rescale_rows(sums, sums, part.rows, sizes_.columns, state.rescale);
      if constexpr (std::is_same_v<T, float>)
        if (tiles_)
          return tiles_->add_values(scores_, sizes_.tile, part.rows, part.keys,
                                    key != 0, sums);
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
  std::optional<TileProducts> tiles_;
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
void attend(const Tensor& out, const AttentionCall& call,
            const TileHeads* heads) {
  const AttentionSizes sizes(call, heads != nullptr);
  const std::int64_t batches = call.query.view.shape()[0];
  const std::int64_t blocks = (sizes.queries + sizes.block - 1) / sizes.block;
  const std::int64_t scores =
      batches * sizes.heads * sizes.queries * sizes.keys;
  in_ranges(batches * sizes.heads * blocks, 1,
            is_worth_threads(0, 2 * scores * (sizes.width + sizes.columns)),
            [&](std::int64_t first, std::int64_t last) {
              AttentionBlocks<T> part(out, call, sizes, heads);
              const TileRegisters registers(heads != nullptr);
              for (std::int64_t unit = first; unit < last; ++unit) {
                const std::int64_t matrix = unit / blocks;
                part.compute(matrix / sizes.heads, matrix % sizes.heads,
                             unit % blocks * sizes.block);
              }
            });
}

// Computes attention of bfloat16 in tile registers. Returns false, and writes
// nothing, if there are none or if sizes or elements do not suit them. The
// sizes have to fill registers, and with few keys the split of weights would
// show.
bool attend_in_tiles(const Tensor& out, const AttentionCall& call) {
  const Shape& queries = call.query.view.shape();
  const Shape& values = call.value.view.shape();
  constexpr std::int64_t kFewestQueries = 16, kFewestKeys = 64;
  if (out.dtype != DType::kBfloat16 || !uses_tile_registers() ||
      queries[3] % TileProducts::kKeys != 0 ||
      values[3] % TileProducts::kKeys != 0 || queries[2] < kFewestQueries ||
      values[2] < kFewestKeys)
    return false;
  const auto bits_of = [](const Tensor& x) {
    return Tensor{DType::kUint16, x.view, x.buffer};
  };
  const Tensor bits[] = {bits_of(call.query), bits_of(call.key),
                         bits_of(call.value)};
  const Dense<std::uint16_t> query(bits[0]), key(bits[1]), value(bits[2]);
  // Keys are read as words.
  const bool is_aligned =
      reinterpret_cast<std::uintptr_t>(key.data()) % alignof(std::uint32_t) ==
      0;
  const Scratch copy(is_aligned ? 0 : 2 * key.size());
  if (!is_aligned)
    std::memcpy(copy.bytes(), key.data(),
                static_cast<std::size_t>(2 * key.size()));
  const TileHeads heads{
      query.data(),
      is_aligned ? key.data()
                 : reinterpret_cast<const std::uint16_t*>(copy.bytes()),
      value.data(),
      queries[2],
      values[2],
      queries[3],
      values[3]};
  if (!suits_tile_products(heads, queries[0] * queries[1])) return false;
  attend<float>(out, call, &heads);
  return true;
}

}  // namespace

void attention(const Tensor& out, const AttentionCall& call) {
  if (out.view.numel() == 0 || attend_in_tiles(out, call)) return;
  if (compute_dtype_of(out.dtype) == DType::kFloat64)
    attend<double>(out, call, nullptr);
  else
    attend<float>(out, call, nullptr);
}

}  // namespace assay::optimized
