// Cases of the Fourier transforms: the lengths, places, axes and sizes that
// their clauses speak of, and slices that are compared where they should be.
#include <gtest/gtest.h>

#include <set>

#include "harness/case/layout.h"
#include "harness/generate/build_case.h"
#include "reference/reference.h"
#include "spec/float_codec.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

PlannedCase transform_plan(Op op, std::string_view clause, int number,
                           DType dtype = DType::kComplex64) {
  return {op, "", dtype, test::result_of(op, dtype), clause, {}, number};
}

// The call that a case is about.
struct Made {
  Case test_case;
  const CaseTensor& x() const { return test_case.tensors[0]; }
  const Shape& shape() const { return x().view.shape(); }
  const Attributes& attributes() const { return test_case.steps[0].attributes; }
  const Attributes::Integers& axes() const { return attributes().axes(); }
  std::int64_t last_extent() const {
    return shape()[static_cast<std::size_t>(axes().back())];
  }
  ElementBits element(const Index& at) const {
    return (*x().storage)[static_cast<std::size_t>(x().view.linear_index(at))];
  }
};
Made made(const PlannedCase& plan) { return {build_case(plan, 0)}; }

TEST(BuildFourier, EveryLengthOfTheListIsTransformed) {
  std::set<std::int64_t> lengths;
  std::set<std::int64_t> real_lengths;
  for (int number = 0; number < 25; ++number) {
    lengths.insert(made(transform_plan("fft"_op, "fourier.any_length", number))
                       .last_extent());
    const Made real =
        made(transform_plan("irfft"_op, "fourier.any_length", number));
    real_lengths.insert(real.attributes().find(AttributeKey::kSizes)->back());
  }
  EXPECT_EQ(lengths, real_lengths);
  for (std::int64_t n = 1; n <= 17; ++n) EXPECT_TRUE(lengths.contains(n)) << n;
  for (std::int64_t n : {31, 64, 97, 100, 120, 127, 128, 1009})
    EXPECT_TRUE(lengths.contains(n)) << n;
}

TEST(BuildFourier, AOneStandsAtEveryPlace) {
  const ElementBits one{encode_real(format_of(DType::kFloat32), 1), 0};
  for (Op op : {"fft"_op, "irfft"_op})
    for (int number = 0; number < 22; ++number) {
      const Made test = made(transform_plan(op, "fourier.one_hot", number));
      const std::int64_t slices = test.shape()[0];
      const std::int64_t n = test.shape()[1];
      std::set<std::int64_t> places;
      for (std::int64_t slice = 0; slice < slices; ++slice) {
        int ones = 0;
        for (std::int64_t place = 0; place < n; ++place) {
          if (test.element({slice, place}) == ElementBits{}) continue;
          EXPECT_EQ(test.element({slice, place}), one);
          places.insert(place);
          ++ones;
        }
        EXPECT_EQ(ones, 1);
      }
      if (n <= 256) {
        EXPECT_EQ(std::ssize(places), n);
      }
      EXPECT_TRUE(places.contains(0) && places.contains(n - 1)) << n;
    }
}

TEST(BuildFourier, SizesAreShorterAndLongerOddAndEven) {
  std::set<std::pair<bool, bool>> seen;
  for (int number = 0; number < 8; ++number) {
    const Made test = made(transform_plan("irfft"_op, "irfft.fitted", number));
    const std::int64_t n = test.attributes().find(AttributeKey::kSizes)->back();
    const std::int64_t bins = n / 2 + 1;
    EXPECT_NE(bins, test.last_extent());
    seen.emplace(bins < test.last_extent(), n % 2 == 0);
  }
  EXPECT_EQ(seen.size(), 4u);
  for (int number = 0; number < 4; ++number) {
    EXPECT_EQ(made(transform_plan("irfft"_op, "irfft.default_size", number))
                  .attributes()
                  .find(AttributeKey::kSizes),
              nullptr);
    const Made given = made(transform_plan("irfft"_op, "irfft.sizes", number));
    EXPECT_EQ(given.attributes().find(AttributeKey::kSizes)->back() / 2 + 1,
              given.last_extent());
  }
}

