// Reproduces findings about Eigen 3.4.0 without Assay.
//   g++ -std=c++20 -O2 -DNDEBUG -I. -I/usr/include/eigen3 \
//     adapters/eigen/findings/reproduce.cc -o build/reproduce_eigen
#include "adapters/reproduce/reproduce.h"

#include <Eigen/Dense>
#include <complex>
#include <limits>
#include <sstream>
#include <unsupported/Eigen/CXX11/Tensor>
#include <unsupported/Eigen/FFT>
#include <unsupported/Eigen/SpecialFunctions>
#include <vector>

namespace {

using Z = std::complex<float>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Returns four equal elements, which the compiler does not know.
template <typename T>
[[gnu::noinline]] Eigen::Array<T, Eigen::Dynamic, 1> four(T value) {
  return Eigen::Array<T, Eigen::Dynamic, 1>::Constant(4, value);
}

template <typename T>
std::string text(const T& value) {
  std::ostringstream stream;
  stream.precision(9);
  stream << value;
  return stream.str();
}

std::string minimum_of_none() {
  const Eigen::Tensor<float, 3, Eigen::RowMajor> x(2, 3, 0);
  const Eigen::Tensor<float, 2, Eigen::RowMajor> y =
      x.minimum(std::array<int, 1>{1});
  return text(y.size());
}
std::string sum_of_none() {
  const Eigen::Tensor<float, 3, Eigen::RowMajor> x(2, 4, 0);
  const Eigen::Tensor<float, 2, Eigen::RowMajor> y =
      x.sum(std::array<int, 1>{1});
  return text(y.size());
}
std::string argmax_of_none() {
  const Eigen::Tensor<float, 3, Eigen::RowMajor> x(2, 3, 0);
  const Eigen::Tensor<Eigen::DenseIndex, 2, Eigen::RowMajor> y = x.argmax(1);
  return text(y.size());
}
std::string quotient_by_zero() {
  Eigen::ArrayXi a(1), b(1);
  a << 1;
  b << 0;
  return text((a / b).eval());
}
std::string negative_power() {
  alarm(2);
  Eigen::ArrayXi a(1), b(1);
  a << 3;
  b << -1;
  return text(a.pow(b).eval());
}
std::string eigh_of_order_zero() {
  const Eigen::MatrixXf a(0, 0);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXf> solver(a);
  return text(solver.eigenvalues().size());
}
std::string svd_of_order_zero() {
  const Eigen::MatrixXf a(0, 0);
  const Eigen::JacobiSVD<Eigen::MatrixXf> svd(
      a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return text(svd.singularValues().size());
}
std::string eig_of_order_zero() {
  const Eigen::MatrixXcf a(0, 0);
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcf> solver(a);
  return text(solver.info());
}
std::string sqrt_of_infinity() {
  return text(four(kInfinity).sqrt().eval()[0]);
}
std::string sqrt_of_negative() {
  return text(four(-0x1p-127f).sqrt().eval()[0]);
}
std::string sqrt_of_negative_zero() {
  return text(four(-0.0f).sqrt().eval()[0]);
}
std::string sqrt_of_subnormal() {
  return text(four(0x1.fffffcp-127f).sqrt().eval()[0]);
}
std::string log_of_subnormal() { return text(four(0x1p-149f).log().eval()[0]); }
std::string rsqrt_of_negative() {
  return text(four(-0x1p-149f).rsqrt().eval()[0]);
}
std::string exp_of_infinity() { return text(four(-kInfinity).exp().eval()[0]); }
std::string exp_of_infinity_double() {
  return text(four(-double{kInfinity}).exp().eval()[0]);
}
std::string sigmoid_of_large() {
  return text(four(-30000.0f).logistic().eval()[0]);
}
std::string sigmoid_of_half() {
  return text(float(four(Eigen::half(-1)).logistic().eval()[0]));
}
std::string floor_of_zero() { return text(four(-0.0f).floor().eval()[0]); }
std::string ceil_of_small() { return text(four(-0x1p-126f).ceil().eval()[0]); }
std::string erf_above_one() {
  return text(four(0x1.df94a6p+1f).erf().eval()[0]);
}
std::string erf_of_small() {
  return text(four(0x1.000002p-126f).erf().eval()[0]);
}
std::string half_rounded_twice() {
  Eigen::ArrayXd x(1);
  x << -0x1.ffdfffp+1;
  return text(float(x.cast<Eigen::half>()[0]));
}
std::string bfloat_rounded_twice() {
  Eigen::ArrayXi x(1);
  x << 16842753;
  return text(float(x.cast<Eigen::bfloat16>()[0]));
}
std::string complex_rsqrt() {
  return text(four(std::complex(-2.0, -0.0)).rsqrt().eval()[0]);
}
std::string complex_sqrt() {
  return text(four(Z(-0x1.fffffcp+127f, -448)).sqrt().eval()[0]);
}
std::string complex_log() {
  return text(four(Z(0x1.fffffcp+127f, 0x1.fffffcp+127f)).log().eval()[0]);
}
std::string complex_power() {
  const auto zero = four(Z(0, 0));
  return text(zero.pow(zero).eval()[0]);
}
std::string complex_quotient() {
  return text((four(Z(0, 0)) / four(Z(1e-45f, 1e-45f))).eval()[0]);
}
std::string complex_inverse() {
  return text(four(Z(0x1p+64f, -128)).inverse().eval()[0]);
}
std::string complex_sign() {
  return text(four(Z(1e-45f, 1e-45f)).sign().eval()[0]);
}
std::string qr_of_large() {
  const Eigen::Vector2d a(-0x1.5aed32d933ba8p+1015, -0x1.f0e54e6b5b2b4p+1017);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(a);
  const Eigen::MatrixXd q = qr.householderQ();
  return text(q(0, 0));
}
std::string solve_by_strided_triangle() {
  using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::MatrixXf storage = Eigen::MatrixXf::Constant(4, 4, 9);
  Eigen::Map<Eigen::MatrixXf, 0, Stride> a(storage.data(), 2, 2, {8, 2});
  a << 1, 0, 1, 1;
  const Eigen::VectorXf b = Eigen::Vector2f(1, 2);
  const Eigen::VectorXf x = a.triangularView<Eigen::Lower>().solve(b);
  return text(x[0]) + " " + text(x[1]);
}
std::string transform_of_one() {
  Eigen::FFT<double> transform;
  transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  std::vector<std::complex<double>> y;
  transform.fwd(y, std::vector<double>{2});
  return text(y[0]);
}
std::string real_transform() {
  Eigen::FFT<double> transform;
  std::vector<std::complex<double>> y;
  transform.fwd(y, std::vector<double>{-2, -1, -1, 2});
  std::ostringstream stream;
  stream.precision(17);
  stream << y[1].real();
  return stream.str();
}
std::string real_eig_of_order_zero() {
  const Eigen::MatrixXd a(0, 0);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(a);
  return text(solver.info());
}

std::string eig_of_large() {
  const Eigen::Matrix3d a{{-0x1.32d7cda8dc564p+1017, -0x1.4516f1756b052p+1017,
                           -0x1.ca816594d916cp+1017},
                          {0x1.f5cdd189ca664p+1017, -0x1.bde2345033f6p+1016,
                           -0x1.e76ef51180e08p+1016},
                          {-0x1.5d8360182d4ecp+1016, -0x1.fec580b7ecp+1007,
                           -0x1.b46008ee43b58p+1016}};
  const Eigen::EigenSolver<Eigen::Matrix3d> solver(a);
  return solver.eigenvectors().allFinite() ? "finite" : "not finite";
}

constexpr reproduce::Finding kFindings[] = {
    {"minimum over an axis, of a tensor without elements", minimum_of_none, "0",
     "killed by signal 8"},
    {"sum over an axis, of a tensor without elements", sum_of_none, "0",
     "killed by signal 8"},
    {"argmax along an axis, of a tensor without elements", argmax_of_none, "0",
     "killed by signal 8"},
    {"quotient of an integer and 0", quotient_by_zero, "any value",
     "killed by signal 8"},
    {"power of an integer and -1", negative_power, "any value",
     "killed by signal 14"},
    {"SelfAdjointEigenSolver of order 0", eigh_of_order_zero, "0",
     "killed by signal 11"},
    {"JacobiSVD of order 0 with full factors", svd_of_order_zero, "0",
     "killed by signal 11"},
    {"ComplexEigenSolver of order 0", eig_of_order_zero, "0", "2"},
    {"EigenSolver of order 0", real_eig_of_order_zero, "0",
     "killed by signal 11"},
    {"transform of one real", transform_of_one, "(2,0)", "killed by signal 11"},
    {"transform of four reals", real_transform, "-1", "-0.99999999999999967"},
    {"sqrt(inf)", sqrt_of_infinity, "inf", "-nan"},
    {"sqrt of a negative subnormal", sqrt_of_negative, "-nan", "inf"},
    {"sqrt(-0)", sqrt_of_negative_zero, "-0", "0"},
    {"sqrt of a subnormal", sqrt_of_subnormal, "1.08420207e-19", "0"},
    {"log of a subnormal", log_of_subnormal, "-103.278931", "-87.3365479"},
    {"rsqrt of a negative subnormal", rsqrt_of_negative, "-nan", "-inf"},
    {"exp(-inf) of float", exp_of_infinity, "0", "2.93826504e-39"},
    {"exp(-inf) of double", exp_of_infinity_double, "0", "5.55552948e-309"},
    {"logistic(-30000)", sigmoid_of_large, "0", "2.93826504e-39"},
    {"logistic(-1) of half", sigmoid_of_half, "0.269042969", "0.268798828"},
    {"floor(-0)", floor_of_zero, "-0", "0"},
    {"ceil(-2^-126)", ceil_of_small, "-0", "0"},
    {"erf(3.7467)", erf_above_one, "0.99999988", "1.00000012"},
    {"erf of a small number", erf_of_small, "1.32640345e-38", "1.32640018e-38"},
    {"double to half", half_rounded_twice, "-3.99804688", "-4"},
    {"int to bfloat16", bfloat_rounded_twice, "16908288", "16777216"},
    {"rsqrt(-2 - 0i)", complex_rsqrt, "(0,0.707106781)", "(0,-0.707106781)"},
    {"sqrt of a large complex number", complex_sqrt,
     "(1.21430654e-17,-1.84467429e+19)", "(nan,-nan)"},
    {"log of a large complex number", complex_log, "(89.0694122,0.785398185)",
     "(inf,0.785398185)"},
    {"pow(0, 0) of complex numbers", complex_power, "(1,0)", "(nan,nan)"},
    {"0 by a small complex number", complex_quotient, "(0,0)", "(-nan,-nan)"},
    {"inverse of 2^64 - 128i", complex_inverse,
     "(5.42101086e-20,3.76158192e-37)", "(0,0)"},
    {"sign of a small complex number", complex_sign,
     "(0.707106769,0.707106769)", "(inf,inf)"},
    {"HouseholderQR of large numbers", qr_of_large, "-0.167901739", "-nan"},
    {"EigenSolver of large numbers", eig_of_large, "finite", "not finite"},
    {"solution by a triangle with an inner stride", solve_by_strided_triangle,
     "1 1", "1 -0.777777791"},
};

}  // namespace

int main() { return reproduce::reproduce(kFindings); }
