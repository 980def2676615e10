// Plants bugs in the reference, runs the suite on it, and checks that the run
// ends with one finding for each bug, which names the cause.
#include "reports/findings.h"

#include "tests/conformance/scratch_run.h"
#include "tests/mutants/mutant.h"

namespace assay {
namespace {

using mutants::ChangedCall;
using mutants::Mutant;

// Returns b where a + b is asked for and b is greater than 2.
class WrongAdd : public Mutant {
 protected:
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "add"_op || !is_real(call.outs[0].dtype)) return;
    mutants::replace_each(call.outs[0], [&](const Index& at, ElementBits sum) {
      const double b = mutants::real_at(call.operands[1], at);
      return b > 2 ? mutants::element_at(call.operands[1], at) : sum;
    });
  }
};

// Returns whether argmax takes two elements for equal: -0 is +0, and every NaN
// is NaN.
bool is_equal(DType dtype, ElementBits a, ElementBits b) {
  if (!is_real(dtype)) return a == b;
  const double x = decode_real(format_of(dtype), a.re);
  const double y = decode_real(format_of(dtype), b.re);
  return x == y || (std::isnan(x) && std::isnan(y));
}

// Returns the position of the last of equal elements.
class LastTie : public Mutant {
 protected:
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "argmax"_op) return;
    const Tensor& x = call.operands[0];
    const std::int64_t axis = call.attributes.axis();
    const auto along = static_cast<std::size_t>(axis);
    mutants::replace_each(
        call.outs[0], [&](const Index& at, ElementBits first) {
          Index start = at;
          if (call.attributes.keepdims())
            start[along] = 0;
          else
            start.insert(start.begin() + axis, 0);
          const auto slice = mutants::slice_of(x, start, axis);
          ElementBits last = first;
          for (std::size_t i = static_cast<std::size_t>(first.re);
               i < slice.size(); ++i)
            if (is_equal(x.dtype, slice[i],
                         slice[static_cast<std::size_t>(first.re)]))
              last.re = i;
          return last;
        });
  }
};

// Leaves the last column of a result unwritten if an operand is not contiguous.
class UnwrittenColumn : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    const bool is_broken = call.op == "mul"_op &&
                           call.outs[0].view.rank() > 0 &&
                           call.outs[0].view.shape().back() > 1 &&
                           !call.operands[0].view.is_c_contiguous();
    if (!is_broken) return Reference::execute(call);
    const Tensor& out = call.outs[0];
    const std::int64_t last = out.view.shape().back() - 1;
    std::vector<std::pair<Index, ElementBits>> kept;
    for (const Index& at : indices(out.view.shape()))
      if (at.back() == last)
        kept.emplace_back(at, mutants::element_at(out, at));
    auto made = Reference::execute(call);
    for (const auto& [at, bits] : kept) mutants::put_at(out, at, bits);
    return made;
  }
};

// Returns the other operand where one is NaN.
class LosesNan : public Mutant {
 protected:
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "max"_op || !is_real(call.outs[0].dtype)) return;
    mutants::replace_each(
        call.outs[0], [&](const Index& at, ElementBits greatest) {
          const ElementBits a = mutants::element_at(call.operands[0], at);
          const ElementBits b = mutants::element_at(call.operands[1], at);
          const DType dtype = call.outs[0].dtype;
          if (is_nan_element(dtype, a)) return b;
          return is_nan_element(dtype, b) ? a : greatest;
        });
  }
};

// Multiplies float64 in float32.
class NarrowMul : public Mutant {
 protected:
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "mul"_op || call.outs[0].dtype != DType::kFloat64) return;
    mutants::replace_each(
        call.outs[0], [&](const Index& at, ElementBits) -> ElementBits {
          const auto a =
              static_cast<float>(mutants::real_at(call.operands[0], at));
          const auto b =
              static_cast<float>(mutants::real_at(call.operands[1], at));
          const float product = a * b;
          return {encode_real(format_of(DType::kFloat64), double{product}), 0};
        });
  }
};

class Swapped : public ChangedCall {
 protected:
  void change(Call& call) override {
    if (call.op == "sub"_op) std::swap(call.operands[0], call.operands[1]);
  }
};

// Scans along the last axis, whatever the axis is.
class LastAxis : public ChangedCall {
 protected:
  void change(Call& call) override {
    if (call.op == "associative_scan"_op)
      call.attributes.axis(
          static_cast<std::int64_t>(call.operands[0].view.rank()) - 1);
  }
};

