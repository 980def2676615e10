//! Answers the requests of one host: keeps its buffers by their numbers, and
//! carries out its calls.
use std::collections::HashMap;
use std::rc::Rc;

use super::json::Json;
use super::messages::{
    attributes_of, claims_to_json, integer_of, op_of, view_of,
};
use crate::backend::{execute, Backend};
use crate::call::Call;
use crate::claim::claims_of;
use crate::generated::numbers::SPEC_VERSION;
use crate::memory::Block;
use crate::panics::caught;
use crate::plugin::allocate;
use crate::status::{Result, Status};
use crate::tensor::Tensor;

const PROTOCOL: i64 = 1;

pub(super) struct Session<B> {
    backend: B,
    buffers: HashMap<i64, Rc<Block>>,
    // How many buffers this side has numbered: -1, -2, ...
    made: i64,
}

// The members of a reply and its payload.
type Answer = (Vec<(String, Json)>, Vec<u8>);

fn member(key: &str, value: impl Into<Json>) -> (String, Json) {
    (key.to_string(), value.into())
}

impl<B: Backend> Session<B> {
    pub fn start() -> Result<Self> {
        let backend = caught(B::create)
            .unwrap_or_else(|message| Err(Status::Internal(message)))?;
        Ok(Session { backend, buffers: HashMap::new(), made: 0 })
    }

    /// Returns the reply to a request, whatever happens.
    pub fn reply(
        &mut self,
        request: &Json,
        payload: Vec<u8>,
    ) -> (Json, Vec<u8>) {
        let answered = caught(|| self.answer(request, payload))
            .unwrap_or_else(|message| Err(Status::Internal(message)));
        let (mut members, payload) = match answered {
            Ok((mut members, payload)) => {
                members.push(member("status", "ok"));
                (members, payload)
            }
            Err(status) => {
                let mut members = vec![member("status", status.code().1)];
                members.extend(
                    status.kind().map(|(_, kind)| member("kind", kind)),
                );
                members.push(member("message", status.message()));
                (members, Vec::new())
            }
        };
        members.push(member(
            "id",
            request.get("id").cloned().unwrap_or(Json::Null),
        ));
        (Json::Object(members), payload)
    }

    fn answer(&mut self, request: &Json, payload: Vec<u8>) -> Result<Answer> {
        let number = || integer_of(request, "buffer");
        match request.get("type").and_then(Json::text).unwrap_or("") {
            "hello" => Ok((self.hello(), Vec::new())),
            "alloc" => {
                let bytes = integer_of(request, "bytes")? as usize;
                let block = allocate(&mut self.backend, bytes)?;
                self.buffers.insert(number()?, Rc::new(block));
                Ok(Answer::default())
            }
            "write" => {
                let block = self.block(number()?)?;
                if payload.len() != block.bytes() {
                    return Err(Status::internal(
                        "the payload does not fill the buffer",
                    ));
                }
                block.write(0, &payload)?;
                Ok(Answer::default())
            }
            "read" => {
                let block = self.block(number()?)?;
                let mut bytes = vec![0; block.bytes()];
                block.read(0, &mut bytes)?;
                Ok((Vec::new(), bytes))
            }
            "release" => {
                let number = number()?;
                self.block(number)?;
                self.buffers.remove(&number);
                Ok(Answer::default())
            }
            "invoke" => Ok((self.invoke(request)?, Vec::new())),
            other => Err(Status::internal(format!(
                "there is no request \"{other}\""
            ))),
        }
    }

    fn hello(&self) -> Vec<(String, Json)> {
        vec![
            member("protocol", Json::Integer(PROTOCOL)),
            member("name", B::NAME),
            member("version", B::VERSION),
            member("spec_version", SPEC_VERSION),
            member("claims", claims_to_json(&claims_of(&self.backend))),
        ]
    }

    fn invoke(&mut self, request: &Json) -> Result<Vec<(String, Json)>> {
        let op = op_of(request)?;
        let operands = self.tensors(request, "operands")?;
        let outs = self.tensors(request, "outs")?;
        let attributes =
            attributes_of(op, request, operands.first().map(Tensor::dtype))?;
        let call = Call { op, operands, outs, attributes };
        let results = execute(&mut self.backend, &call)?;
        drop(call);
        let entries = results.iter().map(|tensor| self.entry(tensor)).collect();
        Ok(vec![member("tensors", Json::List(entries))])
    }

    fn block(&self, number: i64) -> Result<&Rc<Block>> {
        let found = self.buffers.get(&number);
        found.ok_or_else(|| {
            Status::internal(format!("there is no buffer {number}"))
        })
    }

    fn tensors(
        &self,
        request: &Json,
        key: &str,
    ) -> Result<Vec<Tensor<'static>>> {
        let entries = request.get(key).and_then(Json::list).unwrap_or(&[]);
        let tensor = |entry: &Json| {
            let block = self.block(integer_of(entry, "buffer")?)?;
            let (dtype, view) = view_of(entry)?;
            Tensor::on(block.clone(), dtype, view)
        };
        entries.iter().map(tensor).collect()
    }

    // Describes a result. One in the memory of a known buffer is a view and has
    // its number, and any other gets a number of its own.
    fn entry(&mut self, tensor: &Tensor) -> Json {
        let is_it = |block: &Rc<Block>| Rc::ptr_eq(block, tensor.block());
        let known = self
            .buffers
            .iter()
            .find(|(_, block)| is_it(block))
            .map(|(&number, _)| number);
        let number = known.unwrap_or_else(|| {
            self.made -= 1;
            self.buffers.insert(self.made, tensor.block().clone());
            self.made
        });
        let mut members = vec![member("buffer", Json::Integer(number))];
        if known.is_none() {
            members.push(member(
                "bytes",
                Json::Integer(tensor.block().bytes() as i64),
            ));
        }
        let shape = tensor.shape().iter().map(|&extent| extent as i64);
        let strides = tensor.strides().iter().map(|&stride| stride as i64);
        members.extend([
            member("dtype", tensor.dtype().name()),
            member("shape", Json::integers(shape)),
            member("strides", Json::integers(strides)),
            member("offset", Json::Integer(tensor.view().offset() as i64)),
        ]);
        Json::Object(members)
    }
}
