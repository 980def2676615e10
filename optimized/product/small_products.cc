// Implements products of small matrices: a row of the result is one vector, or
// two, and up to four rows are summed at a time. A product of four by four
// floats has a vector for as many rows as it holds. Tested by
// tests/optimized/general_contraction_test.cc.
#include "optimized/product/small_products.h"

#include <array>

#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/small_products.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/product_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// The places of one product.
template <typename T>
struct SmallPlaces {
  T* c;
  const T* a;
  const T* b;
};

// Calls multiply(places) for each product of the batch.
template <typename T, typename F>
HWY_INLINE void for_products(const Product& product, F multiply) {
  const Axes<3>& batch = product.batch;
  const std::size_t inner = batch.count() - 1;
  const std::int64_t extent = batch[inner].extent;
  const std::array<std::int64_t, 3> steps = batch[inner].strides;
  const SmallPlaces<T> all{static_cast<T*>(product.c),
                           static_cast<const T*>(product.a.elements),
                           static_cast<const T*>(product.b.elements)};
  for_outer(batch, inner, [&](const auto& offsets) HWY_ATTR {
    SmallPlaces<T> at{all.c + offsets[0], all.a + offsets[1],
                      all.b + offsets[2]};
    for (std::int64_t i = 0; i < extent; ++i) {
      multiply(at);
      at.c += steps[0];
      at.a += steps[1];
      at.b += steps[2];
    }
  });
}

template <int rows, int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void small_rows(D d, const Product& product, std::int64_t depth,
                           const SmallPlaces<T>& at, std::int64_t row) {
  constexpr std::int64_t kLanes = hn::MaxLanes(D());
  T* c = at.c + row * product.c_row;
  product_tile<rows, vectors>(
      d, Left<T>{at.a + row * product.a.row, product.a.row, product.a.column},
      at.b, product.b.row, depth,
      [&](const T* from, int) HWY_ATTR { return hn::LoadU(d, from); },
      [&](auto sum, int r, int v)
          HWY_ATTR { hn::StoreU(sum, d, c + r * product.c_row + v * kLanes); });
}

template <int vectors, class D, typename T = hn::TFromD<D>>
HWY_INLINE void small_product(D d, const Product& product, std::int64_t depth,
                              const SmallPlaces<T>& at) {
  std::int64_t row = 0;
  for (; row + 4 <= product.m; row += 4)
    small_rows<4, vectors>(d, product, depth, at, row);
  switch (product.m - row) {
    case 3:
      return small_rows<3, vectors>(d, product, depth, at, row);
    case 2:
      return small_rows<2, vectors>(d, product, depth, at, row);
    case 1:
      return small_rows<1, vectors>(d, product, depth, at, row);
    default:
      return;
  }
}

// Multiplies matrices whose rows of `columns` elements are whole vectors.
template <typename T, std::size_t columns>
bool multiply_columns(const Product& product) {
  const hn::CappedTag<T, columns> d;
  constexpr std::size_t kLanes = hn::MaxLanes(decltype(d)());
  constexpr int kVectors = static_cast<int>(columns / kLanes);
  if constexpr (kLanes == 1 || kVectors > kTileVectors) {
    return false;
  } else {
    // The compiler unrolls the loops over k for the most frequent depths.
    if (product.k == 4)
      for_products<T>(product, [&](const SmallPlaces<T>& at) HWY_ATTR {
        small_product<kVectors>(d, product, 4, at);
      });
    else
      for_products<T>(product, [&](const SmallPlaces<T>& at) HWY_ATTR {
        small_product<kVectors>(d, product, product.k, at);
      });
    return true;
  }
}

#if HWY_TARGET != HWY_SCALAR
// Multiplies row-major matrices of four by four floats. Each block of four
// lanes is a row: lane k of each block of a times row k of b.
void multiply_fours(const Product& product) {
  const hn::CappedTag<float, 16> d;
  for_products<float>(product, [&](const SmallPlaces<float>& at) HWY_ATTR {
    for (std::size_t i = 0; i < 16; i += hn::Lanes(d)) {
      const auto a = hn::LoadU(d, at.a + i);
      auto sum = hn::Zero(d);
      sum = hn::MulAdd(hn::Broadcast<0>(a), hn::LoadDup128(d, at.b), sum);
      sum = hn::MulAdd(hn::Broadcast<1>(a), hn::LoadDup128(d, at.b + 4), sum);
      sum = hn::MulAdd(hn::Broadcast<2>(a), hn::LoadDup128(d, at.b + 8), sum);
      sum = hn::MulAdd(hn::Broadcast<3>(a), hn::LoadDup128(d, at.b + 12), sum);
      hn::StoreU(sum, d, at.c + i);
    }
  });
}

bool are_fours(const Product& p) {
  return p.m == 4 && p.k == 4 && p.n == 4 && p.a.row == 4 && p.a.column == 1 &&
         p.b.row == 4 && p.c_row == 4;
}
#endif

bool small_floats(const Product& product) {
#if HWY_TARGET != HWY_SCALAR
  if (are_fours(product)) {
    multiply_fours(product);
    return true;
  }
#endif
  switch (product.n) {
    case 4:
      return multiply_columns<float, 4>(product);
    case 8:
      return multiply_columns<float, 8>(product);
    case 16:
      return multiply_columns<float, 16>(product);
    default:
      return false;
  }
}

bool small_doubles(const Product& product) {
  switch (product.n) {
    case 2:
      return multiply_columns<double, 2>(product);
    case 4:
      return multiply_columns<double, 4>(product);
    case 8:
      return multiply_columns<double, 8>(product);
    default:
      return false;
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(small_floats);
HWY_EXPORT(small_doubles);

bool multiply_small(const Product& product, bool is_double) {
  constexpr std::int64_t kMost = 16;
  const bool is_small = product.batch.count() != 0 && product.n <= kMost &&
                        product.m <= kMost && product.k <= kMost;
  if (!is_small || product.b.column != 1 || product.adds) return false;
  // A sum has to be one chain for the kernels of larger products as well.
  if (product.matrix_rows <= 2 ? product.k > kFewRows
                               : product.k > settings().matmul_depth)
    return false;
  return is_double ? HWY_DYNAMIC_DISPATCH(small_doubles)(product)
                   : HWY_DYNAMIC_DISPATCH(small_floats)(product);
}

}  // namespace assay::optimized
#endif