// Bins without an imaginary part have none but where their clause wants it.
TEST(BuildFourier, HalfSpectraAreThoseOfRealSignals) {
  int ignored = 0;
  for (std::string_view clause : {"irfft.value", "irfft.last_last",
                                  "irfft.fitted", "irfft.ignored_parts"})
    for (int number = 0; number < 8; ++number) {
      const Made test = made(transform_plan("irfft"_op, clause, number));
      const auto last = static_cast<std::size_t>(test.axes().back());
      for (Index at : indices(test.shape())) {
        if (at[last] != 0) continue;
        Index mirrored = at;
        for (std::int64_t axis : test.axes()) {
          const auto i = static_cast<std::size_t>(axis);
          mirrored[i] = (test.shape()[i] - at[i]) % test.shape()[i];
        }
        mirrored[last] = 0;
        const ElementBits element = test.element(at);
        const ElementBits other = test.element(mirrored);
        const bool real =
            element.re == other.re &&
            (mirrored == at
                 ? element.im == 0
                 : element.im ==
                       (other.im ^ sign_bit(format_of(DType::kFloat32))));
        ignored += real ? 0 : 1;
        EXPECT_TRUE(real || clause == "irfft.ignored_parts") << clause;
      }
    }
  EXPECT_GT(ignored, 8);
}

TEST(BuildFourier, SeveralAxesEndWithAnotherThanTheLast) {
  for (int number = 0; number < 6; ++number) {
    const Made test = made(
        transform_plan("rfft"_op, "rfft.last_first", number, DType::kFloat64));
    EXPECT_GE(test.shape().size(), 2u);
    EXPECT_EQ(test.axes().size(), test.shape().size());
    EXPECT_NE(test.axes().back(), std::ssize(test.shape()) - 1);
    for (std::int64_t extent : test.shape()) EXPECT_GE(extent, 2);
  }
}

// Returns how many slices of a prepared case are judged, and how many it has.
std::pair<std::int64_t, std::int64_t> judged_slices(const PlannedCase& plan) {
  const Case test_case = test::prepared(plan);
  const SliceBounds& slices = *test_case.expect[0].any_of[0].slices;
  const auto judged = std::count_if(slices.max.begin(), slices.max.end(),
                                    [](double bound) { return bound >= 0; });
  return {judged, std::ssize(slices.max)};
}

TEST(BuildFourier, OneSliceOfAnIsolatedCaseIsOpen) {
  for (Op op : {"fft"_op, "ifft"_op, "irfft"_op})
    for (int number = 0; number < 6; ++number) {
      const auto [judged, all] =
          judged_slices(transform_plan(op, "fourier.isolated_slice", number));
      EXPECT_GE(all, 3);
      EXPECT_EQ(judged, all - 1) << number;
      EXPECT_EQ(
          judged_slices(transform_plan(op, "fourier.nonfinite", number)).first,
          0);
    }
}

TEST(BuildFourier, SmallIntegersAreComparedBitForBit) {
  for (Op op : {"fft"_op, "ifft"_op, "irfft"_op})
    for (int number = 0; number < 6; ++number) {
      const Case test_case =
          test::prepared(transform_plan(op, "fourier.exact_small", number));
      const SliceBounds& slices = *test_case.expect[0].any_of[0].slices;
      for (double bound : slices.max) EXPECT_EQ(bound, 0);
      for (double bound : slices.l2) EXPECT_EQ(bound, 0);
    }
}

TEST(BuildFourier, AxesAreRepeatedOrNone) {
  std::set<std::size_t> counts;
  for (int number = 0; number < 4; ++number) {
    const auto axes =
        made(transform_plan("fft"_op, "fourier.repeated_axes", number)).axes();
    counts.insert(axes.size());
    if (!axes.empty()) {
      EXPECT_EQ(axes[0], axes[1]);
    }
  }
  EXPECT_EQ(counts, (std::set<std::size_t>{0, 2}));
  for (int number = 0; number < 4; ++number) {
    const auto axes =
        made(transform_plan("irfft"_op, "fourier.repeated_axes", number))
            .axes();
    ASSERT_EQ(axes.size(), 3u);
    EXPECT_TRUE(axes[0] == axes[1] && axes[1] != axes[2]);
  }
}

TEST(BuildFourier, AnOutIsGivenWhereTheClauseWantsIt) {
  for (Op op : {"fft"_op, "irfft"_op}) {
    const Case given =
        build_case(transform_plan(op, "fourier.given_out", 0), 0);
    EXPECT_NE(given.find("out"), nullptr);
    const Case made_case = build_case(transform_plan(op, "fourier.axes", 0), 0);
    EXPECT_EQ(made_case.find("out"), nullptr);
  }
}

}  // namespace
}  // namespace assay
