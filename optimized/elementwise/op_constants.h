// The elementwise ops as constants, for templates: there clang 14 takes the
// literal for a call at run time.
#pragma once

#include "spec/op_table.h"

namespace assay::optimized {

inline constexpr Op kAbs = "abs"_op;
inline constexpr Op kAcos = "acos"_op;
inline constexpr Op kAdd = "add"_op;
inline constexpr Op kAnd = "and"_op;
inline constexpr Op kAsin = "asin"_op;
inline constexpr Op kAtan = "atan"_op;
inline constexpr Op kCeil = "ceil"_op;
inline constexpr Op kCmpeq = "cmpeq"_op;
inline constexpr Op kCmple = "cmple"_op;
inline constexpr Op kCmplt = "cmplt"_op;
inline constexpr Op kCmpne = "cmpne"_op;
inline constexpr Op kCos = "cos"_op;
inline constexpr Op kCosh = "cosh"_op;
inline constexpr Op kDiv = "div"_op;
inline constexpr Op kExp = "exp"_op;
inline constexpr Op kFloor = "floor"_op;
inline constexpr Op kLog = "log"_op;
inline constexpr Op kMax = "max"_op;
inline constexpr Op kMin = "min"_op;
inline constexpr Op kMod = "mod"_op;
inline constexpr Op kMul = "mul"_op;
inline constexpr Op kNeg = "neg"_op;
inline constexpr Op kOr = "or"_op;
inline constexpr Op kPow = "pow"_op;
inline constexpr Op kRecip = "recip"_op;
inline constexpr Op kRound = "round"_op;
inline constexpr Op kSign = "sign"_op;
inline constexpr Op kSin = "sin"_op;
inline constexpr Op kSinh = "sinh"_op;
inline constexpr Op kSqrt = "sqrt"_op;
inline constexpr Op kSub = "sub"_op;
inline constexpr Op kTan = "tan"_op;
inline constexpr Op kTanh = "tanh"_op;
inline constexpr Op kTrunc = "trunc"_op;
inline constexpr Op kXor = "xor"_op;

}  // namespace assay::optimized
