// Measures what a fusion plan and a sum in place save. A plan of eight steps on
// 10^7 float32 takes turns with the same ops one by one and with a copy, and an
// addition into its operand with an addition into a fresh tensor. Prints
// medians and ratios, and as a control the ratio of two plans of the same round
// (A/A).
//
// Usage: assay_plan_cost SUBJECT.so [ROUNDS]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <vector>

#include "harness/subject/plugin_subject.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::int64_t kElements = 10'000'000;

// The ops of the plan; each takes the result of the one before and an input.
constexpr Op kSteps[] = {"mul"_op, "add"_op, "max"_op, "sub"_op,
                         "mul"_op, "min"_op, "add"_op, "mul"_op};

// Ends the program with the sentence of a call that did not succeed.
void demand(const Status& status) {
  if (status.ok()) return;
  fmt::print(stderr, "the subject does not run: {}\n", status.message);
  std::exit(1);
}

Tensor filled(Backend& backend, float low) {
  std::vector<float> elements(kElements);
  for (std::int64_t i = 0; i < kElements; ++i)
    elements[static_cast<std::size_t>(i)] =
        low + static_cast<float>(i % 1000) / 1000;
  auto tensor = backend.from_host(DType::kFloat32, kElements,
                                  std::as_bytes(std::span(elements)));
  demand(tensor.status());
  return *std::move(tensor);
}

Tensor fresh(Backend& backend) {
  auto tensor = backend.buffer(DType::kFloat32, {kElements});
  demand(tensor.status());
  return *std::move(tensor);
}

void write(Backend& backend, Op op, const Tensor& out, const Tensor& a,
           const Tensor& b) {
  demand(backend.execute({op, {a, b}, {}, {out}}).status());
}

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int measure(const std::string& library, int rounds) {
  auto subject = PluginSubject::start(library);
  if (!subject) {
    fmt::print(stderr, "{}\n", subject.status().message);
    return 2;
  }
  Backend& backend = (*subject)->backend();
  const Tensor x = filled(backend, 0.5f), y = filled(backend, 1.0f);
  Plan plan;
  plan.shape = {kElements};
  plan.inputs = {x, y};
  for (std::uint32_t i = 0; i < std::size(kSteps); ++i)
    plan.steps.push_back({kSteps[i], {i == 0 ? 0 : i + 1, 1}});
  plan.outputs = {static_cast<std::uint32_t>(1 + std::size(kSteps))};

  const auto in_plan = [&] { demand(backend.execute_plan(plan).status()); };
  const auto one_by_one = [&] {
    Tensor last = x;
    for (const Op op : kSteps) {
      const Tensor out = fresh(backend);
      write(backend, op, out, last, y);
      last = out;
    }
  };
  const auto copy = [&] {
    demand(backend.execute({"copy"_op, {x}, {}, {}}).status());
  };
  const auto in_place = [&] { write(backend, "add"_op, x, x, y); };
  const auto into_fresh = [&] {
    write(backend, "add"_op, fresh(backend), x, y);
  };
  const std::function<void()> works[] = {in_plan, in_plan,  one_by_one,
                                         copy,    in_place, into_fresh};
  std::vector<double> times[std::size(works)];
  demand(backend.session_begin());
  for (int round = -1; round < rounds; ++round)  // the first is not counted
    for (std::size_t i = 0; i < std::size(works); ++i) {
      const double taken = seconds(works[i]);
      if (round >= 0) times[i].push_back(taken);
    }
  demand(backend.session_end());

  const double whole = median(times[0]);
  // A copy moves one operand and a result; the plan reads one operand more.
  const double share = median(times[3]) / whole * 3 / 2;
  fmt::print("{} rounds in turns, {} elements of float32\n", rounds, kElements);
  fmt::print(
      "a plan of {} steps: {:.2f} ms, of which {:.0f} % would be needed "
      "to move its bytes as fast as a copy\n",
      std::size(kSteps), 1e3 * whole, 100 * share);
  fmt::print("the ops one by one: {:.2f} ms, {:.2f} times as long\n",
             1e3 * median(times[2]), median(times[2]) / whole);
  fmt::print(
      "add in place: {:.2f} ms; into a fresh tensor {:.2f} ms, {:.2f} "
      "times as long\n",
      1e3 * median(times[4]), 1e3 * median(times[5]),
      median(times[5]) / median(times[4]));
  fmt::print("A/A control, one plan / the next: {:.3f}\n",
             whole / median(times[1]));
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 31;
  if (argc < 2 || rounds < 1) {
    fmt::print(stderr, "usage: {} SUBJECT.so [ROUNDS]; ROUNDS is at least 1\n",
               argv[0]);
    return 2;
  }
  return assay::measure(argv[1], rounds);
}
