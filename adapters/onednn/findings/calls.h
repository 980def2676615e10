// Sets oneDNN up for the reproducers: one engine and one stream, tensors that
// own their elements, and the calls that several findings make.
#ifndef ASSAY_ADAPTERS_ONEDNN_FINDINGS_CALLS_H_
#define ASSAY_ADAPTERS_ONEDNN_FINDINGS_CALLS_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <dnnl.hpp>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

using dnnl::algorithm;
using dnnl::prop_kind;
using Dims = dnnl::memory::dims;
using Kind = dnnl::memory::data_type;

inline dnnl::engine& engine() {
  static dnnl::engine the_engine(dnnl::engine::kind::cpu, 0);
  return the_engine;
}

inline void run(const dnnl::primitive& primitive,
                const std::unordered_map<int, dnnl::memory>& memories) {
  static dnnl::stream stream(engine());
  primitive.execute(stream, memories);
  stream.wait();
}

// A bfloat16 has the upper half of the bits of a float.
using Bfloat16 = std::uint16_t;
inline Bfloat16 narrow(float x) {
  return static_cast<Bfloat16>(std::bit_cast<std::uint32_t>(x) >> 16);
}
inline float wide(Bfloat16 x) {
  return std::bit_cast<float>(std::uint32_t{x} << 16);
}

template <typename T>
constexpr Kind type_of() {
  if (std::is_same_v<T, float>) return Kind::f32;
  if (std::is_same_v<T, std::int32_t>) return Kind::s32;
  if (std::is_same_v<T, std::int8_t>) return Kind::s8;
  return Kind::u8;
}

inline Dims row_major(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (std::size_t i = dims.size() - 1; i-- > 0;)
    strides[i] = strides[i + 1] * std::max<std::int64_t>(dims[i + 1], 1);
  return strides;
}

// Has elements and what oneDNN needs to use them.
template <typename T>
struct Tensor {
  std::vector<T> elements;
  dnnl::memory::desc desc;

  Tensor(const Dims& dims, std::vector<T> values, Kind type = type_of<T>())
      : elements(std::move(values)), desc(dims, type, row_major(dims)) {}
  Tensor(const Dims& dims, const Dims& strides, std::vector<T> values)
      : elements(std::move(values)), desc(dims, type_of<T>(), strides) {}
  dnnl::memory memory() { return {desc, engine(), elements.data()}; }
};

// Runs eltwise on one float and returns the result.
inline float eltwise(algorithm kind, float x, float alpha = 0, float beta = 0) {
  Tensor<float> data({1}, {x});
  const dnnl::eltwise_forward::primitive_desc desc(
      {prop_kind::forward_inference, kind, data.desc, alpha, beta}, engine());
  run(dnnl::eltwise_forward(desc),
      {{DNNL_ARG_SRC, data.memory()}, {DNNL_ARG_DST, data.memory()}});
  return data.elements[0];
}

// Runs relu backward on the result y of relu, and writes over the gradient.
inline void relu_backward(Tensor<float>& y, Tensor<float>& grad) {
  const dnnl::eltwise_forward::primitive_desc hint(
      {prop_kind::forward_training, algorithm::eltwise_relu, y.desc}, engine());
  const dnnl::eltwise_backward::primitive_desc desc(
      {algorithm::eltwise_relu_use_dst_for_bwd, grad.desc, y.desc}, engine(),
      hint);
  run(dnnl::eltwise_backward(desc), {{DNNL_ARG_DST, y.memory()},
                                     {DNNL_ARG_DIFF_DST, grad.memory()},
                                     {DNNL_ARG_DIFF_SRC, grad.memory()}});
}

template <typename A, typename C>
void binary(algorithm kind, Tensor<A>& a, Tensor<A>& b, Tensor<C>& c) {
  const dnnl::binary::primitive_desc desc({kind, a.desc, b.desc, c.desc},
                                          engine());
  run(dnnl::binary(desc), {{DNNL_ARG_SRC_0, a.memory()},
                           {DNNL_ARG_SRC_1, b.memory()},
                           {DNNL_ARG_DST, c.memory()}});
}

template <typename T>
void inner_product(Tensor<T>& x, Tensor<T>& weight, Tensor<T>& y) {
  const dnnl::inner_product_forward::primitive_desc desc(
      {prop_kind::forward_inference, x.desc, weight.desc, y.desc}, engine());
  run(dnnl::inner_product_forward(desc), {{DNNL_ARG_SRC, x.memory()},
                                          {DNNL_ARG_WEIGHTS, weight.memory()},
                                          {DNNL_ARG_DST, y.memory()}});
}

template <typename T>
void deconv(Tensor<T>& x, Tensor<T>& weight, Tensor<T>& bias, Tensor<T>& y) {
  const dnnl::deconvolution_forward::primitive_desc desc(
      {prop_kind::forward_inference,
       algorithm::deconvolution_direct,
       x.desc,
       weight.desc,
       bias.desc,
       y.desc,
       {1},
       {0},
       {0}},
      engine());
  run(dnnl::deconvolution_forward(desc), {{DNNL_ARG_SRC, x.memory()},
                                          {DNNL_ARG_WEIGHTS, weight.memory()},
                                          {DNNL_ARG_BIAS, bias.memory()},
                                          {DNNL_ARG_DST, y.memory()}});
}

template <typename A, typename B>
void reorder(Tensor<A>& from, Tensor<B>& to) {
  const dnnl::reorder::primitive_desc desc(engine(), from.desc, engine(),
                                           to.desc);
  run(dnnl::reorder(desc),
      {{DNNL_ARG_FROM, from.memory()}, {DNNL_ARG_TO, to.memory()}});
}

template <typename T>
void pool(algorithm kind, Tensor<T>& x, Tensor<T>& y, std::int64_t kernel,
          std::int64_t stride, std::int64_t after) {
  const dnnl::pooling_v2_forward::primitive_desc desc(
      {prop_kind::forward_inference,
       kind,
       x.desc,
       y.desc,
       {stride},
       {kernel},
       {0},
       {0},
       {after}},
      engine());
  run(dnnl::pooling_v2_forward(desc),
      {{DNNL_ARG_SRC, x.memory()}, {DNNL_ARG_DST, y.memory()}});
}

template <typename T>
std::string text(T x) {
  char characters[40];
  if constexpr (std::is_floating_point_v<T>)
    std::snprintf(characters, sizeof characters, "%.9g", double{x});
  else
    std::snprintf(characters, sizeof characters, "%lld",
                  static_cast<long long>(x));
  return characters;
}
template <typename T>
std::string text(const std::vector<T>& list) {
  std::string all;
  for (T x : list) all += (all.empty() ? "" : " ") + text(x);
  return all;
}

#endif  // ASSAY_ADAPTERS_ONEDNN_FINDINGS_CALLS_H_
