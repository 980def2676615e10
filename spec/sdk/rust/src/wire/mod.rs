//! Speaks Assay's protocol, so that a backend is a subject in a process of its
//! own. docs/protocol.md of Assay defines it.
//! Tested by tests/wire_frames.rs.
mod element_text;
mod json;
mod messages;
mod session;

use std::io::{self, Read, Write};

use crate::backend::Backend;
use json::Json;
use session::Session;

// The longest header and payload of a frame.
const HEADER_LIMIT: u32 = 1 << 20;
const PAYLOAD_LIMIT: u64 = 1 << 30;

/// Answers requests on stdin until it ends. `main!` calls this. Whatever the
/// backend prints to stdout goes to stderr.
#[cfg(unix)]
pub fn serve<B: Backend>() {
    let answered =
        take_stdio().and_then(|(reader, writer)| answer::<B>(reader, writer));
    if let Err(error) = answered {
        eprintln!("{}: {error}", B::NAME);
        std::process::exit(1);
    }
}

/// Answers requests until the reader ends. Fails if a frame is malformed, or if
/// the backend cannot be made.
pub fn answer<B: Backend>(
    mut reader: impl Read,
    mut writer: impl Write,
) -> io::Result<()> {
    let mut session =
        Session::<B>::start().map_err(|status| failed(status.to_string()))?;
    while let Some((header, payload)) = read_frame(&mut reader)? {
        let request = Json::parse(&header).map_err(failed)?;
        let (reply, payload) = session.reply(&request, payload);
        writer.write_all(&frame(&reply.to_string(), payload.len()))?;
        writer.write_all(&payload)?;
        writer.flush()?;
    }
    Ok(())
}

fn failed(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

// Reads one frame, or nothing if the stream has ended.
fn read_frame(reader: &mut impl Read) -> io::Result<Option<(String, Vec<u8>)>> {
    let mut header_bytes = [0; 4];
    // A stream may end between frames only.
    if reader.read(&mut header_bytes[..1])? == 0 {
        return Ok(None);
    }
    reader.read_exact(&mut header_bytes[1..])?;
    let mut payload_bytes = [0; 8];
    reader.read_exact(&mut payload_bytes)?;
    let header_bytes = u32::from_le_bytes(header_bytes);
    let payload_bytes = u64::from_le_bytes(payload_bytes);
    if header_bytes > HEADER_LIMIT || payload_bytes > PAYLOAD_LIMIT {
        return Err(failed(format!(
            "a frame of {header_bytes} and {payload_bytes} bytes"
        )));
    }
    let mut header = vec![0; header_bytes as usize];
    reader.read_exact(&mut header)?;
    let mut payload = vec![0; payload_bytes as usize];
    reader.read_exact(&mut payload)?;
    let header =
        String::from_utf8(header).map_err(|error| failed(error.to_string()))?;
    Ok(Some((header, payload)))
}

// Returns a frame without its payload.
fn frame(header: &str, payload_bytes: usize) -> Vec<u8> {
    let mut frame = (header.len() as u32).to_le_bytes().to_vec();
    frame.extend((payload_bytes as u64).to_le_bytes());
    frame.extend(header.as_bytes());
    frame
}

/// Takes descriptors 0 and 1 for frames, points 0 at nothing and 1 at stderr.
#[cfg(unix)]
fn take_stdio() -> io::Result<(std::fs::File, std::fs::File)> {
    use std::fs::File;
    use std::os::raw::c_int;
    use std::os::unix::io::{AsFd, AsRawFd};

    extern "C" {
        fn dup2(from: c_int, to: c_int) -> c_int;
    }
    let reader = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let writer = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let null = File::open("/dev/null")?;
    // SAFETY: dup2 replaces the descriptors 0 and 1, which no other thread uses
    // while main begins.
    let replaced = unsafe { dup2(null.as_raw_fd(), 0) >= 0 && dup2(2, 1) >= 0 };
    if !replaced {
        return Err(io::Error::last_os_error());
    }
    Ok((reader, writer))
}
