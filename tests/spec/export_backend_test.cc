// Tests a C++ backend through the C header, called as a host in C would call
// it.
#include "spec/sdk/export_backend.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "spec/op_table.h"
#include "spec/sdk/abi_values.h"

namespace assay {
namespace {

struct Memory : Buffer {
  explicit Memory(Bytes given) : bytes(std::move(given)) {}
  Bytes bytes;
};

// A backend of float32 alone: neg throws, exp is short of memory, abs answers a
// status that is none, copy, svd and eig return the operand once, three and
// four times, and add adds one number.
class Floats : public Backend {
 public:
  std::string_view name() const override { return "floats"; }
  std::string_view version() const override { return "3"; }
  std::optional<Claim> claim(const Cell& cell) const override {
    if (cell.dtype != DType::kFloat32) return std::nullopt;
    if (cell.op == "add"_op) return Claim{2, {"contiguous", "flip"}};
    if (cell.op == "from_host"_op || cell.op == "buffer"_op) return Claim{};
    return std::nullopt;
  }
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    return from_host(dtype, element_count(shape), {});
  }
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override {
    if (dtype != DType::kFloat32)
      return Status::unsupported("dtype", "floats only");
    Bytes bytes(storage.begin(), storage.end());
    bytes.resize(static_cast<std::size_t>(count) * 4);
    return Tensor{dtype, View({count}),
                  std::make_shared<Memory>(std::move(bytes))};
  }
  Result<Bytes> to_host(const Tensor& tensor) override {
    return memory_of(tensor);
  }
  bool keeps_threads() const override { return true; }
  Result<Tensors> execute(const Call& call) override {
    if (call.op == "neg"_op) throw std::runtime_error("neg went wrong");
    if (call.op == "exp"_op) throw std::bad_alloc();
    if (call.op == "log"_op) throw 5;
    if (call.op == "abs"_op)
      return Status{StatusCode::kNumeric, "op", "half a status"};
    if (call.op == "copy"_op) return Tensors{call.operands[0]};
    if (call.op == "svd"_op) return Tensors(3, call.operands[0]);
    if (call.op == "eig"_op) return Tensors(4, call.operands[0]);
    if (call.op == "full"_op) {
      const float value = static_cast<float>(call.attributes.value().re);
      auto made =
          from_host(DType::kFloat32, 1, std::as_bytes(std::span(&value, 1)));
      return Tensors{*made, *made};
    }
    if (call.op != "add"_op) return Status::unsupported("op", "add only");
    float sum[2];
    for (int i = 0; i < 2; ++i)
      std::memcpy(
          &sum[i],
          memory_of(call.operands[static_cast<std::size_t>(i)]).data() +
              4 * call.operands[static_cast<std::size_t>(i)].view.offset(),
          4);
    sum[0] += sum[1];
    std::memcpy(memory_of(call.outs[0]).data(), sum, 4);
    return Tensors{};
  }