// Counts positions from 1 on.
class CountsFromOne : public Mutant {
 protected:
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "argmin"_op) return;
    mutants::replace_each(call.outs[0],
                          [&](const Index&, ElementBits position) {
                            ++position.re;
                            return position;
                          });
  }
};

// Sums blocks of 8 and forgets the rest of an axis that is longer.
class ForgetsTail : public ChangedCall {
 protected:
  void change(Call& call) override {
    if (call.op != "reduce_sum"_op) return;
    View& view = call.operands[0].view;
    std::vector<std::pair<std::int64_t, std::int64_t>> kept;
    for (const std::int64_t extent : view.shape()) kept.push_back({0, extent});
    for (const std::int64_t axis : call.attributes.axes()) {
      auto& [start, stop] = kept[static_cast<std::size_t>(axis)];
      if (stop > 8) stop -= stop % 8;
    }
    if (view.numel() > 0) view = *view.shrink(kept);
  }
};

// Two of them at once.
class WrongAddAndSwapped : public WrongAdd {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    if (call.op == "sub"_op)
      std::swap(changed.operands[0], changed.operands[1]);
    return WrongAdd::execute(changed);
  }
};

class PlantedBug : public ScratchRun {
 protected:
  // Returns the titles of the findings of a run.
  std::vector<std::string> titles(
      const char* filter, std::function<std::unique_ptr<Backend>()> make,
      std::uint64_t seed) {
    CheckOptions planted = options(filter);
    planted.make_subject = [make]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(
          std::make_unique<InProcessSubject>(make()));
    };
    planted.make_oracle_of = [](const Profile& profile) {
      return std::make_unique<Reference>(profile);
    };
    planted.seed = seed;
    planted.jobs = 2;
    const CheckReport report = report_of(planted);
    std::vector<std::string> all;
    for (const Finding& finding : findings_of(report.run, report.records))
      all.push_back(finding.title);
    return all;
  }
};

template <typename T>
std::function<std::unique_ptr<Backend>()> maker() {
  return [] { return std::make_unique<T>(); };
}

struct Planted {
  const char* filter;
  std::function<std::unique_ptr<Backend>()> make;
  std::vector<std::string> titles;
};

const std::vector<Planted>& planted_bugs() {
  static const std::vector<Planted> bugs = {
      {"add,sub", maker<WrongAdd>(), {"add returns wrong values"}},
      {"argmax,argmin",
       maker<LastTie>(),
       {"argmax takes the last of equal elements, not the first"}},
      {"mul,add",
       maker<UnwrittenColumn>(),
       {"mul leaves elements of its result unwritten"}},
      {"max,min", maker<LosesNan>(), {"max.nan = ignore (max)"}},
      {"mul,add", maker<NarrowMul>(), {"mul computes in float32"}},
      {"ifft,fft",
       [] {
         return std::make_unique<Reference>(
             kNx.with("fft.norm=backward"_policy));
       },
       {"fft.norm = backward (ifft)"}},
      {"sub,add",
       maker<Swapped>(),
       {"sub takes its two operands in the other order"}},
      {"associative_scan",
       maker<LastAxis>(),
       {"associative_scan works along the last axis, not along the one it is "
        "given"}},
      {"argmin,argmax",
       maker<CountsFromOne>(),
       {"argmin uses indices that are one too large"}},
      {"reduce_sum,reduce_max",
       maker<ForgetsTail>(),
       {"reduce_sum does not read what is left after blocks of 8"}},
      {"sub,add,mul",
       maker<WrongAddAndSwapped>(),
       {"add returns wrong values",
        "sub takes its two operands in the other order"}},
  };
  return bugs;
}

class PlantedBugs : public PlantedBug,
                    public testing::WithParamInterface<std::size_t> {};

TEST_P(PlantedBugs, AreOneFindingEach) {
  const Planted& bug = planted_bugs()[GetParam()];
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{7}}) {
    auto found = titles(bug.filter, bug.make, seed);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(bug.titles, found) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBugs,
                         testing::Range(std::size_t{0}, std::size_t{11}));

// The reference has no finding, so nothing is found where nothing is wrong.
TEST_F(PlantedBug, IsNotFoundInTheReference) {
  EXPECT_TRUE(titles("add,max,argmax", maker<Reference>(), 3).empty());
}

}  // namespace
}  // namespace assay
