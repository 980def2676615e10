//! Turns panics of a backend into statuses, so that none crosses the border to
//! the host. Tested by tests/plugin_calls.rs.
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    // The message of the last panic and its place. It is Some while a call is
    // caught.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls `f`, and returns the message of its panic if it panics. Nothing is
/// printed then, because the status has the message.
pub(crate) fn caught<R>(f: impl FnOnce() -> R) -> Result<R, String> {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let is_caught = PANIC
                .try_with(|message| match message.borrow_mut().as_mut() {
                    Some(message) => {
                        *message = panic.to_string();
                        true
                    }
                    None => false,
                })
                .unwrap_or(false);
            if !is_caught {
                previous(panic);
            }
        }));
    });
    // A call within a call leaves the state of the outer one as it was.
    let before = PANIC.with(|message| message.replace(Some(String::new())));
    let called = panic::catch_unwind(AssertUnwindSafe(f));
    let said = PANIC.with(|message| message.replace(before));
    called.map_err(|_| said.unwrap_or_default())
}
