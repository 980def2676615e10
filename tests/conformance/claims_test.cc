// Tests whole runs on subjects that claim less than everything: cases beyond a
// claim are not asked and fail nothing, and every claimed cell can be proven.
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

using Row = std::pair<const char*, void (*)(Claim&)>;

// Returns whether a call keeps to a claim. The rules here are independent of
// the harness, short and strict.
bool keeps_to(const Claim& claim, const Call& call) {
  std::vector<Shape> shapes;
  for (const auto* tensors : {&call.operands, &call.outs})
    for (const Tensor& tensor : *tensors) {
      const View& view = tensor.view;
      shapes.push_back(view.shape());
      for (std::size_t axis = 0; axis < view.rank(); ++axis) {
        if (view.numel() == 0 || view.shape()[axis] == 1) continue;
        const std::int64_t stride = view.strides()[axis];
        const auto lacks = [&](const char* name) {
          return !claim.layouts.empty() &&
                 std::find(claim.layouts.begin(), claim.layouts.end(), name) ==
                     claim.layouts.end();
        };
        if (stride < 0 && lacks("flip")) return false;
        if (stride == 0 && lacks("broadcast")) return false;
        if (view.offset() > 0 && lacks("offset") && lacks("slice"))
          return false;
      }
    }
  for (const Shape& shape : shapes) {
    if (std::ssize(shape) > claim.max_rank) return false;
    for (const std::int64_t extent : shape)
      if (extent < claim.min_extent || extent > claim.max_extent) return false;
  }
  if (std::ssize(call.operands) > claim.max_operands) return false;
  const auto* axes = call.attributes.find(AttributeKey::kAxes);
  return axes == nullptr || (std::ssize(*axes) >= claim.min_axes &&
                             std::ssize(*axes) <= claim.max_axes);
}

// The reference with a claim on every cell, which refuses what is beyond it.
class Limited : public Reference {
 public:
  explicit Limited(const Claim& claim) : claim_(claim) {}
  std::optional<Claim> claim(const Cell& cell) const override {
    if (!Reference::claim(cell) || cell.op == "flip"_op) return std::nullopt;
    return claim_on(cell.op);
  }
  Result<Tensors> execute(const Call& call) override {
    if (call.op == "flip"_op) return Status::unsupported("op", "no flip");
    if (keeps_to(claim_on(call.op), call)) return Reference::execute(call);
    return Status::unsupported("layout", "beyond the claim");
  }

 private:
  // Only cat has any number of operands.
  Claim claim_on(Op op) const {
    Claim claim = claim_;
    if (op != "cat"_op) claim.max_operands = Claim().max_operands;
    return claim;
  }
  Claim claim_;
};

class Claims : public ScratchRun {
 protected:
  CheckReport report_for(const Claim& claim, std::string_view filter,
                         Level level, std::uint64_t seed) {
    CheckOptions options = this->options(filter);
    options.make_subject = [claim]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(
          std::make_unique<InProcessSubject>(std::make_unique<Limited>(claim)));
    };
    options.level = level;
    options.seed = seed;
    options.jobs = 2;
    return report_of(options);
  }
};

// Ops of every family, in dtypes that they all have.
constexpr const char* kOfEveryFamily =
    "add:*:dtype=float32,where:*:dtype=float32,reduce_sum:*:dtype=float32,"
    "sort:*:dtype=float32,permute:*:dtype=float32,shrink:*:dtype=float32,"
    "reshape:*:dtype=float32,cat:*:dtype=float32,copy:*:dtype=float32,"
    "assign:*:dtype=float32,view:*:dtype=float32,gather:*:dtype=float32,"
    "unfold:*:dtype=float32,matmul:*:dtype=float32,fft:*:dtype=complex64,"
    "qr:*:dtype=float32,cast:*:dtype=float32,-rung=*,-reduce_sum:long";

