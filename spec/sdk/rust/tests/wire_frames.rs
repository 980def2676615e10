//! Tests a process as its host sees it: frames in, frames out.
mod backend;

use assay_backend::answer;
use backend::Mixed;

fn frame(header: &str, payload: &[u8]) -> Vec<u8> {
    let mut frame = (header.len() as u32).to_le_bytes().to_vec();
    frame.extend((payload.len() as u64).to_le_bytes());
    frame.extend(header.as_bytes());
    frame.extend(payload);
    frame
}

/// Sends requests, and returns the headers and payloads of the replies.
fn replies(requests: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
    let sent: Vec<u8> = requests
        .iter()
        .flat_map(|(header, payload)| frame(header, payload))
        .collect();
    let mut received = Vec::new();
    answer::<Mixed>(&sent[..], &mut received).unwrap();
    let mut rest = &received[..];
    let mut replies = Vec::new();
    while !rest.is_empty() {
        let header = u32::from_le_bytes(rest[..4].try_into().unwrap()) as usize;
        let payload = u64::from_le_bytes(rest[4..12].try_into().unwrap());
        let end = 12 + header + payload as usize;
        let text = String::from_utf8(rest[12..12 + header].to_vec()).unwrap();
        replies.push((text, rest[12 + header..end].to_vec()));
        rest = &rest[end..];
    }
    replies
}

/// Returns a request of an op on buffer 1, which has two float32, with the out
/// in buffer 2 if there is one.
fn invoke(op: &str, attributes: &str, operands: usize, outs: usize) -> String {
    let tensor = |buffer| {
        format!(
            "{{\"buffer\":{buffer},\"dtype\":\"float32\",\"shape\":[2],\
             \"strides\":[1],\"offset\":0}}"
        )
    };
    format!(
        "{{\"id\":9,\"type\":\"invoke\",\"op\":\"{op}\",\"operands\":[{}],\
         \"attributes\":{attributes},\"outs\":[{}]}}",
        vec![tensor(1); operands].join(","),
        vec![tensor(2); outs].join(",")
    )
}

const TWO: [u8; 8] = [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40]; // 1 and 2

fn replies_of(request: &str, then: &str) -> (String, (String, Vec<u8>)) {
    let answered = replies(&[
        ("{\"id\":1,\"type\":\"alloc\",\"buffer\":1,\"bytes\":8}", &[]),
        ("{\"id\":2,\"type\":\"alloc\",\"buffer\":2,\"bytes\":8}", &[]),
        ("{\"id\":3,\"type\":\"write\",\"buffer\":1}", &TWO),
        (request, &[]),
        (then, &[]),
    ]);
    assert_eq!(answered[2].0, "{\"status\":\"ok\",\"id\":3}");
    (answered[3].0.clone(), answered[4].clone())
}

const READ: &str = "{\"id\":10,\"type\":\"read\",\"buffer\":2}";

#[test]
fn an_op_writes_its_out() {
    let (called, read) = replies_of(&invoke("add", "{}", 2, 1), READ);
    assert_eq!(called, "{\"tensors\":[],\"status\":\"ok\",\"id\":9}");
    assert_eq!(read.0, "{\"status\":\"ok\",\"id\":10}");
    assert_eq!(read.1, [0, 0, 0, 0x40, 0, 0, 0x80, 0x40]); // 2 and 4
}

#[test]
fn a_view_names_the_buffer_of_its_operand() {
    let request = invoke("expand", "{\"shape\":[2]}", 1, 0);
    let (called, _) = replies_of(&request, READ);
    let view =
        "{\"tensors\":[{\"buffer\":1,\"dtype\":\"float32\",\"shape\":[2],\
                \"strides\":[1],\"offset\":0}],\"status\":\"ok\",\"id\":9}";
    assert_eq!(called, view);
}

#[test]
fn a_fresh_result_gets_a_negative_number_and_keeps_bits() {
    let attributes = "{\"padding\":[[0,0]],\"value\":\"nan:7fc01234\"}";
    let request = invoke("pad", attributes, 1, 0);
    let then = "{\"id\":10,\"type\":\"read\",\"buffer\":-1}";
    let (called, read) = replies_of(&request, then);
    assert!(called.contains("\"buffer\":-1,\"bytes\":4,"), "{called}");
    assert_eq!(read.1, [0x34, 0x12, 0xc0, 0x7f]);
}

#[test]
fn failures_are_answers() {
    for (request, status) in [
        (invoke("neg", "{}", 1, 1), "\"invalid\",\"message\":\"no \\\"neg\\\""),
        (invoke("sub", "{}", 2, 1), "\"internal\",\"message\":\"panicked at"),
        (invoke("mul", "{}", 2, 1), "\"unsupported\",\"kind\":\"op\""),
        (invoke("cat", "{}", 1, 1), "\"invalid\""),
        (invoke("cat", "{\"axis\":1}", 1, 1), "\"invalid\""),
        (invoke("cat", "{\"axis\":\"0\"}", 1, 1), "\"internal\""),
        (invoke("add", "{}", 1, 1), "\"invalid\""),
        (invoke("add", "{}", 2, 0), "\"invalid\""),
        (invoke("ad", "{}", 2, 0), "\"unsupported\",\"kind\":\"op\""),
        (invoke("cast", "{}", 1, 1), "\"unsupported\",\"kind\":\"dtype\""),
        ("{\"id\":9,\"type\":\"release\",\"buffer\":7}".into(), "\"internal\""),
        ("{\"id\":9,\"type\":\"dance\"}".into(), "\"internal\""),
    ] {
        let (called, read) = replies_of(&request, READ);
        let start = format!("{{\"status\":{status}");
        assert!(called.starts_with(&start), "{request}\n{called}");
        assert!(called.ends_with("\"id\":9}"), "{called}");
        assert!(read.0.contains("\"ok\""), "the process goes on");
    }
}

#[test]
fn hello_has_the_claims_with_their_limits() {
    let hello = &replies(&[("{\"id\":1,\"type\":\"hello\"}", &[])])[0].0;
    for part in [
        "\"protocol\":1,\"name\":\"mixed\",\"version\":\"1.2\"",
        "{\"op\":\"add\",\"variant\":\"\",\"dtypes\":[\"float32\",\"float64\"]}",
        "\"dtypes\":[\"float32\"],\"max_rank\":3}",
        "\"dtypes\":[\"float32\",\"float64\"],\"max_operands\":2}",
        "\"layouts\":[\"contiguous\",\"slice\"]",
        "{\"op\":\"cast\",\"variant\":\"\",\"pairs\":[[\"float32\",\"int32\"],\
         [\"float32\",\"uint8\"]]}",
        "{\"op\":\"associative_scan\",\"variant\":\"max\",\"dtypes\":[\"float32\"]}",
        "{\"op\":\"reshape\"",
    ] {
        assert!(hello.contains(part), "{part}\n{hello}");
    }
    for part in ["\"mul\"", "\"flip\"", "\"variant\":\"sum\"", "\"session\""] {
        assert!(!hello.contains(part), "{part}\n{hello}");
    }
}

#[test]
fn malformed_frames_end_the_conversation() {
    let mut sink = Vec::new();
    let cut = &frame("{\"id\":1,\"type\":\"hello\"}", &[])[..20];
    assert!(answer::<Mixed>(cut, &mut sink).is_err());
    assert!(answer::<Mixed>(&frame("{]", &[])[..], &mut sink).is_err());
    assert!(answer::<Mixed>(&[255; 12][..], &mut sink).is_err());
    assert!(sink.is_empty());
}
