// Tests the base class of authors: claims that follow from functions, arguments
// of every signature, the memory and views that it provides, and the calls that
// it refuses.
#include "spec/sdk/typed_backend.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

namespace assay {
namespace {

template <typename T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// A function of each signature, over some dtypes; `last` tells which ran and
// with what.
class Small : public TypedBackend<Small> {
 public:
  static constexpr std::string_view kName = "small";
  static constexpr std::string_view kVersion = "1.2.3";

  template <Number T>
  void add(Array<T> out, Array<const T> a, Array<const T> b) {
    for (const Index& at : out.indices())
      out[at] = static_cast<T>(a[at] + b[at]);
  }
  template <DType dtype>
  void neg(Array<NarrowFloat<dtype>> out, Array<const NarrowFloat<dtype>> x) {
    for (const Index& at : out.indices()) out[at] = -x[at];
  }
  void cmplt(Array<bool> out, Array<const float> a, Array<const float> b) {
    for (const Index& at : out.indices()) out[at] = a[at] < b[at];
  }
  void and_(Array<bool> out, Array<const bool> a, Array<const bool> b) {
    for (const Index& at : out.indices()) out[at] = a[at] && b[at];
  }
  void where(Array<float> out, Array<const bool> condition,
             Array<const float> a, Array<const float> b) {
    for (const Index& at : out.indices())
      out[at] = condition[at] ? a[at] : b[at];
  }
  Status reduce_max(Array<float>, Array<const float>,
                    const std::vector<std::int64_t>& axes, bool keepdims) {
    last = keepdims ? "kept" : "gone";
    axes_seen = axes;
    return {};
  }
  void argmax(Array<std::int32_t> out, Array<const float>, std::int64_t axis,
              bool) {
    *out.first() = static_cast<std::int32_t>(axis) + 40;
  }
  void associative_scan(Array<float>, Array<const float>, std::int64_t,
                        Scan op) {
    last = kScanNames[static_cast<int>(op)];
  }
  void sort(Array<float>, Array<const float>, std::int64_t axis,
            bool descending) {
    last = descending ? "descending" : "ascending";
    axes_seen = {axis};
  }
  void pad(Array<float> out, Array<const float> x,
           const std::vector<std::pair<std::int64_t, std::int64_t>>& padding,
           float value) {
    for (const Index& at : out.indices()) out[at] = value;
    out.first()[padding[0].first] = x[{0}];
  }
  void cat(Array<float> out, const std::vector<Array<const float>>& members,
           std::int64_t) {
    float* to = out.first();
    for (const Array<const float>& member : members)
      for (const Index& at : member.indices()) *to++ = member[at];
  }
  void cast(Array<float> out, Array<const std::int32_t> x) {
    for (const Index& at : out.indices()) out[at] = static_cast<float>(x[at]);
  }
  void threefry(Array<std::int32_t>, Array<const std::int32_t>,
                Array<const std::int32_t>) {}
  void gather(Array<double>, Array<const double>, Array<const std::int32_t>,
              std::int64_t) {
    throw std::runtime_error("gather threw");
  }
  void scatter(Array<float>, Array<const float>, Array<const std::int32_t>,
               Array<const float>, std::int64_t, ScatterMode mode, bool) {
    last = kScatterModeNames[static_cast<int>(mode)];
  }
  void irfft(Array<float>, Array<const std::complex<float>>,
             const std::vector<std::int64_t>&, DType,
             const std::optional<std::vector<std::int64_t>>& s) {
    last = s ? "sized" : "free";
  }
  // Tensors, of every dtype of the op.
  void unfold(const Tensor& out, const Tensor&,
              const std::vector<std::pair<std::int64_t, std::int64_t>>&,
              const std::vector<std::int64_t>& kernel_size,
              const std::vector<std::int64_t>&,
              const std::vector<std::int64_t>&) {
    axes_seen = out.view.shape();
    last = std::to_string(kernel_size[0]);
  }
  Result<Tensors> qr(const Tensor& a, bool reduced) {
    last = reduced ? "reduced" : "complete";
    return Tensors{a, a};
  }
  // Replaces that of the memory.
  Result<Tensor> copy(const Tensor& x) {
    last = "own copy";
    return HostMemory::copy(x);
  }