 private:
  static Bytes& memory_of(const Tensor& tensor) {
    return dynamic_cast<Memory&>(*tensor.buffer).bytes;
  }
};

class Unmade : public Floats {
 public:
  Unmade() { throw std::runtime_error("no device"); }
};

class Host {
 public:
  explicit Host(const AssayBackendV1* given) : table(*given) {
    AssayHost host{sizeof host, ASSAY_ABI_MAJOR, 0, nullptr};
    created = table.create(&host, &context, fresh());
  }
  ~Host() {
    if (context != nullptr) table.destroy(context);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  AssayStatus* fresh() {
    status = {sizeof status, ASSAY_OK, 0, text, sizeof text};
    text[0] = '\0';
    return &status;
  }
  AssayBuffer* buffer(std::vector<float> values) {
    AssayBuffer* made = nullptr;
    EXPECT_EQ(ASSAY_OK,
              table.alloc(context, values.size() * 4, &made, fresh()));
    EXPECT_EQ(ASSAY_OK, table.write(context, made, 0, values.data(),
                                    values.size() * 4, fresh()));
    return made;
  }
  std::vector<float> values(AssayBuffer* buffer) {
    std::vector<float> found(table.size(context, buffer) / 4);
    EXPECT_EQ(ASSAY_OK, table.read(context, buffer, 0, found.data(),
                                   found.size() * 4, fresh()));
    return found;
  }
  int invoke(std::uint32_t op, std::vector<AssayTensor> operands,
             std::vector<AssayTensor> outs = {},
             std::vector<AssayAttribute> attributes = {}) {
    results = {};
    results.struct_size = results_size;
    AssayCall call{};
    call.struct_size = sizeof call;
    call.op = op;
    call.operand_count = static_cast<std::uint32_t>(operands.size());
    call.operands = operands.data();
    call.out_count = static_cast<std::uint32_t>(outs.size());
    call.outs = outs.data();
    call.attribute_count = static_cast<std::uint32_t>(attributes.size());
    call.attributes = attributes.data();
    const int code = table.invoke(context, &call, &results, fresh());
    EXPECT_EQ(static_cast<std::uint32_t>(code), status.code);
    return code;
  }

  const AssayBackendV1& table;
  AssayContext* context = nullptr;
  int created = -1;
  AssayStatus status{};
  AssayResults results{};
  std::size_t results_size = sizeof results;  // what the host says it is
  char text[64];
};

AssayTensor scalar(AssayBuffer* buffer, std::int64_t offset = 0) {
  AssayTensor tensor{};
  fill_abi_tensor(tensor, buffer, DType::kFloat32, View({}, {}, offset));
  return tensor;
}

template <typename T>
const AssayBackendV1* table_of() {
  static const AssayBackendV1* const table =
      exported_table(Exported<T>::make, Exported<T>::create);
  return table;
}

TEST(ExportBackend, SaysWhatItIs) {
  const AssayBackendV1* table = table_of<Floats>();
  EXPECT_STREQ("floats", table->name);
  EXPECT_STREQ("3", table->version);
  EXPECT_EQ(std::uint64_t{ASSAY_KEEPS_THREADS}, table->flags);
  Host host(table);
  ASSERT_EQ(ASSAY_OK, host.created);
  const AssayCell* cells = nullptr;
  std::size_t count = 0;
  ASSERT_EQ(ASSAY_OK,
            table->claims(host.context, &cells, &count, host.fresh()));
  ASSERT_EQ(3u, count);
  EXPECT_EQ(std::uint32_t{ASSAY_OP_ADD}, cells[0].op);
  EXPECT_EQ(2, cells[0].max_rank);
  EXPECT_EQ(ASSAY_LAYOUT_CONTIGUOUS | ASSAY_LAYOUT_FLIP, cells[0].layouts);
  EXPECT_EQ(32, cells[0].result.bits);
  EXPECT_EQ(0u, cells[1].layouts);
}

// The limits that the cell cannot say, of the cells that have them.
TEST(ExportBackend, ListsTheLimitsOfItsClaims) {
  class Narrow : public Floats {
   public:
    std::optional<Claim> claim(const Cell& cell) const override {
      auto claim = Floats::claim(cell);
      if (!claim || cell.op != "from_host"_op) return claim;
      claim->max_axes = claim->min_axes = 1;
      claim->max_operands = 2;
      claim->max_extent = 9;
      claim->immutable = true;
      return claim;
    }
  };
  for (const AssayBackendV1* table : {table_of<Floats>(), table_of<Narrow>()}) {
    const bool narrow = table != table_of<Floats>();
    Host host(table);
    ASSERT_EQ(ASSAY_OK, host.created);
    ASSERT_NE(nullptr, table->next);
    EXPECT_STREQ(ASSAY_CLAIM_LIMITS, table->next->name);
    const auto* extension =
        reinterpret_cast<const AssayClaimLimitsV1*>(table->next);
    const AssayClaimLimits* limits = nullptr;
    std::size_t count = 0;
    ASSERT_EQ(ASSAY_OK,
              extension->limits(host.context, &limits, &count, host.fresh()));
    ASSERT_EQ(narrow ? 1u : 0u, count);
    if (!narrow) continue;
    const AssayCell* cells = nullptr;
    std::size_t cell_count = 0;
    ASSERT_EQ(ASSAY_OK,
              table->claims(host.context, &cells, &cell_count, host.fresh()));
    ASSERT_LT(limits->cell, cell_count);
    EXPECT_EQ(std::uint32_t{ASSAY_OP_FROM_HOST}, cells[limits->cell].op);
    EXPECT_EQ(std::uint64_t{ASSAY_CLAIM_IMMUTABLE}, limits->flags);
    EXPECT_EQ(1u, limits->min_axes);
    EXPECT_EQ(1u, limits->max_axes);
    EXPECT_EQ(2u, limits->max_operands);
    EXPECT_EQ(0, limits->min_extent);
    EXPECT_EQ(9, limits->max_extent);
  }
}

TEST(ExportBackend, CallsThroughToTheBackend) {
  Host host(table_of<Floats>());
  AssayBuffer* x = host.buffer({1, 2});
  AssayBuffer* out = nullptr;
  host.table.alloc(host.context, 4, &out, host.fresh());
  EXPECT_EQ(ASSAY_OK, host.invoke(ASSAY_OP_ADD, {scalar(x), scalar(x, 1)},
                                  {scalar(out)}));
  EXPECT_EQ(std::vector<float>{3}, host.values(out));
  // A result in the operand's memory has the operand's buffer and a reference.
  EXPECT_EQ(ASSAY_OK, host.invoke(ASSAY_OP_COPY, {scalar(x, 1)}));
  ASSERT_EQ(1u, host.results.count);
  EXPECT_EQ(x, host.results.tensors[0].buffer);
  EXPECT_EQ(1, host.results.tensors[0].offset);
  host.table.release(host.context, x);
  EXPECT_EQ((std::vector<float>{1, 2}), host.values(x));
  host.table.release(host.context, x);
  // Two results share one new buffer.
  const AssayDType dtype{2, 32, 1};
  const float seven = 7;
  EXPECT_EQ(ASSAY_OK,
            host.invoke(ASSAY_OP_FULL, {}, {},
                        {{ASSAY_KEY_VALUE, ASSAY_ATTRIBUTE_ELEMENT, 1, &seven},
                         {ASSAY_KEY_DTYPE, ASSAY_ATTRIBUTE_DTYPE, 1, &dtype}}));
  ASSERT_EQ(2u, host.results.count);
  AssayBuffer* made = host.results.tensors[0].buffer;
  EXPECT_EQ(made, host.results.tensors[1].buffer);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &seven, 4);
  EXPECT_EQ(std::vector<float>{static_cast<float>(bits)}, host.values(made));
  host.table.release(host.context, made);
  host.table.release(host.context, made);
  host.table.release(host.context, out);
}

// A host of version 1.2 or older has room for three results. It must be able to
// use plugins of this header.
TEST(ExportBackend, AnswersAHostWithRoomForThreeResults) {
  Host host(table_of<Floats>());
  AssayBuffer* x = host.buffer({1, 2});
  const auto release_results = [&] {
    for (std::uint32_t i = 0; i < host.results.count; ++i)
      host.table.release(host.context, host.results.tensors[i].buffer);
  };
  host.results_size = 1648;
  EXPECT_EQ(ASSAY_OK, host.invoke(ASSAY_OP_SVD, {scalar(x)}));
  EXPECT_EQ(3u, host.results.count);
  release_results();
  EXPECT_EQ(ASSAY_INTERNAL, host.invoke(ASSAY_OP_EIG, {scalar(x)}));
  EXPECT_EQ(0u, host.results.count);
  EXPECT_STREQ("the backend returned 4 tensors where the host has room for 3",
               std::string(host.text).c_str());
  host.results_size = offsetof(AssayResults, tensors);
  EXPECT_EQ(ASSAY_INTERNAL, host.invoke(ASSAY_OP_COPY, {scalar(x)}));
  host.results_size = offsetof(AssayResults, tensors) - 1;
  EXPECT_EQ(ASSAY_INVALID, host.invoke(ASSAY_OP_COPY, {scalar(x)}));
  host.results_size = sizeof(AssayResults);
  EXPECT_EQ(ASSAY_OK, host.invoke(ASSAY_OP_EIG, {scalar(x)}));
  EXPECT_EQ(4u, host.results.count);
  release_results();
  EXPECT_EQ(std::vector<float>({1, 2}), host.values(x));
  host.table.release(host.context, x);
}

TEST(ExportBackend, WritesPartsOfABuffer) {
  Host host(table_of<Floats>());
  AssayBuffer* x = host.buffer({1, 2, 3});
  const float nine = 9;
  for (const std::size_t at : {0u, 2u}) {  // before its first use, and after
    EXPECT_EQ(ASSAY_OK, host.table.write(host.context, x, 4 * at, &nine, 4,
                                         host.fresh()));
    EXPECT_EQ(9, host.values(x)[at]);
  }
  EXPECT_EQ((std::vector<float>{9, 2, 9}), host.values(x));
  EXPECT_EQ(ASSAY_INVALID,
            host.table.write(host.context, x, 9, &nine, 4, host.fresh()));
  EXPECT_STREQ("4 bytes from byte 9 on leave the buffer of 12", host.text);
  float to[4];
  EXPECT_EQ(ASSAY_INVALID,
            host.table.read(host.context, x, SIZE_MAX, to, 4, host.fresh()));
  EXPECT_EQ(ASSAY_INVALID,
            host.table.read(host.context, x, 0, to, 16, host.fresh()));
  host.table.release(host.context, x);
}

TEST(ExportBackend, KeepsExceptionsInside) {
  Host host(table_of<Floats>());
  AssayBuffer* x = host.buffer({1});
  EXPECT_EQ(ASSAY_INTERNAL, host.invoke(ASSAY_OP_NEG, {scalar(x)}));
  EXPECT_STREQ("neg went wrong", host.text);
  EXPECT_EQ(ASSAY_OUT_OF_MEMORY, host.invoke(ASSAY_OP_EXP, {scalar(x)}));
  EXPECT_EQ(ASSAY_INTERNAL, host.invoke(ASSAY_OP_LOG, {scalar(x)}));
  EXPECT_STREQ("an exception that is no std::exception", host.text);
  // A status that is not of the list, cut off where the message is long.
  EXPECT_EQ(ASSAY_INTERNAL, host.invoke(ASSAY_OP_ABS, {scalar(x)}));
  EXPECT_STREQ(
      "a status \"numeric\" of the backend has the kind \"op\"; it said",
      std::string(host.text).substr(0, 60).c_str());
  EXPECT_EQ(63u, std::strlen(host.text));
  host.table.release(host.context, x);

  const AssayBackendV1* unmade = table_of<Unmade>();
  EXPECT_STREQ("unnamed", unmade->name);
  Host dead(unmade);
  EXPECT_EQ(ASSAY_INTERNAL, dead.created);
  EXPECT_STREQ("no device", dead.text);
  AssayHost later{sizeof later, 2, 0, nullptr};
  AssayContext* context = nullptr;
  EXPECT_EQ(ASSAY_INVALID, unmade->create(&later, &context, dead.fresh()));
}

TEST(ExportBackend, RefusesWhatItDoesNotKnow) {
  Host host(table_of<Floats>());
  AssayBuffer* x = host.buffer({1});
  const auto refused = [&](std::uint32_t code, std::uint32_t kind,
                           AssayTensor tensor, std::uint32_t op,
                           std::vector<AssayAttribute> attributes = {}) {
    EXPECT_EQ(static_cast<int>(code),
              host.invoke(op, {tensor}, {}, std::move(attributes)))
        << host.text;
    EXPECT_EQ(kind, host.status.kind) << host.text;
    EXPECT_NE('\0', host.text[0]);
  };
  const AssayTensor good = scalar(x);
  refused(ASSAY_UNSUPPORTED, ASSAY_KIND_OP, good, 999);
  refused(ASSAY_UNSUPPORTED, ASSAY_KIND_OP, good, ASSAY_OP_ERF);
  AssayTensor odd = good;
  odd.dtype = {17, 4, 1};
  refused(ASSAY_UNSUPPORTED, ASSAY_KIND_DTYPE, odd, ASSAY_OP_COPY);
  odd = good;
  odd.rank = 33;
  refused(ASSAY_INVALID, 0, odd, ASSAY_OP_COPY);
  odd = good;
  odd.rank = 1;
  odd.shape[0] = -1;
  refused(ASSAY_INVALID, 0, odd, ASSAY_OP_COPY);
  const std::int64_t one = 1;
  const std::int64_t nine = 9;
  refused(ASSAY_UNSUPPORTED, ASSAY_KIND_OP, good, ASSAY_OP_COPY,
          {{99, ASSAY_ATTRIBUTE_I64, 1, &one}});
  refused(ASSAY_INVALID, 0, good, ASSAY_OP_COPY,
          {{ASSAY_KEY_AXIS, ASSAY_ATTRIBUTE_F64, 1, &one}});
  refused(ASSAY_INVALID, 0, good, ASSAY_OP_COPY,
          {{ASSAY_KEY_AXIS, ASSAY_ATTRIBUTE_I64, 2, &one}});
  refused(ASSAY_INVALID, 0, good, ASSAY_OP_COPY,
          {{ASSAY_KEY_AXES, ASSAY_ATTRIBUTE_I64, 1, nullptr}});
  refused(ASSAY_INVALID, 0, good, ASSAY_OP_COPY,
          {{ASSAY_KEY_PADDING, ASSAY_ATTRIBUTE_I64, 1, &one}});
  refused(ASSAY_INVALID, 0, good, ASSAY_OP_COPY,
          {{ASSAY_KEY_OP, ASSAY_ATTRIBUTE_I64, 1, &nine}});
  const AssayDType none{17, 4, 1};
  refused(ASSAY_UNSUPPORTED, ASSAY_KIND_DTYPE, good, ASSAY_OP_COPY,
          {{ASSAY_KEY_DTYPE, ASSAY_ATTRIBUTE_DTYPE, 1, &none}});
  AssayBuffer* wrapped = nullptr;
  float memory = 0;
  EXPECT_EQ(ASSAY_UNSUPPORTED, host.table.wrap(host.context, &memory, 4, 1,
                                               &wrapped, host.fresh()));
  EXPECT_EQ(ASSAY_OK, host.invoke(ASSAY_OP_COPY, {good}));
  host.table.release(host.context, x);
  host.table.release(host.context, x);
}

}  // namespace
}  // namespace assay