TEST_F(Claims, AreAskedForNothingElseAndProvenWhole) {
  const Row rows[] = {
      {"nothing reversed",
       [](Claim& claim) {
         claim.layouts = {"contiguous", "offset", "transpose", "slice",
                          "broadcast"};
       }},
      {"contiguous alone",
       [](Claim& claim) { claim.layouts = {"contiguous"}; }},
      {"rank 3", [](Claim& claim) { claim.max_rank = 3; }},
      {"no empty tensors", [](Claim& claim) { claim.min_extent = 1; }},
      {"short axes", [](Claim& claim) { claim.max_extent = 1000; }},
      {"one axis", [](Claim& claim) { claim.min_axes = claim.max_axes = 1; }},
      {"two operands", [](Claim& claim) { claim.max_operands = 2; }},
  };
  constexpr std::uint64_t kSeeds[] = {0, 3, 1234567};
  int number = 0;
  for (const auto& [what, limit] : rows) {
    SCOPED_TRACE(what);
    Claim claim;
    limit(claim);
    const std::uint64_t seed = kSeeds[number++ % 3];
    // The relations take long, and layouts are what they vary.
    const std::string filter =
        std::string(kOfEveryFamily) + (number == 1 ? "" : ",-relation=*");
    const CheckReport report =
        report_for(claim, filter, Level::kStandard, seed);
    std::int64_t outside = 0;
    for (const Record& record : report.records) {
      EXPECT_FALSE(is_failure(record.verdict))
          << record.id << ", seed " << seed << ": "
          << (record.failure ? record.failure->message : "");
      outside += record.needs.empty() ? 0 : 1;
      const Verdict expected =
          record.needs.empty() ? Verdict::kPass : Verdict::kUnsupported;
      // A relation may lack a second context or threads.
      if (!is_metamorphic(record) || !record.needs.empty()) {
        EXPECT_EQ(expected, record.verdict) << record.id;
      }
    }
    EXPECT_LT(0, outside);
    // In every cell a case passed and compared something.
    std::map<std::string, std::int64_t> cells;
    for (const Record& record : report.records)
      cells[record.op + " " + record.dtype] +=
          record.verdict == Verdict::kPass ? record.compared : 0;
    EXPECT_LT(15, std::ssize(cells));
    for (const auto& [cell, compared] : cells) EXPECT_LT(0, compared) << cell;
  }
}

// A backend that claims more than it has fails.
TEST_F(Claims, ThatAreWrongFail) {
  class Boasting : public Limited {
   public:
    using Limited::Limited;
    std::optional<Claim> claim(const Cell& cell) const override {
      auto claim = Limited::claim(cell);
      if (claim) claim->layouts.emplace_back("flip");
      return claim;
    }
  };
  CheckOptions options =
      this->options("add:*:dtype=float32,-rung=*,-relation=repeat");
  options.level = Level::kStandard;
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    Claim claim;
    claim.layouts = {"contiguous", "offset", "slice"};
    return std::unique_ptr<Subject>(
        std::make_unique<InProcessSubject>(std::make_unique<Boasting>(claim)));
  };
  int refused = 0;
  for (const Record& record : report_of(options).records)
    if (is_failure(record.verdict)) {
      ++refused;
      EXPECT_TRUE(record.failure->message.starts_with("add is claimed, and"))
          << record.failure->message;
    }
  EXPECT_LT(0, refused);
}

// Computes sub in place of add, and notes in a file what is beyond its claim.
class Wrong : public Limited {
 public:
  Wrong(const Claim& claim, std::filesystem::path notes)
      : Limited(claim), notes_(std::move(notes)) {}
  Result<Tensors> execute(const Call& call) override {
    auto made = Limited::execute(call);
    if (!made.ok()) std::ofstream(notes_, std::ios::app) << name_of(call.op);
    if (!made.ok() || call.op != "add"_op) return made;
    Call again = call;
    again.op = "sub"_op;
    return Limited::execute(again);
  }

 private:
  std::filesystem::path notes_;
};

// Shrinking tries no case that is beyond the claim. A crash would not show it,
// as the verdict is known before.
TEST_F(Claims, HoldWhileACaseShrinks) {
  const auto notes = folder_ / "notes";
  CheckOptions options = this->options("add:*:dtype=int32");
  options.make_subject = [notes]() -> Result<std::unique_ptr<Subject>> {
    Claim claim;
    claim.layouts = {"contiguous", "slice"};
    claim.min_extent = 2;
    return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
        std::make_unique<Wrong>(claim, notes)));
  };
  int failing = 0;
  for (const Record& record : report_of(options).records)
    failing += record.verdict == Verdict::kFail ? 1 : 0;
  EXPECT_LT(0, failing);
  EXPECT_FALSE(std::filesystem::exists(notes)) << text_of(notes);
}

}  // namespace
}  // namespace assay
