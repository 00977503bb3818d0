//! The tree as text, for `--emit ast`.
