// Tests the op table: its ops, the dtypes of each against the contract's own
// table, and look-ups by name.
#include "spec/op_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>

namespace assay {
namespace {

// One row of the contract's table of dtypes: whether integers of 8 to 64 bits,
// packed integers, floats, complex numbers and bool are required (y), optional
// (o) or excluded (n).
struct DTypeRow {
  std::string_view ops;
  std::string_view marks;
};
constexpr DTypeRow kContract[] = {
    {"add sub mul neg abs sign recip pow div", "yoyyn"},
    {"mod", "yoynn"},
    {"atan2 erf", "nnynn"},
    {"cmpeq cmpne", "yoyyy"},
    {"cmplt cmple max min reduce_max reduce_min argmax argmin", "yoyny"},
    {"xor or and", "yonny"},
    {"sqrt exp log sin cos tan asin acos atan sinh cosh tanh", "nnyyn"},
    {"trunc ceil floor round", "yoynn"},
    {"where expand reshape permute shrink flip pad cat", "yoyyy"},
    {"buffer full from_host to_host contiguous copy assign cast", "yyyyy"},
    {"reduce_sum reduce_prod", "yoyyn"},
    {"sort argsort", "yoyyy"},
    {"view dtype context", "yyyyy"},
    {"gather unfold", "yoyyy"},
    {"fold matmul", "yoyyn"},
    {"fft ifft irfft", "nnnyn"},
};
constexpr DTypeSet kColumns[] = {kWideIntegers, kPacked, kFloats, kComplexes,
                                 kBools};

DTypeSet marked(std::string_view marks, char mark) {
  DTypeSet dtypes;
  for (std::size_t column = 0; column < marks.size(); ++column)
    if (marks[column] == mark) dtypes = dtypes | kColumns[column];
  return dtypes;
}

TEST(OpTable, HasTheDTypesOfTheContract) {
  std::set<std::string> listed = {"associative_scan"};
  const auto has = [&](std::string_view op, std::string_view variant,
                       DTypeSet required, DTypeSet optional) {
    const Variant* row = variant_named(spec_of(*op_named(op)), variant);
    ASSERT_NE(row, nullptr) << op;
    EXPECT_EQ(row->required, required) << op;
    EXPECT_EQ(row->optional, optional) << op;
    listed.insert(std::string(op));
  };
  has("threefry", "", {DType::kInt32}, {});
  has("scatter", "set", marked("yoyyy", 'y'), kPacked);
  has("scatter", "add", marked("yoyyn", 'y'), kPacked);
  has("rfft", "", {DType::kFloat32, DType::kFloat64}, {});
  for (const char* op :
       {"cholesky", "qr", "svd", "eig", "eigh", "triangular_solve"})
    has(op, "",
        {DType::kFloat16, DType::kBfloat16, DType::kFloat32, DType::kFloat64,
         DType::kComplex64, DType::kComplex128},
        {});
  for (const DTypeRow& row : kContract) {
    std::istringstream names{std::string(row.ops)};
    for (std::string name; names >> name;) {
      const auto op = op_named(name);
      ASSERT_TRUE(op) << name;
      EXPECT_TRUE(listed.insert(name).second) << name;
      for (const Variant& variant : spec_of(*op).variants) {
        EXPECT_EQ(variant.required, marked(row.marks, 'y')) << name;
        EXPECT_EQ(variant.optional, marked(row.marks, 'o')) << name;
      }
    }
  }
  for (const Variant& variant : spec_of("associative_scan"_op).variants) {
    const bool ordered = variant.name == "max" || variant.name == "min";
    EXPECT_EQ(variant.required, marked(ordered ? "yoyny" : "yoyyn", 'y'));
    EXPECT_EQ(variant.optional, kPacked);
  }
  const auto of_nx = std::count_if(kOps.begin(), kOps.end(), [](auto* op) {
    return set_of(*op_named(op->name)) == "nx";
  });
  EXPECT_EQ(static_cast<std::ptrdiff_t>(listed.size()), of_nx);
}

// The table had 81 ops at first. AbiLayout.OpsHaveTheNumbersOfTheTable compares
// the exact number with the C header.
TEST(OpTable, LosesNoOp) { EXPECT_LE(81u, kOps.size()); }

TEST(OpTable, EveryOpIsFoundByName) {
  for (std::size_t i = 0; i < kOps.size(); ++i)
    EXPECT_EQ(op_named(kOps[i]->name), static_cast<Op>(i));
  EXPECT_EQ(op_named("add"), "add"_op);
  EXPECT_FALSE(op_named("Add"));
  EXPECT_FALSE(op_named(""));
}

TEST(OpTable, IsTheSameWhileCompilingAndAtRunTime) {
  ASSERT_EQ(every_op().size(), kOps.size());
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const Op op = static_cast<Op>(i);
    EXPECT_EQ(every_op()[i], kOps[i]);
    EXPECT_EQ(&spec_of(op), &op_table::spec_of(op));
    EXPECT_EQ(&family_of(op), &op_table::family_of(op));
    EXPECT_EQ(set_of(op), op_table::set_of(op));
  }
  EXPECT_EQ(every_family().data(), kFamilies);
  EXPECT_EQ(every_family().size(), std::size(kFamilies));
  EXPECT_TRUE(std::ranges::is_sorted(every_op_by_name(), {}, [](Op op) {
    return name_of(op);
  })) << "op_named() searches them";
}

TEST(OpTable, EveryOpBelongsToTheFamilyOfItsFile) {
  EXPECT_EQ(family_of("add"_op).name, "elementwise");
  EXPECT_EQ(family_of("atan2"_op).name, "elementwise");
  EXPECT_EQ(family_of("argmin"_op).name, "reduction");
  EXPECT_EQ(family_of("argsort"_op).name, "sorting");
  EXPECT_EQ(family_of("cat"_op).name, "movement");
  EXPECT_EQ(family_of("cast"_op).name, "conversion");
  EXPECT_EQ(family_of("assign"_op).name, "memory");
}

TEST(OpTable, IdsStandInFilesAndStay) {
  // Ids that others have stored; a change here breaks them.
  EXPECT_EQ(spec_of("add"_op).id, 1);
  EXPECT_EQ(spec_of("cmpeq"_op).id, 20);
  EXPECT_EQ(spec_of("round"_op).id, 43);
  EXPECT_EQ(spec_of("atan2"_op).id, 63);
  EXPECT_EQ(spec_of("associative_scan"_op).id, 86);
  EXPECT_EQ(spec_of("argsort"_op).id, 101);
  EXPECT_EQ(spec_of("cat"_op).id, 126);
  EXPECT_EQ(spec_of("cast"_op).id, 140);
  EXPECT_EQ(spec_of("context"_op).id, 169);
}

TEST(OpTable, ClausesAreSentencesWithIdsOfTheirOwn) {
  std::set<std::string_view> ids;
  const auto check = [&](const Clause& clause) {
    EXPECT_TRUE(ids.insert(clause.id).second) << clause.id;
    EXPECT_EQ(clause_named(clause.id), &clause) << clause.id;
    ASSERT_FALSE(clause.text.empty()) << clause.id;
    EXPECT_EQ(clause.text.back(), '.') << clause.id;
    for (char character : clause.id)
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(character)) ||
                  std::isdigit(static_cast<unsigned char>(character)) ||
                  character == '_' || character == '.')
          << clause.id;
  };
  for (const OpSpec* op : kOps) {
    EXPECT_FALSE(op->clauses.empty()) << op->name;
    EXPECT_FALSE(op->formula.empty()) << op->name;
    EXPECT_FALSE(op->variants.empty()) << op->name;
    for (const Clause& clause : op->clauses) check(clause);
  }
  for (const FamilySpec& family : kFamilies) {
    EXPECT_FALSE(family.clauses.empty()) << family.name;
    for (const Clause& clause : family.clauses) check(clause);
  }
  EXPECT_EQ(clause_named("add.wrong"), nullptr);
  EXPECT_EQ(clause_named("add"), nullptr);
  EXPECT_EQ("sort.nan_last"_clause, "sort.nan_last");
}

