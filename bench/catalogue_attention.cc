// Lists the workloads of activations, normalization and attention, with shapes
// of BERT, GPT-2 and ViT.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

ElementBits real(DType dtype, double value) {
  return {encode_real(format_of(dtype), value), 0};
}

void add_activations(Catalogue& list) {
  struct Case {
    Op op;
    int operands;
  };
  constexpr Case kCases[] = {{"relu"_op, 1},
                             {"relu_backward"_op, 2},
                             {"prelu"_op, 2},
                             {"gelu"_op, 1},
                             {"gelu_backward"_op, 2},
                             {"sigmoid"_op, 1},
                             {"sigmoid_backward"_op, 2},
                             {"log_sigmoid"_op, 1},
                             {"log_sigmoid_backward"_op, 2}};
  for (const auto& [op, operands] : kCases) {
    for (const Level level : {Level::kL1, Level::kL2, Level::kMemory})
      list.add(level == Level::kL2, op, "contiguous", level,
               std::vector(static_cast<std::size_t>(operands),
                           dense(kF32, {elements_at(level, kF32)}, -4, 4)));
    for (const DType dtype : {kBf16, kF64})
      list.full(
          op, "contiguous", Level::kL2,
          std::vector(static_cast<std::size_t>(operands),
                      dense(dtype, {elements_at(Level::kL2, dtype)}, -4, 4)));
  }
  for (const Level level : {Level::kL2, Level::kMemory}) {
    const Operand x = dense(kF32, {elements_at(level, kF32)}, -4, 4);
    list.add(
        level == Level::kL2, "leaky_relu"_op, "contiguous", level,
        std::vector{x},
        Attributes().element(AttributeKey::kNegativeSlope, real(kF32, 0x1p-6)));
    list.add(level == Level::kL2, "hard_sigmoid"_op, "contiguous", level,
             std::vector{x},
             Attributes()
                 .element(AttributeKey::kAlpha, real(kF32, 1.0 / 6))
                 .element(AttributeKey::kBeta, real(kF32, 0.5)));
  }
}

// Rows of scores, of a vocabulary, and channels of images.
void add_softmax(Catalogue& list) {
  for (const Op op : {"softmax"_op, "softmin"_op, "log_softmax"_op}) {
    list.quick(op, "axis_last", Level::kL2,
               std::vector{dense(kF32, {128, 128}, -4, 4)},
               Attributes().axis(1));
    list.full(op, "axis_last", Level::kL3,
              std::vector{dense(kF32, {512, 512}, -4, 4)},
              Attributes().axis(1));
    list.full(op, "axis_last", Level::kL3,
              std::vector{dense(kF32, {16, 50257}, -4, 4)},
              Attributes().axis(1));
    list.full(op, "axis_1_of_3", Level::kL3,
              std::vector{dense(kF32, {8, 21, 4096}, -4, 4)},
              Attributes().axis(1));
  }
  list.full("softmax"_op, "axis_last", Level::kL2,
            std::vector{dense(kBf16, {512, 512}, -4, 4)}, Attributes().axis(1));
}

void add_normalization(Catalogue& list) {
  const auto layer_norm = [&](bool is_quick, DType dtype, std::int64_t rows,
                              std::int64_t columns) {
    list.add(is_quick, "layer_norm"_op, "biased",
             level_of_bytes(2 * rows * columns * 4),
             std::vector{dense(dtype, {rows, columns}), dense(dtype, {columns}),
                         dense(dtype, {columns})},
             Attributes()
                 .flag(AttributeKey::kBiased, true)
                 .element(AttributeKey::kEpsilon, real(dtype, 0x1p-16)));
  };
  layer_norm(true, kF32, 64, 768);
  layer_norm(false, kF32, 512, 768);
  layer_norm(false, kF32, 512, 1024);
  layer_norm(false, kF32, 197, 768);
  layer_norm(false, kBf16, 512, 768);
  const auto batch_norm = [&](bool is_quick, const Shape& shape) {
    const Operand each = dense(kF32, {shape[1]});
    list.add(is_quick, "batch_norm"_op, "images",
             level_of_bytes(2 * element_count(shape) * 4),
             std::vector{dense(kF32, shape), each, each, each,
                         dense(kF32, {shape[1]}, 0.5, 1.5)},
             Attributes().element(AttributeKey::kEpsilon, real(kF32, 0x1p-16)));
  };
  batch_norm(true, {1, 64, 28, 28});
  batch_norm(false, {8, 64, 56, 56});
  batch_norm(false, {8, 2048, 7, 7});
}

void add_heads(Catalogue& list) {
  const auto attention = [&](bool is_quick, const char* name,
                             std::int64_t heads, std::int64_t queries,
                             std::int64_t keys, bool is_causal,
                             bool is_masked = false, DType dtype = kF32) {
    constexpr std::int64_t kWidth = 64;
    const Operand query = dense(dtype, {1, heads, queries, kWidth});
    const Operand key = dense(dtype, {1, heads, keys, kWidth});
    std::vector operands{query, key, key};
    if (is_masked) {
      // One row of padding for all heads and queries.
      Operand mask = dense(DType::kBool, {keys}, 0, 1.25);
      mask.view = View({1, heads, queries, keys}, {0, 0, 0, 1}, 0);
      operands.push_back(mask);
    }
    list.add(is_quick, "attention"_op, name,
             level_of_bytes(heads * (queries + keys) * kWidth * 8),
             std::move(operands),
             Attributes()
                 .flag(AttributeKey::kCausal, is_causal)
                 .flag(AttributeKey::kMasked, is_masked)
                 .flag(AttributeKey::kBiased, false),
             4.0 * static_cast<double>(heads * queries * keys * kWidth) /
                 (is_causal ? 2 : 1));
  };
  attention(true, "small", 2, 32, 32, false);
  attention(true, "small_causal", 2, 32, 32, true);
  attention(true, "small_masked", 2, 32, 32, false, true);
  attention(true, "bert", 12, 128, 128, false);
  attention(false, "bert", 12, 512, 512, false);
  attention(false, "bert_masked", 12, 512, 512, false, true);
  attention(false, "bert", 12, 512, 512, false, false, kBf16);
  attention(false, "gpt_causal", 12, 512, 512, true);
  attention(false, "gpt_causal", 12, 4096, 4096, true);
  attention(false, "vit", 12, 197, 197, false);
  attention(false, "one_query", 12, 1, 4096, false);
}

}  // namespace

void add_attention(Catalogue& list) {
  add_activations(list);
  add_softmax(list);
  add_normalization(list);
  add_heads(list);
}

}  // namespace assay::bench
