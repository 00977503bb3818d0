//! Gives the shared library a name of its own, so that programs that were linked against it find it by that name, wherever it was.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libferz.so");
    }
}