TEST(OpTable, ResolvedClausesAreThoseOfTheContract) {
  std::set<std::string_view> resolved;
  for (const OpSpec* op : kOps)
    for (const Clause& clause : op->clauses)
      if (clause.status == ClauseStatus::kResolved) resolved.insert(clause.id);
  for (const FamilySpec& family : kFamilies)
    for (const Clause& clause : family.clauses)
      // The view's are its typed errors and is_valid.
      if (clause.status == ClauseStatus::kResolved && family.name != "view")
        resolved.insert(clause.id);
  EXPECT_EQ(resolved, (std::set<std::string_view>{
                          "atan2.minus_pi", "cholesky.hermitian",
                          "cholesky.not_positive_definite", "eig.complex128",
                          "gather_general.collapsed", "pooling.ceil_start",
                          "triangular_solve.conjugate"}));
}

TEST(OpTable, TolerancesAreThoseOfTheContract) {
  const auto ulp = [](Op op, DType dtype) {
    const Tolerance tolerance =
        tolerance_of(*variant_named(spec_of(op), ""), dtype);
    EXPECT_EQ(tolerance.accuracy, Accuracy::kUlp) << name_of(op);
    return tolerance.bound;
  };
  for (DType dtype : {DType::kFloat32, DType::kFloat64}) {
    EXPECT_EQ(ulp("exp"_op, dtype), 3);
    for (Op op : {"log"_op, "sin"_op, "cos"_op, "asin"_op, "acos"_op, "sinh"_op,
                  "cosh"_op})
      EXPECT_EQ(ulp(op, dtype), 4) << name_of(op);
    for (Op op : {"tan"_op, "atan"_op, "tanh"_op})
      EXPECT_EQ(ulp(op, dtype), 5) << name_of(op);
    EXPECT_EQ(ulp("atan2"_op, dtype), 6);
    for (Op op : {"pow"_op, "erf"_op})
      EXPECT_EQ(ulp(op, dtype), dtype == DType::kFloat64 ? 4 : 16);
  }
  EXPECT_EQ(ulp("pow"_op, DType::kFloat8E5m2), 1);
  EXPECT_EQ(ulp("exp"_op, DType::kBfloat16), 1);
  const auto normwise = [](Op op) {
    const Tolerance tolerance =
        tolerance_of(*variant_named(spec_of(op), ""), DType::kComplex64);
    EXPECT_EQ(tolerance.accuracy, Accuracy::kNormwise) << name_of(op);
    return tolerance.bound;
  };
  EXPECT_EQ(normwise("abs"_op), 4);
  EXPECT_EQ(normwise("mul"_op), 3);
  for (Op op : {"div"_op, "recip"_op, "sign"_op, "sqrt"_op})
    EXPECT_EQ(normwise(op), 8) << name_of(op);
  EXPECT_EQ(normwise("tanh"_op), 16);
  for (Op op : {"add"_op, "sub"_op, "mul"_op, "div"_op, "sqrt"_op, "recip"_op})
    EXPECT_EQ(
        tolerance_of(*variant_named(spec_of(op), ""), DType::kFloat16).accuracy,
        Accuracy::kCorrectlyRounded)
        << name_of(op);
}

