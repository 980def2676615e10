// Bugs of operands and outs that are one tensor, or views of one buffer.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

using Tensor = AssayTensor;

bool is_same_view(const Tensor& a, const Tensor& b) {
  return a.buffer == b.buffer && a.offset == b.offset &&
         shape_of(a) == shape_of(b) &&
         std::equal(a.strides, a.strides + a.rank, b.strides);
}
bool are_one(const CallSite& site) {
  return site.operands.size() > 1 &&
         is_same_view(site.operands[0], site.operands[1]);
}

// Puts a value where both operands are one tensor.
Fault where_one(double value) {
  return when(are_one, after([=](CallSite& site) {
                Cells out = site.result_cells();
                for (std::int64_t i = 0; i < out.count(); ++i) {
                  out.set(i, {});
                  out.set_real(i, value);
                }
              }));
}

}  // namespace

BugRows aliasing_bugs() {
  return {
      {"sub_of_itself_is_zero", "sub", "float32,float64,float16",
       "Where both operands are one tensor the difference is 0, of infinities "
       "and NaNs as well.",
       "", where_one(0), "sub float32:1=v/inf $0"},
      {"div_of_itself_is_one", "div", "",
       "Where both operands are one tensor the quotient is 1, of zeros as "
       "well.",
       "", where_one(1), "div int32:1=v/0 $0"},
      {"cmpeq_of_itself_is_true", "cmpeq,cmple", "",
       "Where both operands are one tensor they are equal, NaNs as well.", "",
       where_one(1), "cmpeq float32:1=v/nan $0"},
      {"matmul_of_itself_is_symmetric", "matmul", "",
       "Where both operands are one square matrix only one triangle is "
       "computed, and mirrored.",
       "", when(are_one, after([](CallSite& site) {
                  Cells out = site.result_cells();
                  const std::int64_t n = out.shape().back();
                  for (std::int64_t i = 0; i < out.count(); ++i) {
                    const std::int64_t row = i / n % n, column = i % n;
                    if (row > column)
                      out.set(i, out.get(i - i % (n * n) + column * n + row));
                  }
                })),
       "matmul int32:3x3=iota $0"},
      {"one_buffer_means_one_view", "add,mul,max,cmplt", "",
       "Where both operands are of one buffer, the second is read by the view "
       "of the first.",
       "",
       when(
           [](const CallSite& site) {
             return site.operands[0].buffer == site.operands[1].buffer &&
                    !are_one(site);
           },
           [](CallSite& site) {
             const Tensor first = site.operands[0];
             misread(site, 1, [=](const Index& at, const Tensor&) {
               return right_place(at, first);
             });
             return site.forward();
           }),
       "add int32:3@0+1=iota $0@2+1"},
      {"out_is_cleared_first", "sub,mul,div", "",
       "The out is cleared before the second operand, which is the same "
       "tensor, "
       "is read (more than 16 elements).",
       "numpy/numpy#8043",
       when(
           count_over(16) &&
               [](const CallSite& site) {
                 return site.outs[0].buffer == site.operands[1].buffer;
               },
           [](CallSite& site) {
             alter_operand(site, 1, [](std::int64_t, ElementBits) {
               return ElementBits{};
             });
             return site.forward();
           }),
       "sub int32:17=ones int32:17=ones out=$1"},
      {"out_is_written_in_halves", "add,max,where", "",
       "Where the out is the first operand, the second half is computed from "
       "the first half's results.",
       "",
       when(
           count_over(32) &&
               [](const CallSite& site) {
                 return site.outs[0].buffer == site.operands[0].buffer;
               },
           after([](CallSite& site) {
             Cells out = site.result_cells();
             out.set(out.count() - 1, out.get(0));
           })),
       "add int32:33=iota int32:33=zeros out=$0"},
  };
}

}  // namespace assay::adversary
