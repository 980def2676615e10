// Measures how many small calls the oracle answers per second, and how long a
// long reduction takes. Its "cases" are calls of execute().
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "reference/reference.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::int64_t kElements = 24;

Tensor ramp(Reference& reference, DType dtype) {
  Bytes storage(static_cast<std::size_t>(storage_bytes(dtype, kElements)));
  for (std::int64_t i = 0; i < kElements; ++i)
    store_element(
        storage.data(), dtype, i,
        {encode_real(format_of(dtype), 0.25 * static_cast<double>(i)), 0});
  return *reference.from_host(dtype, kElements, storage);
}

void execute_repeatedly(benchmark::State& state, Op op, bool is_flipped,
                        std::size_t operand_count) {
  Reference reference;
  const Tensor x = ramp(reference, DType::kFloat32);
  Tensor y = x;
  if (is_flipped) y.view = *x.view.flip({true});
  Call call{op, {x, y}, {}, {*reference.buffer(DType::kFloat32, {kElements})}};
  call.operands.resize(operand_count);
  for (auto _ : state) {
    auto tensors = reference.execute(call);
    if (!tensors) state.SkipWithError(tensors.status().message.c_str());
    benchmark::DoNotOptimize(tensors);
  }
  state.counters["cases"] = benchmark::Counter(
      static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void add_contiguous(benchmark::State& state) {
  execute_repeatedly(state, "add"_op, false, 2);
}
void add_flipped(benchmark::State& state) {
  execute_repeatedly(state, "add"_op, true, 2);
}
void exp_contiguous(benchmark::State& state) {
  execute_repeatedly(state, "exp"_op, false, 1);
}
BENCHMARK(add_contiguous);
BENCHMARK(add_flipped);
BENCHMARK(exp_contiguous);

// 2^25 ones, given as one element of stride 0.
void reduce_sum_long(benchmark::State& state) {
  Reference reference;
  Tensor one = ramp(reference, DType::kFloat32);
  one.view = View({std::int64_t{1} << 25}, {0}, 4);
  const Call call{"reduce_sum"_op,
                  {one},
                  Attributes().axes({0}).keepdims(false),
                  {*reference.buffer(DType::kFloat32, {})}};
  for (auto _ : state) {
    auto answer = reference.answer(call);
    if (!answer) state.SkipWithError(answer.status().message.c_str());
    benchmark::DoNotOptimize(answer);
  }
}
BENCHMARK(reduce_sum_long)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace assay