TEST(OpTable, VariantsAreFoundByName) {
  EXPECT_NE(variant_named(spec_of("sort"_op), "descending"), nullptr);
  EXPECT_NE(variant_named(spec_of("sort"_op), ""), nullptr);
  EXPECT_EQ(variant_named(spec_of("sort"_op), "ascending"), nullptr);
  EXPECT_EQ(variant_named(spec_of("associative_scan"_op), ""), nullptr);
  EXPECT_EQ(spec_of("associative_scan"_op).variants.size(),
            std::size(kScanNames));
}

// Pairs of one width are required, mixed ones optional, others no cells.
TEST(OpTable, NeedsOfPairs) {
  const auto need = [](Op op, DType from, DType to) {
    return need_of(op, spec_of(op).variants.items[0], from, to);
  };
  using D = DType;
  EXPECT_EQ(need("rfft"_op, D::kFloat32, D::kComplex64), Need::kRequired);
  EXPECT_EQ(need("rfft"_op, D::kFloat32, D::kComplex128), Need::kOptional);
  EXPECT_EQ(need("rfft"_op, D::kFloat32, D::kFloat32), Need::kNone);
  EXPECT_EQ(need("irfft"_op, D::kComplex128, D::kFloat64), Need::kRequired);
  EXPECT_EQ(need("irfft"_op, D::kComplex128, D::kFloat32), Need::kOptional);
  EXPECT_EQ(need("irfft"_op, D::kComplex128, D::kFloat16), Need::kNone);
  EXPECT_EQ(need("cast"_op, D::kBool, D::kInt4), Need::kRequired);
  EXPECT_EQ(need("add"_op, D::kInt4, D::kInt4), Need::kOptional);
  EXPECT_EQ(need("add"_op, D::kInt8, D::kInt16), Need::kNone);
  EXPECT_EQ(need("add"_op, D::kBool, D::kBool), Need::kNone);
}

TEST(OpTable, NamesOfEnumeratorsAreComplete) {
  EXPECT_EQ(kAccuracyNames[static_cast<int>(Accuracy::kResidual)], "residual");
  EXPECT_EQ(letter_of(ClauseStatus::kDocumented), 'D');
  EXPECT_EQ(letter_of(ClauseStatus::kUnspecified), 'U');
}

}  // namespace
}  // namespace assay
