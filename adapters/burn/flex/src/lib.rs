//! burn-flex as a subject of Assay. Operands are shown to it where they are, with
//! their strides, and results that share their memory are reported as views.
use assay_backend::{export_backend, Result, Tensor, View};
use assay_burn::{dtype_of, shape_of, Adapter, Bool, Float, Int, Subject, Value};
use burn_flex::{Flex, FlexTensor, Layout};

mod host_memory;

pub struct BurnFlex;

impl Subject for BurnFlex {
    type Burn = Flex;
    const NAME: &'static str = "burn-flex";
    const VERSION: &'static str = "0.22.1";
    const LACKS: &'static str = include_str!("../lacks.txt");

    fn float(x: &Tensor) -> Result<Float<Self>> {
        shown(x)
    }
    fn int(x: &Tensor) -> Result<Int<Self>> {
        shown(x)
    }
    fn bool(x: &Tensor) -> Result<Bool<Self>> {
        shown(x)
    }

    fn view_of(value: &Value<Self>, memory: *const u8) -> Option<View> {
        let (Value::Float(x) | Value::Int(x) | Value::Bool(x)) = value;
        if x.bytes().as_ptr() != memory {
            return None;
        }
        let layout = x.layout();
        View::strided(layout.shape(), layout.strides(), layout.start_offset() as isize)
            .ok()
    }
}

fn shown(x: &Tensor) -> Result<FlexTensor> {
    let layout =
        Layout::new(shape_of(x.shape()), x.strides().to_vec(), x.view().offset());
    Ok(FlexTensor::new(host_memory::bytes_of(x)?, layout, dtype_of(x.dtype())?))
}

pub type Judged = Adapter<BurnFlex>;

export_backend!(Judged);
