//! The standard library: rule files in Ferz that travel inside the program. Nothing in them is special to the compiler.

const FILES: &[(&str, &str)] = &[
    ("orthodox", include_str!("orthodox.ferz")),
    ("fide", include_str!("fide.ferz")),
    ("fairies", include_str!("fairies.ferz")),
];

/// The text of a part of the standard library.
pub fn text(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of its parts.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}
