//! Makes `runtime/include/libferz.h` of the source of `libferz`, by cbindgen. With `--check` it writes nothing, and ends with 1 if the
//! header there is another.

use std::path::Path;
use std::process::ExitCode;

/// The files that the header is made of, in its order.
const FILES: [&str; 6] = ["error", "library", "describe", "game", "moves", "outcome"];

/// What cbindgen makes of the source in this folder.
fn header(library: &Path) -> Result<String, String> {
    let config = cbindgen::Config::from_file(library.join("cbindgen.toml"))?;
    let files = FILES.iter().map(|file| library.join(format!("src/{file}.rs")));
    let builder = files.fold(cbindgen::Builder::new().with_config(config), cbindgen::Builder::with_src);
    let mut header = Vec::new();
    builder.generate().map_err(|error| error.to_string())?.write(&mut header);
    String::from_utf8(header).map_err(|error| error.to_string())
}

fn run() -> Result<(), String> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("this crate has been moved")?;
    let path = library.join("../include/libferz.h");
    let header = header(library)?;
    if !std::env::args().any(|argument| argument == "--check") {
        return std::fs::write(&path, header).map_err(|error| format!("{} cannot be written: {error}", path.display()));
    }
    match std::fs::read_to_string(&path) {
        Ok(found) if found == header => Ok(()),
        Ok(_) => Err(format!("{} is not that of the source: run this without `--check`", path.display())),
        Err(error) => Err(format!("{} cannot be read: {error}", path.display())),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