  std::string last;
  std::vector<std::int64_t> axes_seen;
};

class TypedBackendTest : public testing::Test {
 protected:
  template <typename T>
  Tensor tensor(DType dtype, std::vector<T> values) {
    return *small.from_host(dtype, std::ssize(values),
                            std::as_bytes(std::span(values)));
  }
  Tensor floats(std::vector<float> values) {
    return tensor(DType::kFloat32, std::move(values));
  }
  template <typename T = float>
  std::vector<T> values_of(const Tensor& x) {
    std::vector<T> values;
    const Array<const T> array(
        reinterpret_cast<const T*>(HostMemory::storage_of(x)), x.view);
    for (const Index& at : array.indices()) values.push_back(array[at]);
    return values;
  }
  bool claims(Op op, DType dtype, std::string_view variant = "") {
    return small.claim({op, variant, dtype, dtype}).has_value();
  }

  Small small;
};

TEST_F(TypedBackendTest, NamesComeFromConstants) {
  EXPECT_EQ("small", small.name());
  EXPECT_EQ("1.2.3", small.version());
}

TEST_F(TypedBackendTest, ClaimsFollowFromTheTypesOfTheFunctions) {
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    const bool native = kWideIntegers.contains(dtype) ||
                        dtype == DType::kFloat32 || dtype == DType::kFloat64;
    EXPECT_EQ(native, claims("add"_op, dtype)) << name_of(dtype);
    EXPECT_EQ(kNarrowFloats.contains(dtype), claims("neg"_op, dtype));
    EXPECT_EQ(dtype == DType::kFloat32, claims("cmplt"_op, dtype));
    EXPECT_EQ(dtype == DType::kBool, claims("and"_op, dtype));
    EXPECT_EQ(dtype == DType::kInt32, claims("threefry"_op, dtype));
    EXPECT_FALSE(claims("sub"_op, dtype));
    // Memory and views hold whatever the dtype is, those of 4 bits too.
    EXPECT_TRUE(claims("full"_op, dtype) && claims("permute"_op, dtype));
    EXPECT_TRUE(claims("assign"_op, dtype) && claims("to_host"_op, dtype));
    EXPECT_TRUE(claims("buffer"_op, dtype) && claims("view"_op, dtype));
  }
  EXPECT_TRUE(claims("sort"_op, DType::kFloat32, "descending"));
  EXPECT_FALSE(claims("sort"_op, DType::kFloat32, "sideways"));
  EXPECT_TRUE(claims("qr"_op, DType::kFloat64));  // takes tensors
  EXPECT_FALSE(claims("qr"_op, DType::kInt32));   // not a cell of the table
  const auto pair = [&](DType from, DType to) {
    return small.claim({"cast"_op, "", from, to}).has_value();
  };
  EXPECT_TRUE(pair(DType::kInt32, DType::kFloat32));
  EXPECT_FALSE(pair(DType::kFloat32, DType::kInt32));
}

TEST_F(TypedBackendTest, CarriesOutWhatItClaims) {
  const Tensor x = floats({1, 2, 3, 4});
  Tensor reversed = x;
  reversed.view = View({4}, {-1}, 3);
  const Tensor out = floats({0, 0, 0, 0});
  const auto made = small.execute({"add"_op, {x, reversed}, {}, {out}});
  ASSERT_TRUE(made.ok()) << made.status().message;
  EXPECT_TRUE(made->empty());
  EXPECT_EQ((std::vector<float>{5, 5, 5, 5}), values_of(out));

  const Tensor mask = *small.buffer(DType::kBool, {4});
  ASSERT_TRUE(small.execute({"cmplt"_op, {x, reversed}, {}, {mask}}).ok());
  EXPECT_EQ((std::vector<bool>{true, true, false, false}),
            values_of<bool>(mask));
  ASSERT_TRUE(small.execute({"where"_op, {mask, x, reversed}, {}, {out}}).ok());
  EXPECT_EQ((std::vector<float>{1, 2, 2, 1}), values_of(out));

  const Tensor halves = tensor<std::uint16_t>(DType::kFloat16, {0x3c00, 0});
  const Tensor negated = *small.buffer(DType::kFloat16, {2});
  ASSERT_TRUE(small.execute({"neg"_op, {halves}, {}, {negated}}).ok());
  EXPECT_EQ((std::vector<std::uint16_t>{0xbc00, 0x8000}),
            values_of<std::uint16_t>(negated));

  const Tensor numbers = tensor<std::int32_t>(DType::kInt32, {-7, 9});
  const Tensor as_floats = floats({0, 0});
  ASSERT_TRUE(small.execute({"cast"_op, {numbers}, {}, {as_floats}}).ok());
  EXPECT_EQ((std::vector<float>{-7, 9}), values_of(as_floats));

  const Tensor joined = *small.buffer(DType::kFloat32, {6});
  ASSERT_TRUE(
      small.execute({"cat"_op, {x, as_floats}, Attributes().axis(0), {joined}})
          .ok());
  EXPECT_EQ((std::vector<float>{1, 2, 3, 4, -7, 9}), values_of(joined));
}

TEST_F(TypedBackendTest, HandsAttributesOver) {
  const Tensor x = floats({1, 2, 3, 4});
  Tensor grid = x;
  grid.view = View(Shape{2, 2});
  const Tensor out = *small.buffer(DType::kFloat32, {2, 1});
  const auto run = [&](const Call& call) {
    const auto made = small.execute(call);
    EXPECT_TRUE(made.ok()) << made.status().message;
  };
  run({"reduce_max"_op, {grid}, Attributes().axes({1}).keepdims(true), {out}});
  EXPECT_EQ("kept", small.last);
  EXPECT_EQ((std::vector<std::int64_t>{1}), small.axes_seen);
  const Tensor where = *small.buffer(DType::kInt32, {2});
  run({"argmax"_op, {grid}, Attributes().axis(1).keepdims(false), {where}});
  EXPECT_EQ(41, values_of<std::int32_t>(where)[0]);
  run({"sort"_op, {x}, Attributes().axis(0).descending(true), {x}});
  EXPECT_EQ("descending", small.last);
  run({"associative_scan"_op, {x}, Attributes().axis(0).op(Scan::kMin), {x}});
  EXPECT_EQ("min", small.last);
}

TEST_F(TypedBackendTest, MakesTheOutsOfOpsThatReturnTheirs) {
  const Tensor x = floats({1});
  const auto padded =
      small.execute({"pad"_op,
                     {x},
                     Attributes().padding({{1, 2}}).value({0x40000000, 0}),
                     {}});
  ASSERT_TRUE(padded.ok()) << padded.status().message;
  EXPECT_EQ((std::vector<float>{2, 1, 2, 2}), values_of((*padded)[0]));

  const Tensor index = tensor<std::int32_t>(DType::kInt32, {0});
  const auto scattered =
      small.execute({"scatter"_op,
                     {x, index, x},
                     Attributes()
                         .axis(0)
                         .mode(ScatterMode::kAdd)
                         .flag(AttributeKey::kUniqueIndices, false),
                     {}});
  ASSERT_TRUE(scattered.ok()) << scattered.status().message;
  EXPECT_EQ("add", small.last);
  EXPECT_NE(x.buffer, (*scattered)[0].buffer);

  Attributes windows;
  windows.padding({{0, 0}})
      .set(AttributeKey::kKernelSize, {2})
      .set(AttributeKey::kStride, {1})
      .set(AttributeKey::kDilation, {1});
  const auto unfolded =
      small.execute({"unfold"_op, {floats({1, 2, 3})}, windows, {}});
  ASSERT_TRUE(unfolded.ok()) << unfolded.status().message;
  EXPECT_EQ((Shape{2, 2}), small.axes_seen);
  EXPECT_EQ("2", small.last);
}

TEST_F(TypedBackendTest, ReturnsTheOptionalOutThatItWasGiven) {
  const Tensor bins = *small.buffer(DType::kComplex64, {2});
  const Attributes attributes = Attributes().axes({0}).dtype(DType::kFloat32);
  const Tensor out = *small.buffer(DType::kFloat32, {2});
  const auto into = small.execute({"irfft"_op, {bins}, attributes, {out}});
  ASSERT_TRUE(into.ok()) << into.status().message;
  EXPECT_EQ(out.buffer, into->at(0).buffer);
  EXPECT_EQ("free", small.last);
  Attributes sized = attributes;
  sized.set(AttributeKey::kSizes, {3});
  const auto fresh = small.execute({"irfft"_op, {bins}, sized, {}});
  ASSERT_TRUE(fresh.ok()) << fresh.status().message;
  EXPECT_EQ(Shape{3}, fresh->at(0).view.shape());
  EXPECT_EQ("sized", small.last);
}

TEST_F(TypedBackendTest, ViewsShareMemory) {
  const Tensor x = floats({1, 2, 3, 4});
  const auto grid =
      small.execute({"reshape"_op, {x}, Attributes().shape({2, 2}), {}});
  ASSERT_TRUE(grid.ok());
  const auto turned = small.execute(
      {"permute"_op, *grid, Attributes().permutation({1, 0}), {}});
  ASSERT_TRUE(turned.ok());
  EXPECT_EQ(x.buffer, (*turned)[0].buffer);
  EXPECT_EQ((std::vector<float>{1, 3, 2, 4}), values_of((*turned)[0]));
  // Strides cannot express it: a copy, by the memory's own function.
  const auto line =
      small.execute({"reshape"_op, *turned, Attributes().shape({4}), {}});
  ASSERT_TRUE(line.ok());
  EXPECT_NE(x.buffer, (*line)[0].buffer);
  EXPECT_EQ((std::vector<float>{1, 3, 2, 4}), values_of((*line)[0]));
  EXPECT_TRUE(small.last.empty());
  ASSERT_TRUE(small.execute({"copy"_op, {x}, {}, {}}).ok());
  EXPECT_EQ("own copy", small.last);
  ASSERT_TRUE(small
                  .execute({"qr"_op,
                            *grid,
                            Attributes().flag(AttributeKey::kReduced, true),
                            {}})
                  .ok());
  EXPECT_EQ("reduced", small.last);
}

TEST_F(TypedBackendTest, FourBitElementsMove) {
  const auto filled = small.execute(
      {"full"_op,
       {},
       Attributes().dtype(DType::kInt4).shape({3}).value({0x9, 0}),
       {}});
  ASSERT_TRUE(filled.ok());
  const Bytes bytes = *small.to_host((*filled)[0]);
  ASSERT_EQ(2u, bytes.size());
  EXPECT_EQ(std::byte{0x99}, bytes[0]);
  EXPECT_EQ(std::byte{0x9}, bytes[1] & std::byte{0xf});
}

TEST_F(TypedBackendTest, WrapsMemoryOfTheHost) {
  float memory[] = {1, 2};
  const auto wrapped = small.wrap(
      DType::kFloat32, 2, std::as_writable_bytes(std::span(memory)), true);
  ASSERT_TRUE(wrapped.ok());
  const Tensor x = floats({10, 20});
  ASSERT_TRUE(small.execute({"add"_op, {x, *wrapped}, {}, {*wrapped}}).ok());
  EXPECT_EQ(11, memory[0]);
  EXPECT_EQ(22, memory[1]);
  const auto cut = small.wrap(DType::kFloat32, 3,
                              std::as_writable_bytes(std::span(memory)), true);
  EXPECT_EQ(StatusCode::kInvalid, cut.status().code);
}

TEST_F(TypedBackendTest, SaysWhatIsMissing) {
  const Tensor x = floats({1});
  const auto no_op = small.execute({"sub"_op, {x, x}, {}, {x}});
  EXPECT_EQ(StatusCode::kUnsupported, no_op.status().code);
  EXPECT_EQ("op", no_op.status().kind);
  const Tensor flags = *small.buffer(DType::kBool, {1});
  const auto no_dtype = small.execute({"add"_op, {flags, flags}, {}, {flags}});
  EXPECT_EQ(StatusCode::kUnsupported, no_dtype.status().code);
  EXPECT_EQ("dtype", no_dtype.status().kind);
  EXPECT_EQ("op", small.execute({"view"_op, {x}, {}, {}}).status().kind);
}

TEST_F(TypedBackendTest, AnswersForTheFunctions) {
  const Tensor x = floats({1});
  const Tensor two = floats({1, 2});
  // A broken precondition reaches no function; nor does an empty extremum.
  const auto broken = small.execute({"add"_op, {x, two}, {}, {x}});
  EXPECT_EQ(StatusCode::kInvalid, broken.status().code);
  EXPECT_EQ("elementwise.same_shape"_clause, broken.status().kind);
  const Tensor none = *small.buffer(DType::kFloat32, {0});
  Tensor rank_zero = x;
  rank_zero.view = View();
  EXPECT_EQ(StatusCode::kInvalid,
            small
                .execute({"reduce_max"_op,
                          {none},
                          Attributes().axes({0}).keepdims(false),
                          {rank_zero}})
                .status()
                .code);
  EXPECT_TRUE(small.last.empty());
  // An exception is returned as a status.
  const Tensor doubles = *small.buffer(DType::kFloat64, {1});
  const Tensor index = tensor<std::int32_t>(DType::kInt32, {0});
  const auto thrown = small.execute(
      {"gather"_op, {doubles, index}, Attributes().axis(0), {doubles}});
  EXPECT_EQ(StatusCode::kInternal, thrown.status().code);
  EXPECT_EQ("gather threw", thrown.status().message);
  // Nor is memory of another backend looked into.
  const Tensor foreign = {DType::kFloat32, View(Shape{1}), nullptr};
  EXPECT_EQ(StatusCode::kInvalid,
            small.execute({"add"_op, {foreign, x}, {}, {x}}).status().code);
}

}  // namespace
}  // namespace assay
