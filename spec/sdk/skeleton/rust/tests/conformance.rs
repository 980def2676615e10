//! Lets Assay judge the plugin. The variable ASSAY names the command; by
//! default it is `assay` on the path.
use std::path::PathBuf;
use std::process::Command;

// The plugin is next to the folder of this test's program.
fn plugin() -> PathBuf {
    let test = std::env::current_exe().expect("a program has a path");
    let name = format!(
        "{}{}{}",
        std::env::consts::DLL_PREFIX,
        env!("CARGO_PKG_NAME").replace('-', "_"),
        std::env::consts::DLL_SUFFIX
    );
    test.parent().expect("a program is in a folder").join(name)
}

#[test]
fn the_backend_conforms() {
    let assay = std::env::var_os("ASSAY").unwrap_or_else(|| "assay".into());
    let ran = Command::new(&assay).arg("check").arg(plugin()).output();
    let ran = ran.unwrap_or_else(|error| {
        panic!(
            "{assay:?} does not start ({error}). Install Assay, or set the \
             variable ASSAY to its command."
        )
    });
    let report = String::from_utf8_lossy(&ran.stdout);
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{report}{errors}");
}
