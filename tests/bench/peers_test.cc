// Every peer computes what the reference computes: a peer that does something
// else would be compared for nothing. Large workloads are left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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
  // Libraries number pivots from 0 or 1. Of several updates of one place any
  // may stay.
  static const std::set<std::string_view> kOthers = {
      "qr", "svd", "eigh", "eig", "lu", "lu_factor", "full_piv_lu"};
  // So do transforms of long lines.
  static const std::set<std::string_view> kTransforms = {"fft", "ifft", "rfft",
                                                         "irfft"};
  constexpr std::int64_t kLongestLine = 2048;
  if (kTransforms.contains(name_of(workload.op)) &&
      workload.outs[0].shape.back() > kLongestLine)
    return false;
  if (spec_of(workload.op).signature.is_counted) return false;
  // Any of several updates of one place may stay.
  if (name_of(workload.op) == "scatter_general" &&
      workload.attributes.mode() == ScatterMode::kSet)
    return false;
  // The reference walks all labels of an einsum at once.
  if (name_of(workload.op) == "einsum" && workload.operands.size() > 3)
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

Result<std::unique_ptr<Contender>> python_peer(
    const std::string& name, const std::vector<std::string>& pythons) {
  return start_python_peer(name, pythons, 1, Clock::kThread);
}

TEST(Numpy, ComputesTheSame) {
  auto peer = python_peer("numpy", {"/usr/bin/python3"});
  if (!peer) GTEST_SKIP() << peer.status().message;
  compare_with_reference(**peer, 60);
}

TEST(PythonPeer, SaysWhyItDoesNotStart) {
  EXPECT_TRUE(
      python_peer("numpy", {"/there/is/no/python"})
          .status()
          .message.starts_with("/there/is/no/python does not run NumPy: "));
  EXPECT_EQ(python_peer("torch", {"/no/a", "/no/b"}).status().message,
            "none of /no/a, /no/b runs PyTorch; name a Python that does with "
            "--python torch=PYTHON");
}

// The first interpreters have no NumPy and an old one.
TEST(PythonPeer, PrefersNumpy2) {
  const auto script = [](const char* name, const char* version) {
    const std::string file = testing::TempDir() + name;
    std::ofstream(file) << "#!/bin/sh\n"
                        << "head -c 28 >/dev/null\n"
                        << "printf '\\030\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"
                        << "{\"ok\":1,\"version\":\"" << version << "\"}'\n"
                        << "cat >/dev/null\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  };
  const std::string one = script("one", "1.1"), two = script("two", "2.1");
  EXPECT_EQ((*python_peer("numpy", {"/no/a", one, two}))->version(), "2.1");
  EXPECT_EQ((*python_peer("numpy", {"/no/a", one}))->version(), "1.1");
  EXPECT_EQ((*python_peer("torch", {one, two}))->version(), "1.1");
}

// ASSAY_TORCH_PYTHON names an interpreter that has PyTorch.
TEST(Torch, ComputesTheSame) {
  const char* python = std::getenv("ASSAY_TORCH_PYTHON");
  if (python == nullptr) GTEST_SKIP() << "ASSAY_TORCH_PYTHON is not set";
  auto peer = python_peer("torch", {python});
  ASSERT_TRUE(peer.ok()) << peer.status().message;
  compare_with_reference(**peer, 60);
}

// ASSAY_JAX_PYTHON names an interpreter that has JAX.
TEST(Jax, ComputesTheSame) {
  const char* python = std::getenv("ASSAY_JAX_PYTHON");
  if (python == nullptr) GTEST_SKIP() << "ASSAY_JAX_PYTHON is not set";
  auto peer = python_peer("jax", {python});
  ASSERT_TRUE(peer.ok()) << peer.status().message;
  compare_with_reference(**peer, 60);
}

// ASSAY_ONNXRUNTIME_PYTHON names an interpreter that has ONNX Runtime.
TEST(OnnxRuntime, ComputesTheSame) {
  const char* python = std::getenv("ASSAY_ONNXRUNTIME_PYTHON");
  if (python == nullptr) GTEST_SKIP() << "ASSAY_ONNXRUNTIME_PYTHON is not set";
  auto peer = python_peer("onnxruntime", {python});
  ASSERT_TRUE(peer.ok()) << peer.status().message;
  compare_with_reference(**peer, 60);
}

TEST(Openblas, ComputesTheSame) {
  auto peer = load_openblas({"libopenblas.so.0"}, 1, Clock::kThread);
  if (!peer) GTEST_SKIP() << peer.status().message;
  compare_with_reference(**peer, 4);
}

// ASSAY_OPENBLAS names another OpenBLAS, such as that of the package
// scipy-openblas64, whose integers have 64 bits.
TEST(Openblas, ComputesTheSameInAnotherSpelling) {
  const char* file = std::getenv("ASSAY_OPENBLAS");
  if (file == nullptr) GTEST_SKIP() << "ASSAY_OPENBLAS is not set";
  auto peer = load_openblas({"/no/such.so", file}, 1, Clock::kThread);
  ASSERT_TRUE(peer.ok()) << peer.status().message;
  compare_with_reference(**peer, 4);
}

// ASSAY_MKL names libmkl_rt.
TEST(Mkl, ComputesTheSame) {
  const char* file = std::getenv("ASSAY_MKL");
  if (file == nullptr) GTEST_SKIP() << "ASSAY_MKL is not set";
  auto peer = load_mkl({file}, 1, Clock::kThread);
  ASSERT_TRUE(peer.ok()) << peer.status().message;
  compare_with_reference(**peer, 4);
}

TEST(Blas, IsNotAnyLibrary) {
  EXPECT_NE(load_openblas({"libc.so.6"}, 1, Clock::kThread)
                .status()
                .message.find("libc.so.6 is not OpenBLAS"),
            std::string::npos);
  EXPECT_NE(load_mkl({"libc.so.6"}, 1, Clock::kThread)
                .status()
                .message.find("libc.so.6 is not the MKL runtime"),
            std::string::npos);
  EXPECT_NE(load_mkl({"/no/mkl.so"}, 1, Clock::kThread)
                .status()
                .message.find("/no/mkl.so cannot be loaded"),
            std::string::npos);
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
