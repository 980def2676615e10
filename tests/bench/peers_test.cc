// Every peer computes what the reference computes: a peer that does something
// else would be compared for nothing. Large workloads are left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "bench/catalogue.h"
#include "bench/peers/library_peers.h"
#include "bench/peers/python_peer.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

constexpr std::int64_t kMostElements = 70000;

double value_of(DType dtype, const Bytes& storage, std::int64_t i, bool im) {
  const ElementBits bits = load_element(storage.data(), dtype, i);
  if (!is_real(dtype) && !is_complex(dtype))
    return static_cast<double>(signed_value(dtype, bits));
  return decode_real(format_of(dtype), im ? bits.im : bits.re);
}

// The largest difference as a share of the largest value.
double difference(DType dtype, const Bytes& a, const Bytes& b,
                  std::int64_t count) {
  double most = 0, scale = 1e-30;
  for (std::int64_t i = 0; i < count; ++i)
    for (const bool im : {false, true}) {
      if (im && !is_complex(dtype)) continue;
      const double x = value_of(dtype, a, i, im);
      const double y = value_of(dtype, b, i, im);
      scale = std::max(scale, std::abs(x));
      if (std::isnan(x) != std::isnan(y)) return INFINITY;
      if (!std::isnan(x)) most = std::max(most, std::abs(x - y));
    }
  return most / scale;
}

bool is_comparable(const Workload& workload) {
  // Eigenvectors and singular vectors may have other signs and directions.
  // Eigenvalues that are not real may have any order. Products of large
  // matrices take the reference long.
  static const std::set<std::string_view> kOthers = {"qr", "svd", "eigh",
                                                     "eig"};
  // So do transforms of long lines.
  static const std::set<std::string_view> kTransforms = {"fft", "ifft", "rfft",
                                                         "irfft"};
  constexpr std::int64_t kLongestLine = 2048;
  if (kTransforms.contains(name_of(workload.op)) &&
      workload.outs[0].shape.back() > kLongestLine)
    return false;
  return workload.elements <= kMostElements && workload.flops < 3e6 &&
         !kOthers.contains(name_of(workload.op));
}

void compare_with_reference(Contender& peer, std::size_t at_least) {
  auto reference = contender_of(
      "reference",
      std::make_unique<InProcessSubject>(std::make_unique<Reference>(kNx)),
      Clock::kThread, {});
  std::size_t compared = 0;
  for (const Workload& workload : catalogue(false)) {
    if (!is_comparable(workload)) continue;
    SCOPED_TRACE(workload.id);
    const auto arena = Arena::of(workload);
    ASSERT_TRUE(arena.ok());
    const auto there = peer.prepare(workload, *arena);
    if (!there.ok()) {
      EXPECT_EQ(there.status().code, StatusCode::kUnsupported)
          << there.status().message;
      continue;
    }
    // Both write into the same outs, one after the other.
    const auto got = (*there)->results();
    ASSERT_TRUE(got.ok()) << got.status().message;
    const auto here = reference->prepare(workload, *arena);
    ASSERT_TRUE(here.ok()) << here.status().message;
    const auto expected = (*here)->results();
    ASSERT_TRUE(expected.ok());
    ASSERT_EQ(expected->size(), got->size());
    std::vector<TensorType> types;
    for (const Operand& operand : workload.operands)
      types.push_back({operand.dtype, operand.view.shape()});
    const auto results =
        infer(workload.op, types, workload.attributes, workload.result);
    for (std::size_t i = 0; i < expected->size(); ++i) {
      const TensorType& type = (*results)[i];
      ASSERT_EQ((*expected)[i].size(), (*got)[i].size());
      EXPECT_LT(difference(type.dtype, (*expected)[i], (*got)[i],
                           element_count(type.shape)),
                type.dtype == DType::kFloat16 ? 2e-3 : 2e-5);
    }
    EXPECT_GT(*(*there)->seconds(2), 0);
    ++compared;
  }
  EXPECT_GE(compared, at_least);
}

TEST(Numpy, ComputesTheSame) {
  auto peer = start_numpy("/usr/bin/python3", 1, Clock::kThread);
  if (!peer) GTEST_SKIP() << peer.status().message;
  compare_with_reference(**peer, 60);
}

TEST(Numpy, SaysWhyItDoesNotStart) {
  const auto none = start_numpy("/there/is/no/python", 1, Clock::kThread);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.status().message.find("/there/is/no/python"),
            std::string::npos);
}

// ASSAY_TORCH_PYTHON names an interpreter that has PyTorch.
TEST(Torch, ComputesTheSame) {
  const char* python = std::getenv("ASSAY_TORCH_PYTHON");
  if (python == nullptr) GTEST_SKIP() << "ASSAY_TORCH_PYTHON is not set";
  auto peer = start_torch(python, 1, Clock::kThread);
  ASSERT_TRUE(peer.ok()) << peer.status().message;
  compare_with_reference(**peer, 60);
}

TEST(Torch, SaysWhatThePythonLacks) {
  const auto none = start_torch("/there/is/no/python", 1, Clock::kThread);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.status().message.find("does not run PyTorch"),
            std::string::npos);
}

TEST(Openblas, ComputesTheSame) {
  auto peer = load_openblas(1, Clock::kThread);
  if (!peer) GTEST_SKIP() << peer.status().message;
  compare_with_reference(**peer, 4);
}

TEST(Fftw, ComputesTheSame) {
  auto peer = load_fftw(Clock::kThread);
  if (!peer) GTEST_SKIP() << peer.status().message;
  compare_with_reference(**peer, 4);
}

TEST(Eigen, ComputesTheSame) {
  auto peer = load_eigen(ASSAY_PLUGIN_FOLDER, Clock::kThread);
  if (!peer) GTEST_SKIP() << peer.status().message;
  compare_with_reference(**peer, 10);
}

// Claims reductions of one axis only.
class ReducesOneAxis : public Reference {
 public:
  std::optional<Claim> claim(const Cell& cell) const override {
    auto claim = Reference::claim(cell);
    if (claim) claim->max_axes = 1;
    return claim;
  }
};

TEST(Contender, IsNotCalledBeyondItsClaim) {
  const auto contender = contender_of(
      "one",
      std::make_unique<InProcessSubject>(std::make_unique<ReducesOneAxis>()),
      Clock::kThread, {});
  for (const auto& axes : {std::vector<std::int64_t>{1}, {0, 1}}) {
    Attributes attributes;
    attributes.set(AttributeKey::kAxes, axes)
        .flag(AttributeKey::kKeepdims, false);
    const Workload workload =
        workload_of("reduce_sum"_op, "contiguous", Level::kL1,
                    {dense(DType::kFloat32, {2, 3})}, attributes);
    const auto arena = Arena::of(workload);
    ASSERT_TRUE(arena.ok());
    const auto prepared = contender->prepare(workload, *arena);
    EXPECT_EQ(prepared.ok() ? "" : prepared.status().message,
              axes.size() == 1 ? "" : "one claims the cell without 2 axes");
  }
}

}  // namespace
}  // namespace assay::bench
