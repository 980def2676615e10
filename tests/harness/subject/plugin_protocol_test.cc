// Tests the optional functions of the C table: each breach of a rule is found
// and named, and a claim without its functions keeps the plugin from starting.
#include <gtest/gtest.h>

#include "harness/subject/plugin_subject.h"
#include "spec/op_table.h"
#include "spec/sdk/export_backend.h"
#include "tests/mutants/two_place_reference.h"

namespace assay {
namespace {

using mutants::TwoPlaceReference;

const AssayBackendV1& honest() {
  static const AssayBackendV1* const table = exported_table(
      Exported<TwoPlaceReference>::make, Exported<TwoPlaceReference>::create);
  return *table;
}

// Starts a plugin whose table is changed. The subject goes on reading it.
template <typename Change>
Result<std::unique_ptr<PluginSubject>> started(Change change) {
  static AssayBackendV1 table;
  table = honest();
  change(table);
  auto library = PluginLibrary::of_table(&table, "lib.so");
  if (!library) return library.status();
  return PluginSubject::start(*library);
}

Tensor four_bytes(Backend& backend) {
  return *backend.from_host(DType::kFloat32, 1, Bytes(4));
}

TEST(PluginProtocol, AClaimNeedsItsFunctions) {
  const auto lacks = [](auto change, const char* row) {
    const auto subject = started(change);
    ASSERT_FALSE(subject.ok()) << row;
    EXPECT_NE(std::string::npos,
              subject.status().message.find(std::string(row) + " is claimed"))
        << subject.status().message;
  };
  lacks([](AssayBackendV1& t) { t.session_end = nullptr; }, "session");
  lacks([](AssayBackendV1& t) { t.reclaim = nullptr; }, "reclaim");
  lacks([](AssayBackendV1& t) { t.execute_plan = nullptr; }, "fusion");
  lacks([](AssayBackendV1& t) { t.place_of = nullptr; }, "placement");
  // A table of version 1.2 ends after wrap.
  lacks([](AssayBackendV1& t) { t.struct_size = 152; }, "session");
}

TEST(PluginProtocol, CallsEachFunction) {
  const auto subject = started([](AssayBackendV1&) {});
  ASSERT_TRUE(subject.ok()) << subject.status().message;
  Backend& backend = (*subject)->backend();
  EXPECT_TRUE(backend.session_begin().ok());
  EXPECT_EQ(1u, backend.places()->home);
  Tensor x = four_bytes(backend);
  EXPECT_EQ(1u, *backend.place_of(x));
  Tensor copy = *backend.transfer(x, 0);
  EXPECT_EQ(0u, *backend.place_of(copy));
  EXPECT_TRUE(backend.write(copy, Bytes(4, std::byte{1})).ok());
  EXPECT_EQ(Bytes(4), *backend.to_host(x));
  EXPECT_TRUE(backend.reclaim(std::move(copy)).ok());
  // A buffer that another tensor shows is released with the last of them.
  const Tensor view = x;
  EXPECT_TRUE(backend.reclaim(std::move(x)).ok());
  EXPECT_EQ(Bytes(4), *backend.to_host(view));
  EXPECT_TRUE(backend.session_end().ok());
  EXPECT_EQ(StatusCode::kInvalid, backend.transfer(view, 7).status().code);
}

// Runs `use` on a plugin with a changed table; it must break a rule.
template <typename Change, typename Use>
void expect_violation(Change change, Use use, const char* message) {
  const auto subject = started(change);
  ASSERT_TRUE(subject.ok()) << subject.status().message;
  const Status status = use((*subject)->backend());
  EXPECT_EQ(StatusCode::kInternal, status.code) << message;
  EXPECT_NE(std::string::npos, status.message.find(message)) << status.message;
}

TEST(PluginProtocol, NamesEachBreach) {
  const auto places = [](Backend& backend) {
    return backend.places().status();
  };
  const auto place = [](Backend& backend) {
    return backend.place_of(four_bytes(backend)).status();
  };
  expect_violation(
      [](AssayBackendV1& t) {
        t.places = [](AssayContext*, const char* const**, std::size_t* count,
                      std::uint32_t*, AssayStatus*) {
          *count = 3;
          return int{ASSAY_OK};
        };
      },
      places, "it lists 0 places");
  expect_violation(
      [](AssayBackendV1& t) {
        t.places = [](AssayContext*, const char* const** names,
                      std::size_t* count, std::uint32_t* home, AssayStatus*) {
          static const char* const kNames[] = {"device", "host"};
          *names = kNames;
          *count = 2;
          *home = 0;
          return int{ASSAY_OK};
        };
      },
      places, "the first place is \"device\" where host is expected");
  expect_violation(
      [](AssayBackendV1& t) {
        t.places = [](AssayContext*, const char* const** names,
                      std::size_t* count, std::uint32_t* home, AssayStatus*) {
          static const char* const kNames[] = {"host", nullptr};
          *names = kNames;
          *count = 2;
          *home = 0;
          return int{ASSAY_OK};
        };
      },
      places, "the name of place 1 is null");
  // A place that lies.
  expect_violation(
      [](AssayBackendV1& t) {
        t.place_of = [](AssayContext*, AssayBuffer*, std::uint32_t* number,
                        AssayStatus*) {
          *number = 4000000;
          return int{ASSAY_OK};
        };
      },
      place, "it is 4000000 where there are 2 places");
  expect_violation(
      [](AssayBackendV1& t) {
        t.transfer = [](AssayContext*, AssayBuffer* buffer, std::uint32_t,
                        AssayBuffer** copy, AssayStatus*) {
          *copy = buffer;
          return int{ASSAY_OK};
        };
      },
      [](Backend& backend) {
        const Tensor x = four_bytes(backend);
        return backend.transfer(x, 0).status();
      },
      "it made a buffer at the address of one that is in use");
  expect_violation(
      [](AssayBackendV1& t) {
        t.transfer = [](AssayContext*, AssayBuffer*, std::uint32_t,
                        AssayBuffer** copy, AssayStatus*) {
          *copy = nullptr;
          return int{ASSAY_OK};
        };
      },
      [](Backend& backend) {
        return backend.transfer(four_bytes(backend), 0).status();
      },
      "it made a null buffer");
  // A plan whose answer has too few results.
  expect_violation(
      [](AssayBackendV1& t) {
        t.execute_plan = [](AssayContext*, const AssayPlan*, AssayResults*,
                            AssayStatus*) { return int{ASSAY_OK}; };
      },
      [](Backend& backend) {
        Plan plan;
        plan.shape = {1};
        plan.inputs = {four_bytes(backend)};
        plan.steps = {{"neg"_op, {0}}};
        plan.outputs = {1};
        return backend.execute_plan(plan).status();
      },
      "it returned 0 tensors where 1 are expected");
  expect_violation(
      [](AssayBackendV1& t) {
        t.session_begin = [](AssayContext*, AssayStatus*) { return 77; };
      },
      [](Backend& backend) { return backend.session_begin(); },
      "the answer of session_begin breaks the rules");
}

}  // namespace
}  // namespace assay
