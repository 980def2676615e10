//! Runs reproducers of findings in Rust, each in a process of its own, and says of each
//! whether the library still answers as its file says. A binary of findings includes
//! this file with `#[path]`; its functions of about ten lines use the library alone.

use std::process::{Command, ExitCode};

pub struct Finding {
    pub title: &'static str,
    /// Calls the library and returns what it answered.
    pub answer: fn() -> String,
    pub right: &'static str,
    /// "panic: MESSAGE" if the library panics, "killed by signal N" if it ends the process.
    pub wrong: &'static str,
}

fn panic_of(payload: &(dyn std::any::Any + Send)) -> String {
    let message = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("without a message");
    format!("panic: {}", message.lines().next().unwrap_or(""))
}

/// Returns what the finding at `at` answers in a child process.
fn answer_of(at: usize) -> String {
    let program = std::env::current_exe().expect("the path of this program");
    let ran = Command::new(program)
        .arg(at.to_string())
        .output()
        .expect("this program starts");
    if !ran.status.success() {
        use std::os::unix::process::ExitStatusExt;
        return match ran.status.signal() {
            Some(signal) => format!("killed by signal {signal}"),
            None => format!("exit code {:?}", ran.status.code()),
        };
    }
    String::from_utf8_lossy(&ran.stdout).trim_end().to_string()
}

/// Prints a line for each finding: shown, gone, or OTHERWISE. Exit code 0: all are shown.
pub fn reproduce(findings: &[Finding]) -> ExitCode {
    if let Some(at) =
        std::env::args().nth(1).and_then(|text| text.parse::<usize>().ok())
    {
        std::panic::set_hook(Box::new(|_| {}));
        println!(
            "{}",
            std::panic::catch_unwind(findings[at].answer)
                .unwrap_or_else(|payload| panic_of(payload.as_ref()))
        );
        return ExitCode::SUCCESS;
    }
    let mut missing = false;
    for (at, finding) in findings.iter().enumerate() {
        let answer = answer_of(at);
        let verdict = match answer.as_str() {
            text if text == finding.wrong => "shown",
            text if text == finding.right => "gone",
            _ => "OTHERWISE",
        };
        missing |= verdict != "shown";
        println!(
            "{verdict:<9} {}: {answer}, right is {}",
            finding.title, finding.right
        );
    }
    ExitCode::from(u8::from(missing))
}
