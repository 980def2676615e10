// Tests a correct plugin in which one function at a time is replaced by one
// that breaks the rules of the C header.
#include "harness/subject/plugin_backend.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"
#include "spec/op_table.h"
#include "spec/sdk/export_backend.h"

namespace assay {
namespace {

const AssayBackendV1& good() {
  static const AssayBackendV1* const table =
      exported_table(Exported<Reference>::make, Exported<Reference>::create);
  return *table;
}

using Change = void (*)(AssayBackendV1& table);

std::unique_ptr<PluginSubject> subject_of(const AssayBackendV1& table) {
  auto library = PluginLibrary::of_table(&table, "lib.so");
  EXPECT_TRUE(library.ok()) << library.status().message;
  if (!library) return nullptr;
  auto subject = PluginSubject::start(*library);
  EXPECT_TRUE(subject.ok()) << subject.status().message;
  return subject ? *std::move(subject) : nullptr;
}

Result<Tensor> tensor_of(Backend& backend, std::vector<float> values) {
  return backend.from_host(DType::kFloat32, std::ssize(values),
                           std::as_bytes(std::span(values)));
}

// Makes x, flips it into y, adds them into out and reads that.
Status run(Backend& backend, std::vector<float>& read) {
  const auto x = tensor_of(backend, {1, 2, 3});
  if (!x) return x.status();
  const auto out = backend.buffer(DType::kFloat32, {3});
  if (!out) return out.status();
  const auto y =
      backend.execute({"flip"_op, {*x}, Attributes().flips({true}), {}});
  if (!y) return y.status();
  const auto added = backend.execute({"add"_op, {*x, y->front()}, {}, {*out}});
  if (!added) return added.status();
  const auto bytes = backend.to_host(*out);
  if (!bytes) return bytes.status();
  read.resize(bytes->size() / 4);
  std::memcpy(read.data(), bytes->data(), bytes->size());
  return {};
}

TEST(PluginBackend, IsTheBackendBehindTheTable) {
  auto subject = subject_of(good());
  ASSERT_NE(nullptr, subject);
  Backend& backend = subject->backend();
  EXPECT_EQ("reference", backend.name());
  EXPECT_EQ(kVersion, backend.version());
  EXPECT_EQ("1.3", subject->abi_version());
  EXPECT_FALSE(backend.keeps_threads());
  std::vector<float> read;
  const Status status = run(backend, read);
  EXPECT_TRUE(status.ok()) << status.message;
  EXPECT_EQ((std::vector<float>{4, 4, 4}), read);
  // Views share the operand's buffer, so that identity tells.
  const auto x = tensor_of(backend, {1, 2});
  const auto view =
      backend.execute({"flip"_op, {*x}, Attributes().flips({true}), {}});
  EXPECT_EQ(x->buffer, view->front().buffer);
  EXPECT_EQ(View({2}, {-1}, 1), view->front().view);
  // The status of the backend is passed on.
  const auto refused = backend.execute({"add"_op, {*x}, {}, {}});
  EXPECT_EQ(StatusCode::kInvalid, refused.status().code);
  EXPECT_FALSE(subject->breakdown());
}

TEST(PluginBackend, KnowsTensorsOfBeforeARestart) {
  auto subject = subject_of(good());
  ASSERT_NE(nullptr, subject);
  const auto old = tensor_of(subject->backend(), {1});
  ASSERT_TRUE(subject->restart().ok());
  EXPECT_FALSE(subject->backend().to_host(*old).ok());
  EXPECT_FALSE(subject->breakdown());
  std::vector<float> read;
  EXPECT_TRUE(run(subject->backend(), read).ok());
}

// Results changed after the reference has filled them in.
template <typename F>
int changed(AssayContext* context, const AssayCall* call, AssayResults* results,
            AssayStatus* status, F change) {
  const int code = good().invoke(context, call, results, status);
  if (call->op == ASSAY_OP_FLIP) change(*results);
  return code;
}

struct Breach {
  const char* message;  // what the breakdown must say
  Change change;
};

int answer(AssayStatus* status, std::uint32_t left, std::uint32_t kind,
           int returned) {
  status->code = left;
  status->kind = kind;
  return returned;
}

#define ASSAY_INVOKE(body)                                                 \
  [](AssayBackendV1& table) {                                              \
    table.invoke = [](AssayContext* context, const AssayCall* call,        \
                      AssayResults* results, AssayStatus* status) -> int { \
      static_cast<void>(context), static_cast<void>(call);                 \
      static_cast<void>(results), static_cast<void>(status);               \
      body                                                                 \
    };                                                                     \
  }
#define ASSAY_CHANGED(change)                                                 \
  ASSAY_INVOKE(                                                               \
      return changed(context, call, results, status, [](AssayResults& made) { \
               AssayTensor& view = made.tensors[0];                           \
               static_cast<void>(view);                                       \
               change                                                         \
             });)

const Breach kBreaches[] = {
    {"it returned 0 and left 5 in the status, where both are the same",
     ASSAY_INVOKE(return answer(status, ASSAY_INTERNAL, 0, ASSAY_OK);)},
    {"it returned -1 and left 0 in the status",
     ASSAY_INVOKE(return answer(status, ASSAY_OK, 0, -1);)},
    {"it returned 6 where 0 to 5 is expected",
     ASSAY_INVOKE(return answer(status, 6, 0, 6);)},
    {"the kind of unsupported is 0 where op, dtype, layout, rank, view, "
     "placement or plan",
     ASSAY_INVOKE(return answer(status, ASSAY_UNSUPPORTED, 0, 1);)},
    {"the kind of unsupported is 7 (singular) where op",
     ASSAY_INVOKE(return answer(status, ASSAY_UNSUPPORTED, 7, 1);)},
    {"the kind of numeric is 1 (op) where not_positive_definite",
     ASSAY_INVOKE(return answer(status, ASSAY_NUMERIC, 1, 3);)},
    {"the kind of invalid is 1 (op) where none is expected",
     ASSAY_INVOKE(return answer(status, ASSAY_INVALID, 1, 2);)},
    {"the kind of unsupported is 11 where",
     ASSAY_INVOKE(return answer(status, ASSAY_UNSUPPORTED, 11, 1);)},
    {"its message does not end within the buffer",
     ASSAY_INVOKE(std::memset(status->message, 'a', status->message_capacity);
                  return answer(status, ASSAY_INTERNAL, 0, 5);)},
    {"it returned 0 tensors where 1 to 8 are expected",
     ASSAY_INVOKE(return ASSAY_OK;)},
    {"it returned 9 tensors where 1 to 8 are expected",
     ASSAY_CHANGED(good().release(nullptr, view.buffer); made.count = 9;)},
    {"invoke of add breaks the rules of the C header: it returned 1 tensors "
     "where none are expected",
     ASSAY_INVOKE(
         const int code = good().invoke(context, call, results, status);
         if (call->op == ASSAY_OP_ADD) results->count = 1; return code;)},
    {"a result has a null buffer",
     ASSAY_CHANGED(good().release(nullptr, view.buffer);
                   view.buffer = nullptr;)},
    {"result 0: its dtype {17, 4, 1} is none of the header",
     ASSAY_CHANGED(view.dtype.code = 17; view.dtype.bits = 4;)},
    {"its dtype {2, 32, 2} is none of the header",
     ASSAY_CHANGED(view.dtype.lanes = 2;)},
    {"rank is 33 where at most 32 is expected", ASSAY_CHANGED(view.rank = 33;)},
    {"shape is [-3], not a list of possible extents",
     ASSAY_CHANGED(view.shape[0] = -3;)},
    {"shape [4], strides [-1] and offset 2 reach elements -1 to 2 where the "
     "12 bytes of its buffer hold 3 of float32",
     ASSAY_CHANGED(view.shape[0] = 4;)},
    {"reach elements 3 to 9223372036854775807",
     ASSAY_CHANGED(view.offset = 3; view.strides[0] = INT64_MAX;)},
    {"the 12 bytes of its buffer hold 1 of float64",
     ASSAY_CHANGED(view.dtype.bits = 64;)},
    {"alloc breaks the rules of the C header: it made a null buffer",
     [](AssayBackendV1& table) {
       table.alloc = [](AssayContext*, std::size_t, AssayBuffer**,
                        AssayStatus*) { return int{ASSAY_OK}; };
     }},
    {"it made a buffer at the address of one that is in use",
     [](AssayBackendV1& table) {
       table.alloc = [](AssayContext* context, std::size_t bytes,
                        AssayBuffer** buffer, AssayStatus* status) {
         // As an allocator does after a buffer was freed too early.
         static AssayBuffer* one = nullptr;
         if (one == nullptr) good().alloc(context, bytes, &one, status);
         *buffer = one;
         return int{ASSAY_OK};
       };
     }},
    {"size breaks the rules of the C header: it is 13 for a buffer that alloc "
     "made of 12 bytes",
     [](AssayBackendV1& table) {
       table.size = [](AssayContext* context, AssayBuffer* buffer) {
         return good().size(context, buffer) + 1;
       };
     }},
    {"it is 0 for a buffer that had 12 bytes and was not released",
     [](AssayBackendV1& table) {
       table.size = [](AssayContext* context, AssayBuffer* buffer) {
         static int asked = 0;
         return ++asked > 2 ? 0 : good().size(context, buffer);
       };
     }},
};

TEST(PluginBackend, TellsEveryBreachOfTheRules) {
  for (const Breach& breach : kBreaches) {
    SCOPED_TRACE(breach.message);
    AssayBackendV1 table = good();
    breach.change(table);
    auto subject = subject_of(table);
    ASSERT_NE(nullptr, subject);
    std::vector<float> read;
    const Status status = run(subject->backend(), read);
    EXPECT_EQ(StatusCode::kInternal, status.code);
    ASSERT_TRUE(subject->breakdown()) << status.message;
    EXPECT_EQ(Breakdown::Kind::kProtocolError, subject->breakdown()->kind);
    EXPECT_NE(std::string::npos,
              subject->breakdown()->message.find(breach.message))
        << subject->breakdown()->message;
    // Every later call says the same, until the restart.
    EXPECT_EQ(subject->breakdown()->message,
              run(subject->backend(), read).message);
    EXPECT_TRUE(subject->restart().ok());
    EXPECT_FALSE(subject->breakdown());
  }
}

// An error in a library is reported in one sentence before any case.
TEST(PluginLibrary, RefusesTablesThatAreNone) {
  const auto refused = [](Change change) {
    AssayBackendV1 table = good();
    change(table);
    return PluginLibrary::of_table(&table, "lib.so").status().message;
  };
  EXPECT_EQ("", refused([](AssayBackendV1&) {}));
  EXPECT_EQ("lib.so: assay_backend_v1() returned null",
            PluginLibrary::of_table(nullptr, "lib.so").status().message);
  EXPECT_EQ(
      "lib.so: its table has 151 bytes where ABI version 1.0 needs at "
      "least 152",
      refused([](AssayBackendV1& table) { table.struct_size = 151; }));
  EXPECT_EQ("lib.so: its table has no name",
            refused([](AssayBackendV1& table) { table.name = nullptr; }));
  EXPECT_EQ("lib.so: its table has no name",
            refused([](AssayBackendV1& table) { table.name = ""; }));
  EXPECT_EQ("lib.so: the name in its table is not UTF-8",
            refused([](AssayBackendV1& table) { table.name = "\xff"; }));
  EXPECT_EQ("lib.so: the version in its table is not UTF-8",
            refused([](AssayBackendV1& table) { table.version = "\x80"; }));
  static const std::string kLong(101, 'a');
  EXPECT_EQ("lib.so: the name in its table is longer than 100 bytes",
            refused([](AssayBackendV1& table) { table.name = kLong.c_str(); }));
  EXPECT_EQ("lib.so: the function \"create\" of its table is null",
            refused([](AssayBackendV1& table) { table.create = nullptr; }));
  EXPECT_EQ("lib.so: the function \"invoke\" of its table is null",
            refused([](AssayBackendV1& table) { table.invoke = nullptr; }));
  EXPECT_EQ("", refused([](AssayBackendV1& table) {
              table.map = nullptr;
              table.wrap = nullptr;
              table.version = nullptr;
              table.spec_version = nullptr;
            }));
}

// The claims that `wrong` lists, on top of a good one.
Status status_of_claims(const AssayCell& wrong, std::uint32_t minor) {
  static std::array<AssayCell, 2> cells;
  cells = {AssayCell{ASSAY_OP_ADD, 0, 32, {2, 32, 1}, {2, 32, 1}, 0}, wrong};
  AssayBackendV1 table = good();
  table.abi_minor = minor;
  table.claims = [](AssayContext*, const AssayCell** listed, std::size_t* count,
                    AssayStatus*) {
    *listed = cells.data();
    *count = cells.size();
    return int{ASSAY_OK};
  };
  auto library = PluginLibrary::of_table(&table, "lib.so");
  const auto subject = PluginSubject::start(*library);
  if (!subject) return subject.status();
  EXPECT_TRUE((*subject)->backend().claim(
      {"add"_op, "", DType::kFloat32, DType::kFloat32}));
  return {};
}

TEST(PluginBackend, ChecksWhatIsClaimed) {
  struct Row {
    const char* message;  // "" where it is right
    bool is_for_later;    // whether a later minor version may say so
    AssayCell cell;
  };
  constexpr AssayDType kFloat{2, 32, 1};
  const Row rows[] = {
      {"", true, {ASSAY_OP_SORT, 1, 0, kFloat, kFloat, 0x7f}},
      {"", true, {ASSAY_OP_CAST, 0, 32, kFloat, {0, 8, 1}, 0}},
      {"cell 1: there is no op 999", true, {999, 0, 32, kFloat, kFloat, 0}},
      {"neg has the dtype {17, 4, 1}, which is none of the header",
       true,
       {ASSAY_OP_NEG, 0, 32, {17, 4, 1}, {17, 4, 1}, 0}},
      {"sort has variant 2 where 1 is the last one",
       true,
       {ASSAY_OP_SORT, 2, 32, kFloat, kFloat, 0}},
      {"neg of float32 has the result dtype int8, where they are equal",
       false,
       {ASSAY_OP_NEG, 0, 32, kFloat, {0, 8, 1}, 0}},
      {"neg has max_rank 33 where at most 32 is expected",
       false,
       {ASSAY_OP_NEG, 0, 33, kFloat, kFloat, 0}},
      {"neg has layouts 0x80 where only the lowest 7 bits are used",
       true,
       {ASSAY_OP_NEG, 0, 32, kFloat, kFloat, 0x80}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.message);
    const std::string now = status_of_claims(row.cell, 0).message;
    if (row.message[0] == '\0')
      EXPECT_EQ("", now);
    else
      EXPECT_NE(std::string::npos, now.find(row.message)) << now;
    EXPECT_EQ(row.is_for_later, status_of_claims(row.cell, 7).ok());
  }
}

TEST(PluginBackend, SaysWhyAContextCannotBeMade) {
  AssayBackendV1 table = good();
  table.create = [](const AssayHost*, AssayContext**, AssayStatus* status) {
    std::strcpy(status->message, "no device");
    return answer(status, ASSAY_INTERNAL, 0, ASSAY_INTERNAL);
  };
  const auto message = [&table] {
    auto library = PluginLibrary::of_table(&table, "lib.so");
    return PluginSubject::start(*library).status().message;
  };
  EXPECT_EQ("lib.so cannot be started: no device", message());
  table.create = [](const AssayHost*, AssayContext**, AssayStatus*) {
    return int{ASSAY_OK};
  };
  EXPECT_NE(std::string::npos, message().find("it made a null context"));
  table = good();
  table.claims = [](AssayContext*, const AssayCell**, std::size_t* count,
                    AssayStatus*) {
    *count = 3;
    return int{ASSAY_OK};
  };
  EXPECT_NE(std::string::npos,
            message().find("it lists 3 cells at a null pointer"));
}

// Memory of the host: results appear in it, and it is released in time.
TEST(PluginBackend, ForwardsWrap) {
  struct Wrapping : Reference {
    struct View : Buffer {
      std::span<std::byte> memory;
    };
    Result<Tensor> wrap(DType dtype, std::int64_t count,
                        std::span<std::byte> memory, bool writable) override {
      if (!writable) return Status::unsupported("view", "writable only");
      auto buffer = std::make_shared<View>();
      buffer->memory = memory;
      return Tensor{dtype, assay::View({count}), std::move(buffer)};
    }
    Result<Bytes> to_host(const Tensor& tensor) override {
      const auto memory = dynamic_cast<View&>(*tensor.buffer).memory;
      return Bytes(memory.begin(), memory.end());
    }
  };
  static const AssayBackendV1* const table =
      exported_table(Exported<Wrapping>::make, Exported<Wrapping>::create);
  auto subject = subject_of(*table);
  ASSERT_NE(nullptr, subject);
  float memory[2] = {1, 2};
  const auto bytes = std::as_writable_bytes(std::span(memory));
  auto& backend = subject->backend();
  const auto x = backend.wrap(DType::kFloat32, 2, bytes, true);
  ASSERT_TRUE(x.ok()) << x.status().message;
  memory[1] = 5;
  const auto read = backend.to_host(*x);
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(0, std::memcmp(read->data(), memory, sizeof memory));
  const auto refused = backend.wrap(DType::kFloat32, 2, bytes, false);
  EXPECT_EQ(StatusCode::kUnsupported, refused.status().code);
  EXPECT_EQ("view", refused.status().kind);
  EXPECT_EQ(StatusCode::kInvalid,
            backend.wrap(DType::kFloat32, 3, bytes, true).status().code);
  AssayBackendV1 without = good();
  without.wrap = nullptr;
  auto plain = subject_of(without);
  EXPECT_EQ(
      StatusCode::kUnsupported,
      plain->backend().wrap(DType::kFloat32, 2, bytes, true).status().code);
  EXPECT_FALSE(plain->breakdown());
}

}  // namespace
}  // namespace assay
