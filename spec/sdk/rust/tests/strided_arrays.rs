//! Tests views, tensors and arrays, with any strides.
use assay_backend::*;

fn matrix() -> Tensor<'static> {
    Tensor::from_elements(&[2, 3], &[0i32, 1, 2, 3, 4, 5]).unwrap()
}

#[test]
fn arrays_follow_strides() {
    let x = matrix();
    let transposed = x.with_view(x.view().permute(&[1, 0]).unwrap()).unwrap();
    assert_eq!(transposed.strides(), [1, 3]);
    assert_eq!(transposed.to_vec::<i32>().unwrap(), [0, 3, 1, 4, 2, 5]);
    let flipped = x.view().flip(&[true, true]).unwrap();
    assert_eq!((flipped.strides(), flipped.offset()), (&[-3, -1][..], 5));
    let flipped = x.with_view(flipped).unwrap();
    assert_eq!(flipped.to_vec::<i32>().unwrap(), [5, 4, 3, 2, 1, 0]);
    assert_eq!(flipped.array::<i32>().unwrap().get(&[0, 2]), 3);
    let row = x.view().shrink(&[(1, 2), (0, 3)]).unwrap();
    let rows = x.with_view(row.expand(&[2, 3]).unwrap()).unwrap();
    assert_eq!(rows.strides(), [0, 1]);
    assert_eq!(rows.to_vec::<i32>().unwrap(), [3, 4, 5, 3, 4, 5]);
    let one = View::contiguous(&[]).unwrap().expand(&[2, 2]).unwrap();
    assert_eq!(x.with_view(one).unwrap().to_vec::<i32>().unwrap(), [0; 4]);
}

#[test]
fn reshape_shows_what_strides_can_show() {
    let view = View::contiguous(&[2, 3, 4]).unwrap();
    assert_eq!(view.reshape(&[6, 4]).unwrap().strides(), [4, 1]);
    assert_eq!(view.reshape(&[2, 1, 12]).unwrap().strides(), [12, 12, 1]);
    let transposed = view.permute(&[2, 0, 1]).unwrap();
    assert_eq!(transposed.reshape(&[4, 6]).unwrap().strides(), [1, 4]);
    let refused = transposed.reshape(&[24]).unwrap_err();
    assert!(matches!(refused, Status::Unsupported(Unsupported::View, _)));
    assert!(matches!(view.reshape(&[23]), Err(Status::Invalid(_))));
    assert_eq!(view.reshape(&[24]).unwrap().reshape(&[2, 3, 4]), Ok(view));
}

#[test]
fn tensors_without_elements_need_no_strides() {
    let view = View::strided(&[2, 0], &[-5, 0], 0).unwrap();
    assert!(view.is_contiguous());
    assert_eq!(view.places().count(), 0);
    let x = Tensor::zeros(DType::Float64, &[0]).unwrap();
    assert_eq!(x.with_view(view).unwrap().to_vec::<f64>().unwrap(), []);
    let empty = View::contiguous(&[0, 4]).unwrap();
    assert_eq!(empty.reshape(&[2, 0]).unwrap().shape(), [2, 0]);
    assert_eq!(empty.flip(&[true, true]).unwrap(), empty);
}

#[test]
fn no_view_leaves_its_buffer() {
    let x = matrix();
    let longer = View::contiguous(&[7]).unwrap();
    assert!(matches!(x.with_view(longer), Err(Status::Invalid(_))));
    assert!(View::strided(&[2], &[-1], 0).is_err());
    assert!(View::strided(&[3], &[isize::MAX], 0).is_err());
    assert!(View::strided(&[1], &[1, 1], 0).is_err());
    assert!(View::contiguous(&[usize::MAX, 2]).is_err());
    assert!(View::contiguous(&[1; 33]).is_err());
    assert!(x.view().shrink(&[(0, 0), (0, 3)]).is_err());
    assert!(x.view().shrink(&[(0, 2), (-1, 3)]).is_err());
    assert!(x.view().permute(&[0, 0]).is_err());
    assert!(x.view().expand(&[2, 4]).is_err());
}

#[test]
fn arrays_have_the_dtype_of_their_tensor() {
    let refused = matrix().array::<f32>().err().unwrap();
    assert!(matches!(refused, Status::Unsupported(Unsupported::DType, _)));
    let indices = Tensor::from_elements(&[1], &[-1i64]).unwrap();
    assert_eq!(indices.to_indices(), Ok(vec![-1]));
    assert_eq!(matrix().to_indices().unwrap()[5], 5);
    let nibbles = [Int4(1), Int4(-2), Int4(7)];
    let packed = Tensor::from_elements(&[3], &nibbles).unwrap();
    let flipped = packed.view().flip(&[true]).unwrap();
    let flipped = packed.with_view(flipped).unwrap();
    assert_eq!(flipped.to_vec(), Ok(vec![Int4(7), Int4(-2), Int4(1)]));
}

#[test]
#[should_panic(expected = "index 3 is out of range for extent 3 of axis 1")]
fn an_index_out_of_range_panics() {
    matrix().array::<i32>().unwrap().get(&[0, 3]);
}
