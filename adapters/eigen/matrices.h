// Shows the matrices of a tensor one after the other, with their strides, as
// maps of Eigen.
#pragma once

#include <Eigen/Core>

#include "adapters/eigen/dispatch.h"

namespace assay_eigen {

template <typename N>
using Matrix =
    Eigen::Matrix<N, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename N>
using MatrixMap = Eigen::Map<
    std::conditional_t<std::is_const_v<N>, const Matrix<std::remove_const_t<N>>,
                       Matrix<N>>,
    Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

// Gives the matrices of the last two axes of a tensor.
template <typename N>
class Matrices {
 public:
  explicit Matrices(const Tensor& tensor)
      : view_(&tensor.view),
        first_(first_of<std::remove_const_t<N>>(tensor)),
        rank_(tensor.view.rank()) {}

  assay::IndexSpace batches() const {
    const Shape& shape = view_->shape();
    return assay::IndexSpace(Shape(shape.begin(), shape.end() - 2));
  }
  MatrixMap<N> at(const assay::Index& batch) const {
    N* first = first_;
    for (std::size_t i = 0; i < batch.size(); ++i)
      first += batch[i] * view_->strides()[i];
    return {first,
            view_->shape()[rank_ - 2],
            view_->shape()[rank_ - 1],
            {view_->strides()[rank_ - 2], view_->strides()[rank_ - 1]}};
  }
  // Returns a vector of the values that belong to a batch, where the tensor
  // has one axis less than the matrices.
  auto vector_at(const assay::Index& batch) const {
    N* first = first_;
    for (std::size_t i = 0; i < batch.size(); ++i)
      first += batch[i] * view_->strides()[i];
    using Column = Eigen::Matrix<std::remove_const_t<N>, Eigen::Dynamic, 1>;
    using Given = std::conditional_t<std::is_const_v<N>, const Column, Column>;
    return Eigen::Map<Given, Eigen::Unaligned,
                      Eigen::InnerStride<Eigen::Dynamic>>(
        first, view_->shape()[rank_ - 1],
        Eigen::InnerStride<Eigen::Dynamic>(view_->strides()[rank_ - 1]));
  }

 private:
  const assay::View* view_;
  std::remove_const_t<N>* first_;
  std::size_t rank_;
};

}  // namespace assay_eigen
