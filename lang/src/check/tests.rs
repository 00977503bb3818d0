use super::*;
use crate::source::NoFiles;

/// Files of a made-up folder.
struct Folder<'a>(&'a [(&'a str, &'a str)]);

impl Resolver for Folder<'_> {
    fn read(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let file = self.0.iter().find(|(name, _)| *name == path);
        file.map(|(name, text)| (name.to_string(), text.to_string())).ok_or("there is no such file".to_string())
    }
}

fn examples() -> Folder<'static> {
    Folder(&[("azsymchess-common.ferz", include_str!("../../../examples/azsymchess-common.ferz"))])
}

fn compiled(text: &str) -> Rules {
    let compiled = compile("test.ferz", text, &examples());
    assert_eq!(compiled.diagnostics, [], "{text}");
    compiled.rules.expect("there are rules where nothing is wrong")
}

#[test]
fn the_examples_compile() {
    compiled(include_str!("../../../examples/chess.ferz"));
    compiled(include_str!("../../../examples/azsymchess-1.ferz"));
    compiled(include_str!("../../../examples/azsymchess-2.ferz"));
    compiled(include_str!("../../../examples/azsymchess-3.ferz"));
    compiled(include_str!("../../../examples/azsymchess-4.ferz"));
}

#[test]
fn a_file_without_variant_and_setup_is_a_part() {
    let compiled = compile("common.ferz", include_str!("../../../examples/azsymchess-common.ferz"), &NoFiles);
    assert_eq!(compiled.diagnostics, []);
    assert!(compiled.is_part());
}
